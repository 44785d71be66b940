"""Every button and action of the window, pressed after something has happened to its library.

``python -m tests.torture.run --trial presses``; a single one: ``--press NAME``. Each disturbance
has a process and a window of its own. Whatever is pressed: no error that nobody expected, no answer
that takes longer than ten seconds without a word in the job bar, and afterwards another library can
be opened, filled and searched in the same window. What the window has to say of a disturbance
stands beside it in ``disturbances``.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import re
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QMessageBox,
    QWidget,
)

from simhash_gui.services.library.libraries import library_info
from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import Settings, SettingsFile, ThemeChoice
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.session.choosers import Choosers
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.application import create_application
from simhash_gui.ui.shell.faults import log_qt_messages
from simhash_gui.ui.shell.main_window import MainWindow
from tests.benchmarks.results import say
from tests.torture.disturbances import DISTURBANCES, Disturbance, Home, make_home

HANG_S = 10.0
_SETTLED_S = 120.0
_ASLEEP_S = 60.0
_ANSWER_MS = 50
_MOST_PRESSES = 600
_ORDER = sorted(PageId, key=lambda page: page is PageId.LIBRARY)
"""A rescan of the library would mend what others show of it."""
_BUG = "Something went wrong inside the program"
_AT_FIRST = re.compile(" as (CSV|JSON)")  # before a new search finds what is there now
_AT_LAST = re.compile("remove|excluded", re.IGNORECASE)
_LEFT_ALONE = re.compile("quit|exit", re.IGNORECASE)


class Faults(logging.Handler):
    """What must not come: bugs that are logged, raised or told."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []
        self.pressed = "nothing"

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        where = "".join(traceback.format_exception(error)[-4:]) if error else ""
        self.add(f"{record.getMessage()}\n{where}")

    def add(self, words: str) -> None:
        """Note a fault with what was pressed before."""
        self.found.append(f"after {self.pressed}: {words}")

    def hook(self, *error: object) -> None:
        """In place of ``sys.excepthook`` and its like."""
        value = error[1] if len(error) > 1 else getattr(error[0], "exc_value", error[0])
        assert isinstance(value, BaseException)
        self.add("".join(traceback.format_exception(value)))


