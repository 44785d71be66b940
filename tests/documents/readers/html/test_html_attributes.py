from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from simhash_gui.documents.readers.html.html import html_text
from simhash_gui.documents.readers.html.html_attributes import with_few_attributes
from tests.helpers.pace import allowed_s

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
