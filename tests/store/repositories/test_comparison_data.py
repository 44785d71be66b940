"""What documents are compared by goes in as rows and comes out as arrays, whole and in order."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.store.engine.errors import LibraryDamagedError
from simhash_gui.store.engine.types import DocumentState, FileState, FolderRole
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import comparison_data, documents, texts
from simhash_gui.store.repositories.comparison_data import HashKind, shared_passages
from tests.helpers.examples import examples
from tests.store.builders import (
    comparison_of,
    compressed,
    document,
    file,
    folder,
    load_samples,
    load_sketches,
    packed,
    placed,
    stored,
    unfingerprinted,
)
from tests.store.older import first_library

VERSION = 3
HASHES = st.lists(st.integers(0, 2**32 - 1), max_size=12, unique=True)


@pytest.fixture
def ids(connection: Connection) -> list[int]:
    """Three documents."""
    return stored(connection, document(1), document(2), document(3))


def put(connection: Connection, *rows: tuple[int, ComparisonData], version: int = VERSION) -> None:
    comparison_data.put(connection, version, rows)


def load_all(library: Library) -> None:
    with library.read() as connection:
        load_sketches(connection, VERSION)
        load_samples(connection, VERSION)


def test_sketches_come_back_as_arrays_by_ascending_document(
    connection: Connection, ids: list[int]
) -> None:
    first, second, _ = ids
    sketch = bytes(range(128))
    digest = struct.pack("<Q", 2**63 + 5)
    put(
        connection,
        comparison_of(
            second,
            token_count=7,
            shingle_count=4,
            token_digest=digest,
            sketch=sketch,
            token_sketch=sketch[::-1],
        ),
        comparison_of(first, token_count=2**40, shingle_count=2**39),
    )

    found = load_sketches(connection, VERSION)

    assert found.ids.tolist() == [first, second]
    assert found.token_counts.tolist() == [2**40, 7]
    assert found.shingle_counts.tolist() == [2**39, 4]
    assert found.token_digests.tolist() == [0, 2**63 + 5]
    assert found.token_digests.dtype == np.uint64
    assert found.values.shape == (2, 128)
    assert found.values[1].tolist() == list(range(128))
    assert found.token_values.shape == (2, 128)
    assert found.token_values[1].tolist() == list(range(128))[::-1]


def test_samples_come_back_as_lists_laid_end_to_end(connection: Connection, ids: list[int]) -> None:
    lists: list[list[int]] = [[5, 2**32 - 1], [], [7]]
    put(
        connection,
        *(
            comparison_of(document_id, sample=packed(*hashes))
            for document_id, hashes in zip(ids, lists, strict=True)
        ),
    )

    found = load_samples(connection, VERSION)

    assert found.ids.tolist() == ids
    assert found.offsets.tolist() == [0, 2, 2, 3]
    assert found.hashes.tolist() == [5, 2**32 - 1, 7]
    assert found.hashes.dtype == np.uint32


def test_hashes_of_some_documents_come_by_document(connection: Connection, ids: list[int]) -> None:
    rows = zip(ids, ([5, 2**32 - 1], [6], [7]), strict=True)
    put(connection, *(comparison_of(number, passages=packed(*some)) for number, some in rows))
    asked = np.array([ids[2], ids[0], max(ids) + 1])

    found = comparison_data.hashes_of(connection, VERSION, HashKind.PASSAGES, asked)

    assert found.ids.tolist() == [ids[0], ids[2]]
    assert found.offsets.tolist() == [0, 2, 3]
    assert found.hashes.tolist() == [5, 2**32 - 1, 7]


def test_an_empty_library_has_empty_arrays(connection: Connection) -> None:
    sketches = load_sketches(connection, VERSION)

    assert (len(sketches), sketches.values.shape) == (0, (0, 128))
    for kind in HashKind:
        assert list(comparison_data.hash_pieces(connection, VERSION, kind)) == []


def test_more_rows_than_are_fetched_at_once_come_back_in_order(connection: Connection) -> None:
    many = stored(connection, *(document(number) for number in range(1, 5001)))
    put(connection, *(comparison_of(number, token_count=number) for number in reversed(many)))

    found = load_sketches(connection, VERSION)

    assert found.ids.tolist() == sorted(many)
    assert found.token_counts.tolist() == sorted(many)


def test_a_row_is_replaced(connection: Connection, ids: list[int]) -> None:
    put(connection, comparison_of(ids[0], token_count=1))
    put(connection, comparison_of(ids[0], token_count=2))

    assert load_sketches(connection, VERSION).token_counts.tolist() == [2]


def test_a_row_of_a_document_that_was_deleted_is_left_out(
    connection: Connection, ids: list[int]
) -> None:
    put(connection, comparison_of(99), comparison_of(ids[0]))

    assert load_sketches(connection, VERSION).ids.tolist() == ids[:1]


def test_rows_of_another_version_are_not_loaded(connection: Connection, ids: list[int]) -> None:
    put(connection, comparison_of(ids[0], passages=packed(1)), version=VERSION - 1)
    put(connection, comparison_of(ids[1], passages=packed(2)))

    assert load_sketches(connection, VERSION).ids.tolist() == [ids[1]]
    assert load_samples(connection, VERSION).ids.tolist() == [ids[1]]
    (piece,) = comparison_data.hash_pieces(connection, VERSION, HashKind.PASSAGES)
    assert piece.hashes.tolist() == [2]


@examples(40)
@given(lists=st.lists(HASHES, max_size=8), at_once=st.integers(1, 20))
def test_passages_come_in_bounded_pieces_that_divide_no_document(
    shared_library: Library, lists: list[list[int]], at_once: int
) -> None:
    with shared_library.write() as connection:
        connection.exec_driver_sql("DELETE FROM documents")
        numbers = stored(connection, *(document(number) for number in range(1, len(lists) + 1)))
        rows = zip(numbers, lists, strict=True)
        put(connection, *(comparison_of(number, passages=packed(*one)) for number, one in rows))
        pieces = list(comparison_data.hash_pieces(connection, VERSION, HashKind.PASSAGES, at_once))

    found = [
        piece.hashes[start:end].tolist()
        for piece in pieces
        for start, end in zip(piece.offsets[:-1], piece.offsets[1:], strict=True)
    ]
    assert found == lists
    assert all(len(piece.hashes) <= at_once or len(piece) == 1 for piece in pieces)
    assert [number for piece in pieces for number in piece.ids.tolist()] == numbers


@pytest.mark.file_only
@pytest.mark.parametrize(
    ("column", "value"), [("sketch", b"x" * 127), ("token_digest", b""), ("sample", b"abc")]
)
def test_a_value_that_was_cut_off_is_reported_as_damage(
    library: Library, column: str, value: bytes
) -> None:
    with library.write() as connection:
        (document_id,) = stored(connection, document(1))
        put(connection, comparison_of(document_id))
        set_value = f"UPDATE comparison_data SET checksums = NULL, {column} = ?"
        connection.exec_driver_sql(set_value, (value,))

    with pytest.raises(LibraryDamagedError):
        load_all(library)


@pytest.mark.file_only
@pytest.mark.parametrize("column", ["token_count", "shingle_count"])
@pytest.mark.parametrize("value", ["words", b"\xff", 0.5])
def test_a_count_that_is_no_number_is_damage_of_its_row_alone(
    library: Library, column: str, value: str | bytes | float
) -> None:
    with library.write() as connection:
        one, other = stored(connection, document(1), document(2))
        put(connection, comparison_of(one), comparison_of(other))
        set_value = f"UPDATE comparison_data SET {column} = ? WHERE document_id = {one}"
        connection.exec_driver_sql(set_value, (value,))
    damaged: set[int] = set()

    with library.read() as connection:
        (piece,) = comparison_data.sketch_pieces(connection, VERSION, damaged)

    assert piece.ids.tolist() == [other]
    assert damaged == {one}


def test_what_a_dropped_document_was_compared_by_goes_with_it(
    connection: Connection, ids: list[int]
) -> None:
    put(connection, *(comparison_of(document_id) for document_id in ids))

    documents.remove_unplaced(connection, np.array(ids[:2]))

    assert load_sketches(connection, VERSION).ids.tolist() == ids[2:]


def test_documents_without_a_row_or_with_an_older_one_are_missing(
    connection: Connection, ids: list[int]
) -> None:
    folder_id = folder(connection)
    placed(connection, *(file(folder_id, str(one), document_id=one) for one in ids))
    texts.put(connection, [(one, compressed("text")) for one in ids])
    put(connection, comparison_of(ids[0]))
    put(connection, comparison_of(ids[1]), version=VERSION - 1)

    assert comparison_data.missing_ids(connection, VERSION).tolist() == ids[1:]


def test_nothing_is_missing_of_documents_that_are_gone_excluded_or_without_a_text(
    connection: Connection,
) -> None:
    gone, excluded, loose, failed = stored(
        connection,
        document(1),
        document(2),
        document(3),
        unfingerprinted(4, DocumentState.FAILED),
    )
    one, other = folder(connection, "/one"), folder(connection, "/x", FolderRole.EXCLUDED)
    placed(
        connection,
        file(one, "gone", document_id=gone, state=FileState.GONE),
        file(other, "excluded", document_id=excluded),
        file(one, "failed", document_id=failed),
    )
    texts.put(connection, [(each, compressed("text")) for each in (gone, excluded, loose)])

    assert comparison_data.missing_ids(connection, VERSION).tolist() == []


def test_all_texts_of_a_library_of_the_first_version_are_missing(path: Path) -> None:
    with Library.open(first_library(path)) as library, library.read() as connection:
        assert comparison_data.missing_ids(connection, VERSION).tolist() == [1, 2, 3]


@pytest.mark.file_only
def test_missing_rows_are_found_without_reading_the_long_rows(connection: Connection) -> None:
    plan = connection.exec_driver_sql(
        "EXPLAIN QUERY PLAN SELECT document_id FROM comparison_data WHERE version = 3"
    ).all()

    assert "COVERING INDEX ix_comparison_data_version" in plan[0][3]


# Few different values, and ones that agree in their lowest bits, so that there are hits and nearly.
HASH_SETS = st.sets(
    st.builds(lambda low, high: low + (high << 24), st.integers(0, 9), st.integers(0, 3)),
    max_size=12,
)


def found_of(
    connection: Connection,
    asked: np.ndarray[tuple[int], np.dtype[np.uint32]],
    at_once: int = 1 << 22,
) -> list[tuple[int, int]]:
    """Pairs of a document and a hash that it has."""
    ids, hashes = shared_passages(connection, VERSION, asked, at_once)
    return list(zip(ids.tolist(), hashes.tolist(), strict=True))


def asked(*hashes: int) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    return np.array(hashes, np.uint32)


def test_documents_that_share_a_passage_are_found_with_what_they_share(
    connection: Connection,
) -> None:
    both, one, none = stored(connection, document(1), document(2), document(3))
    comparison_data.put(
        connection,
        VERSION,
        [
            comparison_of(both, passages=packed(1, 5, 2**32 - 1)),
            comparison_of(one, passages=packed(2, 5)),
            comparison_of(none, passages=packed(2, 6)),
        ],
    )

    found = found_of(connection, asked(5, 2**32 - 1, 7, 5))

    assert found == [(both, 5), (both, 2**32 - 1), (one, 5)]


def test_hashes_that_agree_only_in_their_lowest_bits_are_not_hits(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    row = comparison_of(document_id, passages=packed(0x0100_0001, 0x8000_0001))
    comparison_data.put(connection, VERSION, [row])

    assert found_of(connection, asked(1)) == []


def test_a_question_without_passages_finds_nothing(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    comparison_data.put(connection, VERSION, [comparison_of(document_id, passages=packed(0, 1))])

    assert found_of(connection, asked()) == []


def test_documents_without_passages_find_nothing(connection: Connection) -> None:
    first, last = stored(connection, document(1), document(2))
    comparison_data.put(connection, VERSION, [comparison_of(first), comparison_of(last)])

    assert found_of(connection, asked(1)) == []


@examples(60)
@given(lists=st.lists(HASH_SETS, max_size=8), question=HASH_SETS, at_once=st.integers(1, 20))
def test_the_hits_are_those_of_sets(
    shared_library: Library, lists: list[set[int]], question: set[int], at_once: int
) -> None:
    with shared_library.write() as connection:
        connection.exec_driver_sql("DELETE FROM documents")
        ids = stored(connection, *(document(number) for number in range(1, len(lists) + 1)))
        pairs = list(zip(ids, lists, strict=True))
        rows = [comparison_of(number, passages=packed(*hashes)) for number, hashes in pairs]
        comparison_data.put(connection, VERSION, rows)
        found = found_of(connection, asked(*question), at_once)

    shared = [(number, each) for number, hashes in pairs for each in hashes & question]
    assert sorted(found) == sorted(shared)
    assert [number for number, _ in found] == sorted(number for number, _ in shared)
