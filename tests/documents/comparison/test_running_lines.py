"""Running lines: what is taken away from paginated text, and what never is."""

from __future__ import annotations

import random
import textwrap
import time
from collections.abc import Callable
from itertools import chain

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simhash_gui.documents.comparison.running_lines import without_running_lines

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


_PROSE = (
    "The ferry had left the island before the light of the harbour was out, and nobody on the "
    "quay could tell whether the keeper had seen it. The captain, who knew every signal by heart, "
    "would have answered; the engine was heard until noon. "
)


def _prose(lines: int, seed: int = 0) -> list[str]:
    """Wrapped lines of sentences, no two alike."""
    chance = random.Random(seed)
    words = [f"{word}{chance.randrange(10**6)}x" for word in _PROSE.split() * (lines // 5 + 1)]
    return textwrap.wrap(" ".join(words).replace(".", "a."), 72)[:lines]


def _han(lines: int, seed: int = 0) -> list[str]:
    """Lines of Han characters with few signs between, no two alike."""
    chance = random.Random(seed)
    return ["".join(chr(chance.randrange(0x4E00, 0x9000)) for _ in range(36)) for _ in range(lines)]


def _printed(
    lines: list[str], size: int, head: Callable[[int], list[str]], foot: Callable[[int], list[str]]
) -> str:
    """The lines on pages of so many, with no form feed."""
    starts = range(0, len(lines), size)
    pages = [
        [*head(page), *lines[start : start + size], *foot(page)]
        for page, start in enumerate(starts, 1)
    ]
    return "\n".join(chain.from_iterable(pages))


def _none(page: int) -> list[str]:
    return []


_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]
_RUNNING: dict[str, Callable[[int], str]] = {
    "title and page": lambda page: f"Annual report of the company    Page {page}",
    "title and number": lambda page: f"{page:>3}  ACME Annual Report 2020",
    "title": lambda _: "ACME Annual Report",
    "number": str,
    "dashes": "- {} -".format,
    "of all": "{} / 12".format,
    "page of all": "Page {} of 12".format,
    "Chinese page": "第 {} 页".format,
    "Chinese page of all": "第{}页 共12页".format,
    "Chinese title": lambda _: "年度报告（内部资料）",
    "Chinese title and number": "年度工作报告 {}".format,
    "roman": lambda page: _ROMAN[page - 1],
    "roman in dashes": lambda page: f"- {_ROMAN[page - 1]} -",
}


@pytest.mark.parametrize("size", [10, 20])
@pytest.mark.parametrize("body", [_prose, _han])
@pytest.mark.parametrize("running", _RUNNING.values(), ids=_RUNNING)
@pytest.mark.parametrize("blank", [[], [""]], ids=["close", "set off"])
def test_heads_and_feet_are_taken_away_without_form_feeds_on_the_first_and_last_page_too(
    size: int, body: Callable[[int], list[str]], running: Callable[[int], str], blank: list[str]
) -> None:
    lines = body(size * 10 - size // 2)

    headed = _printed(lines, size, lambda page: [running(page), *blank], _none)
    footed = _printed(lines, size, _none, lambda page: [*blank, running(page)])

    assert _words(without_running_lines(headed)) == _words("\n".join(lines))
    assert _words(without_running_lines(footed)) == _words("\n".join(lines))


def test_heads_and_feet_together_are_taken_away_without_form_feeds() -> None:
    lines = _prose(200)

    found = without_running_lines(
        _printed(lines, 21, lambda _: ["ACME Annual Report", "Draft", ""], lambda page: [f"{page}"])
    )

    assert _words(found) == _words("\n".join(lines))


def test_a_title_beside_blank_lines_is_taken_away_though_no_sentence_goes_on() -> None:
    lines = [f"{line.capitalize()}." for line in _prose(200)]

    found = without_running_lines(_printed(lines, 20, lambda _: ["ACME Annual Report", ""], _none))

    assert _words(found) == _words("\n".join(lines))


def test_a_short_chapter_end_and_a_number_in_the_text_do_not_stop_the_pages() -> None:
    lines = _prose(140)
    lines[50], lines[71] = "4", "900"
    pages = [lines[:25], lines[25:50], lines[50:62], lines[62:87], lines[87:112], lines[112:]]
    text = "\n".join("\n".join([*page, str(n)]) for n, page in enumerate(pages, 1))

    assert _words(without_running_lines(text)) == _words("\n".join(lines))


def _every(size: int, inserted: Callable[[int], list[str]], count: int = 8) -> str:
    """Prose with some lines after each so many lines."""
    return _printed(_prose(size * count), size, inserted, _none)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "\n".join(f"{n}. {line}" for n, line in enumerate(_prose(90), 1)), id="numbered list"
        ),
        pytest.param(_every(12, lambda n: [f"Chapter {n}", ""]), id="chapters"),
        pytest.param(_every(12, lambda n: ["", f"Section {n}:", ""]), id="sections"),
        pytest.param(_every(12, lambda n: [f"第 {n} 章"]), id="Chinese chapters"),
        pytest.param(_every(12, lambda n: [f"第{n}单元"]), id="Chinese units"),
        pytest.param(_every(9, lambda n: [f"Epoch {n}/12"]), id="log"),
        pytest.param(_every(9, lambda n: [f"processed batch {n}"]), id="log of words"),
        pytest.param("\n".join(f"第{n}条 {line}" for n, line in enumerate(_han(60), 1)), id="law"),
        pytest.param(_every(4, lambda _: ["", "Sing, O Harbour, Sing", ""]), id="refrain"),
        pytest.param(
            _every(16, lambda _: ["", *(f"Sing Harbour {i}x" for i in "abcde"), ""]), id="chorus"
        ),
        pytest.param(_every(12, lambda _: ["    return result"]), id="source code"),
        pytest.param(_every(12, lambda _: ["Foo bar = {"]), id="source code in capitals"),
        pytest.param(_every(12, lambda n: [f"var app{n} = new Vue({{"]), id="numbered code"),
        pytest.param(_every(12, lambda _: ["# Check the mapping"]), id="comments"),
        pytest.param(_every(9, lambda n: [f"| {n} | 12 | Harbour |"]), id="table rows"),
        pytest.param(_every(5, lambda n: [f"{n}", "00:01 --> 00:02", ""]), id="subtitles"),
        pytest.param(_every(20, lambda _: ["ACME Report"], 3), id="title only three times"),
        pytest.param(_every(20, lambda n: [f"ACME Report {n}"], 2), id="number only twice"),
        pytest.param(_every(20, lambda n: [f"ACME Report {n * n}"]), id="number that jumps"),
        pytest.param(
            "\n".join("\n".join([*_prose(9 * n, n), "ACME Report"]) for n in range(1, 9)),
            id="irregular title",
        ),
        pytest.param(
            "\n".join(
                "\n".join([*_prose(12, n), "the rope", "You can copy this under", "the terms"])
                for n in range(8)
            ),
            id="repeated paragraph",
        ),
        pytest.param(
            _every(20, lambda n: [f"A. Title. {line}." for line in _prose(1, n)]), id="sentences"
        ),
    ],
)
def test_what_comes_back_in_a_text_without_pages_stays(text: str) -> None:
    assert without_running_lines(text) == text


