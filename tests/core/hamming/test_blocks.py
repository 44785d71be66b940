"""Block keys, their neighbours, and the radii that find every word within k."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming.blocks import (
    block_key_columns,
    block_keys,
    block_radii,
    block_radius,
    neighbour_count,
    neighbour_masks,
    neighbours,
)
from simhash_gui.core.hamming.hamming import InvalidDistanceError
from simhash_gui.core.types import Fingerprint, Words
from tests.core.made_words import word_lists

KEYS = st.integers(0, 2**16 - 1)
RADII = st.integers(0, 4)


def test_key_0_is_the_most_significant_block() -> None:
    assert block_keys(0x9F3A_04C1_7BE0_51D8) == (0x9F3A, 0x04C1, 0x7BE0, 0x51D8)


@given(st.integers(0, 2**64 - 1))
def test_a_fingerprint_has_the_block_keys_of_its_word(value: int) -> None:
    assert Fingerprint(value, 64, "any").block_keys == block_keys(value)


@given(word_lists())
def test_columns_hold_the_keys_of_every_word(some: Words) -> None:
    columns = block_key_columns(some)
    assert columns.shape == (4, len(some))
    assert columns.dtype == np.uint16
    assert [tuple(keys) for keys in columns.T.tolist()] == [block_keys(w) for w in some.tolist()]


@pytest.mark.parametrize(("k", "radius"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (32, 8)])
def test_one_of_four_blocks_differs_in_a_quarter_of_the_bits_at_most(k: int, radius: int) -> None:
    assert block_radius(k) == radius


@pytest.mark.parametrize(
    ("k", "radii"),
    [
        (0, (0, -1, -1, -1)),
        (2, (0, 0, 0, -1)),
        (3, (0, 0, 0, 0)),
        (4, (1, 0, 0, 0)),
        (6, (1, 1, 1, 0)),
        (12, (3, 2, 2, 2)),
        (32, (8, 7, 7, 7)),
    ],
)
def test_radii_are_no_greater_than_they_must_be(k: int, radii: tuple[int, ...]) -> None:
    assert block_radii(k) == radii


@pytest.mark.parametrize("k", range(8))
def test_no_spread_of_k_bits_over_four_blocks_escapes_the_radii(k: int) -> None:
    radii = block_radii(k)
    spreads = (spread for spread in product(range(k + 1), repeat=4) if sum(spread) <= k)
    assert all(
        any(bits <= radius for bits, radius in zip(spread, radii, strict=True))
        for spread in spreads
    )


@pytest.mark.parametrize("k", [-1, 33])
def test_radii_of_other_distances_are_refused(k: int) -> None:
    with pytest.raises(InvalidDistanceError):
        block_radii(k)


@pytest.mark.parametrize(("radius", "count"), [(-1, 0), (0, 1), (1, 17), (2, 137), (16, 65536)])
def test_neighbours_are_counted(radius: int, count: int) -> None:
    assert neighbour_count(radius) == count
    assert len(neighbour_masks(radius)) == count


def test_neighbours_come_by_distance_and_then_by_value() -> None:
    assert neighbours(0b101, 1)[:6].tolist() == [0b101, 0b001, 0b100, 0b111, 0b1101, 0b10101]


@given(KEYS, RADII)
def test_neighbours_are_all_keys_within_the_radius(key: int, radius: int) -> None:
    expected = [other for other in range(1 << 16) if (other ^ key).bit_count() <= radius]
    expected.sort(key=lambda other: ((other ^ key).bit_count(), other))
    assert neighbours(key, radius).tolist() == expected


def test_the_shared_masks_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        neighbour_masks(1)[0] = 1
