"""Every stage driven by clicks and keys, its numbers read back and compared with the engine."""

import errno
import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pypdfium2 import PdfDocument
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QTimer,
)
from PySide6.QtGui import QAction, QColor, QFontMetrics, QHelpEvent, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView, QMenu, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.cli.main import main
from simhash_gui.core.fingerprint.recipe import (
    HashFunction,
    Weighting,
    named_recipes,
    recipe_named,
)
from simhash_gui.core.fingerprint.simhash import trace
from simhash_gui.core.types import block_keys
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.comparison.trace_report import trace_lines
from simhash_gui.services.library.outputs import DocumentInTheWayError
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.services.teaching.lessons import (
    COUNTED,
    LONGEST_TEXT,
    Lesson,
    fragile_bits,
    lesson_recipe,
    trace_lesson,
    won_bits,
)
from simhash_gui.services.teaching.presets import LONG_TEXT, PRESETS, WORDS, TextLanguage, Topic
from simhash_gui.services.teaching.questions import Kind, make_question
from simhash_gui.services.teaching.text_questions import TextKind
from simhash_gui.services.teaching.tutor import Tutor
from simhash_gui.ui.common.recipe_texts import recipe_texts
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.class_tools import sheet_pdf
from simhash_gui.ui.learn.curve import MOST_BITS
from simhash_gui.ui.learn.families_stage import FamiliesStage
from simhash_gui.ui.learn.gate import Phase
from simhash_gui.ui.learn.laboratory_stage import LaboratoryStage
from simhash_gui.ui.learn.learn_page import LECTURE_PERCENT, LearnPage
from simhash_gui.ui.learn.myths_stage import MythsStage
from simhash_gui.ui.learn.planes import letter_box, number_center
from simhash_gui.ui.learn.question_task import QuestionTask
from simhash_gui.ui.learn.stage import LessonStage, TextBox
from simhash_gui.ui.learn.steps_stage import StepsStage
from simhash_gui.ui.learn.vote_table import VoteArea, VoteTable
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token, colors
from tests.ui.archive import Archive
from tests.ui.conftest import RAIL_PX, leading
from tests.ui.filled_library import FOLDER, Doc, put
from tests.ui.learn.conftest import Files

StageOf = TypeVar("StageOf", bound=LessonStage)

WAIT_MS = 20_000
SAMPLES = Path(__file__).parents[3] / "resources" / "samples"
KINDS = {
    Kind.SUM: (1, 0), Kind.BITS: (1, 1), Kind.FLIPS: (1, 2), Kind.PLANES: (2, 0),
    Kind.XOR: (3, 0), Kind.BLOCKS: (6, 0), Kind.CANDIDATES: (7, 0), Kind.PROBES: (8, 0),
}  # fmt: skip


def until(qtbot: QtBot, condition: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(condition()), timeout=WAIT_MS)


def click(widget: QWidget, point: QPoint | None = None) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=point or widget.rect().center())


def type_number(field: QLineEdit, number: object) -> None:
    field.clear()
    QTest.keyClicks(field, str(number))


def question(page: LearnPage, kind: Kind) -> QuestionTask:
    """Bring the question of a kind to the front."""
    stage, gate = KINDS[kind]
    page.show_stage(stage)
    task = page.stage.gates[gate].task
    assert isinstance(task, QuestionTask)
    return task


def test_no_turn_of_the_event_loop_makes_more_than_one_stage(session: Session) -> None:
    *parts, page = LearnPage.made_in_turns(session)

    assert isinstance(page, LearnPage)
    assert parts == [None] * len(page.stages)
    page.deleteLater()


def asked_of(kind: TextKind, seed: int = 1, language: TextLanguage = TextLanguage.ENGLISH) -> Any:
    """The question of a seed, from the tutor itself."""
    return Tutor().question(kind, seed, language, SAMPLES)


def export(qtbot: QtBot, page: LearnPage, files: Files, action: QAction, name: str) -> Path:
    """Have a file written."""
    files.name = name
    with qtbot.waitSignal(page.session.jobs.ended, timeout=WAIT_MS):
        action.trigger()
    return files.folder / name


def give(task: QuestionTask, answer: object) -> None:
    """Build an answer by clicks and keys."""
    if isinstance(answer, int):
        type_number(task.number, answer)
    elif task.kind == Kind.CANDIDATES and isinstance(answer, frozenset):
        for row in answer:
            task.rows.setFocus()
            task.rows.setCurrentRow(row)
            QTest.keyClick(task.rows, Qt.Key.Key_Space)
    elif isinstance(answer, frozenset):
        places = {3 - block for block in answer} if task.kind == Kind.BLOCKS else answer
        for bit in places:
            click(task.marks, task.marks.bit_rect(bit).center())


@pytest.mark.parametrize("kind", Kind, ids=str)
def test_a_right_answer_is_built_by_clicks_and_keys(still_page: LearnPage, kind: Kind) -> None:
    page = still_page
    task = question(page, kind)
    gate = page.stage.gates[KINDS[kind][1]]
    give(task, make_question(kind, task.seed, TextLanguage.ENGLISH).answer)
    click(gate.check_button)
    assert gate.verdict.text().startswith("✓")
    assert len(gate.verdict.text()) > 12
    assert page.model.results[-1].is_right
    assert not page.stage.explore.isHidden()


@pytest.mark.parametrize("kind", Kind, ids=str)
def test_the_first_answer_counts_and_the_next_question_is_another(
    still_page: LearnPage, kind: Kind
) -> None:
    page = still_page
    task = question(page, kind)
    gate = page.stage.gates[KINDS[kind][1]]
    answer = make_question(kind, task.seed, TextLanguage.ENGLISH).answer
    give(task, answer + 1 if isinstance(answer, int) else answer ^ {0, 1})
    if not task.is_answered():
        give(task, frozenset({2}))
    click(gate.check_button)
    assert gate.verdict.text().startswith("✗")
    assert not gate.check_button.isEnabled()
    gate.reveal()
    assert len(page.model.results) == 1
    click(gate.next_button)
    assert task.seed != 1
    assert gate.phase is Phase.ASKED
    assert gate.score.text() == f"Question no. {task.seed} · 0 of 1 first answers right so far"


def test_one_button_leads_to_the_answer_and_then_on(still_page: LearnPage) -> None:
    page = still_page
    task = question(page, Kind.BITS)
    page.show()
    assert leading(page) == ["Next stage"]

    give(task, frozenset({0}))
    assert leading(page) == ["Check my answer"]

    click(next(gate for gate in page.stage.gates if gate.task is task).check_button)
    assert leading(page) == ["Next stage"]


def test_bits_are_marked_by_keys_alone(still_page: LearnPage) -> None:
    page = still_page
    row = question(page, Kind.BITS).marks
    QTest.keyClick(row, Qt.Key.Key_End)
    QTest.keyClick(row, Qt.Key.Key_Space)
    QTest.keyClick(row, Qt.Key.Key_Left)
    QTest.keyClick(row, Qt.Key.Key_Space)
    assert row.marks == {0, 1}
    assert row.accessibleDescription().endswith("0 1")
    QTest.keyClick(row, Qt.Key.Key_Home)
    QTest.keyClick(row, Qt.Key.Key_Right)
    QTest.keyClick(row, Qt.Key.Key_Space)
    assert row.marks == {0, 1, 6}


def test_the_surprise_is_played_with_first_and_then_asked_of_another_pair(
    qtbot: QtBot, page: LearnPage
) -> None:
    stage = page.stages[0]
    until(qtbot, lambda: stage.two and stage.task.asked)
    preset = PRESETS[TextLanguage.ENGLISH][Topic.ONE_WORD]
    two = Tutor().compare(Lesson(preset.a, COUNTED), Lesson(preset.b, COUNTED))
    assert stage.explore.isVisible()
    md5 = (two.a.md5 ^ two.b.md5).bit_count()
    told = f"{md5} of 64 bits differ with MD5, {two.distance} with SimHash."
    assert stage.counts.text() == told
    assert stage.labels["md5"].text() == "MD5, the first 64 of its 128 bits"
    assert stage.rows["md5"][0].isVisible()
    stage.texts[1].setPlainText(preset.a)
    until(qtbot, lambda: stage.counts.text().startswith("0 of 64 bits differ with MD5"))
    asked = asked_of(TextKind.SURPRISE)
    assert f"{asked.words - asked.common} of the {asked.words} words are replaced" in (
        stage.gates[0].question.text()
    )
    assert stage.pair.boxes[0].toPlainText() == asked.a.lesson.text
    assert stage.pair.boxes[1].extraSelections()
    for field, value in zip(stage.task.fields, (asked.md5_distance, asked.distance), strict=True):
        type_number(field, value)
    click(stage.gates[0].check_button)
    assert stage.gates[0].verdict.text().startswith("✓")


@pytest.mark.parametrize(
    ("topic", "width"),
    [
        (Topic.BY_HAND, 6),
        (Topic.ONE_WORD, 64),
        pytest.param(Topic.REORDERED, 8, marks=pytest.mark.thorough),
        pytest.param(Topic.UNRELATED, 128, marks=pytest.mark.thorough),
        pytest.param(Topic.ONE_CHARACTER, 128, marks=pytest.mark.thorough),
    ],
)
def test_the_page_shows_byte_for_byte_what_the_command_prints(
    qtbot: QtBot, page: LearnPage,
    topic: Topic, width: int,
) -> None:  # fmt: skip
    steps = page.stages[1]
    page.show_stage(1)
    steps.presets.choose(topic)
    steps.widths.setCurrentIndex((6, 8, 64, 128).index(width))
    text = PRESETS[TextLanguage.ENGLISH][topic].a
    until(
        qtbot,
        lambda: (
            steps.traced is not None
            and steps.traced.lesson.text == text
            and steps.traced.trace.fingerprint.width == width
        ),
    )
    expected = Tutor().trace(steps.lesson()).trace
    assert steps.trace_text.toPlainText() == "\n".join(trace_lines(expected)) + "\n"
    assert steps.result.text() == expected.fingerprint.hex
    assert steps.table.accessibleDescription().startswith("Σ")


PRINTED = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), max_size=60)
ANY_TEXT = st.one_of(
    PRINTED,
    st.lists(
        st.sampled_from([
            *WORDS[TextLanguage.ENGLISH], *"老渡船苹果，。 ",
            "Straße", "ﬁne", "👩‍🚀", "ไทย", "हिन्दी",
        ])
    ).map(" ".join),
    st.sampled_from([text for both in PRESETS.values() for one in both.values()
                     for text in (one.a, one.b)]),
).filter(str.strip)  # fmt: skip


