"""CSV and TSV: a line for each row, a tab between cells, empty cells left out.

Separators are commas, semicolons, tabs or vertical bars, whichever gives the most even rows. A text
that turns out not to be a table is left as it is.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted

NAME = "csv"

_SEPARATORS = "\t|;,"  # in this order where rows are as even with each
_ROWS_TO_JUDGE_BY = 50
# What Excel writes in front to tell itself the separator.
_SEPARATOR_LINE = re.compile(r'\A"?sep=(?P<separator>.)"?\r?\n', re.IGNORECASE)


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: NOT_TEXT or DECODING."""
    decoded = decode(source.data, source.override_encoding)
    return extracted_from(decoded, NAME, table_text(decoded.text))


def table_text(text: str) -> str:
    """The rows of a table without quotes and separators."""
    told = _SEPARATOR_LINE.match(text)
    if told:
        text = text[told.end() :]
    lines = text.splitlines(keepends=True)
    separator = told["separator"] if told else _likely_separator(lines)
    try:
        return "\n".join(row_text(row) for row in _rows(lines, separator) if any(row))
    except csv.Error:  # a field of more than 128 KiB, which an unpaired quote makes
        return text


def row_text(cells: Iterable[str]) -> str:
    """Cells to a line."""
    return "\t".join(filter(None, map(str.strip, cells)))


def _likely_separator(lines: list[str]) -> str:
    """The one that gives most of the first rows the same number of cells, more than one."""
    return max(_SEPARATORS, key=lambda separator: _evenness(lines, separator))


def _evenness(lines: list[str], separator: str) -> tuple[float, int]:
    try:
        rows = list(_rows(lines[:_ROWS_TO_JUDGE_BY], separator))
    except csv.Error:
        return 0.0, 0
    sizes = Counter(len(row) for row in rows if len(row) > 1)
    if not sizes:
        return 0.0, 0
    size, count = sizes.most_common(1)[0]
    return count / len(rows), size


def _rows(lines: list[str], separator: str) -> Iterator[list[str]]:
    return csv.reader(lines, delimiter=separator, skipinitialspace=True)


READER = Reader(
    name=NAME,
    extensions=frozenset({".csv", ".tsv", ".tab"}),
    recognises=lambda _data: False,
    read=read,
)
