"""The head of a page: title, one line of counts, actions at the right, the primary one last."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from simhash_gui.ui.common.buttons import ActionButton
from simhash_gui.ui.common.elided_label import ElidedLabel
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.tokens import Space


class PageHeader(QWidget):
    """Title and summary; ``add_action`` puts buttons to the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel()
        set_role(self._title, Role.TITLE)
        self._summary = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._summary, Role.MUTED)
        texts = QWidget()
        lines = QVBoxLayout(texts)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(2)
        lines.addWidget(self._title)
        lines.addWidget(self._summary)
        self._summary.hide()
        self._row = FlowRow()
        self._row.add(texts, stretch=1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(Space.XL, Space.L, Space.XL, Space.M)
        whole.addWidget(self._row)

    def set_title(self, text: str) -> None:
        """The page's name."""
        self._title.setText(text)

    def title(self) -> str:
        """The page's name, as shown."""
        return self._title.text()

    def set_summary(self, text: str) -> None:
        """Counts and state, one line; elided where the window is narrow."""
        self._summary.set_full_text(text)
        self._summary.setVisible(bool(text))

    def summary(self) -> str:
        """The whole summary, also where it is shown elided."""
        return self._summary.full_text()

    def add_action(
        self, action: QAction, *, is_primary: bool = False, icon: str = ""
    ) -> ActionButton:
        """A button that follows ``action`` (text, tooltip, enabled); ``icon`` by name."""
        button = ActionButton(action, icon, is_primary=is_primary)
        self._row.add(button)
        return button

    def add_widget(self, widget: QWidget) -> None:
        """Any other control, after those already there."""
        self._row.add(widget)
