"""The map: discs for clusters, the chosen one as a graph, by click and by key."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import qGray
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simhash_gui.services.detection.answers.cluster_graph import ClusterGraph
from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.clusters.cluster_texts import Tab
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.graph_view import GraphView
from simhash_gui.ui.clusters.map_panel import MapPanel
from simhash_gui.ui.clusters.overview import Disc, Overview
from simhash_gui.ui.theme.theme import Theme
from tests.ui.clusters.desk import named, settle


@pytest.fixture
def shown_map(qtbot: QtBot, page: ClustersPage) -> MapPanel:
    page.show_tab(Tab.MAP)
    settle(qtbot, page)
    return page.map


@pytest.fixture
def compared(page: ClustersPage) -> list[tuple[int, int]]:
    told: list[tuple[int, int]] = []
    page.session.compare_requested.connect(told.append)
    return told


def click(panel: MapPanel, point: QPointF, *, on_graph: bool) -> None:
    view = panel.graph if on_graph else panel.overview
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point.toPoint())


def test_every_cluster_of_the_list_is_a_disc(page: ClustersPage, shown_map: MapPanel) -> None:
    assert [disc.medoid_file_id for disc in shown_map.overview.discs] == page.model.listed.tolist()
    assert shown_map.overview.current == 0
    names, files = named(page.clusters, "medoid"), named(page.clusters, "size")
    assert [disc.name for disc in shown_map.overview.discs] == names
    assert [str(disc.files) for disc in shown_map.overview.discs] == files
    assert shown_map.overview.text(0).startswith(f"{names[0]}\n{files[0]} files")
    said = [label.text() for label in shown_map.findChildren(QLabel)]
    assert any(text.startswith(f"{len(page.model.listed)} clusters; ") for text in said)


def test_a_click_on_a_disc_chooses_its_cluster(
    qtbot: QtBot, page: ClustersPage, shown_map: MapPanel
) -> None:
    click(shown_map, shown_map.overview.centre(1), on_graph=False)
    settle(qtbot, page)

    assert page.clusters.selected_rows() == [1]
    assert shown_map.graph.node_text(0).startswith(named(page.clusters, "medoid")[1])


def test_arrows_go_from_disc_to_disc(qtbot: QtBot, page: ClustersPage, shown_map: MapPanel) -> None:
    QTest.keyClick(shown_map.overview, Qt.Key.Key_Right)
    settle(qtbot, page)
    assert page.clusters.selected_rows() == [1]

    QTest.keyClick(shown_map.overview, Qt.Key.Key_Left)
    settle(qtbot, page)
    assert page.clusters.selected_rows() == [0]


def test_a_click_on_a_line_compares_its_two_documents(
    page: ClustersPage, shown_map: MapPanel, compared: list[tuple[int, int]]
) -> None:
    line = shown_map.graph.line(0)
    click(shown_map, line.pointAt(0.5), on_graph=True)

    members = page.model.chosen.members
    assert members is not None
    assert len(compared) == 1
    assert set(compared[0]) <= set(members.document_ids.tolist())
    assert " in common, distance " in shown_map.graph.edge_text(0)


def test_a_document_is_compared_with_the_medoid_by_click_and_by_key(
    page: ClustersPage, shown_map: MapPanel, compared: list[tuple[int, int]]
) -> None:
    click(shown_map, shown_map.graph.point(1), on_graph=True)
    QTest.keyClick(shown_map.graph, Qt.Key.Key_Return)

    members = page.model.chosen.members
    assert members is not None
    assert compared[0] == compared[1]
    assert compared[0][0] == members.document_of(members.medoid_file_id)


def test_it_is_painted_and_follows_the_filter(
    qtbot: QtBot, page: ClustersPage, shown_map: MapPanel
) -> None:
    assert not shown_map.graph.grab().isNull()
    page.filter.set_filter("nothing like this")
    settle(qtbot, page)

    assert shown_map.overview.discs == ()
    assert not shown_map.overview.grab().isNull()


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_more_and_less_in_common_are_told_apart_in_both_themes(
    qtbot: QtBot, theme: Theme, choice: ThemeChoice
) -> None:
    theme.apply(choice, 100)
    overview = Overview()
    qtbot.addWidget(overview)
    overview.resize(300, 150)
    overview.show_discs((Disc(1, 9, 0.6, "a.txt"), Disc(2, 9, 0.8, "b.txt"), Disc(3, 9, 1.0, "")))

    picture = overview.grab().toImage()
    beside = QPointF(-14, 0)  # the number is in the middle
    grays = [
        qGray(picture.pixelColor((overview.centre(place) + beside).toPoint()).rgb())
        for place in range(3)
    ]
    assert min(abs(one - other) for one, other in itertools.combinations(grays, 2)) >= 30


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("size", [(400, 300), (560, 520)])
@pytest.mark.parametrize("count", [3, 12, 40])
def test_names_in_the_graph_cover_neither_each_other_nor_points(
    *, qtbot: QtBot, theme: Theme, percent: int, size: tuple[int, int], count: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    view = GraphView()
    qtbot.addWidget(view)
    view.resize(*size)
    left, right = np.triu_indices(count, 1)
    shares = (1 - right / (2 * count)).astype(np.float32)
    names = tuple(f"a rather long name {number}.txt" for number in range(count))
    distances = np.zeros(len(left), np.uint8)
    view.show_graph(ClusterGraph(np.arange(count), names, left, right, shares, distances, count))

    shown = view.names_shown()
    assert {0, view.current} <= shown.keys()
    assert not any(a.intersects(b) for a, b in itertools.combinations(shown.values(), 2))
    others = {node: area for node, area in shown.items() if node not in {0, view.current}}
    points = [view.point(node) for node in range(count)]
    assert not any(area.contains(point) for area in others.values() for point in points)
