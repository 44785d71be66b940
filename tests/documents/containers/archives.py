"""Archives made for tests, as bytes."""

from __future__ import annotations

import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping, Sequence

from simhash_gui.documents.containers import HEAD_BYTES, Archive, Opening, container_of
from simhash_gui.documents.records import Limits

Files = Mapping[str, bytes] | Sequence[tuple[str, bytes]]


def pairs(files: Files) -> list[tuple[str, bytes]]:
    return list(files.items()) if isinstance(files, Mapping) else list(files)


def zip_of(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in pairs(files):
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return stream.getvalue()


def zip_with_raw_names(files: Sequence[tuple[bytes, bytes]]) -> bytes:
    """As programs write it that know of no UTF-8: the bytes of the name, and no flag."""
    stand_ins = [f"{number:0{len(name)}d}" for number, (name, _) in enumerate(files)]
    data = zip_of([(stand, data) for stand, (_, data) in zip(stand_ins, files, strict=True)])
    for stand, (name, _) in zip(stand_ins, files, strict=True):
        data = data.replace(stand.encode(), name)
    return data


def tar_of(files: Files, mode: str = "w", extra: Sequence[tarfile.TarInfo] = ()) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for info in extra:
            archive.addfile(info)
        for name, data in pairs(files):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


def locked_zip(name: str, content: bytes, password: bytes) -> bytes:
    """ZipCrypto by APPNOTE 6.1, which ``zipfile`` can only read."""
    keys = [0x12345678, 0x23456789, 0x34567890]

    def crc(old: int, byte: int) -> int:
        return ~zlib.crc32(bytes([byte]), ~old & 0xFFFFFFFF) & 0xFFFFFFFF

    def update(byte: int) -> None:
        keys[0] = crc(keys[0], byte)
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = crc(keys[2], keys[1] >> 24)

    def encrypted(byte: int) -> int:
        temp = (keys[2] | 2) & 0xFFFF
        result = byte ^ ((temp * (temp ^ 1)) >> 8 & 0xFF)
        update(byte)
        return result

    for byte in password:
        update(byte)
    check = zlib.crc32(content)
    body = bytes(encrypted(byte) for byte in bytes(11) + bytes([check >> 24]) + content)
    raw = name.encode()
    fields = struct.pack("<HHHHIIIHH", 1, 0, 0, 33, check, len(body), len(content), len(raw), 0)
    local = b"PK\x03\x04" + struct.pack("<H", 20) + fields + raw + body
    directory = b"PK\x01\x02" + struct.pack("<HH", 20, 20) + fields
    directory += struct.pack("<HHHII", 0, 0, 0, 0, 0) + raw
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(directory), len(local), 0)
    return local + directory + end


def opened(
    data: bytes,
    name: str = "a",
    limits: Limits | None = None,
    passwords: tuple[str, ...] = (),
) -> Archive | None:
    """The archive in these bytes; None when they are none."""
    kind = container_of(data[:HEAD_BYTES], name)
    if kind is None:
        return None
    return kind.open(io.BytesIO(data), Opening(name, len(data), limits or Limits(), passwords))


def contents(archive: Archive | None) -> dict[str, bytes]:
    """Every member, read in order."""
    assert archive is not None
    found = {}
    for member in archive.members:
        with archive.open(member.name) as stream:
            found[member.name] = stream.read()
    return found
