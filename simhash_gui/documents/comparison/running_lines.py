"""Running heads, running feet and page numbers of paginated plain text, which nobody wrote there.

Printed to text, a document carries the same lines at the top and bottom of every page, in the
middle of sentences, and at other places once an edit has moved the pages. They are replaced by
spaces, so that the text keeps its length and every character its place.

The rule would rather leave one than take a line of the text:

- Pages end at form feeds; in a text without any, at lines that hold nothing but a page number
  (``12``, ``- 12 -``, ``Page 12 of 30``, ``第 12 页``). These must count on one by one, at least
  three of them, twelve lines of text or more apart.
- Only the first three and the last three lines of a page that are not blank are looked at, and
  none of more than 120 characters.
- One is running when it stands at the same place, counted from that edge, on three pages in a row
  or on three alternate ones, alike but for its numbers, each of which stays the same or counts the
  pages.
- So are lines that come back as regularly as pages do, wherever these end (``regular_lines``).
- When these are more than a third of all lines, it is no paginated text (but a form, a song or a
  slide on each page), and nothing is taken away.

Where lines are taken away, one line break remains, so that a word that is divided between two
pages can be put together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from simhash_gui.documents.comparison.regular_lines import starts_of_regular_lines

_FORM_FEED = "\f"
_LEAST_PAGES = 3
_EDGE_LINES = 3
_LONGEST_CHARACTERS = 120
_LEAST_LINES_APART = 12
_STEPS = (1, 2)  # on every page; on left pages, or on right ones
_MOST_RUNNING = 1 / 3

_LINE = re.compile(r"\S[^\n\f]*")
_FORM_FEEDS = re.compile(_FORM_FEED)
_NUMBER = re.compile(r"\d{1,9}")
# A number, what may be written beside it, and nothing else in the line; not the first line, since
# a pattern that begins with a line break is searched for much faster than one with a ^.
_PAGE_NUMBER = re.compile(
    r"""
    \n [^\S\n]*+ [(\[<|*·•~—–-]*+ [^\S\n]*+
    (?: (?:page|pag\.|p\.|seite|página|strona|страница|第) [^\S\n]*+ )?
    (\d{1,6}+)
    [^\S\n]*+ (?: [页頁] | (?:/|of|von|de|из) [^\S\n]*+ \d{1,6}+ )?
    [^\S\n]*+ (?: [,，/]? [^\S\n]*+ 共 [^\S\n]*+ \d{1,6}+ [^\S\n]*+ [页頁] )?
    [^\S\n]*+ [)\]>|*·•~—–-]*+ [^\S\n]*+ (?=\n|\Z)
    """,
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that is not blank: where it is, what it says without its numbers, and these."""

    start: int
    end: int
    words: str
    numbers: tuple[int, ...]


_Page = list[_Line]


def without_running_lines(text: str, *, are_pages_known: bool = False) -> str:
    """The text with spaces in place of running lines; as long as before.

    ``are_pages_known``: every page ends at a form feed, so that no line needs to come back
    regularly to be found. PDFs gain nothing by that (``tests/benchmarks/README.md``).
    """
    ends = _page_ends(text)
    pages = _pages(text, ends) if len(ends) + 1 >= _LEAST_PAGES else []
    running = {*_starts_of_running_lines(pages)}
    if not are_pages_known:
        running.update(starts_of_regular_lines(text))
    if not running:
        return text
    lines = list(chain.from_iterable(pages or _pages(text, [])))
    return text if len(running) > _MOST_RUNNING * len(lines) else _blanked(text, lines, running)


def _page_ends(text: str) -> list[int]:
    """Where one page ends and the next begins."""
    if _FORM_FEED in text:
        return [match.start() for match in _FORM_FEEDS.finditer(text)]
    if text.count("\n") < _LEAST_LINES_APART * (_LEAST_PAGES - 1):
        return []
    numbers = list(_PAGE_NUMBER.finditer(text))
    if len(numbers) < _LEAST_PAGES:
        return []
    row = _longest_row(text, numbers)
    return [number.end() for number in row] if len(row) >= _LEAST_PAGES else []


def _longest_row(text: str, numbers: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """The longest row of numbers that count on and are far apart; the first one if two are."""
    rows: dict[int, list[re.Match[str]]] = {}  # by the number that comes next
    longest: list[re.Match[str]] = []
    for number in numbers:
        value = int(number[1])
        row = rows.get(value, [])
        if row and not _are_apart(text, row[-1], number):
            continue
        rows.pop(value, None)
        row.append(number)
        if len(row) >= len(rows.get(value + 1, [])):
            rows[value + 1] = row
        longest = max(longest, row, key=len)
    return longest


def _are_apart(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    lines = _LINE.finditer(text, one.end(), other.start())
    return len(list(islice(lines, _LEAST_LINES_APART))) == _LEAST_LINES_APART


def _pages(text: str, ends: Sequence[int]) -> list[_Page]:
    starts = [0, *ends]
    return [
        [_line(match) for match in _LINE.finditer(text, start, end)]
        for start, end in zip(starts, [*ends, len(text)], strict=True)
    ]


def _line(match: re.Match[str]) -> _Line:
    text = match[0][: _LONGEST_CHARACTERS + 1]
    words = " ".join(_NUMBER.sub("0", text).casefold().split())
    return _Line(match.start(), match.end(), words, tuple(map(int, _NUMBER.findall(text))))


def _starts_of_running_lines(pages: Sequence[_Page]) -> Iterator[int]:
    if not pages:
        return
    for place in (*range(_EDGE_LINES), *range(-_EDGE_LINES, 0)):
        lines = [page[place] if -len(page) <= place < len(page) else None for page in pages]
        for step in _STEPS:
            for three in zip(lines, lines[step:], lines[2 * step :], strict=False):
                found = [line for line in three if line is not None]
                if len(found) == len(three) and _are_alike(found, step):
                    yield from (line.start for line in found)


def _are_alike(lines: Sequence[_Line], step: int) -> bool:
    first = lines[0]
    if len({line.words for line in lines}) > 1 or first.end - first.start > _LONGEST_CHARACTERS:
        return False
    return all(
        two - one == three - two and two - one in {0, step}
        for one, two, three in zip(*(line.numbers for line in lines), strict=True)
    )


def _blanked(text: str, lines: Sequence[_Line], running: set[int]) -> str:
    """Spaces, and one line break, from the end of the line before to the start of the one after."""
    pieces: list[str] = []
    end = written = 0
    takes_away = False
    for line in (*lines, _Line(len(text), len(text), "", ())):
        if line.start in running:
            takes_away = True
            continue
        if takes_away:
            pieces += [text[written:end], "\n".ljust(line.start - end)]
            written, takes_away = line.start, False
        end = line.end
    return "".join([*pieces, text[written:]])
