"""Bits are dealt into blocks of equal worth, rearranged without changing any distance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming import distances
from simhash_gui.core.layout import (
    Block,
    balanced_layout,
    bit_worths,
    differing_blocks,
    index_bits,
    rearranged,
    table_keys,
)
from simhash_gui.core.types import Words
from tests.unit.core.made_words import Kind, made, word_lists, words

LOW_BYTE, HIGH_BYTE = Block(0, 0, 8, 8), Block(0, 56, 8, 8)


def test_a_bit_is_worth_one_when_even_and_nothing_when_constant() -> None:
    worths = bit_worths((words(0b01, 0b11, 0b01, 0b11),))
    assert worths.shape == (1, 64)
    assert worths[0, :3].tolist() == [0.0, 1.0, 0.0]


def test_a_bit_set_in_a_quarter_is_worth_what_two_random_ones_agree_by() -> None:
    worth = bit_worths((words(1, 0, 0, 0),))[0, 0]
    assert worth == pytest.approx(-np.log2(10 / 16))


@given(word_lists().filter(len), st.integers(1, 20))
def test_every_bit_goes_into_one_block(some: Words, block_count: int) -> None:
    layout = balanced_layout(bit_worths((some,)), block_count)
    assert len(layout.blocks) == block_count
    assert sum(block.bits for block in layout.blocks) == 64
    assert sorted(layout.sources[0]) == list(range(64))
    assert int(np.bitwise_or.reduce([block.mask for block in layout.blocks])) == 2**64 - 1


def test_blocks_of_biased_bits_are_about_equally_worth() -> None:
    worths = bit_worths((made(Kind.SKEWED, 2000),))
    layout = balanced_layout(worths, 4)
    moved = worths[0][list(layout.sources[0])]
    totals = [moved[b.shift : b.shift + b.bits].sum() for b in layout.blocks]
    assert max(totals) - min(totals) < 0.5


def test_constant_bits_make_no_keys() -> None:
    layout = balanced_layout(bit_worths((made(Kind.NARROW, 2000),)), 2)
    assert [block.key_bits for block in layout.blocks] == [4, 4]


def test_blocks_are_shared_out_to_lanes_by_worth() -> None:
    even, little = made(Kind.UNIFORM, 500), made(Kind.NARROW, 500)
    both = balanced_layout(bit_worths((even, even)), 4)
    assert [block.lane for block in both.blocks] == [0, 0, 1, 1]
    one = balanced_layout(bit_worths((even, little >> np.uint64(7))), 4)
    assert [block.lane for block in one.blocks] == [0, 0, 0, 0]


def test_fingerprints_that_are_all_equal_still_have_a_layout() -> None:
    layout = balanced_layout(bit_worths((words(3), words(5))), 3)
    assert [block.key_bits for block in layout.blocks] == [0, 0, 0]


@given(word_lists().filter(len), st.integers(1, 9))
def test_rearranging_moves_bits_to_where_the_layout_has_them(some: Words, count: int) -> None:
    layout = balanced_layout(bit_worths((some,)), count)
    (moved,) = rearranged((some,), layout)
    for new, old in enumerate(layout.sources[0]):
        shifted = moved >> np.uint64(new) ^ some >> np.uint64(old)
        assert not (shifted & np.uint64(1)).any()


def test_rearranging_many_changes_no_distance() -> None:
    some = made(Kind.CLUSTERED, 20_000)
    (moved,) = rearranged((some,), balanced_layout(bit_worths((some,)), 5))
    assert (distances(int(moved[0]), moved) == distances(int(some[0]), some)).all()


def test_keys_stand_above_their_index() -> None:
    keys = table_keys(
        (words(0x1200_0000_0000_0034, 0x5600_0000_0000_0078),), [LOW_BYTE, HIGH_BYTE], 4
    )
    assert keys.tolist() == [0x12340, 0x56781]


def test_keys_that_do_not_fit_are_cut_equally() -> None:
    halves = [Block(0, 0, 32, 32), Block(0, 32, 32, 32)]
    keys = table_keys((words(0xAAAA_BBBB_CCCC_DDDD),), halves, 32)
    assert keys.tolist() == [0xBBBB_DDDD_0000_0000]


def test_a_block_without_worth_adds_nothing_to_keys() -> None:
    keys = table_keys((words(0xFF, 0xFF),), [LOW_BYTE, Block(0, 8, 56, 0)], 1)
    assert keys.tolist() == [0b1_1111_1110, 0b1_1111_1111]


def test_keys_are_cut_out_of_either_lane() -> None:
    keys = table_keys((words(0xAB), words(0xCD)), [LOW_BYTE, Block(1, 0, 8, 8)], 8)
    assert keys.tolist() == [0xCDAB00]


def test_blocks_that_differ_are_named() -> None:
    blocks = [LOW_BYTE, Block(0, 8, 48, 48), HIGH_BYTE, Block(1, 0, 64, 64)]
    differences = words(0, 0x80, 1 << 63, 0x100), words(0, 0, 1, 1 << 63)
    assert differing_blocks(differences, blocks).tolist() == [0, 0b0001, 0b1100, 0b1010]


@pytest.mark.parametrize(("count", "bits"), [(0, 1), (1, 1), (2, 1), (3, 2), (256, 8), (257, 9)])
def test_indexes_get_as_many_bits_as_they_need(count: int, bits: int) -> None:
    assert index_bits(count) == bits
