"""The ways out of the problems panel, by clicks, on real files that are really read again."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing.encodings import encoding_choices
from simhash_gui.services.importing.importing import FailureReason
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import folders, library_info
from simhash_gui.services.review.acts import apply_plan
from simhash_gui.services.review.keep_rules import KeepRule, RuleKind
from simhash_gui.services.review.plan import PlanOptions, make_plan
from simhash_gui.services.review.trash import NoTrash
from simhash_gui.ui.common.commands import SettingsPart
from simhash_gui.ui.common.library_texts import reason_advice
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.library.document import DocumentDialog
from simhash_gui.ui.library.encoding import EncodingDialog, Reach
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.library.problem_kinds import Aside, ProblemKind, WayOut
from simhash_gui.ui.library.problems_panel import ImportSummaryDialog, mark_of
from simhash_gui.ui.library.ways_out import PasswordDialog
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Token
from tests.ui.archive import LETTER
from tests.ui.conftest import WAIT_MS
from tests.ui.troubles import NOISE, SECRET, TELEGRAM, Troubles, import_all, make_troubles

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def troubles(tmp_path: Path) -> Troubles:
    return make_troubles(tmp_path / "documents" / "troubles")


@pytest.fixture
def page(qtbot: QtBot, open_session: Session, troubles: Troubles) -> LibraryPage:
    """The page of a library with the troubled files."""
    assert open_session.library is not None
    import_all(open_session.library, troubles.folder)
    made = LibraryPage(open_session)
    qtbot.addWidget(made)
    made.resize(1200, 760)
    made.show()
    qtbot.waitUntil(lambda: kinds(made) != {}, timeout=WAIT_MS)
    settle(qtbot, open_session)
    return made


def settle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def kinds(page: LibraryPage) -> dict[ProblemKind, int]:
    overview = page.model.overview
    return {} if overview is None else {group.kind: group.count for group in overview.problems}


def open_kind(page: LibraryPage, qtbot: QtBot, kind: ProblemKind) -> None:
    """Click on a group of the panel, and wait for its files."""
    panel = page.content.problems.list
    row = [*kinds(page)].index(kind)
    qtbot.mouseClick(
        panel.viewport(), LEFT, pos=panel.visualRect(panel.model().index(row, 0)).center()
    )
    settle(qtbot, page.session)


def click_way(page: LibraryPage, qtbot: QtBot, way: WayOut) -> None:
    qtbot.mouseClick(page.content.problem_files.buttons[way], LEFT)


def rescan(page: LibraryPage, qtbot: QtBot) -> None:
    page.refresh()
    settle(qtbot, page.session)


def shown_ways(page: LibraryPage) -> set[WayOut]:
    buttons = page.content.problem_files.buttons
    return {way for way, button in buttons.items() if button.isVisible()}


@pytest.mark.parametrize("kind", FailureReason)
def test_only_what_went_wrong_is_a_warning_and_an_empty_file_is_grey(kind: FailureReason) -> None:
    is_grey = kind is FailureReason.EMPTY

    assert mark_of(kind) == (("info", Token.MUTED) if is_grey else ("warning", Token.WARN))
    assert ("There is nothing to do." in reason_advice(kind)) == is_grey


@pytest.mark.parametrize(
    ("kind", "ways"),
    [
        (FailureReason.PASSWORD, {WayOut.PASSWORD, WayOut.RETRY, WayOut.SKIP, WayOut.FOLDER}),
        (FailureReason.NOT_TEXT, {WayOut.ENCODING, WayOut.RETRY, WayOut.SKIP, WayOut.FOLDER}),
        (FailureReason.EMPTY, {WayOut.RETRY, WayOut.SKIP, WayOut.FOLDER}),
    ],
)
def test_each_group_offers_its_own_ways_out(
    page: LibraryPage, qtbot: QtBot, kind: ProblemKind, ways: set[WayOut]
) -> None:
    open_kind(page, qtbot, kind)

    assert shown_ways(page) == ways


def test_a_password_unlocks_the_files_and_is_written_nowhere(
    page: LibraryPage, qtbot: QtBot, tmp_path: Path
) -> None:
    open_kind(page, qtbot, FailureReason.PASSWORD)
    click_way(page, qtbot, WayOut.PASSWORD)
    (dialog,) = page.findChildren(PasswordDialog)
    hidden = dialog.password.echoMode()

    qtbot.keyClicks(dialog.password, SECRET)
    qtbot.mouseClick(dialog.accept_button, LEFT)
    settle(qtbot, page.session)

    assert hidden is QLineEdit.EchoMode.Password
    assert FailureReason.PASSWORD not in kinds(page)
    qtbot.waitUntil(lambda: len(page.model.ids) == 3, timeout=WAIT_MS)
    assert page.session.passwords == (SECRET,)
    page.session.window_state.sync()
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not [data for data in written if SECRET.encode() in data]


def test_a_password_is_forgotten_when_the_window_is_closed(page: LibraryPage, qtbot: QtBot) -> None:
    page.session.remember_password(SECRET)

    page.session.close()

    assert page.session.passwords == ()


def test_a_password_that_does_not_fit_is_told(page: LibraryPage, qtbot: QtBot) -> None:
    posted: list[Notice] = []
    page.session.notice_posted.connect(posted.append)
    open_kind(page, qtbot, FailureReason.PASSWORD)
    click_way(page, qtbot, WayOut.PASSWORD)
    (dialog,) = page.findChildren(PasswordDialog)

    qtbot.keyClicks(dialog.password, "close sesame")
    qtbot.keyClick(dialog.password, Qt.Key.Key_Return)
    settle(qtbot, page.session)

    assert posted[-1].text() == "The password does not open 1 files: they are still locked."
    assert kinds(page)[FailureReason.PASSWORD] == 1


def test_without_a_password_nothing_can_be_unlocked(page: LibraryPage, qtbot: QtBot) -> None:
    open_kind(page, qtbot, FailureReason.PASSWORD)
    click_way(page, qtbot, WayOut.PASSWORD)
    (dialog,) = page.findChildren(PasswordDialog)

    assert not dialog.accept_button.isEnabled()
    qtbot.mouseClick(dialog.cancel_button, LEFT)
    assert page.session.jobs.is_idle


def test_a_file_that_got_a_text_meanwhile_is_read_by_trying_again(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    troubles.empty.write_text("Not empty any more, but a note on the dredging of the harbour.")
    open_kind(page, qtbot, FailureReason.EMPTY)

    click_way(page, qtbot, WayOut.RETRY)
    settle(qtbot, page.session)

    assert FailureReason.EMPTY not in kinds(page)
    assert not page.content.problem_files.isVisible()


def test_another_encoding_for_a_file_reads_only_that_file(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    open_kind(page, qtbot, FailureReason.NOT_TEXT)
    click_way(page, qtbot, WayOut.ENCODING)
    (dialog,) = page.findChildren(EncodingDialog)
    posted: list[Notice] = []
    page.session.notice_posted.connect(posted.append)

    dialog.encoding.setCurrentIndex(dialog.encoding.findData("koi8-r"))
    settle(qtbot, page.session)
    assert "юабцдефгхийклмнопярстужвьызшэщчъ" in dialog.preview.toPlainText()
    qtbot.mouseClick(dialog.accept_button, LEFT)
    settle(qtbot, page.session)

    assert FailureReason.NOT_TEXT not in kinds(page)
    assert posted[0].text().startswith("1 files read.")
    assert page.session.library is not None
    (choice,) = encoding_choices(page.session.library)
    assert (choice.pattern, choice.encoding) == (troubles.noise.as_posix(), "koi8-r")


@pytest.mark.parametrize(
    ("reach", "pattern"), [(Reach.FOLDER, "/troubles/**"), (Reach.PATTERN, "/troubles/*.txt")]
)
def test_an_encoding_can_be_chosen_for_a_folder_or_a_pattern(
    page: LibraryPage, qtbot: QtBot, reach: Reach, pattern: str
) -> None:
    open_kind(page, qtbot, FailureReason.NOT_TEXT)
    click_way(page, qtbot, WayOut.ENCODING)
    (dialog,) = page.findChildren(EncodingDialog)

    dialog.encoding.setCurrentIndex(dialog.encoding.findData("koi8-r"))
    dialog.reaches[reach].setFocus()
    qtbot.keyClick(dialog.reaches[reach], Qt.Key.Key_Space)
    qtbot.mouseClick(dialog.accept_button, LEFT)
    settle(qtbot, page.session)

    assert page.session.library is not None
    (choice,) = encoding_choices(page.session.library)
    assert choice.pattern.endswith(pattern)


def ask_for_encoding(page: LibraryPage, qtbot: QtBot) -> EncodingDialog:
    open_kind(page, qtbot, FailureReason.NOT_TEXT)
    click_way(page, qtbot, WayOut.ENCODING)
    (dialog,) = page.findChildren(EncodingDialog)
    return dialog


def wait_for_count(qtbot: QtBot, dialog: EncodingDialog, text: str) -> None:
    qtbot.waitUntil(lambda: dialog.matched.count_text() == text, timeout=WAIT_MS)


def test_how_many_files_a_pattern_fits_is_told_before_it_is_applied(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    dialog = ask_for_encoding(page, qtbot)
    told = dialog.matched
    assert (told.count_text(), told.names_text()) == ("1 files match:", "noise.txt")

    qtbot.mouseClick(dialog.reaches[Reach.PATTERN], LEFT)
    wait_for_count(qtbot, dialog, "4 files match:")
    assert told.names_text() == "empty.txt, fine.txt, noise.txt, телеграмма.txt"
    dialog.pattern.clear()
    qtbot.keyClicks(dialog.pattern, "n*.txt")
    wait_for_count(qtbot, dialog, "1 files match:")
    qtbot.keyClicks(dialog.pattern, "t")
    wait_for_count(
        qtbot,
        dialog,
        "No file in the library matches. The choice is kept for files imported later.",
    )
    qtbot.mouseClick(dialog.reaches[Reach.FOLDER], LEFT)
    wait_for_count(qtbot, dialog, "5 files match:")

    assert page.session.library is not None
    assert encoding_choices(page.session.library) == []
    dialog.close()


def test_an_empty_pattern_fits_nothing_and_is_not_taken(page: LibraryPage, qtbot: QtBot) -> None:
    dialog = ask_for_encoding(page, qtbot)
    qtbot.mouseClick(dialog.reaches[Reach.PATTERN], LEFT)

    dialog.pattern.clear()

    assert not dialog.accept_button.isEnabled()
    assert (dialog.matched.count_text(), dialog.matched.names_text()) == ("", "")
    dialog.close()


def test_the_pattern_that_is_offered_fits_in_a_folder_with_wildcards_in_its_name(
    page: LibraryPage, qtbot: QtBot, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("[old] what?", {"a.txt": "A note.", "b.txt": "B.", "c.md": "C."})
    (folder / "noise too.txt").write_bytes(NOISE * 2)
    page.session.folders_offered.emit([folder])
    settle(qtbot, page.session)
    open_kind(page, qtbot, FailureReason.NOT_TEXT)
    panel = page.content.problem_files
    panel.table.selectRow(1)
    click_way(page, qtbot, WayOut.ENCODING)
    (dialog,) = page.findChildren(EncodingDialog)

    qtbot.mouseClick(dialog.reaches[Reach.PATTERN], LEFT)

    wait_for_count(qtbot, dialog, "3 files match:")
    assert dialog.matched.names_text() == "a.txt, b.txt, noise too.txt"
    dialog.close()


def test_the_preview_says_how_many_characters_do_not_fit(page: LibraryPage, qtbot: QtBot) -> None:
    open_kind(page, qtbot, FailureReason.NOT_TEXT)
    click_way(page, qtbot, WayOut.ENCODING)
    (dialog,) = page.findChildren(EncodingDialog)
    settle(qtbot, page.session)
    before = dialog.fit_text()

    dialog.encoding.setCurrentIndex(dialog.encoding.findData("utf-8"))
    settle(qtbot, page.session)

    assert before.startswith("The encoding was not recognised.")
    assert "are not valid in this encoding" in dialog.fit_text()
    dialog.close()


def test_a_skipped_file_leaves_the_problems_and_undo_brings_it_back(
    page: LibraryPage, qtbot: QtBot
) -> None:
    posted: list[Notice] = []
    page.session.notice_posted.connect(posted.append)
    open_kind(page, qtbot, FailureReason.NOT_TEXT)

    click_way(page, qtbot, WayOut.SKIP)
    settle(qtbot, page.session)
    assert FailureReason.NOT_TEXT not in kinds(page)
    assert kinds(page)[Aside.SKIPPED] == 1
    assert posted[-1].action is not None
    posted[-1].action()
    settle(qtbot, page.session)

    assert FailureReason.NOT_TEXT in kinds(page)
    assert Aside.SKIPPED not in kinds(page)


def test_a_file_that_is_skipped_for_ever_can_be_taken_in_again(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    open_kind(page, qtbot, FailureReason.EMPTY)
    click_way(page, qtbot, WayOut.SKIP)
    settle(qtbot, page.session)
    troubles.empty.write_text("Not empty any more, but a note on the dredging of the harbour.")
    rescan(page, qtbot)
    assert len(page.model.ids) == 2
    open_kind(page, qtbot, Aside.SKIPPED)

    click_way(page, qtbot, WayOut.INCLUDE)
    settle(qtbot, page.session)

    qtbot.waitUntil(lambda: len(page.model.ids) == 3, timeout=WAIT_MS)
    assert Aside.SKIPPED not in kinds(page)


def test_documents_are_counted_alike_everywhere_when_some_are_gone(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    (troubles.folder / "again.txt").write_bytes(troubles.telegram.read_bytes())
    (troubles.folder / "short.txt").write_text("…", encoding="utf-8")
    rescan(page, qtbot)
    library = page.session.library
    assert library is not None
    assert page.header.summary().startswith("3 documents · ")

    troubles.fine.unlink()
    rescan(page, qtbot)

    found = detect(library, DetectionOptions(), JobControl(), workers=1)
    info = library_info(library)
    assert page.header.summary().startswith("2 documents · ")
    assert "1 too short" in page.header.summary()
    assert len(page.model.ids) == 2
    assert (info.documents, info.fingerprinted, info.too_short) == (2, 1, 1)
    assert found.document_count == 1


@pytest.mark.parametrize(("agrees", "gone"), [(True, 0), (False, 1)])
def test_gone_files_are_dropped_only_after_a_question(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles, agrees: bool, gone: int
) -> None:
    asked: list[str] = []

    def confirm(_parent: QWidget, question: str, _why: str, _accept: str) -> bool:
        asked.append(question)
        return agrees

    page.session.choosers = replace(page.session.choosers, confirm=confirm)
    troubles.fine.unlink()
    rescan(page, qtbot)
    open_kind(page, qtbot, Aside.GONE)
    assert shown_ways(page) == {WayOut.FORGET, WayOut.FOLDER}

    click_way(page, qtbot, WayOut.FORGET)
    settle(qtbot, page.session)

    assert asked == ["Forget the files that are gone?"]
    assert page.session.library is not None
    assert library_info(page.session.library).gone_files == gone
    assert (Aside.GONE in kinds(page)) is bool(gone)


def test_a_copy_that_was_set_aside_is_not_among_the_gone_and_leads_to_the_journal(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    copy = troubles.folder / "copies" / troubles.fine.name
    copy.parent.mkdir()
    copy.write_bytes(troubles.fine.read_bytes())
    rescan(page, qtbot)
    library = page.session.library
    assert library is not None
    options = PlanOptions([KeepRule(RuleKind.SHORTEST_PATH)])
    plan = make_plan(library, options, JobControl())
    report = apply_plan(library, plan, NoTrash(), JobControl())
    assert report.done == 1
    assert not copy.exists()
    rescan(page, qtbot)

    assert kinds(page)[Aside.TAKEN] == 1
    assert Aside.GONE not in kinds(page)
    open_kind(page, qtbot, Aside.TAKEN)
    assert shown_ways(page) == {WayOut.UNDO, WayOut.FORGET, WayOut.FOLDER}
    with qtbot.waitSignal(page.session.journal_requested, timeout=WAIT_MS):
        click_way(page, qtbot, WayOut.UNDO)


def lose_folder(page: LibraryPage, qtbot: QtBot, troubles: Troubles) -> Path:
    """Unplug the drive; where it is now."""
    away = troubles.folder.with_name("unplugged")
    troubles.folder.rename(away)
    rescan(page, qtbot)
    open_kind(page, qtbot, FailureReason.GONE)
    return away


@pytest.mark.parametrize(("agrees", "left"), [(True, 0), (False, 1)])
def test_a_folder_that_vanished_is_removed_after_a_question(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles, agrees: bool, left: int
) -> None:
    asked: list[tuple[str, str]] = []

    def confirm(_parent: QWidget, question: str, why: str, _accept: str) -> bool:
        asked.append((question, why))
        return agrees

    page.session.choosers = replace(page.session.choosers, confirm=confirm)
    page.model.set_filter(folder_id=1)
    away = lose_folder(page, qtbot, troubles)
    before = sorted(away.iterdir())
    assert shown_ways(page) == {WayOut.RETRY, WayOut.SKIP, WayOut.FOLDER, WayOut.REMOVE}

    click_way(page, qtbot, WayOut.REMOVE)
    settle(qtbot, page.session)

    ((question, why),) = asked
    assert question == "Remove 1 folders from the library?"
    assert why.startswith(f"{troubles.folder}\n\nThe library forgets the 5 files that were in it")
    assert "Files on the disk are not changed." in why
    assert page.session.library is not None
    assert len(folders(page.session.library)) == left
    assert page.model.view.filter.folder_id == (1 if left else None)
    assert sorted(away.iterdir()) == before


def test_a_folder_is_removed_only_where_it_is_among_the_chosen(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("more", {"a.txt": "One more note.", "sub/b.txt": "Another note."})
    page.session.folders_offered.emit([folder])
    settle(qtbot, page.session)
    folder.rename(folder.with_name("away"))
    lose_folder(page, qtbot, troubles)
    panel = page.content.problem_files
    paths = [panel.table.paged.index(row, 0).data() for row in (0, 1)]

    panel.table.selectRow(paths.index(str(folder)))
    scope = panel.scope()

    assert scope is not None
    assert [lost.path for lost in scope.folders] == [folder]


def test_the_text_of_a_file_that_is_gone_is_opened_from_the_problems(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    troubles.fine.unlink()
    rescan(page, qtbot)
    assert page.header.summary().endswith("1 gone")
    open_kind(page, qtbot, Aside.GONE)
    table = page.content.problem_files.table
    table.selectRow(0)

    qtbot.keyClick(table, Qt.Key.Key_Return)
    settle(qtbot, page.session)

    (dialog,) = page.findChildren(DocumentDialog)
    assert dialog.paths.item(0).text() == f"{troubles.fine} – gone"
    assert LETTER.strip() in dialog.text.toPlainText()
    dialog.close()


def test_the_folder_of_a_file_in_an_archive_is_that_of_the_archive(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    open_kind(page, qtbot, FailureReason.PASSWORD)

    click_way(page, qtbot, WayOut.FOLDER)
    settle(qtbot, page.session)

    assert [url.toLocalFile() for url in opened] == [str(troubles.folder)]


def test_the_selected_files_alone_are_acted_on(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    (troubles.folder / "empty too.txt").touch()
    rescan(page, qtbot)
    open_kind(page, qtbot, FailureReason.EMPTY)
    panel = page.content.problem_files
    assert panel.table.paged.rowCount() == 2

    panel.table.selectRow(0)
    click_way(page, qtbot, WayOut.SKIP)
    settle(qtbot, page.session)

    assert kinds(page)[FailureReason.EMPTY] == 1
    assert kinds(page)[Aside.SKIPPED] == 1


def test_a_file_over_a_limit_leads_to_the_limits(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    page.session.change_settings(size_limit_mib=1)
    (troubles.folder / "long.txt").write_text("word " * 300_000)
    rescan(page, qtbot)
    open_kind(page, qtbot, FailureReason.TOO_LARGE)

    with qtbot.waitSignal(page.session.settings_requested) as asked:
        click_way(page, qtbot, WayOut.LIMITS)

    assert asked.args == [SettingsPart.LIMITS]


def test_the_summary_counts_what_was_read_and_what_was_not_and_why(
    page: LibraryPage, qtbot: QtBot, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("more", {"a.txt": "One more note.", "b.png": "\0\1 no document"})
    page.session.folders_offered.emit([folder])
    settle(qtbot, page.session)

    qtbot.mouseClick(page.content.problems.summary_button, LEFT)
    (dialog,) = page.findChildren(ImportSummaryDialog)
    counted = {text: count for text, count, _ in dialog.lines()}

    assert counted["Read"] == 1
    assert counted["Skipped"] == 1
    assert counted["Images, audio, programs"] == 1
    assert counted["Could not be read"] == 2
    assert counted["Empty"] == 1
    assert counted["Needs a password"] == 1
    qtbot.mouseClick(dialog.problems_button, LEFT)
    assert page.content.problem_files.isVisible()


# The documents table and the document


def open_document(page: LibraryPage, qtbot: QtBot, name: str) -> DocumentDialog:
    table = page.content.table
    names = [table.paged.index(row, 0).data() for row in range(table.paged.rowCount())]
    table.selectRow(names.index(name))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    settle(qtbot, page.session)
    (dialog,) = page.findChildren(DocumentDialog)
    return dialog


def test_a_document_says_how_it_was_read_and_how_sure_that_is(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    dialog = open_document(page, qtbot, troubles.telegram.name)
    facts = dict(dialog.facts())

    assert facts["Read as"] == "Plain text"
    assert facts["Encoding"].startswith("Cyrillic (KOI8-R) · guessed from its characters, ")
    assert dialog.text.toPlainText() == TELEGRAM * 4
    dialog.close()


def test_another_encoding_is_chosen_from_the_document_which_then_shows_the_outcome(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    dialog = open_document(page, qtbot, troubles.telegram.name)
    qtbot.mouseClick(dialog.encoding_button, LEFT)
    (question,) = page.findChildren(EncodingDialog)

    question.encoding.setCurrentIndex(question.encoding.findData("cp866"))
    qtbot.mouseClick(question.accept_button, LEFT)
    settle(qtbot, page.session)

    encoding = dict(dialog.facts())["Encoding"]
    assert encoding == "Cyrillic (CP866) · chosen by you"
    assert dialog.text.toPlainText() == (TELEGRAM * 4).encode("koi8-r").decode("cp866")
    dialog.close()


def test_a_document_names_what_it_says_of_itself(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    head = '<title>Harbour</title><meta name="author" content="M. Ito">'
    html = f'<html lang="en-GB"><head>{head}</head><body><p>{LETTER}</p></body></html>'
    (troubles.folder / "page.html").write_text(html)
    rescan(page, qtbot)
    dialog = open_document(page, qtbot, "page.html")
    facts = dict(dialog.facts())

    assert facts["Title"] == "Harbour"
    assert facts["Author"] == "M. Ito"
    assert facts["Language"] == "English (the document says: en-GB)"
    dialog.close()


def test_the_table_can_be_filtered_by_type(
    page: LibraryPage, qtbot: QtBot, troubles: Troubles
) -> None:
    (troubles.folder / "page.html").write_text("<p>The harbour was dredged twice this year.</p>")
    rescan(page, qtbot)
    box = page.content.documents.type
    box.setFocus()

    qtbot.keyClick(box, Qt.Key.Key_End)

    assert box.currentText() == "HTML · 1"
    qtbot.waitUntil(lambda: len(page.model.ids) == 1, timeout=WAIT_MS)
    page.clear()
    qtbot.waitUntil(lambda: len(page.model.ids) == 3, timeout=WAIT_MS)
    assert box.currentText() == "All types"
