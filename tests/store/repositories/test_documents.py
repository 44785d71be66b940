"""Contents are stored once each; their fingerprints come back to the bit."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, text

from simhash_gui.core.types import Fingerprint
from simhash_gui.store.engine.types import DocumentState, FileState, FolderRole
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import (
    browse,
    comparison_data,
    documents,
    files,
    present_files,
    refingerprint,
    texts,
)
from simhash_gui.store.repositories.documents import KnownDocument, NewContent
from simhash_gui.store.repositories.refingerprint import StagedFingerprint
from tests.helpers.examples import examples
from tests.store.builders import (
    OTHER_RECIPE,
    RECIPE,
    comparison_of,
    compressed,
    digest,
    document,
    faults,
    file,
    folder,
    load_sketches,
    packed,
    placed,
    stored,
    unfingerprinted,
)

WORDS = st.integers(0, 2**64 - 1)
KEYS = {"documents": "id"}
EDGES = [0, 1, 2**63 - 1, 2**63, 2**64 - 1]


def loaded(connection: Connection, recipe_id: str = RECIPE) -> list[tuple[int, int, int]]:
    found = documents.load_fingerprints(connection, recipe_id)
    return list(zip(found.ids.tolist(), found.words.tolist(), found.rests.tolist(), strict=True))


def test_a_content_is_stored_once_however_often_it_comes(connection: Connection) -> None:
    first = documents.insert(connection, [document(1), document(2)])
    again = documents.insert(connection, [document(2, language="zh"), document(3)])

    assert (first, again) == (2, 1)
    assert len(documents.load_fingerprints(connection, RECIPE)) == 3


def test_a_content_that_comes_again_keeps_what_was_stored_first(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1, language="en"))
    documents.insert(connection, [document(1, language="zh")])

    (row,) = browse.document_rows(connection, [document_id])
    assert row.language == "en"


def test_everything_given_comes_back(connection: Connection) -> None:
    given_values: dict[str, Any] = {
        "character_count": 12,
        "feature_count": 7,
        "language": "zh",
        "encoding": "gb18030",
        "reader": "plain",
        "size_bytes": 2**40,
        "imported_at_ms": 1,
        "encoding_confidence": 0.75,
        "encoding_source": "statistics",
        "title": "caf\udce9",
        "author": "王小明",
        "written": "2019-05-01 or so",
        "declared_language": "zh-CN",
    }
    wide = "v1:nfkc+fold+simplified+space:words:1:count:xxh3-128:128:zero"
    new = document(5, recipe_id=wide, word=2**64 - 1, rest=2**63, **given_values)
    (document_id,) = stored(connection, new)

    (row,) = browse.document_rows(connection, [document_id])
    assert {name: getattr(row, name) for name in given_values} == given_values
    assert row.recipe_id == wide
    assert row.fingerprint == Fingerprint.from_words(2**64 - 1, 2**63, 128, wide)
    assert row.imported_at == datetime(1970, 1, 1, 0, 0, 0, 1000, UTC)


@pytest.mark.parametrize(
    "changes",
    [
        {"word": None},
        {"recipe_id": None},
        {"state": DocumentState.TOO_SHORT},
        {"state": DocumentState.FAILED},
    ],
)
def test_a_fingerprint_and_the_state_must_go_together(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="do not go together"):
        document(1, **changes)


def test_known_digests_are_found_and_others_left_out(connection: Connection) -> None:
    first, second = stored(
        connection,
        document(1, encoding="gb18030", encoding_source="statistics"),
        unfingerprinted(2, DocumentState.FAILED),
    )

    assert documents.by_digest(connection, [digest(1), digest(2), digest(3)]) == {
        digest(1): KnownDocument(
            first, DocumentState.FINGERPRINTED, "gb18030", "statistics", None, has_text=False
        ),
        digest(2): KnownDocument(second, DocumentState.FAILED, None, None, None, has_text=False),
    }


def test_digests_are_found_by_the_thousand(connection: Connection) -> None:
    stored(connection, *(document(number) for number in range(1200)))

    found = documents.by_digest(connection, (digest(number) for number in range(1200)))

    assert len(found) == 1200


@pytest.mark.parametrize("word", EDGES)
@pytest.mark.parametrize("rest", EDGES)
def test_words_and_rests_at_the_edges_survive(connection: Connection, word: int, rest: int) -> None:
    (document_id,) = stored(connection, document(1, word=word, rest=rest))

    assert loaded(connection) == [(document_id, word, rest)]


@examples(25)
@given(words=st.lists(st.tuples(WORDS, WORDS), max_size=20))
def test_fingerprints_come_back_as_they_went_in_by_id(
    shared_library: Library, words: list[tuple[int, int]]
) -> None:
    with shared_library.write() as connection:
        start = documents.newest_id(connection)
        new = [
            document(start + number, word=word, rest=rest)
            for number, (word, rest) in enumerate(words)
        ]
        ids = stored(connection, *new)
        found = documents.load_fingerprints(connection, RECIPE, after_id=start)

    assert ids == sorted(ids)
    assert found.ids.tolist() == ids
    assert list(zip(found.words.tolist(), found.rests.tolist(), strict=True)) == words
    assert found.words.dtype == found.rests.dtype == np.uint64


def test_numpy_words_are_taken(connection: Connection) -> None:
    new = document(1, word=np.uint64(2**64 - 1), rest=np.uint64(2**63))
    (document_id,) = stored(connection, new)

    assert loaded(connection) == [(document_id, 2**64 - 1, 2**63)]


def test_fingerprints_of_other_recipes_and_other_states_are_not_loaded(
    connection: Connection,
) -> None:
    wanted, *_ = stored(
        connection,
        document(1),
        document(2, recipe_id=OTHER_RECIPE),
        document(3, state=DocumentState.TOO_SHORT, word=None),
        unfingerprinted(4, DocumentState.FAILED),
    )

    assert [document_id for document_id, *_ in loaded(connection)] == [wanted]
    assert loaded(connection, "unknown") == []


def test_only_documents_after_an_id_are_loaded(connection: Connection) -> None:
    ids = stored(connection, *(document(number) for number in range(10)))

    found = documents.load_fingerprints(connection, RECIPE, after_id=ids[6])

    assert found.ids.tolist() == ids[7:]


def test_ids_are_never_given_twice(connection: Connection) -> None:
    *_, last = stored(connection, document(1), document(2))
    documents.remove_unplaced(connection, np.array([last]))

    (next_id,) = stored(connection, document(3))
    assert next_id > last


def test_a_document_that_was_read_again_is_replaced(connection: Connection) -> None:
    stored(connection, unfingerprinted(1, DocumentState.FAILED))

    changed = documents.replace(connection, [document(1, word=9, encoding="big5"), document(2)])

    ((document_id, *fingerprint),) = loaded(connection)
    (row,) = browse.document_rows(connection, [document_id])
    assert changed == 1
    assert fingerprint == [9, 0]
    assert (row.state, row.encoding) == (DocumentState.FINGERPRINTED, "big5")


def test_the_files_of_a_replaced_document_come_along(library: Library) -> None:
    with library.write() as connection:
        old, other = stored(connection, document(1), document(2))
        folder_id = folder(connection)
        ids = placed(
            connection,
            file(folder_id, "a", document_id=old),
            file(folder_id, "b", document_id=old, state=FileState.GONE),
            file(folder_id, "c", document_id=other),
        )

    with library.write() as connection:
        documents.replace(connection, [document(1, word=9)])

    with library.read() as connection:
        new = documents.by_digest(connection, [digest(1)])[digest(1)].id
        found = [row.document_id for row in files.rows(connection, ids)]
    assert found == [new, new, other]
    assert faults(library) == []


def test_a_replaced_document_came_after_all_others(connection: Connection) -> None:
    _, newest = stored(connection, document(1), document(2))

    documents.replace(connection, [document(1, word=9)])

    found = documents.load_fingerprints(connection, RECIPE, after_id=newest)
    assert found.words.tolist() == [9]


def test_nothing_made_from_the_text_of_a_replaced_document_is_left(connection: Connection) -> None:
    old, other = stored(connection, document(1), document(2))
    texts.put(connection, [(each, compressed("text")) for each in (old, other)])
    comparison_data.put(connection, 1, [comparison_of(each) for each in (old, other)])
    staged = [StagedFingerprint(each, feature_count=1, word=7) for each in (old, other)]
    refingerprint.stage(connection, OTHER_RECIPE, staged)

    documents.replace(connection, [document(1, word=8)])

    tables = {"documents", "texts", "comparison_data", "staged_fingerprints"}
    left = {
        table: connection.execute(
            text(f"SELECT count(*) FROM {table} WHERE {KEYS.get(table, 'document_id')} = :old"),
            {"old": old},
        ).scalar_one()
        for table in tables
    }
    assert left == dict.fromkeys(tables, 0)
    assert texts.get(connection, other) == "text"
    assert load_sketches(connection, 1).ids.tolist() == [other]


def test_replacing_nothing_changes_nothing(connection: Connection) -> None:
    stored(connection, document(1))

    assert documents.replace(connection, []) == 0
    assert len(loaded(connection)) == 1


def test_documents_are_present_while_a_file_of_theirs_is(connection: Connection) -> None:
    here, gone, twice, nowhere = stored(connection, *(document(number) for number in range(4)))
    folder_id = folder(connection)
    placed(
        connection,
        file(folder_id, "here", document_id=here),
        file(folder_id, "gone", document_id=gone, state=FileState.GONE),
        file(folder_id, "twice", document_id=twice),
        file(folder_id, "again", document_id=twice),
    )

    assert present_files.document_ids(connection).tolist() == [here, twice]
    assert nowhere not in present_files.document_ids(connection)


def test_documents_in_excluded_folders_are_not_present_unless_asked_for(
    connection: Connection,
) -> None:
    (document_id,) = stored(connection, document(1))
    folder_id = folder(connection, role=FolderRole.EXCLUDED)
    placed(connection, file(folder_id, "here", document_id=document_id))

    assert present_files.document_ids(connection).tolist() == []
    assert present_files.document_ids(connection, [FolderRole.EXCLUDED]).tolist() == [document_id]


def test_only_documents_without_any_file_are_removed_and_their_texts_with_them(
    connection: Connection,
) -> None:
    kept, loose, untouched = stored(connection, *(document(number) for number in range(3)))
    placed(connection, file(folder(connection), "a", document_id=kept, state=FileState.GONE))
    texts.put(connection, [(loose, compressed("loose"))])

    removed = documents.remove_unplaced(connection, np.array([kept, loose]))

    assert removed == 1
    assert [document_id for document_id, *_ in loaded(connection)] == [kept, untouched]
    assert texts.get(connection, loose) is None


def test_all_documents_without_any_file_can_be_removed(connection: Connection) -> None:
    placed_one, *_ = stored(connection, *(document(number) for number in range(3)))
    placed(connection, file(folder(connection), "a", document_id=placed_one))

    assert documents.remove_unplaced(connection) == 2
    assert [document_id for document_id, *_ in loaded(connection)] == [placed_one]


def test_the_newest_id_of_an_empty_library_is_zero(connection: Connection) -> None:
    assert documents.newest_id(connection) == 0


VERSION = 4


def content(number: int, text: str, **changes: Any) -> NewContent:
    _, row = comparison_of(0, passages=packed(len(text)))
    return NewContent(document(number, **changes), compressed(text), row)


def passages(connection: Connection) -> dict[int, list[int]]:
    return {
        number: piece.hashes[start:end].tolist()
        for piece in comparison_data.hash_pieces(
            connection, VERSION, comparison_data.HashKind.PASSAGES
        )
        for number, start, end in zip(
            piece.ids.tolist(), piece.offsets[:-1], piece.offsets[1:], strict=True
        )
    }


def test_contents_are_stored_with_all_that_belongs_to_them(connection: Connection) -> None:
    ids = documents.put(connection, [content(1, "a"), content(2, "bb")], VERSION)

    first, second = ids[digest(1)], ids[digest(2)]
    assert texts.get_many(connection, [first, second]) == {first: "a", second: "bb"}
    assert passages(connection) == {first: [1], second: [2]}


def test_a_content_that_is_known_replaces_the_old_one(connection: Connection) -> None:
    old = documents.put(connection, [content(1, "old text", word=1), content(2, "b")], VERSION)

    new = documents.put(connection, [content(1, "new", word=9)], VERSION)

    kept, changed = old[digest(2)], new[digest(1)]
    assert old[digest(1)] not in (kept, changed)
    assert texts.get_many(connection, [*old.values(), changed]) == {kept: "b", changed: "new"}
    assert passages(connection) == {kept: [1], changed: [3]}
    assert documents.load_fingerprints(connection, RECIPE).words.tolist() == [2, 9]


def test_the_old_data_goes_also_when_there_is_no_new(connection: Connection) -> None:
    documents.put(connection, [content(1, "old")], VERSION)

    documents.put(connection, [NewContent(document(1), compressed("new"))], VERSION)

    assert passages(connection) == {}


def test_of_a_content_that_comes_twice_the_last_is_stored(connection: Connection) -> None:
    ids = documents.put(connection, [content(1, "first"), content(1, "last")], VERSION)

    assert texts.get_many(connection, range(5)) == {ids[digest(1)]: "last"}


def test_nothing_may_be_stored(connection: Connection) -> None:
    assert documents.put(connection, [], VERSION) == {}
