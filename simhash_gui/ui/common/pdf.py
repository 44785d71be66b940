"""Sections of HTML printed to one PDF file, on A4 paper.

At the default 1200 dpi of Qt's writer a document ends after 613 pages without an error, for its
coordinates run out; so the writer works at 300 dpi, and every section is a document of its own. An
application without a window has none to print with: one is made here that needs no screen. A
window has its reports printed in a process (``RemotePrinter``), for Qt lays out a long section at
one go, and the window would wait.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Self, TypeAlias

from PySide6.QtCore import QBuffer, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QGuiApplication,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
    QTextTableCell,
)

from simhash_gui.ui.theme.tokens import CJK_FAMILIES
from simhash_gui.workers.resident import Resident
from simhash_gui.workers.start import Job, ProcessLimits

_DPI = 300
_MARGINS_MM = QMarginsF(16, 16, 16, 18)
_TEXT_POINTS = 9.5
_FOOTER_POINTS = 8
_LONGEST_S, _MEMORY_BYTES = 1_800.0, 4 << 30
_FEWEST_ROUNDS, _MOST_ROUNDS = 4, 32
_BLOCKS_OF_ALL_ROUNDS = 16_000
_MOST_OF_A_PAGE = 0.9  # the rest is for what stands above a table
_Place: TypeAlias = tuple[int, int]
"""The number of a table in its section, and of a row in it."""
_FAMILIES = ("Noto Sans", "DejaVu Sans", *CJK_FAMILIES)


def print_sections(sections: Iterable[str], path: Path) -> None:
    """Print sections one after another, with the number of each page. Raises OSError."""
    path.write_bytes(printed(sections))


def printed(sections: Iterable[str]) -> bytes:
    """What ``print_sections`` writes. In memory: Qt would say nothing of a drive that is full."""
    application = _application()
    stream = QBuffer()
    stream.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(stream)
    writer.setResolution(_DPI)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(_MARGINS_MM)
    painter = QPainter(writer)
    try:
        pages = 0
        for section in sections:
            pages = _print(section, writer, painter, pages)
    finally:
        painter.end()
    del application
    return bytes(stream.data().data())


class Printer:
    """Prints in a process of its own; its application is made in the main thread of that."""

    def __init__(self) -> None:
        self._application = _application()

    def print(self, sections: Sequence[str], path: Path) -> None:
        """Print sections. Raises OSError."""
        print_sections(sections, path)


class RemotePrinter:
    """Has a ``Printer`` print in another process, which ends with the last page."""

    def print(self, sections: Iterable[str], path: Path) -> None:
        """Print sections, and wait for it. Raises OSError and ProcessLostError."""
        limits = ProcessLimits(_LONGEST_S, _MEMORY_BYTES)
        # a template of other workers has no Qt, and must not have any
        printer = Resident(Job(Printer, limits, start_method="spawn"))
        try:
            printer.call(Event(), "print", list(sections), path, time_s=_LONGEST_S)
        finally:
            printer.end()


def _print(section: str, writer: QPdfWriter, painter: QPainter, pages: int) -> int:
    """The number of pages after this section."""
    document = _laid_out(section, writer)
    size = document.pageSize()
    closing = list(_closing_lines(document))
    for page in range(document.pageCount()):
        if pages:
            writer.newPage()
        pages += 1
        # Less a dot: what begins the next page would be drawn here too, and cut off.
        area = QRectF(0, page * size.height(), size.width(), size.height() - 1)
        painter.save()
        painter.translate(0, -area.top())
        document.drawContents(painter, area)
        for line, brush in closing:
            if area.intersects(line):
                painter.fillRect(line, brush)
        painter.restore()
        _print_number(painter, size, pages)
    return pages


def _closing_lines(document: QTextDocument) -> Iterator[tuple[QRectF, QBrush]]:
    """Below the last row of a table on each page but its last, where Qt draws no line."""
    page_px = document.pageSize().height()
    for table in _tables(document):
        shape = table.format().toTableFormat()
        around = document.documentLayout().frameBoundingRect(table)
        inset_px = around.left()  # Qt tells the place of the first text in it
        around.translate(-inset_px, -inset_px)
        thick_px = shape.border() * _dots()
        first, last = int(around.top() // page_px) + 1, int((around.bottom() - 1) // page_px)
        rows = _Grid.of(table).rows if first <= last and thick_px else ()
        for foot_px in (page * page_px for page in range(first, last + 1)):
            if rows and not any(row.top_px < foot_px < row.bottom_px for row in rows):
                line = QRectF(0, foot_px - 1 - thick_px, around.width(), thick_px)
                yield line.adjusted(thick_px / 2, 0, -thick_px / 2, 0), shape.borderBrush()


def _laid_out(section: str, writer: QPdfWriter) -> QTextDocument:
    """A section in which nothing stands at the foot of a page without what it is the heading of.

    A row of a table is not parted either, unless it is longer than a page. Qt (6.11) does not draw
    some blocks of a document whose breaks were changed after it was laid out, so it is laid out
    again from the beginning. That may part others: after some rounds they stay parted.
    """
    breaks: set[int] = set()
    feet: dict[_Place, float] = {}
    document = _document(section, writer, breaks, feet)
    rounds = _BLOCKS_OF_ALL_ROUNDS // document.blockCount()
    for _ in range(min(max(rounds, _FEWEST_ROUNDS), _MOST_ROUNDS)):
        rows = _first_parted_rows(document, feet)
        first_row = _start_of(document, rows[0][0]) if rows else document.characterCount()
        found = _parted(document, first_row)
        if found:
            breaks |= found
        elif rows:
            feet = {place: px for place, px in feet.items() if place < rows[0][0]} | dict(rows)
        else:
            break
        document = _document(section, writer, breaks, feet)
    return document


def _document(
    section: str, writer: QPdfWriter, breaks: Iterable[int], feet: Mapping[_Place, float]
) -> QTextDocument:
    """A section in which the blocks with these numbers begin a page, and rows have a foot."""
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    font = QFont()
    font.setFamilies(list(_FAMILIES))
    font.setPointSizeF(_TEXT_POINTS)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setHtml(section)
    changing = QTextCursor(document)
    changing.beginEditBlock()  # or it is laid out again for each
    for number in breaks:
        _begin_page(document.findBlockByNumber(number))
    tables = _tables(document)
    for (table, row), foot_px in feet.items():
        for column in range(tables[table].columns()):
            cell = tables[table].cellAt(row, column)
            padded = cell.format().toTableCellFormat()
            padded.setBottomPadding(foot_px / _dots())
            cell.setFormat(padded)
    changing.endEditBlock()
    document.setPageSize(QSizeF(writer.width(), writer.height()))
    return document


def _tables(document: QTextDocument) -> list[QTextTable]:
    return [each for each in document.rootFrame().childFrames() if isinstance(each, QTextTable)]


def _start_of(document: QTextDocument, place: _Place) -> int:
    table, row = place
    return _tables(document)[table].cellAt(row, 0).firstPosition()


def _dots() -> float:
    """Of the writer to one of the screen, which lengths in formats are given in."""
    return _DPI / QGuiApplication.primaryScreen().logicalDotsPerInchY()


def _first_parted_rows(
    document: QTextDocument, feet: Mapping[_Place, float]
) -> list[tuple[_Place, float]]:
    """The rows before those that would be parted in the first table with such, and their feet.

    A foot, in dots, fills the page, so that the row after it begins the next. Where the first row
    after the heads is parted, the table has to move: that is what ``_parted`` sees to.
    """
    for number, table in enumerate(_tables(document)):
        grid = _Grid.of(table)
        for row in range(grid.heads + 1, len(grid.rows)):
            if grid.is_parted(row) and (number, row - 1) not in feet:
                return [((number, place), foot_px) for place, foot_px in grid.feet(row)]
    return []


@dataclass(frozen=True, slots=True)
class _Grid:
    """The rows of a table, the first ``heads`` of which stand on each page; ``gap_px`` apart."""

    rows: Sequence[_Row]
    heads: int
    gap_px: float
    page_px: float

    @classmethod
    def of(cls, table: QTextTable) -> Self:
        """A table as it is laid out."""
        shape = table.format().toTableFormat()
        return cls(
            [_Row.of(table, row) for row in range(table.rows())],
            shape.headerRowCount(),
            (2 * shape.cellPadding() + shape.border()) * _dots(),
            table.document().pageSize().height(),
        )

    @property
    def head_px(self) -> float:
        """How much of a page the heads take."""
        return sum(row.height_px + self.gap_px for row in self.rows[: self.heads])

    def is_parted(self, number: int) -> bool:
        """Whether a row stands on two pages, and could stand on one."""
        row = self.rows[number]
        is_long = row.height_px + self.head_px > _MOST_OF_A_PAGE * self.page_px
        return not is_long and row.top_px // self.page_px != (row.bottom_px - 1) // self.page_px

    def feet(self, parted: int) -> Iterator[tuple[int, float]]:
        """From a parted row on, as far as no row is longer than a page."""
        filled_px = self.rows[parted - 1].bottom_px % self.page_px
        for number in range(parted, len(self.rows)):
            needed_px = self.gap_px + self.rows[number].height_px
            if filled_px + needed_px > self.page_px - self.gap_px:
                yield number - 1, max(self.gap_px / 2, self.page_px - filled_px - self.gap_px)
                filled_px = self.head_px
            filled_px += needed_px
            if filled_px > self.page_px:
                return


@dataclass(frozen=True, slots=True)
class _Row:
    """Where the lines of a row stand, and how high they are where no page ends among them."""

    top_px: float
    bottom_px: float
    height_px: float

    @classmethod
    def of(cls, table: QTextTable, row: int) -> Self:
        """A row as it is laid out."""
        tops, bottoms, heights = [], [], []
        for column in range(table.columns()):
            lines = list(_lines(table.cellAt(row, column)))
            tops += [top for top, _ in lines[:1]]
            bottoms += [top + height for top, height in lines[-1:]]
            heights.append(sum(height for _, height in lines))
        return cls(min(tops, default=0), max(bottoms, default=0), max(heights, default=0))


def _lines(cell: QTextTableCell) -> Iterator[tuple[float, float]]:
    """The top and the height of each line."""
    block, last = cell.firstCursorPosition().block(), cell.lastCursorPosition().block()
    layout = block.document().documentLayout()
    while True:
        top = layout.blockBoundingRect(block).top()
        for number in range(block.layout().lineCount()):
            line = block.layout().lineAt(number)
            yield top + line.y(), line.height()
        if block == last:
            return
        block = block.next()


def _parted(document: QTextDocument, end: int) -> set[int]:
    """Numbers of blocks before ``end`` that stood on another page than what they head.

    They now begin one.
    """
    found = set()
    block = document.begin()
    while block.isValid() and block.position() < end:
        last = following = _heads(block)
        while following is not None:
            last, following = following, _heads(following)
        if last is not None and _end_page(last) != _page_of(block) and not _begins_page(block):
            _begin_page(block)
            found.add(block.blockNumber())
        block = block.next()
    return found


def _end_page(block: QTextBlock) -> int:
    """The page that a block begins on; of a row that stands on two and need not, the second."""
    table = _table_around(block)
    is_parted = table is not None and _Grid.of(table).is_parted(
        table.cellAt(block.position()).row()
    )
    return _page_of(block) + is_parted


def _begin_page(block: QTextBlock) -> None:
    begins_page = QTextBlockFormat()
    begins_page.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    QTextCursor(block).mergeBlockFormat(begins_page)


def _begins_page(block: QTextBlock) -> bool:
    policy = block.blockFormat().pageBreakPolicy()
    return bool(policy & QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)


def _heads(block: QTextBlock) -> QTextBlock | None:
    """What a heading, or the line above a table, must not be parted from; None for other text."""
    following = block.next()
    if not following.isValid():
        return None
    around, table = _table_around(block), _table_around(following)
    if table is not None and around is None:
        first = min(table.format().toTableFormat().headerRowCount(), table.rows() - 1)
        return table.cellAt(first, 0).firstCursorPosition().block()
    return following if block.blockFormat().headingLevel() else None


def _table_around(block: QTextBlock) -> QTextTable | None:
    return QTextCursor(block).currentTable()


def _page_of(block: QTextBlock) -> int:
    """The number of the page, from 0, that its first line stands on."""
    document = block.document()
    top = document.documentLayout().blockBoundingRect(block).top()
    line = block.layout().lineAt(0)
    return int((top + (line.y() if line.isValid() else 0)) // document.pageSize().height())


def _print_number(painter: QPainter, size: QSizeF, number: int) -> None:
    painter.save()
    font = painter.font()
    font.setPointSizeF(_FOOTER_POINTS)
    painter.setFont(font)
    foot = QRectF(0, size.height() + _DPI / 12, size.width(), _DPI / 4)
    painter.drawText(foot, Qt.AlignmentFlag.AlignHCenter, str(number))
    painter.restore()


def _application() -> QGuiApplication:
    """The running application, or one that needs no screen."""
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QGuiApplication([])
