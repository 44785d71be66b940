from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure


def text_of(markup: str) -> str:
    return read_bytes(markup.encode(), "a.xml").text


def reason_of(markup: str, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(markup.encode(), "a.xml", limits=limits or Limits()))
    return caught.value.reason


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a><b>one</b><b>two</b></a>", "one\ntwo"),
        ("<p>Hello <b>bold</b>er <i>world</i>!</p>", "Hello bolder world!"),
        ("<d><p><b>a</b> <i>b</i></p>\n<p>c</p></d>", "a b\nc"),
        ("<p>  many\n   spaces </p>", "many spaces"),
        ("<a x='attribute'><!-- comment --><?do this?>text</a>", "text"),
        ("<a><![CDATA[<raw> & ]]>more</a>", "<raw> & more"),
        ("<a>&lt;&#20013;&#x6587;&amp;</a>", "<中文&"),
        ("<a><script>no</script><binary>AAAA</binary>yes</a>", "yes"),
        ('<w:p xmlns:w="w">yes<w:binData>AAAA</w:binData></w:p>', "yes"),
        ("<a/>", ""),
    ],
)
def test_text_comes_in_document_order(markup: str, text: str) -> None:
    assert text_of(f"<?xml version='1.0'?>{markup}") == text


def test_the_first_title_and_author_are_metadata() -> None:
    markup = (
        '<?xml version="1.0"?><book xml:lang="zh"><title>A <b>title</b></title>'
        "<author>One</author><chapter><title>Other</title></chapter></book>"
    )
    metadata = read_bytes(markup.encode(), "a.xml").metadata
    assert (metadata.title, metadata.author, metadata.language) == ("A title", "One", "zh")


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "utf-16", "utf-8", "shift_jis"])
def test_the_declared_encoding_is_followed(encoding: str) -> None:
    markup = f'<?xml version="1.0" encoding="{encoding}"?><a>中文文字</a>'
    assert read_bytes(markup.encode(encoding), "a.xml").text == "中文文字"


def test_an_entity_of_the_document_is_replaced_where_it_stands() -> None:
    markup = '<!DOCTYPE a [<!ENTITY name "Mr <b>X</b> &#38; son">]><a>Dear &name;!</a>'
    assert text_of(markup) == "Dear Mr X & son!"


def test_entities_made_of_each_other_are_refused() -> None:
    laughs = '<!DOCTYPE a [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>'
    assert reason_of(laughs) is FailureReason.BOMB


def test_an_entity_that_is_used_without_end_is_stopped() -> None:
    markup = f'<!DOCTYPE a [<!ENTITY a "{"x" * 1000}">]><a>{"&a;" * 1000}</a>'
    assert reason_of(markup, Limits(expanded_bytes=100_000)) is FailureReason.BOMB


def test_external_entities_are_not_looked_for() -> None:
    markup = (
        '<!DOCTYPE a SYSTEM "http://localhost:1/a.dtd" [<!ENTITY e SYSTEM "file:///etc/passwd">'
        '<!ENTITY % p SYSTEM "http://localhost:1/p"> %p;]><a>before &e; after</a>'
    )
    assert text_of(markup) == "before after"


def test_names_of_html_are_understood_where_a_document_type_is_elsewhere() -> None:
    assert text_of('<!DOCTYPE a SYSTEM "a.dtd"><a>caf&eacute; &unknown;x</a>') == "café x"


@pytest.mark.parametrize("markup", ["<a>", "<a><b></a>", "<?xml version='1.0'?>", "<a>&</a>"])
def test_what_is_not_well_formed_is_damaged(markup: str) -> None:
    assert reason_of(markup) is FailureReason.DAMAGED


@pytest.mark.parametrize("tenth", range(1, 10))
def test_what_is_cut_off_is_damaged(tenth: int) -> None:
    markup = "<?xml version='1.0'?><a>" + "<b>some words</b>\n" * 20 + "</a>"
    assert reason_of(markup[: len(markup) * tenth // 10]) is FailureReason.DAMAGED


def test_many_nested_elements_are_no_harm() -> None:
    assert text_of("<a>" * 300_000 + "deep" + "</a>" * 300_000) == "deep"


def test_what_is_called_xml_and_is_none_is_text() -> None:
    assert text_of("just words") == "just words"


@pytest.mark.parametrize("name", ["a.txt", "a", "a.md"])
def test_the_content_tells_the_format(name: str) -> None:
    assert reader_for(b"\xef\xbb\xbf<?xml version='1.0'?><a/>", name).name == "xml"
    assert reader_for(b"<?xml version='1.0'?><html>", name).name == "html"
