"""How a standard widget looks, by a property that the style sheet knows."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QWidget

_PROPERTY = "role"


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


def set_role(widget: QWidget, role: Role) -> None:
    """Give ``widget`` a look; also after it was shown."""
    widget.setProperty(_PROPERTY, role.value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
