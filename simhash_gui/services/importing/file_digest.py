"""The digest of a file's content, where no worker process has told it."""

from __future__ import annotations

import os

from xxhash import xxh3_128

from simhash_gui.documents.reading import opened
from simhash_gui.documents.records import ReadFailure

_STEP_BYTES = 1 << 20


def file_digest(path: str, size_bytes: int) -> bytes | None:
    """The xxh3-128 of a file's bytes, 16 bytes; None where it cannot be read, or has another size.

    Reads a piece at a time, and only regular files.
    """
    digest = xxh3_128()
    left = size_bytes
    try:
        with opened(path) as descriptor:
            while piece := os.read(descriptor, _STEP_BYTES):
                digest.update(piece)
                left -= len(piece)
                if left < 0:
                    return None
    except (ReadFailure, OSError):
        return None
    return None if left else digest.digest()
