"""SRT and WebVTT: what is said, a line as it is shown; no numbers, times, places or colours.

Automatic captions of WebVTT, which show each line again under the next one, give it once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import pairwise

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted, Metadata

NAME = "subtitles"

_HEAD_BYTES = 512
_VTT = re.compile(rb"(?:\xef\xbb\xbf)?WEBVTT(?:\s|$)")
_SRT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\d+[ \t]*\r?\n\s*(?:\d+:)?\d\d:\d\d[,.]\d{1,3} *--> *\d")
_BEFORE_TEXT = (b"\xff\xfe", b"\xfe\xff")
_TIMING = re.compile(r"\s*(?:\d+:)?\d{1,2}:\d{2}[,.:]\d{1,3}\s*-->\s*(?:\d+:)?\d{1,2}:\d{2}")
_BLOCK_WITHOUT_TEXT = re.compile(r"(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<\d+:\d\d[\d:.]*>|\{\\[^{}]*\}")
_TIME_WITHIN = re.compile(r"<\d+:\d\d[\d:.]*>")
_LANGUAGE = re.compile(r"^Language:[ \t]*(\S+)", re.MULTILINE)


def read(source: Source) -> Extracted:
    """The lines of all cues, and the language that the head of WebVTT may name."""
    decoded = decode(source.data, source.override_encoding)
    lines = decoded.text.splitlines()
    is_rolling = _TIME_WITHIN.search(decoded.text) is not None
    said = filter(None, _cue_lines(lines))
    text = "\n".join(_once(said) if is_rolling else said)
    return extracted_from(decoded, NAME, text, Metadata(language=_language(decoded.text)))


def recognises(data: bytes) -> bool:
    """Whether it begins as WebVTT, or with a numbered cue."""
    head = data[:_HEAD_BYTES]
    if head.startswith(_BEFORE_TEXT):
        head = head[2:].replace(b"\x00", b"")
    return _VTT.match(head) is not None or _SRT.match(head) is not None


def _language(text: str) -> str | None:
    found = _LANGUAGE.search(text.partition("\n\n")[0]) if text.startswith("WEBVTT") else None
    return found[1] if found else None


def _cue_lines(lines: Sequence[str]) -> Iterator[str]:
    """The text of all cues, some empty. A line before the time of a cue is its number or name."""
    is_text = after_empty = True
    for line, next_line in pairwise((*lines, "")):
        if after_empty and _BLOCK_WITHOUT_TEXT.match(line):
            is_text = False
        is_name = after_empty and _TIMING.match(next_line) is not None
        after_empty = not line.strip()
        if after_empty or _TIMING.match(line):
            is_text = True
        elif is_text and not is_name:
            yield unescape(_TAG.sub("", line)).strip()


def _once(lines: Iterator[str]) -> Iterator[str]:
    """Without lines that are the same as the one before."""
    last = None
    for line in lines:
        if line != last:
            yield line
        last = line


READER = Reader(
    name=NAME,
    extensions=frozenset({".srt", ".vtt"}),
    recognises=recognises,
    read=read,
)
