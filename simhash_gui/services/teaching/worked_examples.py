"""What stages of Learn work out step by step: counting bits, a plan of blocks, made fingerprints.

Three known ways to count bits. Clear the lowest one: Wegner, CACM 3(5), 1960. Bytes by table: the
look-up of 256 counts. Add in parallel: Warren, "Hacker's Delight", 2nd ed. 2013, section 5-1.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from simhash_gui.core.hamming.distances import block_radii, neighbour_count
from simhash_gui.core.types import WORD_BITS

Rows: TypeAlias = tuple[int, tuple[int, ...]]
"""A query and stored fingerprints."""

_WORD = (1 << 64) - 1
_MASKS = (
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
)
_STORED = 10


def counting_steps(word: int) -> tuple[list[str], list[str], list[str]]:
    """The steps of each way on a 64-bit word; each ends with the count."""
    return _clearing(word), _by_bytes(word), _adding(word)


def _clearing(word: int) -> list[str]:
    steps, count = [], 0
    while word:
        word &= word - 1
        count += 1
        steps.append(f"{word:016x} {count}")
    return steps


def _by_bytes(word: int) -> list[str]:
    steps, count = [], 0
    for byte in word.to_bytes(8, "big"):
        ones = byte.bit_count()
        count += ones
        steps.append(f"{byte:02x} +{ones} = {count}")
    return steps


def _adding(word: int) -> list[str]:
    """Neighbouring fields are added: of 1 bit, 2 bits, … until one field holds the count."""
    steps = []
    for place, mask in enumerate(_MASKS):
        word = (word & mask) + (word >> (1 << place) & mask) & _WORD
        steps.append(f"{word:016x}")
    steps[-1] = f"{steps[-1]} = {word}"
    return steps


def block_plan(k: int) -> tuple[tuple[int, ...], int]:
    """The radius in each of the four blocks, and how many keys that is. Raises as block_radii."""
    radii = block_radii(k)
    return radii, sum(neighbour_count(radius) for radius in radii)


def made_rows(seed: int) -> Rows:
    """A query and ten fingerprints, half of them within eight bits of it."""
    random = Random(f"rows:{seed}")
    query = random.getrandbits(WORD_BITS)
    near = [query ^ _mask(random, random.randint(1, 8)) for _ in range(_STORED // 2)]
    rows = [*near, *(random.getrandbits(WORD_BITS) for _ in range(_STORED - len(near)))]
    random.shuffle(rows)
    return query, tuple(rows)


def _mask(random: Random, count: int) -> int:
    return sum(1 << bit for bit in random.sample(range(WORD_BITS), count))
