"""What is common in a library: counted from what is stored of its documents.

As long as these are the same, and what people have marked, the counts are kept in the library.

Documents that are versions of one text count once. Versions are told by their sketches alone, for
classes follow from what is counted here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest, xxh3_128

from simhash_gui import __version__
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.candidates import HalfHashes, Postings, Reader
from simhash_gui.core.text.classes import Thresholds
from simhash_gui.core.text.commonness import (
    MOST_POSTINGS,
    NOTHING_COMMON,
    SAMPLED,
    CommonLimits,
    Commonness,
)
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.text.shingles import Lookup
from simhash_gui.core.text.sketches import estimate
from simhash_gui.core.text.spans import Flags
from simhash_gui.core.types import SCATTER, Words
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays, KeyReader
from simhash_gui.services.detection.passage_marks import MarkedHashes
from simhash_gui.services.detection.shuffle import HERE, Shuffle
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import common_text as stored
from simhash_gui.store.repositories.comparison_data import HashKind

COUNTS_VERSION = 2
"""Raised whenever the same documents would get other counts."""

PACKED_TYPES = [np.dtype(code) for code in ("<u4", "<u4", "<u4", "<u4", "?", "<u8")]
_VERSION_JACCARD = 0.65
"""Estimated; 0.60 finds the same pairs of the labelled sets, 0.70 loses one."""
_TEMPLATE_SHINGLES = 20
_TEMPLATE_SHARE = 0.05
_PASSAGES_A_SHINGLE = 0.25  # winnowing keeps 2 of 9


@dataclass(frozen=True, slots=True, eq=False)
class CommonText:
    """What is common among the documents of a search.

    ``groups``, shape (n,): versions of one text have one number. ``shingles`` and ``passages`` are
    the shingles and winnowed hashes that stand in more of these groups than the limits say.
    ``may_be_on_template``, shape (n,): whether template shingles take some of a document.
    ``states``, shape (n,): equal for a document as long as its tokens, its marks and which of its
    shingles are common are the same; its measures depend on nothing else in the library.
    """

    groups: Indexes
    shingles: Commonness
    passages: Commonness
    may_be_on_template: Flags
    states: Words


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

    def count(read: Reader, number: int) -> Commonness:
        return counted(shuffle.count(read, groups, number, limits), control)

    found = _counted_text(arrays, groups, marked, count, control)
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
    arrays: tuple[NDArray[Any], ...] = (*hashes, flags, found.states)
    return [array.astype(of_type) for array, of_type in zip(arrays, PACKED_TYPES, strict=True)]


def unpacked(groups: Indexes, arrays: Sequence[NDArray[Any]]) -> CommonText:
    """What was ``packed``; ``groups`` are those of the documents."""
    natural = [array.astype(array.dtype.newbyteorder("=")) for array in arrays]
    frequent, template, passages_frequent, passages_template, flags, states = natural
    return CommonText(
        groups,
        Commonness(frequent, template, bool(flags[-1])),
        Commonness(passages_frequent, passages_template),
        flags[:-1],
        states,
    )


def _counted_text(
    arrays: ComparisonArrays,
    groups: Indexes,
    marked: MarkedHashes,
    count_in: Callable[[Reader, int], Commonness],
    control: JobControl,
) -> CommonText:
    every = int(arrays.sketches.counts.sum())
    is_sampled = every > MOST_POSTINGS
    count = every // SAMPLED if is_sampled else every

    every_position = np.arange(len(groups))
    kinds = (HashKind.SHINGLES,) if is_sampled else (HashKind.SHINGLES, HashKind.SHINGLES_REST)
    shingles = KeyReader(arrays, kinds, every_position, control)
    passages = KeyReader(arrays, (HashKind.PASSAGES,), every_position, control)
    of_shingles = count_in(shingles, count)
    of_shingles = Commonness(of_shingles.frequent, of_shingles.template, is_sampled)
    of_shingles = of_shingles.with_marked(marked.common_shingles, marked.copied_shingles)
    passage_count = int(_PASSAGES_A_SHINGLE * every)
    of_passages = count_in(passages, passage_count)
    of_passages = of_passages.with_marked(marked.common_passages, marked.copied_passages)
    of_template, common_of_each = _common_of_each(shingles, of_shingles, len(groups))
    if is_sampled:
        of_template *= SAMPLED
    least = np.maximum(_TEMPLATE_SHINGLES, _TEMPLATE_SHARE * arrays.sketches.counts)
    # Shingles with quoted tokens are not stored: what is marked depends on all that is common.
    depends = np.where(arrays.has_marks, np.uint64(_digest(of_shingles)), common_of_each)
    states = (arrays.digests ^ arrays.mark_digests * SCATTER) * SCATTER + depends
    return CommonText(groups, of_shingles, of_passages, of_template >= least, states)


def versions(
    arrays: ComparisonArrays, left: Ids, right: Ids, first_of: Ids, shuffle: Shuffle = HERE
) -> Indexes:
    """Number every document; of some pairs those that their sketches call versions, alike.

    ``first_of`` says of each position which one has the same text; pairs are of such.
    """
    jaccard = estimate(arrays.sketches, left, right).jaccard
    alike = jaccard >= _VERSION_JACCARD
    return shuffle.connected(len(first_of), left[alike], right[alike])[first_of]


def counted(counts: Iterator[Commonness], control: JobControl) -> Commonness:
    """What stands in more groups than the limits say, see ``Shuffle.count``.

    Raises JobCancelledError.
    """
    found = NOTHING_COMMON
    for found in counts:  # noqa: B007
        control.checkpoint()
    return found


def only_among(read: Iterator[Postings], hashes: HalfHashes) -> Iterator[Postings]:
    """The postings of some hashes, which ascend."""
    lookup = Lookup(hashes)
    for piece in read:
        kept = lookup.has(piece.hashes)
        yield Postings(piece.hashes[kept], piece.owners[kept])


def none_among(read: Iterator[Postings], hashes: HalfHashes) -> Iterator[Postings]:
    """The postings of all but some hashes, which ascend."""
    lookup = Lookup(hashes)
    for piece in read:
        kept = ~lookup.has(piece.hashes)
        yield Postings(piece.hashes[kept], piece.owners[kept])


def joined(pieces: Iterator[Postings]) -> Postings:
    """All postings in one."""
    every = list(pieces)
    return Postings(
        np.concatenate([np.empty(0, np.uint32), *(piece.hashes for piece in every)]),
        np.concatenate([np.empty(0, np.int64), *(piece.owners for piece in every)]),
    )


def _common_of_each(read: Reader, common: Commonness, count: int) -> tuple[Indexes, Words]:
    """Of each of ``count`` documents how many postings are of a template, and which are common.

    The second is a sum of hashes: that of a document changes when one of its shingles becomes one
    of a template or is none anymore. What else is frequent or rare counts only in a document that
    has one of a template: elsewhere nobody asks what of a document is its own.
    """
    of_template = np.zeros(count, np.int64)
    in_template, in_others = np.zeros((2, count), np.uint64)
    template = Lookup(common.template)
    for piece in only_among(iter(read()), common.frequent):
        is_of_template = template.has(piece.hashes)
        of_template += np.bincount(piece.owners[is_of_template], minlength=count)
        mixed = (piece.hashes.astype(np.uint64) << np.uint64(1) | is_of_template) * SCATTER
        mixed = (mixed ^ mixed >> np.uint64(31)) * SCATTER
        starts = np.flatnonzero(np.diff(piece.owners, prepend=-1))
        if len(starts):
            owners, nothing = piece.owners[starts], np.uint64(0)
            for sums, which in ((in_template, is_of_template), (in_others, ~is_of_template)):
                np.add.at(sums, owners, np.add.reduceat(np.where(which, mixed, nothing), starts))
    return of_template, in_template + np.where(of_template > 0, in_others, np.uint64(0))


def _digest(common: Commonness) -> int:
    return xxh3_64_intdigest(common.frequent.tobytes() + b"/" + common.template.tobytes())
