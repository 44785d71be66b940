"""An email (RFC 5322, MIME): its headers, its text, and the rest.

The standard library takes it apart; decoding its charsets, choosing among alternatives and telling
text from attachments is done here. MHTML is the same format with another purpose, see ``mhtml``.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import errors, message_from_bytes, policy
from email.header import decode_header
from email.message import Message
from typing import TypeAlias

from simhash_gui.documents.encoding.encodings import Decoded, codec_name, decode
from simhash_gui.documents.readers.html.html import html_text
from simhash_gui.documents.records import FailureReason, ReadFailure

Part: TypeAlias = "Message[str, str]"

_PAGE_TYPE = "text/html"
_BODY_TYPES = frozenset({"text/plain", _PAGE_TYPE})
_LONGEST_STUB_BYTES = 600
_TIMES_LONGER = 3
_SIGNATURES = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)
# What looks like ASCII except for its escapes; only a declaration can tell.
_ESCAPING = frozenset({"utf-7", "hz", "iso2022_kr", "iso2022_jp"})
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_WHITE_SPACE = re.compile(r"\s+")
_TOO_DEEP = "Its parts are nested too deeply."


@dataclass(frozen=True, slots=True)
class Email:
    """The parts of a message, in order: those that are its text, and those that come with it."""

    message: Part
    texts: tuple[Part, ...]
    attachments: tuple[Part, ...]


def parse(data: bytes) -> Email:
    """Take a message apart. Raises ``ReadFailure``: NESTED."""
    try:
        message = _message(data)
    except RecursionError as error:
        raise ReadFailure(FailureReason.NESTED, _TOO_DEEP) from error
    parts = list(_leaves(message))
    texts = tuple(part for part, is_text in parts if is_text)
    return Email(message, texts, tuple(part for part, is_text in parts if not is_text))


def _message(data: bytes) -> Part:
    # compat32, for the newer policies take five times as long and stumble over broken headers.
    try:
        return message_from_bytes(data, policy=policy.compat32)
    except ValueError:  # a zero byte in the name of an encoding, of which Python wants nothing
        return message_from_bytes(data.replace(b"\x00", b""), policy=policy.compat32)


def _charset(part: Part) -> str | None:
    try:
        return part.get_content_charset()
    except ValueError:  # as above
        return None


def _file_name(part: Part) -> str | None:
    try:
        return part.get_filename()
    except ValueError:  # as above
        return None


def header(part: Part, name: str) -> str | None:
    """A header, decoded and on one line; None when it is missing or empty."""
    wanted = name.lower()
    # The raw ones: the others have lost the bytes that nobody declared.
    values = (str(value) for key, value in part.raw_items() if key.lower() == wanted)
    return _single_line(decoded_words(next(values, ""))) or None


def decoded_words(text: str) -> str:
    """A header's text without its encoded words (RFC 2047), or with bytes that nobody declared."""
    try:
        pieces = decode_header(text)
    except (errors.HeaderParseError, ValueError):
        pieces = [(text, None)]
    return "".join(_decoded_piece(piece, charset) for piece, charset in pieces)


