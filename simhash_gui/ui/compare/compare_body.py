"""The comparison itself: the answer above; texts, measures or features below.

Bits and votes unfold under the answer. The upper part takes the height that it needs, until the
person moves the border. Where the window is too low for bits and votes beside the features, they
stand above the features instead, and scroll with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QRect,
    QSettings,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.comparison.bit_votes import BitVotes
from simhash_gui.ui.common.buttons import Segmented
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import number
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.laid_out_first import LaidOutFirst
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.compare.bits_view import BitsView
from simhash_gui.ui.compare.desk import Prepared
from simhash_gui.ui.compare.measures import MeasuresView
from simhash_gui.ui.compare.measures_panel import MeasuresPanel
from simhash_gui.ui.compare.votes import ContributionsModel, VotePanel
from simhash_gui.ui.reading.side_by_side import SideBySide
from simhash_gui.ui.reading.text_differences import Side, TextDifferences
from simhash_gui.ui.reading.text_evidence import TextEvidence
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_MIN_LOWER_PX = 180
_MIN_BESIDE_BITS_PX = 116
_MIN_UPPER_PX = 140
_MIN_TITLE_PX = 120
_UPPER_SHARE = 0.68


class Tab(Enum):
    """How the two documents are looked at."""

    PASSAGES = "passages"
    CHARACTERS = "characters"
    BITS = "bits"
    MEASURES = "measures"


_BITS = 1
_READING = frozenset({Tab.PASSAGES, Tab.CHARACTERS})


class CompareBody(QWidget):
    """Everything below the heads of the two documents."""

    bit_wanted = Signal(object)  # int: its votes are to be explained

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.measures, self.bits, self.votes = MeasuresView(), BitsView(), VotePanel()
        self.texts, self.meanings = SideBySide(), MeasuresPanel()
        self.features = ContributionsModel(self)
        self.feature_table = PagedTable(self.features)
        self.copy_action = QAction(self)
        self.copy_action.triggered.connect(self.feature_table.copy_rows)
        self.feature_table.addAction(self.copy_action)
        self.tabs = Segmented(Tab, folds_itself=True)
        self._listed: BitVotes | None = None
        self.is_fitted, self._unfolded_for_bits = True, False
        self._features_title = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._features_title, Role.MUTED)
        self._stack, self._bars = QStackedWidget(), _Bars()
        self._unfolded = self._bits_and_votes()
        self._card, self._low_card = _Card(), _Card()
        for widget in (self.measures, self._unfolded):
            self._card.put(widget)
        self._card.installEventFilter(self)
        self._upper = _Upper(self._card)
        self._features = _Features(self._low_card, self.feature_table)
        self._lower = QWidget()
        self.split = QSplitter(Qt.Orientation.Vertical)
        self._painting = LaidOutFirst(self, *self.texts.steps(), self.bits.prepare)
        self._painting.held.connect(self.texts.hold)
        self.texts.jumping.connect(self._painting.hold)
        self._lay_out()
        self._connect()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        labels = {
            Tab.PASSAGES: self.tr("Passages"),
            Tab.CHARACTERS: self.tr("Characters"),
            Tab.BITS: self.tr("Bits"),
            Tab.MEASURES: self.tr("Measures"),
        }
        tips = {
            Tab.PASSAGES: self.tr("Both texts side by side with their common passages"),
            Tab.CHARACTERS: self.tr("Both texts side by side, every character that differs marked"),
            Tab.BITS: self.tr("Both fingerprints, and the features behind a bit"),
            Tab.MEASURES: self.tr("Every measure of the pair, and what it means"),
        }
        self.tabs.set_labels(labels, tips)
        self.copy_action.setText(self.tr("Copy rows"))
        self._features_title.set_full_text(self._features_text())
        self.feature_table.setAccessibleName(self._features_title.full_text())

    def _features_text(self) -> str:
        listed, bit = self._listed, self.bits.pinned
        if bit is None and listed is not None:
            bit = listed.bit
        if bit is None:
            return self.tr("Point at a bit to list its features.")
        named = self.tr("Features whose vote changed at bit {bit}").format(bit=bit)
        if listed is None or len(listed.changes) == listed.change_count:
            return named
        text = self.tr("{named}: the first {listed} of {count}")
        counts = number(len(listed.changes)), number(listed.change_count)
        return text.format(named=named, listed=counts[0], count=counts[1])

    def features_title(self) -> str:
        """The line above the features."""
        return self._features_title.full_text()

    def show_beginnings(self, texts: Mapping[Side, str]) -> None:
        """Show where both texts begin, until they are compared; nothing of those before."""
        self._painting.hold()
        self.measures.clear()
        self.meanings.clear()
        self._list(None)
        self._set_known(False)
        self.texts.show_beginnings(texts)

    def show_prepared(self, prepared: Prepared) -> None:
        """Show another comparison."""
        self._painting.hold()
        self.measures.show_prepared(prepared)
        self.meanings.show_prepared(prepared)
        self.bits.show_bits(prepared.bits)
        self._set_known(True)
        self._fit()

    def _set_known(self, is_known: bool) -> None:
        """Bits and votes that are not known yet keep their room."""
        for widget in (self.bits, self.votes):
            widget.setVisible(is_known)

    def set_folded(self, is_folded: bool) -> None:
        """Show the answer alone, or bits and votes as well."""
        self._painting.hold()
        self.measures.set_folded(is_folded)
        self._unfolded.setVisible(not is_folded)
        # What was hidden takes no room any more: let the layouts know before it is measured.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.is_fitted = True
        self._fit()
        if not is_folded:
            self._look_at(self.bits.current)

    def show_differences(self, differences: TextDifferences | None) -> None:
        """Show both texts with their marks, or nothing."""
        self._painting.hold()
        self.texts.show_differences(differences)

    def show_evidence(self, found: TextEvidence | None, *, is_measuring: bool) -> None:
        """Show what the texts prove; None while it is measured, or when it cannot be."""
        self._painting.hold()
        self.measures.show_evidence(found, is_measuring=is_measuring)
        self.meanings.show_evidence(found, is_measuring=is_measuring)
        self.texts.show_evidence(found, is_measuring=is_measuring)

    def show_explanation(self, explanation: BitVotes) -> None:
        """Show the votes at the current bit, and the features of the pinned or current one."""
        self.votes.show_votes(explanation)
        is_pinned = explanation.bit == self.bits.pinned
        if is_pinned or (self.bits.pinned is None and self._stack.currentIndex() == _BITS):
            self._list(explanation)

    def show_texts(self) -> None:
        """The texts, by passages or by characters, whichever was looked at last."""
        if self._stack.currentWidget() is not self.texts:
            self._show_tab(Tab.PASSAGES)

    def find_words(self) -> None:
        """Find words in the texts."""
        self.show_texts()
        self.texts.tools.open()

    def save_state(self, settings: QSettings) -> None:
        """Keep border, switches and columns."""
        self.texts.save_state(settings)
        settings.setValue("compare/folded", self.measures.is_folded)
        settings.setValue("compare/features", QByteArray(self.feature_table.save_columns()))
        settings.setValue(
            "compare/split", QByteArray() if self.is_fitted else self.split.saveState()
        )

    def restore_state(self, settings: QSettings) -> None:
        """Bring them back."""
        self.texts.restore_state(settings)
        self.set_folded(bool(settings.value("compare/folded", True, bool)))
        columns, border = settings.value("compare/features"), settings.value("compare/split")
        if isinstance(columns, QByteArray):
            self.feature_table.restore_columns(bytes(columns.data()))
        if isinstance(border, QByteArray) and not border.isEmpty():
            self.is_fitted = not self.split.restoreState(border)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hold_with_page()
        self._fit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._hold_with_page()

    def _hold_with_page(self) -> None:
        if not self.updatesEnabled():
            self._painting.hold()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The answer needs another height, as with a text size that was chosen on another page."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return False

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self._painting.hold()
            self.retranslate()
        super().changeEvent(event)

    def _bits_and_votes(self) -> QWidget:
        unfolded = QWidget()
        column = QVBoxLayout(unfolded)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        for widget in (self.measures.details, self.bits, self.votes):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
            column.addWidget(widget)
        return unfolded

    def _lay_out(self) -> None:
        for shown in (self.texts, self._features, self.meanings):
            self._stack.addWidget(shown)
        lower_column = QVBoxLayout(self._lower)
        lower_column.setContentsMargins(0, 0, 0, 0)
        lower_column.setSpacing(Space.S)
        for bar in (self.texts.bar, self._features_title):
            self._bars.addWidget(bar)
        self._bars.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        head = FlowRow(Space.M)
        head.add(self.tabs, min_px=self.tabs.one_line_px)
        head.add(self._bars, stretch=1, min_px=self._bar_px)
        lower_column.addWidget(head)
        lower_column.addWidget(self._stack, 1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self._upper)
        self.split.addWidget(self._lower)
        self.split.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.split)

    def _bar_px(self) -> int:
        """Where the bar of the mode goes into a line of its own."""
        is_reading = self._bars.currentWidget() is self.texts.bar
        return self.texts.bar.one_line_px() if is_reading else _min_px(_MIN_TITLE_PX)

    def _connect(self) -> None:
        self.bits.current_changed.connect(self._look_at)
        self.bits.pinned_changed.connect(self._follow_pin)
        self.bits.walked.connect(self._bring_into_view)
        self.tabs.chosen.connect(self._show_tab)
        self.measures.fold_wanted.connect(self._toggle_fold)
        self.feature_table.sort_requested.connect(self._sort)
        self.split.splitterMoved.connect(self._keep_border)
        Theme.current().changed.connect(self._fit)
        self.feature_table.set_sort(self.features.sort_key, self.features.is_descending)

    def _look_at(self, bit: int | None) -> None:
        self.votes.show_bit(bit, is_pinned=bit is not None and bit == self.bits.pinned)
        if bit is not None and not self.measures.is_folded:
            self.bit_wanted.emit(bit)

    def _toggle_fold(self) -> None:
        self._unfolded_for_bits = False
        self.set_folded(not self.measures.is_folded)

    def _bring_into_view(self, bit: int) -> None:
        scroller = self._features if self._features.is_low else self._upper
        scroller.show_part(self.bits, self.bits.bit_rect(bit))

    def _follow_pin(self, bit: int | None) -> None:
        self._list(None)
        self._show_tab(Tab.PASSAGES if bit is None else Tab.BITS)
        self._look_at(self.bits.current if bit is None else bit)

    def _list(self, explanation: BitVotes | None) -> None:
        self._listed = explanation
        self.features.show_explanation(explanation)
        self.retranslate()

    def _show_tab(self, tab: Tab) -> None:
        self.tabs.choose(tab)
        if tab in _READING:
            self.texts.set_by_characters(tab is Tab.CHARACTERS)
        self._stack.setCurrentIndex({Tab.BITS: _BITS, Tab.MEASURES: 2}.get(tab, 0))
        is_bits = tab is Tab.BITS
        if not is_bits and self._unfolded_for_bits:
            self._unfolded_for_bits = False
            self.set_folded(True)
        elif is_bits and self.measures.is_folded:
            self._unfolded_for_bits = True
            self.set_folded(False)
        elif is_bits:
            self._look_at(self.bits.current)
        self._fit()
        self._show_bar()

    def _show_bar(self) -> None:
        """What stands beside the tabs: the tools of the texts, or what the features are of."""
        shown = self._stack.currentWidget()
        self._bars.setCurrentIndex(_BITS if shown is self._features else 0)
        self._bars.setVisible(shown is not self.meanings and not self._features.is_low)

    def _sort(self, key: object, is_descending: bool) -> None:
        self.features.sort_by(key, is_descending)  # type: ignore[arg-type]
        self.feature_table.set_sort(key, is_descending)

    def _keep_border(self) -> None:
        self.is_fitted = False

    def _fit(self) -> None:
        """Give the upper half what it needs and the lower half the rest."""
        self._place_bits()
        # Beside the bits it is low, or a low window would scroll the page and the bits in it.
        is_folded = self.measures.is_folded or self._features.is_low
        min_lower = _min_px(_MIN_LOWER_PX if is_folded else _MIN_BESIDE_BITS_PX)
        self._lower.setMinimumHeight(min_lower)
        if self.is_fitted:
            needed = self._upper.needed_px(self.width())
            room, most = self._room_px(min_lower)
            min_upper = _min_px(_MIN_UPPER_PX)
            # The answer alone is never cut.
            least = needed if is_folded else min(min_upper, needed)
            self._upper.least_px = least
            upper = max(min(needed, most), least)
            self.split.setSizes([upper, max(room - upper, min_lower)])
            self._upper.fit_bar()

    def _room_px(self, min_lower: int) -> tuple[int, int]:
        """What there is for both halves, and the most of it that the upper one takes."""
        room = self.height() - self.split.handleWidth()
        return room, min(round(room * _UPPER_SHARE), room - min_lower)

    def _place_bits(self) -> None:
        """Put bits and votes under the answer, or above the features where the window is low."""
        is_shown = self._stack.currentIndex() == _BITS and not self.measures.is_folded
        _, most = self._room_px(_min_px(_MIN_BESIDE_BITS_PX))
        is_low = is_shown and self._unfolded_px() > most
        if is_low != self._features.is_low:
            self.is_fitted = True
            (self._low_card if is_low else self._card).put(self._unfolded)
            self._unfolded.setVisible(not self.measures.is_folded)
            if is_low:
                self._features.put_title(self._features_title)
            else:
                self._bars.insertWidget(_BITS, self._features_title)
            self._features.set_low(is_low=is_low)
            self._show_bar()

    def _unfolded_px(self) -> int:
        """The height of a card that has both the answer, and bits and votes."""
        margins = self._card.column.contentsMargins()
        inner_px = self.width() - margins.left() - margins.right()
        heights = self.measures.sizeHint().height(), self._unfolded.heightForWidth(inner_px)
        return sum(heights) + margins.top() + margins.bottom() + Space.S


class _Bars(QStackedWidget):
    """As high as what it shows."""

    def height_at(self, width: int) -> int:
        """See ``Flowing``: the tools of the texts go on in lines below where it is narrow."""
        shown: QWidget | None = self.currentWidget()
        if isinstance(shown, FlowRow):
            return shown.height_at(width)
        return shown.sizeHint().height() if shown is not None else 0


class _Card(QFrame):
    """Holds some of the answer, one below the other."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, Role.CARD)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(Space.L, Space.XS, Space.S, Space.XS)
        self.column.setSpacing(Space.S)
        self.column.addStretch(1)

    def put(self, widget: QWidget) -> None:
        """Add a widget below the others."""
        self.column.insertWidget(self.column.count() - 1, widget)


