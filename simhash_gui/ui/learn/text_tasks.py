"""Questions about texts: facts come from the tutor, answers are typed or marked, never chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.teaching.lessons import Span, TracedLesson, differing_spans
from simhash_gui.services.teaching.text_questions import SameFingerprint, TextKind
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import series
from simhash_gui.ui.learn.gate import Grade, Task
from simhash_gui.ui.learn.parts import fit_list, fit_to_type, labelled
from simhash_gui.ui.learn.stage import TextBox, letter_label
from simhash_gui.ui.learn.view_model import LearnViewModel
from simhash_gui.ui.theme.tokens import Space

_WITH_WORDS = frozenset(TextKind) - {TextKind.FAMILIES}
"""Kinds whose texts are in the language of the page: the samples are in whichever they are."""


class FetchedTask(Task):
    """A question that the tutor makes of the seed; ``asked`` is None until it has answered."""

    def __init__(self, model: LearnViewModel, kind: TextKind) -> None:
        super().__init__()
        self.kind = kind.value
        self.model = model
        self.asked: Any = None
        self._kind = kind
        self._language: object = None

    def show_asked(self) -> None:
        """Show the facts of ``asked``."""

    def forget(self) -> None:
        """Take back what was answered."""

    @property
    @override
    def is_here(self) -> bool:
        return self.asked is not None

    @override
    def start(self) -> None:
        language = self.model.language
        is_other = self._kind in _WITH_WORDS and self._language is not language
        if self.asked is None or is_other:
            self._language = language
            self.model.ask_question(self._kind, self.seed, self._take)

    @override
    def renew(self, seed: int) -> None:
        super().renew(seed)
        self.asked = None
        self.forget()
        self.start()

    def _take(self, question: Any) -> None:
        if question.seed == self.seed:
            if self.asked is not None:
                self.forget()
            self.asked = question
            self.show_asked()
            self.changed.emit()
            if self.is_over:
                self.translated.emit()


@dataclass(frozen=True, slots=True)
class Blank:
    """A number to fill in, and how far an answer may be off; ``label`` is asked when shown."""

    label: Callable[[], str]
    tolerance: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a kind of question with numbers asks, given what the tutor made of the seed."""

    question: Callable[[Any], str]
    blanks: Sequence[Blank]
    measured: Callable[[Any], Sequence[int]]
    why: Callable[[Any], str]


class NumberTask(FetchedTask):
    """Several numbers; above them stands what they are asked about."""

    def __init__(
        self,
        model: LearnViewModel,
        kind: TextKind,
        numbers: Numbers,
        facts: QWidget,
        show: Callable[[Any], None],
    ) -> None:
        super().__init__(model, kind)
        self._numbers, self._show_facts = numbers, show
        self.labels = [QLabel() for _ in numbers.blanks]
        self.fields = [QLineEdit() for _ in numbers.blanks]
        row = FlowRow()
        for label, field in zip(self.labels, self.fields, strict=True):
            field.setValidator(QIntValidator(0, 999, self))
            field.textChanged.connect(self.changed)
            row.add(labelled(label, field))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(facts)
        column.addWidget(row)

    @property
    def measured(self) -> Sequence[int]:
        """What the engine says."""
        return () if self.asked is None else self._numbers.measured(self.asked)

    @override
    def question(self) -> str:
        return "…" if self.asked is None else self._numbers.question(self.asked)

    @override
    def is_answered(self) -> bool:
        return self.asked is not None and all(f.hasAcceptableInput() for f in self.fields)

    @override
    def grade(self) -> Grade:
        if self.asked is None:
            return Grade(is_right=False, why="…")
        triples = zip(self.fields, self.measured, self._numbers.blanks, strict=True)
        is_right = self.is_answered() and all(
            abs(int(field.text()) - real) <= blank.tolerance for field, real, blank in triples
        )
        return Grade(is_right, self._numbers.why(self.asked))

    @override
    def show_asked(self) -> None:
        self._show_facts(self.asked)

    @override
    def forget(self) -> None:
        for field in self.fields:
            field.clear()

    @override
    def set_over(self, *, is_over: bool) -> None:
        super().set_over(is_over=is_over)
        for field in self.fields:
            field.setReadOnly(is_over)

    @override
    def retranslate(self) -> None:
        for label, field, blank in zip(self.labels, self.fields, self._numbers.blanks, strict=True):
            label.setText(blank.label())
            field.setAccessibleName(label.text())
        if self.asked is not None:
            self.show_asked()


