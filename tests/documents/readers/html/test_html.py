from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.readers.html.html import (
    declared_charset,
    html_text,
    recognises,
    repaired,
    with_few_attributes,
)
from simhash_gui.documents.records import EncodingSource, Metadata
from tests.helpers.pace import allowed_s


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<p>a <b>bold</b>word,\n  <i>and</i> more", "a boldword, and more"),
        ("<div>one<div>two</div>three</div>", "one\ntwo\nthree"),
        ("<b><div>one</div></b>two", "one\ntwo"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("<ul><li>one<li>two</ul>end", "one\ntwo\nend"),
        (
            "<table><tr><th>a</th><th> b </th></tr><tr><td>1<td>2 <b>x</b></table>",
            "a\tb\n1\t2 x",
        ),
        ("<pre>  x\n    y\n</pre>end", "  x\n    y\nend"),
        ("<pre>a<br>b <span>c  d</span></pre>", "a\nb c  d"),
        ("<textarea>\n as  typed</textarea>", " as  typed"),
        ("a<script>var b</script><style>c{}</style><template>d</template>e", "ae"),
        ("z<noscript>please</noscript><iframe>x</iframe><svg><text>y</text></svg>", "z"),
        ("a<!-- not this -->b", "ab"),
        ("&lt;tag&gt; &amp; &#20013;&#x6587; &eacute; &#xD800;", "<tag> & 中文 é \ufffd"),
        ("<h1> A\ttitle </h1>text", "A title\ntext"),
        ("just text", "just text"),
        ("<p>   </p>\n\n", ""),
        ("", ""),
        ("<frameset><frame></frameset>", ""),
        ("<p>unclosed <b>tags", "unclosed tags"),
        ("<table><tr><td><p>a</p><p>b</p><td><p>c</table>", "a\nb\tc"),
        ("<table><tr><td>1<td><table><tr><td>x<td>y</table><td>2</table>z", "1\tx\ty\t2\nz"),
        ("<table><caption>T</caption><tr><td><td>a<td></table>", "T\na"),
        ("a<div hidden>b</div><p style='Display : none'>c</p><i style='color:red'>d</i>", "ad"),
        ("a<table><tr hidden><td>b<tr><td>c<td>d</table>", "a\nc\td"),
        ("<dialog>no</dialog><dialog open>yes</dialog>", "yes"),
        ("<li>A note.<a role='doc-backlink'>↩</a>", "A note."),
        (
            "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x</annotation>"
            "<annotation-xml><ci>x</ci></annotation-xml></semantics></math>",
            "x",
        ),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字", "漢字"),
    ],
)
def test_the_text_comes_out_in_reading_order(markup: str, text: str) -> None:
    assert html_text(markup) == text


def test_the_head_is_metadata_and_no_text() -> None:
    page = (
        "<!doctype html><html lang='zh-CN'><head><title> A\n title </title>"
        "<meta name='Author' content='A. Writer'><meta name='date' content='2024-05-01'>"
        "</head><body>text</body></html>"
    )
    extracted = read_bytes(page.encode(), "a.html")
    assert extracted.text == "text"
    assert extracted.metadata == Metadata("A title", "A. Writer", "2024-05-01", "zh-CN")


def test_a_page_that_says_nothing_of_itself_has_no_metadata() -> None:
    page = b"<html><head><title> </title><meta name=author></head><p>text"
    assert read_bytes(page, "a.html").metadata == Metadata()


@pytest.mark.parametrize(
    ("markup", "charset"),
    [
        (b'<meta charset="gb2312">', "gb2312"),
        (b"<META http-equiv=Content-Type content='text/html; charset=big5'>", "big5"),
        (b"<?xml version='1.0' encoding='shift_jis'?><html>", "shift_jis"),
        (b"<p>charset=gbk</p>", None),
        (b"", None),
    ],
)
def test_the_declared_charset_is_found(markup: bytes, charset: str | None) -> None:
    assert declared_charset(markup) == charset


def test_a_page_is_decoded_as_it_declares() -> None:
    page = '<html><meta charset="windows-1251"><p>да'.encode("cp1251")
    extracted = read_bytes(page, "a.html")
    assert extracted.text == "да"
    assert (extracted.encoding, extracted.encoding_source) == ("cp1251", EncodingSource.DECLARED)


def test_an_override_goes_before_the_declaration() -> None:
    page = '<html><meta charset="gb2312"><p>да'.encode("cp1251")
    assert read_bytes(page, "a.html", "cp1251").text == "да"


@pytest.mark.parametrize(
    "head",
    [
        b"<!DOCTYPE html>",
        b"\xef\xbb\xbf\n <html lang=en>",
        b"<?xml version='1.0'?>\n<!-- saved -->\n<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML'>",
        "<!doctype html>".encode("utf-16"),
        "<html>".encode("utf-16-be"),
    ],
)
def test_a_page_is_recognised_by_its_beginning(head: bytes) -> None:
    assert recognises(head)


@pytest.mark.parametrize(
    "head", [b"", b"html", b"<p>", b"<htmlx>", b"# <html>", b"<?xml version='1.0'?><svg>"]
)
def test_other_beginnings_are_no_page(head: bytes) -> None:
    assert not recognises(head)


def test_a_long_row_of_comments_is_refused_in_no_time() -> None:
    assert not recognises(b"<!---->" * 500)


