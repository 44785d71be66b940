"""A second start brings the window that is open to the front."""

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.ui.shell.second_start import SecondStarts, Wish, hand_over


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder with a short path: that of a socket may have about a hundred characters."""
    with tempfile.TemporaryDirectory(prefix="home-") as folder:
        yield Path(folder)


@pytest.fixture
def starts(home: Path, qtbot: QtBot) -> Iterator[SecondStarts]:
    listening = SecondStarts(home)
    yield listening
    listening.end()


def test_the_first_start_has_no_window_to_hand_over_to(home: Path) -> None:
    assert not hand_over(home, Wish.WINDOW)
    assert not hand_over(home / "nowhere", Wish.WINDOW)


def test_a_second_start_hands_over_what_it_was_asked_for(
    home: Path, starts: SecondStarts, qtbot: QtBot
) -> None:
    with ThreadPoolExecutor(1) as second, qtbot.waitSignal(starts.came) as came:
        is_taken = second.submit(hand_over, home, Wish.SAMPLES)

    assert came.args == [Wish.SAMPLES]
    assert is_taken.result()


def test_what_a_killed_window_has_left_is_in_nobodys_way(home: Path, qtbot: QtBot) -> None:
    left = SecondStarts(home)
    name = next(home.iterdir())
    left.end()
    name.touch()

    assert not hand_over(home, Wish.WINDOW)
    after = SecondStarts(home)
    with ThreadPoolExecutor(1) as second, qtbot.waitSignal(after.came):
        second.submit(hand_over, home, Wish.WINDOW)
    after.end()


def test_a_window_that_is_closed_listens_no_longer(home: Path, starts: SecondStarts) -> None:
    starts.end()

    assert not hand_over(home, Wish.WINDOW)
    assert not list(home.iterdir())
