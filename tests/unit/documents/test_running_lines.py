"""Running lines: what is taken away from paginated text, and what never is."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.documents.running_lines import without_running_lines

_WORDS = [
    "ferry",
    "island",
    "harbour",
    "light",
    "keeper",
    "tide",
    "rope",
    "engine",
    "captain",
    "morning",
    "cargo",
    "signal",
]


def _body(page: int, lines: int = 15) -> list[str]:
    """Lines that never repeat."""
    chance = random.Random(page)
    return [f"{' '.join(chance.choices(_WORDS, k=7))} {page * 97 + i}x" for i in range(lines)]


def _words(text: str) -> list[str]:
    return text.split()


def _pages(*decorations: tuple[list[str], list[str]], separator: str = "\n\f") -> str:
    """Pages with lines above and below their bodies."""
    pages = [top + _body(page) + bottom for page, (top, bottom) in enumerate(decorations)]
    return separator.join("\n".join(page) for page in pages)


def _bodies(count: int) -> list[str]:
    return _words("\n".join("\n".join(_body(page)) for page in range(count)))


@pytest.mark.parametrize(
    "decorations",
    [
        pytest.param(
            [
                (["RFC 9999   Ferries   May 2020", ""], ["", f"Keeper   [Page {n}]"])
                for n in range(5)
            ],
            id="as in an RFC",
        ),
        pytest.param([([], [f"  - {n} -  "]) for n in range(8, 14)], id="numbers below"),
        pytest.param([([f"第 {n} 页"], []) for n in range(1, 4)], id="Chinese numbers above"),
        pytest.param([([], [f"{n} / 30"]) for n in range(1, 7)], id="number of all pages"),
        pytest.param(
            [(["The Book", f"{n}"] if n % 2 else [f"{n}", "A Chapter"], []) for n in range(1, 9)],
            id="left and right pages",
        ),
        pytest.param([(["CONFIDENTIAL", "draft", "v1.2"], []) for _ in range(3)], id="three lines"),
        pytest.param([(["机密★启用前"], ["共12页"]) for _ in range(3)], id="the same everywhere"),
    ],
)
def test_lines_that_stand_on_every_page_are_taken_away(
    decorations: list[tuple[list[str], list[str]]],
) -> None:
    found = without_running_lines(_pages(*decorations))

    assert _words(found) == _bodies(len(decorations))


@pytest.mark.parametrize(
    "number", ["{}", "- {} -", "Page {} of 20", "[{}]", "第{}页 共20页", "— {} —"]
)
def test_without_form_feeds_pages_end_at_their_numbers(number: str) -> None:
    decorations = [(["The Ferry Times"], [number.format(n)]) for n in range(4, 9)]

    found = without_running_lines(_pages(*decorations, separator="\n"))

    assert _words(found) == _bodies(5)


def test_other_numbers_in_between_do_not_confuse_the_pages() -> None:
    bodies = [_body(page) for page in range(5)]
    bodies[1][4], bodies[2][7], bodies[3][2] = "3", "900", "4"
    text = "\n".join("\n".join([*body, f"{page + 1}"]) for page, body in enumerate(bodies))

    found = without_running_lines(text)

    assert _words(found) == _words("\n".join("\n".join(body) for body in bodies))


def test_one_line_break_remains_where_lines_are_taken_away() -> None:
    text = _pages(*[(["Head", ""], ["", f"{n}"]) for n in range(3)])

    found = without_running_lines(text)

    between = found[found.index("14x") :]
    assert between[: between.index(_body(1)[0])].count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("\f\f\f", id="only form feeds"),
        pytest.param("\f".join("\n".join(_body(page)) for page in range(6)), id="bare pages"),
        pytest.param("\n".join(map(str, range(1, 200))), id="a column of numbers"),
        pytest.param("\n".join(f"{n}\nline {n}a\n" for n in range(1, 99)), id="subtitles"),
        pytest.param(
            "\n".join("\n".join([f"Chapter {n}", *_body(n, 20)]) for n in range(1, 6)),
            id="chapters without pages",
        ),
        pytest.param("\f".join(f"Name: a{n}\nAge: {n}\nTown: b" for n in range(9)), id="forms"),
        pytest.param(_pages((["Head"], []), ([], []), (["Head"], [])), id="only twice"),
        pytest.param(
            _pages(*[([f"Table {n}"], []) for n in (3, 9, 10, 40)]),
            id="numbers that count no pages",
        ),
        pytest.param(_pages(*[(["long " * 30], []) for _ in range(5)]), id="a long line"),
        pytest.param(
            "\n".join("\n".join([*_body(n), str(number)]) for n, number in enumerate((3, 5, 4, 6))),
            id="numbers out of order",
        ),
    ],
)
def test_what_may_belong_to_the_text_stays(text: str) -> None:
    assert without_running_lines(text) == text


def test_a_line_in_the_middle_of_the_page_stays() -> None:
    bodies = [[*_body(page)[:7], "the refrain", *_body(page)[7:]] for page in range(5)]

    text = "\f".join("\n".join(body) for body in bodies)

    assert without_running_lines(text) == text


@given(st.text("ab1 \n\f页", max_size=200) | st.text(max_size=100))
def test_the_text_keeps_its_length_and_all_it_loses_becomes_white_space(text: str) -> None:
    found = without_running_lines(text)

    assert len(found) == len(text)
    assert all(new == old or new in " \n" for new, old in zip(found, text, strict=True))


@given(st.integers(3, 9), st.integers(1, 900), st.sampled_from(["\n\f", "\f", "\r\n\f\r\n"]))
def test_any_number_of_pages_from_any_number_on(pages: int, first: int, separator: str) -> None:
    decorations = [(["Head"], [f"p. {number}"]) for number in range(first, first + pages)]

    found = without_running_lines(_pages(*decorations, separator=separator))

    assert _words(found) == _bodies(pages)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n" * 300_000, id="line breaks"),
        pytest.param(("\n" + " " * 50_000) * 6, id="spaces"),
        pytest.param("\n1" * 150_000, id="numbers"),
        pytest.param("\n" + "9" * 300_000, id="digits"),
        pytest.param("\n" + "(" * 150_000 + "-" * 150_000, id="brackets"),
        pytest.param("\f" * 100_000, id="form feeds"),
        pytest.param("a\n\f" * 100_000, id="tiny pages"),
        pytest.param("\n1\n" + "x\n" * 11 + ("2\n" + "x\n" * 11) * 12_000, id="just too near"),
    ],
)
def test_nothing_takes_more_than_linear_time(text: str) -> None:
    begin = time.process_time()

    without_running_lines(text)

    assert time.process_time() - begin < 5
