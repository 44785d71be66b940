from __future__ import annotations

import pytest

from simhash_gui.documents.readers.pdf.page_furniture import without_furniture
from simhash_gui.documents.readers.pdf.page_line import Line


def pages(*texts: tuple[str, ...]) -> list[list[Line]]:
    """A page for each tuple, its lines from the top to the bottom."""
    return [
        [Line(text, 50, 200, 800 - 14 * i, 12, number) for i, text in enumerate(page)]
        for number, page in enumerate(texts)
    ]


def kept(*texts: tuple[str, ...]) -> tuple[list[list[str]], list[str]]:
    bodies, furniture = without_furniture(pages(*texts))
    return [[line.text for line in body] for body in bodies], furniture


def test_a_line_that_every_page_has_is_kept_once() -> None:
    assert kept(("Title", "a"), ("Title", "b"), ("Title", "c")) == (
        [["a"], ["b"], ["c"]],
        ["Title"],
    )


@pytest.mark.parametrize(
    "numbers",
    [("1", "2", "3"), ("Page 7 of 9", "Page 8 of 9", "Page 9 of 9"), ("– iv –", "– v –", "– vi –"),
     ("第1页 共3页", "第2页 共3页", "第3页 共3页")],
)  # fmt: skip
def test_page_numbers_are_dropped(numbers: tuple[str, ...]) -> None:
    texts = ("one text", "another text", "a third text")
    bodies, furniture = kept(*zip(numbers, texts, strict=True))
    assert [len(body) for body in bodies] == [1, 1, 1]
    assert furniture == []


def test_a_title_with_a_page_number_is_kept_once() -> None:
    assert kept(("Title 1", "a"), ("Title 2", "b"))[1] == ["Title 1"]


def test_numbers_that_do_not_count_the_pages_are_text() -> None:
    assert kept(("12 apples", "a"), ("57 apples", "b"))[1] == []


def test_titles_that_change_from_left_to_right_page_are_furniture() -> None:
    assert kept(("Book", "a"), ("Part", "b"), ("Book", "x"), ("Part", "y"))[1] == ["Book", "Part"]


def test_pages_that_are_alike_in_their_text_lose_only_their_numbers() -> None:
    first = ("Invoice", "Northern Trading", "Dear customer", "1,200", "Please pay", "To Anna", "1")
    second = (*first[:3], "3,400", *first[4:6], "2")

    assert kept(first, second) == ([list(first[:-1]), list(second[:-1])], [])


def test_the_same_line_at_another_height_is_text() -> None:
    assert kept(("a", "Same"), ("Same", "b"))[1] == []


def test_the_same_line_far_away_is_text() -> None:
    texts = [("Same", "a"), *[(f"{chr(98 + i)} first", "x" * i) for i in range(8)], ("Same", "z")]
    assert kept(*texts)[1] == []


def test_the_same_line_behind_text_is_text() -> None:
    assert kept(("a", "Same", "b"), ("c", "Same", "d"))[1] == []


def test_the_same_line_beside_text_is_text() -> None:
    first = [Line("Same", 50, 90, 700, 12, 0), Line("this", 300, 340, 700, 12, 0)]
    second = [Line("Same", 50, 90, 700, 12, 1), Line("that", 300, 340, 700, 12, 1)]
    assert without_furniture([first, second])[1] == []


def test_lines_in_the_middle_of_pages_are_text() -> None:
    page = tuple(f"unlike {{}} {i}" for i in range(4))
    texts = [
        (*[line.format(name) for line in page], "Same", *[line.format(name * 2) for line in page])
        for name in "abc"
    ]
    assert kept(*texts)[1] == []
