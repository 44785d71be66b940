"""Mail: a mailbox is an archive of messages, a message with attachments is one besides its text.

``readers.mail`` knows what a mailbox and a message are.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO

from simhash_gui.documents.containers.container import (
    Archive,
    Container,
    Opening,
    check_members,
    no_such_member,
    too_many_members,
)
from simhash_gui.documents.containers.names import harmless_names
from simhash_gui.documents.readers import reader_for
from simhash_gui.documents.readers.mail import mail, mbox
from simhash_gui.documents.records import ArchiveMember

_MESSAGE_EXTENSION = ".eml"
_LONGEST_LINE = 1 << 16
_HEADER_BYTES = 1 << 16


class Mailbox:
    """An open mailbox, its messages in their order."""

    def __init__(self, stream: BinaryIO, opening: Opening) -> None:
        self._stream = stream
        most = opening.limits.archive_members
        spans = list(islice(mbox.message_spans(_lines(stream)), most + 1))
        if len(spans) > most:
            raise too_many_members(most)
        names = harmless_names(self._name(number, *span) for number, span in enumerate(spans, 1))
        self._spans = dict(zip(names, spans, strict=True))

    @property
    def members(self) -> Sequence[ArchiveMember]:
        """All messages, named by their number and subject."""
        return [ArchiveMember(name, end - start) for name, (start, end) in self._spans.items()]

    def open(self, name: str) -> BinaryIO:
        """See ``Archive``."""
        if name not in self._spans:
            raise no_such_member(name)
        return io.BytesIO(mbox.message(self._read(*self._spans[name])))

    def close(self) -> None:
        """Close what it was opened from."""
        self._stream.close()

    def _name(self, number: int, start: int, end: int) -> str:
        head = self._read(start, min(end, start + _HEADER_BYTES))
        return mbox.message_name(number, mbox.message(head))

    def _read(self, start: int, end: int) -> bytes:
        self._stream.seek(start)
        return self._stream.read(end - start)


class Attachments:
    """What comes with a message."""

    def __init__(self, stream: BinaryIO, opening: Opening) -> None:
        found = mail.attachments(stream.read())
        names = harmless_names(name for name, _ in found)
        self._contents = {name: data for name, (_, data) in zip(names, found, strict=True)}
        check_members(self.members, opening)

    @property
    def members(self) -> Sequence[ArchiveMember]:
        """All attached files, in their order."""
        return [ArchiveMember(name, len(data)) for name, data in self._contents.items()]

    def open(self, name: str) -> BinaryIO:
        """See ``Archive``."""
        if name not in self._contents:
            raise no_such_member(name)
        return io.BytesIO(self._contents[name])

    def close(self) -> None:
        """Nothing is held but memory."""


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """In pieces of bounded length: a file without line ends must not fill the memory."""
    stream.seek(0)
    while line := stream.readline(_LONGEST_LINE):
        yield line


def _may_be_mailbox(head: bytes, name: str) -> bool:
    return mbox.recognises(head) and not name.lower().endswith(_MESSAGE_EXTENSION)


def _may_be_message(head: bytes, name: str) -> bool:
    """Whether it is for the reader of messages; a saved web page has headers like mail."""
    is_named_so = name.lower().endswith(_MESSAGE_EXTENSION)
    if not (is_named_so or mail.recognises(head)):
        return False
    base_name = os.path.basename(name)  # noqa: PTH119 - a Path costs more than decoding
    return reader_for(head, base_name).name == mail.NAME


def _open_mailbox(stream: BinaryIO, opening: Opening) -> Archive | None:
    return Mailbox(stream, opening)


def _open_message(stream: BinaryIO, opening: Opening) -> Archive | None:
    return Attachments(stream, opening)


MAILBOX = Container("mbox", _may_be_mailbox, _open_mailbox)
MESSAGE = Container("mail", _may_be_message, _open_message, is_document=True)
