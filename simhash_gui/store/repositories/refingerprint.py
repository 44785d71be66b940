"""Another recipe for all documents, from their stored texts.

The new fingerprints are staged beside the old ones, which serve until ``adopt`` puts the new ones
in their place in one transaction. A job that is cut off goes on where it stopped: what is staged
stays staged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, func, or_, select

from simhash_gui.store.engine.bulk import bulk_load
from simhash_gui.store.engine.connections import driver_cursor
from simhash_gui.store.engine.schema import documents, staged_fingerprints, texts
from simhash_gui.store.engine.types import to_signed
from simhash_gui.store.records import DocumentState, Ids
from simhash_gui.store.repositories.recipes import key_of, recipe_key
from simhash_gui.store.statements import fetch_ids

_STAGE = """
INSERT INTO staged_fingerprints (
    document_id, recipe_key, fingerprint, fingerprint_rest, feature_count)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (document_id) DO UPDATE SET
    recipe_key = excluded.recipe_key, fingerprint = excluded.fingerprint,
    fingerprint_rest = excluded.fingerprint_rest, feature_count = excluded.feature_count
"""
_ADOPT = """
UPDATE documents SET
    recipe_key = staged.recipe_key, fingerprint = staged.fingerprint,
    fingerprint_rest = staged.fingerprint_rest,
    block0 = (staged.fingerprint >> 48) & 65535, block1 = (staged.fingerprint >> 32) & 65535,
    block2 = (staged.fingerprint >> 16) & 65535, block3 = staged.fingerprint & 65535,
    feature_count = staged.feature_count,
    state = CASE WHEN staged.fingerprint IS NULL THEN 'too-short' ELSE 'fingerprinted' END
FROM staged_fingerprints AS staged
WHERE staged.document_id = documents.id AND staged.recipe_key = ?
"""


@dataclass(frozen=True, slots=True)
class StagedFingerprint:
    """What the new recipe gives for a document; no ``word`` when it is too short for it."""

    document_id: int
    feature_count: int
    word: int | None
    rest: int | None = None


def outdated_ids(connection: Connection, recipe_id: str) -> Ids:
    """Documents that have a text, but no fingerprint of this recipe, not even a staged one."""
    wanted = key_of("recipe_id")
    is_staged = and_(
        staged_fingerprints.c.document_id == documents.c.id,
        staged_fingerprints.c.recipe_key == wanted,
    )
    is_of_another_recipe = or_(documents.c.recipe_key.is_distinct_from(wanted), wanted.is_(None))
    statement = (
        select(documents.c.id)
        .join_from(documents, texts)
        .outerjoin(staged_fingerprints, is_staged)
        .where(documents.c.state != DocumentState.FAILED)
        .where(is_of_another_recipe, staged_fingerprints.c.document_id.is_(None))
        .order_by(documents.c.id)
    )
    return fetch_ids(connection, statement, {"recipe_id": recipe_id})


def stage(connection: Connection, recipe_id: str, new: Iterable[StagedFingerprint]) -> None:
    """Keep new fingerprints beside the ones in use."""
    key = recipe_key(connection, recipe_id)
    driver_cursor(connection).executemany(_STAGE, (_row(staged, key) for staged in new))


def adopt(connection: Connection, recipe_id: str) -> int:
    """Put all that is staged of a recipe in place of the old; return how many documents that is."""
    key = recipe_key(connection, recipe_id)
    count: int = connection.execute(
        select(func.count()).where(staged_fingerprints.c.recipe_key == key)
    ).scalar_one()
    with bulk_load(connection, count):
        driver_cursor(connection).execute(_ADOPT, (key,))
    discard(connection)
    return count


def discard(connection: Connection) -> None:
    """Forget all that is staged."""
    connection.execute(delete(staged_fingerprints))


def _row(staged: StagedFingerprint, key: int) -> tuple[int | None, ...]:
    has_word = staged.word is not None
    return (
        staged.document_id,
        key,
        to_signed(int(staged.word)) if staged.word is not None else None,
        to_signed(int(staged.rest or 0)) if has_word else None,
        staged.feature_count,
    )