class Driver:
    """A window that is worked without patience."""

    def __init__(self, home: Home, faults: Faults) -> None:
        self._home, self._faults = home, faults
        self.told: list[str] = []
        SettingsFile(home.settings).save(
            Settings(theme=ThemeChoice.LIGHT, workers=1, recent_libraries=(str(home.library),))
        )
        paths = AppPaths(resources_folder(), home.settings, home.folder / "data", home.folder / "l")
        self.session = Session(paths, SettingsFile(home.settings))
        self.session.choosers = _answers(home)
        self.session.notice_posted.connect(self._hear)
        self.window = MainWindow(self.session)
        self.window.resize(1300, 900)
        QTimer.singleShot(_ANSWER_MS, self.window, self._answer_dialogs)
        self._seen: dict[int, int] = {}
        self._refused_on: PageId | None = None

    def begin(self) -> None:
        """Open the library, search it, and have something chosen on each page."""
        self.window.show()
        self.window.begin()
        self.until(lambda: all(self.window.page_of(page) for page in PageId))
        self.settle()
        assert self.session.library is not None
        self.session.check_requested.emit(1)
        self.session.compare_requested.emit((1, 2))
        self.settle()
        for page in PageId:
            self.window.show_page(page)
            self.settle()
            self._choose_first_rows()
            self.settle()

    def press_everything(self) -> int:
        """Press what there is on each page, once; how much that was."""
        done: set[str] = set()
        for page in _ORDER:
            self._press_all_on(page, done, lambda name: not _AT_LAST.search(name))
        for page in _ORDER:  # with less and less in the library
            self._press_all_on(page, done, lambda _name: True)
        return len(done)

    def _press_all_on(self, page: PageId, done: set[str], may: Callable[[str], object]) -> None:
        self.window.show_page(page)
        self.settle()
        while len(done) < _MOST_PRESSES:
            self._choose_first_rows()
            left = [each for each in self._pressable(page) if each[0] not in done and may(each[0])]
            if not left:
                break
            name, press = min(left, key=lambda each: not _AT_FIRST.search(each[0]))
            done.add(name)
            self._faults.pressed = name
            press()
            self.settle()
            self._come_back(page)

    def settle(self) -> None:
        """Let everything come to an end; a fault when it takes long without a word."""
        session, begun_s = self.session, time.monotonic()

        def is_idle() -> bool:
            return session.jobs.is_idle and session.reads.is_idle and not _modal()

        while not is_idle():
            self._turn(0.02)
            took_s = time.monotonic() - begun_s
            if took_s > HANG_S and not self.window.job_bar.isVisible():
                self._faults.add(f"nothing is said for {HANG_S:.0f} s")
                break
            if took_s > _SETTLED_S:
                self._faults.add(f"{self.window.job_bar.text()!r} goes on and on")
                break
        if not session.jobs.is_idle:
            self._cancel()
        self._turn(0.0)

    def is_usable(self) -> bool:
        """Whether another library can be opened, filled and searched."""
        self._faults.pressed = "all of that, with another library"
        self.session.open_library(self._home.folder / "afterwards.simhash")
        self.settle()
        self.window.show_page(PageId.LIBRARY)
        self.session.folders_offered.emit([self._home.spare])
        self.settle()
        self.window.show_page(PageId.CLUSTERS)
        self.settle()
        library = self.session.library
        is_ours = library is not None and library.place == self._home.folder / "afterwards.simhash"
        return is_ours and library is not None and library_info(library).documents > 1

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that is to come."""
        end_s = time.monotonic() + _SETTLED_S
        while not condition():
            if time.monotonic() > end_s:
                raise TimeoutError(f"after {self._faults.pressed}")
            self._turn(0.02)

    def on_show(self) -> str:
        """Every word that the page in front and the bar of notices say."""
        page = self.window.page
        words = (
            [str(getattr(w, "text", str)()) for w in page.findChildren(QWidget) if _says(w)]
            if page
            else []
        )
        return "\n".join([self.window.notices.text(), *words])

    def close(self) -> None:
        """Leave in order."""
        self._faults.pressed = "closing"
        self.window.close()
        self.until(lambda: self.session.library is None)

    def _turn(self, seconds: float) -> None:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
        time.sleep(seconds)

    def _cancel(self) -> None:
        begun_s = time.monotonic()
        self.session.jobs.cancel_all()
        self.until(lambda: self.session.jobs.is_idle)
        if time.monotonic() - begun_s > HANG_S / 2:
            self._faults.add(f"cancelled only after {time.monotonic() - begun_s:.1f} s")

    def _come_back(self, page: PageId) -> None:
        """To the disturbed library and the page, where something else was opened."""
        for dialog in self.window.findChildren(QDialog):
            dialog.close()
        library = self.session.library
        is_elsewhere = library is None or library.place != self._home.library
        if is_elsewhere and self._refused_on is not page:
            self.session.open_library(self._home.library, makes=False)
            self.settle()
            is_refused = self.session.failed_opening is not None
            self._refused_on = page if is_refused else None
        self.window.show()
        self.window.show_page(page)
        self.settle()

    def _pressable(self, page: PageId) -> Iterator[tuple[str, Callable[[], object]]]:
        roots: list[QWidget] = [d for d in self.window.findChildren(QDialog) if d.isVisible()]
        shown = self.window.page
        roots += [shown] if shown is not None else []
        roots += [self.window.rail, self.window.notices]
        for root in roots:
            for button in root.findChildren(QAbstractButton):
                if button.isVisible() and button.isEnabled():
                    yield _name(button, root, page), button.click
            for action in _actions(root):
                if action.isEnabled() and not _LEFT_ALONE.search(action.text()):
                    yield f"{page.value}: action {action.text()!r}", action.trigger
        for menu in (self.window.library_menu, self.window.help_menu):
            menu.aboutToShow.emit()
            for action in menu.actions():
                if action.isEnabled() and action.text():
                    yield f"menu {action.text()!r}", action.trigger

    def _choose_first_rows(self) -> None:
        page = self.window.page
        for view in page.findChildren(QAbstractItemView) if page is not None else []:
            model = view.model()
            if view.isVisible() and model is not None and model.rowCount() > 0:
                view.setCurrentIndex(model.index(0, 0))

    def _answer_dialogs(self) -> None:
        # before anything else: an answer may open the next dialog, and wait for it
        QTimer.singleShot(_ANSWER_MS, self.window, self._answer_dialogs)
        popup, modal = QApplication.activePopupWidget(), _modal()
        if popup is not None:
            popup.close()
        if isinstance(modal, QFileDialog):
            target = self._home.folder / f"out-{len(self._seen)}"
            if modal.acceptMode() is QFileDialog.AcceptMode.AcceptSave:
                modal.selectFile(str(target))
            self._accept_once(modal)
        elif isinstance(modal, QMessageBox):
            modal.buttons()[0].click()
        elif isinstance(modal, QDialog):
            self._press_in(modal)

    def _accept_once(self, dialog: QDialog) -> None:
        times = self._seen[id(dialog)] = self._seen.get(id(dialog), 0) + 1
        (QDialog.accept if times == 1 else QDialog.reject)(dialog)

    def _press_in(self, dialog: QDialog) -> None:
        """One button after the other, then away with it."""
        times = self._seen[id(dialog)] = self._seen.get(id(dialog), 0) + 1
        buttons = [b for b in dialog.findChildren(QAbstractButton) if b.isVisible()]
        if times > len(buttons):
            dialog.close()
        elif buttons[times - 1].isEnabled():
            self._faults.pressed = f"{buttons[times - 1].text()!r} in {type(dialog).__name__}"
            buttons[times - 1].click()

    def _hear(self, notice: Notice) -> None:
        text = notice.text()
        self.told.append(text)
        if _BUG in text:
            self._faults.add(notice.details)


def _says(widget: QObject) -> bool:
    return (
        isinstance(widget, QWidget)
        and widget.isVisible()
        and callable(getattr(widget, "text", None))
    )


def _modal() -> QWidget | None:
    return QApplication.activeModalWidget()


def _name(button: QAbstractButton, root: QWidget, page: PageId) -> str:
    words = button.text() or button.accessibleName() or button.toolTip() or button.objectName()
    of = page.value if isinstance(root, Page | QDialog) else "frame"
    return f"{of}: {type(root).__name__} {type(button).__name__} {words!r}"


def _actions(root: QWidget) -> Iterator[QAction]:
    yield from (action for action in root.findChildren(QAction) if action.text())
    for menu in root.findChildren(QMenu):
        menu.aboutToShow.emit()
        yield from (action for action in menu.actions() if action.text() and not action.menu())


def _answers(home: Home) -> Choosers:
    return Choosers(
        folder=lambda _parent, _start: home.spare,
        any_folder=lambda _parent, _title, _start: home.empty,
        files=lambda _parent, _start: [next(home.spare.iterdir())],
        library=lambda _parent, _start: home.other,
        new_library=lambda _parent, _start: home.folder / "new.simhash",
        confirm=lambda _parent, _question, _explanation, _accept: True,
    )


class _Heart:
    """Has the window's thread told on when it does not answer for long."""

    def __init__(self, faults: Faults) -> None:
        self._faults, self._beat_s, self._is_over = faults, time.monotonic(), threading.Event()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(100)
        threading.Thread(target=self._watch, daemon=True).start()

    def end(self) -> None:
        self._timer.stop()
        self._is_over.set()

    def _beat(self) -> None:
        self._beat_s = time.monotonic()

    def _watch(self) -> None:
        while not self._is_over.wait(1.0):
            if time.monotonic() - self._beat_s > HANG_S:
                self._faults.add(f"the window does not answer for {HANG_S:.0f} s")
                faulthandler.dump_traceback(all_threads=True)
                self._beat_s = time.monotonic() + _ASLEEP_S


