from __future__ import annotations

import struct
from pathlib import Path

import pytest

from simhash_gui.documents.readers.ole.ole_container import OleContainer, has_stream, is_ole
from simhash_gui.documents.records import FailureReason, Metadata, ReadFailure

SEEDS = Path(__file__).parents[1] / "seeds"
RICH = (SEEDS / "rich.doc").read_bytes()


def test_streams_are_found_by_name_and_read_whole() -> None:
    container = OleContainer(RICH)
    assert container.has("WordDocument")
    assert not container.has("Workbook")
    assert container.read("WordDocument").startswith(b"\xec\xa5")
    assert has_stream(RICH, "Workbook", "WordDocument")
    assert not has_stream(RICH, "Workbook")


def test_a_stream_is_found_in_either_case() -> None:
    name = "WordDocument".encode("utf-16-le")
    assert has_stream(RICH.replace(name, name.upper()), "WordDocument")


def test_what_is_none_has_no_streams() -> None:
    assert not is_ole(b"text")
    assert not has_stream(b"text", "WordDocument")
    assert not has_stream(RICH[:100], "WordDocument")


@pytest.mark.parametrize("size", [8, 100, 600, 5000, len(RICH) - 1500])
def test_a_truncated_container_is_damaged(size: int) -> None:
    with pytest.raises(ReadFailure) as caught:
        OleContainer(RICH[:size])
    assert caught.value.reason is FailureReason.DAMAGED


def test_the_last_sector_may_be_shorter() -> None:
    assert OleContainer(RICH[:-100]).has("WordDocument")


def test_a_stream_that_is_named_and_not_found_tells_damage_from_another_kind() -> None:
    container = OleContainer(RICH)
    assert container.missing("WordDocument", "x").reason is FailureReason.DAMAGED
    assert container.missing("Workbook", "a workbook").reason is FailureReason.UNSUPPORTED


def test_a_missing_stream_is_damage() -> None:
    with pytest.raises(ReadFailure) as caught:
        OleContainer(RICH).read("Nothing")
    assert caught.value.reason is FailureReason.DAMAGED


def test_the_summary_is_metadata() -> None:
    expected = Metadata("题目 Title", "A. Writer", "2024-05-01T10:00:00")
    assert OleContainer(RICH).metadata() == expected


def test_a_summary_that_says_nothing_gives_no_metadata() -> None:
    sheets = (SEEDS / "two_sheets.xls").read_bytes()
    assert OleContainer(sheets).metadata() == Metadata()


def test_a_broken_summary_gives_no_metadata() -> None:
    title = "题目 Title".encode()
    size = len(title) + 1
    assert struct.pack("<I", size) + title in RICH
    broken = RICH.replace(struct.pack("<I", size) + title, b"\xff\xff\xff\x7f" + title)
    assert OleContainer(broken).metadata().title != ""


def test_a_table_of_sectors_that_goes_on_in_a_chain_is_followed() -> None:
    data = many_sectors(130 * 128)
    assert OleContainer(data).has("Stream")
    with pytest.raises(ReadFailure):
        OleContainer(data[: len(data) // 2])


def many_sectors(count: int) -> bytes:
    """A container of so many sectors that their table does not fit the header."""
    tables = -(-(count + 3) // 128) + 2
    chain_sector, directory = tables, tables + 1
    start = tables + 2
    table = [0xFFFFFFFD] * tables + [0xFFFFFFFC, 0xFFFFFFFE]
    table += [*range(start + 1, start + count), 0xFFFFFFFE]
    table += [0xFFFFFFFF] * (tables * 128 - len(table))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
        0, tables, directory, 0, 4096, 0xFFFFFFFE, 0, chain_sector, 1,
    )  # fmt: skip
    header += struct.pack("<109I", *range(109))
    rest = [*range(109, tables)]
    chain = struct.pack("<127I", *rest, *[0xFFFFFFFF] * (127 - len(rest))) + b"\xfe\xff\xff\xff"
    entries = entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + entry("Stream", 2, -1, start, count * 512)
    sectors = struct.pack(f"<{len(table)}I", *table) + chain + entries.ljust(512, b"\0")
    return header + sectors + b"x" * (count * 512)


def entry(name: str, kind: int, child: int, start: int, size_bytes: int) -> bytes:
    encoded = name.encode("utf-16-le")
    return struct.pack(
        "<64sHBBiii36xIQ", encoded, len(encoded) + 2, kind, 1, -1, -1, child, start, size_bytes
    )


def test_chains_that_end_are_told_from_circles() -> None:
    OleContainer(RICH).check_chains()
    data = bytearray(many_sectors(300))
    last = 512 + 4 * (300 + 5 + 2 - 1)
    assert data[last : last + 4] == b"\xfe\xff\xff\xff"
    data[last : last + 4] = struct.pack("<I", 10)
    with pytest.raises(ReadFailure):
        OleContainer(bytes(data)).check_chains()
