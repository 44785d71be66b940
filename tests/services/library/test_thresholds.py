"""Thresholds between pair classes by name."""

from __future__ import annotations

import pytest

from simhash_gui.services.library.thresholds import (
    DEFAULT_THRESHOLDS,
    MEANINGS,
    InvalidThresholdError,
    Thresholds,
    threshold_changes,
    threshold_range,
    threshold_values,
    thresholds_from,
    thresholds_kept,
    thresholds_with,
)


def test_every_limit_has_a_value_and_a_meaning() -> None:
    assert threshold_values().keys() == MEANINGS.keys()


def test_no_change_gives_the_defaults() -> None:
    assert thresholds_with([]) == DEFAULT_THRESHOLDS
    assert thresholds_from(threshold_values()) == DEFAULT_THRESHOLDS


def test_thresholds_of_classes_and_of_passages_are_changed_by_name() -> None:
    thresholds = thresholds_with(["near-jaccard=0.5", "short_tokens=20", "gap_tokens=10"])

    assert (thresholds.near_jaccard, thresholds.short_tokens, thresholds.passages.gap_tokens) == (
        0.5,
        20,
        10,
    )
    changed = {
        name
        for name, value in threshold_values(thresholds).items()
        if value != threshold_values()[name]
    }
    assert changed == {"near_jaccard", "short_tokens", "gap_tokens"}


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ("near_jaccard", "NAME=NUMBER"),
        ("near_jaccard=much", "NAME=NUMBER"),
        ("near_jaccard=1.5", "share from 0 to 1"),
        ("near_jaccard=nan", "share from 0 to 1"),
        ("short_tokens=0", "at least 1"),
        ("short_tokens=2.5", "whole number"),
        ("short_tokens=inf", "whole number"),
        ("gap_tokens=-1", "at least 0"),
        ("nearness=1", "there is no limit nearness"),
    ],
)
def test_what_makes_no_sense_is_reported(assignment: str, message: str) -> None:
    with pytest.raises(InvalidThresholdError, match=message):
        thresholds_with([assignment])


def test_only_what_differs_from_the_defaults_is_kept() -> None:
    values = threshold_values() | {"near_jaccard": 0.57, "gap_tokens": 0}
    changes = threshold_changes(values)

    assert changes == ("near_jaccard=0.57", "gap_tokens=0")
    assert thresholds_kept(changes) == thresholds_from(values)
    assert threshold_changes(threshold_values()) == ()


@pytest.mark.parametrize(
    "broken",
    ["near_jaccard=0", "near_jaccard=1.01", "copied_words=1e308", "gap_tokens=-1", "=", "x=1"],
)
def test_a_broken_change_is_left_out_and_the_others_stay(broken: str) -> None:
    assert thresholds_kept([broken, "contained=0.8"]) == Thresholds(contained=0.8)


def test_the_defaults_and_the_ends_of_the_ranges_are_limits() -> None:
    for end in (0, 1):
        thresholds_from({name: threshold_range(name)[end] for name in threshold_values()})
    assert all(
        threshold_range(name)[0] <= value <= threshold_range(name)[1]
        for name, value in threshold_values().items()
    )
