"""The stored form of a text: zlib over UTF-8. Knows nothing of where it is stored."""

from __future__ import annotations

import zlib

_SMALL_BYTES = 8192
_SMALL_WINDOW_BITS = 13
_SMALL_MEMORY_LEVEL = 6
_SMALL_LEVEL = 1
_LARGE_LEVEL = 4


def compress_text(text: str) -> bytes:
    """Compress the UTF-8 of a text.

    A text within 8 KB needs no window beyond it: it comes out as small in half the time, because
    the tables that zlib clears at the start are smaller.
    """
    data = text.encode()
    if len(data) > _SMALL_BYTES:
        return zlib.compress(data, _LARGE_LEVEL)
    compressor = zlib.compressobj(
        _SMALL_LEVEL, zlib.DEFLATED, _SMALL_WINDOW_BITS, _SMALL_MEMORY_LEVEL
    )
    return compressor.compress(data) + compressor.flush()


def decompress_text(compressed: bytes) -> str:
    """Give back what ``compress_text`` was given; raises ``zlib.error`` on anything else."""
    return zlib.decompress(compressed).decode()
