"""The class of made pairs, and how thresholds change it."""

import dataclasses

import numpy as np
import pytest

from simhash_gui.core.text.classes import (
    PairClass,
    Screening,
    Thresholds,
    classify,
    classify_whole,
    screen,
)
from simhash_gui.core.text.passages import InvalidThresholdError
from simhash_gui.core.text.shingles import Shingles, ShingleSizeError, shingles_of
from simhash_gui.core.text.sketches import Estimates, Sketches, estimate, sketch_of


def fresh(seed: int, count: int) -> np.ndarray:
    """So many tokens that stand nowhere else."""
    return np.random.default_rng(seed).integers(0, 2**64, count, np.uint64)


def document(*parts: np.ndarray) -> Shingles:
    return shingles_of(np.concatenate(parts))


def replaced(text: np.ndarray, every: int) -> np.ndarray:
    """The text with every such token exchanged for another one."""
    changed = text.copy()
    changed[every - 1 :: every] = fresh(99, len(changed[every - 1 :: every]))
    return changed


TEXT, OTHER = fresh(1, 1000), fresh(2, 1000)
SHORT = fresh(3, 40)


def test_equal_tokens_are_identical() -> None:
    verdict = classify(document(TEXT), document(TEXT.copy()))
    assert verdict.pair_class is PairClass.IDENTICAL
    assert (verdict.edit_share, verdict.overlap.jaccard, verdict.is_short) == (1.0, 1.0, False)


def test_two_empty_documents_are_identical_and_short() -> None:
    verdict = classify(document(TEXT[:0]), document(TEXT[:0]))
    assert (verdict.pair_class, verdict.is_short) == (PairClass.IDENTICAL, True)


def test_a_revision_is_a_near_duplicate_and_needs_no_other_measure() -> None:
    verdict = classify(document(TEXT), document(replaced(TEXT, 12)))
    assert verdict.pair_class is PairClass.NEAR_DUPLICATE
    assert verdict.edit_share is verdict.copied is None


def test_a_shuffled_text_is_a_near_duplicate() -> None:
    shuffled = TEXT.reshape(10, 100)[::-1].ravel()
    assert classify(document(TEXT), document(shuffled)).pair_class is PairClass.NEAR_DUPLICATE


def test_a_text_edited_everywhere_is_a_near_duplicate_by_its_order() -> None:
    # given every fourth token replaced, half of the time in pairs, so that few shingles are left
    edited = TEXT.copy()
    edited[3::8], edited[4::8] = fresh(5, 125), fresh(6, 125)
    verdict = classify(document(TEXT), document(edited))
    assert verdict.overlap.jaccard < 0.4
    assert verdict.pair_class is PairClass.NEAR_DUPLICATE
    assert verdict.edit_share == 0.75


def test_a_text_inside_a_much_longer_one_is_contained() -> None:
    longer, shorter = document(OTHER, TEXT[:400]), document(TEXT[:400])
    assert classify(longer, shorter).pair_class is PairClass.CONTAINS
    assert classify(shorter, longer).pair_class is PairClass.IS_CONTAINED


@pytest.mark.parametrize(
    ("tokens", "expected"), [(470, PairClass.IS_CONTAINED), (530, PairClass.NEAR_DUPLICATE)]
)
def test_a_text_that_grew_to_less_than_twice_its_length_is_a_version(
    tokens: int, expected: PairClass
) -> None:
    shorter, longer = document(TEXT[:tokens]), document(TEXT[:tokens], OTHER[tokens:])
    assert classify(shorter, longer).pair_class is expected


def test_a_lightly_edited_text_is_contained_by_its_passages() -> None:
    # given a part of which every sixth token was replaced: a third of its shingles is left
    longer, shorter = document(OTHER, TEXT[:400]), document(replaced(TEXT[:400], 6))
    verdict = classify(longer, shorter)
    assert verdict.overlap.containment_b < 0.5
    assert verdict.pair_class is PairClass.CONTAINS


def test_jaccard_alone_needs_texts_of_like_length() -> None:
    # given a text, and its parts in another order more than twice over
    parts = TEXT[:300].reshape(3, 100)
    longer = np.concatenate([parts[[1, 0, 2]].ravel(), parts[[2, 1, 0]].ravel(), parts[0]])
    verdict = classify(document(longer), document(parts.ravel()))
    assert verdict.overlap.jaccard > 0.9
    assert verdict.pair_class is PairClass.CONTAINS


