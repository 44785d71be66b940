"""Which messages quote which: pairs beside those that are alike or copied.

A message is asked about those that have, in their own words, a passage that it quotes, unless many
documents have it. What a quotation is, is told by the marks that were stored at import; a source
has to explain it from its text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from xxhash import xxh3_64_intdigest

from simhash_gui.core.ragged import bounds_of
from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.text.library_classes import Depends, quoted_sources
from simhash_gui.core.text.shingles import distinct_of
from simhash_gui.core.types import Words
from simhash_gui.services.detection.classes import Classifier
from simhash_gui.services.detection.common_text import CommonText
from simhash_gui.services.detection.comparison_arrays import joined, none_among, only_among
from simhash_gui.services.detection.kept_measures import KeptMeasures, Kind
from simhash_gui.services.detection.pair_measurer import UNREADABLE, PairMeasurer
from simhash_gui.services.detection.pairs import CLASSES, DetectedPairs, Ids
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.store.repositories.comparison_data import HashKind

_MOST_SOURCES = 16
_ASKED_AT_ONCE = 32
_QUOTES = CLASSES.index(PairClass.QUOTES)
_UNRELATED = CLASSES.index(PairClass.UNRELATED)

_Asked: TypeAlias = Sequence[tuple[int, list[int]]]
"""Documents that quote, each with those that it may quote."""


def quoting_pairs(
    firsts: Ids, listed: DetectedPairs, common: CommonText, by: Classifier, control: JobControl
) -> DetectedPairs:
    """Pairs that only quote, by left and right, without those that are listed.

    ``firsts`` are the positions that stand for all. The distances are left 0. Raises
    JobCancelledError.
    """
    measurer = PairMeasurer(by.library, by.measuring)
    asked = list(_sources(firsts, common, by))
    counts = [len(sources) for _, sources in asked]
    left = np.array([source for _, sources in asked for source in sources], np.int64)
    right = np.repeat(np.array([who for who, _ in asked], np.int64), counts)
    owners = np.repeat(np.arange(len(asked)), counts)
    kept = _kept(Kind.QUOTED, asked, common.states[Depends.ALL], common, by)
    measures, is_known = kept.find(left, right, control)
    is_unsure = np.isin(owners, owners[~is_known])
    rare = _rare_in_quotations(right[is_unsure], measurer, by, control)
    by_text = _kept(Kind.QUOTED_TEXT, asked, rare, common, by)
    unsure = np.flatnonzero(is_unsure)
    found, is_known = by_text.find(left[unsure], right[unsure], control)
    measures.put(unsure, found)
    to_ask = np.unique(owners[unsure[~is_known]])
    bounds = bounds_of(np.array(counts, np.int64))
    for first in range(0, len(to_ask), _ASKED_AT_ONCE):
        some = to_ask[first : first + _ASKED_AT_ONCE]
        about = np.isin(owners, some)
        measurer.keep(by.document_ids[np.union1d(left[about], right[about])])
        for number in some.tolist():
            control.report(Stage.MEASURING, number, len(asked))
            control.checkpoint()
            who, sources = asked[number]
            own = slice(bounds[number], bounds[number + 1])
            measures.classes[own] = _classes(who, sources, measurer, by)
    for memory, new in ((kept, unsure), (by_text, np.flatnonzero(np.isin(owners, to_ask)))):
        memory.keep(left[new], right[new], measures.take(new))
    is_quoted = measures.classes == _QUOTES
    left, right = left[is_quoted], right[is_quoted]
    keys = np.minimum(left, right) << 32 | np.maximum(left, right)
    pairs = np.setdiff1d(keys, listed.left << 32 | listed.right)
    return _pairs(pairs >> 32, pairs & 0xFFFF_FFFF, measurer, by, control)


def _kept(
    kind: Kind, asked: _Asked, rare: Words, common: CommonText, by: Classifier
) -> KeptMeasures:
    """What is kept of quotations, where ``rare``, shape (n,), tells what of each is so.

    What is rare only counts in the document that quotes: of the others the texts alone do. So its
    state covers all that it may quote.
    """
    texts, states = common.states[Depends.NOTHING], common.states.copy()
    states[Depends.ALL] = texts
    for who, sources in asked:
        about = np.array([who, *sources], np.int64)
        data = texts[about].tobytes() + by.document_ids[about].tobytes() + rare[who].tobytes()
        states[Depends.ALL, who] = xxh3_64_intdigest(data)
    return KeptMeasures(by.arrays, states, common.before, by.measuring, kind)


def _rare_in_quotations(
    who: Ids, measurer: PairMeasurer, by: Classifier, control: JobControl
) -> Words:
    """A hash for some documents, shape (n,), of what is rare of what they quote, by their texts.

    As a part of their shingles is not stored, ``CommonText.states`` change with all that is common.
    """
    found = np.zeros(len(by.document_ids), np.uint64)
    asked = distinct_of(who)
    for first in range(0, len(asked), _ASKED_AT_ONCE):
        control.checkpoint()
        some = asked[first : first + _ASKED_AT_ONCE]
        measurer.keep(by.document_ids[some])
        for place in some.tolist():
            text = measurer.text(int(by.document_ids[place]))
            if text is not None:
                found[place] = xxh3_64_intdigest((text.quoted & text.rare).tobytes())
    return found


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


def _classes(who: int, sources: list[int], measurer: PairMeasurer, by: Classifier) -> list[int]:
    """Of each source whether it is quoted; what depends on a lost text is told, not kept."""
    quoting = measurer.text(int(by.document_ids[who]))
    texts = [measurer.text(int(by.document_ids[source])) for source in sources]
    readable = [place for place, text in enumerate(texts) if text is not None]
    lost = [
        source
        for source, text in zip(sources, texts, strict=True)
        if quoting is None or text is None
    ]
    if lost:
        left = by.document_ids[np.array(lost)]
        by.unmeasured.append((left, np.full_like(left, by.document_ids[who])))
    classes = [UNREADABLE if lost else _UNRELATED] * len(sources)
    if quoting is not None:
        known = [text for text in texts if text is not None]
        for chosen in quoted_sources(quoting, known, by.measuring.thresholds):
            classes[readable[chosen]] = _QUOTES
    return classes


def _pairs(
    left: Ids, right: Ids, measurer: PairMeasurer, by: Classifier, control: JobControl
) -> DetectedPairs:
    measures, is_known = by.kept.find(left, right, control)
    new = np.flatnonzero(~is_known)
    if len(new):
        measured = measurer.measure(by.document_ids[left[new]], by.document_ids[right[new]])
        by.kept.keep(left[new], right[new], measured)
        measures.put(new, measured)
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
