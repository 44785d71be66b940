"""The trash of the system, as Qt knows it; what services call by their ``Trash``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QFile, QStandardPaths, QStorageInfo


class QtTrash:
    """Puts files into the trash. Works without a display and from any thread."""

    def put(self, path: str) -> str | None:
        """Put a file into the trash; its path there, None where there is no trash for it.

        Raises OSError where the user's folder for data, which has the trash, cannot be made.
        """
        if not QFile.supportsMoveToTrash():
            return None
        failed = _failure_of_making_data_folder()
        file = QFile(path)
        if file.moveToTrash():
            return file.fileName()  # the name that the file has in the trash
        if failed is not None:
            raise failed
        return None

    def may_take(self, path: str) -> bool:
        """Whether there may be a trash for a file; where not, ``put`` would do nothing.

        On the drive of the user's folder for data there is one; on another it is at its top, where
        freedesktop.org's specification of the trash wants it.
        """
        if not QFile.supportsMoveToTrash():
            return False
        if sys.platform != "linux":
            return True
        try:
            folder = _data_folder()
            near = next(each for each in (folder, *folder.parents) if os.path.exists(each))  # noqa: PTH110 - may be out of reach
            is_on_drive = near.stat().st_dev == Path(path).stat().st_dev
        except OSError:
            return True  # what is not there is told as such
        top = Path(QStorageInfo(path).rootPath())
        places = (top, top / ".Trash", top / f".Trash-{os.getuid()}")
        return is_on_drive or any(os.access(each, os.W_OK) for each in places)


def _data_folder() -> Path:
    place = QStandardPaths.StandardLocation.GenericDataLocation
    return Path(QStandardPaths.writableLocation(place))


def _failure_of_making_data_folder() -> OSError | None:
    """Qt makes the trash in it, but not the folder itself."""
    try:
        folder = _data_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return error
    return None
