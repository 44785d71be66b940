"""ZIP archives of any files. One that is a document itself (DOCX, ODT, EPUB, JAR …) is left alone.

``zipfile`` does the work, and pyzipper where members are locked with AES. Here stands what they do
not do: look at the directory's size before reading it, decode names without a declared
encoding, see that no more comes out than is declared, and try several passwords.
"""

from __future__ import annotations

import copy
import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from lzma import LZMAError
from typing import BinaryIO, cast
from zipfile import (
    ZIP_BZIP2,
    ZIP_DEFLATED,
    ZIP_LZMA,
    ZIP_STORED,
    BadZipFile,
    ZipFile,
    ZipInfo,
)

from simhash_gui.documents.containers.container import (
    Archive,
    Container,
    Opening,
    as_damaged,
    bomb,
    check_members,
    no_such_member,
    too_many_members,
)
from simhash_gui.documents.containers.dictionaries import refuse_zip_dictionary
from simhash_gui.documents.containers.names import decoded_names, harmless_names
from simhash_gui.documents.records import ArchiveMember, FailureReason, ReadFailure

_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08PK\x03\x04")
_LOCAL_HEADER_BYTES = 30

# At the root of an archive, each of these makes it one document or program.
_PACKAGE_PARTS = frozenset(
    {
        "[content_types].xml",
        "mimetype",
        "meta-inf/manifest.mf",
        "meta-inf/manifest.xml",
        "meta-inf/container.xml",
        "androidmanifest.xml",
        "index/document.iwa",
    }
)
_PACKAGE_BEGINNINGS = (b"[content_types].xml", b"mimetype", b"_rels/", b"docprops/", b"meta-inf/")

_OF_WRONG_PASSWORDS = (
    RuntimeError, ValueError, OSError, EOFError, zlib.error, LZMAError, MemoryError,
)  # fmt: skip
"""What unpacking noise may raise; it may ask for a dictionary of gigabytes."""

_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_AES_METHOD = 99
_METHODS = frozenset({ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA, _AES_METHOD})
_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE = b"PK\x05\x06"
_END64 = struct.Struct("<4sQ2H2L4Q")
_END64_SIGNATURE = b"PK\x06\x06"
_LOCATOR64_BYTES = 20
_LONGEST_END = _END64.size + _LOCATOR64_BYTES + _END.size + 0xFFFF
_LONG_ENTRY_BYTES = 512
_TOO_MUCH_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class _Named:
    member: ArchiveMember
    info: ZipInfo


class ZipArchive:
    """An open ZIP file."""

    def __init__(self, file: ZipFile, stream: BinaryIO, opening: Opening) -> None:
        self._file = file
        self._aes_file: ZipFile | None = None
        self._stream = stream
        self._opening = opening
        infos = [info for info in file.infolist() if _is_file(info)]
        names = harmless_names(_names(infos))
        self._named = {
            name: _Named(ArchiveMember(name, info.file_size), info)
            for name, info in zip(names, infos, strict=True)
        }

    @property
    def members(self) -> Sequence[ArchiveMember]:
        """All files, in the order of the directory."""
        return [named.member for named in self._named.values()]

    def open(self, name: str) -> BinaryIO:
        """See ``Archive``."""
        if name not in self._named:
            raise no_such_member(name)
        info = self._named[name].info
        _refuse_unknown_methods(info)
        if info.flag_bits & _ENCRYPTED_FLAG:
            return self._unlocked(info)
        refuse_zip_dictionary(self._stream, info, self._opening)
        return self._opened(info)

    def _opened(self, info: ZipInfo) -> BinaryIO:
        more = copy.copy(info)
        more.file_size += _TOO_MUCH_BYTES  # or what is beyond would be cut off, unseen
        with as_damaged("This part of the archive"):
            return cast("BinaryIO", _Declared(self._file.open(more), info.file_size))

    def _unlocked(self, info: ZipInfo) -> BinaryIO:
        """A locked member is read at once: only its check sum shows that the password is right."""
        max_bytes = self._opening.limits.expanded_bytes
        if info.file_size > max_bytes:
            raise bomb(max_bytes)
        passwords = list(_password_bytes(self._opening.passwords))
        if info.compress_type == _AES_METHOD:
            content = self._unlocked_by_pyzipper(info, passwords)
        else:
            content = _unlocked_by_any(self._file, info, passwords, BadZipFile)
        if content is None:
            raise ReadFailure(FailureReason.PASSWORD, _locked_detail(self._opening.passwords))
        return cast("BinaryIO", _Declared(io.BytesIO(content), info.file_size))

    def _unlocked_by_pyzipper(self, info: ZipInfo, passwords: Sequence[bytes]) -> bytes | None:
        """The same file once more, as pyzipper sees it, which has errors of its own."""
        import pyzipper  # noqa: PLC0415 - a worker that meets no such archive starts sooner

        with as_damaged("The archive"):
            try:
                if self._aes_file is None:
                    self._aes_file = cast("ZipFile", pyzipper.AESZipFile(self._stream))
            except pyzipper.BadZipFile as error:
                raise BadZipFile from error
            place = self._file.infolist().index(info)
            same = self._aes_file.infolist()[place]
            if same.compress_type == _AES_METHOD:
                raise BadZipFile("the archive does not say how this member is locked")
        with as_damaged("This part of the archive"):
            return _unlocked_by_any(self._aes_file, same, passwords, pyzipper.BadZipFile)

    def close(self) -> None:
        """Close the file and what it was opened from."""
        self._file.close()
        self._stream.close()