def content(part: Part) -> bytes:
    """The bytes of a part, without its transfer encoding; of one that is cut off, what is there."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return b""
    is_undecoded = any(isinstance(one, errors.InvalidBase64LengthDefect) for one in part.defects)
    return _whole_base64_groups(payload) if is_undecoded else payload


def _whole_base64_groups(encoded: bytes) -> bytes:
    """What a single character too many at the end keeps the standard library from decoding."""
    letters = _NOT_BASE64.sub(b"", encoded)
    return base64.b64decode(letters[: len(letters) // 4 * 4])


def decoded_text(part: Part, override: str | None = None) -> Decoded:
    """The text of a part. Raises ``ReadFailure``."""
    charset = _charset(part)
    if override is None and codec_name(charset or "") in _ESCAPING:
        override = charset
    decoded = decode(content(part), override, declared=charset)
    if part.get_content_type() == "text/plain" and part.get_param("format") == "flowed":
        text = _unflowed(decoded.text, part.get_param("delsp") == "yes")
        return Decoded(text, decoded.encoding, decoded.confidence, decoded.source)
    return decoded


def file_name(part: Part) -> str | None:
    """What an attachment is called, None when it has no name."""
    name = _file_name(part)
    return _single_line(decoded_words(name)) or None if name else None


def _leaves(message: Part) -> Iterator[tuple[Part, bool]]:
    """All parts in order but containers and signatures, and whether they belong to the text."""
    waiting = [_Found(message)]
    while waiting:
        found = waiting.pop()
        part, kind = found.part, found.part.get_content_type()
        if kind.startswith("multipart/") and isinstance(part.get_payload(), list):
            waiting += reversed(list(_found_in(found)))
        elif found.is_text:
            if not found.is_passed_over:
                yield part, True
        elif kind not in _SIGNATURES and not (found.is_inlay and "Content-ID" in part):
            yield part, False


@dataclass(frozen=True, slots=True)
class _Found:
    """A part; ``is_passed_over``: in an alternative that is not read, but may carry files."""

    part: Part
    is_inlay: bool = False
    is_passed_over: bool = False

    @property
    def is_text(self) -> bool:
        """Whether it belongs to the text, not to what is attached."""
        is_body = self.part.get_content_type() in _BODY_TYPES
        return is_body and not self.is_inlay and not _is_attached(self.part)


def _found_in(container: _Found) -> Iterator[_Found]:
    inlays = container.part.get_content_type() == "multipart/related"
    wanted = _wanted_children(container.part)
    for place, child in enumerate(wanted):
        yield _Found(child, inlays and place > 0, container.is_passed_over)
    wanted_ids = set(map(id, wanted))
    for child in _children(container.part):
        if id(child) not in wanted_ids and child.get_content_maintype() == "multipart":
            yield _Found(child, is_passed_over=True)


def _wanted_children(container: Part) -> list[Part]:
    """All of them; of alternatives the plainest that says something."""
    children = _children(container)
    if container.get_content_type() != "multipart/alternative":
        return children
    best = _best_alternative(children)
    return [best] if best is not None else children[-1:]


def _best_alternative(children: Sequence[Part]) -> Part | None:
    plain = (c for c in children if c.get_content_type() == "text/plain" and content(c).strip())
    rich = next((c for c in children if c.get_content_type() in _RICH_TYPES), None)
    best = next(plain, None)
    return rich if best is None or (rich is not None and _is_stub(best, rich)) else best


def _children(container: Part) -> list[Part]:
    payload = container.get_payload()
    return [child for child in payload if isinstance(child, Message)]


def _is_stub(plain: Part, rich: Part) -> bool:
    """Whether the plain text only says that there is something to be seen elsewhere."""
    if len(content(plain)) > _LONGEST_STUB_BYTES:
        return False
    around = [rich] if rich.get_content_type() == _PAGE_TYPE else _children(rich)
    page = next((part for part in around if part.get_content_type() == _PAGE_TYPE), None)
    if page is None or len(content(page)) <= _LONGEST_STUB_BYTES:
        return False
    try:
        said, shown = decoded_text(plain).text.strip(), html_text(decoded_text(page).text)
    except ReadFailure:
        return False
    return len(shown) > _TIMES_LONGER * len(said)


_RICH_TYPES = frozenset({"text/html", "multipart/related", "multipart/mixed"})


def _is_attached(part: Part) -> bool:
    return part.get_content_disposition() == "attachment" or _file_name(part) is not None


def _decoded_piece(piece: bytes | str, charset: str | None) -> str:
    if isinstance(piece, str):
        if piece.isascii():
            return piece
        piece = piece.encode("utf-8", "surrogateescape")  # as the parser leaves bare bytes
    try:
        escaping = charset if codec_name(charset or "") in _ESCAPING else None
        return decode(piece, escaping, declared=charset).text
    except ReadFailure:
        return piece.decode("latin-1")


def _single_line(text: str) -> str:
    return _WHITE_SPACE.sub(" ", text).strip()


def _unflowed(text: str, drops_space: bool) -> str:
    """Lines that were broken only to fit (RFC 3676) in one; quoted ones stay as they are."""
    lines: list[str] = []
    is_open = False
    for line in text.splitlines():
        unstuffed = line.removeprefix(" ")
        can_join = is_open and not line.startswith(">")
        if can_join:
            lines[-1] += unstuffed
        else:
            lines.append(unstuffed)
        is_open = line.endswith(" ") and line != "-- " and not line.startswith(">")
        if is_open and drops_space:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
