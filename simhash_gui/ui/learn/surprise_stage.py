"""The opening: two sentences that differ by one word, MD5 and SimHash below them, to play with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLabel
from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import HashFunction, Weighting
from simhash_gui.services.teaching.presets import Topic
from simhash_gui.services.teaching.tutor import Lesson, TwoTexts, lesson_recipe
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.number_task import Blank, NumberTask
from simhash_gui.ui.learn.stage import PresetChooser, Stage, StageId, TextBox, asking_timer
from simhash_gui.ui.learn.view_model import LearnViewModel

_RECIPE = lesson_recipe(64, Weighting.COUNT, HashFunction.XXH3_64)


class SurpriseStage(Stage):
    """Two texts with an ordinary hash next to the fingerprint."""

    id = StageId.SURPRISE

    def __init__(self, model: LearnViewModel) -> None:
        self.task = NumberTask(
            "surprise",
            lambda: self.tr(
                "One word differs between the two sentences. How many of the 64 bits differ?"
            ),
            [Blank(lambda: "MD5", 6), Blank(lambda: "SimHash", 2)],
            self._why,
        )
        super().__init__(model, [Gate(model, self.task)])
        self.texts = TextBox(), TextBox()
        self.labels = {name: QLabel() for name in ("md5", "simhash")}
        self.rows = {name: (BitRow(64), BitRow(64)) for name in self.labels}
        for letters in self.rows.values():
            for letter, row in zip("AB", letters, strict=True):
                row.set_letter(letter)
        self.presets = PresetChooser(model)
        self.two: TwoTexts | None = None
        self._timer = asking_timer(self, self.compare)
        self._lay_out()
        self.presets.topics.currentIndexChanged.connect(self._load)
        self.presets.languages.currentIndexChanged.connect(self._load)
        for box in self.texts:
            box.textChanged.connect(self._timer.start)
        with QSignalBlocker(self.presets.topics):
            self.presets.choose(Topic.ONE_WORD)
        self._load()

    @override
    def title(self) -> str:
        return self.tr("The surprise")

    @override
    def entered(self) -> None:
        self.compare()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr(
                "An ordinary hash changes altogether when one word changes. What does SimHash do?"
            )
        )
        self.presets.retranslate()
        for letter, box in zip("AB", self.texts, strict=True):
            box.setAccessibleName(self.tr("Text {letter}").format(letter=letter))
        self._show()

    def compare(self) -> None:
        """Ask for both hashes of both texts."""
        self._timer.stop()
        a, b = (Lesson(box.toPlainText(), _RECIPE) for box in self.texts)
        self.model.ask("surprise", "compare", a, b, on_done=self._take)

    def _lay_out(self) -> None:
        column = self.layout()
        assert column is not None
        for place, box in enumerate(self.texts, start=1):
            column.insertWidget(place, box)  # type: ignore[attr-defined]
        for name, label in self.labels.items():
            self.column.addWidget(label)
            for row in self.rows[name]:
                self.column.addWidget(row)
        self.column.insertWidget(1, self.presets)

    def _load(self) -> None:
        for box, text in zip(
            self.texts, (self.presets.preset.a, self.presets.preset.b), strict=True
        ):
            with QSignalBlocker(box):
                box.setPlainText(text)
        self._timer.start()

    def _take(self, two: TwoTexts) -> None:
        self.two = two
        self.task.set_measured((two.a.md5 ^ two.b.md5).bit_count(), two.distance)
        self._show()

    def _show(self) -> None:
        if self.two is None:
            return
        sides = self.two.a, self.two.b
        values = {
            "md5": [side.md5 for side in sides],
            "simhash": [side.trace.fingerprint.value for side in sides],
        }
        for name, (a, b) in values.items():
            text = self.tr("{name}: {count} of 64 bits differ")
            shown = {"md5": "MD5", "simhash": "SimHash"}[name]
            self.labels[name].setText(text.format(name=shown, count=(a ^ b).bit_count()))
            differing = [bit for bit in range(64) if (a ^ b) >> bit & 1]
            for row, letter, value in zip(self.rows[name], "AB", (a, b), strict=True):
                row.show_bits(value, 64, differing=differing if letter == "B" else ())
                row.set_name(f"{shown} {letter}")

    def _why(self, measured: Sequence[int]) -> str:
        text = self.tr(
            "MD5 differs in {md5} bits, about half: it tells only whether two texts are equal. "
            "SimHash differs in {simhash}: each bit is a vote of all words, and one word seldom "
            "turns a vote."
        )
        return text.format(md5=measured[0], simhash=measured[1])
