"""Misconceptions, each broken by a demonstration; the learner first says what comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import HashFunction, Weighting
from simhash_gui.services.teaching.presets import PRESETS, Topic
from simhash_gui.services.teaching.tutor import Lesson, TwoTexts, lesson_recipe
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.number_task import Blank, NumberTask
from simhash_gui.ui.learn.stage import Stage, StageId
from simhash_gui.ui.learn.view_model import LearnViewModel

_RECIPE = lesson_recipe(64, Weighting.COUNT, HashFunction.XXH3_64)


class MythsStage(Stage):
    """Three beliefs, three numbers."""

    id = StageId.MYTHS

    def __init__(self, model: LearnViewModel) -> None:
        self.unrelated = self._task(
            "myth-share",
            lambda: self.tr(
                "“Distance 8 means 87 % alike.” Then unrelated texts would have distance 64. "
                "What is their distance?"
            ),
            lambda: self.tr("bits"),
            4,
            self._why_unrelated,
        )
        self.same = self._task(
            "myth-zero",
            lambda: self.tr(
                "“Distance 0 means the same text.” Three sentences change places. What is the "
                "distance?"
            ),
            lambda: self.tr("bits"),
            0,
            self._why_same,
        )
        self.features = self._task(
            "myth-features",
            lambda: self.tr(
                "“64 bits are 64 features.” A sentence of 20 different words: how many of them "
                "vote on bit 0?"
            ),
            lambda: self.tr("words"),
            0,
            self._why_features,
        )
        tasks = (self.unrelated, self.same, self.features)
        super().__init__(model, [Gate(model, task) for task in tasks])
        self.skip.hide()

    @override
    def title(self) -> str:
        return self.tr("What is not so")

    @override
    def open_up(self) -> None:
        """Nothing to change here: the other stages have it."""

    @override
    def entered(self) -> None:
        self._ask("unrelated", Topic.UNRELATED, self._take_unrelated)
        self._ask("same", Topic.REORDERED, self._take_same)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.skip.hide()
        self.intro.setText(self.tr("Three things that people believe about SimHash."))

    def _ask(self, key: str, topic: Topic, on_done: Callable[[TwoTexts], None]) -> None:
        preset = PRESETS[self.model.language][topic]
        a, b = Lesson(preset.a, _RECIPE), Lesson(preset.b, _RECIPE)
        self.model.ask(key, "compare", a, b, on_done=on_done)

    def _take_unrelated(self, two: TwoTexts) -> None:
        self.unrelated.set_measured(two.distance)
        self.features.set_measured(len(two.a.trace.features))

    def _take_same(self, two: TwoTexts) -> None:
        self.same.set_measured(two.distance)

    def _task(
        self,
        kind: str,
        question: Callable[[], str],
        label: Callable[[], str],
        tolerance: int,
        why: Callable[[Sequence[int]], str],
    ) -> NumberTask:
        return NumberTask(kind, question, [Blank(label, tolerance)], partial(why))

    def _why_unrelated(self, measured: Sequence[int]) -> str:
        text = self.tr(
            "{bits}: about 32, because two unrelated coins agree half of the time. The distance "
            "measures an angle, not a share of words: 0 to 32 is the whole range."
        )
        return text.format(bits=measured[0])

    def _why_same(self, measured: Sequence[int]) -> str:
        text = self.tr(
            "{bits}: votes are added, and a sum does not know the order. The program therefore "
            "looks at the texts before it calls a pair near-duplicate."
        )
        return text.format(bits=measured[0])

    def _why_features(self, measured: Sequence[int]) -> str:
        text = self.tr("{words}: every word votes on every bit. No bit belongs to a word.")
        return text.format(words=measured[0])
