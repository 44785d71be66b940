"""XLSX, XLSM and XLSB: sheets in order, a line for each row, a tab between cells.

Numbers, dates and truth values as values, not as their format shows them; empty cells leave no
trace. Text boxes follow the sheets; comments, formulas and running heads are left out.

python-calamine reads the cells: ten times as fast as openpyxl, and of XLSB too. It lays a sheet out
as a rectangle, so a sheet whose cells lie far apart is moved together before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias
from zipfile import ZIP_STORED, ZipFile

from simhash_gui.documents.readers.flow import joined
from simhash_gui.documents.readers.html.html import read_fragment_or
from simhash_gui.documents.readers.office.drawing import read_shapes
from simhash_gui.documents.readers.office.office_package import OfficePackage, is_office_package
from simhash_gui.documents.readers.plain import csv_table
from simhash_gui.documents.readers.plain.csv_table import row_text
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.readers.zip_package import is_zip
from simhash_gui.documents.records import Extracted, FailureReason, Limits, ReadFailure

if TYPE_CHECKING:
    from datetime import date, datetime, time

    from python_calamine import CalamineWorkbook

    Cell: TypeAlias = int | float | str | bool | time | date | datetime | timedelta

# --- sheets whose cells lie far apart ------------------------------------------------------------
# One cell at the far corner (XFD1048576) makes a rectangle of 17 billion cells.
# As empty cells leave no trace in the text anyway, such a sheet loses the addresses of its
# cells, which the format allows: they then follow one another.

_NEVER_READ = ("xl/media/", "xl/embeddings/", "xl/vbaProject.bin")
_SHEET_MARK = b"sheetData"
_BINARY_SHEETS = ("xl/worksheets/", "xl/macrosheets/", "xl/dialogsheets/")
_SHARED_STRINGS = "xl/sharedstrings."
_MAX_CELLS = 8_000_000
_MAX_CELLS_PER_FILLED_ONE = 20
# Column ZZ is the 702nd: without a match every cell lies within 702 × 9,999.
_FAR = re.compile(rb"r\s{0,9}=\s{0,9}[\"'](?:[A-Za-z]{3}\d|[A-Za-z]{0,2}\d{5})")
_ADDRESS = re.compile(rb"r\s{0,9}=\s{0,9}[\"']([A-Za-z]{0,9})(\d{1,20})[\"']")
_ADDRESS_IN_TAG = re.compile(
    rb"(<(?:\w+:)?(?:row|c)\b[^>]*?)\s+r\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.IGNORECASE
)
_ROW = re.compile(rb"<(?:\w+:)?row\b")
_CELL = re.compile(rb"<(?:\w+:)?c\b")
_SHARED_CELL = b't="s"'
_STRING_END = re.compile(rb"</(?:\w+:)?si>")
_STRING_COUNT = re.compile(rb"\b(?:uniqueCount|count)\s*=\s*[\"'](\d+)[\"']")
_BINARY_ROW = 0
_BINARY_CELLS = range(1, 12)


def laid_out(data: bytes, package: OfficePackage, limits: Limits) -> bytes:
    """The workbook, or a copy of it whose sheets can be laid out.

    Every part that matters is inflated and checked on the way. Raises ``ReadFailure``: DAMAGED, or
    BOMB when the cells would be too many or would repeat a long text too often.
    """
    changed: dict[str, bytes] = {}
    longest_string = shared_cells = 0
    for name in package.names:
        if name.startswith(_NEVER_READ):
            continue
        part = package.read(name)
        if name.lower().startswith(_SHARED_STRINGS):
            longest_string = max(map(len, _STRING_END.split(part)))
        shared_cells += part.count(_SHARED_CELL) if _SHEET_MARK in part else 0
        made_safe = _made_safe(name, part)
        if made_safe is not part:
            changed[name] = made_safe
    if longest_string * shared_cells > max(limits.expanded_bytes, len(data)):
        raise _bomb("The same long text stands in too many of its cells.")
    return _copy_with(package, changed) if changed else data


def _made_safe(name: str, part: bytes) -> bytes:
    """The part itself, or what can be laid out in its place. Raises ``ReadFailure`` (BOMB)."""
    if name.lower().startswith(_SHARED_STRINGS):
        # calamine makes room for as many as are declared, even billions
        declares_more = any(int(count) > len(part) for count in _STRING_COUNT.findall(part))
        return _STRING_COUNT.sub(b"", part) if declares_more else part
    if name.startswith(_BINARY_SHEETS) and name.endswith(".bin"):
        _check_binary_sheet(part)
    elif _SHEET_MARK in part and _is_sparse(part):
        return _moved_together(part)
    return part


def _is_sparse(sheet: bytes) -> bool:
    cells, rows = _tag_count(sheet, b"c"), _tag_count(sheet, b"row")
    if cells * rows <= _MAX_CELLS and _FAR.search(sheet) is None:
        return False
    addresses = _ADDRESS.findall(sheet)
    letters, digits = {letters for letters, _ in addresses}, {digits for _, digits in addresses}
    columns = max(map(_column_number, letters), default=0)
    if cells > len(addresses) - rows:  # some without an address, which follow one another
        columns = max(columns, *_row_sizes(sheet))
    return _is_too_much(columns * max(rows, *map(int, digits), 0), cells)


def _tag_count(sheet: bytes, name: bytes) -> int:
    """How many elements of a name begin; the name may have a prefix."""
    start = b":" if b":sheetData" in sheet else b"<"
    return sum(sheet.count(start + name + end) for end in (b" ", b">", b"/"))


def _row_sizes(sheet: bytes) -> list[int]:
    """How many cells each row has."""
    return [len(_CELL.findall(row)) for row in _ROW.split(sheet)]


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _is_too_much(area: int, filled: int) -> bool:
    return area > max(_MAX_CELLS, filled * _MAX_CELLS_PER_FILLED_ONE)


def _moved_together(sheet: bytes) -> bytes:
    """The sheet without addresses. A single long row would still make a rectangle too large."""
    sizes = _row_sizes(sheet)
    if _is_too_much(max(sizes) * len(sizes), sum(sizes)):
        raise _bomb("Its cells lie too far apart.")
    return _ADDRESS_IN_TAG.sub(rb"\1", sheet)


def _copy_with(package: OfficePackage, replaced: dict[str, bytes]) -> bytes:
    copy = BytesIO()
    with ZipFile(copy, "w", ZIP_STORED) as archive:
        for name in package.names:
            if not name.startswith(_NEVER_READ):
                archive.writestr(name, replaced.get(name) or package.read(name))
    return copy.getvalue()


def _check_binary_sheet(sheet: bytes) -> None:
    """The same for XLSB ([MS-XLSB] 2.1.4), where each cell has an address and must keep it."""
    columns = rows = filled = 0
    for kind, position in _binary_records(sheet):
        if kind == _BINARY_ROW:
            rows = max(rows, _number(sheet, position) + 1)
        elif kind in _BINARY_CELLS:
            filled += 1
            columns = max(columns, _number(sheet, position) + 1)
    if _is_too_much(columns * rows, filled):
        raise _bomb("Its cells lie too far apart.")


def _binary_records(sheet: bytes) -> Iterator[tuple[int, int]]:
    """Kind and where the content begins, of each record."""
    position = 0
    while position < len(sheet):
        kind, position = _varying_number(sheet, position, 2)
        size, position = _varying_number(sheet, position, 4)
        yield kind, position
        position += size


def _varying_number(data: bytes, position: int, max_bytes: int) -> tuple[int, int]:
    """A number of seven bits a byte, the least first, and what follows it."""
    number = 0
    for shift in range(max_bytes):
        if position >= len(data):
            break
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << (7 * shift)
        if byte < 0x80:
            break
    return number, position


def _number(data: bytes, position: int) -> int:
    return int.from_bytes(data[position : position + 4], "little")


def _bomb(detail: str) -> ReadFailure:
    return ReadFailure(FailureReason.BOMB, detail)


NAME = "xlsx"

_EXACT_INTEGERS_BELOW = 1e15
_DRAWINGS = "xl/drawings/drawing"


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: DAMAGED, BOMB, PASSWORD or UNSUPPORTED."""
    if not is_zip(source.data):
        return read_fragment_or(source, csv_table.read)
    package = OfficePackage(source)
    data = laid_out(source.data, package, source.limits)
    boxes = [
        read_shapes(package, part).text() for part in package.names if part.startswith(_DRAWINGS)
    ]
    text = joined((workbook_text(data, source.limits), *boxes))
    return extracted_of(NAME, text, package.metadata())


