"""Tags with attributes without end, cut short: lexbor's time grows with the square of their number.

Tags are found as in HTML 13.2.5: a quoted value may hold ``>``; in a comment, a script or a style
there are none.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

_MOST_ATTRIBUTES = 256
"""On one tag. No page that anybody wrote has so many."""

_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+))?"""
_ATTRIBUTES = rf"(?:{_ATTRIBUTE}){{0,{_MOST_ATTRIBUTES}}}[\s/]*+"
_RAW = "script|style|textarea|title|xmp|iframe|noembed|noframes"
# Once it has begun neither can fail, so that each character is looked at once.
_TAG = re.compile(rf"<(?:(!--)|(?:({_RAW})(?=[\s/>])|[a-z][^\s/>]*+){_ATTRIBUTES})", re.IGNORECASE)
_MORE = re.compile(_ATTRIBUTES)
_COMMENT, _RAW_NAME = 1, 2


def with_few_attributes(markup: str) -> str:
    """The same page without what goes beyond the first attributes of a tag."""
    pieces: list[str] = []
    kept = 0
    for start, end in _surplus(markup):
        pieces.append(markup[kept:start])
        kept = end
    return "".join((*pieces, markup[kept:])) if pieces else markup


def _surplus(markup: str) -> Iterator[tuple[int, int]]:
    """From where to where a tag has more attributes than it should."""
    position: int | None = 0
    while position is not None:
        position = yield from _surplus_from(markup, position)


def _surplus_from(markup: str, start: int) -> Generator[tuple[int, int], None, int | None]:
    """Go on until tags have to be searched anew from somewhere else, and return from where."""
    for tag in _TAG.finditer(markup, start):
        end = tag.end()
        if tag.lastindex == _COMMENT:
            return _place_of("-->", markup, end)
        is_whole = end == len(markup) or markup[end] == ">"
        if is_whole and tag.lastindex is None:
            continue
        if not is_whole:
            end = _end_of_attributes(markup, end)
            yield tag.end(), end
        return _place_of(f"</{tag[_RAW_NAME]}", markup, end) if tag[_RAW_NAME] else end
    return None


def _end_of_attributes(markup: str, start: int) -> int:
    end = start
    while end < len(markup) and markup[end] != ">":
        found = _MORE.match(markup, end)
        end = found.end() if found else len(markup)
    return end


def _place_of(mark: str, markup: str, start: int) -> int | None:
    found = re.compile(mark, re.IGNORECASE).search(markup, start)
    return found.start() if found else None