@pytest.mark.parametrize(
    "examples", [8, pytest.param(150, marks=pytest.mark.thorough)], ids="{} texts".format
)
def test_the_command_prints_what_the_page_shows_of_any_text(
    qtbot: QtBot,
    page: LearnPage,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    examples: int,
) -> None:
    page.show_stage(1)
    steps = page.stages[1]
    file = tmp_path / "text.txt"

    @settings(max_examples=examples, deadline=None)
    @example("\U00018d80", 0, 0)  # a letter that this Python does not know
    @given(text=ANY_TEXT, width=st.sampled_from([0, 1, 2, 3]), weighting=st.sampled_from([0, 2]))
    def shows_what_is_printed(text: str, width: int, weighting: int) -> None:
        steps.weightings.setCurrentIndex(weighting)
        steps.widths.setCurrentIndex(width)
        steps.text.setPlainText(text)
        until(qtbot, lambda: steps.traced and steps.traced.lesson == steps.lesson())
        recipe = steps.traced.trace.fingerprint.recipe_id
        file.write_text(text, encoding="utf-8", newline="")
        assert main(["fingerprint", str(file), "--trace", "--recipe", recipe]) == 0
        assert capsys.readouterr().out == steps.trace_text.toPlainText()

    shows_what_is_printed()


def test_a_word_under_the_cursor_is_lit_in_the_text(qtbot: QtBot, page: LearnPage) -> None:
    steps = page.stages[1]
    page.show_stage(1)
    until(qtbot, lambda: steps.traced)
    steps.open_up()
    QTest.keyClick(steps.table, Qt.Key.Key_Down)
    assert steps.table.pointed_feature == "desk"
    assert len(steps.text.extraSelections()) == 4
    assert steps.table.accessibleDescription() == "desk: +4 -4 -4 +4 -4 +4"
    QTest.keyClick(steps.table, Qt.Key.Key_Up)
    assert steps.text.extraSelections() == []


def test_keys_scroll_to_the_word_that_they_light(qtbot: QtBot, page: LearnPage) -> None:
    page.resize(900, 500)
    page.show_stage(1)
    steps = page.stage
    steps.open_up()
    steps.widths.setCurrentIndex(2)
    words = [f"word{number}" for number in range(200)]
    steps.text.setPlainText(" ".join(words))
    table = steps.table
    until(qtbot, lambda: table.row_count == len(words))
    bar, port = steps.table_area.verticalScrollBar(), steps.table_area.viewport()
    label = steps.steps
    until(qtbot, lambda: label.text() and label.height() >= label.heightForWidth(label.width()))

    def is_in_sight() -> bool:
        row = words.index(table.pointed_feature) + 1
        line = QRect(0, row * table.row_px, 1, table.row_px)
        is_covered = line.bottom() >= bar.value() + port.height() - table.foot_px
        (lit,) = steps.text.extraSelections()
        word = steps.text.cursorRect(lit.cursor)
        is_shown = table.visibleRegion().boundingRect().contains(line) and not is_covered
        return is_shown and steps.text.viewport().rect().contains(word)

    for key in (Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_Down):
        QTest.keyClick(table, key)
        until(qtbot, is_in_sight)
    for _ in range(40):
        QTest.keyClick(table, Qt.Key.Key_Down)
        assert is_in_sight()


def test_weights_by_hand_and_hashes_change_the_votes(qtbot: QtBot, page: LearnPage) -> None:
    steps = page.stages[1]
    page.show_stage(1)
    steps.open_up()
    steps.weightings.setCurrentIndex(1)
    assert steps.hand_weights.isVisible()
    type_number(steps.hand_weights, "5 1")
    until(qtbot, lambda: steps.traced and steps.traced.trace.weights.tolist() == [5, 1])
    before = steps.result.text()
    steps.hashes.setCurrentIndex(2)
    until(qtbot, lambda: steps.traced and "python-128" in steps.trace_text.toPlainText())
    assert before
    steps.hashes.setCurrentIndex(1)
    steps.widths.setCurrentIndex(3)
    until(qtbot, lambda: steps.widths.currentIndex() == 2)


