"""What a signal does: it cancels a job, or else ends the command, but never in the wrong moment."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.cli.interruption import Interruption
from simhash_gui.cli.output import Output, OutputFormat, watched_job
from simhash_gui.services.jobs import JobCancelledError
from tests.helpers.pace import allowed_s

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")


@pytest.fixture
def interruption() -> Iterator[Interruption]:
    interruption = Interruption()
    with interruption.listening():
        yield interruption


def output(interruption: Interruption) -> Output:
    return Output(OutputFormat.TEXT, io.StringIO(), io.StringIO(), interruption)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_job_is_cancelled_at_its_next_checkpoint(
    interruption: Interruption, number: signal.Signals, status: int
) -> None:
    with watched_job(output(interruption)) as control:
        control.checkpoint()
        signal.raise_signal(number)
        assert control.is_cancelled
        with pytest.raises(JobCancelledError):
            control.checkpoint()

    assert interruption.exit_status == status


def test_a_job_without_a_checkpoint_is_ended_within_a_second(interruption: Interruption) -> None:
    begun_s = time.monotonic()
    with watched_job(output(interruption)):
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            threading.Event().wait(10)

    assert time.monotonic() - begun_s < allowed_s(1)
    assert interruption.exit_status == 143


def test_a_job_that_ends_in_time_is_followed_by_no_alarm(interruption: Interruption) -> None:
    with watched_job(output(interruption)):
        signal.raise_signal(signal.SIGTERM)

    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_second_signal_ends_the_command_where_it_stands(interruption: Interruption) -> None:
    with watched_job(output(interruption)):
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)


def test_without_a_job_the_command_ends_where_it_stands(interruption: Interruption) -> None:
    with watched_job(output(interruption)):
        pass

    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


def test_a_job_that_comes_after_a_cancelled_one_is_not_cancelled(
    interruption: Interruption,
) -> None:
    with watched_job(output(interruption)):
        signal.raise_signal(signal.SIGTERM)

    with watched_job(output(interruption)) as control:
        assert not control.is_cancelled


def test_a_signal_in_the_wrong_moment_waits_until_it_is_over(interruption: Interruption) -> None:
    done: list[str] = []

    def tidy_up() -> None:
        with interruption.held_back():
            signal.raise_signal(signal.SIGTERM)
            done.append("tidied up")

    with pytest.raises(KeyboardInterrupt):
        tidy_up()
    assert done == ["tidied up"]
    assert interruption.exit_status == 143


def test_a_signal_when_the_answer_is_out_changes_nothing(interruption: Interruption) -> None:
    with interruption.answering():
        signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGINT)

    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_answer_that_nobody_reads_is_given_up_within_a_second(
    interruption: Interruption,
) -> None:
    reader, writer = os.pipe()
    begun_s = time.monotonic()

    def answer() -> None:
        with interruption.cancelling_job(), interruption.answering():
            signal.raise_signal(signal.SIGINT)
            os.write(writer, bytes(1 << 20))

    with pytest.raises(KeyboardInterrupt):
        answer()

    assert time.monotonic() - begun_s < allowed_s(1)
    os.close(reader)
    os.close(writer)


def test_what_is_ignored_stays_ignored_and_all_is_put_back() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Interruption().listening():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    finally:
        signal.signal(signal.SIGHUP, before)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_thread_than_the_main_one_hears_nothing() -> None:
    heard: list[object] = []

    def command() -> None:
        with Interruption().listening():
            heard.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=command)
    thread.start()
    thread.join()

    assert heard == [signal.SIG_DFL]


def test_a_signal_while_a_dataclass_is_made_leaves_the_exit_status(tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(
        """
import sys
from simhash_gui.cli.interruption import Interruption
interruption = Interruption()
try:
    with interruption.listening():
        exec("import signal; signal.raise_signal(signal.SIGINT)")
except KeyboardInterrupt:
    sys.exit(interruption.exit_status)
""",
        encoding="utf-8",
    )

    ended = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, check=False)

    assert ended.returncode == 130
