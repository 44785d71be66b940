"""Damage in the file of a library is looked for, and mended, in the window."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.integrity import Damage
from simhash_gui.services.library.libraries import library_info
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.library_check import LibraryCheckDialog, damage_text
from tests.ui.conftest import WAIT_MS


def alter(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.executescript(script)


def open_path(session: Session) -> Path:
    assert session.library is not None
    return session.library.path


def shown(qtbot: QtBot, session: Session, path: Path) -> LibraryCheckDialog:
    dialog = LibraryCheckDialog(session, path, None)
    qtbot.addWidget(dialog)
    dialog.show()
    wait(qtbot, session)
    return dialog


def wait(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def test_a_sound_library_has_nothing_to_repair(qtbot: QtBot, archive_session: Session) -> None:
    dialog = shown(qtbot, archive_session, open_path(archive_session))

    assert dialog.sentence.text() == "No damage was found."
    assert not dialog.repair_button.isVisible()
    assert not dialog.findings.isVisible()


def test_damage_is_listed_and_repaired_and_the_library_is_open_again(
    qtbot: QtBot, archive_session: Session
) -> None:
    path = open_path(archive_session)
    alter(path, "UPDATE documents SET block0 = block0 + 1 WHERE fingerprint IS NOT NULL")
    dialog = shown(qtbot, archive_session, path)
    assert damage_text(Damage.BLOCKS) in dialog.findings.toPlainText()
    assert "A repair copies what can be read" in dialog.sentence.text()

    with qtbot.waitSignal(archive_session.library_opened, timeout=WAIT_MS):
        dialog.repair_button.click()
    wait(qtbot, archive_session)

    assert dialog.sentence.text().startswith("The library is repaired.")
    assert "is kept" in dialog.sentence.text()
    assert open_path(archive_session) == path
    assert archive_session.library is not None
    assert library_info(archive_session.library).documents > 0
    again = shown(qtbot, archive_session, path)
    assert again.sentence.text() == "No damage was found."


def test_a_library_that_cannot_be_opened_is_checked_from_where_that_is_told(
    qtbot: QtBot, archive_session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.simhash"
    assert archive_session.library is not None
    archive_session.library.save_copy(path)
    alter(path, "DROP INDEX ix_documents_block0")
    with qtbot.waitSignal(archive_session.library_refused, timeout=WAIT_MS):
        archive_session.open_library(path)

    dialog = shown(qtbot, archive_session, path)
    with qtbot.waitSignal(archive_session.library_opened, timeout=WAIT_MS):
        dialog.repair_button.click()
    wait(qtbot, archive_session)

    assert open_path(archive_session) == path


def test_closing_the_dialog_ends_the_check(qtbot: QtBot, archive_session: Session) -> None:
    dialog = LibraryCheckDialog(archive_session, open_path(archive_session), None)
    dialog.show()

    dialog.close()
    wait(qtbot, archive_session)

    assert archive_session.library is not None


def test_a_library_that_is_gone_is_told(
    qtbot: QtBot, archive_session: Session, tmp_path: Path
) -> None:
    dialog = shown(qtbot, archive_session, tmp_path / "gone.simhash")

    assert "is no longer there" in dialog.sentence.text()
    assert not dialog.repair_button.isVisible()


@pytest.mark.parametrize("damage", Damage)
def test_each_kind_of_damage_has_its_sentence(damage: Damage) -> None:
    assert damage_text(damage).endswith(".")
