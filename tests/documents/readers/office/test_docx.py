from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.office.docx import recognises
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, Metadata, ReadFailure
from tests.documents.readers.office_files import (
    A,
    core_properties,
    docx,
    paragraph,
    pptx,
    relations,
    word_part,
    xlsx,
    zipped,
)


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def text_of(body: str, **rest: object) -> str:
    return read_bytes(docx(body, **rest), "a.docx").text  # type: ignore[arg-type]


def field(code: str, result: str) -> str:
    marks = [
        f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end")
    ]
    instruction = f"<w:r><w:instrText>{code}</w:instrText></w:r>"
    return marks[0] + instruction + marks[1] + run(result) + marks[2]


def table(*rows: list[str]) -> str:
    cells = ("".join(f"<w:tc>{cell}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def box(content: str) -> str:
    inside = f"<w:txbxContent>{content}</w:txbxContent>"
    return (
        "<w:r><mc:AlternateContent>"
        f'<mc:Choice Requires="wps"><wps:txbx>{inside}</wps:txbx></mc:Choice>'
        f"<mc:Fallback><w:pict><v:textbox>{inside}</v:textbox></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )


def inside_run(content: str) -> str:
    return f"<w:p><w:r>{content}</w:r></w:p>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (paragraph("第一段。") + "<w:p/>" + paragraph("Second."), "第一段。\nSecond."),
        (inside_run("<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t>"), "a\tb\nc"),
        ("<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>x</w:t></w:r></w:p>", "x"),
        (inside_run("<w:t>e</w:t><w:noBreakHyphen/><w:softHyphen/><w:t>m</w:t>"), "e\u2011m"),
        (inside_run('<w:sym w:char="00A9"/><w:sym w:char="F0FC"/><w:sym w:char="?"/>'), "©"),
        (f"<w:p><w:hyperlink>{run('a')}</w:hyperlink></w:p>", "a"),
        (f"<w:sdt><w:sdtContent>{paragraph('b')}</w:sdtContent></w:sdt>", "b"),
        (inside_run(f"<w:ruby><w:rt>{run('k')}</w:rt>{run('漢')}</w:ruby>"), "漢"),
        ("<w:p><m:oMath><m:r><m:t>E=mc²</m:t></m:r></m:oMath></w:p>", "E=mc²"),
        ("", ""),
    ],
)
def test_the_body_comes_out_in_reading_order(body: str, text: str) -> None:
    assert text_of(body) == text


def test_rows_are_lines_with_a_tab_between_cells() -> None:
    rows = (
        [paragraph("a1"), "<w:p/>", paragraph("c1")],
        ["<w:p/>", paragraph("b2") + paragraph("more"), "<w:p/>"],
    )
    assert text_of(paragraph("x") + table(*rows) + paragraph("y")) == "x\na1\tc1\nb2\nmore\ny"


def test_a_text_box_that_is_written_twice_follows_its_paragraph_once() -> None:
    body = f"<w:p>{run('before ')}{box(paragraph('in the box'))}{run('after')}</w:p>"
    assert text_of(body + paragraph("next")) == "before after\nin the box\nnext"


def test_a_box_for_older_programs_only_is_read_too() -> None:
    inside = f"<w:txbxContent>{paragraph('old box')}</w:txbxContent>"
    fallback = f"<mc:Fallback><w:pict>{inside}</w:pict></mc:Fallback>"
    alternatives = f"<mc:AlternateContent>{fallback}</mc:AlternateContent>"
    assert text_of(f"<w:p><w:r>{alternatives}</w:r></w:p>") == "old box"


def diagram_of(id_: str) -> str:
    names = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    return f'<w:r><w:drawing><d:relIds xmlns:d="{names}" r:dm="{id_}" r:lo="x"/></w:drawing></w:r>'


def test_a_diagram_follows_its_paragraph_once() -> None:
    diagram = f'<x xmlns:a="{A}"><a:p><a:r><a:t>drawn</a:t></a:r></a:p></x>'
    body = f"<w:p>{diagram_of('d')}{run('beside')}</w:p><w:p>{diagram_of('d')}</w:p>"
    text = text_of(
        body + paragraph("end") + f"<w:p>{''.join(map(diagram_of, ('gone', 'x', 'bad')))}</w:p>",
        parts={"diagrams/data1.xml": diagram, "bad.xml": "<bad"},
        entries=[
            ("d", "diagramData", "diagrams/data1.xml"),
            ("gone", "chart", "charts/c.xml"),
            ("bad", "diagramData", "bad.xml"),
        ],
    )
    assert text == "beside\ndrawn\nend"


WEB_ARCHIVE = (
    "MIME-Version: 1.0\r\nContent-Type: multipart/related; type=text/html; boundary=B\r\n\r\n"
    "--B\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable"
    "\r\nContent-Location: file:///C:/d.html\r\n\r\n"
    "<html><p>=E4=B8=AD inside</p></html>\r\n--B--\r\n"
)


@pytest.mark.parametrize(
    ("name", "chunk"),
    [
        ("c.mht", WEB_ARCHIVE.encode()),
        ("c.htm", "<html><meta charset=utf-8><p>中 inside".encode()),
        ("c.xhtml", "<p>中 inside</p>".encode()),
        ("c.rtf", rb"{\rtf1 \u20013? inside}"),
        ("c.txt", "中 inside".encode()),
        ("c.docx", docx(paragraph("中 inside"))),
    ],
)
def test_a_document_within_the_document_stands_where_it_is_taken_in(
    name: str, chunk: bytes
) -> None:
    body = paragraph("before") + '<w:altChunk r:id="c"/><w:altChunk r:id="c"/>' + paragraph("after")
    text = text_of(body, parts={name: chunk}, entries=[("c", "aFChunk", name)])
    assert text == "before\n中 inside\nafter"


def test_documents_within_documents_come_to_an_end() -> None:
    within = docx(paragraph("a"))
    for _ in range(3):
        chunk = paragraph("b") + '<w:altChunk r:id="c"/>'
        within = docx(chunk, parts={"c.docx": within}, entries=[("c", "aFChunk", "c.docx")])
    assert read_bytes(within, "a.docx").text == "b\nb"


def test_insertions_stay_and_deletions_go() -> None:
    body = (
        f"<w:p>{run('kept ')}<w:ins>{run('inserted ')}</w:ins>"
        f"<w:del><w:r><w:delText>deleted</w:delText><w:tab/></w:r></w:del>"
        f"<w:moveFrom>{run('from')}</w:moveFrom><w:moveTo>{run('to')}</w:moveTo></w:p>"
    )
    assert text_of(body) == "kept inserted to"


def test_a_deleted_paragraph_mark_joins_two_paragraphs() -> None:
    body = f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run('one')}</w:p>{paragraph('two')}"
    assert text_of(body) == "onetwo"


