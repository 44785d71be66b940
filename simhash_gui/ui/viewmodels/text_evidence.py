"""What the texts of a comparison prove: measures, class and passages, ready to be shown.

Short texts are measured in the reader thread; long ones in a process of their own, which is ended
as soon as somebody looks at other documents. Texts beyond a bound are not measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event

from simhash_gui.services.evidence import Evidence, PairClass, evidence
from simhash_gui.ui.own_process import run_apart
from simhash_gui.ui.viewmodels.passage_marks import mark_inside_passages
from simhash_gui.ui.viewmodels.shared_passages import SharedPassages, share_passages
from simhash_gui.ui.viewmodels.text_differences import TextDifferences

MOST_IN_THREAD = 150_000
MOST_CHARACTERS = 50_000_000
VERSION_CLASSES = (PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE)


class TextsTooLongError(Exception):
    """Measuring these texts would take too much time and memory."""


@dataclass(frozen=True, slots=True, eq=False)
class TextEvidence:
    """The evidence, its passages by line, and the differences with what was moved told apart."""

    evidence: Evidence
    passages: SharedPassages
    differences: TextDifferences

    @property
    def longest_tokens(self) -> int:
        """The equal tokens of the longest common passage; 0 when there is none."""
        return max((passage.equal_tokens for passage in self.evidence.passages), default=0)


def find_evidence(a: str, b: str, differences: TextDifferences, stop: Event) -> TextEvidence:
    """Measure two texts (off the UI thread).

    Raises TextsTooLongError, StoppedError after ``stop`` is set, and ProcessDiedError.
    """
    total = len(a) + len(b)
    if total > MOST_CHARACTERS:
        raise TextsTooLongError(f"{total} characters")
    found = evidence(a, b) if total <= MOST_IN_THREAD else run_apart(stop, evidence, a, b)
    shared = share_passages(found.passages, differences.a_text, differences.b_text)
    are_versions = found.pair_class in VERSION_CLASSES
    marked = mark_inside_passages(differences, shared, are_versions=are_versions)
    return TextEvidence(found, shared, marked)
