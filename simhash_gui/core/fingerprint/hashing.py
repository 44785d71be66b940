"""The hash functions of the recipes, from the text of a feature to its bits.

A feature is hashed as UTF-8, where a lone surrogate takes its three bytes like any other
character. Hashes travel as ``digests``, bytes with the most significant first, and are handed out
as arrays of 64-bit lanes. What they are then used for is left to ``simhash``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_digest, xxh3_128_digest

from simhash_gui.core.fingerprint.recipe import HashFunction, Recipe

_LANE_BITS = 64
_PYTHON_HASH_FACTOR = 1000003
_PYTHON_HASH_MASK = (1 << 128) - 1

Digest = Callable[[bytes], bytes]
"""From the UTF-8 bytes of a feature to 8 or 16 bytes, most significant first."""


class HashCache(dict[str, bytes]):
    """Token to digest, computed when it is first asked for; at most ``limit`` tokens are kept.

    Worth having because a few words make up most of any text. It belongs to one hash function.
    When full it forgets everything: the frequent tokens are back at once. Not for several threads.
    """

    def __init__(self, hash_function: HashFunction, limit: int = 1 << 18) -> None:
        super().__init__()
        self.hash_function = hash_function
        self._limit = limit
        self._digest = digest_of(hash_function)

    def __missing__(self, token: str) -> bytes:
        if len(self) >= self._limit:
            self.clear()
        digest = self[token] = self._digest(encode(token))
        return digest


def encode(text: str) -> bytes:
    """UTF-8, also of lone surrogates."""
    return text.encode("utf-8", "surrogatepass")


def digest_of(hash_function: HashFunction) -> Digest:
    """The function itself."""
    return {
        HashFunction.XXH3_64: xxh3_64_digest,
        HashFunction.XXH3_128: xxh3_128_digest,
        HashFunction.MD5_FIRST_64: _md5_first_64,
        HashFunction.MD5_LAST_64: _md5_last_64,
        HashFunction.PYTHON_128: _python_128,
    }[hash_function]


def hash_features(texts: Sequence[str], recipe: Recipe) -> NDArray[np.uint64]:
    """The hash of each feature, cut to the recipe's width: shape (n, lanes).

    One lane up to 64 bits. Two lanes above: the 64 most significant of the ``width`` bits, and the
    rest, as in ``Fingerprint.word`` and ``rest``.
    """
    digest = digest_of(recipe.hash_function)
    whole = whole_hashes((digest(encode(text)) for text in texts), recipe.hash_function)
    return cut_to_width(whole, recipe.width)


def whole_hashes(digests: Iterable[bytes], hash_function: HashFunction) -> NDArray[np.uint64]:
    """All bits of the hashes, shape (n, 1 or 2), the most significant 64 first."""
    lanes = np.frombuffer(b"".join(digests), np.dtype(">u8"))
    return lanes.reshape(-1, hash_function.bits // _LANE_BITS).astype(np.uint64)


def cut_to_width(whole: NDArray[np.uint64], width: int) -> NDArray[np.uint64]:
    """The low ``width`` bits, in the lanes that ``hash_features`` describes."""
    low = whole[:, -1:]
    if width == _LANE_BITS:
        return low
    if width < _LANE_BITS:
        return low & np.uint64((1 << width) - 1)
    if width == 2 * _LANE_BITS:
        return whole
    rest_bits = width - _LANE_BITS
    word = whole[:, :1] << np.uint64(_LANE_BITS - rest_bits) | low >> np.uint64(rest_bits)
    return np.hstack([word, low & np.uint64((1 << rest_bits) - 1)])


def _md5_first_64(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()[:8]


def _md5_last_64(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()[8:]


def _python_128(data: bytes) -> bytes:
    """``str.__hash__`` as Python 2 had it, over code points and without its limit of 64 bits."""
    text = data.decode("utf-8", "surrogatepass")
    value = ord(text[0]) << 7 if text else 0
    for char in text:
        value = (value * _PYTHON_HASH_FACTOR ^ ord(char)) & _PYTHON_HASH_MASK
    return (value ^ len(text)).to_bytes(16, "big")
