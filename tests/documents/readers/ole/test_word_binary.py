from __future__ import annotations

import struct
from dataclasses import dataclass, field

import pytest

from simhash_gui.documents.readers.ole.word_binary import Stories, WordHeader, read_stories
from simhash_gui.documents.records import FailureReason, ReadFailure

TEXT_AT = 1024
DELETED, HIDDEN = 0x0800, 0x083C
ROW_END, INNER_CELL, INNER_ROW_END = 0x2417, 0x244B, 0x244C
ALIGNMENT, TABLE_DEFINITION, SHADING = 0x2403, 0xD608, 0xD670


def switched_on(code: int) -> bytes:
    return struct.pack("<HB", code, 1)


def unit_count(piece: str | bytes) -> int:
    """Characters as Word counts them."""
    return len(piece) if isinstance(piece, bytes) else len(piece.encode("utf-16-le")) // 2


@dataclass
class Word:
    """The two streams of a document, laid out by hand as [MS-DOC] has it.

    ``pieces`` are texts; one in bytes is stored with a byte for each character. ``characters`` and
    ``paragraphs`` are runs: how many bytes of text and the property list.
    """

    pieces: list[str | bytes]
    lengths: tuple[int, ...] | None = None
    header_ends: tuple[int, ...] = ()
    characters: list[tuple[int, bytes]] = field(default_factory=list)
    paragraphs: list[tuple[int, bytes]] = field(default_factory=list)

    def stories(self) -> Stories:
        return read_stories(*self.streams())

    def streams(self) -> tuple[bytes, bytes]:
        text = b"".join(p if isinstance(p, bytes) else p.encode("utf-16-le") for p in self.pieces)
        page = (TEXT_AT + len(text)) // 512 + 1
        table = bytearray(b"\0" * 16)
        places = {
            11: struct.pack(f"<{len(self.header_ends)}i", *self.header_ends),
            12: struct.pack("<III", 0, 1, page) if self.characters else b"",
            13: struct.pack("<III", 0, 1, page + 1) if self.paragraphs else b"",
            33: b"\x01\x02\x00xx\x02" + self._piece_table(),
        }
        stream = bytearray(TEXT_AT)
        stream[:4] = b"\xec\xa5\xc1\x00"
        lengths = self.lengths or (sum(map(unit_count, self.pieces)),)
        struct.pack_into("<7i", stream, 0x4C, *lengths, *[0] * (7 - len(lengths)))
        for number, content in places.items():
            struct.pack_into("<II", stream, 0x9A + 8 * number, len(table), len(content))
            table += content
        stream += text.ljust(page * 512 - TEXT_AT, b"\0")
        stream += page_of(self.characters, entry_bytes=1) + page_of(self.paragraphs, entry_bytes=13)
        return bytes(stream), bytes(table)

    def _piece_table(self) -> bytes:
        bounds, codes, offset = [0], b"", TEXT_AT
        for piece in self.pieces:
            bounds.append(bounds[-1] + unit_count(piece))
            is_narrow = isinstance(piece, bytes)
            code = (offset * 2) | 0x4000_0000 if is_narrow else offset
            codes += struct.pack("<HIH", 0, code, 0)
            offset += unit_count(piece) * (1 if is_narrow else 2)
        table = struct.pack(f"<{len(bounds)}i", *bounds) + codes
        return struct.pack("<I", len(table)) + table