def test_a_utf16_page_is_read() -> None:
    page = "<!doctype html><title>标题</title><p>正文".encode("utf-16")
    extracted = read_bytes(page, "a.html")
    assert (extracted.text, extracted.metadata.title) == ("正文", "标题")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>a<a id='x'/>b</p><div/><p>c</p>", "ab\nc"),
        ("<script src='x'/><p>after</p>", "after"),
        ("<p><![CDATA[<raw> & ]]>text</p>", "<raw> & text"),
        ("<p>a<br/>b</p><hr/><img alt='x' src=\"y\"/>c", "a\nb\nc"),
    ],
)
def test_xhtml_is_read_by_its_own_rules(body: str, text: str) -> None:
    head = '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'
    page = f"{head}<head><title/></head><body>{body}</body></html>"
    assert html_text(page) == text


def test_metadata_of_libraries_and_newspapers_is_understood() -> None:
    page = (
        b"<html xml:lang='zh'><meta property='og:title' content='T'><meta name='DC.creator' "
        b"content='A'><meta property='article:published_time' content='2024'><p>x"
    )
    assert read_bytes(page, "a.html").metadata == Metadata("T", "A", "2024", "zh")


@pytest.mark.parametrize("unit", ["<div>", "<ul><li>", "<b id=x>", "<table><tr><td>", "<x><p>"])
def test_a_hundred_thousand_nested_tags_are_read_in_time(unit: str) -> None:
    assert html_text(unit * 100_000 + "deep").endswith("deep")


def test_text_between_too_many_tags_is_kept() -> None:
    assert html_text("<div>a" * 6000 + "</div>b" * 6000).count("b") == 6000


@pytest.mark.parametrize(
    "unit", ['<a b="c"', "<a ", "<", "<!--", "<![CDATA[", "<!x>", "&amp", "<html ", "</p>"]
)
def test_whatever_is_repeated_without_end_is_repaired_in_time(unit: str) -> None:
    page = f'<?xml version="1.0"?><html xmlns="x">{unit * 100_000}'
    assert isinstance(repaired(page), str)


def test_deep_nesting_does_not_exhaust_the_stack() -> None:
    assert html_text("<div>" * 5000 + "deep" + "</div>" * 5000 + "after") == "deep\nafter"


_MANY = " ".join(f"a{number}" for number in range(300))
_MILLION = 1_000_000


def attributes_of(markup: str, selector: str = "p") -> dict[str, str | None]:
    node = LexborHTMLParser(with_few_attributes(markup)).css_first(selector)
    assert node is not None
    return node.attributes


@pytest.mark.parametrize(
    "unit", ["a{}=1 ", "b{}='>' ", 'c{}="<p>"', "d{} = x\n", "e{}/", "é{} ", "={} "]
)
def test_a_million_attributes_are_no_hindrance(unit: str) -> None:
    attributes = "".join(map(unit.format, range(_MILLION)))
    started_s = time.monotonic()
    text = html_text(f"<html><body><p>before</p><p {attributes}>text</p><p>after</p>")
    assert text == "before\ntext\nafter"
    assert time.monotonic() - started_s < allowed_s(5)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "a < b and c > d",
        "<p a b='1' c=\"2\" d = 3 / e>x</p><!-- <p -->",
        f"<!-- <p {_MANY} --><p>x",
        f"<script>if (a<b) {_MANY} </script><p>x",
        f"<STYLE>a<b {_MANY} </STYLE ><p>x",
        f"<textarea><p {_MANY}></textarea>x",
        f"<title>a <b {_MANY}</title>x",
        f"<p title='{_MANY} > <b'>x",
        f'<p title="{_MANY} > <b">x',
        f"a < {_MANY} b",
        "<p " + " ".join(f"a{number}" for number in range(256)) + ">x",
        "<p a='",
        "<p",
        "<",
        "<!--",
        "<script>",
    ],
)
def test_what_has_few_attributes_is_left_as_it_is(page: str) -> None:
    assert with_few_attributes(page) == page


def test_the_first_attributes_remain() -> None:
    found = attributes_of(f"<p {_MANY} last='>'>x</p>")
    assert list(found) == [f"a{number}" for number in range(256)]


@pytest.mark.parametrize("name", ["script", "STYLE", "title", "xmp"])
def test_a_tag_before_raw_text_is_cut_too(name: str) -> None:
    page = f"<{name} {_MANY}>a<b {_MANY} </{name}><p {_MANY}>x</p>"
    assert len(attributes_of(page)) == 256
    assert len(attributes_of(page, name.lower())) == 256
    assert f"a<b {_MANY} </{name}>" in with_few_attributes(page)


@pytest.mark.parametrize(
    "unit", ["<a", "<a ", '<a b="', "<a b='\"", "<!--", "<script ", "<a b=", "=="]
)
def test_whatever_is_repeated_without_end_takes_no_time(unit: str) -> None:
    started_s = time.monotonic()
    with_few_attributes("<p " + unit * 500_000)
    with_few_attributes(unit * 500_000)
    assert time.monotonic() - started_s < allowed_s(5)


@given(st.text("<>!-/='\"a b\nscript", max_size=200))
def test_short_pages_are_never_changed(page: str) -> None:
    assert with_few_attributes(page) == page
