"""Encodings that the user chooses for a file, a folder or a pattern of paths, and a preview.

Only the files for which it makes a difference are read again. A content is one document however
many copies of it there are: an encoding chosen for one copy is that of all.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from simhash_gui.documents.encoding.encodings import CHOICES as ENCODINGS
from simhash_gui.documents.encoding.encodings import codec_name, decode
from simhash_gui.documents.reading import opened, split_path
from simhash_gui.documents.records import ReadFailure
from simhash_gui.services.importing.importing import ImportOptions, ImportReport, read_again
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, now_ms
from simhash_gui.store.engine.types import FileState
from simhash_gui.store.repositories import encoding_overrides, files

__all__ = [
    "ENCODINGS",
    "Beginning",
    "EncodingChoice",
    "Matching",
    "ReadableFiles",
    "UnknownEncodingError",
    "anywhere",
    "beginning_of",
    "choose_encoding",
    "choose_encoding_of_files",
    "encoding_choices",
    "matching_count",
    "pattern_for",
]

_ROWS_AT_ONCE = 5000
_PATHS_AT_ONCE = 2000
_LONGEST_BYTES = 16_384
_WIDEST_CHARACTER_BYTES = 4
_REPLACEMENT = "\ufffd"


class UnknownEncodingError(ValueError):
    """There is no text encoding of this name."""


@dataclass(frozen=True, slots=True)
class EncodingChoice:
    """What matches ``pattern`` (a path, ``folder/**`` or wildcards) is read in ``encoding``."""

    pattern: str
    encoding: str


@dataclass(frozen=True, slots=True)
class Matching:
    """How many files match a pattern, and the paths of the first of them."""

    count: int
    paths: tuple[str, ...] = ()


class ReadableFiles:
    """The files that an encoding can be chosen for, read once, then asked by pattern."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._paths: Sequence[str] | None = None

    def matching(self, pattern: str, most: int, stop: Event) -> Matching:
        """What ``choose_encoding`` would choose for; at most ``most`` paths are named.

        As far as it came where ``stop`` is set meanwhile.
        """
        if self._paths is None:
            self._paths = sorted(path for _, path in _readable_files(self._library))
        choice = encoding_overrides.only(anywhere(pattern))
        found: list[str] = []
        for start in range(0, len(self._paths), _PATHS_AT_ONCE):
            if stop.is_set():
                break
            part = self._paths[start : start + _PATHS_AT_ONCE]
            found += [path for path in part if choice.best(path) is not None]
        return Matching(len(found), tuple(found[:most]))


def encoding_choices(library: Library) -> list[EncodingChoice]:
    """All choices by pattern."""
    with library.read() as connection:
        chosen = encoding_overrides.list_all(connection)
    return [EncodingChoice(one.pattern, one.encoding) for one in chosen]


def pattern_for(path: Path) -> str:
    """The pattern of one file, or of everything in a folder."""
    absolute = _with_slashes(os.path.abspath(path))  # noqa: PTH100 - no links resolved
    return f"{absolute}/**" if path.is_dir() else absolute


def anywhere(pattern: str) -> str:
    """A pattern of names alone, such as ``*.txt``, means them in any folder."""
    return pattern if "/" in pattern else f"**/{pattern}"


def matching_count(library: Library, pattern: str) -> int:
    """How many files that are there match a pattern; of archives, what is in them."""
    return ReadableFiles(library).matching(pattern, 0, Event()).count


def choose_encoding(
    library: Library,
    pattern: str,
    encoding: str | None,
    options: ImportOptions,
    control: JobControl,
) -> ImportReport:
    """Choose the encoding of what matches a pattern, or take the choice back (None).

    A pattern without a slash matches names in any folder. Reads those files again for which this
    makes a difference. Raises UnknownEncodingError, and as ``importing.import_folders``; when
    cancelled, the choice stands and holds for later imports.
    """
    return _choose(library, [anywhere(pattern)], encoding, options, control)


def choose_encoding_of_files(
    library: Library,
    file_ids: Sequence[int],
    encoding: str | None,
    options: ImportOptions,
    control: JobControl,
) -> ImportReport:
    """The same for certain files at once, each by its own path."""
    with library.read() as connection:
        rows = files.rows(connection, file_ids)
    patterns = [_with_slashes(row.path) for row in rows]
    return _choose(library, patterns, encoding, options, control)


def _choose(
    library: Library,
    patterns: Sequence[str],
    encoding: str | None,
    options: ImportOptions,
    control: JobControl,
) -> ImportReport:
    name = None if encoding is None else codec_name(encoding)
    if encoding is not None and name is None:
        raise UnknownEncodingError(f"{encoding!r} is no encoding of texts")
    with library.write() as connection:
        before = encoding_overrides.load(connection)
        for pattern in patterns:
            if name is None:
                encoding_overrides.delete_pattern(connection, pattern)
            else:
                encoding_overrides.put(connection, pattern, name, now_ms())
        after = encoding_overrides.load(connection)
    affected = [
        file_id
        for file_id, path in _readable_files(library)
        if before.encoding_for(path) != after.encoding_for(path)
    ]
    return read_again(library, affected, options, control)


def _readable_files(library: Library) -> Sequence[tuple[int, str]]:
    """Ids and paths of all files that are there, but for archives."""
    found: list[tuple[int, str]] = []
    with library.read() as connection:
        for state in (FileState.PRESENT, FileState.FAILED):
            ids = files.ids_in_state(connection, state)
            for start in range(0, len(ids), _ROWS_AT_ONCE):
                rows = files.rows(connection, ids[start : start + _ROWS_AT_ONCE])
                found += [(row.id, _with_slashes(row.path)) for row in rows]
    return found


def _with_slashes(path: str) -> str:
    return path.replace(os.sep, "/")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a file begins with. ``misfits`` counts the places that are invalid in the encoding."""

    text: str
    encoding: str
    misfits: int


def beginning_of(path: str, encoding: str | None) -> Beginning | None:
    """The beginning of a file in an encoding, or in the recognised one (None).

    None where there is nothing to show: what is in an archive, what cannot be opened, what is
    not text.
    """
    if split_path(path)[1]:
        return None
    try:
        with opened(path) as descriptor:
            data = os.read(descriptor, _LONGEST_BYTES)
        return _in(data, encoding)
    except ReadFailure:
        return None


def _in(data: bytes, encoding: str | None) -> Beginning:
    name = decode(_whole(data)).encoding if encoding is None else codec_name(encoding) or "utf-8"
    decoder = codecs.getincrementaldecoder(name)(errors="replace")
    text = decoder.decode(data).removeprefix("\ufeff")  # the last character may be cut in two
    return Beginning(text.replace("\x00", _REPLACEMENT), name, text.count(_REPLACEMENT))


def _whole(data: bytes) -> bytes:
    """Without the rest of a character that was cut in two, as far as that can be told."""
    end = data.rfind(b"\n")
    is_cut = len(data) == _LONGEST_BYTES and end > _WIDEST_CHARACTER_BYTES and b"\x00" not in data
    return data[: end + 1] if is_cut else data
