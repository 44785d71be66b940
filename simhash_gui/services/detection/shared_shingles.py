"""What the stored shingles of two documents tell before their texts are read.

Most documents that share a passage hash share little else, or a template. Neither is a copy: see
``library_classes``. The low halves of hashes that are stored meet by chance now and then, so that
counts are too large rather than too small, and nothing is rejected that the texts would confirm.
Where it is known how many shingles two documents share, halves that meet by chance are noticed, and
the rare part is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes, bounds_of
from simhash_gui.core.text.candidates import HalfHashes, Postings
from simhash_gui.core.text.classes import Thresholds
from simhash_gui.core.text.library_classes import LEAST_SHARED_OF_NO_TEMPLATE
from simhash_gui.core.text.shingles import Lookup, distinct_of, shared_count
from simhash_gui.core.text.spans import Flags
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays, only_among
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.repositories.comparison_data import HashKind

_MOST_SHINGLES = 1 << 25
"""Of all documents that are asked for: 256 MiB. Where there are more, texts have to tell."""
_LOOK_EVERY = 4096
_FEW_DOCUMENTS = 4
"""Where one document in so many or fewer is asked for, the others are not read."""
_HALF = np.uint64(32)


def share_too_little(  # noqa: PLR0913, PLR0917 - pairs, and what decides of them
    arrays: ComparisonArrays,
    left: Indexes,
    right: Indexes,
    share_enough: Flags,
    template: HalfHashes,
    thresholds: Thresholds,
    control: JobControl,
) -> Flags:
    """Which pairs of positions certainly are no near-duplicates, and copied nothing: shape (p,).

    Marked and short texts are never among them, and not those that are known to ``share_enough``,
    shape (p,). ``template``, ascending, are the shingles of
    templates. Raises JobCancelledError.
    """
    may_tell = ~arrays.has_marks & (arrays.token_counts >= thresholds.short_tokens)
    places = np.flatnonzero(may_tell[left] & may_tell[right])
    flags = np.zeros(len(left), np.bool_)
    asked = distinct_of(np.concatenate((left[places], right[places])))
    if arrays.sketches.counts[asked].sum() > _MOST_SHINGLES:  # whoever is known to share enough
        return flags
    places = places[~share_enough[places]]
    own, other = left[places], right[places]
    shingles = _shingles_of(arrays, np.concatenate((own, other)), control)
    if not shingles:
        return flags
    lookup, counts = Lookup(template), arrays.sketches.counts
    of_no_template = {number: ~lookup.has(halves) for number, halves in shingles.items()}
    shared, shared_beside = np.zeros((2, len(places)), np.int64)
    for group in _by_left(own, control):
        others = other[group].tolist()
        of_own = Lookup(shingles[int(own[group[0]])])
        is_shared = of_own.has(np.concatenate([shingles[number] for number in others]))
        is_beside = is_shared & np.concatenate([of_no_template[number] for number in others])
        bounds = bounds_of(np.array([len(shingles[number]) for number in others]))
        for found, which in ((shared, is_shared), (shared_beside, is_beside)):
            found[group] = np.diff(np.searchsorted(np.flatnonzero(which), bounds))
    fewer = np.minimum(counts[own], counts[other])
    least = np.minimum(LEAST_SHARED_OF_NO_TEMPLATE, np.maximum(1, fewer // 8))
    share = min(thresholds.least_containment, thresholds.near_jaccard)
    flags[places] = (shared < share * fewer) & (shared_beside < least)
    return flags


def _by_left(left: Indexes, control: JobControl) -> Iterator[Indexes]:
    """The places of pairs with the same left document. Raises JobCancelledError."""
    order = np.argsort(left, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(left[order])) + 1):
        control.checkpoint()
        if len(group):
            yield group


@dataclass(frozen=True, slots=True, eq=False)
class RareShingles:
    """What is rare in p pairs, as far as stored shingles tell it exactly.

    ``shares``, shape (p,): which share of the rare shingles of the one that has fewer stands in the
    other; NaN where that is not known, as in marked documents. ``counts``, shape (2, p), of the
    left and the right one: how many are rare, -1 where that is not known.
    """

    shares: NDArray[np.float64]
    counts: Indexes


def rare_shingles(  # noqa: PLR0913, PLR0917 - pairs, what they share, and what is not rare
    arrays: ComparisonArrays,
    left: Indexes,
    right: Indexes,
    containment: NDArray[np.float32],
    frequent: HalfHashes,
    control: JobControl,
) -> RareShingles:
    """What is rare in pairs of positions.

    ``containment`` is the share of the left one's shingles that stand in the right one.
    ``frequent``, ascending, are not rare. Raises JobCancelledError.
    """
    shares, counts = np.full(len(left), np.nan), np.full((2, len(left)), -1)
    shingles = _shingles_of(arrays, np.concatenate((left, right)), control)
    if not shingles:
        return RareShingles(shares, counts)
    lookup = Lookup(frequent)
    rare = {number: halves[~lookup.has(halves)] for number, halves in shingles.items()}
    is_exact, rare_count = np.zeros(len(arrays.ids), np.bool_), np.zeros(len(arrays.ids), np.int64)
    for number, halves in shingles.items():
        is_exact[number] = len(halves) == arrays.sketches.counts[number]
        is_exact[number] &= bool((halves[1:] != halves[:-1]).all())
        rare_count[number] = len(rare[number])
    for side, row in zip((left, right), counts, strict=True):
        row[is_exact[side]] = rare_count[side[is_exact[side]]]
    tells = is_exact & ~arrays.has_marks
    places = np.flatnonzero(tells[left] & tells[right])
    expected = np.rint(containment.astype(np.float64) * arrays.sketches.counts[left])
    pairs = zip(places.tolist(), left[places].tolist(), right[places].tolist(), strict=True)
    for number, (place, own, other) in enumerate(pairs):
        if number % _LOOK_EVERY == 0:
            control.checkpoint()
        if shared_count(shingles[own], shingles[other]) == int(expected[place]):
            fewer = min(len(rare[own]), len(rare[other]))
            shares[place] = shared_count(rare[own], rare[other]) / max(1, fewer)
    return RareShingles(shares, counts)


def share_some_of(
    arrays: ComparisonArrays,
    left: Indexes,
    right: Indexes,
    hashes: HalfHashes,
    control: JobControl,
) -> Flags:
    """Which pairs of positions share some of these shingles, which ascend: shape (p,).

    Of documents with shingles that are not stored nothing is known. Raises JobCancelledError.
    """
    documents = distinct_of(np.concatenate((left, right)))
    of_each: dict[int, set[int]] = {}
    if len(documents):
        for piece in only_among(_read(arrays, documents), hashes):
            control.checkpoint()
            for number, half in zip(piece.owners.tolist(), piece.hashes.tolist(), strict=True):
                of_each.setdefault(number, set()).add(half)
    nothing: set[int] = set()
    pairs = zip(left.tolist(), right.tolist(), strict=True)
    share = (not of_each.get(a, nothing).isdisjoint(of_each.get(b, nothing)) for a, b in pairs)
    return np.fromiter(share, np.bool_, len(left))


def _shingles_of(
    arrays: ComparisonArrays, documents: Indexes, control: JobControl
) -> dict[int, NDArray[np.uint32]]:
    """The shingles of some documents: low halves of hashes, ascending. Nothing if they are many."""
    documents = distinct_of(documents)
    if not 0 < arrays.sketches.counts[documents].sum() <= _MOST_SHINGLES:
        return {}
    keys = [np.empty(0, np.uint64)]
    for piece in _read(arrays, documents):
        control.checkpoint()
        keys.append(piece.owners.astype(np.uint64) << _HALF | piece.hashes)
    every = np.concatenate(keys)
    every.sort()
    lengths = np.bincount((every >> _HALF).astype(np.int64), minlength=len(arrays.ids))[documents]
    halves = every.astype(np.uint32)  # keeps the low bits
    pieces = np.split(halves, bounds_of(lengths)[1:-1])
    return dict(zip(documents.tolist(), pieces, strict=True))


def _read(arrays: ComparisonArrays, documents: Indexes) -> Iterator[Postings]:
    """The shingles of some documents; one by one they take longer, but a few do not take all."""
    kinds = (HashKind.SHINGLES, HashKind.SHINGLES_REST)
    if len(documents) * _FEW_DOCUMENTS < len(arrays.ids):
        yield arrays.hashes_of(kinds, documents)
        return
    is_wanted = np.zeros(len(arrays.ids), np.bool_)
    is_wanted[documents] = True
    for kind in kinds:
        for piece in arrays.hashes(kind):
            chosen = is_wanted[piece.owners]
            yield Postings(piece.hashes[chosen], piece.owners[chosen])