class _Scroller(QScrollArea):
    """Scrolls up and down only."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_part(self, widget: QWidget, part: QRect) -> None:
        """Scroll as far as it takes to see a part of a widget in it."""
        centre = widget.mapTo(self._content, part.center())
        self.ensureVisible(centre.x(), centre.y(), part.width(), part.height() + Space.XL)


class _Features(_Scroller):
    """The features. In a low window bits and votes stand above them, and all scrolls as one."""

    def __init__(self, card: QFrame, table: PagedTable) -> None:
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.S)
        self._column.addWidget(card)
        self._column.addWidget(table, 1)
        super().__init__(content)
        self._card, self._table, self.is_low = card, table, False
        self.setFrameShape(QFrame.Shape.NoFrame)
        for surface in (self.viewport(), content):
            surface.setAutoFillBackground(False)
        table.paged.modelReset.connect(self._fit_table)
        table.selectionModel().currentRowChanged.connect(self._follow_row)
        Theme.current().changed.connect(self._fit_table)
        self.set_low(is_low=False)

    def put_title(self, title: QWidget) -> None:
        """Say above the table of what the features are."""
        self._column.insertWidget(1, title)
        title.show()

    def set_low(self, *, is_low: bool) -> None:
        """Whether the card is there, and the table shows all its rows."""
        self.is_low = is_low
        self._card.setVisible(is_low)
        policy = Qt.ScrollBarPolicy
        # A bar that comes and goes with the features of a bit would move the bits.
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if is_low else policy.ScrollBarAlwaysOff
        )
        self._fit_table()

    def _fit_table(self) -> None:
        header, rows = self._table.horizontalHeader(), self._table.verticalHeader()
        rows_px = self._table.paged.rowCount() * rows.defaultSectionSize()
        whole_px = header.sizeHint().height() + rows_px + 2 * self._table.frameWidth()
        self._table.setMinimumHeight(whole_px if self.is_low else 0)

    def _follow_row(self, index: QModelIndex) -> None:
        if self.is_low:
            self.show_part(self._table.viewport(), self._table.visualRect(index))


class _Upper(_Scroller):
    """Scrolls where the window is too low for all of it."""

    def __init__(self, card: QFrame) -> None:
        super().__init__(card)
        self._card = card
        self.least_px = 0

    def needed_px(self, width: int) -> int:
        """Height at which nothing scrolls."""
        return max(self._card.heightForWidth(width), self._card.minimumSizeHint().height()) + 1

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.least_px)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_bar()

    def fit_bar(self) -> None:
        """Show the scroll bar where it is needed.

        Left to Qt it could come and go forever, as the bits change their height with the width.
        """
        policy = Qt.ScrollBarPolicy
        fits = self.height() >= self.needed_px(self.width())
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAlwaysOn
        )


def _min_px(pixels: int) -> int:
    """Room for the same number of lines whatever the text size."""
    return Theme.current().scaled(pixels)
