"""Fingerprints take themselves apart into words, digits and block keys; pairs stay arrays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.types import (
    Fingerprint,
    InvalidFingerprintError,
    Linkage,
    NearDuplicatePairs,
    block_keys,
)

WIDTHS = st.integers(6, 128)


@st.composite
def fingerprints(draw: st.DrawFn) -> Fingerprint:
    width = draw(WIDTHS)
    return Fingerprint(draw(st.integers(0, (1 << width) - 1)), width, "r")


def pairs_of(*triples: tuple[int, int, int]) -> NearDuplicatePairs:
    left, right, distance = zip(*triples, strict=True)
    return NearDuplicatePairs(
        np.array(left, np.int64), np.array(right, np.int64), np.array(distance, np.uint8)
    )


def triples_of(pairs: NearDuplicatePairs) -> list[tuple[int, int, int]]:
    return list(
        zip(pairs.left.tolist(), pairs.right.tolist(), pairs.distance.tolist(), strict=True)
    )


def test_a_64_bit_fingerprint_is_its_own_word_with_four_block_keys() -> None:
    fingerprint = Fingerprint(0x0123_4567_89AB_CDEF, 64, "r")
    assert (fingerprint.word, fingerprint.rest) == (0x0123_4567_89AB_CDEF, 0)
    assert fingerprint.hex == "0123456789abcdef"
    assert fingerprint.block_keys == (0x0123, 0x4567, 0x89AB, 0xCDEF)


def test_a_128_bit_fingerprint_indexes_its_most_significant_half() -> None:
    fingerprint = Fingerprint(0xFEDC_BA98_7654_3210_0000_0000_0000_0001, 128, "r")
    assert (fingerprint.word, fingerprint.rest) == (0xFEDC_BA98_7654_3210, 1)
    assert fingerprint.block_keys == (0xFEDC, 0xBA98, 0x7654, 0x3210)
    assert fingerprint.hex == "fedcba98765432100000000000000001"


def test_a_fingerprint_of_66_bits_leaves_two_bits_in_the_rest() -> None:
    fingerprint = Fingerprint(0b11_0000 << 60 | 0b10, 66, "r")
    assert (fingerprint.word, fingerprint.rest) == (0b11 << 62, 0b10)
    assert fingerprint.hex == "30000000000000002"


def test_a_narrow_fingerprint_is_extended_with_zeros() -> None:
    fingerprint = Fingerprint(0b101011, 6, "r")
    assert (fingerprint.word, fingerprint.rest, fingerprint.hex) == (43, 0, "2b")
    assert fingerprint.block_keys == (0, 0, 0, 43)


@pytest.mark.parametrize("value", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_the_unsigned_limits_survive_as_words(value: int) -> None:
    fingerprint = Fingerprint(value, 64, "r")
    assert int(np.uint64(fingerprint.word)) == value
    assert int(fingerprint.hex, 16) == value


@given(fingerprints())
def test_word_and_rest_put_the_fingerprint_together_again(fingerprint: Fingerprint) -> None:
    word, rest = np.uint64(fingerprint.word), np.uint64(fingerprint.rest)
    assert Fingerprint.from_words(word, rest, fingerprint.width, "r") == fingerprint


def test_key_0_is_the_most_significant_block() -> None:
    assert block_keys(0x9F3A_04C1_7BE0_51D8) == (0x9F3A, 0x04C1, 0x7BE0, 0x51D8)


@given(fingerprints())
def test_block_keys_in_order_spell_the_word(fingerprint: Fingerprint) -> None:
    assert int("".join(f"{key:04x}" for key in fingerprint.block_keys), 16) == fingerprint.word


@pytest.mark.parametrize(
    ("value", "width"), [(64, 6), (-1, 6), (2**64, 64), (0, 5), (0, 129), (0, 0), (0, -64)]
)
def test_a_value_or_width_out_of_range_is_refused(value: int, width: int) -> None:
    with pytest.raises(InvalidFingerprintError):
        Fingerprint(value, width, "r")


@pytest.mark.parametrize(("word", "rest", "width"), [(0, 1, 64), (0, 4, 66), (2**64, 0, 66)])
def test_words_that_do_not_fit_the_width_are_refused(word: int, rest: int, width: int) -> None:
    with pytest.raises(InvalidFingerprintError):
        Fingerprint.from_words(word, rest, width, "r")


def test_fingerprints_of_two_recipes_are_not_equal() -> None:
    assert Fingerprint(7, 64, "a") != Fingerprint(7, 64, "b")


def test_no_pairs_are_three_empty_arrays_of_the_right_types() -> None:
    empty = NearDuplicatePairs.empty()
    assert len(empty) == 0
    assert (empty.left.dtype, empty.right.dtype) == (np.int64, np.int64)
    assert empty.distance.dtype == np.uint8


def test_batches_of_pairs_are_joined_in_order() -> None:
    joined = NearDuplicatePairs.concatenate([pairs_of((0, 1, 3)), pairs_of((1, 2, 0), (4, 9, 64))])
    assert triples_of(joined) == [(0, 1, 3), (1, 2, 0), (4, 9, 64)]
    assert joined.distance.dtype == np.uint8


def test_joining_no_batches_gives_no_pairs() -> None:
    assert len(NearDuplicatePairs.concatenate(iter([]))) == 0


def test_pairs_are_taken_by_mask_or_by_position() -> None:
    pairs = pairs_of((0, 1, 3), (0, 2, 6), (1, 2, 9))
    assert triples_of(pairs.take(pairs.distance <= 6)) == [(0, 1, 3), (0, 2, 6)]
    assert triples_of(pairs.take(np.array([2, 0]))) == [(1, 2, 9), (0, 1, 3)]


def test_linkage_reads_from_its_name() -> None:
    assert Linkage("single") is Linkage.SINGLE
    assert Linkage("complete") is Linkage.COMPLETE
