"""Opening, changing and closing libraries, and settings that stay."""

import logging
import sqlite3
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    LibraryBusyError,
    LibraryDamagedError,
    LibraryError,
    NotALibraryError,
    open_library,
)
from simhash_gui.services.library.paths import AppPaths
from simhash_gui.services.library.settings import Language, SettingsFile
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session
from tests.helpers.logfail import ExpectLog
from tests.store.older import first_library

WAIT_MS = 20_000


def open_and_wait(qtbot: QtBot, session: Session, path: Path) -> None:
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(path)


def test_a_library_that_is_not_there_is_made_and_heads_the_recent_ones(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "new" / "first.simhash"

    open_and_wait(qtbot, session, path)

    assert session.library is not None
    assert path.is_file()
    assert session.settings.recent_libraries[0] == str(path)


def test_another_library_takes_the_place_of_the_open_one_which_is_closed(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.simhash", tmp_path / "second.simhash"
    open_and_wait(qtbot, session, first)

    open_and_wait(qtbot, session, second)

    assert session.library is not None
    assert session.library.path == second
    qtbot.waitUntil(lambda: session.reads.is_idle, timeout=WAIT_MS)
    open_library(first).close()
    assert session.settings.recent_libraries == (str(second), str(first))


def test_opening_the_open_library_again_does_nothing(open_session: Session, qtbot: QtBot) -> None:
    assert open_session.library is not None

    open_session.open_library(open_session.library.path)

    assert open_session.jobs.is_idle
    assert not open_session.is_opening


def test_the_database_of_another_program_is_refused(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "cookies.sqlite"
    other = sqlite3.connect(path)
    other.execute("create table cookies (name text)")
    other.close()

    with qtbot.waitSignal(session.library_refused, timeout=WAIT_MS):
        session.open_library(path)

    assert session.failed_opening is not None
    assert isinstance(session.failed_opening.error, NotALibraryError)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"some letters", NotALibraryError),
        (b"SQLite format 3\0" + b"\x9c" * 4096, LibraryDamagedError),
    ],
)
def test_what_is_no_sound_library_is_refused_and_left_as_it_is(
    session: Session, qtbot: QtBot, tmp_path: Path, content: bytes, kind: type[LibraryError]
) -> None:
    path = tmp_path / "odd.simhash"
    path.write_bytes(content)

    with qtbot.waitSignal(session.library_refused, timeout=WAIT_MS):
        session.open_library(path)

    assert session.library is None
    assert session.failed_opening is not None
    assert isinstance(session.failed_opening.error, kind)
    assert session.failed_opening.place == path
    assert path.read_bytes() == content


def test_a_refusal_leaves_the_open_library_open(
    open_session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "odd.simhash").write_bytes(b"some letters")
    before = open_session.library

    with qtbot.waitSignal(open_session.library_refused, timeout=WAIT_MS):
        open_session.open_library(tmp_path / "odd.simhash")

    assert open_session.library is before


def test_a_refusal_is_forgotten_once_a_library_is_open(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "odd.simhash").write_bytes(b"some letters")
    with qtbot.waitSignal(session.library_refused, timeout=WAIT_MS):
        session.open_library(tmp_path / "odd.simhash")

    open_and_wait(qtbot, session, tmp_path / "good.simhash")

    assert session.failed_opening is None


