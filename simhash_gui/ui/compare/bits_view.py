"""Two fingerprints one above the other, bit by bit: point at a bit or move there, pin it, copy.

The view tells which bit is current (``current_changed``) and which is pinned
(``pinned_changed``); the votes themselves are shown elsewhere. Arrows move by a bit (up and down by
a line), with Ctrl by a block, Home and End to the ends, D and Shift+D to the next and previous
difference; Enter, Space or a click pins it; Escape releases it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget
from typing_extensions import override

from simhash_gui.ui.compare.bits import BitGroup, BitsData, Row
from simhash_gui.ui.compare.bits_drawing import (
    BitsFocus,
    BitsLayout,
    BitsMetrics,
    BitsPainter,
    BitsTexts,
)
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole

_MARGIN_PX = 4
_PREFERRED_PX = 900


class BitsView(QWidget):
    """The bits of A above the bits of B. Bits are numbered from 0 at the least significant."""

    current_changed = Signal(object)  # int | None
    pinned_changed = Signal(object)  # int | None
    walked = Signal(object)  # int: the keyboard has moved there

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: BitsData | None = None
        self._current: int | None = None
        self._pinned: int | None = None
        self._cursor: int | None = None
        self._metrics: BitsMetrics | None = None
        self._layout: BitsLayout | None = None
        self._still = QPixmap()
        self._still_for: tuple[BitsLayout, BitsTexts, float] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        Theme.current().changed.connect(self._follow_theme)
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.setAccessibleName(self.tr("Bits of both fingerprints"))
        self._describe()
        self._measure_again()

    @property
    def data(self) -> BitsData | None:
        """What is shown."""
        return self._data

    @property
    def current(self) -> int | None:
        """The current bit, by pointer or keyboard."""
        return self._current

    @property
    def pinned(self) -> int | None:
        """The bit that stays chosen."""
        return self._pinned

    def show_bits(self, data: BitsData | None) -> None:
        """Show other fingerprints; whatever was pinned is forgotten, the first difference shown."""
        self._data, self._still_for = data, None
        self._cursor = None
        self._pin(None)
        self._current = None
        self._look_at(self._resting_bit())
        self._measure_again()

    @Slot()
    def prepare(self) -> None:
        """Have what stays ready for the next painting: it takes most of its time."""
        if self._data is not None and self._layout is not None and self.isVisible():
            self._painted_still(self._data, self._layout)

    def pin(self, bit: int | None) -> None:
        """Pin a bit, or release it."""
        self._pin(bit)
        self._look_at(bit if bit is not None else self._resting_bit())

    def bit_rect(self, bit: int) -> QRect:
        """Where both cells of a bit stand, in coordinates of the view."""
        layout = self._fitting(self.width())
        if layout is None:
            return QRect()
        return layout.column_rect(bit).translated(_MARGIN_PX, _MARGIN_PX).toAlignedRect()

    def describe(self, bit: int) -> str:
        """A bit in words, as a screen reader says it."""
        if self._data is None:
            return ""
        values = {True: self.tr("one"), False: self.tr("zero")}
        names = [values[self._data.is_one(bit, row)] for row in Row]
        verdict = self.tr("different") if self._data.differs(bit) else self.tr("equal")
        text = self.tr("Bit {bit}: A {a}, B {b}, {verdict}")
        return text.format(bit=bit, a=names[0], b=names[1], verdict=verdict)

    # Geometry

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        layout = self._fitting(width)
        return 0 if layout is None else round(layout.height_px) + 2 * _MARGIN_PX

    @override
    def sizeHint(self) -> QSize:
        """Layouts take its height for the least one: so that of the width there is by now."""
        return QSize(_PREFERRED_PX, self.heightForWidth(max(self.width(), _PREFERRED_PX)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._layout = self._fitting(self.width())
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _follow_theme(self) -> None:
        self._still_for = None
        self._measure_again()

    def _measure_again(self) -> None:
        self._metrics = None if self._data is None else self._measured(self._data)
        self._layout = self._fitting(self.width())
        self.updateGeometry()
        self.update()

    def _fitting(self, width: int) -> BitsLayout | None:
        if self._data is None or self._metrics is None:
            return None
        available_px = width - 2 * _MARGIN_PX
        return BitsLayout.fitting(self._data.width, available_px, self._metrics)

    def _measured(self, data: BitsData) -> BitsMetrics:
        theme = Theme.current()
        fixed = QFontMetricsF(theme.font(FontRole.FIXED))
        caption = QFontMetricsF(theme.font(FontRole.CAPTION))
        widest = max(caption.horizontalAdvance(text) for text in self._captions(data))
        return BitsMetrics(
            gutter_px=QFontMetricsF(theme.font(FontRole.SECTION)).horizontalAdvance("B") + 12,
            key_line_px=max(fixed.height(), caption.height()) + 6,
            text_px=fixed.horizontalAdvance("0000") + widest + 12,
            min_cell_px=max(9.0, 0.65 * caption.height()),
            max_cell_px=max(22.0, 1.5 * caption.height()),
        )

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._data is None or self._layout is None:
            return
        painter = QPainter(self)
        painter.translate(_MARGIN_PX, _MARGIN_PX)
        cursor = self._cursor if self.hasFocus() else None
        focus = BitsFocus(self._current, self._pinned, cursor)
        still = self._painted_still(self._data, self._layout)
        BitsPainter(painter, Theme.current(), self._layout, self._data).paint(focus, still)

    def _painted_still(self, data: BitsData, layout: BitsLayout) -> QPixmap:
        """What stays while pointer and keys move, painted once for each layout and language."""
        wanted = layout, BitsTexts(self._captions(data)), self.devicePixelRatioF()
        if self._still_for != wanted:
            _, texts, ratio = wanted
            size = QSizeF(layout.width_px + 1, layout.height_px + 1)
            self._still = QPixmap((size * ratio).toSize())
            self._still.setDevicePixelRatio(ratio)
            self._still.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._still)
            BitsPainter(painter, Theme.current(), layout, data).paint_still(texts)
            painter.end()
            self._still_for = wanted
        return self._still

    def _captions(self, data: BitsData) -> tuple[str, ...]:
        return tuple(self._caption_of(data, group) for group in data.groups)

    def _caption_of(self, data: BitsData, group: BitGroup) -> str:
        is_equal = data.is_equal_in(group)
        if group.block is None:
            return self.tr("= not looked up") if is_equal else self.tr("≠ not looked up")
        text = self.tr("= found by block {block}") if is_equal else self.tr("≠ block {block}")
        return text.format(block=group.block)

    # Pointer

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        bit = self._bit_under(event)
        self._look_at(bit if bit is not None else self._resting_bit())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        bit = self._bit_under(event)
        if event.button() is not Qt.MouseButton.LeftButton or bit is None:
            super().mousePressEvent(event)
            return
        self._cursor = bit
        self._toggle_pin(bit)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._look_at(self._resting_bit())
        super().leaveEvent(event)

    def _bit_under(self, event: QMouseEvent) -> int | None:
        if self._layout is None:
            return None
        place = event.position()
        return self._layout.bit_at(place.x() - _MARGIN_PX, place.y() - _MARGIN_PX)

    def _resting_bit(self) -> int | None:
        """The current bit while the pointer is elsewhere."""
        if self._pinned is not None:
            return self._pinned
        return self._cursor if self.hasFocus() and self._cursor is not None else self._first_bit()

    def _first_bit(self) -> int | None:
        """The most significant bit that differs, or the most significant of all."""
        if self._data is None:
            return None
        differing = self._data.differing_bits
        return differing[0] if differing else self._data.width - 1

    # Keyboard

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._data is not None and self._cursor is None:
            self._cursor = self._first_bit()
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self._look_at(self._resting_bit())
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._look_at(self._resting_bit())
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._data is None:
            super().keyPressEvent(event)
            return
        cursor = self._cursor if self._cursor is not None else self._data.width - 1
        target = self._target(event, cursor, self._data)
        if target is not None:
            self._walk_to(target)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._toggle_pin(cursor)
        elif event.key() == Qt.Key.Key_Escape and self._pinned is not None:
            self.pin(None)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy("\n".join(self._data.hex(row) for row in Row))
        else:
            super().keyPressEvent(event)

    def _target(self, event: QKeyEvent, cursor: int, data: BitsData) -> int | None:
        """The bit that a key leads to; None for keys that do not move."""
        by_block = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        backwards = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_D:
            return _next_difference(data, cursor, backwards)
        if by_block and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return _block_step(data, cursor, to_left=key is Qt.Key.Key_Left)
        steps = {Qt.Key.Key_Left: 1, Qt.Key.Key_Right: -1}
        steps |= {Qt.Key.Key_Up: self._line_bits(), Qt.Key.Key_Down: -self._line_bits()}
        ends = {Qt.Key.Key_Home: data.width - 1, Qt.Key.Key_End: 0}
        if key in ends:
            return ends[key]
        if key not in steps:
            return None
        reached = cursor + steps[key]
        return reached if 0 <= reached < data.width else cursor

    def _line_bits(self) -> int:
        if self._layout is None:
            return 0
        return sum(len(group) for group in self._layout.groups[-self._layout.groups_a_line :])

    def _walk_to(self, bit: int) -> None:
        self._cursor = bit
        self._look_at(bit)
        self.walked.emit(bit)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.describe(bit)))

    # State

    def _look_at(self, bit: int | None) -> None:
        self.update()
        if bit != self._current:
            self._current = bit
            self._describe()
            self.current_changed.emit(bit)

    def _describe(self) -> None:
        if self._current is not None:
            self.setAccessibleDescription(self.describe(self._current))
        else:
            self.setAccessibleDescription(
                self.tr("Arrow keys move from bit to bit, Enter pins one, D finds differences")
            )

    def _toggle_pin(self, bit: int) -> None:
        self._pin(None if bit == self._pinned else bit)
        self._look_at(bit)

    def _pin(self, bit: int | None) -> None:
        self.update()
        if bit != self._pinned:
            self._pinned = bit
            self.pinned_changed.emit(bit)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Copying

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._data is not None:
            menu = self.copy_menu(self._data)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())

    def copy_menu(self, data: BitsData) -> QMenu:
        """The context menu."""
        menu = QMenu(self)
        entries = {
            self.tr("Copy fingerprint A"): data.hex(Row.A),
            self.tr("Copy fingerprint B"): data.hex(Row.B),
            self.tr("Copy XOR"): data.padded_hex(data.a ^ data.b),
            self.tr("Copy differing bits"): ", ".join(str(bit) for bit in data.differing_bits),
        }
        for label, text in entries.items():
            action = menu.addAction(label)
            action.triggered.connect(lambda _checked=False, copied=text: self._copy(copied))
        return menu

    @staticmethod
    def _copy(text: str) -> None:
        QGuiApplication.clipboard().setText(text)


def _next_difference(data: BitsData, cursor: int, backwards: bool) -> int:
    """The nearest differing bit to the right (or left), going round at the end."""
    bits = data.differing_bits
    if not bits:
        return cursor
    if backwards:
        return next((bit for bit in reversed(bits) if bit > cursor), bits[-1])
    return next((bit for bit in bits if bit < cursor), bits[0])


def _block_step(data: BitsData, cursor: int, *, to_left: bool) -> int:
    """The first bit of this block or the one before (left), or of the next one (right)."""
    starts = [group.high for group in data.groups]
    if to_left:
        return next((start for start in reversed(starts) if start > cursor), starts[0])
    return next((start for start in starts if start < cursor), 0)
