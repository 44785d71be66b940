"""What stands on page after page: running headers and footers, page numbers.

A line near the top or the bottom is furniture when another page has the same line at the same
height. Numbers may differ, if they count the pages. The first of each is kept, but for mere page
numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from simhash_gui.documents.readers.pdf.page_line import Line, share_baseline

_LINES_AT_EITHER_END = 3
_POINTS_APART = 4.0
_PAGES_APART = 4
"""A running header may change with the chapter and from left page to right page."""
_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"(?=[ivxlc])c{0,2}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_MERE_NUMBER = re.compile(
    r"[\W\d_]*(?:(?:page|seite|p|стр|of|von|第|页|頁|共)[\W\d_]*)*", re.IGNORECASE
)


def without_furniture(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], list[str]]:
    """The lines of each page that are no furniture, and the furniture, each once."""
    alike = {id(line) for group in _groups(pages) for line in _repeated(group)}
    dropped = {id(line) for page in pages for line in _up_to_text(page, alike)}
    kept = [[line for line in page if id(line) not in dropped] for page in pages]
    texts = (line.text for page in pages for line in page if id(line) in dropped)
    furniture: dict[str, str] = {}
    for text in texts:
        if not _is_mere_number(text):
            furniture.setdefault(_pattern(text), text)
    return kept, list(furniture.values())


def _groups(pages: Sequence[Sequence[Line]]) -> Iterator[list[Line]]:
    """Lines at the ends of pages that are alike but for numbers, page after page."""
    groups: dict[str, list[Line]] = defaultdict(list)
    for page in pages:
        for line in _ends(page):
            groups[_pattern(line.text)].append(line)
    yield from groups.values()


def _ends(page: Sequence[Line]) -> Sequence[Line]:
    by_height = sorted(page, key=lambda line: line.bottom)
    if len(by_height) <= 2 * _LINES_AT_EITHER_END:
        return by_height
    return by_height[:_LINES_AT_EITHER_END] + by_height[-_LINES_AT_EITHER_END:]


def _up_to_text(page: Sequence[Line], alike: AbstractSet[int]) -> Iterator[Line]:
    """From either end of the page inwards, up to the first line that other pages do not have.

    Where that is as far as is looked, whole pages are alike, and only page numbers are furniture.
    """
    by_height = sorted(page, key=lambda line: line.bottom)
    for lines in (by_height, by_height[::-1]):
        found = list(_alike_from_the_end(lines, alike))
        is_text = _count_rows(found) >= _LINES_AT_EITHER_END
        yield from (line for line in found if not is_text or _is_mere_number(line.text))


def _alike_from_the_end(lines: Sequence[Line], alike: AbstractSet[int]) -> Iterator[Line]:
    for line in lines:
        beside = (other for other in lines if share_baseline(line, other))
        if any(id(other) not in alike for other in beside):
            return
        yield line


def _count_rows(lines: Sequence[Line]) -> int:
    return sum(
        not any(share_baseline(line, earlier) for earlier in lines[:position])
        for position, line in enumerate(lines)
    )


def _repeated(group: Sequence[Line]) -> Iterator[Line]:
    """Those that have a fellow on a page nearby."""
    for position, line in enumerate(group):
        nearby = group[max(0, position - _PAGES_APART) : position + _PAGES_APART + 1]
        if any(_are_fellows(line, other) for other in nearby):
            yield line


def _are_fellows(one: Line, other: Line) -> bool:
    pages_between = other.page - one.page
    if not 0 < abs(pages_between) <= _PAGES_APART:
        return False
    if abs(other.bottom - one.bottom) > _POINTS_APART:
        return False
    differences = {
        int(b) - int(a)
        for a, b in zip(_NUMBER.findall(one.text), _NUMBER.findall(other.text), strict=True)
    }
    if _is_roman(one.text):
        return True
    return differences <= {0, pages_between}


def _pattern(text: str) -> str:
    """The text without what may differ from page to page."""
    return "ROMAN" if _is_roman(text) else _NUMBER.sub("0", text)


def _is_roman(text: str) -> bool:
    return _ROMAN.fullmatch(text.strip(" -–—.")) is not None


def _is_mere_number(text: str) -> bool:
    return _MERE_NUMBER.fullmatch(text) is not None or _is_roman(text)
