"""Many fingerprints at once: the bits of ``simhash.fingerprint``, without a string per n-gram.

Documents are taken together until they have tokens enough to be worth the numpy calls. Their
tokens are joined once, and the bytes of an n-gram are a slice of that. From there on a document is
only arrays: hashes, counts, weights, votes.

Two features of a document are told apart by 64 bits of their hash instead of by their text. Among
ten thousand features that goes wrong in one of 10**11 documents; where the hash is less good, or a
token has the separator in it, the document is done by itself from its strings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.features import (
    InvalidWeightError,
    InverseDocumentFrequency,
    extract,
    joint_of,
    ngram_values,
    token_values,
    weigh,
)
from simhash_gui.core.fingerprint.hashing import (
    HashCache,
    cut_to_width,
    digest_of,
    hash_features,
    whole_hashes,
)
from simhash_gui.core.fingerprint.joined import JoinedTokens
from simhash_gui.core.fingerprint.recipe import HashFunction, Recipe, Weighting
from simhash_gui.core.fingerprint.votes import merge, merge_each, pack_words, sign_bits
from simhash_gui.core.fingerprint.xxh3 import hash_slices
from simhash_gui.core.ragged import (
    Indexes,
    bounds_of,
    changes_in_each,
    chosen_of_each,
    runs_within,
    sort_each,
)
from simhash_gui.core.types import Words

_TOKENS_AT_ONCE = 1 << 15  # of several documents together
_GRAMS_AT_ONCE = 1 << 16  # so that one giant document does not become as many Python objects


class HashCacheMismatchError(ValueError):
    """The cache passed in belongs to another hash function than the recipe's."""


@dataclass(frozen=True, slots=True, eq=False)
class FingerprintBatch:
    """The fingerprints of n documents, each array of shape (n,).

    ``words`` and ``rests`` are as in ``Fingerprint``. ``feature_counts`` counts distinct features.
    """

    words: Words
    rests: Words
    feature_counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Method:
    """What is the same for all documents of a call."""

    recipe: Recipe
    idf: InverseDocumentFrequency | None
    cache: HashCache


@dataclass(frozen=True, slots=True, eq=False)
class _Grams:
    """The n-grams of one size: document i has the rows from ``bounds[i]`` to ``bounds[i + 1]``.

    ``hashes`` has shape (n, lanes), uncut; ``values`` (n,) or None is as ``ngram_values`` gives it.
    """

    bounds: Indexes
    hashes: NDArray[np.uint64]
    values: NDArray[np.float64] | None

    @property
    def are_only_counted(self) -> bool:
        """Whether a feature is one 64-bit hash, and weighs by its number alone."""
        return self.values is None and self.hashes.shape[1] == 1


@dataclass(frozen=True, slots=True, eq=False)
class _BoundedHashes:
    """The hashes of all features: document i has those from ``bounds[i]`` to ``bounds[i + 1]``."""

    hashes: NDArray[np.uint64]
    bounds: Indexes


def fingerprint_batch(
    documents: Sequence[Sequence[str]],
    recipe: Recipe,
    *,
    given_weights: Sequence[Sequence[float]] | None = None,
    idf: InverseDocumentFrequency | None = None,
    cache: HashCache | None = None,
) -> FingerprintBatch:
    """The fingerprint of every document, given as its tokens.

    ``given_weights`` has one sequence for each document. Pass the same ``cache`` again to profit
    from it; xxh3-64 makes no use of one. Raises as ``features.extract`` does, and
    ``HashCacheMismatchError``.
    """
    cache = HashCache(recipe.hash_function) if cache is None else cache
    if cache.hash_function is not recipe.hash_function:
        raise HashCacheMismatchError(f"cache of {cache.hash_function}, not {recipe.hash_function}")
    method = _Method(recipe, idf, cache)
    weights = _weights_of_each(documents, recipe, given_weights)
    words, rests = np.empty(len(documents), np.uint64), np.empty(len(documents), np.uint64)
    feature_counts = np.empty(len(documents), np.int64)
    for rows in _chunks([len(tokens) for tokens in documents]):
        sums, feature_counts[rows] = _sums_of_chunk(documents[rows], weights[rows], method)
        words[rows], rests[rows] = pack_words(sign_bits(sums, recipe.tie_rule))
    return FingerprintBatch(words, rests, feature_counts)


