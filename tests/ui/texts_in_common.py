"""Texts for tests of passages: paragraphs of words that occur nowhere else."""

from simhash_gui.services.evidence import evidence
from simhash_gui.ui.viewmodels.passage_marks import mark_inside_passages
from simhash_gui.ui.viewmodels.shared_passages import share_passages
from simhash_gui.ui.viewmodels.text_differences import find_differences
from simhash_gui.ui.viewmodels.text_evidence import VERSION_CLASSES, TextEvidence


def paragraph(name: str, count: int = 40) -> str:
    """Words that only this paragraph has: ``stone0 stone1 …``."""
    return " ".join(f"{name}{number}" for number in range(count))


def joined(*paragraphs: str) -> str:
    """One paragraph a line, an empty line between them."""
    return "\n\n".join(paragraphs)


def measured(a: str, b: str) -> TextEvidence:
    """Both texts with everything the panes show of them."""
    differences, found = find_differences(a, b), evidence(a, b)
    shared = share_passages(found.passages, differences.a_text, differences.b_text)
    are_versions = found.pair_class in VERSION_CLASSES
    marked = mark_inside_passages(differences, shared, are_versions=are_versions)
    return TextEvidence(found, shared, marked)
