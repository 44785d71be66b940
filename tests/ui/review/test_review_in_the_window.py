"""Reviewing by keys and clicks: verdicts one after another, the plan, the journal, undo."""

from __future__ import annotations

import errno
import itertools
import os
import re
import shutil
import zipfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QInputDialog,
    QLabel,
    QStyle,
    QStyleOptionMenuItem,
    QStyleOptionViewItem,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from simhash_gui.services.detection.answers.folder_pairs import FolderPairs
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.libraries import DiskFullError
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.services.review.acts import apply_plan
from simhash_gui.services.review.keep_rules import KeepRule, RuleKind
from simhash_gui.services.review.plan import (
    Act,
    Plan,
    PlannedAct,
    PlanOptions,
    RefusedFile,
    make_plan,
)
from simhash_gui.services.review.plan_files import load_plan, save_plan
from simhash_gui.services.review.refusals import Refusal, SystemReason, refused_by_system
from simhash_gui.services.review.trash import NoTrash
from simhash_gui.services.review.undo import ActState, ReviewRunState, review_runs
from simhash_gui.services.review.verdicts import (
    GivenVerdict,
    Verdict,
    load_verdicts,
    restore_verdicts,
)
from simhash_gui.store.repositories import journal as acts_table
from simhash_gui.store.repositories.journal import NewAct
from simhash_gui.ui.clusters.cluster_texts import Tab, reclaimable_meaning
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import ActionButton
from simhash_gui.ui.common.errors import failure_detail
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.common.paged_table import select_only
from simhash_gui.ui.review.journal_dialog import JournalDialog
from simhash_gui.ui.review.plan_dialog import PlanDialog
from simhash_gui.ui.review.planned_acts import PlannedActs
from simhash_gui.ui.review.review_texts import act_hint, refusal_text
from simhash_gui.ui.review.verdict_list import VerdictListDialog
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.shell.notice_bar import NoticeBar
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from tests.helpers.calls import counted_calls
from tests.services.review.desk import tree
from tests.ui.clusters.desk import (
    choose,
    click_header,
    click_in_context_menu,
    column,
    named,
    settle,
)
from tests.ui.conftest import WAIT_MS, cut_heads
from tests.ui.filled_library import words

