"""MBOX: many messages in one file, each after a line that begins with ``From ``.

Gives the messages; ``mail`` reads what one says, and ``documents.containers`` makes each a document
of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from simhash_gui.documents.readers.mail.mail_parts import header, parse

_POSTMARK = re.compile(rb"From [^\r\n]*\d{2}:\d{2}[^\r\n]*\r?\n")
_HEADER_LINE = re.compile(rb">?[!-9;-~]+:")
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_HEAD_BYTES = 1 << 16
_UNFIT_FOR_NAMES = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')
_LONGEST_TITLE = 80


def recognises(data: bytes) -> bool:
    """Whether it begins with a line that parts messages, and a header after it."""
    found = _POSTMARK.match(data[:1024])
    return found is not None and _HEADER_LINE.match(data[found.end() :][:1024]) is not None


def message_spans(lines: Iterable[bytes]) -> Iterator[tuple[int, int]]:
    """From where to where each message goes, in bytes, its dividing line included.

    ``lines`` is an open file or the like, so a file of any size can be looked through. A line that
    begins with ``From `` divides when an empty line or nothing is before it, and a header after it.
    """
    start, offset = -1, 0
    divider = -1
    after_empty = True
    for line in lines:
        if divider >= 0 and _HEADER_LINE.match(line):
            if start >= 0:
                yield start, divider
            start = divider
        is_divider = after_empty and _POSTMARK.match(line) is not None
        divider = offset if is_divider else -1
        after_empty = not line.strip(b"\r\n")
        offset += len(line)
    if start >= 0:
        yield start, offset


def message(raw: bytes) -> bytes:
    """One message as it was sent: without the dividing line and its quoting (mboxrd, mboxo)."""
    postmark = _POSTMARK.match(raw)
    return _QUOTED.sub(rb"\1", raw[postmark.end() if postmark else 0 :])


def messages(data: bytes) -> list[tuple[str, bytes]]:
    """Every message with a name of its own, such as ``00012 The subject.eml``."""
    spans = message_spans(data.splitlines(keepends=True))
    contents = (message(data[start:end]) for start, end in spans)
    return [(message_name(i, content), content) for i, content in enumerate(contents, start=1)]


def message_name(number: int, content: bytes) -> str:
    """A file name for the ``number``-th message, by its subject."""
    end = re.search(rb"\r?\n\r?\n", content[:_HEAD_BYTES])
    head = content[: end.start() if end else _HEAD_BYTES] + b"\n\n"
    subject = header(parse(head).message, "Subject") or ""
    title = " ".join(_UNFIT_FOR_NAMES.sub(" ", subject).split())[:_LONGEST_TITLE].strip(" .")
    return f"{number:05} {title}.eml" if title else f"{number:05}.eml"
