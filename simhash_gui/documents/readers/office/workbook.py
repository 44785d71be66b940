"""XLSX, XLSM and XLSB: sheets in order, a line for each row, a tab between cells.

Numbers, dates and truth values as values, not as their format shows them; empty cells leave no
trace. Text boxes follow the sheets; comments, formulas and running heads are left out.

python-calamine reads the cells: ten times as fast as openpyxl, and of XLSB too. It lays a sheet out
as a rectangle, so a sheet whose cells lie far apart is moved together before (``sheet_extent``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from simhash_gui.documents.readers.flow import joined
from simhash_gui.documents.readers.html.html import read_fragment_or
from simhash_gui.documents.readers.office.drawing import read_shapes
from simhash_gui.documents.readers.office.office_package import OfficePackage, is_office_package
from simhash_gui.documents.readers.office.sheet_extent import laid_out
from simhash_gui.documents.readers.plain import csv_table
from simhash_gui.documents.readers.plain.csv_table import row_text
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.readers.zip_package import is_zip
from simhash_gui.documents.records import Extracted, FailureReason, Limits, ReadFailure

if TYPE_CHECKING:
    from datetime import date, datetime, time

    from python_calamine import CalamineWorkbook

    Cell: TypeAlias = int | float | str | bool | time | date | datetime | timedelta

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
