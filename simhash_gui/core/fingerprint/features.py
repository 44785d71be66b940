"""Tokens to weighted features: which n-grams a document has, how often, and what each counts.

Takes tokens that somebody else has cut (the documents layer) and knows nothing of hashes.

Weights are fixed-point numbers: each is rounded to a multiple of 2**-24 and those of a document
stay below 2**29 together, so that every sum of them is exact in a float64. A fingerprint therefore
never depends on the order of the features, on the batch they came in, or on the machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from simhash_gui.core.fingerprint.recipe import Recipe, Segmentation, Weighting

_STEPS_PER_UNIT = 2.0**24
_TOTAL_LIMIT = 2.0**29
_LEVELS = 5


class MissingWeightsError(ValueError):
    """The recipe's weighting needs given weights, or an idf, and the caller passed none."""


class InvalidWeightError(ValueError):
    """Weights that are negative, not finite, too great, or not one for each token."""


class InverseDocumentFrequency(Protocol):
    """How rare each token is in some collection."""

    def weight(self, token: str) -> float:
        """The token's idf: finite, not negative, also for a token never seen."""


@dataclass(frozen=True, slots=True, eq=False)
class WeightedFeatures:
    """The n distinct features of a document, in order of first occurrence.

    ``counts`` and ``weights`` have shape (n,); weights are multiples of 2**-24.
    """

    texts: list[str]
    counts: NDArray[np.int64]
    weights: NDArray[np.float64]


def extract(
    tokens: Sequence[str],
    recipe: Recipe,
    given_weights: Sequence[float] | None = None,
    idf: InverseDocumentFrequency | None = None,
) -> WeightedFeatures:
    """The features of one document; n-grams of a smaller size come before those of a larger one.

    ``given_weights`` has one weight for each token; a token that occurs again adds its weight.
    Raises ``MissingWeightsError`` and ``InvalidWeightError``.
    """
    sizes = ngram_sizes_for(len(tokens), recipe)
    texts = _ngram_texts(tokens, sizes, joint_of(recipe))
    counter = Counter(texts)
    counts = np.fromiter(counter.values(), np.int64, len(counter))
    values = token_values(tokens, recipe.weighting, given_weights, idf)
    if values is None:
        return WeightedFeatures(list(counter), counts, weigh(counts, recipe.weighting))
    row_of = {text: row for row, text in enumerate(counter)}
    rows = np.fromiter((row_of[text] for text in texts), np.int64, len(texts))
    totals = np.bincount(rows, ngram_values(values, sizes), len(counter)).astype(np.float64)
    return WeightedFeatures(list(counter), counts, weigh(counts, recipe.weighting, totals))


def joint_of(recipe: Recipe) -> str:
    """What stands between the tokens of an n-gram: nothing between characters, else a space."""
    characters = {Segmentation.CHARACTERS, Segmentation.WORD_CHARACTERS}
    return "" if recipe.segmentation in characters else " "


def ngram_sizes_for(token_count: int, recipe: Recipe) -> tuple[int, ...]:
    """The sizes of the n-grams that a document of so many tokens has.

    One that is too short for every size of the recipe has one feature: all its tokens. No tokens
    give no feature, but with ``WORD_CHARACTERS``, as 1e0ng does, one empty feature.
    """
    if not token_count and recipe.segmentation is not Segmentation.WORD_CHARACTERS:
        return ()
    return tuple(size for size in recipe.ngram_sizes if size <= token_count) or (token_count,)


def token_values(
    tokens: Sequence[str],
    weighting: Weighting,
    given_weights: Sequence[float] | None,
    idf: InverseDocumentFrequency | None,
) -> NDArray[np.float64] | None:
    """What each token brings along, shape (len(tokens),): its given weight or its idf.

    None when the weighting needs only counts. Raises as ``extract`` does.
    """
    if weighting is Weighting.GIVEN:
        if given_weights is None:
            raise MissingWeightsError("this recipe takes its weights with the tokens")
        if len(given_weights) != len(tokens):
            raise InvalidWeightError(f"{len(given_weights)} weights for {len(tokens)} tokens")
        return _fixed_point(given_weights)
    if weighting in {Weighting.TF_IDF, Weighting.FIVE_LEVELS}:
        if idf is None:
            raise MissingWeightsError("this recipe needs an inverse document frequency")
        weights = {token: idf.weight(token) for token in set(tokens)}
        return _fixed_point([weights[token] for token in tokens])
    return None


def ngram_values(values: NDArray[np.float64], sizes: Sequence[int]) -> NDArray[np.float64]:
    """The mean of its tokens' values for each n-gram, size after size; 0 for one of no tokens."""
    means = [np.zeros(0), *(_window_means(values, size) for size in sizes)]
    return _round_to_steps(np.concatenate(means))


def weigh(
    counts: NDArray[np.int64], weighting: Weighting, totals: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """The weight of each feature of a document, shape (n,).

    ``totals``, for the weightings that have ``token_values``: the sum of these over all
    occurrences of the feature, which for an idf is count × idf. Raises ``InvalidWeightError``
    when the weights reach 2**29 together.
    """
    if totals is None:
        is_log = weighting is Weighting.LOG_COUNT
        return _logarithmic(counts) if is_log else counts.astype(np.float64)
    if totals.sum() >= _TOTAL_LIMIT:
        raise InvalidWeightError("the weights of the document are too great to be added exactly")
    return _levels(totals) if weighting is Weighting.FIVE_LEVELS else totals


def _logarithmic(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """1 + ln count; most features occur once, and a logarithm takes its time."""
    weights = np.ones(len(counts))
    several = np.flatnonzero(counts > 1)
    weights[several] = _round_to_steps(1 + np.log(counts[several]))
    return weights


def _ngram_texts(tokens: Sequence[str], sizes: Sequence[int], joint: str) -> list[str]:
    """All n-grams with repeats, size after size."""
    return [
        joint.join(tokens[start : start + size])
        for size in sizes
        for start in range(len(tokens) - size + 1)
    ]


def _window_means(values: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    if size == 0:
        return np.zeros(1)
    if size > len(values):
        return np.zeros(0)
    means: NDArray[np.float64] = sliding_window_view(values, size).sum(axis=1) / size
    return means


def _levels(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    largest = totals.max(initial=0.0)
    if largest == 0:
        return np.ones_like(totals)
    levels: NDArray[np.float64] = np.ceil(_LEVELS * totals / largest)
    return levels.clip(1, _LEVELS)


def _fixed_point(weights: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(weights, np.float64)
    if not ((values >= 0) & (values < _TOTAL_LIMIT)).all():
        raise InvalidWeightError("a weight must be finite, not negative, and below 2**29")
    return _round_to_steps(values)


def _round_to_steps(values: NDArray[np.float64]) -> NDArray[np.float64]:
    rounded: NDArray[np.float64] = np.rint(values * _STEPS_PER_UNIT) / _STEPS_PER_UNIT
    return rounded
