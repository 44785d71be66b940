"""DOC (Word 97 to 2003, also as Kingsoft WPS): the text as it stands when changes are accepted.

Headers once, the body, text boxes, the notes, footers once. It is a reader of our own, for there is
no maintained library with a free licence, and no program needs to be installed; antiword opens
fewer files (``tests/benchmarks/README.md``). Only documents of Word 6 and 95 go to it.

Many files of this name are RTF, pages or text; those are read as what they are.
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from simhash_gui.documents.readers.flow import is_page_number, joined, joined_once
from simhash_gui.documents.readers.html.html import read_fragment_or
from simhash_gui.documents.readers.ole.locked import unlocked
from simhash_gui.documents.readers.ole.ole_container import OleContainer, has_stream, is_ole
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure

# --- the binary format of Word 97 to 2003 ([MS-DOC]) ---------------------------------------------
# From the header over pieces to stories: the text lies in pieces, in two kinds of characters;
# after the body come footnotes, headers, comments, endnotes and text boxes, told apart by their
# lengths only. What is deleted or hidden, and which mark ends a row of a table, is said in pages
# of properties beside the text.

_OLDEST_READABLE = 0x00C1  # Word 97; the header of older documents is another one

_IDENTIFIERS = (0xA5EC, 0xA5DC)
_FLAGS_AT, _LENGTHS_AT, _PLACES_AT = 0x0A, 0x4C, 0x9A
_FLAG_ENCRYPTED, _FLAG_TABLE_1 = 0x0100, 0x0200
# Which of the pairs of offset and size (FibRgFcLcb97) is what.
_HEADER_STORIES, _CHARACTER_PAGES, _PARAGRAPH_PAGES, _PIECES = 11, 12, 13, 33
_NARROW = 0x4000_0000
_PAGE_BYTES = 512

_SPRM_DELETED, _SPRM_HIDDEN = 0x0800, 0x083C
_SPRM_ROW_END, _SPRM_INNER_CELL, _SPRM_INNER_ROW_END = 0x2417, 0x244B, 0x244C
_SPRM_TABLE_DEFINITION = 0xD608
# By the three highest bits of the code; the one that is missing tells its size itself.
_OPERAND_BYTES = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}
_TRUE = (b"\x01", b"\x81")

_SEPARATOR_STORIES, _STORIES_OF_SECTION = 6, 6
_HEADERS_OF_SECTION = (0, 1, 4)

_CELL = "\x07"
_MARKS = {
    **dict.fromkeys((_SPRM_ROW_END, _SPRM_INNER_ROW_END), b"\n\0"),
    _SPRM_INNER_CELL: b"\x07\0",
}
_FIELD_BEGIN, _FIELD_RESULT, _FIELD_END = "\x13\x14\x15"
_FIELD_MARKS = re.compile("([\x13\x14\x15])")
_CONTROLS: dict[int, str | None] = {
    **dict.fromkeys(range(0x20)),
    **{ord(code): "\n" for code in "\n\r\x0b\x0c\x0e"},
    ord("\t"): "\t",
    ord(_CELL): _CELL,
    0x1E: "\u2011",
}
_LINE_ENDS = re.compile(f"{_CELL}*\n[\n{_CELL}]*")
_CELLS = re.compile(f"{_CELL}+")


@dataclass(frozen=True, slots=True)
class WordHeader:
    """The beginning of the main stream."""

    version: int
    is_encrypted: bool
    table_stream: str

    @classmethod
    def read(cls, stream: bytes) -> WordHeader:
        """Raises ``ReadFailure`` (DAMAGED)."""
        if len(stream) < _LENGTHS_AT or _short(stream, 0) not in _IDENTIFIERS:
            raise damaged()
        flags = _short(stream, _FLAGS_AT)
        table = "1Table" if flags & _FLAG_TABLE_1 else "0Table"
        return cls(_short(stream, 2), bool(flags & _FLAG_ENCRYPTED), table)


@dataclass(frozen=True, slots=True)
class Stories:
    """The texts of a document, without marks of any kind."""

    body: str
    footnotes: str
    endnotes: str
    boxes: str
    headers: tuple[str, ...]
    footers: tuple[str, ...]


def read_stories(stream: bytes, table: bytes) -> Stories:
    """The main stream and the table stream to texts. Raises ``ReadFailure`` (DAMAGED)."""
    try:
        return _Document(stream, table).stories()
    except (struct.error, IndexError, ValueError, OverflowError) as error:
        raise damaged() from error


def damaged() -> ReadFailure:
    """What to raise over a broken document."""
    return ReadFailure(FailureReason.DAMAGED, "The document is damaged: its text cannot be found.")


class _Document:
    """Texts are kept in UTF-16 until they are cut up, for lengths are in its units."""

    def __init__(self, stream: bytes, table: bytes) -> None:
        self._stream = stream
        self._table = table
        self._hidden = _Ranges(self._ranges(_CHARACTER_PAGES))
        self._paragraphs = _Ranges(self._ranges(_PARAGRAPH_PAGES))

    def stories(self) -> Stories:
        lengths = struct.unpack_from("<7i", self._stream, _LENGTHS_AT)
        text = b"".join(self._pieces())
        if min(lengths) < 0 or len(text) < 2 * sum(lengths):
            raise damaged()
        parts: list[bytes] = []
        for length in lengths:
            parts.append(text[: 2 * length])
            text = text[2 * length :]
        body, footnotes, headers, _macros, _comments, endnotes, boxes = parts
        running = list(self._running(headers))
        return Stories(
            body=_plain(body),
            footnotes=_plain(footnotes),
            endnotes=_plain(endnotes),
            boxes=_plain(boxes),
            headers=tuple(text for is_header, text in running if is_header),
            footers=tuple(text for is_header, text in running if not is_header),
        )

    def _running(self, text: bytes) -> Iterator[tuple[bool, str]]:
        """After six separators of notes come six stories for each section."""
        places = self._place(_HEADER_STORIES)
        ends = struct.unpack_from(f"<{len(places) // 4}i", places)
        for number in range(_SEPARATOR_STORIES, len(ends) - 1):
            is_header = number % _STORIES_OF_SECTION in _HEADERS_OF_SECTION
            yield is_header, _plain(text[2 * ends[number] : 2 * ends[number + 1]])

    def _place(self, number: int) -> bytes:
        offset, size = struct.unpack_from("<II", self._stream, _PLACES_AT + 8 * number)
        if offset + size > len(self._table):
            raise damaged()
        return self._table[offset : offset + size]

    def _pieces(self) -> Iterator[bytes]:
        table = self._piece_table()
        count = max((len(table) - 4) // 12, 0)
        bounds = struct.unpack_from(f"<{count + 1}i", table)
        for number, (start, end) in enumerate(pairwise(bounds)):
            (code,) = struct.unpack_from("<I", table, 4 * (count + 1) + 8 * number + 2)
            if code & _NARROW:
                yield self._piece((code & ~_NARROW) // 2, end - start, 1)
            else:
                yield self._piece(code, end - start, 2)

    def _piece_table(self) -> bytes:
        """It comes after any number of property lists."""
        data = self._place(_PIECES)
        position = 0
        while data[position] == 1:
            position += 3 + _short(data, position + 1)
        if data[position] != 2:
            raise damaged()
        (size,) = struct.unpack_from("<I", data, position + 1)
        return data[position + 5 : position + 5 + size]

    def _piece(self, start: int, length: int, width: int) -> bytes:
        end = start + length * width
        if length < 0 or end > len(self._stream):
            raise damaged()
        text = bytearray(self._stream[start:end])
        for first, last, _ in self._hidden.within(start, end):
            text[first - start : last - start] = bytes(last - first)
        for _, last, mark in self._paragraphs.within(start, end):
            if last - start >= width:  # each mark is the last character of its paragraph
                text[last - start - width : last - start] = mark[:width]
        if width == 2:
            return bytes(text)
        return text.decode("cp1252", "replace").encode("utf-16-le")

    def _ranges(self, kind: int) -> Iterator[tuple[int, int, bytes]]:
        """Where in the main stream properties hold that matter, by offsets."""
        places = self._place(kind)
        count = max((len(places) - 4) // 8, 0)
        numbers = struct.unpack_from(f"<{count}I", places, 4 * (count + 1)) if count else ()
        for number in numbers:
            start = (number & 0x3F_FFFF) * _PAGE_BYTES
            page = self._stream[start : start + _PAGE_BYTES]
            if len(page) < _PAGE_BYTES:
                raise damaged()
            yield from _character_ranges(page) if kind == _CHARACTER_PAGES else _mark_ranges(page)


class _Ranges:
    """Ranges in order, to be found by offset."""

    def __init__(self, ranges: Iterator[tuple[int, int, bytes]]) -> None:
        self._ranges = sorted(ranges)
        self._ends = [end for _, end, _ in self._ranges]

    def within(self, start: int, end: int) -> Iterator[tuple[int, int, bytes]]:
        """Those that touch an interval, cut to it."""
        for first, last, mark in self._ranges[bisect_right(self._ends, start) :]:
            if first >= end:
                return
            if last <= end:
                yield max(first, start), last, mark
            elif not mark:
                yield max(first, start), end, mark


def _character_ranges(page: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Deleted and hidden characters on a page of character properties."""
    count = page[-1]
    bounds = struct.unpack_from(f"<{count + 1}I", page)
    for number in range(count):
        place = 2 * page[4 * (count + 1) + number]
        if place:
            properties = page[place + 1 : place + 1 + page[place]]
            if any(
                code in (_SPRM_DELETED, _SPRM_HIDDEN) and operand[:1] in _TRUE
                for code, operand in _properties(properties)
            ):
                yield bounds[number], bounds[number + 1], b""