def takes_hashed_tokens(recipe: Recipe) -> bool:
    """Whether ``fingerprint_hashed`` can serve a recipe."""
    is_counted = recipe.weighting in {Weighting.COUNT, Weighting.LOG_COUNT}
    is_hashed_so = recipe.hash_function is HashFunction.XXH3_64
    return is_counted and is_hashed_so and recipe.ngram_sizes[0] == 1


def fingerprint_hashed(
    tokens: JoinedTokens, hashes: NDArray[np.uint64], recipe: Recipe
) -> FingerprintBatch:
    """The fingerprint of every document whose tokens have been hashed by XXH3-64 already.

    Only for a recipe that ``takes_hashed_tokens``.
    """
    lists = [_BoundedHashes(hashes, tokens.bounds)]
    for size in recipe.ngram_sizes[1:]:
        begins, bounds = runs_within(tokens.bounds, size)
        lists.append(_BoundedHashes(hash_slices(tokens.data, *tokens.spans(begins, size)), bounds))
    sums, feature_counts = _merge_counted(lists, recipe.weighting)
    bits = sign_bits(sums[:, : recipe.width], recipe.tie_rule)
    return FingerprintBatch(*pack_words(bits), feature_counts)


def _weights_of_each(
    documents: Sequence[Sequence[str]],
    recipe: Recipe,
    given_weights: Sequence[Sequence[float]] | None,
) -> Sequence[Sequence[float] | None]:
    """The given weights of each document, or None for each where the recipe takes none."""
    if recipe.weighting is not Weighting.GIVEN or given_weights is None:
        return [None] * len(documents)
    if [len(weights) for weights in given_weights] != [len(tokens) for tokens in documents]:
        raise InvalidWeightError("there must be one weight for each token of each document")
    return given_weights


def _chunks(lengths: Sequence[int]) -> Iterator[slice]:
    """Rows of documents to take together, from their numbers of tokens; every document once."""
    start = total = 0
    for row, length in enumerate(lengths):
        if row > start and total + length >= _TOKENS_AT_ONCE:
            yield slice(start, row)
            start, total = row, 0
        total += length + 1
    if lengths:
        yield slice(start, len(lengths))


