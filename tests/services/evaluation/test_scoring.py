"""Scores, against hand-worked examples and the definitions taken literally."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.services.evaluation.scoring import (
    Score,
    f1_interval,
    groups_of,
    pair_of,
    recall_by_level,
    score_clusters,
    score_pairs,
    score_spans,
)
from tests.helpers.examples import examples

NAMES = "abcdef"
GROUPS = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 2))


def test_f1_is_the_harmonic_mean() -> None:
    assert Score(0.5, 1.0).f1 == pytest.approx(2 / 3)
    assert Score(0.0, 0.0).f1 == 0.0


def test_a_pair_has_one_order() -> None:
    assert pair_of("b", "a") == pair_of("a", "b") == ("a", "b")


def test_pairs_are_scored_by_what_is_in_both() -> None:
    answered = [("a", "b"), ("a", "c"), ("d", "e"), ("d", "f")]

    assert score_pairs(answered, [("a", "b"), ("x", "y")]) == Score(0.25, 0.5)


def test_nothing_answered_is_precise_and_nothing_wanted_is_all_found() -> None:
    assert score_pairs([], [("a", "b")]) == Score(1.0, 0.0)
    assert score_pairs([("a", "b")], []) == Score(0.0, 1.0)


def test_recall_is_reported_for_each_level_by_name() -> None:
    levels = {("a", "b"): "near", ("a", "c"): "far", ("d", "e"): "near"}

    assert recall_by_level([("a", "b"), ("x", "y")], levels) == {"far": 0.0, "near": 0.5}


def test_groups_are_what_pairs_join_directly_or_not() -> None:
    groups = groups_of("abcde", [("a", "b"), ("b", "c")])

    assert groups["a"] == groups["b"] == groups["c"]
    assert len(set(groups.values())) == 3


def test_b_cubed_does_not_depend_on_the_order_of_names() -> None:
    names = [f"n{number}" for number in range(100)]
    clusters = {name: int(name[1:]) // 7 for name in names}
    groups = {name: int(name[1:]) // 3 for name in names}

    forwards = score_clusters(clusters, groups, names)

    for step in (3, 7, 11, 13, 17, 19):
        shuffled = [names[number * step % 100] for number in range(100)]
        assert score_clusters(clusters, groups, shuffled) == forwards


def test_b_cubed_of_a_worked_example() -> None:
    # a, b, c belong together; a and b were put together, c with the stranger d.
    score = score_clusters(
        {"a": 1, "b": 1, "c": 2, "d": 2}, {"a": 0, "b": 0, "c": 0, "d": 9}, "abcd"
    )

    assert score.precision == pytest.approx((1 + 1 + 1 / 2 + 1 / 2) / 4)
    assert score.recall == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 1) / 4)


@examples(50)
@given(GROUPS, GROUPS)
def test_b_cubed_is_the_mean_over_documents(
    clusters: dict[str, int], groups: dict[str, int]
) -> None:
    def together(mapping: dict[str, int], name: str) -> set[str]:
        if name not in mapping:
            return {name}
        return {other for other, group in mapping.items() if group == mapping[name]}

    score = score_clusters(clusters, groups, NAMES)

    common = [len(together(clusters, name) & together(groups, name)) for name in NAMES]
    found = [len(together(clusters, name)) for name in NAMES]
    true = [len(together(groups, name)) for name in NAMES]
    assert score.precision == pytest.approx(
        sum(c / f for c, f in zip(common, found, strict=True)) / len(NAMES)
    )
    assert score.recall == pytest.approx(
        sum(c / t for c, t in zip(common, true, strict=True)) / len(NAMES)
    )


def test_no_documents_are_clustered_without_fault() -> None:
    assert score_clusters({}, {}, []) == Score(1.0, 1.0)


def test_characters_count_once_however_many_spans_cover_them() -> None:
    answered = {"a": [(0, 10), (5, 15)], "b": [(0, 5)]}
    truth = {"a": [(10, 20)]}

    assert score_spans(answered, truth) == Score(5 / 20, 5 / 10)


def test_no_spans_answered_or_wanted() -> None:
    assert score_spans({}, {"a": [(0, 2)]}) == Score(1.0, 0.0)
    assert score_spans({}, {}) == Score(1.0, 1.0)


def test_a_perfect_answer_is_perfect_in_every_draw() -> None:
    groups = dict(zip("abcdef", "aaccef", strict=True))

    assert f1_interval([("a", "b"), ("c", "d")], [("a", "b"), ("c", "d")], groups) == (1.0, 1.0)


def test_an_answer_that_is_half_right_has_a_wide_interval_around_its_f1() -> None:
    names = [f"{number:02}" for number in range(40)]
    positive = list(pairwise(names))[::2]
    groups = groups_of(names, positive)

    low, high = f1_interval(positive[::2], positive, groups)

    assert low < score_pairs(positive[::2], positive).f1 < high
    assert high - low > 0.2
    assert f1_interval(positive[::2], positive, groups) == (low, high)


def test_a_wrong_pair_counts_where_both_its_groups_are_drawn() -> None:
    groups = groups_of("abcd", [("a", "b")])

    low, high = f1_interval([("a", "b"), ("c", "d")], [("a", "b")], groups)

    assert (low, high) == (0.0, 1.0)
