"""Worker processes are forks of one process that is safe to fork, and hear what they should."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import psutil
import pytest

from simhash_gui.documents.extraction.processes import (
    signals_held_back,
    take_signals,
    worker_context,
)

_LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers are spawned")


@dataclass(frozen=True, slots=True)
class _Found:
    parent: int
    is_loaded: bool
    held_back: set[int]
    held_back_later: set[int]


def _tell(pipe: Connection, module: str) -> None:
    """What a worker finds, before and after it has settled; then wait to be ended."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, set())
    take_signals()
    after = signal.pthread_sigmask(signal.SIG_BLOCK, set())
    pipe.send(_Found(os.getppid(), module in sys.modules, before, after))
    with contextlib.suppress(EOFError):
        pipe.recv()


@contextlib.contextmanager
def _worker(module: str = "numpy") -> Iterator[tuple[BaseProcess, _Found]]:
    context = worker_context()
    own, theirs = context.Pipe()
    process = context.Process(target=_tell, args=(theirs, module), daemon=True)
    with signals_held_back():
        process.start()
    theirs.close()
    try:
        yield process, own.recv()
    finally:
        own.close()
        process.kill()
        process.join()
        process.close()


@_LINUX_ONLY
def test_workers_are_forks_of_one_process_without_threads_or_qt_that_has_loaded_all() -> None:
    with _worker("simhash_gui.documents.readers.pdf") as (_, first):
        pass
    with _worker("PySide6") as (_, second):
        pass
    assert (first.is_loaded, second.is_loaded) == (True, False)
    assert first.parent == second.parent
    template = psutil.Process(first.parent)
    assert (template.ppid(), template.num_threads()) == (os.getpid(), 1)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_signals_wait_until_a_worker_can_take_them() -> None:
    wanted = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    with _worker() as (_, found):
        assert found.held_back & wanted == wanted
        assert found.held_back_later & wanted == set()
    assert not wanted & signal.pthread_sigmask(signal.SIG_BLOCK, set())


@_LINUX_ONLY
def test_the_template_outlives_what_ends_its_forks_and_tells_how_they_ended() -> None:
    with _worker() as (process, found):
        for process_id in (found.parent, process.pid):
            os.kill(process_id or 0, signal.SIGTERM)
        process.join()
        assert process.exitcode == -signal.SIGTERM
    assert psutil.pid_exists(found.parent)


@_LINUX_ONLY
def test_the_template_goes_with_the_program(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import psutil\n"
        "from simhash_gui.documents.extraction.processes import worker_context\n"
        "if __name__ == '__main__':\n"
        "    worker_context()\n"
        "    print(*(child.pid for child in psutil.Process().children()))\n"
    )
    said = subprocess.run([sys.executable, program], capture_output=True, check=True, timeout=60)

    children = [
        psutil.Process(pid) for pid in map(int, said.stdout.split()) if psutil.pid_exists(pid)
    ]
    _, alive = psutil.wait_procs(children, timeout=10)

    assert said.stdout
    assert alive == []


@_LINUX_ONLY
def test_workers_are_spawned_where_the_template_cannot_be_asked(tmp_path: Path) -> None:
    temporary = tmp_path / ("t" * 120)  # the name of a socket has 107 characters at most
    temporary.mkdir()
    program = tmp_path / "program.py"
    program.write_text(
        "from simhash_gui.documents.extraction.processes import worker_context\n"
        "if __name__ == '__main__':\n"
        "    context = worker_context()\n"
        "    process = context.Process(target=print, args=('at work',))\n"
        "    print(context.get_start_method(), flush=True)\n"
        "    process.start()\n"
        "    process.join()\n"
    )
    environment = {**os.environ, "TMPDIR": str(temporary)}
    said = subprocess.check_output(
        [sys.executable, program], env=environment, text=True, timeout=60
    )

    assert said.splitlines() == ["spawn", "at work"]
