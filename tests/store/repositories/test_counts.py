"""What a library says of itself."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine.schema import REVISIONS
from simhash_gui.store.engine.types import DocumentState, FileState
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import counts
from simhash_gui.store.repositories.counts import library_info
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
        by_state = counts.files_by_state(connection)

    assert (info.documents, info.files, info.fingerprinted, info.too_short) == (0, 0, 0, 0)
    assert info.recipe_ids == ()
    assert info.schema_version == REVISIONS[-1]
    assert by_state == dict.fromkeys(FileState, 0)


def test_everything_in_a_library_is_counted(connection: Connection) -> None:
    first, second, _, short, _ = stored(
        connection,
        document(1),
        document(2),
        document(3, recipe_id=OTHER_RECIPE),
        unfingerprinted(4, DocumentState.TOO_SHORT),
        unfingerprinted(5, DocumentState.TOO_SHORT),
    )
    folder_id = folder(connection)
    placed(
        connection,
        file(folder_id, "a", document_id=first),
        file(folder_id, "a few letters", document_id=short),
        file(folder_id, "copy of a", document_id=first),
        file(folder_id, "b", document_id=second, state=FileState.GONE),
        file(folder_id, "c", state=FileState.GONE),
        file(folder_id, "d", state=FileState.FAILED),
        file(folder_id, "e", state=FileState.CONTAINER),
    )

    info = library_info(connection)

    assert (info.documents, info.files, info.fingerprinted, info.too_short) == (2, 4, 1, 1)
    assert (info.failed_files, info.gone_files) == (1, 2)
    assert info.recipe_ids == (OTHER_RECIPE, RECIPE)


@pytest.mark.file_only
def test_the_size_is_that_of_the_file(library: Library) -> None:
    with library.read() as connection:
        info = library_info(connection)
    library.close()

    assert info.size_bytes == library.path.stat().st_size


@pytest.mark.parametrize(
    ("here", "before", "duplicates"),
    [
        ([], [1, 1], (1, 0)),
        ([1], [], (0, 0)),
        ([1, 1, 2], [], (1, 1)),
        ([1, 1, 2], [1], (2, 2)),
        ([3], [3, 3], (2, 1)),
    ],
)
def test_duplicates_are_counted_and_those_that_a_run_has_read(
    connection: Connection, here: list[int], before: list[int], duplicates: tuple[int, int]
) -> None:
    ids = stored(connection, *(document(number) for number in range(4)))
    folder_id = folder(connection)
    placed(
        connection,
        *(file(folder_id, f"h{n}", document_id=ids[d], run_id=2) for n, d in enumerate(here)),
        *(file(folder_id, f"b{n}", document_id=ids[d], run_id=1) for n, d in enumerate(before)),
        file(folder_id, "gone", document_id=ids[2], state=FileState.GONE, run_id=1),
        file(folder_id, "failed", state=FileState.FAILED, run_id=2),
    )

    assert counts.duplicates(connection, 2) == duplicates
