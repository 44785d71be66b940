"""Reads off the UI thread: who is answered, who is not, and on which thread."""

import itertools
import threading
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from simhash_gui.ui.session.read_pool import ReadPool

WAIT_MS = 10_000


@pytest.fixture
def pool(qtbot: QtBot) -> Iterator[ReadPool]:
    made = ReadPool()
    yield made
    made.close()


def test_an_answer_comes_on_the_thread_of_the_window(pool: ReadPool, qtbot: QtBot) -> None:
    answers: list[tuple[int, int]] = []
    pool.submit(
        threading.get_ident,
        on_done=lambda reader: answers.append((reader, threading.get_ident())),
    )

    qtbot.waitUntil(lambda: bool(answers), timeout=WAIT_MS)

    (reader, receiver) = answers[0]
    assert receiver == threading.get_ident()
    assert reader != receiver


def test_arguments_reach_the_function_in_order(pool: ReadPool, qtbot: QtBot) -> None:
    answers: list[float] = []
    pool.submit(divmod, 17, 5, on_done=answers.append)

    qtbot.waitUntil(lambda: answers == [(3, 2)], timeout=WAIT_MS)


@pytest.mark.parametrize("are_waiting", [True, False])
def test_who_only_waits_and_who_reads_do_not_keep_each_other(
    pool: ReadPool, qtbot: QtBot, are_waiting: bool
) -> None:
    may_end, answers = threading.Event(), list[str]()
    for _ in range(20):
        pool.submit(may_end.wait, on_done=lambda _: None, is_waiting=are_waiting)

    pool.submit(lambda: "at once", on_done=answers.append, is_waiting=not are_waiting)
    try:
        qtbot.waitUntil(lambda: answers == ["at once"], timeout=WAIT_MS)
    finally:
        may_end.set()  # or the pool waits for them at its end


def test_a_newer_request_with_the_same_key_takes_the_place_of_the_older(
    pool: ReadPool, qtbot: QtBot
) -> None:
    may_end = threading.Event()
    answers: list[str] = []

    def slow() -> str:
        may_end.wait()
        return "old"

    pool.submit(slow, on_done=answers.append, key="filter")
    pool.submit(lambda: "new", on_done=answers.append, key="filter")
    may_end.set()

    qtbot.waitUntil(lambda: pool.is_idle, timeout=WAIT_MS)
    assert answers == ["new"]


def test_no_read_begins_in_the_turn_that_asks_for_it(pool: ReadPool, qtbot: QtBot) -> None:
    """Or it would keep the interpreter from what else is done in that turn."""
    begun: list[str] = []
    for _ in range(100):
        pool.submit(begun.append, "too early", on_done=lambda _n: None)
    pool.forget_all()

    pool.submit(begun.append, "in time", on_done=lambda _n: None)
    qtbot.waitUntil(lambda: pool.is_idle, timeout=WAIT_MS)

    assert begun == ["in time"]


def test_a_lasting_request_begins_at_once(pool: ReadPool) -> None:
    """Whoever opens a library in that turn needs the one before to be closed."""
    has_begun = threading.Event()

    pool.submit(has_begun.set, on_done=lambda _n: None, is_lasting=True)

    assert has_begun.wait(WAIT_MS / 1000)


def test_an_error_goes_to_who_asked(pool: ReadPool, qtbot: QtBot) -> None:
    errors: list[Exception] = []
    pool.submit(int, "seven", on_done=lambda _n: None, on_error=errors.append)

    qtbot.waitUntil(lambda: bool(errors), timeout=WAIT_MS)

    assert isinstance(errors[0], ValueError)


def test_an_error_that_nobody_asked_for_is_told_by_the_pool(pool: ReadPool, qtbot: QtBot) -> None:
    with qtbot.waitSignal(pool.failed, timeout=WAIT_MS) as failed:
        pool.submit(int, "seven", on_done=lambda _n: None)

    assert isinstance(failed.args[0], ValueError)


def test_forgetting_everything_spares_lasting_requests(pool: ReadPool, qtbot: QtBot) -> None:
    may_end = threading.Event()
    answers: list[str] = []

    def named(name: str) -> str:
        may_end.wait()
        return name

    pool.submit(named, "passing", on_done=answers.append)
    pool.submit(named, "lasting", on_done=answers.append, is_lasting=True)
    pool.forget_all()
    may_end.set()

    qtbot.waitUntil(lambda: pool.is_idle, timeout=WAIT_MS)
    assert answers == ["lasting"]


def test_a_forgotten_request_is_never_answered(pool: ReadPool, qtbot: QtBot) -> None:
    answers: list[str] = []
    pool.submit(lambda: "forgotten", on_done=answers.append, key="a")
    pool.forget("a")
    pool.submit(lambda: "kept", on_done=answers.append, key="b")

    qtbot.waitUntil(lambda: pool.is_idle, timeout=WAIT_MS)
    assert answers == ["kept"]


def test_nobody_is_called_on_an_object_that_qt_has_deleted(pool: ReadPool, qtbot: QtBot) -> None:
    class Receiver(QObject):
        told = Signal()

        def take(self, _answer: object) -> None:
            self.told.emit()

    receiver = Receiver()
    pool.submit(int, on_done=receiver.take)
    shiboken6.delete(receiver)

    qtbot.waitUntil(lambda: pool.is_idle, timeout=WAIT_MS)


def test_closing_waits_for_the_reads_under_way_and_answers_nobody(qtbot: QtBot) -> None:
    pool = ReadPool()
    began, may_end = threading.Event(), threading.Event()
    answers: list[bool] = []

    def slow() -> bool:
        began.set()
        return may_end.wait()

    pool.submit(slow, on_done=answers.append)
    qtbot.waitUntil(began.is_set, timeout=WAIT_MS)
    may_end.set()
    pool.close()
    qtbot.wait(1)

    assert answers == []


class _Painted(QWidget):
    def __init__(self, told: list[object]) -> None:
        super().__init__()
        self._told = told

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._told.append("painted")


def test_what_an_answer_changes_is_painted_before_the_next_one_comes(
    pool: ReadPool, qtbot: QtBot
) -> None:
    told: list[object] = []
    widget = _Painted(told)
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    read = threading.Barrier(2, timeout=WAIT_MS / 1000)
    count = 20

    def take(number: int) -> None:
        told.append(number)
        widget.update()

    def last() -> int:
        read.wait()
        return count

    for number in range(count):
        pool.submit(lambda number=number: number, on_done=take)  # type: ignore[misc]
    pool.submit(last, on_done=take)
    for _ in range(4):  # turns until they begin
        QApplication.processEvents()
    read.wait()  # all have been read, and few answers were told: the loop did not turn
    qtbot.waitUntil(lambda: pool.is_idle, timeout=WAIT_MS)

    numbers = [place for place, each in enumerate(told) if each != "painted"]
    assert len(numbers) == count + 1
    assert all(after - before > 1 for before, after in itertools.pairwise(numbers))
