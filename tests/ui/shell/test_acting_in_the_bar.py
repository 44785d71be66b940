"""A run of acts is paused, resumed and cancelled by the buttons of the job bar."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl, JobState
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.review.plan import Plan, PlanOptions, make_plan
from simhash_gui.services.review.undo import ReviewRunState, review_runs
from simhash_gui.ui.review.acting import Acting
from simhash_gui.ui.session.job_runner import JobHandle
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.job_bar import JobBar
from simhash_gui.ui.shell.notice_bar import NoticeBar
from tests.ui.conftest import WAIT_MS

COPIES = 200


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(COPIES + 1):
        (folder / f"{number:03}.txt").write_text("one and the same text " * 9, encoding="utf-8")
    return folder


@pytest.fixture
def bar(qtbot: QtBot, open_session: Session) -> JobBar:
    made = JobBar(open_session.jobs)
    qtbot.addWidget(made)
    made.show()
    return made


def planned(library: Library, docs: Path) -> Plan:
    import_paths(library, [docs], ImportOptions(workers=1), JobControl())
    plan = make_plan(library, PlanOptions(), JobControl())
    if not plan.acts:  # all have one time
        pytest.fail("nothing is planned")
    return plan


def left(docs: Path) -> int:
    return sum(path.is_file() for path in docs.glob("*.txt"))


def test_a_run_is_paused_and_stopped_by_the_bar(
    qtbot: QtBot, open_session: Session, bar: JobBar, docs: Path
) -> None:
    library, session = open_session.library, open_session
    assert library is not None
    plan = planned(library, docs)
    started: list[JobHandle] = []

    def pause(handle: JobHandle) -> None:
        started.append(handle)
        bar.pause_button.click()

    session.jobs.started.connect(pause)
    notices = NoticeBar()
    qtbot.addWidget(notices)
    session.notice_posted.connect(notices.post)
    acting = Acting(session)
    acting.apply(plan)
    qtbot.waitUntil(lambda: bool(started), timeout=WAIT_MS)
    assert started[0].state is JobState.PAUSED
    qtbot.wait(300)
    paused = left(docs)
    qtbot.wait(300)
    assert left(docs) == paused > 1

    bar.pause_button.click()
    qtbot.waitUntil(lambda: bool(review_runs(library)), timeout=WAIT_MS)  # cancelled before: none
    bar.cancel_button.click()
    qtbot.waitUntil(lambda: session.jobs.is_idle, timeout=WAIT_MS)

    (run,) = review_runs(library)
    is_done = left(docs) == 1  # a quick machine ends the run before the click
    assert run.state is (ReviewRunState.FINISHED if is_done else ReviewRunState.INTERRUPTED)
    session.jobs.started.disconnect(pause)
    qtbot.waitUntil(lambda: session.reads.is_idle and notices.notice is not None, timeout=WAIT_MS)
    assert is_done or notices.text().startswith("Stopped.")

    acting.finish(run.id)
    qtbot.waitUntil(lambda: session.jobs.is_idle, timeout=WAIT_MS)
    assert left(docs) == 1
    notices.dismiss()  # what was said of the stop has gone with it
    assert notices.notice is None