def page_of(runs: list[tuple[int, bytes]], entry_bytes: int) -> bytes:
    """A page of 512 bytes: bounds, places of lists, and the lists from its end on."""
    page = bytearray(512)
    bounds, end = [TEXT_AT], 510
    for number, (size, properties) in enumerate(runs):
        bounds.append(bounds[-1] + size)
        if not properties:
            continue
        if entry_bytes == 1:
            content = bytes([len(properties)]) + properties
        else:
            padded = b"\0\0" + properties + b"\0" * (len(properties) % 2)
            content = bytes([0, len(padded) // 2]) + padded
        end -= len(content) + len(content) % 2
        page[end : end + len(content)] = content
        page[4 * (len(runs) + 1) + entry_bytes * number] = end // 2
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    page[511] = len(runs)
    return bytes(page)


def test_pieces_of_both_kinds_are_put_together() -> None:
    word = Word(["中文，", "English caf\u00e9 \u201cx\u201d".encode("cp1252"), " 再见"])
    assert word.stories().body == "中文，English café “x” 再见"


def test_characters_beyond_the_first_plane_count_twice() -> None:
    word = Word(["😀ab", "cd"], lengths=(4, 2))
    assert word.stories().body == "😀ab"
    assert word.stories().footnotes == "cd"


def test_marks_become_line_ends_tabs_and_nothing() -> None:
    word = Word(["one\rtwo\x0bthree\x0cfour\tx\x01\x08\x02\x1fy\x1ez\r\r"])
    assert word.stories().body == "one\ntwo\nthree\nfour\txy\u2011z"


def test_the_stories_are_told_apart_by_their_lengths() -> None:
    parts = ["body\r", "\x02 foot\r", "sep\rHead\rFoot\r", "", "remark\r", "\x02 end\r", "box\r"]
    ends = (0, 4, 4, 4, 4, 4, 4, 9, 9, 14, 14, 14, 14)
    word = Word(["".join(parts)], lengths=tuple(map(len, parts)), header_ends=ends)
    assert word.stories() == Stories(
        body="body",
        footnotes=" foot",
        endnotes=" end",
        boxes="box",
        headers=("Head", "", ""),
        footers=("Foot", "", ""),
    )


def test_of_fields_the_result_stays() -> None:
    field_text = (
        "a \x13 HYPERLINK \x13 REF x \x14y\x15 \x14link\x15, page \x13 PAGE \x147\x15, \x15b"
    )
    assert Word([field_text]).stories().body == "a link, page , b"


def test_a_field_without_an_end_keeps_its_result() -> None:
    assert Word(["a \x13 TOC \x14contents"]).stories().body == "a contents"


@pytest.mark.parametrize("code", [DELETED, HIDDEN])
@pytest.mark.parametrize("width", [1, 2])
def test_deleted_and_hidden_characters_are_left_out(code: int, width: int) -> None:
    properties = switched_on(ALIGNMENT) + switched_on(code)
    runs = [(4 * width, b""), (5 * width, properties), (2 * width, b"")]
    pieces: list[str | bytes] = [b"keptgone!ok"] if width == 1 else ["keptgone!ok"]
    assert Word(pieces, characters=runs).stories().body == "keptok"


def test_a_hidden_run_may_reach_over_pieces() -> None:
    runs = [(2, b""), (4, switched_on(HIDDEN)), (2, b"")]
    assert Word([b"abcd", b"efgh"], characters=runs).stories().body == "abgh"


def test_properties_of_every_size_are_stepped_over() -> None:
    others = (
        struct.pack("<HH", 0x4A43, 24) + struct.pack("<HI", 0x6870, 1) + struct.pack("<H", SHADING)
        + b"\x03abc" + struct.pack("<H3s", 0xEA3F, b"xyz")
    )  # fmt: skip
    assert Word([b"gone"], characters=[(4, others + switched_on(HIDDEN))]).stories().body == ""


def test_the_mark_at_the_end_of_a_row_ends_the_line() -> None:
    definition = struct.pack("<HH", TABLE_DEFINITION, 3) + b"ab"
    text = "a\x07\x07c\x07\x07\x07b\x07\x07\x07after\r"
    first, second = definition + switched_on(ROW_END), switched_on(ROW_END)
    runs = [(5, b""), (1, first), (3, b""), (1, second), (6, b"")]
    word = Word([text], paragraphs=[(2 * size, properties) for size, properties in runs])
    assert word.stories().body == "a\tc\nb\nafter"


def test_inner_cells_end_with_a_paragraph_mark() -> None:
    cell, row_end = switched_on(INNER_CELL), switched_on(INNER_ROW_END)
    runs = [(2, cell), (2, cell), (1, row_end), (1, b"")]
    assert Word([b"x\ry\r\rz"], paragraphs=runs).stories().body == "x\ty\nz"


def test_the_header_says_what_there_is() -> None:
    stream, _ = Word(["x"]).streams()
    assert WordHeader.read(stream) == WordHeader(0xC1, is_encrypted=False, table_stream="0Table")
    flags = struct.pack("<H", 0x0300)
    locked = stream[:10] + flags + stream[12:]
    assert WordHeader.read(locked) == WordHeader(0xC1, is_encrypted=True, table_stream="1Table")


def reason_of(stream: bytes, table: bytes) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_stories(stream, table)
    return caught.value.reason


def test_lengths_that_do_not_fit_the_text_are_damage() -> None:
    assert reason_of(*Word(["x"], lengths=(2,)).streams()) is FailureReason.DAMAGED
    assert reason_of(*Word(["x"], lengths=(2, -1)).streams()) is FailureReason.DAMAGED


@pytest.mark.parametrize("share", range(10))
def test_streams_that_are_cut_off_are_damage(share: int) -> None:
    stream, table = Word(["text " * 500], characters=[(10, switched_on(HIDDEN))]).streams()
    assert reason_of(stream[: len(stream) * share // 10], table) is FailureReason.DAMAGED
    assert reason_of(stream, table[: len(table) * share // 10]) is FailureReason.DAMAGED


def test_a_piece_table_of_another_kind_is_damage() -> None:
    stream, table = Word(["x"]).streams()
    place = table.index(b"\x01\x02\x00xx\x02")
    other = table[: place + 5] + b"\x07" + table[place + 6 :]
    assert reason_of(stream, other) is FailureReason.DAMAGED


def test_pieces_that_lie_beyond_the_end_are_damage() -> None:
    stream, table = Word(["x"]).streams()
    code = struct.pack("<I", TEXT_AT)
    far = table.replace(code, struct.pack("<I", 10_000_000))
    assert reason_of(stream, far) is FailureReason.DAMAGED
