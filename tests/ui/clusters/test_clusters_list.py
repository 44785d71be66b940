"""The list of clusters: columns, order, filter, export, and the page around it."""

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from simhash_gui.services.importing.adding import give_role
from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.services.review.verdicts import Verdict
from simhash_gui.ui.clusters.cluster_view import ClusterOrder
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.exporting import ExportKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token
from tests.ui.clusters.desk import (
    MakePage,
    choose,
    click_header,
    click_in_menu,
    column,
    named,
    settle,
    shown_columns,
    slide,
)
from tests.ui.conftest import WAIT_MS, colours_of
from tests.ui.filled_library import BEYOND, BYTES, NIBBLES, REPORT, ZERO, Doc, put, words

_RAIL_PX = 184  # with the names of the pages


def test_clusters_show_size_medoid_spread_waste_and_newest(page: ClustersPage) -> None:
    row = named(page.clusters, "medoid").index("report.txt")
    shown = {
        column.name: named(page.clusters, column.name)[row]
        for column in page.clusters.paged.columns
    }

    assert shown | {"newest": ""} == {
        "size": "4",
        "medoid": "report.txt",
        "overlap": "92%",
        "class": "≈ Near-duplicate",
        "spread": "0–3",
        "wasted": "3.9 kB",
        "versions": "4.4 kB",
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
        ("overlap", "report.txt"),
        ("medoid", "beyond a.txt"),
    ],
)
def test_every_column_sorts(qtbot: QtBot, page: ClustersPage, name: str, first: str) -> None:
    page.clusters.setColumnHidden(column(page.clusters, name), False)
    seen = set()
    for _ in range(2):
        click_header(qtbot, page, page.clusters, name)
        seen.add(tuple(named(page.clusters, "medoid")))

    assert len(seen) == 2
    assert any(order[0] == first for order in seen)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("report", ["report.txt"]),
        ("REPORT files>4", []),
        ("files>4", ["chain-2.txt"]),
        ("spread<=3", ["report.txt"]),
        ("纪要", ["会议纪要 1.txt"]),
        ("reclaimable>1kB", ["report.txt"]),
        ("overlap>90", ["report.txt"]),
    ],
)
def test_the_filter_narrows_the_list(
    qtbot: QtBot, page: ClustersPage, text: str, expected: list[str]
) -> None:
    slide(qtbot, page, 6)
    page.focus_filter()
    qtbot.keyClicks(page.filter, text) if text.isascii() else page.filter.setText(text)
    QTest.keyClick(page.filter, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert sorted(named(page.clusters, "medoid")) == sorted(expected)


def test_typing_in_the_list_goes_to_the_filter(qtbot: QtBot, page: ClustersPage) -> None:
    page.clusters.setFocus()
    qtbot.keyClicks(page.clusters, "r")
    QTest.keyClick(page.filter, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert page.filter.text() == "r"
    assert named(page.clusters, "medoid") == ["report.txt"]


def test_leaving_empties_the_filter(qtbot: QtBot, page: ClustersPage) -> None:
    page.filter.setText("nothing like this")
    QTest.keyClick(page.filter, Qt.Key.Key_Return)
    settle(qtbot, page)
    assert page.details.title() == "No cluster chosen"

    page.clear()
    settle(qtbot, page)
    assert len(named(page.clusters, "medoid")) == 4


def test_leaving_closes_the_terms_before_it_empties_the_filter(
    qtbot: QtBot, page: ClustersPage
) -> None:
    page.filter.setFocus()
    QTest.keyClicks(page.filter, "over")
    terms = page.filter.completer().popup()
    qtbot.waitUntil(terms.isVisible)

    page.clear()
    assert (terms.isVisible(), page.filter.text()) == (False, "over")

    page.clear()
    assert page.filter.text() == ""


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
    put(open_session.library, [Doc("beyond c.txt", BYTES ^ 1, f"{BEYOND} more")])
    page.refresh()
    settle(qtbot, page)

    assert page.threshold.figures()[:3:2] == ["4 clusters", "14 files"]


def test_the_number_of_files_is_headed_files(page: ClustersPage) -> None:
    """Bytes are a size; how many files a cluster has is none."""
    heads = {column.name: column.header() for column in page.clusters.paged.columns}

    assert heads["size"] == "Files"
    assert "Size" not in heads.values()


@pytest.mark.parametrize(
    "kind", [kind for kind in ExportKind if kind is not ExportKind.CLUSTERS_HTML]
)
def test_pairs_and_clusters_are_written_to_a_file(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path, kind: ExportKind
) -> None:
    with qtbot.waitSignal(open_session.notice_posted, timeout=WAIT_MS) as posted:
        page.exporting.actions[kind].trigger()
    text = (tmp_path / kind.value).read_text(encoding="utf-8-sig")
    rows = (
        json.loads(text)
        if kind.value.endswith("json")
        else list(csv.DictReader([*text.splitlines()]))
    )

    assert len(rows) == (12 if kind.is_of_pairs else 13)  # 9 of documents, 3 more by a copy
    assert posted.args[0].text() == f"{len(rows)} rows written to {kind.value}"
    assert posted.args[0].action_text() == "Open folder"


def test_clusters_are_written_as_a_page_and_csv_without_a_mark(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path
) -> None:
    page.exporting.bom_action.trigger()
    for kind in (ExportKind.CLUSTERS_HTML, ExportKind.PAIRS_CSV):
        with qtbot.waitSignal(open_session.notice_posted, timeout=WAIT_MS):
            page.exporting.actions[kind].trigger()

    written = (tmp_path / "clusters.html").read_text(encoding="utf-8")
    assert written.count("<tr><td>") == 13
    assert (tmp_path / "pairs.csv").read_bytes().startswith(b"a,b,")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("type:txt", 4),
        ("type:pdf", 0),
        ("name:REPORT", 1),
        ('name:"chain-2"', 1),
        ("path:chain verdict:none", 1),
        ("verdict:same", 0),
        ("copies<2", 3),
    ],
)
def test_files_and_verdicts_are_filtered_by(
    qtbot: QtBot, page: ClustersPage, text: str, expected: int
) -> None:
    page.filter.set_filter(text)
    settle(qtbot, page)

    assert len(page.model.listed) == expected


