from __future__ import annotations

import stat
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.ole.doc import Stories, WordHeader, read_stories
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.readers.office_files import docx, paragraph

SEEDS = Path(__file__).parents[1] / "seeds"
# Made with LibreOffice from a DOCX of our own: a deleted and a hidden word, a note and an endnote,
# a table with empty cells, a text box, a link, and a page number in the footer.
RICH = (SEEDS / "rich.doc").read_bytes()
RICH_TEXT = """\
Running head 页眉
Opening paragraph 开头段落。
kept inserted end
with a noteand an endnote
a1\tc1
b2
After the table.
anchorafter anchor
link text
In the box 框内
 Foot note 脚注
 End note 尾注
Foot page"""
LOCKED = (SEEDS / "locked.doc").read_bytes()
"""The password is ``secret``."""
IDENTIFIER = b"\xec\xa5\x01\x01"


def with_version(version: int) -> bytes:
    """The same document, said to be of another version of Word."""
    start = RICH.index(IDENTIFIER)
    return RICH[: start + 2] + version.to_bytes(2, "little") + RICH[start + 4 :]


WORD_95 = with_version(0x68)


def reason_of(
    data: bytes, passwords: tuple[str, ...] = (), limits: Limits | None = None
) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.doc", passwords=passwords, limits=limits or Limits()))
    return caught.value.reason


def test_all_kinds_of_text_come_out_in_order() -> None:
    extracted = read_bytes(RICH, "a.doc")
    assert extracted.text.rstrip() == RICH_TEXT
    assert extracted.reader == "doc"


def test_it_is_known_by_its_content() -> None:
    assert reader_for(RICH, "a.txt").name == "doc"


@pytest.mark.parametrize(
    ("data", "reader"),
    [
        (b"{\\rtf1 text}", "rtf"),
        (b"<html><body>text</body></html>", "html"),
        (b"\xef\xbb\xbf <P class=a>text", "html"),
        (docx(paragraph("text")), "docx"),
        (b"text", "text"),
    ],
)
def test_what_is_only_called_doc_is_read_as_what_it_is(data: bytes, reader: str) -> None:
    extracted = read_bytes(data, "a.doc")
    assert extracted.text == "text"
    assert extracted.reader == reader


def test_a_locked_document_opens_with_its_password() -> None:
    source = Source(LOCKED, "a.doc", passwords=("wrong", "secret"))
    assert read_source(source).text == "A locked document 上锁的文件。"


def test_a_locked_document_asks_for_a_password_or_another_one() -> None:
    assert reason_of(LOCKED) is FailureReason.PASSWORD
    assert reason_of(LOCKED, ("wrong",)) is FailureReason.PASSWORD


def test_truncated_anywhere_it_is_damaged() -> None:
    reasons = {reason_of(RICH[: len(RICH) * tenth // 10]) for tenth in range(1, 10)}
    assert reasons == {FailureReason.DAMAGED}


@pytest.mark.parametrize("offset", [0x4C, 0x50, 0x1A2, 0x1A6, 0x9A + 8 * 12, 0x9A + 8 * 13 + 4])
def test_a_header_that_points_nowhere_is_damage(offset: int) -> None:
    start = RICH.index(IDENTIFIER)
    data = bytearray(RICH)
    data[start + offset : start + offset + 4] = b"\xff\xff\xff\x7f"
    assert reason_of(bytes(data)) is FailureReason.DAMAGED


def test_a_main_stream_without_its_identifier_is_damage() -> None:
    assert reason_of(RICH.replace(IDENTIFIER, b"\0\0\0\0")) is FailureReason.DAMAGED


def test_another_office_document_is_unsupported() -> None:
    workbook = (SEEDS / "two_sheets.xls").read_bytes()
    without_workbook = workbook.replace(
        "Workbook".encode("utf-16-le"), "Xorkbook".encode("utf-16-le")
    )
    assert reason_of(without_workbook) is FailureReason.UNSUPPORTED


def test_word_95_needs_a_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert reason_of(WORD_95) is FailureReason.MISSING_PROGRAM


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a program in the place of antiword."""
    program = folder / "antiword"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_word_95_is_read_by_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = "cat > /dev/null; printf 'Old 旧文\\n\\n[pic]\\nend   \\n'"
    install(tmp_path, monkeypatch, script)
    assert read_bytes(WORD_95, "a.doc").text == "Old 旧文\nend"


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_a_program_that_fails_is_damage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(tmp_path, monkeypatch, "cat > /dev/null; exit 1")
    assert reason_of(WORD_95) is FailureReason.DAMAGED


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_a_program_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(tmp_path, monkeypatch, "exec tail -f /dev/null")
    assert reason_of(WORD_95, limits=Limits(time_s=0.2)) is FailureReason.TIMEOUT


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


def reason_of_stories(stream: bytes, table: bytes) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_stories(stream, table)
    return caught.value.reason


def test_lengths_that_do_not_fit_the_text_are_damage() -> None:
    assert reason_of_stories(*Word(["x"], lengths=(2,)).streams()) is FailureReason.DAMAGED
    assert reason_of_stories(*Word(["x"], lengths=(2, -1)).streams()) is FailureReason.DAMAGED


@pytest.mark.parametrize("share", range(10))
def test_streams_that_are_cut_off_are_damage(share: int) -> None:
    stream, table = Word(["text " * 500], characters=[(10, switched_on(HIDDEN))]).streams()
    assert reason_of_stories(stream[: len(stream) * share // 10], table) is FailureReason.DAMAGED
    assert reason_of_stories(stream, table[: len(table) * share // 10]) is FailureReason.DAMAGED


def test_a_piece_table_of_another_kind_is_damage() -> None:
    stream, table = Word(["x"]).streams()
    place = table.index(b"\x01\x02\x00xx\x02")
    other = table[: place + 5] + b"\x07" + table[place + 6 :]
    assert reason_of_stories(stream, other) is FailureReason.DAMAGED


def test_pieces_that_lie_beyond_the_end_are_damage() -> None:
    stream, table = Word(["x"]).streams()
    code = struct.pack("<I", TEXT_AT)
    far = table.replace(code, struct.pack("<I", 10_000_000))
    assert reason_of_stories(stream, far) is FailureReason.DAMAGED
