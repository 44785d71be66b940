"""Buckets by block key hold every word four times, and probing them misses nothing."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from simhash_gui.core.hamming.blocks import block_key_columns
from simhash_gui.core.hamming.probes import block_buckets, first_probed, probes_for
from simhash_gui.core.types import Words
from tests.core.made_words import Kind, made, word_lists, words


@given(word_lists())
def test_every_bucket_holds_the_words_with_its_key(some: Words) -> None:
    buckets = block_buckets(some)
    assert len(buckets.words) == len(buckets.positions) == 4 * len(some)
    for block, keys in enumerate(block_key_columns(some)):
        for key in set(keys.tolist()):
            bucket = block * 65536 + key
            span = slice(buckets.offsets[bucket], buckets.offsets[bucket + 1])
            assert buckets.positions[span].tolist() == np.flatnonzero(keys == key).tolist()
            assert (buckets.words[span] == some[keys == key]).all()


def test_the_load_is_what_a_word_shares_its_bucket_with_on_average() -> None:
    buckets = block_buckets(words(0, 1, 1 << 16, 2 << 16))
    assert buckets.loads.tolist() == [4.0, 4.0, 1.5, 2.5]
    assert buckets.lightest_first[:2] == (2, 3)


def test_the_lightest_blocks_are_probed_farthest() -> None:
    probes = probes_for(6, (2, 0, 3, 1))
    assert probes.radii == (1, 0, 1, 1)
    assert np.bincount(probes.blocks).tolist() == [17, 1, 17, 17]
    assert probes.masks[17] == 0


def test_the_heaviest_blocks_are_left_out_when_they_can_be() -> None:
    assert probes_for(1, (2, 0, 3, 1)).blocks.tolist() == [0, 2]


@pytest.mark.parametrize("k", [0, 2, 3, 5])
def test_a_pair_is_counted_in_the_first_block_within_its_radius(k: int) -> None:
    probes = probes_for(k, (0, 1, 2, 3))
    bits = [sum(1 << bit for bit in some) for some in combinations(range(2, 64, 6), k)]
    differences = words(*bits)
    columns = np.bitwise_count(block_key_columns(differences))
    for number, first in enumerate(first_probed(differences, probes).tolist()):
        within = [int(columns[b, number]) <= probes.radii[b] for b in range(4)]
        assert within.index(True) == first


def test_no_words_have_no_load() -> None:
    assert block_buckets(made(Kind.UNIFORM, 0)).loads.tolist() == [0.0] * 4
