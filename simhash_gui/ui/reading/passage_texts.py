"""Words for passages and differences of two texts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.reading.shared_passages import SharedPassages
from simhash_gui.ui.reading.text_differences import TextDifferences


def passage_text(shared: SharedPassages, index: int) -> str:
    """One passage in words."""
    passage = shared.passages[index]
    if passage.is_moved:
        text = QCoreApplication.translate(
            "PassageTexts",
            "Passage {number} of {count}: %Ln equal tokens, moved",
            "",
            passage.equal_tokens,
        )
    else:
        text = QCoreApplication.translate(
            "PassageTexts",
            "Passage {number} of {count}: %Ln equal tokens",
            "",
            passage.equal_tokens,
        )
    count = fmt.number(len(shared.passages))
    return text.format(number=fmt.number(passage.number), count=count)


def passage_summary(
    shared: SharedPassages | None, current: int | None, *, is_measuring: bool
) -> str:
    """How many passages the texts have in common, or which is looked at."""
    if shared is None:
        return (
            QCoreApplication.translate("PassageTexts", "Looking for common passages…")
            if is_measuring
            else ""
        )
    if current is not None:
        return passage_text(shared, current)
    if not shared.passages:
        return QCoreApplication.translate("PassageTexts", "No common passage")
    if shared.left_out:
        text = QCoreApplication.translate(
            "PassageTexts", "The %Ln longest common passages", "", len(shared.passages)
        )
    else:
        text = QCoreApplication.translate(
            "PassageTexts", "%Ln common passages", "", len(shared.passages)
        )
    if not shared.moved_count:
        return text
    moved = QCoreApplication.translate("PassageTexts", "{passages}, {moved} of them moved")
    return moved.format(passages=text, moved=fmt.number(shared.moved_count))


def difference_summary(differences: TextDifferences | None, current: int) -> str:
    """How many places differ, or which is looked at (from 0; below before any)."""
    if differences is None:
        return ""
    if not differences.is_complete:
        return QCoreApplication.translate(
            "SideBySide", "These texts are too long to mark where they differ."
        )
    if differences.are_equal:
        return QCoreApplication.translate("SideBySide", "The texts are the same.")
    count = len(differences.changes)
    if not count:
        return QCoreApplication.translate("SideBySide", "The texts differ in white space only.")
    if current < 0:
        return QCoreApplication.translate("SideBySide", "%Ln places differ", "", count)
    text = QCoreApplication.translate("SideBySide", "Difference {number} of {count}")
    return text.format(number=fmt.number(current + 1), count=fmt.number(count))
