"""The lines above a checked text: the two numbers, the other measures, and what has changed."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from simhash_gui.services.checking.changes import Changes
from simhash_gui.services.checking.findings import Findings
from simhash_gui.ui.check.check_texts import changes_text, details_text, known_text, totals_text
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.tokens import Space


class Answer(QWidget):
    """Four labels; the last two where there is something to tell."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers, self.details = WrappedLabel(), WrappedLabel()
        self.known, self.since = WrappedLabel(), WrappedLabel()
        set_role(self.numbers, Role.TITLE)
        set_role(self.details, Role.MUTED)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        for label in (self.numbers, self.details, self.known, self.since):
            column.addWidget(label)

    def show_findings(self, findings: Findings, since: Changes | None) -> None:
        """What was found, and what changed since the last check of the same file."""
        self.numbers.setText(totals_text(findings.measures))
        self.details.setText(details_text(findings))
        self.known.setText(known_text(findings))
        self.known.setVisible(bool(findings.itself))
        self.since.setText("" if since is None else changes_text(since))
        self.since.setVisible(since is not None)
