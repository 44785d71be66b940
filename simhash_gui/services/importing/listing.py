"""The first step of an import: walk a folder and name the files that may be documents.

What the rules leave out is named too, with the reason; for some files they look at the first bytes.
Pipes and devices are named like files: reading them will show what they are. With links followed,
each folder is still met once. What is to be read waits in a ``FileSpool``, so that nothing grows
with the folder.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from simhash_gui.services.library.import_rules import (
    IGNORE_FILE,
    FolderRules,
    ImportRules,
    SkipReason,
)
from simhash_gui.services.library.libraries import Library, own_files
from simhash_gui.store.repositories import folders
from simhash_gui.store.repositories.folders import Folder

_SEPARATOR = b"\0"
_READ_BYTES = 1 << 16
_Identity = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file that may be a document. Undecodable bytes of its name are surrogate escapes."""

    relative_path: str
    size_bytes: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A folder that could not be listed, or a file that could not be looked at, and why."""

    relative_path: str
    error: OSError


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file or folder that is left out."""

    relative_path: str
    reason: SkipReason
    is_folder: bool = False


Listed = ListedFile | Unlisted | SkippedFile


def entries_of(library: Library, folder: Folder, rules: FolderRules) -> Iterator[Listed]:
    """What there is of a folder of a library: all of it, or the single files that were added.

    Other folders of the library inside it are left to themselves.
    """
    with library.read() as connection:
        single_files = folders.single_files(connection).get(folder.path)
        others = [other.path for other in folders.list_all(connection)]
    if single_files is not None:
        return list_files(folder.path, single_files)
    nested = [other for other in others if folder.path in other.parents]
    return list_folder(folder.path, [*nested, *own_files(library)], rules)


def list_folder(
    root: Path, excluded: Collection[Path] = (), rules: FolderRules | None = None
) -> Iterator[Listed]:
    """Everything below ``root``, folder by folder in order of name, without what is ``excluded``.

    Relative paths use ``/``. What is reached by links alone comes last.
    """
    chosen = rules or FolderRules(root, ImportRules())
    return _Walk(root, frozenset(map(os.fspath, excluded)), chosen).entries()


def list_files(root: Path, relative_paths: Collection[str]) -> Iterator[Listed]:
    """Certain files of a folder, whatever the rules say; those that are not there are left out."""
    try:
        root.stat()
    except OSError as error:
        yield Unlisted("", error)
        return
    for path in sorted(relative_paths):
        try:
            found = (root / path).stat()
        except FileNotFoundError:
            continue
        except OSError as error:
            yield Unlisted(path, error)
            continue
        yield ListedFile(path, found.st_size, found.st_mtime_ns)


class FileSpool:
    """Any number of listed files in a temporary file, which is gone at the end of the ``with``."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, file: ListedFile) -> None:
        """Put a file at the end; no name on any system has a NUL in it."""
        numbers = f"{file.size_bytes} {file.modified_ns} ".encode()
        self._file.write(numbers + os.fsencode(file.relative_path) + _SEPARATOR)
        self._count += 1

    def __iter__(self) -> Iterator[ListedFile]:
        self._file.seek(0)
        rest = b""
        while block := self._file.read(_READ_BYTES):
            *entries, rest = (rest + block).split(_SEPARATOR)
            yield from map(_parsed, entries)


def _parsed(entry: bytes) -> ListedFile:
    size, modified, path = entry.split(b" ", 2)
    return ListedFile(os.fsdecode(path), int(size), int(modified))


class _Walk:
    """One walk through a folder."""

    def __init__(self, root: Path, excluded: frozenset[str], rules: FolderRules) -> None:
        self._root = root
        self._excluded = excluded
        self._rules = rules
        self._follows = rules.rules.follow_links
        self._real_root = os.path.realpath(root) if self._follows else ""
        self._met: set[_Identity] = set()
        self._linked: deque[str] = deque()

    def entries(self) -> Iterator[Listed]:
        yield from self._tree("")
        while self._linked:
            yield from self._tree(self._linked.popleft())

    def _tree(self, top: str) -> Iterator[Listed]:
        waiting = [top]
        while waiting:
            folder = waiting.pop()
            try:
                entries = self._enter(folder)
            except OSError as error:
                yield Unlisted(folder, error)
                continue
            if entries is None:
                yield SkippedFile(folder, SkipReason.MET, is_folder=True)
                continue
            below: list[str] = []
            for entry in entries:
                yield from self._entry(folder, entry, below)
            waiting += reversed(below)

    def _enter(self, folder: str) -> list[os.DirEntry[str]] | None:
        """What is in a folder, in order of name; None when it was met by another way."""
        path = self._root / folder
        if self._follows and not self._is_new(path.stat()):
            return None
        with os.scandir(path) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        if any(entry.name == IGNORE_FILE for entry in entries):
            self._rules.enter(folder)
        return [entry for entry in entries if entry.path not in self._excluded]

    def _is_new(self, status: os.stat_result) -> bool:
        identity = status.st_dev, status.st_ino
        is_new = identity not in self._met
        self._met.add(identity)
        return is_new

    def _entry(self, folder: str, entry: os.DirEntry[str], below: list[str]) -> Iterator[Listed]:
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.name == IGNORE_FILE:
            return
        if entry.is_symlink():
            yield from self._link(path, entry)
        elif entry.is_dir(follow_symlinks=False):
            reason = self._rules.skips_folder(path)
            if reason is None:
                below.append(path)
            else:
                yield SkippedFile(path, reason, is_folder=True)
        else:
            yield from self._file(path, entry)

    def _file(self, path: str, entry: os.DirEntry[str]) -> Iterator[Listed]:
        try:
            found = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return  # gone since the folder was listed: as if it had never been there
        except OSError as error:
            yield Unlisted(path, error)
            return
        yield self._judged(path, found)

    def _judged(self, path: str, found: os.stat_result) -> ListedFile | SkippedFile:
        reason = self._rules.skips_file(path, found.st_size)
        if reason is not None:
            return SkippedFile(path, reason)
        return ListedFile(path, found.st_size, found.st_mtime_ns)

    def _link(self, path: str, entry: os.DirEntry[str]) -> Iterator[Listed]:
        if not self._follows:
            yield SkippedFile(path, SkipReason.LINK)
            return
        try:
            found = entry.stat()
        except OSError as error:  # it leads nowhere, or in a circle
            yield Unlisted(path, error)
            return
        if self._is_inside(os.path.realpath(entry.path)):
            yield SkippedFile(path, SkipReason.MET)
        elif stat.S_ISDIR(found.st_mode):
            reason = self._rules.skips_folder(path)
            if reason is None:
                self._linked.append(path)
            else:
                yield SkippedFile(path, reason, is_folder=True)
        elif not self._is_new(found):
            yield SkippedFile(path, SkipReason.MET)
        else:
            yield self._judged(path, found)

    def _is_inside(self, real_path: str) -> bool:
        """Whether something is met on the way through the folder itself."""
        return real_path == self._real_root or real_path.startswith(
            self._real_root.rstrip(os.sep) + os.sep
        )
