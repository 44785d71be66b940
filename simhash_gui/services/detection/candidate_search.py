"""The search for candidates: the pairs of documents worth a look, by fingerprints and by text.

Fingerprints find what is within a distance. Versions of one text whose fingerprints are farther
apart, and copies of a part, are found by their text, see ``text_candidates``. Sketches reject most
of them at once. What would cost too much is searched less far or thinned out, and the answer says
so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.distances import as_lanes, pair_distances
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.candidates import rows_of
from simhash_gui.core.text.classes import Screening
from simhash_gui.core.text.shingles import distinct_of, is_among
from simhash_gui.services.detection.candidates import (
    LOW_HALF,
    Candidates,
    Corpus,
    Flags,
    FoundCandidates,
    Keys,
)
from simhash_gui.services.detection.common_text import are_alike, find_common_text, versions
from simhash_gui.services.detection.comparison_arrays import Sketched
from simhash_gui.services.detection.groups import Crowds
from simhash_gui.services.detection.near_candidates import near_pairs
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.passage_marks import MarkedHashes
from simhash_gui.services.detection.screening import screened
from simhash_gui.services.detection.shuffle import HERE, Shuffle
from simhash_gui.services.detection.text_candidates import BAND_ROWS, Source, TextCandidates
from simhash_gui.services.jobs import JobControl

_PAIRS_AT_ONCE = 1 << 16


FOUND_BY = (1, 2, 4)
"""Bits that say what found a pair: what no further document takes away, as fingerprints, equal
tokens and bands of sketches; samples; tokens. They are stored."""


@dataclass(frozen=True, slots=True, eq=False)
class WholePairs:
    """Pairs that fingerprints or whole texts suggest, and that sketches do not reject.

    ``keys``, shape (p,), ascend; ``found_by`` are ``FOUND_BY``. ``near_count`` is how many pairs
    fingerprints have found before sketches were asked. What was left out for its cost follows from
    ``by_size``, of samples and of tokens, and from ``band_rows``, how many pairs share a band of
    each of ``BAND_ROWS`` up to the narrowest that was not too dear; none where all were.
    ``limits``: in how many documents a sample and a token might stand.
    """

    keys: Keys
    found_by: NDArray[np.uint8]
    distance: int
    is_lowered: bool
    near_count: int
    by_size: Indexes
    limits: tuple[int, int]
    band_rows: tuple[int, ...]


def is_by_text(options: DetectionOptions) -> bool:
    """Whether texts suggest pairs, too, whatever their distance."""
    return options.distance is None and not options.all_candidates


def looks_for_crowds(options: DetectionOptions) -> bool:
    """Whether documents that are all alike are compared with one of them only.

    Not where a distance is the condition: it says nothing of the pairs that a group would imply.
    """
    return options.distance is None or options.all_candidates


def find_candidates(
    corpus: Corpus,
    options: DetectionOptions,
    marked: MarkedHashes,
    control: JobControl,
    shuffle: Shuffle = HERE,
) -> FoundCandidates:
    """All candidates. Raises JobCancelledError, InvalidDistanceError and TooManyPairsError."""
    texts = TextCandidates(corpus, control, shuffle)
    whole = find_whole_pairs(corpus, options, texts, control, shuffle)
    return with_passages(corpus, options, marked, whole, texts, control, shuffle)


def find_whole_pairs(
    corpus: Corpus,
    options: DetectionOptions,
    texts: TextCandidates,
    control: JobControl,
    shuffle: Shuffle,
) -> WholePairs:
    """What fingerprints and whole texts suggest."""
    by_text, with_crowds = is_by_text(options), looks_for_crowds(options)
    alone = np.setdiff1d(corpus.firsts, texts.crowds.members) if with_crowds else corpus.firsts
    near = near_pairs(corpus, alone, options, shuffle, control)
    lasting: list[Keys] = [near.keys]
    band_rows: tuple[int, ...] = ()
    fleeting = [_Fleeting(near.keys[:0], np.zeros(1, np.int64), 1)] * 2
    if by_text or options.partial:
        lasting.append(texts.of_same_tokens())
    if by_text:
        fleeting = [_fleeting(texts, source) for source in (texts.samples(), texts.tokens())]
        by_bands, band_rows = _by_bands(texts)
        lasting.append(by_bands)
    if with_crowds:
        lasting.append(texts.with_leaders())
    found = [np.concatenate(lasting), *(each.keys for each in fleeting)]
    keys, found_by = worth_a_look(corpus, found, options, control)
    how_far = (near.distance, near.is_lowered, len(near.keys))
    by_size = np.stack([each.by_size for each in fleeting])
    limits = fleeting[0].limit, fleeting[1].limit
    return WholePairs(keys, found_by, *how_far, by_size, limits, band_rows)


@dataclass(frozen=True, slots=True, eq=False)
class _Fleeting:
    """Pairs that share hashes which may stand in too many documents some day."""

    keys: Keys
    by_size: Indexes
    limit: int


def _fleeting(texts: TextCandidates, source: Source) -> _Fleeting:
    shared = texts.shared(source)
    by_size = np.zeros(source.most_owners + 1, np.int64)
    by_size[: len(shared.by_size)] = shared.by_size
    return _Fleeting(texts.keys(source, shared), by_size, shared.owners_limit)


def _by_bands(texts: TextCandidates) -> tuple[Keys, tuple[int, ...]]:
    """Pairs that share a band of their sketches: narrow ones, unless those are too many.

    And ``WholePairs.band_rows``.
    """
    rows = []
    for width in BAND_ROWS:
        bands = texts.sketches(width)
        shared = texts.shared(bands)
        rows.append(rows_of(shared.by_size))
        if not shared.is_cut:
            # who shares a narrow band alone is not found by a wide one
            return texts.keys(bands, shared), tuple(rows)
    return texts.keys(bands, shared), ()


def worth_a_look(
    corpus: Corpus, found: Sequence[Keys], options: DetectionOptions, control: JobControl
) -> tuple[Keys, NDArray[np.uint8]]:
    """What each way has found, but for what sketches reject: ascending, and ``FOUND_BY``."""
    every = [distinct_of(some) for some in found]
    keys = distinct_of(np.concatenate(every))
    keys = keys[_are_worth_a_look(corpus, keys, options, control)]
    found_by = np.zeros(len(keys), np.uint8)
    for some, by in zip(every, FOUND_BY, strict=True):
        found_by |= is_among(keys, some) * np.uint8(by)
    return keys, found_by


def _are_worth_a_look(
    corpus: Corpus, keys: Keys, options: DetectionOptions, control: JobControl
) -> Flags:
    """Which pairs sketches do not reject, whatever is common, or call versions of one text."""
    if options.all_candidates:
        return np.ones(len(keys), np.bool_)
    arrays = corpus.arrays
    documents = Sketched(arrays.sketches, arrays.token_sketches)
    parts = [np.empty(0, np.bool_)]
    for start in range(0, len(keys), _PAIRS_AT_ONCE):
        control.checkpoint()
        some = keys[start : start + _PAIRS_AT_ONCE]
        left, right = some >> 32, some & LOW_HALF
        nothing = np.zeros(len(some), np.uint8)
        candidates = Candidates(left, right, nothing, nothing.astype(np.bool_))
        found = screened(candidates, documents, options)
        is_same = arrays.digests[left] == arrays.digests[right]
        alike = are_alike(arrays, found.estimates, left, right)
        parts.append(alike | is_same | (found.outcome != Screening.REJECTED))
    return np.concatenate(parts)


def with_passages(  # noqa: PLR0913, PLR0917 - a search, and how far it is
    corpus: Corpus,
    options: DetectionOptions,
    marked: MarkedHashes,
    whole: WholePairs,
    texts: TextCandidates,
    control: JobControl,
    shuffle: Shuffle = HERE,
) -> FoundCandidates:
    """All candidates: copies of a part are looked for where they are asked for."""
    with_crowds = looks_for_crowds(options)
    crowds = texts.crowds if with_crowds else Crowds.none(len(corpus.words))
    first_of = corpus.firsts[corpus.folding.inverse]
    left, right = whole.keys >> 32, whole.keys & LOW_HALF
    own, other = crowds.rings
    linked = (np.concatenate((left, own)), np.concatenate((right, other)))
    groups = versions(corpus.arrays, *linked, first_of, shuffle)
    asked = (marked, options.thresholds)
    common = find_common_text(corpus.arrays, groups, *asked, control, shuffle)
    by_passage = texts.by_passages(common) if options.partial else np.empty(0, np.int64)
    distinct = distinct_of(np.concatenate((whole.keys, by_passage)))
    candidates = _candidates(corpus, distinct, by_passage)
    is_inside = crowds.is_inside(candidates.left, candidates.right)
    is_inside &= ~crowds.has_leader(candidates.left, candidates.right)
    return FoundCandidates(
        candidates.take(~is_inside),
        candidates.take(is_inside),
        crowds,
        whole.distance,
        whole.is_lowered,
        texts.is_cut or shuffle.is_cut,
        common,
    )


def _candidates(corpus: Corpus, distinct: Keys, by_passage: Keys) -> Candidates:
    """With their distances, and whether they share a passage."""
    left, right = distinct >> 32, distinct & LOW_HALF
    distances = pair_distances(as_lanes(corpus.words, corpus.rests), left, right)
    return Candidates(left, right, distances, np.isin(distinct, by_passage, assume_unique=True))
