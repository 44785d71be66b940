"""Tasks that ask for numbers which the engine then measures: to be typed, not chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout
from typing_extensions import override

from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.learn.gate import Grade, Task
from simhash_gui.ui.theme.tokens import Space


@dataclass(frozen=True, slots=True)
class Blank:
    """A number to fill in, and how far an answer may be off; ``label`` is asked when shown."""

    label: Callable[[], str]
    tolerance: int


class NumberTask(Task):
    """Several numbers. What they really are is told by ``set_measured`` before the answer."""

    has_seeds = False

    def __init__(
        self,
        kind: str,
        question: Callable[[], str],
        blanks: Sequence[Blank],
        why: Callable[[Sequence[int]], str],
    ) -> None:
        super().__init__()
        self.kind = kind
        self._question, self._why, self._blanks = question, why, tuple(blanks)
        self._measured: tuple[int, ...] | None = None
        self.labels = [QLabel() for _ in blanks]
        self.fields = [QLineEdit() for _ in blanks]
        row = FlowRow()
        for label, field in zip(self.labels, self.fields, strict=True):
            field.setValidator(QIntValidator(0, 999, self))
            field.textChanged.connect(self.changed)
            row.add(label)
            row.add(field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(row)

    def set_measured(self, *numbers: int) -> None:
        """What the engine says."""
        self._measured = numbers
        self.changed.emit()

    @override
    def question(self) -> str:
        return self._question()

    @override
    def is_answered(self) -> bool:
        return self._measured is not None and all(f.hasAcceptableInput() for f in self.fields)

    @override
    def grade(self) -> Grade:
        if self._measured is None:
            return Grade(is_right=False, why="…")
        if not self.is_answered():
            return Grade(is_right=False, why=self._why(self._measured))
        pairs = zip(self.fields, self._measured, self._blanks, strict=True)
        is_right = all(abs(int(f.text()) - real) <= blank.tolerance for f, real, blank in pairs)
        return Grade(is_right, self._why(self._measured))

    @override
    def renew(self, seed: int) -> None:
        super().renew(seed)
        for field in self.fields:
            field.clear()

    @override
    def retranslate(self) -> None:
        for label, field, blank in zip(self.labels, self.fields, self._blanks, strict=True):
            label.setText(blank.label())
            field.setAccessibleName(label.text())
