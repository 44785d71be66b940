"""Notices: what they say, what they offer, how they go."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.shell.notice_bar import NoticeBar

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bar(qtbot: QtBot) -> NoticeBar:
    made = NoticeBar()
    qtbot.addWidget(made)
    return made


def saying(text: str, kind: NoticeKind = NoticeKind.DONE) -> Notice:
    return Notice(kind, lambda: text)


@pytest.mark.parametrize("kind", list(NoticeKind))
def test_a_notice_is_shown_in_its_words(bar: NoticeBar, kind: NoticeKind) -> None:
    bar.post(saying("60 files read.", kind))

    assert bar.isVisible()
    assert bar.text() == "60 files read."


def test_the_action_of_a_notice_is_done_once_and_the_notice_goes(
    bar: NoticeBar, qtbot: QtBot
) -> None:
    done: list[str] = []
    bar.post(
        Notice(
            NoticeKind.WARNING,
            lambda: "3 files failed.",
            action_text=lambda: "Show",
            action=lambda: done.append("shown"),
        )
    )

    qtbot.mouseClick(bar.action_button, LEFT)

    assert done == ["shown"]
    assert not bar.isVisible()


def test_a_click_on_the_action_leaves_the_keyboard_where_it_is(qtbot: QtBot) -> None:
    window, bar = QWidget(), NoticeBar()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    first, used = QLineEdit(), QLineEdit()
    for part in (first, used, bar):
        column.addWidget(part)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    used.setFocus()
    undo = Notice(NoticeKind.DONE, lambda: "Gone.", lambda: "Undo", lambda: None)
    bar.post(undo)

    qtbot.mouseClick(bar.action_button, LEFT)

    assert not bar.isVisible()
    assert used.hasFocus()


def test_details_are_asked_for_and_the_notice_stays(bar: NoticeBar, qtbot: QtBot) -> None:
    notice = Notice(NoticeKind.ERROR, lambda: "It failed.", details="line 7")
    bar.post(notice)

    with qtbot.waitSignal(bar.details_wanted) as asked:
        qtbot.mouseClick(bar.details_button, LEFT)

    assert asked.args == [notice]
    assert bar.isVisible()


def test_closing_a_notice_brings_back_the_one_before(bar: NoticeBar, qtbot: QtBot) -> None:
    bar.post(saying("First.", NoticeKind.ERROR))
    bar.post(saying("Second.", NoticeKind.ERROR))

    qtbot.mouseClick(bar.close_button, LEFT)
    assert bar.text() == "First."
    qtbot.mouseClick(bar.close_button, LEFT)
    assert not bar.isVisible()


def test_a_notice_that_waits_covers_no_other(bar: NoticeBar) -> None:
    aside = replace(saying("not saved", NoticeKind.WARNING), about="settings", waits=True)
    bar.post(aside)
    assert bar.text() == "not saved"

    bar.post(saying("refused", NoticeKind.ERROR))
    bar.post(aside)
    assert bar.text() == "refused"

    bar.dismiss()
    assert bar.text() == "not saved"
    bar.dismiss()
    assert bar.notice is None


def test_what_is_said_while_notices_are_held_waits(bar: NoticeBar) -> None:
    bar.post(saying("First.", NoticeKind.ERROR))

    bar.hold(True)
    bar.post(saying("Second."))
    assert not bar.isVisible()
    assert not bar.is_about_to_leave
    bar.hold(False)

    assert bar.isVisible()
    assert bar.text() == "Second."


def test_good_news_does_not_wait_below_other_news(bar: NoticeBar) -> None:
    bar.post(saying("Good."))
    bar.post(saying("Bad.", NoticeKind.ERROR))

    bar.dismiss()

    assert bar.notice is None


def test_only_the_last_few_notices_are_kept(bar: NoticeBar) -> None:
    for number in range(20):
        bar.post(saying(f"Error {number}.", NoticeKind.ERROR))

    seen = []
    while bar.notice is not None:
        seen.append(bar.text())
        bar.dismiss()

    assert seen == [f"Error {number}." for number in (19, 18, 17, 16, 15)]


def test_good_news_leaves_by_itself_but_not_while_it_is_pointed_at(bar: NoticeBar) -> None:
    bar.post(saying("Good."))
    assert bar.is_about_to_leave

    point = QPointF(1, 1)
    bar.enterEvent(QEnterEvent(point, point, point))
    assert not bar.is_about_to_leave
    bar.leaveEvent(QEvent(QEvent.Type.Leave))
    assert bar.is_about_to_leave


def test_bad_news_stays_until_it_is_closed(bar: NoticeBar) -> None:
    bar.post(saying("Bad.", NoticeKind.ERROR))

    assert not bar.is_about_to_leave


def test_a_notice_on_show_follows_the_language(bar: NoticeBar) -> None:
    words = ["60 files read."]
    bar.post(Notice(NoticeKind.DONE, lambda: words[0]))

    words[0] = "已读取 60 个文件。"
    bar.changeEvent(QEvent(QEvent.Type.LanguageChange))

    assert bar.text() == "已读取 60 个文件。"


def test_what_leads_into_a_library_that_is_closed_goes_and_the_rest_stays(bar: NoticeBar) -> None:
    bar.post(saying("Your settings could not be saved.", NoticeKind.WARNING))
    failed = Notice(NoticeKind.WARNING, lambda: "3 files failed.", show_details=lambda: None)
    bar.post(failed)

    bar.drop_actions()

    assert bar.text() == "Your settings could not be saved."
    bar.dismiss()
    assert not bar.isVisible()
