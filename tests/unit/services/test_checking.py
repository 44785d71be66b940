"""One text against a library."""

from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui.core.recipe import recipe_named
from simhash_gui.services.browsing import list_documents
from simhash_gui.services.checking import find_matches
from simhash_gui.services.comparing import load_text
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.libraries import Library, library_recipe
from simhash_gui.services.lookup import LibraryLookup, RecipesDifferError
from simhash_gui.services.refingerprinting import change_recipe
from tests.oracles import hamming
from tests.unit.services.conftest import STORY


def test_a_copy_is_found_with_all_its_places(filled: Library, docs: Path) -> None:
    question = load_text(STORY, "x", library_recipe(filled)).fingerprint

    (match,) = find_matches(filled, LibraryLookup(filled, library_recipe(filled)), question, 0)

    assert match.distance == 0
    assert set(match.paths) == {
        str(docs / "story.txt"),
        str(docs / "sub" / "copy of story.txt"),
    }


@pytest.mark.parametrize("name", ["default", "wide"])
def test_the_matches_are_those_of_brute_force(filled: Library, name: str) -> None:
    recipe = recipe_named(name)
    change_recipe(filled, recipe, 0, JobControl())
    question = load_text(STORY, "x", recipe).fingerprint
    distances = sorted(
        hamming(question.value, document.fingerprint.value)
        for document in list_documents(filled)
        if document.fingerprint is not None
    )

    lookup = LibraryLookup(filled, recipe)
    for most in (0, 3, 10, 20, 32):
        found = [match.distance for match in find_matches(filled, lookup, question, most)]
        assert found == [distance for distance in distances if distance <= most]


def test_a_fingerprint_of_another_recipe_is_refused(filled: Library) -> None:
    question = load_text(STORY, "x", recipe_named("1e0ng")).fingerprint
    lookup = LibraryLookup(filled, library_recipe(filled))

    with pytest.raises(RecipesDifferError):
        find_matches(filled, lookup, question, 32)
