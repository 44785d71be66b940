"""The first hundred bytes of a library file, as SQLite lays them out, and what must stand in them.

Most of them are the same in every library, or follow from the length of the file; SQLite reads
nothing of a file in which one of them is wrong. ("Database File Format", sections 1.3 and 1.6.)

Whoever closes a file takes the locks that this process has on it away (see ``inspection``). So the
functions that read one are for files that SQLite refuses, or that nobody has open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from simhash_gui.store.engine.connections import PAGE_BYTES
from simhash_gui.store.engine.schema import APPLICATION_ID

HEADER_BYTES = 100

_MAGIC = b"SQLite format 3\0"
_PAGE_SIZE = slice(16, 18)
_FORMATS = slice(18, 20)
_RESERVED_SPACE = slice(20, 21)
_CHANGES = slice(24, 28)
_PAGE_COUNT = slice(28, 32)
_COUNTED_AT = slice(92, 96)
_CONSTANT = (
    (slice(0, 16), _MAGIC, "name of the format"),
    (slice(21, 24), bytes((64, 32, 32)), "shares of a page"),
    (slice(44, 48), (4).to_bytes(4), "format of the schema"),
    (slice(48, 52), bytes(4), "size of the cache"),
    (slice(52, 56), bytes(4), "largest root page"),
    (slice(56, 60), (1).to_bytes(4), "encoding of texts"),
    (slice(60, 64), bytes(4), "user's version"),
    (slice(64, 68), bytes(4), "kind of vacuum"),
    (slice(68, 72), APPLICATION_ID.to_bytes(4), "id of the program"),
    (slice(72, 92), bytes(20), "bytes that are kept free"),
)
_PAGE_SIZES = {1 << power for power in range(9, 17)}
_LOG = 2
"""The format, for reading and for writing, of a file with a write-ahead log; 1 is one without."""
_APPLE_RESERVES = 12
"""Bytes of each page that SQLite as macOS has it leaves free; everywhere else it is none."""

_BTREE_PAGES = {2: 12, 5: 12, 10: 8, 13: 8}
"""First bytes of pages of tables and indexes, and how long the header of such a page is."""
_PAGES_LOOKED_AT = 64
_FEWEST_PAGES = 8
_SHARE_OF_PAGES = 4
"""One in so many pages must look like one of SQLite's; of other files hardly any does. Even an
empty library has more than forty pages."""


@dataclass(frozen=True, slots=True)
class WrongField:
    """A field of the header in which something else stands than must."""

    name: str
    place: slice
    right: bytes

    @property
    def words(self) -> str:
        """Its name, and which bytes of the file it is."""
        return f"{self.name} (bytes {self.place.start} to {self.place.stop - 1})"


def wrong_fields(header: bytes, file_bytes: int | None) -> list[WrongField]:
    """What cannot be right in the header of a library, and what must stand there.

    ``file_bytes`` is the length of the file; None where a log has another header, with which the
    length may go. Nothing is said of fields in which any value may stand: counters, the list of
    free pages, which SQLite checks itself, and the version of SQLite.
    """
    right = [(name, place, value) for place, value, name in _CONSTANT]
    right += [("formats for reading and writing", _FORMATS, _right_formats(header))]
    if header[_RESERVED_SPACE] != bytes((_APPLE_RESERVES,)):
        right.append(("space that pages leave free", _RESERVED_SPACE, bytes(1)))
    page_bytes = _right_page_bytes(header, file_bytes)
    right.append(("size of a page", _PAGE_SIZE, _as_page_size(page_bytes)))
    right.append(("counter of changes", _COUNTED_AT, header[_CHANGES]))
    if file_bytes is not None:
        pages = -(-file_bytes // page_bytes)
        right.append(("number of pages", _PAGE_COUNT, pages.to_bytes(4)))
    return [WrongField(*field) for field in right if header[field[1]] != field[2]]


def wrong_in_header(path: Path, log: Path) -> list[WrongField]:
    """The same of a file, which may have a log beside it. Raises OSError.

    Nothing is said of a file that was never a library.
    """
    if not is_like_a_library(path):
        return []
    header = _read_header(path).ljust(HEADER_BYTES, b"\0")
    is_newer_in_log = log.exists() and _has_first_page(log)
    return wrong_fields(header, None if is_newer_in_log else path.stat().st_size)


def is_like_a_library(path: Path) -> bool:
    """Whether a file that SQLite refuses was once a library, or a database of another program.

    Told by the header and, where that is lost, by the pages behind it. Raises OSError.
    """
    header = _read_header(path)
    are_right = [header[place] == value for place, value, _ in _CONSTANT if any(value)]
    if are_right[0] or sum(are_right) * 2 > len(are_right):
        return True
    seen = list(_seen_pages(path))
    return len(seen) >= _FEWEST_PAGES and sum(seen) * _SHARE_OF_PAGES >= len(seen)


def _read_header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEADER_BYTES)


def _has_first_page(log: Path) -> bool:
    """Whether a page that a log has is that with the header; it may be of a time before.

    ("WAL-mode File Format", sections 1 and 2.)
    """
    with log.open("rb") as file:
        frame_bytes = 24 + int.from_bytes(file.read(12)[8:])
        for place in range(32, log.stat().st_size, frame_bytes):
            file.seek(place)
            if int.from_bytes(file.read(4)) == 1:
                return True
    return False


def _right_formats(header: bytes) -> bytes:
    formats = header[_FORMATS]
    return formats if formats in {b"\1\1", b"\2\2"} else bytes((_LOG, _LOG))


def _right_page_bytes(header: bytes, file_bytes: int | None) -> int:
    """The size that libraries have, unless another one goes with the number of pages."""
    number = int.from_bytes(header[_PAGE_SIZE])
    page_bytes = 1 << 16 if number == 1 else number
    pages = int.from_bytes(header[_PAGE_COUNT])
    fits = file_bytes is None or page_bytes * pages == file_bytes
    return page_bytes if page_bytes in _PAGE_SIZES and fits else PAGE_BYTES


def _as_page_size(page_bytes: int) -> bytes:
    return (1 if page_bytes == 1 << 16 else page_bytes).to_bytes(2)


def _seen_pages(path: Path) -> Iterator[bool]:
    """Of some pages behind the first one, whether each looks like one of SQLite's."""
    pages = path.stat().st_size // PAGE_BYTES
    step = max(pages // _PAGES_LOOKED_AT, 1)
    with path.open("rb") as file:
        for page in islice(range(1, pages, step), _PAGES_LOOKED_AT):
            file.seek(page * PAGE_BYTES)
            start = file.read(12)
            yield _is_btree_page(start) or 1 < int.from_bytes(start[:4]) <= pages


def _is_btree_page(start: bytes) -> bool:
    """Whether a page begins like one of a table or an index."""
    length = _BTREE_PAGES.get(start[0])
    if length is None:
        return False
    free, cells, content = (int.from_bytes(start[at : at + 2]) for at in (1, 3, 5))
    return free < PAGE_BYTES and length + 2 * cells <= content <= PAGE_BYTES
