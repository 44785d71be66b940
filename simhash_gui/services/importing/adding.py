"""What becomes of the paths that a user gives to a library: dropped on the window or in a command.

A folder is imported whole. Inside a folder of the same role that is imported whole it adds nothing;
that one is imported instead. A file, an archive too, is imported by itself: its folder is kept with
a list of names, until the whole folder, or one around it, is added. A library file is not a
document: it is skipped. A path that leads nowhere is a failure. Links in a path are resolved, so
that nothing is known by two names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.importing.report import ImportReport, with_left_out, with_missing
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.import_rules import (
    OWN_EXTENSIONS,
    FolderRules,
    SkipReason,
    load_rules,
)
from simhash_gui.services.library.libraries import Folder, FolderRole, Library, now_ms
from simhash_gui.services.library.paths import real_path
from simhash_gui.store.repositories import folders


def import_paths(
    library: Library,
    paths: Sequence[Path],
    options: ImportOptions,
    control: JobControl,
    role: FolderRole = FolderRole.NORMAL,
) -> ImportReport:
    """Add folders and files, and import the folders that they are, hold, or are inside of.

    A single file leaves the role of a folder that is there already. Raises as ``import_folders``.
    """
    given = sorted({real_path(path) for path in paths})
    missing = [path for path in given if not path.exists()]
    libraries = [path for path in given if path.suffix in OWN_EXTENSIONS and path.is_file()]
    wanted = [path for path in given if path not in missing and path not in libraries]
    add_paths(library, wanted, role)
    with library.read() as connection:
        rows = folders.list_all(connection)
    touched = [row.id for row in rows if _concerns(row.path, [*wanted, *missing])]
    report = import_folders(library, touched, options, control)
    report = with_left_out(report, SkipReason.NO_DOCUMENT, len(libraries))
    return with_missing(report, missing)


def give_role(library: Library, folder: Path, role: FolderRole) -> None:
    """Say what a folder is for. One that the library does not know is added, but not imported."""
    path = real_path(folder)
    with library.write() as connection:
        rows = folders.list_all(connection)
        roles = {row.path: row.role for row in rows}
        if path not in roles and _is_inside_one(
            path, role, roles, folders.single_files(connection)
        ):
            return
        folders.set_role(connection, folders.add(connection, path, role, now_ms()).id, role)


def folder_reading(library: Library, path: Path) -> Folder | None:
    """The folder whose import reads what lies at ``path``, no folder of the library itself."""
    with library.read() as connection:
        rows = {row.path: row for row in folders.list_all(connection)}
        partial = folders.single_files(connection)
    around = next((rows[parent] for parent in path.parents if parent in rows), None)
    if around is None or around.role is FolderRole.EXCLUDED or around.path in partial:
        return None
    rules = FolderRules(around.path, load_rules(library))
    rules.enter("")
    for parent in reversed([path, *path.parents]):
        if around.path in parent.parents:
            relative = parent.relative_to(around.path).as_posix()
            if rules.skips_folder(relative) is not None:
                return None
            rules.enter(relative)
    return around


def add_paths(library: Library, paths: Iterable[Path], role: FolderRole) -> None:
    """Add folders and files, without importing them."""
    paths = sorted({real_path(path) for path in paths})
    with library.write() as connection:
        roles = {row.path: row.role for row in folders.list_all(connection)}
        partial = folders.single_files(connection)
        for path in (path for path in paths if path.is_dir()):
            if not _is_inside_one(path, role, roles, partial):
                roles[path] = folders.add(connection, path, role, now_ms()).role
                for folder in [one for one in partial if one == path or path in one.parents]:
                    del partial[folder]
        for path in (path for path in paths if not path.is_dir()):
            folder = path.parent
            is_whole = folder in roles and folder not in partial
            if not is_whole and not _is_inside_one(folder, role, roles, partial):
                roles[folder] = folders.add(connection, folder, role, now_ms()).role
                partial[folder] = partial.get(folder, frozenset()) | {path.name}
        folders.set_single_files(connection, partial)


def _concerns(folder: Path, paths: Iterable[Path]) -> bool:
    return any(folder == path or folder in path.parents or path in folder.parents for path in paths)


def _is_inside_one(
    path: Path, role: FolderRole, roles: dict[Path, FolderRole], partial: Collection[Path]
) -> bool:
    """Whether a folder around it has the same role and is imported whole."""
    return any(roles.get(parent) is role and parent not in partial for parent in path.parents)
