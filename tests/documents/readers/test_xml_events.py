from __future__ import annotations

import pytest

from simhash_gui.documents.readers.xml_events import Attributes, XmlEvents
from simhash_gui.documents.records import FailureReason, ReadFailure

BILLION_LAUGHS = (
    '<!DOCTYPE r [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY a{i} "{f"&a{i - 1 if i else str()};" * 10}">' for i in range(10))
    + "]><r>&a9;</r>"
)


def texts_of(markup: str | bytes) -> list[str]:
    texts: list[str] = []
    events = XmlEvents()
    events.on_text = texts.append
    events.feed(markup if isinstance(markup, bytes) else markup.encode())
    return texts


def reason_of(markup: str | bytes) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        texts_of(markup)
    return caught.value.reason


def test_elements_and_text_come_in_order_with_full_names() -> None:
    seen: list[str] = []
    events = XmlEvents()
    events.on_text = seen.append
    events.openings["urn:n b"] = lambda attributes: seen.append(f"<b {attributes['k']}>")
    events.closings["urn:n b"] = lambda: seen.append("</b>")
    events.feed(b'<a xmlns:x="urn:n">one<x:b k="v">two</x:b><b>three</b></a>')
    assert seen == ["one", "<b v>", "two", "</b>", "three"]


def test_a_skipped_element_leaves_no_trace_and_is_not_closed() -> None:
    seen: list[str] = []
    events = XmlEvents()

    def skip(_attributes: Attributes) -> None:
        events.skip()

    events.on_text = seen.append
    events.openings["s"] = skip
    events.closings["s"] = lambda: seen.append("closed")
    events.feed(b"<a>one<s>two<s>three</s><b/>four</s>five</a>")
    assert seen == ["one", "five"]


@pytest.mark.parametrize("markup", ["", "<a>", "<a></b>", "<a>&unknown;</a>", "text", "<x:a/>"])
def test_what_is_not_well_formed_is_damaged(markup: str) -> None:
    assert reason_of(markup) is FailureReason.DAMAGED


def test_an_unknown_encoding_is_damage() -> None:
    assert reason_of(b'<?xml version="1.0" encoding="martian"?><a/>') is FailureReason.DAMAGED


def test_other_encodings_than_utf_8_are_read() -> None:
    text = '<?xml version="1.0" encoding="utf-16"?><a>中文</a>'
    assert texts_of(text.encode("utf-16")) == ["中文"]


def test_a_billion_laughs_are_refused_at_once() -> None:
    assert reason_of(BILLION_LAUGHS) is FailureReason.DAMAGED


def test_an_external_entity_is_refused() -> None:
    markup = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'
    assert reason_of(markup) is FailureReason.DAMAGED


def test_a_document_type_is_not_fetched() -> None:
    assert texts_of('<!DOCTYPE r SYSTEM "http://example.invalid/r.dtd"><r>x</r>') == ["x"]


def test_a_million_nested_elements_are_taken_as_they_come() -> None:
    assert texts_of(b"<a>" * 1_000_000 + b"deep" + b"</a>" * 1_000_000) == ["deep"]
