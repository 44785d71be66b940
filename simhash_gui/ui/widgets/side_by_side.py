"""Two texts beside each other that scroll together along their equal lines.

The differences come from ``viewmodels.text_differences``; this widget shows and steps through them.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QToolButton, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui import format as fmt
from simhash_gui.ui.tokens import CONTROL_HEIGHT, Space
from simhash_gui.ui.viewmodels.text_differences import Side, Stretch, TextDifferences
from simhash_gui.ui.widgets.buttons import IconButton
from simhash_gui.ui.widgets.elided_label import ElidedLabel
from simhash_gui.ui.widgets.roles import Role, set_role
from simhash_gui.ui.widgets.text_pane import TextPane

_NONE = -1
_SWITCH_NAMES = ("wrap", "fixed", "together")


class SideBySide(QWidget):
    """Panes A and B. ``bar`` holds their switches; its place is the owner's choice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._differences: TextDifferences | None = None
        self._is_following = False
        self._change = _NONE
        self._panes = {side: TextPane() for side in Side}
        self._wrap, self._fixed, self._together = (_switch() for _ in range(3))
        self.previous_action, self.next_action = QAction(self), QAction(self)
        self._summary = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._summary, Role.MUTED)
        self.bar = QWidget()
        self._build()
        self._connect()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text anew."""
        _label(self._wrap, self.tr("Wrap"), self.tr("Break long lines at the edge"))
        _label(self._fixed, self.tr("Fixed width"), self.tr("Use the fixed-width font"))
        _label(self._together, self.tr("Scroll together"), self.tr("Keep equal lines side by side"))
        self.previous_action.setText(self.tr("Previous difference"))
        self.next_action.setText(self.tr("Next difference"))
        self.pane(Side.A).setAccessibleName(self.tr("Text of A"))
        self.pane(Side.B).setAccessibleName(self.tr("Text of B"))
        self._summarise()

    def pane(self, side: Side) -> TextPane:
        """One of the two panes."""
        return self._panes[side]

    @property
    def differences(self) -> TextDifferences | None:
        """What is shown."""
        return self._differences

    def summary(self) -> str:
        """The line that says how many places differ."""
        return self._summary.full_text()

    def show_differences(self, differences: TextDifferences | None) -> None:
        """Show two texts with their marks, or nothing."""
        self._differences = differences
        self._change = _NONE
        for side, pane in self._panes.items():
            pane.show_lines(differences.lines(side) if differences is not None else ())
            if differences is not None:
                pane.show_marks(differences.marked(side))
        self._summarise()

    def step_on(self) -> None:
        """Go to the next difference, if there is one."""
        self._step(1)

    def step_back(self) -> None:
        """Go to the difference before, if there is one."""
        self._step(-1)

    def _step(self, by: int) -> None:
        changes = self._differences.changes if self._differences is not None else ()
        if changes:
            self._change = min(max(self._change + by, 0), len(changes) - 1)
            self._go_to(changes[self._change])
            self._summarise()

    def switches(self) -> tuple[QToolButton, ...]:
        """Wrap, fixed width, scroll together."""
        return self._wrap, self._fixed, self._together

    def save_state(self, settings: QSettings) -> None:
        """Keep the switches."""
        for name, button in zip(_SWITCH_NAMES, self.switches(), strict=True):
            settings.setValue(f"compare/{name}", button.isChecked())

    def restore_state(self, settings: QSettings) -> None:
        """Bring the switches back."""
        for name, button in zip(_SWITCH_NAMES, self.switches(), strict=True):
            button.setChecked(bool(settings.value(f"compare/{name}", button.isChecked(), bool)))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        self._wrap.setChecked(True)
        self._together.setChecked(True)
        bar = QHBoxLayout(self.bar)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.setSpacing(Space.XS)
        bar.addWidget(IconButton("chevron-up", self.previous_action))
        bar.addWidget(IconButton("chevron-down", self.next_action))
        bar.addWidget(self._summary, 1)
        for button in (self._wrap, self._fixed, self._together):
            bar.addWidget(button)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        for pane in self._panes.values():
            split.addWidget(pane)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(split, 1)

    def _connect(self) -> None:
        self.pane(Side.A).scrolled.connect(self._follow_a)
        self.pane(Side.B).scrolled.connect(self._follow_b)
        for pane in self._panes.values():
            self._wrap.toggled.connect(pane.set_wrapped)
            self._fixed.toggled.connect(pane.set_fixed)
        self._together.toggled.connect(self._catch_up)
        self.previous_action.setShortcut("Alt+Up")
        self.next_action.setShortcut("Alt+Down")
        self.previous_action.triggered.connect(self.step_back)
        self.next_action.triggered.connect(self.step_on)
        self.addActions([self.previous_action, self.next_action])

    def _catch_up(self, is_together: bool) -> None:
        if is_together:
            self._follow(Side.A)

    def _follow_a(self) -> None:
        self._follow(Side.A)

    def _follow_b(self) -> None:
        self._follow(Side.B)

    def _follow(self, moved: Side) -> None:
        """Bring the line opposite the top of one pane to the top of the other."""
        if self._is_following or not self._together.isChecked() or self._differences is None:
            return
        self._is_following = True
        opposite = self._differences.aligned_line(self.pane(moved).first_line(), moved)
        self.pane(moved.other).scroll_to_line(opposite)
        self._is_following = False

    def _go_to(self, change: Stretch) -> None:
        self._is_following = True
        for side in Side:
            start, _ = change.bounds(side)
            self.pane(side).scroll_to_line(max(start - 1, 0))
        self._is_following = False

    def _summarise(self) -> None:
        changes = self._differences.changes if self._differences is not None else ()
        for action in (self.previous_action, self.next_action):
            action.setEnabled(bool(changes))
        self._summary.set_full_text(self._summary_text(len(changes)))

    def _summary_text(self, count: int) -> str:
        if self._differences is None:
            return ""
        if not self._differences.is_complete:
            return self.tr("These texts are too long to mark where they differ.")
        if self._differences.are_equal:
            return self.tr("The texts are the same.")
        if not count:
            return self.tr("The texts differ in white space only.")
        if self._change == _NONE:
            return _places_text(count)
        text = self.tr("Difference {number} of {count}")
        return text.format(number=fmt.number(self._change + 1), count=fmt.number(count))


def _places_text(count: int) -> str:
    return QCoreApplication.translate("SideBySide", "%Ln places differ", "", count)


def _label(button: QToolButton, text: str, tip: str) -> None:
    button.setText(text)
    button.setToolTip(tip)


def _switch() -> QToolButton:
    button = QToolButton()
    button.setCheckable(True)
    button.setMinimumHeight(CONTROL_HEIGHT)
    return button
