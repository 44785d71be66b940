"""The keys of the window and what they do: one list for the actions and for the F1 page."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication


class Command(StrEnum):
    """What the window can be told from anywhere."""

    ADD_FOLDER = "add-folder"
    ADD_FILES = "add-files"
    RESCAN = "rescan"
    FILTER = "filter"
    CLEAR = "clear"
    NEW_LIBRARY = "new-library"
    OPEN_LIBRARY = "open-library"
    SETTINGS = "settings"
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
        Command.RESCAN: QCoreApplication.translate("Command", "Rescan folders"),
        Command.FILTER: QCoreApplication.translate("Command", "Filter this page"),
        Command.CLEAR: QCoreApplication.translate(
            "Command", "Clear the filter, close what is open"
        ),
        Command.NEW_LIBRARY: QCoreApplication.translate("Command", "New library…"),
        Command.OPEN_LIBRARY: QCoreApplication.translate("Command", "Open library…"),
        Command.SETTINGS: QCoreApplication.translate("Command", "Settings"),
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
        ("Shift+F10", QCoreApplication.translate("TableKeys", "Menu of the row")),
        ("A–Z …", QCoreApplication.translate("TableKeys", "Type to filter")),
    ]
