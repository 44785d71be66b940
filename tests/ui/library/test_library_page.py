"""The Library page by mouse and keys, on a real library with real imports."""

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QListView, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.detection.passage_marks import PassageMark, marked_passages
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import FailureReason, ImportOptions
from simhash_gui.services.jobs import JobCancelledError, JobControl, Stage
from simhash_gui.services.library.browsing import DocumentSort
from simhash_gui.services.library.libraries import FolderRole, folders, library_info, open_library
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import DetailsDialog
from simhash_gui.ui.common.flow_row import TurningSplitter
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.library import document, view_model
from simhash_gui.ui.library.document import DocumentDialog
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.shell.notice_bar import NoticeBar
from simhash_gui.ui.theme.theme import Theme
from tests.helpers.calls import counted_calls
from tests.services.controls import CancelAfter
from tests.ui.archive import LETTER, REPORT, Archive
from tests.ui.conftest import RAIL_PX, WAIT_MS, cut_heads
from tests.ui.filled_library import Doc, put

LEFT = Qt.MouseButton.LeftButton
MakePage = Callable[[Session], LibraryPage]


@pytest.fixture
def make_page(qtbot: QtBot) -> MakePage:
    def make(session: Session) -> LibraryPage:
        made = LibraryPage(session)
        qtbot.addWidget(made)
        made.resize(1200, 760)
        made.show()
        return made

    return make


@pytest.fixture
def page(qtbot: QtBot, make_page: MakePage, archive_session: Session) -> LibraryPage:
    """The page with the archive, everything read."""
    made = make_page(archive_session)
    wait_for_rows(qtbot, made, 6)
    qtbot.waitUntil(lambda: made.model.overview is not None, timeout=WAIT_MS)
    return made


def wait_for_rows(qtbot: QtBot, page: LibraryPage, count: int) -> None:
    qtbot.waitUntil(lambda: len(page.model.ids) == count, timeout=WAIT_MS)


def settle(qtbot: QtBot, session: Session) -> None:
    """Wait until every job has ended and every answer is on show."""
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def names(page: LibraryPage) -> list[str]:
    table = page.content.table
    return [table.paged.index(row, 0).data() for row in range(table.paged.rowCount())]


def wait_for_names(qtbot: QtBot, page: LibraryPage, wanted: set[str]) -> None:
    qtbot.waitUntil(lambda: set(names(page)) == wanted, timeout=WAIT_MS)


def click_row(qtbot: QtBot, view: QListView, row: int) -> None:
    spot = view.visualRect(view.model().index(row, 0)).center()
    qtbot.mouseClick(view.viewport(), LEFT, pos=spot)


