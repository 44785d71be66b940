"""Two ways to ask a library, one answer."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.recipe import Recipe, recipe_named
from simhash_gui.core.types import Fingerprint
from simhash_gui.services.detection.lookup import (
    InvalidDistanceError,
    LibraryLookup,
    Lookup,
    MemoryLookup,
    RecipesDifferError,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    Library,
    folders,
    library_recipe,
    open_library,
    remove_folder,
)
from simhash_gui.services.library.refingerprinting import change_recipe
from simhash_gui.store.repositories.documents import ReadyFingerprints, insert_fingerprints
from tests.core.made_words import Kind, made
from tests.services.conftest import Import

COUNT = 400
Answer = list[tuple[int, int]]
Way = Callable[[Library, Recipe], Lookup]
WAYS = [LibraryLookup, MemoryLookup]


def put(library: Library, recipe: Recipe, values: list[int], first_digest: int = 0) -> None:
    """Store fingerprints whose documents get the next ids in order."""
    rest_bits = max(recipe.width - 64, 0)
    digests = [(first_digest + number).to_bytes(16, "big") for number in range(len(values))]
    words = np.array([value >> rest_bits for value in values], np.uint64)
    rests = np.array([value & ((1 << rest_bits) - 1) for value in values], np.uint64)
    with library.write() as connection:
        insert_fingerprints(
            connection,
            ReadyFingerprints(digests, words, rests),
            recipe_id=recipe.recipe_id,
            imported_at_ms=0,
        )


def answer(lookup: Lookup, recipe: Recipe, value: int, distance: int) -> Answer:
    found = lookup.find(Fingerprint(value, recipe.width, recipe.recipe_id), distance)
    return list(zip(found.distances.tolist(), found.ids.tolist(), strict=True))


def brute_force(values: list[int], value: int, distance: int) -> Answer:
    """(distance, id) of all within the distance; ids count from 1."""
    near = [((one ^ value).bit_count(), number) for number, one in enumerate(values, start=1)]
    return sorted(pair for pair in near if pair[0] <= distance)


def some_values(width: int) -> list[int]:
    """Near and far ones, some of them twice."""
    words = made(Kind.CLUSTERED, COUNT).tolist() + made(Kind.SKEWED, COUNT).tolist()
    return [word << (width - 64) | word % 1021 for word in words] if width > 64 else words


@pytest.fixture(scope="module", params=["default", "wide"])
def recipe(request: pytest.FixtureRequest) -> Recipe:
    return recipe_named(request.param)


@pytest.fixture(scope="module")
def values(recipe: Recipe) -> list[int]:
    return some_values(recipe.width)


@pytest.fixture(scope="module")
def ways(
    recipe: Recipe, values: list[int], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Lookup]]:
    with open_library(tmp_path_factory.mktemp("lookup") / "test.simhash") as library:
        put(library, recipe, values)
        yield [way(library, recipe) for way in WAYS]


@settings(max_examples=60)
@given(st.integers(0, 2 * COUNT - 1), st.tuples(st.integers(0, 20), st.integers(0, 32)))
def test_both_ways_answer_as_brute_force_does(
    ways: list[Lookup], recipe: Recipe, values: list[int], number: int, edit: tuple[int, int]
) -> None:
    flips, distance = edit
    value = values[number]
    for bit in random.Random(flips).sample(range(recipe.width), flips):
        value ^= 1 << bit

    answers = [answer(way, recipe, value, distance) for way in ways]

    assert answers == [brute_force(values, value, distance)] * 2


@pytest.mark.parametrize("way", WAYS)
def test_an_empty_library_answers_nothing(library: Library, way: Way) -> None:
    recipe = recipe_named("default")

    assert answer(way(library, recipe), recipe, 0, 32) == []


@pytest.mark.parametrize("way", WAYS)
def test_a_question_by_another_recipe_is_refused(library: Library, way: Way) -> None:
    lookup = way(library, recipe_named("default"))

    with pytest.raises(RecipesDifferError, match="md5"):
        answer(lookup, recipe_named("1e0ng"), 0, 3)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("distance", [-1, 33])
def test_a_distance_outside_0_to_32_is_refused(library: Library, way: Way, distance: int) -> None:
    recipe = recipe_named("default")
    put(library, recipe, [1])

    with pytest.raises(InvalidDistanceError):
        answer(way(library, recipe), recipe, 0, distance)


@pytest.mark.parametrize("more", [1, 500, 9000])
def test_new_documents_are_found_after_a_refresh(
    library: Library, recipe: Recipe, values: list[int], more: int
) -> None:
    put(library, recipe, values)
    memory = MemoryLookup(library, recipe)
    new = [value ^ 5 for value in (values * 12)[:more]]
    put(library, recipe, new, first_digest=len(values))

    before = answer(memory, recipe, values[0], 8)
    memory.refresh()
    after = answer(memory, recipe, values[0], 8)

    assert before == brute_force(values, values[0], 8)
    assert after == brute_force(values + new, values[0], 8)
    assert after == answer(LibraryLookup(library, recipe), recipe, values[0], 8)
    assert len(memory) == len(values) + more


def test_a_refresh_without_news_changes_nothing(filled: Library) -> None:
    memory = MemoryLookup(filled, library_recipe(filled))

    memory.refresh()

    assert len(memory) == 3


def test_documents_that_went_are_forgotten_with_a_refresh(
    filled: Library, docs: Path, tmp_path: Path, import_now: Import
) -> None:
    memory = MemoryLookup(filled, library_recipe(filled))
    other = shutil.copytree(docs, tmp_path / "other")
    (other / "new.txt").write_text("Quite another story, of a lamp and a cat." * 9, "utf-8")
    import_now(other)
    (folder,) = (row for row in folders(filled) if row.path == docs)
    (other / "story.txt").unlink()
    remove_folder(filled, folder.folder_id)

    memory.refresh()

    recipe = library_recipe(filled)
    expected = answer(LibraryLookup(filled, recipe), recipe, 0, 32)
    assert answer(memory, recipe, 0, 32) == expected
    assert len(memory) == 4


def test_after_a_change_of_recipe_nothing_of_the_old_one_is_left(filled: Library) -> None:
    old = library_recipe(filled)
    memory = MemoryLookup(filled, old)
    change_recipe(filled, recipe_named("words"), 0, JobControl())

    memory.refresh()

    assert len(memory) == 0
    assert answer(memory, old, 0, 32) == []
