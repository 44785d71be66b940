"""A whole import, watched: what the workers, the main process and the writer were busy with."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library

_EVERY_S = 0.25


@dataclass(slots=True)
class Seen:
    """One process: seconds on a processor, and ready but waiting for one, since it began."""

    alive_s: float = 0.0
    running_s: float = 0.0
    queued_s: float = 0.0
    peak_bytes: int = 0

    def look(self, process: psutil.Process) -> None:
        schedule = Path(f"/proc/{process.pid}/schedstat")
        if schedule.exists():
            self.running_s, self.queued_s = (
                int(part) / 1e9 for part in schedule.read_text("ascii").split()[:2]
            )
        else:
            self.running_s = sum(process.cpu_times()[:2])
        self.alive_s = time.time() - process.create_time()
        self.peak_bytes = max(self.peak_bytes, process.memory_info().rss)


class Watch(threading.Thread):
    """Looks at this process and its workers from time to time. Use as a context."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.workers: dict[int, Seen] = {}
        self.main = Seen()
        self._is_over = threading.Event()

    def __enter__(self) -> Watch:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.join()

    def run(self) -> None:
        this = psutil.Process()
        while not self._is_over.wait(_EVERY_S):
            self.main.look(this)
            for child in this.children(recursive=True):
                try:
                    is_fork = child.ppid() != this.pid  # of the template, which is a child
                    if is_fork or any("spawn_main" in part for part in child.cmdline()):
                        self.workers.setdefault(child.pid, Seen()).look(child)
                except (psutil.Error, OSError):
                    continue  # it has just gone

    def shares(self) -> dict[str, float]:
        """Of the time that all workers lived: computing, and computing or ready to."""
        seen = self.workers.values()
        alive_s = sum(one.alive_s for one in seen) or 1.0
        running_s = sum(one.running_s for one in seen)
        return {
            "workers_cpu": running_s / alive_s,
            "workers_busy": (running_s + sum(one.queued_s for one in seen)) / alive_s,
            "workers_cpu_s": running_s,
            "worker_peak_bytes": max((one.peak_bytes for one in seen), default=0),
            "main_peak_bytes": self.main.peak_bytes,
        }


class Timed(Library):
    """Knows how long it was written to."""

    write_s = 0.0

    @contextmanager
    def write(self) -> Iterator[Any]:
        started_s = time.perf_counter()
        try:
            with super().write() as connection:
                yield connection
        finally:
            self.write_s += time.perf_counter() - started_s


class Contender:
    def run(self, folder: str, library: str, workers: int) -> dict[str, Any]:
        path = Path(library)
        path.unlink(missing_ok=True)
        with Timed.create(path) as opened:
            add_paths(opened, [Path(folder)], FolderRole.REFERENCE)
            cpu_s, started_s = time.process_time(), time.perf_counter()
            with Watch() as watch:
                report = import_folders(opened, None, ImportOptions(workers), JobControl())
            wall_s, cpu_s = time.perf_counter() - started_s, time.process_time() - cpu_s
            return {
                "read": report.read,
                "documents": report.documents,
                "failed": report.failed,
                "wall_s": wall_s,
                "main_cpu": cpu_s / wall_s,
                "main_cpu_s": cpu_s,
                "writing": opened.write_s / wall_s,
                **watch.shares(),
            }
