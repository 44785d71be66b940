"""The bytes of a document: a file, a file in an archive, or in an archive within one.

A worker keeps one ``Contents`` from task to task. The last archive stays open, with those inside it
that lead to the last member, so that the members of a long compressed archive are read in one go.
"""

from __future__ import annotations

import io
import os
import tempfile
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO, cast

from simhash_gui.documents.containers import (
    HEAD_BYTES,
    Archive,
    Container,
    Opening,
    container_of,
)
from simhash_gui.documents.misnamed import with_misnamed
from simhash_gui.documents.readers import read_source, refuse_blank
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.reading import (
    check_size,
    named_errors,
    opened,
    read_descriptor,
    read_on,
    split_path,
)
from simhash_gui.documents.records import (
    ArchiveMember,
    Extracted,
    FailureReason,
    FileTask,
    Limits,
    ReadFailure,
)

_STEP_BYTES = 1 << 20
_SIZES_OF_CARRIER = 2
"""A document that carries others, as a message does, may be this many times as long as another:
its reader limits the text, and what it carries is in Base64 and has a limit of its own."""


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a document, or the members of an archive, or both, as of a message.

    ``data`` is None for a plain archive, ``members`` for a plain document. The time of change of a
    member is that of the file that it is in.
    """

    data: bytes | None
    size_bytes: int
    mtime_ns: int
    members: tuple[ArchiveMember, ...] | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something stands: the path of a file, then the names of members; and the file's time.

    The passwords are those of ``task``.
    """

    way: tuple[str, ...]
    mtime_ns: int
    task: FileTask

    @property
    def name(self) -> str:
        return os.path.basename(self.way[-1])  # noqa: PTH119 - a Path costs more than decoding


@dataclass(frozen=True, slots=True)
class _Open:
    """An open archive."""

    place: _Place
    size_bytes: int
    archive: Archive
    members: tuple[ArchiveMember, ...]

    def content(self) -> Content:
        return Content(None, self.size_bytes, self.place.mtime_ns, self.members)

    def declared_bytes(self, name: str) -> int:
        """How long the archive says that a member is."""
        return next(member.size_bytes for member in self.members if member.name == name)


def read_file(
    path: Path, override_encoding: str | None = None, limits: Limits | None = None
) -> tuple[Extracted, bytes]:
    """The text of one file, or of one in an archive (``a.zip!/b.txt``), in this process.

    Its bytes come with it. Raises ``ReadFailure``.
    """
    file, member = split_path(str(path))
    limits = limits or Limits()
    with closing(Contents(limits)) as contents:
        content = contents.read(FileTask(file, override_encoding, member))
    if content.data is None:
        detail = "This is an archive. Name a file in it, such as archive.zip!/report.txt."
        raise ReadFailure(FailureReason.UNSUPPORTED, detail)
    extracted = read_source(Source(content.data, path.name, override_encoding, (), limits))
    if content.members is None:
        refuse_blank(extracted.text)
    return extracted, content.data


