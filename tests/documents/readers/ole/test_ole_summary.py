"""Summaries of old office documents, built here by [MS-OLEPS] 2.21."""

from __future__ import annotations

import struct
from collections.abc import Mapping

import pytest

from simhash_gui.documents.readers.ole.ole_container import summary_metadata
from simhash_gui.documents.records import Metadata

_CODE_PAGE, _TITLE, _AUTHOR, _CREATED = 1, 2, 4, 12
_NEW_YEAR_2024 = 133_485_408_000_000_000
"""In tenths of a microsecond since 1601, as the documentation of FILETIME counts."""


def summary(properties: Mapping[int, bytes], *, count: int | None = None) -> bytes:
    """A stream with these properties, and what it says is their number."""
    header = struct.pack("<HHI16sI", 0xFFFE, 0, 0, bytes(16), 1) + bytes(16) + struct.pack("<I", 48)
    offset = 8 + 8 * len(properties)
    listed = values = b""
    for identifier, value in properties.items():
        listed += struct.pack("<II", identifier, offset + len(values))
        values += value
    told = len(properties) if count is None else count
    return header + struct.pack("<II", offset + len(values), told) + listed + values


def number(value: int) -> bytes:
    return struct.pack("<HHH2x", 2, 0, value)


def text(value: bytes, kind: int = 0x1E) -> bytes:
    length = len(value) // 2 if kind == 0x1F else len(value)
    return struct.pack("<HHI", kind, 0, length) + value


def time(ticks: int) -> bytes:
    return struct.pack("<HHQ", 0x40, 0, ticks)


def test_title_author_and_date_are_found() -> None:
    stream = summary(
        {_TITLE: text(b"Ledger \0"), _AUTHOR: text(b"Moor\0"), _CREATED: time(_NEW_YEAR_2024)}
    )

    assert summary_metadata(stream) == Metadata("Ledger", "Moor", "2024-01-01T00:00:00")


@pytest.mark.parametrize(
    ("code_page", "value"),
    [
        (936, text("账簿\0".encode("gbk"))),
        (65001, text("账簿\0".encode())),
        (1200, text("账簿\0".encode("utf-16-le"))),
        (1252, text("账簿\0".encode("utf-16-le"), 0x1F)),
    ],
)
def test_texts_are_in_the_encoding_that_is_told(code_page: int, value: bytes) -> None:
    stream = summary({_CODE_PAGE: number(code_page), _TITLE: value})

    assert summary_metadata(stream).title == "账簿"


@pytest.mark.parametrize("ticks", [0, 2**64 - 1])
def test_a_date_that_cannot_be_is_none(ticks: int) -> None:
    assert summary_metadata(summary({_CREATED: time(ticks)})).date is None


def test_a_value_of_another_type_is_none() -> None:
    assert summary_metadata(summary({_TITLE: number(7), _CREATED: number(7)})) == Metadata()


def test_claims_of_more_than_there_is_are_not_believed() -> None:
    stream = summary({_TITLE: struct.pack("<HHI", 0x1E, 0, 2**32 - 1) + b"Ledger"}, count=2**32 - 1)

    assert summary_metadata(stream) == Metadata()
    assert summary_metadata(summary({_TITLE: text(b"a")}, count=2**32 - 1)[:-1]) == Metadata()


def test_of_a_cut_off_summary_what_is_left_is_told() -> None:
    stream = summary({_TITLE: text(b"Ledger")})

    found = [summary_metadata(stream[:length]).title for length in range(len(stream))]

    assert {title for title in found if title} == {"L", "Le", "Led", "Ledg", "Ledge"}
