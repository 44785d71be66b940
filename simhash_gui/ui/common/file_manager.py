"""The way to the system's file manager."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def show_in_file_manager(folder: Path) -> None:
    """Open a folder with the system's program for folders."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
