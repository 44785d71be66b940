"""Texts for tests of passages: paragraphs of words that occur nowhere else."""

from simhash_gui.ui.reading.text_differences import find_differences
from simhash_gui.ui.reading.text_evidence import TextEvidence, measure


def paragraph(name: str, count: int = 40) -> str:
    """Words that only this paragraph has: ``stone0 stone1 …``."""
    return " ".join(f"{name}{number}" for number in range(count))


def joined(*paragraphs: str) -> str:
    """One paragraph a line, an empty line between them."""
    return "\n\n".join(paragraphs)


def measured(a: str, b: str) -> TextEvidence:
    """Both texts with everything the panes show of them."""
    differences = find_differences(a, b)
    return TextEvidence.of(measure(a, b, differences), differences)