def _unlocked_by_any(
    file: ZipFile, info: ZipInfo, passwords: Sequence[bytes], bad_zip: type[Exception]
) -> bytes | None:
    """By the first password that fits to the end; a wrong one may pass the first test."""
    for password in passwords:
        with suppress(bad_zip, *_OF_WRONG_PASSWORDS), file.open(info, pwd=password) as stream:
            return stream.read()
    return None


class _Declared(io.RawIOBase):
    """A member that must not be longer than it says."""

    def __init__(self, stream: BinaryIO | object, size_bytes: int) -> None:
        self._inner = cast("BinaryIO", stream)
        self._left = size_bytes

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        most = self._left + 1
        with as_damaged("This part of the archive"):
            data = self._inner.read(most if size < 0 else min(size, most))
        self._left -= len(data)
        if self._left < 0:
            detail = "It unpacks to more than the archive declares."
            raise ReadFailure(FailureReason.BOMB, detail)
        return data

    def close(self) -> None:
        self._inner.close()
        super().close()


def _may_be(head: bytes, _name: str) -> bool:
    return head.startswith(_SIGNATURES)


def _open(stream: BinaryIO, opening: Opening) -> Archive | None:
    _refuse_long_directory(stream, opening)
    try:
        with as_damaged("The archive"):
            file = ZipFile(stream)
    except ReadFailure:
        if _begins_as_package(stream):
            return None
        raise
    if any(info.filename.lower() in _PACKAGE_PARTS for info in file.infolist()):
        return None
    archive = ZipArchive(file, stream, opening)
    check_members(archive.members, opening)
    return archive


CONTAINER = Container("zip", _may_be, _open)


def _begins_as_package(stream: BinaryIO) -> bool:
    """Whether the first member is what a document begins with; for those without directory."""
    stream.seek(0)
    header = stream.read(_LOCAL_HEADER_BYTES + max(map(len, _PACKAGE_BEGINNINGS)))
    return header[_LOCAL_HEADER_BYTES:].lower().startswith(_PACKAGE_BEGINNINGS)


def _refuse_long_directory(stream: BinaryIO, opening: Opening) -> None:
    """Refuse a directory of millions of entries before it is read."""
    most = opening.limits.archive_members
    count, directory_bytes = _directory(stream, opening.size_bytes)
    if count > most or directory_bytes > most * _LONG_ENTRY_BYTES:
        raise too_many_members(most)


def _directory(stream: BinaryIO, size_bytes: int) -> tuple[int, int]:
    """Number of members and size of the directory, as told at the end; 0 where nothing is."""
    stream.seek(max(size_bytes - _LONGEST_END, 0))
    tail = stream.read()
    at = tail.rfind(_END_SIGNATURE)
    if at < 0 or at + _END.size > len(tail):
        return 0, 0
    at64 = tail.rfind(_END64_SIGNATURE, 0, at)
    if 0 <= at64 <= at - _END64.size:
        count, directory_bytes = _END64.unpack_from(tail, at64)[7:9]
    else:
        count, directory_bytes = _END.unpack_from(tail, at)[4:6]
    return count, directory_bytes


def _is_file(info: ZipInfo) -> bool:
    """Folders end in a slash; a link made on Unix has its kind in the upper half."""
    kind = info.external_attr >> 28
    is_link_or_device = info.create_system == 3 and kind not in {0, 8}
    return not info.filename.endswith("/") and not is_link_or_device  # it may have no name


def _names(infos: Sequence[ZipInfo]) -> Iterator[str]:
    untold = [info for info in infos if not info.flag_bits & _UTF8_FLAG]
    decoded = iter(decoded_names([info.orig_filename.encode("cp437") for info in untold]))
    for info in infos:
        yield info.orig_filename if info.flag_bits & _UTF8_FLAG else next(decoded)


def _refuse_unknown_methods(info: ZipInfo) -> None:
    if info.compress_type not in _METHODS:
        detail = f"The compression method {info.compress_type} is not supported."
        raise ReadFailure(FailureReason.UNSUPPORTED, detail)


def _password_bytes(passwords: Sequence[str]) -> Iterator[bytes]:
    """Each password in the encodings that such programs use."""
    for password in passwords:
        forms = (password.encode(encoding, "replace") for encoding in ("utf-8", "gb18030"))
        yield from dict.fromkeys(forms)


def _locked_detail(passwords: Sequence[str]) -> str:
    return "None of the passwords opens it." if passwords else "It is locked with a password."
