"""Codes decode to what went in, are prefix-free, and are as short as can be."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.methods.compressed_tables import CompressedTable, first_differing
from simhash_gui.core.methods.huffman import (
    HuffmanCode,
    code_lengths,
    read_windows,
    write_bits,
)
from simhash_gui.core.methods.made_words import random_words
from simhash_gui.core.methods.permuted_tables import PERMUTATIONS, Permutation
from tests.helpers.examples import examples


def test_lengths_are_those_of_the_textbook() -> None:
    # Cormen and others, Introduction to Algorithms, figure 16.5: a to f.
    counts = np.array([45, 13, 12, 16, 9, 5])
    assert code_lengths(counts).tolist() == [1, 3, 3, 3, 4, 4]


def test_a_lone_symbol_takes_one_bit() -> None:
    assert code_lengths(np.array([0, 7, 0])).tolist() == [0, 1, 0]


@examples(60)
@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=65).filter(any))
def test_codes_are_prefix_free_and_complete(counts: list[int]) -> None:
    code = HuffmanCode.of(np.array(counts))
    used = [symbol for symbol, count in enumerate(counts) if count]
    texts = [f"{int(code.codes[one]):0{int(code.lengths[one])}b}" for one in used]
    assert not any(a != b and b.startswith(a) for a in texts for b in texts)
    kraft = sum(Fraction(1, 2 ** len(text)) for text in texts)
    assert kraft == (1 if len(used) > 1 else Fraction(1, 2))


@examples(60)
@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 64)), max_size=40))
def test_written_bits_are_read_again(items: list[tuple[int, int]]) -> None:
    values = np.array([value & ((1 << length) - 1) for value, length in items], np.uint64)
    lengths = np.array([length for _, length in items], np.int64)
    offsets = np.cumsum(lengths) - lengths
    data = np.zeros(int(lengths.sum()) // 64 + 3, np.uint64)
    write_bits(data, offsets, values, lengths)
    text = "".join(f"{int(word):064b}" for word in data)
    expected = "".join(f"{int(v):0{n}b}" if n else "" for v, n in zip(values, lengths, strict=True))
    assert text.startswith(expected)
    windows = read_windows(data[None], np.zeros(len(items), np.int64), offsets)
    assert [f"{int(w):064b}"[:n] for w, n in zip(windows, lengths, strict=True)] == [
        text[o : o + n] for o, n in zip(offsets, lengths, strict=True)
    ]


def test_the_first_bit_that_differs_is_counted_from_the_most_significant() -> None:
    words = np.array([2**63, 2**62 + 1, 1, 0], np.uint64)
    assert first_differing(words).tolist() == [0, 1, 63, 64]


@examples(40)
@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=300))
def test_a_compressed_table_decodes_to_what_went_in(values: list[int]) -> None:
    assert_decodes(np.sort(np.array(values, np.uint64)))


@pytest.mark.parametrize(
    "table",
    [
        np.arange(3000, dtype=np.uint64),
        np.zeros(2000, np.uint64),
        np.array([7], np.uint64),
        np.array([0, 2**63, 2**64 - 1], np.uint64),
        np.sort(random_words(5000, 1)),
    ],
    ids=["neighbours", "equal", "one", "extremes", "random"],
)
def test_tables_of_many_blocks_decode(table: np.ndarray) -> None:
    assert_decodes(table)


def assert_decodes(table: np.ndarray) -> None:
    compressed = CompressedTable.of(table)
    whole, counts = compressed.decoded(np.arange(len(compressed.keys)))
    assert whole.tolist() == table.tolist()
    assert counts.sum() == len(table)
    assert compressed.keys.tolist() == [
        part[-1] for part in np.split(table, np.cumsum(counts)[:-1])
    ]
    assert compressed.decoded(np.empty(0, np.int64))[0].tolist() == []


def test_a_block_that_is_full_to_its_last_bit_is_decoded() -> None:
    # One bit for each that equals the one before, and nothing after it.
    assert_decodes(np.zeros(3 * 8192, np.uint64))


@pytest.mark.parametrize("permutation", PERMUTATIONS, ids=str)
def test_a_permutation_brings_its_block_and_part_to_the_front(permutation: Permutation) -> None:
    word = random_words(1, 3)
    bits = f"{int(word[0]):064b}"
    block, part = permutation.block, permutation.part
    others = bits[: block * 16] + bits[block * 16 + 16 :]
    first = bits[block * 16 : block * 16 + 16] + others[part * 12 : part * 12 + 12]
    rest = others[: part * 12] + others[part * 12 + 12 :]
    assert f"{int(permutation.apply(word)[0]):064b}" == first + rest
    assert permutation.undo(permutation.apply(word)) == word
