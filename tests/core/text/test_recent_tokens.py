"""Tokens that are kept for a moment: as they were given, and only so many."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.ragged import bounds_of
from simhash_gui.core.text import recent_tokens
from simhash_gui.core.text.recent_tokens import RecentTokens, tokens_from_bytes, tokens_to_bytes

_texts = st.lists(
    st.lists(st.tuples(st.integers(0, (1 << 64) - 1), st.booleans(), st.booleans()), max_size=9),
    max_size=6,
)


@given(_texts, st.randoms())
def test_tokens_come_back_in_any_order(
    texts: list[list[tuple[int, bool, bool]]], chance: object
) -> None:
    every = [token for text in texts for token in text]
    hashes = np.array([token[0] for token in every], np.uint64)
    characters = np.array([token[1] for token in every], np.bool_)
    numbers = np.array([token[2] for token in every], np.bool_)
    bounds = bounds_of(np.array([len(text) for text in texts], np.int64))
    kept = tokens_to_bytes(hashes, characters, numbers, bounds)
    order = list(range(len(texts)))
    chance.shuffle(order)  # type: ignore[attr-defined]

    found = tokens_from_bytes([kept[place] for place in order])

    expected = [token for place in order for token in texts[place]]
    assert list(zip(*(column.tolist() for column in found[:3]), strict=True)) == expected
    assert found[3].tolist() == [0, *np.cumsum([len(texts[place]) for place in order]).tolist()]


def test_of_too_many_none_is_kept_until_all_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_tokens, "_MOST_TOKENS", 3)
    recent = RecentTokens()
    two, one = (bytes(16), bytes(2)), (bytes(8), bytes(1))
    recent.keep(b"two", two)
    recent.keep(b"one", one)
    assert (recent.get(b"two"), recent.get(b"one")) == (two, one)
    recent.keep(b"more", one)
    assert recent.get(b"two") is None
    assert recent.get(b"more") is None
    recent.keep(b"one", one)
    assert recent.get(b"one") is None
    recent.forget()
    recent.keep(b"one", one)
    assert recent.get(b"one") == one
