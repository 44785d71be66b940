"""Progress, pause and cancel of long work."""

import threading

import pytest

from simhash_gui.services.jobs import JobCancelledError, JobControl, Stage


class Clock:
    """A clock that the test turns by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def control(clock: Clock) -> JobControl:
    return JobControl(clock)


def test_a_new_job_is_waiting_without_rate_or_time_left(control: JobControl) -> None:
    progress = control.snapshot()

    assert (progress.stage, progress.done, progress.total) == (Stage.WAITING, 0, None)
    assert progress.rate_per_s is None
    assert progress.remaining_s is None


def test_rate_and_time_left_follow_from_what_was_done_in_the_last_seconds(
    control: JobControl, clock: Clock
) -> None:
    control.report(Stage.READING, 0, 300)
    clock.now_s += 2
    control.report(Stage.READING, 100, 300)

    progress = control.snapshot()

    assert progress.rate_per_s == pytest.approx(50)
    assert progress.remaining_s == pytest.approx(4)


def test_time_left_is_unknown_while_the_total_is(control: JobControl, clock: Clock) -> None:
    control.report(Stage.LISTING, 0)
    clock.now_s += 1
    control.report(Stage.LISTING, 10)

    assert control.snapshot().remaining_s is None


def test_an_old_rate_is_forgotten(control: JobControl, clock: Clock) -> None:
    for second, done in ((0, 0), (1, 1000), (8, 1010), (13, 1020), (18, 1030)):
        clock.now_s = 100.0 + second
        control.report(Stage.READING, done, 2000)

    assert control.snapshot().rate_per_s == pytest.approx(2)


def test_a_new_stage_starts_with_a_rate_of_its_own(control: JobControl, clock: Clock) -> None:
    control.report(Stage.READING, 0, 100)
    clock.now_s += 1
    control.report(Stage.READING, 100, 100)

    control.report(Stage.SEARCHING, 0, 5)

    assert control.snapshot().rate_per_s is None


def test_a_pause_does_not_count_as_working_time(control: JobControl, clock: Clock) -> None:
    clock.now_s += 1
    control.pause()
    clock.now_s += 60
    assert control.snapshot().elapsed_s == pytest.approx(1)
    control.resume()
    clock.now_s += 2

    assert control.snapshot().elapsed_s == pytest.approx(3)


def test_pausing_and_resuming_twice_changes_nothing(control: JobControl, clock: Clock) -> None:
    control.pause()
    clock.now_s += 1
    control.pause()
    control.resume()
    control.resume()

    assert not control.is_paused
    assert control.snapshot().elapsed_s == pytest.approx(0)


def test_a_checkpoint_lets_a_running_job_pass(control: JobControl) -> None:
    control.checkpoint()

    assert not control.is_cancelled


def test_a_cancelled_job_ends_at_its_next_checkpoint(control: JobControl) -> None:
    control.cancel()

    with pytest.raises(JobCancelledError):
        control.checkpoint()


def test_a_paused_job_waits_until_it_is_resumed(control: JobControl) -> None:
    passed = threading.Event()
    control.pause()
    worker = threading.Thread(target=lambda: (control.checkpoint(), passed.set()))
    worker.start()

    assert control.is_paused
    assert not passed.wait(0.05)
    control.resume()
    assert passed.wait(5)
    worker.join()


def test_cancelling_a_paused_job_wakes_it_to_end(control: JobControl) -> None:
    ended = threading.Event()

    def work() -> None:
        with pytest.raises(JobCancelledError):
            control.checkpoint()
        ended.set()

    control.pause()
    worker = threading.Thread(target=work)
    worker.start()
    control.cancel()

    assert ended.wait(5)
    worker.join()


def test_a_job_that_is_cancelled_cannot_be_paused_any_more() -> None:
    control = JobControl()
    control.cancel()

    control.pause()

    assert not control.is_paused
    with pytest.raises(JobCancelledError):
        control.checkpoint()
