"""The chosen cluster: members and their marks, the preview, and the way to Compare."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from simhash_gui.core.types import Linkage
from simhash_gui.services.comparison.evidence import DEFAULT_THRESHOLDS, PairClass
from simhash_gui.services.importing.adding import give_role
from simhash_gui.services.library.browsing import FileRow, FileState
from simhash_gui.services.library.libraries import FolderRole, folders
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.members_model import MemberRow, beside_text, class_text
from simhash_gui.ui.common.paged_table import select_only
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token
from tests.helpers.calls import counted_calls
from tests.ui.clusters.desk import MakePage, choose, click_header, column, named, settle, slide
from tests.ui.conftest import RAIL_PX, cut_heads
from tests.ui.filled_library import ARCHIVE, FOLDER, HALVES, NIBBLES, REPORT, ZERO, Doc, put, words

DAY_NS = 24 * 60 * 60 * 10**9


def test_members_stand_with_their_marks(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")
    members = page.details.members

    assert page.details.title() == "4 files, 3 distinct texts"
    assert named(members, "name") == [
        "report.txt",
        "report_copy.txt",
        "report-final.txt",
        "report-draft.txt",
    ]
    assert named(members, "class") == [
        "Medoid",
        "= Exact copy",
        "≈ Near-duplicate",
        "≈ Near-duplicate",
    ]
    assert named(members, "overlap") == ["100%", "100%", "96%", "96%"]
    assert named(members, "distance") == ["0", "0", "1", "2"]
    assert set(named(members, "folder")) == {FOLDER.strip("/")}
    assert named(members, "size") == ["3.9 kB", "3.9 kB", "2.9 kB", "1.5 kB"]


def test_contents_of_one_text_are_not_told_as_several(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    law = words("law")
    assert open_session.library is not None
    put(open_session.library, [Doc(f"{end!r}.txt", ZERO, law + end) for end in ("", "\n", "\r\n")])
    put(open_session.library, [Doc("other.txt", ZERO ^ 1, law.replace("law5", "lore"))])
    page = make_page()
    page.activated()
    settle(qtbot, page)

    assert page.details.title() == "4 files, 2 distinct texts"


def test_the_partner_of_the_medoid_is_found_by_one_look_however_many_copies_there_are(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    chosen = page.model.chosen
    assert chosen.members is not None
    medoid = chosen.members.document_of(chosen.members.medoid_file_id)
    others = chosen.members.document_ids[chosen.members.document_ids != medoid].tolist()
    copies = np.full(1000, medoid)

    of_copies = replace(
        chosen.members,
        file_ids=np.concatenate((chosen.members.file_ids[:1], -1 - np.arange(999))),
        document_ids=copies,
    )
    with counted_calls() as calls:
        assert chosen.pair([of_copies.medoid_file_id]) == (medoid, others[0])
        chosen.members = of_copies
        assert chosen.pair([of_copies.medoid_file_id]) == (medoid, medoid)
    assert calls["ClusterMembers.document_of"] < 10


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", lambda row: row.file.name.casefold()),
        ("overlap", lambda row: row.overlap),
        ("distance", lambda row: row.distance),
        ("class", lambda row: list(PairClass).index(row.pair_class)),
        ("modified", lambda row: row.file.mtime_ns),
        ("words", lambda row: row.more_characters),
        ("size", lambda row: row.file.size_bytes),
        ("folder", lambda row: row.file.folder),
    ],
)
def test_members_are_sorted_by_every_column(
    qtbot: QtBot, page: ClustersPage, name: str, value: Callable[[MemberRow], Any]
) -> None:
    choose(qtbot, page, "report.txt")
    members = page.details.members
    members.setColumnHidden(column(members, name), False)
    stands = named(members, "name")
    rows = {row.file.name: row for row in map(members.paged.row_at, range(len(stands)))}
    seen = set()

    for _ in range(2):
        click_header(qtbot, page, members, name)
        seen.add(tuple(named(members, "name")))
        medoid = named(members, "name").index("report.txt")
        assert members.paged.row_at(medoid).is_medoid

    assert seen == {
        tuple(sorted(stands, key=lambda each: value(rows[each]), reverse=is_descending))
        for is_descending in (False, True)
    }


def test_another_cluster_is_sorted_as_the_one_before(qtbot: QtBot, page: ClustersPage) -> None:
    click_header(qtbot, page, page.details.members, "name")
    click_header(qtbot, page, page.details.members, "name")

    choose(qtbot, page, "chain-2.txt")

    found = named(page.details.members, "name")
    assert found in (sorted(found), sorted(found, reverse=True))
    assert found[0] != "chain-2.txt"


def member(**changes: object) -> MemberRow:
    file = FileRow(1, 1, "/docs", "a.txt", "a.txt", 1, 0, 1, FileState.PRESENT, None, None)
    row = MemberRow(file, 1, 0.9, None, False, False, False, False, DEFAULT_THRESHOLDS)
    return replace(row, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            member(newer_ns=3 * DAY_NS, more_characters=1204, overlap=1.0),
            "newer by 3 days, 1204 characters more, has all of the medoid's text",
        ),
        (
            member(newer_ns=-5 * DAY_NS // 24, more_characters=-2, overlap=1.0),
            "older by 5 hours, 2 characters fewer, all of its text is in the medoid",
        ),
        (
            member(newer_ns=-DAY_NS // 24 // 30, overlap=1.0),
            "older by 2 minutes, as many characters",
        ),
        (member(newer_ns=DAY_NS // 24, more_characters=7), "newer by 1 hours, 7 characters more"),
        (member(newer_ns=-2 * DAY_NS, is_copy=True), "older by 2 days"),
        (member(newer_ns=91 * DAY_NS, is_copy=True), "newer by 91 days"),
        (member(newer_ns=-400 * DAY_NS, is_copy=True), "older by 13 months"),
        (member(newer_ns=400 * DAY_NS, is_copy=True), "newer by 13 months"),
        (member(newer_ns=4345 * DAY_NS, is_copy=True), "newer by 11 years"),
        (member(newer_ns=-4345 * DAY_NS, is_copy=True), "older by 11 years"),
        (member(newer_ns=DAY_NS // 24 // 12, is_copy=True), "newer by 5 minutes"),
        (member(is_medoid=True, newer_ns=DAY_NS), ""),
    ],
)
def test_a_member_says_how_it_stands_to_the_medoid(row: MemberRow, expected: str) -> None:
    assert beside_text(row).replace(",", "") == expected.replace(",", "")


def test_members_are_put_beside_the_medoid(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")

    said = named(page.details.members, "words")

    assert said[0] == ""
    assert all("characters" in each for each in said[2:])


def test_members_that_only_others_link_are_marked_as_chain(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "chain-2.txt")
    marks = dict(
        zip(named(page.details.members, "name"), named(page.details.members, "class"), strict=True)
    )

    assert marks == {
        "chain-2.txt": "Medoid",
        "chain-1.txt": "≈ Near-duplicate",
        "chain-3.txt": "≈ Near-duplicate",
        "chain-0.txt": "through others",
        "chain-4.txt": "through others",
    }


def test_members_stand_by_their_overlap_with_the_medoid(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    """The version that is further away by its fingerprint has more of the text."""
    assert open_session.library is not None
    text = words("even", count=200)
    much, less = (text.replace(f"even{place} ", "odd ") for place in (60, 60))
    less = less.replace("even120 ", "odd ").replace("even160 ", "odd ")
    docs = [Doc("m.txt", HALVES, text), Doc("z.txt", HALVES ^ 0b111111, much)]
    put(open_session.library, [*docs, Doc("a.txt", HALVES ^ 0b11, less)])
    page = make_page()
    page.activated()
    settle(qtbot, page)
    members = page.details.members

    shares = [members.paged.row_at(number).overlap for number in range(3)]
    distances = [members.paged.row_at(number).distance for number in range(3)]
    assert shares == sorted(shares, reverse=True)
    assert distances != sorted(distances)
    assert len(set(shares)) == 3


def test_members_that_only_others_link_come_last_though_they_are_nearer(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    """Chains at distance 1 of the medoid, versions of it at 6: what is a version comes first."""
    assert open_session.library is not None
    steps = (0b1, 0b111111_00, 0, 0b111111_0000_0000, 0b10)
    put(
        open_session.library,
        [
            Doc(f"step-{step}.txt", HALVES ^ word, words("step", 30 * step))
            for step, word in enumerate(steps)
        ],
    )
    open_session.change_settings(linkage=Linkage.SINGLE)
    page = make_page()
    page.activated()
    settle(qtbot, page)
    members = page.details.members
    rows = [members.paged.row_at(number) for number in range(5)]

    assert [row.is_chained for row in rows] == [False, False, False, True, True]
    assert max(row.distance for row in rows[:3]) > min(row.distance for row in rows[3:])


@pytest.mark.parametrize("width_px", [1280, 1440])
def test_names_have_their_room_and_no_head_is_cut(
    qtbot: QtBot, page: ClustersPage, width_px: int
) -> None:
    page.resize(width_px - RAIL_PX, 700)
    choose(qtbot, page, "report.txt")
    for table, name in ((page.clusters, "medoid"), (page.details.members, "name")):
        assert table.columnWidth(column(table, name)) >= 220
        assert cut_heads(table) == []


def test_the_selected_member_is_previewed(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")
    first = page.details.preview.toPlainText()
    select_only(page.details.members, 3)
    settle(qtbot, page)

    assert first == REPORT
    assert "draft" in page.details.preview.toPlainText()
    assert page.details.shown_path() == f"{FOLDER}/report-draft.txt"


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


def test_the_marks_are_explained_in_their_tooltips(qtbot: QtBot, page: ClustersPage) -> None:
    tips = []
    for medoid in ("report.txt", "chain-2.txt"):
        choose(qtbot, page, medoid)
        tips.extend(tips_of(page, "class"))

    assert [tip.split(",")[0].split(":")[0] for tip in tips] == [
        "The member with the smallest sum of distances to all others",
        "The same content",
        "Versions of one text",
        "Versions of one text",
        "The member with the smallest sum of distances to all others",
        "Versions of one text",
        "Versions of one text",
        "Linked only through others",
        "Linked only through others",
    ]


def test_members_in_a_reference_folder_have_a_badge_and_are_not_reclaimable(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    library = open_session.library
    assert library is not None
    put(library, ARCHIVE)
    law = words("law")
    put(library, [Doc(f"law {copy}.txt", NIBBLES ^ 1, law, 7_000) for copy in "ab"], "/originals")
    (originals,) = (row for row in folders(library) if row.path == Path("/originals"))
    give_role(library, originals.path, FolderRole.REFERENCE)
    page = make_page()
    page.activated()
    settle(qtbot, page)
    choose(qtbot, page, "law a.txt")
    model, place = page.details.members.paged, column(page.details.members, "folder")
    badge = model.columns[place].icon
    tip = model.data(model.index(0, place), Qt.ItemDataRole.ToolTipRole)

    assert badge is not None
    assert [badge(model.row_at(row)) for row in (0, 1)] == [("shield", Token.ACCENT)] * 2
    assert tip.startswith("/originals/law a.txt\nReference:")
    marks = {column.name: column.icon for column in model.columns}["name"]
    assert marks is not None
    assert marks(model.row_at(1)) == ("shield", Token.ACCENT)  # where there is no room for folders
    assert page.threshold.figures()[3] == "3.9 kB reclaimable at most, from exact copies"


@pytest.mark.parametrize(
    ("of_the_medoid", "said"),
    [
        (PairClass.CONTAINS, "⊂ Part of the medoid"),
        (PairClass.IS_CONTAINED, "⊃ Contains the medoid"),
    ],
)
def test_the_sign_of_a_part_opens_to_the_larger_text(of_the_medoid: PairClass, said: str) -> None:
    assert class_text(member(pair_class=of_the_medoid)) == said


def test_the_overlap_of_a_member_is_that_with_the_medoid(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    """Not that with the neighbour that linked it, nor none at all beside a class."""
    assert open_session.library is not None
    put(open_session.library, ARCHIVE)
    open_session.change_settings(linkage=Linkage.SINGLE)
    page = make_page()
    page.activated()
    settle(qtbot, page)
    choose(qtbot, page, "chain-2.txt")
    members = page.details.members

    shares = {
        name: int(share.removesuffix("%"))
        for name, share in zip(named(members, "name"), named(members, "overlap"), strict=True)
    }
    neighbours = [shares.pop(f"chain-{step}.txt") for step in (1, 2, 3)]
    assert neighbours == [69, 100, 69]  # 70 of 100 words in a row, so 67 of 97 runs of four
    assert all(33 <= share <= 43 for share in shares.values())  # 37 of 97, by their sketches
    assert ["estimate" in tip for tip in tips_of(page, "overlap")] == [False] * 3 + [True] * 2


def test_a_copy_of_a_weak_member_is_both(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    assert open_session.library is not None
    ends = [
        Doc("again 0.txt", HALVES, words("link")),
        Doc("again 4.txt", HALVES ^ (2**12 - 1), words("link", 120)),
    ]
    put(open_session.library, [*ARCHIVE, *ends])
    open_session.change_settings(linkage=Linkage.SINGLE)
    page = make_page()
    page.activated()
    settle(qtbot, page)
    choose(qtbot, page, "chain-2.txt")

    copies = [
        place
        for place, text in enumerate(named(page.details.members, "class"))
        if text == "= Exact copy"
    ]
    tips = [tips_of(page, "class")[place].splitlines() for place in copies]
    assert len(tips) == 2
    for copy, chain in tips:
        assert re.fullmatch(r"The same content, byte for byte, as /archive/.*\.txt", copy)
        assert chain.startswith("Linked only through others")


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_a_member_beyond_the_threshold_is_chained_though_its_text_is_a_version(
    qtbot: QtBot,
    make_page: MakePage,
    open_session: Session,
    translator: Translator,
    language: Language,
) -> None:
    assert open_session.library is not None
    steps = [
        Doc(f"step-{step}.txt", HALVES ^ ((1 << 2 * step) - 1), words("step", step))
        for step in range(5)
    ]
    put(open_session.library, steps)
    open_session.change_settings(linkage=Linkage.SINGLE)
    page = make_page()
    page.activated()
    settle(qtbot, page)
    slide(qtbot, page, 3)

    chained = [
        tip
        for text, tip in zip(
            named(page.details.members, "class"), tips_of(page, "class"), strict=True
        )
        if text == "≈ through others"
    ]
    assert len(chained) == 2
    for meaning, chain in map(str.splitlines, chained):
        assert meaning.startswith("Near-duplicate: Versions of one text")
        assert chain.startswith("Linked only through others")

    translator.apply(language)
    page.resize(1280 - RAIL_PX, 720)
    settle(qtbot, page)
    table, number = page.details.members, column(page.details.members, "class")
    longest = max(named(table, "class"), key=len)
    room = table.columnWidth(number) - 2 * Space.S
    assert QFontMetrics(Theme.current().font(FontRole.BODY)).horizontalAdvance(longest) <= room


def test_partial_copies_make_no_cluster(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    assert open_session.library is not None
    put(
        open_session.library,
        [
            Doc("whole.txt", 0, words("tale", 0, 300)),
            Doc("part.txt", HALVES, words("tale", 20, 60)),
        ],
    )
    page = make_page()
    page.activated()
    settle(qtbot, page)
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert page.partial.isChecked()
    assert named(page.clusters, "class") == []


def test_exact_values_stand_in_the_tooltips(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")

    assert tips_of(page, "size")[0] == "4,000 bytes"
    assert tips_of(page, "name")[0] == f"{FOLDER}/report.txt"
    assert tips_of(page, "distance")[3] == "2 bits from the medoid"
    row = named(page.clusters, "medoid").index("report.txt")
    index = page.clusters.paged.index(row, column(page.clusters, "spread"))
    tip = page.clusters.paged.data(index, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Distances between members: 0 to 3 bits"
    # in the words of Compare
    shared = "% of the shorter text also appears in the other"
    assert f"at least 92{shared}" in cluster_tip(page, row, "overlap")
    assert cluster_tip(page, row, "class").startswith("Near-duplicate: ")
    assert tips_of(page, "overlap")[3] == f"Compared with the medoid: 96{shared}"


def test_a_member_that_shares_nothing_with_the_medoid_is_told_so_without_a_figure(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    model = page.details.members.paged
    row, tip = model.row_at(3), model.columns[column(page.details.members, "overlap")].tip

    assert row.is_measured
    assert tip is not None
    assert tip(replace(row, overlap=0.0)) == "Compared with the medoid: no text in common"


def cluster_tip(page: ClustersPage, row: int, name: str) -> str:
    model = page.clusters.paged
    index = model.index(row, column(page.clusters, name))
    return str(model.data(index, Qt.ItemDataRole.ToolTipRole))


def tips_of(page: ClustersPage, name: str) -> list[str]:
    model = page.details.members.paged
    number = column(page.details.members, name)
    indexes = [model.index(row, number) for row in range(model.rowCount())]
    return [model.data(index, Qt.ItemDataRole.ToolTipRole) for index in indexes]


def test_paths_and_rows_of_members_can_be_copied(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")
    page.details.members.selectAll()
    page.details.copy_paths_action.trigger()
    paths = QGuiApplication.clipboard().text().splitlines()
    page.details.copy_rows_action.trigger()
    rows = QGuiApplication.clipboard().text().splitlines()

    assert paths[:2] == [f"{FOLDER}/report.txt", f"{FOLDER}/report_copy.txt"]
    assert [row.split("\t")[0] for row in rows] == named(page.details.members, "name")


@pytest.mark.parametrize("inside", ["", "old.zip!/a/"])
def test_the_folder_of_a_member_opens_in_the_file_manager(
    qtbot: QtBot, open_session: Session, make_page: MakePage, tmp_path: Path, inside: str
) -> None:
    for name in ("old.zip", "one.txt", "two.txt"):
        (tmp_path / name).touch()
    members = [Doc(f"{inside}{name}.txt", ZERO, REPORT) for name in ("one", "two")]
    put(open_session.library, members, str(tmp_path))
    page = make_page()
    page.activated()
    settle(qtbot, page)
    choose(qtbot, page, "one.txt")
    opened = OpenedUrls()
    QDesktopServices.setUrlHandler("file", opened, "take")
    try:
        page.details.show_action.trigger()
        qtbot.waitUntil(lambda: bool(opened.paths))
    finally:
        QDesktopServices.unsetUrlHandler("file")

    assert opened.paths == [str(tmp_path)]


class OpenedUrls(QObject):
    """Takes the place of the file manager."""

    def __init__(self) -> None:
        super().__init__()
        self.paths: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.paths.append(url.toLocalFile())


def test_larger_type_leaves_out_a_preview_that_has_no_room_though_nothing_is_resized(
    qtbot: QtBot, page: ClustersPage, theme: Theme
) -> None:
    page.details.setFixedSize(500, 250)
    qtbot.waitUntil(lambda: page.details.size().toTuple() == (500, 250))
    assert page.details.preview.isVisible()

    theme.apply(ThemeChoice.LIGHT, 200)
    qtbot.waitUntil(lambda: not page.details.preview.isVisible())
    theme.apply(ThemeChoice.LIGHT)
    qtbot.waitUntil(page.details.preview.isVisible)

    least = page.details.preview.minimumSizeHint().height()
    qtbot.waitUntil(lambda: page.details.preview.height() >= least)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("type"), st.sampled_from([100, 125, 150, 200])),
        st.tuples(st.just("language"), st.sampled_from([Language.ENGLISH, Language.CHINESE])),
        st.tuples(st.just("theme"), st.sampled_from([ThemeChoice.LIGHT, ThemeChoice.DARK])),
        st.tuples(st.just("height"), st.integers(120, 500)),
        st.tuples(st.just("split"), st.integers(0, 500)),
    ),
    max_size=6,
)


@pytest.mark.parametrize("examples", [10, pytest.param(80, marks=pytest.mark.thorough)])
def test_a_preview_is_whole_or_left_out_whatever_was_changed_before(
    qtbot: QtBot, page: ClustersPage, theme: Theme, translator: Translator, examples: int
) -> None:
    details = page.details
    acts: dict[str, Callable[[Any], object]] = {
        "type": lambda percent: theme.apply(ThemeChoice.LIGHT, percent),
        "language": lambda language: (translator.apply(language), page.retranslate()),
        "theme": lambda choice: theme.apply(choice, theme.font_percent),
        "height": lambda height: details.setFixedSize(500, height),
        "split": lambda place: details.split.moveSplitter(place, 1),
    }

    def is_settled() -> bool:
        upper, lower = (details.split.widget(place) for place in (0, 1))
        least = [part.minimumSizeHint().height() for part in (upper, lower)]
        has_room = details.height() >= sum(least) + details.split.handleWidth()
        if not lower.isVisible():
            return not has_room
        bar, preview = details.preview.verticalScrollBar(), details.preview
        return (
            has_room and preview.height() >= preview.minimumSizeHint().height() > bar.value() == 0
        )

    @settings(max_examples=examples, deadline=None)
    @given(steps=STEPS)
    def stays_whole(steps: list[tuple[str, Any]]) -> None:
        for name, value in steps:
            acts[name](value)
        qtbot.waitUntil(is_settled)

    stays_whole()


def test_a_document_that_went_away_has_no_preview(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")
    assert page.session.library is not None
    with page.session.library.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts")
    select_only(page.details.members, 3)
    settle(qtbot, page)

    assert page.details.preview.toPlainText() == ""
