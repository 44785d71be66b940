"""RTF (Rich Text Format 1.9.1): the text as it stands when all changes are accepted.

Headers once, the body, the notes in the order of their marks, footers once. What the control words
mean is in ``rtf_words``.

striprtf, the well-kept library for this, drops headers, notes and text boxes, keeps deleted and
hidden text, and is slower.
"""

from __future__ import annotations

import re

from simhash_gui.documents.encoding.encodings import Decoded, codec_name
from simhash_gui.documents.readers.flow import joined, joined_once
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.readers.rtf.rtf_words import RtfInterpreter
from simhash_gui.documents.records import (
    EncodingSource,
    Extracted,
    FailureReason,
    Metadata,
    ReadFailure,
)

NAME = "rtf"

_HEAD_BYTES = 64
_BEGINNING = re.compile(rb"\s*\{\\rtf")


def read(source: Source) -> Extracted:
    """The encoding is that of bytes beyond ASCII, where there are any outside of Unicode escapes.

    Raises ``ReadFailure``: DAMAGED when the end is missing, DECODING when there is no encoding of
    the name that the user chose, and whatever plain text raises when it is no RTF.
    """
    if not recognises(source.data):
        return plain.read(source)
    interpreter = RtfInterpreter(_chosen_codec(source))
    if not interpreter.run(source.data):
        detail = "The document is damaged: its end is missing."
        raise ReadFailure(FailureReason.DAMAGED, detail)
    is_chosen = source.override_encoding is not None
    told_by = EncodingSource.OVERRIDE if is_chosen else EncodingSource.DECLARED
    decoded = Decoded(_text(interpreter), interpreter.codec, 1.0, told_by)
    return extracted_from(decoded, NAME, decoded.text, _metadata(interpreter))


def recognises(data: bytes) -> bool:
    """By its first word."""
    return _BEGINNING.match(data[:_HEAD_BYTES]) is not None


def _chosen_codec(source: Source) -> str | None:
    if source.override_encoding is None:
        return None
    codec = codec_name(source.override_encoding)
    if codec is None:
        detail = f"There is no encoding {source.override_encoding!r}."
        raise ReadFailure(FailureReason.DECODING, detail)
    return codec


def _text(interpreter: RtfInterpreter) -> str:
    parts = (
        joined_once(interpreter.headers),
        interpreter.text(),
        *interpreter.notes,
        joined_once(interpreter.footers),
    )
    return _without_halves(joined(parts))


def _metadata(interpreter: RtfInterpreter) -> Metadata:
    fields = {name: _without_halves(value) for name, value in interpreter.fields.items()}
    return Metadata(fields.get("title"), fields.get("author"), fields.get("date"))


def _without_halves(text: str) -> str:
    """Characters beyond the first plane are written as two halves; put them together."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


READER = Reader(
    name=NAME,
    extensions=frozenset({".rtf"}),
    recognises=recognises,
    read=read,
)
