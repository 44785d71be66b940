"""For class: the glossary, the unplugged sheet, and pictures to export."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QBuffer, QCoreApplication, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPaintDevice, QPainter, QPixmap, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)
from typing_extensions import override

from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.services.teaching.glossary import TERMS
from simhash_gui.services.teaching.lessons import bits_between
from simhash_gui.services.teaching.presets import TextLanguage
from simhash_gui.services.teaching.questions import Kind, make_question
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.pdf import printed
from simhash_gui.ui.learn.parts import read_only
from simhash_gui.ui.learn.stage import LessonStage
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_TALLEST_PX = 4000
_BLANK = "____"
_GLOSSARY_PX = 900, 560
_SHEET_POINTS = 12
_TABLE = "<table border='1' cellspacing='0' cellpadding='{padding}' width='100%'>"
_TO_WRITE, _TO_READ = _TABLE.format(padding=8), _TABLE.format(padding=4)
"""Sums of answers need the room that padding would take from them."""
_BITS_PERCENT = 60
"""Of the width of the sheet, in both tables: a bit stands below itself."""


class GlossaryDialog(PanelDialog):
    """The words of the classroom in both languages, whatever the language of the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter, self.table = QLineEdit(), QTableWidget(len(TERMS), 4)
        self.table.setHorizontalHeaderLabels(["English", "中文", "Meaning", "含义"])
        read_only(self.table)
        for row, term in enumerate(TERMS):
            texts = (term.english, term.chinese, term.meaning, term.meaning_chinese)
            for column, text in enumerate(texts):
                self.table.setItem(row, column, QTableWidgetItem(text))
        header = self.table.horizontalHeader()
        for column in range(4):
            is_word = column < 2
            header.setSectionResizeMode(
                column,
                QHeaderView.ResizeMode.ResizeToContents
                if is_word
                else QHeaderView.ResizeMode.Stretch,
            )
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.body.addWidget(self.filter)
        self.body.addWidget(self.table, 1)
        self.filter.textChanged.connect(self._narrow)
        self.filter.setFocus()
        open_at(self, _GLOSSARY_PX)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Glossary"))
        self.filter.setPlaceholderText(self.tr("Find a word"))
        self.filter.setAccessibleName(self.filter.placeholderText())
        self.table.setAccessibleName(self.windowTitle())

    def _narrow(self, wanted: str) -> None:
        for row in range(self.table.rowCount()):
            term = TERMS[row]
            texts = (term.english, term.chinese, term.meaning, term.meaning_chinese)
            is_wanted = any(wanted.casefold() in text.casefold() for text in texts)
            self.table.setRowHidden(row, not is_wanted)


def sheet_html(seed: int, language: TextLanguage) -> str:
    """The unplugged sheet: each pupil is the hash of one word, the class makes the fingerprint."""
    trace, _ = _traces(seed, language)
    width = trace.fingerprint.width
    rows = zip(trace.features, trace.weights.tolist(), trace.hashes[:, 0].tolist(), strict=True)
    cards = "".join(
        f"<tr><td><b>{escape(word)}</b></td><td>{weight:g}</td>"
        + "".join(f"<td align='center'>{digit}</td>" for digit in format(hashed, f"0{width}b"))
        + "</tr>"
        for word, weight, hashed in rows
    )
    texts = _sheet_texts()
    empty = ["&nbsp;<br>&nbsp;"] * width
    blank = _row(texts["sum"], empty) + _row(texts["bit"], empty)
    steps = "".join(f"<li>{text}</li>" for text in _sheet_steps())
    word, weight = texts["word"], texts["weight"]
    return (
        f"<body style='font-size:{_SHEET_POINTS}pt'><h1>{texts['title']}</h1>"
        f"<p>{texts['intro']}</p><ol>{steps}</ol><p></p>"
        f"{_TO_WRITE}<tr><th>{word}</th><th>{weight}</th>{_bit_numbers(width)}</tr>{cards}"
        f"{blank}</table>"
        f"<p>{texts['then'].format(word=escape(trace.features[-1]))}</p>"
        f"{_TO_WRITE}{blank}</table>"
        f"<p>{texts['count']}</p><p><small>{texts['seed'].format(seed=seed)}</small></p></body>"
    )


