"""The laboratory: every known way, really run, costs side by side in a table and a chart."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.teaching.laboratory import (
    Experiment,
    LabReport,
    Obstacle,
    Reading,
    planned,
)
from simhash_gui.services.teaching.questions import Kind
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import decimal, duration, number, percent, sentences, series, size
from simhash_gui.ui.common.labels import WrappedLabel, in_two_lines
from simhash_gui.ui.common.number_field import NumberBox
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.parts import (
    fit_rows,
    fit_to_type,
    labelled,
    name_item,
    number_item,
    read_only,
)
from simhash_gui.ui.learn.question_task import QuestionTask
from simhash_gui.ui.learn.stage import LessonStage, StageId
from simhash_gui.ui.learn.view_model import LearnViewModel
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
_DECADES = 6
_LEAST_SCALE = "1 µs 1 ms 1 s "
_BUILD, _MEMORY, _CANDIDATES, _PAIRS = 1, 2, 4, 6
_LEAVE = (_PAIRS, _BUILD, _MEMORY)
"""Columns that leave the table in this order where it has not the room for all: a query is told."""


class LaboratoryStage(LessonStage):
    """Run the methods on made fingerprints or on the library."""

    id = StageId.LABORATORY

    def __init__(self, model: LearnViewModel) -> None:
        super().__init__(model, [Gate(model, QuestionTask(model, Kind.PROBES, 1))])
        self.size_label, self.sizes = QLabel(), QComboBox()
        self.k_label, self.k = QLabel(), NumberBox()
        self.on_library, self.run_button = QCheckBox(), QPushButton()
        self.table, self.chart, self.told = QTableWidget(0, 7), CostChart(), WrappedLabel()
        self.ways = WrappedLabel()
        self.report: LabReport | None = None
        self._library_size, self._made_size = 0, SIZES[1]
        for value in SIZES:
            self.sizes.addItem(number(value), value)
        self.sizes.setCurrentIndex(SIZES.index(self._made_size))
        self.k.setRange(0, 32)
        self.k.setValue(3)
        choices = FlowRow()
        size, distance = labelled(self.size_label, self.sizes), labelled(self.k_label, self.k)
        for widget in (size, distance, self.on_library, self.run_button):
            choices.add(widget)
        read_only(self.table)
        fit_to_type(self.explore, self._fit, is_wrapped=True)
        for shown in (choices, self.told, self.table, self.chart, self.ways):
            self.column.addWidget(shown)
        self.chart.hide()
        self.run_button.clicked.connect(self.run)
        self.on_library.toggled.connect(self._change_source)
        self.sizes.activated.connect(self._choose_size)
        self.k.valueChanged.connect(self.show_plan)

    @override
    def title(self) -> str:
        return self.tr("Laboratory")

    @override
    def entered(self) -> None:
        super().entered()
        has_library = self.model.session.library is not None
        self.on_library.setEnabled(has_library)
        if self.on_library.isChecked():
            self.on_library.setChecked(has_library)
            self._count_library()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(self.tr("Ten ways to search, run on the same fingerprints."))
        self.size_label.setText(self.tr("Fingerprints"))
        self.sizes.setAccessibleName(self.size_label.text())
        self.k_label.setText(self.tr("Distance"))
        self.k.setAccessibleName(self.k_label.text())
        self.on_library.setText(self.tr("those of my library"))
        self.run_button.setText(self.tr("Run all methods"))
        self.table.setAccessibleName(self.tr("Cost of each method"))
        self.chart.setAccessibleName(self.tr("Time of a query"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Method"),
                self.tr("Build"),
                self.tr("Memory"),
                in_two_lines(self.tr("Keys looked up")),
                self.tr("Candidates"),
                self.tr("Query"),
                self.tr("Pairs"),
            ]
        )
        tips = {
            3: self.tr(
                "For one query, on average. A batch looks up the keys of all fingerprints once; "
                "each of its queries has its share of them."
            ),
            4: self.tr(
                "Comparisons with a fingerprint for one query, on average: one that is met under "
                "several keys counts each time."
            ),
        }
        for column, tip in tips.items():
            role = Qt.ItemDataRole.ToolTipRole
            self.table.model().setHeaderData(column, Qt.Orientation.Horizontal, tip, role)
        self.ways.setText("\n".join(map(_way, method_texts())))
        if self.report is not None:
            self.show_report(self.report)
        else:
            self.show_plan()

    def show_plan(self) -> None:
        """Which methods would not be run with what is chosen, before any is."""
        self.report = None
        count = self._library_size if self.on_library.isChecked() else self._made_size
        self._show_readings(planned(count or 1, self.k.value()))
        self.told.setText(
            self.tr("Not run yet. A method that would need too much time or memory says so.")
        )
        self.chart.hide()

    def run(self) -> None:
        """Run all methods as a job."""
        experiment = Experiment(self._made_size, self.k.value())
        handle = self.model.run_lab(
            experiment, self.show_report, on_library=self.on_library.isChecked()
        )
        if handle is not None:
            had_focus = self.run_button.hasFocus()
            self.run_button.setEnabled(False)  # Qt gives the focus to what stands next
            next_focus = QApplication.focusWidget() if had_focus else None
            handle.finished.connect(lambda _: self._end_run(next_focus))
            handle.cancelled.connect(lambda: self._end_run(next_focus))
            handle.failed.connect(lambda _: self._end_run(next_focus))

    def _end_run(self, next_focus: QWidget | None) -> None:
        """Give the focus back, unless the person has gone elsewhere meanwhile."""
        self.run_button.setEnabled(True)
        if next_focus is not None and next_focus.hasFocus():
            self.run_button.setFocus()

    def show_report(self, report: LabReport) -> None:
        """A row for each method; what was skipped says why."""
        self.report = report
        self._show_readings(report.readings)
        agree = self.tr("{count} fingerprints, distance {k}: all methods found the same.")
        differ = self.tr("{count} fingerprints, distance {k}: these found something else: {names}")
        names = series(map(method_label, report.dissenters))
        text = differ if report.dissenters else agree
        told = text.format(count=number(report.size), k=report.k, names=names)
        ratios = [one.compression for one in report.readings if one.compression is not None]
        if ratios:
            compressed = self.tr(
                "The 16 tables, compressed by Huffman coding, take {share} of their size."
            )
            few = self.tr("So few fingerprints are too far apart to be compressed.")
            share = compressed.format(share=percent(ratios[0]))
            told = sentences(told, share, few if ratios[0] >= 1 else "")
        how = self.tr(
            "A candidate that stands in several tables counts each time. Times of a small run "
            "vary. The chart is the time of a query; each line is ten times the one before."
        )
        self.told.setText(sentences(told, how))
        self.chart.show_readings(report.readings)
        self.chart.show()

    def _choose_size(self, row: int) -> None:
        self._made_size = SIZES[row]
        self.show_plan()

    def _change_source(self, is_library: bool) -> None:
        """The list of sizes shows the one that counts: it cannot be chosen for a library."""
        self.sizes.setDisabled(is_library)
        self.sizes.setPlaceholderText("")
        self.sizes.setCurrentIndex(-1 if is_library else SIZES.index(self._made_size))
        self._count_library()

    def _count_library(self) -> None:
        library = self.model.session.library
        if self.on_library.isChecked() and library is not None:
            self.model.ask("laboratory", "buckets", library.place, on_done=self._take_library)
        else:
            self.show_plan()

    def _take_library(self, numbers: tuple[int, object]) -> None:
        self._library_size = numbers[0]
        if self.on_library.isChecked():
            self.sizes.setPlaceholderText(number(self._library_size))
            if self.report is None:
                self.show_plan()

    def _show_readings(self, readings: Sequence[Reading]) -> None:
        self.table.setRowCount(len(readings))
        self.table.clearSpans()
        for row, reading in enumerate(readings):
            self._show_reading(row, reading)
        self._fit()

    def _fit(self) -> None:
        """Show as many columns as there is room for, and wrap the names of methods.

        Candidates leave last, where names would be narrower than their header.
        """
        # Of the page: the table itself is no wider than the columns that it has.
        table, room = self.table, self.explore.width() - 2 * self.table.frameWidth()
        for column in _LEAVE:
            table.showColumn(column)
        table.showColumn(_CANDIDATES)
        table.resizeColumnsToContents()
        for column in _LEAVE:
            table.setColumnHidden(column, table.horizontalHeader().length() > room)
        least = table.horizontalHeader().sectionSizeHint(0) - table.columnWidth(0)
        table.setColumnHidden(_CANDIDATES, table.horizontalHeader().length() + least > room)
        short = table.horizontalHeader().length() - room
        if short > 0:
            table.setColumnWidth(0, table.columnWidth(0) - short)
        fit_rows(table)

    def _show_reading(self, row: int, reading: Reading) -> None:
        self.table.setItem(row, 0, QTableWidgetItem(method_label(reading.name)))
        if reading.build_s is None or reading.size_bytes is None:
            self.table.setItem(row, 1, name_item(skipped_text(reading)))
            self.table.setSpan(row, 1, 1, self.table.columnCount() - 1)
            return
        pairs = "–" if reading.pairs is None else number(reading.pairs)
        cells = (
            duration(reading.build_s)
            if reading.build_s >= 1
            else f"{reading.build_s * 1e3:.1f} ms",
            size(reading.size_bytes),
            decimal(reading.probes or 0, 0),
            decimal(reading.candidates or 0, 1),
            f"{decimal(reading.query_us or 0, 1)} µs",
            pairs,
        )
        for column, text in enumerate(cells, start=1):
            item = number_item(text)
            item.setToolTip(skipped_text(reading))
            self.table.setItem(row, column, item)


class CostChart(QWidget):
    """The time of a query of each method, on a scale of powers of ten."""

    def __init__(self) -> None:
        super().__init__()
        self._readings: tuple[Reading, ...] = ()
        fit_to_type(self, self._fit)

    def show_readings(self, readings: tuple[Reading, ...]) -> None:
        """Those that were measured."""
        self._readings = tuple(one for one in readings if one.query_us)
        self._fit()
        told = (f"{method_label(one.name)} {one.query_us:.1f} µs" for one in self._readings)
        self.setAccessibleDescription(series(told))
        self.update()

    def _fit(self) -> None:
        self.setFixedHeight(self.sizeHint().height())

    @override
    def sizeHint(self) -> QSize:
        lines = len(self._readings) * self._lines_of_one() + 1
        return QSize(480, lines * (self.fontMetrics().height() + Space.S))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _lines_of_one(self) -> int:
        """A name stands above its bar where there is no room beside it for the scale."""
        left, right = self._beside()
        least_px = self.fontMetrics().horizontalAdvance(_LEAST_SCALE)
        return 1 if self.width() - left - right >= least_px else 2

    def _beside(self) -> tuple[int, int]:
        """Room for names, and for figures."""
        metrics = self.fontMetrics()
        names = (metrics.horizontalAdvance(method_label(one.name)) for one in self._readings)
        return (
            max(names, default=0) + Space.M,
            metrics.horizontalAdvance("000,000.0 µs") + Space.M,
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, metrics = QPainter(self), Theme.current(), self.fontMetrics()
        line = metrics.height() + Space.S
        names = [method_label(one.name) for one in self._readings]
        lines, (left, right) = self._lines_of_one(), self._beside()
        if lines > 1:
            left = metrics.horizontalAdvance("1 µs") // 2  # the first of the scale, whole
        room = self.width() - left - right
        self._paint_scale(painter, left, room, len(names) * lines * line)
        painter.setBackground(theme.color(Token.WINDOW))  # behind figures, which lines go on below
        for row, (name, reading) in enumerate(zip(names, self._readings, strict=True)):
            spent_us = max(reading.query_us or 1.0, 1.0)
            length = max(2, round(room * min(log10(spent_us) / _DECADES, 1.0)))
            top = row * lines * line
            painter.setPen(theme.color(Token.TEXT))
            place = QRect(0, top, self.width(), line)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)
            top += (lines - 1) * line
            bar = QRect(left, top + Space.XS, length, line - Space.S)
            painter.fillRect(bar, theme.color(Token.ACCENT))
            value = QRect(left + length + Space.S, top, self.width(), line)
            text = f"{decimal(reading.query_us or 0, 1)} µs"
            painter.setBackgroundMode(Qt.BGMode.OpaqueMode)
            painter.drawText(value, Qt.AlignmentFlag.AlignVCenter, text)
            painter.setBackgroundMode(Qt.BGMode.TransparentMode)

    def _paint_scale(self, painter: QPainter, left: int, room: int, bottom: int) -> None:
        """Ticks at 1, 10, 100 … µs below the bars; each stands for ten times the one before."""
        line = self.fontMetrics().height() + Space.S
        is_narrow = room / _DECADES < self.fontMetrics().horizontalAdvance("1 ms 100 ")
        for decade, text in enumerate(("1 µs", "10", "100", "1 ms", "10", "100", "1 s")):
            x = left + round(room * decade / _DECADES)
            painter.setPen(Theme.current().color(Token.DIVIDER))
            painter.drawLine(x, 0, x, bottom)
            if is_narrow and decade % 3:
                continue
            painter.setPen(Theme.current().color(Token.MUTED))
            painter.drawText(
                QRect(x - line * 2, bottom, line * 4, line), Qt.AlignmentFlag.AlignCenter, text
            )


def method_texts() -> dict[str, str]:
    """What each method does, in one sentence."""
    return {
        "compare-all": QCoreApplication.translate(
            "LabMethod", "The query is compared with every fingerprint."
        ),
        "query-variants": QCoreApplication.translate(
            "LabMethod",
            "Every fingerprint within the distance of the query is made and looked up in a hash "
            "table; what stands in the same place there is a candidate.",
        ),
        "stored-variants": QCoreApplication.translate(
            "LabMethod",
            "The same made of every stored fingerprint beforehand: a query is one look-up.",
        ),
        "bit-lists": QCoreApplication.translate(
            "LabMethod",
            "128 lists say which fingerprints have a 0 or a 1 at each bit; a query counts how "
            "often each stands in its own 64.",
        ),
        "block-tables": QCoreApplication.translate(
            "LabMethod", "One table for each block: what has an equal block is compared."
        ),
        "permuted-tables": QCoreApplication.translate(
            "LabMethod",
            "Sorted with other bits in front 16 times, so that what is near agrees on the first 28 "
            "bits of one table (Manku, Jain, Das Sarma 2007).",
        ),
        "compressed-tables": QCoreApplication.translate(
            "LabMethod",
            "Of each fingerprint only what differs from the one before is kept, the place of its "
            "first differing bit in a Huffman code.",
        ),
        "batch-query": QCoreApplication.translate(
            "LabMethod",
            "The queries are indexed, and the fingerprints pass by once for all of them "
            "(map and reduce).",
        ),
        "block-neighbours": QCoreApplication.translate(
            "LabMethod",
            "Tables for each block, looked up under neighbouring keys too: finds any distance.",
        ),
        "sqlite-indexes": QCoreApplication.translate(
            "LabMethod", "The same with four indexes of a database, as in your library."
        ),
    }


def _way(name: str) -> str:
    text = QCoreApplication.translate("LabMethod", "{method}: {way}")
    return text.format(method=method_label(name), way=method_texts()[name])


def method_label(name: str) -> str:
    """What a method is called in the window."""
    labels = {
        "compare-all": QCoreApplication.translate("LabMethod", "Compare all"),
        "query-variants": QCoreApplication.translate("LabMethod", "All variants of the query"),
        "stored-variants": QCoreApplication.translate("LabMethod", "All variants stored"),
        "bit-lists": QCoreApplication.translate("LabMethod", "One list per bit value"),
        "block-tables": QCoreApplication.translate("LabMethod", "Four 16-bit tables"),
        "permuted-tables": QCoreApplication.translate("LabMethod", "16 permuted tables"),
        "compressed-tables": QCoreApplication.translate("LabMethod", "The same, compressed"),
        "batch-query": QCoreApplication.translate("LabMethod", "Batch query"),
        "block-neighbours": QCoreApplication.translate("LabMethod", "Block neighbours"),
        "sqlite-indexes": QCoreApplication.translate("LabMethod", "SQLite, four indexes"),
    }
    return labels[name]


def skipped_text(reading: Reading) -> str:
    """Why a method was not run, or not to its end; empty where it was."""
    if reading.died:
        return QCoreApplication.translate(
            "LabMethod", "Not run to its end: its process passed the limit of time or memory"
        )
    shortfall = reading.skipped
    if shortfall is None:
        return ""
    texts = {
        Obstacle.DISTANCE: QCoreApplication.translate(
            "LabMethod", "Not run: misses pairs beyond distance {limit}"
        ),
        Obstacle.MEMORY: QCoreApplication.translate(
            "LabMethod", "Not run: would take {needed} of memory"
        ),
        Obstacle.BUILD_TIME: QCoreApplication.translate(
            "LabMethod", "Not run: would take {needed} to build"
        ),
        Obstacle.QUERY_TIME: QCoreApplication.translate(
            "LabMethod", "Not run: a query would take {needed}"
        ),
        Obstacle.PAIRS_TIME: QCoreApplication.translate(
            "LabMethod", "All pairs were left out: they would take {needed}"
        ),
    }
    is_memory = shortfall.obstacle is Obstacle.MEMORY
    needed = size(round(shortfall.needed)) if is_memory else duration(shortfall.needed)
    return texts[shortfall.obstacle].format(needed=needed, limit=round(shortfall.limit))
