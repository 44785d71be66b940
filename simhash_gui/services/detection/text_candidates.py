"""Candidates by text: pairs of documents that share hashes, whatever their fingerprints.

Versions of one text are found by bands of their sketches, as in locality-sensitive hashing, by rare
hashes among the least of their shingles and, where they are very short, by rare pairs of tokens.
Winnowed passages find copies of a part. What would cost too much is thinned out, and the answer
says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.folding import Folding, fold
from simhash_gui.core.text.candidates import (
    AskedReader,
    Budget,
    FilteredReader,
    HalfHashes,
    Postings,
    SharedHashes,
    candidate_pairs,
    neighbouring_bins,
    sketch_bands,
)
from simhash_gui.core.text.comparison_data import SAMPLE_SIZE
from simhash_gui.core.text.shingles import distinct_of
from simhash_gui.core.text.sketches import SKETCH_BYTES
from simhash_gui.core.types import NearDuplicatePairs
from simhash_gui.services.detection.candidates import LOW_HALF, Corpus, Flags, Keys, keys_of
from simhash_gui.services.detection.common_text import CommonText
from simhash_gui.services.detection.comparison_arrays import KeyReader, none_among
from simhash_gui.services.detection.groups import Crowds, find_crowds
from simhash_gui.services.detection.pairs import Ids
from simhash_gui.services.detection.shuffle import Shuffle
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.repositories.comparison_data import HashKind

BAND_ROWS = (2, 3, 4)
_FEW_DOCUMENTS = 50
_LEAST_SHARED = 2
"""Of 64: even where one shingle in eight is shared, fewer are in one sample of 500."""
_LEAST_RARE_SHARED, _FEW_RARE = 5, 24
"""Of two documents on a template that have not only few: 40 words in a row have twice as many."""
_FEW_TOKENS = 24
"""In a shorter text a few changes may leave no shingle as it was."""
_VERY_FEW_TOKENS = 6
"""In a still shorter text one change may part all neighbours."""
_DOCUMENTS_AT_ONCE = 1 << 16
_FEWEST_ROWS = 2_000_000
_ROWS_A_DOCUMENT = 100
"""So many pairs of a document and another that share a hash are looked at on the average."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Hashes of documents with distinct texts, of which ``read`` gives about ``count`` postings.

    Those in at most ``most_owners`` documents count, within the budget. Who shares ``least`` of
    them is a pair, or one of them where ``has_few`` says that one of the two has few.
    """

    read: AskedReader
    count: int
    most_owners: int
    budget: Budget
    has_few: Flags | None = None
    least: int = 1

    def members(self, shared: SharedHashes) -> Iterator[NearDuplicatePairs]:
        """The pairs that share enough, by the numbers of their texts."""
        for pairs in candidate_pairs(shared):
            left, right = pairs.left, pairs.right
            chosen = pairs.shared >= self.least
            if self.has_few is not None:
                chosen |= self.has_few[left] | self.has_few[right]
            left, right = left[chosen], right[chosen]
            yield NearDuplicatePairs(left, right, np.zeros(len(left), np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class _Bands:
    """Reads so many ``rows`` as a band of sketches, of the shape (d, 128) for the numbers (d,)."""

    values: NDArray[np.uint8]
    rows: int
    numbers: Ids

    def __call__(self) -> Iterator[Postings]:
        """All bands."""
        return self._numbered(self.values, self.numbers)

    def of(self, is_asked: Flags) -> Iterator[Postings]:
        """Those of some numbers, shape (n,)."""
        which = is_asked[self.numbers]
        return self._numbered(self.values[which], self.numbers[which])

    def among(self, hashes: HalfHashes) -> Iterator[Postings]:
        """Those of some hashes, which ascend."""
        return self._numbered(self.values, self.numbers, hashes)

    def _numbered(
        self, values: NDArray[np.uint8], numbers: Ids, hashes: HalfHashes | None = None
    ) -> Iterator[Postings]:
        for piece in sketch_bands(values, self.rows, hashes):
            yield Postings(piece.hashes, numbers[piece.owners])


class TextCandidates:
    """Pairs that share hashes of their texts; documents of the same tokens are asked once.

    ``texts`` puts the documents of ``Corpus.firsts`` with the same tokens together, ``firsts`` are
    the positions of the first of each. ``is_cut``: some pairs were left out for their cost.
    """

    def __init__(self, corpus: Corpus, control: JobControl, shuffle: Shuffle) -> None:
        self._corpus = corpus
        self._shuffle = shuffle
        self._control = control
        firsts = corpus.firsts
        self.texts: Folding = fold((corpus.arrays.digests[firsts],))
        self._text_of = self.texts.inverse[corpus.folding.inverse]
        self._is_first = np.zeros(len(corpus.words), np.bool_)
        self.firsts = firsts[self.texts.members[self.texts.offsets[:-1]]]
        self._is_first[self.firsts] = True
        self._crowds: Crowds | None = None
        self.is_cut = False

    @property
    def crowds(self) -> Crowds:
        """Texts that are nearly all alike, by positions."""
        if self._crowds is None:
            files = np.bincount(self._text_of, self._corpus.files, len(self.texts))
            arrays, control = self._corpus.arrays, self._control
            self._crowds = find_crowds(arrays, self.firsts, files.astype(np.int64), control)
        return self._crowds

    @property
    def has_crowds(self) -> bool:
        """Whether somebody asked for crowds, and there are some."""
        return self._crowds is not None and len(self._crowds.members) > 0

    def numbers(self, positions: Ids) -> Ids:
        """The numbers of the texts of some positions."""
        return self._text_of[positions]

    def of_same_tokens(self) -> Keys:
        """Pairs of one text whose fingerprints differ, as some recipes look at more than tokens."""
        return keys_of(self._corpus.firsts, self.texts.identical_pairs())

    def with_leaders(self) -> Keys:
        """Those that another one leads, with that one."""
        members = self.crowds.members
        leaders = self.crowds.leader_of[members]
        return np.minimum(members, leaders) << 32 | np.maximum(members, leaders)

    def sketches(self, rows: int) -> Source:
        """Bands of so many bins of the sketches of those that are in no crowd."""
        alone = np.flatnonzero(~np.isin(self.firsts, self.crowds.members))
        values = self._corpus.arrays.sketches.values[self.firsts[alone]]
        bands = _Bands(values, rows, alone)
        count = len(values) * SKETCH_BYTES // rows
        return Source(bands, count, len(values), self._budget(2))

    def samples(self) -> Source:
        """The least shingles, where they are rare."""
        few = self._corpus.arrays.sketches.counts[self.firsts] < SAMPLE_SIZE
        read, count = self._keys(HashKind.SAMPLE), len(self.texts) * SAMPLE_SIZE
        return Source(read, count, _FEW_DOCUMENTS, self._budget(0), few, _LEAST_SHARED)

    def tokens(self) -> Source:
        """Of very short texts rare pairs of tokens, and, of a few, single ones."""
        sketches = self._corpus.arrays.token_sketches
        short = np.flatnonzero(sketches.counts[self.firsts] < _FEW_TOKENS)
        values = sketches.values[self.firsts[short]]
        few = sketches.counts[self.firsts[short]] < _VERY_FEW_TOKENS

        def read() -> Iterator[Postings]:
            for start in range(0, len(short), _DOCUMENTS_AT_ONCE):
                some = values[start : start + _DOCUMENTS_AT_ONCE]
                tiny = np.where(few[start : start + _DOCUMENTS_AT_ONCE, None], some, 0)
                for piece in (neighbouring_bins(some), *sketch_bands(tiny, 1)):
                    yield Postings(piece.hashes, short[start:][piece.owners])

        count = int(np.count_nonzero(values))
        return Source(FilteredReader(read), count, _FEW_DOCUMENTS, self._budget(0))

    def shared(self, source: Source) -> SharedHashes:
        """The hashes that some share. Raises JobCancelledError."""
        asked = (source.read, source.count, source.most_owners, source.budget)
        for shared in self._shuffle.shared(*asked):  # noqa: B007
            self._control.checkpoint()
        self.is_cut = self.is_cut or shared.is_cut
        return shared

    def keys(self, source: Source, shared: SharedHashes) -> Keys:
        """The pairs that share enough. Raises JobCancelledError."""
        return keys_of(self._corpus.firsts, self._expanded(source, shared))

    def _expanded(self, source: Source, shared: SharedHashes) -> Iterator[NearDuplicatePairs]:
        for pairs in source.members(shared):
            self._control.checkpoint()
            yield from self.texts.expand(pairs)

    def by_passages(self, common: CommonText) -> Keys:
        """Pairs that share a passage of no template; on a template, several that are rare."""
        every, _ = self._passages(common.passages.template)
        keys = distinct_of(self.keys(every, self.shared(every)))
        few, counts = self._passages(common.passages.frequent)
        asked = replace(few, has_few=counts < _FEW_RARE, least=_LEAST_RARE_SHARED)
        rare = distinct_of(self.keys(asked, self.shared(asked)))
        may = common.may_be_on_template
        are_siblings = may[keys >> 32] & may[keys & LOW_HALF]
        found: Keys = keys[~are_siblings | np.isin(keys, rare, assume_unique=True)]
        return found

    def _passages(self, common: HalfHashes) -> tuple[Source, Ids]:
        """Passages that are not common, and how many each document has of these."""
        read: AskedReader = self._keys(HashKind.PASSAGES, common)
        if self.has_crowds:
            leaders = self.crowds.of_leaders(self._corpus.arrays.hashes(HashKind.PASSAGES))
            read = FilteredReader(partial(self._beside_leaders, self.crowds, leaders, common))
        counts = np.zeros(len(self.texts), np.int64)
        for piece in read():
            counts += np.bincount(piece.owners, minlength=len(counts))
        return Source(read, int(counts.sum()), len(self.texts), self._budget(2)), counts

    def _budget(self, thinnings: int) -> Budget:
        return Budget(max(_FEWEST_ROWS, _ROWS_A_DOCUMENT * len(self.texts)), thinnings)

    def _keys(self, kind: HashKind, without: HalfHashes | None = None) -> KeyReader:
        """The keys of the first document of each text, by the number of the text."""
        owner_of = np.where(self._is_first, self._text_of, -1)
        without = np.empty(0, np.uint32) if without is None else without
        return KeyReader(self._corpus.arrays, (kind,), owner_of, self._control, without)

    def _beside_leaders(
        self, crowds: Crowds, leaders: NDArray[np.uint64], common: HalfHashes
    ) -> Iterator[Postings]:
        """The passages that members of crowds have beside those of their leaders."""
        found = none_among(self._corpus.arrays.hashes(HashKind.PASSAGES), common)
        for piece in crowds.own_postings(found, leaders):
            self._control.checkpoint()
            chosen = self._is_first[piece.owners]
            yield Postings(piece.hashes[chosen], self._text_of[piece.owners[chosen]])
