"""The trash of the system, as Qt knows it; what services call by their ``Trash``."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFile, QStandardPaths


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


def _failure_of_making_data_folder() -> OSError | None:
    """Qt makes the trash in it, but not the folder itself."""
    place = QStandardPaths.StandardLocation.GenericDataLocation
    try:
        folder = Path(QStandardPaths.writableLocation(place))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return error
    return None
