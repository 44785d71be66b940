"""What two texts have in common, and where."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.classes import Thresholds
from simhash_gui.services.comparison import evidence as measured
from simhash_gui.services.comparison.evidence import Evidence, Overlap, PairClass, evidence
from tests.helpers.examples import examples
from tests.services.conftest import OTHER, STORY

_NOTICE = (
    "本馆自下月一日起调整开放时间，周一至周五上午九时开门，晚上八时闭馆，"
    "周末及节假日提前两小时闭馆，请各位读者合理安排借阅，逾期归还者按章处理。"
)
_ENGLISH_WORDS = re.compile(r"[a-z]+")


def _sentences(seed: int, count: int) -> str:
    """Prose of made-up words, a sentence a line; no two seeds share a word."""
    random_words = random.Random(seed)
    lines = [
        " ".join(f"{random_words.choice('bdfgklmnprst')}{seed}x{random_words.randrange(10**6)}"
                 for _ in range(12))
        for _ in range(count)
    ]  # fmt: skip
    return ".\n".join(lines) + ".\n"


def _slices(found: Evidence, text_a: str, text_b: str) -> list[tuple[str, str]]:
    return [
        (text_a[passage.a.start : passage.a.end], text_b[passage.b.start : passage.b.end])
        for passage in found.passages
    ]


def _windows(text: str) -> set[tuple[str, ...]]:
    words = _ENGLISH_WORDS.findall(text.lower())
    return {tuple(words[place : place + 4]) for place in range(len(words) - 3)}


def test_the_overlap_is_that_of_runs_of_four_words() -> None:
    revised = STORY.replace("island", "harbour").replace("lighthouse", "pier")

    found = evidence(STORY, revised)

    a, b = _windows(STORY), _windows(revised)
    assert found.overlap == Overlap(
        pytest.approx(len(a & b) / len(a | b)),
        pytest.approx(len(a & b) / len(a)),
        pytest.approx(len(a & b) / len(b)),
    )


def test_a_chinese_revision_is_measured_in_characters() -> None:
    # 8 characters, the last one replaced: of 5 runs of four, 4 are shared, 6 in all
    found = evidence("甲乙丙丁戊己庚辛", "甲乙丙丁，戊己庚壬")

    assert found.overlap == Overlap(pytest.approx(4 / 6), pytest.approx(0.8), pytest.approx(0.8))
    assert found.edit_share == pytest.approx(7 / 8)
    assert (found.pair_class, found.is_short) == (PairClass.NEAR_DUPLICATE, True)


@pytest.mark.parametrize("text", [STORY, OTHER, "两个字", "one", "and so on " * 30])
def test_an_identical_text_is_one_passage_whatever_its_length(text: str) -> None:
    other = f"\n « {text.upper()} »"

    found = evidence(text, other)

    assert found.pair_class is PairClass.IDENTICAL
    assert found.overlap == Overlap(1, 1, 1)
    assert (found.covered_a, found.covered_b, found.edit_share) == (1, 1, 1)
    (whole,) = _slices(found, text, other)
    assert whole == (text.strip(" 。."), text.upper().strip(" 。."))


@pytest.mark.parametrize("copied", [STORY, _NOTICE])
def test_a_copied_passage_is_found_where_it_stands_in_both_texts(copied: str) -> None:
    text_a = _sentences(1, 40) + copied + "\n" + _sentences(2, 20)
    text_b = _sentences(3, 15) + "（" + copied + "）" + _sentences(4, 50)

    found = evidence(text_a, text_b)

    core = copied.rstrip("。.")
    assert found.pair_class is PairClass.PARTLY_COPIED
    assert _slices(found, text_a, text_b) == [(core, core)]
    assert found.passages[0].a.start == text_a.index(core)
    assert found.passages[0].b.start == text_b.index(core)
    assert not found.is_short


def test_a_moved_passage_keeps_its_places() -> None:
    one, two = _sentences(1, 12), _sentences(2, 12)

    found = evidence(one + two, two + one)

    places = [(passage.a.start, passage.b.start) for passage in found.passages]
    assert found.pair_class is PairClass.NEAR_DUPLICATE
    assert places == [(0, len(two)), (len(one), 0)]
    assert (found.covered_a, found.covered_b) == (1, 1)


def test_offsets_count_the_characters_of_the_source_and_not_of_its_folded_form() -> None:
    text_a = "㍿ﬃ½…" * 20 + _NOTICE
    text_b = "👍 " * 9 + _sentences(5, 30) + _NOTICE

    found = evidence(text_a, text_b)

    ((in_a, in_b),) = _slices(found, text_a, text_b)
    assert in_a == in_b == _NOTICE.rstrip("。")


def test_a_part_is_reported_from_the_whole_that_contains_it() -> None:
    part = _sentences(1, 10)
    whole = _sentences(2, 30) + part + _sentences(3, 30)

    found, seen_from_part = evidence(whole, part), evidence(part, whole)

    assert found.pair_class is PairClass.CONTAINS
    assert seen_from_part.pair_class is PairClass.IS_CONTAINED
    assert (found.covered_b, seen_from_part.covered_a) == (1, 1)
    assert found.covered_a == pytest.approx(10 / 70)
    assert found.edit_share == seen_from_part.edit_share == pytest.approx(2 * 10 / (70 + 10))


def test_the_edit_share_of_a_revision_is_measured_though_its_shingles_decide() -> None:
    words = _sentences(1, 30).split()
    revised = [word if place % 10 else "other" for place, word in enumerate(words)]

    found = evidence(" ".join(words), " ".join(revised))

    assert found.pair_class is PairClass.NEAR_DUPLICATE
    assert found.overlap.jaccard > Thresholds().near_jaccard
    assert found.edit_share == pytest.approx(0.9)


def test_texts_that_differ_throughout_and_are_too_long_have_no_edit_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = _sentences(1, 20)
    swapped = "\n".join(reversed(text.splitlines()))
    monkeypatch.setattr(measured, "_MOST_CELLS", 1000)

    assert evidence(text, swapped).edit_share is None
    assert evidence(text, text + _sentences(2, 20)).edit_share == pytest.approx(2 / 3)


def test_texts_with_nothing_in_common_are_unrelated() -> None:
    found = evidence(_sentences(1, 20), _sentences(2, 20))

    assert found == Evidence(PairClass.UNRELATED, False, Overlap(0, 0, 0), 0, (), 0, 0)


def test_texts_without_a_word_have_no_passages() -> None:
    both, one = evidence("…!", "…!"), evidence("", STORY)

    assert (both.pair_class, both.passages) == (PairClass.IDENTICAL, ())
    assert (one.pair_class, one.passages, one.covered_b) == (PairClass.UNRELATED, (), 0)


def test_texts_of_punctuation_alone_are_alike_only_when_they_are_equal() -> None:
    same, other = evidence("… !", "… !"), evidence("… !", "——")

    assert (same.pair_class, same.overlap.jaccard) == (PairClass.IDENTICAL, 1.0)
    assert (other.pair_class, other.overlap) == (PairClass.UNRELATED, Overlap(0.0, 0.0, 0.0))
    assert other.edit_share == 0.0


def test_the_limits_decide_the_class() -> None:
    text_a, text_b = _sentences(1, 20) + STORY, _sentences(2, 20) + STORY

    strict = Thresholds(copied_share=0.5, copied_words=500)

    assert evidence(text_a, text_b).pair_class is PairClass.PARTLY_COPIED
    assert evidence(text_a, text_b, strict).pair_class is PairClass.UNRELATED


@examples(60)
@given(
    st.lists(st.sampled_from([STORY, _NOTICE, OTHER, _sentences(1, 3), "👍", "ﬁ½ "]), max_size=5),
    st.lists(st.sampled_from([STORY, _NOTICE, OTHER, _sentences(1, 3), "👍", "ﬁ½ "]), max_size=5),
)
def test_the_order_of_the_texts_only_swaps_the_sides(a: list[str], b: list[str]) -> None:
    text_a, text_b = "\n".join(a), "\n".join(b)

    one, other = evidence(text_a, text_b), evidence(text_b, text_a)

    swapped = {(passage.b, passage.a, passage.equal_tokens) for passage in other.passages}
    assert {(passage.a, passage.b, passage.equal_tokens) for passage in one.passages} == swapped
    assert (one.covered_a, one.covered_b) == (other.covered_b, other.covered_a)
    assert one.overlap.jaccard == other.overlap.jaccard


def test_short_texts_that_differ_in_numbers_are_told_as_such() -> None:
    found = evidence("Screen size 72 x 96 cm, black.", "Screen size 36 x 48 cm, black.")
    assert found.pair_class is PairClass.DIFFERS_IN_NUMBERS
    assert evidence("Screen size 72 cm, black.", "Screen width 72 cm, black.").pair_class is (
        PairClass.NEAR_DUPLICATE
    )


def test_numbers_that_differ_in_longer_versions_are_told() -> None:
    sentences = _sentences(1, 20)
    found = evidence(
        f"{sentences} The frame is 72 × 96 cm, model X-14, made in 1998 and 1998.",
        f"{sentences} The frame is 36 × 48 cm, model X-14, made in 1998.",
    )

    assert found.pair_class is PairClass.NEAR_DUPLICATE
    assert found.numbers_only_a == ("72", "96", "1998")
    assert found.numbers_only_b == ("36", "48")


def test_numbers_of_unrelated_texts_are_not_listed() -> None:
    found = evidence(f"{_sentences(1, 20)} 72", f"{_sentences(2, 20)} 36")

    assert (found.numbers_only_a, found.numbers_only_b) == ((), ())


def test_sentences_in_another_order_are_one_stretch_with_what_stands_between_them() -> None:
    first, second, third = (_sentences(seed, 2).strip() for seed in (31, 32, 33))

    found = evidence(f"“{second}”\n“{first}”\n{third}", f"{first} {second} {third}")

    ends = [(each.a.start, each.a.end) for each in found.passages]
    assert [end for _, end in ends[:-1]] == [start for start, _ in ends[1:]]
