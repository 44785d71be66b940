from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.readers.markdown import split_front_matter
from simhash_gui.documents.records import Metadata


def _text(markdown: str) -> str:
    return read_bytes(markdown.encode(), "a.md").text


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("# Title\n\nA *few* **words** and `code`.", "Title\n\nA few words and code."),
        ("Title\n=====\ntext", "Title\n\ntext"),
        ("one\ntwo  \nthree", "one\ntwo\nthree"),
        ("- one\n- two\n  - three", "one\ntwo\nthree"),
        ("1. one\n2. two\n\nend", "one\ntwo\n\nend"),
        ("> quoted *text*", "quoted text"),
        ("```python\nx = '*not*'\n\ny\n```\n", "x = '*not*'\n\ny"),
        ("    indented code", "indented code"),
        ("|a|b|\n|-|-|\n|1|**2**|\n|3||", "a\tb\n1\t2\n3\t"),
        ("[link](http://x.example 'title') and <http://y.example>", "link and http://y.example"),
        ("![a picture](x.png)", "a picture"),
        ("~~gone~~ stays", "gone stays"),
        ("a &amp; b \\* c", "a & b * c"),
        ("a<br>b <b>bold</b>", "a\nb bold"),
        ('<div align="center">\n<p>Centred</p>\n</div>\n\nend', "Centred\n\nend"),
        ("[x]: http://x.example\n\nseen [x]", "seen x"),
        ("中文**加粗**文字。", "中文加粗文字。"),
        ("---\n\ntext after a rule", "text after a rule"),
        ("&#xD800;", "\ufffd"),
        ("", ""),
    ],
)
def test_words_stay_and_marks_go(markdown: str, text: str) -> None:
    assert _text(markdown) == text


def test_yaml_front_matter_is_metadata_and_no_text() -> None:
    markdown = '---\ntitle: "Über uns"\nAuthor: A. Writer\ndate: 2024-05-01\nlang: de\n---\nText\n'
    extracted = read_bytes(markdown.encode(), "a.md")
    assert extracted.text == "Text"
    assert extracted.metadata == Metadata("Über uns", "A. Writer", "2024-05-01", "de")


def test_toml_front_matter_is_metadata_too() -> None:
    extracted = read_bytes(b"+++\r\ntitle = 'Notes'\r\n+++\r\n\r\nText\r\n", "a.md")
    assert (extracted.text, extracted.metadata.title) == ("Text", "Notes")


@pytest.mark.parametrize(
    "markdown",
    ["---\nno field here\n---\ntext", "---\ntitle: never closed", "text\n---\ntitle: late\n---"],
)
def test_what_only_looks_like_front_matter_stays(markdown: str) -> None:
    assert split_front_matter(markdown) == ({}, markdown)


def test_a_long_row_of_spaces_in_the_front_matter_takes_no_time() -> None:
    markdown = "---\na: b" + " " * 200_000 + "c\n---\ntext"
    assert split_front_matter(markdown)[1] == "text"


def test_without_front_matter_the_first_heading_is_the_title() -> None:
    assert read_bytes(b"text\n\n## The *Heading*\n", "a.md").metadata.title == "The Heading"
    assert read_bytes(b"# \n\ntext", "a.md").metadata.title is None
    assert read_bytes(b"text", "a.md").metadata.title is None
