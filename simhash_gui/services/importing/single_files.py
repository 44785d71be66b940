"""Files that were added by themselves: of their folder only they are imported.

A file that the user adds is kept as its folder with a list of names, until the whole folder, or one
around it, is added. The list stands with the library's import rules, under a name of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from simhash_gui.services.library.libraries import FolderRole, FolderRow, Library, folders, now_ms
from simhash_gui.store.engine import meta
from simhash_gui.store.repositories import folders as folder_store

_KEY = "single_files"


def add_paths(
    library: Library, paths: Sequence[Path], role: FolderRole = FolderRole.NORMAL
) -> list[FolderRow]:
    """Add folders and single files, and return all folders there are.

    Links in a path are resolved, so that nothing is known by two names. A folder or file inside a
    folder of the same role that is imported as a whole adds nothing. A single file leaves the role
    of a folder that is there already.
    """
    resolved = sorted({path.resolve() for path in paths})
    for path in (path for path in resolved if path.is_dir()):
        _add_folder(library, path, role)
    for path in (path for path in resolved if not path.is_dir()):
        _add_file(library, path, role)
    return folders(library)


def ids_holding(rows: Sequence[FolderRow], paths: Iterable[Path]) -> list[int]:
    """The folders that the given folders and files are, hold, or are inside of."""
    resolved = [path.resolve() for path in paths]
    return [
        row.folder_id
        for row in rows
        if any(
            row.path == path or row.path in path.parents or path in row.path.parents
            for path in resolved
        )
    ]


def files_by_folder(library: Library) -> dict[Path, frozenset[str]]:
    """The folders of which only certain files are imported, and the names of these."""
    with library.read() as connection:
        text = meta.read(connection, _KEY)
        known = {Path(row.path) for row in folder_store.list_all(connection)}
    kept = json.loads(text) if text else {}
    return {
        Path(folder): frozenset(names) for folder, names in kept.items() if Path(folder) in known
    }


def _add_folder(library: Library, path: Path, role: FolderRole) -> None:
    partial = files_by_folder(library)
    whole = {row.path: row.role for row in folders(library) if row.path not in partial}
    if any(whole.get(parent) is role for parent in path.parents):
        return
    with library.write() as connection:
        folder_store.add(connection, str(path), role, now_ms())
    inside = {folder for folder in partial if folder == path or path in folder.parents}
    _keep(library, {folder: names for folder, names in partial.items() if folder not in inside})


def _add_file(library: Library, path: Path, role: FolderRole) -> None:
    partial = files_by_folder(library)
    whole = {row.path: row.role for row in folders(library) if row.path not in partial}
    folder = path.parent
    if folder in whole or any(whole.get(parent) is role for parent in folder.parents):
        return
    with library.write() as connection:
        folder_store.add(connection, str(folder), role, now_ms())
    names = partial.get(folder, frozenset()) | {path.name}
    _keep(library, partial | {folder: names})


def _keep(library: Library, partial: Mapping[Path, frozenset[str]]) -> None:
    text = json.dumps({str(folder): sorted(names) for folder, names in partial.items()})
    with library.write() as connection:
        meta.write(connection, _KEY, text)
