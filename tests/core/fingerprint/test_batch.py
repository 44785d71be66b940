"""The batch gives the bits of the single form, for every recipe and for odd tokens."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest

from simhash_gui.core.fingerprint.batch import (
    FingerprintBatch,
    HashCacheMismatchError,
    fingerprint_batch,
    fingerprint_hashed,
    takes_hashed_tokens,
)
from simhash_gui.core.fingerprint.features import InvalidWeightError, MissingWeightsError
from simhash_gui.core.fingerprint.hashing import HashCache, encode
from simhash_gui.core.fingerprint.joined import JoinedTokens
from simhash_gui.core.fingerprint.recipe import (
    HashFunction,
    Recipe,
    Segmentation,
    TieRule,
    Weighting,
    named_recipes,
    recipe_named,
)
from simhash_gui.core.fingerprint.simhash import trace
from tests.helpers.examples import examples

DEFAULT = recipe_named("default")
KEYWORDS = recipe_named("keywords")

# Repeats are frequent; some are empty, long, odd, or have the separator in them.
WORDS = st.sampled_from(["a", "b", "的", "组件", "word", "é", "\ud800", "\0", "🦊", "x" * 40])
ODD_WORDS = WORDS | st.sampled_from(["", " ", "a b", "b a"]) | st.text(max_size=9)
CHARACTERS = st.sampled_from("ab的é\ud800\0🦊 ")
DOCUMENTS = (
    st.lists(st.lists(WORDS, max_size=15), max_size=6)
    | st.lists(st.lists(ODD_WORDS, max_size=15), max_size=4)
    | st.lists(st.lists(CHARACTERS, max_size=15), max_size=6)
    | st.lists(st.text(CHARACTERS, max_size=15), max_size=6)
)
OTHER_RECIPES = [
    replace(DEFAULT, ngram_sizes=(2, 3), width=6),
    replace(DEFAULT, ngram_sizes=(1, 2, 5), weighting=Weighting.TF_IDF, width=33),
    replace(DEFAULT, weighting=Weighting.FIVE_LEVELS, tie_rule=TieRule.ONE),
    replace(DEFAULT, ngram_sizes=(1,), weighting=Weighting.GIVEN),
    replace(DEFAULT, hash_function=HashFunction.XXH3_128),
    replace(DEFAULT, hash_function=HashFunction.XXH3_128, width=65, tie_rule=TieRule.ONE),
    replace(DEFAULT, hash_function=HashFunction.XXH3_128, width=127),
    replace(DEFAULT, hash_function=HashFunction.PYTHON_128, width=100),
    replace(DEFAULT, hash_function=HashFunction.MD5_FIRST_64, width=63),
    replace(DEFAULT, segmentation=Segmentation.CHARACTERS, ngram_sizes=(1, 4)),
    replace(recipe_named("1e0ng"), weighting=Weighting.FIVE_LEVELS),
]
RECIPES = [*named_recipes().values(), *OTHER_RECIPES]


class UnevenIdf:
    """An idf that no fixed-point number holds exactly."""

    def weight(self, token: str) -> float:
        return (len(token) % 5) / 3


def uneven_weights(documents: Sequence[Sequence[str]]) -> list[list[float]]:
    return [[(row + 1) / 3 for row in range(len(tokens))] for tokens in documents]


def one_by_one(documents: Sequence[Sequence[str]], recipe: Recipe) -> list[tuple[int, int, int]]:
    weights = uneven_weights(documents)
    traces = [
        trace(tokens, recipe, given_weights=own, idf=UnevenIdf())
        for tokens, own in zip(documents, weights, strict=True)
    ]
    return [(kept.fingerprint.word, kept.fingerprint.rest, len(kept.features)) for kept in traces]


def rows_of(batch: FingerprintBatch) -> list[tuple[int, int, int]]:
    columns = (batch.words.tolist(), batch.rests.tolist(), batch.feature_counts.tolist())
    return list(zip(*columns, strict=True))


def together(
    documents: Sequence[Sequence[str]], recipe: Recipe, cache: HashCache | None = None
) -> list[tuple[int, int, int]]:
    weights = uneven_weights(documents)
    return rows_of(
        fingerprint_batch(documents, recipe, given_weights=weights, idf=UnevenIdf(), cache=cache)
    )


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.recipe_id)
@examples(60)
@given(documents=DOCUMENTS)
def test_a_batch_equals_one_document_after_another(
    documents: list[Sequence[str]], recipe: Recipe
) -> None:
    assert together(documents, recipe) == one_by_one(documents, recipe)


@pytest.mark.parametrize(
    "recipe",
    [DEFAULT, replace(DEFAULT, ngram_sizes=(1, 3), weighting=Weighting.COUNT, width=33)],
    ids=lambda recipe: recipe.recipe_id,
)
@given(documents=st.lists(st.lists(WORDS, max_size=15), max_size=6))
def test_tokens_that_are_hashed_already_give_the_same(
    documents: list[list[str]], recipe: Recipe
) -> None:
    tokens = [token for own in documents for token in own]
    bounds = np.cumsum([0, *map(len, documents)])
    joined = JoinedTokens.spaced(encode(" ".join(tokens)), bounds)
    hashes = np.array([xxh3_64_intdigest(encode(token)) for token in tokens], np.uint64)
    batch = fingerprint_hashed(joined, hashes, recipe)
    assert takes_hashed_tokens(recipe)
    assert rows_of(batch) == one_by_one(documents, recipe)


@pytest.mark.parametrize(
    "recipe",
    [
        recipe_named("wide"),
        recipe_named("word-pairs"),
        recipe_named("tf-idf"),
        recipe_named("md5-words"),
        KEYWORDS,
    ],
    ids=lambda recipe: recipe.recipe_id,
)
def test_other_hashes_weights_and_sizes_need_the_tokens_themselves(recipe: Recipe) -> None:
    assert not takes_hashed_tokens(recipe)


@pytest.mark.parametrize("name", ["default", "wide", "md5-words", "tf-idf"])
def test_documents_of_real_length_come_out_the_same(name: str) -> None:
    rng = np.random.default_rng(11)
    words = [f"w{row}" * (1 + row % 9) for row in range(3000)]
    documents = [
        [words[row] for row in rng.zipf(1.3, size) % 3000] for size in (5, 1200, 0, 40_000, 600, 1)
    ]
    recipe = recipe_named(name)
    assert together(documents, recipe) == one_by_one(documents, recipe)


def test_a_giant_document_is_sliced_in_parts() -> None:
    tokens = [f"t{row % 70_001}" for row in range(70_003)]
    recipe = replace(DEFAULT, hash_function=HashFunction.MD5_LAST_64)
    assert together([tokens], recipe) == one_by_one([tokens], recipe)


def test_a_cache_can_serve_one_batch_after_another() -> None:
    documents = [["a", "b", "a"], ["b", "c"]]
    recipe, cache = recipe_named("md5-words"), HashCache(HashFunction.MD5_FIRST_64, limit=2)
    assert together(documents, recipe, cache) == together(documents, recipe, cache)
    assert together(documents, recipe, cache) == one_by_one(documents, recipe)
    assert cache


def test_a_cache_of_another_hash_function_is_refused() -> None:
    with pytest.raises(HashCacheMismatchError, match="xxh3-128"):
        fingerprint_batch([["a"]], DEFAULT, cache=HashCache(HashFunction.XXH3_128))


def test_no_documents_are_three_empty_arrays() -> None:
    batch = fingerprint_batch([], DEFAULT)
    assert rows_of(batch) == []
    assert (batch.words.dtype, batch.feature_counts.dtype) == (np.uint64, np.int64)


def test_documents_may_be_tuples_and_the_batch_a_tuple_of_them() -> None:
    documents = (("a", "b"), ("c",))
    assert together(documents, DEFAULT) == one_by_one(documents, DEFAULT)


@pytest.mark.parametrize("documents", [[["a"]], [[]], [["a b"], ["c"]]])
def test_missing_weights_are_reported(documents: list[list[str]]) -> None:
    with pytest.raises(MissingWeightsError):
        fingerprint_batch(documents, KEYWORDS)
    with pytest.raises(MissingWeightsError):
        fingerprint_batch(documents, recipe_named("tf-idf"))


@pytest.mark.parametrize("weights", [[], [[1.0]], [[1.0], [1.0, 2.0]], [[1.0, 2.0], []]])
def test_weights_must_be_one_for_each_token_of_each_document(weights: list[list[float]]) -> None:
    with pytest.raises(InvalidWeightError):
        fingerprint_batch([["a"], ["b"]], KEYWORDS, given_weights=weights)


@pytest.mark.parametrize("weight", [-1.0, float("nan"), float("inf"), 2.0**29])
def test_a_weight_that_cannot_be_added_exactly_is_refused(weight: float) -> None:
    with pytest.raises(InvalidWeightError):
        fingerprint_batch([["a"], ["b"]], KEYWORDS, given_weights=[[1.0], [weight]])
