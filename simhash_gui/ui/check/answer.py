"""The lines above a checked text: one number, what weighs it, the rest, and what has changed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from simhash_gui.services.checking.changes import Changes
from simhash_gui.services.checking.findings import Chapter, Findings
from simhash_gui.ui.check.check_texts import (
    add_advice,
    changes_text,
    chapter_text,
    details_text,
    known_text,
    nothing_text,
    parts_text,
    still_counted_text,
    total_text,
    whole_text,
)
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.library_texts import not_compared_text
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.tokens import Space


class Answer(QWidget):
    """Seven labels, four of them where there is something to tell, and a menu of chapters.

    Before that stands the way out of what was missed, where there is one.
    """

    chapter_wanted = Signal(int)  # where it begins, in characters of the text
    documents_wanted = Signal()  # for a library that has none
    check_wanted = Signal()  # the same once more

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total, self.parts, self.details = WrappedLabel(), WrappedLabel(), WrappedLabel()
        self.missed, self.known, self.since = WrappedLabel(), WrappedLabel(), WrappedLabel()
        self.still = WrappedLabel()
        self.add, self.again = QPushButton(), QPushButton()
        self.chapters, self._menu = QPushButton(), QMenu(self)
        self._not_compared = self._details = ""
        set_role(self.total, Role.TITLE)
        set_role(self.details, Role.CAPTION)
        set_role(self.chapters, Role.MENU)
        self.chapters.setMenu(self._menu)
        self.add.clicked.connect(self.documents_wanted)
        self.again.clicked.connect(self.check_wanted)
        column = QVBoxLayout()
        column.setSpacing(Space.S)
        for label in (
            self.total,
            self.known,
            self.parts,
            self.details,
            self.still,
            self.missed,
            self.since,
        ):
            column.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(column, 1)
        for button in (self.add, self.again, self.chapters):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def show_findings(
        self, findings: Findings, since: Changes | None, *, is_complete: bool
    ) -> None:
        """What was found, and what changed since the last check of the same file."""
        is_empty = not findings.documents
        total = nothing_text() if is_empty else total_text(findings, is_complete=is_complete)
        self.total.setText(total)
        self.total.setToolTip("" if is_empty else whole_text(findings.measures))
        self.parts.setText(parts_text(findings))
        self._details = details_text(findings)
        self.details.setText(self._details)
        for label in (self.parts, self.details):
            label.setHidden(is_empty)
        self.still.setText(still_counted_text(findings))
        self.still.setVisible(bool(findings.still_counted))
        self._not_compared = not_compared_text(findings.not_compared)
        self.add.setText(QCoreApplication.translate("CheckPage", "Add folder…"))
        self.again.setText(QCoreApplication.translate("CheckPage", "Check again"))
        self._tell_missed(add_advice() if is_empty else "", self.add if is_empty else None)
        self.known.setText(known_text(findings))
        self.known.setVisible(bool(findings.itself))
        self.since.setText("" if since is None else changes_text(since, findings.measures))
        self.since.setVisible(since is not None and not is_empty)
        self._list(findings.chapters)

    def show_progress(self, told: str) -> None:
        """How far the check is, in place of the last measures; empty when it is complete."""
        self.details.setText(told or self._details)

    def tell_changed(self, *, is_library: bool, is_file: bool) -> None:
        """Say that another check may find something else by now.

        What an earlier check of the file found, compared with this one, is no news beside that.
        """
        library = QCoreApplication.translate(
            "CheckPage", "The library may have changed since this check. Check the document again."
        )
        file = QCoreApplication.translate(
            "CheckPage",
            "The file has changed since this check, or is gone; below is the text that was"
            " checked.",
        )
        told = [text for text, is_so in ((file, is_file), (library, is_library)) if is_so]
        self._tell_missed("\n".join(told), self.again)
        self.since.hide()

    def tell_growing_library(self) -> None:
        """Say that documents are being read, of which this check may know none."""
        text = QCoreApplication.translate(
            "CheckPage",
            "Documents are being added to the library just now. Check the document again when all"
            " have been read.",
        )
        self._tell_missed(text)

    def _tell_missed(self, text: str, way_out: QPushButton | None = None) -> None:
        """Besides what was not compared."""
        told = "\n".join(filter(None, (self._not_compared, text)))
        self.missed.setText(told)
        self.missed.setVisible(bool(told))
        for button in (self.add, self.again):
            button.setVisible(button is way_out)

    def _list(self, chapters: tuple[Chapter, ...]) -> None:
        """Each chapter with its share; choosing one goes there."""
        self.chapters.setText(QCoreApplication.translate("CheckPage", "Chapters"))
        self.chapters.setVisible(len(chapters) > 1)
        self._menu.clear()
        for each in chapters:
            text = chapter_text(each).replace("&", "&&")
            self._menu.addAction(text, partial(self.chapter_wanted.emit, each.span.start))