REPORT, LETTER = words("report", 0, 60), words("letter", 0, 60)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A report with a copy and a version, a letter with a version."""
    folder = tmp_path / "docs"
    (folder / "z").mkdir(parents=True)
    for name, text in {
        "report.txt": REPORT,
        "z/report copy.txt": REPORT,
        "report 2.txt": f"{REPORT} and more",
        "letter.txt": LETTER,
        "letter 2.txt": f"{LETTER} and more",
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def page(qtbot: QtBot, open_session: Session, docs: Path) -> ClustersPage:
    assert open_session.library is not None
    import_paths(open_session.library, [docs], ImportOptions(workers=1), JobControl())
    made = ClustersPage(open_session)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    made.activated()
    settle(qtbot, made)
    assert made.model.phase is Phase.FOUND
    return made


def press(qtbot: QtBot, page: ClustersPage, key: Qt.Key) -> None:
    page.clusters.setFocus()
    qtbot.keyClick(page.clusters, key)
    settle(qtbot, page)


def verdicts(page: ClustersPage) -> list[Verdict]:
    assert page.session.library is not None
    return [each.verdict for each in load_verdicts(page.session.library).given]


def test_a_key_gives_a_verdict_and_the_queue_moves_on(qtbot: QtBot, page: ClustersPage) -> None:
    assert named(page.clusters, "medoid") == ["report.txt", "letter.txt"]
    choose(qtbot, page, "report.txt")

    press(qtbot, page, Qt.Key.Key_2)

    assert verdicts(page) == [Verdict.REVISION]
    assert page.clusters.selected_rows() == [1]
    choose(qtbot, page, "report.txt")
    assert page.reviewing.bar.said() == "Verdict: Revision"


def test_a_verdict_is_given_in_the_context_menu_of_a_cluster(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")

    click_in_context_menu(qtbot, page.clusters, 0, "2  Revision")
    settle(qtbot, page)

    assert verdicts(page) == [Verdict.REVISION]
    assert page.clusters.selected_rows() == [1]


def test_a_key_means_the_cluster_that_is_chosen_when_it_is_pressed(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    page.clusters.setFocus()

    for key in (Qt.Key.Key_Down, Qt.Key.Key_2):  # before the members of the letter are read
        qtbot.keyClick(page.clusters, key)
    settle(qtbot, page)

    assert page.session.library is not None
    (given,) = load_verdicts(page.session.library).given
    assert {Path(path).name for path in given.members.values()} == {"letter.txt", "letter 2.txt"}


def test_enter_compares_the_cluster_that_is_chosen_when_it_is_pressed(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "letter.txt")
    pair = page.model.chosen.pair([page.clusters.selected_ids()[0]])
    choose(qtbot, page, "report.txt")
    page.clusters.setFocus()

    with qtbot.waitSignal(page.session.compare_requested, timeout=WAIT_MS) as asked:
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
            qtbot.keyClick(page.clusters, key)

    assert asked.args == [pair]


def marks(page: ClustersPage) -> list[str]:
    """The mark of each listed cluster, and the last line of the tip beside it."""
    place = column(page.clusters, "medoid")
    model = page.clusters.paged
    found = []
    for row in range(model.rowCount()):
        shown, medoid = model.row_at(row), model.columns[place]
        assert medoid.icon is not None
        assert medoid.tip is not None
        mark = medoid.icon(shown)
        found.append(f"{mark[0]} {medoid.tip(shown).splitlines()[-1]}" if mark else "")
    return found


def test_the_list_shows_which_clusters_have_a_verdict(qtbot: QtBot, page: ClustersPage) -> None:
    assert marks(page) == ["", ""]
    for name, key in (("report.txt", Qt.Key.Key_1), ("letter.txt", Qt.Key.Key_5)):
        choose(qtbot, page, name)
        press(qtbot, page, key)
    marks(page)
    settle(qtbot, page)

    assert marks(page) == ["verdict-1 Verdict: Same", "verdict-5 Verdict: Later"]

    press(qtbot, page, Qt.Key.Key_Backspace)
    marks(page)
    settle(qtbot, page)
    assert marks(page) == ["verdict-1 Verdict: Same", ""]


def test_every_verdict_has_a_mark_of_its_own_that_differs_without_its_colour(
    qtbot: QtBot, page: ClustersPage
) -> None:
    seen = []
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_5):
        choose(qtbot, page, "report.txt")
        press(qtbot, page, key)
        marks(page)
        settle(qtbot, page)
        seen.append(next(mark for mark in marks(page) if mark))

    drawings = [pixmap(mark.split()[0], QColor("black"), 16).toImage() for mark in seen]
    assert [mark.split()[0][-1] for mark in seen] == ["1", "2", "3", "5"]
    assert all(one != other for one, other in itertools.combinations(drawings, 2))


def test_unrelated_documents_leave_the_list_and_back_brings_them_again(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "letter.txt")

    press(qtbot, page, Qt.Key.Key_4)

    assert named(page.clusters, "medoid") == ["report.txt"]
    page.model.find()
    settle(qtbot, page)
    assert named(page.clusters, "medoid") == ["report.txt"]

    press(qtbot, page, Qt.Key.Key_Backspace)

    assert verdicts(page) == []
    assert named(page.clusters, "medoid") == ["report.txt", "letter.txt"]
    settle(qtbot, page)
    assert page.clusters.selected_rows() == [1]


def test_a_cluster_that_a_verdict_parts_is_told_with_a_way_back(
    qtbot: QtBot, page: ClustersPage
) -> None:
    bar = NoticeBar(page)
    page.session.notice_posted.connect(bar.post)
    choose(qtbot, page, "report.txt")

    press(qtbot, page, Qt.Key.Key_4)

    parted = "report.txt and report 2.txt: unrelated, no longer in one cluster."
    assert bar.text() == f"{parted} Exact copies stay listed."
    choose(qtbot, page, "letter.txt")
    press(qtbot, page, Qt.Key.Key_2)

    qtbot.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert verdicts(page) == [Verdict.REVISION]  # what was said later of others stays
    settle(qtbot, page)
    chosen = page.clusters.selected_rows()[0]
    assert named(page.clusters, "medoid")[chosen] == "report.txt"
    assert "in one cluster again" in bar.text()
    assert bar.is_about_to_leave


def test_back_undoes_what_was_said_before_unrelated_was_undone_in_the_notice(
    qtbot: QtBot, page: ClustersPage
) -> None:
    bar = NoticeBar(page)
    page.session.notice_posted.connect(bar.post)
    for name, key in (
        ("report.txt", Qt.Key.Key_2),
        ("report.txt", Qt.Key.Key_4),
        ("letter.txt", Qt.Key.Key_5),
    ):
        choose(qtbot, page, name)
        press(qtbot, page, key)
    qtbot.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert verdicts(page) == [Verdict.REVISION, Verdict.LATER]

    press(qtbot, page, Qt.Key.Key_Backspace)
    assert verdicts(page) == [Verdict.REVISION]
    press(qtbot, page, Qt.Key.Key_Backspace)

    assert verdicts(page) == []


def test_of_unrelated_documents_the_next_cluster_is_chosen_and_not_their_copies(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")

    press(qtbot, page, Qt.Key.Key_4)

    assert sorted(named(page.clusters, "medoid")) == ["letter.txt", "report.txt"]
    chosen = page.clusters.selected_rows()[0]
    assert named(page.clusters, "medoid")[chosen] == "letter.txt"


def test_of_many_parted_documents_one_is_named_and_the_others_are_counted(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    assert page.session.library is not None
    (docs / "letter 3.txt").write_text(f"{LETTER} and even more", encoding="utf-8")
    import_paths(page.session.library, [docs], ImportOptions(workers=1), JobControl())
    page.model.find()
    settle(qtbot, page)
    notices: list[Notice] = []
    page.session.notice_posted.connect(notices.append)
    choose(qtbot, page, next(name for name in named(page.clusters, "medoid") if "letter" in name))

    press(qtbot, page, Qt.Key.Key_4)

    (notice,) = notices
    assert re.match(r"letter.* and 2 other documents: unrelated, no longer", notice.text())


def test_undoing_unrelated_in_the_list_takes_the_way_back_off_the_notice(
    qtbot: QtBot, page: ClustersPage
) -> None:
    bar = NoticeBar(page)
    page.session.notice_posted.connect(bar.post)
    choose(qtbot, page, "letter.txt")
    press(qtbot, page, Qt.Key.Key_4)
    assert "letter.txt and letter 2.txt" in bar.text()
    dialog = page.reviewing.open_verdicts()
    assert isinstance(dialog, VerdictListDialog)
    settle(qtbot, page)

    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.take_back_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert "in one cluster again" in bar.text()
    assert bar.action_button.isHidden()
    dialog.accept()


def test_a_verdict_is_listed_by_the_names_that_were_seen_when_it_was_given(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    press(qtbot, page, Qt.Key.Key_2)
    dialog = page.reviewing.open_verdicts()
    assert isinstance(dialog, VerdictListDialog)
    settle(qtbot, page)

    assert cell_rows(dialog)[0]["Documents"].splitlines() == ["report.txt", "report 2.txt"]

    dialog.accept()


def test_digits_still_go_into_the_filter(qtbot: QtBot, page: ClustersPage) -> None:
    page.filter.setFocus()
    qtbot.keyClicks(page.filter, "report 2")
    wanted = ("report", "2")
    qtbot.waitUntil(lambda: page.model.query.filter.words == wanted, timeout=WAIT_MS)
    settle(qtbot, page)

    assert page.filter.text() == "report 2"
    assert verdicts(page) == []


def test_a_note_is_shown_as_it_was_written(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")
    page.reviewing.verdicts.give(Verdict.REVISION, "<b>2</b> &amp; 3")
    settle(qtbot, page)
    choose(qtbot, page, "report.txt")

    said = page.reviewing.bar.said()
    (shown,) = [each for each in page.findChildren(QLabel) if each.text() == said]

    assert said == "Verdict: Revision (<b>2</b> &amp; 3)"
    assert shown.sizeHint().width() >= shown.fontMetrics().horizontalAdvance(said)


def test_a_note_is_kept_with_the_verdict(qtbot: QtBot, page: ClustersPage) -> None:
    choose(qtbot, page, "report.txt")
    press(qtbot, page, Qt.Key.Key_F2)
    note = page.reviewing.bar.note
    qtbot.keyClicks(note, "2 drafts")
    qtbot.keyClick(note, Qt.Key.Key_Return)
    assert verdicts(page) == []
    assert page.reviewing.bar.said() == "The note is saved with the verdict that you give"

    press(qtbot, page, Qt.Key.Key_2)
    choose(qtbot, page, "report.txt")

    assert page.reviewing.bar.said() == "Verdict: Revision (2 drafts)"
    press(qtbot, page, Qt.Key.Key_F2)
    note.setText("three drafts")
    qtbot.keyClick(note, Qt.Key.Key_Return)
    settle(qtbot, page)
    choose(qtbot, page, "letter.txt")
    assert note.text() == ""
    choose(qtbot, page, "report.txt")
    assert note.text() == "three drafts"
    assert note.cursorPosition() == 0
    assert verdicts(page) == [Verdict.REVISION]


def test_keys_give_verdicts_after_a_button_has_taken_one_back(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    press(qtbot, page, Qt.Key.Key_1)
    [back] = [b for b in page.reviewing.bar.findChildren(ActionButton) if b.text() == "Back"]

    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert verdicts(page) == []
    assert page.clusters.hasFocus()


@pytest.mark.parametrize("is_entered", [True, False])
def test_a_note_waits_for_a_verdict_when_the_cluster_is_left_and_the_window_closed(
    qtbot: QtBot, page: ClustersPage, is_entered: bool
) -> None:
    choose(qtbot, page, "report.txt")
    press(qtbot, page, Qt.Key.Key_F2)
    qtbot.keyClicks(page.reviewing.bar.note, "2 drafts")
    if is_entered:
        qtbot.keyClick(page.reviewing.bar.note, Qt.Key.Key_Return)

    choose(qtbot, page, "letter.txt")
    page.clusters.setFocus()
    assert page.reviewing.bar.note.text() == ""
    later = ClustersPage(page.session)
    qtbot.addWidget(later)
    later.show()
    later.activated()
    settle(qtbot, later)
    for each in (page, later):
        choose(qtbot, each, "report.txt")
        assert each.reviewing.bar.note.text() == "2 drafts"
    press(qtbot, later, Qt.Key.Key_2)
    choose(qtbot, later, "report.txt")

    assert later.reviewing.bar.said() == "Verdict: Revision (2 drafts)"
    assert later.reviewing.verdicts.draft is None


def test_what_is_written_over_a_saved_note_is_kept_and_said_to_be_unsaved(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    press(qtbot, page, Qt.Key.Key_2)
    choose(qtbot, page, "report.txt")
    press(qtbot, page, Qt.Key.Key_F2)
    qtbot.keyClicks(page.reviewing.bar.note, "2 drafts")
    page.clusters.setFocus()
    choose(qtbot, page, "letter.txt")
    choose(qtbot, page, "report.txt")

    assert page.reviewing.bar.note.text() == "2 drafts"
    assert page.reviewing.bar.said() == "Verdict: Revision · Press Enter to save the note"
    press(qtbot, page, Qt.Key.Key_F2)
    qtbot.keyClicks(page.reviewing.bar.note, "3 drafts")  # over what is chosen whole
    page.clear()
    assert page.reviewing.bar.note.text() == "2 drafts"


def test_menus_show_the_key_of_a_verdict_once(page: ClustersPage) -> None:
    menu = page.reviewing.button.menu()
    for action in page.reviewing.bar.actions_by_verdict.values():
        shown = QStyleOptionMenuItem()
        menu.initStyleOption(shown, action)
        assert shown.text == action.text()


def test_escape_leaves_a_note_as_it_was_and_the_filter_alone(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    page.filter.setText("report")
    settle(qtbot, page)
    press(qtbot, page, Qt.Key.Key_F2)
    note = page.reviewing.bar.note
    qtbot.keyClicks(note, "2 drafts")

    page.clear()

    assert page.clusters.hasFocus()
    assert note.text() == ""
    assert page.filter.text() == "report"


def test_no_note_can_be_written_where_no_verdict_can_be_given(
    qtbot: QtBot, page: ClustersPage
) -> None:
    bar = page.reviewing.bar
    choose(qtbot, page, "report.txt")
    assert bar.note_action.isEnabled()

    page.reviewing.verdicts.choose(1, {1: 1})

    assert not bar.note_action.isEnabled()


def test_verdicts_are_listed_filtered_and_undone(qtbot: QtBot, page: ClustersPage) -> None:
    for name, key in (("report.txt", Qt.Key.Key_2), ("letter.txt", Qt.Key.Key_5)):
        choose(qtbot, page, name)
        press(qtbot, page, key)
    dialog = page.reviewing.open_verdicts()
    assert isinstance(dialog, VerdictListDialog)
    settle(qtbot, page)
    assert [dialog.table.item(row, 0).text() for row in range(2)] == ["Later", "Revision"]

    dialog.filter.set_filter("report")
    assert dialog.table.rowCount() == 1
    assert dialog.count.text() == "1 verdicts"
    dialog.filter.set_filter("")
    dialog.kind.setCurrentIndex(2)
    dialog.kind.activated.emit(2)
    assert dialog.table.item(0, 0).text() == "Revision"
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.take_back_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert verdicts(page) == [Verdict.LATER]
    assert dialog.table.rowCount() == 0
    dialog.accept()
    page.reviewing.bar.back_action.trigger()
    settle(qtbot, page)
    assert verdicts(page) == [Verdict.REVISION, Verdict.LATER]


def test_the_list_tells_a_verdict_that_is_not_what_was_given(
    qtbot: QtBot, page: ClustersPage
) -> None:
    choose(qtbot, page, "report.txt")
    press(qtbot, page, Qt.Key.Key_2)
    library = page.session.library
    assert library is not None
    with library.write() as connection:
        connection.exec_driver_sql("UPDATE verdicts SET verdict = 'unrelated'")

    dialog = page.reviewing.open_verdicts()
    assert isinstance(dialog, VerdictListDialog)
    settle(qtbot, page)

    assert dialog.table.rowCount() == 0
    assert dialog.nothing.isHidden()
    assert dialog.damage.text() == (
        "1 verdicts are damaged and were not followed. Check and repair the library."
    )
    dialog.accept()


def test_a_saved_plan_is_opened_and_applied(
    qtbot: QtBot, page: ClustersPage, docs: Path, tmp_path: Path
) -> None:
    assert page.session.library is not None
    (tmp_path / "no plan.json").write_text("{}", encoding="utf-8")
    rules = [KeepRule(RuleKind.LONGEST_TEXT), KeepRule(RuleKind.SHORTEST_PATH)]
    plan = make_plan(page.session.library, PlanOptions(rules, Act.HARDLINK), JobControl())
    save_plan(page.session.library, plan, tmp_path / "plan.json")
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)
    notices: list[Notice] = []
    page.session.notice_posted.connect(notices.append)

    dialog.open_plan(tmp_path / "no plan.json")
    settle(qtbot, page)
    assert notices.pop().text() == "The plan could not be opened"
    dialog.open_plan(tmp_path / "plan.json")
    settle(qtbot, page)

    assert dialog.plan is not None
    assert dialog.plan.acts == plan.acts
    assert dialog.act.currentData() == Act.HARDLINK
    assert dialog.acts.topLevelItem(0).text(2) == "Shortest path"
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert (docs / "report.txt").samefile(docs / "z" / "report copy.txt")


def test_of_a_large_plan_a_part_is_shown_and_all_is_saved(
    qtbot: QtBot, page: ClustersPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = tuple(
        PlannedAct(f"/all/of/{n}/copy.txt", f"/all/{n}/kept.txt", Act.SET_ASIDE, "newest", 1)
        for n in range(1_500)
    )
    refused = tuple(RefusedFile(f"/all/{n}/other.txt", "changed") for n in range(1_300))
    assert page.session.library is not None
    save_plan(page.session.library, Plan(acts, refused), tmp_path / "plan.json")
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)
    target = tmp_path / "again.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))

    dialog.open_plan(tmp_path / "plan.json")
    settle(qtbot, page)
    assert dialog.acts.topLevelItemCount() == 1_001
    assert dialog.acts.topLevelItem(1_000).text(0) == "and 500 more"
    assert dialog.acts.topLevelItem(7).text(0) == "of/7/copy.txt"
    assert dialog.folder.full_text() == "All files are below /all"
    assert dialog.refused.rowCount() == 1_001
    assert dialog.refused.item(1_000, 0).text() == "and 300 more"

    qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert load_plan(target).acts == acts
    dialog.reject()


def test_a_run_that_was_cut_off_is_told_when_the_library_is_opened(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    session = page.session
    assert session.library is not None
    before = tree(docs)
    control = JobControl()
    plan = make_plan(session.library, PlanOptions([KeepRule(RuleKind.SHORTEST_PATH)]), control)
    control.cancel()
    with pytest.raises(JobCancelledError):
        apply_plan(session.library, plan, NoTrash(), control)
    notices: list[Notice] = []
    session.notice_posted.connect(notices.append)

    session.library_opened.emit()
    settle(qtbot, page)

    (notice,) = notices
    assert notice.text().startswith("Work on files was interrupted.")
    assert notice.action is not None
    notice.action()
    (journal,) = page.findChildren(JournalDialog)
    settle(qtbot, page)
    run = journal.tree.topLevelItem(0)
    assert run.child(0).text(2) == "not done"
    journal.resize(500, 400)
    one_line_px = journal.tree.fontMetrics().horizontalAdvance(run.text(0))
    assert f"{run.childCount()} not done" in run.text(0)
    assert run.isFirstColumnSpanned()
    assert one_line_px < journal.tree.viewport().width()
    assert tree(docs) == before
    qtbot.mouseClick(journal.finish_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert not (docs / "z" / "report copy.txt").exists()
    journal.accept()


def opened_plan(qtbot: QtBot, page: ClustersPage) -> PlanDialog:
    dialog = page.reviewing.open_plan()
    assert isinstance(dialog, PlanDialog)
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=WAIT_MS)
    return dialog


def test_a_run_that_was_cut_off_is_told_by_a_page_that_is_made_later(
    qtbot: QtBot, open_session: Session, docs: Path
) -> None:
    library = open_session.library
    assert library is not None
    import_paths(library, [docs], ImportOptions(workers=1), JobControl())
    control = JobControl()
    plan = make_plan(library, PlanOptions([KeepRule(RuleKind.SHORTEST_PATH)]), control)
    control.cancel()
    with pytest.raises(JobCancelledError):
        apply_plan(library, plan, NoTrash(), control)
    notices: list[Notice] = []
    open_session.notice_posted.connect(notices.append)

    page = ClustersPage(open_session)
    qtbot.addWidget(page)
    settle(qtbot, page)

    assert [each.text().partition(".")[0] for each in notices] == ["Work on files was interrupted"]


def test_the_notice_of_a_run_that_was_cut_off_leaves_when_the_run_is_finished_or_undone(
    qtbot: QtBot, page: ClustersPage
) -> None:
    session = page.session
    assert session.library is not None
    control = JobControl()
    plan = make_plan(session.library, PlanOptions([KeepRule(RuleKind.SHORTEST_PATH)]), control)
    control.cancel()
    with pytest.raises(JobCancelledError):
        apply_plan(session.library, plan, NoTrash(), control)
    bar = NoticeBar()
    qtbot.addWidget(bar)
    session.notice_posted.connect(bar.post)
    session.library_opened.emit()
    settle(qtbot, page)
    assert bar.text().startswith("Work on files was interrupted.")

    assert bar.notice is not None
    assert bar.notice.action is not None
    bar.notice.action()
    (journal,) = page.findChildren(JournalDialog)
    settle(qtbot, page)
    journal.tree.setCurrentItem(journal.tree.topLevelItem(0))
    qtbot.mouseClick(journal.finish_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert "1 files set aside" in bar.text()

    bar.dismiss()
    assert bar.notice is None


def test_a_plan_is_applied_and_undone_from_the_journal(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    before = tree(docs)
    notices: list[Notice] = []
    page.session.notice_posted.connect(notices.append)
    dialog = opened_plan(qtbot, page)
    assert dialog.acts.topLevelItem(0).text(0).endswith("report copy.txt")
    assert dialog.acts.topLevelItem(0).text(2) == "Oldest"

    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(notices), timeout=WAIT_MS)

    assert notices[0].text().startswith("1 files set aside")
    (aside,) = docs.glob("Set aside *")
    assert notices[0].text().endswith(f"now in {aside}")
    assert not (docs / "z" / "report copy.txt").exists()
    settle(qtbot, page)
    journal = page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    settle(qtbot, page)
    assert journal.tree.topLevelItem(0).child(0).text(2) == "done"
    qtbot.mouseClick(journal.undo_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert tree(docs) == before
    assert notices[-1].text() == "1 files are back"
    run = journal.tree.topLevelItem(0).text(0)
    assert "1 undone" in run
    assert "finished" not in run
    journal.accept()
    bar = NoticeBar()
    qtbot.addWidget(bar)
    for notice in notices:
        bar.post(notice)
    bar.dismiss()
    assert bar.notice is None  # what was taken back is not offered once more


def test_ctrl_z_undoes_what_was_done_to_files_or_the_verdict_that_came_after_it(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    def come_back() -> None:
        page.activateWindow()
        qtbot.waitUntil(page.isActiveWindow)

    def press_undo() -> None:
        come_back()
        qtbot.keyClick(page.clusters, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        settle(qtbot, page)

    before = tree(docs)
    choose(qtbot, page, "letter.txt")
    press(qtbot, page, Qt.Key.Key_2)
    for _ in range(2):
        qtbot.mouseClick(opened_plan(qtbot, page).accept_button, Qt.MouseButton.LeftButton)
        settle(qtbot, page)
        assert tree(docs) != before
        press_undo()
        assert tree(docs) == before
    assert verdicts(page) == [Verdict.REVISION]

    qtbot.mouseClick(opened_plan(qtbot, page).accept_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    come_back()
    choose(qtbot, page, "letter.txt")
    press(qtbot, page, Qt.Key.Key_1)
    assert verdicts(page) == [Verdict.SAME]
    press_undo()

    assert verdicts(page) == [Verdict.REVISION]
    assert tree(docs) != before


def test_after_one_file_is_undone_a_second_click_leaves_the_others(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    for name in ("second copy", "third copy"):
        (docs / "z" / f"{name}.txt").write_text(REPORT, encoding="utf-8")
    assert page.session.library is not None
    import_paths(page.session.library, [docs], ImportOptions(workers=1), JobControl())
    options = PlanOptions([KeepRule(RuleKind.SHORTEST_PATH)])
    plan = make_plan(page.session.library, options, JobControl())
    assert apply_plan(page.session.library, plan, NoTrash(), JobControl()).done == 3
    journal = page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    settle(qtbot, page)
    back = journal.tree.topLevelItem(0).child(1)
    path = Path(back.text(0))
    journal.tree.setCurrentItem(back)

    for _ in range(2):
        qtbot.mouseClick(journal.undo_button, Qt.MouseButton.LeftButton)
        settle(qtbot, page)

    aside = {each.name for each in docs.rglob("*.txt") if "Set aside" in str(each)}
    assert path.exists()
    assert aside == {"second copy.txt", "third copy.txt", "report copy.txt"} - {path.name}
    assert [item.text(0) for item in journal.tree.selectedItems()] == [str(path)]
    assert not journal.undo_button.isEnabled()
    journal.reject()


def test_undoing_an_older_run_leaves_it_chosen(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    library = page.session.library
    assert library is not None
    for name in ("first", "second"):
        (docs / "z" / f"{name}.txt").write_text(REPORT, encoding="utf-8")
        import_paths(library, [docs], ImportOptions(workers=1), JobControl())
        plan = make_plan(library, PlanOptions([KeepRule(RuleKind.SHORTEST_PATH)]), JobControl())
        apply_plan(library, plan, NoTrash(), JobControl())
    journal = page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    settle(qtbot, page)
    journal.tree.setCurrentItem(journal.tree.topLevelItem(1))

    for _ in range(2):
        qtbot.mouseClick(journal.undo_button, Qt.MouseButton.LeftButton)
        settle(qtbot, page)

    assert (docs / "z" / "first.txt").exists()
    assert not (docs / "z" / "second.txt").exists()
    journal.reject()


def test_a_plan_names_files_by_their_paths_below_one_folder(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)
    row = dialog.acts.topLevelItem(0)

    dialog.acts.setCurrentItem(row)

    assert dialog.folder.full_text() == f"All files are below {docs}"
    assert [row.text(column) for column in range(3)] == [
        str(Path("z") / "report copy.txt"),
        "report.txt",
        "Oldest",
    ]
    assert dialog.acts.current_paths == (
        str(docs / "z" / "report copy.txt"),
        str(docs / "report.txt"),
    )
    dialog.reject()


def test_a_pattern_is_asked_for_until_it_is_valid(qtbot: QtBot, page: ClustersPage) -> None:
    asked: list[tuple[str, str]] = []
    dialog = opened_plan(qtbot, page)

    def answer_by(*texts: str) -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QInputDialog)
        asked.append((box.labelText(), box.textValue()))
        if texts[1:]:
            QTimer.singleShot(0, partial(answer_by, *texts[1:]))
        qtbot.keyClick(box.focusWidget(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClicks(box.focusWidget(), texts[0])
        qtbot.keyClick(box.focusWidget(), Qt.Key.Key_Return)

    QTimer.singleShot(0, partial(answer_by, "[", "copy"))
    qtbot.mouseClick(dialog.add_pattern, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert asked[1][0].startswith("Not a valid pattern: unterminated character set")
    assert asked[1][1] == "["
    assert str(dialog.rules.rules()[0]) == "pattern:copy"
    dialog.reject()


def test_folders_are_asked_for_by_what_they_are_for(
    qtbot: QtBot, page: ClustersPage, tmp_path: Path
) -> None:
    titles: list[str] = []

    def answer(_parent: QWidget, title: str, _start: Path) -> Path:
        titles.append(title)
        return tmp_path

    page.session.choosers = replace(page.session.choosers, any_folder=answer)
    dialog = opened_plan(qtbot, page)

    qtbot.mouseClick(dialog.add_folder, Qt.MouseButton.LeftButton)
    dialog.act.setCurrentIndex(list(Act).index(Act.MOVE))
    dialog.act.activated.emit(dialog.act.currentIndex())
    settle(qtbot, page)

    assert titles == ["Keep the copies in this folder", "Move the files to this folder"]
    dialog.reject()


def choose_act(qtbot: QtBot, dialog: PlanDialog, act: Act) -> None:
    """By keys, through the list of acts."""
    dialog.act.setFocus()
    steps = list(Act).index(act) - dialog.act.currentIndex()
    qtbot.keyClick(dialog.act, Qt.Key.Key_Down)
    held = dialog.act.view() if dialog.act.view().isVisible() else dialog.act
    for _ in range(steps):
        qtbot.keyClick(held, Qt.Key.Key_Down)
    qtbot.keyClick(held, Qt.Key.Key_Return)


def test_the_acts_can_be_walked_through_by_keys_without_being_asked_for_a_folder(
    qtbot: QtBot, page: ClustersPage
) -> None:
    asked: list[str] = []
    page.session.choosers = replace(
        page.session.choosers, any_folder=lambda _parent, title, _start: asked.append(title)
    )
    dialog = opened_plan(qtbot, page)
    choose_act(qtbot, dialog, Act.HARDLINK)
    settle(qtbot, page)

    assert dialog.act.currentData() == Act.HARDLINK
    assert asked == []
    dialog.reject()


def test_a_plan_without_acts_says_so(qtbot: QtBot, page: ClustersPage, docs: Path) -> None:
    (docs / "z" / "report copy.txt").unlink()
    dialog = opened_plan(qtbot, page)

    assert dialog.summary.text() == "Nothing to do: all copies stay. The second list says why."
    assert dialog.refused.isVisible()
    assert dialog.refused.item(0, 1).text() == "no longer there"
    dialog.reject()


def test_heads_of_a_plan_are_whole_in_a_narrow_window(qtbot: QtBot, page: ClustersPage) -> None:
    dialog = opened_plan(qtbot, page)
    dialog.resize(800, 600)
    settle(qtbot, page)
    header = dialog.acts.header()

    assert dialog.width() == 800
    shown = [number for number in range(3) if not header.isSectionHidden(number)]
    for number in shown:
        needed = header.fontMetrics().horizontalAdvance(dialog.acts.headerItem().text(number))
        assert header.sectionSize(number) > needed
    dialog.reject()


@pytest.mark.parametrize(("width_px", "shown"), [(800, [0, 2]), (1180, [0, 1, 2])])
def test_the_file_has_most_of_the_width_of_a_plan_and_the_rest_is_told_of_the_chosen_one(
    qtbot: QtBot, page: ClustersPage, docs: Path, width_px: int, shown: list[int]
) -> None:
    dialog = opened_plan(qtbot, page)
    dialog.resize(width_px, 600)
    settle(qtbot, page)
    header = dialog.acts.header()

    dialog.acts.setCurrentItem(dialog.acts.topLevelItem(0))

    assert [number for number in range(3) if not header.isSectionHidden(number)] == shown
    others = [header.sectionSize(number) for number in shown[1:]]
    before_its_name = 2 * dialog.acts.indentation() + 20  # the arrow and the tick
    assert header.sectionSize(0) - before_its_name > max(others)
    assert dialog.kept_path.full_text() == f"Kept: {docs / 'report.txt'} · Oldest"
    dialog.kept_path.setFixedWidth(150)
    qtbot.waitUntil(lambda: dialog.kept_path.text().endswith("report.txt"))
    dialog.reject()


def test_rules_that_decide_are_whole_with_large_type_in_the_least_window(
    qtbot: QtBot, page: ClustersPage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    dialog = opened_plan(qtbot, page)
    dialog.resize(800, 600)
    settle(qtbot, page)
    rules = dialog.rules
    rules.blockSignals(True)

    rules.show_hits(Plan((), (), hits={str(KeepRule(RuleKind.REFERENCE)): 12}))

    QApplication.processEvents()
    rules.blockSignals(False)
    assert rules.item(0).text() == "In a reference folder · decides 12"
    room = rules.visualItemRect(rules.item(0))
    assert room.right() <= rules.viewport().rect().right()
    assert rules.horizontalScrollBar().maximum() == 0
    assert room.height() >= 2 * rules.fontMetrics().height()
    dialog.reject()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_the_rules_of_a_plan_keep_their_width_whatever_act_is_chosen(
    qtbot: QtBot, page: ClustersPage, translator: Translator, language: Language
) -> None:
    translator.apply(language)
    Theme.current().apply(ThemeChoice.LIGHT, 200)
    dialog = opened_plan(qtbot, page)
    dialog.resize(1280, 720)
    settle(qtbot, page)
    widths = {dialog.rules.width()}

    for act in (Act.TRASH, Act.HARDLINK, Act.REFLINK):
        choose_act(qtbot, dialog, act)
        qtbot.waitUntil(lambda act=act: dialog.hint.text() == act_hint(act))
        settle(qtbot, page)
        QApplication.processEvents()
        widths.add(dialog.rules.width())

    assert len(widths) == 1
    dialog.reject()


def test_of_a_copy_in_an_archive_plan_and_cluster_say_why_it_stays(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    for name in ("a.zip", "b.zip"):
        with zipfile.ZipFile(docs / name, "w") as archive:
            archive.write(docs / "report.txt", "packed.txt")
    assert page.session.library is not None
    import_paths(page.session.library, [docs], ImportOptions(workers=1), JobControl())
    page.session.documents_changed.emit()
    settle(qtbot, page)
    choose(qtbot, page, named(page.clusters, "medoid")[0])
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)

    model = page.details.members.paged
    names = named(page.details.members, "name")
    place = column(page.details.members, "name")
    tips = {
        name: model.data(model.index(row, place), Qt.ItemDataRole.ToolTipRole).splitlines()[1:]
        for row, name in enumerate(names)
    }
    assert tips["report.txt"] == []
    assert tips["packed.txt"] == [
        "In an archive or a mailbox, which a plan never changes or removes: this copy stays"
    ]
    told = {
        dialog.refused.item(row, 0).text(): dialog.refused.item(row, 1).text()
        for row in range(dialog.refused.rowCount())
    }
    why = "inside an archive or a mailbox, which a plan never changes or removes"
    assert told == {f"{name}.zip › packed.txt": why for name in "ab"}
    dialog.reject()


def test_reasons_to_stay_are_seen_in_a_narrow_window(qtbot: QtBot, page: ClustersPage) -> None:
    dialog = opened_plan(qtbot, page)
    dialog.resize(800, 600)
    dialog.tabs.setCurrentWidget(dialog.refused)
    settle(qtbot, page)

    seen = dialog.refused.viewport().width()
    assert dialog.refused.columnWidth(0) + dialog.refused.columnWidth(1) <= seen
    assert dialog.refused.columnWidth(1) > seen // 3
    dialog.reject()


def test_a_reason_to_stay_that_is_long_is_whole_in_a_narrow_window(
    qtbot: QtBot, page: ClustersPage, tmp_path: Path
) -> None:
    assert page.session.library is not None
    dialog = opened_plan(qtbot, page)
    dialog.resize(800, 600)
    dialog.tabs.setCurrentWidget(dialog.refused)
    like = "/all/".join(["by verdict like "] * 6)
    save_plan(
        page.session.library, Plan((), (RefusedFile("/all/a.txt", like),)), tmp_path / "plan.json"
    )

    dialog.open_plan(tmp_path / "plan.json")
    settle(qtbot, page)

    table = dialog.refused
    needed = table.fontMetrics().boundingRect(
        QRect(0, 0, table.columnWidth(1), 1_000), Qt.TextFlag.TextWordWrap, table.item(0, 1).text()
    )
    assert needed.height() > 2 * table.fontMetrics().height()
    assert table.rowHeight(0) >= needed.height()
    dialog.reject()


def test_a_long_path_of_a_file_that_stays_is_on_one_line(
    qtbot: QtBot, page: ClustersPage, tmp_path: Path
) -> None:
    """As in all lists: the middle is left out, and the tip has it."""
    assert page.session.library is not None
    dialog = opened_plan(qtbot, page)
    dialog.resize(800, 600)
    dialog.tabs.setCurrentWidget(dialog.refused)
    far = "/".join(["", "all", *["a folder with a name"] * 9, "b.txt"])
    stay = tuple(RefusedFile(path, Refusal.GONE) for path in ("/all/a.txt", far))
    acts = (PlannedAct("/all/x/copy.txt", "/all/y/kept.txt", Act.SET_ASIDE, "newest", 1),)
    save_plan(page.session.library, Plan(acts, stay), tmp_path / "plan.json")

    dialog.open_plan(tmp_path / "plan.json")
    settle(qtbot, page)

    table = dialog.refused
    assert table.textElideMode() is Qt.TextElideMode.ElideMiddle
    assert table.rowHeight(1) == table.rowHeight(0)
    assert table.item(0, 0).text() == "a.txt"
    assert [table.item(row, 0).toolTip() for row in (0, 1)] == ["/all/a.txt", far]
    dialog.reject()


def test_a_dry_run_does_not_promise_what_only_the_trash_knows(
    qtbot: QtBot, page: ClustersPage
) -> None:
    dialog = opened_plan(qtbot, page)
    told = {}
    for act in (Act.SET_ASIDE, Act.TRASH):
        dialog.act.setCurrentIndex(list(Act).index(act))
        dialog.act.activated.emit(list(Act).index(act))
        settle(qtbot, page)
        qtbot.mouseClick(dialog.check_button, Qt.MouseButton.LeftButton)
        settle(qtbot, page)
        told[act] = dialog.summary.text()

    assert told[Act.TRASH].removeprefix(told[Act.SET_ASIDE]) == (
        " Whether the trash can take a file, or the drive can link or clone one, is known only"
        " when it is done."
    )
    dialog.reject()


def test_the_journal_says_whole_why_a_file_stayed(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    dialog = opened_plan(qtbot, page)
    (docs / "report.txt").write_text("written to since", encoding="utf-8")
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    journal = page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    settle(qtbot, page)
    assert not journal.place.full_text()

    journal.tree.setFocus()
    qtbot.keyClick(journal.tree, Qt.Key.Key_Down)

    assert journal.place.full_text() == "its bytes are not those of the kept copy"
    journal.reject()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_the_list_of_verdicts_does_not_scroll_sideways_with_large_type(
    qtbot: QtBot, page: ClustersPage, theme: Theme, translator: Translator, language: Language
) -> None:
    translator.apply(language)
    theme.apply(ThemeChoice.LIGHT, 200)
    dialog = page.reviewing.open_verdicts()
    assert isinstance(dialog, VerdictListDialog)
    dialog.resize(800, 700)
    settle(qtbot, page)

    assert dialog.width() == 800
    assert dialog.table.horizontalScrollBar().maximum() == 0
    assert cut_heads(dialog.table) == []
    dialog.accept()


def cell_rows(dialog: VerdictListDialog) -> list[dict[str, str]]:
    table = dialog.table
    heads = [table.horizontalHeaderItem(column).text() for column in range(table.columnCount())]
    rows = range(table.rowCount())
    texts = [[item_text(table, row, column) for column in range(4)] for row in rows]
    return [dict(zip(heads, row, strict=True)) for row in texts]


def item_text(table: QTableWidget, row: int, column: int) -> str:
    return str(table.model().index(row, column).data())


def test_dates_and_names_in_the_list_of_verdicts_are_whole_with_large_type_in_the_least_window(
    qtbot: QtBot, page: ClustersPage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    for name, key in (("report.txt", Qt.Key.Key_2), ("letter.txt", Qt.Key.Key_3)):
        choose(qtbot, page, name)
        press(qtbot, page, key)
    dialog = page.reviewing.open_verdicts()
    assert isinstance(dialog, VerdictListDialog)
    dialog.resize(800, 640)
    settle(qtbot, page)
    table, metrics = dialog.table, dialog.table.fontMetrics()

    assert cell_rows(dialog)[0]["Documents"] == "letter.txt\nletter 2.txt"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\n\d\d:\d\d · .+", cell_rows(dialog)[0]["Date"])
    margin = table.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1
    for row, (place, between) in itertools.product(range(2), [(0, " "), (1, "\n"), (3, "\n| ·")]):
        words = re.split(between, item_text(table, row, place))
        room = table.columnWidth(place) - 2 * margin
        assert max(map(metrics.horizontalAdvance, words)) <= room
        assert table.rowHeight(row) >= 2 * metrics.height()
    dialog.accept()


def test_names_in_the_list_of_verdicts_are_whole_beside_notes_with_large_type(
    qtbot: QtBot, page: ClustersPage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    assert page.session.library is not None
    named = {b"a" * 16: "/all/knife-sharpening-order.txt", b"b" * 16: "/all/knife.txt"}
    given = GivenVerdict(1, Verdict.SAME, "The same but for its order", 1, named)
    restore_verdicts(page.session.library, [given])
    dialog = page.reviewing.open_verdicts()
    assert isinstance(dialog, VerdictListDialog)
    dialog.resize(800, 640)
    settle(qtbot, page)
    table = dialog.table

    assert table.columnWidth(1) >= table.sizeHintForColumn(1)
    assert table.horizontalScrollBar().maximum() == 0
    date = cell_rows(dialog)[0]["Date"]
    assert table.isColumnHidden(3)
    assert date in str(table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
    dialog.resize(1600, 640)
    qtbot.waitUntil(lambda: not table.isColumnHidden(3))
    dialog.accept()


def test_documents_of_one_name_are_told_apart_in_the_list_of_verdicts_and_many_are_counted(
    qtbot: QtBot, page: ClustersPage
) -> None:
    assert page.session.library is not None
    members = {
        bytes([number]) * 16: str(Path("/all") / f"{number:02}" / "report.txt")
        for number in range(32)
    }
    groups = ([*members.items()][:2], [*members.items()][2:])
    restore_verdicts(
        page.session.library,
        [
            GivenVerdict(number, Verdict.SAME, "", number, dict(group))
            for number, group in enumerate(groups, start=1)
        ],
    )
    dialog = page.reviewing.open_verdicts()
    assert isinstance(dialog, VerdictListDialog)
    settle(qtbot, page)
    table = dialog.table

    many, two = (row["Documents"].splitlines() for row in cell_rows(dialog))
    assert two == [str(Path("00") / "report.txt"), str(Path("01") / "report.txt")]
    assert many == [str(Path("02") / "report.txt"), "and 29 more"]
    tip = str(table.model().index(0, 1).data(Qt.ItemDataRole.ToolTipRole)).splitlines()
    assert [*tip[:2], tip[-1]] == [*groups[1][0][1:], groups[1][1][1], "and 10 more"]
    assert table.isColumnHidden(2)  # no verdict has a note
    dialog.accept()


def test_a_dry_run_tells_what_would_stay_and_touches_nothing(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    dialog = opened_plan(qtbot, page)
    (docs / "report.txt").write_text("written to since", encoding="utf-8")
    before = tree(docs)

    qtbot.mouseClick(dialog.check_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert tree(docs) == before
    assert dialog.summary.text() == (
        "Checked, and nothing was changed: 0 files can be processed. "
        "1 would stay; the second list says why."
    )
    assert dialog.refused.item(0, 0).text() == str(Path("z") / "report copy.txt")
    assert dialog.refused.item(0, 1).text() == "its bytes are not those of the kept copy"
    tabs = [dialog.tabs.tabText(number) for number in range(2)]
    assert tabs == ["Actions: 0", f"Staying: {dialog.refused.rowCount()}"]
    assert page.session.library is not None
    assert review_runs(page.session.library) == []
    dialog.reject()


def test_a_plan_tells_free_room_sizes_and_what_else_changes(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    os.utime(docs / "z" / "report copy.txt", (2_000_000_000, 2_000_000_000))
    dialog = opened_plan(qtbot, page)
    free = shutil.disk_usage(docs).free
    row = list(Act).index(Act.HARDLINK)
    dialog.act.setCurrentIndex(row)
    dialog.act.activated.emit(row)
    settle(qtbot, page)

    dialog.acts.setCurrentItem(dialog.acts.topLevelItem(0))

    (told,) = re.findall(r"Free on the drive: ([\d.,]+) GB\.", dialog.summary.text())
    assert abs(float(told) * (1 << 30) - free) < 1 << 30
    assert dialog.path.full_text().endswith(f"report copy.txt · {fmt.size(len(REPORT))}")
    assert dialog.changes.full_text().startswith("Changes: modified 2033-05-18")
    dialog.reject()


def test_a_plan_says_when_the_room_of_its_files_is_free(qtbot: QtBot, page: ClustersPage) -> None:
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)
    size, when = dialog.summary.toolTip().splitlines()
    assert size == fmt.exact_size(len(REPORT))
    assert when.startswith("The room becomes free when the files are deleted from where they went")

    dialog.act.setCurrentIndex(list(Act).index(Act.HARDLINK))
    dialog.act.activated.emit(dialog.act.currentIndex())
    settle(qtbot, page)

    assert dialog.summary.toolTip() == size
    assert "takes up its room until it is deleted there" in reclaimable_meaning()
    dialog.reject()


def test_a_plan_tells_which_names_undo_does_not_join_again(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    os.link(docs / "z" / "report copy.txt", docs.parent / "outside.txt")
    dialog = opened_plan(qtbot, page)
    dialog.act.setCurrentIndex(list(Act).index(Act.HARDLINK))
    dialog.act.activated.emit(dialog.act.currentIndex())
    settle(qtbot, page)

    dialog.acts.setCurrentItem(dialog.acts.topLevelItem(0))

    told = "other names outside the library, which undo does not join again: 1"
    assert dialog.changes.full_text().endswith(told)
    dialog.reject()


@pytest.mark.skipif(os.name == "nt", reason="needs the right to make links")
def test_a_plan_tells_which_symbolic_links_would_lead_nowhere(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    (docs / "latest.txt").symlink_to(docs / "z" / "report copy.txt")
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)
    item = dialog.acts.topLevelItem(0)
    dialog.acts.setCurrentItem(item)

    assert "1 symbolic links would lead nowhere until undo." in dialog.summary.text()
    told = "symbolic links to it, which lead nowhere until undo: 1"
    assert dialog.changes.full_text().endswith(told)
    item.setCheckState(0, Qt.CheckState.Unchecked)
    assert "symbolic" not in dialog.summary.text()
    dialog.reject()


def test_a_plan_that_a_person_has_written_says_what_each_act_is(
    qtbot: QtBot, page: ClustersPage, docs: Path, tmp_path: Path
) -> None:
    kept = str(docs / "report.txt")
    acts = (
        PlannedAct(str(docs / "z" / "report copy.txt"), kept, Act.SET_ASIDE, "kept: signed", 9),
        PlannedAct(str(docs / "letter.txt"), kept, Act.TRASH, "", 9),
    )
    assert page.session.library is not None
    save_plan(page.session.library, Plan(acts), tmp_path / "plan.json")
    dialog = opened_plan(qtbot, page)

    dialog.open_plan(tmp_path / "plan.json")
    settle(qtbot, page)

    assert dialog.acts.topLevelItem(0).child(0) is not None
    assert "kept: signed" in dialog.acts.topLevelItem(0).text(2)
    assert dialog.accept_button.text() == "Do all of this"
    assert "Set aside: 1, Move to trash: 1." in dialog.summary.text()
    dialog.reject()


def test_the_journal_says_where_a_file_is_now(qtbot: QtBot, page: ClustersPage, docs: Path) -> None:
    dialog = opened_plan(qtbot, page)
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    journal = page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    settle(qtbot, page)
    (folder,) = docs.glob("Set aside */z")
    assert journal.place.full_text() == f"The files are now in {folder}"

    journal.tree.setFocus()
    qtbot.keyClick(journal.tree, Qt.Key.Key_Down)

    (aside,) = docs.glob("Set aside */z/report copy.txt")
    assert journal.place.full_text() == f"The file is now {aside}"
    journal.reject()


def test_the_journal_counts_the_files_that_are_chosen(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    (docs / "z" / "second copy.txt").write_text(REPORT, encoding="utf-8")
    assert page.session.library is not None
    import_paths(page.session.library, [docs], ImportOptions(workers=1), JobControl())
    qtbot.mouseClick(opened_plan(qtbot, page).accept_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    journal = page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    settle(qtbot, page)

    qtbot.keyClick(journal.tree, Qt.Key.Key_Down)
    qtbot.keyClick(journal.tree, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    assert journal.place.full_text() == "2 files chosen"
    journal.reject()


def test_exact_copies_alone_say_that_they_need_no_verdict(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    for name in ("one.txt", "two.txt"):
        (docs / name).write_text("The toll of the old bridge was paid in salt. " * 9, "utf-8")
    assert page.session.library is not None
    import_paths(page.session.library, [docs], ImportOptions(workers=1), JobControl())
    page.session.documents_changed.emit()
    settle(qtbot, page)
    choose(qtbot, page, "one.txt")

    assert page.reviewing.bar.said() == "Exact copies need no verdict"
    page.clusters.setFocus()
    qtbot.keyClick(page.clusters, Qt.Key.Key_1)

    assert page.filter.text() == ""  # a verdict key, and no beginning of a filter
    assert page.clusters.hasFocus()


def test_escape_leads_from_the_filter_back_to_the_clusters(
    qtbot: QtBot, page: ClustersPage
) -> None:
    page.clusters.setFocus()
    qtbot.keyClick(page.clusters, Qt.Key.Key_X)
    typed = page.filter.text(), page.filter.hasFocus()
    page.clear()

    assert typed == ("x", True)
    assert page.filter.text() == ""
    assert page.clusters.hasFocus()


def test_large_type_leaves_the_paths_of_a_plan_room(qtbot: QtBot, page: ClustersPage) -> None:
    dialog = opened_plan(qtbot, page)
    least = dialog.acts.header().minimumSectionSize()

    dialog.resize(dialog.minimumSizeHint())
    settle(qtbot, page)

    shown = [number for number in range(3) if not dialog.acts.isColumnHidden(number)]
    assert shown
    assert all(dialog.acts.columnWidth(number) >= least for number in shown)
    assert least >= Theme.current().scaled(140)
    dialog.reject()


def test_versions_that_are_called_the_same_stay_for_a_reason_in_chinese(
    qtbot: QtBot, page: ClustersPage, docs: Path, translator: Translator
) -> None:
    choose(qtbot, page, "report.txt")
    press(qtbot, page, Qt.Key.Key_1)
    dialog = opened_plan(qtbot, page)
    assert dialog.plan is not None
    translator.apply(Language.CHINESE)

    (reason,) = [refusal_text(each.reason) for each in dialog.plan.refused]

    kept = next(docs / name for name in ("report.txt", "report 2.txt") if name in reason)
    assert reason.endswith(str(kept))
    assert not re.search("[a-z]", reason.removesuffix(str(kept)))
    dialog.reject()


def test_a_reason_within_a_reason_is_translated() -> None:
    told = f"{Refusal.KEPT_GONE}: {Refusal.THROUGH_LINK}"

    assert refusal_text(told) == (
        "the kept copy is not there, or cannot be read: reached through a symbolic link"
    )


@pytest.mark.parametrize("number", ["EACCES", "ENOSPC", "EROFS", "EBUSY", "ENAMETOOLONG", "EIO"])
def test_what_the_system_says_is_told_in_the_language_of_the_window(
    translator: Translator, number: str
) -> None:
    error = refused_by_system(OSError(getattr(errno, number), "Permesso negato"))
    assert refusal_text(str(error)) == f"the system refuses: {error.detail}"
    translator.apply(Language.CHINESE)

    told = refusal_text(str(error))

    assert not re.search("[A-Za-z]", told)
    assert told.startswith("系统拒绝")


def test_every_reason_of_a_system_is_told_in_chinese(translator: Translator) -> None:
    translator.apply(Language.CHINESE)
    assert not [each for each in SystemReason if re.search("[a-z]", refusal_text(each))]
    assert failure_detail("The system cannot read it: no permission.") == "系统无法读取：没有权限。"


def test_reasons_of_earlier_plans_and_journals_are_told_in_words_of_now() -> None:
    assert refusal_text("on another volume") == "on another drive"
    assert refusal_text("this volume cannot do it: no reflinks") == (
        "this drive cannot do it: no reflinks"
    )


def test_every_reason_to_stay_is_told_in_chinese(translator: Translator) -> None:
    translator.apply(Language.CHINESE)

    assert [told for each in Refusal if (told := refusal_text(str(each))).isascii()] == []


def test_rules_are_moved_by_key_and_asked_again(qtbot: QtBot, page: ClustersPage) -> None:
    dialog = opened_plan(qtbot, page)
    names = [str(rule) for rule in dialog.rules.rules()]
    assert names == ["reference", "oldest", "shortest-path"]

    dialog.rules.setCurrentRow(2)
    qtbot.mouseClick(dialog.up, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    qtbot.waitUntil(dialog.accept_button.isEnabled, timeout=WAIT_MS)

    assert [str(rule) for rule in dialog.rules.rules()] == ["reference", "shortest-path", "oldest"]
    assert dialog.acts.topLevelItem(0).text(2) == "Shortest path"
    dialog.reject()


def test_the_order_of_rules_is_kept_for_each_library(
    qtbot: QtBot, page: ClustersPage, docs: Path, tmp_path: Path
) -> None:
    session = page.session
    assert session.library is not None
    first = session.library.path
    dialog = opened_plan(qtbot, page)
    dialog.rules.setCurrentRow(2)
    qtbot.mouseClick(dialog.up, Qt.MouseButton.LeftButton)
    session.choosers = replace(session.choosers, any_folder=lambda *_: docs / "z")
    qtbot.mouseClick(dialog.add_folder, Qt.MouseButton.LeftButton)
    wanted = [f"folder:{docs / 'z'}", "reference", "shortest-path", "oldest"]
    assert asked_rules(dialog) == wanted
    dialog.reject()
    settle(qtbot, page)

    for_this_time = page.reviewing.open_plan(kept_folder=str(docs))
    assert isinstance(for_this_time, PlanDialog)
    assert asked_rules(for_this_time) == [f"folder:{docs}", *wanted]
    for_this_time.reject()
    again = opened_plan(qtbot, page)
    assert asked_rules(again) == wanted
    again.rules.item(0).setCheckState(Qt.CheckState.Unchecked)
    again.reject()
    settle(qtbot, page)

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(tmp_path / "other.simhash")
    other = opened_plan(qtbot, page)
    assert asked_rules(other) == ["reference", "oldest", "shortest-path"]
    other.reject()
    settle(qtbot, page)
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(first)
    last = opened_plan(qtbot, page)
    assert asked_rules(last) == wanted[1:]
    assert last.rules.count() == len(RuleKind) - 2  # the unticked folder is forgotten
    last.reject()
    settle(qtbot, page)


def asked_rules(dialog: PlanDialog) -> list[str]:
    return [str(rule) for rule in dialog.rules.rules()]


def test_another_copy_is_kept_by_hand(qtbot: QtBot, page: ClustersPage, docs: Path) -> None:
    dialog = opened_plan(qtbot, page)
    assert not dialog.keep_button.isEnabled()
    dialog.acts.setCurrentItem(dialog.acts.topLevelItem(0))
    first = dialog.plan
    assert first is not None

    qtbot.mouseClick(dialog.keep_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.plan is not None and dialog.plan.acts != first.acts)
    settle(qtbot, page)

    assert dialog.plan is not None
    assert [(act.path, act.keeps) for act in dialog.plan.acts] == [
        (act.keeps, act.path) for act in first.acts
    ]
    chosen = Path(first.acts[0].path)
    assert dialog.rules.item(0).text().startswith(f"Keep {chosen}")
    assert dialog.acts.current_paths[1] == str(chosen)
    assert dialog.acts.current_reason == "Chosen by you"
    assert dialog.focusWidget() is dialog.acts
    assert KeepRule.of_file("/a (b)/c.txt").file == "/a (b)/c.txt"
    assert not KeepRule.parse("pattern:^/a$|b").file
    dialog.reject()


def test_what_a_rule_decides_is_not_cut_off_in_large_type(
    qtbot: QtBot, page: ClustersPage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    dialog = opened_plan(qtbot, page)
    rules, line_px = dialog.rules, dialog.rules.visualItemRect(dialog.rules.item(3)).height()

    for width_px in range(rules.minimumSizeHint().width(), rules.natural_width(), 3):
        rules.setFixedWidth(width_px)
        qtbot.wait(0)
        item = rules.item(1)
        room = QStyleOptionViewItem()
        rules.initViewItemOption(room)
        rules.itemDelegate().initStyleOption(room, rules.indexFromItem(item))
        room.rect = rules.visualItemRect(item)
        text = rules.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, room, rules)
        needed_px = rules.fontMetrics().horizontalAdvance(item.text())
        assert needed_px <= text.width() or room.rect.height() > line_px
    dialog.reject()


def test_of_copies_that_the_rules_leave_undecided_one_is_kept_by_hand(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    for name in ("aa", "bb"):  # as old as each other, and paths as long
        (docs / name).mkdir()
        (docs / name / "twin.txt").write_text(words("twin", 0, 60), encoding="utf-8")
        os.utime(docs / name / "twin.txt", (1_000_000, 1_000_000))
    library = page.session.library
    assert library is not None
    import_paths(library, [docs], ImportOptions(workers=1), JobControl())
    dialog = opened_plan(qtbot, page)
    assert [act.path for act in dialog.acts.current_acts] == []
    dialog.tabs.setCurrentWidget(dialog.refused)
    settle(qtbot, page)
    paths = [dialog.refused.item(row, 0).text() for row in range(dialog.refused.rowCount())]
    place = dialog.refused.visualItemRect(dialog.refused.item(paths.index("bb/twin.txt"), 0))
    assert not dialog.keep_button.isEnabled()

    qtbot.mouseClick(dialog.refused.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    assert dialog.keep_button.isEnabled()
    qtbot.mouseClick(dialog.keep_button, Qt.MouseButton.LeftButton)

    def plans_the_other() -> bool:
        plan = dialog.plan
        return plan is not None and str(docs / "aa/twin.txt") in [act.path for act in plan.acts]

    qtbot.waitUntil(plans_the_other, timeout=WAIT_MS)
    dialog.reject()


def test_a_reason_that_names_a_path_is_one_line() -> None:
    told = refusal_text(f"{Refusal.SAME_FILE.value}: /d/line\nbreak \u202etxt.exe")
    assert told.endswith(": /d/line\ufffdbreak \ufffdtxt.exe")


def test_the_figures_lead_to_the_plan(qtbot: QtBot, page: ClustersPage) -> None:
    qtbot.mouseClick(page.threshold.plan, Qt.MouseButton.LeftButton)

    (dialog,) = page.findChildren(PlanDialog)
    settle(qtbot, page)
    assert dialog.plan is not None
    dialog.reject()


def test_enter_acts_only_from_the_button_that_acts(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    before = tree(docs)
    for wanted in ("rules", "acts", "cancel_button"):
        dialog = opened_plan(qtbot, page)
        settle(qtbot, page)
        part: QWidget = getattr(dialog, wanted)
        part.setFocus()
        qtbot.keyClick(part, Qt.Key.Key_Return)
        settle(qtbot, page)
        assert dialog.result() == PlanDialog.DialogCode.Rejected
        assert not dialog.isVisible()
    assert tree(docs) == before

    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)
    dialog.accept_button.setFocus()
    qtbot.keyClick(dialog.accept_button, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert not (docs / "z" / "report copy.txt").exists()


def test_nothing_can_be_applied_without_an_act(qtbot: QtBot, page: ClustersPage) -> None:
    dialog = opened_plan(qtbot, page)
    for row in range(dialog.rules.count()):
        dialog.rules.item(row).setCheckState(Qt.CheckState.Unchecked)
    settle(qtbot, page)
    QApplication.processEvents()

    assert not dialog.accept_button.isEnabled()
    assert dialog.refused.rowCount() == 2
    assert dialog.refused.item(0, 1).text() == "the rules do not say which copy to keep"
    dialog.reject()


def test_folders_that_share_documents_are_listed_and_one_is_emptied(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    page.show_tab(Tab.FOLDERS)
    settle(qtbot, page)
    table = page.folders.table
    assert (named(table, "a"), named(table, "b")) == (["docs"], [str(Path("docs", "z"))])
    place = table.paged.index(0, column(table, "b"))
    assert place.data(Qt.ItemDataRole.ToolTipRole).startswith(str(docs / "z"))
    assert [named(table, name) for name in ("shared", "near", "only-a", "only-b")] == [
        ["1"],
        ["1"],
        ["2"],
        ["0"],
    ]
    select_only(table, 0)

    page.folders.empty_b.trigger()

    (dialog,) = page.findChildren(PlanDialog)
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=WAIT_MS)
    assert dialog.plan is not None
    assert [act.path for act in dialog.plan.acts] == [str(docs / "z" / "report copy.txt")]
    settle(qtbot, page)
    assert dialog.acts.topLevelItem(0).text(2) == "Outside the folder"
    dialog.reject()


def test_chosen_folders_stay_chosen_or_none_are(qtbot: QtBot, page: ClustersPage) -> None:
    page.show_tab(Tab.FOLDERS)
    settle(qtbot, page)
    panel = page.folders
    counts = [np.array([9, 5]), *(np.ones(2, np.int64) for _ in range(3)), np.zeros(2, np.bool_)]
    panel._show(FolderPairs(("/a", "/b", "/c"), np.array([0, 0]), np.array([1, 2]), *counts))
    panel.table.select_id(1)
    assert panel.table.current_id() == 1

    panel._show(FolderPairs(("/a", "/c"), np.array([0]), np.array([1]), *(c[1:] for c in counts)))
    assert panel.table.selected_ids() == [0]
    assert named(panel.table, "b") == ["/c"]

    panel._show(FolderPairs(("/a", "/d"), np.array([0]), np.array([1]), *(c[1:] for c in counts)))
    assert panel.table.selected_ids() == []
    assert not panel.empty_a.isEnabled()


@pytest.mark.parametrize("name", ["a", "b", "shared", "near", "only-a", "only-b"])
def test_pairs_of_folders_are_sorted_by_the_column_that_is_clicked(
    qtbot: QtBot, page: ClustersPage, name: str
) -> None:
    page.resize(1400, 800)
    page.show_tab(Tab.FOLDERS)
    settle(qtbot, page)
    table = page.folders.table
    columns = np.array([[5, 9, 7], [3, 2, 1], [4, 6, 5], [8, 0, 9]])
    a, b = np.array([0, 1, 2]), np.array([5, 3, 4])
    names = ("/a", "/b", "/c", "/d", "/e", "/f")
    page.folders._show(FolderPairs(names, a, b, *columns, np.zeros(3, np.bool_)))

    click_header(qtbot, page, table, name)
    one_way = named(table, name)
    click_header(qtbot, page, table, name)

    assert sorted(one_way) in (one_way, named(table, name))
    assert named(table, name) == one_way[::-1]


def test_folders_that_were_not_compared_are_told(qtbot: QtBot, page: ClustersPage) -> None:
    page.show_tab(Tab.FOLDERS)
    settle(qtbot, page)
    panel = page.folders
    nothing = [*(np.zeros(1, np.int64) for _ in range(4)), np.zeros(1, np.bool_)]
    found = FolderPairs(("/a", "/b"), np.array([0]), np.array([1]), *nothing)
    panel._show(found)
    never = (
        "Other files, such as pictures and files that are empty, hidden or could not be read, are "
        "not counted."
    )
    assert panel.left_out.isVisible()
    assert panel.left_out.text() == never
    row = panel._model.row(0)
    assert row is not None
    tip = panel._model.columns[0].tip
    assert tip is not None
    assert tip(row).endswith(
        f"All documents directly in it are in the other folder as well. {never}"
    )

    panel._show(replace(found, trees_left_out=2, widespread=3))
    assert panel.left_out.isVisible()
    assert panel.left_out.text() == (
        f"{never} "
        "2 more pairs of folders with everything below them, those with the fewest documents, "
        "were not compared. 3 documents are in more than a hundred folders each and were not "
        "counted."
    )


def test_copies_of_one_content_are_one_row_and_a_denied_one_stays(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    for number in range(5):
        (docs / "z" / f"copy {number}.txt").write_text(REPORT, encoding="utf-8")
    assert page.session.library is not None
    import_paths(page.session.library, [docs], ImportOptions(workers=1), JobControl())
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)
    assert dialog.acts.topLevelItemCount() == 1
    group = dialog.acts.topLevelItem(0)
    assert group.text(0).startswith("6 files: ")
    dialog.acts.expandItem(group)
    assert group.childCount() == 6

    group.child(1).setCheckState(0, Qt.CheckState.Unchecked)

    denied = group.child(1).toolTip(0)
    assert group.checkState(0) is Qt.CheckState.PartiallyChecked
    assert dialog.summary.text().endswith("1 unticked.")
    assert dialog.plan is not None
    assert (len(dialog.plan.acts), dialog.plan.refused[-1].path) == (5, denied)
    dialog.reject()
    again = opened_plan(qtbot, page)
    settle(qtbot, page)
    assert again.plan is not None
    assert denied not in {act.path for act in again.plan.acts}
    qtbot.mouseClick(again.accept_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert Path(denied).read_text(encoding="utf-8") == REPORT
    assert len(list((docs / "z").iterdir())) == 1


def test_unticking_a_content_denies_all_its_files(qtbot: QtBot, page: ClustersPage) -> None:
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)

    dialog.acts.topLevelItem(0).setCheckState(0, Qt.CheckState.Unchecked)
    assert not dialog.accept_button.isEnabled()
    dialog.acts.topLevelItem(0).setCheckState(0, Qt.CheckState.Checked)

    assert dialog.accept_button.isEnabled()
    assert dialog.acts.denied == set()
    dialog.reject()


def test_while_a_new_plan_is_made_the_one_before_can_be_neither_accepted_nor_checked(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    (docs / "letter copy.txt").write_text(LETTER, encoding="utf-8")
    assert page.session.library is not None
    import_paths(page.session.library, [docs], ImportOptions(workers=1), JobControl())
    dialog = opened_plan(qtbot, page)
    settle(qtbot, page)
    assert dialog.acts.topLevelItemCount() == 2
    before = tree(docs)
    buttons = (dialog.accept_button, dialog.check_button, dialog.save_button)

    dialog.act.setCurrentIndex(list(Act).index(Act.HARDLINK))
    dialog.act.activated.emit(dialog.act.currentIndex())
    dialog.acts.topLevelItem(0).setCheckState(0, Qt.CheckState.Unchecked)

    assert dialog.summary.text() == "Planning…"
    assert [button.isEnabled() for button in buttons] == [False] * 3
    for button in buttons:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert dialog.isVisible()
    assert tree(docs) == before
    assert [button.isEnabled() for button in buttons] == [True] * 3
    assert dialog.plan is not None
    assert [act.act for act in dialog.plan.acts] == [Act.HARDLINK]
    assert dialog.summary.text().endswith("1 unticked.")
    dialog.reject()


def test_no_plan_comes_for_the_act_before_where_no_folder_to_move_to_was_chosen(
    qtbot: QtBot, page: ClustersPage
) -> None:
    dialog = opened_plan(qtbot, page)
    page.session.choosers = replace(page.session.choosers, any_folder=lambda *_: None)
    settle(qtbot, page)

    for act in (Act.TRASH, Act.MOVE):
        dialog.act.setCurrentIndex(list(Act).index(act))
        dialog.act.activated.emit(dialog.act.currentIndex())
    settle(qtbot, page)

    assert dialog.summary.text() == "Choose a folder to move to."
    assert not dialog.accept_button.isEnabled()
    dialog.reject()


def test_where_planning_was_stopped_there_is_no_plan_and_another_can_be_made(
    qtbot: QtBot, page: ClustersPage
) -> None:
    dialog, is_over = opened_plan(qtbot, page), Event()
    settle(qtbot, page)
    before = Job(JobKind.PLAN, lambda _control: is_over.wait(WAIT_MS / 1000))
    page.session.jobs.submit(before)
    dialog.act.setCurrentIndex(list(Act).index(Act.HARDLINK))

    dialog.act.activated.emit(dialog.act.currentIndex())
    assert dialog.summary.text() == "Planning…"
    page.session.jobs.cancel_all()
    is_over.set()
    settle(qtbot, page)
    assert dialog.summary.text() == "No plan was made. Choose the action again to make one."
    assert not dialog.accept_button.isEnabled()

    dialog.act.activated.emit(dialog.act.currentIndex())
    settle(qtbot, page)
    assert dialog.accept_button.isEnabled()
    dialog.reject()


def test_verdicts_go_out_as_csv_and_come_in_again(
    qtbot: QtBot, page: ClustersPage, tmp_path: Path
) -> None:
    choose(qtbot, page, "letter.txt")
    press(qtbot, page, Qt.Key.Key_4)
    table = tmp_path / "verdicts.csv"
    notices: list[Notice] = []
    page.session.notice_posted.connect(notices.append)
    dialog = VerdictListDialog(
        page.session,
        page.reviewing.verdicts,
        page,
        ask_file=lambda _parent, _title: table,
        ask_target=lambda _parent, _title, name: tmp_path / name,
    )
    dialog.export_button.click()
    settle(qtbot, page)
    press(qtbot, page, Qt.Key.Key_Backspace)
    assert verdicts(page) == []

    dialog.import_button.click()
    settle(qtbot, page)

    assert verdicts(page) == [Verdict.UNRELATED]
    told = [notice.text() for notice in notices if not notice.about]
    assert told == ["verdicts.csv written", "1 verdicts were new"]
    assert named(page.clusters, "medoid") == ["report.txt"]
    assert dialog.table.rowCount() == 1
    table.write_text("no verdicts", encoding="utf-8")
    with qtbot.waitSignal(page.session.jobs.ended, timeout=WAIT_MS) as ended:
        dialog.import_button.click()
    assert str(ended.args[0].error).startswith("the first line must name the columns")
    assert len(notices) == 3  # the window tells it, once
    dialog.accept()


def test_of_a_long_run_the_journal_shows_what_failed_first_and_tells_the_rest(
    qtbot: QtBot, page: ClustersPage
) -> None:
    assert page.session.library is not None
    acts = [
        NewAct(f"/d/{n}", "/d/kept", Act.SET_ASIDE, "newest", 1, None, None) for n in range(1_200)
    ]
    with page.session.library.write() as connection:
        run_id = acts_table.start(connection, acts, "set aside", 1_000, "Anna")
        for act in acts_table.acts(connection, run_id):
            is_done = act.path != "/d/1100"
            acts_table.set_act(connection, act.id, ActState.DONE if is_done else ActState.SKIPPED)
        acts_table.set_run_state(connection, run_id, ReviewRunState.FINISHED, 2_000)

    dialog = page.reviewing.open_journal()
    assert isinstance(dialog, JournalDialog)
    settle(qtbot, page)

    run = dialog.tree.topLevelItem(0)
    assert [run.child(row).text(0) for row in (0, 1, 1_000)] == ["/d/1100", "/d/0", "and 200 more"]
    assert run.childCount() == 1_001
    dialog.accept()


def test_of_a_run_that_was_cut_off_the_journal_shows_what_was_done_and_skips_nothing(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    for number in range(3):
        (docs / "z" / f"copy {number}.txt").write_text(REPORT, encoding="utf-8")
    library = page.session.library
    assert library is not None
    import_paths(library, [docs], ImportOptions(workers=1), JobControl())
    plan = make_plan(library, PlanOptions([KeepRule(RuleKind.SHORTEST_PATH)]), JobControl())
    apply_plan(library, replace(plan, acts=plan.acts[:2]), NoTrash(), JobControl())
    with library.write() as connection:
        first, _last = acts_table.acts(connection, 1)
        acts_table.set_act(connection, first.id, ActState.PLANNED)
        acts_table.set_run_state(connection, 1, ReviewRunState.INTERRUPTED, 2_000)
    journal = page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    settle(qtbot, page)
    run = journal.tree.topLevelItem(0)
    assert [run.child(row).text(2) for row in range(2)] == ["done", "not done"]

    qtbot.mouseClick(journal.undo_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    run = journal.tree.topLevelItem(0)
    assert "1 not done · 1 undone" in run.text(0)
    assert "skipped" not in run.text(0)
    told = [run.child(row).text(2) for row in range(2)]
    assert told == ["undone", "not done: the run was undone before this was done"]
    assert not journal.finish_button.isEnabled()
    journal.reject()


def test_a_run_that_an_error_ends_says_that_it_can_be_finished_or_undone(
    qtbot: QtBot, page: ClustersPage, docs: Path
) -> None:
    before = tree(docs)
    notices: list[Notice] = []
    page.session.notice_posted.connect(notices.append)
    ended: list[JobHandle] = []
    page.session.jobs.ended.connect(ended.append)
    library = page.session.library
    assert library is not None
    with library.write() as connection:  # the drive is full when the first file has gone
        connection.exec_driver_sql("CREATE TABLE filling (bytes)")
        connection.exec_driver_sql(
            "CREATE TRIGGER fills AFTER UPDATE ON journal WHEN NEW.state = 'done'"
            " BEGIN INSERT INTO filling VALUES (zeroblob(1000000)); END"
        )
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 50}")

    qtbot.mouseClick(opened_plan(qtbot, page).accept_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert not (docs / "z" / "report copy.txt").exists()
    (notice,) = notices
    assert notice.text() == "Work on files was interrupted. It can be finished or undone."
    assert DiskFullError in {type(each.error) for each in ended}
    with library.write() as connection:
        connection.exec_driver_sql("DROP TRIGGER fills")
    assert notice.action is not None
    notice.action()
    (journal,) = page.findChildren(JournalDialog)
    settle(qtbot, page)
    qtbot.mouseClick(journal.undo_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert tree(docs) == before
    journal.reject()


@pytest.mark.parametrize("state", [ActState.BEGUN, ActState.UNDOING])
def test_an_act_whose_end_could_not_be_written_down_is_undone_from_the_journal(
    qtbot: QtBot, page: ClustersPage, docs: Path, state: ActState
) -> None:
    """As on a drive that was full in the middle of a run: the library stays open."""
    before = tree(docs)
    qtbot.mouseClick(opened_plan(qtbot, page).accept_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert page.session.library is not None
    with page.session.library.write() as connection:
        (act,) = acts_table.acts(connection)
        acts_table.set_act(connection, act.id, state)
        acts_table.set_run_state(connection, act.run_id, ReviewRunState.RUNNING, None)

    journal = page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    settle(qtbot, page)

    assert "1 done" in journal.tree.topLevelItem(0).text(0)
    assert "running" not in journal.tree.topLevelItem(0).text(0)
    qtbot.mouseClick(journal.undo_button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert tree(docs) == before
    journal.reject()


def test_an_empty_journal_and_an_empty_list_of_verdicts_say_what_will_stand_there(
    qtbot: QtBot, page: ClustersPage
) -> None:
    journal, verdicts_given = page.reviewing.open_journal(), page.reviewing.open_verdicts()
    assert isinstance(journal, JournalDialog)
    assert isinstance(verdicts_given, VerdictListDialog)
    settle(qtbot, page)

    assert "What a plan does" in journal.nothing.text()
    assert not journal.nothing.isHidden()
    assert "press 1 to 5" in verdicts_given.nothing.text()
    assert not verdicts_given.nothing.isHidden()

    verdicts_given.accept()
    journal.accept()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
@pytest.mark.parametrize("percent", [180, 200])  # at 180, type as large as 200% of 9 points
def test_headings_of_a_plan_are_whole_with_large_type_in_the_least_window(
    qtbot: QtBot, page: ClustersPage, translator: Translator, percent: int, language: Language
) -> None:
    translator.apply(language)
    Theme.current().apply(ThemeChoice.LIGHT, percent)
    plan = opened_plan(qtbot, page)
    plan.resize(800, 600)
    settle(qtbot, page)

    for label in plan.findChildren(WrappedLabel):
        qtbot.waitUntil(lambda label=label: label.height() >= label.heightForWidth(label.width()))
    assert plan.height() <= 640  # of the least window
    assert plan.hint.text() == plan.act.toolTip() != ""
    plan.resize(800, 900)
    assert plan.hint.isVisible()
    plan.reject()


@pytest.mark.parametrize("width_px", [800, 1232])
def test_plan_and_journal_do_not_scroll_sideways_with_large_type(
    qtbot: QtBot, page: ClustersPage, theme: Theme, width_px: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    plan, journal = opened_plan(qtbot, page), page.reviewing.open_journal()
    assert isinstance(journal, JournalDialog)
    for dialog in (plan, journal):
        dialog.resize(width_px, 600)
    settle(qtbot, page)

    assert plan.width() == width_px
    for tree_ in (plan.acts, journal.tree):
        bar = tree_.horizontalScrollBar()
        qtbot.waitUntil(lambda bar=bar: bar.maximum() == 0)
    assert plan.acts.isColumnHidden(1)
    journal.accept()
    plan.reject()


def test_a_reason_is_put_into_words_once_for_all_copies_of_a_content(qtbot: QtBot) -> None:
    shown = PlannedActs()
    qtbot.addWidget(shown)
    reason = f"kept: {KeepRule(RuleKind.OLDEST)}"
    acts = [
        PlannedAct(f"/a/{place}.txt", "/a/x.txt", Act.SET_ASIDE, reason, 1) for place in range(500)
    ]

    with counted_calls() as calls:
        shown.show_acts(acts)

    assert calls["reason_text"] == 1
    item = shown.topLevelItem(0)
    assert item is not None
    assert item.text(2) == "Oldest"
