"""What the Compare page says of the evidence: class, measures with their meanings, passages."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from pytestqt.qtbot import QtBot

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.comparison.evidence import (
    PairClass,
    Passage,
    TextSpan,
    Thresholds,
    evidence,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.compare.compare_body import Tab
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.compare.desk import RemoteDesk
from simhash_gui.ui.compare.measures_panel import MeasuresPanel
from simhash_gui.ui.reading import text_evidence
from simhash_gui.ui.reading.evidence_texts import evidence_meaning
from simhash_gui.ui.reading.shown_text import Place
from simhash_gui.ui.reading.text_differences import Side, find_differences
from simhash_gui.ui.reading.text_evidence import Measured, measure
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token
from tests.helpers.calls import counted_calls
from tests.ui.compare.desk import NEW, OLD, Answers, settle
from tests.ui.texts_in_common import joined, paragraph

WHOLE = joined(*(paragraph(name, 60) for name in ("stone", "river", "cloud")))
PART = paragraph("river", 60)


def open_files(qtbot: QtBot, page: ComparePage, answers: Answers, *files: Path) -> None:
    for side, file in zip(Side, files, strict=True):
        answers.file = file
        page.choose_from_disk(side)
    settle(qtbot, page)


@pytest.fixture
def part_compared(qtbot: QtBot, page: ComparePage, answers: Answers, tmp_path: Path) -> ComparePage:
    """A whole text as A and a part of it as B."""
    for name, text in (("whole.txt", WHOLE), ("part.txt", PART)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    open_files(qtbot, page, answers, tmp_path / "whole.txt", tmp_path / "part.txt")
    return page


def test_the_strip_tells_the_class_and_the_overlap(part_compared: ComparePage) -> None:
    lines = part_compared.comparison.measures.text().splitlines()

    assert lines[5:7] == ["A contains B", "100% of B also appears in A"]


def test_the_answer_says_of_which_text_the_share_is(
    qtbot: QtBot, page: ComparePage, answers: Answers, tmp_path: Path
) -> None:
    shared = " ".join(f"shared{n}" for n in range(40))
    for name, own in (("a.txt", 20), ("b.txt", 60), ("c.txt", 60)):
        text = f"{shared} {' '.join(f'{name[0]}{n}' for n in range(own))}"
        (tmp_path / name).write_text(text, encoding="utf-8")
    told: dict[str, str] = {}
    for pair in ("ab", "ba", "bc"):
        open_files(qtbot, page, answers, *(tmp_path / f"{each}.txt" for each in pair))
        told[pair] = page.comparison.measures.text().splitlines()[6]

    assert [each.partition("%")[2] for each in told.values()] == [
        " of A also appears in B",
        " of B also appears in A",
        " of each text also appears in the other",
    ]


def test_texts_with_nothing_in_common_are_told_so_without_a_figure(
    qtbot: QtBot, page: ComparePage, answers: Answers, tmp_path: Path
) -> None:
    for name in ("stone", "river"):
        (tmp_path / f"{name}.txt").write_text(paragraph(name, 60), encoding="utf-8")
    open_files(qtbot, page, answers, tmp_path / "stone.txt", tmp_path / "river.txt")

    assert page.comparison.measures.answer() == "No text in common · Unrelated"


def test_a_pair_that_shares_only_a_passage_opens_at_it_on_both_sides(
    qtbot: QtBot, page: ComparePage, answers: Answers, tmp_path: Path
) -> None:
    passage = paragraph("shared", 60)
    for name, before in (("stone", 40), ("river", 25)):
        own = "\n".join(paragraph(f"{name}{number}x", 30) for number in range(before))
        (tmp_path / f"{name}.txt").write_text(f"{own}\n{passage}\n{own[::-1]}", encoding="utf-8")
    open_files(qtbot, page, answers, tmp_path / "stone.txt", tmp_path / "river.txt")
    texts = page.comparison.texts

    assert texts.current_passage == 0
    for side in Side:
        seen = "\n".join(block.text() for block, _ in texts.pane(side).visible_blocks())
        assert "shared0 shared1" in seen

    panes = [texts.pane(side) for side in Side]
    for pane in panes:
        pane.scroll_to_place(Place(0, 0))
    with counted_calls() as calls:
        texts.show_evidence(page.model.evidence, is_measuring=False)
    in_view = sum(len(list(pane.visible_blocks())) for pane in panes)
    # marks are laid once over what is in view then, and the line below it
    assert calls["TextMarks.of_block"] <= in_view + len(panes)


def test_in_panes_of_another_size_the_passage_is_still_in_view_on_both_sides(
    qtbot: QtBot, page: ComparePage, answers: Answers, tmp_path: Path
) -> None:
    passage = paragraph("shared", 60)
    for name, count in (("stone", 900), ("river", 1_500)):
        text = f"{paragraph(name, count)}\n\n{passage}\n\n{paragraph(f'{name}after', 400)}"
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    open_files(qtbot, page, answers, tmp_path / "stone.txt", tmp_path / "river.txt")

    for width in (1300, 820):
        page.resize(width, 700)
        qtbot.waitUntil(lambda: all(seen_in(page, "shared0 shared1")))


def seen_in(page: ComparePage, words: str) -> list[bool]:
    """Whether each pane has these words in view."""
    panes = [page.comparison.texts.pane(side) for side in Side]
    return [words in "\n".join(block.text() for block, _ in p.visible_blocks()) for p in panes]


def test_what_two_versions_have_in_common_is_dimmed(compared: ComparePage) -> None:
    pane = compared.comparison.texts.pane(Side.A)
    marks = list(pane.marks.of_block(pane.document().firstBlock()))
    muted = Theme.current().color(Token.MUTED)
    dimmed = [mark.cursor.selectedText() for mark in marks if mark.format.foreground() == muted]
    tinted = [mark.cursor.selectedText() for mark in marks if mark not in dimmed][len(dimmed) :]

    assert any("The committee met" in text for text in dimmed)
    assert tinted == ["Tuesday"]


def test_a_short_text_is_said_to_be_judged_by_the_text_alone(compared: ComparePage) -> None:
    assert evidence(OLD, NEW).is_short
    assert "Short: judged by the text alone" in compared.comparison.measures.text()


def cosine_of(one: str, other: str) -> float:
    """Worked out from the weights of two texts, feature by feature."""
    pipeline = TextPipeline(recipe_named(DEFAULT_RECIPE))
    a, b = (pipeline.trace_text(text) for text in (one, other))
    of_a, of_b = (dict(zip(t.features, t.weights.tolist(), strict=True)) for t in (a, b))
    together = sum(weight * of_b.get(feature, 0) for feature, weight in of_a.items())
    return together / math.sqrt(sumsq(of_a) * sumsq(of_b))


def sumsq(weights: dict[str, float]) -> float:
    return sum(weight**2 for weight in weights.values())


def opened_measures(qtbot: QtBot, page: ComparePage) -> MeasuresPanel:
    qtbot.mouseClick(page.comparison.tabs.button(Tab.MEASURES), Qt.MouseButton.LeftButton)
    return page.comparison.meanings


def test_measures_that_nobody_looks_at_are_not_laid_out(
    qtbot: QtBot, part_compared: ComparePage
) -> None:
    assert not part_compared.comparison.meanings.text()
    assert opened_measures(qtbot, part_compared).text()


def test_every_measure_stands_there_with_its_meaning(
    qtbot: QtBot, part_compared: ComparePage
) -> None:
    found = evidence(WHOLE, PART)
    panel = opened_measures(qtbot, part_compared)
    lines = dict(line.split(": ", 1) for line in panel.text().splitlines())

    assert panel.isVisible()
    assert lines["Pair class"] == "⊃ A contains B"
    assert lines["Hamming distance"].endswith(" of 64 bits")
    assert lines["Shared shingles (Jaccard)"] == fmt.share(found.overlap.jaccard)
    assert lines["A found in B (containment)"] == fmt.share(found.overlap.containment_a)
    assert lines["B found in A (containment)"] == "100%"
    assert lines["Longest common passage"] == "60 tokens"
    assert lines["Covered by passages"] == "33% of A, 100% of B"
    assert lines["Cosine of weights"] == fmt.share(cosine_of(WHOLE, PART))


def test_the_limits_of_the_settings_hold_for_the_next_comparison(
    qtbot: QtBot, part_compared: ComparePage
) -> None:
    thresholds = Thresholds(near_jaccard=0.3, near_length_ratio=0.0)
    assert evidence(WHOLE, PART, thresholds).pair_class is PairClass.NEAR_DUPLICATE

    part_compared.session.change_settings(
        verdict_limits=("near_jaccard=0.3", "near_length_ratio=0.0")
    )
    before = part_compared.comparison.measures.text()
    part_compared.swap_action.trigger()
    settle(qtbot, part_compared)

    assert "A contains B" in before
    assert "Near-duplicate" in part_compared.comparison.measures.text()
    assert part_compared.model.evidence is not None
    meaning = evidence_meaning(part_compared.model.evidence)
    assert "30% of all their runs" in meaning
    assert "65% of their words in order" in meaning


def test_a_short_near_duplicate_is_explained_by_the_limit_for_short_texts(
    compared: ComparePage,
) -> None:
    found = compared.model.evidence
    assert found is not None
    assert found.evidence.pair_class is PairClass.NEAR_DUPLICATE

    assert "70% of their words in order" in evidence_meaning(found)
    assert "runs of four" not in evidence_meaning(found)


def test_numbers_that_differ_are_named_with_the_class(compared: ComparePage) -> None:
    found = compared.model.evidence
    assert found is not None
    numbers = tuple(str(number) for number in range(10, 18))
    proof = replace(found.evidence, numbers_only_a=numbers, numbers_only_b=())

    meaning = evidence_meaning(replace(found, evidence=proof))

    shown = "10 · 11 · 12 · 13 · 14 · 15 and 2 more"
    assert f"Numbers that differ: {shown} in A, none in B." in meaning


def test_the_edit_share_of_equal_texts_is_the_whole(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    page.session.compare_requested.emit((ids["old.txt"], ids["old.txt"]))
    settle(qtbot, page)

    measures = opened_measures(qtbot, page).text()
    assert "Unchanged in order (edit share): 100%" in measures
    assert "= Identical text" in measures


def test_evidence_that_comes_before_the_bits_stays(
    qtbot: QtBot, part_compared: ComparePage
) -> None:
    panel, prepared = opened_measures(qtbot, part_compared), part_compared.model.prepared
    assert prepared is not None
    before = panel.text()
    panel.show_prepared(prepared)

    assert panel.text() == before


def test_passages_are_coloured_in_both_texts(part_compared: ComparePage) -> None:
    texts = part_compared.comparison.texts

    assert texts.passages.summary() == "1 common passages"  # without the English plurals
    assert texts.pane(Side.A).marks.passages is not None
    passages = texts.pane(Side.A).marks.passages
    assert [bool(passages.pieces(line)) for line in range(5)] == [False, False, True, False, False]


def test_swapping_turns_the_class_round(qtbot: QtBot, part_compared: ComparePage) -> None:
    part_compared.swap_action.trigger()
    settle(qtbot, part_compared)

    assert "A is contained in B" in part_compared.comparison.measures.text()


def test_texts_beyond_the_bound_are_not_measured(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_evidence, "MAX_CHARACTERS", 10)

    def measure_here(*_: object) -> Measured:
        return measure(OLD, NEW, find_differences(OLD, NEW), Thresholds())

    monkeypatch.setattr(RemoteDesk, "measure", measure_here)
    page.session.compare_requested.emit((ids["old.txt"], ids["new.txt"]))
    settle(qtbot, page)

    assert "These texts are too long to be measured." in page.comparison.measures.text()
    assert "Shared shingles (Jaccard): –" in opened_measures(qtbot, page).text()
    assert not page.model.is_measuring


def test_an_error_while_measuring_is_told_and_leaves_the_texts(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Measured:
        raise MemoryError

    monkeypatch.setattr(RemoteDesk, "measure", fail)
    with qtbot.waitSignal(page.session.reads.failed) as failed:
        page.session.compare_requested.emit((ids["old.txt"], ids["new.txt"]))
    settle(qtbot, page)

    assert isinstance(failed.args[0], MemoryError)
    assert page.comparison.texts.pane(Side.A).toPlainText() == OLD


def test_texts_are_measured_in_a_process_of_their_own(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    page.session.compare_requested.emit((ids["old.txt"], ids["new.txt"]))
    settle(qtbot, page)

    assert page.model.evidence is not None
    assert page.model.evidence.evidence == replace(evidence(OLD, NEW), passages=())
    assert page.comparison.texts.pane(Side.B).toPlainText() == NEW


def test_the_texts_are_shown_before_they_are_measured(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    seen: list[str] = []
    page.model.differences_changed.connect(
        lambda: seen.append(page.comparison.measures.text().splitlines()[5])
    )
    page.session.compare_requested.emit((ids["old.txt"], ids["new.txt"]))
    settle(qtbot, page)

    assert seen == ["Measuring the texts…"]


def test_the_words_follow_the_language(qtbot: QtBot, part_compared: ComparePage) -> None:
    panel = opened_measures(qtbot, part_compared)
    before = panel.text()
    QCoreApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))

    assert panel.text() == before


def test_a_narrow_page_has_fewer_tiles_in_a_row(qtbot: QtBot, part_compared: ComparePage) -> None:
    panel = opened_measures(qtbot, part_compared)
    part_compared.resize(1400, 800)
    qtbot.waitUntil(lambda: panel.width() > 1200)
    wide = panel.widget().sizeHint().height()
    part_compared.resize(560, 800)
    qtbot.waitUntil(lambda: panel.widget().sizeHint().height() > wide)

    assert panel.horizontalScrollBar().maximum() == 0


def test_the_passage_that_was_clicked_is_where_compare_begins(
    qtbot: QtBot, page: ComparePage, tmp_path: Path
) -> None:
    paths = tmp_path / "stone.txt", tmp_path / "river.txt"
    shared = [paragraph("first", 60), paragraph("second", 30)]
    for path in paths:
        own = [paragraph(f"{path.stem}{number}x", 300) for number in range(4)]
        path.write_text("\n".join([*own[:2], shared[0], own[2], shared[1], own[3]]), "utf-8")
    spans = [
        TextSpan(each.index(shared[1]), each.index(shared[1]) + 5) for each in map(read, paths)
    ]

    page.session.file_compare_requested.emit(paths, Passage(*spans, 30))
    settle(qtbot, page)

    assert page.comparison.texts.current_passage == 1
    for side in Side:
        pane = page.comparison.texts.pane(side)
        assert "second0 second1" in "\n".join(block.text() for block, _ in pane.visible_blocks())


def test_a_word_that_texts_share_is_where_compare_begins(
    qtbot: QtBot, page: ComparePage, tmp_path: Path
) -> None:
    paths = tmp_path / "stone.txt", tmp_path / "river.txt"
    for path in paths:
        own = [paragraph(f"{path.stem}{number}x", 300) for number in range(6)]
        path.write_text("\n".join([*own[:4], "the maintanance", *own[4:]]), "utf-8")
    starts = [each.index("maintanance") for each in map(read, paths)]

    spans = tuple(TextSpan(start, start + 11) for start in starts)
    page.session.file_compare_requested.emit(paths, spans)
    settle(qtbot, page)

    for side in Side:
        pane = page.comparison.texts.pane(side)
        assert "the maintanance" in [block.text() for block, _ in pane.visible_blocks()]
        place = pane.marks.place
        assert place is not None
        assert (place.start.column, place.end.column) == (4, 15)


def read(path: Path) -> str:
    return path.read_text("utf-8")
