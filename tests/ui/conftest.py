"""The window under test: an application with its theme, and a session in an empty home.

Settings, window state and libraries of a test stand in its own ``tmp_path``.
"""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTableView, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import Language, Settings, SettingsFile, ThemeChoice
from simhash_gui.ui.common.roles import Role
from simhash_gui.ui.common.table_parts import PagedHeader
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space
from tests.ui.archive import Archive, make_archive, write_documents

WAIT_MS = 20_000
RAIL_PX = 56  # beside the page, at the normal size of the type
HERE = Path(__file__).parent


def leading(page: QWidget) -> list[str]:
    """The buttons of a page that say they are the one to press."""
    buttons = page.findChildren(QPushButton)
    return [b.text() for b in buttons if b.property("role") == Role.PRIMARY and b.isVisible()]


def cut_heads(table: QTableView) -> list[str]:
    """The heads of columns that have no room for all of their letters.

    With the arrow, of the column that the person has sorted the rows by.
    """
    header, model = table.horizontalHeader(), table.model()
    letters = QFontMetrics(Theme.current().font(FontRole.BODY))

    def needed_px(number: int, text: str) -> int:
        if isinstance(header, PagedHeader):
            column = model.columns[number]
            has_none = column.sort_key is not None and number != header.chosen_sort_column
            return header.label_width(column) - (Theme.current().scaled(16) if has_none else 0)
        return max(map(letters.horizontalAdvance, text.splitlines() or [""])) + 2 * Space.S

    shown = [number for number in range(header.count()) if not header.isSectionHidden(number)]
    heads = {n: str(model.headerData(n, Qt.Orientation.Horizontal)) for n in shown}
    assert heads
    return [text for n, text in heads.items() if needed_px(n, text) > header.sectionSize(n)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform says of menus and dialogs that it cannot raise or grab; no fault."""
    mark = pytest.mark.qt_log_ignore("^This plugin does not support", extend=True)
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(mark)


@pytest.fixture(autouse=True, scope="module")
def _threads_collect_no_garbage() -> Iterator[None]:
    """As in the window, see ``ui.garbage``; what a module leaves is collected before the next."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def _nothing_of_a_test_stays_in_memory(qapp: QApplication) -> Iterator[None]:
    """Widgets that stay, hidden, would be dressed again with every change of the theme."""
    before = set(qapp.topLevelWidgets())
    yield
    for widget in set(qapp.topLevelWidgets()) - before:
        widget.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect(1)


@pytest.fixture(autouse=True)
def _no_key_stays_down() -> Iterator[None]:
    """After Ctrl+Z of one test, Qt takes Ctrl as held until a key or a button says otherwise.

    A row that the next one chooses would then be chosen beside those that were.
    """
    yield
    if QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyRelease(QWidget(), Qt.Key.Key_Control)


@pytest.fixture(scope="session")
def _themed_application(qapp: QApplication) -> QApplication:
    """The one application of the run, with the theme that every widget asks for."""
    font = QFont(qapp.font())
    font.setPointSizeF(10)
    qapp.setFont(font)
    made = Theme(qapp)
    made.changed.connect(lambda: qapp.setStyleSheet(made.sheet))  # for widgets without a window
    made.apply(ThemeChoice.LIGHT)
    return qapp


@pytest.fixture(autouse=True)
def theme(_themed_application: QApplication) -> Iterator[Theme]:
    """The theme, light and English at the start and at the end of each test."""
    current = Theme.current()
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    yield current
    QLocale.setDefault(before)
    if current.is_dark or current.font_percent != 100:
        current.lecture(0)
        current.apply(ThemeChoice.LIGHT)


@pytest.fixture
def translator(paths: AppPaths) -> Iterator[Translator]:
    """The language of the window, English again at the end of the test."""
    made = Translator(paths.translations)
    yield made
    made.apply(Language.ENGLISH)
    made.remove()


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    """Folders of a user who starts the program for the first time."""
    home = tmp_path / "home"
    return AppPaths(
        resources=resources_folder(),
        settings_file=home / "config" / "settings.json",
        data=home / "data",
        log_file=home / "simhash-gui.log",
    )


@pytest.fixture
def settings_file(paths: AppPaths) -> SettingsFile:
    """Settings that do not follow the desktop of whoever runs the tests."""
    file = SettingsFile(paths.settings_file)
    file.save(Settings(theme=ThemeChoice.LIGHT, workers=1))
    return file


@pytest.fixture
def session(qtbot: QtBot, paths: AppPaths, settings_file: SettingsFile) -> Iterator[Session]:
    """A session without an open library."""
    made = Session(paths, settings_file)
    yield made
    made.close()


@pytest.fixture
def open_session(qtbot: QtBot, session: Session, tmp_path: Path) -> Session:
    """A session with an empty library open."""
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(tmp_path / "open.simhash")
    return session


@pytest.fixture(scope="session")
def imported_archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """A small archive that was imported once for all tests; change only copies of its library."""
    return make_archive(tmp_path_factory.mktemp("archive"))


@pytest.fixture
def archive_session(
    qtbot: QtBot, session: Session, imported_archive: Archive, tmp_path: Path
) -> Session:
    """A session with the archive's library open."""
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(imported_archive.copy_library(tmp_path / "archive.simhash"))
    return session


@pytest.fixture
def folder_of(tmp_path: Path) -> Callable[..., Path]:
    """Makes a folder of documents: ``folder_of("name", {"a.txt": "text", …})``."""

    def make(name: str, documents: dict[str, str]) -> Path:
        folder = tmp_path / "documents" / name
        write_documents(folder, documents)
        return folder

    return make


def colours_of(widget: QWidget) -> set[str]:
    """The colours in a picture of a widget."""
    picture = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return {QColor(rgb).name() for rgb in set(memoryview(picture.constBits()).cast("I"))}
