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

from simhash_gui.core.ragged import Indexes, bounds_of
from simhash_gui.core.text.candidates import HalfHashes, Reader, sorted_postings
from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS, Thresholds
from simhash_gui.core.text.overlap import CountedTokens
from simhash_gui.core.text.shingles import (
    Hashes,
    Lookup,
    Shingles,
    counts_of_ascending,
    distinct_of,
    occurrence_hashes,
    shingles_of,
)
from simhash_gui.core.text.spans import Flags, TokenMarks, covered_tokens, inside, stretches

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
        postings = sorted_postings(read, low, high, groups)
        hashes, counts = counts_of_ascending((postings >> np.uint64(32)).astype(np.uint32))
        found = Commonness(
            np.concatenate((found.frequent, hashes[counts > limits.rare_documents])),
            np.concatenate((found.template, hashes[counts > limits.template_documents])),
        )
        yield found


@dataclass(frozen=True, eq=False)
class OwnText:
    """A document, and which of its tokens are its own; told when it is asked for.

    ``body``: tokens that are not marked as quoted, signature or footer. ``quoted``: those that look
    like quotations. ``is_frequent`` and ``is_of_template`` tell of each shingle what is common.
    """

    shingles: Shingles
    body: Flags
    quoted: Flags
    is_frequent: Flags
    is_of_template: Flags

    @cached_property
    def in_template(self) -> Flags:
        """The tokens in template shingles."""
        return _covered(self.shingles, self.is_of_template)

    @cached_property
    def rare(self) -> Flags:
        """The tokens in no frequent shingle."""
        return ~_covered(self.shingles, self.is_frequent)

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
    def is_on_template(self) -> bool:
        """Whether runs of template shingles, in a short text any such shingles, take some of it."""
        return bool(self.is_of_template.any()) and _is_on_template(self.shingles, self.in_template)

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
    found = common.among([document.hashes for document in documents])
    every = [
        own or TokenMarks.none(len(document.tokens))
        for document, own in zip(documents, marks, strict=True)
    ]
    return [
        OwnText(document, own.body, own.quoted, *flags)
        for document, own, flags in zip(documents, every, found, strict=True)
    ]


def _covered(document: Shingles, which: Flags) -> Flags:
    """The tokens of some shingles."""
    covered = np.zeros(len(document.tokens), np.bool_)
    for place in range(document.span):
        covered[place : place + len(which)] |= which
    return covered


def _is_on_template(document: Shingles, flags: Flags) -> bool:
    """Whether long runs have enough different words and take enough of the document.

    A phrase that many texts have by chance is shorter than a run has to be. Short texts have no
    room for such runs (a share of 0.2 to 0.5 does as well).
    """
    if len(flags) < DEFAULT_THRESHOLDS.short_tokens:
        return bool(flags.mean() >= _SHORT_SHARE)
    starts, ends = stretches(flags)
    is_long = ends - starts >= _RUN_TOKENS
    starts, ends = starts[is_long], ends[is_long]
    if not len(starts) or int((ends - starts).sum()) < _RUN_SHARE * len(flags):
        return False
    flags = covered_tokens(starts, ends, len(flags))
    return CountedTokens(document, flags).different_words(slice(None)) >= _RUN_WORDS
