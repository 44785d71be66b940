"""The Compare page with a real library: choosing, bits, votes, features, texts, failures."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.core.recipe import recipe_named
from simhash_gui.documents.pipeline import TextPipeline
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.refingerprinting import change_recipe
from simhash_gui.services.settings import Theme as ThemeChoice
from simhash_gui.ui.notices import NoticeKind
from simhash_gui.ui.pages.compare_page import ComparePage
from simhash_gui.ui.session import Session
from simhash_gui.ui.theme import Theme
from simhash_gui.ui.viewmodels.compare import FromDisk, FromLibrary
from simhash_gui.ui.viewmodels.text_differences import Side
from simhash_gui.ui.widgets.compare_body import Tab
from simhash_gui.ui.widgets.row_choice import select_only
from tests.ui.conftest import WAIT_MS
from tests.ui.filled_library import FOLDER, Doc, put

OLD = (
    "The committee met on Tuesday and agreed on the opening hours of the new library.\n"
    "Volunteers will be asked to help on Saturdays.\n"
    "The minutes are kept by the secretary."
)
NEW = OLD.replace("Tuesday", "Thursday").replace("Saturdays", "Sundays")


class Answers:
    """Answers the question for a file."""

    def __init__(self) -> None:
        self.file: Path | None = None

    def __call__(self, _parent: QWidget, _title: str) -> Path | None:
        return self.file


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def page(qtbot: QtBot, open_session: Session, answers: Answers) -> ComparePage:
    made = ComparePage(open_session, ask_file=answers)
    qtbot.addWidget(made)
    made.resize(1100, 800)
    made.show()
    return made


@pytest.fixture
def ids(open_session: Session) -> dict[str, int]:
    assert open_session.library is not None
    documents = [Doc("old.txt", 1, OLD), Doc("new.txt", 2, NEW), Doc("会议.txt", 3, "会议记录")]
    return put(open_session.library, documents)


@pytest.fixture
def compared(qtbot: QtBot, page: ComparePage, ids: dict[str, int]) -> ComparePage:
    """The page with the old text as A and the new one as B."""
    page.session.compare_requested.emit((ids["old.txt"], ids["new.txt"]))
    settle(qtbot, page)
    return page


def settle(qtbot: QtBot, page: ComparePage) -> None:
    panes = [page.comparison.texts.pane(side) for side in Side]
    reads = page.session.reads
    qtbot.waitUntil(
        lambda: reads.is_idle and all(pane.is_filled for pane in panes), timeout=WAIT_MS
    )


def value_of(text: str) -> int:
    return TextPipeline(recipe_named("default")).trace_text(text).fingerprint.value


def names(page: ComparePage) -> list[str]:
    return [page.slots[side].name() for side in Side]


def first_difference(page: ComparePage) -> int:
    return (value_of(OLD) ^ value_of(NEW)).bit_length() - 1


# Choosing


def test_at_first_the_page_asks_for_two_documents(page: ComparePage) -> None:
    assert names(page) == ["No document chosen", "No document chosen"]
    assert page.empty.isVisible()
    assert "Choose two documents" in page.empty.text()


def test_a_pair_from_the_clusters_page_is_shown(compared: ComparePage) -> None:
    assert names(compared) == ["old.txt", "new.txt"]
    assert compared.slots[Side.A].accessibleDescription() == f"{FOLDER}/old.txt"
    assert compared.comparison.isVisible()


def test_swapping_exchanges_the_sides(qtbot: QtBot, compared: ComparePage) -> None:
    before = compared.comparison.bits.data
    compared.swap_action.trigger()
    settle(qtbot, compared)
    after = compared.comparison.bits.data

    assert names(compared) == ["new.txt", "old.txt"]
    assert before is not None
    assert after is not None
    assert (after.a, after.b) == (before.b, before.a)


def test_a_file_from_disk_is_compared_with_a_document_of_the_library(
    qtbot: QtBot, compared: ComparePage, answers: Answers, tmp_path: Path
) -> None:
    answers.file = tmp_path / "draft.txt"
    answers.file.write_text(OLD, encoding="utf-8")
    compared.slots[Side.B].menu().actions()[1].trigger()
    settle(qtbot, compared)

    assert names(compared) == ["old.txt", "draft.txt"]
    assert compared.comparison.measures.text().startswith("0\n")
    assert "The texts are the same." in compared.comparison.texts.summary()


def test_a_file_dropped_on_a_side_is_compared(
    qtbot: QtBot, compared: ComparePage, tmp_path: Path
) -> None:
    path = tmp_path / "dropped.txt"
    path.write_text(NEW, encoding="utf-8")
    drop(compared.slots[Side.A], path)
    settle(qtbot, compared)

    assert names(compared) == ["dropped.txt", "new.txt"]


def test_a_dropped_folder_is_left_to_the_window(compared: ComparePage, tmp_path: Path) -> None:
    drop(compared.slots[Side.A], tmp_path)

    assert names(compared) == ["old.txt", "new.txt"]


def drop(slot: QWidget, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    place, action = QPointF(slot.rect().center()), Qt.DropAction.CopyAction
    button, held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place.toPoint(), action, data, button, held)
    enter.ignore()
    QCoreApplication.sendEvent(slot, enter)
    if enter.isAccepted():
        QCoreApplication.sendEvent(slot, QDropEvent(place, action, data, button, held))


def test_two_documents_are_chosen_in_the_dialog(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    dialog = page.dialog
    assert dialog is not None
    settle(qtbot, page)
    dialog.table.setFocus()
    select_only(dialog.table, 0)
    QTest.keyClick(dialog.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert names(page) == ["new.txt", "old.txt"]


def test_a_single_document_leaves_the_other_side_to_be_chosen(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    page.choose_two()
    settle(qtbot, page)
    assert page.dialog is not None
    page.dialog.accept_button.click()
    settle(qtbot, page)
    empty_before = page.empty.text()
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    qtbot.keyClicks(page.dialog.filter, "old")
    settle(qtbot, page)
    QTest.keyClick(page.dialog.filter, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert "Choose the document to compare it with" in empty_before
    assert names(page) == ["new.txt", "old.txt"]


def test_the_dialog_sorts_filters_and_takes_no_more_than_it_asks_for(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    dialog = page.choose_from_library(Side.A)
    settle(qtbot, page)
    dialog.table.sort_requested.emit(dialog.table.paged.columns[2].sort_key, True)
    settle(qtbot, page)
    longest = dialog.table.paged.row_at(0)
    qtbot.keyClicks(dialog.table, "n")
    settle(qtbot, page)
    listed = dialog.table.paged.rowCount()
    dialog.filter.setText("no such name")
    settle(qtbot, page)

    assert longest is not None
    assert longest.character_count == len(OLD)
    assert listed == 1
    assert not dialog.accept_button.isEnabled()
    dialog.reject()


# What is shown


def test_the_distance_and_the_measures_are_exact(compared: ComparePage) -> None:
    old, new = (TextPipeline(recipe_named("default")).trace_text(text) for text in (OLD, NEW))
    xor = old.fingerprint.value ^ new.fingerprint.value
    shared = len(set(old.features) & set(new.features))
    lines = compared.comparison.measures.text().splitlines()

    assert lines[0] == str(xor.bit_count())
    assert lines[2] == (
        f"Features: {shared} shared, {len(old.features) - shared} only in A, "
        f"{len(new.features) - shared} only in B"
    )
    assert lines[3].replace(" ", "") == f"A⊕B{xor:016x}"
    assert lines[4] == f"popcount {xor.bit_count()}"


def test_the_bits_are_those_of_the_fingerprints(compared: ComparePage) -> None:
    data = compared.comparison.bits.data

    assert data is not None
    assert (data.a, data.b) == (value_of(OLD), value_of(NEW))


def test_the_page_says_how_the_search_finds_the_pair(compared: ComparePage) -> None:
    keys = [[value_of(text) >> shift & 0xFFFF for shift in (48, 32, 16, 0)] for text in (OLD, NEW)]
    equal = [number for number in range(4) if keys[0][number] == keys[1][number]]
    expected = "plain block look-up" if equal else "probing neighbours"

    assert expected in compared.header.summary()
    assert all(str(number) in compared.header.summary() for number in equal)


def test_looking_at_a_bit_shows_its_votes(qtbot: QtBot, compared: ComparePage) -> None:
    bits, bit = compared.comparison.bits, first_difference(compared)
    QTest.mouseMove(bits, bits.bit_rect(bit).center())
    settle(qtbot, compared)
    trace = TextPipeline(recipe_named("default")).trace_text(OLD)
    votes = trace.votes()[:, bit]
    lines = compared.comparison.votes.text().splitlines()

    assert lines[0] == f"Bit {bit}"
    assert lines[1].split()[1] == f"{votes[votes > 0].sum():.1f}"
    assert lines[1].split()[2] == f"{-votes[votes < 0].sum():.1f}"
    assert lines[3].startswith("Flipped by: ")


def test_pinning_a_bit_lists_the_features_that_flipped_it(
    qtbot: QtBot, compared: ComparePage
) -> None:
    bits, bit = compared.comparison.bits, first_difference(compared)
    qtbot.mouseClick(bits, Qt.MouseButton.LeftButton, pos=bits.bit_rect(bit).center())
    settle(qtbot, compared)
    model = compared.comparison.features
    rows = [model.row_at(row) for row in range(model.rowCount())]
    changes = [abs(row.entry.change) for row in rows if row is not None]
    old, new = (TextPipeline(recipe_named("default")).trace_text(text) for text in (OLD, NEW))
    sums = new.sums[bit] - old.sums[bit]

    assert compared.comparison.feature_table.isVisible()
    assert changes == sorted(changes, reverse=True)
    assert np.isclose(sum(row.entry.change for row in rows if row is not None), sums)


def test_letting_go_of_the_bit_brings_back_the_texts(qtbot: QtBot, compared: ComparePage) -> None:
    compared.comparison.bits.pin(first_difference(compared))
    settle(qtbot, compared)
    compared.clear()
    settle(qtbot, compared)

    assert compared.comparison.texts.isVisible()
    assert compared.comparison.features.rowCount() == 0


def test_features_sort_by_every_column(qtbot: QtBot, compared: ComparePage) -> None:
    compared.comparison.bits.pin(first_difference(compared))
    settle(qtbot, compared)
    table, model = compared.comparison.feature_table, compared.comparison.features
    orders = set()
    for column in model.columns:
        for is_descending in (False, True):
            table.sort_requested.emit(column.sort_key, is_descending)
            orders.add(tuple(model.ids.tolist()))

    assert len(orders) > len(model.columns)


def test_features_can_be_asked_for_before_a_bit_is_pinned(
    qtbot: QtBot, compared: ComparePage
) -> None:
    button = compared.comparison.tabs.button(Tab.FEATURES)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert compared.comparison.feature_table.isVisible()
    assert compared.comparison.features_title() == "Pin a bit to list its features."


def test_both_texts_are_shown_with_their_differences(compared: ComparePage) -> None:
    texts = compared.comparison.texts

    assert texts.pane(Side.A).toPlainText() == OLD
    assert texts.pane(Side.B).toPlainText() == NEW
    assert [texts.pane(Side.B).mark_sign(line) for line in range(3)] == ["~", "~", ""]


def test_equal_documents_have_no_difference(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    page.session.compare_requested.emit((ids["old.txt"], ids["old.txt"]))
    settle(qtbot, page)

    assert "Blocks 0, 1, 2 and 3 are equal" in page.header.summary().replace(", and", " and")
    assert page.comparison.measures.text().startswith("0\n")


# When things go otherwise


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


def test_the_features_can_be_copied(qtbot: QtBot, compared: ComparePage) -> None:
    compared.comparison.bits.pin(first_difference(compared))
    settle(qtbot, compared)
    table = compared.comparison.feature_table
    table.setFocus()
    select_only(table, 0)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text().count("\t") == 3


def test_the_layout_is_remembered(qtbot: QtBot, compared: ComparePage) -> None:
    compared.comparison.feature_table.setColumnWidth(1, 177)
    compared.comparison.split.setSizes([200, 400])
    compared.comparison.split.splitterMoved.emit(200, 1)
    compared.save_state()
    other = ComparePage(compared.session)
    qtbot.addWidget(other)

    assert other.comparison.feature_table.columnWidth(1) == 177
    assert not other.comparison.is_fitted


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_it_can_be_painted_in_every_theme_and_at_200_per_cent(
    compared: ComparePage, theme: Theme, choice: ThemeChoice
) -> None:
    theme.apply(choice, 200)
    QCoreApplication.sendEvent(compared, QEvent(QEvent.Type.LanguageChange))

    assert not compared.grab().isNull()
    assert compared.minimumSizeHint().width() <= 1000


def test_the_dialog_can_be_left(qtbot: QtBot, page: ComparePage, ids: dict[str, int]) -> None:
    dialog = page.choose_two()
    settle(qtbot, page)
    cancel = dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)
    qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)

    assert names(page) == ["No document chosen", "No document chosen"]
