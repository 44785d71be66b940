"""Uncaught errors become notices, Qt's messages go to the log, diagnostics can be copied."""

from __future__ import annotations

import logging
import threading

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.faults import (
    UnexpectedErrors,
    can_show,
    copy_diagnostics,
    log_qt_message,
    tell_missing_fonts,
)
from tests.helpers.logfail import ExpectLog


@pytest.fixture
def notices(session: Session) -> list[Notice]:
    posted: list[Notice] = []
    session.notice_posted.connect(posted.append)
    return posted


def test_an_error_of_another_thread_becomes_a_notice_with_details(
    session: Session, notices: list[Notice], qtbot: QtBot, expect_log: ExpectLog
) -> None:
    errors = UnexpectedErrors(session)
    thread = threading.Thread(target=errors.tell, args=(KeyError("bits"),))

    thread.start()
    thread.join()
    assert notices == []
    with expect_log(logging.ERROR, "told: KeyError"):
        qtbot.waitUntil(lambda: bool(notices))

    (notice,) = notices
    assert notice.kind is NoticeKind.ERROR
    assert "Something went wrong inside the program" in notice.text()
    assert "KeyError: 'bits'" in notice.details


def test_a_font_without_chinese_is_told_in_a_notice(
    session: Session, notices: list[Notice], expect_log: ExpectLog
) -> None:
    with expect_log(logging.WARNING, "no font has Chinese characters"):
        tell_missing_fonts(session, pytest.fail, "ABC".__contains__)

    assert [notice.kind for notice in notices] == [NoticeKind.WARNING]
    assert "No font on this system has Chinese characters" in notices[0].text()


def test_a_system_without_any_font_is_told_on_the_terminal(
    session: Session, notices: list[Notice], expect_log: ExpectLog
) -> None:
    said: list[str] = []
    with expect_log(logging.WARNING, "no font is installed"):
        tell_missing_fonts(session, said.append, "".__contains__)

    assert notices == []
    assert said[0].startswith("no font is installed, so the window shows boxes")


def test_what_is_no_character_is_in_no_font(session: Session) -> None:
    assert not can_show("\uffff")


def test_diagnostics_are_put_on_the_clipboard_and_that_is_told(
    session: Session, notices: list[Notice], qtbot: QtBot
) -> None:
    copy_diagnostics(session)

    qtbot.waitUntil(lambda: bool(notices))
    text = QGuiApplication.clipboard().text()
    assert text.startswith("simhash-gui ")
    assert "Qt 6." in text
    assert notices[0].details == text
    assert "to the clipboard" in notices[0].text()


@pytest.mark.parametrize(
    ("kind", "level"),
    [(QtMsgType.QtWarningMsg, logging.WARNING), (QtMsgType.QtCriticalMsg, logging.ERROR)],
)
def test_a_message_of_qt_is_logged_without_what_it_quotes(
    expect_log: ExpectLog, kind: QtMsgType, level: int
) -> None:
    with expect_log(level, "^default: cannot open …$"):
        log_qt_message(kind, QMessageLogContext(), "cannot open '/home/ann/a.txt'")