def _sums_of_chunk(
    documents: Sequence[Sequence[str]],
    weights: Sequence[Sequence[float] | None],
    method: _Method,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Sums of shape (n, width) and numbers of distinct features of shape (n,)."""
    grams = _grams_of_chunk(documents, weights, method)
    recipe, sums = method.recipe, np.empty((len(documents), method.recipe.width))
    feature_counts = np.empty(len(documents), np.int64)
    is_done = grams is not None and all(size.are_only_counted for size in grams)
    if grams is not None and is_done:
        lists = [_BoundedHashes(size.hashes[:, 0], size.bounds) for size in grams]
        merged, feature_counts = _merge_counted(lists, recipe.weighting)
        sums = merged[:, : recipe.width]
    for row, tokens in enumerate(documents):
        if grams is None or len(tokens) < recipe.ngram_sizes[0]:
            sums[row], feature_counts[row] = _sums_from_strings(tokens, weights[row], method)
        elif not is_done:
            sums[row], feature_counts[row] = _sums_from_grams(grams, row, recipe)
    return sums, feature_counts


def _sums_from_strings(
    tokens: Sequence[str], weights: Sequence[float] | None, method: _Method
) -> tuple[NDArray[np.float64], int]:
    features = extract(tokens, method.recipe, weights, method.idf)
    hashes = hash_features(features.texts, method.recipe)
    return merge(hashes, features.weights, method.recipe.width), len(features.texts)


def _sums_from_grams(
    grams: Sequence[_Grams], row: int, recipe: Recipe
) -> tuple[NDArray[np.float64], int]:
    """Tell the features of one document apart, count, weigh and merge them."""
    own = [(size, slice(size.bounds[row], size.bounds[row + 1])) for size in grams]
    hashes = np.concatenate([size.hashes[rows] for size, rows in own])
    values = [size.values[rows] for size, rows in own if size.values is not None]
    order = np.argsort(hashes[:, -1])
    keys = hashes[order, -1]
    is_first = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=is_first[1:])
    firsts = np.flatnonzero(is_first)
    counts = np.diff(np.append(firsts, len(keys)))
    totals = np.add.reduceat(np.concatenate(values)[order], firsts) if values else None
    features = cut_to_width(hashes[order[firsts]], recipe.width)
    return merge(features, weigh(counts, recipe.weighting, totals), recipe.width), len(features)


def _grams_of_chunk(
    documents: Sequence[Sequence[str]],
    weights: Sequence[Sequence[float] | None],
    method: _Method,
) -> list[_Grams] | None:
    """All n-grams of some documents, size by size; None where they must be made from strings."""
    recipe = method.recipe
    joined = JoinedTokens.join(documents, joint_of(recipe))
    if joined is None or recipe.hash_function is HashFunction.PYTHON_128:
        return None
    tokens = list(chain.from_iterable(documents))
    flat_weights = [weight for own in weights if own is not None for weight in own]
    values = token_values(tokens, recipe.weighting, flat_weights or None, method.idf)
    grams = []
    for size in recipe.ngram_sizes:
        begins, bounds = runs_within(joined.bounds, size)
        hashes = _hashes_of(tokens, joined, begins, size, method.cache)
        own_values = None if values is None else ngram_values(values, (size,))[begins]
        grams.append(_Grams(bounds, hashes, own_values))
    return grams


def _hashes_of(
    tokens: Sequence[str], joined: JoinedTokens, begins: Indexes, size: int, cache: HashCache
) -> NDArray[np.uint64]:
    """The hash of the ``size`` tokens from each of ``begins`` on, uncut."""
    if cache.hash_function is HashFunction.XXH3_64:
        return hash_slices(joined.data, *joined.spans(begins, size)).reshape(-1, 1)
    if size == 1:
        return whole_hashes(map(cache.__getitem__, tokens), cache.hash_function)
    digest, data = digest_of(cache.hash_function), joined.data
    parts = []
    for first in range(0, max(len(begins), 1), _GRAMS_AT_ONCE):
        starts, ends = joined.spans(begins[first : first + _GRAMS_AT_ONCE], size)
        spans = zip(starts.tolist(), ends.tolist(), strict=True)
        parts.append(whole_hashes([digest(data[a:b]) for a, b in spans], cache.hash_function))
    return np.concatenate(parts)


def _merge_counted(
    lists: Sequence[_BoundedHashes], weighting: Weighting
) -> tuple[NDArray[np.float64], Indexes]:
    """Sums of shape (d, 64) and numbers of distinct features, where features are only counted.

    A feature is then no more than its hash, which tells it apart as well, so all documents are
    counted and merged together.
    """
    hashes, bounds = _side_by_side(lists)
    sort_each(hashes, bounds)
    is_first = changes_in_each(hashes, bounds)
    counts = np.diff(np.flatnonzero(is_first), append=len(hashes))
    features, own_bounds = chosen_of_each(hashes, bounds, is_first)
    return merge_each(features, weigh(counts, weighting), own_bounds), np.diff(own_bounds)


def _side_by_side(lists: Sequence[_BoundedHashes]) -> tuple[NDArray[np.uint64], Indexes]:
    """All hashes of a document next to each other."""
    edges = [(one.hashes, pairwise(one.bounds.tolist())) for one in lists]
    of_each = [[hashes[start:end] for start, end in spans] for hashes, spans in edges]
    parts = chain.from_iterable(zip(*of_each, strict=True))
    lengths = np.sum([np.diff(one.bounds) for one in lists], axis=0)
    return np.concatenate([np.empty(0, np.uint64), *parts]), bounds_of(lengths)
