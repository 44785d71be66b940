"""A library changes its recipe without its files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.services.comparison.loading import load_text
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.browsing import list_documents
from simhash_gui.services.library.libraries import Library, document_text, library_recipe
from simhash_gui.services.library.refingerprinting import change_recipe
from tests.services.conftest import STORY, Import


@pytest.mark.parametrize("name", ["1e0ng", "wide", "keywords"])
def test_every_fingerprint_is_made_anew_from_the_stored_text(
    filled: Library, docs: Path, name: str
) -> None:
    shutil.rmtree(docs)
    recipe = recipe_named(name)

    count = change_recipe(filled, recipe, 0, JobControl())

    assert count == 3
    assert library_recipe(filled) == recipe
    for number, document in enumerate(list_documents(filled), start=1):
        text = document_text(filled, number)
        assert document.document.fingerprint == load_text(text, "x", recipe).fingerprint


def test_the_same_recipe_again_does_nothing(filled: Library) -> None:
    assert change_recipe(filled, library_recipe(filled), 0, JobControl()) == 0


def test_a_cancelled_change_leaves_the_old_recipe(filled: Library) -> None:
    before, control = library_recipe(filled), JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        change_recipe(filled, recipe_named("words"), 0, control)

    assert library_recipe(filled) == before
    assert {item.document.recipe_id for item in list_documents(filled)} == {before.recipe_id}


def test_many_documents_are_spread_over_processes(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(520):
        (folder / f"{number}.txt").write_text(f"{STORY} {number * 7919}", encoding="utf-8")
    import_now(folder)
    recipe = recipe_named("words")

    assert change_recipe(library, recipe, 2, JobControl()) == 520

    documents = list(list_documents(library))
    expected = [
        load_text(document_text(library, number), "x", recipe).fingerprint
        for number in (1, 260, 520)
    ]
    assert [documents[number - 1].document.fingerprint for number in (1, 260, 520)] == expected
