"""Broken copies of good files: cut, flipped, doubled, spliced; also below a layer of compression.

The n-th mutant of a format is always the same, so that one that fails can be made again.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Sequence

_TOKENS = (
    b"\x00", b"\xff" * 8, b"\x7f\xff\xff\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"-1", b"0", b"9" * 40,
    b"%s%n", b"<", b">", b"&#x110000;", b"&a;", b"]]>", b"<![CDATA[", b"<!--", b"{", b"}", b"\\",
    b"\\u-1?", b"\\bin9999999 ", b"endobj", b"stream\r\n", b"/Length 999999999", b"/Kids [1 0 R]",
    b"BEGIN:", b"\r\n\r\n", b"--", b"=?utf-8?b?////?=", b"\"", b"'", b"[" * 200, b"(" * 200,
    b"<a>" * 200, b"\xe2\x80\xae", b"\xed\xa0\x80", b"1 0 R", b"<<", b"1e999", b"\\ud800",
    b"\nFrom a ", b"\\begin{a}", b"$$", b"-->", b"\r", b"<!DOCTYPE a [<!ENTITY a '&a;'>]>",
)  # fmt: skip
"""What parsers stumble over, by format and by type of number."""

_MOST_STEPS = 6
_LONGEST_BLOCK = 512
_BELOW_THE_SURFACE = 0.6
_LOCKED = 0x1
_SOME_TIME = (2024, 5, 6, 7, 8, 8)
_OLE_HEADER_BYTES = 512
_PDF_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)

_Mutate = Callable[[bytes], bytes]


def mutant(seeds: Sequence[bytes], format_name: str, number: int) -> bytes:
    """The mutant of that number, made from one of the seeds, at times with a piece of another."""
    source = random.Random(f"{format_name} {number}")
    data = source.choice(seeds)
    below = _layer_of(data)
    if below is not None and source.random() < _BELOW_THE_SURFACE:
        return below(data, lambda content: _mutated(content, [content], source), source)
    return _mutated(data, seeds, source)


def _mutated(data: bytes, seeds: Sequence[bytes], source: random.Random) -> bytes:
    if source.random() < 0.1:
        return data[: len(data) * source.randrange(10) // 10]
    if source.random() < 0.05:
        return _spliced(data, source.choice(seeds), source)
    for _ in range(source.randint(1, _MOST_STEPS)):
        data = source.choice(_STEPS)(data, source)
    return data


# Below the surface: what is broken there gets past the layer that would notice.


def _layer_of(data: bytes) -> Callable[[bytes, _Mutate, random.Random], bytes] | None:
    return next((layer for mark, layer in _LAYERS if data.startswith(mark)), None)


def _inside_zip(data: bytes, mutate: _Mutate, source: random.Random) -> bytes:
    """One member is another one. A locked archive is left to what is done to the whole."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as package, zipfile.ZipFile(written, "w") as copy:
        members = package.infolist()
        if any(member.flag_bits & _LOCKED for member in members):
            return mutate(data)
        chosen = source.choice(members)
        for member in members:
            content = package.read(member)
            entry = zipfile.ZipInfo(member.filename, _SOME_TIME)
            changed = mutate(content) if member is chosen else content
            copy.writestr(entry, changed, member.compress_type)
    return written.getvalue()


def _inside_gzip(data: bytes, mutate: _Mutate, source: random.Random) -> bytes:
    return gzip.compress(_content(gzip.decompress(data), mutate, source), mtime=0)


def _inside_bzip2(data: bytes, mutate: _Mutate, source: random.Random) -> bytes:
    return bz2.compress(_content(bz2.decompress(data), mutate, source))


def _inside_xz(data: bytes, mutate: _Mutate, source: random.Random) -> bytes:
    return lzma.compress(_content(lzma.decompress(data), mutate, source))


def _content(data: bytes, mutate: _Mutate, source: random.Random) -> bytes:
    is_whole = source.random() < 0.5
    return mutate(data) if is_whole else _with_good_sums(mutate(data))


