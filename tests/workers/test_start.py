"""Worker processes are forks of one process that is safe to fork, and are set up as they should."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from simhash_gui.workers.resident import ProcessLostError, Resident
from simhash_gui.workers.start import Child, Wire, worker_context
from tests.helpers.pace import allowed_s
from tests.workers.orders import Gate, counter, job, make_late
from tests.workers.test_resident import call

_LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers are spawned")
_PARENT = """
import sys

if __name__ == "__main__":
    from tests.workers.orders import job
    from simhash_gui.workers.pool import Pool
    from simhash_gui.workers.start import ProcessLimits

    order = tuple(sys.argv[2:])
    with Pool(job(limits=ProcessLimits(1, 2**30), start_method=sys.argv[1]), 1) as pool:
        for outcome in pool.map([("process",), order]):
            print(outcome.result, flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def resident(start_method: str) -> Iterator[Resident]:
    made = Resident(job(counter(), start_method=start_method))
    yield made
    made.end()


def program(folder: Path, *lines: str) -> Path:
    path = folder / "program.py"
    guarded = (f"    {line}" for line in lines)
    path.write_text("\n".join(["if __name__ == '__main__':", *guarded, ""]))
    return path


def test_a_worker_gives_way_and_uses_one_thread(resident: Resident) -> None:
    assert call(resident, "follow", "environment", "OMP_NUM_THREADS") == "1"
    assert call(resident, "follow", "niceness") > min(os.nice(0), 18) or os.name == "nt"
    assert "PYTHONSAFEPATH" not in os.environ


@_LINUX_ONLY
def test_workers_are_forks_of_one_process_without_threads_or_qt(tmp_path: Path) -> None:
    path = program(
        tmp_path,
        "import psutil",
        "from functools import partial",
        "from simhash_gui.workers.pool import Pool",
        "from simhash_gui.workers.start import Job, ProcessLimits",
        "from tests.workers import orders",
        "job = Job(orders.make_one_by_one, ProcessLimits(60, 2**30), ['decimal'])",
        "for module in ('decimal', 'PySide6'):",
        "    with Pool(job, 1) as pool:",
        "        [found] = pool.map([('loaded', module)])",
        "        print(*found.result)",
        "template = psutil.Process(found.result[1])",
        "print(template.ppid() == psutil.Process().pid, template.num_threads())",
    )
    said = subprocess.check_output(
        [sys.executable, path], env={**os.environ, "PYTHONPATH": str(Path.cwd())}, text=True
    )
    [(is_loaded, first), (has_qt, second), (is_child, threads)] = map(str.split, said.splitlines())

    assert (is_loaded, has_qt) == ("True", "False")
    assert first == second
    assert (is_child, threads) == ("True", "1")


def _tell_signals(_: object, wire: Wire) -> None:
    wire.progress.together(len(signal.pthread_sigmask(signal.SIG_BLOCK, set())))
    wire.receive()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_signals_are_let_through_again_here_and_there(start_method: str) -> None:
    child = Child(job(start_method=start_method), _tell_signals)
    child.connection.recv_bytes()  # it is ready
    while (step := child.progress.step()).position < 0:
        child.connection.poll(0.01)
    child.connection.close()
    child.end(1.0)

    assert step.position == 0
    assert signal.pthread_sigmask(signal.SIG_BLOCK, set()) == set()


@pytest.mark.skipif(os.name == "nt", reason="named pipes")
def test_nobody_waits_until_a_worker_has_loaded_what_it_is_given(
    tmp_path: Path, start_method: str
) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)  # type: ignore[attr-defined, unused-ignore]
    much = bytes(2**20)  # more than a pipe takes
    is_started, waited = threading.Event(), []

    def open_gate() -> None:
        waited.append(is_started.wait(allowed_s(20.0)))
        gate.write_text("open", encoding="utf-8")

    opener = threading.Thread(target=open_gate)
    opener.start()
    child = Child(
        job(partial(make_late, Gate(gate), much), start_method=start_method), _tell_signals
    )
    is_started.set()
    opener.join()
    child.connection.recv_bytes()  # it is ready
    child.connection.close()
    child.end(1.0)

    assert waited == [True]


