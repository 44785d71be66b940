"""Design tokens: every colour, distance and type size of the window, by name.

From ``look.md``; derived tones (borders, hover) are mixed from its colours here, so that no
widget names a colour of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType

from PySide6.QtGui import QColor


class Token(StrEnum):
    """Colours by what they are for."""

    WINDOW = "window"
    SURFACE = "surface"
    RAISED = "raised"
    TEXT = "text"
    MUTED = "muted"
    ACCENT = "accent"
    ON_ACCENT = "on-accent"  # text on a filled accent surface
    DIFFERS = "differs"
    AGREES = "agrees"
    WARN = "warn"
    DANGER = "danger"
    DIVIDER = "divider"  # lines between things
    OUTLINE = "outline"  # edges of controls
    DISABLED = "disabled"  # words and signs of what cannot be used now
    HOVER = "hover"  # under the pointer, on a surface
    SELECTION = "selection"  # behind selected rows
    RAIL = "rail"
    ACCENT_HOVER = "accent-hover"
    ACCENT_PRESSED = "accent-pressed"


class Space(IntEnum):
    """Distances in logical pixels."""

    XS = 4
    S = 8
    M = 12
    L = 16
    XL = 24


CONTROL_HEIGHT = 30
TARGET = 24
ROW_HEIGHT = 30
RADIUS = 6


class FontRole(StrEnum):
    """Kinds of text; sizes follow the system font and the scale of the settings."""

    TITLE = "title"
    SECTION = "section"
    BODY = "body"
    CAPTION = "caption"
    FIXED = "fixed"


FONT_RATIO: Mapping[FontRole, float] = MappingProxyType(
    {
        FontRole.TITLE: 1.5,
        FontRole.SECTION: 1.15,
        FontRole.BODY: 1.0,
        FontRole.CAPTION: 0.85,
        FontRole.FIXED: 1.0,
    }
)
SMALLEST_POINTS = 9.0
CJK_FAMILIES = (
    "Noto Sans CJK SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
)
FIXED_FAMILIES = (
    "DejaVu Sans Mono",
    "Noto Sans Mono",
    "Liberation Mono",
    "Cascadia Mono",
    "Consolas",
    "Menlo",
    "WenQuanYi Micro Hei Mono",
)

_LIGHT = {
    Token.WINDOW: "#F6F7F9",
    Token.SURFACE: "#FFFFFF",
    Token.RAISED: "#FFFFFF",
    Token.TEXT: "#1B1F27",
    Token.MUTED: "#5A6372",
    Token.ACCENT: "#2457D6",
    Token.ON_ACCENT: "#FFFFFF",
    Token.DIFFERS: "#C2410C",
    Token.AGREES: "#0F766E",
    Token.WARN: "#9A6700",
    Token.DANGER: "#B42318",
    Token.DIVIDER: "#E1E5EB",
    Token.OUTLINE: "#B4BCC9",
    Token.DISABLED: "#838C9A",
    Token.HOVER: "#F0F3F8",
    Token.SELECTION: "#DFE8FB",
    Token.RAIL: "#ECEFF4",
    Token.ACCENT_HOVER: "#1E4BBD",
    Token.ACCENT_PRESSED: "#183F9F",
}
_DARK = {
    Token.WINDOW: "#16181D",
    Token.SURFACE: "#1D2026",
    Token.RAISED: "#262A32",
    Token.TEXT: "#E8EAEE",
    Token.MUTED: "#9AA3B2",
    Token.ACCENT: "#7BA2FF",
    Token.ON_ACCENT: "#0F1420",
    Token.DIFFERS: "#FF9A5C",
    Token.AGREES: "#4FD1C5",
    Token.WARN: "#E3B341",
    Token.DANGER: "#FF7B72",
    Token.DIVIDER: "#2E333C",
    Token.OUTLINE: "#4C5462",
    Token.DISABLED: "#727B8A",
    Token.HOVER: "#272B33",
    Token.SELECTION: "#24324F",
    Token.RAIL: "#111318",
    Token.ACCENT_HOVER: "#93B3FF",
    Token.ACCENT_PRESSED: "#A9C3FF",
}
# What differs where a whole room has to read it from a projector: at least 7 to 1 for words.
_LIGHT_CONTRAST = {
    Token.WINDOW: "#FFFFFF",
    Token.TEXT: "#000000",
    Token.MUTED: "#22262E",
    Token.ACCENT: "#0B3AA8",
    Token.DIFFERS: "#8F2A00",
    Token.AGREES: "#07524C",
    Token.WARN: "#6B4700",
    Token.DANGER: "#8C1710",
    Token.DIVIDER: "#8A93A1",
    Token.OUTLINE: "#4C5462",
    Token.DISABLED: "#5A6372",
    Token.RAIL: "#FFFFFF",
}
_DARK_CONTRAST = {
    Token.WINDOW: "#000000",
    Token.SURFACE: "#000000",
    Token.TEXT: "#FFFFFF",
    Token.MUTED: "#D5DAE3",
    Token.ACCENT: "#9DBBFF",
    Token.ON_ACCENT: "#000000",
    Token.DIFFERS: "#FFB386",
    Token.AGREES: "#6FE3D8",
    Token.WARN: "#F5C85A",
    Token.DANGER: "#FFA19A",
    Token.DIVIDER: "#6A7382",
    Token.OUTLINE: "#9AA3B2",
    Token.DISABLED: "#8C95A4",
    Token.RAIL: "#000000",
}
# Okabe and Ito's set without black; tinted for fills, one per source.
_PASSAGES = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7")
PASSAGE_TONES = len(_PASSAGES)


def colors(dark: bool, *, high_contrast: bool = False) -> dict[Token, QColor]:
    """Every token's colour in one of the two themes; with ``high_contrast`` for a projector."""
    tones = dict(_DARK if dark else _LIGHT)
    if high_contrast:
        tones |= _DARK_CONTRAST if dark else _LIGHT_CONTRAST
    return {token: QColor(value) for token, value in tones.items()}


def passage_color(number: int, dark: bool) -> QColor:
    """Fill behind passages of source ``number``; they repeat after seven."""
    surface = QColor((_DARK if dark else _LIGHT)[Token.SURFACE])
    return mix(surface, QColor(_PASSAGES[number % len(_PASSAGES)]), 0.38 if dark else 0.30)


def passage_mark(number: int, dark: bool) -> QColor:
    """The stronger tone of source ``number``, for bars and bands without text on them."""
    surface = QColor((_DARK if dark else _LIGHT)[Token.SURFACE])
    return mix(surface, QColor(_PASSAGES[number % len(_PASSAGES)]), 0.75)


def mix(under: QColor, over: QColor, share: float) -> QColor:
    """``over`` laid on ``under`` with opacity ``share`` (0 to 1)."""
    return QColor.fromRgbF(
        under.redF() + (over.redF() - under.redF()) * share,
        under.greenF() + (over.greenF() - under.greenF()) * share,
        under.blueF() + (over.blueF() - under.blueF()) * share,
    )
