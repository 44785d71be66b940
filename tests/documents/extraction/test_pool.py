from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import connection
from pathlib import Path

import psutil
import pytest
from xxhash import xxh3_128_digest

from simhash_gui.core.fingerprint.recipe import InvalidRecipeError, recipe_named
from simhash_gui.documents.extraction.pool import WorkerPool, WorkersUnusableError
from simhash_gui.documents.extraction.worker import process_files
from simhash_gui.documents.records import FailureReason, FileOutcome, FileTask, Limits
from tests.documents import hanging, misbehaving, stillborn
from tests.documents.containers.archives import tar_of, zip_of

_RECIPE_ID = recipe_named("default").recipe_id
_QUICK = Limits(time_s=0.6)
_FRUGAL = Limits(memory_bytes=200 * 2**20)
_SOON_S = 1.0
_POSIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="signals")


def _tasks(folder: Path, contents: list[str]) -> list[FileTask]:
    paths = [folder / f"{number}.txt" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(content, "utf-8")
    return [FileTask(str(path)) for path in paths]


def _pool(limits: Limits | None = None, workers: int = 1) -> WorkerPool:
    return WorkerPool(_RECIPE_ID, limits, workers=workers, extract=misbehaving.extract)


def _failures(outcomes: list[FileOutcome]) -> dict[str, FailureReason]:
    return {Path(o.path).stem: o.failure for o in outcomes if o.failure is not None}


def _workers_of(process: psutil.Process) -> list[psutil.Process]:
    """Its spawned children, and the forks of the template, which is itself a child."""
    below = process.children(recursive=True)
    return [
        one for one in below if one.ppid() != process.pid or "spawn_main" in " ".join(one.cmdline())
    ]


def test_a_pool_gives_what_one_process_gives(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, [f"words of document {number}" for number in range(150)])
    tasks.append(FileTask(str(tmp_path / "nothing")))
    with WorkerPool(_RECIPE_ID, workers=2) as pool:
        outcomes = sorted(pool.outcomes(tasks), key=lambda outcome: outcome.path)
    expected = process_files(tasks, _RECIPE_ID)
    assert outcomes == sorted(expected, key=lambda outcome: outcome.path)


def test_a_pool_is_used_again(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["some words"])
    with WorkerPool(_RECIPE_ID, workers=1) as pool:
        first = list(pool.outcomes(tasks))
        workers = _workers_of(psutil.Process())
        assert list(pool.outcomes(tasks)) == first
        assert _workers_of(psutil.Process()) == workers


def test_no_tasks_start_no_process() -> None:
    with WorkerPool(_RECIPE_ID) as pool:
        assert list(pool.outcomes([])) == []
        assert _workers_of(psutil.Process()) == []


def test_an_unknown_recipe_is_refused_before_a_process_starts() -> None:
    with pytest.raises(InvalidRecipeError):
        WorkerPool("v0:unknown")


@pytest.mark.parametrize("order", ["exit", "abort", "segfault", "deadly"])
def test_a_crash_costs_one_document(tmp_path: Path, order: str) -> None:
    contents = ["words"] * 5 + [f"{order} now"] + ["words"] * 20
    tasks = _tasks(tmp_path, contents)
    with _pool() as pool:
        outcomes = list(pool.outcomes(tasks))
    assert sorted(o.path for o in outcomes) == sorted(task.path for task in tasks)
    assert _failures(outcomes) == {"5": FailureReason.CRASHED}


def test_several_crashes_cost_as_many_documents(tmp_path: Path) -> None:
    contents = ["exit", "words", "deadly", "deadly", "words", "exit", "words", "exit"]
    with _pool(workers=2) as pool:
        outcomes = list(pool.outcomes(_tasks(tmp_path, contents)))
    assert set(_failures(outcomes)) == {"0", "2", "3", "5", "7"}
    assert len(outcomes) == len(contents)


def test_a_crashed_document_keeps_size_time_and_digest_for_the_next_import(tmp_path: Path) -> None:
    [task] = _tasks(tmp_path, ["exit now"])
    with _pool() as pool:
        [outcome] = pool.outcomes([task])
    assert (outcome.size_bytes, outcome.digest) == (8, xxh3_128_digest(b"exit now"))
    assert outcome.mtime_ns == Path(task.path).stat().st_mtime_ns
    assert outcome.detail == "The program that reads it crashed."


def test_a_document_that_takes_itself_away_has_neither_size_nor_time(tmp_path: Path) -> None:
    [task] = _tasks(tmp_path, [f"{tmp_path / '0.txt'} goes"])
    with _pool() as pool:
        [outcome] = pool.outcomes([task])
    assert (outcome.failure, outcome.size_bytes) == (FailureReason.CRASHED, 0)


@pytest.mark.parametrize("order", ["sleep", "spin"])
def test_a_document_that_takes_too_long_is_given_up(tmp_path: Path, order: str) -> None:
    tasks = _tasks(tmp_path, ["words", f"{order} long", "words"])
    with _pool(_QUICK) as pool:
        outcomes = list(pool.outcomes(tasks))
    assert len(outcomes) == 3
    assert _failures(outcomes) == {"1": FailureReason.TIMEOUT}
    [late] = [outcome for outcome in outcomes if outcome.failure]
    assert late.detail == "It took longer than the limit of 0.6 s."


@_POSIX_ONLY
def test_a_worker_ends_itself_when_its_supervisor_is_held_up(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["spin long", "words"])

    def be_held_up() -> bool:
        if tasks[0].path in pool.current_paths():
            sentinels = [worker.sentinel for worker in multiprocessing.active_children()]
            assert connection.wait(sentinels, timeout=10)
        return False

    with _pool(_QUICK) as pool:
        outcomes = list(pool.outcomes(tasks, should_stop=be_held_up))
    assert _failures(outcomes) == {"0": FailureReason.TIMEOUT}
    assert len(outcomes) == 2


@pytest.mark.parametrize("order", ["eat", "ask", "swell"])
def test_a_document_that_needs_too_much_memory_is_given_up(tmp_path: Path, order: str) -> None:
    tasks = _tasks(tmp_path, ["words", f"{order} it", "words"])
    with _pool(_FRUGAL) as pool:
        outcomes = list(pool.outcomes(tasks))
    assert len(outcomes) == 3
    assert _failures(outcomes) == {"1": FailureReason.MEMORY}


def test_a_worker_that_lacked_memory_reads_no_more(tmp_path: Path) -> None:
    with _pool(_FRUGAL) as pool:
        outcomes = list(pool.outcomes(_tasks(tmp_path, ["process", "ask", "process", "process"])))
    assert _failures(outcomes) == {"1": FailureReason.MEMORY}
    before, *after = (outcome.text() for outcome in outcomes if outcome.failure is None)
    assert len(after) == 2
    assert before not in after


def test_memory_that_is_left_behind_is_not_laid_at_the_door_of_the_next(tmp_path: Path) -> None:
    contents = (["leave it"] + ["words"] * 3) + (["leave it"] + ["words"] * 7) + ["leave it"]
    with _pool(_FRUGAL) as pool:
        outcomes = list(pool.outcomes(_tasks(tmp_path, contents)))
    assert _failures(outcomes) == {}
    assert len(outcomes) == len(contents)


def test_nothing_that_a_reader_prints_is_seen(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with _pool() as pool:
        outcomes = list(pool.outcomes(_tasks(tmp_path, ["chatter", "abort now"])))
    assert len(outcomes) == 2
    assert capfd.readouterr() == ("", "")


def test_stopping_takes_less_than_a_second(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["words"] * 4 + ["sleep long"] + ["words"] * 100)
    taken: list[FileOutcome] = []
    with _pool() as pool:
        outcomes = pool.outcomes(tasks, should_stop=lambda: len(taken) >= 4)
        for outcome in outcomes:
            taken.append(outcome)
            begun_s = time.monotonic()
        assert time.monotonic() - begun_s < _SOON_S
    assert _failures(taken) == {}
    assert 4 <= len(taken) < 105


def test_a_stop_that_is_asked_for_beforehand_starts_nothing(tmp_path: Path) -> None:
    with _pool() as pool:
        assert list(pool.outcomes(_tasks(tmp_path, ["words"]), lambda: True)) == []
        assert _workers_of(psutil.Process()) == []


def test_closing_a_busy_pool_takes_less_than_a_second(tmp_path: Path) -> None:
    pool = _pool(workers=2)
    outcomes = pool.outcomes(_tasks(tmp_path, ["words"] * 4 + ["sleep"] * 20))
    next(outcomes)
    begun_s = time.monotonic()
    pool.close()
    assert time.monotonic() - begun_s < _SOON_S
    outcomes.close()  # type: ignore[attr-defined]


def test_whoever_stops_taking_outcomes_stops_the_work(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["words"] * 4 + ["sleep"])
    with _pool() as pool:
        for _ in pool.outcomes(tasks):
            break
        again = list(pool.outcomes(tasks[:4]))
    assert [outcome.path for outcome in again] == [task.path for task in tasks[:4]]


def test_tasks_are_taken_no_faster_than_they_are_worked_on(tmp_path: Path) -> None:
    [task] = _tasks(tmp_path, ["words"])
    asked: list[int] = []

    def endless() -> Iterator[FileTask]:
        while True:
            asked.append(len(asked))
            yield task

    with _pool(workers=2) as pool:
        outcomes = pool.outcomes(endless())
        for _ in range(50):
            next(outcomes)
        outcomes.close()  # type: ignore[attr-defined]
    assert len(asked) <= 50 + 5 * 32


def test_the_files_that_are_being_read_are_known(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["words", "sleep long"])
    seen: set[str] = set()

    def look() -> bool:
        seen.update(pool.current_paths())
        return tasks[1].path in seen

    with _pool() as pool:
        assert pool.current_paths() == []
        list(pool.outcomes(tasks, should_stop=look))
    assert tasks[1].path in seen


def test_messages_too_long_for_a_pipe_do_not_lock_both_sides(tmp_path: Path) -> None:
    long_names = [FileTask("/" + f"{number}/" * 3000) for number in range(200)]
    text = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(60_000))
    with _pool() as pool:
        outcomes = list(pool.outcomes([*_tasks(tmp_path, [text] * 40), *long_names]))
    assert len(outcomes) == 240
    assert sum(outcome.failure is None for outcome in outcomes) == 40


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_workers_that_cannot_start_are_told_once(tmp_path: Path) -> None:
    pool = WorkerPool(_RECIPE_ID, workers=1, extract=stillborn.extract)
    with pool, pytest.raises(WorkersUnusableError):
        list(pool.outcomes(_tasks(tmp_path, ["words"])))


def test_workers_that_hang_at_their_start_are_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simhash_gui.documents.extraction.supervised.START_S", 0.5)
    pool = WorkerPool(_RECIPE_ID, workers=1, extract=hanging.extract)
    with pool, pytest.raises(WorkersUnusableError):
        list(pool.outcomes(_tasks(tmp_path, ["words"])))


@_POSIX_ONLY
def test_a_worker_asked_to_end_from_outside_costs_no_document(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["words", "sleep", "words"])
    ended: list[bool] = []

    def end_once() -> bool:
        if not ended and _when_reading(pool, tasks[1].path, signal.SIGTERM):
            Path(tasks[1].path).write_text("words", "utf-8")  # for whoever reads it now
            ended.append(True)
        return False

    with _pool() as pool:
        outcomes = list(pool.outcomes(tasks, end_once))

    assert ended
    assert _failures(outcomes) == {}
    assert sorted(outcome.path for outcome in outcomes) == sorted(task.path for task in tasks)


def _when_reading(pool: WorkerPool, path: str, act: int) -> bool:
    """Send the signal to the worker when it reads the file; whether that is so."""
    if path not in pool.current_paths():
        return False
    for worker in _workers_of(psutil.Process()):
        os.kill(worker.pid, act)
    return True


@_POSIX_ONLY
def test_a_worker_killed_from_outside_costs_the_document_it_was_reading(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["words", "sleep long", "words"])
    killed: list[bool] = []

    def kill_once() -> bool:
        if not killed and _when_reading(pool, tasks[1].path, signal.SIGKILL):
            killed.append(True)
        return False

    with _pool() as pool:
        outcomes = list(pool.outcomes(tasks, should_stop=kill_once))
    assert _failures(outcomes) == {"1": FailureReason.CRASHED}
    assert len(outcomes) == 3


@_POSIX_ONLY
def test_an_idle_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["words"])
    with _pool() as pool:
        first = list(pool.outcomes(tasks))
        [worker] = _workers_of(psutil.Process())
        os.kill(worker.pid, signal.SIGKILL)
        assert list(pool.outcomes(tasks)) == first


