"""How the bits of real fingerprints are dealt into blocks, and keys cut out of them.

On real documents bits are biased: sixteen neighbouring bits may hold as little as one bit's worth
of choice, and a bucket then holds half of the library. So bits are dealt into blocks by what they
tell apart: a bit that is set with probability p is equal in two fingerprints with probability
p**2 + (1 - p)**2, the negative logarithm of which is its worth in bits (collision entropy; Rényi,
1961), and every block receives about the same worth. Words are then rearranged once, so that each
block is a run of neighbouring bits of one lane; distances do not change by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming import Lanes
from simhash_gui.core.types import WORD_BITS, Words

Worths: TypeAlias = NDArray[np.float64]
"""Shape (lanes, 64): what each bit tells apart, 0 to 1; bit 0 is the least significant."""

SCATTER = np.uint64(0x9E37_79B9_7F4A_7C15)
"""An odd multiplier that spreads neighbouring numbers (Fibonacci hashing)."""

_CHUNK = 1 << 14
_LEAST_KEY_WORTH = 0.02


@dataclass(frozen=True, slots=True)
class Block:
    """A run of ``bits`` neighbouring bits, from bit ``shift`` up, of one lane; may be empty.

    The worthiest bits come first; only the lowest ``key_bits`` of them make keys, for the others
    are nearly constant.
    """

    lane: int
    shift: int
    bits: int
    key_bits: int

    @property
    def mask(self) -> np.uint64:
        """The bits of the block, in place."""
        return np.uint64(((1 << self.bits) - 1) << self.shift)


@dataclass(frozen=True, slots=True)
class Layout:
    """The blocks after rearranging, and for each lane the old number of each new bit."""

    blocks: tuple[Block, ...]
    sources: tuple[tuple[int, ...], ...]


def bit_worths(lanes: Lanes) -> Worths:
    """Measure the worth of every bit over a sample of fingerprints."""
    shares: Worths = np.array([_set_shares(lane) for lane in lanes])
    return -np.log2(shares**2 + (1 - shares) ** 2)


def balanced_layout(worths: Worths, block_count: int) -> Layout:
    """Deal the bits of all lanes into blocks of about equal worth; no block spans two lanes."""
    blocks: list[Block] = []
    sources: list[tuple[int, ...]] = []
    for lane, count in enumerate(_blocks_per_lane(worths, block_count)):
        shift, piles = 0, _deal(worths[lane], count)
        for pile in piles:
            key_bits = int(np.count_nonzero(worths[lane][pile] >= _LEAST_KEY_WORTH))
            blocks.append(Block(lane, shift, len(pile), key_bits))
            shift += len(pile)
        sources.append(tuple(bit for pile in piles for bit in pile) or tuple(range(WORD_BITS)))
    return Layout(tuple(blocks), tuple(sources))


def rearranged(lanes: Lanes, layout: Layout) -> Lanes:
    """Move the bits of every fingerprint to where the layout has them."""
    return tuple(_permuted(lane, old) for lane, old in zip(lanes, layout.sources, strict=True))


def index_bits(count: int) -> int:
    """Return how many bits number ``count`` fingerprints."""
    return max(1, (count - 1).bit_length())


def table_keys(lanes: Lanes, blocks: Sequence[Block], index_bits: int) -> Words:
    """Keys of rearranged fingerprints, each followed by its index in ``index_bits`` bits.

    Sorted, they are the buckets of a table with the members in ascending order, and no second
    array has to move along. A key that does not fit is cut, equally in all its blocks: larger
    buckets, the same result.
    """
    keys = np.arange(len(lanes[0]), dtype=np.uint64)
    pieces = _key_pieces(blocks, index_bits)
    buffer = np.empty(_CHUNK, np.uint64)
    for start in range(0, len(keys), _CHUNK):
        part = keys[start : start + _CHUNK]
        piece_bits = buffer[: len(part)]
        for lane, shift, mask, place in pieces:
            np.right_shift(lanes[lane][start : start + _CHUNK], shift, out=piece_bits)
            np.bitwise_and(piece_bits, mask, out=piece_bits)
            np.left_shift(piece_bits, place, out=piece_bits)
            np.bitwise_or(part, piece_bits, out=part)
    return keys


def _key_pieces(
    blocks: Sequence[Block], index_bits: int
) -> list[tuple[int, np.uint64, np.uint64, np.uint64]]:
    room = WORD_BITS - index_bits
    wanted = sum(block.key_bits for block in blocks)
    most = WORD_BITS if wanted <= room else room // len(blocks)
    pieces, place = [], index_bits
    for block in blocks:
        bits = min(block.key_bits, most)
        if bits:
            mask = np.uint64((1 << bits) - 1)
            pieces.append((block.lane, np.uint64(block.shift), mask, np.uint64(place)))
            place += bits
    return pieces


def differing_blocks(lane_differences: Lanes, blocks: Sequence[Block]) -> NDArray[np.int64]:
    """Turn differences (XOR) of rearranged pairs into masks of the blocks that differ."""
    masks = np.zeros(len(lane_differences[0]), np.int64)
    for number, block in enumerate(blocks):
        masks |= ((lane_differences[block.lane] & block.mask) != 0).astype(np.int64) << number
    return masks


def _set_shares(words: Words) -> NDArray[np.float64]:
    as_bytes = words.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
    bits: NDArray[np.float64] = np.unpackbits(as_bytes, axis=1, bitorder="little").mean(axis=0)
    return bits


def _blocks_per_lane(worths: Worths, block_count: int) -> list[int]:
    """Share the blocks out by worth, the last lane taking what rounding leaves."""
    whole = worths.sum()
    counts: list[int] = []
    for lane_worth in worths.sum(axis=1)[:-1]:
        share = round(block_count * float(lane_worth / whole)) if whole > 0 else block_count
        counts.append(min(share, block_count - sum(counts)))
    return [*counts, block_count - sum(counts)]


def _deal(worths: NDArray[np.float64], pile_count: int) -> list[list[int]]:
    """Give each bit, the worthiest first, to the pile that has the least so far."""
    piles: list[list[int]] = [[] for _ in range(pile_count)]
    totals = [0.0] * pile_count
    for bit in np.argsort(-worths, kind="stable").tolist() if pile_count else []:
        poorest = min(range(pile_count), key=totals.__getitem__)
        piles[poorest].append(bit)
        totals[poorest] += float(worths[bit])
    return piles


def _permuted(words: Words, sources: tuple[int, ...]) -> Words:
    """Rearrange bits through one table of 256 entries for each byte."""
    tables = _byte_tables(sources)
    result = np.empty_like(words)
    for start in range(0, len(words), _CHUNK):
        part = words[start : start + _CHUNK]
        octets = part.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
        moved = result[start : start + _CHUNK]
        np.take(tables[0], octets[:, 0], out=moved, mode="clip")
        for byte in range(1, 8):
            np.bitwise_or(moved, tables[byte][octets[:, byte]], out=moved)
    return result


def _byte_tables(sources: tuple[int, ...]) -> Words:
    """Where each byte value at each of the eight places sends its bits: shape (8, 256)."""
    targets = np.empty(WORD_BITS, np.uint64)
    targets[list(sources)] = np.uint64(1) << np.arange(WORD_BITS, dtype=np.uint64)
    values = np.arange(256, dtype=np.uint8)
    bits = np.unpackbits(values[:, None], axis=1, bitorder="little").astype(np.uint64)
    return np.ascontiguousarray((bits @ targets.reshape(8, 8).T).T)
