"""A second start of the program: it hands its wish to the window that is open, and ends.

The open window listens at a socket in the folder of its data, so that every user and every home has
a window of its own. Where sockets of this kind are missing (Windows), each start opens a window.
"""

from __future__ import annotations

import contextlib
import socket
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

_NAME = "window.socket"
_PATIENCE_S = 2.0
_DONE = b"done"
_MOST_BYTES = 64


class Wish(Enum):
    """What a start was asked for."""

    WINDOW = b"window"
    SAMPLES = b"samples"


def hand_over(data: Path, wish: Wish) -> bool:
    """Whether a window of the home ``data`` is open and has taken the wish."""
    if not hasattr(socket, "AF_UNIX"):
        return False
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(_PATIENCE_S)
        try:
            line.connect(str(data / _NAME))
            line.sendall(wish.value)
            return line.recv(_MOST_BYTES) == _DONE
        except OSError:  # nobody listens, or the path is too long for a socket
            return False


class SecondStarts(QObject):
    """Listens for wishes until ``end``."""

    came = Signal(object)  # Wish

    def __init__(self, data: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = data / _NAME
        self._listener = self._listening()
        if self._listener is not None:
            self._notifier = QSocketNotifier(self._listener.fileno(), QSocketNotifier.Type.Read)
            self._notifier.setParent(self)
            self._notifier.activated.connect(self._take)

    def end(self) -> None:
        """Listen no longer."""
        if self._listener is not None:
            self._notifier.setEnabled(False)
            self._listener.close()
            self._listener = None
            self._path.unlink(missing_ok=True)

    def _listening(self) -> socket.socket | None:
        """None where there can be no socket: every start then opens a window."""
        if not hasattr(socket, "AF_UNIX"):
            return None
        listener = socket.socket(socket.AF_UNIX)
        listener.settimeout(_PATIENCE_S)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)  # nobody answered there, see ``hand_over``
            listener.bind(str(self._path))
            listener.listen()
        except OSError:
            listener.close()
            return None
        return listener

    @Slot()
    def _take(self) -> None:
        if self._listener is None:
            return
        with contextlib.suppress(OSError, ValueError):  # whoever asked has gone, or is a stranger
            line, _ = self._listener.accept()
            with line:
                line.settimeout(_PATIENCE_S)
                wish = Wish(line.recv(_MOST_BYTES))
                line.sendall(_DONE)
            self.came.emit(wish)
