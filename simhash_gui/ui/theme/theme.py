"""The look of the whole window: palette, style sheet and fonts, switched while it runs.

``Theme.current()`` is the theme of the running application. Widgets that paint themselves ask it
for colours and fonts when they paint, and repaint on ``changed``; everything else follows by
palette and style sheet. The parts of a window take the style sheet themselves (``dress``): given to
the application, Qt would style every widget once for each one that it stands in, which takes six
times as long. Tokens are in ``tokens``, the style sheet in ``stylesheet``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache
from typing import ClassVar, Self
from weakref import WeakMethod

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget
from shiboken6 import isValid

from simhash_gui.services.library.paths import resources_folder
from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.theme.stylesheet import style_sheet
from simhash_gui.ui.theme.tokens import (
    CJK_FAMILIES,
    FIXED_FAMILIES,
    FONT_RATIO,
    SMALLEST_POINTS,
    FontRole,
    Token,
    colors,
    passage_color,
    passage_mark,
)

_SIGN_PX = 16
_TURNS_OF_LAYOUT = 2  # what is wrapped asks for its height once it has its width


class Theme(QObject):
    """Colours and fonts in use. A child of the application, one for each."""

    # The style sheet is another one. Comes before ``changed``, upon which widgets measure. Parts
    # take a sheet that has nothing but other colours a turn of the event loop later.
    restyled = Signal()
    changed = Signal()
    _last: ClassVar[Self | None] = None  # asked for with every cell that is painted

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        type(self)._last = self
        self._application = application
        self._choice = ThemeChoice.SYSTEM
        self._chosen_percent, self._lecture_percent = 100, 0
        self._base_font = QFont(application.font())
        # A generic name ("Sans Serif") in a list of families would lose against the next real one.
        self._base_family = QFontInfo(self._base_font).family()
        self._fixed_family = _fixed_family()
        hints = application.styleHints()
        self._is_system_dark = hints.colorScheme() is Qt.ColorScheme.Dark
        self._is_dark = False
        self._colors = colors(dark=False)
        self._fonts: dict[tuple[FontRole, QFont.Weight], QFont] = {}
        self._on_show: deque[WeakMethod[Callable[[], None]]] = deque()
        self._following: deque[WeakMethod[Callable[[], None]]] = deque()
        self._held: set[QWidget] = set()
        self._laid_out_percent = 100
        self.sheet = ""
        """The style sheet; see ``dress``."""
        application.setStyle(QStyleFactory.create("Fusion"))
        hints.colorSchemeChanged.connect(self.follow_system)

    @classmethod
    def current(cls) -> Self:
        """The theme of the running application; RuntimeError where none was made."""
        found = cls._last
        if found is None or found._application is not QCoreApplication.instance():
            raise RuntimeError("no theme: create_application() makes it")
        return found

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are in use."""
        return self._is_dark

    @property
    def font_percent(self) -> int:
        """Scale of the fonts."""
        return max(self._chosen_percent, self._lecture_percent)

    def scaled(self, pixels: int) -> int:
        """A length that grows with the fonts, and does not shrink with them."""
        return max(pixels, round(pixels * self.font_percent / 100))

    def color(self, token: Token) -> QColor:
        """A copy of the token's colour."""
        return QColor(self._colors[token])

    def passage(self, number: int) -> QColor:
        """Fill behind passages of source ``number``."""
        return passage_color(number, self._is_dark)

    def passage_mark(self, number: int) -> QColor:
        """The stronger tone of source ``number``, for bars without text."""
        return passage_mark(number, self._is_dark)

    def font(self, role: FontRole) -> QFont:
        """A copy of the font of a kind of text at the present scale."""
        key = role, heading_weight()
        if key not in self._fonts:
            self._fonts[key] = self._made_font(*key)
        return QFont(self._fonts[key])

    def _made_font(self, role: FontRole, heading: QFont.Weight) -> QFont:
        font = QFont(self._base_font)
        base = max(_points(self._base_font), SMALLEST_POINTS) * self.font_percent / 100
        font.setPointSizeF(max(base * FONT_RATIO[role], SMALLEST_POINTS))
        first = self._fixed_family if role is FontRole.FIXED else self._base_family
        font.setFamilies([first, *CJK_FAMILIES])
        if role is FontRole.FIXED:
            font.setStyleHint(QFont.StyleHint.Monospace)
        if role in {FontRole.TITLE, FontRole.SECTION}:
            font.setWeight(heading)
        return font

    def lecture(self, least_percent: int) -> None:
        """For a projector, whatever is chosen: fonts of at least this scale, and high contrast.

        0 ends it.
        """
        self._lecture_percent = least_percent
        self.apply(self._choice, self._chosen_percent)

    def apply(self, choice: ThemeChoice, font_percent: int = 100) -> None:
        """Switch to a choice of colours and a scale of the fonts (75 to 200 percent)."""
        self._choice, self._chosen_percent = choice, font_percent
        self._fonts.clear()
        self._is_dark = self._wants_dark()
        self._colors = colors(self._is_dark, high_contrast=self._lecture_percent > 0)
        self._application.setPalette(self._palette())
        self._application.setFont(self.font(FontRole.BODY))
        fonts = {role: self.font(role) for role in FontRole}
        chevron = resources_folder() / "icons" / f"combo-{'dark' if self._is_dark else 'light'}.svg"
        self.sheet = style_sheet(self._colors, fonts, chevron, self.scaled(_SIGN_PX))
        self.restyled.emit()
        self.changed.emit()
        if self.font_percent != self._laid_out_percent:
            self._laid_out_percent = self.font_percent
            self._hold_while_laid_out()

    def _hold_while_laid_out(self) -> None:
        """Paint no window of which some parts have the room of another type still."""
        for window in filter(QWidget.isVisible, self._application.topLevelWidgets()):
            for _turn in range(_TURNS_OF_LAYOUT):
                self.follow_on_show(self._lay_out, window)

    def _lay_out(self) -> None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def follow_on_show(self, follow: Callable[[], None], window: QWidget) -> None:
        """Call a method that follows the colours on a part of a window which is on show.

        One a turn of the event loop, before what is hidden. Until the last has followed nothing of
        the window is painted, so that all of it changes at once.
        """
        window.setUpdatesEnabled(False)
        self._held.add(window)
        self._queue(follow, self._on_show)

    def follow_later(self, follow: Callable[[], None]) -> None:
        """Call a method that follows colours or language when the window has time.

        One a turn of the event loop; not if its object is gone by then.
        """
        self._queue(follow, self._following)

    def _queue(
        self, follow: Callable[[], None], queue: deque[WeakMethod[Callable[[], None]]]
    ) -> None:
        if not self._on_show and not self._following:
            QTimer.singleShot(0, self, self._follow_next)
        queue.append(WeakMethod(follow))

    @Slot()
    def _follow_next(self) -> None:
        follow = (self._on_show or self._following).popleft()()
        try:
            if follow is not None and isValid(getattr(follow, "__self__", None)):
                follow()
        finally:  # or nothing would ever be painted again
            if not self._on_show:
                self._paint_again()
            if self._on_show or self._following:
                QTimer.singleShot(0, self, self._follow_next)

    def _paint_again(self) -> None:
        for window in filter(isValid, self._held):
            window.setUpdatesEnabled(True)
            # Qt asks for no painting where it has skipped one meanwhile.
            QCoreApplication.postEvent(window, QEvent(QEvent.Type.UpdateRequest))
        self._held.clear()

    @Slot(Qt.ColorScheme)
    def follow_system(self, scheme: Qt.ColorScheme) -> None:
        """The desktop has changed its colours; follow where the user has chosen that."""
        is_dark = scheme is Qt.ColorScheme.Dark
        self._is_system_dark = is_dark
        if self._choice is ThemeChoice.SYSTEM and is_dark is not self._is_dark:
            self.apply(self._choice, self._chosen_percent)

    def _wants_dark(self) -> bool:
        if self._choice is ThemeChoice.SYSTEM:
            return self._is_system_dark
        return self._choice is ThemeChoice.DARK

    def _palette(self) -> QPalette:
        palette = QPalette()
        for role, token in _ROLES.items():
            palette.setColor(role, self._colors[token])
        for role in (
            QPalette.ColorRole.WindowText,
            QPalette.ColorRole.Text,
            QPalette.ColorRole.ButtonText,
        ):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self._colors[Token.DISABLED])
        return palette


