"""How the real window bears an import: longest pause, time to cancel, memory.

    python tests/benchmarks/window_import.py [--documents 20000] [--more 100000]

Opens the window (offscreen unless QT_QPA_PLATFORM says otherwise), imports documents made by
splicing sentences of the bundled samples, and prints one JSON object. The pause is the longest
time between two turns of the event loop, seen by a timer of 0 ms; memory is resident memory of
the window's process without its workers.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QTest

from simhash_gui.services.jobs import Stage
from simhash_gui.services.library.libraries import LibraryInfo, library_info
from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import SettingsFile
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.application import create_application
from simhash_gui.ui.shell.main_window import MainWindow

_SENTENCES_A_DOCUMENT = 12
_FILES_A_FOLDER = 1000
_SCHEDULER = Path("/proc/self/schedstat")
_LONGEST_WAIT_S = 3600
_STEP_MS = 5


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--more", type=int, default=100_000)
    sizes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="window-import-") as home:
        sys.stdout.write(
            json.dumps(measure(Path(home), sizes.documents, sizes.more), indent=1) + "\n"
        )
    return 0


def measure(home: Path, documents: int, more: int) -> dict[str, Any]:
    """Import, cancel in the middle, go on, then import up to ``more`` documents."""
    sentences = sample_sentences()
    first, second = home / "first", home / "second"
    make_documents(first, documents, sentences, seed=1)
    make_documents(second, max(more - documents, 0), sentences, seed=2)
    with Bench(home) as bench:
        result: dict[str, Any] = {"rss_empty_mb": bench.resident_mb()}
        cancelled = bench.cancel_in_the_middle(first, documents // 4)
        result |= {"cancel_s": cancelled, "kept_after_cancel": bench.info().documents}
        result |= bench.import_folder(first, f"import_{documents}")
        if more > documents:
            result |= bench.import_folder(second, f"import_{more}")
            grown = result[f"import_{more}_rss_mb"] - result[f"import_{documents}_rss_mb"]
            result["bytes_a_document"] = round(grown * 2**20 / (more - documents))
        return result


def waited_s() -> float:
    """How long this thread has been ready to run without a processor; 0 where nobody tells."""
    if not _SCHEDULER.exists():
        return 0.0
    return int(_SCHEDULER.read_text().split()[1]) / 1e9


@dataclass(slots=True)
class Heartbeat:
    """Sees how long the event loop was kept from turning."""

    owner: QObject
    pauses_s: list[float] = field(default_factory=list)
    own_s: list[float] = field(default_factory=list)
    used_s: list[float] = field(default_factory=list)
    _last_s: float = field(default_factory=time.perf_counter)
    _waited_s: float = field(default_factory=waited_s)
    _used_s: float = field(default_factory=time.thread_time)
    _timer: QTimer = field(init=False)

    def __post_init__(self) -> None:
        self._timer = QTimer(self.owner)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now_s, waited, used_s = time.perf_counter(), waited_s(), time.thread_time()
        self.pauses_s.append(now_s - self._last_s)
        self.own_s.append(self.pauses_s[-1] - (waited - self._waited_s))
        self.used_s.append(used_s - self._used_s)
        self._last_s, self._waited_s, self._used_s = now_s, waited, used_s
        time.sleep(0.0005)  # or this timer itself would take the processor from the workers

    def stop(self) -> dict[str, float]:
        """The longest pause, how many, and what the window had of them.

        ``own`` is without the time in which others had the processor, ``used`` also without that in
        which the window's thread waited for its other threads.
        """
        self._timer.stop()
        pauses = sorted(self.pauses_s)
        return {
            "longest_pause_ms": round(pauses[-1] * 1000, 1),
            "longest_own_ms": round(max(self.own_s) * 1000, 1),
            "longest_used_ms": round(max(self.used_s) * 1000, 1),
            "pauses_over_16_ms": sum(pause > 0.016 for pause in pauses),
            "pauses_over_50_ms": sum(pause > 0.050 for pause in pauses),
        }


def longest_pauses(
    owner: QObject, act: Callable[[], object], settle: Callable[[], None]
) -> dict[str, float]:
    """The longest pause of an act until all is settled: by the clock, own and used, in ms."""
    heartbeat = Heartbeat(owner)
    QTest.qWait(_STEP_MS)
    act()
    settle()
    seen = heartbeat.stop()
    return {name: seen[f"longest_{name}_ms"] for name in ("pause", "own", "used")}


class Bench:
    """The real window on a library in a temporary home."""

    def __init__(self, home: Path) -> None:
        self._application = create_application(["window-import"])
        paths = AppPaths(
            resources_folder(),
            home / "config" / "settings.json",
            home / "data",
            home / "simhash-gui.log",
        )
        self._session = Session(paths, SettingsFile(paths.settings_file))
        self._window = MainWindow(self._session)

    def __enter__(self) -> Bench:
        self._window.complete.connect(gc.freeze)  # as ``application.run`` does
        self._window.show()
        self._window.begin()
        self._until(lambda: self._window.page is not None and self._session.library is not None)
        self._until(lambda: self._session.jobs.is_idle)
        return self

    def __exit__(self, *_: object) -> None:
        self._window.close()

    def info(self) -> LibraryInfo:
        """What the library holds now."""
        library = self._session.library
        assert library is not None
        return library_info(library)

    def resident_mb(self) -> float:
        """Memory of this process."""
        return round(psutil.Process().memory_info().rss / 2**20, 1)

    def cancel_in_the_middle(self, folder: Path, after: int) -> float:
        """Start an import, cancel it after some documents; seconds until it has ended."""
        self._session.folders_offered.emit([folder])
        self._until(lambda: self._documents_read() >= after)
        started_s = time.perf_counter()
        self._session.jobs.cancel()
        self._until(lambda: self._session.jobs.is_idle)
        return round(time.perf_counter() - started_s, 2)

    def import_folder(self, folder: Path, name: str) -> dict[str, Any]:
        """Import the folder and watch the event loop meanwhile."""
        before = self.info().documents
        heartbeat, started_s = Heartbeat(self._window), time.perf_counter()
        self._session.folders_offered.emit([folder])
        self._until(lambda: self._session.jobs.is_busy_with(JobKind.IMPORT))
        self._until(lambda: self._session.jobs.is_idle)
        elapsed_s, pauses = time.perf_counter() - started_s, heartbeat.stop()
        read = self.info().documents - before
        values: dict[str, Any] = {
            "documents": self.info().documents,
            "seconds": round(elapsed_s, 1),
        }
        values |= {"documents_per_s": round(read / elapsed_s), "rss_mb": self.resident_mb()}
        return {f"{name}_{key}": value for key, value in (values | pauses).items()}

    def _documents_read(self) -> int:
        handle = self._session.jobs.current
        if handle is None or handle.job.kind is not JobKind.IMPORT:
            return 0
        progress = handle.control.snapshot()
        return progress.done if progress.stage is Stage.READING else 0

    def _until(self, condition: Callable[[], bool]) -> None:
        deadline_s = time.monotonic() + _LONGEST_WAIT_S
        while not condition():
            if time.monotonic() > deadline_s:
                raise TimeoutError
            QTest.qWait(_STEP_MS)


def sample_sentences() -> list[str]:
    """The sentences of the bundled samples that are in UTF-8."""
    folder = resources_folder() / "samples" / "documents"
    texts = [text for path in sorted(folder.rglob("*.txt")) if (text := utf8_text(path))]
    found = {part.strip() for text in texts for part in re.split(r"(?<=[.!?。！？])", text)}
    return sorted(sentence for sentence in found if len(sentence) > 12)


def utf8_text(path: Path) -> str:
    """The text of a file, or nothing where it is in another encoding."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def make_documents(folder: Path, count: int, sentences: list[str], seed: int) -> None:
    """Write ``count`` documents of some sentences each, a thousand a folder."""
    generator = random.Random(seed)
    for number in range(count):
        part = folder / f"{number // _FILES_A_FOLDER:04}"
        part.mkdir(parents=True, exist_ok=True)
        chosen = generator.choices(sentences, k=_SENTENCES_A_DOCUMENT)
        text = f"{number}\n" + "\n".join(chosen)
        (part / f"document-{number}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