def test_two_texts_have_a_distance_measures_and_words_that_flipped_a_bit(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(3)
    stage = page.stage
    until(qtbot, lambda: stage.two)
    stage.open_up()
    assert stage.measures.item(0, 1).text() == str(stage.two.distance)
    assert stage.ways.isHidden()  # heads without a row say nothing
    for _ in range(20):
        click(stage.stepper.on_button)
    assert stage.ways.isVisible()
    last = stage.ways.item(stage.two.distance - 1, 0).text()
    assert last == f"{0:016x} {stage.two.distance}"
    assert "banks +1" in stage.flipped.text() or "bank −1" in stage.flipped.text()

    stage.texts[1].setPlainText(stage.texts[0].toPlainText())
    until(qtbot, lambda: stage.two.distance == 0)
    assert "take 0 / 8 / 6 steps" in stage.step_label.text()


def test_the_votes_of_two_texts_are_shown_in_two_turns_of_the_event_loop(
    qtbot: QtBot, page: LearnPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.show_stage(3)
    stage = page.stage
    shown: list[str] = []
    first, second = stage.votes
    show_first = first.show_trace

    def show_and_end_the_turn(trace: Any) -> None:
        show_first(trace)
        QTimer.singleShot(0, stage, lambda: shown.append("turn over"))

    monkeypatch.setattr(first, "show_trace", show_and_end_the_turn)
    monkeypatch.setattr(second, "show_trace", lambda _: shown.append("second"))
    stage.compare()

    until(qtbot, lambda: len(shown) > 1)
    assert shown[:2] == ["turn over", "second"]


def test_two_documents_of_the_library_are_the_two_texts(
    qtbot: QtBot, open_session: Session, page: LearnPage
) -> None:
    assert open_session.library is not None
    longer = "word " * LONGEST_TEXT
    put(open_session.library, [Doc("a.txt", 1, "The old ferry"), Doc("b.txt", 2, longer)])
    page.show_stage(3)
    stage = page.stage
    stage.open_up()

    click(stage.choose_button)
    rows = stage.dialog.table
    until(qtbot, lambda: len(rows.paged.ids) == 2)
    for row in (0, 1):
        click(rows.viewport(), rows.visualRect(rows.paged.index(row, 0)).center())
    assert stage.dialog.accept_button.text() == "Choose"
    click(stage.dialog.accept_button)

    until(qtbot, lambda: stage.texts[0].toPlainText() == "The old ferry")
    assert stage.texts[1].toPlainText() == longer[:LONGEST_TEXT]
    assert stage.texts[1].note.isVisible()
    assert [box.source.full_text() for box in stage.texts] == ["a.txt", "b.txt"]
    assert stage.texts[0].source.toolTip() == f"{FOLDER}/a.txt"
    until(qtbot, lambda: stage.two and stage.two.a.lesson.text == "The old ferry")
    topics = stage.presets.topics
    assert topics.currentText() == ""
    stage.presets.languages.setCurrentIndex(1)
    assert stage.texts[0].toPlainText() == "The old ferry"

    stage.texts[0].insertPlainText("No longer as in the document. ")
    assert [box.source.isVisible() for box in stage.texts] == [False, True]
    stage.presets.choose(Topic.ONE_CHARACTER)  # as before
    assert not stage.texts[1].source.isVisible()
    assert stage.texts[0].toPlainText() == PRESETS[TextLanguage.CHINESE][Topic.ONE_CHARACTER].a


def test_without_a_library_no_document_is_offered(page: LearnPage) -> None:
    page.show_stage(3)
    page.stage.open_up()
    assert not page.stage.choose_button.isVisible()


def test_a_curve_is_drawn_by_keys_and_judged_by_the_measured_one(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(4)
    stage = page.stage
    until(qtbot, lambda: stage.task.asked)
    drawing = stage.task.drawing
    click(drawing, QPoint(drawing.width() - 25, drawing.height() - 60))
    assert drawing.is_complete
    QTest.keyClick(drawing, Qt.Key.Key_Up)
    assert 0 < (drawing.guess[-1] or 0) <= MOST_BITS
    for place, mean in enumerate(stage.task.asked.curve.means):
        drawing.set_point(place, mean)
    click(stage.gates[0].check_button)
    assert stage.gates[0].verdict.text().startswith("✓")
    stage.short.click()
    stage.changes.setCurrentIndex(3)
    until(qtbot, lambda: page.session.reads.is_idle)


def test_myths_are_broken_by_texts_that_are_shown(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(5)
    stage = page.stage
    tasks = (stage.share, stage.same, stage.voters)
    until(qtbot, lambda: all(task.asked for task in tasks))
    share, same, voters = (asked_of(TextKind(task.kind)) for task in tasks)
    assert stage.pair.boxes[1].toPlainText() == share.b.lesson.text
    assert stage.pair.boxes[1].extraSelections()
    assert not stage.bits[0].isVisible()
    type_number(stage.share.fields[0], share.distance)
    for row in sorted(same.answer):
        stage.same.rows.setCurrentRow(row)
        QTest.keyClick(stage.same.rows, Qt.Key.Key_Space)
    assert stage.same.pair.boxes[1].toPlainText() == same.others[max(same.answer)].lesson.text
    type_number(stage.voters.fields[0], voters.answer)
    assert not stage.votes_area.isVisible()
    for gate in stage.gates:
        click(gate.check_button)
        assert gate.verdict.text().startswith("✓")
    assert stage.bits[1].isVisible()
    assert f"distance {same.distances[0]}" in stage.same.rows.item(0).text()
    assert stage.votes_area.isVisible()
    page.model.set_lecture(is_lecture=False)
    for gate in stage.gates:
        click(gate.next_button)
    until(qtbot, lambda: all(task.asked and task.asked.seed > 1 for task in tasks))
    assert not stage.bits[0].isVisible()


def test_planes_differ_in_the_share_of_the_angle(still_page: LearnPage) -> None:
    page = still_page
    page.show_stage(2)
    page.stage.open_up()
    page.stage.angle.setValue(0)
    assert page.stage.told.text().startswith("Angle 0°: 0 of 64")
    page.stage.angle.setValue(180)
    assert "64 of 64" in page.stage.told.text()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_line_runs_through_the_letter_of_an_arrow(scale: float) -> None:
    for seed in range(1, 300):
        a, b, *lines = make_question(Kind.PLANES, seed, TextLanguage.ENGLISH).angles
        for angle in (a, b):
            box = letter_box(angle, lines, 92 * scale, 10 * scale)

            assert hypot(box.center().x(), box.center().y()) == pytest.approx(92 * scale)
            tip = QPointF(92 * scale * cos(angle), -92 * scale * sin(angle))
            assert hypot(*(box.center() - tip).toTuple()) <= 10 * scale
            for line in lines:
                along = QPointF(cos(line), -sin(line))
                corners = (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())
                sides = {along.x() * at.y() - along.y() * at.x() > 0 for at in corners}
                assert len(sides) == 1


@pytest.mark.parametrize("percent", [100, 200])
def test_no_number_touches_the_end_of_its_line(theme: Theme, percent: int) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    metrics = QFontMetrics(theme.font(FontRole.BODY))
    widest = QSizeF(metrics.horizontalAdvance("00"), metrics.height())
    for number, degrees in enumerate(range(0, 360, 5)):
        angle, text = radians(degrees), str(number % 12 + 1)
        end = QPointF(cos(angle), -sin(angle)) * 100
        ink = QRectF(metrics.tightBoundingRect(text))

        ink.moveCenter(number_center(angle, 0, 100, widest))

        nearest = (
            min(max(end.x(), ink.left()), ink.right()),
            min(max(end.y(), ink.top()), ink.bottom()),
        )
        assert hypot(end.x() - nearest[0], end.y() - nearest[1]) > metrics.height() / 8


def test_an_example_that_was_changed_is_none_until_it_is_chosen_again(
    still_page: LearnPage,
) -> None:
    for number in (0, 1, 3):
        still_page.show_stage(number)
        stage = still_page.stage
        boxes = stage.texts if number != 1 else [stage.text]
        presets = stage.presets
        topic, before = presets.topics.currentIndex(), [box.toPlainText() for box in boxes]
        for box in boxes:
            box.insertPlainText("My own words. ")
            assert presets.topics.currentIndex() == -1
            presets.topics.setCurrentIndex(topic)
            assert [each.toPlainText() for each in boxes] == before
            assert presets.topics.currentIndex() == topic


@pytest.mark.parametrize("size", [QSize(1280, 720), QSize(1024, 768)])
def test_a_step_leaves_the_votes_where_they_are_and_what_it_changes_in_view(
    qtbot: QtBot, page: LearnPage, size: QSize
) -> None:
    page.resize(size)
    page.lecture_action.trigger()
    page.show_stage(1)
    stage = page.stage
    stage.open_up()
    until(qtbot, lambda: stage.traced and page.session.reads.is_idle)
    while stage.stepper.step > stage.stepper.first:
        QTest.keyClick(page, Qt.Key.Key_Comma)
    port, table = page.area.viewport(), stage.table_area
    below_px = table.y() - stage.stepper.y()
    while stage.stepper.step < stage.stepper.last:
        QTest.keyClick(page, Qt.Key.Key_Period)
        until(qtbot, lambda: port.rect().contains(QRect(table.mapTo(port, QPoint()), table.size())))
        assert table.y() - stage.stepper.y() == below_px
    if stage.steps.geometry().bottom() - stage.stepper.y() < port.height():
        until(qtbot, lambda: stage.steps.visibleRegion().boundingRect() == stage.steps.rect())


def test_four_bits_in_four_blocks_leave_none(still_page: LearnPage) -> None:
    page = still_page
    page.show_stage(6)
    stage = page.stage
    stage.open_up()
    stage.count.setValue(3)
    click(stage.spread)
    assert stage.blocks.text().startswith("3 differing bits. What survives: block 0")
    stage.count.setValue(4)
    click(stage.spread)
    assert "none, the pair is missed" in stage.blocks.text()
    click(stage.scatter)
    assert len(stage.bits.marks) == 4
    stage.k.setValue(3)
    assert "0, 0, 0, 0" in stage.told.text()
    assert "4 keys" in stage.told.text()
    stage.k.setValue(4)
    assert "20 keys" in stage.told.text()
    assert "one bit more in each block: in 5," in stage.told.text()


def test_bits_to_place_and_bits_that_are_told_are_always_as_many(still_page: LearnPage) -> None:
    still_page.show_stage(6)
    stage = still_page.stage
    stage.open_up()

    def told() -> int:
        return int(stage.blocks.text().partition(" ")[0])

    assert (stage.count.value(), told(), len(stage.bits.marks)) == (3, 3, 3)
    stage.count.setValue(5)
    assert (told(), len(stage.bits.marks)) == (5, 5)
    free = next(bit for bit in range(64) if bit not in stage.bits.marks)
    click(stage.bits, stage.bits.bit_rect(free).center())
    assert (stage.count.value(), told()) == (6, 6)
    for bit in sorted(stage.bits.marks):
        click(stage.bits, stage.bits.bit_rect(bit).center())
    assert (stage.count.value(), told()) == (0, 0)


def test_a_ninth_bit_is_not_marked_and_takes_no_other_mark_away(still_page: LearnPage) -> None:
    still_page.show_stage(6)
    stage = still_page.stage
    stage.open_up()
    stage.count.setValue(8)
    marked = stage.bits.marks
    lowest_free = next(bit for bit in range(64) if bit not in marked)

    click(stage.bits, stage.bits.bit_rect(lowest_free).center())

    assert stage.bits.marks == marked
    assert stage.count.value() == 8


def test_five_bits_are_not_said_to_lie_in_five_of_four_blocks(still_page: LearnPage) -> None:
    still_page.show_stage(6)
    gate = still_page.stage.gates[0]
    for seed in range(3, 30):
        gate.ask(seed)
        if "differ in 5 bits" in gate.question.text() and gate.task.asked.answer:
            break

    click(gate.check_button)

    spoilt = 4 - len(gate.task.asked.answer)
    assert f"The 5 differing bits lie in {spoilt} of 4 blocks." in gate.verdict.text()


@pytest.mark.parametrize("number", range(10))
def test_a_class_that_raises_hands_still_sees_what_is_asked(
    qtbot: QtBot, theme: Theme, page: LearnPage, number: int
) -> None:
    page.show_stage(number)
    page.set_lecture(True)
    page.resize(1210, page.header.sizeHint().height() + 630)
    gate = page.current_gate()
    until(qtbot, lambda: gate.task.is_here)
    page.advance()

    def is_whole(widget: QWidget) -> bool:
        return widget.visibleRegion().boundingRect() == widget.rect()

    until(qtbot, lambda: is_whole(gate.hands) and is_whole(gate.question))


def test_numbers_of_two_lines_close_by_do_not_touch(theme: Theme) -> None:
    metrics = QFontMetrics(theme.font(FontRole.BODY))
    widest = QSizeF(metrics.horizontalAdvance("00"), metrics.height())
    boxes = []
    for angle, level in ((2.60, 1), (2.62, 0)):  # a number is wider than high: beside, not above
        box = QRectF(QPointF(), widest)
        box.moveCenter(number_center(angle, level, 170, widest))
        boxes.append(box)
    assert not boxes[0].adjusted(1, 1, -1, -1).intersects(boxes[1])


def test_lines_are_numbered_around_the_arrows(still_page: LearnPage) -> None:
    _, _, *lines = question(still_page, Kind.PLANES).asked.angles
    assert lines == sorted(lines)


def test_a_pupil_who_only_checks_meets_the_pair_that_is_missed(still_page: LearnPage) -> None:
    page = still_page
    page.show_stage(6)
    three, four = page.stage.gates
    assert "differ in 3 bits" in three.question.text()
    assert "differ in 4 bits" in four.question.text()
    assert len(three.task.asked.answer) == 1

    click(four.check_button)  # nothing is marked: no block is left

    assert four.verdict.text().startswith("✓ Right. None: ")


def test_blocks_that_are_spoilt_are_told_from_those_that_survive(still_page: LearnPage) -> None:
    page = still_page
    page.show_stage(6)
    stage = page.stage
    stage.open_up()
    stage.count.setValue(3)
    click(stage.spread)
    assert "block 0: survives, block 1: spoilt" in stage.bits.accessibleDescription()

    gate = stage.gates[0]
    a, b = gate.task.facts
    assert "spoilt" not in a.accessibleDescription() + b.accessibleDescription()
    blocks = b.grab().toImage()
    click(gate.check_button)
    assert b.accessibleDescription().count("survives") == len(gate.task.asked.answer) == 1
    assert b.accessibleDescription().count("spoilt") == 3
    assert b.grab().toImage() != blocks
    click(gate.next_button)
    assert "spoilt" not in b.accessibleDescription()


def test_a_stage_takes_no_more_room_than_it_needs(qtbot: QtBot, page: LearnPage) -> None:
    page.resize(1200, 500)
    scroll = page.area.verticalScrollBar()
    page.show_stage(8)
    until(qtbot, lambda: scroll.maximum() == 0)
    page.show_stage(1)
    page.stage.open_up()
    until(qtbot, lambda: scroll.maximum() > 0)

    page.show_stage(8)  # a short stage after a long one: nothing to scroll to

    until(qtbot, lambda: scroll.maximum() == 0)


def test_enter_commits_an_answer(still_page: LearnPage) -> None:
    task = question(still_page, Kind.PROBES)
    gate = still_page.stage.gates[0]
    QTest.keyClick(task.number, Qt.Key.Key_Return)
    assert gate.phase is Phase.ASKED  # nothing was answered yet
    type_number(task.number, task.asked.answer)
    QTest.keyClick(task.number, Qt.Key.Key_Return)
    assert gate.phase is Phase.REVEALED
    assert gate.verdict.text().startswith("✓ Right.")


def test_what_is_said_of_an_answer_is_scrolled_to(qtbot: QtBot, page: LearnPage) -> None:
    page.resize(900, 400)
    page.show()
    task = question(page, Kind.BITS)
    gate = page.stage.gates[KINDS[Kind.BITS][1]]
    give(task, task.asked.answer)
    page.stage.open_up()
    laid_out = page.stage.sizeHint().height()
    until(qtbot, lambda: page.area.content.height() > laid_out)
    page.area.ensureWidgetVisible(gate.check_button, 0, 0)

    click(gate.check_button)

    until(qtbot, lambda: gate.verdict.y() > task.y())  # has its place
    until(qtbot, lambda: gate.verdict.visibleRegion().boundingRect() == gate.verdict.rect())


def test_no_bits_are_shown_before_there_are_any(still_page: LearnPage) -> None:
    for number in (0, 3):
        rows = still_page.stages[number].rows
        for row in rows if number else [row for pair in rows.values() for row in pair]:
            assert "0000" not in row.accessibleDescription()


def test_all_64_bits_of_the_votes_are_seen_without_scrolling(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(3)
    page.stage.open_up()
    until(qtbot, lambda: page.stage.two is not None)
    for area in page.stage.areas:
        until(qtbot, lambda area=area: area.horizontalScrollBar().maximum() == 0)


def test_texts_of_tables_keep_away_from_their_lines_and_figures_stand_to_the_right(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(3)
    page.stage.open_up()
    until(qtbot, lambda: page.stage.two is not None)
    table = page.stage.measures
    letters = table.fontMetrics()
    texts = [table.item(row, 0).text() for row in range(table.rowCount())]
    widest = max(letters.horizontalAdvance(text) for text in texts)

    until(qtbot, lambda: table.columnWidth(0) >= widest + 2 * Space.S)
    assert table.item(0, 1).textAlignment() & Qt.AlignmentFlag.AlignRight


def test_meanings_of_the_glossary_are_whole_where_they_are_wrapped(
    qtbot: QtBot, page: LearnPage, theme: Theme
) -> None:
    theme.lecture(LECTURE_PERCENT)
    page.glossary_action.trigger()
    assert page.dialog is not None
    table = page.dialog.table
    until(qtbot, table.isVisible)

    def are_whole() -> bool:
        letters = QFontMetrics(table.font())
        return all(
            table.rowHeight(row)
            >= letters.boundingRect(
                QRect(0, 0, table.columnWidth(column) - 2 * Space.S - 1, 9_999),
                Qt.TextFlag.TextWordWrap,
                table.item(row, column).text(),
            ).height()
            for row in range(table.rowCount())
            for column in (2, 3)
        )

    until(qtbot, are_whole)
    page.dialog.reject()


def test_long_words_beside_64_votes_are_whole_in_a_lecture(qtbot: QtBot, theme: Theme) -> None:
    theme.lecture(LECTURE_PERCENT)
    table = VoteTable()
    area = VoteArea(table)
    qtbot.addWidget(area)
    area.resize(1140, 400)
    area.show()

    table.show_trace(Tutor().trace(Lesson("schoolchildren", COUNTED)).trace)

    until(qtbot, lambda: area.horizontalScrollBar().maximum() == 0)
    assert tip_of_first_word(table) == ""


def test_a_word_that_is_cut_beside_its_votes_has_a_tip(qtbot: QtBot) -> None:
    table = VoteTable()
    qtbot.addWidget(table)
    table.show()
    table.show_trace(Tutor().trace(Lesson("schoolchildrenship", COUNTED)).trace)

    assert tip_of_first_word(table) == "schoolchildrenship"

    table.show_trace(Tutor().trace(Lesson("ferry", COUNTED)).trace)
    until(qtbot, lambda: tip_of_first_word(table) == "")


def tip_of_first_word(table: VoteTable) -> str:
    """What is told where the pointer rests."""
    table.point_at(0)
    where = QPoint(5, table.row_px + 5)
    tip = QHelpEvent(QEvent.Type.ToolTip, where, table.mapToGlobal(where))
    QApplication.sendEvent(table, tip)
    return QToolTip.text()


def test_a_new_name_of_the_votes_leaves_their_last_bits_in_sight(qtbot: QtBot) -> None:
    table = VoteTable()
    qtbot.addWidget(table)
    table.setAccessibleName("Votes: Text A")
    table.show_trace(Tutor().trace(Lesson("a", COUNTED)).trace)

    for name in ("投票", "Votes: the longer one of two texts"):  # as in another language
        table.setAccessibleName(name)
        assert table.width() == table.sizeHint().width()


def test_the_weights_beside_the_words_of_the_votes_are_not_cut(qtbot: QtBot) -> None:
    table = VoteTable()
    qtbot.addWidget(table)
    widths, signs = [], []
    metrics = QFontMetrics(Theme.current().font(FontRole.FIXED))
    for times in (9, 10, 100):  # as often as in a document
        table.show_trace(Tutor().trace(Lesson("well " * times, COUNTED)).trace)
        widths.append(table.width())
        signs.append(metrics.horizontalAdvance(f"well ×{times}"))

    assert np.diff(widths).tolist() == np.diff(signs).tolist()


def test_a_text_is_shown_whole_up_to_eight_lines(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(1)
    page.stage.open_up()
    box = page.stage.text
    three = box.height()
    for word in ("word", "词语"):  # Chinese lines may be higher
        box.setPlainText("\n".join(word for _ in range(6)))
        until(qtbot, lambda: box.height() > three)
        until(qtbot, lambda: box.verticalScrollBar().maximum() == 0)
    box.setPlainText("\n".join("word" for _ in range(60)))
    until(qtbot, lambda: box.verticalScrollBar().maximum() > 0)
    assert box.height() < 4 * three


@pytest.mark.parametrize("stage", [0, 1, 3])
def test_a_long_text_that_is_pasted_is_cut_and_the_page_says_so(
    qtbot: QtBot, page: LearnPage, stage: int
) -> None:
    page.show_stage(stage)
    page.stage.open_up()
    box = page.stage.text if stage == 1 else page.stage.texts[0]
    QApplication.clipboard().setText("word " * LONGEST_TEXT)
    box.selectAll()

    QTest.keySequence(box, QKeySequence.StandardKey.Paste)

    assert len(box.toPlainText()) == LONGEST_TEXT
    assert box.note.isVisible()
    assert "20,000" in box.note.text()
    box.setPlainText("The old ferry")
    assert box.note.isHidden()


def test_the_beginning_of_a_long_document_is_shown_as_such(qtbot: QtBot) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    box.setPlainText("x" * (LONGEST_TEXT + 1))
    assert len(box.toPlainText()) == LONGEST_TEXT
    assert not box.note.isHidden()
    box.setPlainText("x" * LONGEST_TEXT)
    assert box.note.isHidden()


def test_a_query_goes_down_the_four_tables(still_page: LearnPage) -> None:
    page = still_page
    page.show_stage(7)
    stage = page.stage
    stage.open_up()
    for _ in range(4):
        click(stage.stepper.on_button)
    query, stored = stage._rows
    near = sum(
        any(a == b for a, b in zip(block_keys(query), block_keys(value), strict=True))
        for value in stored
    )
    assert stage.told.text().startswith(f"4 of 4 blocks looked up: {near} of 10")
    click(stage.again_button)
    assert stage.told.text().startswith("0 of 4")


def test_the_indexes_of_the_library_are_shown(
    qtbot: QtBot, archive_session: object, files: Files
) -> None:
    page = LearnPage(archive_session, ask_target=files, ask_file=files)
    qtbot.addWidget(page)
    page.show()
    page.show_stage(7)
    until(qtbot, lambda: page.stage._numbers)
    page.stage.open_up()
    assert page.stage.numbers.isVisible()
    page.show_stage(1)
    steps = page.stage
    until(qtbot, lambda: steps.documents.count() > 1)
    steps.documents.setCurrentIndex(1)
    steps.documents.activated.emit(1)
    until(qtbot, lambda: steps.traced and len(steps.traced.trace.features) > 2)


def test_the_laboratory_runs_every_method(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(8)
    stage = page.stage
    type_number(stage.gates[0].task.number, 4)
    click(stage.gates[0].check_button)
    assert stage.gates[0].verdict.text().startswith("✓ Right. 4: one look-up")
    QTest.keyClick(stage.sizes, Qt.Key.Key_Home)
    stage.k.setValue(2)
    click(stage.run_button)
    until(qtbot, lambda: stage.report)
    assert stage.table.rowCount() == 10
    tips = [stage.table.horizontalHeaderItem(column).toolTip() for column in (3, 4)]
    assert tips[0].startswith("For one query, on average.")
    assert tips[1].startswith("Comparisons with a fingerprint")
    assert len({stage.table.item(row, 6).text() for row in range(10)}) == 1
    assert "all methods found the same" in stage.told.text()
    assert "of their size. So few fingerprints are too far apart" in stage.told.text()
    assert "Compare all" in stage.chart.accessibleDescription()
    until(qtbot, stage.run_button.isEnabled)


def test_the_laboratory_shows_how_many_fingerprints_the_library_has(
    qtbot: QtBot, archive_session: Session, files: Files
) -> None:
    page = LearnPage(archive_session, ask_target=files, ask_file=files)
    qtbot.addWidget(page)
    page.show()
    page.show_stage(8)
    stage = page.stage
    stage.open_up()
    assert archive_session.library is not None
    count = Tutor().buckets(archive_session.library.place)[0]

    click(stage.on_library)

    assert stage.sizes.currentText() == ""
    until(qtbot, lambda: stage.sizes.placeholderText() == str(count))
    click(stage.run_button)
    until(qtbot, lambda: stage.report)
    assert stage.told.text().startswith(f"{count} fingerprints")
    click(stage.on_library)
    assert stage.sizes.currentText() == "1,000"
    until(qtbot, stage.run_button.isEnabled)


def test_what_would_not_fit_says_so_before_anything_is_run(page: LearnPage) -> None:
    page.show_stage(8)
    stage = page.stage
    stage.open_up()
    assert stage.table.item(2, 1).text() == "Not run: would take 1.3 GB of memory"
    QTest.keyClick(stage.sizes, Qt.Key.Key_Home)
    assert stage.table.item(2, 1).text() == ""
    stage.k.setValue(4)
    assert stage.table.item(4, 1).text() == "Not run: misses pairs beyond distance 3"
    assert stage.report is None
    ways = stage.ways.text().splitlines()
    assert [way.split(":")[0] for way in ways] == [
        stage.table.item(row, 0).text() for row in range(10)
    ]


def test_the_laboratory_shows_every_column_that_has_room(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(8)
    table = page.stage.table
    page.stage.open_up()

    def hidden() -> list[int]:
        return [n for n in range(table.columnCount()) if table.isColumnHidden(n)]

    until(qtbot, lambda: not hidden())
    page.resize(420, 900)
    until(qtbot, lambda: 6 in hidden())
    page.resize(1200, 900)
    until(qtbot, lambda: not hidden() and table.horizontalScrollBar().maximum() == 0)


def test_families_are_judged_by_the_samples(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(9)
    stage = page.stage
    until(qtbot, lambda: stage.task.asked and stage.table.rowCount())
    asked = asked_of(TextKind.FAMILIES)
    assert "SimHash, within 3 bits" in stage.gates[0].question.text()
    rows = range(stage.pairs.rowCount())
    assert [stage.pairs.item(row, 0).text() for row in rows] == [
        f"{pair.value:.0f}" for pair in asked.pairs
    ]
    for field, value in zip(stage.task.fields, asked.answer, strict=True):
        type_number(field, value)
    click(stage.gates[0].check_button)
    assert stage.gates[0].verdict.text().startswith("✓")
    labelled = {
        int(stage.table.item(row, 1).text()) + int(stage.table.item(row, 2).text())
        for row in range(stage.table.rowCount())
    }
    assert len(labelled) == 1


def test_a_new_question_about_texts_has_another_seed_and_forgets_the_answer(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(4)
    gate, task = page.stage.gates[0], page.stage.task
    until(qtbot, lambda: task.asked)
    gate.reveal()
    click(gate.next_button)
    until(qtbot, lambda: task.asked)
    assert task.asked.setting == asked_of(TextKind.CURVE, task.seed).setting
    assert not task.drawing.is_complete
    assert gate.phase is Phase.ASKED


def test_a_question_that_is_on_its_way_is_not_answered_before_it_is_there(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(4)
    gate, task = page.stage.gates[0], page.stage.task
    until(qtbot, lambda: task.asked)
    gate.ask(2)
    gate.reveal()
    assert gate.phase is Phase.ASKED
    until(qtbot, lambda: task.asked)
    assert gate.question.text() != "…"
    gate.reveal()
    assert gate.phase is Phase.REVEALED


def test_words_that_are_lit_have_the_colours_of_another_theme(qtbot: QtBot, theme: Theme) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    box.setPlainText("The old ferry")
    box.light([(4, 7)])
    theme.apply(ThemeChoice.DARK)
    (lit,) = box.extraSelections()
    assert lit.format.background().color() == theme.color(Token.SELECTION)


def test_a_text_that_wraps_in_a_narrower_window_is_still_seen_whole(qtbot: QtBot) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    box.setPlainText("The old ferry crosses the wide river twice a day and carries apples. " * 3)
    box.resize(700, box.height())
    box.show()

    box.resize(300, box.height())

    qtbot.waitUntil(lambda: box.verticalScrollBar().maximum() == 0)


def test_steps_go_back_and_play_on_demand_by_button_and_by_key(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(7)
    stage = page.stage
    stage.open_up()
    stepper = stage.stepper
    assert (stepper.step, stepper.timer.isActive()) == (0, False)
    stepper.may_play = lambda: True
    page.chooser.setFocus()
    QTest.keyClick(page, Qt.Key.Key_Period)
    QTest.keyClick(page, Qt.Key.Key_Period)
    QTest.keyClick(page, Qt.Key.Key_Comma)
    assert stage.told.text().startswith("1 of 4")
    click(stepper.back_button)
    assert stepper.step == 0
    assert not stepper.back_button.isEnabled()
    stepper.timer.setInterval(1)
    QTest.keyClick(page, Qt.Key.Key_P)
    until(qtbot, lambda: stepper.step == stepper.last)
    assert not stepper.timer.isActive()
    click(stepper.speed_button)
    assert (stepper.speed_button.text(), stepper.timer.interval()) == ("Speed 2×", 750)
    click(stepper.speed_button)
    assert (stepper.speed_button.text(), stepper.timer.interval()) == ("Speed 0.5×", 3000)
    stepper.timer.setInterval(60_000)
    stepper.play_or_pause()
    assert (stepper.step, stepper.timer.isActive()) == (0, True)
    assert stepper.play_button.text() == "Pause"
    page.show_stage(6)
    assert not stepper.timer.isActive()


def test_without_animation_nothing_can_be_played_but_steps_stay(still_page: LearnPage) -> None:
    stepper = still_page.stages[7].stepper
    stepper.may_play = lambda: False
    stepper.retranslate()
    assert stepper.play_button.isHidden()
    stepper.play_or_pause()
    assert not stepper.timer.isActive()


def test_the_five_steps_are_shown_one_after_another(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(1)
    steps = page.stage
    until(qtbot, lambda: steps.traced)
    steps.open_up()
    for _ in range(3):
        click(steps.stepper.back_button)
    assert not steps.bits.isVisible()
    assert steps.steps.text().splitlines()[-1].startswith("2 Hash")  # a line for each
    assert "▶ for each feature: h = hash(feature)" in steps.code.text()
    steps.table.point_at(0)
    assert steps.table.accessibleDescription() == "desk: 1 0 0 1 0 1"
    click(steps.stepper.back_button)
    assert steps.table.accessibleDescription() == "desk"
    for _ in range(4):
        click(steps.stepper.on_button)
    assert steps.bits.isVisible()
    assert steps.bits.lit == won_bits(steps.traced.trace, "desk")


@pytest.mark.parametrize("language", list(TextLanguage))
@pytest.mark.parametrize("topic", [Topic.BY_HAND, Topic.ONE_WORD])
def test_bits_that_one_word_flips_are_marked_as_fragile(
    language: TextLanguage, topic: Topic
) -> None:
    preset = PRESETS[language][topic]
    two = Tutor().compare(Lesson(preset.a, COUNTED), Lesson(preset.b, COUNTED))
    a, b = two.a.trace, two.b.trace
    flipped = {bit for bit in range(64) if a.bits[bit] != b.bits[bit]}
    assert flipped
    assert flipped <= fragile_bits(a)


@pytest.mark.parametrize("weighting", [Weighting.COUNT, Weighting.LOG_COUNT])
@pytest.mark.parametrize("language", list(TextLanguage))
def test_fragile_bits_are_those_that_some_other_word_flips(
    language: TextLanguage, weighting: Weighting
) -> None:
    recipe = lesson_recipe(64, weighting, HashFunction.XXH3_64)
    traced = trace_lesson(Lesson(PRESETS[language][Topic.REORDERED].a, recipe)).trace
    words = [*traced.tokens, *traced.tokens[:5]]  # some of them twice
    before = trace(words, recipe)
    flipped = {
        bit
        for place in range(len(words))
        for other in range(16)
        for bit in np.flatnonzero(
            trace([*words[:place], f"word{other}", *words[place + 1 :]], recipe).bits != before.bits
        ).tolist()
    }
    assert fragile_bits(before) == flipped


def test_a_question_about_a_word_that_goes_has_no_marks_of_one_that_is_replaced(
    qtbot: QtBot, page: LearnPage, files: Files
) -> None:
    page.show_stage(1)
    drawn = export(qtbot, page, files, page.picture_action, "picture.svg").read_text()
    assert "is taken out. Which bits flip?" in drawn
    assert "~" not in drawn


def test_the_sum_of_a_bit_is_told_where_there_is_only_a_bar(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(3)
    page.stage.open_up()
    table = page.stage.votes[0]
    until(qtbot, lambda: table.row_count)
    table.setFocus()
    for _ in range(64 - 12):
        QTest.keyClick(table, Qt.Key.Key_Right)

    votes = page.stage.two.a.trace.votes()[:, 12]
    sums = votes[votes > 0].sum(), -votes[votes < 0].sum(), votes.sum()
    told = "Bit 12: {:g} for one, {:g} for zero, sum {:g}".format(*sums).replace("-", "−")
    assert QToolTip.text() == told
    assert table.accessibleDescription() == told


def test_what_votes_come_to_stays_on_show_while_words_are_scrolled(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(3)
    page.stage.open_up()
    table, area = page.stage.votes[0], page.stage.areas[0]
    until(qtbot, lambda: table.row_count)
    bar = area.verticalScrollBar()

    def foot() -> QImage:
        port = area.viewport()
        height = table.foot_px - 2
        return port.grab(QRect(0, port.height() - height, port.width(), height)).toImage()

    bar.setValue(bar.maximum())
    at_the_end = foot()
    bar.setValue(0)
    assert bar.maximum() > 0
    assert foot() == at_the_end


def test_a_wide_window_shows_sums_in_figures(qtbot: QtBot, page: LearnPage, files: Files) -> None:
    page.resize(2400, 900)
    page.show_stage(3)
    page.stage.open_up()
    table = page.stage.votes[0]
    until(qtbot, lambda: table.row_count)
    drawn = export(qtbot, page, files, page.picture_action, "picture.svg").read_text()
    shown = re.findall(r">\s*([−0-9]+)\s*</text>", drawn)
    sums = [f"{total:g}".replace("-", "−") for total in page.stage.two.a.trace.sums[::-1]]
    # Below each sum stands its bit.
    assert any(shown[start : start + 128 : 2] == sums for start in range(len(shown)))


def test_a_long_text_has_few_fragile_bits() -> None:
    long = Tutor().trace(Lesson(LONG_TEXT[TextLanguage.ENGLISH] * 5, COUNTED)).trace
    assert len(fragile_bits(long)) < 16


@pytest.mark.parametrize("name", list(named_recipes()))
def test_recipes_of_well_known_programs_are_chosen_beside_the_other_choices(
    qtbot: QtBot, page: LearnPage, name: str
) -> None:
    page.show_stage(1)
    stage = page.stage
    stage.open_up()
    until(qtbot, lambda: stage.traced)
    text = "机器学习课程讲 SimHash, and 机器学习 of the old ferry; the old ferry again"
    stage.text.setPlainText(text)
    stage.recipes.setFocus()
    for _ in range(stage.recipes.findText(recipe_texts(name).label)):
        QTest.keyClick(stage.recipes, Qt.Key.Key_Down)
    until(qtbot, lambda: stage.traced.lesson == Lesson(text, recipe_named(name)))

    assert stage.recipe_note.text() == recipe_texts(name).looks_at
    assert not stage.hashes.isVisible()
    assert stage.result.text() == TextPipeline(recipe_named(name)).trace_text(text).fingerprint.hex
    feature = stage.traced.trace.features[-1]
    stage.table.point_at_feature(feature)
    stage.table.pointed.emit(feature)
    assert stage.text.extraSelections()


def test_the_example_by_hand_says_what_one_word_may_flip(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(1)
    until(qtbot, lambda: page.stage.traced)
    told = page.stage.steps.text().splitlines()[-1]
    assert told.endswith("moves a sum by up to 2, which may flip the bits marked ~: 3 of 6 here.")
    page.stage.text.setPlainText(" ".join(f"word{number}" for number in range(1200)))
    until(qtbot, lambda: "1,200 words, 1,200 different." in page.stage.steps.text())
    assert "1,200 in all." in page.stage.steps.text()


def test_a_word_is_lit_in_both_texts_with_its_votes_and_bits(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(3)
    stage = page.stage
    until(qtbot, lambda: stage.votes[1].row_count)
    stage.open_up()
    QTest.keyClick(stage.votes[1], Qt.Key.Key_Down)
    feature = stage.votes[1].pointed_feature
    assert stage.votes[0].pointed_feature == feature == "the"
    assert [len(box.extraSelections()) for box in stage.texts] == [4, 4]
    for side, row in zip((stage.two.a, stage.two.b), stage.rows, strict=False):
        assert row.lit == won_bits(side.trace, feature) != frozenset()
    QTest.keyClick(stage.votes[1], Qt.Key.Key_Up)
    assert [box.extraSelections() for box in stage.texts] == [[], []]
    assert stage.rows[0].lit == frozenset()


def test_a_lecture_keeps_its_type_and_contrast_when_settings_change(
    page: LearnPage, theme: Theme
) -> None:
    page.lecture_action.trigger()
    theme.apply(ThemeChoice.DARK, 110)  # as the window does when settings change

    assert theme.font_percent == LECTURE_PERCENT
    assert theme.color(Token.MUTED) == colors(dark=True, high_contrast=True)[Token.MUTED]

    page.lecture_action.trigger()

    assert theme.font_percent == 110
    assert theme.color(Token.MUTED) == colors(dark=True)[Token.MUTED]


def test_a_lecture_begins_where_its_keys_are_told(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(1)
    page.stage.open_up()
    page.resize(1200, 500)
    bar = page.area.verticalScrollBar()
    until(qtbot, lambda: bar.maximum() > 300)
    bar.setValue(bar.maximum())
    assert page.position.visibleRegion().isEmpty()

    page.lecture_action.trigger()

    until(qtbot, lambda: page.position.visibleRegion().boundingRect() == page.position.rect())
    assert "Space: hands" in page.position.text()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_the_first_stage_says_whose_value_it_shows(
    *,
    qtbot: QtBot,
    page: LearnPage,
    translator: Translator,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    language: Language,
) -> None:
    translator.apply(language)
    stage = page.stages[0]
    shown = PRESETS[page.model.language][Topic.ONE_WORD].a
    until(qtbot, lambda: stage.two is not None and stage.two.a.lesson.text == shown)
    value = stage.two.a.trace.fingerprint.hex
    file = tmp_path / "sentence.txt"
    file.write_text(shown, "utf-8")

    assert main(["fingerprint", str(file), "--recipe", "words"]) == 0
    assert value in capsys.readouterr().out
    assert main(["fingerprint", str(file)]) == 0
    assert value not in capsys.readouterr().out
    said = stage.recipe_note.text()
    assert "--recipe words" in said
    assert all(recipe_texts(name).label in said for name in ("words", "default"))
    assert stage.recipe_note.isVisible()


def test_a_lecture_keeps_notices_back_until_it_ends(qtbot: QtBot, page: LearnPage) -> None:
    held: list[bool] = []
    page.session.notices_held.connect(held.append)

    page.lecture_action.trigger()
    page.deactivated()

    assert held == [True, False]


def test_in_a_lecture_space_walks_from_hands_to_answer_to_the_next_question(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(2)
    page.lecture_action.trigger()
    assert page.lecture_action.text() == "End the lecture"
    page.activateWindow()
    until(qtbot, page.isActiveWindow)  # keys go to the window in front
    gate = page.stage.gates[0]
    page.chooser.setFocus()
    assert Theme.current().font_percent == 175
    assert Theme.current().color(Token.WINDOW).name() == "#ffffff"
    assert not gate.hands.isVisible()
    QTest.keyClick(page.chooser, Qt.Key.Key_Space)
    assert gate.hands.isVisible()
    assert QApplication.focusWidget() is gate.hands  # what is typed now are the hands
    QTest.keyClicks(gate.hands, "12/5/3")
    page.resize(1200, 500)  # lower than the question
    QTest.keyClick(gate.hands, Qt.Key.Key_Space)
    assert gate.hands.text() == "12/5/3"
    until(qtbot, lambda: not gate.verdict.visibleRegion().isEmpty())
    assert gate.verdict.text()[0].isdigit()
    assert page.model.results == []
    page.advance()
    assert gate.phase is Phase.ASKED
    assert gate.hands.text() == ""
    page.clear()
    assert Theme.current().font_percent == 100
    assert Theme.current().color(Token.WINDOW).name() != "#ffffff"


@pytest.mark.parametrize("stage", [2, 4], ids=["planes", "curve"])
def test_a_projector_of_720_lines_shows_question_and_picture_together(
    qtbot: QtBot, page: LearnPage, stage: int
) -> None:
    page.resize(1209, 720)  # what a window of 1280 leaves
    page.lecture_action.trigger()
    page.show_stage(stage)
    gate = page.stage.gates[0]
    until(qtbot, lambda: gate.task.is_here)

    page.advance()
    until(qtbot, lambda: gate.visibleRegion().boundingRect() == gate.rect())
    page.advance()
    until(qtbot, lambda: gate.phase is Phase.REVEALED and not gate.verdict.isHidden())
    until(qtbot, lambda: gate.visibleRegion().boundingRect() == gate.rect())
    page.advance()

    until(qtbot, lambda: gate.visibleRegion().boundingRect() == gate.rect())


def test_a_question_too_high_for_the_screen_is_shown_from_its_top_then_to_its_end(
    qtbot: QtBot, page: LearnPage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    page.resize(948, 640)
    page.lecture_action.trigger()
    page.show_stage(4)
    gate, port = page.stage.gates[0], page.area.viewport()
    until(qtbot, lambda: gate.task.is_here and gate.height() > port.height())

    page.advance()
    until(qtbot, lambda: gate.mapTo(port, QPoint()).y() == 0)
    page.advance()

    until(qtbot, lambda: gate.phase is Phase.REVEALED and not gate.verdict.isHidden())
    until(qtbot, lambda: gate.verdict.visibleRegion().boundingRect() == gate.verdict.rect())


def test_tab_goes_down_the_first_stage_from_what_is_played_with_to_what_is_asked(
    qtbot: QtBot, page: LearnPage
) -> None:
    stage = page.stage
    page.activateWindow()
    until(qtbot, lambda: stage.task.asked and page.isActiveWindow())
    page.on_button.setFocus()

    def next_one() -> QWidget:
        QTest.keyClick(page, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert focus is not None
        return focus

    played = [stage.presets.topics, stage.presets.languages, *stage.texts]
    asked = [*stage.pair.boxes, *stage.task.fields, stage.gates[0].next_button]
    assert [next_one() for _ in [*played, *asked]] == [*played, *asked]


def test_tab_out_of_the_header_comes_to_what_can_be_seen(qtbot: QtBot, page: LearnPage) -> None:
    page.resize(1200, 500)
    page.show_stage(1)
    page.activateWindow()
    until(qtbot, page.isActiveWindow)
    bar = page.area.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert page.chooser.visibleRegion().isEmpty()
    page.more.setFocus()

    QTest.keyClick(page.more, Qt.Key.Key_Tab)

    focus = QApplication.focusWidget()
    assert page.area.content.isAncestorOf(focus)
    assert not focus.visibleRegion().isEmpty()


@pytest.mark.parametrize("is_lecture", [True, False])
def test_64_bits_take_two_lines_on_a_projector_of_1024(
    qtbot: QtBot, theme: Theme, page: LearnPage, is_lecture: bool
) -> None:
    theme.apply(ThemeChoice.LIGHT, 100 if is_lecture else 200)
    page.set_lecture(is_lecture)
    row = BitRow(64)
    qtbot.addWidget(row)
    row.set_letter("A")
    row.resize(888, 200)  # what a window of 1024 leaves
    row.show_bits(0)
    tops = {row.bit_rect(bit).top() for bit in range(64)}
    assert len(tops) == 2
    assert row.bit_rect(0).right() < row.width()


def test_the_next_stage_keeps_the_keyboard_on_the_page(qtbot: QtBot, page: LearnPage) -> None:
    page.activateWindow()
    until(qtbot, page.isActiveWindow)
    page.show_stage(8)
    page.stage.gates[0].task.number.setFocus()
    QTest.keyClick(
        page.stage.gates[0].task.number, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier
    )
    at_last_stage = QApplication.focusWidget()
    page.back_button.setFocus()
    for _ in page.stages:
        page.back_button.click()

    assert at_last_stage is page.chooser
    assert QApplication.focusWidget() is page.chooser  # no stage is before the first one


def test_in_a_lecture_space_still_marks_bits_and_rows(qtbot: QtBot, page: LearnPage) -> None:
    page.lecture_action.trigger()
    page.activateWindow()
    until(qtbot, page.isActiveWindow)
    bits = question(page, Kind.BITS)
    bits.marks.setFocus()
    QTest.keyClick(bits.marks, Qt.Key.Key_Space)
    rows = question(page, Kind.CANDIDATES)
    rows.rows.setFocus()
    rows.rows.setCurrentRow(1)
    QTest.keyClick(rows.rows, Qt.Key.Key_Space)

    assert bits.is_answered()
    assert rows.is_answered()
    gate = page.stage.gates[0]
    assert gate.phase is Phase.ASKED
    gate.reveal()
    QTest.keyClick(rows.rows, Qt.Key.Key_Space)
    assert gate.phase is Phase.ASKED  # nothing to mark any more: the next question


def test_in_a_lecture_a_box_is_ticked_by_keyboard_and_clicked_without_taking_it(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(4)
    page.stage.open_up()
    page.lecture_action.trigger()
    page.activateWindow()
    until(qtbot, page.isActiveWindow)
    box, gate = page.stage.short, page.stage.gates[0]
    page.chooser.setFocus()
    click(box, QPoint(8, box.height() // 2))
    after_click = box.isChecked(), QApplication.focusWidget()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(box, Qt.Key.Key_Space)

    assert after_click == (True, page.chooser)
    assert not box.isChecked()
    assert gate.phase is Phase.ASKED


def test_a_lecture_counts_no_answer_that_nobody_gave(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(6)
    page.lecture_action.trigger()
    gate = page.stage.gates[0]
    page.advance()
    page.advance()

    assert gate.phase is Phase.REVEALED
    assert page.model.results == []
    assert gate.verdict.text()[0] not in "✓✗"


def test_a_text_without_a_word_says_why_all_bits_are_zero(qtbot: QtBot, page: LearnPage) -> None:
    surprise = page.stage
    for box, text in zip(surprise.texts, "🐟🍎", strict=True):
        box.setPlainText(text)
    until(qtbot, lambda: "0 with SimHash. A text without" in surprise.counts.text())
    page.show_stage(3)
    two = page.stage
    for box, text in zip(two.texts, "🐟🍎", strict=True):
        box.setPlainText(text)
    until(qtbot, lambda: "A text without a word" in two.measures_label.text())
    page.show_stage(1)
    steps = page.stage
    steps.open_up()
    steps.text.setPlainText("🐟")
    until(qtbot, lambda: "1 Segment: 0 word" in steps.steps.text())
    assert steps.steps.text().endswith("so are all bits.")


def test_what_a_weight_is_stands_where_it_is_chosen(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(1)
    stage = page.stage
    stage.open_up()
    stage.weightings.setCurrentIndex(3)

    until(qtbot, lambda: "in a list of Chinese words" in stage.steps.text())


def test_weights_by_hand_go_to_the_words_in_their_order(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(1)
    stage = page.stage
    stage.open_up()
    stage.text.setPlainText("one two three")
    stage.weightings.setCurrentIndex(1)
    QTest.keyClicks(stage.hand_weights, "4 9 51")

    assert stage.lesson().hand_weights == (4, 5, 1)


def test_a_hash_of_64_bits_offers_no_128(qtbot: QtBot, page: LearnPage) -> None:
    page.show_stage(1)
    stage = page.stage
    widest = stage.widths.model().index(3, 0)
    can_be_chosen = []
    for name in range(3):
        stage.hashes.setCurrentIndex(name)
        can_be_chosen.append(bool(widest.flags() & Qt.ItemFlag.ItemIsEnabled))

    assert can_be_chosen == [True, False, True]


def test_nothing_plays_by_itself(qtbot: QtBot, still_page: LearnPage) -> None:
    page = still_page
    for number in range(10):
        page.show_stage(number)
        assert all(gate.phase is Phase.ASKED for gate in page.stage.gates)


CHALLENGE = {
    "file": "simhash-gui challenge",
    "version": 2,
    "stage": "steps",
    "kind": "flips",
    "seed": 5,
    "language": "zh",
}


def test_a_challenge_asks_in_the_language_of_its_file(
    qtbot: QtBot, page: LearnPage, files: Files
) -> None:
    files.name = "challenge.json"
    (files.folder / files.name).write_text(json.dumps(CHALLENGE))
    page.open_action.trigger()
    (task,) = (gate.task for gate in page.stage.gates if gate.task.kind == "flips")
    assert isinstance(task, QuestionTask)
    assert task.seed == 5
    traced = task.asked.trace
    assert traced is not None
    assert set(traced.tokens) <= set(WORDS[TextLanguage.CHINESE])
    assert traced.features[-1] in task.question()
    page.open_action.trigger()
    assert page.model.language is TextLanguage.ENGLISH


def test_a_challenge_is_one_locked_question(
    qtbot: QtBot, page: LearnPage, files: Files, session: object
) -> None:
    page.show_stage(6)
    page.stage.gates[0].ask(77)
    export(qtbot, page, files, page.save_action, "challenge.json")
    document = json.loads((files.folder / "challenge.json").read_text())
    assert (document["seed"], document["language"]) == (77, "en")
    assert "answer" not in document
    page.show_stage(0)
    page.open_action.trigger()
    gate = page.stage.gates[0]
    assert isinstance(gate.task, QuestionTask)
    assert (gate.task.kind, gate.task.seed) == ("blocks", 77)
    assert [other.isHidden() for other in page.stage.gates] == [False, True]
    assert "A challenge: one question." in page.position.text()
    give(gate.task, make_question(Kind.BLOCKS, 77, TextLanguage.ENGLISH).answer)
    click(gate.check_button)
    assert not gate.next_button.isEnabled()
    assert not page.stage.explore.isVisible()
    export(qtbot, page, files, page.results_action, "results.json")
    results = json.loads((files.folder / "results.json").read_text())
    assert (results["right"], results["of"]) == (1, 1)
    page.open_action.trigger()
    assert gate.next_button.isEnabled()
    assert not page.stage.gates[1].isHidden()
    assert "challenge" not in page.position.text()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[1]",
        json.dumps({**CHALLENGE, "stage": "x"}),
        json.dumps({**CHALLENGE, "language": "fr"}),
        json.dumps({**CHALLENGE, "version": 1}),
        json.dumps({**CHALLENGE, "seed": -5}),
        json.dumps({**CHALLENGE, "seed": True}),
        json.dumps({**CHALLENGE, "seed": float("inf")}),
        json.dumps({**CHALLENGE, "seed": 1 << 64}),
    ],
)
def test_another_file_is_no_challenge(
    qtbot: QtBot, page: LearnPage, files: Files, content: str
) -> None:
    (files.folder / "other.json").write_text(content)
    files.name = "other.json"
    with qtbot.waitSignal(page.session.notice_posted):
        page.open_action.trigger()
    assert not page.model.is_locked


def test_sheet_picture_and_trace_are_written(qtbot: QtBot, page: LearnPage, files: Files) -> None:
    page.show_stage(1)
    until(qtbot, lambda: page.stages[1].traced)
    page.stage.open_up()
    for name, action, head in (
        ("sheet.pdf", page.sheet_action, b"%PDF"),
        ("picture.png", page.picture_action, b"\x89PNG"),
        ("picture.svg", page.picture_action, b"<?xml"),
        ("trace.csv", page.trace_action, BOM_UTF8 + b"feature,count,weight,hash,5,4,3,2,1,0"),
        ("trace.json", page.trace_action, b"{"),
    ):
        written = export(qtbot, page, files, action, name)
        assert written.read_bytes().startswith(head)
    drawn = (files.folder / "picture.svg").read_text()
    sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)', drawn)}
    title = page.stage.explore_title
    assert any(  # as large as in the window
        abs(size - title.font().pointSizeF() * title.logicalDpiX() / 72) < 1 for size in sizes
    )
    rows = (files.folder / "trace.csv").read_text().splitlines()
    assert rows[1] == "desk,4,4.0,25,4.0,-4.0,-4.0,4.0,-4.0,4.0"
    assert rows[3] == "sum,,,,9.0,-9.0,1.0,-1.0,1.0,9.0"


def test_a_picture_has_a_margin_and_no_controls(
    qtbot: QtBot, page: LearnPage, files: Files
) -> None:
    page.show_stage(1)
    until(qtbot, lambda: page.stage.traced)
    page.stage.open_up()
    drawn = export(qtbot, page, files, page.picture_action, "picture.svg").read_text()
    assert ">Bits 6 · Weights count · Hash xxh3<" in drawn
    for control in (page.stage.stepper.on_button, page.stage.code_button, page.stage.stop_words):
        assert control.text() not in drawn

    picture = QImage(str(export(qtbot, page, files, page.picture_action, "picture.png")))
    margin = Space.XL - 1  # letters lean out by a shade
    inside = picture.rect().adjusted(margin, margin, -margin, -margin)
    edge = [
        picture.pixelColor(x, y)
        for x in range(picture.width())
        for y in range(picture.height())
        if not inside.contains(x, y)
    ]
    assert set(map(QColor.name, edge)) == {Theme.current().color(Token.WINDOW).name()}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("language", list(TextLanguage))
def test_the_sheet_has_its_answers_on_a_page_of_its_own(language: TextLanguage) -> None:
    asked = make_question(Kind.FLIPS, 1, language)
    assert asked.trace is not None
    printed = PdfDocument(sheet_pdf(1, language))
    sheet, answers = (" ".join(one.get_textpage().get_text_range().split()) for one in printed)

    sums = " ".join(f"{total:g}" for total in reversed(asked.trace.sums.tolist()))
    assert sums.replace("-", "−") in answers
    assert sums.replace("-", "−") not in sheet
    assert "−10" in answers  # not cut between its figures
    assert f"Hamming distance: {len(asked.answer)}" in answers


@pytest.mark.parametrize("name", ["sheet.pdf", "x.png", "x.svg", "challenge.json", "results.json"])
def test_a_full_drive_is_told_whatever_is_written(
    qtbot: QtBot, still_page: LearnPage, files: Files, name: str
) -> None:
    page = still_page
    page.show()
    (files.folder / name).symlink_to("/dev/full")
    action = {
        "sheet.pdf": page.sheet_action,
        "challenge.json": page.save_action,
        "results.json": page.results_action,
    }.get(name, page.picture_action)
    files.name = name
    with qtbot.waitSignal(page.session.jobs.ended) as ended:
        action.trigger()
    (handle,) = ended.args
    assert handle.error.errno == errno.ENOSPC


def test_no_file_of_the_library_is_replaced(
    qtbot: QtBot, archive_session: Session, imported_archive: Archive, files: Files
) -> None:
    page = LearnPage(archive_session, ask_target=files, ask_file=files)
    qtbot.addWidget(page)
    document = next(imported_archive.minutes.iterdir())
    before = document.read_bytes()
    files.name = str(document)
    with qtbot.waitSignal(page.session.jobs.ended) as ended:
        page.sheet_action.trigger()
    (handle,) = ended.args
    assert isinstance(handle.error, DocumentInTheWayError)
    assert document.read_bytes() == before


def test_where_a_file_is_stands_in_a_notice(
    qtbot: QtBot, still_page: LearnPage, files: Files
) -> None:
    files.name = "sheet.pdf"
    with qtbot.waitSignal(still_page.session.notice_posted) as posted:
        still_page.sheet_action.trigger()
    (notice,) = posted.args
    assert (notice.text(), notice.action_text()) == ("sheet.pdf written", "Open folder")


def test_a_trace_is_offered_once_there_is_one(qtbot: QtBot, page: LearnPage) -> None:
    page.more.menu().aboutToShow.emit()
    before = page.trace_action.isEnabled()
    page.show_stage(1)
    until(qtbot, lambda: page.stage.traced)
    page.more.menu().aboutToShow.emit()

    assert (before, page.trace_action.isEnabled()) == (False, True)


def test_the_glossary_has_both_languages_side_by_side(qtbot: QtBot, still_page: LearnPage) -> None:
    page = still_page
    page.glossary_action.trigger()
    dialog = page.dialog
    assert dialog is not None
    dialog.filter.setText("指纹")
    shown = [row for row in range(dialog.table.rowCount()) if not dialog.table.isRowHidden(row)]
    assert "fingerprint" in {dialog.table.item(row, 0).text() for row in shown}
    assert len(shown) < dialog.table.rowCount()
    dialog.reject()


@pytest.mark.parametrize(
    "term",
    [
        "Hamming distance", "cosine", "Euclidean distance", "Jaccard", "edit similarity", "overlap",
        "recipe", "hexadecimal", "hash table",
    ],
)  # fmt: skip
def test_the_glossary_explains_the_measures_and_what_stages_speak_of(
    qtbot: QtBot, still_page: LearnPage, term: str
) -> None:
    still_page.glossary_action.trigger()
    dialog = still_page.dialog
    assert dialog is not None
    QTest.keyClicks(dialog.filter, term)
    table = dialog.table
    shown = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
    assert term in {table.item(row, 0).text() for row in shown}
    dialog.reject()


def test_every_control_has_a_name_for_screen_readers(qtbot: QtBot, still_page: LearnPage) -> None:
    page = still_page
    for number in range(len(page.stages)):
        page.show_stage(number)
    nameless = [
        widget
        for widget in page.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not widget.accessibleName()
        and not getattr(widget, "text", lambda: "")()
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget, QListView | QMenu)
    ]
    assert nameless == []


def test_a_stage_follows_the_language_when_it_comes_to_the_front(still_page: LearnPage) -> None:
    page, fourth = still_page, still_page.stages[3]
    page.show_stage(3)
    page.show_stage(0)
    front, hidden = page.stage.skip, fourth.skip
    for button in (front, hidden):
        button.setText("in another language")
    QCoreApplication.sendEvent(page, QEvent(QEvent.Type.LanguageChange))

    assert front.text() == "Go on without answering"
    assert hidden.text() == "in another language"
    page.show_stage(3)
    assert hidden.text() == "Go on without answering"


def test_what_was_measured_for_small_type_has_room_in_a_lecture(
    qtbot: QtBot, page: LearnPage
) -> None:
    page.show_stage(1)
    votes, area = page.stage.gates[0].task.votes, page.stage.table_area
    before = votes.height(), area.height(), page.stage.text.height()
    page.lecture_action.trigger()
    until(qtbot, lambda: page.stage.text.height() > before[2])
    until(qtbot, lambda: votes.height() > before[0] and area.height() > before[1])
    assert votes.height() == votes.sizeHint().height()
    page.show_stage(7)
    rows = page.stage.gates[0].task.rows
    until(qtbot, lambda: rows.height() >= rows.sizeHintForRow(0) * rows.count())


def test_large_type_in_a_narrow_window_makes_no_stage_scroll_sideways(
    qtbot: QtBot, page: LearnPage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    page.resize(900 - 76, 640)
    bar = page.area.horizontalScrollBar()

    for number in range(len(page.stages)):
        page.show_stage(number)
        until(qtbot, lambda: page.stage.width() > 0 and bar.maximum() == 0)


def test_the_list_of_stages_shrinks_before_the_way_on_takes_another_line(
    page: LearnPage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)

    assert page.chooser.minimumSizeHint().width() < 0.75 * page.chooser.sizeHint().width()


def shown_narrow(page: LearnPage, theme: Theme, kind: type[StageOf]) -> StageOf:
    """A stage with large type in the least window."""
    stage = next(each for each in page.stages if isinstance(each, kind))
    theme.apply(ThemeChoice.LIGHT, 200)
    page.resize(900 - 76, 640)
    page.show_stage(page.stages.index(stage))
    return stage


def test_rows_to_mark_are_wrapped_in_a_narrow_window(
    qtbot: QtBot, page: LearnPage, theme: Theme
) -> None:
    stage = shown_narrow(page, theme, MythsStage)
    rows = stage.same.rows
    until(qtbot, lambda: rows.count() > 0)
    stage.gates[1].reveal()

    until(qtbot, lambda: rows.verticalScrollBar().maximum() == 0)
    rooms = [rows.visualItemRect(rows.item(row)).width() for row in range(rows.count())]
    assert max(rooms) <= rows.viewport().width()
    assert rows.visualItemRect(rows.item(0)).height() > 2 * rows.fontMetrics().height() - 4


def test_documents_of_pairs_are_elided_in_a_narrow_window(
    qtbot: QtBot, page: LearnPage, theme: Theme
) -> None:
    stage = shown_narrow(page, theme, FamiliesStage)
    until(qtbot, lambda: stage.pairs.rowCount() > 0)
    bars = stage.pairs.horizontalScrollBar(), stage.pairs.verticalScrollBar()

    until(qtbot, lambda: [bar.maximum() for bar in bars] == [0, 0])
    assert stage.pairs.item(0, 2).toolTip() == stage.pairs.item(0, 2).text()


def test_rows_that_are_told_follow_the_language_with_their_marks(
    page: LearnPage, translator: Translator
) -> None:
    task = question(page, Kind.CANDIDATES)
    first = task.rows.item(0)
    first.setCheckState(Qt.CheckState.Checked)
    page.stage.gates[0].reveal()
    assert "distance" in first.text()

    translator.apply(Language.CHINESE)
    page.retranslate()

    assert "distance" not in first.text()
    assert "距离" in first.text()
    assert "查询" in task.query.text()
    assert first.checkState() is Qt.CheckState.Checked


def test_told_answers_to_the_three_mistakes_have_the_texts_of_the_language(
    qtbot: QtBot, page: LearnPage, translator: Translator
) -> None:
    stage = next(each for each in page.stages if isinstance(each, MythsStage))
    page.show_stage(page.stages.index(stage))
    until(qtbot, lambda: all(gate.task.is_here for gate in stage.gates))
    for gate in stage.gates:
        gate.reveal()
    asked = [asked_of(TextKind(gate.task.kind), 1, TextLanguage.CHINESE) for gate in stage.gates]

    translator.apply(Language.CHINESE)
    page.retranslate()

    (a, _), text = stage.pair.boxes, asked[0].a.lesson.text
    until(qtbot, lambda: a.toPlainText().replace("·", "") == text)
    until(qtbot, lambda: asked[1].others[0].lesson.text in stage.same.rows.item(0).text())
    until(qtbot, lambda: str(asked[2].answer) in stage.gates[2].verdict.text())
    assert stage.same.rows.item(0).text().count("距离") == 1
    values = [side.trace.fingerprint.value for side in (asked[0].a, asked[0].b)]
    differing = [str(bit) for bit in range(64) if (values[0] ^ values[1]) >> bit & 1]
    assert stage.bits[1].isVisible()
    assert stage.bits[1].accessibleDescription().endswith(" ".join(("▲", *differing)))
    assert stage.votes_area.isVisible()
    assert {gate.phase for gate in stage.gates} == {Phase.REVEALED}


@pytest.mark.parametrize("kind", [Kind.SUM, Kind.BITS, Kind.FLIPS, Kind.XOR], ids=str)
def test_an_answer_told_is_told_of_the_words_of_another_language(
    page: LearnPage, translator: Translator, kind: Kind
) -> None:
    task = question(page, kind)
    gate = page.stage.gates[KINDS[kind][1]]
    give(task, make_question(kind, task.seed, TextLanguage.ENGLISH).answer)
    gate.reveal()

    translator.apply(Language.CHINESE)
    page.retranslate()

    asked = make_question(kind, task.seed, TextLanguage.CHINESE)
    assert task.asked.trace is not None
    assert asked.trace is not None
    assert task.asked.trace.features == asked.trace.features
    assert gate.phase is Phase.REVEALED
    assert not task.is_answered()
    assert not gate.check_button.isEnabled()
    told = asked.answer if isinstance(asked.answer, frozenset) else [asked.answer]
    for number in told:
        assert str(number).replace("-", "−") in gate.verdict.text()
    assert gate.verdict.text()[0] not in "✓✗"
    assert [result.is_right for result in page.model.results] == [True]


@pytest.mark.parametrize("kind", [Kind.PLANES, Kind.BLOCKS, Kind.PROBES, Kind.CANDIDATES], ids=str)
def test_an_answer_to_a_question_without_words_stays_in_another_language(
    page: LearnPage, translator: Translator, kind: Kind
) -> None:
    task = question(page, kind)
    gate = page.stage.gates[KINDS[kind][1]]
    give(task, make_question(kind, task.seed, TextLanguage.ENGLISH).answer)

    translator.apply(Language.CHINESE)
    page.retranslate()
    gate.reveal()
    translator.apply(Language.ENGLISH)
    page.retranslate()

    assert gate.verdict.text().startswith("✓ Right.")


def test_the_focus_comes_back_to_the_button_after_a_run(qtbot: QtBot, page: LearnPage) -> None:
    (number,) = (n for n, each in enumerate(page.stages) if isinstance(each, LaboratoryStage))
    page.show_stage(number)
    stage = page.stages[number]
    stage.gates[0].reveal()
    stage.run_button.setFocus()
    QTest.keyClick(stage.run_button, Qt.Key.Key_Space)
    assert not stage.run_button.isEnabled()
    until(qtbot, stage.run_button.isEnabled)

    assert stage.run_button.hasFocus()

    QTest.keyClick(stage.run_button, Qt.Key.Key_Space)
    page.chooser.setFocus()
    until(qtbot, stage.run_button.isEnabled)

    assert page.chooser.hasFocus()


def test_no_space_follows_a_chinese_full_stop(
    qtbot: QtBot, page: LearnPage, translator: Translator
) -> None:
    translator.apply(Language.CHINESE)
    page.set_lecture(True)
    told: list[str] = []
    for number, stage in enumerate(page.stages):
        page.show_stage(number)
        until(qtbot, lambda stage=stage: all(gate.task.is_here for gate in stage.gates))
        for gate in stage.gates:
            gate.reveal()
        if isinstance(stage, LaboratoryStage):
            stage.run()
            until(qtbot, lambda stage=stage: stage.report is not None)
        if isinstance(stage, StepsStage):
            stage.weightings.setCurrentIndex(2)
            stage.stepper.set_steps(5, 5)
        until(qtbot, lambda: page.session.reads.is_idle and page.session.jobs.is_idle)
        told += [label.text() for label in page.findChildren(QLabel)]

    assert any(text.count("。") > 2 for text in told)
    assert [text for text in told if re.search("[。；：，] ", text)] == []


@pytest.mark.parametrize("number", [0, 1, 3])
def test_an_example_follows_the_language_where_nothing_of_it_was_changed(
    page: LearnPage, translator: Translator, number: int
) -> None:
    page.show_stage(number)
    box = page.stage.explore.findChild(TextBox)
    assert box is not None
    english = box.toPlainText()

    translator.apply(Language.CHINESE)
    page.retranslate()
    chinese = box.toPlainText()
    box.setPlainText("mine")
    translator.apply(Language.ENGLISH)
    page.retranslate()

    assert chinese != english
    assert chinese in {preset.a for preset in PRESETS[TextLanguage.CHINESE].values()}
    assert box.toPlainText() == "mine"


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_the_name_of_a_stage_is_not_cut_in_a_narrow_window(
    page: LearnPage, theme: Theme, translator: Translator, language: Language
) -> None:
    translator.apply(language)
    theme.apply(ThemeChoice.LIGHT, 200)
    page.resize(900 - RAIL_PX, 640)
    page.retranslate()
    QApplication.processEvents()

    assert page.chooser.width() >= page.chooser.sizeHint().width()
