"""SimHash in five steps: segment (given), hash, weigh, merge, reduce.

Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; Manku, Jain and
Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007, section 2. Every feature votes
with its weight for or against each bit, as its hash has a one or a zero there; the sign of the sum
is the bit of the fingerprint.

``trace`` does one document and keeps every intermediate for those who want to look;
``fingerprint`` is its end; ``fingerprint_batch`` does many at once, to the same bits. Cutting text
into tokens, and comparing fingerprints, is left to others. The steps are in ``hashing``,
``features`` (weigh) and ``votes`` (merge, reduce); all that callers need is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.batch import FingerprintBatch, fingerprint_batch
from simhash_gui.core.fingerprint.features import InverseDocumentFrequency, extract
from simhash_gui.core.fingerprint.hashing import HashCache, hash_features
from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.fingerprint.votes import bit_matrix, merge, reduce, sign_bits
from simhash_gui.core.types import Fingerprint

__all__ = [
    "FingerprintBatch",
    "HashCache",
    "Trace",
    "fingerprint",
    "fingerprint_batch",
    "trace",
]


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """Every intermediate of one fingerprint, for n distinct features.

    ``counts`` and ``weights`` have shape (n,), ``hashes`` (n, lanes) as in ``hash_features``,
    ``sums`` and ``bits`` (0 or 1) shape (width,), where index i belongs to bit i.
    """

    tokens: tuple[str, ...]
    features: tuple[str, ...]
    counts: NDArray[np.int64]
    weights: NDArray[np.float64]
    hashes: NDArray[np.uint64]
    sums: NDArray[np.float64]
    bits: NDArray[np.uint8]
    fingerprint: Fingerprint

    def votes(self) -> NDArray[np.float64]:
        """Shape (n, width): the weight of each feature, negative where it is against the bit."""
        signs = bit_matrix(self.hashes, self.fingerprint.width) * 2.0 - 1.0
        return signs * self.weights[:, np.newaxis]


def trace(
    tokens: Sequence[str],
    recipe: Recipe,
    *,
    given_weights: Sequence[float] | None = None,
    idf: InverseDocumentFrequency | None = None,
) -> Trace:
    """The fingerprint of a document with everything that led to it.

    In a document without features all sums are zero. Raises as ``features.extract`` does.
    """
    features = extract(tokens, recipe, given_weights, idf)
    hashes = hash_features(features.texts, recipe)
    sums = merge(hashes, features.weights, recipe.width)
    return Trace(
        tokens=tuple(tokens),
        features=tuple(features.texts),
        counts=features.counts,
        weights=features.weights,
        hashes=hashes,
        sums=sums,
        bits=sign_bits(sums, recipe.tie_rule),
        fingerprint=Fingerprint(reduce(sums, recipe.tie_rule), recipe.width, recipe.recipe_id),
    )


def fingerprint(
    tokens: Sequence[str],
    recipe: Recipe,
    *,
    given_weights: Sequence[float] | None = None,
    idf: InverseDocumentFrequency | None = None,
) -> Fingerprint:
    """The fingerprint of a document; raises as ``features.extract`` does."""
    return trace(tokens, recipe, given_weights=given_weights, idf=idf).fingerprint
