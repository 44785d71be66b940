"""Bytes to text: marks, UTF-8, UTF-16 and UTF-32, what is declared, and finally a guess.

The first of these that holds wins: the user's choice, a byte order mark, the pattern of zero bytes
of UTF-16 and UTF-32, an escape of ISO-2022-JP, UTF-8 (also with a few damaged bytes), what the
document declares, the statistics of ``encoding_guess``. Bytes that are not text are refused. A few
zero bytes in a text of another encoding, and any number after its end, are ignored.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from unicodedata import normalize

from simhash_gui.documents.encoding.binary import (
    count_control_characters,
    count_controls,
    is_binary_content,
    refuse_binary_content,
    refuse_binary_signature,
)
from simhash_gui.documents.encoding.encoding_guess import (
    Guess,
    guess_by_bigrams,
    guess_east_asian,
    guess_wide,
)
from simhash_gui.documents.records import EncodingSource, FailureReason, ReadFailure

CHOICES = (
    "utf-8", "gb18030", "big5hkscs", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be",
    "cp932", "euc_jp", "iso2022_jp", "cp949", "koi8-r", "koi8-u", "cp866",
    "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258",
    "iso8859-2", "iso8859-15", "cp874",
)  # fmt: skip
"""What a user may choose from; ``override`` takes every other text codec of Python too."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
# What people write, and what their programs write under that name.
_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
# A page that declares these was always decoded by browsers as the Windows code page.
_DECLARED_SUPERSETS = _SUPERSETS | {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
}
_WIDE = ("utf-16", "utf-32")
_WIDEST_BYTES = 4
_WIDE_BEYOND_DOUBT = 0.75
_ZERO = b"\x00"
_HIGH_BYTES = bytes(range(128, 256))
_MAX_ACCENTED = 0.3
_VIETNAMESE = "cp1258"
_REPLACEMENT = "\ufffd"
_MAX_DAMAGED = 0.2
_MAX_DAMAGED_DECLARED = 0.01
_UTF8_BEYOND_DOUBT = 4
_VALID_CONFIDENCE = 1.0
_ESCAPES_CONFIDENCE = 0.95
_DECLARED_CONFIDENCE = 0.9
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the codec (a name of Python) that gave it, how sure that is (0 to 1) and why."""

    text: str
    encoding: str
    confidence: float
    source: EncodingSource


def decode(data: bytes, override: str | None = None, *, declared: str | None = None) -> Decoded:
    """Decode a whole document.

    ``override`` is the user's choice and is followed; ``declared`` is what the document says of
    itself and is followed where it can be true. Raises ``ReadFailure``: NOT_TEXT for binary
    content, DECODING when nothing fits or the override does not.
    """
    if override is not None:
        return _by_override(data, override)
    refuse_binary_signature(data)
    return (
        _by_mark(data)
        or _by_zero_bytes(data)
        or _by_single_bytes(data.rstrip(_ZERO).replace(_ZERO, b" "), declared)
    )


def _by_single_bytes(data: bytes, declared: str | None) -> Decoded:
    """In one of the encodings that have no zero bytes."""
    return (
        _by_escapes(data)
        or _by_validity(data, declared)
        or _by_declaration(data, declared)
        or _by_statistics(data)
    )


def codec_name(label: str) -> str | None:
    """Python's name of a text encoding, None when there is none: ``GB2312`` is ``gb2312``."""
    try:
        name = codecs.lookup(label.strip().lower().removeprefix("x-")).name
        b"    ".decode(name, "replace")  # refuses codecs of other things than text
    except (LookupError, ValueError):
        return None
    return name


def _by_override(data: bytes, override: str) -> Decoded:
    name = codec_name(override)
    if name is None:
        raise ReadFailure(FailureReason.DECODING, f"There is no encoding {override!r}.")
    name = _SUPERSETS.get(name, name)
    text = _composed(data, name).removeprefix("\ufeff")
    if _damage(text) > _MAX_DAMAGED:
        raise ReadFailure(FailureReason.DECODING, f"The file is not in the encoding {name}.")
    return Decoded(_without_surrogates(text), name, 1.0, EncodingSource.OVERRIDE)


def _by_mark(data: bytes) -> Decoded | None:
    for mark, name in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(name, "replace").rstrip("\0")
            return _checked(Decoded(text, name, 1.0 - _damage(text), EncodingSource.MARK))
    return None


