"""What is common in a library: shingles that stand in many documents, and documents on a template.

``Commonness`` says of every shingle whether it is rare (in at most ``rare_documents`` documents)
and whether it belongs to a template (in more than ``template_documents``). Versions of one document
count once: whoever counts gives them one group. Both limits follow from how many unrelated
documents there are. In a library of fewer than ``FEWEST_DOCUMENTS`` counts tell nothing. What a
person or a template file says is common is so whatever the counts, and what a person calls a copy
never is.

``own_texts_of`` tells which tokens of a document are its own. A document is *on a template* when
runs of template shingles take some share of it. What follows for a pair is left to
``library_classes``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import (
    Indexes,
    bounds_of,
    changes_in_each,
    chosen_of_each,
    sort_each,
)
from simhash_gui.core.text.candidates import HalfHashes, Reader, sorted_postings
from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS, Thresholds
from simhash_gui.core.text.overlap import CHARACTERS_A_WORD
from simhash_gui.core.text.shingles import (
    Hashes,
    Lookup,
    Shingles,
    counts_of_ascending,
    distinct_of,
    occurrence_hashes,
    shingles_of,
)
from simhash_gui.core.text.spans import Flags, TokenMarks, covered_tokens, inside

FEWEST_DOCUMENTS = 20
"""Of fewer unrelated documents counts tell little: three of nineteen may be copies or a form."""
RANGE_POSTINGS = 1 << 24
"""Postings that are counted at once: 128 MiB. All are read again for each range."""
MOST_POSTINGS = 1 << 26
"""With more postings only every fourth shingle is counted (``SAMPLED``)."""
SAMPLED = 4
"""A shingle is sampled when this divides its low half."""

_DOCUMENTS_A_TEMPLATE = 7
_FEWEST_OF_TEMPLATE, _FEWEST_RARE = 4, 3
_RUN_TOKENS, _RUN_WORDS, _RUN_SHARE = 8, 10, 0.02
_SHORT_SHARE = 0.3
_ALL = np.iinfo(np.int64).max


def _nothing() -> HalfHashes:
    return np.empty(0, np.uint32)


@dataclass(frozen=True, slots=True)
class CommonLimits:
    """In how many documents a shingle may stand and be rare, or be of no template."""

    rare_documents: int
    template_documents: int

    @classmethod
    def of(cls, documents: int, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> Self:
        """The limits in a library of so many unrelated documents.

        A template begins above one document in seven, at 4 to ``template_documents``; rare is half
        of that, 3 to ``rare_documents``. Measured on ten labelled sets and their halves, thirds and
        quarters; one in six and one in eight do as well. The largest values hold in libraries of
        any size: the boilerplate of a hundred documents is boilerplate in a million.
        """
        if documents < FEWEST_DOCUMENTS:
            return cls(_ALL, _ALL)
        limit = max(_FEWEST_OF_TEMPLATE, documents // _DOCUMENTS_A_TEMPLATE)
        limit = min(thresholds.template_documents, limit)
        rare = min(thresholds.rare_documents, max(_FEWEST_RARE, limit // 2))
        return cls(min(rare, limit), limit)


@dataclass(frozen=True, eq=False)
class Commonness:
    """The low halves of hashes, ascending: ``frequent`` are not rare, and ``template``, a part of
    these, stand in enough documents to be of a template.

    ``is_sampled``: only sampled shingles were counted, and the others are what the nearest sampled
    one is. Measured on the labelled sets, that changes the class of one pair in a thousand.
    """

    frequent: HalfHashes = field(default_factory=_nothing)
    template: HalfHashes = field(default_factory=_nothing)
    is_sampled: bool = False

    def with_marked(self, common: HalfHashes, copied: HalfHashes) -> Commonness:
        """The same where people have marked text, whatever the counts say of it."""
        if not len(common) and not len(copied):
            return self
        return Commonness(
            np.setdiff1d(np.union1d(self.frequent, common), copied),
            np.setdiff1d(np.union1d(self.template, common), copied),
            self.is_sampled,
        )

    def among(self, documents: Sequence[Hashes]) -> list[tuple[Flags, Flags]]:
        """Which shingles of each document, in its order, are frequent, and which of a template."""
        bounds = bounds_of(np.fromiter(map(len, documents), np.int64, len(documents)))[1:-1]
        halves = np.concatenate([_nothing(), *documents], dtype=np.uint32, casting="unsafe")
        frequent = self._frequent.has(halves)
        places = np.flatnonzero(frequent)
        of_template = np.zeros(len(halves), np.bool_)
        of_template[places[self._template.has(halves[places])]] = True
        pieces = [np.split(each, bounds) for each in (frequent, of_template, halves)]
        found = list(zip(*pieces, strict=True))[: len(documents)]
        if self.is_sampled:
            return [(_spread(own, halves), _spread(other, halves)) for own, other, halves in found]
        return [(own, other) for own, other, _ in found]

    @cached_property
    def _frequent(self) -> Lookup:
        return Lookup(self.frequent)

    @cached_property
    def _template(self) -> Lookup:
        return Lookup(self.template)


NOTHING_COMMON = Commonness()


def _spread(flags: Flags, halves: HalfHashes) -> Flags:
    """What is known of sampled shingles, also of those that are nearest to one."""
    places = np.flatnonzero(halves % np.uint32(SAMPLED) == 0)
    if not len(places):
        return flags
    middles = (places[1:] + places[:-1] + 1) // 2
    nearest = places[np.searchsorted(middles, np.arange(len(halves)), side="right")]
    spread: Flags = flags | flags[nearest]
    return spread


def count_documents(
    read: Reader,
    groups: Indexes,
    posting_count: int,
    limits: CommonLimits,
    *,
    range_postings: int = RANGE_POSTINGS,
) -> Iterator[Commonness]:
    """Count in how many groups of documents each hash stands.

    ``read`` gives which document has which hash, ``groups`` of shape (d,) puts versions of one
    document together, ``posting_count`` is about how many postings there are. Yields after every
    range of hashes, so that the caller can stop; the last one is the result. Memory goes by
    ``range_postings`` and by what is common.
    """
    found = NOTHING_COMMON
    ranges = max(1, -(-posting_count // range_postings))
    edges = [(number << 32) // ranges for number in range(ranges + 1)]
    for low, high in pairwise(edges):
        some = _common_of(sorted_postings(read, low, high, groups), limits)
        found = Commonness(
            np.concatenate((found.frequent, some.frequent)),
            np.concatenate((found.template, some.template)),
        )
        yield found


def _common_of(postings: NDArray[np.uint64], limits: CommonLimits) -> Commonness:
    """What is common in a range; its postings are gone before the next range is read."""
    hashes, counts = counts_of_ascending((postings >> np.uint64(32)).astype(np.uint32))
    return Commonness(
        hashes[counts > limits.rare_documents], hashes[counts > limits.template_documents]
    )


@dataclass(frozen=True, eq=False)
class OwnText:
    """A document, and which of its tokens are its own.

    ``body``: tokens that are not marked as quoted, signature or footer. ``quoted``: those that look
    like quotations. ``is_frequent`` and ``is_of_template`` tell of each shingle what is common,
    ``rare`` which tokens are in no frequent one, ``in_template`` which are in one of a template.
    ``is_on_template``: runs of these, in a short text any of these, take some of it.
    """

    shingles: Shingles
    body: Flags
    quoted: Flags
    is_frequent: Flags
    is_of_template: Flags
    rare: Flags
    in_template: Flags
    is_on_template: bool

    @cached_property
    def own_shingles(self) -> Hashes:
        """The rare shingles of the body, ascending."""
        is_own = ~self.is_frequent
        if self.is_marked:
            is_own &= inside(self.body, self.shingles.span)
        return distinct_of(self.shingles.hashes[is_own])

    @cached_property
    def shingles_of_no_template(self) -> Hashes:
        """The shingles that are of no template, ascending."""
        return distinct_of(self.shingles.hashes[~self.is_of_template])

    @cached_property
    def own(self) -> Flags:
        """The rare tokens of the body."""
        return self.body & self.rare

    @cached_property
    def own_count(self) -> int:
        """How many these are."""
        return int(np.count_nonzero(self.own))

    @cached_property
    def own_tokens(self) -> Hashes:
        """The tokens that are its own, in order."""
        return self.shingles.tokens[self.own]

    @cached_property
    def own_occurrences(self) -> Hashes:
        """The ``occurrence_hashes`` of these."""
        return occurrence_hashes(self.own_tokens)

    @cached_property
    def is_marked(self) -> bool:
        """Whether the body is only a part of the document."""
        return not self.body.all()

    @cached_property
    def has_words(self) -> bool:
        """Whether anybody wrote it: not all of it is signature, footer or a program's note."""
        return bool(self.body.any() or self.quoted.any())

    @cached_property
    def body_shingles(self) -> Shingles:
        """The body as a document; without a body what is quoted."""
        return self._part(self.body if self.body.any() else self.quoted)

    @cached_property
    def written(self) -> Shingles:
        """The body without what looks like a quotation, as a document: what its author wrote."""
        return self._part(self.body & ~self.quoted)

    def _part(self, flags: Flags) -> Shingles:
        if flags.all():
            return self.shingles
        characters, numbers = self.shingles.is_character, self.shingles.is_number
        return shingles_of(
            self.shingles.tokens[flags],
            self.shingles.size,
            None if characters is None else characters[flags],
            None if numbers is None else numbers[flags],
        )


