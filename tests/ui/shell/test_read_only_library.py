"""A library on a server that the user may only read: shown, searched and checked, never changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.cli.main import main
from simhash_gui.services.comparison.loading import Content
from simhash_gui.services.library.paths import Server
from simhash_gui.ui.check.check_page import CheckPage
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.common.paged_table import select_only
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.review.verdicts import VerdictBar, VerdictModel
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.library_watch import LibraryWatch
from simhash_gui.ui.shell.main_window import MainWindow
from tests.helpers.postgresql import TestServer
from tests.ui.conftest import WAIT_MS

FERRY = "The ferry crosses the river twice a day, but never when the water is high. " * 4
MILL = "The mill above the village was closed when the owner moved to the capital. " * 4


@pytest.fixture
def readers(server: TestServer, tmp_path: Path) -> Server:
    """A library of three documents, two of them alike, as a role that may only read."""
    psycopg = pytest.importorskip("psycopg")
    for name, text in {"a": FERRY, "b": f"{FERRY} Once more.", "c": MILL}.items():
        (tmp_path / "news").mkdir(exist_ok=True)
        (tmp_path / "news" / f"{name}.txt").write_text(text, "utf-8")
    database = server.database("readers")
    assert main(["scan", str(tmp_path / "news"), "--library", database.url, "--jobs", "1"]) == 0
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS reader")
        connection.execute("CREATE ROLE reader LOGIN")
        connection.execute("GRANT USAGE ON SCHEMA simhash_gui TO reader")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA simhash_gui TO reader")
    return Server(database.url.replace("tests@", "reader@"))


@pytest.fixture
def told(session: Session) -> list[Notice]:
    told: list[Notice] = []
    session.notice_posted.connect(told.append)
    return told


@pytest.fixture
def window(
    qtbot: QtBot, session: Session, readers: Server, told: list[Notice]
) -> Iterator[MainWindow]:
    """The window with this library open."""
    made = MainWindow(session)
    qtbot.addWidget(made)
    made.show()
    made.pages.begin()
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(readers, makes=False)
    qtbot.waitUntil(lambda: all(made.page_of(page) for page in PageId), timeout=WAIT_MS)
    idle(qtbot, session)
    yield made
    idle(qtbot, session)


def idle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def test_it_opens_beside_those_who_write_and_says_that_it_is_for_reading(
    window: MainWindow, told: list[Notice], session: Session
) -> None:
    assert session.library is not None
    assert session.library.is_read_only
    assert window.windowTitle() == "readers (read only) – simhash-gui"
    (notice,) = told
    assert notice.text() == (
        "You may only read the library “readers”: look around, search and check. Ask its owner for "
        "permission to write."
    )


def test_the_library_is_shown_and_nothing_that_changes_it_is_offered(window: MainWindow) -> None:
    page = window.page_of(PageId.LIBRARY)

    assert isinstance(page, LibraryPage)
    assert "3" in page.header.summary()
    assert page.content.documents.table.paged.rowCount() == 3
    select_only(page.content.documents.table, 0)
    template = page.content.documents.template_action
    actions = (page.add_action, page.rescan_action, page.recipe_action, template)
    assert not any(action.isEnabled() for action in actions)


def test_clusters_are_found_and_verdicts_are_not_offered(
    qtbot: QtBot, window: MainWindow, session: Session
) -> None:
    window.show_page(PageId.CLUSTERS)
    page = window.page_of(PageId.CLUSTERS)
    assert isinstance(page, ClustersPage)
    idle(qtbot, session)

    assert page.model.phase is Phase.FOUND
    assert page.clusters.paged.rowCount() == 1
    select_only(page.clusters, 0)
    idle(qtbot, session)
    (model,) = page.findChildren(VerdictModel)
    assert not model.may_give
    bar = page.findChild(VerdictBar)
    assert bar is not None
    assert not bar.note.isEnabled()


def test_a_text_is_checked(qtbot: QtBot, window: MainWindow, session: Session) -> None:
    window.show_page(PageId.CHECK)
    page = window.page_of(PageId.CHECK)
    assert isinstance(page, CheckPage)

    page.model.check(Content(FERRY.encode(), "pasted.txt"))
    qtbot.waitUntil(lambda: page.model.is_done, timeout=WAIT_MS)

    assert page.findings is not None
    assert {Path(source.path).name for source in page.findings.sources} & {"a.txt", "b.txt"}


def test_what_would_write_is_refused_with_a_sentence(
    qtbot: QtBot, window: MainWindow, session: Session, told: list[Notice], tmp_path: Path
) -> None:
    told.clear()

    session.folders_offered.emit([tmp_path / "news"])
    idle(qtbot, session)

    assert told
    assert "no permission to write to the library “readers”" in told[-1].text()
    assert "Ask its owner for permission" in told[-1].text() + told[-1].details


def test_what_others_change_is_shown_to_a_reader(
    qtbot: QtBot, window: MainWindow, session: Session, told: list[Notice], tmp_path: Path
) -> None:
    watch = window.findChild(LibraryWatch)
    assert watch is not None
    watch.look()
    idle(qtbot, session)
    (tmp_path / "news" / "d.txt").write_text(f"{MILL} And one sentence that is new.", "utf-8")
    assert session.library is not None
    assert isinstance(session.library.place, Server)
    writers = session.library.place.url.replace("reader@", "tests@")

    assert main(["scan", str(tmp_path / "news"), "--library", writers, "--jobs", "1"]) == 0
    for _ in range(2):
        watch.look()
        idle(qtbot, session)

    assert told[-1].text() == "Others have changed this library; it is shown as it is now."
