"""Steps at the learner's pace: back, on, and play for who wants it; nothing plays by itself.

Where the system asks for no animation, play is not offered and the steps stay.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel, QPushButton, QStyle, QWidget
from typing_extensions import override

from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.roles import Role, set_role

STEP_MS = 1500
SPEEDS = (1.0, 2.0, 0.5)
BACK_KEY, PLAY_KEY, ON_KEY = ",", "P", "."


class Stepper(FlowRow):
    """``step`` of ``last``, from ``first`` on; the keys are those of the widget ``owner``.

    A step changes what stands below, as far as the widget ``upto``.
    """

    moved = Signal()

    def __init__(self, owner: QWidget, first: int = 0, *, upto: QWidget) -> None:
        super().__init__()
        self.first, self.step, self.last = first, first, first
        self.upto = upto
        self.back_button, self.play_button, self.on_button = (
            QPushButton(),
            QPushButton(),
            QPushButton(),
        )
        self.position, self.speed_button, self.speed = QLabel(), QPushButton(), SPEEDS[0]
        self.speed_button.clicked.connect(self._change_speed)
        set_role(self.position, Role.MUTED)
        self.timer = QTimer(self)
        self.timer.setInterval(STEP_MS)
        self.timer.timeout.connect(self._play_on)
        acts = (self._go_back, self.play_or_pause, self._go_on)
        buttons = (self.back_button, self.play_button, self.on_button)
        for button, key, act in zip(buttons, (BACK_KEY, PLAY_KEY, ON_KEY), acts, strict=True):
            self.add(button)
            button.clicked.connect(act)
            QShortcut(QKeySequence(key), owner).activated.connect(act)
        self.add(self.speed_button)
        self.add(self.position)

    def set_steps(self, last: int, step: int) -> None:
        """Begin again with so many steps, at one of them."""
        self.timer.stop()
        self.last, self.step = last, max(self.first, min(step, last))
        self.retranslate()

    def play_or_pause(self) -> None:
        """Play from here, from the beginning where the end was reached; or stop."""
        if self.timer.isActive() or not self.may_play():
            self.timer.stop()
        else:
            if self.step == self.last:
                self._go(self.first)
            self.timer.start()
        self.retranslate()

    def may_play(self) -> bool:
        """Whether the system allows animation."""
        return self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0

    @override
    def hideEvent(self, event: object) -> None:
        self.timer.stop()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text again."""
        self.back_button.setText(self.tr("Step back"))
        self.on_button.setText(self.tr("Step forward"))
        is_playing = self.timer.isActive()
        self.play_button.setText(self.tr("Pause") if is_playing else self.tr("Play"))
        for button, key in (
            (self.back_button, BACK_KEY), (self.play_button, PLAY_KEY), (self.on_button, ON_KEY),
        ):  # fmt: skip
            button.setToolTip(self.tr("Key: {key}").format(key=key))
        self.speed_button.setText(self.tr("Speed {factor}×").format(factor=f"{self.speed:g}"))
        for button in (self.play_button, self.speed_button):
            button.setVisible(self.may_play())
        self.back_button.setEnabled(self.step > self.first)
        self.on_button.setEnabled(self.step < self.last)
        self.position.setText(f"{self.step} / {self.last}")

    def _change_speed(self) -> None:
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self.timer.setInterval(round(STEP_MS / self.speed))
        self.retranslate()

    def _go_back(self) -> None:
        self.timer.stop()
        self._go(self.step - 1)

    def _go_on(self) -> None:
        self.timer.stop()
        self._go(self.step + 1)

    def _play_on(self) -> None:
        if self.step + 1 >= self.last:
            self.timer.stop()
        self._go(self.step + 1)

    def _go(self, step: int) -> None:
        step = max(self.first, min(self.last, step))
        if step != self.step:
            self.step = step
            self.moved.emit()
        self.retranslate()
