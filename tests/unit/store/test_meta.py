"""Values about the library as a whole."""

from __future__ import annotations

from sqlalchemy import Connection

from simhash_gui.store import meta
from tests.unit.store.builders import OTHER_RECIPE, RECIPE


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
