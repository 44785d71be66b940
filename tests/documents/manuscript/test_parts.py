"""Chapters, bibliography and footnotes of a manuscript."""

from __future__ import annotations

import pytest

from simhash_gui.documents.manuscript.parts import bibliographies, chapters, footnotes

PROSE = "This paragraph is long enough to be prose of its own, for it says nothing of any book."


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("第一章 绪论\n正文。\n第二章 方法\n正文。", ["第一章 绪论", "第二章 方法"]),
        ("# One\ntext\n## Sub\ntext\n# Two\ntext", ["One", "Two"]),
        (
            "Chapter 1\ntext\nChapter 2\ntext\nReferences\nx",
            ["Chapter 1", "Chapter 2", "References"],
        ),
        ("1 Aims\ntext\n2 Means\ntext", ["1 Aims", "2 Means"]),
        ("一、背景\n正文。\n二、结论\n正文。", ["一、背景", "二、结论"]),
        ("before\nAbstract\ntext\nConclusion\ntext", ["", "Abstract", "Conclusion"]),
        ("Глава 1\nтекст\nГлава 2\nтекст", ["Глава 1", "Глава 2"]),
        ("no heading at all", [""]),
        ("", [""]),
    ],
)
def test_headings_divide_a_text(text: str, titles: list[str]) -> None:
    found = chapters(text)

    assert [part.title for part in found] == titles
    assert "".join(text[part.start : part.end] for part in found) == text


def test_headings_of_the_format_come_first() -> None:
    text = "Alpha\nsome text\nBeta\nsome text"

    assert [part.title for part in chapters(text, [0, text.index("Beta")])] == ["Alpha", "Beta"]


@pytest.mark.parametrize(
    "heading", ["References", "参考文献", "【参考文献】", "Литература", "5. Bibliography"]
)
def test_a_bibliography_begins_at_its_heading_and_ends_at_the_next(heading: str) -> None:
    text = f"Text.\n{heading}\n[1] Smith. Book. 2010.\n[2] 张三. 论文[J]. 学报, 2019.\n附录\nMore."

    ((start, end),) = bibliographies(text)

    assert text[start:end] == "[1] Smith. Book. 2010.\n[2] 张三. 论文[J]. 学报, 2019."


def test_a_bibliography_ends_where_prose_begins() -> None:
    text = f"References\n[1] Smith. Book. 2010.\n{PROSE}\n{PROSE}\n"

    ((start, end),) = bibliographies(text)

    assert text[start:end] == "[1] Smith. Book. 2010."


def test_a_heading_without_entries_hides_nothing() -> None:
    assert list(bibliographies(f"References\n{PROSE}\n{PROSE}\n")) == []
    assert list(bibliographies("References")) == []


def test_one_long_entry_without_a_year_does_not_end_a_bibliography() -> None:
    text = f"References\n[1] Smith. 2010.\n{PROSE}\n[3] A second entry of the list. 2011.\n"

    ((start, end),) = bibliographies(text)

    assert end == len(text) - 1
    assert start == len("References\n")


def test_footnotes_are_lines_with_a_mark_and_sections_of_notes() -> None:
    text = "Text[^1].\n[^1]: The note.\n① 注一\nNotes\n1. First\n2. Second\nText again."

    assert [text[start:end] for start, end in footnotes(text)] == [
        "[^1]: The note.",
        "① 注一",
        "1. First\n2. Second",
    ]
    assert list(footnotes("Notes\nwithout numbers")) == []
