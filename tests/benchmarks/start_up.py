"""How long the program takes to start: wall-clock time from outside, median of several rounds.

    python -m tests.benchmarks.start_up [--rounds 7]

Prints one line for each way to start it, with the limit it should keep by the clock on a quiet
machine; on a busy one the processor time says more. The window is drawn offscreen; its time ends
with the first paint event of the main window.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAM = [sys.executable, "-m", "simhash_gui"]
_ROOT = Path(__file__).resolve().parents[2]
_TEXT = "The ferry leaves the island at seven, and whoever oversleeps has the day to himself.\n"
_WINDOW = """
import os, sys
from PySide6.QtCore import QEvent, QObject
from simhash_gui import app
from simhash_gui.ui.shell import main_window

class FirstPaint(main_window.MainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        os._exit(0)

main_window.MainWindow = FirstPaint
sys.exit(app.run([]) or 1)
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """By the clock, and of processors."""

    clock_s: float
    processor_s: float


def commands(text: Path) -> dict[str, tuple[list[str], float]]:
    """What is started, and within how many seconds it should be done."""
    return {
        "--version": ([*PROGRAM, "--version"], 0.3),
        "--help": ([*PROGRAM, "--help"], 0.3),
        "scan --help": ([*PROGRAM, "scan", "--help"], 0.3),
        "fingerprint FILE": ([*PROGRAM, "fingerprint", str(text)], 0.7),
        "window, first paint": ([sys.executable, "-c", _WINDOW], 1.0),
    }


def taken(command: Sequence[str], home: Path) -> Taken:
    """One start in an empty home. Raises CalledProcessError where it fails."""
    environment = os.environ | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "QT_QPA_PLATFORM": "offscreen",
    }
    started_s, before_s = time.perf_counter(), _processor_s()
    subprocess.run(command, cwd=_ROOT, env=environment, check=True, capture_output=True)
    return Taken(time.perf_counter() - started_s, _processor_s() - before_s)


def _processor_s() -> float:
    """Time that processes started from here, and have ended, kept a processor busy."""
    times = os.times()
    return times.children_user + times.children_system


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all in turns, so that whatever else the machine does disturbs all alike."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args(arguments).rounds
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        text = home / "text.txt"
        text.write_text(_TEXT, encoding="utf-8")
        wanted = commands(text)
        found: dict[str, list[Taken]] = {name: [] for name in wanted}
        for _ in range(rounds):
            for name, (command, _limit_s) in wanted.items():
                found[name].append(taken(command, home))
    print(f"{'':20} {'clock':>8} {'processor':>11} {'limit':>8}")  # noqa: T201
    for name, (_command, limit_s) in wanted.items():
        clock_s = statistics.median(one.clock_s for one in found[name])
        processor_s = statistics.median(one.processor_s for one in found[name])
        print(f"{name:20} {clock_s:6.2f} s {processor_s:9.2f} s {limit_s:6.1f} s")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
