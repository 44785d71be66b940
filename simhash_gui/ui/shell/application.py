"""Makes the Qt application and its one window, and runs them.

What is slow to import (database, numpy-heavy services, the pages) comes after the first paint.
Python's garbage collector is kept to the thread of the window.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
import time
from collections.abc import Sequence

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication

from simhash_gui.services.diagnosis.program_log import ProgramLog
from simhash_gui.services.library.paths import APPLICATION, AppPaths
from simhash_gui.services.library.settings import SettingsFile
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.faults import UnexpectedErrors, log_qt_messages, tell_missing_fonts
from simhash_gui.ui.shell.main_window import MainWindow
from simhash_gui.ui.shell.second_start import SecondStarts, Wish, hand_over
from simhash_gui.ui.theme.icons import window_icon
from simhash_gui.ui.theme.theme import Theme

_LOOK_EVERY_MS = 100
_MMAP_THRESHOLD = -3  # of mallopt
_LARGE_BYTES = 1 << 20
_PAINTED_MS = 1000  # any sooner, unless the window is not to be seen
_FULL_EVERY_S = 60.0
_TURN_S = 0.0001


class GarbageCollection(QObject):
    """Python's garbage collector, kept to the thread of the window while the event loop runs.

    By itself the collector runs in whatever thread happens to allocate. When it finds objects of Qt
    there, their destructors take a lock of Qt and then wait for the interpreter, which the thread
    of the window may hold while it waits for that very lock: both wait forever.

    What is due is decided as Python does it, except that a full pass, which takes longest, comes
    at most once a minute.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._full_s = time.monotonic()
        timer = QTimer(self)
        timer.timeout.connect(self._collect_due)
        timer.start(_LOOK_EVERY_MS)

    @Slot()
    def _collect_due(self) -> None:
        young, middle, old = (
            count > threshold
            for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)
        )
        if old and time.monotonic() - self._full_s >= _FULL_EVERY_S:
            gc.collect()
            self._full_s = time.monotonic()
        elif middle:
            gc.collect(1)
        elif young:
            gc.collect(0)


def create_application(arguments: Sequence[str]) -> QApplication:
    """The application with its ``Theme``; ``arguments`` are Qt's own, the program name first."""
    application = QApplication(list(arguments))
    application.setApplicationName(APPLICATION)
    application.setApplicationDisplayName(APPLICATION)
    application.setDesktopFileName(APPLICATION)
    Theme(application)
    GarbageCollection(application)
    _give_memory_back()
    # Most calls into Qt let go of the interpreter. While a thread computes, the window's thread
    # waits this long to have it back, after each of them; by itself Python takes 5 ms. Less
    # would slow threads that compute down.
    sys.setswitchinterval(_TURN_S)
    return application


def _give_memory_back() -> None:
    """Have glibc return large arrays as soon as they are freed; by itself it learns to keep them.

    With a million documents that is 400 MB.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):  # another C library
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)


def run(paths: AppPaths, log: ProgramLog, *, with_samples: bool = False) -> int:
    """Show the window until it is closed; the exit status.

    Where a window of this user is open already, that one comes forward instead.
    """
    wish = Wish.SAMPLES if with_samples else Wish.WINDOW
    if hand_over(paths.data, wish):
        return 0
    log_qt_messages()
    application = create_application(sys.argv[:1])
    starts = SecondStarts(paths.data, application)
    session = Session(paths, SettingsFile(paths.settings_file))
    log.unexpected = UnexpectedErrors(session).tell
    window = MainWindow(session)
    application.setWindowIcon(window_icon())
    # What is there now stays. Left to the garbage collector, its full passes stop the window for
    # 50 ms each, several times in an import of 20,000 documents.
    window.complete.connect(gc.freeze)
    starts.came.connect(window.come_forward)
    session.closing.connect(starts.end)
    # Qt ends by itself with the last window on the screen, which this one may have left before.
    session.closing.connect(application.quit, Qt.ConnectionType.QueuedConnection)
    _show(window)
    if window.isHidden():  # somebody was quicker
        return 0
    window.begin(with_samples=with_samples)
    tell_missing_fonts(session, log.tell)
    return application.exec()


def _show(window: MainWindow) -> None:
    """Show the window, and wait for its first paint: it is black until then.

    What begins afterwards (threads that import) would put the paint off. A window that opens
    minimised is not painted.
    """
    loop = QEventLoop()
    window.painted.connect(loop.quit)
    QTimer.singleShot(_PAINTED_MS, loop, loop.quit)
    window.show()
    loop.exec()
