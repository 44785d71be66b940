"""Made fingerprints of the kinds that real libraries hold, and brute force to compare with."""

from enum import StrEnum
from itertools import combinations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from simhash_gui.core.hamming.costs import UnitCosts
from simhash_gui.core.hamming.pairs import FoldedPairs, prepare
from simhash_gui.core.types import NearDuplicatePairs, Words

Triples = list[tuple[int, int, int]]


class Kind(StrEnum):
    """What the fingerprints are like."""

    UNIFORM = "uniform"
    SKEWED = "skewed"  # most bits are nearly always the same
    CLUSTERED = "clustered"  # copies of a few, some bits changed
    REPEATED = "repeated"  # many are identical
    NARROW = "narrow"  # eight bits


def made(kind: Kind, count: int, seed: int = 0) -> Words:
    """Return ``count`` fingerprints of a kind, the same ones for the same seed."""
    rng = np.random.default_rng(seed)
    if kind is Kind.SKEWED:
        return packed(rng.random((count, 64)) < rng.beta(0.5, 0.5, 64))
    words = rng.integers(0, 1 << 64, count, dtype=np.uint64)
    if kind is Kind.NARROW:
        return words >> np.uint64(56)
    if kind is Kind.UNIFORM or not count:
        return words
    copies = words[rng.integers(0, 1 + count // 10, count)]
    return copies if kind is Kind.REPEATED else copies ^ packed(rng.random((count, 64)) < 0.03)


def packed(bits: NDArray[np.bool_]) -> Words:
    """Pack rows of 64 bits, the least significant first, into words."""
    octets = np.packbits(bits, axis=1, bitorder="little")
    return octets.reshape(-1, 8).view("<u8").ravel().astype(np.uint64)


def word_lists(most: int = 60) -> st.SearchStrategy[Words]:
    """Fingerprints of any kind: none, one, or up to ``most``."""
    return st.builds(made, st.sampled_from(Kind), st.integers(0, most), st.integers(0, 99))


def words(*values: int) -> Words:
    """Return these words as an array."""
    return np.array(values, np.uint64)


def value_of(word: Words, rests: Words | None, position: int) -> int:
    """Return a fingerprint of a word and perhaps a rest as one number."""
    return int(word[position]) << 64 | (0 if rests is None else int(rests[position]))


def brute_pairs(all_words: Words, k: int, rests: Words | None = None) -> Triples:
    """Return all (left, right, distance) within k, left < right, in order."""
    values = [value_of(all_words, rests, position) for position in range(len(all_words))]
    found = (
        (a, b, (values[a] ^ values[b]).bit_count()) for a, b in combinations(range(len(values)), 2)
    )
    return [triple for triple in found if triple[2] <= k]


def triples(pairs: NearDuplicatePairs) -> Triples:
    """Return pairs as tuples, in the order they have."""
    return list(
        zip(pairs.left.tolist(), pairs.right.tolist(), pairs.distance.tolist(), strict=True)
    )


def distance_matrix(
    a: Words, b: Words, *, a_rests: Words | None = None, b_rests: Words | None = None
) -> NDArray[np.uint8]:
    """Return the distance of each of n fingerprints to each of m: shape (n, m)."""
    matrix = np.bitwise_count(a[:, None] ^ b)
    if a_rests is not None and b_rests is not None:
        matrix = matrix + np.bitwise_count(a_rests[:, None] ^ b_rests)
    return matrix


def folded_pairs(
    some: Words, k: int, *, rests: Words | None = None, costs: UnitCosts | None = None
) -> FoldedPairs:
    """Run all parts of a search, one after another."""
    search = prepare(some, k, rests=rests, costs=costs)
    batches = [batch.pairs for part in range(search.parts) for batch in search.folded_batches(part)]
    return FoldedPairs(search.folding, NearDuplicatePairs.concatenate(batches))


def all_pairs(
    some: Words, k: int, *, rests: Words | None = None, costs: UnitCosts | None = None
) -> NearDuplicatePairs:
    """Return all pairs of positions that a search finds, ordered by left, then right."""
    folded = folded_pairs(some, k, rests=rests, costs=costs)
    pairs = NearDuplicatePairs.concatenate(folded.expanded())
    return pairs.take(np.lexsort((pairs.right, pairs.left)))
