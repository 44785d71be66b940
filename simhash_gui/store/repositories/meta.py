"""A few values about the library as a whole, by name.

The recipe that new documents get and the rules of what is imported have functions of their own;
what the rules mean is for the services to say. Each value is written with its checksum, in a row
beside it: rows without one, of libraries from before, are taken as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from simhash_gui.store.engine.schema import meta
from simhash_gui.store.engine.statements import driver_cursor, insert_into
from simhash_gui.store.engine.types import DamagedValueError
from simhash_gui.store.repositories.checksums import of_row

SUM = ".checksum"
"""What the key of a value ends with where its checksum is."""
VERDICT_COUNT = "verdict_count"
_COUNT = """
INSERT INTO meta (key, value) VALUES (?1, (SELECT CAST(count(*) AS TEXT) FROM verdicts))
ON CONFLICT (key) DO UPDATE
SET value = CAST(CAST(meta.value AS BIGINT) + CAST(?2 AS BIGINT) AS TEXT)
"""
_RECIPE = "recipe_id"
_IMPORT_RULES = "import_rules"


def read(connection: Connection, key: str) -> str | None:
    """The value, or None when none was written. Raises DamagedValueError for another one."""
    keys = (key, key + SUM)
    rows = connection.execute(select(meta.c.key, meta.c.value).where(meta.c.key.in_(keys)))
    found = {row.key: row.value for row in rows}
    value, checksum = map(found.get, keys)
    if checksum is not None and checksum != of_value(key, value):
        raise DamagedValueError(f"what is kept as {key} is not what was written")
    return value


def write(connection: Connection, key: str, value: str) -> None:
    """Write or overwrite a value."""
    statement = insert_into(connection, meta)
    put = statement.on_conflict_do_update(
        index_elements=["key"], set_={"value": statement.excluded.value}
    )
    rows = ((key, value), (key + SUM, of_value(key, value)))
    connection.execute(put, [{"key": name, "value": text} for name, text in rows])


def of_value(key: str | bytes, value: str | bytes | None) -> str:
    """The checksum of a value, as it is kept."""
    return str(of_row(key, value))


def count_verdicts(connection: Connection, change: int) -> None:
    """Keep how many verdicts there are: one that is lost with all that it is about is missed then.

    Called after a change; what was lost before stays missing.
    """
    driver_cursor(connection).execute(_COUNT, (VERDICT_COUNT, change))


def verdict_count(connection: Connection) -> int:
    """How many verdicts there should be; 0 where that was never kept."""
    try:
        return int(read(connection, VERDICT_COUNT) or 0)
    except ValueError as error:
        raise DamagedValueError(f"the number of verdicts cannot be read: {error}") from error


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
