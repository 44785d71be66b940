"""A message of electronic mail (RFC 5322, MIME): its headers, its text, and the rest.

The standard library takes it apart; decoding its charsets, choosing among alternatives and telling
text from attachments is done here. MHTML is the same format with another purpose, see ``mhtml``.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import errors, message_from_bytes, policy
from email.header import decode_header
from email.message import Message
from typing import TypeAlias

from simhash_gui.documents.encodings import Decoded, codec_name, decode
from simhash_gui.documents.records import FailureReason, ReadFailure

Part: TypeAlias = "Message[str, str]"

_BODY_TYPES = frozenset({"text/plain", "text/html"})
_SIGNATURES = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)
# What is ASCII to the eye but for its escapes; nothing but a declaration can tell it.
_ESCAPING = frozenset({"utf-7", "hz", "iso2022_kr", "iso2022_jp"})
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_WHITE_SPACE = re.compile(r"\s+")
_TOO_DEEP = "Its parts are nested too deeply."


@dataclass(frozen=True, slots=True)
class Letter:
    """The parts of a message, in order: those that are its text, and those that come with it."""

    message: Part
    texts: tuple[Part, ...]
    attachments: tuple[Part, ...]


def parse(data: bytes) -> Letter:
    """Take a message apart. Raises ``ReadFailure``: NESTED."""
    try:
        message = _message(data)
    except RecursionError as error:
        raise ReadFailure(FailureReason.NESTED, _TOO_DEEP) from error
    parts = list(_leaves(message))
    texts = tuple(part for part, is_text in parts if is_text)
    return Letter(message, texts, tuple(part for part, is_text in parts if not is_text))


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
    """What a single letter too many at the end keeps the standard library from decoding."""
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
    waiting = [(message, False)]
    while waiting:
        part, is_inlay = waiting.pop()
        kind = part.get_content_type()
        if kind.startswith("multipart/") and isinstance(part.get_payload(), list):
            inlays = kind == "multipart/related"
            children = _wanted_children(part)
            waiting += [(child, inlays and i > 0) for i, child in enumerate(children)][::-1]
        elif kind in _BODY_TYPES and not is_inlay and not _is_attached(part):
            yield part, True
        elif kind not in _SIGNATURES and not (is_inlay and "Content-ID" in part):
            yield part, False


def _wanted_children(container: Part) -> list[Part]:
    """All of them; of alternatives the plainest that says something."""
    payload = container.get_payload()
    children = [child for child in payload if isinstance(child, Message)]
    if container.get_content_type() != "multipart/alternative":
        return children
    plain = (c for c in children if c.get_content_type() == "text/plain" and content(c).strip())
    rich = (c for c in children if c.get_content_type() in _RICH_TYPES)
    best = next(plain, None) or next(rich, None)
    return [best] if best is not None else children[-1:]


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
