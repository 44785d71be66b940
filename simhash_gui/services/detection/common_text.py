"""What is common in a library: counted from what is stored of its documents.

As long as these are the same, and what people have marked, the counts are kept in the library;
where documents were only added, little is counted again, see ``recounting``.

Documents that are versions of one text count once. Versions are told by their sketches alone, for
classes follow from what is counted here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import astuple, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest, xxh3_128

from simhash_gui import __version__
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.candidates import Reader
from simhash_gui.core.text.classes import Thresholds
from simhash_gui.core.text.commonness import (
    MOST_POSTINGS,
    NOTHING_COMMON,
    SAMPLED,
    CommonLimits,
    Commonness,
)
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.text.library_classes import Depends
from simhash_gui.core.text.shingles import Lookup
from simhash_gui.core.text.sketches import Estimates, estimate
from simhash_gui.core.text.spans import Flags
from simhash_gui.core.types import SCATTER, Words
from simhash_gui.services.detection.comparison_arrays import (
    ComparisonArrays,
    KeyReader,
)
from simhash_gui.services.detection.passage_marks import MarkedHashes
from simhash_gui.services.detection.recounting import (
    Before,
    CommonOfEach,
    Counts,
    Recount,
    added_since,
    counts_key,
    keep_counts,
    load_counts,
    texts_of,
)
from simhash_gui.services.detection.shuffle import HERE, Shuffle
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import common_text as stored
from simhash_gui.store.repositories.comparison_data import HashKind

COUNTS_VERSION = 5
"""Raised whenever the same documents would get other counts."""

PACKED_TYPES = [np.dtype(code) for code in ("<u4",) * 5 + ("?", "<u8", "<u8")]
_VERSION_JACCARD = 0.65
"""Estimated; 0.60 finds the same pairs of the labelled sets, 0.70 loses one."""
_TEMPLATE_SHINGLES = 20
_TEMPLATE_SHARE = 0.05
_PASSAGES_A_SHINGLE = 0.25  # winnowing keeps 2 of 9
_PASSAGES = (HashKind.PASSAGES,)


@dataclass(frozen=True, slots=True, eq=False)
class CommonText:
    """What is common among the documents of a search.

    ``groups``, shape (n,): versions of one text have one number. ``shingles`` and ``passages`` are
    the shingles and winnowed hashes that stand in more of these groups than the limits say.
    ``may_be_on_template``, shape (n,): whether template shingles take some of a document.
    ``states``, shape (4, n), one row for each of ``Depends`` up to ``ALL``: equal for a document as
    long as its tokens, its marks and what of it is common in that way are the same. ``before`` are
    those of the counts before these.
    """

    groups: Indexes
    shingles: Commonness
    passages: Commonness
    may_be_on_template: Flags
    states: Words
    before: Before


def find_common_text(  # noqa: PLR0913, PLR0917 - what counts depend on, and who counts
    arrays: ComparisonArrays,
    groups: Indexes,
    marked: MarkedHashes,
    thresholds: Thresholds,
    control: JobControl,
    shuffle: Shuffle = HERE,
) -> CommonText:
    """Count in how many groups everything is, unless that is known. Raises JobCancelledError."""
    limits = CommonLimits.of(len(np.unique(groups)), thresholds)
    key = _key(arrays, groups, marked, limits)
    with arrays.library.read() as connection:
        kept = stored.load(connection, key, PACKED_TYPES)
    if kept is not None:
        return unpacked(groups, kept)

    found = _Counting(arrays, groups, marked, limits, shuffle, control).common_text()
    arrays.keep(partial(stored.put, key=key, arrays=packed(found)))
    return found


def _key(
    arrays: ComparisonArrays, groups: Indexes, marked: MarkedHashes, limits: CommonLimits
) -> bytes:
    """A hash of all that the counts depend on."""
    key = xxh3_128(repr((__version__, COMPARISON_VERSION, COUNTS_VERSION, limits)).encode())
    for array in (arrays.ids, arrays.digests, arrays.mark_digests, groups, *astuple(marked)):
        key.update(np.uint64(len(array)).tobytes())
        key.update(array.tobytes())
    return key.digest()


def packed(found: CommonText) -> list[NDArray[Any]]:
    """What ``unpacked`` takes, of ``PACKED_TYPES``."""
    shingles, passages = found.shingles, found.passages
    hashes = (shingles.frequent, shingles.template, passages.frequent, passages.template)
    flags = np.append(found.may_be_on_template, shingles.is_sampled)
    of_each = (found.before.crossed, flags, found.states.ravel(), found.before.states.ravel())
    arrays: tuple[NDArray[Any], ...] = (*hashes, *of_each)
    return [array.astype(of_type) for array, of_type in zip(arrays, PACKED_TYPES, strict=True)]


def unpacked(groups: Indexes, arrays: Sequence[NDArray[Any]]) -> CommonText:
    """What was ``packed``; ``groups`` are those of the documents."""
    natural = [array.astype(array.dtype.newbyteorder("=")) for array in arrays]
    *hashes, crossed, flags, states, before = natural
    count = len(groups)
    return CommonText(
        groups,
        Commonness(hashes[0], hashes[1], bool(flags[-1])),
        Commonness(hashes[2], hashes[3]),
        flags[:-1],
        states.reshape(-1, count),
        Before(before.reshape(-1, count), crossed),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Counting:
    """Counts of all documents, or those of the last time with what was added since."""

    arrays: ComparisonArrays
    groups: Indexes
    marked: MarkedHashes
    limits: CommonLimits
    shuffle: Shuffle
    control: JobControl

    def common_text(self) -> CommonText:
        """What is common; the counts are kept for the next time."""
        arrays, marked = self.arrays, self.marked
        every = int(arrays.sketches.counts.sum())
        is_sampled = every > MOST_POSTINGS
        counts, before = self._recounted(is_sampled) or self._counted(is_sampled, every)
        if self.shuffle is HERE:
            keep_counts(arrays, self._key(is_sampled), counts)
        of_shingles = self._marked(counts.shingles, is_sampled)
        of_passages = counts.passages.with_marked(marked.common_passages, marked.copied_passages)
        of_each = counts.of_each
        of_template = of_each.of_template * (SAMPLED if is_sampled else 1)
        least = np.maximum(_TEMPLATE_SHINGLES, _TEMPLATE_SHARE * arrays.sketches.counts)
        # Where some shingles are not stored, all that is common may be in the text.
        digest = np.uint64(_digest(of_shingles))
        states = np.where(arrays.has_hidden, digest, of_each.states)
        rows = np.where(arrays.has_hidden, digest, before.states) + counts.texts * SCATTER
        states[Depends.NOTHING] = 0
        states += counts.texts * SCATTER
        is_on_template = of_template >= least
        before = Before(rows, before.crossed)
        return CommonText(self.groups, of_shingles, of_passages, is_on_template, states, before)

    def _counted(self, is_sampled: bool, every: int) -> tuple[Counts, Before]:
        """Count everything; there are about so many postings."""
        arrays, groups = self.arrays, self.groups
        positions = np.arange(len(groups))
        shingles = KeyReader(arrays, _kinds(is_sampled), positions, self.control)
        passages = KeyReader(arrays, _PASSAGES, positions, self.control)
        of_passages = self._count(passages, int(_PASSAGES_A_SHINGLE * every))
        number = every // SAMPLED if is_sampled else every
        # At most 256 MiB, to be read once for all ranges.
        held = arrays.held(shingles.kinds) if number <= MOST_POSTINGS else nullcontext()
        with held:
            of_shingles = self._count(shingles, number)
            common = self._marked(of_shingles, is_sampled)
            of_each, template = CommonOfEach.nothing(len(groups)), Lookup(common.template)
            for piece in shingles.among(common.frequent):
                of_each.add(piece, template)
        counts = Counts(arrays.ids, texts_of(arrays), groups, of_shingles, of_passages, of_each)
        return counts, Before.of(of_each.states)

    def _recounted(self, is_sampled: bool) -> tuple[Counts, Before] | None:
        """Count what documents have changed that were added; None where that is not all."""
        arrays, groups = self.arrays, self.groups
        last = load_counts(arrays, self._key(is_sampled)) if self.shuffle is HERE else None
        if last is None:
            return None
        texts = texts_of(arrays)
        added = added_since(last, arrays.ids, texts, groups)
        if added is None:
            return None
        recount = Recount(arrays, groups, self.limits, added, self.control)
        kinds = _kinds(is_sampled)
        found = recount.common({kinds: last.shingles, _PASSAGES: last.passages})
        if found is None:
            return None
        (shingles, postings), (passages, _) = found
        before, now = (self._marked(each, is_sampled) for each in (last.shingles, shingles))
        of_each, then = recount.of_each(last.of_each, before, now, postings, kinds)
        return Counts(arrays.ids, texts, groups, shingles, passages, of_each), then

    def _count(self, read: Reader, number: int) -> Commonness:
        return counted(self.shuffle.count(read, self.groups, number, self.limits), self.control)

    def _marked(self, counted: Commonness, is_sampled: bool) -> Commonness:
        """What is common of shingles, with what people have marked."""
        common = Commonness(counted.frequent, counted.template, is_sampled)
        return common.with_marked(self.marked.common_shingles, self.marked.copied_shingles)

    def _key(self, is_sampled: bool) -> bytes:
        marks = [array.tobytes() for array in astuple(self.marked)]
        return counts_key(
            __version__, COMPARISON_VERSION, COUNTS_VERSION, self.limits, is_sampled, marks
        )


def _kinds(is_sampled: bool) -> tuple[HashKind, ...]:
    return (HashKind.SHINGLES,) if is_sampled else (HashKind.SHINGLES, HashKind.SHINGLES_REST)


def versions(
    arrays: ComparisonArrays, left: Ids, right: Ids, first_of: Ids, shuffle: Shuffle = HERE
) -> Indexes:
    """Number every document; of some pairs those that their sketches call versions, alike.

    ``first_of`` says of each position which one has the same text; pairs are of such.
    """
    jaccard = estimate(arrays.sketches, left, right).jaccard
    alike = jaccard >= _VERSION_JACCARD
    return shuffle.connected(len(first_of), left[alike], right[alike])[first_of]


def are_alike(arrays: ComparisonArrays, found: Estimates, left: Ids, right: Ids) -> Flags:
    """Which pairs ``versions`` calls alike, by what screening makes of their estimates."""
    counts = arrays.sketches.counts
    are_empty = (counts[left] == 0) & (counts[right] == 0)
    alike: Flags = are_empty | (found.jaccard >= _VERSION_JACCARD)
    return alike


def counted(counts: Iterator[Commonness], control: JobControl) -> Commonness:
    """What stands in more groups than the limits say, see ``Shuffle.count``.

    Raises JobCancelledError.
    """
    found = NOTHING_COMMON
    for found in counts:  # noqa: B007
        control.checkpoint()
    return found


def _digest(common: Commonness) -> int:
    return xxh3_64_intdigest(common.frequent.tobytes() + b"/" + common.template.tobytes())