def click_document(qtbot: QtBot, page: LibraryPage, name: str) -> None:
    table = page.content.table
    spot = table.visualRect(table.paged.index(names(page).index(name), 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=spot)


def wait_for_template(qtbot: QtBot, page: LibraryPage, shown: str) -> None:
    qtbot.waitUntil(lambda: shown in names(page), timeout=WAIT_MS)


def notices(session: Session) -> list[Notice]:
    posted: list[Notice] = []
    session.notice_posted.connect(posted.append)
    return posted


# What the page shows


def test_an_empty_library_offers_one_button_and_the_samples(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    page = make_page(open_session)

    qtbot.waitUntil(page.empty.isVisible, timeout=WAIT_MS)

    assert "No documents yet" in page.empty.text()
    assert page.card.isVisible()
    assert not page.content.isVisible()


def test_the_first_rows_are_painted_without_reading(
    qtbot: QtBot, make_page: MakePage, archive_session: Session
) -> None:
    with counted_calls() as calls:  # of the window's thread alone
        page = make_page(archive_session)
        wait_for_rows(qtbot, page, 6)
        qtbot.waitUntil(page.content.table.isVisible, timeout=WAIT_MS)
        page.content.table.viewport().repaint()

    assert calls["PagedTableModel.row_at"]
    assert not calls["document_rows"]


def test_rows_that_may_have_changed_are_painted_without_reading(
    qtbot: QtBot, page: LibraryPage
) -> None:
    table = page.content.table
    with counted_calls() as calls:  # of the window's thread alone
        with qtbot.waitSignal(page.model.ids_changed, timeout=WAIT_MS):
            page.session.documents_changed.emit()
            table.viewport().repaint()
        table.viewport().repaint()

    assert calls["PagedTableModel.row_at"]
    assert not calls["document_rows"]


def test_samples_that_were_declined_are_not_offered_again(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    page = make_page(open_session)
    qtbot.waitUntil(page.card.isVisible, timeout=WAIT_MS)

    qtbot.mouseClick(page.card.close_button, LEFT)

    assert not page.card.isVisible()
    assert open_session.settings.samples_offered
    assert page.empty.isVisible()


def test_a_full_library_shows_counts_folders_problems_and_documents(page: LibraryPage) -> None:
    content = page.content

    assert page.header.summary().startswith("6 documents · 9 files · 2 folders")
    assert [content.folders.model.title(row) for row in range(3)] == [
        "All folders",
        "letters",
        "会议纪要",
    ]
    assert content.folders.model.file_count(0) == 9
    assert content.problems.list.count() == 2
    assert sorted(names(page)) == sorted(
        ["letter.txt", "report.md", "short.txt", "一.txt", "二.txt", "三.txt"]
    )


def shown_columns(page: LibraryPage) -> list[str]:
    """By name, from left to right."""
    table = page.content.table
    in_order = map(table.horizontalHeader().logicalIndex, range(len(table.paged.columns)))
    return [table.paged.columns[n].name for n in in_order if not table.isColumnHidden(n)]


@pytest.mark.parametrize("width_px", [1280, 1440])
def test_size_type_and_date_are_shown_by_default_and_the_fingerprint_stands_last(
    page: LibraryPage, qtbot: QtBot, width_px: int
) -> None:
    page.resize(width_px - RAIL_PX, 700)
    qtbot.waitUntil(lambda: page.content.table.viewport().width() > 700)
    shown = shown_columns(page)

    assert shown[0] == "name"
    assert shown[-1] == "fingerprint"
    assert {"folder", "type", "size", "modified"} <= set(shown)
    assert cut_heads(page.content.table) == []


def test_rows_appear_while_files_are_read(
    qtbot: QtBot, make_page: MakePage, open_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "_MIN_PAUSE_S", 0)
    page, library, may_end = make_page(open_session), open_session.library, threading.Event()
    assert library is not None

    def read_files(control: JobControl) -> None:
        put(library, [Doc("first.txt", 1), Doc("second.txt", 2)])
        for done in count():
            control.report(Stage.READING, done)
            if may_end.wait(0.02):
                return

    open_session.jobs.submit(Job(JobKind.IMPORT, read_files))
    try:
        wait_for_names(qtbot, page, {"first.txt", "second.txt"})
    finally:
        may_end.set()
    settle(qtbot, open_session)


def test_a_document_says_in_words_why_it_has_no_fingerprint(page: LibraryPage) -> None:
    table = page.content.table
    fingerprint = [column.name for column in table.paged.columns].index("fingerprint")
    row = names(page).index("short.txt")

    assert table.paged.index(row, fingerprint).data() == "Too short"


# The documents table


def test_typing_in_the_table_filters_by_name(page: LibraryPage, qtbot: QtBot) -> None:
    page.content.table.setFocus()

    qtbot.keyClicks(page.content.table, "r")
    qtbot.keyClicks(page.content.documents.filter, "eport")

    wait_for_names(qtbot, page, {"report.md"})
    assert page.content.documents.filter.count.text() == "1 documents"


def test_a_filter_finds_names_in_chinese(page: LibraryPage, qtbot: QtBot) -> None:
    page.content.documents.filter.setText("三")

    wait_for_names(qtbot, page, {"三.txt"})


def test_a_filter_that_nothing_fits_says_so(page: LibraryPage, qtbot: QtBot) -> None:
    page.content.documents.filter.setText("no such name")
    wait_for_names(qtbot, page, set())

    said = page.content.table.empty_text()
    assert said.startswith("No document matches. Press Esc to show all of them.")
    assert said.endswith("To find a text by its words, paste them on the Check page.")


def test_while_files_are_read_nothing_is_said_of_all_of_them(page: LibraryPage) -> None:
    panel = page.content.problems
    panel.set_groups([])
    texts = []
    for is_importing in (False, True):
        panel.set_importing(is_importing)
        texts += [label.text() for label in panel.findChildren(WrappedLabel)]

    assert texts == ["Every file could be read.", "No problems so far."]


def test_an_import_that_was_cut_off_is_told_until_the_rest_is_read(
    qtbot: QtBot, make_page: MakePage, session: Session, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("box", {f"{name}.txt": f"{REPORT} {name}" for name in "abc"})
    place = folder.parent / "cut-off.simhash"
    with open_library(place) as library, pytest.raises(JobCancelledError):
        import_paths(library, [folder], ImportOptions(workers=1), CancelAfter(1))
    page, bar = make_page(session), NoticeBar()
    qtbot.addWidget(bar)
    session.notice_posted.connect(bar.post)
    session.notices_withdrawn.connect(bar.withdraw)

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(place)
    settle(qtbot, session)

    assert "not all files read" in page.header.summary()
    assert "Every file could be read." not in said_of_problems(page)
    assert bar.text() == "The last import was cut off: not all files have been read."
    qtbot.mouseClick(bar.action_button, LEFT)
    wait_for_rows(qtbot, page, 3)
    settle(qtbot, session)
    assert "not all files read" not in page.header.summary()
    assert "Every file could be read." in said_of_problems(page)


def said_of_problems(page: LibraryPage) -> list[str]:
    return [label.text() for label in page.content.problems.findChildren(WrappedLabel)]


def test_escape_brings_everything_back(page: LibraryPage, qtbot: QtBot) -> None:
    page.content.documents.filter.setText("report")
    wait_for_names(qtbot, page, {"report.md"})

    page.clear()

    qtbot.waitUntil(lambda: len(names(page)) == 6, timeout=WAIT_MS)
    assert page.content.documents.filter.text() == ""


def test_one_state_can_be_picked_out(page: LibraryPage, qtbot: QtBot) -> None:
    box = page.content.documents.state
    box.setFocus()

    qtbot.keyClick(box, Qt.Key.Key_End)

    wait_for_names(qtbot, page, {"short.txt"})


def test_a_folder_that_is_chosen_shows_its_own_documents(page: LibraryPage, qtbot: QtBot) -> None:
    click_row(qtbot, page.content.folders.list, 2)

    wait_for_names(qtbot, page, {"一.txt", "二.txt", "三.txt"})


def test_a_click_on_a_header_sorts_the_whole_library(page: LibraryPage, qtbot: QtBot) -> None:
    table = page.content.table
    column = [column.name for column in table.paged.columns].index("characters")
    page.window().resize(1600, 900)
    qtbot.waitUntil(lambda: not table.isColumnHidden(column), timeout=WAIT_MS)
    header = table.horizontalHeader()
    spot = QPoint(header.sectionViewportPosition(column) + 10, 10)

    qtbot.mouseClick(header.viewport(), LEFT, pos=spot)

    qtbot.waitUntil(lambda: names(page)[0] == "report.md", timeout=WAIT_MS)
    assert names(page)[-1] == "short.txt"


def test_documents_are_sorted_by_their_date(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    table = page.content.table
    page.resize(1440 - RAIL_PX, 700)
    column = [column.name for column in table.paged.columns].index("modified")
    header = table.horizontalHeader()
    for _ in range(2):
        spot = QPoint(header.sectionViewportPosition(column) + 10, 10)
        qtbot.mouseClick(header.viewport(), LEFT, pos=spot)
        settle(qtbot, archive_session)
        days = [table.paged.row_at(row).modified_ns for row in range(6)]
        assert days == sorted(days, reverse=page.model.view.descending)

    assert page.model.view.sort is DocumentSort.MODIFIED
    assert len(set(days)) > 1


def test_enter_opens_a_document_with_its_copies_and_its_text(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    table = page.content.table
    table.selectRow(names(page).index("letter.txt"))

    qtbot.keyClick(table, Qt.Key.Key_Return)
    dialog = page.window().findChild(DocumentDialog)
    assert dialog is not None
    settle(qtbot, archive_session)

    assert dialog.paths.count() == 2
    assert dialog.text.toPlainText() == LETTER * 3
    dialog.close()


def test_a_document_in_very_many_places_names_the_first_and_counts_the_others(
    page: LibraryPage, qtbot: QtBot, archive_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "_PLACES_SHOWN", 1)
    table = page.content.table
    table.selectRow(names(page).index("letter.txt"))

    qtbot.keyClick(table, Qt.Key.Key_Return)
    dialog = page.window().findChild(DocumentDialog)
    assert dialog is not None
    settle(qtbot, archive_session)

    assert [dialog.paths.item(row).text() for row in range(dialog.paths.count())][1:] == [
        "and 1 more"
    ]
    assert "Found in 2 places" in [label.text() for label in dialog.findChildren(QLabel)]
    dialog.close()


@pytest.mark.parametrize("points", range(8, 17))
def test_the_largest_size_in_bytes_fits_into_its_column(page: LibraryPage, points: int) -> None:
    (column,) = [each for each in page.content.table.paged.columns if each.name == "size"]

    metrics = QFontMetrics(QFont(page.font().family(), points))
    width = metrics.horizontalAdvance(fmt.size(1023))
    assert metrics.averageCharWidth() * column.width >= width


def test_a_document_becomes_a_template_by_a_click_and_undo_takes_it_back(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    posted, documents = notices(archive_session), page.content.documents
    click_document(qtbot, page, "letter.txt")
    assert not documents.template_action.isChecked()

    documents.template_action.trigger()
    wait_for_template(qtbot, page, "letter.txt · Template")

    library = archive_session.library
    assert library is not None
    (mark,) = marked_passages(library)
    assert (mark.mark, mark.text) == (PassageMark.TEMPLATE, LETTER * 3)
    assert documents.template_action.isChecked()
    assert posted[-1].action is not None
    posted[-1].action()
    wait_for_template(qtbot, page, "letter.txt")
    assert marked_passages(library) == []
    settle(qtbot, archive_session)


def test_the_details_of_a_template_say_what_it_is(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    click_document(qtbot, page, "letter.txt")
    page.content.documents.template_action.trigger()
    wait_for_template(qtbot, page, "letter.txt · Template")
    page.content.documents.open_action.trigger()
    dialog = page.window().findChild(DocumentDialog)
    assert dialog is not None
    settle(qtbot, archive_session)

    assert any("Template:" in label.text() for label in dialog.findChildren(QLabel))
    dialog.close()


def test_a_document_without_a_word_is_no_template(page: LibraryPage, qtbot: QtBot) -> None:
    click_document(qtbot, page, "short.txt")
    assert not page.content.documents.template_action.isEnabled()


def test_two_selected_documents_can_be_compared(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    table = page.content.table
    wanted = [names(page).index("letter.txt"), names(page).index("report.md")]
    spots = [table.visualRect(table.paged.index(row, 0)).center() for row in wanted]
    qtbot.mouseClick(table.viewport(), LEFT, pos=spots[0])
    qtbot.mouseClick(table.viewport(), LEFT, Qt.KeyboardModifier.ControlModifier, pos=spots[1])

    with qtbot.waitSignal(archive_session.compare_requested) as asked:
        page.content.documents.compare_action.trigger()

    assert sorted(asked.args[0]) == sorted(table.selected_ids())


def test_comparing_needs_two_documents(page: LibraryPage) -> None:
    documents = page.content.documents

    page.content.table.selectRow(0)
    assert not documents.compare_action.isEnabled()
    page.content.table.selectAll()
    assert not documents.compare_action.isEnabled()
    assert documents.copy_paths_action.isEnabled()


def test_paths_of_every_copy_are_copied(
    page: LibraryPage, qtbot: QtBot, imported_archive: Archive, archive_session: Session
) -> None:
    page.content.table.selectRow(names(page).index("letter.txt"))

    page.content.documents.copy_paths_action.trigger()
    settle(qtbot, archive_session)

    assert sorted(QGuiApplication.clipboard().text().splitlines()) == [
        str(imported_archive.letters / "copies" / "letter again.txt"),
        str(imported_archive.letters / "letter.txt"),
    ]


def test_fingerprints_are_copied_in_hexadecimal(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    page.content.table.selectAll()

    page.content.documents.copy_fingerprints_action.trigger()
    settle(qtbot, archive_session)

    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 5
    assert all(len(line) == 16 and int(line, 16) >= 0 for line in lines)


def test_a_list_that_takes_its_time_is_announced_and_then_counted(
    page: LibraryPage, qtbot: QtBot
) -> None:
    said: list[str] = []
    count = page.content.documents.filter.count
    page.model.reading_changed.connect(lambda: said.append(count.text()))

    page.content.documents.set_reading(True)
    assert page.content.documents.filter.count.text() == "Sorting…"
    page.model.set_sort(DocumentSort.SIZE, True)
    qtbot.waitUntil(lambda: bool(said), timeout=WAIT_MS)

    assert page.content.documents.filter.count.text() == "6 documents"


def test_a_list_that_cannot_be_read_is_told(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    library = archive_session.library
    assert library is not None
    library.close()

    with qtbot.waitSignal(archive_session.reads.failed, timeout=WAIT_MS):
        page.model.set_sort(DocumentSort.SIZE, True)

    assert not page.model.is_slow


# Problems


def test_a_problem_group_opens_with_its_files_and_what_to_do(
    page: LibraryPage, qtbot: QtBot, imported_archive: Archive, archive_session: Session
) -> None:
    click_row(qtbot, page.content.problems.list, 0)
    settle(qtbot, archive_session)
    panel = page.content.problem_files

    assert panel.isVisible()
    assert panel.kind is FailureReason.NOT_TEXT
    assert panel.table.paged.index(0, 0).data() == str(imported_archive.letters / "damaged.txt")


def test_what_the_reader_said_is_only_in_the_tooltip_and_the_details(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    click_row(qtbot, page.content.problems.list, 0)
    settle(qtbot, archive_session)
    panel = page.content.problem_files
    shown, tip = (
        panel.table.paged.index(0, 1).data(role)
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    )
    panel.table.selectRow(0)
    panel.details_action.trigger()
    (dialog,) = page.findChildren(DetailsDialog)

    assert shown == "Not text"
    assert tip
    assert tip != shown
    assert tip in dialog.details.toPlainText()
    dialog.close()


def test_escape_closes_the_problem_files_before_it_clears_the_filter(
    page: LibraryPage, qtbot: QtBot
) -> None:
    page.content.documents.filter.setText("report")
    wait_for_names(qtbot, page, {"report.md"})
    page.content.show_problems()

    page.clear()

    assert not page.content.problem_files.isVisible()
    assert page.content.documents.filter.text() == "report"


def test_paths_of_problem_files_are_copied(
    page: LibraryPage, qtbot: QtBot, imported_archive: Archive, archive_session: Session
) -> None:
    page.content.show_problems()
    settle(qtbot, archive_session)
    panel = page.content.problem_files
    panel.table.selectRow(0)

    panel.copy_action.trigger()

    assert QGuiApplication.clipboard().text() == str(imported_archive.letters / "damaged.txt")


# What folders are and what is imported


def test_a_folder_from_the_dialog_is_added_and_imported(
    qtbot: QtBot,
    make_page: MakePage,
    open_session: Session,
    folder_of: Callable[..., Path],
) -> None:
    folder = folder_of("poems", {"a.txt": LETTER, "b.txt": REPORT, "空.txt": ""})
    asked: list[QWidget] = []
    open_session.choosers = replace(
        open_session.choosers, folder=lambda parent, _start: asked.append(parent) or folder
    )
    page = make_page(open_session)
    qtbot.waitUntil(page.empty.isVisible, timeout=WAIT_MS)
    posted = notices(open_session)

    qtbot.mouseClick(page.empty.button, LEFT)
    wait_for_names(qtbot, page, {"a.txt", "b.txt"})
    settle(qtbot, open_session)

    assert asked == [page.window()]
    assert posted[-1].text() == "2 files read. 1 files are empty."
    assert posted[-1].action is None


def test_the_first_folder_is_looked_for_outside_what_the_program_keeps(
    qtbot: QtBot, make_page: MakePage, open_session: Session, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("poems", {"a.txt": LETTER})
    starts: list[Path] = []
    open_session.choosers = replace(
        open_session.choosers, folder=lambda _parent, start: starts.append(start) or folder
    )
    page = make_page(open_session)
    with qtbot.waitSignal(open_session.library_opened, timeout=WAIT_MS):
        open_session.open_library(open_session.paths.data / "another.simhash")
    qtbot.waitUntil(page.empty.isVisible, timeout=WAIT_MS)

    qtbot.mouseClick(page.empty.button, LEFT)
    wait_for_names(qtbot, page, {"a.txt"})
    settle(qtbot, open_session)
    page.add_action.trigger()

    assert not starts[0].is_relative_to(open_session.paths.data)
    assert starts[1] == folder.parent


def test_a_dialog_that_is_closed_adds_nothing(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    open_session.choosers = replace(open_session.choosers, folder=lambda _parent, _start: None)
    page = make_page(open_session)
    qtbot.waitUntil(page.empty.isVisible, timeout=WAIT_MS)

    qtbot.mouseClick(page.empty.button, LEFT)

    assert open_session.jobs.is_idle


def test_a_rescan_without_changes_says_so(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    posted = notices(archive_session)

    page.refresh()
    settle(qtbot, archive_session)

    assert "Nothing has changed in the folders." in posted[-1].text()


def test_a_folder_inside_a_known_one_is_not_added_twice(
    page: LibraryPage, qtbot: QtBot, archive_session: Session, imported_archive: Archive
) -> None:
    archive_session.folders_offered.emit([imported_archive.letters / "copies"])
    settle(qtbot, archive_session)

    assert archive_session.library is not None
    assert len(folders(archive_session.library)) == 2


def test_a_role_given_from_the_menu_is_kept_and_shown(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    panel = page.content.folders
    posted = notices(archive_session)
    click_row(qtbot, panel.list, 1)

    panel.role_actions[FolderRole.REFERENCE].trigger()
    settle(qtbot, archive_session)

    assert posted[-1].text() == ("“letters” is a reference folder now: its copies are always kept.")

    assert archive_session.library is not None
    roles = {row.path.name: row.role for row in folders(archive_session.library)}
    assert roles == {"letters": FolderRole.REFERENCE, "会议纪要": FolderRole.NORMAL}
    qtbot.waitUntil(lambda: panel.model.caption(1).startswith("Reference · "), timeout=WAIT_MS)


def test_what_stands_in_place_of_rows_follows_the_language(
    page: LibraryPage, qtbot: QtBot, translator: Translator
) -> None:
    page.model.set_filter(text="nowhere at all")
    wait_for_names(qtbot, page, set())
    english = page.content.table.empty_text()

    translator.apply(Language.CHINESE)

    qtbot.waitUntil(lambda: page.content.table.empty_text() != english)
    assert "没有" in page.content.table.empty_text()


def test_a_subfolder_can_have_a_role_of_its_own(
    page: LibraryPage, qtbot: QtBot, archive_session: Session, imported_archive: Archive
) -> None:
    panel = page.content.folders
    posted = notices(archive_session)
    before = names(page)
    click_row(qtbot, panel.list, 1)
    qtbot.keyClick(panel.list, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: panel.model.title(2) == "copies", timeout=WAIT_MS)
    click_row(qtbot, panel.list, 2)
    assert panel.role_actions[FolderRole.NORMAL].isChecked()
    assert panel.role_button.isVisible()

    panel.role_actions[FolderRole.REFERENCE].trigger()
    settle(qtbot, archive_session)

    assert archive_session.library is not None
    rows = folders(archive_session.library)
    assert {row.path: row.role for row in rows} == {
        imported_archive.letters: FolderRole.NORMAL,
        imported_archive.letters / "copies": FolderRole.REFERENCE,
        imported_archive.minutes: FolderRole.NORMAL,
    }
    assert re.fullmatch(
        "“copies” is a reference folder now: its copies are always kept. [1-9] files? read.",
        posted[-1].text(),
    )
    chosen = panel.list.currentIndex().row()
    assert panel.model.path_at(chosen) == imported_archive.letters / "copies"
    assert page.model.view.place == panel.model.place_at(chosen)
    assert 0 < len(names(page)) < len(before)
    captions = [panel.model.caption(row) for row in range(panel.model.rowCount())]
    assert [each.startswith("Reference · ") for each in captions].count(True) == 1
    click_row(qtbot, panel.list, 0)
    qtbot.waitUntil(lambda: names(page) == before, timeout=WAIT_MS)
    assert panel.model.file_count(0) == sum(row.file_count for row in rows)


def test_a_folder_is_removed_by_key_and_can_be_added_again_from_the_notice(
    page: LibraryPage, qtbot: QtBot, archive_session: Session, imported_archive: Archive
) -> None:
    posted = notices(archive_session)
    click_row(qtbot, page.content.folders.list, 2)

    qtbot.keyClick(page.content.folders.list, Qt.Key.Key_Delete)
    wait_for_names(qtbot, page, {"letter.txt", "report.md", "short.txt"})

    assert imported_archive.minutes.is_dir()
    assert "“会议纪要” was removed from the library" in posted[-1].text()
    assert posted[-1].action is not None
    posted[-1].action()
    qtbot.waitUntil(lambda: len(names(page)) == 6, timeout=WAIT_MS)
    settle(qtbot, archive_session)


def test_a_click_on_rescan_leaves_the_keyboard_in_the_list(
    page: LibraryPage, qtbot: QtBot, archive_session: Session
) -> None:
    qtbot.waitUntil(page.isActiveWindow, timeout=WAIT_MS)
    page.content.table.setFocus()
    buttons = page.header.findChildren(QPushButton)
    (rescan,) = (button for button in buttons if button.text() == "Rescan")

    qtbot.mouseClick(rescan, LEFT)

    assert not rescan.isEnabled()  # until the import has ended
    assert page.content.table.hasFocus()
    settle(qtbot, archive_session)


def test_all_folders_together_can_be_neither_removed_nor_given_a_role(page: LibraryPage) -> None:
    panel = page.content.folders

    assert panel.chosen() is None
    assert not panel.remove_action.isEnabled()
    assert not panel.rescan_action.isEnabled()


def test_a_cancelled_import_is_told_and_keeps_what_it_has(
    qtbot: QtBot,
    make_page: MakePage,
    open_session: Session,
    folder_of: Callable[..., Path],
) -> None:
    folder = folder_of("many", {f"{n}.txt": f"{LETTER} {n}" for n in range(300)})
    page = make_page(open_session)
    posted = notices(open_session)
    open_session.folders_offered.emit([folder])

    open_session.jobs.cancel()
    settle(qtbot, open_session)

    assert posted[-1].text().startswith("Import stopped.")
    qtbot.waitUntil(
        lambda: page.rescan_action.isEnabled() or page.empty.isVisible(), timeout=WAIT_MS
    )


def test_the_samples_are_opened_from_their_card_into_a_library_of_their_own(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    page = make_page(open_session)
    qtbot.waitUntil(page.card.isVisible, timeout=WAIT_MS)

    qtbot.mouseClick(page.card.button, LEFT)
    qtbot.waitUntil(lambda: len(names(page)) >= 40, timeout=WAIT_MS)
    settle(qtbot, open_session)

    library = open_session.library
    assert library is not None
    assert library.path == open_session.paths.sample_library
    assert library_info(library).documents >= 40


# Libraries that cannot be opened


def test_a_damaged_library_is_told_in_words_with_what_to_do(
    qtbot: QtBot, make_page: MakePage, session: Session, tmp_path: Path
) -> None:
    (tmp_path / "old.simhash").write_bytes(b"SQLite format 3\0" + b"rust" * 30)
    page = make_page(session)

    session.open_library(tmp_path / "old.simhash")
    qtbot.waitUntil(page.refused.isVisible, timeout=WAIT_MS)

    assert "“old.simhash” is damaged" in page.refused.text()
    assert "your documents are not affected" in page.refused.text()
    with qtbot.waitSignal(session.library_check_requested) as asked:
        qtbot.mouseClick(page.refused.button, LEFT)
    assert asked.args == [tmp_path / "old.simhash"]


def test_a_file_of_another_kind_is_told_as_no_library_and_another_one_can_be_chosen(
    qtbot: QtBot, make_page: MakePage, session: Session, tmp_path: Path
) -> None:
    (tmp_path / "notes.simhash").write_text("Dear reader, " * 500, "utf-8")
    page = make_page(session)

    session.open_library(tmp_path / "notes.simhash")
    qtbot.waitUntil(page.refused.isVisible, timeout=WAIT_MS)

    assert "“notes.simhash” is not a library" in page.refused.text()
    assert page.refused.button.text() == "Open another library…"
    with qtbot.waitSignal(session.library_choice_requested):
        qtbot.mouseClick(page.refused.button, LEFT)


def test_an_empty_file_gives_way_to_a_new_library(
    qtbot: QtBot, make_page: MakePage, session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "truncated.simhash"
    path.touch()
    page = make_page(session)
    session.open_library(path)
    qtbot.waitUntil(page.refused.isVisible, timeout=WAIT_MS)
    assert "“truncated.simhash” is empty" in page.refused.text()
    assert page.refused.button.text() == "Start a new library"
    assert path.read_bytes() == b""

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        qtbot.mouseClick(page.refused.button, LEFT)

    assert session.library is not None
    assert session.library.path == path
    assert library_info(session.library).files == 0


def test_a_file_that_was_restored_meanwhile_gives_way_to_nothing(
    qtbot: QtBot, make_page: MakePage, session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "truncated.simhash"
    path.touch()
    page = make_page(session)
    session.open_library(path)
    qtbot.waitUntil(page.refused.isVisible, timeout=WAIT_MS)
    path.write_bytes(b"a backup")

    with qtbot.waitSignal(session.library_refused, timeout=WAIT_MS):
        qtbot.mouseClick(page.refused.button, LEFT)

    assert path.read_bytes() == b"a backup"
    assert "is not a library" in page.refused.text()


def test_a_busy_library_can_be_tried_again(
    qtbot: QtBot, make_page: MakePage, session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "busy.simhash"
    page = make_page(session)
    with open_library(path):
        session.open_library(path)
        qtbot.waitUntil(page.refused.isVisible, timeout=WAIT_MS)
        assert page.refused.button.text() == "Try again"

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        qtbot.mouseClick(page.refused.button, LEFT)

    qtbot.waitUntil(page.empty.isVisible, timeout=WAIT_MS)


# What is remembered


def test_order_and_columns_come_back_at_the_next_start(
    page: LibraryPage, qtbot: QtBot, make_page: MakePage, archive_session: Session
) -> None:
    header = page.content.table.horizontalHeader()
    column = [column.name for column in page.content.table.paged.columns].index("size")
    page.content.table.setColumnHidden(column, False)
    page.content.table.sort_requested.emit(page.content.table.paged.columns[column].sort_key, True)
    page.save_state()
    assert not header.isSectionHidden(column)

    again = make_page(archive_session)

    assert not again.content.table.isColumnHidden(column)
    assert again.model.view.sort is page.model.view.sort
    assert again.model.view.descending


def test_damaged_window_state_counts_as_absent(make_page: MakePage, open_session: Session) -> None:
    for name in ("columns", "sort", "descending", "left", "right", "whole", "folders-px"):
        open_session.window_state.setValue(f"library/{name}", "nonsense")

    page = make_page(open_session)

    assert page.model.view.sort.value == "name"


@pytest.mark.parametrize("width_px", [1176, 1300, 2400])
def test_folders_of_a_window_that_began_with_large_type_get_their_first_width_without_it(
    *, qtbot: QtBot, make_page: MakePage, archive_session: Session, theme: Theme, width_px: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    page = make_page(archive_session)
    qtbot.waitUntil(page.content.folders.isVisible, timeout=WAIT_MS)
    page.resize(width_px, 800)
    QApplication.processEvents()
    page.resize(width_px + 1, 800)
    QApplication.processEvents()
    theme.apply(ThemeChoice.LIGHT, 100)
    QApplication.processEvents()

    qtbot.waitUntil(lambda: page.content.folders.width() == 256)


def test_folders_have_as_many_characters_with_large_type_and_after_it(
    *, qtbot: QtBot, make_page: MakePage, archive_session: Session, theme: Theme
) -> None:
    page = make_page(archive_session)
    page.resize(2000, 800)
    folders = page.content.folders
    qtbot.waitUntil(lambda: folders.isVisible() and folders.width() == 256, timeout=WAIT_MS)

    theme.apply(ThemeChoice.LIGHT, 200)
    qtbot.waitUntil(lambda: folders.width() == 512)
    handle = page.content.findChild(TurningSplitter).handle(1)
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(4, 20))
    qtbot.mouseMove(handle, QPoint(92, 20))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(4, 20))
    qtbot.waitUntil(lambda: folders.width() == 600)
    theme.apply(ThemeChoice.LIGHT, 100)

    qtbot.waitUntil(lambda: folders.width() == 300)


def test_folders_take_a_third_of_a_page_with_large_type_unless_more_was_chosen(
    *, qtbot: QtBot, make_page: MakePage, archive_session: Session, theme: Theme
) -> None:
    page = make_page(archive_session)
    page.resize(1400, 800)
    folders, splitter = page.content.folders, page.content.findChild(TurningSplitter)
    qtbot.waitUntil(lambda: folders.isVisible() and folders.width() == 256, timeout=WAIT_MS)

    theme.apply(ThemeChoice.LIGHT, 200)
    qtbot.waitUntil(lambda: folders.width() == sum(splitter.sizes()) // 3)
    drag_px = 600 - folders.width()
    handle = splitter.handle(1)
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(4, 20))
    qtbot.mouseMove(handle, QPoint(4 + drag_px, 20))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(4, 20))
    qtbot.waitUntil(lambda: folders.width() == 600)
    theme.apply(ThemeChoice.LIGHT, 100)
    qtbot.waitUntil(lambda: folders.width() == 300)
    theme.apply(ThemeChoice.LIGHT, 200)

    qtbot.waitUntil(lambda: folders.width() == 600)
