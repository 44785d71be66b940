"""The stored form of a text: zlib over UTF-8. Knows nothing of where it is stored."""

from __future__ import annotations

import zlib

from isal import isal_zlib

_LEVEL = 3


def compress_text(text: str) -> bytes:
    """Compress the UTF-8 of a text."""
    return isal_zlib.compress(text.encode(), _LEVEL)


def decompress_text(compressed: bytes) -> str:
    """Give back what ``compress_text`` was given; raises ``zlib.error`` on anything else."""
    return zlib.decompress(compressed).decode()
