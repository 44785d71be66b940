"""Spans of tokens against sets of places."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.spans import (
    TokenMarks,
    character_spans,
    covered_tokens,
    inside,
    stretches,
    widened,
)

flag_lists = st.lists(st.booleans(), max_size=40)


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)).map(sorted), max_size=8),
    st.sampled_from([20, 300]),
)
def test_a_token_is_covered_when_a_span_holds_it(spans: list[list[int]], count: int) -> None:
    starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
    held = {place for start, end in spans for place in range(start, end)}
    assert set(np.flatnonzero(covered_tokens(starts, ends, count)).tolist()) == held


@given(flag_lists)
def test_stretches_cover_the_true_flags_and_never_touch(flags: list[bool]) -> None:
    starts, ends = stretches(np.array(flags, np.bool_))
    assert covered_tokens(starts, ends, len(flags)).tolist() == flags
    assert (starts < ends).all()
    assert (ends[:-1] < starts[1:]).all()


@given(flag_lists, st.integers(0, 5))
def test_widened_flags_reach_so_many_tokens_further(flags: list[bool], tokens: int) -> None:
    wide = widened(np.array(flags, np.bool_), tokens)
    near = [any(flags[max(0, at - tokens) : at + tokens + 1]) for at in range(len(flags))]
    assert wide.tolist() == near


def test_a_span_of_tokens_is_a_span_of_the_source() -> None:
    # given the tokens of "to be, or not": at 0-2, 3-5, 7-9, 10-13
    token_starts, token_ends = np.array([0, 3, 7, 10]), np.array([2, 5, 9, 13])
    # when the second and third, and all, are asked for
    starts, ends = character_spans(np.array([1, 0]), np.array([3, 4]), token_starts, token_ends)
    # then the comma between them is inside
    assert (starts.tolist(), ends.tolist()) == ([3, 0], [9, 13])


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_marks_come_back_from_their_bytes(flags: list[tuple[bool, bool]]) -> None:
    body, quoted = np.array(flags, np.bool_).reshape(-1, 2).T
    found = TokenMarks.from_bytes(TokenMarks(body, quoted).to_bytes(), len(flags))

    assert (found.body.tolist(), found.quoted.tolist()) == (body.tolist(), quoted.tolist())


def test_nothing_marked_takes_no_bytes() -> None:
    assert TokenMarks.none(9).to_bytes() == b""


@given(flag_lists, st.integers(1, 5))
def test_a_run_is_inside_where_all_its_flags_are_true(flags: list[bool], span: int) -> None:
    span = max(1, min(span, len(flags)))
    expected = [all(flags[start : start + span]) for start in range(len(flags) - span + 1)]

    assert inside(np.array(flags, np.bool_), span).tolist() == (expected if flags else [])
