"""ZIP packages that are one document (DOCX, ODT, EPUB …), opened without trusting them.

What the directory declares is added up before anything is inflated, and what really comes out is
counted while it is. Archives of many documents are left to ``documents.containers``.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, LargeZipFile, ZipFile, ZipInfo

from simhash_gui.documents.records import FailureReason, Limits, ReadFailure

_LOCAL_HEADER = b"PK\x03\x04"
_DIRECTORY_ENTRY = b"PK\x01\x02"
_END_OF_DIRECTORY = b"PK\x05\x06"
_LOCAL_HEADER_SIZE = 30
_END_SIZE = 22
_LONGEST_END = _END_SIZE + 0xFFFF
_ENCRYPTED = 0x1 | 0x40
# Deflate cannot do better than 1032:1, so a member that declares more lies.
_BEST_DEFLATE_RATIO = 1032
_FIRST_MEMBERS = (b"mimetype", b"[Content_Types].xml", b"_rels/", b"docProps/", b"META-INF/")


class Package:
    """The members of a package. ``names`` are as written, in the order of the directory."""

    def __init__(self, data: bytes, members: Mapping[str, ZipInfo], limits: Limits) -> None:
        self._data = data
        self._members = members
        self._by_folded_name = {_folded(name): member for name, member in members.items()}
        self._limits = limits
        self._inflated_bytes = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Every member but folders."""
        return tuple(self._members)

    def __contains__(self, name: str) -> bool:
        return self._find(name) is not None

    def read(self, name: str) -> bytes:
        """The content of a member, whose name is taken without regard to case if need be.

        Raises ``ReadFailure``: DAMAGED (also when there is no such member), BOMB, PASSWORD or
        UNSUPPORTED.
        """
        member = self._find(name)
        if member is None:
            raise ReadFailure(FailureReason.DAMAGED, f"The document lacks its part {name!r}.")
        content = self._inflate(member)
        self._inflated_bytes += len(content)
        if self._inflated_bytes > self._limits.expanded_bytes:
            raise _bomb(self._limits)
        if len(content) != member.file_size or zlib.crc32(content) != member.CRC:
            raise _damaged(f"Its part {name!r} is broken.")
        return content

    def _find(self, name: str) -> ZipInfo | None:
        return self._members.get(name) or self._by_folded_name.get(_folded(name))

    def _inflate(self, member: ZipInfo) -> bytes:
        """What the member holds, and at most one byte more than it declares: then BOMB."""
        if member.flag_bits & _ENCRYPTED:
            raise ReadFailure(FailureReason.PASSWORD, "The document is locked with a password.")
        packed = self._packed(member)
        if member.compress_type == ZIP_STORED:
            return bytes(packed)
        if member.compress_type != ZIP_DEFLATED:
            detail = f"Documents do not use the compression method {member.compress_type}."
            raise ReadFailure(FailureReason.UNSUPPORTED, detail)
        try:
            content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, member.file_size + 1)
        except zlib.error as error:
            raise _damaged(f"Its part {member.filename!r} cannot be inflated.") from error
        if len(content) > member.file_size:
            detail = f"Its part {member.filename!r} inflates to more than it declares."
            raise ReadFailure(FailureReason.BOMB, detail)
        return content

    def _packed(self, member: ZipInfo) -> memoryview:
        offset = member.header_offset
        header = self._data[offset : offset + _LOCAL_HEADER_SIZE]
        if len(header) < _LOCAL_HEADER_SIZE or not header.startswith(_LOCAL_HEADER):
            raise _damaged(f"Its part {member.filename!r} is not where it should be.")
        name_size, extra_size = struct.unpack_from("<HH", header, 26)
        start = offset + _LOCAL_HEADER_SIZE + name_size + extra_size
        return memoryview(self._data)[start : start + member.compress_size]


def open_package(data: bytes, limits: Limits) -> Package:
    """The directory of a package, checked against the limits; nothing is inflated yet.

    Raises ``ReadFailure``: DAMAGED when it cannot be read, BOMB when it has too many members or
    declares too much.
    """
    if data.count(_DIRECTORY_ENTRY) > limits.archive_members:
        detail = f"It may hold more than {limits.archive_members:,} parts."
        raise ReadFailure(FailureReason.BOMB, detail)
    with _named_errors(), ZipFile(BytesIO(data)) as archive:
        members = {member.filename: member for member in archive.infolist() if not member.is_dir()}
    _check_declared(members, limits)
    return Package(data, members, limits)


def is_zip(data: bytes) -> bool:
    """Whether it begins as a ZIP file with anything in it."""
    return data.startswith(_LOCAL_HEADER)


def has_member(data: bytes, name: bytes) -> bool:
    """Whether a ZIP file has a member whose name begins so, without opening it.

    Of a truncated file, which has lost its directory, the members are searched for themselves, and
    only if it begins as a document does: an archive may hold documents that have such members.
    """
    if not is_zip(data):
        return False
    directory = _directory(data)
    if directory is not None:
        return (
            re.search(_DIRECTORY_ENTRY + b".{42}" + re.escape(name), directory, re.DOTALL)
            is not None
        )
    if not data.startswith(_FIRST_MEMBERS, _LOCAL_HEADER_SIZE):
        return False
    return re.search(_LOCAL_HEADER + b".{26}" + re.escape(name), data, re.DOTALL) is not None


def _directory(data: bytes) -> memoryview | None:
    end = data.rfind(_END_OF_DIRECTORY, max(len(data) - _LONGEST_END, 0))
    if end < 0 or end + _END_SIZE > len(data):
        return None
    size_bytes, _offset, comment_size = struct.unpack_from("<IIH", data, end + 12)
    if end + _END_SIZE + comment_size != len(data):
        return None  # that of a member of a truncated archive
    return memoryview(data)[max(end - size_bytes, 0) : end]


def _check_declared(members: Mapping[str, ZipInfo], limits: Limits) -> None:
    if sum(member.file_size for member in members.values()) > limits.expanded_bytes:
        raise _bomb(limits)
    for member in members.values():
        possible = (member.compress_size + 1) * _BEST_DEFLATE_RATIO
        if member.compress_type in (ZIP_STORED, ZIP_DEFLATED) and member.file_size > possible:
            detail = f"Its part {member.filename!r} declares more than it can hold."
            raise ReadFailure(FailureReason.BOMB, detail)


@contextmanager
def _named_errors() -> Iterator[None]:
    """Everything that ``zipfile`` raises over a broken directory."""
    try:
        yield
    except (BadZipFile, LargeZipFile, EOFError, OSError, OverflowError, struct.error) as error:
        raise _damaged("It is truncated, or its directory is broken.") from error
    except (IndexError, KeyError, LookupError, NotImplementedError, ValueError) as error:
        raise _damaged("Its directory is broken.") from error


def _folded(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def _bomb(limits: Limits) -> ReadFailure:
    detail = f"It inflates to more than the limit of {limits.expanded_bytes:,} bytes."
    return ReadFailure(FailureReason.BOMB, detail)


def _damaged(detail: str) -> ReadFailure:
    return ReadFailure(FailureReason.DAMAGED, f"The document is damaged. {detail}")