def _by_zero_bytes(data: bytes) -> Decoded | None:
    """UTF-16 or UTF-32 when there are zero bytes, which other text has only by accident."""
    if _ZERO not in data:
        return None
    end = len(data.rstrip(_ZERO))
    filled = data[: -(-end // _WIDEST_BYTES) * _WIDEST_BYTES]
    guess = guess_wide(filled)
    if guess is not None and not _is_rather_single_bytes(data[:end], guess):
        return _as_guessed(filled, guess)
    refuse_binary_content(count_controls(data[:end] or data), end)
    return None


def _is_rather_single_bytes(data: bytes, guess: Guess) -> bool:
    """Whether zero bytes are accidents; two letters of ASCII make a rare character of Chinese."""
    if guess.confidence >= _WIDE_BEYOND_DOUBT or is_binary_content(count_controls(data), len(data)):
        return False
    text = data.replace(_ZERO, b" ")
    beyond_ascii = len(text) - len(text.translate(None, _HIGH_BYTES))
    if beyond_ascii <= len(text) * _MAX_ACCENTED:
        return True
    other = guess_east_asian(text)
    return other is not None and other.confidence > guess.confidence


def _by_pattern(data: bytes) -> Decoded | None:
    guess = guess_wide(data)
    return None if guess is None else _as_guessed(data, guess)


def _as_guessed(data: bytes, guess: Guess) -> Decoded:
    text = data.decode(guess.encoding, "replace").rstrip("\0")
    return _checked(Decoded(text, guess.encoding, guess.confidence, EncodingSource.PATTERN))


def _by_escapes(data: bytes) -> Decoded | None:
    """ISO-2022-JP, which looks like ASCII except for its escapes."""
    if b"\x1b" not in data or not data.isascii():
        return None
    try:
        text = data.decode("iso2022_jp")
    except UnicodeDecodeError:
        return None
    if text.isascii():
        return None
    return Decoded(text, "iso2022_jp", _ESCAPES_CONFIDENCE, EncodingSource.PATTERN)


def _by_validity(data: bytes, declared: str | None) -> Decoded | None:
    """ASCII and UTF-8, also damaged or cut in the middle of a character.

    A few characters of Chinese or the like may look like UTF-8 by accident; there a declaration of
    these comes first.
    """
    try:
        text, damage = data.decode(), 0.0
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        damage = _damage(text)
    if damage > _MAX_DAMAGED:
        return None
    if declared and 0 < _count_beyond_ascii(text) < _UTF8_BEYOND_DOUBT:
        by_declaration = _by_declaration(data, declared)
        if by_declaration is not None and by_declaration.encoding in _SUPERSETS.values():
            return by_declaration
    refuse_binary_content(count_controls(data), len(data))
    name = "ascii" if data.isascii() else "utf-8"
    return Decoded(text, name, _VALID_CONFIDENCE - damage, EncodingSource.VALID)


def _by_declaration(data: bytes, declared: str | None) -> Decoded | None:
    name = codec_name(declared) if declared else None
    if name is None or name.startswith(_WIDE):  # nobody could have read that in a wide encoding
        return None
    name = _DECLARED_SUPERSETS.get(name, name)
    text = _composed(data, name)
    damage = _damage(text)
    if damage > _MAX_DAMAGED_DECLARED:
        return None
    text = _without_surrogates(text)
    return _checked(Decoded(text, name, _DECLARED_CONFIDENCE - damage, EncodingSource.DECLARED))


def _by_statistics(data: bytes) -> Decoded:
    guess = guess_east_asian(data)
    if guess is None:
        wide = _by_pattern(data)
        if wide is not None:
            return wide
        guess = guess_by_bigrams(data)
    if guess is None:
        refuse_binary_content(count_controls(data), len(data))
        raise ReadFailure(FailureReason.DECODING, "No known encoding fits. Choose one.")
    text = _composed(data, guess.encoding)
    confidence = max(guess.confidence - _damage(text), 0.0)
    return _checked(Decoded(text, guess.encoding, confidence, EncodingSource.STATISTICS))


def _composed(data: bytes, name: str) -> str:
    """Decoded; of Vietnamese, a letter and the tone that is written after it are one character."""
    text = data.decode(name, "replace")
    return normalize("NFC", text) if name == _VIETNAMESE else text


def _checked(decoded: Decoded) -> Decoded:
    refuse_binary_content(count_control_characters(decoded.text), len(decoded.text))
    return decoded


def _damage(text: str) -> float:
    """Share of replaced bytes among all that is not ASCII."""
    replaced = text.count(_REPLACEMENT)
    return replaced / _count_beyond_ascii(text) if replaced else 0.0


def _count_beyond_ascii(text: str) -> int:
    return 0 if text.isascii() else sum(map(len, _BEYOND_ASCII.findall(text)))


def _without_surrogates(text: str) -> str:
    """Some codecs of Python let half characters through, which no UTF-8 can hold."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
