"""Texts come back as they were read."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from simhash_gui.store.library import Library
from simhash_gui.store.repositories import texts
from simhash_gui.store.repositories.texts import TextDamagedError, decompress
from tests.helpers.examples import examples
from tests.store.builders import compressed, document, stored


def put(connection: Connection, *contents: str) -> list[int]:
    ids = stored(connection, *(document(number) for number in range(len(contents))))
    texts.put(connection, zip(ids, map(compressed, contents), strict=True))
    return ids


@given(text=st.text(st.characters(exclude_categories=())))
def test_every_text_survives_compression_even_lone_surrogates(text: str) -> None:
    assert decompress(compressed(text)) == text


def test_plain_utf_8_under_zlib_is_read() -> None:
    assert decompress(zlib.compress("会议纪要".encode())) == "会议纪要"


@examples(20)
@given(text=st.text())
def test_every_text_survives_the_database(shared_library: Library, text: str) -> None:
    with shared_library.write() as connection:
        (document_id,) = put(connection, text)
        assert texts.get(connection, document_id) == text


def test_a_document_without_a_text_has_none(connection: Connection) -> None:
    assert texts.get(connection, 99) is None


def test_a_text_that_is_put_again_is_replaced(connection: Connection) -> None:
    (document_id,) = put(connection, "old")

    texts.put(connection, [(document_id, compressed("new"))])

    assert texts.get(connection, document_id) == "new"


def test_several_texts_are_fetched_at_once(connection: Connection) -> None:
    first, second, _ = put(connection, "one", "two", "three")

    assert texts.get_many(connection, [second, first, 99]) == {first: "one", second: "two"}


@pytest.mark.parametrize(("room", "count"), [(0, 1), (3, 1), (4, 2), (6, 2), (7, 3), (100, 3)])
def test_the_first_texts_are_fetched_until_there_is_no_room_left(
    connection: Connection, room: int, count: int
) -> None:
    first, second, third = put(connection, "one", "two", "three")
    in_order = [(first, "one"), (second, "two"), (third, "three")]

    assert texts.get_first(connection, [third, 99, first, second], room) == in_order[:count]


def test_documents_without_a_text_are_told(connection: Connection) -> None:
    one, other = put(connection, "one", "other")

    assert texts.missing_ids(connection, np.array([99, other, 7, one])).tolist() == [7, 99]


@pytest.mark.parametrize("content", [b"", b"not zlib", zlib.compress(b"\xff\xff")])
def test_a_damaged_text_is_reported(connection: Connection, content: bytes) -> None:
    (document_id,) = put(connection, "fine")
    texts.put(connection, [(document_id, content)])

    with pytest.raises(TextDamagedError):
        texts.get(connection, document_id)


def test_a_damaged_text_keeps_no_other_from_being_read(connection: Connection) -> None:
    first, damaged, last = put(connection, "one", "two", "three")
    texts.put(connection, [(damaged, b"not zlib")])

    readable = texts.get_readable(connection, [first, damaged, last])

    assert readable == {first: "one", last: "three"}