def _mark_ranges(page: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Paragraphs that end a row or an inner cell, on a page of paragraph properties."""
    count = page[-1]
    bounds = struct.unpack_from(f"<{count + 1}I", page)
    for number in range(count):
        place = 2 * page[4 * (count + 1) + 13 * number]
        if not place:
            continue
        if page[place]:
            start, size = place + 1, 2 * page[place] - 1
        else:
            start, size = place + 2, 2 * page[place + 1]
        for code, operand in _properties(page[start + 2 : start + size]):
            if code in _MARKS and operand[:1] in _TRUE:
                yield bounds[number], bounds[number + 1], _MARKS[code]


def _properties(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The single changes of a property list: a code and its operand ([MS-DOC] 2.6)."""
    position = 0
    while position + 2 <= len(data):
        code = _short(data, position)
        position += 2
        size = _OPERAND_BYTES.get(code >> 13)
        if size is None:
            size = 1 + data[position] if position < len(data) else 1
            if code == _SPRM_TABLE_DEFINITION:
                size = 1 + _short(data.ljust(position + 2, b"\0"), position)
        yield code, data[position : position + size]
        position += size


def _plain(story: bytes) -> str:
    text = _without_field_codes(story.decode("utf-16-le", "replace")).translate(_CONTROLS)
    return _CELLS.sub("\t", _LINE_ENDS.sub("\n", text)).strip("\n\t")


def _without_field_codes(text: str) -> str:
    """Fields are a mark, a code, a mark, a result and a mark; they may be nested."""
    if _FIELD_BEGIN not in text:
        return text
    fields = [_Field(is_result=True)]
    for piece in _FIELD_MARKS.split(text):
        if piece == _FIELD_BEGIN:
            fields.append(_Field())
        elif piece == _FIELD_RESULT:
            fields[-1].is_result = True
        elif piece == _FIELD_END:
            if len(fields) > 1:
                ended = fields.pop()
                fields[-1].add(ended.result)
        else:
            fields[-1].add(piece)
    return "".join(field.result for field in fields)


@dataclass(slots=True)
class _Field:
    code: str = ""
    pieces: list[str] = field(default_factory=list)
    is_result: bool = False

    def add(self, text: str) -> None:
        if self.is_result:
            self.pieces.append(text)
        else:
            self.code += text

    @property
    def result(self) -> str:
        return "" if is_page_number(self.code) else "".join(self.pieces)


def _short(data: bytes, position: int) -> int:
    number: int = struct.unpack_from("<H", data, position)[0]
    return number


# --- the reader ----------------------------------------------------------------------------------

NAME = "doc"
_STREAM = "WordDocument"
_PROGRAM = "antiword"
_PICTURE = "[pic]"


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: DAMAGED, PASSWORD, UNSUPPORTED, MISSING_PROGRAM or TIMEOUT."""
    if not is_ole(source.data):
        return read_fragment_or(source, plain.read)
    container = OleContainer(source.data)
    if not container.has(_STREAM):
        raise container.missing(_STREAM, "one of Word's")
    stream = container.read(_STREAM)
    header = WordHeader.read(stream)
    if header.is_encrypted:
        return _read_unlocked(source)
    if header.version < _OLDEST_READABLE:
        text = _text_of_program(source)
    else:
        text = _text(read_stories(stream, container.read(header.table_stream)))
    return extracted_of(NAME, text, container.metadata())


def recognises(data: bytes) -> bool:
    """By the stream of the text."""
    return has_stream(data, _STREAM)


def _read_unlocked(source: Source) -> Extracted:
    data = unlocked(source)
    if WordHeader.read(OleContainer(data).read(_STREAM)).is_encrypted:
        detail = "The document is locked in a way that cannot be opened here."
        raise ReadFailure(FailureReason.PASSWORD, detail)
    return read(replace(source, data=data))


def _text(stories: Stories) -> str:
    parts = (
        joined_once(stories.headers),
        stories.body,
        stories.boxes,
        stories.footnotes,
        stories.endnotes,
        joined_once(stories.footers),
    )
    return joined(parts)


def _text_of_program(source: Source) -> str:
    """What antiword says of a document of Word 6 or 95: no shell, no file, a limit of time."""
    program = shutil.which(_PROGRAM)
    if program is None:
        detail = f"Documents of Word 6 and 95 need the program {_PROGRAM}, which is not installed."
        raise ReadFailure(FailureReason.MISSING_PROGRAM, detail)
    command = [program, "-m", "UTF-8.txt", "-w", "0", "-"]
    try:
        done = subprocess.run(
            command,
            input=source.data,
            capture_output=True,
            timeout=source.limits.time_s,
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        detail = f"{_PROGRAM} took more than {source.limits.time_s:g} seconds."
        raise ReadFailure(FailureReason.TIMEOUT, detail) from error
    except (OSError, subprocess.CalledProcessError) as error:
        detail = f"The document is damaged: {_PROGRAM} cannot read it."
        raise ReadFailure(FailureReason.DAMAGED, detail) from error
    lines = done.stdout.decode("utf-8", "replace").replace(_PICTURE, "").splitlines()
    return joined(map(str.rstrip, lines))


READER = Reader(
    name=NAME,
    extensions=frozenset({".doc", ".dot", ".wps", ".wpt"}),
    recognises=recognises,
    read=read,
)
