"""What a library says of itself."""

from __future__ import annotations

from simhash_gui.store.engine.schema import REVISIONS
from simhash_gui.store.library import Library
from simhash_gui.store.records import DocumentState, FileState
from simhash_gui.store.repositories import texts
from simhash_gui.store.repositories.info import library_info
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


def test_an_empty_library_counts_nothing(library: Library) -> None:
    with library.read() as connection:
        info = library_info(connection)

    assert (info.document_count, info.file_count, info.folders, info.texts) == (0, 0, 0, 0)
    assert info.documents == dict.fromkeys(DocumentState, 0)
    assert info.recipes == {}
    assert info.revision == REVISIONS[-1]


def test_everything_in_a_library_is_counted(library: Library) -> None:
    with library.write() as connection:
        first, *_ = stored(
            connection,
            document(1),
            document(2),
            document(3, recipe_id=OTHER_RECIPE),
            unfingerprinted(4, DocumentState.TOO_SHORT),
        )
        folder_id = folder(connection)
        placed(
            connection,
            file(folder_id, "a"),
            file(folder_id, "b", state=FileState.GONE),
            file(folder_id, "c", state=FileState.GONE),
        )
        texts.put(connection, [(first, texts.compress("text"))])
        info = library_info(connection)

    assert info.documents == {
        DocumentState.FINGERPRINTED: 3,
        DocumentState.TOO_SHORT: 1,
        DocumentState.FAILED: 0,
    }
    assert info.files == {
        FileState.PRESENT: 1,
        FileState.GONE: 2,
        FileState.FAILED: 0,
        FileState.CONTAINER: 0,
        FileState.SKIPPED: 0,
        FileState.LEFT_OUT: 0,
    }
    assert (info.document_count, info.file_count, info.folders, info.texts) == (4, 3, 1, 1)
    assert info.recipes == {RECIPE: 2, OTHER_RECIPE: 1}


def test_the_size_is_that_of_the_file(library: Library) -> None:
    with library.read() as connection:
        info = library_info(connection)
    library.close()

    assert info.file_bytes == library.path.stat().st_size
