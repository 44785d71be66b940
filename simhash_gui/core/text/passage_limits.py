"""What counts as one passage, and how short a passage may be before it is chance."""

from __future__ import annotations

import math
from dataclasses import dataclass

_CHANCE_OFFSET = 3


class InvalidLimitError(ValueError):
    """A limit outside the range that its description gives."""


@dataclass(frozen=True, slots=True)
class PassageLimits:
    """All in tokens. Raises ``InvalidLimitError`` for a number below 0.

    ``gap_tokens``: common runs with at most so many other tokens between them, in either document,
    are one passage.
    ``least_tokens``: a passage has at least so many equal tokens; in long documents more
    (``least_matched``).
    ``near_tokens``: at most so far from other passages, in both documents, a passage need not be
    longer than chance would make it in that neighbourhood alone. So the small pieces of a text
    that was shuffled are found, while those that stand alone are not.
    """

    gap_tokens: int = 25
    least_tokens: int = 6
    near_tokens: int = 50

    def __post_init__(self) -> None:
        if min(self.gap_tokens, self.least_tokens, self.near_tokens) < 0:
            raise InvalidLimitError(f"a number of tokens is at least 0: {self}")


DEFAULT_PASSAGE_LIMITS = PassageLimits()


def least_matched(a_tokens: int, b_tokens: int, limits: PassageLimits) -> int:
    """The equal tokens that a passage between texts of these lengths must have.

    The longest run that unrelated texts share by chance grows with ln(|a| · |b|) (Karlin and
    Altschul 1990). Less 3, measured on prose by one author, about one unrelated pair in 500 has
    such a passage.
    """
    by_chance = round(math.log(max(1, a_tokens * b_tokens))) - _CHANCE_OFFSET
    return max(1, limits.least_tokens, by_chance)
