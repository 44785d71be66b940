"""What an archive is to the rest: a list of files, each of which can be read as a stream.

A kind of archive is a ``Container``; one that is open is an ``Archive``. What is common to all
kinds is here too: how much may come out of one, and what its errors become.
"""

from __future__ import annotations

import lzma
import struct
import tarfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, Protocol
from zipfile import BadZipFile, LargeZipFile

from simhash_gui.documents.records import ArchiveMember, FailureReason, Limits, ReadFailure

HEAD_BYTES = 8192
"""How much of a file is looked at to recognise an archive: the headers of a message need most."""

_HONEST_RATIO = 100
"""Text shrinks to a tenth, logs to a fiftieth; a bomb inflates to a thousandfold and more."""

_BROKEN = (
    BadZipFile,
    LargeZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    struct.error,
    ValueError,
    OverflowError,
    LookupError,
    NotImplementedError,
    RecursionError,
)


@dataclass(frozen=True, slots=True)
class Opening:
    """What an archive is opened with: its file name and size, and what the user allows."""

    name: str
    size_bytes: int
    limits: Limits
    passwords: tuple[str, ...] = ()

    @property
    def allowance_bytes(self) -> int:
        """What may come out of it in all.

        The limit is for small files that unpack to huge ones; a large archive of real documents
        may hold more.
        """
        return max(self.limits.expanded_bytes, self.size_bytes * _HONEST_RATIO)


class Archive(Protocol):
    """An open archive. The names of its members differ and lead nowhere but into it."""

    @property
    def members(self) -> Sequence[ArchiveMember]:
        """All files in it, in their order; folders, links and devices are left out."""
        ...

    def open(self, name: str) -> BinaryIO:
        """The content of a member, from its start. To be closed before the next one is opened.

        Raises ``ReadFailure``: GONE when there is none of this name, PASSWORD, DAMAGED, BOMB or
        UNSUPPORTED.
        """
        ...

    def close(self) -> None:
        """Give back what it holds, also the stream that it was opened from."""
        ...


@dataclass(frozen=True, slots=True)
class Container:
    """A kind of archive.

    ``may_be`` looks at the first ``HEAD_BYTES`` and the file name. ``open`` takes a seekable
    stream, which then belongs to the archive; it returns None, and leaves the stream open, when
    this is a document after all, and raises ``ReadFailure``. A container that ``is_document``, such
    as a message with attachments, has a text besides. One that ``is_stream`` can only be read from
    its start: reading a member costs reading all before it.
    """

    name: str
    may_be: Callable[[bytes, str], bool]
    open: Callable[[BinaryIO, Opening], Archive | None]
    is_document: bool = False
    is_stream: bool = False


def check_members(members: Sequence[ArchiveMember], opening: Opening) -> None:
    """Raise ``ReadFailure`` (BOMB) when there are too many, or when they would be too much."""
    most = opening.limits.archive_members
    if len(members) > most:
        raise too_many_members(most)
    if sum(member.size_bytes for member in members) > opening.allowance_bytes:
        raise bomb(opening.allowance_bytes)


def too_many_members(most: int) -> ReadFailure:
    """An archive beyond ``Limits.archive_members``."""
    return ReadFailure(FailureReason.BOMB, f"It holds more than the limit of {most:,} files.")


def bomb(allowance_bytes: int) -> ReadFailure:
    """An archive from which too much would come."""
    detail = f"It unpacks to more than the limit of {allowance_bytes:,} bytes."
    return ReadFailure(FailureReason.BOMB, detail)


def no_such_member(name: str) -> ReadFailure:
    """A member that was there when the archive was listed."""
    return ReadFailure(FailureReason.GONE, f"The archive no longer holds {name!r}.")


@contextmanager
def as_damaged(what: str) -> Iterator[None]:
    """Turn all that the standard library raises over a broken archive into DAMAGED.

    ``what`` is the subject of the sentence.
    """
    try:
        yield
    except _BROKEN as error:
        detail = f"{what} is cut off or broken."
        raise ReadFailure(FailureReason.DAMAGED, detail) from error
