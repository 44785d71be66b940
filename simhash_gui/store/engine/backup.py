"""Copies of a library beside it, made before something is done to it."""

from __future__ import annotations

import glob
import os
import sqlite3
from contextlib import closing
from itertools import chain, count
from pathlib import Path

from simhash_gui.store.engine.connections import Access, uri
from simhash_gui.store.engine.errors import known_errors, known_file_error


def back_up(path: Path, reason: str) -> Path:
    """Copy the library beside itself and return where; raises KnownStoreError, leaving no half.

    ``reason`` is a part of the name, such as the revision that it is upgraded from.
    """
    copy = free_name(path, reason)
    try:
        with (
            known_errors(path),
            closing(sqlite3.connect(uri(path, Access.READ), uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy


def free_name(path: Path, reason: str) -> Path:
    """``library.0001.backup``, or the first of ``library.0001-2.backup`` … that is free.

    An empty file is there then. Raises LibraryError.
    """
    numbers = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.stem}.{reason}{number}.backup") for number in numbers)
    copy = next(name for name in names if not name.exists())
    try:
        copy.touch(exist_ok=False)
    except OSError as error:
        raise known_file_error(error, path) from error
    return copy


def has_other_name(path: Path) -> bool:
    """Whether a library that is there is a hard link of another file than its own backup.

    One that was repaired is its own backup for a moment, which lasts when that is killed.
    """
    found = path.stat()
    if found.st_nlink == 1:
        return False
    target = Path(os.path.realpath(path))
    backups = target.parent.glob(f"{glob.escape(target.stem)}.*.backup")
    return found.st_nlink > 1 + sum(os.path.samestat(found, each.stat()) for each in backups)
