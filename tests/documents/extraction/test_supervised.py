from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Iterator
from multiprocessing import connection
from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.extraction.processes import worker_context
from simhash_gui.documents.extraction.supervised import (
    MOST_CHUNKS,
    SupervisedWorker,
    WorkerDiedError,
)
from simhash_gui.documents.extraction.worker_process import WorkerSettings
from simhash_gui.documents.records import FailureReason, FileTask, Limits
from tests.documents import misbehaving

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")
_ENOUGH_S = 10


@pytest.fixture
def worker() -> Iterator[SupervisedWorker]:
    recipe_id = recipe_named("default").recipe_id
    settings = WorkerSettings(recipe_id, Limits(time_s=0.3), misbehaving.extract)
    supervised = SupervisedWorker(worker_context(), settings)
    yield supervised
    supervised.dismiss()
    supervised.end(patience_s=1.0)


@pytest.fixture
def process(worker: SupervisedWorker) -> multiprocessing.process.BaseProcess:
    [child] = multiprocessing.active_children()
    return child


def _task(folder: Path, content: str) -> FileTask:
    path = folder / f"{content}.txt"
    path.write_text(content)
    return FileTask(str(path))


def test_outcomes_come_back_in_order(worker: SupervisedWorker, tmp_path: Path) -> None:
    tasks = [_task(tmp_path, "one"), _task(tmp_path, "two")]
    assert worker.offer(tasks)
    assert [outcome.text() for outcome in worker.receive()] == ["one", "two"]
    assert worker.is_idle


def test_a_worker_takes_one_chunk_to_work_on_and_one_to_wait(
    worker: SupervisedWorker, tmp_path: Path
) -> None:
    accepted = [worker.offer([_task(tmp_path, "sleep")]) for _ in range(MOST_CHUNKS + 1)]
    assert accepted == [True, True, False]
    assert worker.load == MOST_CHUNKS


def test_a_chunk_too_large_to_wait_is_refused_by_a_busy_worker_only(
    worker: SupervisedWorker,
) -> None:
    large = [FileTask("/" + random.Random(1).randbytes(5000).hex())]
    assert worker.offer(large)
    assert not worker.offer(large)


def test_many_long_paths_that_begin_alike_are_not_too_large_to_wait(
    worker: SupervisedWorker,
) -> None:
    chunk = [FileTask(f"/{'很长的文件夹名' * 30}/{number:06}.txt") for number in range(32)]
    assert worker.offer(chunk)
    assert worker.offer(chunk)


def test_a_document_that_takes_too_long_overruns_and_is_blamed(
    worker: SupervisedWorker, tmp_path: Path
) -> None:
    long, next_one = _task(tmp_path, "sleep"), _task(tmp_path, "one")
    worker.offer([long, next_one])
    while worker.overrun() is None:
        connection.wait([worker.connection], 0.05)
    assert worker.overrun() is FailureReason.TIMEOUT
    worker.kill()
    found = worker.blame()
    assert (found.culprit, found.again) == (long, ([next_one],))


def test_a_worker_that_went_on_before_it_was_killed_died_of_nothing(
    worker: SupervisedWorker, tmp_path: Path
) -> None:
    tasks = [_task(tmp_path, "sleep")]
    assert worker.overrun() is None
    worker.offer(tasks)
    while worker.current_path() is None:
        connection.wait([worker.connection], 0.01)
    worker.kill()
    found = worker.blame()
    assert (found.culprit, found.again) == (None, (tasks,))


def test_a_dead_worker_gives_what_it_had_sent(
    worker: SupervisedWorker, process: multiprocessing.process.BaseProcess, tmp_path: Path
) -> None:
    worker.offer([_task(tmp_path, "one")])
    connection.wait([worker.connection], _ENOUGH_S)
    process.kill()
    process.join(_ENOUGH_S)
    assert [outcome.text() for outcome in worker.last_outcomes()] == ["one"]
    assert worker.unfinished() == ()
    assert worker.has_begun


def test_a_dead_worker_takes_and_gives_nothing(
    worker: SupervisedWorker, process: multiprocessing.process.BaseProcess, tmp_path: Path
) -> None:
    process.kill()
    process.join(_ENOUGH_S)
    assert not worker.offer([_task(tmp_path, "one")])
    assert worker.current_path() is None
    assert worker.overrun() is None
    with pytest.raises(WorkerDiedError):
        worker.receive()


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (signal.SIGKILL, FailureReason.CRASHED),
        (signal.SIGSEGV, FailureReason.CRASHED),
        (signal.SIGABRT, FailureReason.CRASHED),
        (signal.SIGALRM, FailureReason.TIMEOUT),
    ],
)
def test_the_cause_of_death_is_read_from_the_signal(
    worker: SupervisedWorker,
    process: multiprocessing.process.BaseProcess,
    number: int,
    reason: FailureReason,
) -> None:
    assert process.pid is not None
    os.kill(process.pid, number)
    process.join(_ENOUGH_S)
    assert worker.cause_of_death() is reason
    assert not worker.has_begun
