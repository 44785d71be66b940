"""Draw the curve first, then change what is done to the words."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout
from typing_extensions import override

from simhash_gui.services.teaching.tutor import CURVE_SHARES, Change, Curve
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.learn.curve import CurveDrawing, largest_gap
from simhash_gui.ui.learn.gate import Gate, Grade, Task
from simhash_gui.ui.learn.stage import Stage, StageId
from simhash_gui.ui.learn.view_model import LearnViewModel

_CLOSE_BITS = 4


class CurveTask(Task):
    """A curve is right when no point is more than four bits off."""

    kind = "curve"
    has_seeds = False

    def __init__(self) -> None:
        super().__init__()
        self.drawing = CurveDrawing()
        self.curve: Curve | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.drawing)
        self.drawing.drawn.connect(self.changed)

    @override
    def question(self) -> str:
        return self.tr(
            "Replace 0 to 30 % of the words of a page of text. Draw how the distance grows."
        )

    @override
    def is_answered(self) -> bool:
        return self.curve is not None and self.drawing.is_complete

    @override
    def grade(self) -> Grade:
        if self.curve is None:
            return Grade(is_right=False, why="…")
        place, gap = largest_gap(self.drawing.guess, self.curve)
        text = self.tr(
            "Your curve is farthest off at {share}: by {gap} bits. Measured there: {mean} bits, "
            "give or take {spread}."
        )
        why = text.format(
            share=f"{CURVE_SHARES[place]:.0%}",
            gap=f"{gap:.1f}",
            mean=f"{self.curve.means[place]:.1f}",
            spread=f"{self.curve.deviations[place]:.1f}",
        )
        return Grade(gap <= _CLOSE_BITS, why)

    @override
    def reveal(self) -> None:
        self.drawing.show_measured(self.curve)

    @override
    def renew(self, seed: int) -> None:
        super().renew(seed)
        self.drawing.clear()

    @override
    def retranslate(self) -> None:
        self.drawing.setAccessibleName(self.tr("Curve of distance against changed words"))


class CurveStage(Stage):
    """Long or short text; words replaced, dropped, inserted, moved."""

    id = StageId.CURVE

    def __init__(self, model: LearnViewModel) -> None:
        self.task = CurveTask()
        super().__init__(model, [Gate(model, self.task)])
        self.changes, self.short = QComboBox(), QCheckBox()
        self.changes.addItems([""] * len(Change))
        self.drawing, self.note = CurveDrawing(takes_guess=False), WrappedLabel()
        choices = FlowRow()
        choices.add(self.changes)
        choices.add(self.short)
        for widget in (choices, self.drawing, self.note):
            self.column.addWidget(widget)
        self.changes.currentIndexChanged.connect(self._measure)
        self.short.toggled.connect(self._measure)

    @override
    def title(self) -> str:
        return self.tr("Draw the curve first")

    @override
    def entered(self) -> None:
        self.model.ask(
            "curve-task", "curve", self.model.language, Change.SWAP, self.task.seed, False,
            on_done=self._take_task,
        )  # fmt: skip
        self._measure()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(self.tr("How much may a text change before its fingerprint does?"))
        names = {
            Change.SWAP: self.tr("words replaced"),
            Change.DROP: self.tr("words dropped"),
            Change.INSERT: self.tr("words inserted"),
            Change.REORDER: self.tr("words moved about"),
        }
        for row, change in enumerate(Change):
            self.changes.setItemText(row, names[change])
        self.changes.setAccessibleName(self.tr("What is done to the words"))
        self.short.setText(self.tr("a short text of 24 words"))
        self.drawing.setAccessibleName(self.tr("Measured curve"))
        self.note.setText(
            self.tr(
                "Mean and spread of twelve repeats. A short text has few votes, so each changed "
                "word turns more bits; another order of the words changes nothing at all."
            )
        )

    def _measure(self) -> None:
        change = tuple(Change)[self.changes.currentIndex()]
        self.model.ask(
            "curve", "curve", self.model.language, change, 1, self.short.isChecked(),
            on_done=self.drawing.show_measured,
        )  # fmt: skip

    def _take_task(self, curve: Curve) -> None:
        self.task.curve = curve
        self.task.changed.emit()
