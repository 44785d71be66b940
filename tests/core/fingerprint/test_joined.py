"""Every n-gram is a slice of the joined tokens, where the joint tells them apart."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.joined import JoinedTokens

_WORDS = st.lists(st.lists(st.sampled_from(["a", "的", "é", "🦊", "\ud800", "long"])), max_size=5)


def _spans(joined: JoinedTokens, begins: np.ndarray, size: int) -> list[str]:
    starts, ends = joined.spans(begins, size)
    pieces = [joined.data[a:b] for a, b in zip(starts, ends, strict=True)]
    return [piece.decode("utf-8", "surrogatepass") for piece in pieces]


@given(_WORDS.filter(any))
def test_tokens_and_pairs_of_them_are_slices(documents: list[list[str]]) -> None:
    joined = JoinedTokens.join(documents, " ")
    tokens = [token for own in documents for token in own]
    assert joined is not None
    assert np.diff(joined.bounds).tolist() == [len(own) for own in documents]
    assert _spans(joined, np.arange(len(tokens)), 1) == tokens
    pairs = [f"{one} {other}" for one, other in pairwise(tokens)]
    assert _spans(joined, np.arange(len(pairs)), 2) == pairs


def test_single_characters_need_nothing_between_them() -> None:
    joined = JoinedTokens.join([["é", "的"], ["🦊"]], "")
    assert joined is not None
    assert _spans(joined, np.array([0, 1]), 2) == ["é的", "的🦊"]


@pytest.mark.parametrize(
    ("documents", "joint"),
    [([["a b", "c"]], " "), ([["ab", "c"]], ""), ([[], []], " "), ([], " "), ([], "")],
)
def test_what_cannot_be_distinguished_is_not_joined(documents: list[list[str]], joint: str) -> None:
    assert JoinedTokens.join(documents, joint) is None


def test_an_empty_token_can_stand_between_spaces() -> None:
    joined = JoinedTokens.join([["a", "", "b"]], " ")
    assert joined is not None
    assert _spans(joined, np.arange(3), 1) == ["a", "", "b"]


def test_nothing_has_no_tokens() -> None:
    joined = JoinedTokens.spaced(b"", np.zeros(3, np.int64))
    assert (len(joined.starts), len(joined.ends)) == (0, 0)
