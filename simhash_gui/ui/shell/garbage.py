"""Python's garbage collector, kept to the thread of the window.

By itself it runs in whatever thread happens to allocate. When it finds objects of Qt there, their
destructors take a lock of Qt and then wait for the interpreter, which the thread of the window may
hold while it waits for that very lock: both wait for ever.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer, Slot

_LOOK_EVERY_MS = 100
_FULL_EVERY_S = 60.0


class GarbageCollection(QObject):
    """From now on nothing is collected but by this object, while the event loop runs.

    What is due is decided as Python does it, but that a full pass, which takes longest, comes once
    a minute at most.
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
