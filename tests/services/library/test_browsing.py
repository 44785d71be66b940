"""The documents table."""

from __future__ import annotations

from pathlib import Path

from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentSort,
    document_ids,
    document_rows,
    documents_of_files,
    file_names,
    file_rows,
)
from simhash_gui.services.library.libraries import Library
from tests.helpers.calls import counted_calls
from tests.services.conftest import STORY, Import


def names(library: Library, chosen: DocumentFilter, sort: DocumentSort) -> list[str]:
    ids = document_ids(library, chosen, sort, descending=False)
    return [row.name for row in document_rows(library, ids.tolist())]


def test_documents_come_in_the_order_asked_for(filled: Library) -> None:
    shown = names(filled, DocumentFilter(), DocumentSort.CHARACTERS)

    assert shown[0] == "会议.md"
    assert len(shown) == 3


def test_a_filter_looks_at_names(filled: Library) -> None:
    assert names(filled, DocumentFilter(text="REVISED"), DocumentSort.NAME) == ["revised.txt"]


def test_a_row_that_a_filter_finds_by_a_copy_is_under_the_name_of_that_copy(
    filled: Library,
) -> None:
    chosen = DocumentFilter(text="COPY OF")
    ids = document_ids(filled, chosen, DocumentSort.NAME, descending=False).tolist()

    [row] = document_rows(filled, ids, chosen)
    [usual] = document_rows(filled, ids)

    assert (usual.name, usual.copies) == ("story.txt", 2)
    assert (row.name, row.relative_path) == ("copy of story.txt", "sub/copy of story.txt")


def test_a_row_under_a_copy_costs_the_same_however_many_copies_there_are(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    chosen = DocumentFilter(text="last")
    costs = []
    for count in (5, 300):
        for number in range(count):
            (folder / f"{number}.txt").write_text(STORY, encoding="utf-8")
        (folder / "the last one.txt").write_text(STORY, encoding="utf-8")
        import_now(folder)
        ids = document_ids(library, chosen, DocumentSort.NAME, descending=False).tolist()
        with counted_calls() as calls:
            [row] = document_rows(library, ids, chosen)
        assert (row.name, row.copies) == ("the last one.txt", count + 1)
        costs.append(calls.total())
    assert costs[1] < costs[0] + 100


def test_a_row_tells_what_the_document_is(filled: Library, docs: Path) -> None:
    ids = document_ids(filled, DocumentFilter(text="story"), DocumentSort.NAME, descending=False)

    (row,) = document_rows(filled, ids.tolist())

    assert (row.copies, row.character_count, row.language, row.suffix) == (
        2,
        len(STORY),
        "en",
        ".txt",
    )
    assert row.size_bytes == len(STORY.encode())
    assert row.path in {str(docs / "story.txt"), str(docs / "sub" / "copy of story.txt")}
    assert row.fingerprint is not None


def test_deleted_documents_are_left_out(filled: Library) -> None:
    assert document_rows(filled, [99, 98]) == []


def test_files_come_with_their_documents(filled: Library, docs: Path) -> None:
    rows = file_rows(filled, [1, 2, 3, 4, 99])

    assert {row.path for row in rows} == {str(path) for path in docs.rglob("*.*")}
    assert len({row.document_id for row in rows}) == 3


def test_copies_of_a_document_are_told_apart_by_their_files(filled: Library, docs: Path) -> None:
    ids = [row.id for row in file_rows(filled, range(1, 5)) if "story" in row.name]

    one, other = documents_of_files(filled, [*ids, 99])

    assert one.id == other.id
    assert {one.name, other.name} == {"story.txt", "copy of story.txt"}
    assert {one.path, other.path} == {
        str(docs / "story.txt"),
        str(docs / "sub" / "copy of story.txt"),
    }
    assert (one.copies, one.fingerprint) == (2, other.fingerprint)


def test_a_file_that_failed_has_no_document(
    library: Library, docs: Path, import_now: Import
) -> None:
    (docs / "empty.txt").touch()
    import_now(docs)

    assert len(documents_of_files(library, range(1, 9))) == 4


def test_file_names_are_known_by_id(filled: Library, docs: Path) -> None:
    names = file_names(filled, [1, 2, 3, 4, 99])

    assert sorted(names) == [1, 2, 3, 4]
    assert set(names.values()) == {path.name for path in docs.rglob("*.*")}