def answers_html(seed: int, language: TextLanguage) -> str:
    """What the class should have come to, for the teacher."""
    every, fewer = _traces(seed, language)
    texts = _sheet_texts()
    numbers = f"<tr><td colspan='2'></td>{_bit_numbers(every.fingerprint.width)}</tr>"
    tables = [
        f"{_TO_READ}{numbers}{_row(texts['sum'], map(_shown, reversed(trace.sums.tolist())))}"
        f"{_row(texts['bit'], map(_shown, reversed(trace.bits.tolist())))}</table>"
        for trace in (every, fewer)
    ]
    without = texts["without"].format(word=escape(every.features[-1]))
    distance = texts["distance"].format(distance=bits_between(every, fewer))
    return (
        f"<body style='font-size:{_SHEET_POINTS}pt'><h1>{texts['answers']}</h1>"
        f"<p>{texts['all']}</p>{tables[0]}<p>{without}</p>{tables[1]}<p>{distance}</p>"
        f"<p><small>{texts['number'].format(seed=seed)}</small></p></body>"
    )


def sheet_pdf(seed: int, language: TextLanguage) -> bytes:
    """The sheet as a PDF of A4; its answers are on a page of their own, to be kept back."""
    return printed([sheet_html(seed, language), answers_html(seed, language)])


def _traces(seed: int, language: TextLanguage) -> tuple[Trace, Trace]:
    """Of all words, and of all but the last."""
    question = make_question(Kind.FLIPS, seed, language)
    if question.trace is None or question.other is None:
        raise ValueError(seed)
    return question.trace, question.other


def _bit_numbers(width: int) -> str:
    """The heads of the columns of bits."""
    return "".join(
        f"<th width='{_BITS_PERCENT / width}%'>{bit}</th>" for bit in reversed(range(width))
    )


def _row(name: str, cells: Iterable[str]) -> str:
    """A row with one cell a bit, below word and weight."""
    bits = list(cells)
    width = _BITS_PERCENT / len(bits)
    told = "".join(f"<td width='{width}%' align='center'>{cell}</td>" for cell in bits)
    return f"<tr><td colspan='2'>{name}</td>{told}</tr>"


def _shown(number: float) -> str:
    return f"{number:g}".replace("-", "\N{MINUS SIGN}")


def picture_of(stage: LessonStage, suffix: str) -> bytes:
    """What a stage shows, with a margin and without its controls, as SVG or PNG.

    That is its question, until what can be changed is open. Choices are told in a line of text.
    """
    parts, size = _picture_parts(stage)
    stream = QBuffer()  # Qt says nothing of a file that a full drive left empty
    stream.open(QBuffer.OpenModeFlag.WriteOnly)
    if suffix.lower() == ".svg":
        generator = QSvgGenerator()
        generator.setOutputDevice(stream)
        generator.setSize(size)
        generator.setResolution(stage.logicalDpiX())  # or its letters come out smaller
        generator.setViewBox(QRect(QPoint(), size))
        _paint_parts(generator, parts, size)
    else:
        ratio = stage.devicePixelRatioF()
        image = QPixmap(size * ratio)
        image.setDevicePixelRatio(ratio)
        _paint_parts(image, parts, size)
        image.save(stream, "PNG")
    return bytes(stream.data().data())


@dataclass(frozen=True, slots=True)
class _Part:
    """A widget of a picture, or a text, and where it stands."""

    shown: QWidget | str
    place: QRect
    role: FontRole = FontRole.BODY


def _picture_parts(stage: LessonStage) -> tuple[list[_Part], QSize]:
    """What is drawn of a stage, moved together where controls stood between."""
    tops = [stage.explore] if stage.explore.isVisible() else stage.gates
    every = (widget for top in tops for widget in _content(top))
    shown = [widget for widget in every if widget is not stage.explore_title]
    shown.sort(key=lambda widget: widget.mapTo(stage, QPoint()).y())
    parts = [_text_part(stage.title(), QPoint(), stage.width(), FontRole.SECTION)]
    row_top, row_bottom, drawn = 0, -1, parts[0].place
    for widget in shown:
        corner = widget.mapTo(stage, QPoint())
        if corner.y() > row_bottom:
            row_top, row_bottom = drawn.bottom() + Space.M, corner.y() + widget.height() - 1
        place = QPoint(corner.x(), row_top)
        if isinstance(widget, FlowRow):
            parts.append(_text_part(_choices(widget), place, stage.width()))
        else:
            whole = _unscrolled(widget)
            parts.append(_Part(whole, QRect(place, whole.size())))
        drawn = drawn.united(parts[-1].place)
    return parts, drawn.size() + QSize(2 * Space.XL, 2 * Space.XL)


