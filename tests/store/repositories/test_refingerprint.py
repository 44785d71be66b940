"""Another recipe comes in from stored texts; the old one serves until it is complete."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection

from simhash_gui.core.types import Fingerprint
from simhash_gui.store.engine.statements import driver_cursor
from simhash_gui.store.engine.types import DocumentState
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import browse, documents, meta, refingerprint, search, texts
from simhash_gui.store.repositories.refingerprint import FEWEST_ROWS, StagedFingerprint, bulk_load
from tests.store.builders import (
    OTHER_RECIPE,
    RECIPE,
    compressed,
    document,
    faults,
    other_process,
    stored,
    unfingerprinted,
)


def with_texts(connection: Connection, *contents: str) -> list[int]:
    ids = stored(connection, *(document(number) for number in range(len(contents))))
    texts.put(connection, zip(ids, map(compressed, contents), strict=True))
    return ids


def staged(document_id: int, word: int | None = 7) -> StagedFingerprint:
    return StagedFingerprint(document_id, feature_count=3, word=word, rest=None)


def words(connection: Connection, recipe_id: str) -> dict[int, int]:
    found = documents.load_fingerprints(connection, recipe_id)
    return dict(zip(found.ids.tolist(), found.words.tolist(), strict=True))


def outdated(connection: Connection, recipe_id: str) -> list[int]:
    return list(refingerprint.outdated_ids(connection, recipe_id))


def test_all_documents_with_a_text_of_another_recipe_are_to_be_done(
    connection: Connection,
) -> None:
    first, second = with_texts(connection, "one", "two")
    stored(connection, document(8), document(9, recipe_id=OTHER_RECIPE))

    assert outdated(connection, OTHER_RECIPE) == [first, second]
    assert outdated(connection, RECIPE) == []


def test_a_job_that_was_cut_off_goes_on_where_it_stopped(library: Library) -> None:
    with library.write() as connection:
        first, second = with_texts(connection, "one", "two")
        refingerprint.stage(connection, OTHER_RECIPE, [staged(first)])

    with library.read() as connection:
        assert outdated(connection, OTHER_RECIPE) == [second]


def test_what_was_staged_of_one_recipe_does_not_count_for_another(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")
    refingerprint.stage(connection, "v1:a-third-recipe", [staged(document_id)])

    assert outdated(connection, OTHER_RECIPE) == [document_id]


def test_documents_that_are_too_short_are_tried_again_and_failed_ones_not(
    connection: Connection,
) -> None:
    short, failed = stored(
        connection,
        unfingerprinted(1, DocumentState.TOO_SHORT),
        unfingerprinted(2, DocumentState.FAILED),
    )
    texts.put(connection, [(one, compressed("text")) for one in (short, failed)])

    assert outdated(connection, OTHER_RECIPE) == [short]


def test_old_fingerprints_serve_until_the_new_ones_are_adopted(connection: Connection) -> None:
    first, second = with_texts(connection, "one", "two")
    refingerprint.stage(connection, OTHER_RECIPE, [staged(first, 2**64 - 1), staged(second, 5)])
    assert words(connection, RECIPE) == {first: 0, second: 1}

    adopted = refingerprint.adopt(connection, OTHER_RECIPE)

    assert adopted == 2
    assert words(connection, RECIPE) == {}
    assert words(connection, OTHER_RECIPE) == {first: 2**64 - 1, second: 5}
    assert outdated(connection, OTHER_RECIPE) == []


def test_a_rest_is_adopted_with_its_word(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")
    new = StagedFingerprint(document_id, 3, word=2**63, rest=2**64 - 1)
    refingerprint.stage(connection, OTHER_RECIPE, [new])
    refingerprint.adopt(connection, OTHER_RECIPE)

    found = documents.load_fingerprints(connection, OTHER_RECIPE)
    assert (found.words.tolist(), found.rests.tolist()) == ([2**63], [2**64 - 1])


def test_a_document_may_become_too_short_and_long_enough_again(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")

    refingerprint.stage(connection, OTHER_RECIPE, [staged(document_id, None)])
    refingerprint.adopt(connection, OTHER_RECIPE)
    (short,) = browse.document_rows(connection, [document_id])
    refingerprint.stage(connection, RECIPE, [staged(document_id, 9)])
    refingerprint.adopt(connection, RECIPE)
    (long_enough,) = browse.document_rows(connection, [document_id])

    assert (short.state, short.fingerprint) == (DocumentState.TOO_SHORT, None)
    assert long_enough.state is DocumentState.FINGERPRINTED
    assert long_enough.fingerprint == Fingerprint(9, 64, RECIPE)


def test_a_fingerprint_that_is_staged_twice_counts_as_staged_last(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")
    refingerprint.stage(connection, OTHER_RECIPE, [staged(document_id, 1)])
    refingerprint.stage(connection, OTHER_RECIPE, [staged(document_id, 2)])

    refingerprint.adopt(connection, OTHER_RECIPE)

    assert words(connection, OTHER_RECIPE) == {document_id: 2}


def test_what_is_discarded_is_to_be_done_again(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")
    refingerprint.stage(connection, OTHER_RECIPE, [staged(document_id)])

    refingerprint.discard(connection)

    assert outdated(connection, OTHER_RECIPE) == [document_id]
    assert refingerprint.adopt(connection, OTHER_RECIPE) == 0


@pytest.mark.file_only
def test_a_large_library_is_adopted_whole_and_stays_sound(library: Library) -> None:
    with library.write() as connection:
        insert(connection, FEWEST_ROWS)
        ids = documents.load_fingerprints(connection, RECIPE).ids.tolist()
        refingerprint.stage(connection, OTHER_RECIPE, map(staged, ids))

        assert refingerprint.adopt(connection, OTHER_RECIPE) == FEWEST_ROWS

    assert faults(library) == []
    with library.read() as connection:
        assert len(search.find_within(connection, 7, 0, OTHER_RECIPE)) == FEWEST_ROWS


ALL_INDEXES = {f"ix_documents_block{block}" for block in range(4)}

LOAD = """
import sys
from pathlib import Path
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.refingerprint import bulk_load
from tests.store.builders import document

