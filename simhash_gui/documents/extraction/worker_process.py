"""What runs in a worker process: take a chunk of files, send the outcomes, again.

The numerical libraries are imported only after the process is set up, which is why the imports at
the top of this module are light.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import connection, parent_process
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

import psutil

from simhash_gui.documents.extraction.processes import take_signals
from simhash_gui.documents.extraction.progress import Cells, Progress
from simhash_gui.documents.records import FailureReason, FileTask, Limits

if TYPE_CHECKING:
    from simhash_gui.documents.extraction.worker import Extractor

# The supervisor kills at the limit; this is for a worker whose supervisor is gone or held up.
_ALARM_GRACE = 1.1
_ALARM_GRACE_S = 1.0
_ORPHANED = 1
_NICENESS = 5


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """What a worker is told when it starts; must be picklable."""

    recipe_id: str
    limits: Limits
    extract: Extractor | None = None
    """None: by the readers there are."""


def run_worker(tasks: Connection, cells: Cells, settings: WorkerSettings) -> None:
    """Run in a worker process until the supervisor closes its end, or memory was short.

    Through ``tasks`` come chunks as ``packed``, and lists of ``FileOutcome`` go back.
    """
    take_signals()
    _die_with_parent()
    use_one_thread()
    _give_way()

    # Only now: numpy looks at the number of threads when it is imported.
    from simhash_gui.documents.extraction.worker import FileProcessor  # noqa: PLC0415
    from simhash_gui.documents.readers import read_source  # noqa: PLC0415

    progress = Progress(cells, _alarm(settings.limits.time_s * _ALARM_GRACE + _ALARM_GRACE_S))
    extract = settings.extract or read_source
    processor = FileProcessor(settings.recipe_id, settings.limits, progress, extract)
    processor.warm_up()
    process = psutil.Process()
    memory = process.memory_info()
    _limit_memory(memory.vms + settings.limits.memory_bytes)
    progress.ready(memory.rss)
    _fall_silent()
    with contextlib.suppress(EOFError, OSError):  # the supervisor wants no more, or is gone
        while True:
            for outcomes in processor.batches(_unpacked(tasks.recv_bytes())):
                tasks.send(outcomes)
                if any(outcome.failure is FailureReason.MEMORY for outcome in outcomes):
                    return
            # The supervisor may be too late to see it before the next chunk is begun.
            if (process.memory_info().rss - memory.rss) * 2 > settings.limits.memory_bytes:
                return


def packed(chunk: Sequence[FileTask]) -> bytes:
    """A chunk as it goes through a pipe: small, because long paths mostly begin alike."""
    return zlib.compress(pickle.dumps(list(chunk)), zlib.Z_BEST_SPEED)


def _unpacked(message: bytes) -> list[FileTask]:
    chunk: list[FileTask] = pickle.loads(zlib.decompress(message))
    return chunk


def _give_way() -> None:
    """Let the window and everything else that the user does go first."""
    if sys.platform == "win32":
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(_NICENESS)


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_exit, args=(parent.sentinel,), daemon=True).start()


def _wait_and_exit(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(_ORPHANED)


def use_one_thread() -> None:
    """To be called before numpy is imported.

    There are as many workers as cores; threads within them only get in each other's way.
    """
    for library in ("OPENBLAS", "OMP", "MKL", "VECLIB"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def _fall_silent() -> None:
    """From here on only outcomes speak: standard output belongs to the program's own results.

    What libraries print when they fail would end up among them.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _alarm(seconds: float) -> Callable[[bool], None]:
    """Have the system end this process when a step takes so long, even in compiled code."""
    if not hasattr(signal, "setitimer"):
        return lambda _busy: None
    signal.signal(signal.SIGALRM, signal.SIG_DFL)

    def set_alarm(busy: bool) -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds if busy else 0.0)

    return set_alarm


def _limit_memory(address_space_bytes: int) -> None:
    """Make an allocation far beyond the limit fail here, before the supervisor sees it grow.

    Where the system can do that; nor shall a crash leave a core file behind.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = address_space_bytes if hard == resource.RLIM_INFINITY else min(address_space_bytes, hard)
    with contextlib.suppress(ValueError, OSError):  # macOS knows the limit and refuses it
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
