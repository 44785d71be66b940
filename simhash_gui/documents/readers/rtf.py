"""RTF (Rich Text Format), by striprtf.

striprtf knows the control words. Here a file is prepared for it: headers, footers and notes move to
the end, deleted text, codes of fields and binary data go, and the fonts are listed in the shortest
form, for its own search through a crafted font table or field takes hours. Text boxes and comments
are left out.

On real files it finds as much as our own reader of 470 lines did (``tests/benchmarks/README.md``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate

from simhash_gui.documents.encoding.encodings import Decoded, codec_name
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import (
    Block,
    EncodingSource,
    Extracted,
    FailureReason,
    Metadata,
    ReadFailure,
)

NAME = "rtf"

_HEAD_BYTES = 1 << 16
_BEGINNING = re.compile(rb"\s*\{\\rtf\d*")
_TOKEN = re.compile(
    rb"(?P<escape>\\[\\{}])|(?P<brace>[{}])|\\bin(?P<size>\d{0,9}) ?|\\ansicpg\d* ?"
    rb"|\\(?P<word>fldinst|fonttbl|deleted(?!0)|(?P<aside>footnote|(?:header|footer)[lrf]?)"
    rb"|(?:nest)?cell)(?![a-z]) ?"
)
_CODE_PAGE = re.compile(rb"\\ansicpg(\d{1,5})")
_FONT = re.compile(rb"\\f(\d{1,5})[^;]{0,200}?\\fcharset(\d{1,3})")
_FIELD = re.compile(rb"\{\\(title|author) ?((?:[^{}\\]|\\[^\r\n])*)\}")
_CREATED = re.compile(rb"\\creatim\\yr(\d{4})\\mo(\d\d?)\\dy(\d\d?)")
_LAYOUT = re.compile(
    rb"\\\\|\\(?:(?P<reset>pard)|(?P<end>par)|li(?P<left>-?\d{1,6})|fi(?P<first>-?\d{1,6}))(?![a-z\d])"
)
_MAY_BE_LEFT_OUT = b"\\*"
_SET_IN_TWIPS = 400
_REFERENCE, _SET_IN = "\x11", "\x12"
"""Put into the text in place of a note, and at the end of a paragraph that is set in."""
_ANSI = "cp1252"
_PARAGRAPH, _TAB = b"\\par ", b"\\tab "
_NO_TEXT = b"\\fldtype"
"""A word whose group striprtf leaves out."""
_OVER_ODD_WORDS = (ValueError, TypeError, OverflowError, LookupError)
"""What striprtf raises over numbers out of range, missing ones, and unknown encodings."""


def read(source: Source) -> Extracted:
    """The encoding is that of bytes beyond ASCII, where there are any outside of Unicode escapes.

    Raises ``ReadFailure``: DAMAGED when the end is missing or a word makes no sense, DECODING when
    there is no encoding of the name that the user chose, and whatever plain text raises when it is
    not RTF.
    """
    beginning = _BEGINNING.match(source.data)
    if beginning is None:
        return plain.read(source)
    codec, to_text = _conversion(source)
    body, asides, _ = _parted(source.data, beginning.end())
    text = to_text(body + b"".join(asides))
    origin = EncodingSource.OVERRIDE if source.override_encoding else EncodingSource.DECLARED
    decoded = Decoded(text, codec, 1.0, origin)
    metadata = _metadata(source.data[:_HEAD_BYTES], to_text)
    return extracted_from(decoded, NAME, text, metadata)


def blocks_of(source: Source) -> Iterator[Block]:
    """Paragraphs that are set in or refer to notes, then the notes.

    None where the text has the characters already that mark them here. Raises ``ReadFailure``.
    """
    beginning = _BEGINNING.match(source.data)
    if beginning is None:
        return
    _, to_text = _conversion(source)
    body, asides, notes = _parted(source.data, beginning.end(), _REFERENCE.encode())
    body, set_in_count = _with_set_in(body)
    text = to_text(body)
    if (text.count(_REFERENCE), text.count(_SET_IN)) != (len(notes), set_in_count):
        return
    lines = text.split("\n")
    is_mostly_set_in = 2 * set_in_count > len(lines)
    for line in lines:
        is_quoted = _SET_IN in line and not is_mostly_set_in
        first, *others = line.replace(_SET_IN, "").split(_REFERENCE)
        if is_quoted or others:
            ends = accumulate(map(len, [first, *others[:-1]]))
            references = tuple(ends) if others else ()
            yield Block("".join([first, *others]), 0, is_quoted, references=references)
    for number in notes:
        yield Block(to_text(asides[number]), is_note=True)


def _conversion(source: Source) -> tuple[str, Callable[[bytes], str]]:
    """The encoding, and how what was prepared becomes text. Raises ``ReadFailure``."""
    head, chosen = source.data[:_HEAD_BYTES], source.override_encoding
    codec = _declared_codec(head) if chosen is None else _chosen_codec(chosen)
    fonts = _font_table(head) if chosen is None else b""
    return codec, partial(_to_text, fonts=fonts, codec=codec)


def recognises(data: bytes) -> bool:
    """By its first word."""
    return _BEGINNING.match(data) is not None


def _declared_codec(head: bytes) -> str:
    found = _CODE_PAGE.search(head)
    return (codec_name(f"cp{found[1].decode()}") if found else None) or _ANSI


def _chosen_codec(name: str) -> str:
    codec = codec_name(name)
    if codec is None or "\\".encode(codec) != b"\\":
        raise ReadFailure(FailureReason.DECODING, f"RTF is in no encoding {name!r}.")
    return codec


def _font_table(head: bytes) -> bytes:
    """Number and character set of each font, one in a line."""
    fonts = (b"{\\f%b\\fcharset%b x;}\n" % font for font in _FONT.findall(head))
    return b"{\\fonttbl%b}" % b"".join(fonts)


def _parted(
    data: bytes, start: int, reference: bytes = b""
) -> tuple[bytes, list[bytes], list[int]]:
    """The body, then headers, footers and notes, and which of these are notes.

    ``reference`` takes the place of notes in the body. Raises ``ReadFailure``.
    """
    body: list[bytes] = []
    asides: list[list[bytes]] = []
    notes: list[int] = []
    out, depth, aside_depth, position = body, 1, 0, start
    while depth:
        token = _TOKEN.search(data, position)
        if token is None:
            detail = "The document is damaged: its end is missing."
            raise ReadFailure(FailureReason.DAMAGED, detail)
        out.append(data[position : token.start()])
        position = token.end() + int(token["size"] or 0)
        if token["brace"] == b"{":
            depth += 1
        elif token["brace"]:
            if depth == aside_depth:
                out, aside_depth = body, 0
            depth -= 1
        elif token["aside"] and not aside_depth:
            if token["aside"] == b"footnote":
                notes.append(len(asides))
                body += body.pop().removesuffix(_MAY_BE_LEFT_OUT), reference
            out, aside_depth = [], depth
            asides.append(out)
        out.append(_kept(token))
    return b"".join(body[:-1]), list(map(b"".join, asides)), notes


def _with_set_in(body: bytes) -> tuple[bytes, int]:
    """The body with ``_SET_IN`` before the end of each paragraph that is, and how many are.

    One whose first line begins before the others is an item of a list.
    """
    pieces: list[bytes] = []
    left = first = position = count = 0
    for token in _LAYOUT.finditer(body):
        if token["reset"]:
            left = first = 0
        elif token["end"] and left >= _SET_IN_TWIPS and first >= 0:
            pieces += body[position : token.start()], _SET_IN.encode()
            position = token.start()
            count += 1
        left, first = int(token["left"] or left), int(token["first"] or first)
    return b"".join([*pieces, body[position:]]), count


def _kept(token: re.Match[bytes]) -> bytes:
    """What a token is to striprtf."""
    if token["aside"]:
        return _PARAGRAPH
    if token["word"]:
        return _TAB if token["word"].endswith(b"cell") else _NO_TEXT
    return token["escape"] or token["brace"] or b""


def _to_text(prepared: bytes, *, fonts: bytes, codec: str) -> str:
    """Raises ``ReadFailure``."""
    # Imported here: a worker that meets no RTF starts sooner without it.
    from striprtf.striprtf import rtf_to_text  # noqa: PLC0415

    rtf = (b"{\\rtf1" + fonts + prepared + b"}").decode(codec, "replace")
    try:
        text: str = rtf_to_text(rtf, codec, "replace")
    except _OVER_ODD_WORDS as error:
        detail = "The document is damaged: one of its control words makes no sense."
        raise ReadFailure(FailureReason.DAMAGED, detail) from error
    # Characters beyond the first plane are written as two halves.
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return "\n".join(filter(None, map(str.strip, whole.splitlines())))


def _metadata(head: bytes, to_text: Callable[[bytes], str]) -> Metadata:
    fields = {name: to_text(value) or None for name, value in _FIELD.findall(head)}
    created = _CREATED.search(head)
    date = "{}-{:02}-{:02}".format(*map(int, created.groups())) if created else None
    return Metadata(fields.get(b"title"), fields.get(b"author"), date)


READER = Reader(
    name=NAME,
    extensions=frozenset({".rtf"}),
    recognises=recognises,
    read=read,
)