def test_a_title_stays_where_each_line_is_a_sentence_and_no_blank_line_is_beside_it() -> None:
    lines = [f"{line.capitalize()}." for line in _prose(160)]
    text = _printed(lines, 20, lambda _: ["ACME Annual Report"], _none)

    assert without_running_lines(text) == text


@given(st.lists(st.text("abcXYZ .,-第页条", min_size=1, max_size=30), unique=True, max_size=80))
def test_a_text_in_which_no_line_comes_back_is_unchanged(lines: list[str]) -> None:
    text = "\n".join(f"{line}{chr(0x5000 + n)}" for n, line in enumerate(lines))

    assert without_running_lines(text) == text


@example(10, 4, 96, 0)
@given(st.integers(10, 60), st.integers(4, 9), st.integers(1, 900), st.integers(0, 9))
def test_pages_of_any_size_from_any_number_on(size: int, pages: int, first: int, seed: int) -> None:
    lines = _prose(size * pages, seed)

    found = without_running_lines(
        _printed(lines, size, lambda page: [f"ACME Report   Page {first + page}"], _none)
    )

    assert _words(found) == _words("\n".join(lines))


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
        pytest.param("\n1" * 30_000, id="numbers"),
        pytest.param("\n" + "9" * 300_000, id="digits"),
        pytest.param("\n" + "(" * 150_000 + "-" * 150_000, id="brackets"),
        pytest.param("1\n2\n3\n4\n" * 12_000, id="numbers that begin again"),
        pytest.param(("Head\n" + "x\n" * 9) * 15_000, id="heads"),
        pytest.param("".join(f"A b {n}\n" + "\n" * 9 for n in range(15_000)), id="blank pages"),
        pytest.param("1 1 1 1\n2 1 1 1\n" * 50_000, id="rows of numbers"),
        pytest.param("\niii" * 20_000, id="roman numbers"),
        pytest.param("\f" * 20_000, id="form feeds"),
        pytest.param("a\n\f" * 20_000, id="tiny pages"),
        pytest.param("\n1\n" + "x\n" * 11 + ("2\n" + "x\n" * 11) * 12_000, id="just too near"),
    ],
)
def test_nothing_takes_more_than_linear_time(text: str) -> None:
    begin = time.process_time()

    without_running_lines(text)

    assert time.process_time() - begin < 5
