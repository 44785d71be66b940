"""Candidates: the pairs of documents worth a look, by fingerprints, samples and passages.

Fingerprints find what is within a distance. Versions of one text whose fingerprints are farther
apart are found by bands of their sketches, as in locality-sensitive hashing, by rare hashes among
the least of their shingles and, where they are very short, by rare pairs of tokens. Winnowed
passages find copies of a part. What would cost too much is searched less far or thinned out, and
the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.hamming.distances import as_lanes, pair_distances
from simhash_gui.core.hamming.folding import Folding, fold
from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.text.candidates import (
    Budget,
    HalfHashes,
    Postings,
    Reader,
    SharedHashes,
    candidate_pairs,
    neighbouring_bins,
    sketch_bands,
)
from simhash_gui.core.text.comparison_data import SAMPLE_SIZE
from simhash_gui.core.text.shingles import distinct_of
from simhash_gui.core.text.sketches import SKETCH_BYTES
from simhash_gui.core.types import NearDuplicatePairs, Words
from simhash_gui.services.detection.common_text import CommonText, find_common_text, versions
from simhash_gui.services.detection.comparison_arrays import (
    ComparisonArrays,
    KeyReader,
    none_among,
)
from simhash_gui.services.detection.groups import Crowds, find_crowds
from simhash_gui.services.detection.pair_search import (
    PAIR_LIMIT,
    PairSearchPlan,
    TooManyPairsError,
    plan_pair_search,
)
from simhash_gui.services.detection.pairs import DetectionOptions, Ids, default_distance
from simhash_gui.services.detection.passage_marks import MarkedHashes
from simhash_gui.services.detection.shuffle import HERE, Shuffle
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.repositories.comparison_data import HashKind

_LOWERED_BY = 3
_AFFORDABLE_S = 40.0
_AFFORDABLE_S_A_DOCUMENT = 0.0004
"""By core's unit costs: how far is searched depends on the library, not on the machine."""
_LOW_HALF = 0xFFFF_FFFF

_BAND_ROWS = (2, 3, 4)
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

