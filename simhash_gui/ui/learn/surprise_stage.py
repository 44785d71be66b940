"""The opening: two sentences that differ by one word, MD5 and SimHash below them, to play with."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QVBoxLayout
from typing_extensions import override

from simhash_gui.services.teaching.lessons import COUNTED, Lesson, TwoTexts
from simhash_gui.services.teaching.presets import Topic
from simhash_gui.services.teaching.text_questions import ChangedPair, TextKind
from simhash_gui.ui.common.format import sentences
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.stage import (
    LessonStage,
    PresetChooser,
    StageId,
    TextBox,
    asking_timer,
    lettered,
    wordless_text,
)
from simhash_gui.ui.learn.text_tasks import Blank, Numbers, NumberTask, TextPair
from simhash_gui.ui.learn.view_model import LearnViewModel

_HASHES = {"md5": "MD5", "simhash": "SimHash"}


class SurpriseStage(LessonStage):
    """Two texts with an ordinary hash next to the fingerprint."""

    id = StageId.SURPRISE

    def __init__(self, model: LearnViewModel) -> None:
        self.pair = TextPair()
        self.task = NumberTask(
            model,
            TextKind.SURPRISE,
            Numbers(
                self._ask,
                [Blank(lambda: "MD5", 5), Blank(lambda: "SimHash", 2)],
                lambda asked: (asked.md5_distance, asked.distance),
                self._why,
            ),
            self.pair,
            lambda asked: self.pair.show_texts(asked.a, asked.b),
        )
        super().__init__(model, [Gate(model, self.task)])
        self.texts = TextBox(), TextBox()
        self.counts = WrappedLabel()
        self.recipe_note = WrappedLabel()
        set_role(self.recipe_note, Role.MUTED)
        self.labels = {name: WrappedLabel(shown) for name, shown in _HASHES.items()}
        self.rows = {name: (BitRow(64), BitRow(64)) for name in self.labels}
        for letters in self.rows.values():
            for letter, row in zip("AB", letters, strict=True):
                row.set_letter(letter)
                row.blank()
        self.presets = PresetChooser(model)
        self.two: TwoTexts | None = None
        self._timer = asking_timer(self, self.compare)
        self._lay_out()
        self.presets.chosen.connect(self._load)
        self.presets.watch(*self.texts)
        for box in self.texts:
            box.textChanged.connect(self._timer.start)
        self.presets.choose(Topic.ONE_WORD)

    @override
    def title(self) -> str:
        return self.tr("The surprise")

    @override
    def entered(self) -> None:
        super().entered()
        self.compare()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr(
                "A hash turns any text into a fixed row of bits, its fingerprint. Where one word "
                "differs between two sentences, about half of the bits of MD5, an ordinary hash, "
                "change, as if by chance. SimHash hardly changes. Choose an example or edit either "
                "text and see. The glossary explains the terms."
            )
        )
        self.explore_title.setText(self.tr("Play first"))
        self.recipe_note.setText(
            self.tr(
                "This SimHash is by the recipe “Single words”, as fingerprint --recipe words "
                "prints it. A library uses the recipe “Standard” unless another is chosen, and has "
                "another value for the same text: the button “Recipe” of the Library page shows "
                "which recipe it is."
            )
        )
        self.labels["md5"].setText(self.tr("MD5, the first 64 of its 128 bits"))
        self.pair.retranslate()
        self.presets.retranslate()
        self.presets.follow_language()
        for letter, box in zip("AB", self.texts, strict=True):
            box.set_name(self.tr("Text {letter}").format(letter=letter))
        self._show()

    def compare(self) -> None:
        """Ask for both hashes of both texts."""
        self._timer.stop()
        a, b = (Lesson(box.toPlainText(), COUNTED) for box in self.texts)
        self.model.ask("surprise", "compare", a, b, on_done=self._take)

    def _lay_out(self) -> None:
        column, (gate,) = self.layout(), self.gates
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(1, self.explore)  # it is played with before anything is asked
        self.column.addWidget(self.presets)
        self.column.addLayout(lettered(self.texts))
        self.column.addWidget(self.counts)
        for name, label in self.labels.items():
            self.column.addWidget(label)
            for row in self.rows[name]:
                self.column.addWidget(row)
        self.column.addWidget(self.recipe_note)
        gate.setParent(None)  # Tab comes last to what joins last
        column.insertWidget(2, gate)
        self.open_up()

    def _load(self) -> None:
        for box, text in zip(
            self.texts, (self.presets.preset.a, self.presets.preset.b), strict=True
        ):
            with QSignalBlocker(box):
                box.setPlainText(text)
        self._timer.start()

    def _take(self, two: TwoTexts) -> None:
        self.two = two
        self._show()

    def _show(self) -> None:
        if self.two is None:
            return
        sides = self.two.a, self.two.b
        values = {
            "md5": [side.md5 for side in sides],
            "simhash": [side.trace.fingerprint.value for side in sides],
        }
        counts = {name: (a ^ b).bit_count() for name, (a, b) in values.items()}
        text = self.tr("{md5} of 64 bits differ with MD5, {simhash} with SimHash.")
        is_wordless = not all(side.trace.tokens for side in sides)
        self.counts.setText(
            sentences(text.format_map(counts), wordless_text() if is_wordless else "")
        )
        for name, (a, b) in values.items():
            differing = [bit for bit in range(64) if (a ^ b) >> bit & 1]
            for row, letter, value in zip(self.rows[name], "AB", (a, b), strict=True):
                row.show_bits(value, 64, differing=differing if letter == "B" else ())
                row.set_name(f"{_HASHES[name]} {letter}")

    def _ask(self, asked: ChangedPair) -> str:
        text = self.tr(
            "Now predict. In B, {changed} of the {words} words are replaced by words drawn at "
            "random. How many of the 64 bits differ? (MD5 within 5 and SimHash within 2 is right.)"
        )
        return text.format(changed=asked.words - asked.common, words=asked.words)

    def _why(self, asked: ChangedPair) -> str:
        text = self.tr(
            "MD5 differs in {md5} bits, about half, whatever was changed: it tells only whether "
            "two texts are equal. SimHash differs in {simhash}: every word pulls on every bit, so "
            "the more words change, the more bits flip."
        )
        return text.format(md5=asked.md5_distance, simhash=asked.distance)
