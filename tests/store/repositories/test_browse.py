"""The documents table: which documents, in which order, with which rows."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import Connection

from simhash_gui.core.types import Fingerprint
from simhash_gui.store.engine.types import DocumentState, FileState
from simhash_gui.store.repositories import browse, files
from simhash_gui.store.repositories.browse import (
    DocumentFilter,
    SortColumn,
    document_ids,
    document_rows,
    fitting_places,
)
from tests.store.builders import (
    OTHER_RECIPE,
    RECIPE,
    document,
    file,
    folder,
    placed,
    stored,
    unfingerprinted,
)


@pytest.fixture
def ids(connection: Connection) -> dict[str, int]:
    """Four documents with text, one without and one of which no file is known, by a name."""
    names = ["beta", "Alpha", "gamma", "copied", "failed", "loose"]
    numbers = stored(
        connection,
        document(
            1,
            word=2**63,
            reader="html",
            language="zh",
            character_count=30,
            size_bytes=300,
            feature_count=3,
            imported_at_ms=60,
        ),
        document(
            2,
            word=5,
            reader="plain",
            language="en",
            character_count=20,
            size_bytes=200,
            feature_count=9,
            imported_at_ms=50,
        ),
        document(
            3,
            word=2**64 - 1,
            reader="plain",
            language="en",
            character_count=10,
            size_bytes=100,
            feature_count=6,
            imported_at_ms=40,
        ),
        document(
            4,
            word=2**63 - 1,
            reader="markdown",
            language="de",
            character_count=40,
            size_bytes=400,
            feature_count=1,
            imported_at_ms=30,
        ),
        unfingerprinted(5, DocumentState.FAILED, size_bytes=500, imported_at_ms=20),
        unfingerprinted(6, DocumentState.TOO_SHORT, size_bytes=600, imported_at_ms=10),
    )
    found = dict(zip(names, numbers, strict=True))
    one, two = folder(connection, "/one"), folder(connection, "/two 会议")
    placed(
        connection,
        file(two, "x/beta.html", document_id=found["beta"], mtime_ns=70),
        file(one, "Alpha.txt", document_id=found["Alpha"], mtime_ns=20),
        file(two, "a/gamma.txt", document_id=found["gamma"], mtime_ns=50),
        file(one, "gone/aaa.md", document_id=found["copied"], state=FileState.GONE),
        file(one, "z/copied 100%.md", document_id=found["copied"], mtime_ns=60),
        file(two, "z/Übersicht.md", document_id=found["copied"]),
        file(two, "failed.bin", document_id=found["failed"]),
    )
    return found


def listed(
    connection: Connection,
    ids: dict[str, int],
    chosen: DocumentFilter | None = None,
    sort: SortColumn = SortColumn.IMPORTED,
    *,
    descending: bool = False,
) -> list[str]:
    """Our names of the documents in the order in which they come."""
    names = {document_id: name for name, document_id in ids.items()}
    found = document_ids(connection, chosen, sort, descending=descending)
    return [names[document_id] for document_id in found.tolist()]


@pytest.mark.parametrize(
    ("sort", "ascending", "without_value"),
    [
        (SortColumn.NAME, ["Alpha", "beta", "copied", "failed", "gamma"], []),
        (SortColumn.FOLDER, ["Alpha", "copied", "gamma", "failed", "beta"], []),
        (SortColumn.TYPE, ["beta", "copied", "Alpha", "gamma"], ["failed"]),
        (SortColumn.LANGUAGE, ["copied", "Alpha", "gamma", "beta"], ["failed"]),
        (SortColumn.CHARACTERS, ["gamma", "Alpha", "beta", "copied"], ["failed"]),
        (SortColumn.FEATURES, ["copied", "beta", "gamma", "Alpha"], ["failed"]),
        (SortColumn.FINGERPRINT, ["Alpha", "copied", "beta", "gamma"], ["failed"]),
        (SortColumn.COPIES, ["beta", "Alpha", "gamma", "failed", "copied"], []),
        (SortColumn.IMPORTED, ["failed", "copied", "gamma", "Alpha", "beta"], []),
        (SortColumn.STATE, ["failed", "beta", "Alpha", "gamma", "copied"], []),
        (SortColumn.SIZE, ["gamma", "Alpha", "beta", "copied", "failed"], []),
        (SortColumn.MODIFIED, ["failed", "Alpha", "gamma", "copied", "beta"], []),
    ],
)
def test_documents_are_sorted_by_every_column_those_without_a_value_last(
    connection: Connection,
    ids: dict[str, int],
    sort: SortColumn,
    ascending: list[str],
    without_value: list[str],
) -> None:
    assert listed(connection, ids, sort=sort) == ascending + without_value


@pytest.mark.parametrize(
    ("sort", "descending"),
    [
        (SortColumn.NAME, ["gamma", "failed", "copied", "beta", "Alpha"]),
        (SortColumn.FOLDER, ["beta", "failed", "gamma", "copied", "Alpha"]),
        (SortColumn.FINGERPRINT, ["gamma", "beta", "copied", "Alpha", "failed"]),
        (SortColumn.COPIES, ["copied", "beta", "Alpha", "gamma", "failed"]),
        (SortColumn.TYPE, ["Alpha", "gamma", "copied", "beta", "failed"]),
        (SortColumn.MODIFIED, ["beta", "copied", "gamma", "Alpha", "failed"]),
    ],
)
def test_descending_keeps_equal_ones_by_id_and_those_without_a_value_last(
    connection: Connection, ids: dict[str, int], sort: SortColumn, descending: list[str]
) -> None:
    assert listed(connection, ids, sort=sort, descending=True) == descending


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (DocumentFilter(), ["beta", "Alpha", "gamma", "copied", "failed"]),
        (DocumentFilter(state=DocumentState.TOO_SHORT), []),
        (DocumentFilter(reader="plain", state=DocumentState.TOO_SHORT), []),
        (DocumentFilter(reader="markdown"), ["copied"]),
        (DocumentFilter(text="ALPHA"), ["Alpha"]),
        (DocumentFilter(text="x/beta"), ["beta"]),
        (DocumentFilter(text="a/gamma", reader="plain"), ["gamma"]),
        (DocumentFilter(text="100%"), ["copied"]),
        (DocumentFilter(text="1_0"), []),
        (DocumentFilter(text="\\"), []),
        (DocumentFilter(text="übersicht"), ["copied"]),
        (DocumentFilter(text="ÜBERSICHT"), ["copied"]),
        (DocumentFilter(text="会议"), ["beta", "gamma", "copied", "failed"]),
        (DocumentFilter(text="/ONE"), ["Alpha", "copied"]),
        (DocumentFilter(text="nowhere"), []),
        (DocumentFilter(text="会%" * 100_000), []),
    ],
)
@pytest.mark.parametrize("sort", [SortColumn.SIZE, SortColumn.NAME])
def test_a_filter_lets_through_what_meets_all_of_it(
    connection: Connection,
    ids: dict[str, int],
    chosen: DocumentFilter,
    expected: list[str],
    sort: SortColumn,
) -> None:
    assert set(listed(connection, ids, chosen, sort)) == set(expected)
    assert len(listed(connection, ids, chosen, sort)) == len(expected)


def test_documents_of_a_folder_are_sorted_by_the_name_that_they_have_there(
    connection: Connection, ids: dict[str, int]
) -> None:
    two = files.of_documents(connection, [ids["beta"]])[ids["beta"]][0].folder_id
    placed(
        connection,
        file(two, "z/Üzz.txt", document_id=ids["Alpha"]),
        file(two, "b.txt", document_id=ids["loose"]),
    )

    inside = listed(connection, ids, DocumentFilter(folder_id=two), SortColumn.NAME)
    found = listed(connection, ids, DocumentFilter(folder_id=two, text="Z/"), SortColumn.FOLDER)

    assert inside == ["loose", "beta", "failed", "gamma", "copied", "Alpha"]
    assert found == ["copied", "Alpha"]


def test_a_folder_and_a_text_must_meet_in_one_file(
    connection: Connection, ids: dict[str, int]
) -> None:
    one, two = (
        row.folder_id for row in files.of_documents(connection, [ids["copied"]])[ids["copied"]][:2]
    )

    assert listed(connection, ids, DocumentFilter(folder_id=one)) == ["copied", "Alpha"]
    assert listed(connection, ids, DocumentFilter(folder_id=two, text="übersicht")) == ["copied"]
    assert listed(connection, ids, DocumentFilter(folder_id=one, text="übersicht")) == []


def test_a_document_stands_under_its_first_file_that_a_filter_fits(
    connection: Connection, ids: dict[str, int]
) -> None:
    numbers = [ids["copied"], ids["beta"]]
    two = files.of_documents(connection, [ids["beta"]])[ids["beta"]][0].folder_id

    def places(**chosen: object) -> dict[int, tuple[str, str, str]]:
        return fitting_places(connection, numbers, DocumentFilter(**chosen))  # type: ignore[arg-type]

    assert places(text="/one") == {ids["copied"]: ("copied 100%.md", "/one", "z/copied 100%.md")}
    assert places(folder_id=two, subfolder="z") == {
        ids["copied"]: ("Übersicht.md", "/two 会议", "z/Übersicht.md")
    }
    assert places(folder_id=two, text="ta") == {
        ids["beta"]: ("beta.html", "/two 会议", "x/beta.html")
    }
    assert places(text="nowhere") == {}


def test_a_file_that_is_no_longer_there_brings_its_document_into_no_folder(
    connection: Connection, ids: dict[str, int]
) -> None:
    one = files.of_documents(connection, [ids["Alpha"]])[ids["Alpha"]][0].folder_id
    moved = file(one, "gone/bbb.md", document_id=ids["beta"], state=FileState.GONE)
    placed(connection, moved)

    assert listed(connection, ids, DocumentFilter(folder_id=one, subfolder="gone")) == []
    assert sorted(listed(connection, ids, DocumentFilter(folder_id=one))) == ["Alpha", "copied"]
    assert listed(connection, ids, DocumentFilter(text="aaa")) == []
    assert fitting_places(connection, [ids["copied"]], DocumentFilter(text="aaa")) == {}


def test_a_subfolder_holds_what_lies_below_it_and_nothing_beside_it(
    connection: Connection, ids: dict[str, int]
) -> None:
    one = files.of_documents(connection, [ids["copied"]])[ids["copied"]][0].folder_id
    placed(
        connection,
        file(one, "y/deep/1.txt", document_id=ids["beta"]),
        file(one, "y0/2.txt", document_id=ids["gamma"]),
        file(one, "y.txt", document_id=ids["loose"]),
    )

    assert listed(connection, ids, DocumentFilter(folder_id=one, subfolder="y")) == ["beta"]
    assert listed(connection, ids, DocumentFilter(folder_id=one, subfolder="y/de")) == []
    inside = DocumentFilter(folder_id=one, subfolder="y", text="2")
    assert listed(connection, ids, inside) == []


def test_a_name_that_is_not_valid_unicode_can_be_filtered_for(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    placed(connection, file(folder(connection), "caf\udce9.txt", document_id=document_id))

    assert document_ids(connection, DocumentFilter(text="f\udce9")).tolist() == [document_id]


def test_a_row_says_all_of_its_document(connection: Connection, ids: dict[str, int]) -> None:
    (row,) = document_rows(connection, [ids["beta"]])

    assert (row.name, row.folder, row.relative_path) == ("beta.html", "/two 会议", "x/beta.html")
    assert (row.reader, row.language, row.character_count) == ("html", "zh", 30)
    assert (row.fingerprint, row.feature_count) == (Fingerprint(2**63, 64, RECIPE), 3)
    assert (row.copies, row.size_bytes, row.imported_at_ms) == (1, 300, 60)
    assert row.state is DocumentState.FINGERPRINTED


@pytest.mark.parametrize(
    ("name", "shown", "copies"),
    [("copied", "copied 100%.md", 2), ("failed", "failed.bin", 1), ("loose", "", 0)],
)
def test_a_row_shows_the_first_file_that_is_there_and_counts_those(
    connection: Connection, ids: dict[str, int], name: str, shown: str, copies: int
) -> None:
    (row,) = document_rows(connection, [ids[name]])

    assert (row.name, row.copies) == (shown, copies)


def test_a_file_that_is_skipped_is_not_counted(connection: Connection, ids: dict[str, int]) -> None:
    folder_id = folder(connection, "/one")
    skipped = file(
        folder_id, "z/copied 100%.md", document_id=ids["copied"], state=FileState.SKIPPED
    )
    placed(connection, skipped)

    (row,) = document_rows(connection, [ids["copied"]])

    assert (row.name, row.copies) == ("Übersicht.md", 1)


def test_a_document_whose_files_are_all_gone_still_has_its_name_but_is_listed_no_more(
    connection: Connection, ids: dict[str, int]
) -> None:
    files.mark_gone(connection, files.ids_in_state(connection, FileState.PRESENT))

    (row,) = document_rows(connection, [ids["copied"]])
    assert (row.name, row.copies) == ("aaa.md", 0)
    assert listed(connection, ids, sort=SortColumn.NAME) == []
    assert browse.readers(connection) == {}


def test_rows_come_in_the_order_of_the_ids_without_deleted_documents(
    connection: Connection, ids: dict[str, int]
) -> None:
    wanted = np.array([ids["loose"], 999, ids["Alpha"], ids["beta"]])

    rows = document_rows(connection, wanted)

    assert [row.id for row in rows] == [ids["loose"], ids["Alpha"], ids["beta"]]


def test_a_row_names_the_recipe_of_its_fingerprint(connection: Connection) -> None:
    fingerprinted, failed = stored(
        connection,
        document(1, recipe_id=OTHER_RECIPE),
        unfingerprinted(2, DocumentState.FAILED),
    )

    rows = document_rows(connection, [fingerprinted, failed])

    assert [row.recipe_id for row in rows] == [OTHER_RECIPE, None]


def test_types_are_counted_for_the_filter(connection: Connection, ids: dict[str, int]) -> None:
    expected = {"plain": 2, "html": 1, "markdown": 1}

    assert list(browse.readers(connection).items()) == list(expected.items())


def test_an_empty_library_has_no_documents_in_any_order(connection: Connection) -> None:
    assert [document_ids(connection, sort=sort).tolist() for sort in SortColumn] == [[]] * len(
        SortColumn
    )
