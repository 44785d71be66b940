"""The job bar: counts, rate, time left, pause, cancel; gone when there is nothing to show."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from pytestqt.qtbot import QtBot

from simhash_gui.services.jobs import JobControl, JobState, Progress, Stage
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind, JobRunner
from simhash_gui.ui.session.texts import progress_text, stage_label
from simhash_gui.ui.shell.job_bar import JobBar

WAIT_MS = 10_000
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[JobRunner]:
    made = JobRunner()
    yield made
    made.close()


@pytest.fixture
def bar(runner: JobRunner, qtbot: QtBot) -> JobBar:
    made = JobBar(runner)
    qtbot.addWidget(made)
    made.resize(900, 60)
    return made


@pytest.fixture
def handle(bar: JobBar, runner: JobRunner, qtbot: QtBot) -> Iterator[JobHandle]:
    """An import that goes on until it is cancelled, on show."""

    def read(control: JobControl) -> None:
        control.report(Stage.READING, 12_402, 88_310, failed=3, current="/archive/report.txt")
        while True:
            control.checkpoint()

    made = runner.submit(Job(JobKind.IMPORT, read))
    qtbot.waitUntil(bar.isVisible, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "12,402 of 88,310" in bar.text(), timeout=WAIT_MS)
    yield made
    runner.cancel_all()
    qtbot.waitUntil(lambda: runner.is_idle, timeout=WAIT_MS)


def test_without_a_job_there_is_no_bar(bar: JobBar) -> None:
    assert not bar.isVisible()


def test_a_job_that_is_over_in_a_blink_shows_no_bar(
    bar: JobBar, runner: JobRunner, qtbot: QtBot
) -> None:
    handle = runner.submit(Job(JobKind.OPEN, lambda _control: None))
    with qtbot.waitSignal(handle.finished, timeout=WAIT_MS):
        pass

    assert not bar.isVisible()


def test_a_running_job_shows_what_it_does_and_how_far_it_is(bar: JobBar, handle: JobHandle) -> None:
    assert "Importing" in bar.text()
    assert "3 failed" in bar.text()
    assert "Reading files · /archive/report.txt" in bar.text()
    assert bar.share == pytest.approx(12_402 / 88_310)


def test_files_that_an_act_leaves_are_skipped_as_in_notice_and_journal(
    bar: JobBar, runner: JobRunner, qtbot: QtBot
) -> None:
    def act(control: JobControl) -> None:
        control.report(Stage.ACTING, 2, 9, failed=1, current="/archive/report.txt")
        while True:
            control.checkpoint()

    runner.submit(Job(JobKind.ACT, act))
    qtbot.waitUntil(lambda: "2 of 9" in bar.text(), timeout=WAIT_MS)
    assert "1 skipped" in bar.text()
    assert "failed" not in bar.text()

    runner.cancel_all()
    qtbot.waitUntil(lambda: runner.is_idle, timeout=WAIT_MS)


def test_pausing_and_going_on_is_one_button(bar: JobBar, handle: JobHandle, qtbot: QtBot) -> None:
    qtbot.mouseClick(bar.pause_button, LEFT)
    assert handle.state is JobState.PAUSED
    assert "Importing: paused" in bar.text()
    assert bar.pause_button.accessibleName() == "Resume"

    qtbot.mouseClick(bar.pause_button, LEFT)
    assert handle.state is JobState.RUNNING


def test_cancelling_ends_the_job_and_takes_the_bar_away(
    bar: JobBar, handle: JobHandle, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(handle.cancelled, timeout=WAIT_MS):
        qtbot.mouseClick(bar.cancel_button, LEFT)
        assert "Importing: stopping…" in bar.text()
        assert not bar.cancel_button.isEnabled()

    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=WAIT_MS)


def test_jobs_that_wait_are_counted(
    bar: JobBar, handle: JobHandle, runner: JobRunner, qtbot: QtBot
) -> None:
    runner.submit(Job(JobKind.DETECT, lambda _control: None))

    qtbot.waitUntil(lambda: "1 more jobs waiting" in bar.text(), timeout=WAIT_MS)


def test_the_words_are_said_again_after_a_change_of_language(
    bar: JobBar, handle: JobHandle
) -> None:
    bar.cancel_button.setToolTip("")

    bar.changeEvent(QEvent(QEvent.Type.LanguageChange))

    assert bar.cancel_button.toolTip() == "Cancel; what is done is kept"


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (Progress(), ""),
        (Progress(done=7), "7"),
        (Progress(done=7, total=9), "7 of 9"),
        (
            Progress(done=12_402, total=88_310, rate_per_s=640.0, remaining_s=119.0),
            "12,402 of 88,310 · 640/s · 1 min 59 s left",
        ),
        (Progress(done=9, total=9, rate_per_s=3.0, remaining_s=0.0), "9 of 9 · 3.0/s"),
        (Progress(done=1, total=400, rate_per_s=3.0, remaining_s=133.0), "1 of 400 · 3.0/s"),
        (Progress(done=1, total=9, rate_per_s=3.0, remaining_s=2.0), "1 of 9 · 3.0/s · 2 s left"),
    ],
)
def test_progress_is_one_line(progress: Progress, text: str) -> None:
    assert progress_text(progress) == text


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage_has_a_name(stage: Stage) -> None:
    assert stage_label(stage)
