"""OLE containers ([MS-CFB]): the old office formats, and the new ones when they are locked.

olefile reads them; it is lenient, so that what is missing at the end must be found out here.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import olefile

from simhash_gui.documents.encoding.encodings import codec_name
from simhash_gui.documents.records import FailureReason, Metadata, ReadFailure

_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SECTOR_SHIFT_AT = 30
_MORE_TABLE_AT = 68
_TABLE_AT = 76
_LAST_SECTOR = 0xFFFFFFFA
_FREE = b"\xff"  # a free sector is four of them, and no other entry begins with one
_ERRORS = (
    OSError, ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError,
    RecursionError, struct.error,
)  # fmt: skip


class OleContainer:
    """An opened container. Raises ``ReadFailure`` (DAMAGED) when it is truncated or broken."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        with _named_errors():
            self._file: Any = olefile.OleFileIO(BytesIO(data))
            _check_complete(data)

    def has(self, name: str) -> bool:
        """Whether there is a stream of this name at the top."""
        with _named_errors():
            return bool(self._file.get_type(name) == olefile.STGTY_STREAM)

    def missing(self, name: str, kind: str) -> ReadFailure:
        """What to raise when there is no such stream at the top: it is broken, or of another kind.

        ``kind`` is a sentence's end, e.g. "one of Word's".
        """
        if name.encode("utf-16-le") in self._data:
            return _damaged()
        detail = f"This is an old office document, but not {kind}."
        return ReadFailure(FailureReason.UNSUPPORTED, detail)

    def read(self, name: str) -> bytes:
        """A whole stream. Raises ``ReadFailure`` (DAMAGED) when a byte of it is missing."""
        with _named_errors():
            content: bytes = self._file.openstream(name).read()
            if len(content) != self._file.get_size(name):
                raise _damaged()
            return content

    def check_chains(self) -> None:
        """For libraries that follow a chain of sectors to its end, and forever in a circle.

        Raises ``ReadFailure`` (DAMAGED).
        """
        with _named_errors():
            self._file.loadminifat()
            smallest = self._file.minisectorcutoff
            for entry in filter(None, self._file.direntries):
                is_small = entry.entry_type == olefile.STGTY_STREAM and entry.size < smallest
                table = self._file.minifat if is_small else self._file.fat
                if entry.size and not _ends(table, entry.isectStart):
                    raise _damaged()

    def metadata(self) -> Metadata:
        """Title, author and date of the summary; none when the summary is broken."""
        try:
            return summary_metadata(self.read(STREAM)) if self.has(STREAM) else Metadata()
        except ReadFailure:
            return Metadata()


def is_ole(data: bytes) -> bool:
    """Whether it begins as a container."""
    return data.startswith(_MAGIC)


def has_stream(data: bytes, *names: str) -> bool:
    """Whether this is a container with one of these streams at the top; False if it is broken."""
    if not is_ole(data) or not _may_name(data, names):
        return False
    try:
        container = olefile.OleFileIO(BytesIO(data))
        return any(container.get_type(name) == olefile.STGTY_STREAM for name in names)
    except _ERRORS:
        return False


def _may_name(data: bytes, names: Iterable[str]) -> bool:
    """Whether one of these names is anywhere, in either case: a tenth of opening the container."""
    lower = data.lower()
    return any(name.lower().encode("utf-16-le") in lower for name in names)


def _ends(table: Sequence[int], start: int) -> bool:
    """Whether the chain ends within the table."""
    sector = start
    for _ in range(len(table)):
        if sector > _LAST_SECTOR:
            return True
        sector = table[sector]
    return sector > _LAST_SECTOR


def _check_complete(data: bytes) -> None:
    """Every sector that is in use must be there, but for the rest of the last one."""
    size_bytes = 1 << int.from_bytes(data[_SECTOR_SHIFT_AT : _SECTOR_SHIFT_AT + 2], "little")
    used = 0
    for position, number in enumerate(_table_sectors(data, size_bytes)):
        table = _sector(data, number, size_bytes).rstrip(_FREE)
        if table:
            used = position * size_bytes // 4 + (len(table) + 3) // 4
    if len(data) <= used * size_bytes:
        raise _damaged()


