"""Documents that share passages with a question are found by one pass over all."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from simhash_gui.store.library import Library
from simhash_gui.store.repositories import comparison_data
from simhash_gui.store.repositories.passage_scan import sharing_passages
from tests.store.builders import comparison_row, document, packed, stored

VERSION = 1

# Few different values, and ones that agree in their lowest bits, so that there are hits and nearly.
HASHES = st.sets(
    st.builds(lambda low, high: low + (high << 24), st.integers(0, 9), st.integers(0, 3)),
    max_size=12,
)


def asked(*hashes: int) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    return np.array(hashes, np.uint32)


def test_documents_that_share_a_passage_are_found_with_how_many(connection: Connection) -> None:
    both, one, none = stored(connection, document(1), document(2), document(3))
    comparison_data.put(
        connection,
        VERSION,
        [
            comparison_row(both, passages=packed(1, 5, 2**32 - 1)),
            comparison_row(one, passages=packed(2, 5)),
            comparison_row(none, passages=packed(2, 6)),
        ],
    )

    found = list(sharing_passages(connection, VERSION, asked(5, 2**32 - 1, 7, 5)))

    assert found == [(both, 2), (one, 1)]


def test_hashes_that_agree_only_in_their_lowest_bits_are_no_hits(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    row = comparison_row(document_id, passages=packed(0x0100_0001, 0x8000_0001))
    comparison_data.put(connection, VERSION, [row])

    assert list(sharing_passages(connection, VERSION, asked(1))) == []


def test_a_question_without_passages_finds_nothing(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    comparison_data.put(connection, VERSION, [comparison_row(document_id, passages=packed(0, 1))])

    assert list(sharing_passages(connection, VERSION, asked())) == []


def test_documents_without_passages_find_nothing(connection: Connection) -> None:
    first, last = stored(connection, document(1), document(2))
    comparison_data.put(connection, VERSION, [comparison_row(first), comparison_row(last)])

    assert list(sharing_passages(connection, VERSION, asked(1))) == []


@settings(max_examples=60)
@given(lists=st.lists(HASHES, max_size=8), question=HASHES, at_once=st.integers(1, 20))
def test_the_hits_are_those_of_sets(
    shared_library: Library, lists: list[set[int]], question: set[int], at_once: int
) -> None:
    with shared_library.write() as connection:
        connection.exec_driver_sql("DELETE FROM documents")
        ids = stored(connection, *(document(number) for number in range(1, len(lists) + 1)))
        pairs = list(zip(ids, lists, strict=True))
        rows = [comparison_row(number, passages=packed(*hashes)) for number, hashes in pairs]
        comparison_data.put(connection, VERSION, rows)
        found = list(sharing_passages(connection, VERSION, asked(*question), at_once))

    shared = [(number, len(hashes & question)) for number, hashes in pairs]
    assert found == [(number, hits) for number, hits in shared if hits]
