"""The questions with seeds as tasks: their facts, the widgets to answer with, and the reasons."""

from __future__ import annotations

from functools import cached_property, partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.core.types import BLOCKS, block_keys
from simhash_gui.services.teaching.questions import (
    Answer,
    Kind,
    Question,
    equal_blocks,
    make_question,
)
from simhash_gui.services.teaching.worked_examples import block_plan
from simhash_gui.ui.common.format import sentences, series
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.gate import Grade, Task
from simhash_gui.ui.learn.parts import block_names, fit_list, fit_to_type
from simhash_gui.ui.learn.planes import PlanesPicture
from simhash_gui.ui.learn.view_model import LearnViewModel
from simhash_gui.ui.learn.vote_table import VoteArea, VoteTable
from simhash_gui.ui.theme.tokens import Space

_WITH_VOTES = frozenset({Kind.SUM, Kind.BITS, Kind.FLIPS})
_NUMBERS = frozenset({Kind.SUM, Kind.PLANES, Kind.PROBES})
_MOST = 999
_NEAR = 3


def hex_blocks(value: int) -> str:
    """Four block keys in hexadecimal."""
    return "  ".join(f"{key:04x}" for key in block_keys(value))


class QuestionTask(Task):
    """One kind of question. What has many parts is made only for those kinds that use it."""

    def __init__(self, model: LearnViewModel, kind: Kind, seed: int) -> None:
        super().__init__()
        self._model = model
        self.kind = kind.value
        self._kind = kind
        is_xor = kind is Kind.XOR
        self.facts = (BitRow(64, is_large=is_xor), BitRow(64, is_large=is_xor))
        for letter, row in zip("AB", self.facts, strict=True):
            row.set_letter(letter)
        self.query = WrappedLabel()
        set_role(self.query, Role.FIXED)
        self.marks = BitRow(8, takes_marks=True)
        if is_xor:
            self.marks.set_letter("?")
        self.number = QLineEdit()
        self.number.setMaximumWidth(self.fontMetrics().horizontalAdvance("0" * 24))
        self.number.setValidator(QIntValidator(-_MOST, _MOST, self))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        for widget in self._used():
            column.addWidget(widget)
        self.marks.marked.connect(self.changed)
        self.number.textChanged.connect(self.changed)
        self.renew(seed)

    @cached_property
    def votes(self) -> VoteTable:
        """The votes of words that are asked about."""
        return VoteTable()

    @cached_property
    def picture(self) -> PlanesPicture:
        """Lines and arrows."""
        return PlanesPicture()

    @cached_property
    def rows(self) -> QListWidget:
        """Stored fingerprints to mark."""
        rows = QListWidget()
        set_role(rows, Role.FIXED)
        rows.itemChanged.connect(self.changed)
        fit_to_type(rows, partial(fit_list, rows), is_wrapped=True)
        return rows

    @override
    def set_over(self, *, is_over: bool) -> None:
        super().set_over(is_over=is_over)
        self.number.setReadOnly(is_over)
        self.marks.set_takes_marks(not is_over)
        for row in range(self.rows.count() if self._kind is Kind.CANDIDATES else 0):
            item, takes_marks = self.rows.item(row), Qt.ItemFlag.ItemIsUserCheckable
            item.setFlags(item.flags() & ~takes_marks if is_over else item.flags() | takes_marks)

    @override
    def start(self) -> None:
        has_words = self._question.trace is not None
        if has_words and self._language is not self._model.language:
            was_over = self.is_over
            self.renew(self.seed)
            if was_over:
                self.translated.emit()

    @override
    def renew(self, seed: int) -> None:
        super().renew(seed)
        self._language = self._model.language
        self._question = make_question(self._kind, seed, self._language)
        self.number.clear()
        self._show()
        self.changed.emit()

    @property
    def asked(self) -> Question:
        """The question on show."""
        return self._question

    @override
    def question(self) -> str:
        bit = self._question.bit
        last = self._question.trace.features[-1] if self._question.trace else ""
        return {
            Kind.SUM: self.tr("What is the sum of the votes in the column of bit {bit}?").format(
                bit=bit
            ),
            Kind.BITS: self.tr("Which bits of the fingerprint are one? Mark them."),
            Kind.FLIPS: self.tr("“{word}” is taken out. Which bits flip? Mark them.").format(
                word=last
            ),
            Kind.PLANES: self.tr("How many of the twelve lines separate A from B?"),
            Kind.XOR: self.tr(
                "The texts of A and B differ in one word. Which bits of their fingerprints differ? "
                "Mark them."
            ),
            Kind.BLOCKS: self.tr(
                "A and B differ in {count} bits. Which of the four blocks have no differing bit? "
                "Mark them, or none."
            ).format(count=self._differing_bits()),
            Kind.PROBES: self.tr(
                "Four tables, one for each block of 16 bits. How many keys does a query look up in "
                "all to find everything within a distance of {distance}?"
            ).format(distance=self._question.k),
            Kind.CANDIDATES: self.tr(
                "Which rows become candidates, having a block equal to the query's? Mark them."
            ),
        }[self._kind]

    @override
    def is_answered(self) -> bool:
        # No block is an answer too, but not of a class that raises its hands.
        is_by_hands = self._kind is Kind.BLOCKS and self._model.is_lecture
        return self._can_judge() and not (is_by_hands and not self.marks.marks)

    @override
    def grade(self) -> Grade:
        is_right = self._can_judge() and self._question.is_right(self._answer())
        return Grade(is_right, self._why())

    @override
    def reveal(self) -> None:
        answer = self._question.answer
        if self._kind in _WITH_VOTES and self._question.trace is not None:
            self.votes.show_trace(self._question.trace, marks_fragile=False)
        if self._kind is Kind.PLANES:
            self.picture.show_angles(self._question.angles, shows_sides=True)
        if isinstance(answer, frozenset):
            kept = self.marks.marks
            self.marks.set_differing(self._mirrored(answer))
            self.marks.set_marks(kept)
        if self._kind is Kind.BLOCKS:
            a, b = self._question.values
            self.facts[1].show_bits(b, 64, differing=[n for n in range(64) if (a ^ b) >> n & 1])
            self._name_blocks()
        self._name_rows(tells_found=True)

    @override
    def retranslate(self) -> None:
        if self._kind in _WITH_VOTES:
            self.votes.setAccessibleName(self.tr("Votes"))
        if self._kind is Kind.CANDIDATES:
            self.rows.setAccessibleName(self.tr("Stored fingerprints"))
        self.marks.set_name(self.tr("Your answer"))
        self.number.setAccessibleName(self.tr("Your answer"))
        self.number.setPlaceholderText(self.tr("a number"))
        for name, row in zip("AB", self.facts, strict=True):
            row.set_name(self.tr("Fingerprint {letter}").format(letter=name))
        self._name_blocks()
        self._name_rows(tells_found=self.is_over)

    def _used(self) -> list[QWidget]:
        if self._kind is Kind.CANDIDATES:
            return [self.query, self.rows]
        facts: list[QWidget] = []
        if self._kind in _WITH_VOTES:
            facts = [VoteArea(self.votes)]
        elif self._kind is Kind.PLANES:
            facts = [self.picture]
        elif self._kind is not Kind.PROBES:
            facts = [*self.facts]
        return [*facts, self.number if self._kind in _NUMBERS else self.marks]

    def _can_judge(self) -> bool:
        if self._kind in _NUMBERS:
            return self.number.hasAcceptableInput()
        return self._kind is Kind.BLOCKS or bool(self._answer())

    def _answer(self) -> Answer:
        if self._kind in _NUMBERS:
            return int(self.number.text())
        if self._kind is Kind.CANDIDATES:
            checked = Qt.CheckState.Checked
            every = (self.rows.item(row) for row in range(self.rows.count()))
            return frozenset(n for n, item in enumerate(every) if item.checkState() is checked)
        return self._mirrored(self.marks.marks)

    def _mirrored(self, places: frozenset[int]) -> frozenset[int]:
        """Block 0 is drawn first, where a row of bits has its last one."""
        if self._kind is not Kind.BLOCKS:
            return places
        return frozenset(BLOCKS - 1 - place for place in places)

    def _show(self) -> None:
        asked = self._question
        if self._kind in _WITH_VOTES and asked.trace is not None:
            hides_sums = self._kind is not Kind.FLIPS
            self.votes.show_trace(asked.trace, hides_sums=hides_sums, marks_fragile=False)
            width = asked.trace.fingerprint.width
            flips = self._kind is Kind.FLIPS
            self.marks.show_bits(asked.trace.fingerprint.value if flips else None, width)
        elif self._kind is Kind.PLANES:
            self.picture.show_angles(asked.angles, shows_sides=False)
        elif self._kind is Kind.XOR and asked.trace is not None and asked.other is not None:
            for row, traced in zip(self.facts, (asked.trace, asked.other), strict=True):
                row.show_bits(traced.fingerprint.value, traced.fingerprint.width)
            self.marks.show_bits(None, asked.trace.fingerprint.width)
        elif self._kind is Kind.BLOCKS:
            for row, value in zip(self.facts, asked.values, strict=True):
                row.show_bits(value, 64)
            self._name_blocks()
            self.marks.show_bits(None, BLOCKS)
            self.marks.set_captions([str(block) for block in reversed(range(BLOCKS))])
        elif self._kind is Kind.CANDIDATES:
            self._show_rows()

    def _name_blocks(self) -> None:
        """Above A which block is which; above B, once it is over, which ones survive."""
        if self._kind is Kind.BLOCKS:
            spoilt = frozenset(range(BLOCKS)) - equal_blocks(*self._question.values)
            self.facts[0].name_blocks(block_names())
            told = spoilt if self.is_over else None
            self.facts[1].name_blocks(block_names(told), told)

    def _show_rows(self) -> None:
        self.rows.clear()
        for _ in self._question.values[1:]:
            item = QListWidgetItem()
            item.setCheckState(Qt.CheckState.Unchecked)
            self.rows.addItem(item)
        self._name_rows(tells_found=False)

    def _name_rows(self, *, tells_found: bool) -> None:
        """The query, and each row; once it is over, with what it has of the query."""
        if self._kind is Kind.CANDIDATES:
            query, *stored = self._question.values
            self.query.setText(f"{self.tr('query')}  {hex_blocks(query)}")
            for row, value in enumerate(stored[: self.rows.count()]):
                found = f"   {self._found_text(query, value)}" if tells_found else ""
                self.rows.item(row).setText(f"{row + 1}  {hex_blocks(value)}{found}")
            fit_list(self.rows)

    def _found_text(self, query: int, value: int) -> str:
        blocks = series(str(block) for block in sorted(equal_blocks(query, value)))
        distance = (query ^ value).bit_count()
        if not blocks:
            return self.tr("no equal block, distance {distance}").format(distance=distance)
        text = self.tr("block {blocks}, distance {distance}")
        return text.format(blocks=blocks, distance=distance)

    def _why(self) -> str:
        asked = self._question
        if self._kind is Kind.SUM and asked.trace is not None:
            votes = " ".join(f"{vote:+g}" for vote in asked.trace.votes()[:, asked.bit].tolist())
            text = self.tr("{votes} = {sum}.").format(votes=votes, sum=asked.answer)
            return text.replace("-", "\N{MINUS SIGN}")
        if isinstance(asked.answer, frozenset) and self._kind in _WITH_VOTES | {Kind.XOR}:
            return self._why_bits(asked)
        if self._kind is Kind.PLANES:
            text = self.tr("{count} of 12: each line between the arrows makes one bit differ.")
            return text.format(count=asked.answer)
        if self._kind is Kind.PROBES:
            return self._why_probes(asked)
        if self._kind is Kind.BLOCKS:
            return self._why_blocks(asked)
        return self._why_candidates(asked)

    def _why_blocks(self, asked: Question) -> str:
        text = self.tr("The {bits} differing bits lie in {count} of 4 blocks. Untouched: {blocks}.")
        if not asked.answer:
            text = self.tr(
                "None: with a differing bit in each block, no block is equal, and looking up equal "
                "blocks misses this pair. Three bits can never do that, four can."
            )
        untouched = asked.answer if isinstance(asked.answer, frozenset) else frozenset()
        count, names = BLOCKS - len(untouched), block_names()
        blocks = series(names[block] for block in sorted(untouched))
        return text.format(bits=self._differing_bits(), count=count, blocks=blocks)

    def _differing_bits(self) -> int:
        if self._kind is not Kind.BLOCKS:
            return 0
        a, b = self._question.values
        return (a ^ b).bit_count()

    def _why_candidates(self, asked: Question) -> str:
        query, *stored = asked.values
        near = [row for row, value in enumerate(stored) if (query ^ value).bit_count() <= _NEAR]
        text = self.tr(
            "Rows {rows} are candidates and are now compared with the query: within distance 3 are "
            "{near}, and these stay. The others are never looked at. Each of them has a differing "
            "bit in every block, four at least, so nothing within distance 3 is missed."
        )
        found = asked.answer if isinstance(asked.answer, frozenset) else frozenset()
        return text.format(
            rows=self._listed([row + 1 for row in found]),
            near=self._listed([row + 1 for row in near if row in found]),
        )

    def _why_probes(self, asked: Question) -> str:
        radii, probes = block_plan(asked.k)
        if not any(radii):
            return self.tr(
                "{keys}: one look-up of an equal key in each of the four tables."
            ).format(keys=probes)
        text = self.tr(
            "{keys}. Bits that may differ in each of the four blocks: {radii}. A block with none "
            "is one key, with one bit another 16 keys, with two bits another 120."
        )
        if min(radii) < 0:
            text = sentences(text, self.tr("−1: this block is not needed."))
        shown = series(str(radius).replace("-", "\N{MINUS SIGN}") for radius in radii)
        return text.format(keys=probes, radii=shown)

    def _why_bits(self, asked: Question) -> str:
        places = asked.answer if isinstance(asked.answer, frozenset) else frozenset()
        bits = series(map(str, sorted(places, reverse=True)))  # as they stand in the row
        if self._kind is Kind.BITS:
            text = self.tr("Bits {bits}: there the sum is above zero.")
        elif self._kind is Kind.FLIPS:
            text = self.tr(
                "Bits {bits}: without its votes their sums rise above zero, or no longer do."
            )
        else:
            text = self.tr("Bits {bits}: XOR is one where the fingerprints differ.")
        return text.format(bits=bits)

    @staticmethod
    def _listed(places: object) -> str:
        every = sorted(places) if isinstance(places, frozenset | list) else []
        return series(map(str, every)) or "–"
