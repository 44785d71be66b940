"""Another program holds the file of the library while a job wants to write to it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.importing.adding import give_role
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    LibraryBusyError,
    folders,
)
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.job_bar import JobBar
from tests.helpers.pace import allowed_s
from tests.ui.conftest import WAIT_MS


@pytest.fixture
def other(archive_session: Session) -> Iterator[sqlite3.Connection]:
    """A program that holds the file until it rolls back."""
    assert archive_session.library is not None
    with closing(sqlite3.connect(archive_session.library.path, isolation_level=None)) as program:
        program.execute("BEGIN EXCLUSIVE")
        yield program


@pytest.fixture
def bar(archive_session: Session, qtbot: QtBot) -> JobBar:
    made = JobBar(archive_session.jobs)
    qtbot.addWidget(made)
    made.resize(900, 60)
    return made


@pytest.fixture
def handle(
    archive_session: Session, other: sqlite3.Connection, bar: JobBar, qtbot: QtBot
) -> JobHandle:
    """A job that waits for the other program, and says so."""
    assert archive_session.library is not None
    run = partial(_make_reference, archive_session.library)
    made = archive_session.jobs.submit(Job(JobKind.FOLDERS, run))
    qtbot.waitUntil(lambda: "Waiting for another program" in bar.text(), timeout=WAIT_MS)
    return made


def _make_reference(library: Library, _control: JobControl) -> None:
    give_role(library, folders(library)[0].path, FolderRole.REFERENCE)


def test_a_job_that_waits_for_another_program_can_be_cancelled(
    archive_session: Session, handle: JobHandle, bar: JobBar, qtbot: QtBot
) -> None:
    begun_s = time.monotonic()
    with qtbot.waitSignal(handle.cancelled, timeout=WAIT_MS):
        bar.cancel_button.click()

    assert time.monotonic() - begun_s < allowed_s(0.5)


def test_it_goes_on_when_the_other_program_is_done(
    archive_session: Session, handle: JobHandle, other: sqlite3.Connection, qtbot: QtBot
) -> None:
    assert archive_session.library is not None
    with qtbot.waitSignal(handle.finished, timeout=WAIT_MS):
        other.execute("ROLLBACK")

    assert folders(archive_session.library)[0].role is FolderRole.REFERENCE


def test_it_ends_with_a_word_when_the_other_program_goes_on(
    archive_session: Session, handle: JobHandle, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(handle.failed, timeout=WAIT_MS) as failed:
        pass

    assert isinstance(failed.args[0], LibraryBusyError)
