"""How the features of both documents voted at one bit, and which of them made the difference.

The panel keeps its height whatever it shows, so that nothing jumps while the pointer moves over the
bits; the table lists all features that moved the votes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.comparison.bit_votes import BitVote, BitVotes, Contribution
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_BAR_PX = 12
_NOTCH_PX = 5


class VoteBar(QWidget):
    """Votes of one side at one bit, on a scale shared with the other side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._one = 0.0
        self._zero = 0.0
        self._scale = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        Theme.current().changed.connect(self.update)

    def show_votes(self, one: float, zero: float, scale: float) -> None:
        """``scale`` is the weight that fills half of the bar; all are weights of features."""
        self._one, self._zero, self._scale = one, zero, max(scale, 1e-12)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, _BAR_PX + 2 * _NOTCH_PX)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(64, _BAR_PX + 2 * _NOTCH_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = Theme.current()
        middle, half = self.width() / 2, self.width() / 2 - 2
        top = (self.height() - _BAR_PX) / 2
        one_px, zero_px = half * self._one / self._scale, half * self._zero / self._scale
        painter.setPen(QPen(theme.color(Token.MUTED), 1.25))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(middle - zero_px, top + 1, zero_px, _BAR_PX - 2))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(Token.ACCENT))
        painter.drawRect(QRectF(middle, top, one_px, _BAR_PX))
        painter.setPen(QPen(theme.color(Token.TEXT), 1.0))
        painter.drawLine(QPointF(middle, top - 3), QPointF(middle, top + _BAR_PX + 3))
        self._notch(painter, middle + half * (self._one - self._zero) / self._scale, top)

    def _notch(self, painter: QPainter, x: float, top: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Theme.current().color(Token.TEXT))
        bottom = top + _BAR_PX
        corners = [
            QPointF(x, bottom - 1),
            QPointF(x + _NOTCH_PX, bottom + _NOTCH_PX),
            QPointF(x - _NOTCH_PX, bottom + _NOTCH_PX),
        ]
        painter.drawPolygon(QPolygonF(corners))


_FEATURES_NAMED = 8
_NAMES = ("A", "B")
_HAN_ROOM = 1.3


