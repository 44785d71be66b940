"""A folder that is checked in the window: its documents, their matrix, what bids share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot
from typing_extensions import override

from simhash_gui.services.checking.findings import CheckSettings, Filter
from simhash_gui.services.checking.report_texts import ReportOptions
from simhash_gui.services.comparison.loading import Content
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.check.batch_dialog import BatchDialog
from simhash_gui.ui.check.batch_job import BatchRequest, run_batch
from simhash_gui.ui.check.batch_view import BatchView
from simhash_gui.ui.check.check_page import CheckPage
from simhash_gui.ui.check.check_texts import batch_notice
from simhash_gui.ui.common.notices import NoticeKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from tests.cli.test_check_reports import bids
from tests.ui.check.conftest import checked, prose, wait_until_complete
from tests.ui.conftest import WAIT_MS

BIDS, LONG_MS = 3, 4 * WAIT_MS


def check_shelf(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(page.batches.shown, timeout=LONG_MS):
        page.batches.start(tmp_path / "shelf", tmp_path / "reports", None, False)


def buttons(page: CheckPage) -> dict[str, QPushButton]:
    shown = [each for each in page.findChildren(QPushButton) if each.isVisibleTo(page)]
    return {each.text(): each for each in shown}


@pytest.mark.parametrize(("failed", "expected"), [(0, NoticeKind.DONE), (2, NoticeKind.WARNING)])
def test_documents_that_cannot_be_read_are_told_without_a_tick(
    failed: int, expected: NoticeKind
) -> None:
    assert batch_notice(Path("reports"), 8, failed).kind is expected


def test_bids_are_compared_with_each_other(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    folder, target = bids(tmp_path / "bids"), tmp_path / "reports"

    with qtbot.waitSignal(page.batches.shown, timeout=LONG_MS):
        page.batches.start(folder, target, tmp_path / "call.txt", True)

    view = page.batches.view
    assert view.documents.topLevelItemCount() == BIDS
    assert view.tabs.isTabVisible(1)
    pairs = {
        view.shared.topLevelItem(place).text(0): view.shared.topLevelItem(place)
        for place in range(view.shared.topLevelItemCount())
    }
    item = pairs["a.txt · b.txt"]
    told = {item.child(place).text(0) for place in range(item.childCount())}
    assert {"maintanance", "info@alpha.example"} <= told
    assert any(each.startswith("We guarantee") for each in told)  # and not with the call
    assert not any(each.startswith("The bidder shall") for each in told)
    names = {path.name for path in target.iterdir()}
    assert {"overview.csv", "matrix.csv", "tender.csv", "index.html", "0001-a.html"} <= names
    view.matrix.choose(0, 1)
    assert " is in " in view.pair_text.text()
    with qtbot.waitSignal(page.session.file_compare_requested) as asked:
        qtbot.keyClick(view.matrix, Qt.Key.Key_Return)
    assert all(path.parent == folder for path in asked.args[0])


def show_bids(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> BatchView:
    """Three bids and two files that cannot be read, in a window."""
    folder = bids(tmp_path / "bids")
    for name in ("0-empty.txt", "empty.txt"):
        (folder / name).touch()
    page.resize(1200, 700)
    page.show()
    qtbot.waitExposed(page)
    with qtbot.waitSignal(page.batches.shown, timeout=LONG_MS):
        page.batches.start(folder, tmp_path / "reports", tmp_path / "call.txt", True)
    return page.batches.view


def press_tab(qtbot: QtBot, view: BatchView, name: str) -> None:
    bar = view.tabs.tabBar()
    place = next(place for place in range(bar.count()) if bar.tabText(place) == name)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(place).center())


def test_what_bids_share_is_opened_by_double_click_and_by_key(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    view = show_bids(page, qtbot, tmp_path)
    press_tab(qtbot, view, "What bids share")
    shared = view.shared
    assert shared.isVisible()
    pair = shared.topLevelItem(0)
    row = shared.visualItemRect(pair.child(0)).center()

    with qtbot.waitSignal(page.session.file_compare_requested) as by_click:
        qtbot.mouseClick(shared.viewport(), Qt.MouseButton.LeftButton, pos=row)
        qtbot.mouseDClick(shared.viewport(), Qt.MouseButton.LeftButton, pos=row)
    with qtbot.waitSignal(page.session.file_compare_requested) as by_key:
        qtbot.keyClick(shared, Qt.Key.Key_Return)

    names = [" · ".join(path.name for path in asked.args[0]) for asked in (by_click, by_key)]
    assert names == [pair.text(0), pair.text(0)]
    assert "Enter or a double click" in pair.child(0).toolTip(0)
    texts = [path.read_text("utf-8") for path in by_click.args[0]]
    words = [t[span.start : span.end] for t, span in zip(texts, by_click.args[1], strict=True)]
    assert words == [pair.child(0).text(0)] * 2 == ["maintanance"] * 2
    passage = next(
        pair.child(n) for n in range(pair.childCount()) if pair.child(n).text(1) == "same passage"
    )
    with qtbot.waitSignal(page.session.file_compare_requested) as at_passage:
        place = shared.visualItemRect(passage).center()
        qtbot.mouseClick(shared.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.keyClick(shared, Qt.Key.Key_Return)
    span = at_passage.args[1].a
    text = at_passage.args[0][0].read_text("utf-8")[span.start : span.end]
    assert passage.text(0) in " ".join(text.split())
    arrow = shared.visualItemRect(pair).center()
    arrow.setX(shared.indentation() // 2)
    qtbot.mouseClick(shared.viewport(), Qt.MouseButton.LeftButton, pos=arrow)
    assert not pair.isExpanded()


def test_what_could_not_be_read_is_last_however_the_documents_are_sorted(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    view = show_bids(page, qtbot, tmp_path)
    press_tab(qtbot, view, "Documents")
    header = view.documents.header()
    count = QPoint(header.sectionViewportPosition(4) + 10, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=count)
    counts = [int(view.documents.topLevelItem(n).text(4)) for n in range(3)]
    assert counts == sorted(counts, reverse=True)  # numbers begin with the largest
    assert not view.documents.headerItem().icon(4).isNull()
    for column in filter(lambda n: not view.documents.isColumnHidden(n), range(7)):
        for _ in range(2):
            place = QPoint(header.sectionViewportPosition(column) + 10, header.height() // 2)
            qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
            names = [view.documents.topLevelItem(n).text(0) for n in range(5)]
            assert set(names[3:]) == {"0-empty.txt", "empty.txt"}


def test_a_square_is_explained_and_opened_by_click(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    view = show_bids(page, qtbot, tmp_path)
    assert view.pair_text.text().startswith("A square: how much of the document of its row")
    side = view.matrix.cell_px
    place = QPoint(round(1.5 * side), round(0.5 * side))

    qtbot.mouseClick(view.matrix.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.pair_text.text().endswith("a.txt is in b.txt")
    for name in ("Zoom in", "Zoom out", "Whole matrix"):
        qtbot.mouseClick(buttons(page)[name], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.session.file_compare_requested) as asked:
        qtbot.mouseDClick(view.matrix.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [path.name for path in asked.args[0]] == ["a.txt", "b.txt"]


def test_a_folder_is_checked_against_the_library(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    (folder / "a.txt").write_text(" ".join(prose(1, 300)[:150] + prose(9, 100)), "utf-8")
    (folder / "b.txt").write_text(" ".join(prose(8, 200)), "utf-8")
    (folder / "empty.txt").touch()
    shutil.copy(tmp_path / "shelf" / "s3.txt", folder / "c.txt")

    with qtbot.waitSignal(page.batches.shown, timeout=LONG_MS):
        page.batches.start(folder, tmp_path / "reports", None, False)

    view = page.batches.view
    rows = [view.documents.topLevelItem(place) for place in range(4)]
    names = {"a.txt", "b.txt", "c.txt (held by the library)", "empty.txt"}
    assert {row.text(0) for row in rows} == names
    assert rows[0].text(6) == "s1.txt"
    assert rows[3].text(1) == "Empty"
    assert not view.tabs.isTabVisible(1)
    with qtbot.waitSignal(page.session.notice_posted, timeout=LONG_MS):
        page.check(folder / "empty.txt")
    assert view.isVisibleTo(page)  # what cannot be read leaves it
    view.documents.itemActivated.emit(rows[0], 0)
    qtbot.waitUntil(lambda: page.model.is_done, timeout=WAIT_MS)
    assert page.model.source == folder / "a.txt"


def test_a_checked_folder_stays_in_other_colours_and_another_language(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, theme: Theme
) -> None:
    check_shelf(page, qtbot, tmp_path)

    theme.apply(ThemeChoice.DARK, 100)
    page.retranslate()

    assert page.batches.view.isVisibleTo(page)


def test_the_results_of_a_folder_say_what_filters_leave_out(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    quoted = f"“{' '.join(prose(1, 300)[:150])}” [1]"
    (folder / "a.txt").write_text(f"{quoted} {' '.join(prose(9, 150))}", "utf-8")
    documents, told = page.batches.view.documents, page.batches.view.filters

    with qtbot.waitSignal(page.batches.shown, timeout=LONG_MS):
        page.batches.start(folder, tmp_path / "reports", None, False)
    assert not told.isVisibleTo(page)
    assert not documents.topLevelItem(0).toolTip(1)
    page.filters.boxes[Filter.QUOTATIONS].setChecked(True)
    with qtbot.waitSignal(page.batches.shown, timeout=LONG_MS):
        page.batches.start(folder, tmp_path / "reports", None, False)

    assert told.isVisibleTo(page)
    assert documents.topLevelItem(0).toolTip(1).endswith(" more left out")
    overview = (tmp_path / "reports" / "overview.csv").read_text("utf-8-sig").splitlines()
    assert overview[0].endswith(",left_out_ratio")
    assert float(overview[1].rpartition(",")[2]) > 0
    assert "Filters were on" in (tmp_path / "reports" / "index.html").read_text("utf-8")


def test_from_a_document_of_a_folder_there_is_a_way_back(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.resize(1200, 800)
    page.show()
    checked(page, qtbot, tmp_path)
    assert "Back to the folder" not in buttons(page)
    check_shelf(page, qtbot, tmp_path)
    assert not {"Back to the folder", "Write the report…"} & buttons(page).keys()

    view = page.batches.view
    view.documents.itemActivated.emit(view.documents.topLevelItem(0), 0)
    qtbot.waitUntil(lambda: page.model.is_done, timeout=WAIT_MS)
    qtbot.mouseClick(buttons(page)["Back to the folder"], Qt.MouseButton.LeftButton)

    assert view.isVisibleTo(page)
    page.session.open_library(tmp_path / "another.simhash")
    qtbot.waitUntil(lambda: page.empty.isVisibleTo(page), timeout=WAIT_MS)
    assert "Back to the folder" not in buttons(page)


def test_a_document_of_a_folder_has_the_filters_that_the_folder_was_checked_by(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.filters.boxes[Filter.QUOTATIONS].setChecked(True)
    wait_until_complete(page, qtbot)
    page.batches.ask(tmp_path / "shelf")
    assert page.batches.dialog is not None
    labels = [each.text() for each in page.batches.dialog.findChildren(QLabel)]
    assert any("The filters that are on" in each for each in labels)
    page.batches.dialog.reject()
    check_shelf(page, qtbot, tmp_path)
    assert page.batches.view.filters.isVisibleTo(page)
    assert page.batches.view.filters.text().endswith(": Without quotations")
    page.check(Content(b"another text", "other.txt"))
    wait_until_complete(page, qtbot)
    assert not page.filters.boxes[Filter.QUOTATIONS].isChecked()

    view = page.batches.view
    view.documents.itemActivated.emit(view.documents.topLevelItem(0), 0)
    wait_until_complete(page, qtbot)

    assert page.filters.boxes[Filter.QUOTATIONS].isChecked()


@pytest.mark.parametrize("width_px_at_percent", [(860, 100), (780, 200)])
def test_names_of_checked_documents_have_room(
    page: CheckPage,
    qtbot: QtBot,
    tmp_path: Path,
    theme: Theme,
    width_px_at_percent: tuple[int, int],
) -> None:
    width_px, percent = width_px_at_percent
    check_shelf(page, qtbot, tmp_path)
    theme.apply(ThemeChoice.LIGHT, percent)
    page.resize(width_px, 700)
    page.show()
    documents = page.batches.view.documents
    shown = [column for column in range(7) if not documents.isColumnHidden(column)]

    assert {0, 1} <= set(shown)
    assert documents.columnWidth(0) >= documents.fontMetrics().averageCharWidth() * 20
    assert sum(map(documents.columnWidth, shown)) <= documents.viewport().width()


class Stopped(JobControl):
    """Cancelled at the second document."""

    @override
    def checkpoint(self) -> None:
        if self.snapshot().done == 1:
            self.cancel()
        super().checkpoint()


def test_a_batch_that_was_cancelled_goes_on(page: CheckPage, tmp_path: Path) -> None:
    folder, target = tmp_path / "drafts", tmp_path / "reports"
    folder.mkdir()
    for seed in (1, 2, 3):
        (folder / f"{seed}.txt").write_text(" ".join(prose(seed, 200)), "utf-8")
    assert page.session.library is not None
    request = BatchRequest(
        folder,
        target,
        page.session.library.path,
        None,
        DetectionOptions(),
        CheckSettings(),
        ReportOptions(),
    )

    with pytest.raises(JobCancelledError):
        run_batch(request, Stopped())
    before = (target / "0001-1.html").stat().st_mtime_ns
    answer = run_batch(request, JobControl())

    assert [Path(row.path).name for row in answer.rows] == ["1.txt", "2.txt", "3.txt"]
    assert (target / "0001-1.html").stat().st_mtime_ns == before
    assert not (target / "progress.jsonl").exists()


def test_the_dialog_asks_for_what_is_missing(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = BatchDialog(None, ask_folder=lambda *_: tmp_path, ask_file=lambda *_: tmp_path / "c")
    qtbot.addWidget(dialog)
    assert not dialog.accept_button.isEnabled()
    assert not dialog.call.isEnabled()

    dialog.choosers[dialog.folder].click()
    dialog.among.setChecked(True)
    dialog.choosers[dialog.call].click()

    assert dialog.accept_button.isEnabled()
    with qtbot.waitSignal(dialog.agreed) as agreed:
        dialog.accept_button.click()
    assert agreed.args == [
        tmp_path, tmp_path.with_name(f"{tmp_path.name}-reports"), tmp_path / "c", True,
    ]  # fmt: skip


def test_what_a_square_is_follows_the_language(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, translator: Translator
) -> None:
    view = show_bids(page, qtbot, tmp_path)
    assert view.pair_text.text().startswith("A square:")

    translator.apply(Language.CHINESE)
    page.retranslate()

    assert view.pair_text.text().startswith("方格：")
