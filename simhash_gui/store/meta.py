"""A few values about the library as a whole, by name.

The recipe that new documents get is the one that the store itself gives a name to.
"""

from __future__ import annotations

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from simhash_gui.store.schema import meta

_RECIPE = "recipe_id"


def read(connection: Connection, key: str) -> str | None:
    """The value, or None when none was written."""
    return connection.execute(select(meta.c.value).where(meta.c.key == key)).scalar_one_or_none()


def write(connection: Connection, key: str, value: str) -> None:
    """Write or overwrite a value."""
    statement = insert(meta).values(key=key, value=value)
    connection.execute(
        statement.on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )


def current_recipe(connection: Connection) -> str | None:
    """The id of the recipe that the library's documents are to be fingerprinted by."""
    return read(connection, _RECIPE)


def set_current_recipe(connection: Connection, recipe_id: str) -> None:
    """Choose the recipe; what is there is fingerprinted anew through ``refingerprint``."""
    write(connection, _RECIPE, recipe_id)
