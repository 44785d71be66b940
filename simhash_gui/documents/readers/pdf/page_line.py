"""A line of text and where it stands on a page; what is common to all who look at pages."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Han, kana, bopomofo, full-width forms and East Asian punctuation: written without spaces.
CJK = (
    "\u2e80-\u312f\u3190-\u31bf\u31f0-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U00020000-\U0003ffff"
)
_LAST_BEFORE_CJK = "\u2e7f"
_CJK_CHARACTER = re.compile(f"[{CJK}]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line, or the part of it that stands in one column or cell.

    Measures are in points, from the lower left corner of the page. ``height`` is that of the font,
    a little more than its size.
    """

    text: str
    left: float
    right: float
    bottom: float
    height: float
    page: int = 0

    @property
    def width(self) -> float:
        """From the first character to the last one."""
        return self.right - self.left


def is_cjk(character: str) -> bool:
    """Whether it belongs to a script without spaces."""
    return character > _LAST_BEFORE_CJK and _CJK_CHARACTER.match(character) is not None


def share_baseline(one: Line, other: Line) -> bool:
    """Whether the two stand beside each other."""
    return abs(one.bottom - other.bottom) < 0.5 * min(one.height, other.height)