@_LINUX_ONLY
def test_the_template_outlives_what_ends_its_forks() -> None:
    resident = Resident(job(counter(), start_method="forkserver"))
    worker = psutil.Process(call(resident, "follow", "process"))
    template = worker.parent()
    assert template is not None
    for process in (template, worker):
        process.send_signal(signal.SIGTERM)
    psutil.wait_procs([worker], timeout=10)
    with contextlib.suppress(ProcessLostError):  # it is not noticed yet
        call(resident, "add", 1)

    assert psutil.Process(call(resident, "follow", "process")).parent() == template
    resident.end()


@_LINUX_ONLY
def test_the_template_ends_with_the_program(tmp_path: Path) -> None:
    path = program(
        tmp_path,
        "import psutil",
        "from simhash_gui.workers.start import worker_context",
        "worker_context()",
        "print(*(child.pid for child in psutil.Process().children()))",
    )
    said = subprocess.run([sys.executable, path], capture_output=True, check=True, timeout=60)
    children = []
    for process_id in map(int, said.stdout.split()):
        with contextlib.suppress(psutil.NoSuchProcess):
            children.append(psutil.Process(process_id))
    _, alive = psutil.wait_procs(children, timeout=10)

    assert said.stdout
    assert alive == []


@_LINUX_ONLY
def test_workers_are_spawned_where_the_template_cannot_be_asked(tmp_path: Path) -> None:
    temporary = tmp_path / ("t" * 120)  # the name of a socket has 107 characters at most
    temporary.mkdir()
    path = program(
        tmp_path,
        "from simhash_gui.workers.start import worker_context",
        "context = worker_context()",
        "process = context.Process(target=print, args=('at work',))",
        "print(context.get_start_method(), flush=True)",
        "process.start()",
        "process.join()",
    )
    environment = {**os.environ, "TMPDIR": str(temporary)}
    said = subprocess.check_output([sys.executable, path], env=environment, text=True, timeout=60)

    assert said.splitlines() == ["spawn", "at work"]


def test_modules_in_the_current_folder_do_not_take_the_place_of_others(
    tmp_path: Path, start_method: str
) -> None:
    """``python -c``, as which workers begin, looks for modules in the current folder first."""
    here = tmp_path / "here"
    for name in ("simhash_gui/__init__.py", "pickle.py", "psutil.py", "multiprocessing.py"):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text("raise SystemExit('a stranger was run')\n")
    path = program(
        tmp_path,
        "from simhash_gui.workers.pool import Pool",
        "from simhash_gui.workers.worker import OneByOne",
        "from simhash_gui.workers.start import Job, ProcessLimits",
        "from functools import partial",
        f"job = Job(partial(OneByOne, abs), ProcessLimits(60, 2**30), ['simhash_gui.workers.pool'],"
        f" {start_method!r})",
        "with Pool(job, 1) as pool:",
        "    print(*(outcome.result for outcome in pool.map([-1])))",
    )
    said = subprocess.run(
        [sys.executable, path], cwd=here, capture_output=True, text=True, check=False, timeout=60
    )

    assert (said.stdout, said.stderr) == ("1\n", "")


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    ("start_method", "order"),
    [
        ("forkserver", "sleep"),
        ("forkserver", "spin"),
        ("forkserver", "process"),
        ("spawn", "sleep"),
    ],
    indirect=["start_method"],
)
def test_workers_die_with_the_program_busy_or_idle(
    tmp_path: Path, short_folder: Path, start_method: str, order: str
) -> None:
    path = tmp_path / "parent.py"
    path.write_text(_PARENT)
    with subprocess.Popen(
        [sys.executable, str(path), start_method, order],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), "TMPDIR": str(short_folder)},
        text=True,
    ) as parent:
        assert parent.stdout is not None
        worker = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    gone, alive = psutil.wait_procs([worker], timeout=10)
    assert (len(gone), alive) == (1, [])


def test_the_way_to_start_can_be_chosen() -> None:
    assert worker_context((), "spawn").get_start_method() == "spawn"
