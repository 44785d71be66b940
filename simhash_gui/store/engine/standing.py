"""Whether the file of an open library is still the one that was opened, with what was put into it.

Another file at its path has another number. A file that was overwritten in its place has the same
number; but nobody else writes to it, and this process only when a commit folds the log into the
file. So a time of change or a size that is not from there tells that something has happened, and
what the file holds tells whether it was more than ``touch``.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from enum import Enum, auto
from pathlib import Path

from simhash_gui.store.engine.connections import Access, uri
from simhash_gui.store.engine.errors import LibraryOverwrittenError, LibraryUnreachableError
from simhash_gui.store.engine.inspection import inspect
from simhash_gui.store.engine.schema import REVISIONS

_CONTENT = """
SELECT (SELECT group_concat(path, char(0)) FROM folders), (SELECT max(id) FROM runs),
(SELECT max(id) FROM files), (SELECT max(id) FROM documents),
(SELECT hex(digest) FROM documents ORDER BY id DESC LIMIT 1),
(SELECT page_count FROM pragma_page_count), (SELECT freelist_count FROM pragma_freelist_count)
"""


class Standing(Enum):
    """What is at the path of an open library."""

    SAME = auto()
    OTHER_FILE = auto()
    NOTHING = auto()
    OVERWRITTEN = auto()
    """The same file with another content."""


class OwnFile:
    """The file of one open library. ``is_written``: this process writes to it, and nobody else."""

    def __init__(self, path: Path, *, is_written: bool) -> None:
        self._path = path
        # Windows changes the time of a file when it likes.
        self._is_compared = is_written and sys.platform != "win32"
        self._file = self._stamp = (0, 0)
        self._content: object = None
        self._writes = 0
        self._is_overwritten = False
        found = _stat(path)
        if found is not None:
            self._file = (found.st_dev, found.st_ino)
            self._keep(found)

    def note_write(self) -> None:
        """Called after each transaction of this process, whether it was committed or not."""
        self._writes += 1
        found = _stat(self._path)
        if found is not None and _stamp(found) != self._stamp and not self._is_overwritten:
            self._keep(found)

    def standing(self, *, is_being_written: bool) -> Standing:
        """Ask the drive. While this process is writing, nothing is said of the content."""
        found = _stat(self._path)
        if found is None:
            return Standing.NOTHING
        if (found.st_dev, found.st_ino) != self._file:
            return Standing.OTHER_FILE
        if self._is_overwritten:
            return Standing.OVERWRITTEN
        if not self._is_compared or is_being_written or _stamp(found) == self._stamp:
            return Standing.SAME
        return self._compared(found)

    def require(self, *allowed: Standing, is_being_written: bool) -> None:
        """Raise LibraryUnreachableError where it is none of these.

        LibraryOverwrittenError where there is another library now, and what ``inspect`` raises
        where there is none.
        """
        standing = self.standing(is_being_written=is_being_written)
        if standing is Standing.OVERWRITTEN:
            inspect(self._path, REVISIONS)
            words = "another program has written something else over it while it was open"
            raise LibraryOverwrittenError(self._path, f"{self._path}: {words}")
        if standing not in allowed:
            words = "it was deleted, moved or replaced while it was open, or its drive was removed"
            raise LibraryUnreachableError(self._path, f"{self._path}: {words}")

    def _compared(self, found: os.stat_result) -> Standing:
        before = self._writes
        content = _content(self._path)
        if self._writes != before:  # it was this process after all
            return Standing.SAME
        if content == self._content:
            self._stamp = _stamp(found)
            return Standing.SAME
        self._is_overwritten = True
        return Standing.OVERWRITTEN

    def _keep(self, found: os.stat_result) -> None:
        self._stamp = _stamp(found)
        if self._is_compared:
            self._content = _content(self._path)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _stamp(found: os.stat_result) -> tuple[int, int]:
    return found.st_mtime_ns, found.st_size


def _content(path: Path) -> object:
    """Something of what is in the file itself, without its log, or why that cannot be read.

    SQLite reads it, for whoever else closes the file takes the locks of all connections away.
    """
    try:
        with closing(sqlite3.connect(uri(path, Access.FROZEN), uri=True)) as connection:
            return connection.execute(_CONTENT).fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return str(error)
