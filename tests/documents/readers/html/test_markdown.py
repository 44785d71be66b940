from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.readers.html.markdown import split_front_matter
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


def test_front_matter_may_hold_lists_comments_and_longer_values() -> None:
    lines = (
        "# about", "title: >", "  On the harbour", "authors:", "  - name: 'A. Writer'",
        "    at: x", "- B. Writer", "tags: [", "  one,", "]", "date created: 2024-05-01",
        '"sub": y', "", "lang: en",
    )  # fmt: skip
    for end in ("\n", "\r\n"):
        markdown = end.join(("---", *lines, "---", "Text"))
        fields, body = split_front_matter(markdown)
        assert body == "Text"
        assert fields["lang"] == "en"
    markdown = "---\nauthor:\n- 'A. Writer'\n  - name: B. Writer\n---\nText"
    assert read_bytes(markdown.encode(), "a.md").metadata.author == "A. Writer, B. Writer"


def test_toml_front_matter_is_metadata_too() -> None:
    extracted = read_bytes(b"+++\r\ntitle = 'Notes'\r\n+++\r\n\r\nText\r\n", "a.md")
    assert (extracted.text, extracted.metadata.title) == ("Text", "Notes")


@pytest.mark.parametrize(
    "markdown",
    [
        "---\nno field here\n---\ntext",
        "---\ntitle: never closed",
        "text\n---\ntitle: late\n---",
        "---\nAll that was said\nthat evening: nothing.\n\nNote: he left.\n---\ntext",
        "---\n\n第一段的文字。\n\n注: 原文如此\n\n---\n第二段。",
    ],
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


@pytest.mark.parametrize(
    "opening",
    ["- " * 150, ">" * 120 + " ", "> " * 99, "1. " * 60, "- > " * 40, "* " * 5000, ">" * 50_000],
)
def test_what_is_nested_too_deeply_is_read_all_the_same(opening: str) -> None:
    markdown = f"# Title\n\n{opening}the *innermost* words\n\nThe [next](a) paragraph.\n"
    assert _text(markdown).split("\n\n") == [
        "Title", "the innermost words", "The next paragraph."
    ]  # fmt: skip


def test_of_a_list_a_hundred_deep_no_item_is_lost() -> None:
    items = "".join(f"{'  ' * depth}- item {depth}\n" for depth in range(100))
    assert _text(f"{items}\nend").split() == f"{items} end".replace("- ", "").split()


def test_emphasis_a_hundred_deep_loses_no_word() -> None:
    words = [f"w{number}" for number in range(200)]
    text = _text(" *".join(words) + "*" * 199)
    assert [word.strip("*") for word in text.split()] == words


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("A word[^1] more.\n\n[^1]: The *note*.", "A word more.\n\nThe note."),
        (
            "One[^a] two[^B].\n\n[^a]: First\n[^b]: Second\n\nEnd",
            "One two.\n\nFirst\n\nSecond\n\nEnd",
        ),
        ("x[^1]\n\n[^1]: word", "x\n\nword"),
        ("x[^1]\n\n[^1]: http://a.example", "x\n\nhttp://a.example"),
        ("x[^1]\n[^1]: lazy\nline", "x\n\nlazy\nline"),
        ("x[^1]\n\n[^1]:\n    **later**\n\n    again\n\nend", "x\n\nlater\n\nagain\n\nend"),
        ("x[^1]\n\n[^1]: one\n\n    - *two*\n    - three", "x\n\none\ntwo\nthree"),
        ("> x[^1]\n>\n> [^1]: in a quote\n\nend", "x\nin a quote\n\nend"),
        ("- x[^1]\n\n[^1]: 注释在此。", "x\n\n注释在此。"),
        ("[a **b**[^1]](u) `[^1]`\n\n[^1]: c", "a b [^1]\n\nc"),
        ("    [^1]: code\n\nx[^1]", "[^1]: code\n\nx[^1]"),
        ("nothing[^2] here", "nothing[^2] here"),
        ("x[^1]\n\n[^1]:", "x"),
        ("[^1]: twice[^1]\n\n[^1]: and again", "twice\n\nand again"),
    ],
)
def test_the_words_of_a_footnote_stand_once_and_without_marks(markdown: str, text: str) -> None:
    assert _text(markdown) == text
