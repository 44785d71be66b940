"""Members of ZIP archives that are locked with AES, as WinZip and 7-Zip make them.

``zipfile`` knows them not. The format is WinZip's AE-1 and AE-2: salt, two bytes to test the
password by, the encrypted content, ten bytes of a check sum over it.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipInfo

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

AES_METHOD = 99

_LOCAL_HEADER = struct.Struct("<4s22x2H")
_LOCAL_SIGNATURE = b"PK\x03\x04"
_EXTRA_HEADER = struct.Struct("<2H")
_AES_EXTRA = struct.Struct("<H2sBH")
_AES_EXTRA_ID = 0x9901
_KEY_BYTES = {1: 16, 2: 24, 3: 32}
_TEST_BYTES = 2
_CHECK_BYTES = 10
_ROUNDS = 1000
_BLOCK_BYTES = 16


@dataclass(frozen=True, slots=True)
class _Locked:
    """The parts of a locked member; ``method`` is how the content was compressed."""

    salt: bytes
    test: bytes
    content: bytes
    check: bytes
    key_bytes: int
    method: int


def unlocked(stream: BinaryIO, info: ZipInfo, passwords: Sequence[bytes]) -> bytes | None:
    """The content of a member, or None when no password opens it.

    Raises what ``container.damage_told`` knows; the content may be one byte longer than declared.
    """
    locked = _parts(stream, info)
    for password in passwords:
        length = 2 * locked.key_bytes + _TEST_BYTES
        keys = hashlib.pbkdf2_hmac("sha1", password, locked.salt, _ROUNDS, length)
        if not hmac.compare_digest(keys[-_TEST_BYTES:], locked.test):
            continue
        key, check_key = keys[: locked.key_bytes], keys[locked.key_bytes : -_TEST_BYTES]
        check = hmac.digest(check_key, locked.content, "sha1")[:_CHECK_BYTES]
        if hmac.compare_digest(check, locked.check):
            return _inflated(_decrypted(locked.content, key), locked.method, info.file_size)
    return None


def _parts(stream: BinaryIO, info: ZipInfo) -> _Locked:
    strength, method = _told(info.extra)
    key_bytes = _KEY_BYTES[strength]
    if info.header_offset + info.compress_size > stream.seek(0, io.SEEK_END):
        raise BadZipFile("a member is cut off")  # room is made for as much as is asked for
    stream.seek(info.header_offset)
    header = stream.read(_LOCAL_HEADER.size)
    signature, name_length, extra_length = _LOCAL_HEADER.unpack(header)
    if signature != _LOCAL_SIGNATURE:
        raise BadZipFile("no member where one should be")
    stream.seek(name_length + extra_length, 1)
    data = stream.read(info.compress_size)
    start = key_bytes // 2 + _TEST_BYTES
    if len(data) != info.compress_size or len(data) < start + _CHECK_BYTES:
        raise BadZipFile("a member is cut off")
    salt, test = data[: key_bytes // 2], data[key_bytes // 2 : start]
    return _Locked(salt, test, data[start:-_CHECK_BYTES], data[-_CHECK_BYTES:], key_bytes, method)


def _told(extra: bytes) -> tuple[int, int]:
    """Strength and compression method, which stand in an extra field. Raises BadZipFile."""
    while len(extra) >= _EXTRA_HEADER.size:
        number, length = _EXTRA_HEADER.unpack_from(extra)
        field, extra = extra[_EXTRA_HEADER.size :][:length], extra[_EXTRA_HEADER.size + length :]
        if number == _AES_EXTRA_ID:
            _, _, strength, method = _AES_EXTRA.unpack(field)
            return strength, method
    raise BadZipFile("it is not told how a member is locked")


def _decrypted(content: bytes, key: bytes) -> bytes:
    """AES in counter mode, where the counter is little-endian and begins at 1."""
    blocks = -(-len(content) // _BLOCK_BYTES)
    counters = np.zeros((blocks, 2), "<u8")
    counters[:, 0] = np.arange(1, blocks + 1)
    # One block at a time is what counter mode is made of, not a way to hide anything.
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    mask = encryptor.update(counters.tobytes()) + encryptor.finalize()
    pairs = np.frombuffer(content, np.uint8) ^ np.frombuffer(mask, np.uint8)[: len(content)]
    return pairs.tobytes()


def _inflated(data: bytes, method: int, size_bytes: int) -> bytes:
    if method == ZIP_STORED:
        return data
    if method != ZIP_DEFLATED:
        raise NotImplementedError(f"compression method {method}")
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, size_bytes + 1)
