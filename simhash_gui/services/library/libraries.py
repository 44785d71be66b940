"""Libraries as wholes: opened, described, and the folders and the recipe that belong to them.

``Library`` and its errors are the store's; the window and the command line know them from here.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from simhash_gui.core.fingerprint.recipe import (
    DEFAULT_RECIPE,
    InvalidRecipeError,
    Recipe,
    recipe_named,
)
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, is_foreign
from simhash_gui.documents.records import FailureReason
from simhash_gui.services.library.paths import LIBRARY_SUFFIX
from simhash_gui.store.engine.errors import (
    DiskFullError,
    EngineMissingError,
    LibraryBusyError,
    LibraryDamagedError,
    LibraryEmptyError,
    LibraryExistsError,
    LibraryLinkedError,
    LibraryMissingError,
    LibraryNewerError,
    LibraryOlderError,
    LibraryOverwrittenError,
    LibraryReadOnlyError,
    LibraryTooLargeError,
    LibraryUnreachableError,
    NotALibraryError,
    known_file_error,
)
from simhash_gui.store.engine.errors import KnownStoreError as LibraryError
from simhash_gui.store.engine.place import Place, Server, ServerAddressError, server_address
from simhash_gui.store.engine.types import FileState, FolderRole
from simhash_gui.store.library import KeptLog, Library
from simhash_gui.store.repositories import comparison_data, counts, documents, meta, texts
from simhash_gui.store.repositories import files as file_store
from simhash_gui.store.repositories import folders as folder_store
from simhash_gui.store.repositories.counts import LibraryInfo
from simhash_gui.store.repositories.folders import Folder, FolderRow, Subfolder
from simhash_gui.store.repositories.texts import TextDamagedError
from simhash_gui.workers.owned_folders import held

__all__ = [
    "DiskFullError",
    "DocumentNotFoundError",
    "EngineMissingError",
    "Folder",
    "FolderRole",
    "FolderRow",
    "KeptLog",
    "Library",
    "LibraryBusyError",
    "LibraryChangedError",
    "LibraryDamagedError",
    "LibraryEmptyError",
    "LibraryError",
    "LibraryExistsError",
    "LibraryInfo",
    "LibraryLinkedError",
    "LibraryMissingError",
    "LibraryNewerError",
    "LibraryOlderError",
    "LibraryOverwrittenError",
    "LibraryReadOnlyError",
    "LibraryTooLargeError",
    "LibraryUnreachableError",
    "NotALibraryError",
    "Place",
    "Server",
    "ServerAddressError",
    "Subfolder",
    "TextDamagedError",
    "document_paths",
    "document_text",
    "drop_gone",
    "existing_library",
    "failure_reason",
    "folders",
    "library_info",
    "library_recipe",
    "now_ms",
    "open_existing",
    "open_library",
    "own_files",
    "remove_folder",
    "server_address",
    "start_anew",
    "subfolders",
    "temporary_library",
]

_log = logging.getLogger(__name__)

_MOST_CHARACTERS_COMPARED = 2_000_000
_BESIDE = ("-wal", "-shm", "-lock", "-journal")


@contextmanager
def if_possible() -> Iterator[None]:
    """For writing down what can be worked out again: without room, or a turn, it is not kept."""
    try:
        yield
    except (DiskFullError, LibraryBusyError, LibraryTooLargeError) as error:
        _log.warning("what was worked out is not kept: %s", type(error).__name__)


@contextmanager
def written_afterwards(write: Callable[[], object]) -> Iterator[None]:
    """Write something down however the block ends; what has ended it is told, not what follows.

    Whoever cancels a job that waits for the library is not to be told that it is in use.
    """
    try:
        yield
    except BaseException:
        with suppress(LibraryError):
            write()
        raise
    write()


Put: TypeAlias = Callable[[Any], None]
"""Writes something down, given a connection of ``Library.write``."""


def keep(library: Library, put: Put) -> None:
    """Write down what can be worked out again, unless the library may not be written to."""
    if not library.is_read_only:
        with if_possible(), library.write() as connection:
            put(connection)


class LibraryChangedError(Exception):
    """The library no longer holds what was searched: search again."""


class DocumentNotFoundError(LookupError):
    """The library no longer has this document, or has no text of it."""


def open_library(place: Place) -> Library:
    """Open a library for writing; make it, and the folder of its file, when there is none.

    Raises LibraryError: newer, damaged, busy, read-only, no library at all.
    """
    if isinstance(place, Server):
        return _on_server(place, makes=True)
    return _in_file(place)


def _in_file(path: Path) -> Library:
    try:
        if path.exists():
            return Library.open(path)
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise known_file_error(error, path) from error
    return Library.create(path)


def start_anew(path: Path) -> Library:
    """Make and open a library in the place of an empty file; open what is in it by now.

    Raises LibraryError.
    """
    try:
        if path.exists() and path.stat().st_size == 0:
            path.unlink()
    except OSError as error:
        raise known_file_error(error, path) from error
    return _in_file(path)


def existing_library(place: Place) -> Library:
    """Open a library for reading only. Raises LibraryError."""
    if isinstance(place, Server):
        return _on_server(place, read_only=True)
    return Library.open(place, read_only=True)


def opened_again(place: Place) -> Library:
    """The same in a process that helps one which has it open, and has looked for damage."""
    if isinstance(place, Server):
        return existing_library(place)
    return Library.open(place, read_only=True, check_s=0.0)


def open_existing(place: Place) -> Library:
    """Open a library for writing. Raises LibraryError; makes none."""
    if isinstance(place, Server):
        return _on_server(place)
    return _in_file(place) if place.exists() else existing_library(place)


def _on_server(server: Server, *, read_only: bool = False, makes: bool = False) -> Library:
    try:
        from simhash_gui.store.shared_library import open_shared  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        words = "a library on a server needs a package that is not installed: psycopg"
        raise EngineMissingError(server, words) from error
    return open_shared(server, read_only=read_only, makes=makes)


def own_files(library: Library) -> list[Path]:
    """The file of the library and those that stand beside it while it is open; none on a server."""
    if isinstance(library.place, Server):
        return []
    path = library.path.resolve()
    return [path, *(path.with_name(path.name + ending) for ending in _BESIDE)]


@contextmanager
def temporary_library() -> Iterator[Library]:
    """A library that is gone afterwards. Raises LibraryError and OSError.

    When the process is killed, the next start of the program removes it.
    """
    with (
        tempfile.TemporaryDirectory(prefix="simhash-gui-") as folder,
        held(Path(folder)),
        open_library(Path(folder) / f"scan{LIBRARY_SUFFIX}") as library,
    ):
        library.never_sync()
        yield library


def library_info(library: Library) -> LibraryInfo:
    """Counts, size and recipes."""
    with library.read() as connection:
        return counts.library_info(connection)


def folders(library: Library) -> list[FolderRow]:
    """All folders by path."""
    with library.read() as connection:
        return folder_store.list_counted(connection)


def subfolders(library: Library, folder_id: int, inside: str = "") -> list[Subfolder]:
    """The folders directly in a folder, or in its subfolder ``inside``, by name."""
    with library.read() as connection:
        return folder_store.subfolders(connection, folder_id, inside)


def remove_folder(library: Library, folder_id: int) -> None:
    """Delete a folder with what is known only from it; nothing on the disk is touched."""
    with library.write() as connection:
        folder_store.remove(connection, folder_id)


def drop_gone(library: Library, folder_id: int | None = None) -> int:
    """Delete files that are gone, of one folder or of all, for good; return how many.

    Documents that are nowhere else are deleted with them, and their texts.
    """
    with library.write() as connection:
        gone = file_store.ids_in_state(connection, FileState.GONE, folder_id)
        file_store.drop(connection, gone)
        if folder_id is None:
            documents.remove_unplaced(connection)
    return len(gone)


def library_recipe(library: Library) -> Recipe:
    """The recipe that documents of this library are fingerprinted by.

    Raises LibraryDamagedError where it is none that this program knows.
    """
    with library.read() as connection:
        recipe_id = meta.current_recipe(connection)
    if not recipe_id:
        return recipe_named(DEFAULT_RECIPE)
    try:
        return Recipe.from_id(recipe_id)
    except InvalidRecipeError as error:
        raise LibraryDamagedError(library.place, f"{library.place}: {error}") from error


def failure_reason(library: Library, stored: str | None) -> FailureReason:
    """The reason why a file failed, from its stored form. Raises LibraryDamagedError."""
    try:
        return FailureReason(stored or "")
    except ValueError as error:
        raise LibraryDamagedError(library.place, f"{library.place}: {error}") from error


def document_paths(library: Library, document_id: int) -> list[str]:
    """Where a document is, present copies first; empty when it is nowhere."""
    with library.read() as connection:
        places = file_store.of_documents(connection, [document_id]).get(document_id, [])
    return [place.path for place in places]


def document_text(library: Library, document_id: int) -> str:
    """The stored text. Raises DocumentNotFoundError and TextDamagedError.

    Whether it is that of another document is not looked at where that would take a fifth of a
    second or more; whoever measures a text knows its tokens, and looks.
    """
    with library.read() as connection:
        text = texts.get(connection, document_id)
    if text is None:
        raise DocumentNotFoundError(f"document {document_id} has no text in the library")
    if len(text) <= _MOST_CHARACTERS_COMPARED:
        require_own_texts(library, {document_id: text})
    return text


def require_own_texts(library: Library, found: Mapping[int, str]) -> None:
    """Raise TextDamagedError where one of some texts is that of another document."""
    for document_id in suspicious_texts(library, found):
        if has_foreign_text(library, document_id, found[document_id]):
            raise TextDamagedError(f"document {document_id} has the text of another document")


def suspicious_texts(library: Library, found: Mapping[int, str]) -> list[int]:
    """Documents whose stored token digest is not that of the text that was found of them."""
    from simhash_gui.documents.comparison.texts import (  # noqa: PLC0415 - not for who reads none
        comparison_hashes_of,
    )

    with library.read() as connection:
        _, digests = comparison_data.load_marks(connection, COMPARISON_VERSION, found)
    rows = zip(found, comparison_hashes_of(list(found.values())), strict=True)
    return [each for each, own in rows if is_foreign(own, digests.get(each))]


def has_foreign_text(library: Library, document_id: int, text: str) -> bool:
    """Whether it is the text of such a document that is wrong, and not its token digest.

    The digest alone is wrong where all else that documents are compared by is that of the text.
    """
    from simhash_gui.documents.comparison.deriving import (  # noqa: PLC0415 - seldom wanted
        comparison_data as data_of,
    )

    with library.read() as connection:
        stored = comparison_data.load(connection, COMPARISON_VERSION, document_id)
    made = data_of(text)
    return stored is not None and replace(stored, token_digest=made.token_digest) != made


def now_ms() -> int:
    """Milliseconds since 1970 in UTC."""
    return time.time_ns() // 1_000_000
