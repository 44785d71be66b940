"""The icons: line drawings in ``resources/icons``, tinted with a colour of the theme.

Each is an SVG of 24 by 24 whose strokes are ``currentColor``. Pixmaps are kept by name, colour
and size in Qt's own cache; an icon does not follow the theme by itself, whoever shows it asks
again on ``Theme.changed``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from simhash_gui.services.library.paths import resources_folder
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

ICON_PX = 20
_SIZES_PX = (16, ICON_PX)


def icon(name: str, token: Token = Token.TEXT, gap_px: int = 0) -> QIcon:
    """The icon ``name`` in a colour of the present theme, paler where it is disabled.

    ``gap_px`` of room follow it: Qt's styles leave 4 between an icon and its label, always.
    """
    theme = Theme.current()
    made = QIcon()
    for size_px in {*_SIZES_PX, *map(theme.scaled, _SIZES_PX)}:
        for mode, tint in ((QIcon.Mode.Normal, token), (QIcon.Mode.Disabled, Token.DISABLED)):
            drawing = pixmap(name, theme.color(tint), size_px)
            made.addPixmap(_with_room(drawing, gap_px) if gap_px else drawing, mode)
    return made


def _with_room(drawing: QPixmap, gap_px: int) -> QPixmap:
    ratio = drawing.devicePixelRatio()
    wider = QPixmap(drawing.width() + round(gap_px * ratio), drawing.height())
    wider.setDevicePixelRatio(ratio)
    wider.fill(Qt.GlobalColor.transparent)
    painter = QPainter(wider)
    painter.drawPixmap(0, 0, drawing)
    painter.end()
    return wider


def pixmap(name: str, color: QColor, size_px: int = ICON_PX) -> QPixmap:
    """The drawing ``name`` in ``color``, ``size_px`` logical pixels wide and high."""
    ratio = _pixel_ratio()
    key = f"simhash-gui/{name}/{color.name()}/{size_px}/{ratio}"
    kept = QPixmap()
    if not QPixmapCache.find(key, kept):
        kept = _drawn(name, color, size_px, ratio)
        QPixmapCache.insert(key, kept)
    return kept


def icon_path(name: str) -> Path:
    """The file of a drawing."""
    return resources_folder() / "icons" / f"{name}.svg"


def _drawn(name: str, color: QColor, size_px: int, ratio: float) -> QPixmap:
    canvas = QPixmap(QSize(size_px, size_px) * ratio)
    canvas.setDevicePixelRatio(ratio)
    canvas.fill(Qt.GlobalColor.transparent)
    source = _source(name).replace("currentColor", color.name())
    painter = QPainter(canvas)
    QSvgRenderer(QByteArray(source.encode())).render(painter, QRectF(0, 0, size_px, size_px))
    painter.end()
    return canvas


@cache
def _source(name: str) -> str:
    return icon_path(name).read_text(encoding="utf-8")


def _pixel_ratio() -> float:
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


def window_icon() -> QIcon:
    """The mark of the program: two rows of bits that agree but for one."""
    drawing = QIcon()
    path = icon_path("simhash-gui")
    for size_px in (16, 24, 32, 48, 64, 128, 256):
        drawing.addPixmap(_drawn_file(path, size_px))
    return drawing


def _drawn_file(path: Path, size_px: int) -> QPixmap:
    canvas = QPixmap(QSize(size_px, size_px))
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    QSvgRenderer(str(path)).render(painter, QRectF(0, 0, size_px, size_px))
    painter.end()
    return canvas
