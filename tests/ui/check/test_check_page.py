"""The Check page: a manuscript made of sources, what it shows of them, and the report."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from threading import Event

import pypdfium2
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.checking.findings import CheckSettings, Exclusion, Filter, Group
from simhash_gui.services.comparison.loading import Content, ReadFailure
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.check.check_desk import CheckDesk, Judged, RemoteCheckDesk
from simhash_gui.ui.check.check_page import CheckPage
from simhash_gui.ui.check.check_texts import tip_of, waiting_text
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.shell.notice_bar import NoticeBar
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.workers.resident import StoppedError
from tests.ui.check.conftest import checked, prose, wait_until_complete
from tests.ui.conftest import WAIT_MS, leading


def test_three_sources_are_found_with_their_passages(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)

    findings = page.findings
    assert findings is not None
    names = {Path(source.path).stem for source in findings.sources}
    assert names == {"s1", "s2", "s3"}
    found = findings.owners >= 0
    own = " ".join(prose(9, 60))
    expected = len(text) - len(own)
    assert found.sum() == pytest.approx(expected, rel=0.03)
    assert page.sources.topLevelItemCount() == 3
    assert "→1 " in page.text.toPlainText()


def test_what_is_word_for_word_stands_below_the_total(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    words = prose(1, 300)[100:260]
    words[8::8] = [f"changed{place}" for place in range(len(words[8::8]))]
    (tmp_path / "draft.txt").write_text(" ".join(words), "utf-8")
    page.show()

    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    wait_until_complete(page, qtbot)

    shares = re.findall(r"([0-9.]+)% (?:word for word|changed words)", page.answer.parts.text())
    same, changed = map(float, shares)
    assert total_of(page) > 90
    assert same < 85
    assert same + changed == pytest.approx(total_of(page), abs=0.11)  # each is rounded


def test_a_text_of_which_nothing_is_found_is_told_what_that_means(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "draft.txt").write_text(" ".join(f"own{place}" for place in range(200)), "utf-8")
    page.show()

    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    wait_until_complete(page, qtbot)

    assert total_of(page) == 0
    told = page.answer.parts.text()
    assert told.startswith("Compared with 3 documents of the library. What has about six words")
    assert "paraphrases, translations and pictures of text are not" in told


def test_a_bar_moves_until_the_first_answer(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text(" ".join(prose(1, 300)), "utf-8")
    page.show()

    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    assert page.busy.isVisible()
    assert page.busy.text() == "Step 1 of 3: reading draft.txt…"
    assert not page.empty.isVisible()
    wait_until_complete(page, qtbot)

    assert not page.busy.isVisible()


class Recorder(JobControl):
    """Keeps what is told of each step before the first answer."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        super().report(stage, done, total, failed=failed, current=current)
        self.told.append(waiting_text(self.snapshot(), DRAFT.name))


def test_each_step_before_the_first_answer_tells_what_is_known_by_then(page: CheckPage) -> None:
    text = " ".join(word for seed in (1, 2) for word in prose(seed, 60))
    library, recorder = page.session.library, Recorder()
    assert library is not None

    desk = RemoteCheckDesk(library.place)
    content = Content(text.encode(), "draft.txt")
    desk.begin(content, DetectionOptions(), CheckSettings(), recorder)
    desk.end()

    assert recorder.told == [
        "Step 1 of 3: reading draft.txt…",
        f"Step 2 of 3: looking up {len(text)} characters in the library…",
        "Step 3 of 3: finding quotations and citations, then comparing with 2 documents…",
    ]


def test_a_check_is_cancelled_by_its_button_before_its_first_answer(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "draft.txt").write_text(" ".join(prose(1, 300)), "utf-8")
    page.show()
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)

    qtbot.mouseClick(page.busy.button, Qt.MouseButton.LeftButton)

    assert page.empty.isVisible()
    assert page.model.source is None


