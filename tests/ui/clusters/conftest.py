"""The Clusters page over a library with the archive of `filled_library` in it."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.core.types import Linkage
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.session.session import Session
from tests.ui.clusters.desk import MakePage, settle
from tests.ui.filled_library import ARCHIVE, put


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
    """Document ids of the archive, which is in the library from now on.

    It has a chain, which single linkage alone shows.
    """
    assert open_session.library is not None
    open_session.change_settings(linkage=Linkage.SINGLE)
    return put(open_session.library, ARCHIVE)


@pytest.fixture
def page(qtbot: QtBot, make_page: MakePage, ids: dict[str, int]) -> ClustersPage:
    """The page in front, with the archive searched and the first cluster chosen."""
    made = make_page()
    made.activated()
    settle(qtbot, made)
    assert made.model.phase is Phase.FOUND
    return made
