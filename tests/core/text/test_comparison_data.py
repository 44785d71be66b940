"""What is kept of texts together is what is kept of each alone, also after a pickle."""

import pickle

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.ragged import bounds_of
from simhash_gui.core.text.comparison_data import SAMPLE_SIZE, data_of_each, data_of_tokens
from simhash_gui.core.text.shingles import shingles_of
from simhash_gui.core.text.sketches import sketch_of

TOKENS = st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 3), max_size=40)


@given(st.lists(TOKENS, max_size=5))
def test_texts_together_give_what_each_gives_alone(texts: list[list[int]]) -> None:
    each = [np.array(tokens, np.uint64) for tokens in texts]
    together = np.concatenate([np.empty(0, np.uint64), *each])
    bounds = bounds_of(np.array([len(tokens) for tokens in each], np.int64))

    assert data_of_each(together, bounds) == [data_of_tokens(tokens) for tokens in each]


@given(TOKENS)
def test_sketch_and_sample_are_those_of_the_distinct_shingles(tokens: list[int]) -> None:
    text = np.array(tokens, np.uint64)
    distinct = shingles_of(text).distinct

    data = data_of_tokens(text)

    assert (data.token_count, data.shingle_count) == (len(tokens), len(distinct))
    assert data.sketch == sketch_of(distinct).tobytes()
    assert data.sample == distinct[:SAMPLE_SIZE].astype("<u4").tobytes()


def test_data_survives_a_pickle() -> None:
    data = data_of_tokens(np.arange(30, dtype=np.uint64))

    assert pickle.loads(pickle.dumps(data)) == data
