"""The Clusters page with a real library: searching, sliding, listing, choosing, comparing."""

import csv
import json
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.core.types import Linkage
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.settings import Theme as ThemeChoice
from simhash_gui.ui.job_runner import Job, JobKind
from simhash_gui.ui.page_ids import PageId
from simhash_gui.ui.pages.clusters_page import ClustersPage
from simhash_gui.ui.session import Session
from simhash_gui.ui.theme import Theme
from simhash_gui.ui.viewmodels.cluster_export import ExportKind
from simhash_gui.ui.viewmodels.clusters import Phase
from simhash_gui.ui.widgets.paged_table import PagedTable
from simhash_gui.ui.widgets.row_choice import select_only
from tests.ui.conftest import WAIT_MS
from tests.ui.filled_library import ARCHIVE, BYTES, FOLDER, Doc, put

MakePage = Callable[[], ClustersPage]


@pytest.fixture
def make_page(qtbot: QtBot, open_session: Session, tmp_path: Path) -> MakePage:
    """Makes a page whose files to export to stand in ``tmp_path``."""
    kept: list[ClustersPage] = []

    def answer(_parent: QWidget, _title: str, suggestion: str) -> Path:
        return tmp_path / suggestion

    def make() -> ClustersPage:
        page = ClustersPage(open_session, ask_target=answer)
        qtbot.addWidget(page)
        page.resize(1100, 800)
        page.show()
        kept.append(page)
        return page

    return make


@pytest.fixture
def ids(open_session: Session) -> dict[str, int]:
    """Document ids of the archive, which is in the library from now on."""
    assert open_session.library is not None
    return put(open_session.library, ARCHIVE)


@pytest.fixture
def page(qtbot: QtBot, make_page: MakePage, ids: dict[str, int]) -> ClustersPage:
    """The page in front, with the archive searched and the first cluster chosen."""
    made = make_page()
    made.activated()
    settle(qtbot, made)
    assert made.model.phase is Phase.FOUND
    return made


def settle(qtbot: QtBot, page: ClustersPage) -> None:
    """Wait until every job and every read was delivered."""
    session = page.session
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def texts(table: PagedTable, column: int) -> list[str]:
    model = table.paged
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


def column(table: PagedTable, name: str) -> int:
    return [column.name for column in table.paged.columns].index(name)


def named(table: PagedTable, name: str) -> list[str]:
    return texts(table, column(table, name))


def slide(qtbot: QtBot, page: ClustersPage, distance: int) -> None:
    page.threshold.histogram.setValue(distance)
    settle(qtbot, page)


def choose(qtbot: QtBot, page: ClustersPage, medoid: str) -> None:
    select_only(page.clusters, named(page.clusters, "medoid").index(medoid))
    settle(qtbot, page)


# Before there is anything to see


