"""What the rest of core takes and gives: a fingerprint, and near-duplicate pairs as arrays.

Behaviour lives elsewhere: ``fingerprint`` makes fingerprints, ``hamming`` compares them. One Python
object per fingerprint is meant for the few that are shown; the many travel as ``Words``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
"""Shape (n,): the indexed 64-bit word of each of n fingerprints."""

WORD_BITS = 64
SCATTER = np.uint64(0x9E37_79B9_7F4A_7C15)
"""An odd multiplier that spreads neighbouring numbers (Fibonacci hashing)."""
MIN_WIDTH = 6
MAX_WIDTH = 128
BLOCKS = 4
BLOCK_BITS = 16
"""A word falls into four blocks of sixteen bits; block 0 is the most significant one."""


class InvalidFingerprintError(ValueError):
    """A width outside 6 to 128, or a value that does not fit its width."""


class Linkage(StrEnum):
    """When documents belong to one cluster."""

    MEDOID = "medoid"
    """A document joins when it is a near-duplicate of the medoid, and much like it."""
    SINGLE = "single"
    """A document joins when it is within the distance of any member."""
    COMPLETE = "complete"
    """A document joins when it is within the distance of every member."""


def block_shift(block: int) -> int:
    """How many bits of a word lie below a block."""
    return BLOCK_BITS * (BLOCKS - 1 - block)


def block_keys(word: int) -> tuple[int, int, int, int]:
    """The keys of the four blocks of a 64-bit word."""
    mask = (1 << BLOCK_BITS) - 1
    first, second, third, fourth = (word >> block_shift(block) & mask for block in range(BLOCKS))
    return first, second, third, fourth


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A fingerprint of ``width`` bits and the recipe it was made by.

    Only fingerprints of one ``recipe_id`` can be compared. Bits count from 0 at the least
    significant one. Raises ``InvalidFingerprintError`` unless 0 <= value < 2**width.
    """

    value: int
    width: int
    recipe_id: str

    def __post_init__(self) -> None:
        if not MIN_WIDTH <= self.width <= MAX_WIDTH:
            raise InvalidFingerprintError(f"width {self.width} is not within 6 to 128 bits")
        if not 0 <= self.value < 1 << self.width:
            raise InvalidFingerprintError(f"{self.value} does not fit {self.width} bits")

    @classmethod
    def from_words(cls, word: int, rest: int, width: int, recipe_id: str) -> Self:
        """Put together what ``word`` and ``rest`` took apart; numpy integers are welcome."""
        word, rest, rest_bits = int(word), int(rest), max(width - WORD_BITS, 0)
        if not 0 <= rest < 1 << rest_bits:
            raise InvalidFingerprintError(f"rest {rest} does not fit {rest_bits} bits")
        return cls(word << rest_bits | rest, width, recipe_id)

    @property
    def word(self) -> int:
        """The indexed 64 bits: the most significant ones, or all of a narrower fingerprint."""
        return self.value >> max(self.width - WORD_BITS, 0)

    @property
    def rest(self) -> int:
        """The ``width`` - 64 bits below ``word``; 0 when there are none."""
        return self.value & ((1 << max(self.width - WORD_BITS, 0)) - 1)

    @property
    def hex(self) -> str:
        """Lower-case hexadecimal, most significant bit first, ceil(width / 4) digits."""
        return f"{self.value:0{-(-self.width // 4)}x}"

    @property
    def block_keys(self) -> tuple[int, int, int, int]:
        """The block keys of ``word``."""
        return block_keys(self.word)


@dataclass(frozen=True, slots=True, eq=False)
class NearDuplicatePairs:
    """Pairs as three parallel arrays of shape (n,), never as one object a pair.

    ``left`` and ``right`` are positions in the arrays that were compared; among all pairs of one
    array, ``left < right``. ``distance`` is the Hamming distance in bits.
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    distance: NDArray[np.uint8]

    @classmethod
    def empty(cls) -> Self:
        """No pairs at all."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.uint8))

    @classmethod
    def concatenate(cls, batches: Iterable[NearDuplicatePairs]) -> Self:
        """All pairs of all batches, in order; no batches give no pairs."""
        parts: list[NearDuplicatePairs] = [cls.empty(), *batches]
        return cls(
            np.concatenate([part.left for part in parts]),
            np.concatenate([part.right for part in parts]),
            np.concatenate([part.distance for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.left)

    def take(self, selection: NDArray[np.bool_] | NDArray[np.integer]) -> NearDuplicatePairs:
        """The pairs that a mask of shape (n,) or an array of positions selects."""
        return NearDuplicatePairs(
            self.left[selection], self.right[selection], self.distance[selection]
        )
