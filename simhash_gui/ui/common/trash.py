"""The trash of the system, as Qt knows it; what services call by their ``Trash``."""

from __future__ import annotations

from PySide6.QtCore import QFile


class QtTrash:
    """Puts files into the trash. Works without a display and from any thread."""

    def put(self, path: str) -> str | None:
        """Put a file into the trash; its path there, None where there is no trash for it."""
        if not QFile.supportsMoveToTrash():
            return None
        file = QFile(path)
        # Afterwards the object has the name that the file has in the trash.
        return file.fileName() if file.moveToTrash() else None