def test_an_empty_library_leads_to_the_library_page(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    page = make_page()
    page.activated()
    settle(qtbot, page)

    assert page.model.phase is Phase.NO_DOCUMENTS
    assert not page.find_action.isEnabled()
    with qtbot.waitSignal(open_session.page_requested) as wanted:
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
    assert page.model.search.reach == 10
    assert page.header.summary() == "13 documents searched, every pair up to distance 10"


def test_documents_without_near_duplicates_are_told_as_such(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    assert open_session.library is not None
    put(open_session.library, [Doc("one.txt", 0), Doc("two.txt", BYTES)])
    page = make_page()
    page.activated()
    settle(qtbot, page)

    assert page.model.phase is Phase.NOTHING_FOUND
    assert "within distance 10" in page.empty.text()


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


def test_a_cancelled_search_leaves_the_button_and_does_not_begin_again(
    qtbot: QtBot, make_page: MakePage, ids: dict[str, int], open_session: Session
) -> None:
    page = make_page()
    open_session.documents_changed.emit()
    settle(qtbot, page)
    busy = threading.Event()
    open_session.jobs.submit(Job(JobKind.EXPORT, lambda _control: busy.wait(10)))
    page.find_action.trigger()
    searching = page.model.phase
    open_session.jobs.cancel_all()
    busy.set()
    settle(qtbot, page)
    page.activated()
    settle(qtbot, page)

    assert searching is Phase.SEARCHING
    assert page.model.phase is Phase.NOT_SEARCHED
    assert page.find_action.isEnabled()


def test_another_library_starts_over(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path
) -> None:
    with qtbot.waitSignal(open_session.library_opened, timeout=WAIT_MS):
        open_session.open_library(tmp_path / "other.simhash")
    settle(qtbot, page)

    assert page.model.phase is Phase.NO_DOCUMENTS
    assert page.clusters.paged.rowCount() == 0
    assert page.details.members.paged.rowCount() == 0


# The threshold


def test_the_figures_are_those_of_the_threshold(page: ClustersPage) -> None:
    assert page.threshold.figures() == ["2 clusters", "9 documents", "8.9 kB wasted"]


def test_the_histogram_counts_pairs_of_documents_at_each_distance(page: ClustersPage) -> None:
    histogram = page.threshold.histogram
    words = list({doc.content: doc.word for doc in ARCHIVE}.values())
    expected = [0] * 11
    for position, word in enumerate(words):
        for other in words[:position]:
            if (word ^ other).bit_count() <= 10:
                expected[(word ^ other).bit_count()] += 1

    assert [histogram.column_text(d) for d in range(11)] == [
        f"Distance {d}: {count} pairs" for d, count in enumerate(expected)
    ]


def test_a_key_on_the_slider_changes_the_figures_and_the_list(
    qtbot: QtBot, page: ClustersPage
) -> None:
    for _ in range(3):
        QTest.keyClick(page.threshold.histogram, Qt.Key.Key_Right)
    settle(qtbot, page)

    assert page.threshold.figures()[:2] == ["3 clusters", "11 documents"]
    assert "会议纪要 1.txt" in named(page.clusters, "medoid")


def test_the_threshold_can_be_reset(qtbot: QtBot, page: ClustersPage) -> None:
    slide(qtbot, page, 6)
    qtbot.mouseClick(page.threshold.reset, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert page.threshold.histogram.value() == 3
    assert page.threshold.figures()[0] == "2 clusters"


def test_a_small_library_is_searched_farther_as_soon_as_the_slider_asks_for_it(
    qtbot: QtBot, page: ClustersPage
) -> None:
    slide(qtbot, page, 12)

    assert page.model.search.reach == 12
    assert "beyond a.txt" in named(page.clusters, "medoid")


def test_dragging_searches_farther_only_when_the_slider_is_let_go(
    qtbot: QtBot, page: ClustersPage
) -> None:
    histogram = page.threshold.histogram
    place = histogram.column_rect(12).center().toPoint()
    qtbot.mousePress(histogram, Qt.MouseButton.LeftButton, pos=place)
    settle(qtbot, page)
    while_dragging = page.model.search.reach
    qtbot.mouseRelease(histogram, Qt.MouseButton.LeftButton, pos=place)
    settle(qtbot, page)

    assert (while_dragging, page.model.search.reach) == (10, 12)


def test_a_large_library_is_searched_farther_on_request(qtbot: QtBot, page: ClustersPage) -> None:
    page.model.search.most_documents_to_widen = 12
    slide(qtbot, page, 12)
    reach, label = page.model.search.reach, page.threshold.wider.text()
    qtbot.mouseClick(page.threshold.wider, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert (reach, label) == (10, "Search up to distance 12")
    assert page.model.search.reach == 12
    assert not page.threshold.wider.isVisible()


def test_threshold_and_linkage_are_remembered(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    slide(qtbot, page, 5)
    qtbot.mouseClick(page.linkage.button(Linkage.COMPLETE), Qt.MouseButton.LeftButton)
    page.deactivated()

    assert open_session.settings.distance == 5
    assert open_session.settings.linkage is Linkage.COMPLETE


def test_complete_linkage_breaks_the_chain(qtbot: QtBot, page: ClustersPage) -> None:
    qtbot.mouseClick(page.linkage.button(Linkage.COMPLETE), Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    chains = [name for name in named(page.clusters, "medoid") if name.startswith("chain")]

    assert len(chains) == 2
    assert set(named(page.clusters, "spread")) == {"3", "0–3"}


# The list of clusters


def test_clusters_show_size_medoid_spread_waste_and_newest(page: ClustersPage) -> None:
    row = named(page.clusters, "medoid").index("report.txt")
    shown = {
        column.name: named(page.clusters, column.name)[row]
        for column in page.clusters.paged.columns
    }

    assert shown | {"newest": ""} == {
        "size": "4",
        "medoid": "report.txt",
        "spread": "0–3",
        "wasted": "8.5 kB",
        "newest": "",
    }
    assert shown["newest"]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("size", "chain-2.txt"),
        ("spread", "chain-2.txt"),
        ("wasted", "report.txt"),
        ("newest", "report.txt"),
        ("medoid", "chain-2.txt"),
    ],
)
def test_every_column_sorts(qtbot: QtBot, page: ClustersPage, name: str, first: str) -> None:
    header = page.clusters.horizontalHeader()
    section = column(page.clusters, name)
    seen = set()
    for _ in range(2):
        x = header.sectionViewportPosition(section) + header.sectionSize(section) // 2
        place = header.rect().center()
        place.setX(x)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settle(qtbot, page)
        seen.add(tuple(named(page.clusters, "medoid")))

    assert len(seen) == 2
    assert any(order[0] == first for order in seen)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("report", ["report.txt"]),
        ("REPORT size>4", []),
        ("size>4", ["chain-2.txt"]),
        ("spread<=3", ["report.txt"]),
        ("纪要", ["会议纪要 1.txt"]),
        ("wasted>1kB", ["会议纪要 1.txt", "report.txt"]),
    ],
)
def test_the_filter_narrows_the_list(
    qtbot: QtBot, page: ClustersPage, text: str, expected: list[str]
) -> None:
    slide(qtbot, page, 6)
    page.focus_filter()
    qtbot.keyClicks(page.filter, text) if text.isascii() else page.filter.setText(text)
    settle(qtbot, page)

    assert sorted(named(page.clusters, "medoid")) == sorted(expected)


def test_typing_in_the_list_goes_to_the_filter(qtbot: QtBot, page: ClustersPage) -> None:
    page.clusters.setFocus()
    qtbot.keyClicks(page.clusters, "r")
    settle(qtbot, page)

    assert page.filter.text() == "r"
    assert named(page.clusters, "medoid") == ["report.txt"]


def test_leaving_empties_the_filter(qtbot: QtBot, page: ClustersPage) -> None:
    page.filter.setText("nothing like this")
    settle(qtbot, page)
    assert page.details.title() == "No cluster chosen"

    page.clear()
    settle(qtbot, page)
    assert len(named(page.clusters, "medoid")) == 2


def test_the_chosen_cluster_stays_chosen_while_the_threshold_moves(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    slide(qtbot, page, 5)

    assert named(page.details.members, "name")[0] == "report.txt"


def test_a_refresh_brings_in_what_is_new(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    assert open_session.library is not None
    put(open_session.library, [Doc("beyond c.txt", BYTES ^ 1)])
    page.refresh()
    settle(qtbot, page)

    assert page.threshold.figures()[0] == "3 clusters"


# The chosen cluster


def test_members_stand_by_distance_to_the_medoid_with_their_marks(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    members = page.details.members

    assert page.details.title() == "Cluster of 4 files, 3 different ones"
    assert named(members, "name") == [
        "report.txt",
        "report copy.txt",
        "report-final.txt",
        "report-draft.txt",
    ]
    assert named(members, "mark") == ["medoid", "exact copy", "", ""]
    assert named(members, "distance") == ["0", "0", "1", "2"]
    assert set(named(members, "folder")) == {FOLDER}
    assert named(members, "size") == ["4.0 kB", "4.0 kB", "3.0 kB", "1.5 kB"]


def test_members_that_only_others_link_are_marked_as_chain(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "chain-2.txt")
    marks = dict(
        zip(named(page.details.members, "name"), named(page.details.members, "mark"), strict=True)
    )

    assert marks == {
        "chain-2.txt": "medoid",
        "chain-1.txt": "",
        "chain-3.txt": "",
        "chain-0.txt": "chain",
        "chain-4.txt": "chain",
    }


def test_the_selected_member_is_previewed(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")
    first = page.details.preview.toPlainText()
    select_only(page.details.members, 3)
    settle(qtbot, page)

    assert first == "the report"
    assert page.details.preview.toPlainText() == "The text of report-draft.txt."


def test_a_long_text_is_previewed_by_its_beginning(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    assert open_session.library is not None
    long = "all the same words " * 5_000
    put(open_session.library, [Doc("a.txt", 0, long), Doc("b.txt", 1, long + "and more")])
    page = make_page()
    page.activated()
    settle(qtbot, page)
    qtbot.waitUntil(lambda: page.details.preview.is_filled)

    assert page.details.preview.toPlainText().replace("\n", "") == long[:20_000] + "…"


def compared(qtbot: QtBot, page: ClustersPage, act: Callable[[], object]) -> object:
    with qtbot.waitSignal(page.session.compare_requested) as wanted:
        act()
    return wanted.args[0]


def test_the_button_compares_the_medoid_with_the_selected_member(
    qtbot: QtBot, page: ClustersPage, ids: dict[str, int]
) -> None:
    choose(qtbot, page, "report.txt")
    select_only(page.details.members, 2)

    pair = compared(qtbot, page, page.details.compare_action.trigger)
    assert pair == (ids["report.txt"], ids["report-final.txt"])


def test_enter_on_a_member_compares_it_with_the_medoid(
    qtbot: QtBot, page: ClustersPage, ids: dict[str, int]
) -> None:
    choose(qtbot, page, "report.txt")
    members = page.details.members
    members.setFocus()
    select_only(members, 3)

    pair = compared(qtbot, page, partial(QTest.keyClick, members, Qt.Key.Key_Return))
    assert pair == (ids["report.txt"], ids["report-draft.txt"])


def test_enter_on_a_cluster_compares_its_medoid_with_the_nearest_member(
    qtbot: QtBot, page: ClustersPage, ids: dict[str, int]
) -> None:
    choose(qtbot, page, "chain-2.txt")

    pair = compared(qtbot, page, partial(QTest.keyClick, page.clusters, Qt.Key.Key_Return))
    assert pair == (ids["chain-2.txt"], ids["chain-1.txt"])


def test_two_selected_members_are_compared_with_each_other(
    qtbot: QtBot, page: ClustersPage, ids: dict[str, int]
) -> None:
    choose(qtbot, page, "report.txt")
    members = page.details.members
    select_only(members, 2)
    QTest.keyClick(members, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    pair = compared(qtbot, page, page.details.compare_action.trigger)
    assert pair == (ids["report-final.txt"], ids["report-draft.txt"])


def test_more_than_two_members_cannot_be_compared(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "chain-2.txt")
    page.details.members.selectAll()

    assert not page.details.compare_action.isEnabled()


# Export


@pytest.mark.parametrize("kind", list(ExportKind))
def test_pairs_and_clusters_are_written_to_a_file(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path, kind: ExportKind
) -> None:
    with qtbot.waitSignal(open_session.notice_posted, timeout=WAIT_MS) as posted:
        page.exports[kind].trigger()
    text = (tmp_path / kind.value).read_text(encoding="utf-8-sig")
    rows = (
        json.loads(text)
        if kind.value.endswith("json")
        else list(csv.DictReader([*text.splitlines()]))
    )

    assert len(rows) == (7 if kind.is_of_pairs else 9)
    assert posted.args[0].text() == f"{len(rows)} rows written to {kind.value}"


def test_nothing_is_written_when_the_user_thinks_better_of_it(
    qtbot: QtBot, open_session: Session, ids: dict[str, int]
) -> None:
    page = ClustersPage(open_session, ask_target=lambda *_: None)
    qtbot.addWidget(page)
    page.activated()
    settle(qtbot, page)
    page.export(ExportKind.PAIRS_CSV)

    assert open_session.jobs.is_idle


# The whole page


def test_the_layout_is_remembered(qtbot: QtBot, page: ClustersPage, make_page: MakePage) -> None:
    page.clusters.setColumnWidth(column(page.clusters, "size"), 123)
    page.save_state()

    assert make_page().clusters.columnWidth(0) == 123


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_it_can_be_painted_in_every_theme_and_at_200_per_cent(
    page: ClustersPage, theme: Theme, choice: ThemeChoice
) -> None:
    theme.apply(choice, 200)
    QCoreApplication.sendEvent(page, QEvent(QEvent.Type.LanguageChange))

    assert not page.grab().isNull()
    assert page.minimumSizeHint().width() <= 1000
