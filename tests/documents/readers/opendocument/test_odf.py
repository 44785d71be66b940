from __future__ import annotations

import hashlib
import zlib
from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.opendocument.odf import recognises
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, Metadata, ReadFailure
from tests.documents.readers.office_files import docx, odf_part, odt, zipped

META = (
    "<office:meta><dc:title>题目</dc:title><dc:creator>last</dc:creator>"
    "<meta:initial-creator>first</meta:initial-creator>"
    "<meta:creation-date>2024-05-01</meta:creation-date><dc:date>2025-01-01</dc:date>"
    "<dc:language>zh-CN</dc:language></office:meta>"
)
FLAT = odf_part(
    "document",
    META
    + "<office:master-styles><style:master-page><style:header><text:p>Head</text:p></style:header>"
    "<draw:frame><draw:text-box><text:p>of the master</text:p></draw:text-box></draw:frame>"
    "</style:master-page></office:master-styles>"
    "<office:body><office:text><text:p>flat</text:p></office:text></office:body>",
)


def text_of(body: str, **rest: object) -> str:
    return read_bytes(odt(body, **rest), "a.odt").text  # type: ignore[arg-type]


def rows(*lines: str, attributes: str = "") -> str:
    content = "".join(f"<table:table-row {attributes}>{line}</table:table-row>" for line in lines)
    return f"<table:table>{content}</table:table>"


def cell(text: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<text:h>标题</text:h><text:p/><text:p>Text</text:p>", "标题\nText"),
        ("<text:p>\n  white \t <text:span> space </text:span>end</text:p>", "white space end"),
        ('<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p>', "a   b\tc\nd"),
        ('<text:p>a<text:s/>b<text:s text:c="x"/>c</text:p>', "a b c"),
        (
            "<text:list><text:list-item><text:p>one</text:p></text:list-item>"
            "<text:list-item><text:p>two</text:p></text:list-item></text:list>",
            "one\ntwo",
        ),
        (
            "<text:p>x<text:ruby><text:ruby-base>漢</text:ruby-base>"
            "<text:ruby-text>kan</text:ruby-text></text:ruby></text:p>",
            "x漢",
        ),
        ("<text:p>a<office:annotation><text:p>remark</text:p></office:annotation>b</text:p>", "ab"),
        ("<text:p>page <text:page-number>7</text:page-number></text:p>", "page "),
        ("<text:p>a</text:p>stray<text:p>b</text:p>", "a\nb"),
        ("", ""),
    ],
)
def test_the_body_comes_out_in_reading_order(body: str, text: str) -> None:
    assert text_of(body) == text


MATHEMATICS = (
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi> <mo>=</mo>'
    "<msup><mi> c </mi><mn>2</mn></msup></mrow>"
    '<annotation encoding="StarMath 5.0">E = c^2</annotation></semantics></math>'
)


def test_of_formulas_the_signs_stay() -> None:
    inline = f"<draw:object>{MATHEMATICS}</draw:object>"
    link = 'xmlns:l="http://www.w3.org/1999/xlink" l:href='
    apart = "".join(f'<draw:object {link}"{place}"/>' for place in ("./O 1", "F-0/", "./none", ""))
    text = text_of(
        f"<text:p>a <draw:frame>{inline}</draw:frame> b <draw:frame>{apart}</draw:frame>c</text:p>",
        parts={"O 1/content.xml": MATHEMATICS, "F-0/content.xml": "<math"},
    )
    assert text == "a E=c2 b E=c2c"


def test_a_formula_that_would_inflate_without_end_is_a_bomb() -> None:
    link = 'xmlns:l="http://www.w3.org/1999/xlink" l:href="F"'
    body = f"<text:p><draw:frame><draw:object {link}/></draw:frame></text:p>"
    data = odt(body, parts={"F/content.xml": MATHEMATICS + " " * 100_000})
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.odt", limits=Limits(expanded_bytes=50_000)))
    assert caught.value.reason is FailureReason.BOMB


