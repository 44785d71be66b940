"""Random hyperplanes: the second road to SimHash."""

from __future__ import annotations

from math import radians
from random import Random

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider
from typing_extensions import override

from simhash_gui.services.teaching.questions import Kind, separates
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.planes import PlanesPicture
from simhash_gui.ui.learn.question_task import QuestionTask
from simhash_gui.ui.learn.stage import LessonStage, StageId
from simhash_gui.ui.learn.view_model import LearnViewModel

_LINES = 64


class PlanesStage(LessonStage):
    """Turn one arrow against the other and count the lines between them."""

    id = StageId.PLANES

    def __init__(self, model: LearnViewModel) -> None:
        super().__init__(model, [Gate(model, QuestionTask(model, Kind.PLANES, 1))])
        random = Random(_LINES)
        self._lines = [radians(random.uniform(0, 180)) for _ in range(_LINES)]
        self.picture, self.told = PlanesPicture(), WrappedLabel()
        self.angle = QSlider(Qt.Orientation.Horizontal)
        self.angle.setRange(0, 180)
        self.angle.setValue(45)
        for widget in (self.angle, self.told, self.picture):
            self.column.addWidget(widget)
        self.angle.valueChanged.connect(self._show)

    @override
    def title(self) -> str:
        return self.tr("Random planes")

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr(
                "Count how often each word comes: these counts are the coordinates of an arrow. "
                "Each bit asks on which side of a random line (with many words: a plane) the arrow "
                "lies, 1 or 0. The smaller the angle between two arrows, the fewer lines run "
                "between them. (Charikar 2002)"
            )
        )
        self.angle.setAccessibleName(self.tr("Angle between the arrows"))
        self._show()

    def _show(self) -> None:
        degrees = self.angle.value()
        a, b = radians(20), radians(20 + degrees)
        self.picture.show_angles((a, b, *self._lines), shows_sides=True)
        count = sum(separates(line, a, b) for line in self._lines)
        text = self.tr(
            "Angle {angle}°: {count} of 64 lines separate A and B. On average it is "
            "64 × angle / 180° = {expected}."
        )
        expected = f"{_LINES * degrees / 180:.1f}"
        self.told.setText(text.format(angle=degrees, count=count, expected=expected))