def test_hidden_text_is_left_out() -> None:
    body = (
        f"<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>{run('a')}{run('hidden', '<w:vanish/>')}"
        + run("b", '<w:vanish w:val="0"/>')
        + run("c", "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>")
        + "</w:p>"
    )
    assert text_of(body) == "abc"


def test_of_fields_the_result_stays() -> None:
    nested = field("HYPERLINK x " + "IF", "link")
    body = f"<w:p>{nested}{run(' ')}{field(' PAGE ', '7')}{run('end')}</w:p>"
    pages = f'<w:fldSimple w:instr="NUMPAGES">{run("9")}</w:fldSimple>'
    author = f'<w:fldSimple w:instr="AUTHOR">{run("me")}</w:fldSimple>'
    simple = f"<w:p>{pages}{author}</w:p>"
    assert text_of(body + simple) == "link end\nme"


def test_headers_notes_and_footers_stand_once_around_the_body() -> None:
    headers = "".join(f'<w:headerReference r:id="{id_}"/>' for id_ in ("h1", "h2", "h1"))
    footers = "".join(f'<w:footerReference r:id="{id_}"/>' for id_ in ("f1", "gone"))
    notes = (
        '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    )
    notes += "".join(
        f'<w:footnote w:id="{id_}">{paragraph(text)}</w:footnote>'
        for id_, text in [("3", "third"), ("2", "second"), ("4", "of a deleted mark")]
    )
    body = (
        f'<w:p>{run("text")}<w:r><w:footnoteReference w:id="2"/></w:r>'
        '<w:r><w:footnoteReference w:id="3"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r>'
        '<w:del><w:r><w:footnoteReference w:id="4"/></w:r></w:del></w:p>'
        f"<w:sectPr>{headers}{footers}</w:sectPr>"
    )
    parts = {
        "h1.xml": word_part("hdr", paragraph("Head")),
        "h2.xml": word_part("hdr", paragraph("Head")),
        "f1.xml": word_part("ftr", f"<w:p>{run('Page ')}{field('PAGE', '3')}</w:p>"),
        "footnotes.xml": word_part("footnotes", notes),
        "endnotes.xml": word_part(
            "endnotes", f'<w:endnote w:id="1">{paragraph("end")}</w:endnote>'
        ),
    }
    entries = [
        ("h1", "header", "h1.xml"), ("h2", "header", "/word/h2.xml"), ("f1", "footer", "f1.xml"),
        ("n", "footnotes", "footnotes.xml"), ("e", "endnotes", "endnotes.xml"),
    ]  # fmt: skip
    text = text_of(body, parts=parts, entries=entries)
    assert text == "Head\ntext\nsecond\nthird\nend\nPage "


def test_comments_are_left_out() -> None:
    comments = word_part("comments", f'<w:comment w:id="1">{paragraph("remark")}</w:comment>')
    body = f'<w:p>{run("text")}<w:r><w:commentReference w:id="1"/></w:r></w:p>'
    parts = {"comments.xml": comments}
    assert text_of(body, parts=parts, entries=[("c", "comments", "comments.xml")]) == "text"


def test_the_core_properties_are_metadata() -> None:
    properties = core_properties(
        dc_title=" 题目 ", dc_creator="A. Writer", dcterms_created="2024-05-01T00:00:00Z",
        dcterms_modified="2025-01-01", dc_language="zh-CN",
    )  # fmt: skip
    root = relations(
        [
            ("r1", "officeDocument", "word/document.xml"),
            ("r2", "metadata/core-properties", "docProps/core.xml"),
        ]
    )
    data = docx(paragraph("x"), parts={"/docProps/core.xml": properties, "/_rels/.rels": root})
    expected = Metadata("题目", "A. Writer", "2024-05-01T00:00:00Z", "zh-CN")
    assert read_bytes(data, "a.docx").metadata == expected


def test_strict_documents_have_other_names() -> None:
    strict = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    document = f'<document xmlns="{strict}"><body><p><r><t>strict</t></r></p></body></document>'
    root = relations([("r1", "officeDocument", "word/document.xml")])
    data = zipped({"[Content_Types].xml": "", "_rels/.rels": root, "word/document.xml": document})
    assert read_bytes(data, "a.docx").text == "strict"


def test_the_main_part_may_have_any_name() -> None:
    document = word_part("document", paragraph("elsewhere"))
    root = relations([("r1", "officeDocument", "/word/document2.xml")])
    data = zipped({"[Content_Types].xml": "", "_rels/.rels": root, "word/document2.xml": document})
    assert read_bytes(data, "a.bin").text == "elsewhere"


def test_it_is_known_by_its_content_whatever_it_is_called() -> None:
    data = docx(paragraph("x"))
    assert recognises(data)
    for name in ("a.doc", "a.txt", "a.xlsx", "a"):
        assert reader_for(data, name).name == "docx"
    assert not recognises(pptx([""]))
    assert not recognises(xlsx(""))
    assert not recognises(zipped({"word/document.xml": "an archive of no document"}))


def test_text_that_is_called_docx_is_read_as_text() -> None:
    assert read_bytes("纯文本".encode(), "a.docx").text == "纯文本"


def reason_of(data: bytes, name: str = "a.docx") -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_bytes(data, name)
    return caught.value.reason


def test_truncated_anywhere_it_is_damaged() -> None:
    data = docx("".join(paragraph(f"paragraph {number}") for number in range(300)))
    reasons = {reason_of(data[: len(data) * tenth // 10]) for tenth in range(1, 10)}
    assert reasons == {FailureReason.DAMAGED}


def test_broken_markup_is_damage() -> None:
    root = relations([("r1", "officeDocument", "word/document.xml")])
    parts = {"[Content_Types].xml": "", "_rels/.rels": root, "word/document.xml": "<a><b></a>"}
    assert reason_of(zipped(parts)) is FailureReason.DAMAGED


def test_a_missing_main_part_is_damage() -> None:
    assert reason_of(zipped({"[Content_Types].xml": "", "word/x": ""})) is FailureReason.DAMAGED


def test_a_million_nested_tables_are_taken_as_they_come() -> None:
    depth = 200_000
    nested = "<w:tbl><w:tr><w:tc>" * depth + paragraph("deep") + "</w:tc></w:tr></w:tbl>" * depth
    assert text_of(nested) == "deep"


def test_a_bomb_is_not_inflated() -> None:
    source = Source(docx(" " * 1_000_000), "a.docx", limits=Limits(expanded_bytes=500_000))
    with pytest.raises(ReadFailure) as caught:
        read_source(source)
    assert caught.value.reason is FailureReason.BOMB
