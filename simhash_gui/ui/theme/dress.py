"""The style sheet on a part of a window.

Qt styles every widget below the one that has a style sheet, on show or not, which takes a window of
1,500 widgets a quarter of a second. So each part has the sheet itself, and where only colours have
changed, parts follow one a turn of the event loop: first those on show, and the window is painted
when all of them have; then those that are hidden, unless they are shown before.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from simhash_gui.ui.theme.theme import Theme


class Dress(QObject):
    """Keeps the style sheet of a widget up to date. Belongs to the widget."""

    def __init__(self, widget: QWidget, *, is_due: bool = True) -> None:
        """``is_due`` is False for one of many hidden parts: it is dressed in its turn, too."""
        super().__init__(widget)
        self._widget = widget
        self._size = 0
        Theme.current().restyled.connect(self._follow)
        widget.installEventFilter(self)
        if is_due:
            self.put_on()
        else:
            Theme.current().follow_later(self.put_on)

    @Slot()
    def put_on(self) -> None:
        """Style the widget, unless it is."""
        theme = Theme.current()
        if self._widget.styleSheet() != theme.sheet:
            self._size = theme.font_percent
            self._widget.setStyleSheet(theme.sheet)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show:
            self.put_on()
        return False

    @Slot()
    def _follow(self) -> None:
        """Text of another size moves everything, and is measured at once: nothing waits for it."""
        theme = Theme.current()
        if self._size != theme.font_percent:
            self.put_on()
        elif self._widget.isVisible():
            theme.follow_on_show(self.put_on, self._widget.window())
        else:
            theme.follow_later(self.put_on)
