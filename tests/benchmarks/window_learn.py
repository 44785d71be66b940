"""How long frames of the Learn page take with 64 bits and 200 words, and what long texts do to it.

    python -m tests.benchmarks.window_learn [--frames 200] [--characters 1000000]

Shows the five steps of a text of 200 different words on the page and prints one JSON object:
for each act the worst and the median frame in milliseconds, from the key until everything is drawn;
``processor`` is the time that the thread of the window was given, ``clock`` that which passed. The
first frames of each act are left out: they load fonts and measure letters.

Then texts of so many characters (words in one line, in paragraphs, and one word without end) are
pasted into the stages: for each, the longest turn of the event loop until the answer is shown and
its last word was lit, as ``window_acts`` gives it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import SettingsFile
from simhash_gui.ui.learn.learn_page import LearnPage
from simhash_gui.ui.learn.stage import TextBox
from simhash_gui.ui.learn.steps_stage import StepsStage
from simhash_gui.ui.learn.surprise_stage import SurpriseStage
from simhash_gui.ui.learn.two_texts_stage import TwoTextsStage
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.application import create_application
from tests.benchmarks.window_import import longest_pauses

_WORDS = 200
_WARM_UP = 5
_LONGEST_WAIT_S = 60
_QUIET_S, _STEP_MS = 0.5, 5

Pauses = dict[str, float]
Frames = dict[str, Pauses]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--characters", type=int, default=1_000_000)
    options = parser.parse_args()
    application = create_application(["window_learn"])
    with tempfile.TemporaryDirectory(prefix="window-learn-") as folder:
        home = Path(folder)
        paths = AppPaths(
            resources_folder(), home / "settings.json", home / "data", home / "log.txt"
        )
        session = Session(paths, SettingsFile(paths.settings_file))
        page = LearnPage(session)
        try:
            found = {
                "frames": measure(application, page, options.frames),
                "long texts": measure_long(page, options.characters),
            }
            sys.stdout.write(json.dumps(found, indent=1) + "\n")
        finally:
            session.close()
    return 0


def measure(application: QApplication, page: LearnPage, count: int) -> dict[str, Frames]:
    """Frames of each act on the page."""
    page.resize(1280, 840)
    page.show()
    page.activated()
    page.show_stage(1)
    stage = page.stage
    assert isinstance(stage, StepsStage)
    stage.open_up()
    stage.widths.setCurrentIndex(2)
    stage.text.setPlainText(" ".join(f"word{number}" for number in range(_WORDS)))
    _wait(lambda: stage.table.row_count == _WORDS)
    area, own = page.area.verticalScrollBar(), stage.table_area.verticalScrollBar()
    area.setValue(area.maximum())
    stage.table.setFocus()
    acts: dict[str, Callable[[int], None]] = {
        "light the next word": lambda _: QTest.keyClick(stage.table, Qt.Key.Key_Down),
        "scroll the votes": lambda turn: own.setValue(turn * 37 % (own.maximum() + 1)),
        "scroll the page": lambda turn: area.setValue(turn * 53 % (area.maximum() + 1)),
        "draw the whole page": lambda _: page.update(),
    }
    return {name: _frames(application, act, count) for name, act in acts.items()}


def measure_long(page: LearnPage, characters: int) -> dict[str, Pauses]:
    """The longest turn of the event loop for each long text, in each stage that takes texts."""
    words = " ".join(f"word{number}" for number in range(characters // 8))
    texts = {
        "words": words,
        "paragraphs": words.replace("7 ", "7\n"),
        "one word": "letters" * (characters // 7),
    }
    found, settle = {}, partial(_settle, page)
    for number in (0, 1, 3):
        page.show_stage(number)
        stage = page.stage
        assert isinstance(stage, SurpriseStage | StepsStage | TwoTextsStage)
        stage.open_up()
        _settle(page)
        boxes = (stage.text,) if isinstance(stage, StepsStage) else stage.texts
        for name, text in texts.items():
            for letter, box in zip("AB", boxes, strict=False):
                act = f"{stage.id}, {letter}: {name}"
                found[act] = longest_pauses(page, partial(_paste, box, text), settle)
        if isinstance(stage, StepsStage | TwoTextsStage):
            table = stage.table if isinstance(stage, StepsStage) else stage.votes[0]
            lit = f"{stage.id}: light a word"
            found[lit] = longest_pauses(page, partial(table.point_at, 0), settle)
    return found


def _paste(box: TextBox, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    box.selectAll()
    box.paste()


def _settle(page: LearnPage) -> None:
    """Wait until nothing has been asked for longer than the page waits for the next key."""
    quiet_since = time.monotonic()
    while time.monotonic() < quiet_since + _QUIET_S:
        QTest.qWait(_STEP_MS)
        if not page.session.reads.is_idle:
            quiet_since = time.monotonic()


def _frames(application: QApplication, act: Callable[[int], None], count: int) -> Frames:
    processor, clock = list[float](), list[float]()
    for turn in range(count + _WARM_UP):
        spent, began = time.thread_time(), time.perf_counter()
        act(turn)
        application.processEvents()
        processor.append((time.thread_time() - spent) * 1e3)
        clock.append((time.perf_counter() - began) * 1e3)
    return {
        name: {"worst": round(max(taken), 1), "median": round(median(taken), 1)}
        for name, taken in (("processor", processor[_WARM_UP:]), ("clock", clock[_WARM_UP:]))
    }


def _wait(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + _LONGEST_WAIT_S
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError("the page shows no trace")
        QTest.qWait(20)


if __name__ == "__main__":
    sys.exit(main())