def test_a_verdict_takes_its_cluster_from_those_without(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")
    page.reviewing.bar.actions_by_verdict[Verdict.REVISION].trigger()
    settle(qtbot, page)

    page.filter.set_filter("verdict:revision")
    settle(qtbot, page)
    assert named(page.clusters, "medoid") == ["report.txt"]
    page.filter.set_filter("verdict:none")
    settle(qtbot, page)
    assert "report.txt" not in named(page.clusters, "medoid")
    shown, before = page.model.shown, len(page.model.listed)
    page.reviewing.bar.actions_by_verdict[Verdict.LATER].trigger()
    settle(qtbot, page)
    assert len(page.model.listed) == before - 1
    assert page.model.shown is shown


def test_menus_of_filters_and_of_exports_do_what_their_lines_say(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path
) -> None:
    """By the mouse alone."""
    star = next(
        each
        for each in page.filter.findChildren(QToolButton)
        if each.defaultAction() is page.saved_filters.action
    )
    qtbot.keyClicks(page.filter, "copies<2")
    click_in_menu(qtbot, star, "Save this filter")
    page.filter.selectAll()
    qtbot.keyClick(page.filter, Qt.Key.Key_Delete)
    settle(qtbot, page)
    assert len(page.model.listed) > 3
    click_in_menu(qtbot, star, "copies<2")
    settle(qtbot, page)
    assert (page.filter.text(), len(page.model.listed)) == ("copies<2", 3)
    click_in_menu(qtbot, star, "Remove this filter")
    assert page.saved_filters.kept() == []

    click_in_menu(qtbot, page.exporting.button, "CSV with a mark for spreadsheets (BOM)")
    with qtbot.waitSignal(open_session.notice_posted, timeout=WAIT_MS) as posted:
        click_in_menu(qtbot, page.exporting.button, "Pairs as CSV…")
    assert posted.args[0].text().endswith("rows written to pairs.csv")
    assert (tmp_path / "pairs.csv").read_bytes().startswith(b"a,b,")


def test_filters_are_saved_and_chosen_again(qtbot: QtBot, page: ClustersPage) -> None:
    page.filter.set_filter("copies<2")
    page.saved_filters.menu().actions()[-1].trigger()
    page.filter.set_filter("")
    settle(qtbot, page)

    first, _, save = page.saved_filters.menu().actions()
    assert not save.isEnabled()
    first.trigger()
    settle(qtbot, page)

    assert page.filter.text() == "copies<2"
    assert len(page.model.listed) == 3
    page.saved_filters.menu().actions()[-1].trigger()
    assert page.saved_filters.kept() == []


def test_nothing_is_written_when_the_user_thinks_better_of_it(
    qtbot: QtBot, open_session: Session, ids: dict[str, int]
) -> None:
    page = ClustersPage(open_session, ask_target=lambda *_: None)
    qtbot.addWidget(page)
    page.activated()
    settle(qtbot, page)
    page.exporting.export(ExportKind.PAIRS_CSV)

    assert open_session.jobs.is_idle


def test_the_layout_is_remembered(qtbot: QtBot, page: ClustersPage, make_page: MakePage) -> None:
    page.clusters.setColumnWidth(column(page.clusters, "size"), 123)
    page.save_state()

    assert make_page().clusters.columnWidth(0) == 123


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_it_can_be_painted_in_every_theme_and_at_200_per_cent(
    qtbot: QtBot, page: ClustersPage, theme: Theme, choice: ThemeChoice
) -> None:
    theme.apply(choice, 200)
    QCoreApplication.sendEvent(page, QEvent(QEvent.Type.LanguageChange))
    qtbot.waitUntil(page.updatesEnabled)  # before, nothing is painted

    tokens = (Token.WINDOW, Token.TEXT, Token.MUTED)
    assert {theme.color(each).name() for each in tokens} <= colours_of(page)
    assert page.minimumSizeHint().width() <= 1000


def test_a_name_of_two_lines_is_shown_in_one(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    assert open_session.library is not None
    put(open_session.library, [Doc("old\nreport.txt", ZERO, REPORT), Doc("a.txt", ZERO, REPORT)])
    page = make_page()
    page.activated()
    settle(qtbot, page)

    shown = named(page.clusters, "medoid") + named(page.details.members, "name")

    assert "old\ufffdreport.txt" in shown
    assert not [name for name in shown if "\n" in name]


def test_a_filter_that_nothing_fits_says_so(page: ClustersPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(page.filter, "no such name")
    qtbot.keyClick(page.filter, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert page.clusters.empty_text() == "No cluster matches. Press Esc to show all of them."


def test_a_term_that_is_not_known_is_told_with_those_that_are(
    qtbot: QtBot, page: ClustersPage
) -> None:
    page.filter.setFocus()
    page.filter.setText("foo>8")
    QTest.keyClick(page.filter, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert page.unknown_term.full_text().startswith("Not known: foo>8. Known: files, spread,")
    assert page.unknown_term.isVisible()
    assert page.clusters.paged.rowCount() == 4
    page.clear()
    settle(qtbot, page)
    assert not page.unknown_term.isVisible()


def test_in_chinese_the_terms_are_told_in_chinese(
    qtbot: QtBot, page: ClustersPage, translator: Translator
) -> None:
    translator.apply(Language.CHINESE)
    page.filter.set_filter("大小>8")
    settle(qtbot, page)
    said = page.unknown_term.full_text()
    page.filter.set_filter(page.filter.placeholderText().partition("词、")[2].replace("、", " "))
    settle(qtbot, page)

    assert said.startswith("未知的条件：大小>8。可用：文件数、距离、重合度、")
    assert not any(letter.isascii() and letter.isalpha() for letter in said)
    assert page.model.query.filter.unknown == page.model.query.filter.words == ()
    assert page.filter.text() == "文件数>5 重合度<90 类型:pdf 判定:无"


def test_the_state_of_the_page_belongs_to_the_library(
    qtbot: QtBot, page: ClustersPage, tmp_path: Path
) -> None:
    session = page.session
    assert session.library is not None
    first = session.library.path
    page.filter.set_filter("size>1")
    page.model.sort_by(ClusterOrder.NAME, False)
    page.threshold.histogram.setValue(3)
    settle(qtbot, page)

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(tmp_path / "other.simhash")
    settle(qtbot, page)
    assert (page.filter.text(), page.model.distance) == ("", None)
    assert page.model.query.order is ClusterOrder.SIZE
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(first)
    settle(qtbot, page)

    assert (page.filter.text(), page.model.distance) == ("size>1", 3)
    assert page.model.query.order is ClusterOrder.NAME
    assert not page.model.query.is_descending


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_what_members_of_a_chain_are_is_whole_beside_their_folder_and_date(
    *,
    qtbot: QtBot,
    page: ClustersPage,
    theme: Theme,
    translator: Translator,
    language: Language,
) -> None:
    """With everything that asks for room: long names, a reference folder, a verdict, a bar."""
    library, members = page.session.library, page.details.members
    assert library is not None
    for folder, steps in (("/originals", (0, 3)), ("/backup", (1, 2, 4))):
        docs = [Doc(f"part {n} of the minutes of 2019.txt", NIBBLES ^ ((1 << 3 * n) - 1),
                    words("minutes", 30 * n)) for n in steps]  # fmt: skip
        put(library, docs, folder)
    give_role(library, Path("/originals"), FolderRole.REFERENCE)
    translator.apply(language)
    theme.apply(ThemeChoice.LIGHT, 75)  # letters of 6 pixels, as at the normal size of a window
    page.resize(1280 - _RAIL_PX, 720)
    page.refresh()
    settle(qtbot, page)
    choose(qtbot, page, "part 2 of the minutes of 2019.txt")
    page.reviewing.bar.actions_by_verdict[Verdict.SAME].trigger()
    settle(qtbot, page)
    choose(qtbot, page, "part 2 of the minutes of 2019.txt")
    members.setMaximumHeight(70)
    qtbot.waitUntil(members.verticalScrollBar().isVisible)

    def room_px(text: str) -> int:
        return QFontMetrics(theme.font(FontRole.BODY)).horizontalAdvance(text) + 2 * Space.S

    said = named(members, "class")
    assert len(said) == 5
    assert len(set(said)) == 3  # medoid, near-duplicate, through others
    qtbot.waitUntil(lambda: max(map(room_px, said)) <= shown_columns(members)["class"])
    assert {"folder", "modified"} <= shown_columns(members).keys()
    assert shown_columns(members)["name"] >= 34 * 6 + 2 * Space.S


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
@pytest.mark.parametrize("window_px", [1280, 1360])
def test_folder_and_date_of_members_stand_beside_whole_names(
    *,
    qtbot: QtBot,
    page: ClustersPage,
    theme: Theme,
    translator: Translator,
    window_px: int,
    language: Language,
) -> None:
    translator.apply(language)
    theme.apply(ThemeChoice.LIGHT, 75)  # letters of 6 pixels, as at the normal size of a window
    page.resize(window_px - _RAIL_PX, 720)

    def are_shown() -> bool:
        shown = shown_columns(page.details.members)
        names = shown["name"], shown_columns(page.clusters)["medoid"]
        has_place = "modified" in shown and shown.get("folder", 0) >= 13 * 6 + 2 * Space.S
        return has_place and min(names) >= 34 * 6 + 2 * Space.S

    qtbot.waitUntil(are_shown)
    page.details.members.setMaximumHeight(70)  # as below an unfolded card: it has to scroll
    qtbot.waitUntil(page.details.members.verticalScrollBar().isVisible)
    assert are_shown()


def test_members_have_their_room_when_they_are_shown(qtbot: QtBot, page: ClustersPage) -> None:
    """The tables have frames only then: at 1360 pixels the date of a member had left for them."""
    members = page.details.members
    page.resize(1400, 800)
    page.hide()
    members.setStyleSheet("QTableView { padding: 30px; }")
    page.show()

    qtbot.waitUntil(lambda: members.width() - members.viewport().width() > 60)
    assert members.width() >= members.columns.room_px(4)
