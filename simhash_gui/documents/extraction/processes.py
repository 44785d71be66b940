"""How worker processes come into being.

A spawned process imports for most of a second before it can do anything. On Linux workers are forks
of one template process that has all that behind it, so that a worker is there, and a dead one
replaced, at once. The template is itself started anew, has neither Qt nor threads, and goes when
the program goes; this is what makes forks of it safe. Elsewhere workers are spawned.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Iterator
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import ForkServerContext, SpawnContext

_TEMPLATE = "simhash_gui.documents.extraction.worker_template"
_HELD_BACK = ("SIGINT", "SIGTERM", "SIGHUP")


def worker_context() -> ForkServerContext | SpawnContext:
    """What to start worker processes with; the template begins to load at once.

    Start them with ``signals_held_back``, and let them begin with ``take_signals``.
    """
    if sys.platform == "linux":
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([_TEMPLATE])
        # It is asked through a socket, whose name may be too long where the temporary folder is.
        with signals_held_back(), contextlib.suppress(OSError):
            forkserver.ensure_running()
            return context
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def signals_held_back() -> Iterator[None]:
    """Have a new process start deaf to signals, until it can say itself what they mean.

    The template stays deaf: it goes when the program is gone, and tells until then what its forks
    died of.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Starting the tracker lets the signal through again (before Python 3.12).
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _held_back())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def take_signals() -> None:
    """In a worker process: ignore Ctrl-C, which reaches all processes of a terminal.

    What it means is the decision of the one that started this.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _held_back())


def _held_back() -> set[signal.Signals]:
    return {signal.Signals[name] for name in _HELD_BACK if hasattr(signal, name)}
