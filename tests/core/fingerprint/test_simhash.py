"""The five steps together: a trace holds them all, and its end is the fingerprint."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest, xxh3_128_intdigest

from simhash_gui.core.fingerprint import simhash
from simhash_gui.core.fingerprint.hashing import hash_features
from simhash_gui.core.fingerprint.recipe import (
    HashFunction,
    Recipe,
    TieRule,
    named_recipes,
    recipe_named,
)
from simhash_gui.core.fingerprint.simhash import fingerprint, trace
from simhash_gui.core.fingerprint.votes import merge, reduce
from tests import oracles

TOKENS = ["the", "quick", "brown", "fox", "and", "the", "lazy", "dog"]
TOKENS += ["敏捷", "的", "棕色", "狐狸", "é"]
WORDS = recipe_named("words")

# Of TOKENS, or of their characters. Libraries on people's disks hold such values under the ids of
# these recipes: none may ever change.
GOLDEN = {
    "default": "ab8784422cf1bee7",
    "words": "e3178ec22cf39837",
    "word-pairs": "0a839102048126c2",
    "characters": "eb1fd4e065d32a5f",
    "tf-idf": "e21786c228f29837",
    "wide": "10652505b9b1977860198bc18ef29637",
    "1e0ng": "a039b994008968ca",
    "md5-words": "0fd47c74c70963e9",
    "python-hash-128": "0000000000000200262201aa514f64c8",
    "keywords": "e3178ec02cf39837",
}


class LengthIdf:
    """Longer tokens are rarer."""

    def weight(self, token: str) -> float:
        return 1 + len(token) / 3


def test_the_hand_worked_example() -> None:
    hashes = np.array([[0b100101], [0b101011]], np.uint64)
    sums = merge(hashes, np.array([4.0, 5.0]), 6)
    assert sums[::-1].tolist() == [9, -9, 1, -1, 1, 9]
    assert reduce(sums, TieRule.ZERO) == 0b101011


@pytest.mark.parametrize(("name", "expected"), GOLDEN.items())
def test_a_named_recipe_gives_the_fingerprint_it_has_always_given(name: str, expected: str) -> None:
    tokens = list("".join(TOKENS)) if name in {"characters", "1e0ng"} else TOKENS
    given_weights = [1 + row / 7 for row in range(len(tokens))]
    made = fingerprint(tokens, recipe_named(name), given_weights=given_weights, idf=LengthIdf())
    assert made.hex == expected
    assert made.recipe_id == recipe_named(name).recipe_id


def test_every_named_recipe_has_a_golden_value() -> None:
    assert GOLDEN.keys() == named_recipes().keys()


@given(st.lists(st.text(max_size=5), max_size=20), st.integers(6, 64), st.sampled_from(TieRule))
def test_words_by_count_equal_the_definition(
    tokens: list[str], width: int, tie_rule: TieRule
) -> None:
    recipe = replace(WORDS, width=width, tie_rule=tie_rule)
    votes = [(xxh3_64_intdigest(token.encode()), 1) for token in tokens]
    expected = oracles.simhash(votes, width, tie=tie_rule is TieRule.ONE)
    assert fingerprint(tokens, recipe).value == expected


@given(st.lists(st.text(max_size=5), min_size=2, max_size=20), st.integers(65, 128))
def test_wide_fingerprints_of_pairs_equal_the_definition(tokens: list[str], width: int) -> None:
    recipe = replace(WORDS, ngram_sizes=(2,), hash_function=HashFunction.XXH3_128, width=width)
    pairs = [f"{a} {b}".encode() for a, b in pairwise(tokens)]
    expected = oracles.simhash([(xxh3_128_intdigest(pair), 1) for pair in pairs], width)
    assert fingerprint(tokens, recipe).value == expected


def test_a_trace_keeps_every_step() -> None:
    recipe = replace(WORDS, width=6)
    kept = trace(["a", "b", "a"], recipe)
    assert kept.tokens == ("a", "b", "a")
    assert kept.features == ("a", "b")
    assert kept.counts.tolist() == [2, 1]
    assert kept.weights.tolist() == [2.0, 1.0]
    assert kept.hashes.tolist() == hash_features(["a", "b"], recipe).tolist()
    assert kept.sums.tolist() == merge(kept.hashes, kept.weights, 6).tolist()
    assert kept.bits.tolist() == [kept.fingerprint.value >> bit & 1 for bit in range(6)]
    assert kept.fingerprint.value == reduce(kept.sums, TieRule.ZERO)


@pytest.mark.parametrize("width", [6, 64, 65, 128])
@given(tokens=st.lists(st.text(max_size=3), max_size=12))
def test_the_votes_of_a_trace_add_up_to_its_sums(tokens: list[str], width: int) -> None:
    kept = trace(tokens, replace(recipe_named("wide"), width=width))
    votes = kept.votes()
    assert votes.shape == (len(kept.features), width)
    assert votes.sum(axis=0).tolist() == kept.sums.tolist()
    assert (np.abs(votes) == kept.weights[:, np.newaxis]).all()


def test_a_vote_is_against_the_bit_where_the_hash_has_a_zero() -> None:
    kept = trace(["a"], replace(WORDS, width=8))
    low_byte = xxh3_64_intdigest(b"a") & 0xFF
    assert kept.votes()[0].tolist() == [1.0 if low_byte >> bit & 1 else -1.0 for bit in range(8)]


@pytest.mark.parametrize("name", [name for name in GOLDEN if name not in {"tf-idf", "keywords"}])
def test_a_fingerprint_is_the_end_of_its_trace(name: str) -> None:
    recipe = recipe_named(name)
    assert fingerprint(TOKENS, recipe) == trace(TOKENS, recipe).fingerprint


@pytest.mark.parametrize(("tie_rule", "value"), [(TieRule.ZERO, 0), (TieRule.ONE, 2**64 - 1)])
def test_a_document_without_tokens_is_one_great_tie(tie_rule: TieRule, value: int) -> None:
    assert fingerprint([], replace(WORDS, tie_rule=tie_rule)).value == value


def test_the_order_of_words_does_not_matter_to_single_words() -> None:
    recipe = recipe_named("words")
    assert fingerprint(TOKENS, recipe) == fingerprint(sorted(TOKENS), recipe)


@given(st.lists(st.text(st.characters(exclude_categories=()), max_size=4), max_size=6))
def test_lone_surrogates_and_nuls_are_hashed_like_any_character(tokens: list[str]) -> None:
    made = fingerprint(["\0", "\ud800", *tokens], recipe_named("default"))
    assert 0 <= made.value < 2**64


@pytest.mark.parametrize("recipe", named_recipes().values(), ids=named_recipes().keys())
def test_a_fingerprint_is_as_wide_as_its_recipe(recipe: Recipe) -> None:
    weights = [1.0] * len(TOKENS)
    assert fingerprint(TOKENS, recipe, given_weights=weights, idf=LengthIdf()).width == recipe.width


def test_all_that_callers_need_is_in_one_place() -> None:
    assert all(hasattr(simhash, name) for name in simhash.__all__)