def test_rows_are_lines_with_a_tab_between_cells() -> None:
    table = rows(
        cell("a") + cell("") + cell("c<text:line-break/>d"),
        cell("b", 'table:number-columns-spanned="2"') + "<table:covered-table-cell/>",
    )
    assert text_of(f"<text:p>x</text:p>{table}<text:p>y</text:p>") == "x\na\tc\nd\nb\ny"


def test_notes_follow_the_body_in_the_order_of_their_references() -> None:
    def note(kind: str, text: str) -> str:
        citation = "<text:note-citation>1</text:note-citation>"
        inside = f"<text:note-body><text:p>{text}</text:p></text:note-body>"
        return f'<text:note text:note-class="{kind}">{citation}{inside}</text:note>'

    body = f"<text:p>a{note('endnote', 'end')}b{note('footnote', 'foot')}c</text:p>"
    assert text_of(body) == "abc\nfoot\nend"


def test_a_text_box_follows_its_paragraph() -> None:
    frame = "<draw:frame><draw:text-box><text:p>in the box</text:p></draw:text-box></draw:frame>"
    assert text_of(f"<text:p>before {frame}after</text:p><text:p>x</text:p>") == (
        "before after\nin the box\nx"
    )
    assert text_of(f"{frame}<text:p>x</text:p>") == "in the box\nx"


def test_deletions_in_front_of_the_body_are_left_out() -> None:
    changes = (
        '<text:tracked-changes><text:changed-region text:id="c1"><text:deletion>'
        "<text:p>deleted</text:p></text:deletion></text:changed-region>"
        '<text:changed-region text:id="c2"><text:insertion/></text:changed-region>'
        "</text:tracked-changes>"
    )
    inline = '<text:p>a<text:change text:change-id="c1"/><text:change-start text:change-id="c2"/>b<text:change-end text:change-id="c2"/></text:p>'  # noqa: E501
    assert text_of(changes + inline) == "ab"


def test_deletions_between_marks_are_left_out() -> None:
    changes = '<text:tracked-changes><text:changed-region text:id="c1"><text:deletion/></text:changed-region></text:tracked-changes>'  # noqa: E501
    inline = '<text:p>a<text:change-start text:change-id="c1"/>x<text:s/></text:p><text:p>y<text:change-end text:change-id="c1"/>b</text:p>'  # noqa: E501
    assert text_of(changes + inline) == "ab"


def test_hidden_text_is_left_out() -> None:
    styles = (
        '<style:style style:name="H"><style:text-properties text:display="none"/></style:style>'
    )
    body = (
        '<text:p>a<text:span text:style-name="H">hidden</text:span>b</text:p>'
        '<text:p text:style-name="H">hidden</text:p>'
        '<text:section text:display="none"><text:p>hidden</text:p></text:section>'
        "<text:p>c<text:hidden-text>hidden</text:hidden-text></text:p>"
    )
    assert text_of(body, automatic_styles=styles) == "ab\nc"


def test_headers_and_footers_stand_once_around_the_body() -> None:
    master = "".join(
        f"<style:master-page><style:header><text:p>Head</text:p></style:header>"
        f"<style:header-left><text:p>Left {number}</text:p></style:header-left>"
        f"<style:footer><text:p>Foot</text:p></style:footer></style:master-page>"
        for number in (1, 2)
    )
    styles = odf_part("document-styles", f"<office:master-styles>{master}</office:master-styles>")
    parts = {"styles.xml": styles}
    assert text_of("<text:p>x</text:p>", parts=parts) == "Head\nLeft 1\nLeft 2\nx\nFoot"
    assert text_of(rows(cell("x")), kind="spreadsheet", parts=parts) == "x"


def test_repeated_cells_and_rows_are_repeated() -> None:
    table = rows(
        cell("a", 'table:number-columns-repeated="2"')
        + '<table:table-cell table:number-columns-repeated="16380"/>',
        attributes='table:number-rows-repeated="2"',
    )
    assert text_of(table, kind="spreadsheet") == "a\ta\na\ta"


