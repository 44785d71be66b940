from __future__ import annotations

import bz2
import gzip
import lzma
import struct
import zlib
from collections.abc import Callable

import pytest

from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.containers.archives import contents, opened

Compress = Callable[[bytes], bytes]
_EACH = pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
_TEXT = b" ".join(b"%d" % (number * 7919) for number in range(20_000))


def _reason(data: bytes, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        contents(opened(data, limits=limits))
    return caught.value.reason


@_EACH
def test_a_compressed_file_holds_one_of_its_name(compress: Compress) -> None:
    archive = opened(compress(_TEXT), "notes.txt.gz")
    assert archive is not None
    assert [(member.name, member.size_bytes) for member in archive.members] == [
        ("notes.txt", len(_TEXT))
    ]
    assert contents(archive) == {"notes.txt": _TEXT}


def test_a_name_that_does_not_tell_stays() -> None:
    assert contents(opened(gzip.compress(b"words"), "notes")) == {"notes": b"words"}


@_EACH
def test_it_can_be_read_twice(compress: Compress) -> None:
    archive = opened(compress(_TEXT), "a.gz")
    assert contents(archive) == contents(archive) == {"a": _TEXT}


@_EACH
def test_nothing_compressed_is_nothing(compress: Compress) -> None:
    assert contents(opened(compress(b""), "a.gz")) == {"a": b""}


@_EACH
def test_what_inflates_without_end_is_a_bomb(compress: Compress) -> None:
    data = compress(bytes(10_000_000))
    assert _reason(data, Limits(expanded_bytes=1_000_000)) is FailureReason.BOMB


def _xz_with_dictionary(power: int) -> bytes:
    """A whole file whose only block declares a dictionary of ``2 ** power`` bytes."""
    data = bytearray(lzma.compress(b"words"))
    header_bytes = (data[12] + 1) * 4  # .xz format 3.1.1
    data[16] = (power - 12) * 2  # 5.3.1
    check = zlib.crc32(data[12 : 12 + header_bytes - 4])
    data[12 + header_bytes - 4 : 12 + header_bytes] = struct.pack("<I", check)
    return bytes(data)


@pytest.mark.parametrize("power", [27, 29, 31])
def test_a_dictionary_beyond_all_that_may_come_out_is_a_bomb(power: int) -> None:
    assert _reason(_xz_with_dictionary(power), Limits(expanded_bytes=1 << 20)) is FailureReason.BOMB


def test_a_dictionary_may_be_as_long_as_what_may_come_out_and_as_usual() -> None:
    usual = lzma.compress(b"words", preset=9)
    assert contents(opened(usual, "a", Limits(expanded_bytes=1000))) == {"a": b"words"}
    long = _xz_with_dictionary(28)
    assert contents(opened(long, "a", Limits(expanded_bytes=1 << 28))) == {"a": b"words"}


@_EACH
@pytest.mark.parametrize("tenth", range(2, 10))
def test_a_cut_off_file_is_damaged(compress: Compress, tenth: int) -> None:
    data = compress(_TEXT)
    assert _reason(data[: len(data) * tenth // 10]) is FailureReason.DAMAGED


def test_words_that_begin_as_bzip2_are_words() -> None:
    assert opened(b"BZh9 is how a bzip2 file begins.") is None


@_EACH
def test_a_member_of_another_name_is_gone(compress: Compress) -> None:
    archive = opened(compress(b"words"), "a.gz")
    assert archive is not None
    with pytest.raises(ReadFailure) as caught:
        archive.open("b")
    assert caught.value.reason is FailureReason.GONE
