"""JSON and JSON lines: the values that are strings, in order, a line each.

Names and numbers are left out. What is called JSON but is not is read as plain text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted, FailureReason, Metadata, ReadFailure

NAME = "json"

Value: TypeAlias = "dict[str, Value] | list[Value] | str | bool | None"

# Two brackets may also be a link, of Org or of a wiki.
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+[{\[]\s*+(?:[\"{]|\[\s*+(?:[\"{\[\]\d-]|(?:true|false|null)\b|$))"
)
_ENDINGS = (b"}", b"]")
_STRING = re.compile(r'"((?:[^"\\]++|\\.)*)"(\s*+:)?', re.DOTALL)
_SPACE = re.compile(r"\s*+")


def read(source: Source) -> Extracted:
    """The strings; title, author, date and language when the outermost object has such names.

    Raises ``ReadFailure``: DAMAGED when the end is missing, DECODING.
    """
    decoded = decode(source.data, source.override_encoding)
    try:
        values = _values(decoded.text)
    except RecursionError:
        if not decoded.text.rstrip().endswith(("}", "]")):
            detail = "The document is cut off: its brackets are not closed."
            raise ReadFailure(FailureReason.DAMAGED, detail) from None
        return extracted_from(decoded, NAME, _text(_scanned_strings(decoded.text)))
    except json.JSONDecodeError as error:
        if _lacks_its_end(decoded.text, error):
            detail = f"The document is cut off: {error.msg.lower()} at its end."
            raise ReadFailure(FailureReason.DAMAGED, detail) from error
        return extracted_from(decoded, NAME, decoded.text)
    text = _text(_strings(values))
    return extracted_from(decoded, NAME, text, _metadata(values))


def recognises(data: bytes) -> bool:
    """Whether it begins and ends as an object or a list does."""
    return _BEGINNING.match(data[:4096]) is not None and data[-64:].rstrip().endswith(_ENDINGS)


def _values(text: str) -> list[Value]:
    """The one value of JSON, or those of JSON lines. Raises ``json.JSONDecodeError``."""
    # Numbers are left out, and those with thousands of digits are an error to Python.
    decoder = json.JSONDecoder(parse_int=_nothing, parse_float=_nothing, strict=False)
    values: list[Value] = []
    position = _after_space(text, 0)
    while position < len(text):
        value, end = decoder.raw_decode(text, position)
        values.append(value)
        position = _after_space(text, end)
    return values


def _nothing(_number: str) -> None:
    return None


def _after_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _lacks_its_end(text: str, error: json.JSONDecodeError) -> bool:
    return error.msg.startswith("Unterminated") or error.pos >= len(text.rstrip())


def _strings(values: list[Value]) -> Iterator[str]:
    """All strings in order, however deep, without recursion."""
    waiting: list[Iterator[Value]] = [iter(values)]
    while waiting:
        for value in waiting[-1]:
            if isinstance(value, str):
                yield value
            elif isinstance(value, list):
                waiting.append(iter(value))
                break
            elif isinstance(value, dict):
                waiting.append(iter(value.values()))
                break
        else:
            waiting.pop()


def _scanned_strings(text: str) -> Iterator[str]:
    """All strings but names, of what is nested too deeply to be parsed."""
    for found in _STRING.finditer(text):
        if found[2] is None:
            try:
                yield json.loads(f'"{found[1]}"', strict=False)
            except json.JSONDecodeError:
                yield found[1]


def _text(strings: Iterator[str]) -> str:
    text = "\n".join(string for string in strings if string.strip())
    # Escapes may stand for half characters, which no UTF-8 can hold.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _metadata(values: list[Value]) -> Metadata:
    outermost = values[0] if len(values) == 1 else None
    if not isinstance(outermost, dict):
        return Metadata()
    fields = {
        key.lower(): _text(iter([value]))
        for key, value in outermost.items()
        if isinstance(value, str)
    }
    return Metadata(
        title=fields.get("title") or None,
        author=fields.get("author") or None,
        date=fields.get("date") or None,
        language=fields.get("lang") or fields.get("language") or None,
    )


READER = Reader(
    name=NAME,
    extensions=frozenset({".json", ".jsonl", ".ndjson", ".geojson"}),
    recognises=recognises,
    read=read,
)