Keys = NDArray[np.int64]
Flags = NDArray[np.bool_]
_NO_KEYS: Keys = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """The documents of a search; ``folding`` is over digests of tokens and fingerprints.

    ``files``, shape (n,), counts the files of each document.
    """

    recipe: Recipe
    words: Words
    rests: Words | None
    folding: Folding
    arrays: ComparisonArrays
    files: Ids

    @property
    def firsts(self) -> Ids:
        """The positions of the first member of each group, ascending."""
        return self.folding.members[self.folding.offsets[:-1]]


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of positions that may belong together, left < right, each once.

    ``share_passages`` marks those that sketches may not reject, for copies of a part are too small
    for them.
    """

    left: Ids
    right: Ids
    distance: NDArray[np.uint8]
    share_passages: Flags

    def __len__(self) -> int:
        return len(self.left)

    def take(self, selection: slice | Flags) -> Candidates:
        """Some of them."""
        return Candidates(
            self.left[selection],
            self.right[selection],
            self.distance[selection],
            self.share_passages[selection],
        )


@dataclass(frozen=True, slots=True, eq=False)
class FoundCandidates:
    """Candidates, the distance that was searched, what was left out for its cost, and what is
    common among the documents.

    ``inside`` are candidates inside ``crowds``, for members that are not confirmed to be like their
    leader.
    """

    candidates: Candidates
    inside: Candidates
    crowds: Crowds
    distance: int
    is_lowered: bool
    is_cut: bool
    common: CommonText


def find_candidates(
    corpus: Corpus,
    options: DetectionOptions,
    marked: MarkedHashes,
    control: JobControl,
    shuffle: Shuffle = HERE,
) -> FoundCandidates:
    """All candidates. Raises JobCancelledError, InvalidDistanceError and TooManyPairsError."""
    is_by_text = options.distance is None and not options.all_candidates
    texts = _TextCandidates(corpus, control, shuffle)
    crowds = texts.crowds if is_by_text else Crowds.none(len(corpus.words))
    alone = np.setdiff1d(corpus.firsts, crowds.members)
    searched = _searched(corpus, alone, options, partial(_run, shuffle=shuffle, control=control))
    keys = [_keys(searched.positions, searched.found.expanded())]
    if is_by_text or options.partial:
        keys.append(texts.of_same_tokens())
    if is_by_text:
        keys += [texts.by_sketches(), texts.by_samples(), texts.by_tokens()]
    whole = distinct_of(np.concatenate(keys))
    first_of = corpus.firsts[corpus.folding.inverse]
    left, right = whole >> 32, whole & _LOW_HALF
    own, other = crowds.rings
    linked = (np.concatenate((left, own)), np.concatenate((right, other)))
    groups = versions(corpus.arrays, *linked, first_of, shuffle)
    asked = (marked, options.thresholds)
    common = find_common_text(corpus.arrays, groups, *asked, control, shuffle)
    by_passage = texts.by_passages(common) if options.partial else _NO_KEYS
    distinct = distinct_of(np.concatenate((whole, by_passage)))
    candidates = _candidates(corpus, distinct, by_passage)
    is_inside = crowds.is_inside(candidates.left, candidates.right)
    is_inside &= ~crowds.has_leader(candidates.left, candidates.right)
    return FoundCandidates(
        candidates.take(~is_inside),
        candidates.take(is_inside),
        crowds,
        searched.distance,
        searched.is_lowered,
        texts.is_cut or shuffle.is_cut,
        common,
    )


def _candidates(corpus: Corpus, distinct: Keys, by_passage: Keys) -> Candidates:
    """With their distances, and whether they share a passage."""
    left, right = distinct >> 32, distinct & _LOW_HALF
    distances = pair_distances(as_lanes(corpus.words, corpus.rests), left, right)
    return Candidates(left, right, distances, np.isin(distinct, by_passage, assume_unique=True))


class _TextCandidates:
    """Pairs that share hashes of their texts; documents of the same tokens are asked once."""

    def __init__(self, corpus: Corpus, control: JobControl, shuffle: Shuffle) -> None:
        self._corpus = corpus
        self._shuffle = shuffle
        self._control = control
        firsts = corpus.firsts
        self._groups = fold((corpus.arrays.digests[firsts],))
        self._group_of = self._groups.inverse[corpus.folding.inverse]
        self._is_first = np.zeros(len(corpus.words), np.bool_)
        self._firsts = firsts[self._groups.members[self._groups.offsets[:-1]]]
        self._is_first[self._firsts] = True
        self._crowds: Crowds | None = None
        self.is_cut = False

    @property
    def crowds(self) -> Crowds:
        """Texts that are nearly all alike, by positions."""
        if self._crowds is None:
            files = np.bincount(self._group_of, self._corpus.files, len(self._groups))
            arrays, control = self._corpus.arrays, self._control
            self._crowds = find_crowds(arrays, self._firsts, files.astype(np.int64), control)
        return self._crowds

    def of_same_tokens(self) -> Keys:
        """Pairs of one text whose fingerprints differ, as some recipes look at more than tokens."""
        return _keys(self._corpus.firsts, self._groups.identical_pairs())

    def by_sketches(self) -> Keys:
        """Pairs that share a band of their sketches: narrow bands, unless those are too many."""
        alone = np.flatnonzero(~np.isin(self._firsts, self.crowds.members))
        values = self._corpus.arrays.sketches.values[self._firsts[alone]]
        count = len(values) * SKETCH_BYTES

        def bands(rows: int) -> Iterator[Postings]:
            for piece in sketch_bands(values, rows):
                yield Postings(piece.hashes, alone[piece.owners])

        for rows in _BAND_ROWS:
            read = partial(bands, rows)
            shared = self._shared(read, count // rows, len(values), self._budget(2))
            if not shared.is_cut:
                break
            self.is_cut = True  # who shares a narrow band alone is not found by a wide one
        return np.concatenate((self._keys_of(shared), self._with_leaders()))

    def _with_leaders(self) -> Keys:
        members = self.crowds.members
        leaders = self.crowds.leader_of[members]
        return np.minimum(members, leaders) << 32 | np.maximum(members, leaders)

    def by_samples(self) -> Keys:
        """Pairs that share several rare hashes of their samples, or one where one has few."""
        count = len(self._groups) * SAMPLE_SIZE
        read = self._keys(HashKind.SAMPLE)
        shared = self._shared(read, count, _FEW_DOCUMENTS, self._budget(0))
        few = self._corpus.arrays.sketches.counts[self._firsts] < SAMPLE_SIZE
        return self._keys_of(shared, few)

    def by_tokens(self) -> Keys:
        """Pairs of very short texts that share rare pairs of tokens, or, of a few, single ones."""
        sketches = self._corpus.arrays.token_sketches
        short = np.flatnonzero(sketches.counts[self._firsts] < _FEW_TOKENS)
        values = sketches.values[self._firsts[short]]
        few = sketches.counts[self._firsts[short]] < _VERY_FEW_TOKENS

        def read() -> Iterator[Postings]:
            for start in range(0, len(short), _DOCUMENTS_AT_ONCE):
                some = values[start : start + _DOCUMENTS_AT_ONCE]
                tiny = np.where(few[start : start + _DOCUMENTS_AT_ONCE, None], some, 0)
                for piece in (neighbouring_bins(some), *sketch_bands(tiny, 1)):
                    yield Postings(piece.hashes, short[start:][piece.owners])

        count = int(np.count_nonzero(values))
        shared = self._shared(read, count, _FEW_DOCUMENTS, self._budget(0))
        return self._keys_of(shared)

    def by_passages(self, common: CommonText) -> Keys:
        """Pairs that share a passage of no template; on a template, several that are rare."""
        keys = distinct_of(self._keys_of(self._by_passages_but(common.passages.template)[0]))
        shared, counts = self._by_passages_but(common.passages.frequent)
        rare = distinct_of(self._keys_of(shared, counts < _FEW_RARE, _LEAST_RARE_SHARED))
        may = common.may_be_on_template
        are_siblings = may[keys >> 32] & may[keys & _LOW_HALF]
        found: Keys = keys[~are_siblings | np.isin(keys, rare, assume_unique=True)]
        return found

    def _by_passages_but(self, common: HalfHashes) -> tuple[SharedHashes, Ids]:
        """Who shares passages that are not common, and how many each document has of these."""
        crowds, leaders = self._crowds, None
        if crowds is not None and len(crowds.members):
            leaders = crowds.of_leaders(self._corpus.arrays.hashes(HashKind.PASSAGES))

        read: Reader = self._keys(HashKind.PASSAGES, common)
        if crowds is not None and leaders is not None:
            read = partial(self._beside_leaders, crowds, leaders, common)
        counts = np.zeros(len(self._groups), np.int64)
        for piece in read():
            counts += np.bincount(piece.owners, minlength=len(counts))
        shared = self._shared(read, int(counts.sum()), len(self._groups), self._budget(2))
        return shared, counts

    def _budget(self, thinnings: int) -> Budget:
        return Budget(max(_FEWEST_ROWS, _ROWS_A_DOCUMENT * len(self._groups)), thinnings)

    def _keys(self, kind: HashKind, without: HalfHashes | None = None) -> KeyReader:
        """The keys of the first document of each group, by the number of the group."""
        owner_of = np.where(self._is_first, self._group_of, -1)
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
            yield Postings(piece.hashes[chosen], self._group_of[piece.owners[chosen]])

    def _shared(self, read: Reader, count: int, most_owners: int, budget: Budget) -> SharedHashes:
        for shared in self._shuffle.shared(read, count, most_owners, budget):  # noqa: B007
            self._control.checkpoint()
        return shared

    def _keys_of(
        self, shared: SharedHashes, has_few: Flags | None = None, least: int = _LEAST_SHARED
    ) -> Keys:
        """Pairs that share a hash; ``least`` of them, unless one of the two has few."""
        self.is_cut = self.is_cut or shared.is_cut
        return _keys(self._corpus.firsts, self._members(shared, has_few, least))

    def _members(
        self, shared: SharedHashes, has_few: Flags | None, least: int
    ) -> Iterator[NearDuplicatePairs]:
        for pairs in candidate_pairs(shared):
            self._control.checkpoint()
            left, right = pairs.left, pairs.right
            if has_few is not None:
                chosen = has_few[left] | has_few[right] | (pairs.shared >= least)
                left, right = left[chosen], right[chosen]
            found = NearDuplicatePairs(left, right, np.zeros(len(left), np.uint8))
            yield from self._groups.expand(found)


def _keys(firsts: Ids, batches: Iterable[NearDuplicatePairs]) -> Keys:
    """Pairs of groups as numbers: the position of the left one above that of the right one."""
    parts = [_NO_KEYS]
    for pairs in batches:
        left, right = firsts[pairs.left], firsts[pairs.right]
        parts.append(np.minimum(left, right) << 32 | np.maximum(left, right))
    return np.concatenate(parts)


@dataclass(frozen=True, slots=True, eq=False)
class _Searched:
    """Pairs by fingerprint, numbers of ``positions``, and how far that went."""

    found: FoldedPairs
    positions: Ids
    distance: int
    is_lowered: bool


def _searched(
    corpus: Corpus,
    positions: Ids,
    options: DetectionOptions,
    run: Callable[[PairSearchPlan], FoldedPairs],
) -> _Searched:
    """As far as was asked; else as far as the default, or what of it is affordable.

    Fingerprints are searched in their own order: what a sample of them tells is then the same in
    whatever order documents were imported.
    """
    asked = options.distance
    lanes = as_lanes(corpus.words, corpus.rests)
    positions = positions[np.lexsort([lane[positions] for lane in reversed(lanes)])]
    words = corpus.words[positions]
    rests = None if corpus.rests is None else corpus.rests[positions]
    if asked is not None:
        found = run(plan_pair_search(words, asked, rests=rests))
        return _Searched(found, positions, asked, False)
    default = default_distance(corpus.recipe)
    affordable_s = _AFFORDABLE_S + _AFFORDABLE_S_A_DOCUMENT * len(words)
    for distance in range(default, 0, -_LOWERED_BY):
        plan = plan_pair_search(words, distance, rests=rests)
        if plan.estimate.seconds <= affordable_s:
            try:
                return _Searched(run(plan), positions, distance, distance < default)
            except TooManyPairsError:
                continue
    found = run(plan_pair_search(words, 0, rests=rests))
    return _Searched(found, positions, 0, default > 0)


def _run(plan: PairSearchPlan, shuffle: Shuffle, control: JobControl) -> FoldedPairs:
    """Search. Raises TooManyPairsError also for pairs of equal fingerprints and other tokens."""
    found = shuffle.near(plan, control)
    if found.count() > PAIR_LIMIT:
        raise TooManyPairsError(plan.search.k, PAIR_LIMIT)
    return found
