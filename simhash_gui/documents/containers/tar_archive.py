"""TAR archives, plain or inside a compressed stream. Links, devices and folders are left out.

A compressed one can only be read forward: going back means starting again. Members are found where
they are in the stream, so that reading them in their order goes through it once.
"""

from __future__ import annotations

import io
import re
import tarfile
from collections.abc import Iterable, Sequence
from typing import BinaryIO, cast

from simhash_gui.documents.containers.container import (
    Archive,
    Container,
    Opening,
    as_damaged,
    check_members,
    no_such_member,
    too_many_members,
)
from simhash_gui.documents.containers.names import decoded_names, harmless_names
from simhash_gui.documents.records import ArchiveMember

_BLOCK_BYTES = tarfile.BLOCKSIZE
_SUM_AT, _SUM_END = 148, 156
_MAY_BE_SUM = re.compile(rb"[\x80\xff]|[\s\x1c-\x1f0-7+_oO-]*(?:\0|\Z)")
"""What ``tarfile`` may read a number from, for hardly a text has one there."""


class TarArchive:
    """An open TAR file."""

    def __init__(self, file: tarfile.TarFile, stream: BinaryIO, opening: Opening) -> None:
        self._file = file
        self._stream = stream
        with as_damaged("The archive"):
            infos = _regular_files(file, opening.limits.archive_members)
            raw_names = [info.name.encode("utf-8", "surrogateescape") for info in infos]
        names = harmless_names(decoded_names(raw_names))
        self._infos = dict(zip(names, infos, strict=True))
        check_members(self.members, opening)

    @property
    def members(self) -> Sequence[ArchiveMember]:
        """All regular files, in their order."""
        return [ArchiveMember(name, info.size) for name, info in self._infos.items()]

    def open(self, name: str) -> BinaryIO:
        """See ``Archive``."""
        if name not in self._infos:
            raise no_such_member(name)
        with as_damaged("This part of the archive"):
            content = self._file.extractfile(self._infos[name])
        return cast("BinaryIO", _Whole(cast("BinaryIO", content), self._infos[name].size))

    def close(self) -> None:
        """Close the file and what it was opened from."""
        self._file.close()
        self._stream.close()


class _Whole(io.RawIOBase):
    """A member that must not be shorter than it says."""

    def __init__(self, stream: BinaryIO, size_bytes: int) -> None:
        self._inner = stream
        self._left = size_bytes

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        with as_damaged("This part of the archive"):
            data = self._inner.read(size)
            self._left -= len(data)
            if self._left > 0 and (size < 0 or not data):
                raise EOFError
        return data


def _regular_files(file: tarfile.TarFile, most: int) -> list[tarfile.TarInfo]:
    found: list[tarfile.TarInfo] = []
    members: Iterable[tarfile.TarInfo] = file
    for info in members:
        if info.isreg():
            found.append(info)
        if len(found) > most:
            raise too_many_members(most)
    return found


def begins_as_tar(head: bytes) -> bool:
    """Whether these bytes are the header of a member, by its check sum."""
    if _MAY_BE_SUM.match(head, _SUM_AT, _SUM_END) is None:
        return False
    try:
        info = tarfile.TarInfo.frombuf(head[:_BLOCK_BYTES], "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError):
        return False
    return bool(info.name)


def open_tar(stream: BinaryIO, opening: Opening) -> TarArchive:
    """The archive that begins where ``stream`` does. Raises ``ReadFailure``."""
    with as_damaged("The archive"):
        file = tarfile.TarFile(
            fileobj=stream, encoding="utf-8", errors="surrogateescape", errorlevel=0
        )
    return TarArchive(file, stream, opening)


def _may_be(head: bytes, _name: str) -> bool:
    return begins_as_tar(head)


def _open(stream: BinaryIO, opening: Opening) -> Archive | None:
    return open_tar(stream, opening)


CONTAINER = Container("tar", _may_be, _open)
