"""Draw the curve first, then change what is done to the words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout
from typing_extensions import override

from simhash_gui.services.teaching.curves import CURVE_SHARES, WORDS_AT_ONCE, Change, Setting
from simhash_gui.services.teaching.text_questions import CurveQuestion, TextKind
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import sentences
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.learn.curve import CurveDrawing, largest_gap
from simhash_gui.ui.learn.gate import Gate, Grade
from simhash_gui.ui.learn.stage import LessonStage, StageId
from simhash_gui.ui.learn.text_tasks import FetchedTask
from simhash_gui.ui.learn.view_model import LearnViewModel

_CLOSE_BITS = 3


class CurveTask(FetchedTask):
    """A curve is right when no point is more than three bits off."""

    def __init__(self, model: LearnViewModel) -> None:
        super().__init__(model, TextKind.CURVE)
        self.asked: CurveQuestion | None = None
        self.drawing = CurveDrawing()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.drawing)
        self.drawing.drawn.connect(self.changed)

    @override
    def question(self) -> str:
        if self.asked is None:
            return "…"
        setting = self.asked.setting
        change = {
            Change.SWAP: self.tr("0 to 30% of its words are replaced by others."),
            Change.DROP: self.tr("0 to 30% of its words are left out."),
            Change.INSERT: self.tr("0 to 30% more words are put in."),
            Change.REORDER: self.tr("0 to 30% of its words change places."),
        }[setting.change]
        single, several = (
            self.tr("Each word has a vote."),
            self.tr("Every {count} neighbouring words have a vote together."),
        )
        text = self.tr(
            "A text of {words} words. {change} {voters} Draw across the chart, or with the arrow "
            "keys, how many of the 64 bits differ. (Within {tolerance} bits everywhere is right.)"
        )
        return text.format(
            words=self.asked.curve.words,
            change=change,
            voters=(several if setting.words_at_once > 1 else single).format(
                count=setting.words_at_once
            ),
            tolerance=_CLOSE_BITS,
        )

    @override
    def is_answered(self) -> bool:
        return self.asked is not None and self.drawing.is_complete

    @override
    def grade(self) -> Grade:
        if self.asked is None:
            return Grade(is_right=False, why="…")
        curve = self.asked.curve
        place, gap = largest_gap(self.drawing.guess, curve)
        off = self.tr("Your curve is farthest off at {share}: by {gap} bits.")
        measured = self.tr(
            "Measured at {share}: {mean} bits, give or take {spread}. The line is the mean of "
            "twelve tries, the band how far they spread. The more words a text has, the less each "
            "of them counts."
        )
        if not self.is_answered():
            off, place = "", len(CURVE_SHARES) - 1
        why = sentences(off, measured).format(
            share=f"{CURVE_SHARES[place]:.0%}",
            gap=f"{gap:.1f}",
            mean=f"{curve.means[place]:.1f}",
            spread=f"{curve.deviations[place]:.1f}",
        )
        return Grade(gap <= _CLOSE_BITS, why)

    @override
    def reveal(self) -> None:
        if self.asked is not None:
            self.drawing.show_measured(self.asked.curve)

    @override
    def forget(self) -> None:
        self.drawing.clear()

    @override
    def set_over(self, *, is_over: bool) -> None:
        super().set_over(is_over=is_over)
        self.drawing.setEnabled(not is_over)

    @override
    def retranslate(self) -> None:
        self.drawing.setAccessibleName(self.tr("Curve of distance against changed words"))


class CurveStage(LessonStage):
    """Long or short text; words replaced, dropped, inserted, moved."""

    id = StageId.CURVE

    def __init__(self, model: LearnViewModel) -> None:
        self.task = CurveTask(model)
        super().__init__(model, [Gate(model, self.task)])
        self.changes, self.voters, self.short = QComboBox(), QComboBox(), QCheckBox()
        self.changes.addItems([""] * len(Change))
        self.voters.addItems([""] * len(WORDS_AT_ONCE))
        self.drawing, self.note = CurveDrawing(takes_guess=False), WrappedLabel()
        choices = FlowRow()
        choices.add(self.changes)
        choices.add(self.voters)
        choices.add(self.short)
        for widget in (choices, self.drawing, self.note):
            self.column.addWidget(widget)
        self.changes.currentIndexChanged.connect(self._measure)
        self.voters.currentIndexChanged.connect(self._measure)
        self.short.toggled.connect(self._measure)

    @override
    def title(self) -> str:
        return self.tr("Draw the curve first")

    @override
    def entered(self) -> None:
        super().entered()
        self._measure()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(self.tr("How much may a text change before its fingerprint does?"))
        for row, change in enumerate(Change):
            self.changes.setItemText(row, change_label(change))
        for row, count in enumerate(WORDS_AT_ONCE):
            self.voters.setItemText(row, voters_label(count))
        self.voters.setAccessibleName(self.tr("What votes"))
        self.changes.setAccessibleName(self.tr("What is done to the words"))
        self.short.setText(self.tr("a short text of 24 words"))
        self.drawing.setAccessibleName(self.tr("Measured curve"))
        self.note.setText(
            self.tr(
                "Mean and spread of twelve repeats. A short text has few votes, so each changed "
                "word turns more bits; another order of single words changes nothing at all."
            )
        )

    def _measure(self) -> None:
        setting = Setting(
            tuple(Change)[self.changes.currentIndex()],
            self.short.isChecked(),
            WORDS_AT_ONCE[self.voters.currentIndex()],
        )
        self.model.ask(
            "curve", "curve", self.model.language, setting, 1, on_done=self.drawing.show_measured
        )


def change_label(change: Change) -> str:
    """What is done to the words."""
    return {
        Change.SWAP: QCoreApplication.translate("CurveStage", "words replaced"),
        Change.DROP: QCoreApplication.translate("CurveStage", "words dropped"),
        Change.INSERT: QCoreApplication.translate("CurveStage", "words inserted"),
        Change.REORDER: QCoreApplication.translate("CurveStage", "words moved about"),
    }[change]


def voters_label(words_at_once: int) -> str:
    """What has a vote."""
    if words_at_once == 1:
        return QCoreApplication.translate("CurveStage", "single words")
    text = QCoreApplication.translate("CurveStage", "every {count} neighbouring words")
    return text.format(count=words_at_once)
