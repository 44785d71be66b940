"""Settings, shortcuts, about, details and one document."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QEvent, QMargins, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentRow,
    DocumentSort,
    document_ids,
    document_rows,
)
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.common.dialogs import DetailsDialog, PanelDialog, QuestionDialog
from simhash_gui.ui.library.document import DocumentDialog
from simhash_gui.ui.session import choosers
from simhash_gui.ui.session.choose_document import ChooseDocumentDialog
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.settings.dialog import SettingsDialog
from simhash_gui.ui.shell.menus import AboutDialog, ShortcutsDialog
from tests.ui.archive import LETTER
from tests.ui.conftest import WAIT_MS

Dialog = TypeVar("Dialog", bound=QDialog)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def shown(qtbot: QtBot, dialog: Dialog) -> Dialog:
    """The dialog, on show until the test is over."""
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def choose(qtbot: QtBot, box: QComboBox, key: Qt.Key) -> None:
    box.setFocus()
    qtbot.keyClick(box, key)


# Settings


@pytest.fixture
def settings(qtbot: QtBot, session: Session, parent: QWidget) -> SettingsDialog:
    return shown(qtbot, SettingsDialog(session, parent))


def test_settings_show_what_is_in_force(settings: SettingsDialog) -> None:
    assert settings.language.currentText() == "Follow the system"
    assert settings.theme.currentText() == "Light"
    assert settings.font_size.value() == 100
    assert settings.workers.currentText() == "1"


def test_every_setting_takes_effect_at_once(
    settings: SettingsDialog, session: Session, qtbot: QtBot
) -> None:
    choose(qtbot, settings.language, Qt.Key.Key_End)
    choose(qtbot, settings.theme, Qt.Key.Key_End)
    choose(qtbot, settings.workers, Qt.Key.Key_Home)
    qtbot.keyClick(settings.font_size, Qt.Key.Key_PageUp)

    changed = session.settings
    assert changed.language is Language.CHINESE
    assert changed.theme is ThemeChoice.DARK
    assert changed.workers == 0
    assert changed.font_percent == 125


def test_languages_name_themselves(settings: SettingsDialog) -> None:
    names = [settings.language.itemText(n) for n in range(settings.language.count())]

    assert names == ["Follow the system", "English", "简体中文"]


def test_every_setting_has_a_name_for_screen_readers(settings: SettingsDialog) -> None:
    fields = (settings.language, settings.theme, settings.font_size, settings.workers)

    assert [field.accessibleName() for field in fields] == [
        "Language",
        "Colours",
        "Text size",
        "Worker processes",
    ]


# The others


def test_the_list_of_keys_has_a_section_for_the_page(parent: QWidget, qtbot: QtBot) -> None:
    dialog = shown(qtbot, ShortcutsDialog("Compare", [("←", "The bit before")], parent))

    sections = dict(dialog.sections())

    assert sections["Compare"] == [("←", "The bit before")]
    assert ("Ctrl+O", "Add folder…") in sections["Everywhere"]
    assert ("Ctrl+1", "Library") in sections["Everywhere"]


def test_a_page_without_keys_has_no_section(parent: QWidget) -> None:
    dialog = ShortcutsDialog("Clusters", [], parent)

    assert len(dialog.sections()) == 2


def test_about_names_what_the_program_is_made_with(parent: QWidget) -> None:
    lines = AboutDialog(parent).list.toPlainText().splitlines()

    assert lines[0].startswith("Python 3.")
    assert lines[1].startswith("Qt 6.")


def test_about_can_be_copied(parent: QWidget, qtbot: QtBot) -> None:
    dialog = shown(qtbot, AboutDialog(parent))

    qtbot.mouseClick(dialog.copy_button, LEFT)

    assert QGuiApplication.clipboard().text().startswith("simhash-gui")
    assert "Qt 6." in QGuiApplication.clipboard().text()


def test_details_can_be_copied_with_their_sentence(parent: QWidget, qtbot: QtBot) -> None:
    dialog = shown(qtbot, DetailsDialog("The disk is full.", "ENOSPC at offset 7", parent))

    qtbot.mouseClick(dialog.copy_button, LEFT)

    assert QGuiApplication.clipboard().text() == "The disk is full.\n\nENOSPC at offset 7"


def rows_by_name(session: Session) -> dict[str, DocumentRow]:
    assert session.library is not None
    ids = document_ids(session.library, DocumentFilter(), DocumentSort.NAME, descending=False)
    return {row.name: row for row in document_rows(session.library, ids.tolist())}


def test_a_document_shows_its_copies_and_its_text(
    archive_session: Session, parent: QWidget, qtbot: QtBot
) -> None:
    row = rows_by_name(archive_session)["letter.txt"]
    assert archive_session.library is not None

    dialog = DocumentDialog(row, archive_session.library, archive_session.reads, parent)
    dialog.show()
    qtbot.waitUntil(lambda: archive_session.reads.is_idle, timeout=WAIT_MS)

    assert Path(dialog.paths.item(0).text()).name == "letter.txt"
    assert dialog.text.toPlainText() == LETTER * 3
    dialog.close()


def test_the_places_of_a_document_do_not_scroll_sideways(
    archive_session: Session, parent: QWidget, qtbot: QtBot
) -> None:
    row = rows_by_name(archive_session)["letter.txt"]
    assert archive_session.library is not None

    dialog = DocumentDialog(row, archive_session.library, archive_session.reads, parent)
    dialog.resize(300, 600)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.paths.count() > 0, timeout=WAIT_MS)

    place = dialog.paths.visualItemRect(dialog.paths.item(0))
    assert place.width() > dialog.paths.viewport().width()  # so it is elided
    assert not dialog.paths.horizontalScrollBar().isVisible()
    dialog.close()


def test_a_document_closed_before_it_was_read_leaves_nothing_behind(
    archive_session: Session, parent: QWidget, qtbot: QtBot
) -> None:
    row = rows_by_name(archive_session)["short.txt"]
    assert archive_session.library is not None

    dialog = DocumentDialog(row, archive_session.library, archive_session.reads, parent)
    dialog.show()
    dialog.close()

    qtbot.waitUntil(lambda: archive_session.reads.is_idle, timeout=WAIT_MS)


@pytest.mark.parametrize(
    "make",
    [
        AboutDialog,
        lambda parent: DetailsDialog("It failed.", "line 7", parent),
        lambda parent: ShortcutsDialog("Compare", [("←", "The bit before")], parent),
    ],
)
def test_dialogs_say_everything_again_after_a_change_of_language(
    parent: QWidget, make: object
) -> None:
    dialog = make(parent)  # type: ignore[operator]
    assert isinstance(dialog, PanelDialog)
    title = dialog.windowTitle()
    dialog.setWindowTitle("")
    dialog.close_button.setText("")

    dialog.changeEvent(QEvent(QEvent.Type.LanguageChange))

    assert dialog.windowTitle() == title != ""
    assert dialog.close_button.text() == "Close"


def test_escape_closes_a_dialog(parent: QWidget, qtbot: QtBot) -> None:
    dialog = DetailsDialog("It failed.", "line 7", parent)
    with qtbot.waitSignal(dialog.finished):
        dialog.show()
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)


# Asking


def open_dialog() -> QDialog:
    dialogs = [
        w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()
    ]
    assert len(dialogs) == 1
    return dialogs[0]


@pytest.mark.parametrize(("position", "agrees"), [(0, True), (1, False)])
def test_a_question_is_answered_by_its_buttons(
    parent: QWidget, position: int, agrees: bool
) -> None:
    def answer() -> None:
        box = open_dialog()
        assert isinstance(box, QMessageBox)
        labels = {button.text().replace("&", ""): button for button in box.buttons()}
        labels[["Stop and open", "Cancel"][position]].click()

    QTimer.singleShot(0, answer)

    asked = choosers.confirm(parent, "Stop the job?", "What is done stays.", "Stop and open")

    assert asked is agrees


def test_what_is_agreed_to_stands_last_in_every_dialog(
    parent: QWidget, archive_session: Session, qtbot: QtBot
) -> None:
    asked: list[list[str]] = []

    def note(dialog: QDialog) -> None:
        buttons = [button for button in dialog.findChildren(QPushButton) if button.isVisible()]
        buttons.sort(key=lambda button: button.mapTo(dialog, QPoint()).x())
        asked.append([button.text().replace("&", "") for button in buttons])

    def note_and_leave() -> None:
        note(open_dialog())
        open_dialog().reject()

    QTimer.singleShot(0, note_and_leave)
    choosers.confirm(parent, "Stop the job?", "What is done stays.", "Stop and open")
    QTimer.singleShot(0, note_and_leave)
    choosers.ask_line(parent, "Name", "Name of the filter")
    note(shown(qtbot, ChooseDocumentDialog(archive_session, 2, parent)))

    assert asked == [["Cancel", "Stop and open"], ["Cancel", "OK"], ["Cancel", "Choose"]]


def test_a_question_has_the_margins_of_the_other_dialogs(
    parent: QWidget, archive_session: Session, qtbot: QtBot
) -> None:
    margins: list[QMargins] = []

    def note_and_leave() -> None:
        layout = open_dialog().layout()
        assert layout is not None
        margins.append(layout.contentsMargins())
        open_dialog().reject()

    asks = (
        partial(choosers.confirm, explanation="What is done stays.", accept="Stop and open"),
        partial(choosers.ask_line, question="Name of the filter"),
        partial(choosers.ask_lines, question="Phrases"),
        partial(choosers.ask_choice, question="Reason", choices=["template"]),
    )
    for ask in asks:
        QTimer.singleShot(0, note_and_leave)
        ask(parent, "Stop the job?")
    layout = shown(qtbot, ChooseDocumentDialog(archive_session, 2, parent)).layout()

    assert layout is not None
    assert {(each.left(), each.top(), each.right(), each.bottom()) for each in margins} == {
        (24, 24, 24, 24)
    }
    assert layout.contentsMargins() == QMargins(24, 24, 24, 24)


@pytest.mark.parametrize(
    ("ask", "proposed"),
    [
        (partial(choosers.ask_line, text="before"), "before"),
        (partial(choosers.ask_lines, text="one\ntwo"), "one\ntwo"),
        (partial(choosers.ask_choice, choices=["template", "other"]), "template"),
    ],
)
def test_what_is_asked_for_is_given_or_nothing(
    parent: QWidget, qtbot: QtBot, ask: Callable[..., str | None], proposed: str
) -> None:
    def press(name: str) -> None:
        buttons = open_dialog().findChildren(QPushButton)
        button = next(each for each in buttons if each.text().replace("&", "") == name)
        assert button.icon().isNull()
        assert open_dialog().parentWidget() is parent
        qtbot.mouseClick(button, LEFT)

    QTimer.singleShot(0, partial(press, "OK"))
    assert ask(parent, "Title", "Question") == proposed
    QTimer.singleShot(0, partial(press, "Cancel"))
    assert ask(parent, "Title", "Question") is None


def test_the_safe_answer_is_the_default(parent: QWidget, qtbot: QtBot) -> None:
    def press_enter() -> None:
        qtbot.keyClick(open_dialog(), Qt.Key.Key_Return)

    QTimer.singleShot(0, press_enter)

    assert not choosers.confirm(parent, "Stop the job?", "What is done stays.", "Stop and open")


@pytest.mark.parametrize(
    "ask",
    [
        lambda parent: choosers.choose_folder(parent, Path("/")),
        lambda parent: choosers.choose_library(parent, Path("/")),
        lambda parent: choosers.choose_new_library(parent, Path("/")),
    ],
)
def test_a_file_dialog_that_is_left_gives_nothing(parent: QWidget, ask: object) -> None:
    QTimer.singleShot(0, lambda: open_dialog().reject())

    assert ask(parent) is None  # type: ignore[operator]


def test_a_new_library_is_proposed_under_a_name_that_is_free(tmp_path: Path) -> None:
    assert choosers.free_path(tmp_path).name == "library.simhash"
    (tmp_path / "library.simhash").touch()
    assert choosers.free_path(tmp_path).name == "library-2.simhash"


def test_a_library_that_exists_is_given_back_without_a_question_of_replacing_it(
    parent: QWidget, tmp_path: Path
) -> None:
    known = tmp_path / "known.simhash"
    known.touch()

    def answer() -> None:
        dialog = open_dialog()
        dialog.selectFile(str(known))  # type: ignore[attr-defined]
        dialog.accept()

    QTimer.singleShot(0, answer)

    assert choosers.choose_new_library(parent, tmp_path) == known


def test_a_new_library_gets_its_suffix(parent: QWidget, tmp_path: Path) -> None:
    def answer() -> None:
        dialog = open_dialog()
        dialog.selectFile(str(tmp_path / "letters"))  # type: ignore[attr-defined]
        dialog.accept()

    QTimer.singleShot(0, answer)

    assert choosers.choose_new_library(parent, tmp_path) == tmp_path / "letters.simhash"


@pytest.mark.parametrize("kind", [PanelDialog, QuestionDialog])
def test_what_is_in_a_dialog_keeps_24_pixels_from_its_edge(
    qtbot: QtBot, parent: QWidget, kind: type[PanelDialog | QuestionDialog]
) -> None:
    dialog = kind(parent)
    words = QLabel("Something to say.")
    dialog.body.addWidget(words)
    shown(qtbot, dialog)
    room = dialog.rect()

    assert words.mapTo(dialog, QPoint()).toTuple() == (24, 24)
    buttons = [button.geometry() for button in dialog.findChildren(QPushButton)]
    assert max(place.right() for place in buttons) == room.right() - 24
    assert max(place.bottom() for place in buttons) == room.bottom() - 24
