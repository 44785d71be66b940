"""Names of what the window has: pages, parts of the settings, commands.

One list of keys serves the actions and the F1 page. The pages themselves come through
``shell.page_stack``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from simhash_gui.ui.common.context_menu import CONTEXT_MENU_KEY


class PageId(StrEnum):
    """Name of a page in the code, in the saved window state, and of its icon."""

    LIBRARY = "library"
    CLUSTERS = "clusters"
    COMPARE = "compare"
    CHECK = "desk"
    LEARN = "learn"


def page_label(page: PageId) -> str:
    """The page's name in the rail and in its header."""
    labels = {
        PageId.LIBRARY: QCoreApplication.translate("PageId", "Library"),
        PageId.CLUSTERS: QCoreApplication.translate("PageId", "Clusters"),
        PageId.COMPARE: QCoreApplication.translate("PageId", "Compare"),
        PageId.CHECK: QCoreApplication.translate("PageId", "Check"),
        PageId.LEARN: QCoreApplication.translate("PageId", "Learn"),
    }
    return labels[page]


class SettingsPart(Enum):
    """Which part of the settings is on show."""

    GENERAL = 0
    LIMITS = 1
    THRESHOLDS = 2
    IMPORT = 3


class Command(StrEnum):
    """Commands that work anywhere in the window."""

    ADD_FOLDER = "add-folder"
    ADD_FILES = "add-files"
    RESCAN = "rescan"
    FILTER = "filter"
    CLEAR = "clear"
    NEW_LIBRARY = "new-library"
    OPEN_LIBRARY = "open-library"
    SETTINGS = "settings"
    FULL_SCREEN = "full-screen"
    SHORTCUTS = "shortcuts"
    QUIT = "quit"


KEYS: Mapping[Command, str] = MappingProxyType(
    {
        Command.ADD_FOLDER: "Ctrl+O",
        Command.ADD_FILES: "Ctrl+I",
        Command.RESCAN: "F5",
        Command.FILTER: "Ctrl+F",
        Command.CLEAR: "Esc",
        Command.NEW_LIBRARY: "Ctrl+Shift+N",
        Command.OPEN_LIBRARY: "Ctrl+Shift+O",
        Command.SETTINGS: "Ctrl+,",
        Command.FULL_SCREEN: "F11",
        Command.SHORTCUTS: "F1",
        Command.QUIT: "Ctrl+Q",
    }
)


def page_key(position: int) -> str:
    """The key of the page at ``position`` in the rail, from 0."""
    return f"Ctrl+{position + 1}"


def command_label(command: Command) -> str:
    """What a command does, for menus and for the list of keys."""
    labels = {
        Command.ADD_FOLDER: QCoreApplication.translate("Command", "Add folder…"),
        Command.ADD_FILES: QCoreApplication.translate("Command", "Add files…"),
        Command.RESCAN: QCoreApplication.translate(
            "Command", "Rescan the folders, or search again"
        ),
        Command.FILTER: QCoreApplication.translate("Command", "Filter this page"),
        Command.CLEAR: QCoreApplication.translate(
            "Command", "Clear the filter, close what is open"
        ),
        Command.NEW_LIBRARY: QCoreApplication.translate("Command", "New library…"),
        Command.OPEN_LIBRARY: QCoreApplication.translate("Command", "Open library…"),
        Command.SETTINGS: QCoreApplication.translate("Command", "Settings"),
        Command.FULL_SCREEN: QCoreApplication.translate("Command", "Full screen on or off"),
        Command.SHORTCUTS: QCoreApplication.translate("Command", "Keyboard shortcuts"),
        Command.QUIT: QCoreApplication.translate("Command", "Quit"),
    }
    return labels[command]


def table_keys() -> list[tuple[str, str]]:
    """Keys of every table and list with their meaning."""
    return [
        ("↑ ↓", QCoreApplication.translate("TableKeys", "Move from row to row")),
        ("Home, End", QCoreApplication.translate("TableKeys", "First and last row")),
        ("Enter", QCoreApplication.translate("TableKeys", "Open the row")),
        ("Ctrl+C", QCoreApplication.translate("TableKeys", "Copy the selected rows")),
        (CONTEXT_MENU_KEY, QCoreApplication.translate("TableKeys", "Context menu of the row")),
        ("A–Z …", QCoreApplication.translate("TableKeys", "Type to filter")),
    ]