def recognises(data: bytes) -> bool:
    """Also templates, binary workbooks and those with macros."""
    return is_office_package(data, b"xl/")


def workbook_text(data: bytes, limits: Limits) -> str:
    """All cells of a workbook in any format of Excel's.

    Raises ``ReadFailure``: DAMAGED, PASSWORD, or BOMB when a text is repeated in cells without end.
    """
    lines: list[str] = []
    remaining = limits.expanded_bytes
    with _named_errors():
        for line in _lines(_load(data)):
            lines.append(line)
            remaining -= len(line)
            if remaining < 0:
                detail = f"It inflates to more than the limit of {limits.expanded_bytes:,} bytes."
                raise ReadFailure(FailureReason.BOMB, detail)
    return "\n".join(lines)


def _load(data: bytes) -> CalamineWorkbook:
    # Imported here: a worker that meets no workbook starts sooner without it.
    from python_calamine import CalamineWorkbook  # noqa: PLC0415

    return CalamineWorkbook.from_filelike(BytesIO(data))


def _lines(workbook: CalamineWorkbook) -> Iterator[str]:
    from python_calamine import SheetTypeEnum  # noqa: PLC0415 - as above

    for position, sheet in enumerate(workbook.sheets_metadata):
        if sheet.typ is not SheetTypeEnum.WorkSheet:
            continue
        for row in workbook.get_sheet_by_index(position).iter_rows():
            line = row_text([value_text(cell) for cell in row if cell != ""])
            if line:
                yield line


