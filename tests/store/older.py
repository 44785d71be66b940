"""Libraries as earlier versions of the program left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_DUMPS = Path(__file__).with_name("data")


def first_library(path: Path) -> Path:
    """A library of revision 0001 at ``path``: three documents in four files, and one failure."""
    return _restored("library-0001.sql", path)


def second_library(path: Path) -> Path:
    """The same as revision 0002 had it, with what its documents were compared by."""
    return _restored("library-0002.sql", path)


def ninth_library(path: Path) -> Path:
    """As revision 0009 had it: one file more, and checksums of what was made since."""
    return _restored("library-0009.sql", path)


def tenth_library(path: Path) -> Path:
    """As revision 0010 had it: one file more, which alone has a checksum."""
    return _restored("library-0010.sql", path)


def eleventh_library(path: Path) -> Path:
    """As revision 0011 had it: with verdicts, a marked passage and a chosen encoding."""
    return _restored("library-0011.sql", path)


def _restored(dump: str, path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((_DUMPS / dump).read_text(encoding="utf-8"))
    return path