def test_a_copied_passage_makes_a_pair_partly_copied() -> None:
    verdict = classify(document(TEXT, SHORT), document(SHORT, OTHER))
    assert verdict.pair_class is PairClass.PARTLY_COPIED
    assert verdict.copied is not None
    assert verdict.copied.most_words == 40


def test_many_small_passages_make_a_pair_partly_copied_too() -> None:
    # given ten passages of fifteen tokens each, apart from each other
    pieces = [part for at in range(0, 1000, 100) for part in (TEXT[at : at + 15], fresh(at, 85))]
    verdict = classify(document(TEXT), document(*pieces))
    assert verdict.copied is not None
    assert verdict.copied.most_words < 20
    assert verdict.pair_class is PairClass.PARTLY_COPIED


def test_a_turn_of_phrase_leaves_a_pair_unrelated() -> None:
    verdict = classify(document(TEXT, SHORT[:14]), document(SHORT[:14], OTHER))
    assert verdict.pair_class is PairClass.UNRELATED


def test_a_share_of_phrases_that_repeat_few_words_is_no_copy() -> None:
    # given texts of which a tenth is one stock phrase of five words, again and again
    phrase = np.tile(fresh(8, 5), 6)
    a, b = document(TEXT[:270], phrase), document(OTHER[:270], phrase)
    verdict = classify(a, b)
    assert verdict.copied is not None
    assert verdict.copied.share_a >= 0.1
    assert verdict.pair_class is PairClass.UNRELATED
    assert classify(a, b, Thresholds(least_copied_words=5)).pair_class is PairClass.PARTLY_COPIED


@pytest.mark.parametrize(
    ("characters", "pair_class"), [(False, "partly-copied"), (True, "unrelated")]
)
def test_characters_prove_half_as_much_as_words(characters: bool, pair_class: str) -> None:
    a, b = (
        shingles_of(tokens, is_character=np.full(len(tokens), characters))
        for tokens in (
            np.concatenate([TEXT[:300], SHORT[:16]]),
            np.concatenate([SHORT[:16], OTHER[:300]]),
        )
    )
    assert classify(a, b).pair_class == pair_class


def test_what_is_copied_from_a_template_only_is_reported() -> None:
    template = fresh(7, 150)
    a, b = document(template, TEXT), document(template, OTHER)
    common = document(template).distinct
    assert classify(a, b).pair_class is PairClass.PARTLY_COPIED
    assert classify(a, b, common=common).pair_class is PairClass.TEMPLATE_ONLY


def test_a_copy_beside_a_template_is_still_a_copy() -> None:
    template = fresh(7, 150)
    a, b = document(template, TEXT, SHORT), document(template, SHORT, OTHER)
    common = document(template).distinct
    assert classify(a, b, common=common).pair_class is PairClass.PARTLY_COPIED


def test_unrelated_texts_stay_unrelated_beside_a_template() -> None:
    a, b, common = document(TEXT), document(OTHER), document(SHORT).distinct
    assert classify(a, b, common=common).pair_class is PairClass.UNRELATED


def test_versions_of_a_template_are_near_duplicates() -> None:
    a, b = document(TEXT), document(replaced(TEXT, 12))
    assert classify(a, b, common=a.distinct).pair_class is PairClass.NEAR_DUPLICATE


def test_short_texts_are_classified_by_their_order_alone_and_marked() -> None:
    edited, half = document(replaced(SHORT, 10)), document(SHORT[:22], OTHER[:18])
    verdicts = [classify(document(SHORT), other) for other in (edited, half)]
    classes = [verdict.pair_class for verdict in verdicts]
    assert classes == [PairClass.NEAR_DUPLICATE, PairClass.PARTLY_COPIED]
    assert all(verdict.is_short for verdict in verdicts)


def test_a_few_common_words_leave_short_texts_unrelated() -> None:
    a, b = document(SHORT[:10], TEXT[:25]), document(OTHER[:25], SHORT[:10])
    assert classify(a, b).pair_class is PairClass.UNRELATED
    assert classify(a, b, Thresholds(short_tokens=30)).pair_class is PairClass.PARTLY_COPIED


def test_a_user_can_change_a_limit() -> None:
    a, b = document(TEXT), document(replaced(TEXT, 12))
    strict = Thresholds(near_jaccard=0.9, near_edit_share=0.95)
    assert classify(a, b, strict).pair_class is PairClass.CONTAINS


def test_shingles_of_two_sizes_are_refused() -> None:
    with pytest.raises(ShingleSizeError):
        classify(shingles_of(TEXT, 3), shingles_of(TEXT, 4))