_ROLES = {
    QPalette.ColorRole.Window: Token.WINDOW,
    QPalette.ColorRole.WindowText: Token.TEXT,
    QPalette.ColorRole.Base: Token.SURFACE,
    QPalette.ColorRole.AlternateBase: Token.HOVER,
    QPalette.ColorRole.Text: Token.TEXT,
    QPalette.ColorRole.PlaceholderText: Token.MUTED,
    QPalette.ColorRole.Button: Token.RAISED,
    QPalette.ColorRole.ButtonText: Token.TEXT,
    QPalette.ColorRole.BrightText: Token.DANGER,
    QPalette.ColorRole.Highlight: Token.ACCENT,
    QPalette.ColorRole.HighlightedText: Token.ON_ACCENT,
    QPalette.ColorRole.Accent: Token.ACCENT,
    QPalette.ColorRole.Link: Token.ACCENT,
    QPalette.ColorRole.LinkVisited: Token.ACCENT,
    QPalette.ColorRole.ToolTipBase: Token.RAISED,
    QPalette.ColorRole.ToolTipText: Token.TEXT,
    QPalette.ColorRole.Light: Token.RAISED,
    QPalette.ColorRole.Midlight: Token.HOVER,
    QPalette.ColorRole.Mid: Token.OUTLINE,
    QPalette.ColorRole.Dark: Token.DIVIDER,
    QPalette.ColorRole.Shadow: Token.DIVIDER,
}


def _points(font: QFont) -> float:
    """Size in points, also of a font that the system gives in pixels (96 to the inch)."""
    return font.pointSizeF() if font.pointSizeF() > 0 else font.pixelSize() * 0.75


def _fixed_family() -> str:
    """The system's fixed-width family; some systems name one that is not."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    families = [QFontInfo(system).family(), *FIXED_FAMILIES]
    return next((family for family in families if _is_fixed(family)), families[0])


def _is_fixed(family: str) -> bool:
    metrics = QFontMetricsF(QFont([family]))
    return metrics.horizontalAdvance("i") == metrics.horizontalAdvance("W")


def heading_weight() -> QFont.Weight:
    """Demi-bold, unless the Chinese in a heading would stay light beside bold Latin and digits.

    WenQuanYi Micro Hei, the only Chinese face of many small systems, has one weight.
    """
    is_chinese = QLocale().language() is QLocale.Language.Chinese
    return QFont.Weight.Normal if is_chinese and _is_chinese_light() else QFont.Weight.DemiBold


@cache
def _is_chinese_light() -> bool:
    """Asked for whenever a heading is painted."""
    family = next(filter(QFontDatabase.hasFamily, CJK_FAMILIES), None)
    if family is None:
        return False
    styles = QFontDatabase.styles(family)
    weights = (QFontDatabase.weight(family, style) for style in styles)
    return max(weights, default=0) < QFont.Weight.DemiBold
