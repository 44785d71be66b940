"""Walks a folder and names the files that may be documents; opens none of them.

Hidden entries, links and what is certainly no document (pictures, sound, programs) are left out.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

_NO_DOCUMENTS = frozenset(
    """
    .avif .bmp .gif .heic .ico .jpeg .jpg .png .psd .svgz .tif .tiff .webp
    .aac .flac .m4a .mp3 .ogg .wav .wma .avi .flv .m4v .mkv .mov .mp4 .mpeg .mpg .ogv .webm .wmv
    .otf .ttc .ttf .woff .woff2
    .a .apk .bin .class .deb .dll .dmg .dylib .exe .iso .jar .lib .msi .o .obj .pyc .rpm .so .wasm
    .7z .bz2 .gz .rar .tar .tgz .xz .zip .zst
    .dat .db .qm .sqlite .sqlite3 .simhash .simhash-wal .simhash-shm .simhash-lock
    """.split()  # noqa: SIM905 - a list of quoted strings would hide what it says
)


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
    """A file that is certainly no document."""

    relative_path: str


Listed = ListedFile | Unlisted | SkippedFile


def list_folder(root: Path, excluded: Collection[Path] = ()) -> Iterator[Listed]:
    """Everything below ``root``, folder by folder in order of name, without what is ``excluded``.

    Relative paths use ``/``. Links are not followed, so that no loop and no file outside
    ``root`` can be met.
    """
    left_out = {os.fspath(folder) for folder in excluded}
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            entries = _entries(root / folder)
        except OSError as error:
            yield Unlisted(folder, error)
            continue
        folders = [entry for entry in entries if entry.is_dir(follow_symlinks=False)]
        waiting += [
            _join(folder, entry.name) for entry in reversed(folders) if entry.path not in left_out
        ]
        yield from _files(folder, [entry for entry in entries if entry.path not in left_out])


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        visible = [entry for entry in found if not entry.name.startswith(".")]
    return sorted(visible, key=lambda entry: entry.name)


def _files(folder: str, entries: list[os.DirEntry[str]]) -> Iterator[Listed]:
    for entry in entries:
        if not entry.is_file(follow_symlinks=False):
            continue
        path = _join(folder, entry.name)
        if PurePath(entry.name).suffix.lower() in _NO_DOCUMENTS:
            yield SkippedFile(path)
            continue
        try:
            found = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue  # gone since the folder was listed: as if it had never been there
        except OSError as error:
            yield Unlisted(path, error)
            continue
        yield ListedFile(path, found.st_size, found.st_mtime_ns)


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
