"""What every stage of the classroom has: a name, a gate or several, and something to change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from math import ceil

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.teaching.lessons import LONGEST_TEXT
from simhash_gui.services.teaching.presets import PRESETS, Preset, TextLanguage, Topic
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import number
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.parts import fit_to_type
from simhash_gui.ui.learn.view_model import LearnViewModel
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_FEWEST_LINES, _MOST_LINES = 3, 8
_TYPING_MS = 200


class StageId(StrEnum):
    """Name of a stage, in the order in which they are taught."""

    SURPRISE = "surprise"
    STEPS = "steps"
    PLANES = "planes"
    TWO_TEXTS = "two-texts"
    CURVE = "curve"
    MYTHS = "myths"
    PIGEONHOLE = "pigeonhole"
    BUCKETS = "buckets"
    LABORATORY = "laboratory"
    FAMILIES = "families"


class LessonStage(QWidget):
    """A subclass fills ``explore``; it is shown once the first question was answered."""

    id: StageId

    def __init__(self, model: LearnViewModel, gates: Sequence[Gate]) -> None:
        super().__init__()
        self.model, self.gates = model, tuple(gates)
        self.intro = WrappedLabel()
        self.explore = QWidget()
        self.explore_title = QLabel()
        set_role(self.explore_title, Role.SECTION)
        self.skip = QPushButton()
        set_role(self.skip, Role.LINK)
        self.column = QVBoxLayout(self.explore)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(Space.S)
        self.column.addWidget(self.explore_title)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(Space.M)
        for widget in (self.intro, *gates, self.skip, self.explore):
            whole.addWidget(widget)
        whole.addStretch(1)
        self.explore.hide()
        for gate in gates:
            gate.revealed.connect(self.open_up)
        self.skip.clicked.connect(self.open_up)
        model.locked.connect(self._follow_lock)

    def title(self) -> str:
        """The name in the list of stages."""
        raise NotImplementedError

    def open_up(self) -> None:
        """Show what can be changed."""
        if not self.model.is_locked:
            self.explore.show()
            self.skip.hide()

    def entered(self) -> None:
        """The stage has come to the front."""
        for gate in self.gates:
            gate.task.start()

    def retranslate(self) -> None:
        """Set every text again."""
        self.explore_title.setText(QCoreApplication.translate("LearnStage", "Now change one thing"))
        self.skip.setText(QCoreApplication.translate("LearnStage", "Go on without answering"))
        for gate in self.gates:
            gate.retranslate()
            if self.isVisible():
                gate.task.start()

    @override
    def event(self, event: QEvent) -> bool:
        """The page tells a stage of another language: Qt would tell each of its many widgets."""
        return event.type() is QEvent.Type.LanguageChange or super().event(event)

    def _follow_lock(self) -> None:
        if self.model.is_locked:
            self.explore.hide()
        else:
            for gate in self.gates:
                gate.show()
        self.skip.setVisible(not self.model.is_locked and self.explore.isHidden())


def asking_timer(stage: LessonStage, ask: Callable[[], None]) -> QTimer:
    """Ask a moment after the last key stroke, while the stage is on show."""
    timer = QTimer(stage)
    timer.setSingleShot(True)
    timer.setInterval(_TYPING_MS)

    def ask_if_shown() -> None:
        if stage.isVisible():
            ask()

    timer.timeout.connect(ask_if_shown)
    return timer


def wordless_text() -> str:
    """Why a text gives nothing but zeros."""
    return QCoreApplication.translate(
        "LearnStage",
        "A text without a word (signs and emoji are none) has no votes: all sums are 0, and so are "
        "all bits.",
    )


class TextBox(QPlainTextEdit):
    """A text to edit, as high as it up to a limit; the places of a token can be lit.

    A text that is too long for a lesson is cut, which ``note`` says; ``source`` names the document
    that it is of, until it is edited. Who lays the box out puts the one below it, the other above.
    """

    def __init__(self) -> None:
        super().__init__()
        self.note = WrappedLabel()
        self.note.setParent(self)
        set_role(self.note, Role.MUTED)
        self.note.hide()
        self.source = ElidedLabel(parent=self)
        set_role(self.source, Role.MUTED)
        self.source.hide()
        self.textChanged.connect(self._forget_cut)
        self.textChanged.connect(self.source.hide)
        self._lit: Sequence[tuple[int, int]] = ()
        self.setTabChangesFocus(True)
        fit_to_type(self, self._fit)
        Theme.current().changed.connect(self._light)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def set_name(self, name: str) -> None:
        """What the text is called by screen readers; sets every text again."""
        self.setAccessibleName(name)
        text = QCoreApplication.translate(
            "LearnStage", "The text was longer: it is cut to {most} characters."
        )
        self.note.setText(text.format(most=number(LONGEST_TEXT)))

    @override
    def setPlainText(self, text: str) -> None:
        super().setPlainText(text[:LONGEST_TEXT])
        self.note.setVisible(len(text) > LONGEST_TEXT)
        self.source.hide()

    def show_document(self, text: str, name: str, path: str) -> None:
        """The text of a document, and which one it is."""
        self.setPlainText(text)
        self.source.set_full_text(name)
        self.source.explain(path)
        self.source.show()

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste or drop as much as there is room for."""
        room = LONGEST_TEXT + len(self.textCursor().selectedText()) - len(self.toPlainText())
        text, fitting = source.text(), QMimeData()
        fitting.setText(text[: max(room, 0)])
        super().insertFromMimeData(fitting)
        self.note.setVisible(len(text) > room)

    def _forget_cut(self) -> None:
        if len(self.toPlainText()) < LONGEST_TEXT:
            self.note.hide()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines wrap elsewhere; a new width alone does not tell the size of the document."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        line = QFontMetricsF(self.font()).lineSpacing()
        text, block = 0.0, self.document().firstBlock()
        while block.isValid() and text < _MOST_LINES * line:
            # As it is laid out: wrapped, and higher where a character has another font.
            text += self.blockBoundingRect(block).height()
            block = block.next()
        height = ceil(max(_FEWEST_LINES * line, min(_MOST_LINES * line, text)))
        self.setFixedHeight(height + 2 * self.frameWidth() + Space.L)

    def light(self, places: Sequence[tuple[int, int]]) -> None:
        """Light these places, (start, end) in code points, and have one of them in sight."""
        self._lit = places
        self._light()
        lit = [self.cursorRect(each.cursor) for each in self.extraSelections()]
        if lit and not any(map(self.viewport().rect().contains, lit)):
            bar, beyond_px = self.verticalScrollBar(), lit[0].center().y() - self.height() // 2
            bar.setValue(bar.value() + round(beyond_px / self.fontMetrics().lineSpacing()))

    def _light(self) -> None:
        text, selections = self.toPlainText(), []
        for start, end in self._lit:
            selection = QTextEdit.ExtraSelection()
            style = QTextCharFormat()
            style.setBackground(Theme.current().color(Token.SELECTION))
            style.setFontUnderline(True)
            selection.format = style
            cursor = QTextCursor(self.document())
            cursor.setPosition(_utf16(text, start))
            cursor.setPosition(_utf16(text, end), QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selections.append(selection)
        self.setExtraSelections(selections)


def letter_label(letter: str) -> QLabel:
    """A letter to stand beside the first line of its text."""
    label = QLabel(letter)
    label.setContentsMargins(0, Space.S, 0, 0)
    return label


def lettered(boxes: Sequence[TextBox]) -> QGridLayout:
    """Texts one below the other, each with its letter: A, B."""
    grid = QGridLayout()
    for row, (letter, box) in enumerate(zip("AB", boxes, strict=True)):
        grid.addWidget(letter_label(letter), 3 * row + 1, 0, Qt.AlignmentFlag.AlignTop)
        for place, widget in enumerate((box.source, box, box.note)):
            grid.addWidget(widget, 3 * row + place, 1)
    return grid


def _utf16(text: str, place: int) -> int:
    """Where Qt, which counts UTF-16 units, has a code point."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


class PresetChooser(FlowRow):
    """Which example, in which language; none, as soon as a person has changed a text of it."""

    chosen = Signal()

    def __init__(self, model: LearnViewModel) -> None:
        super().__init__()
        self._model = model
        self.topics, self.languages = QComboBox(), QComboBox()
        self.topics.addItems([""] * len(Topic))
        for name, language in (("English", TextLanguage.ENGLISH), ("中文", TextLanguage.CHINESE)):
            self.languages.addItem(name, language)
        self.label = QLabel()
        for widget in (self.label, self.topics, self.languages):
            self.add(widget)
        self.languages.setCurrentIndex(self.languages.findData(model.language))
        self._is_chosen = False
        self.languages.activated.connect(self._keep_language)
        for chooser in (self.topics, self.languages):
            chooser.currentIndexChanged.connect(self._tell)

    @property
    def language(self) -> TextLanguage:
        """The language that was chosen."""
        return TextLanguage(self.languages.currentData())

    @property
    def topic(self) -> Topic:
        """The example that was chosen."""
        return tuple(Topic)[self.topics.currentIndex()]

    @property
    def preset(self) -> Preset:
        """Its texts."""
        return PRESETS[self.language][self.topic]

    def choose(self, topic: Topic) -> None:
        """Choose an example."""
        self.topics.setCurrentIndex(list(Topic).index(topic))

    def watch(self, *boxes: TextBox) -> None:
        """The boxes in which the texts of the example are shown, A first."""
        for place, box in enumerate(boxes):
            box.textChanged.connect(partial(self._look_at, place, box))

    def follow_language(self) -> None:
        """Show the example in the language of the window, unless the person chose one."""
        if not self._is_chosen:
            self.languages.setCurrentIndex(self.languages.findData(self._model.language))

    def _look_at(self, place: int, box: TextBox) -> None:
        """A text of one's own is no example; it stays when another language is chosen."""
        if self._has_example and box.toPlainText() != (self.preset.a, self.preset.b)[place]:
            self.topics.setCurrentIndex(-1)

    @property
    def _has_example(self) -> bool:
        return self.topics.currentIndex() >= 0

    def _tell(self) -> None:
        if self._has_example:
            self.chosen.emit()

    def _keep_language(self) -> None:
        self._is_chosen = True

    def retranslate(self) -> None:
        """Set every text again."""
        self.label.setText(QCoreApplication.translate("LearnStage", "Example"))
        self.topics.setAccessibleName(self.label.text())
        self.topics.setPlaceholderText(QCoreApplication.translate("LearnStage", "None"))
        self.languages.setAccessibleName(
            QCoreApplication.translate("LearnStage", "Language of the example")
        )
        names = {
            Topic.BY_HAND: QCoreApplication.translate("LearnStage", "Worked by hand"),
            Topic.ONE_WORD: QCoreApplication.translate("LearnStage", "One word changed"),
            Topic.ONE_CHARACTER: QCoreApplication.translate("LearnStage", "One character changed"),
            Topic.REORDERED: QCoreApplication.translate("LearnStage", "Sentences in another order"),
            Topic.UNRELATED: QCoreApplication.translate("LearnStage", "Unrelated texts"),
        }
        for row, topic in enumerate(Topic):
            self.topics.setItemText(row, names[topic])