def test_a_cell_that_is_repeated_without_end_is_written_once() -> None:
    table = rows(
        cell("text", 'table:number-columns-repeated="999999999"') + cell("end"),
        attributes='table:number-rows-repeated="999999999"',
    )
    assert text_of(table, kind="spreadsheet") == "text\tend"


def test_a_value_without_a_text_is_text() -> None:
    table = rows('<table:table-cell office:value="2.5"/><table:table-cell office:value="3"/>')
    assert text_of(table, kind="spreadsheet") == "2.5\t3"


def test_slides_come_with_their_notes() -> None:
    def page(title: str, note: str) -> str:
        box = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
        notes = f"<p:notes xmlns:p='urn:p'>{box.format(note)}</p:notes>"
        return f"<draw:page>{box.format(title)}{notes}</draw:page>"

    body = page("第一页", "note") + page("Second", "other")
    assert text_of(body, kind="presentation") == "第一页\nnote\nSecond\nother"


def test_metadata_are_of_the_document_and_its_first_author() -> None:
    data = odt("<text:p>x</text:p>", parts={"meta.xml": odf_part("document-meta", META)})
    expected = Metadata("题目", "first", "2024-05-01", "zh-CN")
    assert read_bytes(data, "a.odt").metadata == expected


def test_flat_documents_are_one_file() -> None:
    extracted = read_bytes(b'<?xml version="1.0"?>\n<!-- c -->' + FLAT.encode(), "a.xml")
    assert extracted.text == "Head\nflat"
    assert extracted.metadata.title == "题目"


def test_it_is_known_by_its_content() -> None:
    assert reader_for(odt(""), "a.doc").name == "opendocument"
    without_mimetype = zipped({"META-INF/manifest.xml": "", "content.xml": ""})
    assert recognises(without_mimetype)
    assert not recognises(docx(""))
    assert not recognises(b"<office>")
    assert read_bytes(b"just text", "a.odt").text == "just text"


def reason_of(data: bytes) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_bytes(data, "a.odt")
    return caught.value.reason


