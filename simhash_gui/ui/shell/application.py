"""Makes the Qt application and its one window, and runs them.

What is slow to import (database, numpy-heavy services, the pages) comes after the first paint.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from PySide6.QtWidgets import QApplication

from simhash_gui.services.library.paths import APPLICATION, AppPaths
from simhash_gui.services.library.settings import SettingsFile
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.garbage import GarbageCollection
from simhash_gui.ui.shell.main_window import MainWindow
from simhash_gui.ui.theme.icons import window_icon
from simhash_gui.ui.theme.theme import Theme


def create_application(arguments: Sequence[str]) -> QApplication:
    """The application with its ``Theme``; ``arguments`` are Qt's own, the program name first."""
    application = QApplication(list(arguments))
    application.setApplicationName(APPLICATION)
    application.setApplicationDisplayName(APPLICATION)
    application.setDesktopFileName(APPLICATION)
    Theme(application)
    GarbageCollection(application)
    return application


def run(paths: AppPaths, *, with_samples: bool = False) -> int:
    """Show the window until it is closed; the exit status."""
    application = create_application(sys.argv[:1])
    session = Session(paths, SettingsFile(paths.settings_file))
    window = MainWindow(session)
    application.setWindowIcon(window_icon())
    # What is there now stays. Left to the garbage collector, its full passes stop the window for
    # 50 ms each, several times in an import of 20,000 documents.
    window.ready.connect(gc.freeze)
    window.show()
    window.begin(with_samples=with_samples)
    return application.exec()