def press(disturbance: Disturbance) -> list[str]:
    """Every fault that comes of it."""
    faults = Faults()
    logging.getLogger().addHandler(faults)
    sys.excepthook, threading.excepthook, sys.unraisablehook = (faults.hook,) * 3
    with tempfile.TemporaryDirectory() as folder, ExitStack() as undone:
        os.environ |= {"HOME": folder, "XDG_DATA_HOME": f"{folder}/share", "TMPDIR": folder}
        home = make_home(Path(folder), disturbance.on_drive, undone)
        log_qt_messages()
        create_application(["torture"])
        heart, driver = _Heart(faults), Driver(home, faults)
        driver.begin()
        if faults.found:
            return [f"before anything: {fault}" for fault in faults.found]
        driver.told.clear()
        disturbance.disturb(home, undone)
        presses = driver.press_everything()
        if not re.search(disturbance.words, "\n".join(driver.told)):
            faults.add(f"nothing was said like {disturbance.words!r}: {sorted(set(driver.told))}")
        undone.close()
        if not driver.is_usable():
            faults.add("the window is not usable afterwards")
        driver.close()
        heart.end()
        say(f"{disturbance.name}: {presses} presses, {len(set(driver.told))} sentences")
        for sentence in sorted(set(driver.told)):
            say(f"    {sentence}")
    return faults.found


def main(arguments: Sequence[str]) -> int:
    """``--press`` and the name of a disturbance; the exit status is 1 where there is a fault."""
    name = arguments[1]
    try:
        found = press(next(each for each in DISTURBANCES if each.name == name))
    finally:
        sys.excepthook = sys.__excepthook__
    for fault in found:
        say(f"  {fault}")
    return int(bool(found))
