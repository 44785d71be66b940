"""Painting that waits until what is to be painted is ready, in turns before it."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget


class LaidOutFirst(QTimer):
    """Has a widget laid out in one turn of the event loop and painted in another.

    Where much of it changes at once, both together take longer than a turn should. The layouts may
    wait for the next turn, as after another language; so the painting waits for the one after it.
    ``steps`` are what else is to be ready for the painting, each in a turn of its own from that on;
    one that returns True has more to do, in the next turn.
    """

    held = Signal()  # the painting waits from now on; all steps follow

    def __init__(self, widget: QWidget, *steps: Callable[[], bool | None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._steps = steps or (_nothing,)
        self._done = 0
        self._within = set[LaidOutFirst]()
        self.timeout.connect(self._go_on)

    @Slot()
    def hold(self) -> None:
        """What changes from now on is painted after this turn."""
        if self._widget.isVisible():
            was_held = self.isActive()
            if not was_held:
                self._hold_around()
            if self._done or not was_held:
                self.held.emit()
            self._widget.setUpdatesEnabled(False)
            self._done = 0
            self.start(0)

    @Slot()
    def _go_on(self) -> None:
        if self._done < len(self._steps):
            self._done += 1
            has_more = self._steps[self._done - 1]()
            if has_more and self._done:  # 0: held again by the step
                self._done -= 1
        elif not any(shiboken6.isValid(each) and each.isActive() for each in self._within):
            self.stop()
            self._within.clear()
            self._widget.setUpdatesEnabled(True)

    def _hold_around(self) -> None:
        """What is around a part is painted with it, not before."""
        around, own = self._widget.parentWidget(), Qt.FindChildOption.FindDirectChildrenOnly
        while around is not None:
            for each in around.findChildren(LaidOutFirst, options=own):
                each._within.add(self)
            around = around.parentWidget()


def _nothing() -> None:
    """The layouts are all that there is to do."""
