"""Garbage is collected in the thread of the window, whoever makes it."""

from __future__ import annotations

import gc
import threading
import weakref

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from simhash_gui.ui.shell.application import GarbageCollection


class Knot:
    """Only the garbage collector can untie it."""

    def __init__(self, threads: list[int]) -> None:
        self.itself = self
        weakref.finalize(self, lambda: threads.append(threading.get_ident()))


def fill(kept: list[list[int]]) -> None:
    """With so much that Python would collect garbage several times."""
    kept += [[number] for number in range(100 * gc.get_threshold()[0])]


def test_a_thread_that_allocates_collects_nothing(qtbot: QtBot) -> None:
    gc.enable()
    owner, threads = QObject(), list[int]()
    GarbageCollection(owner)
    Knot(threads)

    kept: list[list[int]] = []
    thread = threading.Thread(target=fill, args=(kept,))
    thread.start()
    thread.join()

    assert threads == []
    qtbot.waitUntil(lambda: threads == [threading.get_ident()])


def test_garbage_of_the_windows_own_thread_is_collected_too(qtbot: QtBot) -> None:
    owner, threads = QObject(), list[int]()
    GarbageCollection(owner)
    Knot(threads)

    kept: list[list[int]] = []
    fill(kept)

    qtbot.waitUntil(lambda: threads == [threading.get_ident()])