def value_text(cell: Cell) -> str:
    """A value as Excel would write it without a format."""
    return cell if isinstance(cell, str) else _VALUES.get(type(cell), str)(cell)


def _number_text(number: float) -> str:
    """Integers as such, others with the digits that Excel keeps."""
    is_integer = number.is_integer() and abs(number) < _EXACT_INTEGERS_BELOW
    return str(int(number)) if is_integer else f"{number:.15g}"


def _truth_text(value: bool) -> str:
    return "TRUE" if value else "FALSE"


def _duration_text(duration: timedelta) -> str:
    minutes, seconds = divmod(int(duration.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


_VALUES: dict[type, Callable[[Any], str]] = {
    float: _number_text,
    bool: _truth_text,
    timedelta: _duration_text,
}


@contextmanager
def _named_errors() -> Iterator[None]:
    """What calamine raises, also where it fails over its own assumptions."""
    from python_calamine import CalamineError, PasswordError  # noqa: PLC0415 - as above

    try:
        yield
    except PasswordError as error:
        raise ReadFailure(FailureReason.PASSWORD, "The workbook is locked.") from error
    except (CalamineError, OSError, ValueError) as error:
        raise _damaged(str(error)) from error
    except BaseException as error:
        # A panic of Rust's is no Exception, so that nobody catches it unawares.
        if type(error).__name__ != "PanicException":
            raise
        raise _damaged("its cells cannot be read.") from error


def _damaged(what: str) -> ReadFailure:
    return ReadFailure(FailureReason.DAMAGED, f"The workbook is damaged: {what}")


READER = Reader(
    name=NAME,
    extensions=frozenset({".xlsx", ".xlsm", ".xltx", ".xltm", ".xlsb"}),
    recognises=recognises,
    read=read,
)