def _with_good_sums(data: bytes) -> bytes:
    """A tar file whose headers are believed, whatever they say now."""
    blocks = [data[at : at + tarfile.BLOCKSIZE] for at in range(0, len(data), tarfile.BLOCKSIZE)]
    return b"".join(_summed(block) if block[257:262] == b"ustar" else block for block in blocks)


def _summed(header: bytes) -> bytes:
    total = sum(header[:148]) + sum(header[156:]) + 8 * ord(" ")
    return header[:148] + b"%06o\x00 " % total + header[156:]


def _inside_pdf(data: bytes, mutate: _Mutate, source: random.Random) -> bytes:
    """One compressed stream holds something else; its length is mended by every reader."""
    streams = [found for found in _PDF_STREAM.finditer(data) if found[1][:1] == b"x"]
    if not streams:
        return mutate(data)
    chosen = source.choice(streams)
    try:
        content = zlib.decompress(chosen[1])
    except zlib.error:  # encrypted
        return mutate(data)
    packed = zlib.compress(mutate(content))
    return data[: chosen.start(1)] + packed + data[chosen.end(1) :]


def _inside_ole(data: bytes, _mutate: _Mutate, source: random.Random) -> bytes:
    """Some bytes are others, but nothing moves, so that the streams are still found."""
    header, content = data[:_OLE_HEADER_BYTES], data[_OLE_HEADER_BYTES:]
    for _ in range(source.randint(1, _MOST_STEPS)):
        start, end = _block(content, source)
        changed = source.choice((_flip_bits, _scramble))(content[start:end], source)
        content = content[:start] + changed + content[end:]
    return header + content


_LAYERS: tuple[tuple[bytes, Callable[[bytes, _Mutate, random.Random], bytes]], ...] = (
    (b"PK\x03\x04", _inside_zip),
    (b"\x1f\x8b", _inside_gzip),
    (b"BZh", _inside_bzip2),
    (b"\xfd7zXZ", _inside_xz),
    (b"%PDF", _inside_pdf),
    (b"\xd0\xcf\x11\xe0", _inside_ole),
)


# What is done to bytes, whatever they are.


def _spliced(data: bytes, other: bytes, source: random.Random) -> bytes:
    return data[: source.randint(0, len(data))] + other[source.randint(0, len(other)) :]


def _flip_bits(data: bytes, source: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(source.randint(1, 16)):
        if changed:
            changed[source.randrange(len(changed))] ^= 1 << source.randrange(8)
    return bytes(changed)


def _overwrite(data: bytes, source: random.Random) -> bytes:
    start, end = _block(data, source)
    return data[:start] + source.randbytes(end - start) + data[end:]


def _scramble(data: bytes, source: random.Random) -> bytes:
    """As long as before."""
    return source.randbytes(len(data))


def _delete(data: bytes, source: random.Random) -> bytes:
    start, end = _block(data, source)
    return data[:start] + data[end:]


def _repeat(data: bytes, source: random.Random) -> bytes:
    start, end = _block(data, source)
    return data[:end] + data[start:end] * source.randint(1, 20) + data[end:]


def _insert(data: bytes, source: random.Random) -> bytes:
    place = source.randint(0, len(data))
    return data[:place] + source.choice(_TOKENS) + data[place:]


def _change_number(data: bytes, source: random.Random) -> bytes:
    """A number in digits becomes an extreme one."""
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return data
    chosen = source.choice(numbers)
    other = source.choice((b"0", b"-1", b"65536", b"2147483648", b"99999999999999999999"))
    return data[: chosen.start()] + other + data[chosen.end() :]


def _block(data: bytes, source: random.Random) -> tuple[int, int]:
    start = source.randint(0, len(data))
    return start, min(len(data), start + source.randint(1, _LONGEST_BLOCK))


_STEPS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip_bits,
    _overwrite,
    _delete,
    _repeat,
    _insert,
    _change_number,
)
