"""Rows that are shown although some of them may be damaged: each of these is told as one.

A damaged value makes the driver or a column type raise, and then nothing is known of any row of the
answer. So rows are asked for again in ever smaller parts, until only a damaged one is left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from types import UnionType
from typing import Any, TypeVar, get_args, get_type_hints

from sqlalchemy.exc import DBAPIError

from simhash_gui.core.fingerprint.recipe import InvalidRecipeError
from simhash_gui.core.types import InvalidFingerprintError
from simhash_gui.store.engine.errors import is_damage
from simhash_gui.store.engine.types import DamagedValueError

_Record = TypeVar("_Record")
Types = tuple[tuple[str, tuple[type, ...]], ...]
"""The names of values, and the types that they may have."""

_DAMAGED = (DamagedValueError, InvalidFingerprintError, InvalidRecipeError)


def checked_rows(
    ids: Sequence[int],
    fetch: Callable[[Sequence[int]], list[_Record]],
    damaged: Callable[[int], _Record | None],
) -> list[_Record]:
    """What ``fetch`` gives for the ids; for one that it cannot give, what ``damaged`` does.

    Raises what ``fetch`` raises of other things than damage, such as a drive that does not answer.
    """
    try:
        return fetch(ids)
    except (DBAPIError, *_DAMAGED) as error:
        if isinstance(error, DBAPIError) and not _tells_damage(error):
            raise
    if len(ids) > 1:
        middle = len(ids) // 2
        parts = (ids[:middle], ids[middle:])
        return [row for part in parts for row in checked_rows(part, fetch, damaged)]
    row = damaged(ids[0])
    return [] if row is None else [row]


def types_of(record: Any) -> Types:
    """The types that the values of a record class may have."""
    return tuple((name, _allowed(hint)) for name, hint in get_type_hints(record).items())


def require_types(record: _Record, types: Types) -> _Record:
    """The record, when all values are of the types that its class says; SQLite keeps any.

    Raises DamagedValueError.
    """
    for name, allowed in types:
        if not isinstance(getattr(record, name), allowed):
            raise DamagedValueError(f"{name} is {getattr(record, name)!r}")
    return record


def _allowed(hint: Any) -> tuple[type, ...]:
    types = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    return (*types, int) if float in types else types


def _tells_damage(error: DBAPIError) -> bool:
    return isinstance(error.orig, sqlite3.Error) and is_damage(error.orig)