def _table_sectors(data: bytes, size_bytes: int) -> Iterator[int]:
    """Where the allocation table lies: the first 109 in the header, more in a chain of sectors."""
    yield from _allocated(struct.unpack_from("<109I", data, _TABLE_AT))
    following, count = struct.unpack_from("<II", data, _MORE_TABLE_AT)
    for _ in range(min(count, len(data) // size_bytes)):
        *numbers, following = struct.unpack(
            f"<{size_bytes // 4}I", _sector(data, following, size_bytes)
        )
        yield from _allocated(numbers)


def _allocated(numbers: Iterable[int]) -> Iterator[int]:
    return (number for number in numbers if number <= _LAST_SECTOR)


def _sector(data: bytes, number: int, size_bytes: int) -> bytes:
    sector = data[(number + 1) * size_bytes : (number + 2) * size_bytes]
    if len(sector) < size_bytes:
        raise _damaged()
    return sector


@contextmanager
def _named_errors() -> Iterator[None]:
    """Everything that olefile is known to raise over a broken container."""
    try:
        yield
    except _ERRORS as error:
        raise _damaged() from error


def _damaged() -> ReadFailure:
    detail = "The document is damaged: it is truncated, or its directory is broken."
    return ReadFailure(FailureReason.DAMAGED, detail)


STREAM = "\x05SummaryInformation"

_SECTION_OFFSET_AT = 44
_CODE_PAGE, _TITLE, _AUTHOR, _CREATED = 1, 2, 4, 12
_SHORT, _TEXT, _WIDE_TEXT, _TIME = 0x02, 0x1E, 0x1F, 0x40
_WESTERN, _UTF_16 = 1252, 1200
_MAX_PROPERTIES = 1000
_BEGINNING_OF_TIME = datetime(1601, 1, 1)
_FIRST_YEAR = 1700
"""Years before are what programs write for never."""


def summary_metadata(stream: bytes) -> Metadata:
    """Title, author and date; None for what is missing or broken."""
    try:
        places = dict(_places(stream))
    except struct.error:
        return Metadata()
    code_page = _number(stream, places.get(_CODE_PAGE))
    return Metadata(
        title=_text(stream, places.get(_TITLE), code_page),
        author=_text(stream, places.get(_AUTHOR), code_page),
        date=_date(stream, places.get(_CREATED)),
    )


def _places(stream: bytes) -> Iterator[tuple[int, int]]:
    """Number and place of each property."""
    (section,) = struct.unpack_from("<I", stream, _SECTION_OFFSET_AT)
    (count,) = struct.unpack_from("<I", stream, section + 4)
    for position in range(min(count, _MAX_PROPERTIES)):
        identifier, offset = struct.unpack_from("<II", stream, section + 8 + 8 * position)
        yield identifier, section + offset


def _value(stream: bytes, place: int | None, form: str) -> tuple[int, int] | None:
    """Type and value of a property, None when it is not there."""
    if place is None or place + 4 + struct.calcsize(form) > len(stream):
        return None
    (kind,) = struct.unpack_from("<H", stream, place)
    (value,) = struct.unpack_from(form, stream, place + 4)
    return kind, value


def _number(stream: bytes, place: int | None) -> int:
    kind, value = _value(stream, place, "<H") or (0, 0)
    return value if kind == _SHORT else _WESTERN


def _text(stream: bytes, place: int | None, code_page: int) -> str | None:
    kind, size = _value(stream, place, "<I") or (0, 0)
    if kind not in (_TEXT, _WIDE_TEXT) or place is None:
        return None
    is_wide = kind == _WIDE_TEXT or code_page == _UTF_16
    size_bytes = size * 2 if kind == _WIDE_TEXT else size
    codec = "utf-16-le" if is_wide else codec_name(f"cp{code_page}") or "utf-8"
    text = stream[place + 8 : place + 8 + size_bytes].decode(codec, "replace")
    return " ".join(text.replace("\0", "").split()) or None


def _date(stream: bytes, place: int | None) -> str | None:
    """Counted in tenths of a microsecond."""
    kind, ticks = _value(stream, place, "<Q") or (0, 0)
    if kind != _TIME:
        return None
    try:
        date = _BEGINNING_OF_TIME + timedelta(microseconds=ticks // 10)
    except OverflowError:
        return None
    return date.isoformat() if date.year > _FIRST_YEAR else None
