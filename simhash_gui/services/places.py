"""The full path of a file of the library."""

from __future__ import annotations

from pathlib import Path

from simhash_gui.store.records import FileRow


def path_of(place: FileRow) -> str:
    """Folder and relative path joined, with the separators of this system."""
    return str(Path(place.folder) / place.relative_path)
