"""A document, its text and what it is compared by come and go together."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from simhash_gui.store.repositories import comparison_data, contents, documents, texts
from simhash_gui.store.repositories.contents import NewContent
from tests.store.builders import comparison_row, digest, document, packed

VERSION = 4


def content(number: int, text: str, **changes: Any) -> NewContent:
    _, row = comparison_row(0, passages=packed(len(text)))
    return NewContent(document(number, **changes), texts.compress(text), row)


def passages(connection: Connection) -> dict[int, list[int]]:
    return {
        number: piece.hashes[start:end].tolist()
        for piece in comparison_data.passage_pieces(connection, VERSION)
        for number, start, end in zip(
            piece.ids.tolist(), piece.offsets[:-1], piece.offsets[1:], strict=True
        )
    }


def test_contents_are_stored_with_all_that_belongs_to_them(connection: Connection) -> None:
    ids = contents.put(connection, [content(1, "a"), content(2, "bb")], VERSION)

    first, second = ids[digest(1)], ids[digest(2)]
    assert texts.get_many(connection, [first, second]) == {first: "a", second: "bb"}
    assert passages(connection) == {first: [1], second: [2]}


def test_a_content_that_is_known_takes_the_place_of_the_old_one(connection: Connection) -> None:
    old = contents.put(connection, [content(1, "old text", word=1), content(2, "b")], VERSION)

    new = contents.put(connection, [content(1, "new", word=9)], VERSION)

    kept, changed = old[digest(2)], new[digest(1)]
    assert old[digest(1)] not in (kept, changed)
    assert dict(texts.iterate(connection)) == {kept: "b", changed: "new"}
    assert passages(connection) == {kept: [1], changed: [3]}
    assert documents.load_fingerprints(connection, "v1:test-recipe:64").words.tolist() == [2, 9]


def test_the_old_data_goes_also_when_there_is_no_new(connection: Connection) -> None:
    contents.put(connection, [content(1, "old")], VERSION)

    contents.put(connection, [NewContent(document(1), texts.compress("new"))], VERSION)

    assert passages(connection) == {}


def test_of_a_content_that_comes_twice_the_last_is_stored(connection: Connection) -> None:
    ids = contents.put(connection, [content(1, "first"), content(1, "last")], VERSION)

    assert dict(texts.iterate(connection)) == {ids[digest(1)]: "last"}


def test_nothing_may_be_stored(connection: Connection) -> None:
    assert contents.put(connection, [], VERSION) == {}
