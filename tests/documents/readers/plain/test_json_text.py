from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes, reader_for
from simhash_gui.documents.records import FailureReason, Metadata, ReadFailure


def text_of(data: str | bytes) -> str:
    return read_bytes(data if isinstance(data, bytes) else data.encode(), "a.json").text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ('{"a": "one", "b": ["two", {"c": "three"}], "d": "four"}', "one\ntwo\nthree\nfour"),
        ('["\\u4e2d\\u6587", "a\\nb", 1, 2.5, null, true]', "中文\na\nb"),
        ('{"a": "one"}\n{"a": "two"}\n', "one\ntwo"),
        ('"alone"', "alone"),
        ('["", "  ", "x"]', "x"),
        ("[" + "9" * 5000 + ', "x"]', "x"),
        ("[]", ""),
        ('["\\ud800", "\\ud83d\\ude00"]', "\ufffd\n😀"),
    ],
)
def test_strings_come_in_order(data: str, text: str) -> None:
    assert text_of(data) == text


def test_names_of_the_outermost_object_are_metadata() -> None:
    data = b'{"Title": "T", "author": "A", "date": "2024", "lang": "en", "n": 1}'
    assert read_bytes(data, "a.json").metadata == Metadata("T", "A", "2024", "en")


@pytest.mark.parametrize("tenth", range(1, 10))
def test_what_is_cut_off_is_damaged(tenth: int) -> None:
    data = ('{"a": ["' + '", "'.join(["some words"] * 30) + '"]}').encode()
    with pytest.raises(ReadFailure) as caught:
        text_of(data[: len(data) * tenth // 10])
    assert caught.value.reason is FailureReason.DAMAGED


@pytest.mark.parametrize("data", ["no json at all", "// a comment\n{}", "{'a': 'b'}"])
def test_what_is_called_json_and_is_none_is_text(data: str) -> None:
    assert text_of(data) == data


@pytest.mark.parametrize("depth", [5, 3_000, 1_000_000])
def test_brackets_that_are_never_closed_are_damaged_at_any_depth(depth: int) -> None:
    with pytest.raises(ReadFailure) as failed:
        read_bytes(b"[" * depth, "open.json")
    assert failed.value.reason is FailureReason.DAMAGED


def test_a_million_nested_lists_are_no_harm() -> None:
    data = "[" * 1_000_000 + '{"name": "de\\u0065p", "x": "\\u00"}' + "]" * 1_000_000
    assert text_of(data) == "deep\n\\u00"


@pytest.mark.parametrize("name", ["a.txt", "a"])
def test_the_content_tells_the_format(name: str) -> None:
    assert reader_for(b'{"a": 1}', name).name == "json"
    assert reader_for(b"[1] A footnote {here}", name).name == "text"
    assert reader_for(b"[[1, 2], [3]]", name).name == "json"
    assert reader_for(b"[[true, 2]]", name).name == "json"
    assert reader_for(b"[[A link]] in a wiki [x]", name).name == "text"
    assert reader_for(b"[[null_value][A link]]", name).name == "text"
