"""What the window says when something has ended: one quiet line, perhaps with an action.

Texts are functions, so that a notice on show follows a switch of language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class NoticeKind(StrEnum):
    """How a notice is marked (by icon and colour)."""

    DONE = "done"
    INFORMATION = "information"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Notice:
    """One line with an optional action. ``details`` can be looked at and copied.

    ``show_details`` shows them in a dialog of its own instead. ``about`` names what it tells of: a
    later notice about the same takes its place. One that ``waits`` covers no other: it is read when
    that is closed.
    """

    kind: NoticeKind
    text: Callable[[], str]
    action_text: Callable[[], str] | None = None
    action: Callable[[], None] | None = None
    details: str = ""
    show_details: Callable[[], None] | None = None
    about: str = ""
    waits: bool = False