def test_a_library_in_use_by_another_program_is_told_as_busy(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "busy.simhash"
    with open_library(path), qtbot.waitSignal(session.library_refused, timeout=WAIT_MS):
        session.open_library(path)

    assert session.failed_opening is not None
    assert isinstance(session.failed_opening.error, LibraryBusyError)


def test_opening_another_library_cancels_the_running_job(
    open_session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    def run_until_cancelled(control: JobControl) -> None:
        while True:
            control.checkpoint()

    handle = open_session.jobs.submit(Job(JobKind.IMPORT, run_until_cancelled))

    with qtbot.waitSignals([handle.cancelled, open_session.library_opened], timeout=WAIT_MS):
        open_session.open_library(tmp_path / "other.simhash")


def test_an_opening_that_is_cancelled_leaves_everything_as_it_was(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    session.open_library(tmp_path / "first.simhash")
    session.open_library(tmp_path / "second.simhash")

    qtbot.waitUntil(lambda: session.jobs.is_idle, timeout=WAIT_MS)

    assert session.library is not None
    assert session.library.path == tmp_path / "second.simhash"
    assert not session.is_opening


def test_samples_have_a_library_of_their_own(
    session: Session, qtbot: QtBot, paths: AppPaths
) -> None:
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_samples()

    assert session.library is not None
    assert session.library.path == paths.sample_library
    assert session.wants_samples


def test_changed_settings_are_told_and_kept(
    session: Session, qtbot: QtBot, settings_file: SettingsFile
) -> None:
    with qtbot.waitSignal(session.settings_changed):
        session.change_settings(language=Language.CHINESE, font_percent=150)

    kept = settings_file.load()
    assert (kept.language, kept.font_percent) == (Language.CHINESE, 150)


def test_settings_that_stay_the_same_are_not_told(session: Session, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(session.settings_changed):
        session.change_settings(font_percent=100)


def test_settings_that_cannot_be_saved_hold_and_are_told(
    qtbot: QtBot, tmp_path: Path, paths: AppPaths, expect_log: ExpectLog
) -> None:
    (tmp_path / "no-folder").write_text("a file where the folder should be")
    with (
        expect_log(logging.WARNING, "settings cannot be read: NotADirectoryError"),
        expect_log(logging.WARNING, "it cannot be put aside: NotADirectoryError"),
    ):
        session = Session(paths, SettingsFile(tmp_path / "no-folder" / "settings.json"))

    with (
        expect_log(logging.WARNING, "settings cannot be saved"),
        qtbot.waitSignal(session.notice_posted) as posted,
    ):
        session.change_settings(font_percent=150)

    assert session.settings.font_percent == 150
    assert "could not be saved" in posted.args[0].text()
    assert posted.args[0].waits
    session.close()


@pytest.mark.parametrize("kept", ["", "{", "[]", "NaN", "[" * 100_000])
def test_what_was_kept_of_a_library_is_the_default_where_it_makes_no_sense(
    open_session: Session, kept: str
) -> None:
    open_session.keep_of_library("width", {"column": 7})
    (key,) = [key for key in open_session.window_state.allKeys() if key.endswith("/width")]
    open_session.window_state.setValue(key, kept)

    assert open_session.of_library("width", {"column": 3}) == {"column": 3}


def test_closing_leaves_a_library_that_can_be_opened_by_others(
    qtbot: QtBot, tmp_path: Path, paths: AppPaths, settings_file: SettingsFile
) -> None:
    session = Session(paths, settings_file)
    open_and_wait(qtbot, session, tmp_path / "first.simhash")

    session.close()

    assert session.library is None
    connection = sqlite3.connect(tmp_path / "first.simhash")
    assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
    connection.close()
    open_library(tmp_path / "first.simhash").close()


def test_what_opening_a_library_has_kept_beside_it_is_told(
    session: Session, qtbot: QtBot, tmp_path: Path, expect_log: ExpectLog
) -> None:
    told: list[tuple[str, str]] = []
    session.notice_posted.connect(lambda notice: told.append((notice.text(), notice.details)))
    new, older = tmp_path / "new.simhash", first_library(tmp_path / "older.simhash")
    for ending in ("-wal", "-journal"):
        tmp_path.joinpath(f"new.simhash{ending}").write_bytes(b"the last writes")

    with expect_log(logging.WARNING, "of one that was moved", logger="simhash_gui.store.library"):
        open_and_wait(qtbot, session, new)
    open_and_wait(qtbot, session, older)

    of_log, of_journal, of_copy = told
    assert "new.wal.backup" in of_log[0]
    assert "new.journal.backup" in of_journal[0]
    assert "older.0001.backup" in of_copy[0]
    assert [Path(details).exists() for _, details in told] == [True, True, True]
