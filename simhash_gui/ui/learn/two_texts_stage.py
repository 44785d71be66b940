"""Two fingerprints: XOR, population count by three known ways, measures, and who flipped a bit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, QTimer
from PySide6.QtWidgets import QLabel, QPushButton, QTableWidget, QTableWidgetItem
from typing_extensions import override

from simhash_gui.services.library.browsing import DocumentRow, document_rows
from simhash_gui.services.library.libraries import Library, document_text
from simhash_gui.services.teaching.lessons import (
    COUNTED,
    LONGEST_TEXT,
    Lesson,
    TwoTexts,
    flipped_by,
    won_bits,
)
from simhash_gui.services.teaching.presets import Topic
from simhash_gui.services.teaching.questions import Kind
from simhash_gui.services.teaching.worked_examples import counting_steps
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import decimal, path, sentences, series
from simhash_gui.ui.common.labels import WrappedLabel, in_two_lines
from simhash_gui.ui.common.number_field import NumberBox
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.parts import number_item, read_only, refit
from simhash_gui.ui.learn.question_task import QuestionTask
from simhash_gui.ui.learn.stage import (
    LessonStage,
    PresetChooser,
    StageId,
    TextBox,
    asking_timer,
    lettered,
    wordless_text,
)
from simhash_gui.ui.learn.stepper import Stepper
from simhash_gui.ui.learn.view_model import LearnViewModel
from simhash_gui.ui.learn.vote_table import VoteArea, VoteTable
from simhash_gui.ui.session.choose_document import ChooseDocumentDialog

_MOST_NAMED = 12
_ROWS_SHOWN = 6


class TwoTextsStage(LessonStage):
    """What one number, the distance, says of two texts, and what it does not."""

    id = StageId.TWO_TEXTS

    def __init__(self, model: LearnViewModel) -> None:
        super().__init__(model, [Gate(model, QuestionTask(model, Kind.XOR, 1))])
        self.presets = PresetChooser(model)
        self.choose_button = QPushButton()
        set_role(self.choose_button, Role.QUIET)
        self.dialog: ChooseDocumentDialog | None = None
        self.texts = TextBox(), TextBox()
        self.rows = BitRow(64), BitRow(64), BitRow(64)
        for letter, row in zip("AB⊕", self.rows, strict=True):
            row.set_letter(letter)
            row.blank()
        self.ways = QTableWidget(0, 3)
        self.votes = VoteTable(), VoteTable()
        self.areas = tuple(VoteArea(table, _ROWS_SHOWN) for table in self.votes)
        self.step_label = WrappedLabel()
        self.stepper = Stepper(self, upto=self.step_label)
        self.measures = QTableWidget(7, 2)
        self.bit, self.bit_label = NumberBox(), QLabel()
        self.bit.setRange(0, 63)
        self.measures_label, self.flipped = WrappedLabel(), WrappedLabel()
        self.two: TwoTexts | None = None
        self._timer = asking_timer(self, self.compare)
        self._lay_out()
        self.choose_button.clicked.connect(self.choose_documents)
        for signal in (model.session.library_opened, model.session.library_refused):
            signal.connect(self._offer_documents)
        self.presets.chosen.connect(self._load)
        self.presets.watch(*self.texts)
        for box in self.texts:
            box.textChanged.connect(self._timer.start)
        self.stepper.moved.connect(self._show_steps)
        for table in self.votes:
            table.pointed.connect(self._light)
        self.bit.valueChanged.connect(self._show_flipped)
        self.presets.choose(Topic.ONE_CHARACTER)

    @override
    def title(self) -> str:
        return self.tr("Two texts, one distance")

    @override
    def entered(self) -> None:
        super().entered()
        self.compare()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr(
                "XOR (⊕) is one where two fingerprints differ. The number of its ones is the "
                "distance."
            )
        )
        self.presets.retranslate()
        self.choose_button.setText(self.tr("Choose documents…"))
        self.presets.follow_language()
        names = (*self._letters(), self.tr("XOR"))
        for row, name in zip(self.rows, names, strict=True):
            row.set_name(name)
        for box, name in zip(self.texts, names, strict=False):
            box.set_name(name)
        self.stepper.retranslate()
        for table, name in zip(self.votes, names, strict=False):
            table.setAccessibleName(self.tr("Votes: {text}").format(text=name))
        self.bit_label.setText(self.tr("Which words flipped bit"))
        self.bit.setAccessibleName(self.bit_label.text())
        self.ways.setAccessibleName(self.tr("Three ways to count"))
        self.ways.setHorizontalHeaderLabels(
            [
                in_two_lines(self.tr("Clear the lowest one")),
                in_two_lines(self.tr("Bytes by table")),
                in_two_lines(self.tr("Add in parallel")),
            ]
        )
        self.measures.setAccessibleName(self.tr("Measures"))
        self.measures.setHorizontalHeaderLabels([self.tr("Measure"), self.tr("Value")])
        self._show()

    def compare(self) -> None:
        """Ask for both traces and the measures."""
        self._timer.stop()
        a, b = (Lesson(box.toPlainText(), COUNTED) for box in self.texts)
        self.model.ask("two", "compare", a, b, on_done=self._take)

    def choose_documents(self) -> None:
        """Ask for the documents of the library whose texts are compared; one alone becomes A."""
        dialog = self.dialog = ChooseDocumentDialog(self.model.session, 2, self)
        dialog.accepted.connect(lambda: self._read(dialog.chosen_ids))
        dialog.open()

    def _read(self, ids: Sequence[int]) -> None:
        library = self.model.session.library
        if library is not None:
            self.model.session.reads.submit(
                _beginnings,
                library,
                ids,
                on_done=self._take_documents,
                on_error=self.model.failed.emit,
                key="learn-documents",
            )

    def _take_documents(self, documents: Sequence[tuple[DocumentRow, str]]) -> None:
        for box, (row, text) in zip(self.texts, documents, strict=False):
            box.show_document(text, path(row.name), path(row.path))

    def _offer_documents(self) -> None:
        self.choose_button.setVisible(self.model.session.library is not None)

    def _letters(self) -> tuple[str, str]:
        return self.tr("Text A"), self.tr("Text B")

    def _lay_out(self) -> None:
        self.presets.add(self.choose_button)
        self._offer_documents()
        self.column.addWidget(self.presets)
        self.column.addLayout(lettered(self.texts))
        for widget in (*self.areas, *self.rows):
            self.column.addWidget(widget)
        self.column.addWidget(self.stepper)
        self.column.addWidget(self.ways)
        self.column.addWidget(self.step_label)
        self.column.addWidget(self.measures)
        self.column.addWidget(self.measures_label)
        asking = FlowRow()
        asking.add(self.bit_label)
        asking.add(self.bit)
        self.column.addWidget(asking)
        self.column.addWidget(self.flipped)
        set_role(self.ways, Role.FIXED)  # of bits
        for table in (self.ways, self.measures):
            read_only(table, self.explore)

    def _load(self) -> None:
        preset = self.presets.preset
        for box, text in zip(self.texts, (preset.a, preset.b), strict=True):
            with QSignalBlocker(box):
                box.setPlainText(text)
        self._timer.start()

    def _take(self, two: TwoTexts) -> None:
        self.two = two
        self.stepper.set_steps(max(map(len, counting_steps(self._xor()))), 0)
        self.votes[0].show_trace(two.a.trace)
        QTimer.singleShot(0, self, partial(self._show_second_votes, two))  # in a turn of its own
        xor = self._xor()
        if xor:
            self.bit.setValue((xor & -xor).bit_length() - 1)
        self._show()

    def _show_second_votes(self, two: TwoTexts) -> None:
        if two is self.two:
            self.votes[1].show_trace(two.b.trace)

    def _xor(self) -> int:
        if self.two is None:
            return 0
        a, b = (side.trace.fingerprint.value for side in (self.two.a, self.two.b))
        return a ^ b

    def _show(self) -> None:
        if self.two is None:
            return
        xor = self._xor()
        values = [side.trace.fingerprint.value for side in (self.two.a, self.two.b)]
        for row, value in zip(self.rows, (*values, xor), strict=True):
            row.show_bits(value, 64)
        self.rows[1].set_differing([bit for bit in range(64) if xor >> bit & 1])
        self._show_measures(self.two)
        self._show_steps()
        self._show_flipped()

    def _show_measures(self, two: TwoTexts) -> None:
        edit = "–" if two.edit is None else decimal(two.edit, 3)
        rows = [
            (self.tr("Hamming distance, bits of 64"), str(two.distance)),
            (self.tr("Cosine of the weights"), decimal(two.cosine, 3)),
            (self.tr("Euclidean distance of the weights"), decimal(two.euclidean, 3)),
            (self.tr("Jaccard of shingles"), decimal(two.jaccard, 3)),
            (self.tr("Edit similarity"), edit),
            (self.tr("Overlap: share of the smaller text"), decimal(two.overlap, 3)),
            (self.tr("Bits by the angle: 64 × angle / 180°"), decimal(two.expected_bits, 1)),
        ]
        for row, (name, value) in enumerate(rows):
            self.measures.setItem(row, 0, QTableWidgetItem(name))
            self.measures.setItem(row, 1, number_item(value))
        refit(self.measures)
        text = self.tr(
            "A shingle is a run of four words, or of four Chinese characters; a shorter text is "
            "one shingle. Jaccard is the shared shingles over all distinct ones of both texts, "
            "overlap over those of the smaller text. Edit similarity is twice the words, or "
            "Chinese characters, that stay in order, over those of both texts. Bits by the angle "
            "are what is to be expected where many words vote: with few, the distance may be far "
            "from it."
        )
        is_wordless = not all(side.trace.tokens for side in (two.a, two.b))
        self.measures_label.setText(sentences(text, wordless_text() if is_wordless else ""))

    def _show_steps(self) -> None:
        ways, shown = counting_steps(self._xor()), self.stepper.step
        self.ways.setRowCount(shown)
        self.ways.setVisible(shown > 0)
        for column, steps in enumerate(ways):
            for row, step in enumerate(steps[:shown]):
                self.ways.setItem(row, column, QTableWidgetItem(step))
        refit(self.ways)
        text = self.tr(
            "Three ways in which a program counts the ones of the XOR take {counts} steps. All end "
            "at {distance}."
        )
        counts = " / ".join(str(len(steps)) for steps in ways)
        self.step_label.setText(text.format(counts=counts, distance=self._xor().bit_count()))

    def _light(self, feature: str | None) -> None:
        """Light a word in both texts, its votes, and the bits in which its votes won."""
        if self.two is None:
            return
        sides = zip((self.two.a, self.two.b), self.texts, self.votes, self.rows[:2], strict=True)
        for side, box, table, row in sides:
            box.light([(start, end) for token, start, end in side.spans if token == feature])
            table.point_at_feature(feature)
            row.set_lit(won_bits(side.trace, feature))

    def _show_flipped(self) -> None:
        if self.two is None:
            return
        changes = flipped_by(self.two, self.bit.value())
        named = series(f"{word} {_minus(f'{change:+g}')}" for word, change in changes[:_MOST_NAMED])
        sums = [float(side.trace.sums[self.bit.value()]) for side in (self.two.a, self.two.b)]
        text = self.tr("Sum {before} → {after}. Changed votes: {words}")
        self.flipped.setText(
            text.format(
                before=_minus(f"{sums[0]:g}"), after=_minus(f"{sums[1]:g}"), words=named or "–"
            )
        )


def _beginnings(library: Library, ids: Sequence[int]) -> list[tuple[DocumentRow, str]]:
    """Documents and their texts, as far as a lesson takes them and one character more."""
    rows = document_rows(library, ids)
    return [(row, document_text(library, row.id)[: LONGEST_TEXT + 1]) for row in rows]


def _minus(number: str) -> str:
    """A number with the minus sign of the tables of votes."""
    return number.replace("-", "\N{MINUS SIGN}")
