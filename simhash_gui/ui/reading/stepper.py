"""Two arrows that step through passages or differences, and a line that says which one is shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.reading.shared_passages import SharedPassages
from simhash_gui.ui.reading.text_differences import TextDifferences
from simhash_gui.ui.theme.tokens import Space


class Stepper(QWidget):
    """Steps back and on; what that means is the owner's business."""

    stepped = Signal(int)  # -1 or 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.previous_action, self.next_action = QAction(self), QAction(self)
        self._label = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._label, Role.MUTED)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.XS)
        row.addWidget(IconButton("chevron-up", self.previous_action))
        row.addWidget(IconButton("chevron-down", self.next_action))
        row.addWidget(self._label, 1)
        self.previous_action.triggered.connect(self._step_back)
        self.next_action.triggered.connect(self._step_on)

    def set_labels(self, previous: str, following: str) -> None:
        """What the arrows do."""
        self.previous_action.setText(previous)
        self.next_action.setText(following)

    def set_shortcuts(self, previous: str, following: str) -> None:
        """Keys for the arrows."""
        self.previous_action.setShortcut(previous)
        self.next_action.setShortcut(following)

    def actions_of(self) -> tuple[QAction, QAction]:
        """Both actions, for the widget that their keys are to work in."""
        return self.previous_action, self.next_action

    def tell(self, summary: str, *, can_step: bool) -> None:
        """Say where one is."""
        self._label.set_full_text(summary)
        for action in self.actions_of():
            action.setEnabled(can_step)

    def summary(self) -> str:
        """What it says."""
        return self._label.full_text()

    def _step_back(self) -> None:
        self.stepped.emit(-1)

    def _step_on(self) -> None:
        self.stepped.emit(1)


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
    """How many passages the texts have in common, or which is current."""
    if shared is None:
        return (
            QCoreApplication.translate("PassageTexts", "Looking for common passages…")
            if is_measuring
            else ""
        )
    if current is not None:
        return passage_text(shared, current)
    if not shared.passages:
        return QCoreApplication.translate("PassageTexts", "No common passages")
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
    """How many places differ, or which is current (from 0; below 0 before the first)."""
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