class Contents:
    """Reads tasks one by one; ``close`` gives back what is kept open."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: list[_Open] = []

    def read(self, task: FileTask) -> Content:
        """Raises ``ReadFailure``."""
        if task.member:
            return self._member(task, (task.path, *task.member))
        with opened(task.path) as descriptor:
            return self._file(task, descriptor)

    def close(self) -> None:
        """Close the archives."""
        self._close_beyond(0)

    def _close_beyond(self, depth: int) -> None:
        while len(self._open) > depth:
            self._open.pop().archive.close()

    def _file(self, task: FileTask, descriptor: int) -> Content:
        status = os.fstat(descriptor)
        head = os.read(descriptor, HEAD_BYTES)
        kind = container_of(head, task.path)
        if kind is None:
            data = read_on(descriptor, head, status, self._limits).data
            return Content(data, status.st_size, status.st_mtime_ns)
        os.lseek(descriptor, 0, os.SEEK_SET)
        place = _Place((task.path,), status.st_mtime_ns, task)
        if not kind.is_document:
            stream = os.fdopen(os.dup(descriptor), "rb")
            found = self._expand(place, kind, stream, status.st_size)
            if found is not None:
                self._refuse_changed(descriptor, status)
                return found.content()
            stream.close()
            os.lseek(descriptor, 0, os.SEEK_SET)
        data = read_descriptor(descriptor, self._limits_of(kind)).data
        return self._document(place, kind, data)

    def _refuse_changed(self, descriptor: int, before: os.stat_result) -> None:
        after = os.fstat(descriptor)
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            self.close()
            raise ReadFailure(FailureReason.CHANGED, "The archive changed while it was read.")

    def _member(self, task: FileTask, way: tuple[str, ...]) -> Content:
        outer = self._archive_at(task, way[:-1])
        place = _Place(way, outer.place.mtime_ns, task)
        with closing(outer.archive.open(way[-1])) as stream:
            head = _read_at_most(stream, HEAD_BYTES)
            if not head:
                raise ReadFailure(FailureReason.EMPTY, "The file is empty.")
            kind = container_of(head, place.name)
            if kind is None or kind.is_document:
                data = self._all(stream, outer, place, self._limits_of(kind), head)
                return self._document(place, kind, data)
            spool = self._spooled(stream, head)
        found = self._expand(place, kind, spool, _size(spool))
        if found is not None:
            return found.content()
        with closing(spool):
            spool.seek(0)
            return self._document(place, None, self._all(spool, outer, place, self._limits))

    def _document(self, place: _Place, kind: Container | None, data: bytes) -> Content:
        """A document, and what is attached to it, if its kind may carry something."""
        members = self._attached(place, kind, data) if kind and kind.is_document else ()
        return Content(data, len(data), place.mtime_ns, members or None)

    def _attached(self, place: _Place, kind: Container, data: bytes) -> tuple[ArchiveMember, ...]:
        """What is attached to a document; nothing where that cannot be read: the text remains."""
        if len(place.way) > self._limits.archive_depth:
            return ()
        try:
            found = self._expand(place, kind, io.BytesIO(data), len(data))
        except ReadFailure:
            return ()
        return found.members if found else ()

    def _expand(
        self, place: _Place, kind: Container, stream: BinaryIO, size_bytes: int
    ) -> _Open | None:
        """Open an archive and keep it open; None, and the stream open, when it is a document."""
        opening = Opening(place.name, size_bytes, self._limits, place.task.passwords)
        try:
            archive = kind.open(stream, opening)
        except BaseException:
            stream.close()
            raise
        if archive is None:
            return None
        if len(place.way) > self._limits.archive_depth:
            archive.close()
            detail = f"It is an archive inside {self._limits.archive_depth} others."
            raise ReadFailure(FailureReason.NESTED, detail)
        self._close_beyond(len(place.way) - 1)
        members = with_misnamed(archive, self._limits, is_stream=kind.is_stream)
        self._open.append(_Open(place, size_bytes, archive, members))
        return self._open[-1]

    def _archive_at(self, task: FileTask, way: tuple[str, ...]) -> _Open:
        """The archive at the end of a way; those on the way are opened where needed."""
        with named_errors():
            mtime_ns = os.stat(task.path).st_mtime_ns  # noqa: PTH116 - once for each member
        if self._open and self._open[0].place.mtime_ns != mtime_ns:
            self.close()
        depth = _common(way, self._open[-1].place.way if self._open else ())
        self._close_beyond(depth)
        for length in range(len(self._open) + 1, len(way) + 1):
            self.read(FileTask(task.path, None, way[1:length], task.passwords))
            if len(self._open) != length:
                detail = "It is no longer an archive."
                raise ReadFailure(FailureReason.CHANGED, detail)
        return self._open[-1]

    def _limits_of(self, kind: Container | None) -> Limits:
        if kind is None or not kind.is_document:
            return self._limits
        return replace(self._limits, size_bytes=_SIZES_OF_CARRIER * self._limits.size_bytes)

    def _all(
        self, stream: BinaryIO, outer: _Open, place: _Place, limits: Limits, head: bytes = b""
    ) -> bytes:
        """All of a member of ``outer`` that is a document, unless it is beyond the limit."""
        data = head + _read_at_most(stream, limits.size_bytes + 1 - len(head))
        if len(data) > limits.size_bytes:
            check_size(max(len(data), outer.declared_bytes(place.way[-1])), limits)
        return data

    def _spooled(self, stream: BinaryIO, head: bytes) -> BinaryIO:
        """A copy that can be read in any order, in memory or, if it is long, on the disk."""
        spool = tempfile.SpooledTemporaryFile(self._limits.size_bytes)  # noqa: SIM115 - kept open
        try:
            spool.write(head)
            while piece := stream.read(_STEP_BYTES):
                spool.write(piece)
        except BaseException:
            spool.close()
            raise
        spool.seek(0)
        return cast("BinaryIO", spool)


def _read_at_most(stream: BinaryIO, size_bytes: int) -> bytes:
    """Read to the end, or at most so much; a stream may give less at a time than was asked for."""
    pieces: list[bytes] = []
    while size_bytes > 0 and (piece := stream.read(size_bytes)):
        pieces.append(piece)
        size_bytes -= len(piece)
    return b"".join(pieces)


def _size(stream: BinaryIO) -> int:
    stream.seek(0, os.SEEK_END)
    size_bytes = stream.tell()
    stream.seek(0)
    return size_bytes


def _common(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """How many steps two ways have in common."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
