"""Sliding the threshold, searching farther, and the two linkages."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from simhash_gui.core.types import Linkage
from simhash_gui.ui.pages.clusters_page import ClustersPage
from simhash_gui.ui.session import Session
from tests.ui.clusters.desk import named, settle, slide
from tests.ui.filled_library import ARCHIVE


def test_the_figures_are_those_of_the_threshold(page: ClustersPage) -> None:
    assert page.threshold.figures() == ["2 clusters", "9 files", "8.9 kB wasted"]


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

    assert page.threshold.figures()[:2] == ["3 clusters", "11 files"]
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
