"""What a user of the Compare page does and sees, in words."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.reading.text_differences import Side
from tests.ui.conftest import WAIT_MS

OLD = (
    "The committee met on Tuesday and agreed on the opening hours of the new library.\n"
    "Volunteers will be asked to help on Saturdays.\n"
    "The minutes are kept by the secretary."
)
NEW = OLD.replace("Tuesday", "Thursday").replace("Saturdays", "Sundays")


class Answers:
    """Answers the question for a file."""

    def __init__(self) -> None:
        self.file: Path | None = None

    def __call__(self, _parent: QWidget, _title: str) -> Path | None:
        return self.file


def settle(qtbot: QtBot, page: ComparePage) -> None:
    panes = [page.comparison.texts.pane(side) for side in Side]
    reads = page.session.reads
    qtbot.waitUntil(
        lambda: reads.is_idle and all(pane.is_filled for pane in panes), timeout=WAIT_MS
    )


def laid_out(qtbot: QtBot, widget: QWidget) -> None:
    """Wait until a widget keeps its place: while layouts are at work it may have any height."""
    places: list[QRect] = []

    def keeps_its_place() -> bool:
        places.append(widget.geometry())
        return len(places) > 1 and places[-1] == places[-2]

    qtbot.waitUntil(keeps_its_place)


def value_of(text: str) -> int:
    return TextPipeline(recipe_named("default")).trace_text(text).fingerprint.value


def names(page: ComparePage) -> list[str]:
    return [page.slots[side].name() for side in Side]


def first_difference(page: ComparePage) -> int:
    return (value_of(OLD) ^ value_of(NEW)).bit_length() - 1


def drop(slot: QWidget, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place, action = QPointF(slot.rect().center()), Qt.DropAction.CopyAction
    button, held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place.toPoint(), action, data, button, held)
    enter.ignore()
    QCoreApplication.sendEvent(slot, enter)
    if enter.isAccepted():
        QCoreApplication.sendEvent(slot, QDropEvent(place, action, data, button, held))
