"""Which files are never touched: those of reference and excluded folders, by whatever name.

A file is known by device and inode. What stands in a protected folder is protected there, through a
second mount of it, through a hard link elsewhere, and where a symbolic link in such a folder leads.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library, folders
from simhash_gui.services.review.disk import Identity
from simhash_gui.services.review.refusals import Refusal, RefusedError


class Protection:
    """Built by a walk through the protected folders; asked before each act."""

    def __init__(self, roots: Mapping[str, FolderRole], control: JobControl) -> None:
        self._files: set[tuple[int, int]] = set()
        self._folders: set[tuple[int, int]] = set()
        self._roots = roots
        for root in self._roots:
            self._walk(root, control)

    @classmethod
    def of_library(cls, library: Library, control: JobControl) -> Protection:
        """Of all reference and excluded folders of a library. Raises JobCancelledError."""
        rows = folders(library)
        roles = {str(row.path): row.role for row in rows if row.role is not FolderRole.NORMAL}
        return cls(roles, control)

    def require_free(self, path: str, file: Identity) -> None:
        """Raise RefusedError where a file must not be touched, or no name of it be made."""
        folder = os.path.dirname(path)  # noqa: PTH120
        self.require_outside(folder)
        if (file.device, file.inode) in self._files:
            raise RefusedError(Refusal.SAME_AS_PROTECTED)
        here = os.path.realpath(folder)
        for each in (Path(here), *Path(here).parents):
            try:
                around = each.stat()
            except OSError as error:
                raise RefusedError(Refusal.PROTECTED) from error  # it cannot be known
            if (around.st_dev, around.st_ino) in self._folders:
                raise RefusedError(Refusal.SAME_AS_PROTECTED)

    def require_outside(self, folder: str) -> None:
        """Raise RefusedError where a folder is a protected one, or in one."""
        here = Path(os.path.realpath(folder))
        for each in map(str, (here, *here.parents)):
            if each in self._roots:
                is_reference = self._roots[each] is FolderRole.REFERENCE
                refusal = Refusal.IN_REFERENCE if is_reference else Refusal.IN_EXCLUDED
                raise RefusedError(refusal, each)

    def covers(self, path: str, file: Identity) -> bool:
        """Whether a file must not be touched."""
        try:
            self.require_free(path, file)
        except RefusedError:
            return True
        return False

    def _walk(self, root: str, control: JobControl) -> None:
        waiting = [root]
        while waiting:
            folder = waiting.pop()
            control.checkpoint()
            try:
                own = Path(folder).stat()
                self._folders.add((own.st_dev, own.st_ino))
                with os.scandir(folder) as entries:
                    for entry in entries:
                        self._meet(entry, waiting)
            except OSError:
                continue  # what cannot be read is covered by its path

    def _meet(self, entry: os.DirEntry[str], waiting: list[str]) -> None:
        if entry.is_dir(follow_symlinks=False):
            waiting.append(entry.path)
            return
        found = entry.stat(follow_symlinks=False)
        if stat.S_ISLNK(found.st_mode):
            self._follow(entry.path)
        elif found.st_nlink > 1:
            self._files.add((found.st_dev, found.st_ino))

    def _follow(self, path: str) -> None:
        """Protect where a symbolic link leads: a file, or all that is below a folder."""
        try:
            found = Path(path).stat()
        except OSError:
            return
        known = self._folders if stat.S_ISDIR(found.st_mode) else self._files
        known.add((found.st_dev, found.st_ino))