def test_truncated_anywhere_it_is_damaged() -> None:
    data = odt("".join(f"<text:p>paragraph {number}</text:p>" for number in range(300)))
    reasons = {reason_of(data[: len(data) * tenth // 10]) for tenth in range(1, 10)}
    assert reasons == {FailureReason.DAMAGED}
    flat = FLAT.encode()
    reasons = {reason_of(flat[: len(flat) * tenth // 10]) for tenth in range(5, 10)}
    assert reasons == {FailureReason.DAMAGED}


def test_a_manifest_that_leaves_its_namespace_to_a_document_type_is_taken_as_it_is() -> None:
    begin, end = (
        '<!DOCTYPE manifest:manifest SYSTEM "m.dtd"><manifest:manifest>',
        "</manifest:manifest>",
    )
    entry = '<manifest:file-entry manifest:full-path="content.xml">{}</manifest:file-entry>'
    lock = '<manifest:encryption-data manifest:checksum="x"/>'
    plain = {"META-INF/manifest.xml": begin + entry.format("") + end}
    locked = {"META-INF/manifest.xml": begin + entry.format(lock) + end}

    assert text_of("<text:p>words</text:p>", parts=plain) == "words"
    with pytest.raises(ReadFailure) as caught:
        text_of("<text:p>words</text:p>", parts=locked)
    assert caught.value.reason is FailureReason.PASSWORD


def test_a_missing_content_is_damage() -> None:
    assert reason_of(zipped({"mimetype": "x", "other": ""})) is FailureReason.DAMAGED


SALT = b"0123456789abcdef"
VECTOR = b"fedcba9876543210"
ITERATIONS = 1000
CONTENT = odf_part(
    "document-content",
    "<office:body><office:text><text:p>under lock 上锁</text:p></office:text></office:body>",
).encode()
ALGORITHM = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"


def packed(content: bytes) -> bytes:
    deflate = zlib.compressobj(wbits=-15)
    return deflate.compress(content) + deflate.flush()


def encrypted(data: bytes, password: str) -> bytes:
    start = hashlib.sha256(password.encode()).digest()
    key = hashlib.pbkdf2_hmac("sha1", start, SALT, ITERATIONS, 32)
    padding = 16 - len(data) % 16
    encryptor = Cipher(algorithms.AES(key), modes.CBC(VECTOR)).encryptor()
    return encryptor.update(data + bytes([padding]) * padding) + encryptor.finalize()


def manifest(checksum: bytes, algorithm: str = ALGORITHM, iterations: str = str(ITERATIONS)) -> str:
    return f"""<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
    <m:file-entry m:full-path="content.xml"><m:encryption-data m:checksum-type="x#sha256-1k"
        m:checksum="{b64encode(checksum).decode()}">
      <m:algorithm m:algorithm-name="{algorithm}"
        m:initialisation-vector="{b64encode(VECTOR).decode()}"/>
      <m:start-key-generation m:start-key-generation-name="x#sha256" m:key-size="32"/>
      <m:key-derivation m:key-derivation-name="PBKDF2" m:key-size="32"
        m:iteration-count="{iterations}" m:salt="{b64encode(SALT).decode()}"/>
    </m:encryption-data></m:file-entry></m:manifest>"""


def locked(content: bytes = CONTENT, **kind: str) -> bytes:
    data = packed(content)
    checksum = hashlib.sha256(data[:1024]).digest()
    parts = {
        "content.xml": encrypted(data, "secret"),
        "META-INF/manifest.xml": manifest(checksum, **kind),
    }
    return odt("", parts=parts)


def reason_of_locked(data: bytes, *passwords: str, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.odt", passwords=passwords, limits=limits or Limits()))
    return caught.value.reason


def test_one_of_the_passwords_opens_it() -> None:
    source = Source(locked(), "a.odt", passwords=("wrong", "secret"))
    assert read_source(source).text == "under lock 上锁"


def test_without_the_right_password_it_asks_for_one() -> None:
    assert reason_of_locked(locked()) is FailureReason.PASSWORD
    assert reason_of_locked(locked(), "wrong") is FailureReason.PASSWORD


@pytest.mark.parametrize(
    "kind",
    [{"algorithm": "x#blowfish"}, {"iterations": "0"}, {"iterations": "99999999999"}],
)
def test_a_lock_of_another_kind_is_told(kind: dict[str, str]) -> None:
    assert reason_of_locked(locked(**kind), "secret") is FailureReason.PASSWORD


def test_a_package_that_is_locked_as_a_whole_is_told() -> None:
    assert reason_of_locked(odt("", parts={"encrypted-package": "x"})) is FailureReason.PASSWORD


def test_a_lock_that_makes_no_sense_is_damage() -> None:
    assert reason_of_locked(locked(iterations="many"), "secret") is FailureReason.DAMAGED
    parts = {"content.xml": b"odd size", "META-INF/manifest.xml": manifest(b"")}
    assert reason_of_locked(odt("", parts=parts), "secret") is FailureReason.DAMAGED


def test_what_does_not_inflate_is_damage() -> None:
    data = b"\xff" * 50
    parts = {
        "content.xml": encrypted(data, "secret"),
        "META-INF/manifest.xml": manifest(hashlib.sha256(data).digest()),
    }
    assert reason_of_locked(odt("", parts=parts), "secret") is FailureReason.DAMAGED


def test_a_bomb_behind_the_lock_is_not_inflated() -> None:
    limits = Limits(expanded_bytes=500_000)
    data = locked(CONTENT + b" " * 600_000)
    assert reason_of_locked(data, "secret", limits=limits) is FailureReason.BOMB
