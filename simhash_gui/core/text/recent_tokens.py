"""Tokens of texts that were read a moment ago, so that who compares them need not cut them again.

To cut a text takes longer than to compare it with another. Kept in memory alone, of a few texts.
"""

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

_MOST_TOKENS = 8_000_000
"""72 MB."""
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


class RecentTokens:
    """Tokens by the digest of a text's tokens (``ComparisonData.token_digest``).

    Of many texts it keeps none: those that came first would be a small part of them.
    """

    def __init__(self) -> None:
        self._kept: dict[bytes, TokenBytes] = {}
        self._room = _MOST_TOKENS

    def keep(self, digest: bytes, tokens: TokenBytes) -> None:
        """Remember the tokens of a text."""
        self._room -= len(tokens[1])
        if self._room >= 0:
            self._kept[digest] = tokens
        else:
            self._kept.clear()

    def get(self, digest: bytes) -> TokenBytes | None:
        """The tokens of a text, None if they are not known."""
        return self._kept.get(digest)

    def forget(self) -> None:
        """Begin again."""
        self._kept.clear()
        self._room = _MOST_TOKENS