def test_to_cancel_a_check_puts_back_the_one_before(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.show()

    page.check(Content(b"another text", "other.txt"))
    assert page.busy.isVisible()
    page.clear()  # as Escape does
    wait_until_complete(page, qtbot)

    assert page.header.summary() == "draft.txt"
    assert page.sources.topLevelItemCount() == 3


def test_a_long_check_tells_its_counts_and_can_be_held(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "more").mkdir()
    parts = [" ".join(prose(seed, 60)) for seed in range(10, 250)]
    for place, part in enumerate(parts):
        (tmp_path / "more" / f"m{place}.txt").write_text(part, "utf-8")
    assert page.session.library is not None
    options = ImportOptions(workers=1)
    import_paths(page.session.library, [tmp_path / "more"], options, JobControl())
    long = " ".join((*parts, *prose(9, 30_000)))
    page.show()

    page.check(Content(long.encode(), "draft.txt"))
    page.model.pause(is_wanted=True)  # a fast machine would soon be done
    qtbot.waitUntil(lambda: page.model.judged is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.session.reads.is_idle, timeout=WAIT_MS)
    assert page.header.summary() == "draft.txt"

    held = page.model.judged
    assert held is not None
    assert not held.is_complete
    told = f"Paused. Documents compared: {held.done} of 240"
    assert page.answer.details.text() == told
    assert page.answer.total.text().startswith("So far: ")
    assert not button(page, "Write the report…").isEnabled()
    qtbot.mouseClick(button(page, "Resume"), Qt.MouseButton.LeftButton)
    assert re.match(r"Documents compared: \d+ of 240", page.answer.details.text())
    pause = button(page, "Pause")
    qtbot.mouseClick(pause, Qt.MouseButton.LeftButton)
    assert page.model.is_paused
    assert page.answer.details.text() == told
    qtbot.mouseClick(button(page, "Resume"), Qt.MouseButton.LeftButton)
    wait_until_complete(page, qtbot)

    assert "characters · " in page.answer.details.text()
    assert not page.answer.total.text().startswith("So far")
    assert button(page, "Write the report…").isEnabled()
    assert not pause.isVisible()


def button(page: CheckPage, words: str) -> QPushButton:
    """The button of the head that says so."""
    buttons = page.header.findChildren(QPushButton)
    return next(each for each in buttons if each.text() == words and each.isVisible())


def test_an_empty_page_has_one_button_that_leads(page: CheckPage) -> None:
    page.show()

    assert leading(page) == ["Check a document…"]
    page.take_keyboard()
    assert page.focusWidget() is page.empty.button


def test_a_filter_that_takes_nothing_off_has_no_figure(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)

    boxes = page.filters.boxes
    assert boxes[Filter.QUOTATIONS].text().startswith("Without quotations (−")
    assert boxes[Filter.BIBLIOGRAPHY].text() == "Without the bibliography"


def test_the_filter_of_what_many_share_says_how_many_are_many(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    box = page.filters.boxes[Filter.SHARED]
    assert "too few documents" in box.toolTip()
    assert page.findings is not None

    page.filters.name_filters(replace(page.findings, documents=70, few_documents=10))

    assert box.toolTip().startswith("Leaves out what more than 10 documents of the library share.")


def test_the_lines_of_the_answer_have_the_width_of_the_page(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.resize(1200, 800)
    page.show()
    checked(page, qtbot, tmp_path)

    for each in (page.answer.total, page.answer.parts, page.answer.details):
        qtbot.waitUntil(lambda each=each: each.width() > page.answer.width() / 2, timeout=WAIT_MS)


def test_a_filter_takes_off_what_it_says(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    page.resize(1200, 800)
    page.show()
    checked(page, qtbot, tmp_path)
    box = page.filters.boxes[Filter.QUOTATIONS]
    told = float(re.findall(r"−([0-9.]+)%", box.text())[0])
    totals = [total_of(page)]

    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(12, box.height() // 2))
    qtbot.waitUntil(lambda: page.sources.topLevelItemCount() == 2, timeout=WAIT_MS)
    totals.append(total_of(page))

    assert totals[0] - totals[1] == pytest.approx(told, abs=0.11)  # each is rounded
    assert page.answer.total.text().endswith(f"found elsewhere, {told}% more left out")


def total_of(page: CheckPage) -> float:
    """The figure at the head of the answer."""
    return float(re.findall(r"([0-9.]+)%", page.answer.total.text())[0])


def test_a_filter_takes_the_quotation_off(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    checked(page, qtbot, tmp_path)

    page.filters.boxes[Filter.QUOTATIONS].setChecked(True)
    qtbot.waitUntil(lambda: page.sources.topLevelItemCount() == 2, timeout=WAIT_MS)

    assert page.findings is not None
    assert {Path(source.path).stem for source in page.findings.sources} == {"s1", "s2"}
    assert page.sources.topLevelItemCount() == 2


def test_passages_are_stepped_through_and_a_source_is_compared(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    places = []
    for _ in range(3):
        page.text.step(1)
        places.append(page.text.textCursor().position())
    page.text.step(-1)

    assert len(set(places)) == 3
    assert page.text.textCursor().position() in places
    assert page.text.place_at(places[-1]) is not None
    with qtbot.waitSignal(page.session.file_compare_requested) as asked:
        page.sources.itemActivated.emit(page.sources.topLevelItem(0), 0)
    assert asked.args[0][0] == tmp_path / "draft.txt"


def test_a_source_does_what_its_tip_says(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    page.resize(1200, 800)
    page.show()
    checked(page, qtbot, tmp_path)
    sources = page.sources
    first = sources.topLevelItem(0)
    name = sources.visualItemRect(first).center()

    assert "Enter or a double click" in first.toolTip(1)
    qtbot.mouseClick(sources.viewport(), Qt.MouseButton.LeftButton, pos=name)
    assert sources.chosen == 0
    with qtbot.waitSignal(page.session.file_compare_requested):
        qtbot.keyClick(sources, Qt.Key.Key_Return)
    qtbot.mouseClick(sources.viewport(), Qt.MouseButton.LeftButton, pos=name)
    assert sources.chosen is None
    with qtbot.waitSignal(page.session.file_compare_requested):
        qtbot.mouseClick(sources.viewport(), Qt.MouseButton.LeftButton, pos=name)
        qtbot.mouseDClick(sources.viewport(), Qt.MouseButton.LeftButton, pos=name)


def test_passages_are_stepped_through_by_keys(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.show()
    checked(page, qtbot, tmp_path)

    with qtbot.waitSignal(page.text.stepped) as last:
        qtbot.keyClick(page, Qt.Key.Key_PageUp, Qt.KeyboardModifier.AltModifier)
    with qtbot.waitSignal(page.text.stepped) as first:
        qtbot.keyClick(page, Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier)

    assert (last.args, first.args) == ([3, 3], [1, 3])


def test_by_keys_alone_the_sources_are_chosen_from_the_first_on(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.show()
    checked(page, qtbot, tmp_path)

    page.take_keyboard()  # as when it comes to the front again
    assert page.focusWidget() is page.sources
    chosen = []
    for _ in range(2):
        qtbot.keyClick(page.sources, Qt.Key.Key_Down)
        chosen.append(page.sources.chosen)

    assert chosen == [0, 1]


def test_the_report_is_written(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    checked(page, qtbot, tmp_path)

    page.write_report()

    qtbot.waitUntil((tmp_path / "report.html").exists, timeout=WAIT_MS)
    assert "s1.txt" in (tmp_path / "report.html").read_text("utf-8")


def test_a_desk_that_was_prepared_answers_as_any_other(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.activated()
    qtbot.waitUntil(lambda: page.session.reads.is_idle, timeout=WAIT_MS)

    checked(page, qtbot, tmp_path)

    assert page.sources.topLevelItemCount() == 3


@pytest.mark.thorough
def test_a_report_of_two_million_characters_is_printed_to_its_last_sentence(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    sentence = "这是一份厚厚的检测报告，它的每一个字都应当印在纸上。\n"
    copied = " ".join(prose(1, 300)[100:180])
    text = f"{copied}\n{sentence * (2_000_000 // len(sentence))}This is the last sentence.\n"
    page.check(Content(text.encode(), "long.txt"))
    qtbot.waitUntil(
        lambda: page.model.is_done,
        timeout=20 * WAIT_MS,
    )
    assert page.findings is not None
    page.ask_target = lambda *_: tmp_path / "report.pdf"

    with qtbot.waitSignal(page.session.notice_posted, timeout=20 * WAIT_MS):
        page.write_report()

    with pypdfium2.PdfDocument(tmp_path / "report.pdf") as document:
        pages = len(document)
        texts = (
            document[place].get_textpage().get_text_range() for place in range(pages - 4, pages)
        )
        assert "This is the last sentence." in " ".join(" ".join(texts).split())
        assert pages > 613


def test_text_at_hand_is_checked(page: CheckPage, qtbot: QtBot) -> None:
    page.check(Content(" ".join(prose(2, 200)).encode(), "clipboard.txt"))

    qtbot.waitUntil(lambda: page.findings is not None, timeout=WAIT_MS)
    assert page.findings is not None
    assert Path(page.findings.sources[0].path).stem == "s2"


def test_a_document_that_cannot_be_read_is_told(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "draft.txt").touch()

    with qtbot.waitSignal(page.session.notice_posted, timeout=WAIT_MS) as told:
        page.choose()

    assert "draft.txt" in told.args[0].text()


def refused(page: CheckPage, qtbot: QtBot, path: Path) -> Notice:
    """What is told of a document that cannot be checked."""
    path.touch()
    with qtbot.waitSignal(page.session.notice_posted, timeout=WAIT_MS) as told:
        page.check(path)
    notice: Notice = told.args[0]
    return notice


def test_why_a_text_was_not_checked_leaves_when_another_one_is(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    page.session.notice_posted.connect(bar.post)
    page.session.notices_withdrawn.connect(bar.withdraw)
    bar.post(Notice(NoticeKind.WARNING, lambda: "3 files failed.", about="import"))
    refused(page, qtbot, tmp_path / "empty.txt")
    assert "empty.txt" in bar.text()

    checked(page, qtbot, tmp_path)

    assert bar.text() == "3 files failed."


def test_a_document_that_cannot_be_read_leaves_the_check_that_stood_there(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    assert page.findings is not None
    source = page.findings.sources[0]
    page.filters.exclude(Exclusion(source.path, source.passages[0].passage.a, "ours to use"))
    wait_until_complete(page, qtbot)
    total, exclusions = page.answer.total.text(), page.filters.settings.exclusions

    notice = refused(page, qtbot, tmp_path / "empty.txt")

    assert "empty.txt" in notice.text()
    assert page.model.source == tmp_path / "draft.txt"
    assert page.text.isVisibleTo(page)
    assert page.answer.total.text() == total
    assert page.filters.settings.exclusions == exclusions != ()
    wait_until_complete(page, qtbot)
    page.write_report()
    qtbot.waitUntil((tmp_path / "report.html").exists, timeout=WAIT_MS)


def test_a_check_is_made_again_where_the_process_that_knew_of_it_has_ended(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    assert page.model._desk is not None
    stopped = Event()
    stopped.set()
    with pytest.raises(StoppedError):  # as another text does while this one is measured
        page.model._desk.judge(CheckSettings(), stopped)

    refused(page, qtbot, tmp_path / "empty.txt")

    wait_until_complete(page, qtbot)
    assert page.sources.topLevelItemCount() == 3
    page.write_report()
    qtbot.waitUntil((tmp_path / "report.html").exists, timeout=WAIT_MS)


def test_from_a_document_that_cannot_be_read_there_is_a_way_to_another(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "draft.txt").write_text(" ".join(prose(1, 200)), "utf-8")
    notice = refused(page, qtbot, tmp_path / "empty.txt")

    assert notice.action is not None
    notice.action()

    wait_until_complete(page, qtbot)
    assert page.model.source == tmp_path / "draft.txt"


@pytest.mark.parametrize("address", ["", "https://example.org/text.html"])
def test_that_nothing_can_be_checked_is_told_and_leaves_the_check(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, address: str
) -> None:
    checked(page, qtbot, tmp_path)
    data = QMimeData()
    data.setText(address)
    data.setUrls([QUrl(address)] if address else [])

    with qtbot.waitSignal(page.session.notice_posted, timeout=WAIT_MS) as told:
        dropped(page, data)

    assert "no text" in told.args[0].text()
    assert page.model.source == tmp_path / "draft.txt"


def test_text_is_pasted_with_the_usual_keys(page: CheckPage, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText(" ".join(prose(3, 200)))
    page.show()

    qtbot.keyClick(page.empty, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    page.check_clipboard()

    wait_until_complete(page, qtbot)
    assert page.findings is not None
    assert Path(page.findings.sources[0].path).stem == "s3"


def dropped(page: CheckPage, data: QMimeData) -> None:
    where = QPointF(10, 10)
    button, key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(where.toPoint(), Qt.DropAction.CopyAction, data, button, key)
    page.dragEnterEvent(enter)
    assert enter.isAccepted()
    page.dropEvent(QDropEvent(where, Qt.DropAction.CopyAction, data, button, key))


def test_a_file_that_is_dropped_is_checked(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "dropped.txt"
    path.write_text(" ".join(prose(1, 200)), "utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])

    dropped(page, data)

    wait_until_complete(page, qtbot)
    assert page.model.source == path
    assert page.findings is not None
    assert Path(page.findings.sources[0].path).stem == "s1"


def test_a_check_is_kept_also_when_another_begins_at_once(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    # given an answer that is to be kept while all readers are busy
    checked(page, qtbot, tmp_path)
    qtbot.waitUntil(lambda: page.session.reads.is_idle, timeout=WAIT_MS)
    (page.session.paths.data / "checks.json").unlink()
    go_on, judged, draft = Event(), page.model.judged, page.model.source
    assert judged is not None
    assert isinstance(draft, Path)
    for _ in range(8):
        page.session.reads.submit(go_on.wait, on_done=lambda _waited: None)
    page.model._note_changes(judged)

    page.check(draft)
    go_on.set()
    qtbot.waitUntil(lambda: page.model.changes is not None, timeout=WAIT_MS)

    assert page.model.changes is not None
    assert page.model.changes.gone == ()


def test_what_one_library_has_not_answered_is_asked_of_the_next(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text(" ".join(prose(1, 60)), encoding="utf-8")

    page.check(draft)
    page.session.open_library(tmp_path / "another.simhash")
    with qtbot.waitSignal(page.session.library_opened, timeout=WAIT_MS):
        pass
    qtbot.waitUntil(lambda: page.model.is_done, timeout=WAIT_MS)

    assert page.model.source == draft
    assert page.findings is not None
    assert page.findings.sources == ()


def test_text_that_is_dropped_is_checked(page: CheckPage, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setText(" ".join(prose(2, 200)))

    dropped(page, data)

    wait_until_complete(page, qtbot)
    assert page.findings is not None
    assert Path(page.findings.sources[0].path).stem == "s2"


def test_a_folder_that_is_dropped_is_proposed_for_a_batch(page: CheckPage, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "shelf"))])

    dropped(page, data)

    dialog = page.batches.dialog
    assert dialog is not None
    assert dialog.folder.text() == str(tmp_path / "shelf")
    assert dialog.target.text() == str(tmp_path / "shelf-reports")
    dialog.reject()


def test_a_click_on_a_passage_of_text_at_hand_opens_both_sides_in_compare(
    page: CheckPage, qtbot: QtBot
) -> None:
    text = " ".join(prose(2, 200))
    page.check(Content(text.encode(), "clipboard.txt"))
    wait_until_complete(page, qtbot)
    page.resize(900, 640)
    page.show()
    cursor = page.text.textCursor()
    cursor.setPosition(20)
    where = page.text.cursorRect(cursor).center()

    with qtbot.waitSignal(page.session.file_compare_requested) as asked:
        qtbot.mouseClick(page.text.viewport(), Qt.MouseButton.LeftButton, pos=where)

    path, document = asked.args[0]
    assert asked.args[1].a.start <= 20 < asked.args[1].a.end
    assert path.read_text("utf-8") == text
    assert page.findings is not None
    assert document == page.findings.sources[0].match.document_id


def test_a_button_and_its_key_open_the_passage_that_was_stepped_to_side_by_side(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.show()
    text = checked(page, qtbot, tmp_path)
    second = " ".join(prose(2, 300)[100:180])
    page.text.step(1)
    page.text.step(1)

    with qtbot.waitSignal(page.session.file_compare_requested) as clicked:
        qtbot.mouseClick(page.both, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.session.file_compare_requested) as typed:
        qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert clicked.args == typed.args
    assert clicked.args[0][0] == tmp_path / "draft.txt"
    assert text[clicked.args[1].a.start : clicked.args[1].a.end] == second
    assert page.findings is not None
    source = next(each for each in page.findings.sources if each.path.endswith("s2.txt"))
    assert clicked.args[0][1] == source.match.document_id
    assert "Ctrl+Return" in dict(page.shortcuts())


@pytest.mark.parametrize(("height", "has_words"), [(900, True), (400, False)])
def test_in_a_low_window_the_way_to_both_sides_is_an_icon(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, height: int, has_words: bool
) -> None:
    page.resize(900, height)
    page.show()
    checked(page, qtbot, tmp_path)
    words_px = page.both.fontMetrics().horizontalAdvance("Side by side")

    assert (page.both.width() > words_px) == has_words
    assert "its source in Compare" in page.both.toolTip()


def test_the_pointer_is_a_hand_over_passages_alone(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.resize(900, 640)
    page.show()
    text = checked(page, qtbot, tmp_path)
    viewport, shapes = page.text.viewport(), []
    for offset in (20, text.index(prose(9, 1)[0]) + 20):
        cursor = page.text.textCursor()
        cursor.setPosition(offset)
        where = QPointF(page.text.cursorRect(cursor).center())
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            where,
            viewport.mapToGlobal(where),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(viewport, moved)
        shapes.append(viewport.cursor().shape())

    assert shapes == [Qt.CursorShape.PointingHandCursor, Qt.CursorShape.IBeamCursor]


def test_sources_come_in_several_answers_the_likeliest_first(
    page: CheckPage, tmp_path: Path
) -> None:
    parts = [" ".join(prose(seed, 300)[:size]) for seed, size in ((1, 60), (2, 240), (3, 120))]
    library = page.session.library
    assert library is not None
    desk = CheckDesk(library.path, first_s=0, step_s=0)
    content = Content("\n\n".join(parts).encode(), "draft.txt")

    first = desk.begin(content, DetectionOptions(), CheckSettings())
    last = first
    while not last.is_complete:
        last = desk.go_on(CheckSettings())

    assert stems(first) == ["s2"]
    assert stems(last) == ["s2", "s3", "s1"]


def test_documents_are_measured_for_as_long_as_judging_takes_before_all_is_judged_again(
    page: CheckPage,
) -> None:
    template = " ".join(f"word{number}" for number in range(100_000))
    slow_to_judge = CheckSettings(templates=(template,))
    library = page.session.library
    assert library is not None
    desk = CheckDesk(library.path, first_s=0, step_s=0)
    content = Content(" ".join(w for s in (1, 2, 3) for w in prose(s, 300)).encode(), "draft.txt")

    first = desk.begin(content, DetectionOptions(), slow_to_judge)
    second = desk.go_on(slow_to_judge)

    assert (len(first.findings.sources), first.is_complete) == (1, False)
    assert (len(second.findings.sources), second.is_complete) == (3, True)


def stems(judged: Judged) -> list[str]:
    """The sources by name."""
    return [Path(each.path).stem for each in judged.findings.sources]


def test_a_text_is_read_and_looked_up_apart_from_being_measured(
    page: CheckPage, tmp_path: Path
) -> None:
    library, draft = page.session.library, tmp_path / "draft.txt"
    assert library is not None
    draft.write_text(" ".join(prose(1, 60)), "utf-8")
    desk = CheckDesk(library.path)

    desk.read(draft)  # what has a limit of time
    draft.unlink()
    assert desk.search(draft, DetectionOptions()) == 1
    answer = desk.begin(draft, DetectionOptions(), CheckSettings())

    assert [Path(each.path).stem for each in answer.findings.sources] == ["s1"]
    with pytest.raises(ReadFailure):
        desk.begin(draft, DetectionOptions(), CheckSettings())


def test_one_group_of_matches_is_coloured_alone(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    everything = len(page.text.marks())

    page.groups.setCurrentIndex(page.groups.findData(Group.MARKED))

    assert 0 < len(page.text.marks()) < everything
    page.clear()
    assert len(page.text.marks()) == everything


def test_a_match_that_is_left_out_by_hand_stands_in_the_report_with_its_reason(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    assert page.findings is not None
    source = page.findings.sources[0]

    passage = source.passages[0].passage.a
    page.filters.exclude(Exclusion(source.path, passage, "ours to use"))
    qtbot.waitUntil(lambda: page.sources.topLevelItemCount() == 2, timeout=WAIT_MS)
    page.write_report()

    qtbot.waitUntil((tmp_path / "report.html").exists, timeout=WAIT_MS)
    assert "ours to use" in (tmp_path / "report.html").read_text("utf-8")
    page.filters.take_back.trigger()
    qtbot.waitUntil(lambda: page.sources.topLevelItemCount() == 3, timeout=WAIT_MS)


def test_a_match_that_is_left_out_but_stands_in_another_source_is_told(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    library = page.session.library
    assert library is not None
    (tmp_path / "shelf" / "version.txt").write_text(
        " ".join([*prose(1, 300), *prose(8, 40)]), "utf-8"
    )
    import_paths(library, [tmp_path / "shelf"], ImportOptions(workers=1), JobControl())
    checked(page, qtbot, tmp_path)
    assert page.findings is not None
    before = page.findings.measures.overlap
    source = next(each for each in page.findings.matches if each.path.endswith("s1.txt"))
    assert page.answer.still.isHidden()

    passage = source.passages[0].passage.a
    page.filters.exclude(Exclusion(source.path, passage, "ours to use"))
    qtbot.waitUntil(lambda: not page.answer.still.isHidden(), timeout=WAIT_MS)

    assert page.findings.measures.overlap == before
    assert page.findings.still_counted == passage.end - passage.start
    assert page.answer.still.text().startswith("26.")
    page.filters.take_back.trigger()
    qtbot.waitUntil(page.answer.still.isHidden, timeout=WAIT_MS)


def test_templates_phrases_and_own_works_are_filters_with_an_effect(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    (tmp_path / "template.txt").write_text(" ".join(prose(1, 300)[90:190]), "utf-8")

    page.filters.set_templates((tmp_path / "template.txt").read_text("utf-8"))
    qtbot.waitUntil(lambda: page.sources.topLevelItemCount() == 2, timeout=WAIT_MS)
    page.filters.set_own(tmp_path / "shelf" / "s2.txt")
    wait_until_complete(page, qtbot)
    page.filters.set_phrases(" ".join(prose(3, 300)[100:180]))
    qtbot.waitUntil(lambda: page.sources.topLevelItemCount() == 1, timeout=WAIT_MS)

    assert page.findings is not None
    assert page.findings.sources[0].is_own
    assert "0 %" not in page.filters.template.text()


def test_a_second_check_tells_what_changed(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    text = checked(page, qtbot, tmp_path)
    assert page.model.changes is None
    (tmp_path / "draft.txt").write_text(text[: text.rindex("“")], "utf-8")

    page.choose()
    qtbot.waitUntil(lambda: page.model.changes is not None, timeout=WAIT_MS)

    assert page.model.changes is not None
    assert [Path(path).stem for path in page.model.changes.gone] == ["s3"]
    assert page.model.changes.now.total < page.model.changes.before.total
    assert page.answer.since.isVisibleTo(page)


def test_the_pointer_over_a_passage_shows_what_the_source_has(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)
    place = page.text.place_at(5)
    assert place is not None
    assert page.findings is not None
    source = page.findings.sources[place.source]

    tip = tip_of(source, place, Path(source.path).read_text("utf-8"))

    assert tip.startswith(f"→{place.source + 1} s1.txt")
    assert text[:40] in tip
    assert tip.endswith("Click: side by side")


def test_the_page_needs_no_more_width_than_the_smallest_window_gives(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.resize(900 - 60, 640)
    page.show()
    qtbot.waitExposed(page)

    assert page.body.parentWidget().minimumSizeHint().width() <= page.width()


def test_text_is_pasted_while_the_focus_is_beside_the_page(page: CheckPage, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row, rail = QHBoxLayout(window), QPushButton("Check")
    row.addWidget(rail)
    row.addWidget(page)
    with qtbot.waitActive(window):
        window.show()
    rail.setFocus()
    QGuiApplication.clipboard().setText(" ".join(prose(2, 200)))

    qtbot.keyClick(rail, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    wait_until_complete(page, qtbot)
    assert page.findings is not None
    page.setParent(None)  # it outlives the window


def test_what_damage_kept_from_being_compared_is_told(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, session: Session
) -> None:
    checked(page, qtbot, tmp_path)
    assert not page.answer.missed.isVisibleTo(page)
    assert session.library is not None
    with session.library.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts WHERE document_id = 1")

    checked(page, qtbot, tmp_path)

    assert page.answer.missed.isVisibleTo(page)
    assert "1 documents were not compared: their texts are missing." in page.answer.missed.text()


DRAFT = Content(b"A text that somebody has written before, in a few words.", "draft.txt")


def test_an_empty_library_is_told_in_place_of_a_share(open_session: Session, qtbot: QtBot) -> None:
    page = CheckPage(open_session)
    qtbot.addWidget(page)

    page.check(DRAFT)

    qtbot.waitUntil(lambda: page.answer.missed.isVisibleTo(page), timeout=WAIT_MS)
    assert page.answer.total.text() == "The library has nothing to compare this with"
    assert "It holds no documents" in page.answer.missed.text()
    assert "%" not in "".join(
        each.text() for each in page.answer.findChildren(QLabel) if each.isVisibleTo(page)
    )
    with qtbot.waitSignal(open_session.folder_choice_requested):
        page.answer.add.click()


def test_while_documents_are_added_a_check_says_that_it_is_to_be_done_again(
    open_session: Session, qtbot: QtBot
) -> None:
    page = CheckPage(open_session)
    qtbot.addWidget(page)
    are_read = Event()
    handle = open_session.jobs.submit(Job(JobKind.IMPORT, lambda _: are_read.wait()))
    handle.finished.connect(open_session.documents_changed)

    page.check(DRAFT)
    qtbot.waitUntil(lambda: page.answer.missed.isVisibleTo(page), timeout=WAIT_MS)

    assert page.answer.missed.text().startswith("Documents are being added to the library")
    assert page.answer.add.isHidden()
    are_read.set()
    qtbot.waitUntil(lambda: not page.answer.again.isHidden(), timeout=WAIT_MS)
    assert "may have changed" in page.answer.missed.text()


def test_a_check_says_when_the_library_has_been_read_again_since(
    open_session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    page = CheckPage(open_session)
    qtbot.addWidget(page)
    page.check(DRAFT)
    qtbot.waitUntil(lambda: page.answer.missed.isVisibleTo(page), timeout=WAIT_MS)

    open_session.documents_changed.emit()

    assert page.answer.missed.text() == (
        "The library may have changed since this check. Check the document again."
    )
    assert page.answer.add.isHidden()
    page.filters.changed.emit()
    qtbot.waitUntil(lambda: page.model.is_done, timeout=WAIT_MS)
    assert "may have changed" in page.answer.missed.text()
    page.answer.again.click()
    qtbot.waitUntil(lambda: "holds no documents" in page.answer.missed.text(), timeout=WAIT_MS)
    assert page.answer.again.isHidden()


def test_a_manuscript_that_changed_on_disk_is_told_when_the_page_comes_forward(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)
    page.activated()
    qtbot.waitUntil(lambda: page.session.reads.is_idle, timeout=WAIT_MS)
    assert page.answer.again.isHidden()

    (tmp_path / "draft.txt").write_text("Another text now. " * 20, "utf-8")
    page.activated()
    qtbot.waitUntil(lambda: not page.answer.again.isHidden(), timeout=WAIT_MS)

    assert page.answer.missed.text().startswith("The file has changed since this check")
    (tmp_path / "draft.txt").write_text(text, "utf-8")
    page.activated()
    qtbot.waitUntil(page.answer.again.isHidden, timeout=WAIT_MS)
    (tmp_path / "draft.txt").unlink()
    QApplication.sendEvent(page, QEvent(QEvent.Type.ActivationChange))
    assert page.session.reads.is_idle  # the window is behind another one


def test_a_manuscript_that_changed_on_disk_is_told_when_the_window_comes_forward(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.show()
    checked(page, qtbot, tmp_path)
    (tmp_path / "draft.txt").unlink()

    with qtbot.waitActive(page):
        page.activateWindow()
    QApplication.sendEvent(page, QEvent(QEvent.Type.ActivationChange))

    qtbot.waitUntil(lambda: not page.answer.again.isHidden(), timeout=WAIT_MS)
    assert "or is gone" in page.answer.missed.text()


def test_where_file_and_library_changed_the_advice_is_given_once(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    (tmp_path / "draft.txt").unlink()
    page.activated()
    qtbot.waitUntil(lambda: not page.answer.again.isHidden(), timeout=WAIT_MS)

    page.session.documents_changed.emit()

    told = page.answer.missed.text()
    assert "or is gone" in told
    assert "may have changed" in told
    assert told.count("Check the document again.") == 1


def test_side_by_side_compares_the_text_that_was_checked(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)
    told: list[Notice] = []
    page.session.notice_posted.connect(told.append)
    (tmp_path / "draft.txt").write_text("Another text now. " * 20, "utf-8")

    with qtbot.waitSignal(page.session.file_compare_requested, timeout=WAIT_MS) as asked:
        page.both.click()

    path, _ = asked.args[0]
    assert path.read_text("utf-8") == text
    assert "Compare shows the text that was checked" in told[-1].text()
    assert "The file has changed" in page.answer.missed.text()


def test_what_the_last_check_found_is_not_told_beside_a_changed_library(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.choose()
    qtbot.waitUntil(lambda: page.model.changes is not None, timeout=WAIT_MS)
    assert page.answer.since.text() == "The last check of this file found the same."
    assert page.answer.since.isVisibleTo(page)

    page.session.documents_changed.emit()

    assert page.answer.missed.isVisibleTo(page)
    assert not page.answer.since.isVisibleTo(page)


def test_the_report_tells_that_the_library_changed_after_the_check(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.session.documents_changed.emit()

    page.write_report()
    report = tmp_path / "report.html"
    qtbot.waitUntil(report.exists, timeout=WAIT_MS)

    assert "The library may have changed since this check." in report.read_text("utf-8")


def test_a_report_that_cannot_be_written_yet_says_why(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    buttons = page.header.findChildren(QPushButton)
    button = next(each for each in buttons if each.text() == "Write the report…")
    assert page.model.judged is not None
    assert button.toolTip() == "Write the report"

    page.model.judged = replace(page.model.judged, done=0, candidates=3)
    page.model.judged_changed.emit(False)

    assert not button.isEnabled()
    assert button.toolTip() == "A report can be written when all documents have been compared"


def test_an_empty_page_says_against_which_library_it_checks(page: CheckPage) -> None:
    assert "It is checked against the library “l”." in page.empty.text()


def test_the_distance_in_the_details_of_a_source_is_explained(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    details = page.sources.topLevelItem(0).child(0)

    assert "how many bits of both fingerprints differ" in details.toolTip(0)
    assert page.groups.itemText(0) == "All matches"


def test_where_a_passage_is_told_the_arrows_stay_in_their_line(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, translator: Translator
) -> None:
    translator.apply(Language.CHINESE)
    page.resize(1096, 720)
    page.show()
    checked(page, qtbot, tmp_path)
    lines = page.filters.row.line_count()

    page.text.step(1)

    assert "3" in page.place.full_text()
    qtbot.waitUntil(lambda: page.place.width() > 0, timeout=WAIT_MS)
    assert page.filters.row.line_count() == lines


def test_in_a_narrow_window_the_filters_are_in_their_menu(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.resize(1200, 600)
    page.show()
    checked(page, qtbot, tmp_path)
    box, actions = page.filters.boxes[Filter.QUOTATIONS], page.filters.more.menu().actions()
    assert box.isVisible()
    page.resize(420, 600)
    qtbot.waitUntil(lambda: not box.isVisible(), timeout=WAIT_MS)
    assert page.filters.more.text() == "Filters"

    next(each for each in actions if each.text() == box.text()).trigger()

    assert box.isChecked()
    qtbot.waitUntil(lambda: page.filters.more.text() == "Filters (1 on)", timeout=WAIT_MS)
    page.resize(1200, 600)
    qtbot.waitUntil(box.isVisible, timeout=WAIT_MS)
    assert page.filters.more.text() == "More filters"


def test_in_a_low_window_the_filters_take_no_more_than_a_line(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    page.resize(1204, 720)
    page.show()
    checked(page, qtbot, tmp_path)
    box = page.filters.boxes[Filter.QUOTATIONS]
    qtbot.waitUntil(lambda: not box.isVisible(), timeout=WAIT_MS)

    page.resize(1204, 900)
    qtbot.waitUntil(box.isVisible, timeout=WAIT_MS)


@pytest.mark.parametrize("percent", [100, 200])
def test_the_names_of_columns_are_whole_however_narrow_the_list_of_sources(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, theme: Theme, percent: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    page.resize(824, 640)
    page.show()
    checked(page, qtbot, tmp_path)
    sources, header = page.sources, page.sources.header()

    def are_whole() -> bool:
        shown = [column for column in range(5) if not sources.isColumnHidden(column)]
        labels = [sources.headerItem().text(column) for column in shown]
        needed = [header.fontMetrics().size(0, label).width() for label in labels]
        return all(
            sources.columnWidth(column) >= px for column, px in zip(shown, needed, strict=True)
        )

    qtbot.waitUntil(are_whole, timeout=WAIT_MS)
    assert sources.headerItem().text(2) == "In full"


def test_the_arrow_of_the_order_of_sources_grows_with_the_type(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, theme: Theme
) -> None:
    page.resize(1600, 900)
    page.show()
    checked(page, qtbot, tmp_path)
    header = page.sources.header()

    def arrow_px() -> int:
        """How wide the first sign in the head of the column is."""
        left, width = header.sectionViewportPosition(2), header.sectionSize(2)
        room = QRect(left + 2, 2, width - 4, header.height() - 4)
        image = header.viewport().grab(room).toImage()
        across, down = range(image.width()), range(image.height())
        ground = image.pixel(0, 0)
        marked = [x for x in across if any(image.pixel(x, y) != ground for y in down)]
        gaps = (place for place, x in enumerate(marked) if x - marked[0] != place)
        return next(gaps, len(marked))

    before_px = arrow_px()
    assert before_px < 16
    theme.apply(ThemeChoice.LIGHT, 200)
    qtbot.waitUntil(lambda: arrow_px() > 1.7 * before_px, timeout=WAIT_MS)


def test_a_source_that_is_chosen_is_shown_from_its_first_passage(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.resize(900, 500)
    page.show()
    checked(page, qtbot, tmp_path)
    last = page.text.marks()[-1][2]

    page.sources.setCurrentItem(page.sources.topLevelItem(last))

    place = page.text.place_at(page.text.textCursor().position())
    assert place is not None
    assert place.source == last
    assert page.text.viewport().rect().contains(page.text.cursorRect().center())
    assert page.place.full_text() == "1 of 1"


def test_choosing_no_source_any_more_leaves_the_text_where_it_is(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.sources.setCurrentItem(page.sources.topLevelItem(page.text.marks()[-1][2]))
    position = page.text.textCursor().position()

    page.sources.clearSelection()

    assert page.text.textCursor().position() == position > 0


def test_the_number_of_a_check_says_what_it_is_a_share_of(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)

    assert page.answer.total.text().endswith("% of the text found elsewhere")
