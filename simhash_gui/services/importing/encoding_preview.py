"""The beginning of a file in one encoding or another, so that the user can see which is right."""

from __future__ import annotations

import codecs
import os
from dataclasses import dataclass

from simhash_gui.documents.encoding.encodings import codec_name, decode
from simhash_gui.documents.reading import opened, split_path
from simhash_gui.documents.records import ReadFailure

_LONGEST_BYTES = 16_384
_WIDEST_CHARACTER_BYTES = 4
_REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a file begins with. ``misfits`` counts the places that the encoding has no sense for."""

    text: str
    encoding: str
    misfits: int


def beginning_of(path: str, encoding: str | None) -> Beginning | None:
    """The beginning of a file in an encoding, or in the recognised one (None).

    None where there is nothing to show: what stands in an archive, what cannot be opened, what is
    no text.
    """
    if split_path(path)[1]:
        return None
    try:
        with opened(path) as descriptor:
            data = os.read(descriptor, _LONGEST_BYTES)
        return _in(data, encoding)
    except ReadFailure:
        return None


def _in(data: bytes, encoding: str | None) -> Beginning:
    name = decode(_whole(data)).encoding if encoding is None else codec_name(encoding) or "utf-8"
    decoder = codecs.getincrementaldecoder(name)(errors="replace")
    text = decoder.decode(data).removeprefix("\ufeff")  # the last character may be cut in two
    return Beginning(text.replace("\x00", _REPLACEMENT), name, text.count(_REPLACEMENT))


def _whole(data: bytes) -> bytes:
    """Without the rest of a character that was cut in two, as far as that can be told."""
    end = data.rfind(b"\n")
    is_cut = len(data) == _LONGEST_BYTES and end > _WIDEST_CHARACTER_BYTES and b"\x00" not in data
    return data[: end + 1] if is_cut else data
