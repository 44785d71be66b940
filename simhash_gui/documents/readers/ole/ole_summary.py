"""What an old office document says of itself: the summary of [MS-OLEPS] 2.21 and 2.25.1.

Only the few properties that are wanted are looked up, each at a place that is checked: a broken
summary may claim to have thousands of millions of them, and olefile would believe it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import datetime, timedelta

from simhash_gui.documents.encoding.encodings import codec_name
from simhash_gui.documents.records import Metadata

STREAM = "\x05SummaryInformation"

_SECTION_OFFSET_AT = 44
_CODE_PAGE, _TITLE, _AUTHOR, _CREATED = 1, 2, 4, 12
_SHORT, _TEXT, _WIDE_TEXT, _TIME = 0x02, 0x1E, 0x1F, 0x40
_WESTERN, _UTF_16 = 1252, 1200
_MOST_PROPERTIES = 1000
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
    for position in range(min(count, _MOST_PROPERTIES)):
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
