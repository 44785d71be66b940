"""The way to the system's file manager, and to the program that shows a document."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDir, QProcess, QUrl
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher
from PySide6.QtGui import QDesktopServices, QGuiApplication

from simhash_gui.services.importing.problems import file_on_disk

_FILE_MANAGER = "org.freedesktop.FileManager1"


def open_folder(folder: Path) -> None:
    """Open a folder with the system's program for folders."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def show_in_folder(file: Path) -> None:
    """Open the folder of a file with the file selected, where the system can select one.

    On Linux by the interface that file managers share (freedesktop.org, "File Manager
    D-Bus Interface", ShowItems); without one that answers, the folder alone is opened.
    """
    if command := select_command(sys.platform, file):
        QProcess.startDetached(command[0], command[1:])
        return
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        open_folder(file.parent)
        return
    message = QDBusMessage.createMethodCall(
        _FILE_MANAGER, f"/{_FILE_MANAGER.replace('.', '/')}", _FILE_MANAGER, "ShowItems"
    )
    message.setArguments(
        [[QUrl.fromLocalFile(str(file)).toString(QUrl.ComponentFormattingOption.FullyEncoded)], ""]
    )
    answer = QDBusPendingCallWatcher(bus.asyncCall(message), QGuiApplication.instance())

    def settle() -> None:
        if answer.isError():
            open_folder(file.parent)
        answer.deleteLater()

    answer.finished.connect(settle)


def way_to(path: str) -> Callable[[], None]:
    """What shows a file in its folder, for a file in an archive the archive.

    Where the file is gone it opens the nearest folder that is there. Looks at the disk, so run
    it in a pool; what it returns belongs to the thread of the window.
    """
    file = file_on_disk(path)
    if file.exists():
        return partial(show_in_folder, file)
    folder = next((folder for folder in file.parents if folder.is_dir()), file.parent)
    return partial(open_folder, folder)


def select_command(platform: str, file: Path) -> list[str]:
    """What selects a file in its folder on Windows and macOS; nothing on other systems."""
    if platform == "win32":
        return ["explorer.exe", "/select,", QDir.toNativeSeparators(str(file))]
    return ["open", "-R", str(file)] if platform == "darwin" else []
