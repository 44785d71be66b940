"""Files that people ask for: lists, reports and plans. None of them replaces a document."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.paths import real_path
from simhash_gui.services.library.whole_files import replacing
from simhash_gui.store.repositories import files, folders


class DocumentInTheWayError(Exception):
    """What was to be written would replace a file of the library."""


class ForeignFileError(DocumentInTheWayError):
    """What was to be written would replace a file that another program, or a person, wrote."""


@contextmanager
def replacing_output(library: Library, path: Path) -> Iterator[Path]:
    """As ``replacing``, of a path that is no file of the library.

    Raises OSError and DocumentInTheWayError.
    """
    require_no_document(library, path)
    with replacing(path) as part:
        yield part


def write_output(library: Library | None, path: Path, content: bytes) -> None:
    """Write a file whole, of a path that is no file of the library, where one is open.

    Raises OSError and DocumentInTheWayError.
    """
    if library is not None:
        require_no_document(library, path)
    with replacing(path) as part:
        part.write_bytes(content)


def require_no_document(library: Library, path: Path) -> None:
    """Refuse what would replace a file of the library, read or not.

    Raises DocumentInTheWayError.
    """
    real = real_path(path)
    if not real.is_file():
        return
    with library.read() as connection:
        around = [row for row in folders.list_all(connection) if real.is_relative_to(row.path)]
        places = [(row.id, real.relative_to(row.path).as_posix()) for row in around]
        if any(files.is_known(connection, *place) for place in places):
            raise DocumentInTheWayError(f"{path}: this is a document of the library")
