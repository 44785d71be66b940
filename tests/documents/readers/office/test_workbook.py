from __future__ import annotations

import struct

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.office.workbook import workbook_text
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.readers.office_files import A, docx, office_parts, relations, xlsx, zipped

DATE_STYLES = (
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="[h]:mm:ss"/></numFmts>'
    '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/>'
    '<xf numFmtId="164"/></cellXfs>'
)
RICH_TEXT = (
    '<is><r><t xml:space="preserve">rich </t></r><r><t>text</t></r><rPh><t>reading</t></rPh></is>'
)


def text_of(*sheets: str, **rest: object) -> str:
    return read_bytes(xlsx(*sheets, **rest), "a.xlsx").text  # type: ignore[arg-type]


def row(number: int, **cells: str) -> str:
    content = "".join(
        f'<c r="{column}{number}" t="inlineStr"><is><t>{text}</t></is></c>'
        for column, text in cells.items()
    )
    return f'<row r="{number}">{content}</row>'


def value(text: str, attributes: str = "") -> str:
    return f'<row r="1"><c r="A1" {attributes}><v>{text}</v></c></row>'


def test_sheets_come_in_order_with_a_line_for_each_row() -> None:
    first = row(1, A="编号", B="name") + row(3, A="1", C="apple")
    assert text_of(first, row(1, A="second sheet")) == "编号\tname\n1\tapple\nsecond sheet"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (value("1"), "1"),
        (value("-1200"), "-1200"),
        (value("2.5"), "2.5"),
        (value("0.30000000000000004"), "0.3"),
        (value("1E+20"), "1e+20"),
        (value("1", 't="b"'), "TRUE"),
        (value("0", 't="b"'), "FALSE"),
        (value("0", 't="s"'), "shared 共享"),
        (value("result", 't="str"'), "result"),
        (value("45413", 's="1"'), "2024-05-01"),
        (value("45413.5", 's="2"'), "2024-05-01 12:00:00"),
        (value("1.25", 's="3"'), "30:00:00"),
        (value("#DIV/0!", 't="e"'), ""),
        (value("", 't="inlineStr"').replace("<v></v>", RICH_TEXT), "rich text"),
        ("<row/>", ""),
    ],
)  # fmt: skip
def test_values_are_readable(cell: str, text: str) -> None:
    assert text_of(cell, shared=["shared 共享"], styles=DATE_STYLES) == text


def test_text_boxes_follow_the_sheets() -> None:
    box = f'<x:wsDr xmlns:x="urn:x" xmlns:a="{A}"><a:p><a:t>in the box</a:t></a:p></x:wsDr>'
    assert text_of(row(1, A="cell"), parts={"xl/drawings/drawing1.xml": box}) == "cell\nin the box"


def test_it_is_known_by_its_content() -> None:
    assert reader_for(xlsx(""), "a.doc").name == "xlsx"
    assert reader_for(docx(""), "a.xlsx").name == "docx"
    assert read_bytes(b"a,b\nc,d", "a.xlsx").text == "a\tb\nc\td"


@pytest.mark.parametrize("corner", [("XFD", 1_048_576), ("B", 1_048_576), ("XFD", 4)])
def test_a_cell_at_the_far_corner_costs_no_more_than_any_other(corner: tuple[str, int]) -> None:
    column, number = corner
    sheet = "".join(row(i, A=f"a{i}", B=f"b{i}") for i in (1, 2, 3)) + row(
        number, **{column: "far"}
    )
    text = text_of(sheet)
    assert text.split() == ["a1", "b1", "a2", "b2", "a3", "b3", "far"]


