"""Which features a document has, how often, and what each weighs."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.features import (
    InvalidWeightError,
    MissingWeightsError,
    WeightedFeatures,
    extract,
    ngram_sizes_for,
)
from simhash_gui.core.fingerprint.recipe import Recipe, Weighting, recipe_named

WORDS = recipe_named("words")
MIXED = recipe_named("default")
TF_IDF = recipe_named("tf-idf")
KEYWORDS = recipe_named("keywords")
PEER_1E0NG = recipe_named("1e0ng")
STEP = 2.0**-24


class TableIdf:
    """An idf read from a small table; 0 for a token that is not in it."""

    def __init__(self, **weights: float) -> None:
        self._weights = weights

    def weight(self, token: str) -> float:
        return self._weights.get(token, 0.0)


def weights_of(features: WeightedFeatures) -> dict[str, float]:
    return dict(zip(features.texts, features.weights.tolist(), strict=True))


def counts_of(features: WeightedFeatures) -> dict[str, int]:
    return dict(zip(features.texts, features.counts.tolist(), strict=True))


def test_words_are_counted_in_order_of_first_occurrence() -> None:
    features = extract(["to", "be", "or", "not", "to", "be"], WORDS)
    assert features.texts == ["to", "be", "or", "not"]
    assert features.counts.tolist() == [2, 2, 1, 1]
    assert features.weights.tolist() == [2.0, 2.0, 1.0, 1.0]


def test_neighbouring_words_make_pairs_joined_by_a_space() -> None:
    features = extract(["to", "be", "or", "not", "to", "be"], recipe_named("word-pairs"))
    assert counts_of(features) == {"to be": 2, "be or": 1, "or not": 1, "not to": 1}


def test_mixed_features_are_words_first_and_then_pairs() -> None:
    features = extract(["a", "b", "a"], MIXED)
    assert features.texts == ["a", "b", "a b", "b a"]
    assert features.counts.tolist() == [2, 1, 1, 1]


def test_characters_are_joined_without_a_space() -> None:
    assert extract(list("abcd"), recipe_named("characters")).texts == ["abc", "bcd"]


def test_a_string_is_a_sequence_of_characters() -> None:
    assert extract("abcd", recipe_named("characters")).texts == ["abc", "bcd"]


@given(st.lists(st.sampled_from("abc"), max_size=12), st.integers(1, 5))
def test_every_window_of_the_tokens_is_one_occurrence(tokens: list[str], size: int) -> None:
    features = extract(tokens, replace(WORDS, ngram_sizes=(size,)))
    windows = zip(*(tokens[start:] for start in range(size)), strict=False)
    expected = Counter(map(" ".join, windows))
    if tokens and not expected:
        expected = Counter([" ".join(tokens)])
    assert counts_of(features) == expected


@pytest.mark.parametrize(
    ("recipe", "token_count", "sizes"),
    [
        (replace(MIXED, ngram_sizes=(1, 2)), 5, (1, 2)),
        (replace(MIXED, ngram_sizes=(1, 2)), 1, (1,)),
        (replace(MIXED, ngram_sizes=(2, 3)), 2, (2,)),
        (replace(MIXED, ngram_sizes=(2, 3)), 1, (1,)),
        (replace(MIXED, ngram_sizes=(4,)), 3, (3,)),
        (MIXED, 0, ()),
        (PEER_1E0NG, 3, (3,)),
        (PEER_1E0NG, 0, (0,)),
    ],
)
def test_a_short_document_has_one_feature_of_all_its_tokens(
    recipe: Recipe, token_count: int, sizes: tuple[int, ...]
) -> None:
    assert ngram_sizes_for(token_count, recipe) == sizes


def test_no_tokens_give_no_features() -> None:
    features = extract([], MIXED)
    assert (features.texts, features.counts.tolist(), features.weights.tolist()) == ([], [], [])


def test_no_word_characters_give_one_empty_feature_as_in_1e0ng() -> None:
    assert counts_of(extract([], PEER_1E0NG)) == {"": 1}


@pytest.mark.parametrize("count", [1, 2, 3, 10, 1000, 77_777])
def test_a_log_count_is_one_plus_ln_to_the_nearest_step(count: int) -> None:
    with localcontext() as context:
        context.prec = 40
        steps = int(((1 + Decimal(count).ln()) * 2**24).to_integral_value())
    features = extract(["a"] * count, replace(WORDS, weighting=Weighting.LOG_COUNT))
    assert features.weights.tolist() == [steps * STEP]


def test_tf_idf_is_count_times_idf() -> None:
    features = extract(["a", "b", "a", "c"], TF_IDF, idf=TableIdf(a=1.5, b=4.25))
    assert weights_of(features) == {"a": 3.0, "b": 4.25, "c": 0.0}


def test_the_idf_of_an_n_gram_is_the_mean_of_its_tokens() -> None:
    recipe = replace(TF_IDF, ngram_sizes=(1, 2))
    features = extract(["a", "b"], recipe, idf=TableIdf(a=1.0, b=4.0))
    assert weights_of(features) == {"a": 1.0, "b": 4.0, "a b": 2.5}


def test_five_levels_are_fifths_of_the_largest_tf_idf() -> None:
    recipe = replace(TF_IDF, weighting=Weighting.FIVE_LEVELS)
    idf = TableIdf(a=10.0, b=8.0, c=8.1, d=2.0, e=0.1)
    features = extract(list("abcdef"), recipe, idf=idf)
    assert weights_of(features) == {"a": 5, "b": 4, "c": 5, "d": 1, "e": 1, "f": 1}


def test_five_levels_are_all_one_when_every_token_is_common() -> None:
    recipe = replace(TF_IDF, weighting=Weighting.FIVE_LEVELS)
    assert weights_of(extract(["a", "b"], recipe, idf=TableIdf())) == {"a": 1.0, "b": 1.0}


def test_five_levels_of_nothing_are_nothing() -> None:
    recipe = replace(TF_IDF, weighting=Weighting.FIVE_LEVELS)
    assert extract([], recipe, idf=TableIdf()).weights.tolist() == []


def test_given_weights_are_kept_and_added_when_a_token_returns() -> None:
    features = extract(["a", "b", "a"], KEYWORDS, given_weights=[0.5, 2.0, 1.25])
    assert weights_of(features) == {"a": 1.75, "b": 2.0}
    assert counts_of(features) == {"a": 2, "b": 1}


def test_given_weights_of_an_empty_document_are_none() -> None:
    assert extract([], KEYWORDS, given_weights=[]).weights.tolist() == []


def test_the_empty_feature_of_1e0ng_has_no_given_weight() -> None:
    recipe = replace(PEER_1E0NG, ngram_sizes=(1,), weighting=Weighting.GIVEN)
    assert weights_of(extract([], recipe, given_weights=[])) == {"": 0.0}


@given(st.lists(st.floats(0, 1e6), max_size=20))
def test_every_weight_is_the_nearest_multiple_of_the_step(weights: list[float]) -> None:
    tokens = [f"t{row}" for row in range(len(weights))]
    rounded = extract(tokens, KEYWORDS, given_weights=weights).weights
    assert (rounded / STEP == np.rint(rounded / STEP)).all()
    assert (np.abs(rounded - np.array(weights)) <= STEP / 2).all()


@pytest.mark.parametrize("recipe", [TF_IDF, replace(TF_IDF, weighting=Weighting.FIVE_LEVELS)])
def test_a_missing_idf_is_reported(recipe: Recipe) -> None:
    with pytest.raises(MissingWeightsError, match="inverse document frequency"):
        extract(["a"], recipe)


def test_missing_weights_are_reported() -> None:
    with pytest.raises(MissingWeightsError, match="with the tokens"):
        extract(["a"], KEYWORDS)


def test_weights_must_be_as_many_as_the_tokens() -> None:
    with pytest.raises(InvalidWeightError, match="1 weights for 2 tokens"):
        extract(["a", "b"], KEYWORDS, given_weights=[1.0])


@pytest.mark.parametrize("weight", [-1.0, -1e-300, float("nan"), float("inf"), 2.0**29])
def test_a_weight_that_cannot_be_added_exactly_is_refused(weight: float) -> None:
    with pytest.raises(InvalidWeightError, match="finite"):
        extract(["a"], KEYWORDS, given_weights=[weight])
    with pytest.raises(InvalidWeightError, match="finite"):
        extract(["a"], TF_IDF, idf=TableIdf(a=weight))


def test_weights_that_are_too_great_together_are_refused() -> None:
    with pytest.raises(InvalidWeightError, match="too great"):
        extract(["a", "b"], KEYWORDS, given_weights=[2.0**28, 2.0**28])
