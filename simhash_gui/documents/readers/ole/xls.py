"""XLS (Excel 5 to 2003): the same text as of XLSX, see ``workbook``.

xlrd reads the cells, in Python: calamine, thirty times as fast, takes all the memory that a broken
workbook asks for, and ends the process when that is more than there is.

Many files of this name are pages or tables in text; those are read as what they are.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Any

from simhash_gui.documents.readers.html.html import read_fragment_or
from simhash_gui.documents.readers.office.workbook import value_text
from simhash_gui.documents.readers.ole.locked import unlocked
from simhash_gui.documents.readers.ole.ole_container import OleContainer, has_stream, is_ole
from simhash_gui.documents.readers.plain import csv_table
from simhash_gui.documents.readers.plain.csv_table import row_text
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure

if TYPE_CHECKING:
    from xlrd.book import Book

NAME = "xls"

_STREAMS = ("Workbook", "Book")
_FILE_PASS = 0x2F
_RECORDS_BEFORE_LOCK = 4


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: DAMAGED, PASSWORD or UNSUPPORTED."""
    if not is_ole(source.data):
        return read_fragment_or(source, csv_table.read)
    container = OleContainer(source.data)
    stream = next(filter(container.has, _STREAMS), None)
    if stream is None:
        raise container.missing(_STREAMS[0], "a workbook")
    content = container.read(stream)
    if _is_locked(content):
        content = OleContainer(unlocked(source)).read(stream)
    return extracted_of(NAME, _text(content), container.metadata())


def recognises(data: bytes) -> bool:
    """By the stream of the workbook."""
    return has_stream(data, *_STREAMS)


def _is_locked(stream: bytes) -> bool:
    """Whether one of the first records tells of a password ([MS-XLS] 2.4.117)."""
    position = 0
    for _ in range(_RECORDS_BEFORE_LOCK):
        if position + 4 > len(stream):
            break
        kind, size = struct.unpack_from("<HH", stream, position)
        if kind == _FILE_PASS:
            return True
        position += 4 + size
    return False


def _text(stream: bytes) -> str:
    """The cells of the workbook that this stream is.

    xlrd could open the container as well, but follows a circular chain of sectors forever.
    """
    # Imported here: a worker that meets no old workbook starts sooner without it.
    from xlrd import open_workbook  # noqa: PLC0415

    try:
        # on_demand: one sheet in memory at a time. ragged_rows: no rectangle around far cells.
        with open_workbook(
            file_contents=stream, logfile=StringIO(), on_demand=True, ragged_rows=True
        ) as book:
            return "\n".join(_lines(book))
    except MemoryError:
        raise
    except Exception as error:  # whatever xlrd meets where it does not expect it
        detail = "The workbook is damaged: its cells cannot be read."
        raise ReadFailure(FailureReason.DAMAGED, detail) from error


def _lines(book: Book) -> Iterator[str]:
    from xlrd.biffh import XL_CELL_BOOLEAN, XL_CELL_DATE, XL_CELL_ERROR  # noqa: PLC0415 - as above

    texts: dict[int, Callable[[Any], str]] = {
        XL_CELL_DATE: partial(_date_text, date_mode=book.datemode),
        XL_CELL_BOOLEAN: lambda value: value_text(bool(value)),
        XL_CELL_ERROR: lambda _: "",
    }
    for position in range(book.nsheets):
        sheet = book.sheet_by_index(position)
        for row in range(sheet.nrows):
            kinds, values = sheet.row_types(row), sheet.row_values(row)
            cells = zip(kinds, values, strict=True)
            line = row_text([texts.get(kind, value_text)(value) for kind, value in cells])
            if line:
                yield line
        book.unload_sheet(position)


def _date_text(days: float, date_mode: int) -> str:
    """Days since 1900 or 1904, and a time of the day after the point."""
    from xlrd.xldate import xldate_as_datetime  # noqa: PLC0415 - as above

    moment = xldate_as_datetime(days, date_mode)
    if 0 <= days < 1:
        return str(moment.time())
    return str(moment.date() if days.is_integer() else moment)


READER = Reader(
    name=NAME,
    extensions=frozenset({".xls", ".xlt", ".et", ".ett"}),
    recognises=recognises,
    read=read,
)