def reason_of(data: bytes, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.xlsx", limits=limits or Limits()))
    return caught.value.reason


def test_a_row_of_all_columns_above_a_column_of_all_rows_is_a_bomb() -> None:
    wide = "<row>" + "<c/>" * 16_384 + "</row>"
    tall = '<row><c r="A1048576"/></row>' + "<row><c/></row>" * 10_000
    assert reason_of(xlsx(wide + tall)) is FailureReason.BOMB


def test_a_long_text_in_a_great_many_cells_is_a_bomb() -> None:
    cells = '<row><c t="s"><v>0</v></c></row>' * 1000
    data = xlsx(cells, shared=["x" * 10_000])
    assert reason_of(data, Limits(expanded_bytes=2_000_000)) is FailureReason.BOMB


def test_a_part_that_inflates_without_end_is_a_bomb() -> None:
    data = xlsx(" " * 3_000_000)
    assert reason_of(data, Limits(expanded_bytes=2_000_000)) is FailureReason.BOMB


def test_broken_sheets_are_damage() -> None:
    assert reason_of(xlsx("<row><c></row>")) is FailureReason.DAMAGED


def test_cells_that_repeat_a_text_beyond_the_limit_are_a_bomb() -> None:
    sheet = "".join(row(number, A="x" * 1000) for number in range(1, 100))
    source = Source(xlsx(sheet), "a.xlsx")
    with pytest.raises(ReadFailure) as caught:
        workbook_text(source.data, Limits(expanded_bytes=50_000))
    assert caught.value.reason is FailureReason.BOMB


def test_entities_are_not_resolved() -> None:
    sheet = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&x;</v></c></row></sheetData></worksheet>'  # noqa: E501
    data = xlsx("", parts={"xl/worksheets/sheet1.xml": sheet})
    assert "root" not in text_or_failure(data)


def text_or_failure(data: bytes) -> str:
    try:
        return read_bytes(data, "a.xlsx").text
    except ReadFailure as failure:
        return failure.detail


def test_truncated_anywhere_it_is_damaged() -> None:
    data = xlsx("".join(row(number, A=f"row {number}") for number in range(1, 300)))
    reasons = {reason_of(data[: len(data) * tenth // 10]) for tenth in range(1, 10)}
    assert reasons == {FailureReason.DAMAGED}


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


def text_of_binary(data: bytes) -> str:
    return read_bytes(data, "a.xlsb").text


def reason_of_binary(data: bytes) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        text_of_binary(data)
    return caught.value.reason


def test_a_binary_workbook_is_read_like_any_other() -> None:
    assert text_of_binary(xlsb({(0, 0): "甲", (0, 2): "b", (5, 1): "c"})) == "甲\tb\nc"


def test_a_binary_workbook_with_a_cell_at_the_far_corner_is_a_bomb() -> None:
    assert reason_of_binary(xlsb({(0, 0): "a", (1_048_575, 16_383): "far"})) is FailureReason.BOMB


def test_a_broken_binary_sheet_is_damage() -> None:
    parts = office_parts("xl/workbook.bin", b"\xff\xff\xff\xff\xff\xff")
    assert reason_of_binary(zipped(parts)) is FailureReason.DAMAGED


def test_pictures_and_embedded_documents_are_not_even_inflated() -> None:
    data = xlsx('<row><c t="str"><v>x</v></c></row>', parts={"xl/media/image1.png": b"picture"})
    broken = data.replace(b"picture", b"brokenx")
    assert text_of_binary(broken) == "x"


def test_a_table_of_texts_that_declares_millions_is_read() -> None:
    strings = (
        f'<sst xmlns="{NAMESPACE}" '
        'count="4000000000" uniqueCount="4000000000"><si><t>shared</t></si></sst>'
    )
    data = xlsx('<row><c t="s"><v>0</v></c></row>', parts={"xl/sharedStrings.xml": strings})
    assert text_of_binary(data) == "shared"


def test_prefixes_of_names_make_no_difference() -> None:
    cells = '<x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c></x:row>'
    far = '<x:row r="1048576"><x:c r="XFD1048576" t="str"><x:v>far</x:v></x:c></x:row>'
    rows = f"<x:sheetData>{cells}{far}</x:sheetData>"
    sheet = f'<x:worksheet xmlns:x="{NAMESPACE}">{rows}</x:worksheet>'
    data = xlsx("", parts={"xl/worksheets/sheet1.xml": sheet})
    assert text_of_binary(data).split() == ["a", "far"]


def test_a_workbook_that_names_a_missing_sheet_is_damaged() -> None:
    entries = relations([("s0", "worksheet", "worksheets/gone.xml")])
    data = xlsx("", parts={"xl/_rels/workbook.xml.rels": entries})
    assert reason_of_binary(data) is FailureReason.DAMAGED