class VotePanel(QWidget):
    """The votes on each side at one bit; a hint while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted: int | None = None
        self._is_pinned = False
        self._explanation: BitVotes | None = None
        self._heading = QLabel()
        set_role(self._heading, Role.SECTION)
        self._hint = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._hint, Role.MUTED)
        self._rows = tuple(_VoteRow(name) for name in _NAMES)
        self._captions = tuple(_caption() for _ in range(4))
        self._changes = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addLayout(self._head())
        column.addLayout(self._grid())
        column.addWidget(self._changes)
        Theme.current().changed.connect(self._measure)
        self._measure()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        texts = (
            self.tr("for zero · for one"),
            self.tr("for one"),
            self.tr("for zero"),
            self.tr("margin"),
        )
        for caption, text in zip(self._captions, texts, strict=True):
            caption.setText(text)
        self.setAccessibleName(self.tr("Votes"))
        self._fill()

    def show_bit(self, bit: int | None, *, is_pinned: bool = False) -> None:
        """Say which bit is current. What is shown stays until its votes come."""
        self._wanted, self._is_pinned = bit, is_pinned
        if bit is None:
            self._explanation = None
        if self._explanation is None or self._explanation.bit == bit:
            self._fill()

    def show_votes(self, explanation: BitVotes) -> None:
        """Show the votes, unless another bit is current by now."""
        if explanation.bit == self._wanted:
            self._explanation = explanation
            self._fill()

    def text(self) -> str:
        """Everything it says, for the clipboard and for screen readers."""
        parts = [self._heading.text(), *(row.text() for row in self._rows)]
        return "\n".join([*parts, self._changes.full_text()])

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _measure(self) -> None:
        """Han comes from a taller font than the rest; leave room for it from the start."""
        height = round(QFontMetricsF(Theme.current().font(FontRole.BODY)).height() * _HAN_ROOM)
        for label in (self._hint, self._changes):
            label.setFixedHeight(height)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self._heading)
        row.addWidget(self._hint, 1)
        return row

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for column, caption in enumerate(self._captions, 1):
            side = Qt.AlignmentFlag.AlignHCenter if column == 1 else Qt.AlignmentFlag.AlignRight
            grid.addWidget(caption, 0, column, side)
        for line, row in enumerate(self._rows, 1):
            for column, widget in enumerate(row.widgets):
                grid.addWidget(widget, line, column)
        return grid

    def _fill(self) -> None:
        explanation = self._explanation
        self._heading.setText(self._heading_text())
        self._hint.set_full_text(self._hint_text())
        votes = (explanation.a, explanation.b) if explanation is not None else (None, None)
        scale = max((max(vote.one, vote.zero) for vote in votes if vote is not None), default=1.0)
        for row, vote in zip(self._rows, votes, strict=True):
            row.fill(vote, scale)
        self._changes.set_full_text(self._changes_text())
        self.setAccessibleDescription(self.text())

    def _heading_text(self) -> str:
        if self._wanted is None:
            return self.tr("Votes")
        return self.tr("Bit {bit}").format(bit=self._wanted)

    def _hint_text(self) -> str:
        key = self.tr("Filled: one. Outlined: zero. Pale: decided by a thin margin.")
        if self._wanted is None:
            what = self.tr("Point at a bit or move there with the arrow keys.")
            return fmt.sentences(what, key)
        if self._is_pinned:
            what = self.tr("Pinned: its features are listed below. Press Esc to release it.")
        else:
            what = self.tr("Click it or press Enter to pin it and list its features.")
        return fmt.sentences(what, key)

    def _changes_text(self) -> str:
        if self._explanation is None:
            return ""
        changes, count = self._explanation.changes, self._explanation.change_count
        if not changes:
            return self.tr("Every feature votes the same way here in both documents.")
        named = self.tr("; ").join(map(change_text, changes[:_FEATURES_NAMED]))
        if count > _FEATURES_NAMED:
            named = _more_text(named, count - _FEATURES_NAMED)
        return self.tr("Changed votes: {changes}").format(changes=named)


class _VoteRow:
    """One side: its letter, its bar and its numbers."""

    def __init__(self, name: str) -> None:
        self._name = QLabel(name)
        set_role(self._name, Role.SECTION)
        self._bar = VoteBar()
        self._numbers = tuple(_number() for _ in range(3))
        self.widgets: tuple[QWidget, ...] = (self._name, self._bar, *self._numbers)

    def fill(self, vote: BitVote | None, scale: float) -> None:
        """Show the votes, or nothing."""
        if vote is None:
            self._bar.show_votes(0.0, 0.0, scale)
            texts = ("", "", "")
        else:
            self._bar.show_votes(vote.one, vote.zero, scale)
            texts = fmt.decimal(vote.one), fmt.decimal(vote.zero), fmt.signed(vote.margin)
        for label, text in zip(self._numbers, texts, strict=True):
            label.setText(text)

    def text(self) -> str:
        """Letter and numbers."""
        return " ".join([self._name.text(), *(label.text() for label in self._numbers)])


def change_text(entry: Contribution) -> str:
    """A feature with what it adds to the sum on the way from A to B: ``修订 +1.6``."""
    return f"{entry.feature} {fmt.signed(entry.change)}"


def _more_text(named: str, left: int) -> str:
    """Some that are named, and how many are not."""
    text = QCoreApplication.translate("VotePanel", "{named}; and %Ln more", "", left)
    return text.format(named=named)


def _caption() -> QLabel:
    label = QLabel()
    set_role(label, Role.CAPTION)
    return label


def _number() -> QLabel:
    label = QLabel()
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    label.setMinimumWidth(label.fontMetrics().horizontalAdvance("−0,000.0"))
    return label


class ContributionSort(StrEnum):
    """The columns."""

    FEATURE = "feature"
    VOTE_A = "vote-a"
    VOTE_B = "vote-b"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class ContributionRow:
    """A contribution with its number in the explanation."""

    number: int
    entry: Contribution


_SORT_KEYS: dict[ContributionSort, Callable[[ContributionRow], Any]] = {
    ContributionSort.FEATURE: lambda row: row.entry.feature,
    ContributionSort.VOTE_A: lambda row: row.entry.vote_a,
    ContributionSort.VOTE_B: lambda row: row.entry.vote_b,
    ContributionSort.CHANGE: lambda row: abs(row.entry.change),
}


class ContributionsModel(PagedTableModel[ContributionRow]):
    """The features whose vote changed most from A to B."""

    def __init__(self, parent: QObject | None = None) -> None:
        self._rows: tuple[ContributionRow, ...] = ()
        self.sort_key = ContributionSort.CHANGE
        self.is_descending = True
        super().__init__(_columns(), self._fetch_rows, lambda row: row.number, parent)

    def show_explanation(self, explanation: BitVotes | None) -> None:
        """Show another bit's features, or none."""
        changed = explanation.changes if explanation is not None else ()
        self._rows = tuple(ContributionRow(number, entry) for number, entry in enumerate(changed))
        self._arrange()

    def sort_by(self, key: ContributionSort, descending: bool) -> None:
        """Another order; the change sorts by its size."""
        self.sort_key, self.is_descending = key, descending
        self._arrange()

    def _arrange(self) -> None:
        ordered = sorted(self._rows, key=_SORT_KEYS[self.sort_key], reverse=self.is_descending)
        self.set_ids(np.array([row.number for row in ordered], np.int64))

    def _fetch_rows(self, numbers: Sequence[int]) -> list[ContributionRow]:
        return [self._rows[number] for number in numbers]


def _columns() -> tuple[Column[ContributionRow], ...]:
    return (
        Column(
            "feature",
            lambda: QCoreApplication.translate("ContributionsModel", "Feature"),
            lambda row: row.entry.feature,
            sort_key=ContributionSort.FEATURE,
            width=14,
            takes_spare_width=True,
        ),
        _number_column(
            "vote_a",
            lambda: QCoreApplication.translate("ContributionsModel", "Vote in A"),
            lambda entry: entry.vote_a,
            ContributionSort.VOTE_A,
            leaves=2,
        ),
        _number_column(
            "vote_b",
            lambda: QCoreApplication.translate("ContributionsModel", "Vote in B"),
            lambda entry: entry.vote_b,
            ContributionSort.VOTE_B,
            leaves=1,
        ),
        _number_column(
            "change",
            lambda: QCoreApplication.translate("ContributionsModel", "Change"),
            lambda entry: entry.change,
            ContributionSort.CHANGE,
        ),
    )


def _number_column(
    name: str,
    header: Callable[[], str],
    value: Callable[[Contribution], float],
    sort_key: ContributionSort,
    leaves: int = 0,
) -> Column[ContributionRow]:
    return Column(
        name,
        header,
        lambda row: _vote_text(value(row.entry)),
        sort_key=sort_key,
        is_number=True,
        tip=lambda row: fmt.signed(value(row.entry), 6),
        width=12,
        leaves=leaves,
    )


def _vote_text(vote: float) -> str:
    """A vote with its sign; a dash where the document has no such feature."""
    return fmt.signed(vote, 2) if vote else fmt.MISSING
