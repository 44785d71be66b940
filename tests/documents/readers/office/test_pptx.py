from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes, reader_for
from simhash_gui.documents.records import FailureReason, ReadFailure
from tests.documents.readers.office_files import A, docx, pptx, relations, shape, slide, zipped

DIAGRAM = (
    f'<d:dataModel xmlns:d="urn:d" xmlns:a="{A}"><a:p><a:t>in the diagram</a:t></a:p></d:dataModel>'
)


def text_of(data: bytes) -> str:
    return read_bytes(data, "a.pptx").text


def test_slides_come_in_the_order_of_the_presentation() -> None:
    assert text_of(pptx([shape("第一页"), shape("Second\nslide")])) == "第一页\nSecond\nslide"


def test_the_title_goes_first() -> None:
    assert text_of(pptx([shape("body", "body") + shape("Title", "ctrTitle")])) == "Title\nbody"


def test_footers_stand_once_and_numbers_and_dates_not_at_all() -> None:
    content = shape("text") + shape("Firm", "ftr") + shape("1", "sldNum") + shape("May", "dt")
    assert text_of(pptx([content, content])) == "text\ntext\nFirm"


def test_a_slide_number_in_a_text_is_left_out() -> None:
    field = '<a:fld type="slidenum"><a:t>7</a:t></a:fld><a:fld type="author"><a:t>me</a:t></a:fld>'
    content = f"<p:sp><p:txBody><a:p>{field}<a:br/><a:r><a:t>x</a:t></a:r></a:p></p:txBody></p:sp>"
    assert text_of(pptx([content])) == "me\nx"


def test_tables_have_a_tab_between_cells() -> None:
    rows = "".join(
        "<a:tr>" + "".join(f"<a:tc><a:p><a:t>{cell}</a:t></a:p></a:tc>" for cell in row) + "</a:tr>"
        for row in ("ab", "cd")
    )
    assert (
        text_of(pptx([f"<p:graphicFrame><a:tbl>{rows}</a:tbl></p:graphicFrame>"])) == "a\tb\nc\td"
    )


def test_notes_and_diagrams_follow_their_slide() -> None:
    notes = slide(
        shape("page", "sldImg") + shape("note 备注", "body") + shape("3", "sldNum"), "notes"
    )
    parts = {"ppt/notesSlides/n1.xml": notes, "ppt/diagrams/data1.xml": DIAGRAM}
    entries = [
        ("n", "notesSlide", "../notesSlides/n1.xml"), ("d", "diagramData", "../diagrams/data1.xml"),
    ]  # fmt: skip
    data = pptx([shape("slide"), shape("next")], parts=parts, slide_entries=entries)
    assert text_of(data) == "slide\nin the diagram\nnote 备注\nnext"


def test_it_is_known_by_its_content() -> None:
    assert reader_for(pptx([""]), "a.doc").name == "pptx"
    assert reader_for(docx(""), "a.pptx").name == "docx"
    assert read_bytes(b"just text", "a.pptx").text == "just text"


def test_truncated_anywhere_it_is_damaged() -> None:
    data = pptx([shape(f"slide {number}") for number in range(30)])
    for tenth in range(1, 10):
        with pytest.raises(ReadFailure) as caught:
            read_bytes(data[: len(data) * tenth // 10], "a.pptx")
        assert caught.value.reason is FailureReason.DAMAGED


def test_a_slide_that_is_listed_and_missing_is_damage() -> None:
    listing = '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldId r:id="s9"/></p:presentation>'  # noqa: E501
    root = relations([("r1", "officeDocument", "ppt/presentation.xml")])
    data = zipped({"[Content_Types].xml": "", "_rels/.rels": root, "ppt/presentation.xml": listing})
    with pytest.raises(ReadFailure) as caught:
        read_bytes(data, "a.pptx")
    assert caught.value.reason is FailureReason.DAMAGED
