"""The files of a library that want something of the user: those that failed, and those gone.

Lists beside ``browsing``; what is done about them is in ``importing``, ``skipping``,
``encoding_choices`` and ``libraries.drop_gone``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simhash_gui.documents.records import FailureReason
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.places import file_on_disk, path_of
from simhash_gui.store.records import FileState
from simhash_gui.store.repositories import files

__all__ = [
    "DocumentPlace",
    "GoneFile",
    "document_places",
    "failed_ids",
    "file_on_disk",
    "gone_files",
    "skipped_count",
]


@dataclass(frozen=True, slots=True)
class GoneFile:
    """A file that is no longer where it was."""

    file_id: int
    path: str


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """A file of a document, and whether it is still there.

    ``is_left_out``: it is on the disk, but the rules leave it out.
    """

    file_id: int
    path: str
    is_there: bool
    is_left_out: bool = False


def failed_ids(library: Library, reason: FailureReason) -> list[int]:
    """The ids of all files that failed for a reason."""
    with library.read() as connection:
        return [int(number) for number in files.problem_ids(connection, reason)]


def gone_files(library: Library, offset: int, limit: int) -> list[GoneFile]:
    """A page of the files that are gone."""
    with library.read() as connection:
        ids = files.ids_in_state(connection, FileState.GONE)[offset : offset + limit]
        rows = files.rows(connection, ids)
    return [GoneFile(row.id, path_of(row)) for row in rows]


def skipped_count(library: Library) -> int:
    """How many files are skipped for ever."""
    with library.read() as connection:
        return len(files.ids_in_state(connection, FileState.SKIPPED))


def document_places(library: Library, document_id: int) -> Sequence[DocumentPlace]:
    """Where a document is and was, present copies first."""
    with library.read() as connection:
        places = files.of_document(connection, document_id)
    return [
        DocumentPlace(
            place.id,
            path_of(place),
            place.state is FileState.PRESENT,
            place.state is FileState.LEFT_OUT,
        )
        for place in places
    ]
