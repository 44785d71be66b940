"""Files compressed by gzip, bzip2 or xz: a TAR archive inside, or else one single file.

What comes out is counted as it comes: nothing that these formats say about it can be trusted.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import BinaryIO, cast

from simhash_gui.documents.containers.container import (
    HEAD_BYTES,
    Archive,
    Container,
    Opening,
    as_damaged,
    bomb,
    check_members,
    no_such_member,
)
from simhash_gui.documents.containers.dictionaries import refuse_xz_dictionary
from simhash_gui.documents.containers.names import harmless_names
from simhash_gui.documents.containers.tar_archive import begins_as_tar, open_tar
from simhash_gui.documents.records import ArchiveMember

_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")
_STEP_BYTES = 1 << 20
_EXTENSIONS = frozenset({".gz", ".bz2", ".xz", ".z"})


class SingleFile:
    """A compressed file as an archive of one member."""

    def __init__(self, stream: BinaryIO, opening: Opening) -> None:
        self._stream = stream
        (name,) = harmless_names([_name_inside(opening.name)])
        self.members: Sequence[ArchiveMember] = [ArchiveMember(name, _length(stream))]
        check_members(self.members, opening)

    def open(self, name: str) -> BinaryIO:
        """See ``Archive``."""
        if name != self.members[0].name:
            raise no_such_member(name)
        self._stream.seek(0)
        return cast("BinaryIO", _Borrowed(self._stream))

    def close(self) -> None:
        """Close what it was opened from."""
        self._stream.close()


class _Borrowed(io.RawIOBase):
    """A stream that stays open when this is closed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._inner = stream

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._inner.read(size)


class _Inflating(io.RawIOBase):
    """What comes out of a compressed stream, up to an allowance; never goes further than that."""

    def __init__(self, inner: BinaryIO, packed: BinaryIO, allowance_bytes: int) -> None:
        self._inner = inner
        self._packed = packed
        self._allowance_bytes = allowance_bytes

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._inner.tell()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET:
            raise io.UnsupportedOperation("only from the start")
        self._check(offset)
        with as_damaged("The archive"):
            return self._inner.seek(offset)

    def read(self, size: int = -1) -> bytes:
        left = self._allowance_bytes + 1 - self._inner.tell()
        with as_damaged("The archive"):
            data = self._inner.read(left if size < 0 else min(size, left))
        self._check(self._inner.tell())
        return data

    def _check(self, offset: int) -> None:
        if offset > self._allowance_bytes:
            raise bomb(self._allowance_bytes)

    def close(self) -> None:
        self._inner.close()
        self._packed.close()
        super().close()


def _length(stream: BinaryIO) -> int:
    """By reading it all: only the content itself says how much it is."""
    stream.seek(0)
    while stream.read(_STEP_BYTES):
        pass
    return stream.tell()


def _name_inside(name: str) -> str:
    """``letter.txt.gz`` holds ``letter.txt``."""
    path = PurePosixPath(name)
    return path.stem if path.suffix.lower() in _EXTENSIONS else name


def _opener(
    decompressor: Callable[[BinaryIO], BinaryIO],
) -> Callable[[BinaryIO, Opening], Archive | None]:
    def open_stream(stream: BinaryIO, opening: Opening) -> Archive | None:
        inflating = _Inflating(decompressor(stream), stream, opening.allowance_bytes)
        content = cast("BinaryIO", inflating)
        head = content.read(HEAD_BYTES)
        content.seek(0)
        if begins_as_tar(head):
            return open_tar(content, opening)
        return SingleFile(content, opening)

    return open_stream


def _open_xz(stream: BinaryIO, opening: Opening) -> Archive | None:
    refuse_xz_dictionary(stream, opening)
    return _opener(_unxz)(stream, opening)


def _is_gzip(head: bytes, _name: str) -> bool:
    return head.startswith(b"\x1f\x8b\x08")


def _is_bzip2(head: bytes, _name: str) -> bool:
    return head.startswith(b"BZh") and head[4:10] in _BZIP2_BLOCKS


def _is_xz(head: bytes, _name: str) -> bool:
    return head.startswith(b"\xfd7zXZ\x00")


def _gunzip(stream: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", gzip.GzipFile(fileobj=stream, mode="rb"))


def _bunzip2(stream: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", bz2.BZ2File(stream))


def _unxz(stream: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", lzma.LZMAFile(stream))


CONTAINERS = (
    Container("gzip", _is_gzip, _opener(_gunzip), is_stream=True),
    Container("bzip2", _is_bzip2, _opener(_bunzip2), is_stream=True),
    Container("xz", _is_xz, _open_xz, is_stream=True),
)
