from __future__ import annotations

import pytest

from simhash_gui.documents.readers.pdf.page_line import Line
from simhash_gui.documents.readers.pdf.page_paragraphs import paragraphs

FULL = "A line as long as any on the page, with many words in it"


def row(text: str, place: int, left: float = 50, height: float = 12, page: int = 0) -> list[Line]:
    """A line of characters that are half as wide as high, East Asian ones as wide as high."""
    width = sum(12 if character > "\u2e80" else 6 for character in text)
    return [Line(text, left, left + width, 700 - 14 * place, height, page)]


def test_a_bullet_begins_a_paragraph_and_its_second_line_does_not() -> None:
    page = [row("• " + FULL, 0), row("and its second line", 1, left=62), row("• next", 2)]
    assert paragraphs([page]) == [f"• {FULL} and its second line", "• next"]


@pytest.mark.parametrize("glyph", ["•", "▪", "\uf0b7", "\uf0a7 ", "\uf0fc "])
def test_bullets_of_any_kind_and_without_a_space_begin_paragraphs(glyph: str) -> None:
    items = [f"{glyph}one thing", f"{glyph}two things", f"{glyph}第三"]
    assert paragraphs([[row(item, place) for place, item in enumerate(items)]]) == items


@pytest.mark.parametrize(
    ("last", "first"),
    [
        ("After the table 表后", "SECONDHEADER"),
        (FULL, "Another heading"),
        (FULL + ".", "words"),
        ("a short line", "words of the next page"),
        ("短行", "下一页的文字"),
        (FULL, "1 Chapter"),
    ],
)
def test_on_another_page_a_paragraph_begins(last: str, first: str) -> None:
    pages = [[row(FULL, 0), row(FULL, 1), row(last, 20)], [row(first, 0, page=1)]]
    assert paragraphs(pages)[-2:] == [last, first]


@pytest.mark.parametrize(
    ("last", "first", "text"),
    [
        (FULL, "goes on", f"{FULL} goes on"),
        ("一二三四五六七八九", "十。", "一二三四五六七八九十。"),
        (FULL[:-4] + "hyphen-", "ated", FULL[:-4] + "hyphenated"),
        (FULL, "كلمة", f"{FULL} كلمة"),
    ],
)
def test_a_sentence_goes_on_on_another_page(last: str, first: str, text: str) -> None:
    assert paragraphs([[row(last, 0)], [row(first, 0, page=1)]]) == [text]


def test_another_size_begins_a_paragraph() -> None:
    page = [row(FULL, 0, height=18), row(FULL, 1)]
    assert paragraphs([page]) == [FULL, FULL]


def test_the_first_indented_line_begins_a_paragraph_and_the_next_ones_go_on() -> None:
    page = [row(FULL, 0), row(FULL, 1, left=74), row(FULL, 2), row("end", 3)]
    assert paragraphs([page]) == [FULL, f"{FULL} {FULL} end"]


def test_a_chinese_line_that_ends_one_character_early_goes_on() -> None:
    page = [row("一二三四五六七八九", 0), row("一二三四五六七八", 1), row("十。", 2)]
    assert paragraphs([page]) == ["一二三四五六七八九一二三四五六七八十。"]


def test_a_chinese_sentence_that_ends_early_ends_a_paragraph() -> None:
    page = [row("一二三四五六七八九十", 0), row("一二三四五六七。", 1), row("下一段", 2)]
    assert paragraphs([page]) == ["一二三四五六七八九十一二三四五六七。", "下一段"]


def test_entries_of_a_table_of_contents_stand_alone() -> None:
    page = [row("1 First . . . . . . . . . . 7", 0), row("2 Second . . . . . . . . . 8", 1)]
    assert paragraphs([page]) == ["1 First . . . . . . . . . . 7", "2 Second . . . . . . . . . 8"]


def test_a_row_of_cells_stands_alone() -> None:
    cells = [*row("a", 1), *row("b", 1, left=300)]
    assert paragraphs([[row(FULL, 0), cells, row("end", 2)]]) == [FULL, "a\tb", "end"]


def test_a_hyphen_between_two_words_of_the_document_stays() -> None:
    page = [
        row("The native of the place is a speaker of it, a native-", 0),
        row("speaker, as all natives are. A native knows a speaker.", 1),
    ]
    assert "a native-speaker, as" in paragraphs([page])[0]


@pytest.mark.parametrize(
    ("broken", "elsewhere", "whole"),
    [
        (("well-", "known"), "It is well-known.", "well-known"),
        (("well-", "known"), "It is wellknown.", "wellknown"),
        (("hyphen-", "ated"), "", "hyphenated"),
        (("state-of-the-", "art"), "A state-of-the-art machine.", "state-of-the-art"),
        (("state-", "of-the-art"), "A state-of-the-art machine.", "state-of-the-art"),
        (("high-perfor-", "mance"), "Of high-performance.", "high-performance"),
        (("high-perfor-", "mance"), "The performance.", "high-performance"),
    ],
)
def test_a_broken_word_is_written_as_elsewhere_in_the_document(
    broken: tuple[str, str], elsewhere: str, whole: str
) -> None:
    end, start = broken
    page = [row(f"{FULL} {end}", 0), row(f"{start}, {FULL}", 1), row(elsewhere or "End.", 2)]
    assert f" {whole}, " in " ".join(paragraphs([page]))


def test_a_paragraph_of_thirty_thousand_lines_is_put_together_in_time() -> None:
    page = [row("word and so on", place % 2, page=place) for place in range(30_000)]
    assert len(paragraphs([[line] for line in page])) == 1


def test_a_document_without_rows_has_no_paragraphs() -> None:
    assert paragraphs([[], []]) == []