@pytest.mark.parametrize("value", [-0.1, 1.5, float("nan")])
def test_a_share_is_from_zero_to_one(value: float) -> None:
    with pytest.raises(InvalidThresholdError, match="near_jaccard is a share"):
        Thresholds(near_jaccard=value)


def test_a_number_of_tokens_is_at_least_one() -> None:
    with pytest.raises(InvalidThresholdError, match="copied_words is at least 1"):
        Thresholds(copied_words=0)


def test_the_bounds_of_a_share_are_allowed() -> None:
    assert Thresholds(near_jaccard=0, copied_share=1).copied_share == 1


def test_limits_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Thresholds().contained = 0.1  # type: ignore[misc]


def screened(a: np.ndarray, b: np.ndarray) -> Screening:
    shingles = [document(a), document(b)]
    sketches = Sketches(
        np.array([sketch_of(each.distinct) for each in shingles]),
        np.array([len(each.distinct) for each in shingles]),
    )
    return Screening(int(screen(estimate(sketches, np.array([0]), np.array([1])))[0]))


def test_sketches_tell_what_is_certain() -> None:
    assert screened(TEXT, TEXT) is Screening.CONFIRMED
    assert screened(TEXT, replaced(TEXT, 20)) is Screening.CONFIRMED
    assert screened(TEXT, replaced(TEXT, 5)) is Screening.UNSURE
    assert screened(TEXT, OTHER) is Screening.REJECTED


def test_a_text_inside_a_longer_one_is_to_be_measured() -> None:
    assert screened(TEXT[:300], np.concatenate((OTHER, TEXT[:300]))) is Screening.UNSURE


def test_screening_keeps_two_standard_errors_off_the_limits() -> None:
    # given three pairs a little above the limit for certain, and below the one to be looked at
    share, error = np.array([0.60, 0.56, 0.05, 0.02]), np.array([0.04, 0.04, 0.06, 0.06])
    outcome = screen(Estimates(share, share, share / 2, error, error, error))
    assert outcome.tolist() == [
        Screening.CONFIRMED,
        Screening.UNSURE,
        Screening.UNSURE,
        Screening.REJECTED,
    ]


@pytest.mark.parametrize("other", [TEXT, replaced(TEXT, 12), replaced(TEXT, 4), OTHER, SHORT])
@pytest.mark.parametrize("own", [TEXT, SHORT, replaced(SHORT, 9)])
def test_whole_texts_are_classified_alike_with_and_without_a_look_at_their_parts(
    own: np.ndarray, other: np.ndarray
) -> None:
    a, b = document(own), document(other)
    whole = {PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE}
    full = classify(a, b)
    verdict = classify_whole(a, b)
    expected = full.pair_class if full.pair_class in whole else PairClass.UNRELATED
    assert (verdict.pair_class, verdict.overlap) == (expected, full.overlap)
    assert verdict.edit_share == full.edit_share


def short(tokens: list[int], numbers: list[int] | None) -> Shingles:
    flags = None if numbers is None else np.isin(np.arange(len(tokens)), numbers)
    return shingles_of(np.array(tokens, np.uint64), is_number=flags)


@pytest.mark.parametrize(
    ("a", "b", "numbers", "expected"),
    [
        ([1, 2, 3, 4, 72], [1, 2, 3, 4, 36], [4], PairClass.DIFFERS_IN_NUMBERS),
        ([1, 2, 3, 4, 72], [1, 2, 3, 4, 36], None, PairClass.NEAR_DUPLICATE),
        ([1, 2, 3, 4, 5], [1, 2, 3, 4, 6], [0], PairClass.NEAR_DUPLICATE),
        ([1, 2, 72, 4, 5], [1, 2, 4, 72, 5], [2], PairClass.NEAR_DUPLICATE),
        ([1, 72], [1, 36], [1], PairClass.UNRELATED),
    ],
)
def test_short_texts_with_the_same_words_may_differ_in_numbers(
    a: list[int], b: list[int], numbers: list[int] | None, expected: PairClass
) -> None:
    assert classify(short(a, numbers), short(b, numbers)).pair_class is expected


def test_numbers_that_only_stand_elsewhere_are_the_same_numbers() -> None:
    a, b = short([1, 2, 3, 4, 72], [4]), short([1, 2, 3, 72, 4], [3])

    assert classify(a, b).pair_class is PairClass.NEAR_DUPLICATE
