"""All counts of an import: what was read, what was not, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QScrollArea, QWidget
from typing_extensions import override

from simhash_gui.services.importing.importing import ImportReport
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import PanelDialog
from simhash_gui.ui.common.library_texts import reason_label
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.problem_kinds import skip_label
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_WIDTH_PX = 460
_ROUND_PX = 120  # margins and buttons

Line = tuple[str, int, bool]
"""What is counted, how many, and whether it is a part of the line above."""


class ImportSummaryDialog(PanelDialog):
    """One import, and what the library holds after it."""

    problems_wanted = Signal()

    def __init__(self, report: ImportReport, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._report = report
        self._page = QWidget()
        self.grid = QGridLayout(self._page)
        self.grid.setContentsMargins(0, 0, Space.M, 0)
        self.grid.setHorizontalSpacing(Space.L)
        self.grid.setVerticalSpacing(Space.XS)
        self.grid.setColumnStretch(0, 1)
        area = QScrollArea()
        area.setWidget(self._page)
        area.setWidgetResizable(True)
        area.viewport().setAutoFillBackground(False)
        self._page.setAutoFillBackground(False)
        self.copy_button, self.problems_button = QPushButton(), QPushButton()
        self.copy_button.clicked.connect(self._copy)
        self.problems_button.clicked.connect(self._show_problems)
        self.problems_button.setVisible(bool(report.failed))
        self.buttons.insertWidget(0, self.copy_button)
        self.buttons.insertWidget(1, self.problems_button)
        self.body.addWidget(area, 1)
        self.retranslate()
        whole = QSize(Theme.current().scaled(_WIDTH_PX), self._page.sizeHint().height() + _ROUND_PX)
        self.resize(whole.boundedTo(self.screen().availableSize()))

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Summary of the import"))
        self.copy_button.setText(self.tr("Copy"))
        self.problems_button.setText(self.tr("Show problems"))
        self._fill()

    def lines(self) -> list[Line]:
        """What is counted, from top to bottom."""
        return [line for _head, lines in self._parts() for line in lines]

    def _parts(self) -> list[tuple[str, list[Line]]]:
        return [
            (self.tr("This import"), [*self._of_import()]),
            (self.tr("In the library now"), [*self._of_library()]),
        ]

    def _of_import(self) -> Iterator[Line]:
        report = self._report
        yield self.tr("Read"), report.read, False
        yield self.tr("Identical to another file"), report.duplicates_read, True
        yield self.tr("Unchanged"), report.unchanged, False
        if report.still_failed:
            yield self.tr("Unreadable since an earlier import"), report.still_failed, True
        yield self.tr("Skipped"), report.skipped, False
        for reason, count in report.skipped_by_reason.items():
            yield skip_label(reason), count, True
        yield self.tr("Failed"), report.failed_now, False
        for failure, count in report.failed_now_by_reason.items():
            yield reason_label(failure), count, True
        yield self.tr("Moved since the last import"), report.moved, False
        yield self.tr("Gone since the last import"), report.gone, False

    def _of_library(self) -> Iterator[Line]:
        report = self._report
        yield self.tr("Files"), report.files, False
        if report.archives:
            yield self.tr("Archives"), report.archives, False
        yield self.tr("Could not be read"), report.failed, False
        for reason, count in report.failed_by_reason.items():
            yield reason_label(reason), count, True
        yield self.tr("Documents with distinct content"), report.documents, False
        yield self.tr("Files identical to another file"), report.duplicates, False

    def _fill(self) -> None:
        while (item := self.grid.takeAt(0)) is not None:
            label = item.widget()
            if label is not None:
                label.hide()
                label.deleteLater()
        row = 0
        for title, lines in self._parts():
            row = self._add_part(row, title, lines)
        took = QLabel(self._took_text())
        set_role(took, Role.MUTED)
        self.grid.addWidget(took, row, 0, 1, 2)
        self.grid.setRowStretch(row + 1, 1)

    def _add_part(self, row: int, title: str, lines: Sequence[Line]) -> int:
        """Lay a part out from ``row`` on; return the row after it."""
        head = QLabel(title)
        set_role(head, Role.SECTION)
        self.grid.addWidget(head, row, 0, 1, 2)
        for place, (text, count, is_part) in enumerate(lines, row + 1):
            label, number = QLabel(text), QLabel(fmt.number(count))
            label.setWordWrap(True)
            label.setContentsMargins(Space.L * (1 + is_part), 0, 0, 0)
            if is_part:
                set_role(label, Role.MUTED)
                set_role(number, Role.MUTED)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            self.grid.addWidget(label, place, 0)
            self.grid.addWidget(number, place, 1, right)
        after = row + 1 + len(lines)
        self.grid.setRowMinimumHeight(after, Space.S)
        return after + 1

    def _took_text(self) -> str:
        text = QCoreApplication.translate("ImportSummaryDialog", "It took {duration}.")
        return text.format(duration=fmt.duration(self._report.elapsed_s))

    @Slot()
    def _copy(self) -> None:
        rows = (f"{'  ' * is_part}{text}\t{count}" for text, count, is_part in self.lines())
        QGuiApplication.clipboard().setText("\n".join(rows))

    @Slot()
    def _show_problems(self) -> None:
        self.accept()
        self.problems_wanted.emit()
