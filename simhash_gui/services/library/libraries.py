"""Libraries as wholes: opened, described, and the folders and the recipe that belong to them.

``Library`` and its errors are the store's; the window and the command line know them from here.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, Recipe, recipe_named
from simhash_gui.services.library.paths import LIBRARY_SUFFIX
from simhash_gui.services.library.places import path_of
from simhash_gui.store.engine import meta
from simhash_gui.store.engine.errors import (
    DiskFullError,
    LibraryBusyError,
    LibraryDamagedError,
    LibraryExistsError,
    LibraryMissingError,
    LibraryNewerError,
    LibraryOlderError,
    LibraryReadOnlyError,
    LibraryUnreachableError,
    NotALibraryError,
    known_file_error,
)
from simhash_gui.store.engine.errors import KnownStoreError as LibraryError
from simhash_gui.store.library import Library
from simhash_gui.store.records import DocumentState, FileState, FolderRole
from simhash_gui.store.records import FolderRow as StoredFolder
from simhash_gui.store.repositories import documents, file_counts, texts
from simhash_gui.store.repositories import files as file_store
from simhash_gui.store.repositories import folders as folder_store
from simhash_gui.store.repositories.info import library_info as store_info
from simhash_gui.store.repositories.texts import TextDamagedError

__all__ = [
    "DiskFullError",
    "DocumentNotFoundError",
    "FolderRole",
    "FolderRow",
    "Library",
    "LibraryBusyError",
    "LibraryDamagedError",
    "LibraryError",
    "LibraryExistsError",
    "LibraryInfo",
    "LibraryMissingError",
    "LibraryNewerError",
    "LibraryOlderError",
    "LibraryReadOnlyError",
    "LibraryUnreachableError",
    "NotALibraryError",
    "TextDamagedError",
    "add_folders",
    "document_paths",
    "document_text",
    "drop_gone",
    "existing_library",
    "folders",
    "library_info",
    "library_recipe",
    "now_ms",
    "open_library",
    "own_files",
    "remove_folder",
    "set_role",
    "temporary_library",
]

_BESIDE = ("-wal", "-shm", "-lock", "-journal")


class DocumentNotFoundError(LookupError):
    """The library no longer has this document, or has no text of it."""


@dataclass(frozen=True, slots=True)
class LibraryInfo:
    """What a library holds: ``documents`` are contents that are there, ``files`` their places."""

    path: Path
    schema_version: str
    documents: int
    files: int
    fingerprinted: int
    too_short: int
    failed_files: int
    gone_files: int
    size_bytes: int
    recipe_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FolderRow:
    """A folder of the library and how many files of it are there or failed."""

    folder_id: int
    path: Path
    role: FolderRole
    file_count: int
    failed_count: int


def open_library(path: Path) -> Library:
    """Open the library at ``path`` for writing; make it, and its folder, when there is none.

    Raises LibraryError: newer, damaged, busy, read-only, no library at all.
    """
    if path.exists():
        return Library.open(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise known_file_error(error, path) from error
    return Library.create(path)


def existing_library(path: Path) -> Library:
    """Open the library at ``path`` for reading only. Raises LibraryError."""
    return Library.open(path, read_only=True)


def own_files(library: Library) -> list[Path]:
    """The file of the library and those that stand beside it while it is open."""
    path = library.path.resolve()
    return [path, *(path.with_name(path.name + ending) for ending in _BESIDE)]


@contextmanager
def temporary_library() -> Iterator[Library]:
    """A library that is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="simhash-gui-") as folder,
        open_library(Path(folder) / f"scan{LIBRARY_SUFFIX}") as library,
    ):
        yield library


def library_info(library: Library) -> LibraryInfo:
    """Counts, size and recipes."""
    with library.read() as connection:
        info = store_info(connection)
        present = documents.present_ids(connection)
    return LibraryInfo(
        path=library.path,
        schema_version=info.revision,
        documents=len(present),
        files=info.files.get(FileState.PRESENT, 0) + info.files.get(FileState.FAILED, 0),
        fingerprinted=info.documents.get(DocumentState.FINGERPRINTED, 0),
        too_short=info.documents.get(DocumentState.TOO_SHORT, 0),
        failed_files=info.files.get(FileState.FAILED, 0),
        gone_files=info.files.get(FileState.GONE, 0),
        size_bytes=info.file_bytes,
        recipe_ids=tuple(info.recipes),
    )


def folders(library: Library) -> list[FolderRow]:
    """All folders by path."""
    with library.read() as connection:
        rows = folder_store.list_all(connection)
        counts = file_counts.by_folder(connection)
    return [_folder(row, counts.get(row.id, {})) for row in rows]


def _folder(row: StoredFolder, counts: Mapping[FileState, int]) -> FolderRow:
    failed = counts.get(FileState.FAILED, 0)
    there = counts.get(FileState.PRESENT, 0) + failed
    return FolderRow(row.id, Path(row.path), row.role, there, failed)


def add_folders(library: Library, paths: Sequence[Path], role: FolderRole) -> list[FolderRow]:
    """Add folders, and return all there are.

    Links in a path are resolved, so that no folder is known by two names. One that lies inside a
    folder of the same role adds nothing and is left out.
    """
    with library.write() as connection:
        known = {Path(row.path): row.role for row in folder_store.list_all(connection)}
        for path in sorted({path.resolve() for path in paths}):
            if not any(known.get(parent) is role for parent in path.parents):
                folder_store.add(connection, str(path), role, now_ms())
                known.setdefault(path, role)
    return folders(library)


def set_role(library: Library, folder_id: int, role: FolderRole) -> None:
    """Change what a folder is for."""
    with library.write() as connection:
        folder_store.set_role(connection, folder_id, role)


def remove_folder(library: Library, folder_id: int) -> None:
    """Forget a folder with what is known only from it; nothing on the disk is touched."""
    with library.write() as connection:
        folder_store.remove(connection, folder_id)


def drop_gone(library: Library, folder_id: int | None = None) -> int:
    """Forget files that are gone, of one folder or of all, for good; return how many.

    Documents that are nowhere else are forgotten with them, and their texts.
    """
    with library.write() as connection:
        gone = file_store.ids_in_state(connection, FileState.GONE, folder_id)
        file_store.drop(connection, gone)
        if folder_id is None:
            documents.remove_unplaced(connection)
    return len(gone)


def library_recipe(library: Library) -> Recipe:
    """The recipe that documents of this library are fingerprinted by."""
    with library.read() as connection:
        recipe_id = meta.current_recipe(connection)
    return Recipe.from_id(recipe_id) if recipe_id else recipe_named(DEFAULT_RECIPE)


def document_paths(library: Library, document_id: int) -> list[str]:
    """Where a document is, present copies first; empty when it is nowhere."""
    with library.read() as connection:
        places = file_store.of_document(connection, document_id)
    return [path_of(place) for place in places]


def document_text(library: Library, document_id: int) -> str:
    """The stored text. Raises DocumentNotFoundError and TextDamagedError."""
    with library.read() as connection:
        text = texts.get(connection, document_id)
    if text is None:
        raise DocumentNotFoundError(f"document {document_id} has no text in the library")
    return text


def now_ms() -> int:
    """Milliseconds since 1970 in UTC."""
    return time.time_ns() // 1_000_000
