"""What the texts of a comparison prove: measures, class and passages, ready to be shown.

``measure`` is the work, wherever it is done; its answer is small enough to travel. Together with
the lines that are shown already it makes a ``TextEvidence``. Texts beyond a bound are not measured.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from simhash_gui.services.comparison.evidence import (
    DEFAULT_LIMITS,
    Evidence,
    Limits,
    PairClass,
    evidence,
)
from simhash_gui.ui.reading.passage_marks import mark_inside_passages
from simhash_gui.ui.reading.shared_passages import (
    NumberedPassages,
    SharedPassages,
    number_passages,
)
from simhash_gui.ui.reading.text_differences import MarkedLines, TextDifferences

MOST_CHARACTERS = 50_000_000
VERSION_CLASSES = (PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE)


class TextsTooLongError(Exception):
    """Measuring these texts would take too much time and memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The evidence, without all but the longest passages, and the marks with what was moved.

    ``limits`` are those that the class follows from.
    """

    evidence: Evidence
    limits: Limits
    longest_tokens: int
    passages: NumberedPassages
    a: MarkedLines
    b: MarkedLines


@dataclass(frozen=True, slots=True, eq=False)
class TextEvidence:
    """The evidence, its passages by line, and the differences with what was moved told apart.

    ``longest_tokens``: the equal tokens of the longest common passage; 0 when there is none.
    ``limits`` are those that the class follows from.
    """

    evidence: Evidence
    limits: Limits
    longest_tokens: int
    passages: SharedPassages
    differences: TextDifferences

    @classmethod
    def of(cls, measured: Measured, differences: TextDifferences) -> TextEvidence:
        """What was measured, with the lines of both texts."""
        return cls(
            measured.evidence,
            measured.limits,
            measured.longest_tokens,
            SharedPassages.of(measured.passages, differences.a_text, differences.b_text),
            replace(differences, a=measured.a, b=measured.b),
        )


def measure(
    a: str, b: str, differences: TextDifferences, limits: Limits = DEFAULT_LIMITS
) -> Measured:
    """Measure two texts (off the UI thread). Raises TextsTooLongError."""
    total = len(a) + len(b)
    if total > MOST_CHARACTERS:
        raise TextsTooLongError(f"{total} characters")
    found = evidence(a, b, limits)
    numbered = number_passages(found.passages)
    marked = mark_inside_passages(
        differences,
        SharedPassages.of(numbered, differences.a_text, differences.b_text),
        are_versions=found.pair_class in VERSION_CLASSES,
    )
    longest = max((passage.equal_tokens for passage in found.passages), default=0)
    return Measured(replace(found, passages=()), limits, longest, numbered, marked.a, marked.b)
