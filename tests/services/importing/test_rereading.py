"""Which failures stand until something changes, and which are worth another try."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.documents.records import FailureReason, Limits
from simhash_gui.services.importing.rereading import (
    LIMITS_KEY,
    Circumstances,
    left_out_in,
    limits_of,
    noted,
    stamp_in,
    worth_another_try,
)
from simhash_gui.services.library.import_rules import SkipReason
from simhash_gui.store.engine.types import ImportRunState
from simhash_gui.store.repositories.encoding_overrides import EncodingChoices, EncodingOverride
from simhash_gui.store.repositories.import_runs import ImportRun
from simhash_gui.store.repositories.known_files import FailedPlace

NOW = Limits()
DECIDED = {
    FailureReason.TOO_LARGE: "size_bytes",
    FailureReason.TIMEOUT: "time_s",
    FailureReason.MEMORY: "memory_bytes",
    FailureReason.BOMB: "expanded_bytes",
    FailureReason.NESTED: "archive_depth",
}
PASSING = {
    FailureReason.UNREADABLE,
    FailureReason.GONE,
    FailureReason.CHANGED,
    FailureReason.CRASHED,
    FailureReason.MISSING_PROGRAM,
}


def is_tried(
    reason: str | None, then: Limits | None, *, has_passwords: bool = False, chosen_at_ms: int = 0
) -> bool:
    """Whether ``/docs/a.txt`` is, that failed in a run which began at 100."""
    request = {} if then is None else {LIMITS_KEY: limits_of(then)}
    run = ImportRun(3, "import", ImportRunState.FINISHED, 100, 200, request)
    choice = EncodingOverride(1, "/docs/**", "big5", chosen_at_ms)
    choices = EncodingChoices({choice.pattern: choice} if chosen_at_ms else {}, [])
    now = Circumstances(Path("/docs"), NOW, choices, has_passwords)
    return worth_another_try([FailedPlace("a.txt", reason, 3)], {3: run}, now) == ["a.txt"]


@pytest.mark.parametrize("reason", list(FailureReason))
def test_under_the_same_limits_only_what_may_pass_is_tried(reason: FailureReason) -> None:
    assert is_tried(reason, NOW) is (reason in PASSING)


@pytest.mark.parametrize(("reason", "name"), DECIDED.items())
def test_a_raised_limit_is_a_reason_and_a_lowered_one_is_none(
    reason: FailureReason, name: str
) -> None:
    limit = getattr(NOW, name)

    assert is_tried(reason, replace(NOW, **{name: limit - 1}))
    assert not is_tried(reason, replace(NOW, **{name: limit + 1}))


@pytest.mark.parametrize("reason", DECIDED)
def test_where_the_limits_are_not_known_it_is_tried(reason: FailureReason) -> None:
    assert is_tried(reason, None)


def test_a_password_is_a_reason_for_what_is_locked() -> None:
    assert is_tried(FailureReason.PASSWORD, NOW, has_passwords=True)
    assert not is_tried(FailureReason.EMPTY, NOW, has_passwords=True)


@pytest.mark.parametrize("reason", [FailureReason.DECODING, FailureReason.NOT_TEXT])
def test_an_encoding_chosen_since_is_a_reason(reason: FailureReason) -> None:
    assert is_tried(reason, NOW, chosen_at_ms=101)
    assert not is_tried(reason, NOW, chosen_at_ms=99)
    assert not is_tried(FailureReason.EMPTY, NOW, chosen_at_ms=101)


def test_where_the_run_is_not_known_the_limits_are_neither() -> None:
    now = Circumstances(Path("/docs"), NOW, EncodingChoices({}, []), has_passwords=False)
    failed = [FailedPlace("a.txt", FailureReason.BOMB, None), FailedPlace("b.txt", "decoding", 9)]

    assert worth_another_try(failed, {}, now) == ["a.txt"]


def test_a_failure_without_a_reason_stands() -> None:
    assert not is_tried(None, NOW)


COUNTS = st.dictionaries(st.sampled_from(list(SkipReason)), st.integers(1, 10**9))


@given(COUNTS)
def test_both_halves_of_a_note_are_read_back(counts: dict[SkipReason, int]) -> None:
    note = noted("chosen by 12ab", counts)

    assert stamp_in(note) == "chosen by 12ab"
    assert left_out_in(note) == counts


def test_a_note_without_counts_is_the_stamp() -> None:
    assert noted("chosen by 12ab", {}) == "chosen by 12ab"
    assert left_out_in("chosen by 12ab") == {}


def test_what_another_version_wrote_is_passed_over() -> None:
    note = "chosen by x; left out: hidden=2 unheard-of=3 link=many type"

    assert left_out_in(note) == {SkipReason.HIDDEN: 2}
