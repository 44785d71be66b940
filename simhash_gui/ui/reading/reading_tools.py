"""Finding words in two texts that stand beside each other, and copying from them with the source.

Ctrl+F opens the line to type in; Enter goes on to the next place, Shift+Enter back, from one text
to the other and round again. Ctrl+Shift+C copies what is selected, with the name of its document
and its place, as a citation needs it.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from simhash_gui.ui.common.buttons import IconButton, SwitchButton
from simhash_gui.ui.common.stepper import Stepper
from simhash_gui.ui.reading.text_differences import Side, TextDifferences
from simhash_gui.ui.reading.text_pane import TextPane
from simhash_gui.ui.theme.tokens import Space

_PARAGRAPH = "\u2029"


class ReadingTools(QWidget):
    """The line to find words with, and a switch for narrow lines; hidden until it is asked for."""

    def __init__(self, panes: Mapping[Side, TextPane], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panes = panes
        self._names: Mapping[Side, str] = {}
        self._differences: TextDifferences | None = None
        self.words = QLineEdit()
        self.places = Stepper()
        self.narrow = SwitchButton()
        self.close_action, self.cite_action = QAction(self), QAction(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.XS)
        row.addWidget(self.words, 2)
        row.addWidget(self.places, 1)
        row.addWidget(self.narrow)
        row.addWidget(IconButton("close", self.close_action))
        self.close_action.triggered.connect(self.leave)
        self.cite_action.triggered.connect(self.copy_with_citation)
        self.cite_action.setShortcut("Ctrl+Shift+C")
        self.places.stepped.connect(self.step)
        self.words.textChanged.connect(self._forget)
        for pane in panes.values():
            pane.addAction(self.cite_action)
            self.narrow.toggled.connect(pane.set_narrow)
        self.hide()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.words.setPlaceholderText(self.tr("Find in both texts"))
        self.words.setAccessibleName(self.tr("Find in both texts"))
        self.places.set_labels(self.tr("Previous place"), self.tr("Next place"))
        self.narrow.setText(self.tr("Narrow lines"))
        self.narrow.setToolTip(self.tr("Lines of a comfortable length"))
        self.close_action.setText(self.tr("Close"))
        self.cite_action.setText(self.tr("Copy with the source"))
        self._forget()

    def set_names(self, names: Mapping[Side, str]) -> None:
        """What the documents are called."""
        self._names = names

    def show_differences(self, differences: TextDifferences | None) -> None:
        """Which texts are in the panes."""
        self._differences = differences
        self._forget()

    def open(self) -> None:
        """Take the keyboard, with what is selected as the words to find."""
        selected = self._pane().textCursor().selectedText()
        if selected and _PARAGRAPH not in selected:
            self.words.setText(selected)
        self.show()
        self.words.setFocus()
        self.words.selectAll()

    def leave(self) -> None:
        """Hide, and give the keyboard back to the text."""
        self.hide()
        self._pane().setFocus()

    def step(self, by: int) -> None:
        """Go to the next place, or to the one before."""
        if not self.words.text():
            return
        side = self._side()
        for pane, cursor in self._from(side, by):
            found = self._find(pane, cursor, by)
            if not found.isNull():
                for each, shown in self._panes.items():
                    shown.setTextCursor(found if shown is pane else _cleared(shown))
                    if shown is pane:
                        self.places.tell(self.tr("in {side}").format(side=each.name), can_step=True)
                pane.centerCursor()
                return
        self.places.tell(self.tr("not found"), can_step=True)

    def copy_with_citation(self) -> None:
        """Copy what is selected, with its document and its place in characters."""
        side = self._side()
        cursor = self._panes[side].textCursor()
        text = cursor.selectedText().replace(_PARAGRAPH, "\n")
        if not text:
            return
        name = self._names.get(side, side.name)
        citation = self.tr("“{text}” ({name})").format(text=text, name=name)
        if self._differences is not None:
            pane, whole = self._panes[side], self._differences.text(side)
            start, end = (
                whole.offset_of(pane.place_at(place))
                for place in (cursor.selectionStart(), cursor.selectionEnd())
            )
            citation = self.tr("“{text}” ({name}, characters {start}–{end})").format(
                text=text, name=name, start=start + 1, end=end
            )
        QGuiApplication.clipboard().setText(citation)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step(-1 if is_back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _forget(self) -> None:
        self.places.tell("", can_step=bool(self.words.text()))

    def _side(self) -> Side:
        """The text that has the keyboard or, at the line, something selected; else A."""
        for side, pane in self._panes.items():
            if pane.hasFocus():
                return side
        chosen = [side for side, pane in self._panes.items() if pane.textCursor().hasSelection()]
        return chosen[0] if chosen else Side.A

    def _pane(self) -> TextPane:
        return self._panes[self._side()]

    def _from(self, side: Side, by: int) -> list[tuple[TextPane, QTextCursor]]:
        """Where to look: from here on, all of the other text, and this one from its other end."""
        own, other = self._panes[side], self._panes[side.other]
        return [(own, own.textCursor()), (other, _end_of(other, by)), (own, _end_of(own, by))]

    def _find(self, pane: TextPane, cursor: QTextCursor, by: int) -> QTextCursor:
        flags = QTextDocument.FindFlag.FindBackward if by < 0 else QTextDocument.FindFlag(0)
        return pane.document().find(self.words.text(), cursor, flags)


def _end_of(pane: TextPane, by: int) -> QTextCursor:
    cursor = QTextCursor(pane.document())
    if by < 0:
        cursor.movePosition(QTextCursor.MoveOperation.End)
    return cursor


def _cleared(pane: TextPane) -> QTextCursor:
    cursor = pane.textCursor()
    cursor.clearSelection()
    return cursor
