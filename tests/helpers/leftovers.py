"""Pytest plugin: a test fails when it leaves a thread or a process running, or a window open.

What a fixture of wider scope started before the test is not the test's. Things on their way out
get a short time to go. Looked at: Python threads, QThreads, tasks in Qt's global pool, windows that
are shown (they take keys and focus from the next test's), child processes (but for
multiprocessing's resource tracker and fork server, which live as long as the interpreter; what the
server has forked counts instead).
"""

import contextlib
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import shiboken6
from PySide6.QtCore import QThread, QThreadPool
from PySide6.QtGui import QGuiApplication, QWindow

GRACE_SETTING = "leftovers_grace_s"
POLL_S = 0.01


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run on a slow machine wait longer, and the tests of this plugin less."""
    parser.addini(GRACE_SETTING, "seconds that threads and processes get to end", default="3")


class _StartedQThreads:
    """Remembers every QThread started from Python, without keeping it alive."""

    def __init__(self) -> None:
        self._threads: weakref.WeakSet[QThread] = weakref.WeakSet()

    def recording(self, start: Callable[..., None]) -> Callable[..., None]:
        def start_and_remember(thread: QThread, *arguments: Any) -> None:
            self._threads.add(thread)
            start(thread, *arguments)

        return start_and_remember

    def running(self) -> set[QThread]:
        return {
            thread for thread in self._threads if shiboken6.isValid(thread) and thread.isRunning()
        }


@pytest.fixture(scope="session")
def _started_qthreads() -> Iterator[_StartedQThreads]:
    started = _StartedQThreads()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QThread, "start", started.recording(QThread.start))
        yield started


def python_threads() -> set[threading.Thread]:
    """Return the live threads that Python started; Qt's are dummies here and looked at apart."""
    return {
        thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread)
    }


def child_processes() -> set[int]:
    """Return the process ids of the children, those included that a fork server has for us."""
    children = set()
    for pid in _children("self"):
        command_line = " ".join(_command_line(pid))
        if "multiprocessing.forkserver" in command_line:
            children |= _children(str(pid))
        elif "multiprocessing.resource_tracker" not in command_line and _is_alive(pid):
            children.add(pid)
    return children


def shown_windows() -> set[QWindow]:
    """Return the top-level windows that are on the screen."""
    if QGuiApplication.instance() is None:
        return set()
    return {window for window in QGuiApplication.topLevelWindows() if window.isVisible()}


def _children(pid: str) -> set[int]:
    # Linux lists them at once; asking psutil means reading every process of the machine.
    tasks = Path("/proc", pid, "task")
    try:
        lists = [(task / "children").read_text() for task in tasks.iterdir()]
    except OSError:
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(None if pid == "self" else int(pid))
            return {child.pid for child in process.children()}
        return set()
    return {int(child) for line in lists for child in line.split()}


def _command_line(pid: int) -> list[str]:
    """Its words; none when it has gone."""
    try:
        return psutil.Process(pid).cmdline()
    except psutil.Error:
        return []


def _is_alive(pid: int) -> bool:
    """Whether it has not ended. One that is about to start has no command line for a moment."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def describe_process(pid: int) -> str:
    """Return the command line of a process, or its bare id when it has gone meanwhile."""
    return f"process {pid}: {' '.join(_command_line(pid))}"


@pytest.fixture(autouse=True)
def _fail_on_leftovers(
    pytestconfig: pytest.Config, _started_qthreads: _StartedQThreads
) -> Iterator[None]:
    grace_s = float(pytestconfig.getini(GRACE_SETTING))
    threads, qthreads, children = python_threads(), _started_qthreads.running(), child_processes()
    windows = shown_windows()

    def leftovers() -> list[str]:
        return [
            *(f"thread {thread.name}" for thread in python_threads() - threads),
            *(f"QThread {thread!r}" for thread in _started_qthreads.running() - qthreads),
            *(f"window {window!r}" for window in shown_windows() - windows),
            *(describe_process(pid) for pid in child_processes() - children),
        ]

    yield
    pool_is_idle = QThreadPool.globalInstance().waitForDone(int(grace_s * 1000))
    deadline = time.monotonic() + grace_s
    while (left := leftovers()) and time.monotonic() < deadline:
        time.sleep(POLL_S)
    if not pool_is_idle:
        left.append("a task in Qt's global thread pool")
    if left:
        pytest.fail(f"left running (process {os.getpid()}):\n" + "\n".join(left), pytrace=False)
