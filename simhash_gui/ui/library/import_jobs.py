"""What the Library page has done on the writer thread: imports, and what leads to one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simhash_gui.services.importing.importing import ImportOptions, ImportReport, import_folders
from simhash_gui.services.importing.single_files import add_paths, ids_holding
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    folders,
    remove_folder,
    set_role,
)
from simhash_gui.ui.session.session import Session


def import_options(session: Session) -> ImportOptions:
    """What the user's settings, and the passwords given so far, mean for an import."""
    settings = session.settings
    return ImportOptions(settings.workers, settings.limits, session.passwords)


def import_some(
    library: Library, folder_ids: Sequence[int] | None, options: ImportOptions, control: JobControl
) -> ImportReport:
    """Read what has changed in some folders, or in all."""
    return import_folders(library, folder_ids, options, control)


def add_and_import(
    library: Library,
    paths: Sequence[Path],
    options: ImportOptions,
    control: JobControl,
    *,
    role: FolderRole = FolderRole.NORMAL,
) -> ImportReport:
    """Folders and single files, archives too; what is inside a known folder leads to its scan."""
    touched = ids_holding(add_paths(library, paths, role), paths)
    return import_folders(library, touched, options, control)


def change_role(
    library: Library,
    folder_id: int,
    role: FolderRole,
    options: ImportOptions,
    control: JobControl,
) -> ImportReport:
    """Give a folder another role; what that leaves out or brings in follows."""
    set_role(library, folder_id, role)
    return import_folders(library, None, options, control)


def take_out(library: Library, folder_id: int, _control: JobControl) -> None:
    """Forget a folder."""
    remove_folder(library, folder_id)


def import_samples(
    library: Library, samples: Path, options: ImportOptions, control: JobControl
) -> ImportReport:
    """An installation that has moved takes its old samples folder out of the library."""
    for row in folders(library):
        if row.path != samples.resolve():
            remove_folder(library, row.folder_id)
    return add_and_import(library, (samples,), options, control)