def wait():
    print("ready", flush=True)
    sys.stdin.read()

def rows(moment):
    for number in range(30_000):
        if moment == "inserting" and number == 20_000:
            wait()
        yield document(number)

path, moment = Path(sys.argv[1]), sys.argv[2]
library = Library.open(path)
with library.write() as connection:
    with bulk_load(connection, 30_000):
        documents.insert(connection, rows(moment))
        if moment == "inserted":
            wait()
    if moment == "indexed":
        wait()
if moment == "committed":
    wait()
"""


def indexes(connection: Connection) -> set[str]:
    names = connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'index'")
    return {name for name in names.scalars() if name.startswith("ix_documents_block")}


def insert(connection: Connection, count: int, start: int = 0) -> int:
    return documents.insert(connection, map(document, range(start, start + count)))


@pytest.mark.file_only
def test_a_large_load_runs_without_the_indexes_and_ends_with_them(library: Library) -> None:
    with library.write() as connection:
        with bulk_load(connection, FEWEST_ROWS):
            assert indexes(connection) == set()
            insert(connection, FEWEST_ROWS)
        assert indexes(connection) == ALL_INDEXES

    assert faults(library) == []


@pytest.mark.file_only
def test_a_small_load_keeps_the_indexes(connection: Connection) -> None:
    with bulk_load(connection, FEWEST_ROWS - 1):
        assert indexes(connection) == ALL_INDEXES


@pytest.mark.file_only
def test_a_load_that_is_small_beside_the_library_keeps_the_indexes(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refingerprint, "FEWEST_ROWS", 10)
    with bulk_load(connection, 101):
        insert(connection, 101)

    with bulk_load(connection, 10):
        assert indexes(connection) == ALL_INDEXES
    with bulk_load(connection, 11):
        assert indexes(connection) == set()


@pytest.mark.file_only
def test_a_load_that_raises_is_undone_even_when_its_caller_goes_on(library: Library) -> None:
    def load_half(connection: Connection) -> None:
        with bulk_load(connection, FEWEST_ROWS):
            insert(connection, 100)
            raise ZeroDivisionError

    with library.write() as connection:
        meta.write(connection, "note", "in the same transaction")
        with pytest.raises(ZeroDivisionError):
            load_half(connection)

    with library.read() as connection:
        assert indexes(connection) == ALL_INDEXES
        assert documents.newest_id(connection) == 0
        assert meta.read(connection, "note") is None


@pytest.mark.file_only
def test_the_cache_is_as_small_after_a_load_as_before(library: Library) -> None:
    def cache(connection: Connection) -> int:
        size: int = driver_cursor(connection).execute("PRAGMA cache_size").fetchone()[0]
        return size

    with library.write() as connection:
        before = cache(connection)
        with bulk_load(connection, FEWEST_ROWS):
            assert abs(cache(connection)) > abs(before)
        assert cache(connection) == before


@pytest.mark.parametrize(
    ("moment", "documents_kept"),
    [("inserting", 0), ("inserted", 0), ("indexed", 0), ("committed", 30_000)],
)
def test_a_process_killed_during_a_load_leaves_a_good_library_with_its_indexes(
    path: Path, moment: str, documents_kept: int
) -> None:
    Library.create(path).close()
    with other_process(LOAD, path, moment) as process:
        process.kill()
        process.wait()

    with Library.open(path) as library, library.read() as connection:
        assert len(documents.load_fingerprints(connection, RECIPE)) == documents_kept
        assert indexes(connection) == ALL_INDEXES
        assert faults(library) == []
