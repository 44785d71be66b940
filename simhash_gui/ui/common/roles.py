"""How a standard widget looks, by a property that the style sheet knows.

Headings have another weight in some languages (``heading_weight``). A window says so by a property
of its own, and only its headings are styled again: all of its widgets would take the window 50 ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from simhash_gui.ui.theme.theme import heading_weight

_PROPERTY = "role"
_LIGHT = "lightHeadings"


class Role(StrEnum):
    """Names in the style sheet (``[role="title"]``)."""

    TITLE = "title"  # labels
    SECTION = "section"
    CAPTION = "caption"
    MUTED = "muted"
    FIXED = "fixed"
    PRIMARY = "primary"  # buttons
    QUIET = "quiet"
    LINK = "link"
    DANGER = "danger"
    MENU = "menu"  # it opens one
    KEY = "key"
    SWITCH = "switch"
    CARD = "card"  # frames
    PANEL = "panel"
    PLAIN = "plain"  # a table inside a panel


_HEADINGS = frozenset({Role.TITLE, Role.SECTION, Role.PRIMARY})


def set_role(widget: QWidget, role: Role) -> None:
    """Give ``widget`` a look; also after it was shown."""
    if widget.property(_PROPERTY) != role.value:
        widget.setProperty(_PROPERTY, role.value)
        style_again([widget])


def weigh_headings(window: QWidget) -> bool:
    """Give the headings of a window the weight of the language, once they are styled again.

    Whether it is another one than before.
    """
    is_light = heading_weight() < QFont.Weight.DemiBold
    was_light = bool(window.property(_LIGHT))
    window.setProperty(_LIGHT, is_light)
    return is_light is not was_light


def headings(widget: QWidget) -> Iterator[QWidget]:
    """Those below a widget, with what else is as heavy: primary buttons."""
    for kind in (QLabel, QPushButton):
        for found in widget.findChildren(kind):
            if found.property(_PROPERTY) in _HEADINGS:
                yield found


def style_again(widgets: Iterable[QWidget]) -> None:
    """After a property has changed that the style sheet looks at."""
    for widget in widgets:
        widget.style().unpolish(widget)
        widget.style().polish(widget)
