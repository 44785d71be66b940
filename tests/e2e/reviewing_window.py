"""The real window, driven by keys alone: import, review, plan, act, undo, export.

    python -m tests.e2e.reviewing_window FOLDER

Expects ``FOLDER/docs`` and prints what stood on the disk after each step, as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import SettingsFile
from simhash_gui.services.review.verdicts import load_verdicts
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.exporting import ExportKind
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.review.journal_dialog import JournalDialog
from simhash_gui.ui.review.plan_dialog import PlanDialog
from simhash_gui.ui.session.choosers import Choosers
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.application import create_application
from simhash_gui.ui.shell.main_window import MainWindow

_Dialog = TypeVar("_Dialog", bound=QDialog)
_MOST_TABS = 40
LONGEST_S = 60
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def main() -> int:
    """Go through everything and print."""
    home = Path(sys.argv[1])
    create_application(["reviewing-window"])
    paths = AppPaths(
        resources_folder(), home / "config" / "settings.json", home / "data", home / "log.txt"
    )
    session = Session(paths, SettingsFile(paths.settings_file))
    session.choosers = Choosers(folder=lambda _parent, _start: home / "docs")
    window = MainWindow(session)
    window.show()
    window.begin()
    try:
        found = Desk(window, home).review()
    finally:
        window.close()
    sys.stdout.write(json.dumps(found) + "\n")
    return 0


class Desk:
    """Presses keys and waits until nothing is under way."""

    def __init__(self, window: MainWindow, home: Path) -> None:
        self._window, self._home = window, home
        self.until(lambda: window.session.library is not None and window.page is not None)
        self.until(lambda: all(map(window.page_of, PageId)))
        page = window.page_of(PageId.CLUSTERS)
        assert isinstance(page, ClustersPage)
        self._page = page

    def review(self) -> dict[str, object]:
        """What stands on the disk after each step."""
        found: dict[str, object] = {"platform": QApplication.platformName()}
        self.press(self._window, Qt.Key.Key_O, CONTROL)
        self.settle()
        self.press(self._window, Qt.Key.Key_2, CONTROL)
        self.until(lambda: len(self._page.model.listed) > 0)
        self.settle()
        found["before"] = self.names()
        table = self._page.clusters
        table.setFocus()
        self.press(table, Qt.Key.Key_2)
        self.settle()
        assert self._window.session.library is not None
        given = load_verdicts(self._window.session.library).given
        found["verdicts"] = [each.verdict.value for each in given]
        self.press(table, Qt.Key.Key_P, CONTROL | SHIFT)
        plan = self.dialog(PlanDialog)
        self.until(lambda: plan.plan is not None and plan.accept_button.isEnabled())
        self.tab_to(plan.accept_button)
        self.press(plan.accept_button, Qt.Key.Key_Return)
        self.settle()
        found["after"] = self.names()
        self.press(table, Qt.Key.Key_J, CONTROL | SHIFT)
        journal = self.dialog(JournalDialog)
        self.settle()
        journal.undo_button.setFocus()
        self.press(journal.undo_button, Qt.Key.Key_Space)
        self.settle()
        self.press(journal, Qt.Key.Key_Escape)
        found["undone"] = self.names()
        self._page.exporting.ask_target = lambda *_: self._home / "clusters.html"
        self._page.exporting.actions[ExportKind.CLUSTERS_HTML].trigger()
        self.settle()
        found["exported"] = (self._home / "clusters.html").exists()
        return found

    def names(self) -> list[str]:
        """All files below docs that are not set aside."""
        docs = self._home / "docs"
        every = (path.relative_to(docs) for path in docs.rglob("*.txt"))
        return sorted(str(path) for path in every if not path.parts[0].startswith("Set aside"))

    def tab_to(self, button: QPushButton) -> None:
        """Go on by Tab until a button has the keyboard."""
        window = button.window()
        for _ in range(_MOST_TABS):
            if window.focusWidget() is button:
                return
            self.press(window.focusWidget() or window, Qt.Key.Key_Tab)
        raise AssertionError("Tab never comes to the button")

    def press(
        self,
        widget: QWidget,
        key: Qt.Key,
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Give the widget's window the focus first, as a person would."""
        widget.window().activateWindow()
        QTest.qWait(50)
        QTest.keyClick(widget, key, modifier)

    def dialog(self, kind: type[_Dialog]) -> _Dialog:
        """The dialog of a kind, when it is there."""
        self.until(lambda: bool(self._page.findChildren(kind)))
        found: _Dialog = self._page.findChildren(kind)[-1]
        return found

    def settle(self) -> None:
        """Wait until no job and no reading is under way."""
        session = self._window.session
        QTest.qWait(300)
        self.until(lambda: session.jobs.is_idle and session.reads.is_idle)
        QTest.qWait(100)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds. Raises TimeoutError."""
        deadline_s = time.monotonic() + LONGEST_S
        while not condition():
            if time.monotonic() > deadline_s:
                raise TimeoutError
            QTest.qWait(10)


if __name__ == "__main__":
    sys.exit(main())
