"""What may be typed into the filter box of the Clusters page."""

from types import SimpleNamespace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.detection.answers.filtering import FileField
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.services.review.verdicts import Verdict
from simhash_gui.ui.clusters.cluster_view import (
    ClusterFilter,
    Comparison,
    FilterField,
    Term,
    TextTerm,
    known_terms,
    parse_filter,
)
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.review.review_texts import verdict_label
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme

TABLE = SimpleNamespace(
    sizes=np.array([2, 5, 6, 40]),
    document_counts=np.array([1, 5, 4, 40]),
    max_distances=np.array([0, 3, 4, 9], dtype=np.uint8),
    wasted_bytes=np.array([10, 2_000, 1 << 20, 5_000_000]),
    min_overlaps=np.array([1.0, 0.9, 0.41, 0.04], dtype=np.float32),
    most_copies=np.array([2, 1, 3, 1]),
)


def passing(text: str) -> list[int]:
    return np.flatnonzero(parse_filter(text).numbers_match(TABLE)).tolist()


def test_an_empty_filter_lets_everything_through() -> None:
    assert parse_filter("   ") == ClusterFilter()
    assert passing("") == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("files>5", [2, 3]),
        ("size>5", [2, 3]),
        ("files>=5", [1, 2, 3]),
        ("size≥5", [1, 2, 3]),
        ("spread<=3", [0, 1]),
        ("spread≤3", [0, 1]),
        ("SPREAD<3", [0]),
        ("documents=4", [2]),
        ("reclaimable>1MB", [3]),
        ("wasted>1MB", [3]),
        ("reclaimable>=1mb", [2, 3]),
        ("reclaimable<1.5kB", [0]),
        ("files>2 spread<=4", [1, 2]),
        ("overlap>=90", [0, 1]),
        ("overlap<50%", [2, 3]),
        ("copies<2", [1, 3]),
        ("副本＞1", [0, 2]),
    ],
)
def test_terms_compare_numbers_of_the_cluster(text: str, expected: list[int]) -> None:
    assert passing(text) == expected


def test_what_is_no_term_is_a_word_of_the_name() -> None:
    found = parse_filter('Report files>5 "final draft" 会议')

    assert found == ClusterFilter(
        ("report", "final draft", "会议"), (Term(FilterField.FILES, Comparison.MORE, 5.0),)
    )


@pytest.mark.parametrize("text", ["files>many", "files>", ">5"])
def test_what_is_only_like_a_term_is_a_word(text: str) -> None:
    assert parse_filter(text) == ClusterFilter(words=(text.casefold(),))


def test_the_example_of_the_manual_is_understood() -> None:
    text = 'size>5 overlap>=90 type:pdf path:archive verdict:none copies<2 name:"annual report"'

    assert parse_filter(text) == ClusterFilter(
        terms=(
            Term(FilterField.FILES, Comparison.MORE, 5.0),
            Term(FilterField.OVERLAP, Comparison.AT_LEAST, 90.0),
            Term(FilterField.COPIES, Comparison.LESS, 2.0),
        ),
        texts=(
            TextTerm(FileField.TYPE, "pdf"),
            TextTerm(FileField.PATH, "archive"),
            TextTerm(FileField.NAME, "annual report"),
        ),
        verdicts=(None,),
    )


@pytest.mark.parametrize("text", ["colour:red", "verdict:maybe", "type:", 'path:""'])
def test_a_text_term_that_makes_no_sense_is_told_apart(text: str) -> None:
    assert parse_filter(text) == ClusterFilter(unknown=(text,))


def test_the_word_at_the_end_is_completed(qtbot: QtBot) -> None:
    box = FilterBox()
    qtbot.addWidget(box)
    box.complete_terms(known_terms(in_chinese=False))

    box.setText("report ver")
    completer = box.completer()
    completer.setCompletionPrefix(box.text())

    assert completer.currentCompletion() == "report verdict:later"
    assert completer.completionCount() == 6


def test_terms_stand_in_rows_that_can_be_hit_at_every_size(qtbot: QtBot, theme: Theme) -> None:
    box = FilterBox()
    qtbot.addWidget(box)
    box.complete_terms(known_terms(in_chinese=False))
    terms, heights = box.completer().popup(), []

    for percent in (100, 200):
        theme.apply(ThemeChoice.LIGHT, percent)
        heights.append(terms.sizeHintForRow(0))

    assert heights[0] >= 24
    assert heights[1] >= 1.5 * heights[0]


@pytest.mark.parametrize("text", ["colour>5", "files>5kB", "reclaimable>1XB", "files>5%"])
def test_a_term_that_makes_no_sense_is_told_apart(text: str) -> None:
    assert parse_filter(text) == ClusterFilter(unknown=(text,))


def test_a_name_matches_when_it_holds_every_word_in_any_case() -> None:
    wanted = parse_filter("report 2019")

    assert wanted.name_matches("2019-Annual-REPORT.docx")
    assert not wanted.name_matches("Report-2020.docx")


def test_an_open_quotation_mark_does_not_hurt() -> None:
    assert parse_filter('"annual rep').words == ("annual rep",)


def test_terms_are_understood_in_chinese_too() -> None:
    assert parse_filter("文件数＞5 重合度<90%") == parse_filter("files>5 overlap<90")
    assert parse_filter("可释放≥2MB").terms == parse_filter("reclaimable>=2mb").terms
    assert parse_filter("类型：pdf").texts == parse_filter("type:pdf").texts


def test_verdicts_have_the_names_that_the_window_gives_them(translator: Translator) -> None:
    translator.apply(Language.CHINESE)
    named = {verdict: parse_filter(f"判定：{verdict_label(verdict)}") for verdict in Verdict}

    assert {verdict: found.verdicts for verdict, found in named.items()} == {
        verdict: (verdict,) for verdict in Verdict
    }
    assert parse_filter("判定：无").verdicts == (None,)


def test_terms_are_completed_in_chinese_and_in_english(qtbot: QtBot) -> None:
    box = FilterBox()
    qtbot.addWidget(box)
    box.complete_terms(known_terms(in_chinese=True))
    offered = []

    for begun in ("报告 判", "报告 ver", "文"):
        box.setText(begun)
        box.completer().setCompletionPrefix(begun)
        offered.append((box.completer().currentCompletion(), box.completer().completionCount()))

    assert offered == [("报告 判定:修订稿", 6), ("报告 verdict:later", 6), ("文件数<", 4)]
    assert not any(parse_filter(f"{term}1").words for term in known_terms(in_chinese=True))
