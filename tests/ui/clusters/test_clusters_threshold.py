"""Sliding the threshold, other kinds of pairs, searching farther, and the two linkages."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.live_figures import Figures
from simhash_gui.services.detection.groups import Groups
from simhash_gui.services.jobs import JobCancelledError
from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.clusters import findings
from simhash_gui.ui.clusters.cluster_texts import empty_texts
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.findings import SearchKind, SearchResult, findings_of, kept
from simhash_gui.ui.clusters.threshold_card import remark_text
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.notice_bar import NoticeBar
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole
from tests.helpers.calls import counted_calls
from tests.ui.clusters.desk import MakePage, column, named, settle, slide
from tests.ui.filled_library import ARCHIVE, FAR, PART, STRANGER, put

REACH = 12


@pytest.fixture
def wide_page(qtbot: QtBot, make_page: MakePage, open_session: Session) -> ClustersPage:
    """As ``page``, with a stranger, a pair far apart and a partial copy in the library too."""
    assert open_session.library is not None
    put(open_session.library, [*ARCHIVE, STRANGER, *FAR, PART])
    made = make_page()
    made.activated()
    settle(qtbot, made)
    return made


def press(qtbot: QtBot, page: ClustersPage, switch: str) -> None:
    qtbot.mouseClick(getattr(page, switch), Qt.MouseButton.LeftButton)
    settle(qtbot, page)


def medoids(page: ClustersPage) -> set[str]:
    return set(named(page.clusters, "medoid"))


def test_terms_are_explained_where_they_stand(page: ClustersPage) -> None:
    model, tip = page.clusters.paged, Qt.ItemDataRole.ToolTipRole
    place = column(page.clusters, "medoid")
    assert "most typical" in model.headerData(place, Qt.Orientation.Horizontal, tip)
    titles = page.threshold.findChildren(QLabel)
    (title,) = (each for each in titles if each.text().startswith("Pairs by"))
    assert "how many bits of two fingerprints differ" in title.toolTip()


def test_at_first_pairs_count_at_any_distance(page: ClustersPage) -> None:
    histogram = page.threshold.histogram

    assert histogram.value() == histogram.any_value == REACH + 1
    assert page.threshold.figures() == [
        "4 clusters",
        "12 documents",
        "13 files",
        "3.9 kB reclaimable at most, from exact copies",
        "13.6 kB in other versions",
    ]
    assert not page.threshold.reset.isEnabled()


def test_the_figures_are_those_of_the_threshold(qtbot: QtBot, page: ClustersPage) -> None:
    slide(qtbot, page, 3)

    assert page.threshold.figures() == [
        "2 clusters",
        "8 documents",
        "9 files",
        "3.9 kB reclaimable at most, from exact copies",
        "4.8 kB in other versions",
    ]


def test_a_notice_leaves_the_card_and_its_plan_as_they_are(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    window, notices = QWidget(), NoticeBar()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.addWidget(wide_page, 1)
    column.addWidget(notices)
    window.resize(1280, 800)
    window.show()
    qtbot.waitUntil(wide_page.threshold.plan.isVisible)
    before_px = wide_page.height()

    notices.post(Notice(NoticeKind.WARNING, lambda: "One file was not read."))

    qtbot.waitUntil(lambda: wide_page.height() < before_px)
    assert wide_page.threshold.plan.isVisible()
    assert not wide_page.threshold.is_folded
    window.resize(1280, 640)  # a low window still has the list first
    qtbot.waitUntil(lambda: wide_page.threshold.is_folded)
    wide_page.setParent(None)  # its fixture closes it


def test_the_histogram_counts_confirmed_pairs_of_documents(wide_page: ClustersPage) -> None:
    texts = [wide_page.threshold.histogram.column_text(place) for place in range(REACH + 2)]

    assert texts[:4] == [f"Distance {d}: {count} pairs" for d, count in enumerate([0, 1, 1, 5])]
    assert texts[REACH] == f"Distance {REACH}: 1 pairs"
    assert texts[REACH + 1].startswith("Any distance: 1 more pairs")


def test_pairs_that_only_their_texts_propose_come_at_any_distance(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    at_any = medoids(wide_page)
    slide(qtbot, wide_page, REACH)

    assert at_any - medoids(wide_page) == {"far a.txt"}


def test_a_key_on_the_slider_changes_the_figures_and_the_list(
    qtbot: QtBot, page: ClustersPage
) -> None:
    slide(qtbot, page, 3)
    for _ in range(3):
        QTest.keyClick(page.threshold.histogram, Qt.Key.Key_Right)
    settle(qtbot, page)

    assert page.threshold.figures()[:3:2] == ["3 clusters", "11 files"]
    assert "会议纪要 1.txt" in named(page.clusters, "medoid")


def test_the_threshold_can_be_reset(qtbot: QtBot, page: ClustersPage) -> None:
    slide(qtbot, page, 3)
    page.threshold.reset.setFocus()
    qtbot.mouseClick(page.threshold.reset, Qt.MouseButton.LeftButton)
    assert page.focusWidget() is page.threshold.histogram
    settle(qtbot, page)

    assert page.threshold.histogram.value() == REACH + 1
    assert page.threshold.figures()[0] == "4 clusters"


def test_the_reset_stands_below_the_totals(page: ClustersPage) -> None:
    card = page.threshold
    said = {said for figure in card.figures() for said in figure.split(maxsplit=1)}
    totals = [label for label in card.findChildren(QLabel) if label.text() in said]
    bottoms = [label.mapTo(card, label.rect().bottomLeft()).y() for label in totals]

    assert len(totals) >= 5
    assert card.reset.mapTo(card, QPoint()).y() > max(bottoms)


def test_unconfirmed_pairs_are_told_and_join_no_cluster(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    before = medoids(wide_page)
    press(qtbot, wide_page, "unconfirmed")
    histogram = wide_page.threshold.histogram

    assert medoids(wide_page) <= before
    assert histogram.column_text(2) == "Distance 2: 1 pairs; 1 unconfirmed"
    assert wide_page.header.summary().endswith("7 not confirmed")


def test_what_was_found_before_comes_back_without_a_search(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    before = medoids(wide_page)
    press(qtbot, wide_page, "unconfirmed")
    qtbot.mouseClick(wide_page.unconfirmed, Qt.MouseButton.LeftButton)

    assert not wide_page.model.search.is_running
    settle(qtbot, wide_page)
    assert medoids(wide_page) == before


def test_confirmed_pairs_are_the_same_with_and_without_unconfirmed_ones(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    def confirmed() -> tuple[int, list[str]]:
        findings = wide_page.model.search.findings
        assert findings is not None
        return findings.pair_count, wide_page.threshold.figures()

    before = confirmed()
    press(qtbot, wide_page, "unconfirmed")
    with_unconfirmed = confirmed()
    press(qtbot, wide_page, "unconfirmed")

    assert before == with_unconfirmed == confirmed()


def test_a_switch_that_goes_off_filters_what_was_found(
    qtbot: QtBot, make_page: MakePage, open_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert open_session.library is not None
    put(open_session.library, [*ARCHIVE, STRANGER, *FAR, PART])
    page = make_page()
    page.activated()
    settle(qtbot, page)
    wanted = page.threshold.figures()
    press(qtbot, page, "partial")
    press(qtbot, page, "unconfirmed")
    page.model.search._fresh = {
        kind: found for kind, found in page.model.search._fresh.items() if kind.with_unconfirmed
    }
    monkeypatch.setattr(findings, "detect", None)

    for switch in ("partial", "unconfirmed"):
        press(qtbot, page, switch)

    assert page.model.search.kind == SearchKind()
    assert page.threshold.figures() == wanted
    assert page.relations.count == 0


def test_another_switch_during_a_search_takes_its_place(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    qtbot.mouseClick(wide_page.partial, Qt.MouseButton.LeftButton)
    assert wide_page.unconfirmed.isEnabled()
    qtbot.mouseClick(wide_page.unconfirmed, Qt.MouseButton.LeftButton)
    settle(qtbot, wide_page)

    found = wide_page.model.search.findings
    assert found is not None
    assert found.kind == SearchKind(with_unconfirmed=True, with_partial=True)


def test_the_card_folds_to_one_line_and_stays_so(
    qtbot: QtBot, page: ClustersPage, make_page: MakePage
) -> None:
    open_px = page.threshold.height()
    qtbot.mouseClick(page.threshold.fold, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.threshold.height() < open_px / 2)
    assert page.threshold.height() < 2 * page.threshold.fold.height()
    page.save_state()

    assert make_page().threshold.is_folded


def test_the_line_of_a_folded_card_ends_where_a_figure_ends(
    qtbot: QtBot, page: ClustersPage
) -> None:
    qtbot.mouseClick(page.threshold.fold, Qt.MouseButton.LeftButton)
    line = page.threshold.line
    parts = line.full_text().split(" · ")
    assert len(parts) > 3
    shown = set()
    for width in range(line.sizeHint().width(), line.shortest_px(), -7):
        line.resize(width, line.height())
        shown.add(line.text())
    assert shown <= {" · ".join(parts[:count]) for count in range(1, len(parts) + 1)}
    assert len(shown) == len(parts)


def test_the_line_of_a_folded_card_says_what_counts_as_reclaimable(
    qtbot: QtBot, page: ClustersPage
) -> None:
    card = page.threshold
    qtbot.mouseClick(card.fold, Qt.MouseButton.LeftButton)
    card.line.resize(card.line.sizeHint().width(), card.line.height())
    assert card.line.toolTip().startswith("What a plan can free at most")

    card.line.resize(card.line.shortest_px(), card.line.height())

    assert card.line.toolTip().startswith(f"{card.line.full_text()}\nWhat a plan can free")


def test_the_sizes_are_told_to_the_byte_as_tips(page: ClustersPage) -> None:
    figures = page.model.figures
    assert figures is not None
    tips = {label.toolTip() for label in page.threshold.findChildren(QLabel)}

    assert f"{figures.reclaimable_bytes:,} bytes" in tips
    assert f"{figures.version_bytes:,} bytes" in tips


def test_wherever_the_figure_stands_it_is_said_to_be_the_most_that_a_plan_can_free(
    page: ClustersPage,
) -> None:
    model, tip = page.clusters.paged, Qt.ItemDataRole.ToolTipRole
    place = column(page.clusters, "wasted")
    head = model.headerData(place, Qt.Orientation.Horizontal, tip)
    cells = {model.index(row, place).data(tip) for row in range(model.rowCount())}

    assert head.startswith("What a plan can free at most")
    assert "At most 0 bytes" in cells
    assert all(cell.startswith("At most ") for cell in cells)


def test_a_page_of_another_width_says_nothing_of_its_search_anew(page: ClustersPage) -> None:
    with counted_calls() as calls:
        page.resize(page.width() + 1, page.height())

    assert calls["ClustersPage._fit"]
    assert not calls["ThresholdCard.retranslate"]


def test_partial_copies_join_no_cluster(qtbot: QtBot, wide_page: ClustersPage) -> None:
    before = wide_page.threshold.figures()[2]
    press(qtbot, wide_page, "partial")

    assert (before, wide_page.threshold.figures()[2]) == ("15 files", "15 files")


def test_a_search_that_is_cancelled_leaves_the_switch_as_it_was(
    qtbot: QtBot, wide_page: ClustersPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(*_arguments: object, **_options: object) -> SearchResult:
        raise JobCancelledError

    monkeypatch.setattr(findings, "detect", give_up)
    press(qtbot, wide_page, "partial")

    assert not wide_page.partial.isChecked()
    assert wide_page.partial.isEnabled()


def test_unconfirmed_pairs_are_searched_farther_as_soon_as_the_slider_asks_for_it(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    press(qtbot, wide_page, "unconfirmed")
    slide(qtbot, wide_page, 14)

    assert wide_page.model.search.reach == 14


def test_dragging_searches_farther_only_when_the_slider_is_let_go(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    press(qtbot, wide_page, "unconfirmed")
    histogram = wide_page.threshold.histogram
    place = histogram.column_rect(14).center().toPoint()
    qtbot.mousePress(histogram, Qt.MouseButton.LeftButton, pos=place)
    settle(qtbot, wide_page)
    while_dragging = wide_page.model.search.reach
    qtbot.mouseRelease(histogram, Qt.MouseButton.LeftButton, pos=place)
    settle(qtbot, wide_page)

    assert (while_dragging, wide_page.model.search.reach) == (REACH, 14)


def test_a_large_library_is_searched_farther_on_request(
    qtbot: QtBot, wide_page: ClustersPage
) -> None:
    press(qtbot, wide_page, "unconfirmed")
    wide_page.model.search.max_documents_to_widen = 12
    slide(qtbot, wide_page, 14)
    reach, label = wide_page.model.search.reach, wide_page.threshold.wider.text()
    qtbot.mouseClick(wide_page.threshold.wider, Qt.MouseButton.LeftButton)
    settle(qtbot, wide_page)

    assert (reach, label) == (REACH, "Search up to distance 14")
    assert wide_page.model.search.reach == 14
    assert not wide_page.threshold.wider.isVisible()


def test_a_distance_that_was_lowered_is_told(page: ClustersPage) -> None:
    found = page.model.search.findings
    assert found is not None
    lowered = replace(found, detection=replace(found.detection, is_lowered=True, is_cut=True))

    assert page.threshold.remark() == ""
    assert "only up to distance 12" in remark_text(lowered)
    assert "not every pair" in remark_text(lowered)


def test_what_damage_kept_from_being_compared_is_told(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    assert open_session.library is not None
    with open_session.library.write() as connection:
        for table in ("texts", "pairs", "common_text", "comparison_data"):
            connection.exec_driver_sql(f"DELETE FROM {table}")

    page.find_action.trigger()
    settle(qtbot, page)
    told = page.model.search.findings
    last = kept(open_session.library, open_session.settings.thresholds, page.model.search.kind)

    sentence = "documents were not compared: their texts are missing. Check and repair the library."
    assert told is not None
    assert page.threshold.remark().endswith(sentence)
    assert empty_texts(Phase.NOTHING_FOUND, told.kind, told)[1].endswith(sentence)
    assert last is not None
    assert last.missed == told.missed


def test_documents_that_are_all_alike_are_told(page: ClustersPage) -> None:
    found = page.model.search.findings
    assert found is not None
    leader_of = np.zeros(found.detection.document_count, np.int64)
    groups, others = Groups(leader_of, 0), Groups(leader_of - 1, 9)
    alike = findings_of(found.kind, replace(found.detection, groups=groups), ())
    unlike = findings_of(found.kind, replace(found.detection, groups=others), ())

    assert "nearly all alike" in remark_text(alike)
    assert alike.pair_count > found.pair_count
    assert "not every pair" in remark_text(unlike)


def test_choices_are_remembered(
    qtbot: QtBot, wide_page: ClustersPage, make_page: MakePage, open_session: Session
) -> None:
    slide(qtbot, wide_page, 5)
    press(qtbot, wide_page, "partial")
    qtbot.mouseClick(wide_page.linkage.button(Linkage.COMPLETE), Qt.MouseButton.LeftButton)
    wide_page.deactivated()
    again = make_page()

    assert open_session.settings.linkage is Linkage.COMPLETE
    assert again.model.distance == 5
    assert again.partial.isChecked()
    assert not again.unconfirmed.isChecked()


def test_complete_linkage_breaks_the_chain(qtbot: QtBot, page: ClustersPage) -> None:
    slide(qtbot, page, 3)
    qtbot.mouseClick(page.linkage.button(Linkage.COMPLETE), Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    chains = [name for name in named(page.clusters, "medoid") if name.startswith("chain")]

    assert len(chains) == 2
    assert set(named(page.clusters, "spread")) == {"3", "0–3"}


def test_a_least_overlap_narrows_the_clusters_and_is_reset(
    qtbot: QtBot, page: ClustersPage
) -> None:
    overlaps = page.threshold.overlaps
    at_any = page.threshold.figures()
    assert overlaps.value() == overlaps.any_value == 11
    assert overlaps.column_text(11).startswith("Overlap below 50%: ")

    overlaps.setValue(0)
    settle(qtbot, page)
    assert page.model.least_overlap == 1
    assert page.threshold.figures() != at_any
    table = page.model.table
    assert table is not None
    assert (table.min_overlaps == 1).all()
    QTest.keyClick(overlaps, Qt.Key.Key_Right)
    settle(qtbot, page)
    assert page.model.least_overlap == pytest.approx(0.95)

    qtbot.mouseClick(page.threshold.reset, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert page.threshold.figures() == at_any


def test_figures_come_before_the_table_and_are_the_same(qtbot: QtBot, page: ClustersPage) -> None:
    told: list[Figures | None] = []
    page.model.figures_changed.connect(lambda: told.append(page.model.figures))

    slide(qtbot, page, 3)

    assert told
    assert all(figures == told[-1] for figures in told)


def test_numbers_of_three_digits_have_room_above_every_bar_of_both_histograms(
    page: ClustersPage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 75)  # letters of 6 pixels, as at the normal size of a window
    page.resize(1280 - 184, 800)
    card = page.threshold
    card.set_folded(False)
    QApplication.processEvents()

    needed = QFontMetricsF(theme.font(FontRole.CAPTION)).horizontalAdvance("888")
    assert card.histogram.column_rect(0).width() > needed
    assert card.overlaps.column_rect(0).width() > needed
