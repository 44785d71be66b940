"""The library changes behind what the Clusters page has found."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from sqlalchemy import text

from simhash_gui.services.library.libraries import folders, remove_folder
from simhash_gui.services.review.verdicts import Verdict
from simhash_gui.ui.clusters.cluster_view import ClusterOrder
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.exporting import ExportKind
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.common.paged_table import select_only
from simhash_gui.ui.session.session import Session
from tests.ui.clusters.desk import MakePage, named, settle
from tests.ui.conftest import WAIT_MS
from tests.ui.filled_library import BYTES, Doc, put, words

ALL_BITS = (1 << 64) - 1


def remove_all(session: Session) -> None:
    assert session.library is not None
    for folder in folders(session.library):
        remove_folder(session.library, folder.id)


def test_nothing_is_shown_of_a_library_whose_last_folder_was_removed(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    remove_all(open_session)
    open_session.documents_changed.emit()
    settle(qtbot, page)

    assert page.model.phase is Phase.NO_DOCUMENTS
    assert page.clusters.paged.rowCount() == 0
    assert page.details.members.paged.rowCount() == 0
    assert page.model.chosen.members is None
    assert not page.model.listed.size


def test_clusters_that_were_kept_of_another_kind_are_forgotten_too(
    qtbot: QtBot, page: ClustersPage, open_session: Session
) -> None:
    page.partial.click()
    settle(qtbot, page)
    remove_all(open_session)
    open_session.documents_changed.emit()
    settle(qtbot, page)
    page.partial.click()
    settle(qtbot, page)

    assert page.model.search.findings is None


@pytest.mark.parametrize("kind", list(ExportKind))
def test_an_export_of_what_is_gone_asks_to_search_again(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path, kind: ExportKind
) -> None:
    remove_all(open_session)

    with qtbot.waitSignal(open_session.jobs.ended, timeout=WAIT_MS) as ended:
        page.exporting.actions[kind].trigger()

    assert type(ended.args[0].error).__name__ == "LibraryChangedError"
    assert not (tmp_path / kind.value).exists()


@pytest.mark.parametrize("kind", [ExportKind.PAIRS_CSV, ExportKind.CLUSTERS_JSON])
def test_an_export_of_a_part_asks_to_search_again(
    qtbot: QtBot, page: ClustersPage, open_session: Session, tmp_path: Path, kind: ExportKind
) -> None:
    assert open_session.library is not None
    put(open_session.library, [Doc("new.txt", BYTES)])

    with qtbot.waitSignal(open_session.jobs.ended, timeout=WAIT_MS):
        page.exporting.actions[kind].trigger()

    assert not (tmp_path / kind.value).exists()


@pytest.fixture
def long_page(qtbot: QtBot, make_page: MakePage, open_session: Session) -> ClustersPage:
    """Forty pairs by name, without a verdict; the thirtieth is chosen and in view."""
    assert open_session.library is not None
    docs = [
        Doc(f"{kind}-{number:02}.txt", (number << 32 | number * 0x9E37_79B1) & ALL_BITS, content)
        for number in range(40)
        for kind, content in (("a", words(f"n{number}x")), ("b", f"{words(f'n{number}x')} more"))
    ]
    put(open_session.library, docs)
    page = make_page()
    page.activated()
    settle(qtbot, page)
    page.model.sort_by(ClusterOrder.NAME, False)
    page.clusters.set_sort(ClusterOrder.NAME, False)
    page.filter.set_filter("verdict:none")
    settle(qtbot, page)
    page.clusters.selectRow(30)
    page.clusters.verticalScrollBar().setValue(27 * page.clusters.rowHeight(0) + 5)
    settle(qtbot, page)
    return page


@pytest.mark.parametrize("row", [30, 39])
def test_a_cluster_that_leaves_the_list_leaves_the_place_in_it(
    qtbot: QtBot, long_page: ClustersPage, row: int
) -> None:
    page = long_page
    select_only(page.clusters, row)
    names, bar = named(page.clusters, "medoid"), page.clusters.verticalScrollBar()
    place = bar.value()
    left_out = page.clusters.paged.row_at(row)
    assert page.session.library is not None
    with page.session.library.write() as connection:
        connection.execute(
            text("delete from files where relative_path like :name"),
            {"name": f"%{left_out.medoid.name[1:]}"},
        )
    page.session.documents_changed.emit()
    settle(qtbot, page)

    assert len(page.model.listed) == 39
    assert page.clusters.selected_rows() == [min(row, 38)]
    assert named(page.clusters, "medoid")[min(row, 38)] == [*names, names[38]][row + 1]
    assert bar.value() == min(place, bar.maximum())


def test_a_cluster_stays_chosen_when_its_medoid_is_another_file(
    qtbot: QtBot, long_page: ClustersPage
) -> None:
    page = long_page
    chosen = page.clusters.paged.row_at(30).medoid
    assert page.session.library is not None
    with page.session.library.write() as connection:  # as after a subfolder was given a role
        connection.execute(
            text("update files set id = id + 1000 where id = :id"), {"id": chosen.id}
        )
    page.session.documents_changed.emit()
    settle(qtbot, page)

    assert page.clusters.selected_rows() == [30]
    assert page.clusters.current_id() == chosen.id + 1000


def test_a_verdict_moves_on_without_a_jump(qtbot: QtBot, long_page: ClustersPage) -> None:
    page = long_page
    names, place = named(page.clusters, "medoid"), page.clusters.verticalScrollBar().value()
    assert place > 0

    page.reviewing.bar.actions_by_verdict[Verdict.UNRELATED].trigger()
    settle(qtbot, page)

    assert len(page.model.listed) == 39
    (row,) = page.clusters.selected_rows()
    assert named(page.clusters, "medoid")[row] == names[31]
    height = page.clusters.rowHeight(0)
    assert abs(page.clusters.verticalScrollBar().value() - place) <= height
