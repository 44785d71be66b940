"""The Compare page over a library with two versions of a text, and another one, in it."""

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.session.session import Session
from tests.ui.compare.desk import NEW, OLD, Answers, settle
from tests.ui.filled_library import Doc, put


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def page(qtbot: QtBot, open_session: Session, answers: Answers) -> ComparePage:
    made = ComparePage(open_session, ask_file=answers)
    qtbot.addWidget(made)
    made.comparison.set_folded(False)
    made.resize(1100, 800)
    made.show()
    return made


@pytest.fixture
def ids(open_session: Session) -> dict[str, int]:
    assert open_session.library is not None
    documents = [Doc("old.txt", 1, OLD), Doc("new.txt", 2, NEW), Doc("会议.txt", 3, "会议记录")]
    return put(open_session.library, documents)


@pytest.fixture
def compared(qtbot: QtBot, page: ComparePage, ids: dict[str, int]) -> ComparePage:
    """The page with the old text as A and the new one as B."""
    page.session.compare_requested.emit((ids["old.txt"], ids["new.txt"]))
    settle(qtbot, page)
    return page