@_POSIX_ONLY
def test_ctrl_c_does_not_reach_a_worker(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, ["words", "sleep long", "words"])

    def interrupt() -> bool:
        _when_reading(pool, tasks[1].path, signal.SIGINT)
        return False

    with _pool(_QUICK) as pool:
        outcomes = list(pool.outcomes(tasks, should_stop=interrupt))
    assert _failures(outcomes) == {"1": FailureReason.TIMEOUT}


_PARENT = """
import sys

if __name__ == "__main__":
    from simhash_gui.documents.extraction.pool import WorkerPool
    from simhash_gui.documents.records import FileTask, Limits
    from tests.documents.misbehaving import extract

    def tell() -> None:
        print(*pool.current_paths(), flush=True)

    recipe_id, path = sys.argv[1:]
    with WorkerPool(recipe_id, Limits(time_s=1), workers=1, extract=extract) as pool:
        list(pool.outcomes([FileTask(path)], should_stop=tell))
        print("done", flush=True)
        sys.stdin.read()
"""


@_POSIX_ONLY
@pytest.mark.parametrize("order", ["sleep", "spin", "words"])
def test_workers_die_with_their_parent_busy_or_idle(tmp_path: Path, order: str) -> None:
    program = tmp_path / "parent.py"
    program.write_text(_PARENT)
    [task] = _tasks(tmp_path, [order])
    waited_for = "done" if order == "words" else task.path
    with subprocess.Popen(
        [sys.executable, str(program), _RECIPE_ID, task.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        text=True,
    ) as parent:
        assert parent.stdout is not None
        next(line for line in parent.stdout if line.strip() == waited_for)
        workers = _workers_of(psutil.Process(parent.pid))
        parent.kill()
    gone, alive = psutil.wait_procs(workers, timeout=10)
    assert (len(gone), alive) == (1, [])


@pytest.mark.parametrize("order", ["exit now", "sleep long"])
def test_a_member_of_an_archive_costs_itself_alone(tmp_path: Path, order: str) -> None:
    members = {f"{number}.txt": b"words" for number in range(40)} | {"7.txt": order.encode()}
    path = tmp_path / "a.tgz"
    path.write_bytes(tar_of(members, "w:gz"))
    with _pool(_QUICK) as pool:
        outcomes = list(pool.outcomes(FileTask(str(path), member=(name,)) for name in members))
    failed = [outcome for outcome in outcomes if outcome.failure is not None]
    assert [outcome.path for outcome in failed] == [f"{path}!/7.txt"]
    assert (failed[0].size_bytes, failed[0].mtime_ns) == (0, 0)
    assert failed[0].digest == xxh3_128_digest(order.encode())
    assert len(outcomes) == 40


def test_an_outcome_can_bring_new_tasks(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zip_of({f"{number}.txt": b"words" for number in range(100)}))
    waiting = [FileTask(str(path))]

    class Growing:
        def __iter__(self) -> Iterator[FileTask]:
            return self

        def __next__(self) -> FileTask:
            if not waiting:
                raise StopIteration
            return waiting.pop(0)

    seen: list[str] = []
    with _pool(workers=2) as pool:
        for outcome in pool.outcomes(Growing()):
            seen.append(outcome.path)
            members = outcome.members or ()
            waiting.extend(FileTask(str(path), member=(member.name,)) for member in members)
    assert len(seen) == len(set(seen)) == 101