def own_texts_of(
    documents: Sequence[Shingles], common: Commonness, marks: Sequence[TokenMarks | None]
) -> list[OwnText]:
    """Tell what of each document is its own, by what is common and by what is marked in it."""
    every = [
        own or TokenMarks.none(len(document.tokens))
        for document, own in zip(documents, marks, strict=True)
    ]
    found = common.among([document.hashes for document in documents])
    bounds = bounds_of(np.fromiter((len(each.tokens) for each in documents), np.int64))
    is_common = _covered(documents, bounds, [is_frequent for is_frequent, _ in found])
    in_template = _covered(documents, bounds, [is_of_template for _, is_of_template in found])
    on_template = _are_on_template(documents, bounds, in_template).tolist()
    rare = ~is_common
    return [
        OwnText(
            document,
            marked.body,
            marked.quoted,
            *of_shingles,
            rare[start:end],
            in_template[start:end],
            is_on_template,
        )
        for document, marked, of_shingles, (start, end), is_on_template in zip(
            documents, every, found, pairwise(bounds.tolist()), on_template, strict=True
        )
    ]


def _covered(documents: Sequence[Shingles], bounds: Indexes, which: Sequence[Flags]) -> Flags:
    """The tokens of some shingles of each document, laid end to end; ``bounds`` are of tokens."""
    counts = np.fromiter(map(len, which), np.int64, len(which))
    spans = np.fromiter((each.span for each in documents), np.int64, len(documents))
    chosen = np.flatnonzero(np.concatenate([np.empty(0, np.bool_), *which]))
    owners = np.searchsorted(np.cumsum(counts), chosen, side="right")
    starts = chosen + (bounds[:-1] - bounds_of(counts)[:-1])[owners]
    return covered_tokens(starts, starts + spans[owners], int(bounds[-1]))


