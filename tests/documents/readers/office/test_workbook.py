from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.office.workbook import workbook_text
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.readers.office_files import A, docx, xlsx

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
