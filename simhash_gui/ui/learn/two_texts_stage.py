"""Two fingerprints: XOR, population count by three known ways, measures, and who flipped a bit."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLabel, QPushButton, QTableWidget, QTableWidgetItem
from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import HashFunction, Weighting
from simhash_gui.services.teaching.presets import Topic
from simhash_gui.services.teaching.questions import Kind
from simhash_gui.services.teaching.tutor import Lesson, TwoTexts, flipped_by, lesson_recipe
from simhash_gui.services.teaching.worked_examples import counting_steps
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import decimal
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.number_field import NumberBox
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.parts import fit_rows, read_only
from simhash_gui.ui.learn.question_task import QuestionTask
from simhash_gui.ui.learn.stage import PresetChooser, Stage, StageId, TextBox, asking_timer
from simhash_gui.ui.learn.view_model import LearnViewModel

_RECIPE = lesson_recipe(64, Weighting.COUNT, HashFunction.XXH3_64)
_MOST_NAMED = 12


class TwoTextsStage(Stage):
    """What one number, the distance, says of two texts, and what it does not."""

    id = StageId.TWO_TEXTS

    def __init__(self, model: LearnViewModel) -> None:
        super().__init__(model, [Gate(model, QuestionTask(Kind.XOR, 1))])
        self.presets = PresetChooser(model)
        self.texts = TextBox(), TextBox()
        self.rows = BitRow(64), BitRow(64), BitRow(64)
        for letter, row in zip("AB⊕", self.rows, strict=True):
            row.set_letter(letter)
        self.ways = QTableWidget(0, 3)
        self.step_button, self.step_label = QPushButton(), WrappedLabel()
        self.measures = QTableWidget(7, 2)
        self.bit, self.bit_label = NumberBox(), QLabel()
        self.bit.setRange(0, 63)
        self.flipped = WrappedLabel()
        self.two: TwoTexts | None = None
        self._steps_shown = 0
        self._timer = asking_timer(self, self.compare)
        self._lay_out()
        self.presets.topics.currentIndexChanged.connect(self._load)
        self.presets.languages.currentIndexChanged.connect(self._load)
        for box in self.texts:
            box.textChanged.connect(self._timer.start)
        self.step_button.clicked.connect(self._step)
        self.bit.valueChanged.connect(self._show_flipped)
        with QSignalBlocker(self.presets.topics):
            self.presets.choose(Topic.ONE_CHARACTER)
        self._load()

    @override
    def title(self) -> str:
        return self.tr("Two texts, one distance")

    @override
    def entered(self) -> None:
        self.compare()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr("XOR is one where two fingerprints differ. Counting its ones is the distance.")
        )
        self.presets.retranslate()
        names = (*self._letters(), self.tr("XOR"))
        for row, name in zip(self.rows, names, strict=True):
            row.set_name(name)
        for box, name in zip(self.texts, names, strict=False):
            box.setAccessibleName(name)
        self.step_button.setText(self.tr("Count one step further"))
        self.bit_label.setText(self.tr("Which words flipped bit"))
        self.bit.setAccessibleName(self.bit_label.text())
        self.ways.setAccessibleName(self.tr("Three ways to count"))
        self.ways.setHorizontalHeaderLabels(
            [self.tr("Clear the lowest one"), self.tr("Bytes by table"), self.tr("Add in parallel")]
        )
        self.measures.setAccessibleName(self.tr("Measures"))
        self.measures.setHorizontalHeaderLabels([self.tr("Measure"), self.tr("Value")])
        self._show()

    def compare(self) -> None:
        """Ask for both traces and the measures."""
        self._timer.stop()
        a, b = (Lesson(box.toPlainText(), _RECIPE) for box in self.texts)
        self.model.ask("two", "compare", a, b, on_done=self._take)

    def _letters(self) -> tuple[str, str]:
        return self.tr("Text A"), self.tr("Text B")

    def _lay_out(self) -> None:
        self.column.addWidget(self.presets)
        for widget in (*self.texts, *self.rows):
            self.column.addWidget(widget)
        counting = FlowRow()
        counting.add(self.step_button)
        self.column.addWidget(counting)
        self.column.addWidget(self.ways)
        self.column.addWidget(self.step_label)
        self.column.addWidget(self.measures)
        asking = FlowRow()
        asking.add(self.bit_label)
        asking.add(self.bit)
        self.column.addWidget(asking)
        self.column.addWidget(self.flipped)
        for table in (self.ways, self.measures):
            set_role(table, Role.FIXED)
            read_only(table)

    def _load(self) -> None:
        preset = self.presets.preset
        for box, text in zip(self.texts, (preset.a, preset.b), strict=True):
            with QSignalBlocker(box):
                box.setPlainText(text)
        self._timer.start()

    def _take(self, two: TwoTexts) -> None:
        self.two = two
        self._steps_shown = 0
        xor = self._xor()
        if xor:
            self.bit.setValue((xor & -xor).bit_length() - 1)
        self._show()

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
            (self.tr("Edit similarity of the words"), edit),
            (self.tr("Overlap: share of the smaller text"), decimal(two.overlap, 3)),
            (self.tr("Bits by the angle: 64 × angle / 180°"), decimal(two.expected_bits, 1)),
        ]
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                self.measures.setItem(row, column, QTableWidgetItem(text))
        self.measures.resizeColumnsToContents()
        fit_rows(self.measures)

    def _step(self) -> None:
        self._steps_shown += 1
        self._show_steps()

    def _show_steps(self) -> None:
        ways = counting_steps(self._xor())
        longest = max(len(steps) for steps in ways)
        self._steps_shown = min(self._steps_shown, longest)
        self.ways.setRowCount(self._steps_shown)
        for column, steps in enumerate(ways):
            for row, step in enumerate(steps[: self._steps_shown]):
                self.ways.setItem(row, column, QTableWidgetItem(step))
        self.ways.resizeColumnsToContents()
        fit_rows(self.ways)
        text = self.tr("Steps of the three ways: {counts}. All end at {distance}.")
        counts = " / ".join(str(len(steps)) for steps in ways)
        self.step_label.setText(text.format(counts=counts, distance=self._xor().bit_count()))

    def _show_flipped(self) -> None:
        if self.two is None:
            return
        changes = flipped_by(self.two, self.bit.value())
        named = ", ".join(f"{word} {change:+g}" for word, change in changes[:_MOST_NAMED])
        sums = [float(side.trace.sums[self.bit.value()]) for side in (self.two.a, self.two.b)]
        text = self.tr("Sum {before} → {after}. Changed votes: {words}")
        self.flipped.setText(
            text.format(before=f"{sums[0]:g}", after=f"{sums[1]:g}", words=named or "–")
        )
