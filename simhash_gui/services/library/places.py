"""The full paths of files of the library."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from simhash_gui.documents.reading import split_path
from simhash_gui.store.records import FileRow, FileState


def path_of(place: FileRow) -> str:
    """Folder and relative path joined, with the separators of this system."""
    return str(Path(place.folder) / place.relative_path)


def present_paths(places: Iterable[FileRow]) -> tuple[str, ...]:
    """The paths of the files that are there, in order, whichever was found first."""
    present = (path_of(place) for place in places if place.state is FileState.PRESENT)
    return tuple(sorted(present))


def file_on_disk(path: str) -> Path:
    """The file itself that a path leads to: of ``a.zip!/b.txt`` it is the archive."""
    return Path(split_path(path)[0])
