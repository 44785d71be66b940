"""Sections of HTML printed to one PDF file, on A4 paper.

At the default 1200 dpi of Qt's writer a document ends after 613 pages without an error, for its
coordinates run out; so the writer works at 300 dpi, and every section is a document of its own. An
application without a window has none to print with: one is made here that needs no screen. A
window has its reports printed in a process (``RemotePrinter``), for Qt lays out a long section at
one go, and the window would wait.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Event

from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
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
)

from simhash_gui.ui.theme.tokens import CJK_FAMILIES
from simhash_gui.workers.resident import Resident
from simhash_gui.workers.start import Job, ProcessLimits

_DPI = 300
_MARGINS_MM = QMarginsF(16, 16, 16, 18)
_TEXT_POINTS = 9.5
_FOOTER_POINTS = 8
_LONGEST_S, _MEMORY_BYTES = 1_800.0, 4 << 30
_MOST_ROUNDS = 8
_FAMILIES = ("Noto Sans", "DejaVu Sans", *CJK_FAMILIES)


def print_sections(sections: Iterable[str], path: Path) -> None:
    """Print sections one after another, with the number of each page. Raises OSError."""
    application = _application()
    path.touch()  # Qt would only warn
    writer = QPdfWriter(str(path))
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
    for page in range(document.pageCount()):
        if pages:
            writer.newPage()
        pages += 1
        # Less a dot: what begins the next page would be drawn here too, and cut off.
        area = QRectF(0, page * size.height(), size.width(), size.height() - 1)
        painter.save()
        painter.translate(0, -area.top())
        document.drawContents(painter, area)
        painter.restore()
        _print_number(painter, size, pages)
    return pages


def _laid_out(section: str, writer: QPdfWriter) -> QTextDocument:
    """A section in which nothing stands at the foot of a page without what it is the heading of.

    Qt (6.11) does not draw some blocks of a document whose breaks were changed after it was laid
    out, so it is laid out again from the beginning. That may part others: after some rounds they
    stay parted.
    """
    breaks: set[int] = set()
    for _ in range(_MOST_ROUNDS):
        document = _document(section, writer, breaks)
        found = _parted(document)
        if not found:
            return document
        breaks |= found
    return _document(section, writer, breaks)


def _document(section: str, writer: QPdfWriter, breaks: Iterable[int]) -> QTextDocument:
    """A section in which the blocks with these numbers begin a page."""
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    font = QFont()
    font.setFamilies(list(_FAMILIES))
    font.setPointSizeF(_TEXT_POINTS)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setHtml(section)
    for number in breaks:
        _begin_page(document.findBlockByNumber(number))
    document.setPageSize(QSizeF(writer.width(), writer.height()))
    return document


def _parted(document: QTextDocument) -> set[int]:
    """Numbers of blocks that stood on another page than what they head; they now begin one."""
    found = set()
    block = document.begin()
    while block.isValid():
        last = following = _heads(block)
        while following is not None:
            last, following = following, _heads(following)
        if last is not None and _page_of(last) != _page_of(block) and not _begins_page(block):
            _begin_page(block)
            found.add(block.blockNumber())
        block = block.next()
    return found


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
