"""Files that cannot be read, documents that went away, other recipes, other libraries."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.text_jobs import change_recipe
from simhash_gui.ui.common.notices import NoticeKind
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.compare.desk import FromDisk, FromLibrary
from simhash_gui.ui.reading.text_differences import Side
from tests.ui.compare.desk import NEW, OLD, names, settle
from tests.ui.conftest import WAIT_MS


def test_a_file_that_cannot_be_read_is_told_and_leaves_the_side_free(
    qtbot: QtBot, compared: ComparePage, tmp_path: Path
) -> None:
    path = tmp_path / "empty.txt"
    path.write_bytes(b"")
    with qtbot.waitSignal(compared.session.notice_posted, timeout=WAIT_MS) as posted:
        compared.model.choose(Side.B, FromDisk(path))
    settle(qtbot, compared)

    assert posted.args[0].kind is NoticeKind.WARNING
    assert posted.args[0].text() == "“empty.txt” cannot be compared: Empty"
    assert names(compared) == ["old.txt", "No document chosen"]
    assert compared.empty.isVisible()


def test_a_document_that_left_the_library_is_told(qtbot: QtBot, compared: ComparePage) -> None:
    with qtbot.waitSignal(compared.session.notice_posted, timeout=WAIT_MS) as posted:
        compared.model.choose(Side.A, FromLibrary(9_999))

    assert "no longer in the library" in posted.args[0].text()


def test_both_sides_are_read_again_when_the_recipe_has_changed(
    qtbot: QtBot, compared: ComparePage, ids: dict[str, int]
) -> None:
    library = compared.session.library
    assert library is not None
    change_recipe(library, recipe_named("wide"), 0, JobControl())
    compared.model.choose(Side.B, FromLibrary(ids["会议.txt"]))
    settle(qtbot, compared)
    data = compared.comparison.bits.data

    assert names(compared) == ["old.txt", "会议.txt"]
    assert data is not None
    assert data.width == 128


def test_a_change_of_recipe_is_followed_at_once(qtbot: QtBot, compared: ComparePage) -> None:
    library = compared.session.library
    assert library is not None
    change_recipe(library, recipe_named("wide"), 0, JobControl())
    compared.session.recipe_changed.emit()
    settle(qtbot, compared)
    data = compared.comparison.bits.data

    assert data is not None
    assert data.width == 128


def test_another_library_empties_the_page(
    qtbot: QtBot, compared: ComparePage, tmp_path: Path
) -> None:
    with qtbot.waitSignal(compared.session.library_opened, timeout=WAIT_MS):
        compared.session.open_library(tmp_path / "other.simhash")

    assert names(compared) == ["No document chosen", "No document chosen"]
    assert compared.empty.isVisible()


def test_refreshing_reads_both_documents_again(
    qtbot: QtBot, page: ComparePage, tmp_path: Path
) -> None:
    path = tmp_path / "draft.txt"
    path.write_text(OLD, encoding="utf-8")
    for side in Side:
        page.model.choose(side, FromDisk(path))
    settle(qtbot, page)
    path.write_text(NEW, encoding="utf-8")
    page.refresh()
    settle(qtbot, page)

    assert page.comparison.texts.pane(Side.A).toPlainText() == NEW
