"""The comparison tokens of texts as bytes, to be kept or sent, and back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from simhash_gui.core.ragged import Indexes, bounds_of
from simhash_gui.core.text.shingles import Hashes
from simhash_gui.core.text.spans import Flags

TokenBytes: TypeAlias = tuple[bytes, bytes]
"""The hashes of a text's comparison tokens, 8 bytes each, and 1 byte each for what they are."""

_CHARACTER, _NUMBER = np.uint8(1), np.uint8(2)


def tokens_to_bytes(
    hashes: Hashes, are_characters: Flags, are_numbers: Flags, bounds: Indexes
) -> list[TokenBytes]:
    """Those of each of some texts, whose tokens are laid end to end."""
    every = hashes.tobytes()
    flags = (are_characters * _CHARACTER | are_numbers * _NUMBER).tobytes()
    return [
        (every[8 * start : 8 * end], flags[start:end]) for start, end in pairwise(bounds.tolist())
    ]


def tokens_from_bytes(texts: Sequence[TokenBytes]) -> tuple[Hashes, Flags, Flags, Indexes]:
    """What ``tokens_to_bytes`` was given, of texts in any order."""
    hashes = np.frombuffer(b"".join(own for own, _ in texts), np.uint64)
    flags = np.frombuffer(b"".join(flags for _, flags in texts), np.uint8)
    lengths = np.fromiter((len(flags) for _, flags in texts), np.int64, len(texts))
    return hashes, (flags & _CHARACTER) > 0, (flags & _NUMBER) > 0, bounds_of(lengths)