def _content(top: QWidget) -> Iterator[QWidget]:
    """Widgets with something to see, and rows of controls in which something is chosen."""
    for widget in top.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        is_empty = isinstance(widget, QTableWidget) and not widget.rowCount()
        if widget.isHidden() or is_empty or isinstance(widget, QAbstractButton | QSlider):
            continue
        if isinstance(widget, FlowRow):
            yield from [widget] if _choices(widget) else ()
        elif widget.layout() is not None:
            yield from _content(widget)
        else:
            yield widget


def _unscrolled(widget: QWidget) -> QWidget:
    """The whole of what a scroll area shows a part of, where that is no poster."""
    whole = widget.widget() if isinstance(widget, QScrollArea) else widget
    return whole if whole is not None and whole.height() <= _TALLEST_PX else widget


def _choices(row: FlowRow) -> str:
    """What is chosen in a row of controls; what it says, where it has none."""
    told, label, has_button = list[str](), "", False
    for widget in row.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if widget.isHidden():
            continue
        if isinstance(widget, QLabel):
            label = f"{label} {widget.text()}".strip()
            continue
        has_button |= isinstance(widget, QPushButton)
        value = _value(widget)
        if value and widget.isEnabled():
            told.append(f"{label} {value}".strip())
        label = ""
    return " · ".join([*told, label] if label and not has_button else told)


def _value(widget: QWidget) -> str:
    """What a control is set to."""
    if isinstance(widget, QComboBox):
        return "" if widget.currentText().endswith("…") else widget.currentText()
    if isinstance(widget, QCheckBox):
        return widget.text() if widget.isChecked() else ""
    if isinstance(widget, QLineEdit):
        return widget.text() or ("" if widget.placeholderText() else _BLANK)
    return widget.text() if isinstance(widget, QSpinBox) else ""


def _text_part(text: str, corner: QPoint, width: int, role: FontRole = FontRole.BODY) -> _Part:
    room = QRect(corner, QSize(width - corner.x(), _TALLEST_PX))
    metrics = QFontMetrics(Theme.current().font(role))
    return _Part(text, metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text), role)


def _paint_parts(device: QPaintDevice, parts: Sequence[_Part], size: QSize) -> None:
    theme, painter = Theme.current(), QPainter(device)
    painter.fillRect(QRect(QPoint(), size), theme.color(Token.WINDOW))
    painter.translate(Space.XL, Space.XL)
    for part in parts:
        if isinstance(part.shown, str):
            painter.setFont(theme.font(part.role))
            painter.setPen(theme.color(Token.TEXT))
            painter.drawText(part.place, Qt.TextFlag.TextWordWrap, part.shown)
        else:
            painter.save()
            painter.translate(part.place.topLeft())
            flags = QWidget.RenderFlag.DrawChildren
            part.shown.render(painter, QPoint(), QRegion(), flags)
            painter.restore()
    painter.end()


def _sheet_texts() -> dict[str, str]:

    return {
        "title": QCoreApplication.translate("Sheet", "You are the hash"),
        "intro": QCoreApplication.translate(
            "Sheet", "A game without a computer. It shows how the words of a text vote."
        ),
        "word": QCoreApplication.translate("Sheet", "Word"),
        "weight": QCoreApplication.translate("Sheet", "Weight"),
        "sum": QCoreApplication.translate("Sheet", "Sum"),
        "bit": QCoreApplication.translate("Sheet", "1 if the sum is above 0"),
        "then": QCoreApplication.translate(
            "Sheet", "Now “{word}” sits down. Add up again: which bits flip?"
        ),
        "count": QCoreApplication.translate(
            "Sheet", "How many bits differ? That is the Hamming distance: ____"
        ),
        "seed": QCoreApplication.translate(
            "Sheet",
            "Question no. {seed} of the Learn page of simhash-gui. The answers are on the next "
            "page.",
        ),
        "answers": QCoreApplication.translate("Sheet", "You are the hash: the answers"),
        "all": QCoreApplication.translate("Sheet", "With all words:"),
        "without": QCoreApplication.translate("Sheet", "Without “{word}”:"),
        "distance": QCoreApplication.translate("Sheet", "Hamming distance: {distance}"),
        "number": QCoreApplication.translate("Sheet", "Question no. {seed}"),
    }


def _sheet_steps() -> tuple[str, ...]:

    return (
        QCoreApplication.translate(
            "Sheet", "Each pupil takes one row: you are the hash of this word."
        ),
        QCoreApplication.translate(
            "Sheet", "For each bit in turn, from the left: have a 1? Call plus your weight."
        ),
        QCoreApplication.translate("Sheet", "Have a 0? Call minus your weight. The class adds up."),
        QCoreApplication.translate(
            "Sheet", "If the sum is above zero, write 1, else 0. That row is the fingerprint."
        ),
    )
