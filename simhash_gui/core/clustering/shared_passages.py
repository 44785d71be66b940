"""Passages that several documents share: one for all of them, never one for every pair.

Every document brings the hashes that winnowing selected, in the order of its text. A hash that
several unrelated documents have is an anchor. Two anchors that follow each other in most of the
documents that have either belong to one passage, and linked anchors are one passage: so its pieces
are found together though a slot in between is filled differently in every document. A document
holds a passage when it has half of its anchors. Time and memory go by the anchors of all documents,
not by their pairs.

Where a passage stands in a text is told by ``place_of`` for one document at a time. What a passage
means is left to ``commonness`` and to whoever marks it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simhash_gui.core.clustering.linkage import connected_labels
from simhash_gui.core.ragged import Indexes, bounds_of
from simhash_gui.core.text.candidates import HalfHashes, Postings
from simhash_gui.core.text.shingles import distinct_of

_LEAST_ANCHORS = 2
_MOST_STEPS = 3
"""So many anchors on, what follows may still be the same passage: others may stand between."""


@dataclass(frozen=True, slots=True, eq=False)
class PassageArrays:
    """k passages, those with the most anchors times spread first.

    ``anchors[anchor_bounds[i]:anchor_bounds[i + 1]]`` are the hashes of passage i, ascending;
    ``documents[document_bounds[i]:...]`` those that hold it, ascending, with the number of its
    anchors that they have in ``held``; ``spread[i]`` counts them, versions of one document once.
    """

    anchors: HalfHashes
    anchor_bounds: Indexes
    documents: Indexes
    held: Indexes
    document_bounds: Indexes
    spread: Indexes

    def __len__(self) -> int:
        return len(self.spread)

    def anchors_of(self, passage: int) -> HalfHashes:
        """The hashes of one passage."""
        return self.anchors[self.anchor_bounds[passage] : self.anchor_bounds[passage + 1]]

    def documents_of(self, passage: int) -> Indexes:
        """The documents that hold one passage, ascending."""
        return self.documents[self.document_bounds[passage] : self.document_bounds[passage + 1]]

    def held_of(self, passage: int) -> Indexes:
        """How many of its anchors each of them has."""
        return self.held[self.document_bounds[passage] : self.document_bounds[passage + 1]]

    def take(self, chosen: Indexes) -> PassageArrays:
        """Some of them."""
        anchors, documents = np.diff(self.anchor_bounds), np.diff(self.document_bounds)
        places = _rows_of(documents, chosen)
        return PassageArrays(
            self.anchors[_rows_of(anchors, chosen)],
            bounds_of(anchors[chosen]),
            self.documents[places],
            self.held[places],
            bounds_of(documents[chosen]),
            self.spread[chosen],
        )


def find_shared_passages(
    postings: Postings, groups: Indexes, least_documents: int, most_documents: int | None = None
) -> PassageArrays:
    """Find the passages of ``least_documents`` to ``most_documents`` unrelated documents.

    ``postings`` come by document, and within each in the order of its text. ``groups`` has the
    shape (d,): versions of one document have one number.
    """
    hashes, numbers = np.unique_inverse(postings.hashes)
    spread = _counts(numbers, groups[postings.owners], len(hashes))
    is_anchor = spread >= least_documents
    if most_documents is not None:
        is_anchor &= spread <= most_documents
    kept = np.flatnonzero(is_anchor[numbers])
    numbers, owners = numbers[kept], postings.owners[kept]
    anchored = _Anchored(numbers, owners, _linked(numbers, owners, groups, spread))
    return _passages(hashes, anchored, groups, least_documents)


def place_of(
    anchors: HalfHashes, hashes: HalfHashes, positions: Indexes, gap_tokens: int
) -> slice | None:
    """Where a document has most of a passage: from its first to its last anchor there.

    ``hashes`` and ``positions`` are what winnowing selected of the document. Anchors that are
    farther apart than the gap are not of one place. None where it has no anchor.
    """
    found = positions[np.isin(hashes, anchors)]
    if not len(found):
        return None
    ends = np.append(np.flatnonzero(np.diff(found) > gap_tokens), len(found) - 1)
    begins = np.append(0, ends[:-1] + 1)
    longest = int(np.argmax(ends - begins))
    return slice(int(found[begins[longest]]), int(found[ends[longest]]))


def _counts(numbers: Indexes, owners: Indexes, count: int) -> Indexes:
    """How many different owners each number has."""
    distinct = distinct_of(numbers << 32 | owners)
    return np.bincount(distinct >> 32, minlength=count)


def _linked(numbers: Indexes, owners: Indexes, groups: Indexes, spread: Indexes) -> Indexes:
    """A label for each anchor: those of one passage have the same."""
    lefts, rights = [], []
    for step in range(1, _MOST_STEPS + 1):
        same = owners[step:] == owners[:-step]
        a, b = numbers[:-step][same], numbers[step:][same]
        lefts.append(np.minimum(a, b) << 32 | np.maximum(a, b))
        rights.append(groups[owners[step:][same]])
    keys, groups_of = np.concatenate(lefts), np.concatenate(rights)
    pairs, which = np.unique_inverse(keys)
    together = _counts(which, groups_of, len(pairs))
    a, b = pairs >> 32, pairs & 0xFFFF_FFFF
    is_link = (2 * together > np.maximum(spread[a], spread[b])) & (a != b)
    return connected_labels(len(spread), a[is_link], b[is_link])


@dataclass(frozen=True, slots=True, eq=False)
class _Anchored:
    """Which document has which anchor, by its number, shape (p,), and the passage of each number.

    Passages have any labels.
    """

    numbers: Indexes
    owners: Indexes
    labels: Indexes


def _passages(
    hashes: HalfHashes, anchored: _Anchored, groups: Indexes, least_documents: int
) -> PassageArrays:
    numbers, labels = anchored.numbers, anchored.labels
    anchors = distinct_of(numbers)
    anchors = anchors[np.argsort(labels[anchors], kind="stable")]
    own, sizes = np.unique_counts(labels[anchors])
    postings = distinct_of(numbers << 32 | anchored.owners)  # an anchor counts once a document
    keys, have = np.unique_counts(labels[postings >> 32] << 32 | (postings & 0xFFFF_FFFF))
    passage, document = np.searchsorted(own, keys >> 32), keys & 0xFFFF_FFFF
    enough = 2 * have >= sizes[passage]
    passage, document, have = passage[enough], document[enough], have[enough]
    spread = _counts(passage, groups[document], len(own))
    kept = np.flatnonzero((spread >= least_documents) & (sizes >= _LEAST_ANCHORS))
    kept = kept[np.lexsort((own[kept], -(spread * sizes)[kept]))]
    anchor_places = _rows_of(sizes, kept)
    counts = np.bincount(passage, minlength=len(own))
    places = _rows_of(counts, kept)
    return PassageArrays(
        hashes[anchors[anchor_places]],
        bounds_of(sizes[kept]),
        document[places],
        have[places],
        bounds_of(counts[kept]),
        spread[kept],
    )


def _rows_of(sizes: Indexes, chosen: Indexes) -> Indexes:
    """The places of the rows of some of the lists of these sizes, list after list."""
    starts, lengths = bounds_of(sizes)[chosen], sizes[chosen]
    begins = np.repeat(starts - bounds_of(lengths)[:-1], lengths)
    return begins + np.arange(len(begins))
