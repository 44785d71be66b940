from __future__ import annotations

import struct

import pytest

from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.records import FailureReason, ReadFailure
from tests.documents.readers.office_files import office_parts, relations, xlsx, zipped

NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
Cells = dict[tuple[int, int], str]


def record(kind: int, content: bytes = b"") -> bytes:
    """[MS-XLSB] 2.1.4: kind and size in groups of seven bits, the least first."""

    def varying(number: int) -> bytes:
        low, high = number & 0x7F, number >> 7
        return bytes([low | 0x80]) + varying(high) if high else bytes([low])

    return varying(kind) + varying(len(content)) + content


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb(cells: Cells) -> bytes:
    sheet_entry = struct.pack("<II", 0, 1) + wide("s0") + wide("Sheet")
    book = record(131) + record(143) + record(156, sheet_entry) + record(144) + record(132)
    rows = b""
    for (row, column), text in cells.items():
        rows += record(0, struct.pack("<I", row) + bytes(13))
        rows += record(6, struct.pack("<II", column, 0) + wide(text))
    size = record(148, struct.pack("<IIII", 0, 0, 0, 0))
    sheet = record(129) + size + record(145) + rows + record(146) + record(130)
    entries = [("s0", "worksheet", "worksheets/sheet1.bin")]
    parts = office_parts("xl/workbook.bin", book, entries)
    return zipped({**parts, "xl/worksheets/sheet1.bin": sheet})


def text_of(data: bytes) -> str:
    return read_bytes(data, "a.xlsb").text


def reason_of(data: bytes) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        text_of(data)
    return caught.value.reason


def test_a_binary_workbook_is_read_like_any_other() -> None:
    assert text_of(xlsb({(0, 0): "甲", (0, 2): "b", (5, 1): "c"})) == "甲\tb\nc"


def test_a_binary_workbook_with_a_cell_at_the_far_corner_is_a_bomb() -> None:
    assert reason_of(xlsb({(0, 0): "a", (1_048_575, 16_383): "far"})) is FailureReason.BOMB


def test_a_broken_binary_sheet_is_damage() -> None:
    parts = office_parts("xl/workbook.bin", b"\xff\xff\xff\xff\xff\xff")
    assert reason_of(zipped(parts)) is FailureReason.DAMAGED


def test_pictures_and_embedded_documents_are_not_even_inflated() -> None:
    data = xlsx('<row><c t="str"><v>x</v></c></row>', parts={"xl/media/image1.png": b"picture"})
    broken = data.replace(b"picture", b"brokenx")
    assert text_of(broken) == "x"


def test_a_table_of_texts_that_declares_millions_is_read() -> None:
    strings = (
        f'<sst xmlns="{NAMESPACE}" '
        'count="4000000000" uniqueCount="4000000000"><si><t>shared</t></si></sst>'
    )
    data = xlsx('<row><c t="s"><v>0</v></c></row>', parts={"xl/sharedStrings.xml": strings})
    assert text_of(data) == "shared"


def test_prefixes_of_names_make_no_difference() -> None:
    cells = '<x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c></x:row>'
    far = '<x:row r="1048576"><x:c r="XFD1048576" t="str"><x:v>far</x:v></x:c></x:row>'
    rows = f"<x:sheetData>{cells}{far}</x:sheetData>"
    sheet = f'<x:worksheet xmlns:x="{NAMESPACE}">{rows}</x:worksheet>'
    data = xlsx("", parts={"xl/worksheets/sheet1.xml": sheet})
    assert text_of(data).split() == ["a", "far"]


def test_a_workbook_that_names_a_missing_sheet_is_damaged() -> None:
    entries = relations([("s0", "worksheet", "worksheets/gone.xml")])
    data = xlsx("", parts={"xl/_rels/workbook.xml.rels": entries})
    assert reason_of(data) is FailureReason.DAMAGED
