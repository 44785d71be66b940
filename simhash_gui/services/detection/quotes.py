"""Which messages quote which: pairs beside those that are alike or copied.

A message is asked about those that have, in their own words, a passage that it quotes, unless many
documents have it. What a quotation is, is told by the marks that were stored at import; a source
has to explain it from its text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.text.library_classes import quoted_sources
from simhash_gui.core.text.shingles import distinct_of
from simhash_gui.services.detection.classes import Classifier
from simhash_gui.services.detection.common_text import CommonText, joined, none_among, only_among
from simhash_gui.services.detection.measuring import PairMeasurer
from simhash_gui.services.detection.pairs import CLASSES, DetectedPairs, Ids
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.store.repositories.comparison_data import HashKind

_MOST_SOURCES = 16
_QUOTES = CLASSES.index(PairClass.QUOTES)


def quoting_pairs(
    firsts: Ids, listed: DetectedPairs, common: CommonText, by: Classifier, control: JobControl
) -> DetectedPairs:
    """Pairs that only quote, by left and right, without those that are listed.

    ``firsts`` are the positions that stand for all. The distances are left 0. Raises
    JobCancelledError.
    """
    measurer = PairMeasurer(by.library, by.measuring)
    keys = []
    asked = list(_sources(firsts, common, by))
    for done, (who, sources) in enumerate(asked):
        control.report(Stage.MEASURING, done, len(asked))
        control.checkpoint()
        keys += [
            min(who, source) << 32 | max(who, source)
            for source in _quoted(who, sources, measurer, by)
        ]
    pairs = np.setdiff1d(np.array(keys, np.int64), listed.left << 32 | listed.right)
    return _pairs(pairs >> 32, pairs & 0xFFFF_FFFF, measurer, by)


def _sources(firsts: Ids, common: CommonText, by: Classifier) -> Iterator[tuple[int, list[int]]]:
    """Each document that quotes, and those that have most of it in their own words."""
    is_first = np.zeros(len(by.document_ids), np.bool_)
    is_first[firsts] = True
    rare = common.passages.template
    quoted = joined(none_among(by.arrays.hashes(HashKind.QUOTED_PASSAGES), rare))
    asked = distinct_of(quoted.hashes)
    own = joined(only_among(by.arrays.hashes(HashKind.PASSAGES), asked))
    order = np.argsort(own.hashes, kind="stable")
    hashes, owners = own.hashes[order], own.owners[order]
    begins = np.searchsorted(hashes, quoted.hashes, side="left").tolist()
    ends = np.searchsorted(hashes, quoted.hashes, side="right").tolist()
    sources: dict[int, Counter[int]] = defaultdict(Counter)
    for who, begin, end in zip(quoted.owners.tolist(), begins, ends, strict=True):
        if is_first[who] and end > begin:
            sources[who].update(owners[begin:end][is_first[owners[begin:end]]].tolist())
    digests = by.arrays.digests
    for who, counts in sorted(sources.items()):
        del counts[who]
        best = sorted(counts.items(), key=lambda item: (-item[1], digests[item[0]]))[:_MOST_SOURCES]
        yield who, sorted(source for source, _ in best)


def _quoted(who: int, sources: list[int], measurer: PairMeasurer, by: Classifier) -> list[int]:
    quoting = measurer.text(int(by.document_ids[who]))
    texts = [(source, measurer.text(int(by.document_ids[source]))) for source in sources]
    readable = [(source, text) for source, text in texts if text is not None]
    if quoting is None:
        return []
    chosen = quoted_sources(quoting, [text for _, text in readable], by.measuring.thresholds)
    return [readable[number][0] for number in chosen]


def _pairs(left: Ids, right: Ids, measurer: PairMeasurer, by: Classifier) -> DetectedPairs:
    measures = measurer.measure(by.document_ids[left], by.document_ids[right])
    truth = np.ones(len(left), np.bool_)
    return DetectedPairs(
        left,
        right,
        np.zeros(len(left), np.uint8),
        measures.jaccard,
        measures.containment_a,
        measures.containment_b,
        measures.edit_share,
        measures.likeness,
        np.full(len(left), _QUOTES, np.uint8),
        truth,
        truth,
    )
