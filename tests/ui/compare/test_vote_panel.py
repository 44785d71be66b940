"""The votes at a bit, and what made the difference."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from simhash_gui.services.comparison.bit_votes import BitVote, BitVotes, Contribution
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.compare.votes import VotePanel

FLIPPED = BitVotes(
    40, BitVote(12.4, 13.1), BitVote(14.0, 13.1), (Contribution("修订", 0.0, 1.6),), 1
)
UNMOVED = BitVotes(7, BitVote(3.0, 1.0), BitVote(3.0, 1.0), (), 0)
MANY = tuple(Contribution(f"word{number}", 0.0, 1.0) for number in range(100))


@pytest.fixture
def panel(qtbot: QtBot) -> VotePanel:
    made = VotePanel()
    qtbot.addWidget(made)
    made.resize(800, 200)
    made.show()
    return made


def test_without_a_bit_it_says_how_to_choose_one(panel: VotePanel) -> None:
    panel.show_bit(None)

    assert panel.text().startswith("Votes")


def test_both_sides_show_their_votes_and_margins(panel: VotePanel) -> None:
    panel.show_bit(40)
    panel.show_votes(FLIPPED)

    assert panel.text().splitlines() == [
        "Bit 40",
        "A 12.4 13.1 −0.7",
        "B 14.0 13.1 +0.9",
        "Changed votes: 修订 +1.6",
    ]


@pytest.mark.parametrize(("bit", "is_pinned"), [(None, False), (40, False), (40, True)])
def test_what_cells_of_bits_look_like_is_always_told(
    panel: VotePanel, bit: int | None, is_pinned: bool
) -> None:
    panel.show_bit(bit, is_pinned=is_pinned)

    hint = panel.findChildren(ElidedLabel)[0].full_text()
    assert hint.endswith(" Filled: one. Outlined: zero. Pale: decided by a thin margin.")


def test_a_bit_that_nothing_moved_says_so(panel: VotePanel) -> None:
    panel.show_bit(7)
    panel.show_votes(UNMOVED)

    assert panel.text().endswith("Every feature votes the same way here in both documents.")


def test_of_many_features_eight_are_named_and_the_others_counted(panel: VotePanel) -> None:
    panel.show_bit(3)
    panel.show_votes(BitVotes(3, BitVote(1.0, 0.0), BitVote(101.0, 0.0), MANY, 12_345))

    assert panel.text().splitlines()[-1].count("word") == 8
    assert panel.text().endswith("; and 12,337 more")


def test_votes_that_come_late_are_not_shown_for_another_bit(panel: VotePanel) -> None:
    panel.show_bit(7)
    panel.show_votes(UNMOVED)
    panel.show_bit(9)
    panel.show_votes(FLIPPED)

    assert panel.text().startswith("Bit 7")


def test_its_height_is_the_same_whatever_it_shows(panel: VotePanel) -> None:
    empty = panel.sizeHint().height()
    panel.show_bit(40)
    panel.show_votes(FLIPPED)

    assert panel.sizeHint().height() == empty


def test_it_is_told_to_screen_readers_and_follows_the_language(panel: VotePanel) -> None:
    panel.show_bit(40)
    panel.show_votes(FLIPPED)
    QCoreApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))

    assert panel.accessibleDescription() == panel.text()
    assert not panel.grab().isNull()
