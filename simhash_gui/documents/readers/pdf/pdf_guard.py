"""What of a PDF can be told to be a bomb or a torso before PDFium opens it.

PDFium inflates a stream whole, up to a gigabyte, and cannot be interrupted; so streams that shrink
more than text can are inflated here first, into nothing, until the limit is reached.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from simhash_gui.documents.records import FailureReason, Limits, ReadFailure

_STREAM = re.compile(rb"stream\r?\n")
_END = b"endstream"
_DICTIONARY_BYTES = 2048
_PICTURE = re.compile(rb"/Subtype\s*/Image")
_FLATE = re.compile(rb"/Fl(?:ateDecode)?\b")
_BEST_RATIO = 1032
"""More bytes than these deflate cannot make of one."""
_LEAST_PACKED_BYTES = 8192
"""What is smaller, and deflated once, does no harm."""
_MOST_FILTERS = 4
_HONEST_RATIO = 100
_STEP_BYTES = 1 << 20
_TAIL_BYTES = 8192
_PADDING = b"\x00\t\n\x0c\r \x1a"


def refuse_bomb(data: bytes, limits: Limits) -> None:
    """Raise ``ReadFailure`` (BOMB) when its streams would inflate beyond the limit."""
    streams = list(_suspicious_streams(data))
    if (
        sum(len(packed) * _BEST_RATIO**filters for packed, filters in streams)
        <= limits.expanded_bytes
    ):
        return
    left = limits.expanded_bytes
    for packed, filters in streams:
        left -= _dishonest_bytes(packed, filters, left)
        if left < 0:
            detail = f"It inflates to more than the limit of {limits.expanded_bytes:,} bytes."
            raise ReadFailure(FailureReason.BOMB, detail)


def refuse_torso(data: bytes) -> None:
    """Raise ``ReadFailure`` (DAMAGED) when the end of the file is missing.

    PDFium would read what is left of it, but nobody could tell what is not.
    """
    tail = data[-_TAIL_BYTES * 2 :].rstrip(_PADDING)[-_TAIL_BYTES:]
    if b"%%EOF" not in tail and b"startxref" not in tail:
        raise ReadFailure(FailureReason.DAMAGED, "The file is cut off: its end is missing.")


def _suspicious_streams(data: bytes) -> Iterator[tuple[memoryview, int]]:
    """Those that are no pictures, which are never unpacked, and how often each is deflated."""
    view = memoryview(data)
    position = 0
    while found := _STREAM.search(data, position):
        start = found.end()
        end = data.find(_END, start)
        end = len(data) if end < 0 else end
        position = end + len(_END)
        dictionary = data[max(0, found.start() - _DICTIONARY_BYTES) : found.start()]
        dictionary = dictionary[dictionary.rfind(b"obj") + 1 :]
        filters = min(len(_FLATE.findall(dictionary)), _MOST_FILTERS)
        is_small = filters == 1 and end - start < _LEAST_PACKED_BYTES
        if filters and not is_small and not _PICTURE.search(dictionary):
            yield view[start:end], filters


def _dishonest_bytes(packed: memoryview, filters: int, limit: int) -> int:
    """What comes out of a stream beyond what text makes of it; stops when that is the limit."""
    steps: Iterator[bytes] = iter([bytes(packed)])
    for _ in range(filters):
        steps = _inflated(steps)
    total = -_HONEST_RATIO * len(packed)
    for step in steps:
        total += len(step)
        if total > limit:
            break
    return max(total, 0)


def _inflated(packed: Iterator[bytes]) -> Iterator[bytes]:
    """What is inflated, in steps, up to the first error."""
    inflater = zlib.decompressobj()
    try:
        for step in packed:
            inflated = inflater.decompress(step, _STEP_BYTES)
            while inflated:
                yield inflated
                inflated = inflater.decompress(inflater.unconsumed_tail, _STEP_BYTES)
    except zlib.error:
        return
