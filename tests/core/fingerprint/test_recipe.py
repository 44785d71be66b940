"""Recipes: names and ids that mean the same forever, and no recipe that means nothing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.recipe import (
    CaseRule,
    HashFunction,
    InvalidRecipeError,
    Normalization,
    Recipe,
    Segmentation,
    TieRule,
    UnknownRecipeError,
    Weighting,
    named_recipes,
    recipe_named,
)

# Libraries on people's disks hold these ids. A line may be added; none may change.
IDS = {
    "default": "v1:nfkc+fold+simplified+space:by-script:1+2:log-count:xxh3-64:64:zero",
    "words": "v1:nfkc+fold+simplified+space:words:1:count:xxh3-64:64:zero",
    "word-pairs": "v1:nfkc+fold+simplified+space:words:2:count:xxh3-64:64:zero",
    "characters": "v1:nfkc+fold+simplified+space:characters:3:count:xxh3-64:64:zero",
    "tf-idf": "v1:nfkc+fold+simplified+space:words:1:tf-idf:xxh3-64:64:zero",
    "wide": "v1:nfkc+fold+simplified+space:by-script:1+2:log-count:xxh3-128:128:zero",
    "1e0ng": "v1:lower:word-characters:4:count:md5-last-64:64:zero",
    "md5-words": "v1:raw:whitespace:1:count:md5-first-64:64:zero",
    "python-hash-128": "v1:raw:whitespace:1:count:python-128:128:one",
    "keywords": "v1:raw:keywords:1:given:xxh3-64:64:zero",
}

DEFAULT = recipe_named("default")


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    hash_function = draw(st.sampled_from(HashFunction))
    weighting = draw(st.sampled_from(Weighting))
    sizes = st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True).map(sorted).map(tuple)
    plain = [kind for kind in Segmentation if kind is not Segmentation.KEYWORDS]
    given_weights = weighting is Weighting.GIVEN
    return Recipe(
        Normalization(
            draw(st.booleans()),
            draw(st.sampled_from(CaseRule)),
            draw(st.booleans()),
            draw(st.booleans()),
        ),
        draw(st.sampled_from(list(Segmentation) if given_weights else plain)),
        (1,) if given_weights else draw(sizes),
        weighting,
        hash_function,
        draw(st.integers(6, hash_function.bits)),
        draw(st.sampled_from(TieRule)),
    )


def test_the_named_recipes_have_the_ids_they_have_always_had() -> None:
    assert {name: recipe.recipe_id for name, recipe in named_recipes().items()} == IDS


@pytest.mark.parametrize("name", IDS)
def test_a_recipe_is_found_by_its_name(name: str) -> None:
    assert recipe_named(name) == Recipe.from_id(IDS[name])


def test_an_unknown_name_is_reported_together_with_the_known_ones() -> None:
    with pytest.raises(UnknownRecipeError, match=r"'minhash'.*default.*1e0ng.*keywords"):
        recipe_named("minhash")


@given(recipes())
def test_a_recipe_is_read_back_from_its_id(recipe: Recipe) -> None:
    assert Recipe.from_id(recipe.recipe_id) == recipe


def test_the_ids_of_libraries_made_before_script_folding_are_still_read() -> None:
    recipe = Recipe.from_id("v1:nfkc+fold+space:words:1+2:log-count:xxh3-64:64:zero")

    assert not recipe.normalization.simplified
    assert recipe.segmentation is Segmentation.WORDS


@given(recipes(), recipes())
def test_ids_are_equal_exactly_when_the_recipes_are(a: Recipe, b: Recipe) -> None:
    assert (a.recipe_id == b.recipe_id) == (a == b)


@pytest.mark.parametrize(
    "recipe_id",
    [
        "",
        "default",
        "v2:nfkc+fold+space:words:1+2:log-count:xxh3-64:64:zero",
        "v1:fold+nfkc+space:words:1+2:log-count:xxh3-64:64:zero",
        "v1:nfkc+simplified+fold+space:words:1+2:log-count:xxh3-64:64:zero",
        "v1:nfkc+lower+fold:words:1+2:log-count:xxh3-64:64:zero",
        "v1::words:1+2:log-count:xxh3-64:64:zero",
        "v1:nfkc+fold+space:words:2+1:log-count:xxh3-64:64:zero",
        "v1:nfkc+fold+space:words::log-count:xxh3-64:64:zero",
        "v1:nfkc+fold+space:words:01:log-count:xxh3-64:64:zero",
        "v1:nfkc+fold+space:words:1:log-count:xxh3-64:６４:zero",
        "v1:nfkc+fold+space:words:1:log-count:xxh3-64:65:zero",
        "v1:nfkc+fold+space:words:1:log-count:crc32:64:zero",
        "v1:nfkc+fold+space:words:1:log-count:xxh3-64:64:zero:more",
        "v1:nfkc+fold+space:words:1:log-count:xxh3-64:64:zero ",
    ],
)
def test_what_no_recipe_writes_is_not_read(recipe_id: str) -> None:
    with pytest.raises(InvalidRecipeError):
        Recipe.from_id(recipe_id)


@pytest.mark.parametrize("width", [5, 0, -1, 129, 65])
def test_a_width_that_the_hash_does_not_have_is_refused(width: int) -> None:
    with pytest.raises(InvalidRecipeError):
        replace(DEFAULT, width=width)


@pytest.mark.parametrize("sizes", [(), (0,), (0, 1), (2, 1), (1, 1), (-2,)])
def test_sizes_that_do_not_ascend_from_one_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(InvalidRecipeError, match="sizes"):
        replace(DEFAULT, ngram_sizes=sizes)


def test_given_weights_belong_to_single_tokens() -> None:
    with pytest.raises(InvalidRecipeError, match="given weights"):
        replace(DEFAULT, weighting=Weighting.GIVEN)


def test_keywords_keep_the_weights_they_come_with() -> None:
    with pytest.raises(InvalidRecipeError, match="keywords"):
        replace(recipe_named("keywords"), weighting=Weighting.COUNT)


@pytest.mark.parametrize(
    ("hash_function", "bits"),
    [
        (HashFunction.XXH3_64, 64),
        (HashFunction.XXH3_128, 128),
        (HashFunction.MD5_FIRST_64, 64),
        (HashFunction.MD5_LAST_64, 64),
        (HashFunction.PYTHON_128, 128),
    ],
)
def test_every_hash_function_knows_its_bits(hash_function: HashFunction, bits: int) -> None:
    assert hash_function.bits == bits