def _are_on_template(documents: Sequence[Shingles], bounds: Indexes, in_template: Flags) -> Flags:
    """Which documents have long runs with enough different words, that take enough of them.

    A phrase that many texts have by chance is shorter than a run has to be. Short texts have no
    room for such runs (a share of 0.2 to 0.5 does as well).
    """
    lengths, edges = np.diff(bounds), np.zeros(len(in_template) + 1, np.bool_)
    edges[bounds] = True
    edges[1:-1] |= in_template[1:] != in_template[:-1]
    begins = np.flatnonzero(edges)
    starts, ends = begins[:-1], begins[1:]
    is_run = in_template[starts] & (ends - starts >= _RUN_TOKENS)
    starts, ends = starts[is_run], ends[is_run]
    owners = np.searchsorted(bounds, starts, side="right") - 1
    in_runs = np.bincount(owners, ends - starts, len(documents))
    has_runs = (in_runs > 0) & (in_runs >= _RUN_SHARE * lengths)
    is_wanted = has_runs[owners]
    flags = covered_tokens(starts[is_wanted], ends[is_wanted], len(in_template))
    sums = np.concatenate(([0], np.cumsum(in_template)))[bounds]
    is_short = lengths < DEFAULT_THRESHOLDS.short_tokens
    of_short = np.diff(sums) / np.maximum(lengths, 1) >= _SHORT_SHARE
    are: Flags = np.where(is_short, of_short, has_runs & _have_words(documents, bounds, flags))
    return are


def _have_words(documents: Sequence[Shingles], bounds: Indexes, flags: Flags) -> Flags:
    """Which documents have enough different words at the flags; a character is half a word."""
    tokens = np.concatenate([np.empty(0, np.uint64), *(each.tokens for each in documents)])
    is_character = np.concatenate(
        [np.empty(0, np.bool_), *(_are_characters(document) for document in documents)]
    )
    words = _distinct_counts(tokens, bounds, flags).astype(np.float64)
    words -= _distinct_counts(tokens, bounds, flags & is_character) / CHARACTERS_A_WORD
    have: Flags = words >= _RUN_WORDS
    return have


def _are_characters(document: Shingles) -> Flags:
    if document.is_character is None:
        return np.zeros(len(document.tokens), np.bool_)
    return document.is_character


def _distinct_counts(values: Hashes, bounds: Indexes, flags: Flags) -> Indexes:
    """How many different values of each list are at the flags."""
    chosen, own_bounds = chosen_of_each(values, bounds, flags)
    sort_each(chosen, own_bounds)
    places = np.flatnonzero(changes_in_each(chosen, own_bounds))
    return np.diff(np.searchsorted(places, own_bounds))
