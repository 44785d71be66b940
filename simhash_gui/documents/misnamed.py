"""Documents under the name of something else: a report that is called ``report.jpg``.

Files with the extension of a picture, a sound, a program are not documents and are not read. Only
their first bytes are looked at, so that one with a wrong name is not missed: a PDF, an office
document, mark-up, plain text, or an archive; of a ZIP file also the directory, to tell an archive
from a program. What it is exactly is left to ``readers`` and ``containers``.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from typing import BinaryIO

from simhash_gui.documents.containers import HEAD_BYTES, Archive, Container, Opening, container_of
from simhash_gui.documents.encoding.binary import (
    count_control_characters,
    count_controls,
    refuse_binary_signature,
)
from simhash_gui.documents.encoding.encoding_guess import (
    guess_by_bigrams,
    guess_east_asian,
    guess_wide,
)
from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers import pdf
from simhash_gui.documents.readers.ole.ole_container import is_ole
from simhash_gui.documents.readers.zip_package import is_zip
from simhash_gui.documents.reading import opened
from simhash_gui.documents.records import (
    NON_DOCUMENT_EXTENSIONS,
    ArchiveMember,
    FailureReason,
    Limits,
    ReadFailure,
)

_MAX_LOOKED_AT = 2000
"""In one archive, so that one full of pictures does not delay the rest."""

_PACKAGE_BEGINNING = re.compile(
    rb"PK\x03\x04.{26}(?:\[Content_Types\]\.xml|_rels/|docProps/|word/|xl/|ppt/|customXml/"
    rb"|META-INF/container\.xml|mimetype.{0,64}?application/(?:vnd\.oasis|vnd\.sun\.xml|epub))",
    re.DOTALL,
)
_PROGRAM_BEGINNING = re.compile(
    rb"PK\x03\x04.{26}(?:META-INF/|AndroidManifest\.xml|classes\.dex)", re.DOTALL
)
_COMPRESSED_PICTURE = ".svgz"
_OLE_SECTOR_SHIFTS = (9, 12)
_OLE_HEADER = struct.Struct("<30xH16xI")
"""The size of a sector as a power of two, and the first sector of the directory."""
_OLE_ENTRY = struct.Struct("<64sH62x")
_OLE_STREAMS = frozenset({"worddocument", "workbook", "book", "encryptedpackage"})
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # also that of UTF-32 LE
_HIGH_BYTES = bytes(range(128, 256))

# Without a mark and beyond UTF-8, where any bytes may come out as text.
_WIDE_BEYOND_DOUBT = 0.75
_MIN_BYTES = 16
_MAX_ACCENTED = 0.3
_ENOUGH_BY_BIGRAMS = 0.5

_STEP_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class _Look:
    """What can be seen of a file: its name, its first bytes, and more of it if need be."""

    name: str
    head: bytes
    at: Callable[[int], bytes]
    """Some kilobytes from an offset."""
    whole: Callable[[], BinaryIO | None]
    """All of it, readable in any order; None when that would be too much."""


def holds_document(path: str) -> bool:
    """Whether the file begins as a document or an archive; False when it cannot be opened."""
    try:
        with opened(path) as descriptor:

            def at(offset: int) -> bytes:
                os.lseek(descriptor, offset, os.SEEK_SET)
                return os.read(descriptor, HEAD_BYTES)

            def whole() -> BinaryIO:
                return os.fdopen(os.dup(descriptor), "rb")

            return _begins_as_document(_Look(path, at(0), at, whole))
    except ReadFailure:
        return False


def with_misnamed(
    archive: Archive, limits: Limits, *, is_stream: bool
) -> tuple[ArchiveMember, ...]:
    """The members of an archive, with those marked that are documents in spite of their extension.

    A long archive that ``is_stream``, and can only be read from its start, is not read for this.
    """
    members = tuple(archive.members)
    if is_stream and sum(member.size_bytes for member in members) > limits.size_bytes:
        return members
    found = frozenset(_misnamed(archive, members, limits))
    if not found:
        return members
    return tuple(replace(member, is_misnamed=member.name in found) for member in members)


def _misnamed(archive: Archive, members: Sequence[ArchiveMember], limits: Limits) -> Iterator[str]:
    doubtful = (member.name for member in members if member.size_bytes)
    for name in islice(filter(has_extension, doubtful), _MAX_LOOKED_AT):
        try:
            with closing(archive.open(name)) as stream:
                if _holds_document(name, stream, limits):
                    yield name
        except ReadFailure as failure:
            if failure.reason is FailureReason.PASSWORD:
                return  # so are the others, and each would be read whole


def _holds_document(name: str, stream: BinaryIO, limits: Limits) -> bool:
    head = _read(stream, HEAD_BYTES)

    def at(offset: int) -> bytes:
        _read(stream, offset - len(head))
        return head[offset:] + _read(stream, HEAD_BYTES)

    def whole() -> BinaryIO | None:
        data = head + _read(stream, limits.size_bytes)
        return io.BytesIO(data) if len(data) <= limits.size_bytes else None

    return _begins_as_document(_Look(name, head, at, whole))


def _read(stream: BinaryIO, size_bytes: int) -> bytes:
    """At most so much; a stream may give less at a time than it is asked for."""
    pieces: list[bytes] = []
    while size_bytes > 0 and (piece := stream.read(min(size_bytes, _STEP_BYTES))):
        pieces.append(piece)
        size_bytes -= len(piece)
    return b"".join(pieces)


def has_extension(name: str) -> bool:
    """Whether a file name ends in one of ``NON_DOCUMENT_EXTENSIONS``."""
    return os.path.splitext(name)[1].lower() in NON_DOCUMENT_EXTENSIONS  # noqa: PTH122 - a Path costs more


def _begins_as_document(look: _Look) -> bool:
    if _PACKAGE_BEGINNING.match(look.head) or pdf.recognises(look.head):
        return True
    if is_ole(look.head):
        return any(name in _OLE_STREAMS for name in _ole_names(look.head, look.at))
    kind = container_of(look.head, look.name)
    if kind is not None and not kind.is_document:
        return _is_archive(kind, look)
    return _is_text(look.head)


def _is_archive(kind: Container, look: _Look) -> bool:
    """Whether files of any kind can be found in it; a broken one is reported elsewhere."""
    if not is_zip(look.head):
        return not look.name.lower().endswith(_COMPRESSED_PICTURE)
    if _PROGRAM_BEGINNING.match(look.head):
        return False
    stream = look.whole()
    if stream is None:
        return True
    with closing(stream):
        size_bytes = stream.seek(0, os.SEEK_END)
        try:
            archive = kind.open(stream, Opening(look.name, size_bytes, Limits()))
        except ReadFailure:
            return True
    return archive is not None


def _ole_names(head: bytes, at: Callable[[int], bytes]) -> Iterator[str]:
    """The first names in the directory of an OLE container ([MS-CFB] 2.2 and 2.6)."""
    if len(head) < _OLE_HEADER.size:
        return
    shift, sector = _OLE_HEADER.unpack_from(head)
    if shift not in _OLE_SECTOR_SHIFTS:
        return
    directory = at((sector + 1) << shift)
    for start in range(0, len(directory) - _OLE_ENTRY.size + 1, _OLE_ENTRY.size):
        name, length = _OLE_ENTRY.unpack_from(directory, start)
        yield name[: max(length - 2, 0)].decode("utf-16-le", "replace").lower()


def _is_text(head: bytes) -> bool:
    """Whether it can be nothing but text, which is more than having an encoding that fits."""
    try:
        refuse_binary_signature(head)
        if head.startswith(_MARKS):
            return bool(decode(head).text)
    except ReadFailure:
        return False
    if count_controls(head):
        return _is_wide(head)
    return bool(head) and (_is_utf8(head) or _is_code_page(head))


def _is_wide(head: bytes) -> bool:
    guess = guess_wide(head)
    if guess is None or guess.confidence < _WIDE_BEYOND_DOUBT:
        return False
    return not count_control_characters(head.decode(guess.encoding, "replace"))


def _is_utf8(head: bytes) -> bool:
    """The last character may be cut off, unless the file ends here."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(head, final=len(head) < HEAD_BYTES)
    except UnicodeDecodeError:
        return False
    return True


def _is_code_page(head: bytes) -> bool:
    if len(head) < _MIN_BYTES:
        return False
    if guess_east_asian(head) is not None:
        return True
    accented = len(head) - len(head.translate(None, _HIGH_BYTES))
    if accented <= len(head) * _MAX_ACCENTED:
        return b" " in head
    guess = guess_by_bigrams(head)
    return guess is not None and guess.confidence >= _ENOUGH_BY_BIGRAMS
