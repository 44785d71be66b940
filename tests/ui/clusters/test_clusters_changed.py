"""The library changes behind what the Clusters page has found."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.libraries import folders, remove_folder
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.exporting import ExportKind
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.session.session import Session
from tests.ui.clusters.desk import settle
from tests.ui.conftest import WAIT_MS
from tests.ui.filled_library import BYTES, Doc, put


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
