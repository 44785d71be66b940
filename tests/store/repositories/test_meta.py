"""Values about the library as a whole."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine.errors import LibraryDamagedError
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import meta
from tests.store.builders import OTHER_RECIPE, RECIPE


def test_a_value_is_read_as_it_was_last_written(connection: Connection) -> None:
    assert meta.read(connection, "note") is None

    meta.write(connection, "note", "first")
    meta.write(connection, "note", "second")

    assert meta.read(connection, "note") == "second"


def test_the_current_recipe_is_the_one_that_was_chosen_last(connection: Connection) -> None:
    assert meta.current_recipe(connection) is None

    meta.set_current_recipe(connection, RECIPE)
    meta.set_current_recipe(connection, OTHER_RECIPE)

    assert meta.current_recipe(connection) == OTHER_RECIPE


def test_import_rules_come_back_as_they_were_written_last(connection: Connection) -> None:
    assert meta.import_rules(connection) is None

    meta.set_import_rules(connection, {"hidden": True})
    meta.set_import_rules(connection, {"include": ["*.txt", "会议*"], "most_bytes": None})

    assert meta.import_rules(connection) == {"include": ["*.txt", "会议*"], "most_bytes": None}


@pytest.mark.parametrize("value", ["{", "[]", "7", "[" * 100_000])
def test_import_rules_that_the_program_never_writes_are_reported(
    library: Library, value: str
) -> None:
    with library.write() as connection:
        meta.write(connection, "import_rules", value)

    with pytest.raises(LibraryDamagedError), library.read() as connection:
        meta.import_rules(connection)
