"""How the real window bears the comparison of long texts: pauses of the event loop, and times.

    python tests/benchmarks/window_compare.py [--megabytes 1 5 20]

Compares two files made by splicing sentences of the bundled samples, of which every fiftieth line
differs, and prints one JSON object. ``pause`` is the longest time between two turns of the event
loop, ``own`` the longest without the time in which the system gave the processor to others (Linux
only); ``opening`` is from the choice of the files until everything is shown, ``reading`` steps
through passages and differences and scrolls, ``bits`` moves over all bits and chooses each,
``leaving`` empties the page.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QTest

from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import SettingsFile
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.compare.desk import FromDisk
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.application import create_application
from simhash_gui.ui.shell.main_window import MainWindow
from tests.benchmarks.window_import import sample_sentences, waited_s

_SENTENCES_A_LINE = 6
_LINES_A_CHANGE = 50
_STEPS = 5
_MOVE_MS = 20
_LONGEST_WAIT_S = 1800
_FRAME_S = 0.016

Result = dict[str, float]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, nargs="+", default=[1, 5, 20])
    sizes: list[float] = parser.parse_args().megabytes
    with tempfile.TemporaryDirectory(prefix="window-compare-") as home:
        found = measure(Path(home), sizes)
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    return 0


def measure(home: Path, sizes: list[float]) -> dict[str, Result]:
    """One window for all sizes, in megabytes a file."""
    create_application(["window-compare"])
    paths = AppPaths(
        resources_folder(),
        home / "config" / "settings.json",
        home / "data",
        home / "simhash-gui.log",
    )
    session = Session(paths, SettingsFile(paths.settings_file))
    window = MainWindow(session)
    window.complete.connect(gc.freeze)  # as ``application.run`` does
    window.resize(1360, 840)
    window.show()
    window.begin()
    until(lambda: all(window.page_of(page) for page in PageId) and session.library is not None)
    window.show_page(PageId.COMPARE)
    page = window.page_of(PageId.COMPARE)
    assert isinstance(page, ComparePage)
    try:
        return {f"{size:g} MB": _measure_size(page, home, size) for size in sizes}
    finally:
        window.close()


def _measure_size(page: ComparePage, home: Path, megabytes: float) -> Result:
    files = make_files(home, round(megabytes * 1_000_000))
    started_s, watch = time.perf_counter(), Watch(page)
    for side, path in zip(Side, files, strict=True):
        page.model.choose(side, FromDisk(path))
    until(lambda: page.model.differences is not None)
    shown_s = time.perf_counter() - started_s
    panes = [page.comparison.texts.pane(side) for side in Side]
    until(lambda: all(pane.is_filled for pane in panes) and not page.model.is_measuring)
    result = {"shown_s": round(shown_s, 1), "all_s": round(time.perf_counter() - started_s, 1)}
    result |= watch.end("opening")
    watch = Watch(page)
    _read(page)
    result |= watch.end("reading")
    watch = Watch(page)
    _move_over_bits(page)
    result |= watch.end("bits")
    watch = Watch(page)
    page.model.clear()
    QTest.qWait(500)
    return result | watch.end("leaving")


def _read(page: ComparePage) -> None:
    texts = page.comparison.texts
    bar = texts.pane(Side.A).verticalScrollBar()
    for step in range(_STEPS):
        for act in (texts.next_passage, texts.step_on):
            act()
            QTest.qWait(50)
        bar.setValue(bar.maximum() * step // _STEPS)
        QTest.qWait(50)


def _move_over_bits(page: ComparePage) -> None:
    """The pointer over one bit after the other; then each is chosen."""
    view = page.comparison.bits
    assert view.data is not None
    view.pin(0)  # the page shows the bits
    QTest.qWait(_MOVE_MS)
    for bit in range(view.data.width):
        QTest.mouseMove(view, view.bit_rect(bit).center())
        QTest.qWait(_MOVE_MS)
    for bit in range(view.data.width):
        view.pin(bit)
        QTest.qWait(_MOVE_MS)
    view.pin(None)


@dataclass(slots=True)
class Watch:
    """Sees how long the event loop was kept from turning."""

    owner: QObject
    pauses_s: list[float] = field(default_factory=list)
    own_s: list[float] = field(default_factory=list)
    _last: tuple[float, float] = (0.0, 0.0)
    _timer: QTimer = field(init=False)

    def __post_init__(self) -> None:
        self._last = time.perf_counter(), waited_s()
        self._timer = QTimer(self.owner)
        self._timer.timeout.connect(self._beat)
        self._timer.start(0)

    def end(self, name: str) -> Result:
        """What was seen."""
        self._timer.stop()
        return {
            f"{name}_pause_ms": round(max(self.pauses_s) * 1000, 1),
            f"{name}_own_ms": round(max(self.own_s) * 1000, 1),
            f"{name}_own_over_16_ms": sum(own > _FRAME_S for own in self.own_s),
        }

    def _beat(self) -> None:
        now, waited = time.perf_counter(), waited_s()
        pause = now - self._last[0]
        self.pauses_s.append(pause)
        self.own_s.append(pause - (waited - self._last[1]))
        self._last = now, waited
        time.sleep(0.0005)  # or this timer itself would take the processor from the others


def make_files(home: Path, size_bytes: int) -> tuple[Path, Path]:
    """Two texts of about this size, every fiftieth line of one with a change."""
    generator, sentences = random.Random(1), sample_sentences()
    lines: list[str] = []
    while size_bytes > 0:
        lines.append(" ".join(generator.choices(sentences, k=_SENTENCES_A_LINE)))
        size_bytes -= len(lines[-1].encode()) + 1
    changed = [
        line if number % _LINES_A_CHANGE else f"{line[40::-1]}{line}"
        for number, line in enumerate(lines)
    ]
    files = home / "a.txt", home / "b.txt"
    for path, text in zip(files, (lines, changed), strict=True):
        path.write_text("\n".join(text), encoding="utf-8")
    return files


def until(condition: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + _LONGEST_WAIT_S
    while not condition():
        if time.monotonic() > deadline_s:
            raise TimeoutError
        QTest.qWait(20)


if __name__ == "__main__":
    sys.exit(main())
