"""Two fingerprints of one width in groups of sixteen bits, and how firmly each bit was decided.

A fingerprint falls into groups of sixteen bits. The first four are the blocks that the search
looks up; further ones, of a fingerprint wider than 64 bits, are compared but not looked up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.types import WORD_BITS

GROUP_BITS = 16
NIBBLE_BITS = 4


class Row(IntEnum):
    """The two fingerprints, one above the other."""

    A = 0
    B = 1


@dataclass(frozen=True, slots=True)
class BitGroup:
    """Bits ``high`` down to ``low``; ``block`` is its number, None for one not looked up."""

    high: int
    low: int
    block: int | None

    def __len__(self) -> int:
        return self.high - self.low + 1

    @property
    def nibble_gaps(self) -> int:
        """How many borders between hexadecimal digits lie inside."""
        return (len(self) - 1) // NIBBLE_BITS

    def key(self, value: int) -> str:
        """The bits of the group in ``value`` as hexadecimal, most significant digit first."""
        digits = -(-len(self) // NIBBLE_BITS)
        return f"{value >> self.low & ((1 << len(self)) - 1):0{digits}x}"


def bit_groups(width: int) -> tuple[BitGroup, ...]:
    """The groups of a fingerprint of ``width`` bits, most significant first.

    Blocks are counted in the indexed 64-bit word: the top of a wide fingerprint, the zero-extended
    whole of a narrow one, whose blocks that hold no bit of it are left out.
    """
    top = max(width, WORD_BITS)
    groups = []
    for number, high in enumerate(range(top - 1, -1, -GROUP_BITS)):
        low = max(high - GROUP_BITS + 1, 0)
        if low < width:
            block = number if number < WORD_BITS // GROUP_BITS else None
            groups.append(BitGroup(min(high, width - 1), low, block))
    return tuple(groups)


@dataclass(frozen=True, slots=True, eq=False)
class BitsData:
    """Two fingerprints, bit i with weight 2**i.

    ``firmness_a`` and ``firmness_b`` have shape (width,) and run from 0 (a margin of zero: any
    change flips the bit) to 1 (as firm as a median bit of that document, or firmer).
    """

    a: int
    b: int
    width: int
    firmness_a: NDArray[np.float64]
    firmness_b: NDArray[np.float64]
    groups: tuple[BitGroup, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", bit_groups(self.width))

    def value(self, row: Row) -> int:
        """One of the fingerprints."""
        return self.a if row is Row.A else self.b

    def is_one(self, bit: int, row: Row) -> bool:
        """Whether ``bit`` is set."""
        return bool(self.value(row) >> bit & 1)

    def firmness(self, bit: int, row: Row) -> float:
        """How firmly ``bit`` was decided, 0 to 1."""
        return float((self.firmness_a if row is Row.A else self.firmness_b)[bit])

    def differs(self, bit: int) -> bool:
        """Whether the two fingerprints differ at ``bit``."""
        return bool((self.a ^ self.b) >> bit & 1)

    def is_equal_in(self, group: BitGroup) -> bool:
        """Whether all bits of the group agree."""
        return group.key(self.a) == group.key(self.b)

    def hex(self, row: Row) -> str:
        """One of the fingerprints, most significant digit first."""
        return self.padded_hex(self.value(row))

    def padded_hex(self, value: int) -> str:
        """A value of this width with all its leading zeros."""
        return f"{value:0{-(-self.width // 4)}x}"

    @property
    def differing_bits(self) -> tuple[int, ...]:
        """Where they differ, most significant first."""
        return tuple(bit for bit in range(self.width - 1, -1, -1) if self.differs(bit))


def firmness(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each bit's margin measured against the median margin of its document, cut off at 1.

    Margins shrink with the number of features in every document alike, so only the comparison
    within one document tells the fragile bits from the firm ones.
    """
    margins = np.abs(sums)
    median = float(np.median(margins)) if len(margins) else 0.0
    if median == 0.0:
        return (margins > 0).astype(np.float64)
    return np.minimum(margins / median, 1.0)
