"""XXH3-64 of many short slices of one byte string at once, in numpy.

The n-grams of a document are thousands of slices of a few bytes. To cut out each as an object, and
to hash it, costs about ten times what the same arithmetic costs on whole arrays. This gives exactly
what ``xxhash.xxh3_64_intdigest`` gives, and leaves to it what is empty or longer than 32 bytes.

After the XXH3 part of ``doc/xxhash_spec.md`` in github.com/Cyan4973/xxHash: a formula for each
range of lengths, here with the default secret and seed 0. All arithmetic is modulo 2**64.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

_Formula = Callable[[bytes, NDArray[np.int64], NDArray[np.int64]], NDArray[np.uint64]]

_SLICES_AT_ONCE = 1 << 15  # fewer cost more calls, more do not stay in the processor's cache
_KEPT_CHARACTERS = 1 << 16
SEVERAL = 0xFFFF_FFFF
"""In place of a character: there are several."""
_HALF, _LOW_HALF = np.uint64(32), np.uint64(0xFFFF_FFFF)
_PRIME64_1 = np.uint64(0x9E37_79B1_85EB_CA87)
_PRIME64_2 = np.uint64(0xC2B2_AE3D_27D4_EB4F)
_PRIME64_3 = np.uint64(0x1656_67B1_9E37_79F9)
_PRIME_MX1 = np.uint64(0x1656_6791_9E37_79F9)
_PRIME_MX2 = np.uint64(0x9FB2_1C65_1E98_DF25)
# The beginning of the default secret, as 64-bit words, and what the formulas make of it.
_SECRET = np.frombuffer(
    bytes.fromhex(
        "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
        "cb79e64eccc0e578825ad07dccff7221b8084674f743248e"
    ),
    np.dtype("<u8"),
)
_FLIP_1_TO_3 = (_SECRET[0] & _LOW_HALF) ^ (_SECRET[0] >> _HALF)
_FLIP_4_TO_8 = _SECRET[1] ^ _SECRET[2]
_FLIP_9_TO_16 = _SECRET[3] ^ _SECRET[4], _SECRET[5] ^ _SECRET[6]


def hash_slices(
    data: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """The XXH3-64 of each ``data[starts[i]:ends[i]]``, shape (n,)."""
    hashes = np.empty(len(starts), np.uint64)
    for first in range(0, len(starts), _SLICES_AT_ONCE):
        some = slice(first, first + _SLICES_AT_ONCE)
        hashes[some] = _hash_some(data, starts[some], ends[some] - starts[some])
    return hashes


def hash_tokens(
    data: bytes,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    characters: NDArray[np.uint32],
) -> NDArray[np.uint64]:
    """The same, where ``characters``, shape (n,), tell which slices are one character, and which.

    It is ``SEVERAL`` for others. Of the first plane of Unicode the hashes are kept: most tokens of
    a Chinese text are such characters.
    """
    hashes: NDArray[np.uint64] = _hashes_of_characters().take(characters, mode="clip")
    rest = np.flatnonzero(characters >= _KEPT_CHARACTERS)
    hashes[rest] = hash_slices(data, starts[rest], ends[rest])
    return hashes


@cache
def _hashes_of_characters() -> NDArray[np.uint64]:
    """Made in 3 ms."""
    data = "".join(map(chr, range(_KEPT_CHARACTERS))).encode("utf-8", "surrogatepass")
    lengths = 1 + np.searchsorted((0x80, 0x800), np.arange(_KEPT_CHARACTERS), side="right")
    ends = np.cumsum(lengths)
    return hash_slices(data, ends - lengths, ends)


def _hash_some(
    data: bytes, starts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    hashes = np.empty(len(starts), np.uint64)
    formulas: list[tuple[int, int, _Formula]] = [
        (1, 3, _hash_1_to_3),
        (4, 8, _hash_4_to_8),
        (9, 16, _hash_9_to_16),
        (17, 32, _hash_17_to_32),
    ]
    for least, most, formula in formulas:
        rows = np.flatnonzero((lengths >= least) & (lengths <= most))
        if len(rows):
            hashes[rows] = formula(data, starts[rows], lengths[rows])
    for row in np.flatnonzero((lengths < 1) | (lengths > 32)).tolist():
        hashes[row] = xxh3_64_intdigest(data[starts[row] : starts[row] + lengths[row]])
    return hashes


def _hash_1_to_3(
    data: bytes, starts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    octets = np.frombuffer(data, np.uint8)
    first, middle, last = (
        octets[at].astype(np.uint64)
        for at in (starts, starts + (lengths >> 1), starts + lengths - 1)
    )
    size = lengths.astype(np.uint64)
    mixed: NDArray[np.uint64] = (
        first << np.uint64(16) | middle << np.uint64(24) | last | size << np.uint64(8)
    )
    mixed = mixed ^ _FLIP_1_TO_3
    mixed = (mixed ^ mixed >> np.uint64(33)) * _PRIME64_2
    mixed = (mixed ^ mixed >> np.uint64(29)) * _PRIME64_3
    return mixed ^ mixed >> _HALF


def _hash_4_to_8(
    data: bytes, starts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    words = _read(data, np.dtype("<u4"))
    head, tail = words[starts].astype(np.uint64), words[starts + lengths - 4].astype(np.uint64)
    mixed: NDArray[np.uint64] = (tail + (head << _HALF)) ^ _FLIP_4_TO_8
    mixed = mixed ^ _rotate_left(mixed, 49) ^ _rotate_left(mixed, 24)
    mixed = mixed * _PRIME_MX2
    mixed = mixed ^ ((mixed >> np.uint64(35)) + lengths.astype(np.uint64))
    mixed = mixed * _PRIME_MX2
    return mixed ^ mixed >> np.uint64(28)


def _hash_9_to_16(
    data: bytes, starts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    words = _read(data, np.dtype("<u8"))
    low = words[starts] ^ _FLIP_9_TO_16[0]
    high = words[starts + lengths - 8] ^ _FLIP_9_TO_16[1]
    return _avalanche(
        lengths.astype(np.uint64) + low.byteswap() + high + _multiply_and_fold(low, high)
    )


def _hash_17_to_32(
    data: bytes, starts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    words = _read(data, np.dtype("<u8"))
    tails = starts + lengths - 16
    head = _multiply_and_fold(words[starts] ^ _SECRET[0], words[starts + 8] ^ _SECRET[1])
    tail = _multiply_and_fold(words[tails] ^ _SECRET[2], words[tails + 8] ^ _SECRET[3])
    return _avalanche(lengths.astype(np.uint64) * _PRIME64_1 + head + tail)


def _read(data: bytes, word: np.dtype[np.unsignedinteger]) -> NDArray[np.unsignedinteger]:
    """A view in which item i is the little-endian word that begins at byte i."""
    return np.ndarray((len(data) - word.itemsize + 1,), word, data, strides=(1,))


def _multiply_and_fold(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The upper half of the 128-bit product, exclusive or its lower half."""
    a_low, a_high, b_low, b_high = a & _LOW_HALF, a >> _HALF, b & _LOW_HALF, b >> _HALF
    middle = a_high * b_low
    cross = (a_low * b_low >> _HALF) + (middle & _LOW_HALF) + a_low * b_high
    upper: NDArray[np.uint64] = (middle >> _HALF) + (cross >> _HALF) + a_high * b_high
    return upper ^ a * b


def _avalanche(mixed: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed = (mixed ^ mixed >> np.uint64(37)) * _PRIME_MX1
    return mixed ^ mixed >> _HALF


def _rotate_left(values: NDArray[np.uint64], bits: int) -> NDArray[np.uint64]:
    return values << np.uint64(bits) | values >> np.uint64(64 - bits)
