"""What the Compare page shows of two documents: measures, bits, votes, features, texts."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.paged_table import select_only
from simhash_gui.ui.compare.compare_body import Tab
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.compare.measures import found_text
from simhash_gui.ui.reading.evidence_texts import class_label
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token
from tests.ui.compare.desk import NEW, OLD, Answers, first_difference, laid_out, settle, value_of
from tests.ui.conftest import colours_of
from tests.ui.filled_library import FOLDER
from tests.ui.texts_in_common import paragraph

NO_BLOCK, FIRST_BLOCK = (False, False, False, False), (True, False, False, False)


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


def test_what_was_counted_is_whole_in_a_small_window_with_large_type(
    qtbot: QtBot, compared: ComparePage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    labels = compared.comparison.measures.details.findChildren(ElidedLabel)
    widest_px = max(label.sizeHint().width() for label in labels)
    compared.resize(widest_px + 120, 640)

    qtbot.waitUntil(lambda: all(label.text() == label.full_text() for label in labels))

    assert len(labels) == 4
    theme.apply(ThemeChoice.LIGHT, 100)


def test_the_bits_are_those_of_the_fingerprints(compared: ComparePage) -> None:
    data = compared.comparison.bits.data

    assert data is not None
    assert (data.a, data.b) == (value_of(OLD), value_of(NEW))


def test_the_page_says_how_the_search_finds_the_pair(compared: ComparePage) -> None:
    keys = [[value_of(text) >> shift & 0xFFFF for shift in (48, 32, 16, 0)] for text in (OLD, NEW)]
    equal = [number for number in range(4) if keys[0][number] == keys[1][number]]
    expected = "plain block look-up" if equal else "probing neighbouring keys"

    said = compared.comparison.measures.text().splitlines()[-1]
    assert expected in said
    assert all(str(number) in said for number in equal)


def test_unfolded_bits_are_laid_out_in_one_turn_and_painted_in_the_next(
    qtbot: QtBot, compared: ComparePage
) -> None:
    body = compared.comparison
    body.set_folded(True)
    qtbot.waitUntil(body.updatesEnabled)

    qtbot.mouseClick(body.measures.fold, Qt.MouseButton.LeftButton)
    QCoreApplication.sendPostedEvents()

    assert body.bits.width() > 600
    assert body.bits.height() > 40
    assert not body.updatesEnabled()
    qtbot.waitUntil(body.updatesEnabled)


def test_another_place_of_both_texts_is_painted_in_a_turn_of_its_own(
    qtbot: QtBot, compared: ComparePage
) -> None:
    body = compared.comparison
    qtbot.waitUntil(body.updatesEnabled)

    body.texts.step_on()

    assert not body.updatesEnabled()
    qtbot.waitUntil(body.updatesEnabled)


def test_another_language_is_laid_out_in_one_turn_and_painted_in_the_next(
    qtbot: QtBot, compared: ComparePage, translator: Translator
) -> None:
    body = compared.comparison
    qtbot.waitUntil(body.updatesEnabled)

    translator.apply(Language.CHINESE)
    QCoreApplication.sendPostedEvents()

    assert not body.updatesEnabled()
    qtbot.waitUntil(body.updatesEnabled)


@pytest.mark.parametrize(
    ("distance", "blocks", "expected"),
    [
        (12, NO_BLOCK, "probing neighbouring keys"),
        (13, NO_BLOCK, "by its texts, not by fingerprints"),
        (12, FIRST_BLOCK, "Block 0 is equal"),
        (13, FIRST_BLOCK, "by its texts, not by fingerprints"),
    ],
)
def test_beyond_what_is_searched_by_default_the_texts_lead_to_a_pair(
    compared: ComparePage, distance: int, blocks: tuple[bool, bool, bool, bool], expected: str
) -> None:
    prepared = compared.model.prepared
    assert prepared is not None
    other = replace(prepared, distance=distance, equal_blocks=blocks)

    assert expected in found_text(other)
    assert ("12 bits" in found_text(other)) == (distance > 12)


def test_strangers_are_not_said_to_be_found_by_their_fingerprints(
    qtbot: QtBot, page: ComparePage, answers: Answers, tmp_path: Path
) -> None:
    for side, name in zip(Side, ("stone", "river"), strict=True):
        answers.file = tmp_path / f"{name}.txt"
        answers.file.write_text(paragraph(name, 60), encoding="utf-8")
        page.choose_from_disk(side)
    settle(qtbot, page)

    assert page.model.prepared is not None
    assert page.model.prepared.distance > 12
    assert "by its texts, not by fingerprints" in page.comparison.measures.text()


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
    assert lines[3].startswith("Changed votes: ")


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


def test_the_features_of_the_first_differing_bit_are_listed_before_one_is_pinned(
    qtbot: QtBot, compared: ComparePage
) -> None:
    button = compared.comparison.tabs.button(Tab.BITS)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert compared.comparison.feature_table.isVisible()
    bit = compared.comparison.bits.current
    title = f"Features whose vote changed at bit {bit}"
    qtbot.waitUntil(lambda: compared.comparison.features_title().startswith(title))


def test_both_texts_are_shown_with_their_differences(compared: ComparePage) -> None:
    texts = compared.comparison.texts

    assert texts.pane(Side.A).toPlainText() == OLD
    assert texts.pane(Side.B).toPlainText() == NEW
    assert [texts.pane(Side.B).mark_sign(line) for line in range(3)] == ["~", "~", ""]


def test_texts_are_set_larger_than_what_stands_around_them(
    compared: ComparePage, theme: Theme
) -> None:
    for percent in (100, 200):
        theme.apply(ThemeChoice.LIGHT, percent)
        panes = [compared.comparison.texts.pane(side) for side in Side]
        expected = 1.1 * theme.font(FontRole.BODY).pointSizeF()
        assert [pane.font().pointSizeF() for pane in panes] == pytest.approx([expected] * 2)


def test_a_passage_that_was_checked_opens_at_the_texts(
    qtbot: QtBot, compared: ComparePage, ids: dict[str, int], tmp_path: Path
) -> None:
    (tmp_path / "draft.txt").write_text(OLD, "utf-8")
    compared.comparison.tabs.button(Tab.MEASURES).click()
    assert not compared.comparison.texts.isVisible()

    compared.session.file_compare_requested.emit((tmp_path / "draft.txt", ids["new.txt"]), None)
    settle(qtbot, compared)

    assert compared.comparison.texts.isVisible()
    assert compared.comparison.texts.pane(Side.A).toPlainText() == OLD


def test_three_modes_show_passages_characters_or_bits(qtbot: QtBot, compared: ComparePage) -> None:
    body = compared.comparison
    body.set_folded(True)

    def choose(tab: Tab) -> tuple[bool, bool, bool]:
        qtbot.mouseClick(body.tabs.button(tab), Qt.MouseButton.LeftButton)
        return body.texts.isVisible(), body.texts.passages.isVisible(), body.bits.isVisible()

    assert choose(Tab.CHARACTERS) == (True, False, False)
    assert choose(Tab.BITS) == (False, False, True)
    assert choose(Tab.PASSAGES) == (True, True, False)


def test_a_mode_without_a_bar_of_its_own_leaves_no_gap(
    qtbot: QtBot, compared: ComparePage, theme: Theme
) -> None:
    body = compared.comparison
    body.set_folded(True)
    theme.apply(ThemeChoice.LIGHT, 200)
    compared.resize(824, 640)
    body.tabs.button(Tab.MEASURES).click()
    laid_out(qtbot, body.meanings)

    gap_px = body.meanings.mapTo(body, QPoint()).y() - body.tabs.mapTo(body, QPoint()).y()
    assert gap_px - body.tabs.height() <= Space.M


def test_equal_documents_have_no_difference(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    page.session.compare_requested.emit((ids["old.txt"], ids["old.txt"]))
    settle(qtbot, page)

    said = page.comparison.measures.text().replace(", and", " and")
    assert "Blocks 0, 1, 2 and 3 are equal" in said
    assert said.startswith("0\n")
    assert page.comparison.measures.answer() == "Identical texts"


def test_the_page_leads_with_overlap_and_class(compared: ComparePage) -> None:
    measures, evidence = compared.comparison.measures, compared.model.evidence
    assert evidence is not None
    overlap = evidence.evidence.overlap
    share = max(overlap.containment_a, overlap.containment_b)

    assert compared.header.summary().startswith("Near-duplicate")
    assert measures.answer() == (
        f"{share:.0%} of each text also appears in the other · Near-duplicate"
    )
    assert measures.text().splitlines()[1].endswith("of 64 bits differ")


@pytest.mark.parametrize(
    ("sign", "other", "answer", "places"),
    [
        (".", "!", "Same words, 3 differences in punctuation or case", 3),
        (" the ", ", the, ", "Same words, 6 differences in punctuation or case", 6),
    ],
)
def test_the_same_words_say_in_what_they_differ_and_how_often(
    *,
    qtbot: QtBot,
    page: ComparePage,
    answers: Answers,
    tmp_path: Path,
    sign: str,
    other: str,
    answer: str,
    places: int,
) -> None:
    for side, text in zip(Side, (OLD, OLD.replace(sign, other)), strict=True):
        answers.file = tmp_path / f"{side.name}.txt"
        answers.file.write_text(text, encoding="utf-8")
        page.choose_from_disk(side)
    settle(qtbot, page)

    assert page.comparison.measures.answer() == answer
    assert page.comparison.texts.summary() == f"{places} differences"


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("size", [(900, 640), (1280, 720), (1280, 800)])
def test_the_texts_have_most_of_the_height_and_the_answer_is_whole(
    *,
    qtbot: QtBot,
    compared: ComparePage,
    theme: Theme,
    translator: Translator,
    size: tuple[int, int],
    percent: int,
    language: Language,
) -> None:
    is_rail_folded = size[0] * 100 < 1000 * percent
    body, rail_px = compared.comparison, 76 if is_rail_folded else 184
    translator.apply(language)
    theme.apply(ThemeChoice.LIGHT, percent)
    body.set_folded(True)
    compared.resize(size[0] - rail_px, size[1])
    pane, evidence = body.texts.pane(Side.A), compared.model.evidence
    assert evidence is not None

    laid_out(qtbot, pane)
    assert pane.height() >= 0.60 * size[1]
    assert compared.area.verticalScrollBar().maximum() == 0
    assert body.measures.visibleRegion().boundingRect().height() == body.measures.height()
    label = class_label(evidence.evidence.pair_class)
    shown = [line.text() for line in body.measures.findChildren(ElidedLabel)]
    assert any("%" in line and line.endswith(label) for line in shown)


def test_while_documents_are_read_the_page_says_so_and_then_shows_where_they_begin(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    page.session.compare_requested.emit((ids["old.txt"], ids["new.txt"]))
    assert page.busy.isVisible()
    assert page.busy.text() == "Reading A and B…"

    begun: list[str] = []

    def look() -> None:
        if page.model.differences is None and page.comparison.isVisible():
            begun.append(page.comparison.texts.pane(Side.A).toPlainText())

    page.model.sides_changed.connect(look)
    settle(qtbot, page)

    assert OLD in begun


def test_until_two_documents_are_compared_nothing_is_shown_of_those_before(
    qtbot: QtBot, compared: ComparePage, ids: dict[str, int]
) -> None:
    body, shown = compared.comparison, set[tuple[bool, int, int]]()
    body.tabs.button(Tab.BITS).click()
    settle(qtbot, compared)
    height = body.bits.height()

    def look() -> None:
        if compared.model.prepared is None and body.isVisible():
            shown.add((body.bits.isVisible(), body.features.rowCount(), body.bits.height()))

    compared.model.sides_changed.connect(look)
    compared.session.compare_requested.emit((ids["new.txt"], ids["会议.txt"]))
    settle(qtbot, compared)

    assert shown == {(False, 0, height)}
    assert body.bits.isVisible()
    assert body.features.rowCount() > 0


def test_bits_are_folded_at_first_and_show_a_difference_once_unfolded(
    qtbot: QtBot, compared: ComparePage
) -> None:
    assert ComparePage(compared.session).comparison.measures.is_folded
    body = compared.comparison
    body.measures.fold.click()
    assert not body.bits.isVisible()
    body.measures.fold.click()
    settle(qtbot, compared)

    assert body.bits.isVisible()
    assert body.votes.text().splitlines()[0] == f"Bit {first_difference(compared)}"
    assert "Changed votes" in body.votes.text()


def test_folding_the_bits_again_leaves_no_gap(qtbot: QtBot, compared: ComparePage) -> None:
    body = compared.comparison
    body.measures.fold.click()
    settle(qtbot, compared)
    folded_px = body.split.sizes()[0]

    compared.resize(compared.width() + 1, compared.height())  # everything is measured again
    settle(qtbot, compared)

    assert body.measures.is_folded
    assert body.split.sizes()[0] == folded_px


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
    qtbot: QtBot, compared: ComparePage, theme: Theme, choice: ThemeChoice
) -> None:
    theme.apply(choice, 200)
    QCoreApplication.sendEvent(compared, QEvent(QEvent.Type.LanguageChange))
    qtbot.waitUntil(compared.updatesEnabled)  # before, nothing is painted

    tokens = (Token.WINDOW, Token.TEXT, Token.MUTED)
    assert {theme.color(each).name() for each in tokens} <= colours_of(compared)
    assert compared.minimumSizeHint().width() <= 1000


@pytest.mark.parametrize("tab", [Tab.BITS, Tab.PASSAGES])
def test_walking_over_the_bits_brings_them_into_view(
    qtbot: QtBot, compared: ComparePage, theme: Theme, tab: Tab
) -> None:
    compared.comparison.tabs.button(tab).click()
    theme.apply(ThemeChoice.LIGHT, 200)
    compared.resize(700, 500)
    bits = compared.comparison.bits
    bits.setFocus()
    QTest.keyClick(bits, Qt.Key.Key_End)
    seen_at_end = bits.visibleRegion().contains(bits.bit_rect(0).center())
    QTest.keyClick(bits, Qt.Key.Key_Home)

    assert seen_at_end
    assert bits.visibleRegion().contains(bits.bit_rect(63).center())


def scrolling(page: ComparePage) -> list[QAbstractScrollArea]:
    """What has to be scrolled up or down to be seen whole."""
    areas = page.findChildren(QAbstractScrollArea)
    return [each for each in areas if each.isVisible() and each.verticalScrollBar().maximum()]


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
@pytest.mark.parametrize("size", [(1204, 720), (824, 640)])
def test_bits_and_features_scroll_as_one_in_a_low_window(
    *,
    qtbot: QtBot,
    compared: ComparePage,
    theme: Theme,
    translator: Translator,
    size: tuple[int, int],
    language: Language,
) -> None:
    body, table = compared.comparison, compared.comparison.feature_table
    translator.apply(language)
    body.set_folded(True)
    theme.apply(ThemeChoice.LIGHT, 200)
    compared.resize(*size)

    body.tabs.button(Tab.BITS).click()
    qtbot.waitUntil(lambda: table.paged.rowCount() > 3)
    laid_out(qtbot, table)

    (area,) = scrolling(compared)
    assert body.measures.visibleRegion().boundingRect().size() == body.measures.size()
    assert body.bits.visibleRegion().boundingRect().size() == body.bits.size()
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_End)
    last = table.visualRect(table.currentIndex())
    assert table.viewport().visibleRegion().contains(last.center())
    bar = area.verticalScrollBar()
    assert bar.value() == bar.maximum()


def test_bits_go_back_under_the_answer_where_there_is_room_again(
    qtbot: QtBot, compared: ComparePage, theme: Theme
) -> None:
    body = compared.comparison
    body.tabs.button(Tab.BITS).click()
    theme.apply(ThemeChoice.LIGHT, 200)
    compared.resize(1204, 720)
    qtbot.waitUntil(lambda: below(body.bits, body.tabs))

    compared.resize(1204, 1400)
    qtbot.waitUntil(lambda: below(body.tabs, body.bits))
    laid_out(qtbot, body.feature_table)
    assert scrolling(compared) in ([], [body.feature_table])
    compared.resize(1204, 720)
    qtbot.waitUntil(lambda: below(body.bits, body.tabs))
    body.tabs.button(Tab.PASSAGES).click()
    qtbot.waitUntil(lambda: below(body.tabs, body.bits))


def below(lower: QWidget, upper: QWidget) -> bool:
    window = lower.window()
    return lower.mapTo(window, QPoint()).y() > upper.mapTo(window, QPoint()).y()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_where_the_bits_scroll_the_page_does_not(
    qtbot: QtBot, compared: ComparePage, theme: Theme, translator: Translator, language: Language
) -> None:
    body = compared.comparison
    translator.apply(language)
    theme.apply(ThemeChoice.LIGHT, 200)
    compared.resize(824, 640)
    body.set_folded(False)
    laid_out(qtbot, body)

    assert body.bits.visibleRegion().boundingRect().height() < body.bits.height()
    qtbot.waitUntil(lambda: compared.area.verticalScrollBar().maximum() == 0)


def test_a_text_size_that_was_chosen_on_another_page_does_not_cut_the_answer(
    qtbot: QtBot, compared: ComparePage, theme: Theme
) -> None:
    body = compared.comparison
    body.set_folded(True)
    compared.resize(1204, 720)
    settle(qtbot, compared)

    compared.hide()
    theme.apply(ThemeChoice.LIGHT, 200)
    compared.show()

    def is_whole() -> bool:
        seen_px = body.measures.visibleRegion().boundingRect().height()
        return seen_px == body.measures.height() >= body.measures.sizeHint().height()

    qtbot.waitUntil(is_whole)


def test_in_a_low_window_one_line_says_what_is_compared(
    qtbot: QtBot, compared: ComparePage, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    compared.resize(824, 640)
    settle(qtbot, compared)
    slot = compared.slots[Side.A]
    low_px = slot.height()
    assert not compared.header.isVisible()
    assert slot.toolTip().endswith(slot.name())
    assert slot.menu().actions()[-1].text() == "Choose documents…"

    theme.apply(ThemeChoice.LIGHT, 100)
    compared.resize(824, 720)

    qtbot.waitUntil(compared.header.isVisible)
    assert slot.minimumSizeHint().height() < low_px


@pytest.mark.parametrize("width_px", [824, 1204])  # of a window of 900 px and of 1280 px
@pytest.mark.parametrize(
    "name",
    ["knife-and-fork-in-the-dining-chamber.txt", "annualreport2024withoutanyhyphenation.txt"],
)
def test_names_stand_whole_at_large_type(
    qtbot: QtBot, compared: ComparePage, theme: Theme, name: str, width_px: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    compared.resize(width_px, 640)
    settle(qtbot, compared)
    slot = compared.slots[Side.A]

    slot.show_document(name, f"{FOLDER}/{name}")
    settle(qtbot, compared)

    (label,) = (each for each in slot.findChildren(ElidedLabel) if each.full_text() == name)
    assert label.text().replace("\n", "") == name
    qtbot.waitUntil(lambda: label.height() >= label.sizeHint().height())
    needed_px = max(map(label.fontMetrics().horizontalAdvance, label.text().split("\n")))
    assert label.width() >= needed_px
    other = next(each for each in compared.slots[Side.B].findChildren(ElidedLabel))
    assert label.font() == other.font()
