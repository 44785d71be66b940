"""Many fingerprints at once: the bits of ``simhash.fingerprint``, without a string per n-gram.

Documents are taken together until they have tokens enough to be worth the numpy calls. Their
tokens are joined once, and the bytes of an n-gram are a slice of that. What makes up a document is
then only arrays: hashes, counts, weights, votes.

Two features of a document are told apart by their whole hash instead of by their text. Among ten
thousand features, 64 good bits are wrong once in 10**11 documents; where the hash is less good, or
a token has the separator in it, the document is done by itself from its strings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.features import (
    InvalidWeightError,
    InverseDocumentFrequency,
    extract,
    joint_of,
    ngram_values,
    token_values,
    weigh,
)
from simhash_gui.core.hashing import (
    HashCache,
    cut_to_width,
    digest_of,
    encode,
    hash_features,
    whole_hashes,
)
from simhash_gui.core.recipe import HashFunction, Recipe, Weighting
from simhash_gui.core.types import Words
from simhash_gui.core.votes import merge, pack_words, sign_bits

_TOKENS_AT_ONCE = 1 << 15  # of several documents together
_DOCUMENTS_AT_ONCE = 1 << 12
_GRAMS_AT_ONCE = 1 << 16  # so that one giant document does not become as many Python objects


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

    ``hashes`` has shape (n, lanes), whole; ``values`` (n,) or none is as ``ngram_values`` gives it.
    """

    bounds: list[int]
    hashes: NDArray[np.uint64]
    values: NDArray[np.float64] | None


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
    from it; it must be of the recipe's hash function (``ValueError``). Else raises as
    ``features.extract`` does.
    """
    cache = HashCache(recipe.hash_function) if cache is None else cache
    if cache.hash_function is not recipe.hash_function:
        raise ValueError(f"the cache is of {cache.hash_function}, not {recipe.hash_function}")
    _check_lengths(documents, given_weights)
    method = _Method(recipe, idf, cache)
    words, rests, feature_counts = [np.empty(0, np.uint64)], [np.empty(0, np.uint64)], [0]
