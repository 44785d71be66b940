"""Finding words in two texts that stand beside each other, and copying from them with the source.

Ctrl+F opens the line to type in. Words are looked for while they are typed, from where the reading
was, and counted in both texts, a little at a time. Enter or F3 goes on to the next place, with
Shift back, from one text to the other and round again. Ctrl+Shift+C copies what is selected, with
the name of its document and its place, as a citation needs it.
"""

from __future__ import annotations

import re
import time
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton, SwitchButton
from simhash_gui.ui.common.stepper import Stepper
from simhash_gui.ui.reading.shown_text import Place
from simhash_gui.ui.reading.text_differences import Side, TextDifferences
from simhash_gui.ui.reading.text_pane import TextPane
from simhash_gui.ui.theme.tokens import Space

_PARAGRAPH = "\u2029"
_TURN_S = 0.006
_SIDE_BITS, _COLUMN_BITS = 48, 11  # lines of panes are shorter than 2,048 characters


class ReadingTools(QWidget):
    """The line to find words with, and a switch for narrow lines; hidden until it is asked for."""

    def __init__(self, panes: Mapping[Side, TextPane], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panes = panes
        self._names: Mapping[Side, str] = {}
        self._differences: TextDifferences | None = None
        self._found = array("q")  # see ``_key``; grows while ``_rest`` is gone through
        self._rest: Iterator[None] | None = None
        self._is_asked = False  # whether these words were looked for in these texts
        self._begin = self._pending = 0
        self._current: int | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._look_on)
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
        self.places.set_shortcuts("Shift+F3", "F3")
        self.words.textChanged.connect(self._look)
        for pane in panes.values():
            pane.addAction(self.cite_action)
            pane.filled.connect(self._show_current)
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
        self._tell()

    def set_names(self, names: Mapping[Side, str]) -> None:
        """What the documents are called."""
        self._names = names

    def show_differences(self, differences: TextDifferences | None) -> None:
        """Which texts are in the panes."""
        self._differences = differences

    def forget(self) -> None:
        """Other texts are in the panes: words are looked for again when they are asked for."""
        self._timer.stop()
        self._found, self._rest, self._current = array("q"), None, None
        self._is_asked, self._pending = False, 0
        self._tell()

    def open(self) -> None:
        """Take the keyboard, with what is selected as the words to find."""
        self._begin = self._here()
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
        """Go to the next place, or to the one before; as soon as all are known."""
        if not self.words.text():
            return
        self.show()
        self._begin = self._here()
        if not self._is_asked:
            self._look()
        elif self._rest is not None:
            self._pending = by
        elif self._found:
            has_one = self._pane().textCursor().hasSelection()
            following = (bisect_right if has_one else bisect_left)(self._found, self._begin)
            before = bisect_left(self._found, self._begin) - 1
            self._go((following if by > 0 else before) % len(self._found))

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
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _look(self) -> None:
        """Look for the words as they stand now, beginning where the reading was."""
        self.forget()
        self._is_asked = True
        words = re.escape(self.words.text()).replace("\\ ", r"\s")
        self._rest = self._places(re.compile(words, re.IGNORECASE)) if words else iter(())
        self._look_on()

    def _places(self, words: re.Pattern[str]) -> Iterator[None]:
        for side, pane in self._panes.items():
            for line, text in enumerate(pane.lines):
                for match in words.finditer(text):
                    self._found.append(_key(side, Place(line, match.start())))
                yield

    def _look_on(self) -> None:
        """Go through so much of the texts as the window does not notice."""
        until_s = time.perf_counter() + _TURN_S
        for _line in self._rest or ():
            if time.perf_counter() > until_s:
                self._timer.start()
                break
        else:
            self._timer.stop()
            self._rest = None
        if self._current is None:
            first = bisect_left(self._found, self._begin)
            if first < len(self._found) or self._rest is None:
                self._go(first % len(self._found) if self._found else None)
        self._tell()
        if self._rest is None and self._pending:
            by, self._pending = self._pending, 0
            self.step(by)

    def _go(self, number: int | None) -> None:
        """Show one of the places, or none."""
        self._current = number
        for pane in self._panes.values():
            if pane.textCursor().hasSelection():
                pane.setTextCursor(_cleared(pane))
        self._show_current()
        self._tell()

    def _show_current(self) -> None:
        if self._current is not None:
            side, place = _side_and_place(self._found[self._current])
            self._panes[side].select(place, len(self.words.text()))

    def _tell(self) -> None:
        """Which of how many places is shown."""
        has_words, more = bool(self.words.text()), "" if self._rest is None else "…"
        if self._current is not None:
            number, count = fmt.number(self._current + 1), fmt.number(len(self._found)) + more
            side, _ = _side_and_place(self._found[self._current])
            text = self.tr("{number} of {count}, in {side}")
            short = self.tr("{number} of {count}").format(number=number, count=count)
            told = text.format(number=number, count=count, side=side.name)
            self.places.tell(told, short, can_step=True)
        elif has_words and self._is_asked:
            told = self.tr("not found") if self._rest is None else more
            self.places.tell(told, can_step=self._rest is not None)
        else:
            self.places.tell("", can_step=has_words)

    def _here(self) -> int:
        """Where the reading is: what is selected, or the cursor."""
        side = self._side()
        pane = self._panes[side]
        return _key(side, pane.place_at(pane.textCursor().selectionStart()))

    def _side(self) -> Side:
        """The text that has the keyboard or, at the line, something selected; else A."""
        for side, pane in self._panes.items():
            if pane.hasFocus():
                return side
        chosen = [side for side, pane in self._panes.items() if pane.textCursor().hasSelection()]
        return chosen[0] if chosen else Side.A

    def _pane(self) -> TextPane:
        return self._panes[self._side()]


def _key(side: Side, place: Place) -> int:
    """A place of either text as a number; A comes before B."""
    return (side is Side.B) << _SIDE_BITS | place.line << _COLUMN_BITS | place.column


def _side_and_place(key: int) -> tuple[Side, Place]:
    line = key >> _COLUMN_BITS & (1 << _SIDE_BITS - _COLUMN_BITS) - 1
    side = Side.B if key >> _SIDE_BITS else Side.A
    return side, Place(line, key & (1 << _COLUMN_BITS) - 1)


def _cleared(pane: TextPane) -> QTextCursor:
    cursor = pane.textCursor()
    cursor.clearSelection()
    return cursor
