"""Tokens as bytes come back as they were."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.ragged import bounds_of
from simhash_gui.core.text.token_bytes import tokens_from_bytes, tokens_to_bytes

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
