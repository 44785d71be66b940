"""When the Clusters page searches, and what it shows before it has found anything."""

import logging
import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from typing_extensions import override

from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.findings import SearchKind
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.common.commands import PageId, SettingsPart
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.settings.dialog import SettingsDialog
from tests.ui.clusters.desk import MakePage, column, named, settle
from tests.ui.conftest import WAIT_MS, leading
from tests.ui.filled_library import ARCHIVE, BYTES, Doc, put, words


def test_an_empty_library_leads_to_the_library_page(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    page = make_page()
    page.activated()
    settle(qtbot, page)

    assert page.model.phase is Phase.NO_DOCUMENTS
    assert leading(page) == ["Go to the library"]
    with qtbot.waitSignal(open_session.page_requested) as wanted:
        qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    assert wanted.args == [PageId.LIBRARY]


def test_without_a_library_the_page_says_where_to_look(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "truncated.simhash"
    path.touch()
    page = ClustersPage(session)
    qtbot.addWidget(page)
    page.show()
    page.activated()
    with qtbot.waitSignal(session.library_refused, timeout=WAIT_MS):
        session.open_library(path)

    assert "No library is open" in page.empty.text()
    with qtbot.waitSignal(session.page_requested) as wanted:
        qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    assert wanted.args == [PageId.LIBRARY]


def test_a_page_that_was_never_in_front_does_not_search(
    qtbot: QtBot, make_page: MakePage, ids: dict[str, int], open_session: Session
) -> None:
    page = make_page()
    open_session.documents_changed.emit()
    settle(qtbot, page)

    assert page.model.phase is Phase.NOT_SEARCHED


def test_the_button_of_the_empty_page_searches(
    qtbot: QtBot, make_page: MakePage, ids: dict[str, int], open_session: Session
) -> None:
    page = make_page()
    open_session.documents_changed.emit()
    settle(qtbot, page)
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert page.model.phase is Phase.FOUND


def test_the_first_time_in_front_searches_by_itself(page: ClustersPage) -> None:
    assert page.model.search.reach == 12
    assert (
        page.header.summary() == "13 documents searched · 9 pairs of different documents confirmed"
    )


def test_after_a_search_nothing_asks_to_be_pressed(page: ClustersPage) -> None:
    buttons = page.header.findChildren(QPushButton)
    [again] = [button for button in buttons if button.text() == "Search again"]

    assert again.isVisible()
    assert again.isEnabled()
    assert leading(page) == []


def test_documents_without_near_duplicates_are_told_as_such(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    assert open_session.library is not None
    put(open_session.library, [Doc("one.txt", 0), Doc("two.txt", BYTES)])
    page = make_page()
    page.activated()
    settle(qtbot, page)

    assert page.model.phase is Phase.NOTHING_FOUND
    assert "One may still contain part of another." in page.empty.text()
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert "No near-duplicates or copies" in page.empty.text()
    with qtbot.waitSignal(open_session.page_requested) as wanted:
        qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    assert wanted.args == [PageId.LIBRARY]


def test_an_import_is_followed_by_a_search_wherever_the_user_is(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    page = make_page()
    library = open_session.library
    assert library is not None

    def imported(_control: JobControl) -> None:
        put(library, ARCHIVE)

    handle = open_session.jobs.submit(Job(JobKind.IMPORT, imported))
    handle.finished.connect(open_session.documents_changed)
    settle(qtbot, page)

    assert page.model.phase is Phase.FOUND


class ShownInstead(QObject):
    """Remembers what stands in a table without rows, each time that it is painted."""

    def __init__(self, table: PagedTable) -> None:
        super().__init__(table)
        self.table, self.seen, self.paints = table, set[str](), 0
        table.viewport().installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.paints += 1
            self.seen.add(self.table.empty_text())
        return False


def test_nothing_is_said_of_a_filter_while_an_import_fills_the_list(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    page, library = make_page(), open_session.library
    assert library is not None
    page.activated()
    settle(qtbot, page)
    shown = ShownInstead(page.clusters)
    for folder, found in (("/one", ARCHIVE[:4]), ("/two", ARCHIVE[4:])):

        def imported(_control: JobControl, folder: str = folder, found: Any = found) -> None:
            put(library, found, folder)

        handle = open_session.jobs.submit(Job(JobKind.IMPORT, imported))
        handle.finished.connect(open_session.documents_changed)
        settle(qtbot, page)
        page.clusters.viewport().repaint()

    assert shown.paints > 1
    assert page.clusters.paged.rowCount() > 1
    assert shown.seen == {""}


def test_a_cancelled_import_starts_no_search(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    started: list[JobKind] = []
    open_session.jobs.started.connect(lambda handle: started.append(handle.job.kind))

    def give_up(_control: JobControl) -> None:
        raise JobCancelledError

    handle = open_session.jobs.submit(Job(JobKind.IMPORT, give_up))
    handle.cancelled.connect(open_session.documents_changed)
    settle(qtbot, page)

    assert started == [JobKind.IMPORT]


def test_the_choices_of_one_library_hold_for_no_other(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path
) -> None:
    page.partial.click()
    settle(qtbot, page)
    page.deactivated()
    assert open_session.library is not None
    first = open_session.library.path
    for path, is_on in ((tmp_path / "other.simhash", False), (first, True)):
        with qtbot.waitSignal(open_session.library_opened, timeout=WAIT_MS):
            open_session.open_library(path)
        settle(qtbot, page)
        assert page.partial.isChecked() is is_on


def test_results_are_there_at_once_when_a_library_is_opened_again(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path
) -> None:
    searched, clusters = page.header.summary(), named(page.clusters, "medoid")
    page.deactivated()  # so that no new search begins
    assert open_session.library is not None
    for path in (tmp_path / "other.simhash", open_session.library.path):
        with qtbot.waitSignal(open_session.library_opened, timeout=WAIT_MS):
            open_session.open_library(path)
        settle(qtbot, page)

    assert page.model.phase is Phase.FOUND
    assert named(page.clusters, "medoid") == clusters
    assert re.fullmatch(rf"From \d\d:\d\d · {searched}", page.header.summary())
    assert not page.exporting.button.isEnabled()
    told: list[str] = []
    page.model.phase_changed.connect(lambda: told.append(page.header.summary()))
    page.activated()
    settle(qtbot, page)
    assert any("updating… · " in each for each in told)
    assert page.header.summary() == searched
    assert page.exporting.button.isEnabled()


def test_results_are_there_at_once_on_a_page_that_is_made_after_the_library_was_opened(
    qtbot: QtBot, page: ClustersPage, make_page: MakePage
) -> None:
    clusters = named(page.clusters, "medoid")
    page.deactivated()

    made = make_page()
    settle(qtbot, made)

    assert made.model.phase is Phase.FOUND
    assert named(made.clusters, "medoid") == clusters
    assert made.header.summary().startswith("From ")


def test_a_search_of_a_wider_kind_that_did_not_end_leaves_the_results_before_it(
    qtbot: QtBot, page: ClustersPage, make_page: MakePage
) -> None:
    clusters = named(page.clusters, "medoid")
    page.partial.click()
    page.deactivated()
    page.session.jobs.cancel_all()
    settle(qtbot, page)
    page.session.keep_of_library("clusters", {"partial": True})

    made = make_page()
    settle(qtbot, made)

    assert made.partial.isChecked()
    assert named(made.clusters, "medoid") == clusters
    made.activated()
    settle(qtbot, made)
    assert made.model.search.is_of_now
    assert made.model.search.kind == SearchKind(with_partial=True)


def test_limits_from_the_settings_hold_for_the_next_search(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    dialog = SettingsDialog(open_session, page, SettingsPart.THRESHOLDS)
    dialog.show()
    for name, value in (("near_jaccard", "60"), ("near_edit_share", "75")):
        field = dialog.thresholds.field(name)
        field.selectAll()
        qtbot.keyClicks(field, value)
        qtbot.keyClick(field, Qt.Key.Key_Tab)
    dialog.close()
    before = page.header.summary()
    page.find_action.trigger()
    settle(qtbot, page)

    assert before == "13 documents searched · 9 pairs of different documents confirmed"
    assert (
        page.header.summary() == "13 documents searched · 5 pairs of different documents confirmed"
    )


def test_what_was_found_by_other_limits_is_not_shown_again(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    search = page.model.search
    search.choose(SearchKind(with_partial=True), None)
    settle(qtbot, page)
    open_session.change_settings(verdict_limits=("near_jaccard=0.6", "near_edit_share=0.75"))

    search.choose(SearchKind(), None)
    settle(qtbot, page)

    assert search.findings is not None
    assert search.findings.pair_count == 5


def test_the_class_of_a_member_is_explained_by_the_limits_of_the_search(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    open_session.change_settings(verdict_limits=("near_jaccard=0.45",))
    earlier = class_tips(page)
    page.find_action.trigger()
    settle(qtbot, page)

    assert any("40% of all their runs" in tip for tip in earlier)
    assert any("45% of all their runs" in tip for tip in class_tips(page))


def class_tips(page: ClustersPage) -> list[str]:
    table = page.details.members
    model, place = table.paged, column(table, "class")
    role = Qt.ItemDataRole.ToolTipRole
    return [model.data(model.index(row, place), role) for row in range(model.rowCount())]


def test_a_cancelled_search_leaves_the_button_and_does_not_begin_again(
    qtbot: QtBot, make_page: MakePage, ids: dict[str, int], open_session: Session
) -> None:
    page = make_page()
    open_session.documents_changed.emit()
    settle(qtbot, page)
    busy = threading.Event()
    open_session.jobs.submit(Job(JobKind.EXPORT, lambda _control: busy.wait(10)))
    page.empty.button.click()
    searching = page.model.phase
    open_session.jobs.cancel_all()
    busy.set()
    settle(qtbot, page)
    page.activated()
    settle(qtbot, page)

    assert searching is Phase.SEARCHING
    assert page.model.phase is Phase.NOT_SEARCHED
    assert leading(page) == ["Find near-duplicates"]


def test_another_library_starts_over(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path
) -> None:
    with qtbot.waitSignal(open_session.library_opened, timeout=WAIT_MS):
        open_session.open_library(tmp_path / "other.simhash")
    settle(qtbot, page)

    assert page.model.phase is Phase.NO_DOCUMENTS
    assert page.clusters.paged.rowCount() == 0
    assert page.details.members.paged.rowCount() == 0


def test_a_search_that_fails_leaves_the_button(
    qtbot: QtBot, make_page: MakePage, ids: dict[str, int], open_session: Session
) -> None:
    assert open_session.library is not None
    page = make_page()
    open_session.documents_changed.emit()
    settle(qtbot, page)
    with open_session.library.write() as connection:
        connection.exec_driver_sql("ALTER TABLE files RENAME TO lost")
    page.empty.button.click()
    settle(qtbot, page)

    assert page.model.phase is Phase.NOT_SEARCHED
    assert leading(page) == ["Find near-duplicates"]


def test_the_page_lists_its_keys(make_page: MakePage) -> None:
    assert "Return" in dict(make_page().shortcuts())


@pytest.mark.parametrize("count", [1_000, 20])
def test_many_documents_are_searched_without_holding_up_the_window(
    qtbot: QtBot,
    make_page: MakePage,
    open_session: Session,
    caplog: pytest.LogCaptureFixture,
    count: int,
) -> None:
    assert open_session.library is not None
    spread = 0x9E37_79B9_7F4A_7C15
    found = (Doc(f"{n}.txt", n * spread % 2**64, words(f"{n}of", count=10)) for n in range(count))
    put(open_session.library, found)
    caplog.set_level(logging.INFO, "simhash_gui")
    page = make_page()
    page.activated()
    settle(qtbot, page)

    (begun,) = (each for each in caplog.records if each.msg.startswith("search begins"))
    assert (begun.process == os.getpid()) == (count < 1_000)
