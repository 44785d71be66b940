"""Misconceptions, each broken by a demonstration; the learner first says what comes out."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.teaching.text_questions import ChangedPair, TextKind, Voters
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.stage import LessonStage, StageId, TextBox
from simhash_gui.ui.learn.text_tasks import Blank, Numbers, NumberTask, SameTask, TextPair
from simhash_gui.ui.learn.view_model import LearnViewModel
from simhash_gui.ui.learn.vote_table import VoteArea, VoteTable
from simhash_gui.ui.theme.tokens import Space

_TOLERANCE_BITS = 2
_ROWS_SHOWN = 8


class MythsStage(LessonStage):
    """Three beliefs, three demonstrations on texts that are shown."""

    id = StageId.MYTHS

    def __init__(self, model: LearnViewModel) -> None:
        self.pair, self.bits = TextPair(), (BitRow(64), BitRow(64))
        self.share = NumberTask(
            model,
            TextKind.SHARE,
            Numbers(
                self._ask_share,
                [Blank(lambda: self.tr("bits"), _TOLERANCE_BITS)],
                lambda asked: (asked.distance,),
                self._why_share,
            ),
            _column(self.pair, *self.bits),
            self._show_share,
        )
        self.same = SameTask(model)
        self.text, self.votes = TextBox(), VoteTable()
        self.votes_area = VoteArea(self.votes, _ROWS_SHOWN)
        self.voters = NumberTask(
            model,
            TextKind.FEATURES,
            Numbers(
                lambda asked: self.tr(
                    "“64 bits are 64 features.” How many different words of this text vote on bit "
                    "{bit}?"
                ).format(bit=asked.bit),
                [Blank(lambda: self.tr("words"), 0)],
                lambda asked: (asked.answer,),
                self._why_voters,
            ),
            _column(self.text, self.votes_area),
            self._show_voters,
        )
        gates = [Gate(model, task) for task in (self.share, self.same, self.voters)]
        super().__init__(model, gates)
        for letter, row in zip("AB", self.bits, strict=True):
            row.set_letter(letter)
        self.text.setReadOnly(True)
        self.skip.hide()
        gates[0].revealed.connect(self._reveal_share)
        gates[2].revealed.connect(self._reveal_voters)

    @override
    def title(self) -> str:
        return self.tr("Three mistakes")

    @override
    def open_up(self) -> None:
        """Nothing to change here: the other stages have it."""

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.skip.hide()
        self.intro.setText(self.tr("Three things that people believe about SimHash."))
        self.pair.retranslate()
        self.text.setAccessibleName(self.tr("Text"))
        self.votes.setAccessibleName(self.tr("Votes"))
        for letter, row in zip("AB", self.bits, strict=True):
            row.set_name(self.tr("Fingerprint {letter}").format(letter=letter))

    def _show_share(self, asked: ChangedPair) -> None:
        self.pair.show_texts(asked.a, asked.b)
        for row in self.bits:
            row.setVisible(self.share.is_over)

    def _reveal_share(self) -> None:
        asked: ChangedPair | None = self.share.asked
        if asked is None:
            return
        values = [side.trace.fingerprint.value for side in (asked.a, asked.b)]
        differing = [bit for bit in range(64) if (values[0] ^ values[1]) >> bit & 1]
        for row, value, marked in zip(self.bits, values, ((), differing), strict=True):
            row.show_bits(value, 64, differing=marked)
            row.show()

    def _show_voters(self, asked: Voters) -> None:
        # The words as they are counted: a reader cannot know where Chinese is cut.
        words = [asked.traced.lesson.text[start:end] for _, start, end in asked.traced.spans]
        self.text.setPlainText(" · ".join(words))
        self.votes_area.setVisible(self.voters.is_over)

    def _reveal_voters(self) -> None:
        if self.voters.asked is None:
            return
        self.votes.show_trace(self.voters.asked.traced.trace, marks_fragile=False)
        self.votes_area.show()

    def _ask_share(self, asked: ChangedPair) -> str:
        text = self.tr(
            "“8 of 64 bits differ, so the texts are 56/64 = 87.5% alike.” Of the "
            "{words} words of the longer text, each as often as it comes, the other has {common}: "
            "were that true, {belief} bits would differ. How many do? "
            "(Within {tolerance} is right.)"
        )
        belief = round(64 * (1 - asked.common / asked.words))
        return text.format(
            common=asked.common, words=asked.words, belief=belief, tolerance=_TOLERANCE_BITS
        )

    def _why_share(self, asked: ChangedPair) -> str:
        text = self.tr(
            "{bits}. Unrelated texts agree on each bit by chance half of the time, like two tossed "
            "coins, so they end near 32, never near 64. The distance measures an angle, not a "
            "share of words."
        )
        return text.format(bits=asked.distance)

    def _why_voters(self, asked: Voters) -> str:
        text = self.tr(
            "{words}: every row above has a vote in every column. No bit belongs to a word; a "
            "word that comes twice votes with more weight."
        )
        return text.format(words=asked.answer)


def _column(*widgets: QWidget) -> QWidget:
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(Space.S)
    for widget in widgets:
        column.addWidget(widget)
    return whole
