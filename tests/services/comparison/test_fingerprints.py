"""Two documents bit by bit."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import named_recipes, recipe_named
from simhash_gui.services.comparison.fingerprints import (
    RecipesDifferError,
    compare,
    load_document,
    weight_cosine,
)
from simhash_gui.services.comparison.loading import load_text
from simhash_gui.services.library.libraries import (
    DocumentNotFoundError,
    Library,
    TextDamagedError,
)
from simhash_gui.store.repositories import texts
from tests.oracles import hamming
from tests.services.conftest import OTHER, REVISED, STORY

DEFAULT = recipe_named("default")


def test_a_document_of_the_library_comes_from_its_stored_text(filled: Library, docs: Path) -> None:
    (docs / "会议.md").unlink()

    sides = [load_document(filled, number) for number in (1, 2, 3)]

    assert sorted(side.text for side in sides) == sorted([STORY, REVISED, OTHER])


def test_a_document_that_is_not_there_is_reported(filled: Library) -> None:
    with pytest.raises(DocumentNotFoundError):
        load_document(filled, 99)


def test_the_text_of_another_document_is_not_compared_as_its_own(filled: Library) -> None:
    with filled.write() as connection:
        another = texts.get(connection, 2) or ""
        texts.put(connection, [(1, zlib.compress(another.encode("utf-8")))])

    with pytest.raises(TextDamagedError, match="another document"):
        load_document(filled, 1)

    assert load_document(filled, 2).text == another


def test_a_damaged_token_digest_keeps_no_text_from_being_compared(filled: Library) -> None:
    with filled.write() as connection:
        connection.exec_driver_sql("UPDATE comparison_data SET token_digest = zeroblob(8)")

    assert {load_document(filled, number).text for number in (1, 2, 3)} == {STORY, REVISED, OTHER}


@pytest.mark.parametrize("name", sorted(named_recipes()))
def test_distance_and_differing_bits_are_those_of_the_xor(name: str) -> None:
    a, b = (load_text(text, "x", recipe_named(name)) for text in (STORY, REVISED + OTHER))

    comparison = compare(a, b)

    assert comparison.distance == hamming(a.fingerprint.value, b.fingerprint.value)
    assert sum(1 << bit for bit in comparison.differing_bits) == comparison.xor
    assert comparison.equal_blocks == tuple(
        mine == theirs
        for mine, theirs in zip(a.fingerprint.block_keys, b.fingerprint.block_keys, strict=True)
    )


def test_fingerprints_of_different_recipes_are_not_compared() -> None:
    with pytest.raises(RecipesDifferError):
        compare(load_text(STORY, "a", DEFAULT), load_text(STORY, "b", recipe_named("words")))


def test_equal_texts_have_no_differing_bit() -> None:
    side = load_text(STORY, "a", DEFAULT)
    comparison = compare(side, side)

    assert (comparison.distance, comparison.differing_bits) == (0, ())


def test_the_cosine_is_that_of_the_weights_by_feature() -> None:
    recipe = recipe_named("words")
    a, b = (load_text(text, "x", recipe).trace for text in ("one two two four", "two one one five"))

    # weights (one, two, four, five): (1, 2, 1, 0) and (2, 1, 0, 1)
    assert weight_cosine(a, b) == pytest.approx((2 + 2) / 6)
    assert weight_cosine(a, a) == pytest.approx(1)


def test_the_cosine_of_texts_without_features_is_reported() -> None:
    nothing, some = (load_text(text, "x", DEFAULT).trace for text in ("…", STORY))

    assert (weight_cosine(nothing, nothing), weight_cosine(nothing, some)) == (1, 0)
