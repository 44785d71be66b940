"""Jobs of the window: their order, their ends, and that no end comes before one can listen."""

import threading
import weakref
from collections.abc import Iterator
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.jobs import JobControl, JobState, Stage
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind, JobRunner

WAIT_MS = 10_000


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[JobRunner]:
    made = JobRunner()
    yield made
    made.close()


def job(run: object, kind: JobKind = JobKind.IMPORT) -> Job:
    return Job(kind, run)  # type: ignore[arg-type]


def run_until_cancelled(control: JobControl) -> None:
    while True:
        control.checkpoint()


def test_the_end_of_the_fastest_job_reaches_who_connects_after_submitting(
    runner: JobRunner, qtbot: QtBot
) -> None:
    handle = runner.submit(job(lambda _control: 42))

    with qtbot.waitSignal(handle.finished, timeout=WAIT_MS) as ended:
        pass

    assert ended.args == [42]


def test_what_a_job_worked_with_is_let_go_when_it_has_ended(
    runner: JobRunner, qtbot: QtBot
) -> None:
    held = threading.Event()  # anything that can be watched
    watched = weakref.ref(held)
    handle = runner.submit(job(partial(lambda _held, _control: 42, held)))
    handle.failed.connect(partial(print, handle))  # which keeps the handle

    del held
    with qtbot.waitSignal(handle.finished, timeout=WAIT_MS):
        pass

    qtbot.waitUntil(lambda: watched() is None, timeout=WAIT_MS)


def test_results_beyond_two_to_the_sixty_three_come_through_unharmed(
    runner: JobRunner, qtbot: QtBot
) -> None:
    handle = runner.submit(job(lambda _control: 2**64 - 1))

    with qtbot.waitSignal(handle.finished, timeout=WAIT_MS) as ended:
        pass

    assert ended.args == [2**64 - 1]


def test_an_error_of_a_job_is_told_with_the_error(runner: JobRunner, qtbot: QtBot) -> None:
    def fall_over(_control: JobControl) -> None:
        raise OSError("the disk is on fire")

    handle = runner.submit(job(fall_over))

    with qtbot.waitSignal(handle.failed, timeout=WAIT_MS) as ended:
        pass

    assert str(ended.args[0]) == "the disk is on fire"
    assert handle.state is JobState.FAILED
    assert handle.error is ended.args[0]


def test_a_cancelled_job_ends_as_cancelled_and_the_next_one_starts(
    runner: JobRunner, qtbot: QtBot
) -> None:
    first = runner.submit(job(run_until_cancelled))
    second = runner.submit(job(lambda _control: "second"))

    with qtbot.waitSignals([first.cancelled, second.finished], timeout=WAIT_MS):
        runner.cancel()

    assert first.state is JobState.CANCELLED
    assert second.state is JobState.SUCCEEDED


def test_jobs_run_one_after_another_in_the_order_they_came(runner: JobRunner, qtbot: QtBot) -> None:
    order: list[int] = []
    handles = [runner.submit(job(lambda _c, n=n: order.append(n))) for n in range(5)]

    with qtbot.waitSignal(handles[-1].finished, timeout=WAIT_MS):
        pass

    assert order == [0, 1, 2, 3, 4]


def test_jobs_never_run_on_the_thread_of_the_window(runner: JobRunner, qtbot: QtBot) -> None:
    handle = runner.submit(job(lambda _control: threading.get_ident()))

    with qtbot.waitSignal(handle.finished, timeout=WAIT_MS) as ended:
        pass

    assert ended.args[0] != threading.get_ident()


def test_a_paused_job_waits_until_it_is_resumed(runner: JobRunner, qtbot: QtBot) -> None:
    may_go_on = threading.Event()

    def wait_and_check(control: JobControl) -> None:
        may_go_on.wait()
        control.checkpoint()

    handle = runner.submit(job(wait_and_check))
    runner.pause()
    may_go_on.set()
    assert handle.state is JobState.PAUSED

    with qtbot.waitSignal(handle.finished, timeout=WAIT_MS):
        runner.resume()


def test_progress_is_polled_from_the_running_job(runner: JobRunner, qtbot: QtBot) -> None:
    def report_and_wait(control: JobControl) -> None:
        control.report(Stage.READING, 7, 9, current="seven.txt")
        run_until_cancelled(control)

    handle = runner.submit(job(report_and_wait))

    with qtbot.waitSignal(
        runner.progressed, timeout=WAIT_MS, check_params_cb=lambda _h, p: p.done == 7
    ) as polled:
        pass

    assert polled.args[0] is handle
    assert (polled.args[1].total, polled.args[1].current) == (9, "seven.txt")


def test_a_waiting_job_that_is_cancelled_never_runs(runner: JobRunner, qtbot: QtBot) -> None:
    ran: list[str] = []
    runner.submit(job(run_until_cancelled))
    second = runner.submit(job(lambda _control: ran.append("second")))

    with qtbot.waitSignal(second.cancelled, timeout=WAIT_MS):
        runner.cancel_all()

    assert ran == []
    assert runner.is_idle


def test_the_state_of_a_job_tells_its_whole_life(runner: JobRunner, qtbot: QtBot) -> None:
    first = runner.submit(job(run_until_cancelled))
    second = runner.submit(job(lambda _control: None))

    states = [first.state, second.state]
    runner.cancel()
    states.append(first.state)
    with qtbot.waitSignal(second.finished, timeout=WAIT_MS):
        pass
    states += [first.state, second.state]

    assert states == [
        JobState.RUNNING,
        JobState.WAITING,
        JobState.CANCELLING,
        JobState.CANCELLED,
        JobState.SUCCEEDED,
    ]


def test_the_runner_knows_what_it_is_busy_with(runner: JobRunner, qtbot: QtBot) -> None:
    handle = runner.submit(job(run_until_cancelled, JobKind.DETECT))

    assert runner.is_busy_with(JobKind.DETECT)
    assert not runner.is_busy_with(JobKind.IMPORT)

    with qtbot.waitSignal(handle.cancelled, timeout=WAIT_MS):
        runner.cancel()
    qtbot.waitUntil(lambda: runner.is_idle, timeout=WAIT_MS)


def test_closing_ends_a_running_job_and_its_thread(qtbot: QtBot) -> None:
    runner = JobRunner()
    runner.submit(job(run_until_cancelled))

    runner.close()

    assert "writer" not in {thread.name.split("_")[0] for thread in threading.enumerate()}


def test_a_handle_is_told_to_whoever_watches_the_runner(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[JobHandle] = []
    runner.ended.connect(seen.append)

    handle = runner.submit(job(lambda _control: None))
    with qtbot.waitSignal(runner.ended, timeout=WAIT_MS):
        pass

    assert seen == [handle]
