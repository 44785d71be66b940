"""A few values about the library as a whole, by name.

The recipe that new documents get and the rules of what is imported have functions of their own;
what the rules mean is for the services to say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from simhash_gui.store.engine.schema import meta
from simhash_gui.store.engine.statements import insert_into
from simhash_gui.store.engine.types import DamagedValueError

_RECIPE = "recipe_id"
_IMPORT_RULES = "import_rules"


def read(connection: Connection, key: str) -> str | None:
    """The value, or None when none was written."""
    return connection.execute(select(meta.c.value).where(meta.c.key == key)).scalar_one_or_none()


def write(connection: Connection, key: str, value: str) -> None:
    """Write or overwrite a value."""
    statement = insert_into(connection, meta).values(key=key, value=value)
    connection.execute(
        statement.on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )


def current_recipe(connection: Connection) -> str | None:
    """The id of the recipe that the library's documents are to be fingerprinted by."""
    return read(connection, _RECIPE)


def set_current_recipe(connection: Connection, recipe_id: str) -> None:
    """Choose the recipe; what is there is fingerprinted again through ``refingerprint``."""
    write(connection, _RECIPE, recipe_id)


def import_rules(connection: Connection) -> dict[str, Any] | None:
    """What is to be imported, as the services wrote it; None when they never did.

    Raises LibraryDamagedError inside ``read()`` and ``write()``.
    """
    value = read(connection, _IMPORT_RULES)
    if value is None:
        return None
    try:
        rules = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise DamagedValueError(f"the import rules cannot be read: {error}") from error
    if not isinstance(rules, dict):
        raise DamagedValueError("the import rules are not an object")
    return rules


def set_import_rules(connection: Connection, rules: Mapping[str, Any]) -> None:
    """Write what is to be imported: names and values that JSON can hold."""
    write(connection, _IMPORT_RULES, json.dumps(dict(rules)))
