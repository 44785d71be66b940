"""Finding neighbours: the pigeonhole in four blocks, and the four indexes as tables."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLabel, QPushButton, QTableWidget, QTableWidgetItem
from typing_extensions import override

from simhash_gui.core.types import BLOCK_BITS, BLOCKS, WORD_BITS, block_keys
from simhash_gui.services.teaching.questions import Kind, equal_blocks
from simhash_gui.services.teaching.tutor import BlockNumbers
from simhash_gui.services.teaching.worked_examples import Rows, block_plan, made_rows
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import number, sentences, series
from simhash_gui.ui.common.labels import WrappedLabel, in_two_lines
from simhash_gui.ui.common.number_field import NumberBox
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.parts import block_names, number_item, read_only, refit
from simhash_gui.ui.learn.question_task import QuestionTask
from simhash_gui.ui.learn.stage import LessonStage, StageId
from simhash_gui.ui.learn.stepper import Stepper
from simhash_gui.ui.learn.view_model import LearnViewModel

_MOST_PLACED = 8
_NEAR = 3
_LEAVE = (BLOCKS + 1,)
"""The column that leaves a narrow table: how many of its rows are near is told below."""


class PigeonholeStage(LessonStage):
    """Up to eight differing bits, placed by hand or at random; which blocks survive."""

    id = StageId.PIGEONHOLE

    def __init__(self, model: LearnViewModel) -> None:
        # Of three bits a block is left; of the second question's four, none.
        super().__init__(model, [Gate(model, QuestionTask(model, Kind.BLOCKS, n)) for n in (1, 2)])
        self.bits = BitRow(WORD_BITS, takes_marks=True)
        self.count = NumberBox()
        self.count.setRange(0, _MOST_PLACED)
        self.count.setValue(3)
        self.count_label, self.scatter, self.spread = QLabel(), QPushButton(), QPushButton()
        self.blocks, self.why = WrappedLabel(), WrappedLabel()
        self.neighbours_label, self.k, self.told = QLabel(), NumberBox(), WrappedLabel()
        self.k.setRange(0, 16)
        self.k.setValue(4)
        self._random, self._placed = Random(1), frozenset[int]()
        placing, plan = FlowRow(), FlowRow()
        for widget in (self.count_label, self.count, self.scatter, self.spread):
            placing.add(widget)
        for widget in (self.neighbours_label, self.k):
            plan.add(widget)
        for shown in (placing, self.bits, self.blocks, self.why, plan, self.told):
            self.column.addWidget(shown)
        self._scatter()
        self.bits.marked.connect(self._show)
        self.count.valueChanged.connect(self._scatter)
        self.scatter.clicked.connect(self._scatter)
        self.spread.clicked.connect(self._spread)
        self.k.valueChanged.connect(self._show_plan)

    @override
    def title(self) -> str:
        return self.tr("Four blocks, three bits")

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr(
                "A table finds what is equal at once, but not what is nearly equal. So the 64 bits "
                "are cut into four blocks: three differing bits fall into at most three of them, "
                "and a block that is equal in both is left to look up. This is the pigeonhole: "
                "three things in four drawers leave one drawer empty."
            )
        )
        self.bits.set_name(self.tr("Differing bits"))
        self.count_label.setText(self.tr("Differing bits"))
        self.count.setAccessibleName(self.count_label.text())
        self.scatter.setText(self.tr("Place at random"))
        self.spread.setText(self.tr("Place as badly as possible"))
        self.neighbours_label.setText(self.tr("Find everything within a distance of"))
        self.k.setAccessibleName(self.neighbours_label.text())
        self.why.setText(
            self.tr(
                "Mark up to eight bits yourself. With three, one block always survives: looked up "
                "in its table, it finds the pair. Why four blocks? Three bits can spoil three "
                "blocks, so one more is needed to be left over. Four bits, one in each block, "
                "leave none: to find those, cut into five blocks, or look up the neighbours of a "
                "block as well."
            )
        )
        self._show()
        self._show_plan()

    def _scatter(self) -> None:
        self.bits.set_marks(self._random.sample(range(WORD_BITS), self.count.value()))
        self._show()

    def _spread(self) -> None:
        self.bits.set_marks(
            [bit % BLOCKS * BLOCK_BITS + bit // BLOCKS for bit in range(self.count.value())]
        )
        self._show()

    def _show(self) -> None:
        if len(self.bits.marks) > _MOST_PLACED:  # the one that was just marked goes again
            self.bits.set_marks(self._placed)
        self._placed = marks = self.bits.marks
        with QSignalBlocker(self.count):
            self.count.setValue(len(marks))
        untouched = sorted(equal_blocks(0, sum(1 << bit for bit in marks)))
        spoilt = frozenset(range(BLOCKS)) - frozenset(untouched)
        self.bits.name_blocks(block_names(spoilt), spoilt)
        text = self.tr("{count} differing bits. What survives: {blocks}")
        names = block_names()
        blocks = series(names[block] for block in untouched) or self.tr("none, the pair is missed")
        self.blocks.setText(text.format(count=len(marks), blocks=blocks))

    def _show_plan(self) -> None:
        radii, probes = block_plan(self.k.value())
        text = self.tr(
            "Bits that may differ in each of the four blocks: {radii}. The 16 bits of a block "
            "are its key. It is looked up under its own key and under all keys that differ "
            "from it in up to so many bits: one bit is "
            "16 more keys, two bits another 120. That is {probes} keys in all. A pair that no "
            "block finds differs in at least one bit more in each block: in {missed}, "
            "so none is missed."
        )
        if min(radii) < 0:
            text = sentences(text, self.tr("−1: this block is not needed."))
        shown = series(str(radius).replace("-", "\N{MINUS SIGN}") for radius in radii)
        missed = sum(radius + 1 for radius in radii)
        self.told.setText(text.format(radii=shown, probes=number(probes), missed=missed))


class BucketsStage(LessonStage):
    """A query goes down the four tables; candidates are compared, and no others."""

    id = StageId.BUCKETS

    def __init__(self, model: LearnViewModel) -> None:
        super().__init__(model, [Gate(model, QuestionTask(model, Kind.CANDIDATES, 1))])
        self.again_button = QPushButton()
        self.table = QTableWidget(0, BLOCKS + 2)
        self.told = WrappedLabel()
        self.stepper = Stepper(self, upto=self.told)
        self.numbers = QTableWidget(BLOCKS, 3)
        self.library_label = WrappedLabel()
        self._rows: Rows = made_rows(1)
        self._seed = 1
        self._numbers: tuple[int, tuple[BlockNumbers, ...]] | None = None
        self.stepper.add(self.again_button)
        self.stepper.set_steps(BLOCKS, 0)
        for widget in (self.stepper, self.table, self.told, self.library_label, self.numbers):
            self.column.addWidget(widget)
        for table in (self.table, self.numbers):
            set_role(table, Role.FIXED)
        read_only(self.table, self.explore, leaving=_LEAVE)
        read_only(self.numbers, self.explore)
        self.stepper.moved.connect(self._show)
        self.again_button.clicked.connect(self._again)

    @override
    def title(self) -> str:
        return self.tr("Buckets")

    @override
    def entered(self) -> None:
        super().entered()
        library = self.model.session.library
        if library is not None:
            self.model.ask("buckets", "buckets", library.place, on_done=self._take)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr(
                "A block of 16 bits is a key: four hexadecimal digits. Four indexes, one for each "
                "block: the query looks up its own key in each, and only rows with an equal key "
                "are compared."
            )
        )
        self.stepper.retranslate()
        self.again_button.setText(self.tr("Other fingerprints"))
        self.table.setAccessibleName(self.tr("Stored fingerprints"))
        blocks = (name.replace(" ", "\n") for name in block_names())
        labels = ["", *blocks, in_two_lines(self.tr("Bits that differ"))]
        self.table.setHorizontalHeaderLabels(labels)
        self.numbers.setAccessibleName(self.tr("Indexes of the library"))
        self.numbers.setHorizontalHeaderLabels(
            [
                self.tr("Block"),
                in_two_lines(self.tr("Different keys")),
                in_two_lines(self.tr("Largest bucket")),
            ]
        )
        self._show()
        self._show_numbers()

    def _again(self) -> None:
        self._seed += 1
        self._rows = made_rows(self._seed)
        self.stepper.set_steps(BLOCKS, 0)
        self._show()

    def _show(self) -> None:
        query, stored = self._rows
        self.table.setRowCount(len(stored) + 1)
        found = near = 0
        for row, value in enumerate((query, *stored)):
            equal = equal_blocks(query, value) if row else frozenset()
            met = [block for block in equal if block < self.stepper.step]
            found += bool(met)
            near += bool(met) and (query ^ value).bit_count() <= _NEAR
            self.table.setItem(row, 0, QTableWidgetItem(str(row) if row else self.tr("query")))
            for block, key in enumerate(block_keys(value)):
                mark = " =" if block in met else ""
                self.table.setItem(row, block + 1, QTableWidgetItem(f"{key:04x}{mark}"))
            distance = str((query ^ value).bit_count()) if met else ""
            self.table.setItem(row, BLOCKS + 1, number_item(distance))
        refit(self.table, leaving=_LEAVE)
        text = self.tr(
            "{blocks} of 4 blocks looked up: {found} of {count} stored fingerprints are "
            "candidates; {near} of these are within 3 bits of the query, the others are dropped."
        )
        told = {"blocks": self.stepper.step, "found": found, "count": len(stored), "near": near}
        self.told.setText(text.format(**told))

    def _take(self, numbers: tuple[int, tuple[BlockNumbers, ...]]) -> None:
        self._numbers = numbers
        self._show_numbers()

    def _show_numbers(self) -> None:
        count, blocks = self._numbers or (0, ())
        self.numbers.setVisible(count > 0)
        if not count:
            self.library_label.setText(
                self.tr("A library with documents has its own indexes shown here.")
            )
            return
        text = self.tr("The four indexes of your library, {count} fingerprints:")
        self.library_label.setText(text.format(count=number(count)))
        for row, block in enumerate(blocks):
            cells = (row, block.distinct_keys, block.largest_bucket)
            for column, value in enumerate(cells):
                self.numbers.setItem(row, column, number_item(number(value)))
        refit(self.numbers)
