"""Ask, commit, reveal, why: the gate that every stage has at its head.

The first answer counts, and after it the question is over: the next one has another seed. In a
lecture the space bar walks through the steps, and the show of hands is written down before the
answer is revealed: right below the question, since both are looked at together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.view_model import LearnViewModel, Result
from simhash_gui.ui.theme.tokens import Space


class Phase(Enum):
    """Where a question stands."""

    ASKED = 0
    HANDS = 1
    REVEALED = 2


@dataclass(frozen=True, slots=True)
class Grade:
    """What the engine says to an answer, and why."""

    is_right: bool
    why: str


class Task(QWidget):
    """A question and the widgets to build its answer with."""

    changed = Signal()  # the answer, or whether there is one
    translated = Signal()  # a question that was over is now asked in the words of another language
    kind = ""
    seed = 1
    is_over = False

    @property
    def is_here(self) -> bool:
        """Whether the question is known."""
        return True

    def question(self) -> str:
        """What is asked, in the current language."""
        raise NotImplementedError

    def is_answered(self) -> bool:
        """Whether the answer can be checked."""
        raise NotImplementedError

    def grade(self) -> Grade:
        """Judge the answer; without one, only the reason counts."""
        raise NotImplementedError

    def reveal(self) -> None:
        """Show the right answer in its place."""

    def start(self) -> None:
        """Fetch what the question of the seed needs, when its stage comes to the front.

        Words are those of the language of the page. Where they were others, what was answered is
        taken back, but its result counts.
        """

    def renew(self, seed: int) -> None:
        """Ask the question of another seed."""
        self.set_over(is_over=False)
        self.seed = seed

    def set_over(self, *, is_over: bool) -> None:
        """Take no more answers, or take them again; what is shown can still be walked through."""
        self.is_over = is_over

    def retranslate(self) -> None:
        """Set every text again."""


class HandsField(QLineEdit):
    """Takes the numbers of hands; the space bar is left to the lecture, as it is elsewhere."""

    @override
    def event(self, event: QEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            event.ignore()
            return False
        return super().event(event)


class Gate(QFrame):
    """One task with its buttons and its verdict."""

    revealed = Signal()
    phase_shown = Signal()

    def __init__(self, model: LearnViewModel, task: Task) -> None:
        super().__init__()
        set_role(self, Role.CARD)
        self.model, self.task = model, task
        self.phase, self._was_answered = Phase.ASKED, False
        self.question = WrappedLabel()
        set_role(self.question, Role.SECTION)
        self.check_button, self.next_button = QPushButton(), QPushButton()
        self.hands_label, self.hands = QLabel(), HandsField()
        self.verdict = WrappedLabel()
        self.score = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self.score, Role.MUTED)
        self._hands_row = QWidget()
        self._lay_out()
        self.check_button.clicked.connect(self.reveal)
        self.next_button.clicked.connect(self.renew)
        for field in task.findChildren(QLineEdit):
            field.returnPressed.connect(self.check_button.click)
        task.changed.connect(self._show_phase)
        task.translated.connect(partial(self._show_answer, is_answered=False))
        model.scored.connect(self._show_score)
        model.locked.connect(self._show_phase)
        model.lectured.connect(self._show_phase)

    def advance(self) -> None:
        """The next step of a lecture."""
        if self.phase is Phase.ASKED:
            self._go(Phase.HANDS)
            self.hands.setFocus()
        elif self.phase is Phase.HANDS:
            self.reveal()
        else:
            self.renew()

    def reveal(self) -> None:
        """Judge the answer and show the right one; an answer counts once.

        A question that is still on its way has no answer to show.
        """
        if self.phase is Phase.REVEALED or not self.task.is_here:
            return
        is_answered = self.task.is_answered()
        if is_answered:
            is_right = self.task.grade().is_right
            self.model.record(Result(self.task.kind, self.task.seed, is_right))
        self._show_answer(is_answered=is_answered)

    def _show_answer(self, *, is_answered: bool) -> None:
        self._was_answered = is_answered
        self.verdict.setText(self._told(self.task.grade(), is_answered=is_answered))
        self.task.set_over(is_over=True)
        self.task.reveal()
        self._go(Phase.REVEALED)
        self.revealed.emit()

    def renew(self) -> None:
        """Ask the next question."""
        self.ask(self.model.next_seed())

    def ask(self, seed: int) -> None:
        """Ask the question of a seed."""
        self.task.renew(seed)
        self.verdict.setText("")
        self.hands.clear()
        self._show_score()
        self._go(Phase.ASKED)

    def retranslate(self) -> None:
        """Set every text again."""
        self.task.retranslate()
        self.check_button.setText(check_text())
        self.next_button.setText(self.tr("New question"))
        self.hands_label.setText(self.tr("Show of hands"))
        self.hands.setAccessibleName(self.hands_label.text())
        self.hands.setPlaceholderText(self.tr("such as 12/5/3"))
        if self.phase is Phase.REVEALED:
            told = self._told(self.task.grade(), is_answered=self._was_answered)
            self.verdict.setText(told)
        self._show_score()
        self._show_phase()

    def _told(self, verdict: Grade, *, is_answered: bool) -> str:
        if not is_answered:
            return verdict.why
        right, wrong = self.tr("✓ Right. {why}"), self.tr("✗ Not quite. {why}")
        return (right if verdict.is_right else wrong).format(why=verdict.why)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self._hands_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.hands_label)
        row.addWidget(self.hands)
        row.addStretch(1)
        buttons = FlowRow()
        buttons.add(self.check_button)
        buttons.add(self.next_button)
        buttons.add(self.score, min_px=lambda: self.score.sizeHint().width())
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        column.setSpacing(Space.S)
        for widget in (self.question, self._hands_row, self.task, buttons, self.verdict):
            column.addWidget(widget)

    def _go(self, phase: Phase) -> None:
        self.phase = phase
        self._show_phase()

    def _show_phase(self) -> None:
        self.question.setText(self.task.question())
        is_over = self.phase is Phase.REVEALED
        self._hands_row.setVisible(self.model.is_lecture and self.phase is not Phase.ASKED)
        can_check = self.task.is_answered() or self.model.is_lecture
        self.check_button.setEnabled(can_check and not is_over)
        self.next_button.setEnabled(not self.model.is_locked)
        self.verdict.setVisible(bool(self.verdict.text()))
        self.phase_shown.emit()

    def _show_score(self) -> None:
        results = self.model.results
        right = sum(result.is_right for result in results)
        text = self.tr("{right} of {count} first answers right so far")
        seed = self.tr("Question no. {seed}").format(seed=self.task.seed)
        told = text.format(right=right, count=len(results))
        self.score.set_full_text(*((f"{seed} · {told}", [told]) if results else (seed,)))


def check_text() -> str:
    """What the button of a question says, and the one in the header that stands for it."""
    return QCoreApplication.translate("Gate", "Check my answer")