class SameTask(FetchedTask):
    """Mark the texts with the fingerprint of another; the current one stands beside it."""

    def __init__(self, model: LearnViewModel) -> None:
        super().__init__(model, TextKind.ZERO)
        self.asked: SameFingerprint | None = None
        self.rows, self.pair = QListWidget(), TextPair()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(self.pair)
        column.addWidget(self.rows)
        self.rows.itemChanged.connect(self.changed)
        fit_to_type(self.rows, partial(fit_list, self.rows), is_wrapped=True)
        self.rows.currentRowChanged.connect(self._show_pair)

    @override
    def question(self) -> str:
        return self.tr(
            "“Distance 0 means the same text.” Which of these have exactly the fingerprint of A? "
            "Mark them."
        )

    @override
    def is_answered(self) -> bool:
        return self.asked is not None and bool(self.marked)

    @property
    def marked(self) -> frozenset[int]:
        """The rows that were marked."""
        checked = Qt.CheckState.Checked
        every = (self.rows.item(row) for row in range(self.rows.count()))
        return frozenset(place for place, item in enumerate(every) if item.checkState() is checked)

    @override
    def grade(self) -> Grade:
        if self.asked is None:
            return Grade(is_right=False, why="…")
        text = self.tr(
            "Rows {rows} have distance 0 and are other texts. Votes are only added up, in whatever "
            "order; and where all is said twice, every sum doubles and keeps its sign. So the "
            "program compares the texts before it calls a pair near-duplicate."
        )
        rows = series(str(place + 1) for place in sorted(self.asked.answer))
        return Grade(self.marked == self.asked.answer, text.format(rows=rows))

    @override
    def show_asked(self) -> None:
        if self.asked is None:
            return
        self.rows.clear()
        for place in range(len(self.asked.others)):
            item = QListWidgetItem(self._row_text(self.asked, place))
            item.setCheckState(Qt.CheckState.Unchecked)
            self.rows.addItem(item)
        fit_list(self.rows)
        self.rows.setCurrentRow(0)

    @override
    def reveal(self) -> None:
        if self.asked is None:
            return
        for place in range(self.rows.count()):
            self.rows.item(place).setText(self._row_text(self.asked, place))
        fit_list(self.rows)

    def _row_text(self, asked: SameFingerprint, place: int) -> str:
        """A text with its number; once the answer is told, with its distance."""
        text = f"{place + 1}  {asked.others[place].lesson.text}"
        if not self.is_over:
            return text
        bits = asked.distances[place]
        told = self.tr("distance {distance}").format(distance=bits)
        return f"{'=' if bits == 0 else '≠'} {text}   {told}"

    @override
    def set_over(self, *, is_over: bool) -> None:
        super().set_over(is_over=is_over)
        for place in range(self.rows.count()):
            item = self.rows.item(place)
            takes_marks = Qt.ItemFlag.ItemIsUserCheckable
            item.setFlags(item.flags() & ~takes_marks if is_over else item.flags() | takes_marks)

    @override
    def retranslate(self) -> None:
        self.rows.setAccessibleName(self.tr("Texts"))
        self.pair.retranslate()
        self.pair.name_b(self.tr("B (chosen row)"))
        self.reveal()

    def _show_pair(self, place: int) -> None:
        if self.asked is not None and 0 <= place < len(self.asked.others):
            self.pair.show_texts(self.asked.a, self.asked.others[place])


def parted(traced: TracedLesson) -> tuple[str, dict[Span, tuple[int, int]]]:
    """A text with a dot between words that nothing parts, as in Chinese, and where they are."""
    text, places = "", dict[Span, tuple[int, int]]()
    end = 0
    for span in traced.spans:
        gap = traced.lesson.text[end : span[1]]
        text += gap or ("·" if text else "")
        places[span] = len(text), len(text) + span[2] - span[1]
        text += traced.lesson.text[span[1] : span[2]]
        end = span[2]
    return text + traced.lesson.text[end:], places


class TextPair(QWidget):
    """Two texts side by side, lit where they differ."""

    def __init__(self) -> None:
        super().__init__()
        self.boxes = TextBox(), TextBox()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.S)
        self._labels = letter_label("A"), letter_label("B")
        for label, box in zip(self._labels, self.boxes, strict=True):
            box.setReadOnly(True)
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(box, 1, Qt.AlignmentFlag.AlignTop)

    def name_b(self, text: str) -> None:
        """Say what B is, where that is not obvious."""
        self._labels[1].setText(text)

    def show_texts(self, a: TracedLesson, b: TracedLesson) -> None:
        """Show both, with the words that have no counterpart in the same order lit."""
        differing = differing_spans(a.spans, b.spans)
        for box, side, spans in zip(self.boxes, (a, b), differing, strict=True):
            text, places = parted(side)
            box.setPlainText(text)
            box.light([places[span] for span in spans])

    def retranslate(self) -> None:
        """Set every text again."""
        for letter, box in zip("AB", self.boxes, strict=True):
            box.setAccessibleName(self.tr("Text {letter}").format(letter=letter))
