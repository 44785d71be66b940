"""Another recipe for all documents, from their stored texts.

The new fingerprints are staged beside the old ones, which serve until ``adopt`` replaces them in
one transaction. A job that is cut off goes on where it stopped: what is staged stays staged. Very
many are written without the block indexes, which are built again at the end (``bulk_load``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, func, or_, select

from simhash_gui.store.engine.connections import WRITER_CACHE_KIB
from simhash_gui.store.engine.schema import (
    block_indexes,
    block_keys_of,
    documents,
    staged_fingerprints,
    texts,
)
from simhash_gui.store.engine.statements import driver_cursor, fetch_ids, is_on_server
from simhash_gui.store.engine.types import DocumentState, Ids, to_signed, to_unsigned
from simhash_gui.store.repositories.checksums import of_fingerprint
from simhash_gui.store.repositories.documents import key_of, recipe_key

FEWEST_ROWS = 20_000
GREATEST_GROWTH = 10
"""Building an index again costs a row about a twelfth of what keeping it up to date does (measured
at a million), so it pays while the library has at most ten times as many documents as are to come.
"""

_CACHE_KIB = 256 * 1024
"""Room for the digest index of several million documents, whose rows arrive in no order."""
_SORTING_CACHE_KIB = 2 * 1024
"""SQLite sorts an index in runs as large as the cache: runs that the processor's own cache holds
make a million rows take half as long (measured)."""

_STAGE = """
INSERT INTO staged_fingerprints (
    document_id, recipe_key, fingerprint, fingerprint_rest, feature_count)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (document_id) DO UPDATE SET
    recipe_key = excluded.recipe_key, fingerprint = excluded.fingerprint,
    fingerprint_rest = excluded.fingerprint_rest, feature_count = excluded.feature_count
"""
_BLOCKS = ", ".join(
    f"block{block} = {key}" for block, key in enumerate(block_keys_of("staged.fingerprint"))
)
_ADOPT = f"""
UPDATE documents SET
    recipe_key = staged.recipe_key, fingerprint = staged.fingerprint,
    fingerprint_rest = staged.fingerprint_rest,
    {_BLOCKS},
    feature_count = staged.feature_count, checksum = NULL,
    state = CASE WHEN staged.fingerprint IS NULL THEN 'too-short' ELSE 'fingerprinted' END
FROM staged_fingerprints AS staged
WHERE staged.document_id = documents.id AND staged.recipe_key = ?
"""
_WITHOUT_CHECKSUM = """
SELECT id, digest, fingerprint, fingerprint_rest FROM documents NOT INDEXED
WHERE id > ? AND recipe_key = ? AND fingerprint IS NOT NULL AND checksum IS NULL
ORDER BY id LIMIT 16384
"""
_SET_CHECKSUM = "UPDATE documents SET checksum = ?2 WHERE id = ?1"


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
    """Replace the old fingerprints by all that are staged of a recipe; return how many."""
    key = recipe_key(connection, recipe_id)
    count: int = connection.execute(
        select(func.count()).where(staged_fingerprints.c.recipe_key == key)
    ).scalar_one()
    with bulk_load(connection, count):
        driver_cursor(connection).execute(_ADOPT, (key,))
    _sum_up(connection, recipe_id)
    discard(connection)
    return count


def _sum_up(connection: Connection, recipe_id: str) -> None:
    """Write checksums of the fingerprints of a recipe that have none, as they are now."""
    cursor, key, last = driver_cursor(connection), recipe_key(connection, recipe_id), 0
    while rows := cursor.execute(_WITHOUT_CHECKSUM, (last, key)).fetchall():
        last = rows[-1][0]
        values = [
            (number, of_fingerprint(digest, to_unsigned(word), to_unsigned(rest), recipe_id))
            for number, digest, word, rest in rows
        ]
        cursor.executemany(_SET_CHECKSUM, values)


def discard(connection: Connection) -> None:
    """Delete all that is staged."""
    connection.execute(delete(staged_fingerprints))


@contextmanager
def bulk_load(connection: Connection, expected_rows: int) -> Iterator[None]:
    """Insert or update about ``expected_rows`` documents in this block, in this transaction.

    Few rows, or few compared with those that are there, are written with the indexes in place. All
    of it belongs to the caller's transaction: until that is committed the file holds the library as
    it was, indexes included, so that a crash or a full drive costs the load and nothing else. When
    the block raises, the whole transaction is rolled back.
    """
    if expected_rows < FEWEST_ROWS or is_on_server(connection):  # where readers would wait
        yield
        return
    present = connection.execute(select(func.count()).select_from(documents)).scalar_one()
    rebuilt = block_indexes if present <= GREATEST_GROWTH * expected_rows else ()
    try:
        _set_cache(connection, _CACHE_KIB)
        for index in rebuilt:
            index.drop(connection)
        yield
        _set_cache(connection, _SORTING_CACHE_KIB)
        for index in rebuilt:
            index.create(connection)
    except BaseException:
        connection.rollback()
        raise
    finally:
        _set_cache(connection, WRITER_CACHE_KIB)


def _set_cache(connection: Connection, kib: int) -> None:
    # Past SQLAlchemy, which after a rollback would take no statement but the end of the block.
    driver_cursor(connection).execute(f"PRAGMA cache_size = -{kib}")


def _row(staged: StagedFingerprint, key: int) -> tuple[int | None, ...]:
    has_word = staged.word is not None
    return (
        staged.document_id,
        key,
        to_signed(int(staged.word)) if staged.word is not None else None,
        to_signed(int(staged.rest or 0)) if has_word else None,
        staged.feature_count,
    )
