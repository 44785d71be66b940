"""What the classroom shows of texts is what the production code says of them."""

from hashlib import md5
from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import HashFunction, InvalidRecipeError, Weighting
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.teaching.curves import Change, Setting
from simhash_gui.services.teaching.lessons import (
    COUNTED,
    Lesson,
    differing_spans,
    lesson_recipe,
    won_bits,
)
from simhash_gui.services.teaching.presets import PRESETS, STOP_WORDS, TextLanguage, Topic
from simhash_gui.services.teaching.text_questions import TextKind, changed_pair
from simhash_gui.services.teaching.tutor import Tutor

LANGUAGES = pytest.mark.parametrize("language", TextLanguage, ids=str)


@LANGUAGES
def test_the_example_by_hand_comes_out_as_on_paper(language: TextLanguage) -> None:
    text = PRESETS[language][Topic.BY_HAND].a
    recipe = lesson_recipe(6, Weighting.COUNT, HashFunction.XXH3_64)
    trace = Tutor().trace(Lesson(text, recipe)).trace
    assert [format(row[0], "06b") for row in trace.hashes.tolist()] == ["100101", "101011"]
    assert trace.weights.tolist() == [4, 5]
    assert list(reversed(trace.sums.tolist())) == [9, -9, 1, -1, 1, 9]
    assert format(trace.fingerprint.value, "b") == "101011"


@LANGUAGES
def test_presets_show_what_they_are_for(language: TextLanguage) -> None:
    tutor, presets = Tutor(), PRESETS[language]
    found = {
        topic: tutor.compare(Lesson(preset.a, COUNTED), Lesson(preset.b, COUNTED))
        for topic, preset in presets.items()
    }
    assert 0 < found[Topic.ONE_WORD].distance < 8
    assert 0 < found[Topic.ONE_CHARACTER].distance < 8
    assert found[Topic.REORDERED].distance == 0
    assert found[Topic.REORDERED].a.lesson.text != found[Topic.REORDERED].b.lesson.text
    assert found[Topic.UNRELATED].distance > 20
    assert all(20 < (two.a.md5 ^ two.b.md5).bit_count() < 44 for two in found.values())


def test_a_lesson_shows_md5_and_the_places_of_its_tokens() -> None:
    text = "Red boats, red sails"
    traced = Tutor().trace(Lesson(text, COUNTED))
    assert traced.md5 == int(md5(text.encode()).hexdigest()[:16], 16)
    assert [(text[start:end].lower(), token) for token, start, end in traced.spans] == [
        ("red", "red"), ("boats", "boats"), ("red", "red"), ("sails", "sails"),
    ]  # fmt: skip
    assert traced.trace.features == ("red", "boats", "sails")


def test_words_without_a_counterpart_in_the_same_order_differ() -> None:
    a, b = (Tutor().trace(Lesson(text, COUNTED)) for text in ("red boats sail", "boats sail fast"))
    left, right = differing_spans(a.spans, b.spans)
    assert (left, right) == ([("red", 0, 3)], [("fast", 11, 15)])


def test_a_word_that_comes_again_hides_no_equal_words_between() -> None:
    texts = ("the red boats sail by the shore", "old red ferries sail near the river")
    a, b = (Tutor().trace(Lesson(text, COUNTED)) for text in texts)
    shown = [[token for token, _, _ in side] for side in differing_spans(a.spans, b.spans)]
    assert shown == [["the", "boats", "by", "shore"], ["old", "ferries", "near", "river"]]


@LANGUAGES
def test_as_many_words_are_lit_as_the_question_says_are_replaced(language: TextLanguage) -> None:
    for seed in range(1, 9):
        asked = changed_pair(TextKind.SURPRISE, seed, language)
        lit = differing_spans(asked.a.spans, asked.b.spans)
        assert [*map(len, lit)] == [asked.words - asked.common] * 2


def test_a_word_alone_wins_every_bit_and_one_that_is_not_there_wins_none() -> None:
    trace = Tutor().trace(Lesson("red", COUNTED)).trace
    assert won_bits(trace, "red") == frozenset(range(64))
    assert won_bits(trace, "blue") == won_bits(trace, None) == frozenset()


def test_more_neighbouring_words_to_a_feature_make_the_curve_steeper() -> None:
    curves = [Tutor().curve(TextLanguage.ENGLISH, Setting(words_at_once=n), 1) for n in (1, 4)]
    assert curves[0].means[3] < curves[1].means[3]


def test_weights_by_hand_count_in_the_order_of_the_tokens() -> None:
    recipe = lesson_recipe(8, Weighting.GIVEN, HashFunction.XXH3_64)
    trace = Tutor().trace(Lesson("red boats red sails", recipe, hand_weights=(5, 2))).trace
    assert trace.weights.tolist() == [5, 2, 1]


def test_stop_words_are_left_out_on_demand() -> None:
    lesson = Lesson("the boats and the sails", COUNTED, without_stop_words=True)
    assert Tutor().trace(lesson).trace.tokens == ("boats", "sails")
    assert "的" in STOP_WORDS


@pytest.mark.parametrize("weighting", [Weighting.LOG_COUNT, Weighting.TF_IDF])
@pytest.mark.parametrize("hash_function", [HashFunction.XXH3_64, HashFunction.PYTHON_128])
def test_any_width_weighting_and_hash_goes_the_same_way(
    weighting: Weighting, hash_function: HashFunction
) -> None:
    recipe = lesson_recipe(128, weighting, hash_function)
    trace = Tutor().trace(Lesson("red boats and sails", recipe)).trace
    assert trace.fingerprint.width == 128
    with pytest.raises(InvalidRecipeError):
        lesson_recipe(128, weighting, HashFunction.MD5_FIRST_64)


@pytest.mark.parametrize("change", Change, ids=str)
@LANGUAGES
def test_the_curve_begins_at_zero_and_rises_but_for_another_order(
    change: Change, language: TextLanguage
) -> None:
    curve = Tutor().curve(language, Setting(change), 3)
    assert curve.means[0] == 0
    assert (curve.means[-1] > 1) is (change is not Change.REORDER)
    assert curve == Tutor().curve(language, Setting(change), 3)
    short = Tutor().curve(language, Setting(is_short=True), 3)
    assert short.means[-1] > 8
    assert max(short.deviations) > 1


def test_documents_and_buckets_of_a_library(filled: Library) -> None:
    path = filled.path
    filled.close()
    tutor = Tutor()
    assert len(tutor.document(path, 1)) > 10
    count, blocks = tutor.buckets(path)
    assert count > 1
    assert len(blocks) == 4
    assert all(1 <= one.distinct_keys <= count for one in blocks)
    assert all(1 <= one.largest_bucket <= count for one in blocks)


def test_families_are_judged_by_the_labels_of_the_samples(repository: Path) -> None:
    results = {one.name: one for one in Tutor().families(repository / "resources" / "samples")}
    assert len({one.found + one.missed for one in results.values()}) == 1
    assert results["simhash-3"].missed > results["simhash-12"].missed
    assert results["shingles"].missed <= results["sentences"].missed
    assert results["sentences"].example_missed
