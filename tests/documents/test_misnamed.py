"""A document is known by how it begins, whatever it is called."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import struct
import tempfile
import wave
import zlib
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.documents.contents import Contents
from simhash_gui.documents.misnamed import holds_document
from simhash_gui.documents.records import FileTask, Limits
from tests.documents.containers.archives import locked_zip, tar_of, zip_of
from tests.documents.samples import sample_text
from tests.fuzzing.seeds import seeds_by_format

_DOCUMENTS = [
    pytest.param(data, id=f"{name}-{number}")
    for name, seeds in seeds_by_format().items()
    for number, data in enumerate(seeds)
]


def _png(width: int = 64) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, width, 8, 0, 0, 0, 0))
    comment = chunk(b"tEXt", b"Comment\0" + b"words and words " * 500)
    pixels = chunk(b"IDAT", zlib.compress((b"\0" + b"\x80" * width) * width))
    return b"\x89PNG\r\n\x1a\n" + header + comment + pixels + chunk(b"IEND", b"")


def _sound() -> bytes:
    stream = io.BytesIO()
    with wave.open(stream, "wb") as sound:
        sound.setparams((1, 1, 8000, 0, "NONE", "not compressed"))
        sound.writeframes(b"a quiet sound of words " * 1000)
    return stream.getvalue()


def _bitmap() -> bytes:
    head = struct.pack(
        "<2sIIIIiiHHIIiiII", b"BM", 4150, 0, 54, 40, 64, 64, 1, 8, 0, 4096, 0, 0, 0, 0
    )
    return head + b" " * 4096


_OTHERS = {
    "nothing": b"",
    "png": _png(),
    "jpeg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01" + b"Exif words " * 900,
    "the beginning of a jpeg": b"\xff\xd8",
    "the beginning of a png": b"\x89PNG",
    "gif": b"GIF89a\x01\x00\x01\x00\x80\x00\x00" + b"comment " * 1000,
    "bmp": _bitmap(),
    "wav": _sound(),
    "mp3": b"ID3\x03\x00\x00\x00\x00\x0f\x76TIT2\x00\x00\x00\x06\x00\x00title" + b"words " * 1000,
    "mp3 without tags": b"\xff\xfb\x90\x64" + bytes(range(256)) * 20,
    "mp4": b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + b"words " * 1000,
    "font": b"\x00\x01\x00\x00\x00\x0c\x00\x80" + b"glyf words " * 900,
    "elf": b"\x7fELF\x02\x01\x01" + b"words " * 1000,
    "exe": b"MZ\x90\x00\x03" + b"This program cannot be run in DOS mode. " * 100,
    "class": b"\xca\xfe\xba\xbe\x00\x00\x00\x41" + b"java/lang/Object " * 400,
    "jar": zip_of({"META-INF/MANIFEST.MF": b"Main-Class: A", "word/document.xml": b"<x/>"}),
    "apk": zip_of({"AndroidManifest.xml": b"\x03\x00", "res/a.txt": b"words"}),
    "apk that begins with something else": zip_of(
        {"res/a.txt": b"words", "AndroidManifest.xml": b"\x03\x00"}
    ),
    "jar without a manifest at its beginning": zip_of(
        {"a/B.class": b"\xca\xfe\xba\xbe", "META-INF/MANIFEST.MF": b"Main-Class: A"}
    ),
    "7z": b"7z\xbc\xaf\x27\x1c\x00\x04" + b"words " * 100,
    "sqlite": b"SQLite format 3\x00" + b"create table words " * 300,
    "deb": b"!<arch>\ndebian-binary   1410122664  0     0     100644  4         `\n2.0\n"
    b"control.tar.gz  1410122664  0     0     100644  99        `\n" + gzip.compress(b"x" * 99),
    "zeros": bytes(5000),
    "ole of another kind": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5000),
    "a cut off ole": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x09\x00" * 30,
}


def _holds(folder: Path, data: bytes) -> bool:
    path = folder / "letter.jpg"
    path.write_bytes(data)
    return holds_document(str(path))


@pytest.mark.parametrize("data", _DOCUMENTS)
def test_a_document_of_every_format_is_known_by_its_content(tmp_path: Path, data: bytes) -> None:
    assert _holds(tmp_path, data)


@pytest.mark.parametrize("data", _OTHERS.values(), ids=_OTHERS)
def test_what_is_none_is_known_too(tmp_path: Path, data: bytes) -> None:
    assert not _holds(tmp_path, data)


@pytest.mark.parametrize(
    "data",
    [
        zip_of({"a.txt": b"words"}),
        zip_of({"a.txt": b"words"})[:-20],
        zip_of({"photo.jpg": _png(), "sub/a.docx": seeds_by_format()["docx"][0]}),
        tar_of({"a.txt": b"words"}),
        tar_of({"a.txt": b"words"}, "w:gz"),
        tar_of({"a.txt": b"words"}, "w:xz"),
        gzip.compress(b"words " * 100),
        bz2.compress(b"words " * 100),
        lzma.compress(b"words " * 100),
    ],
    ids=["zip", "zip cut off", "zip of documents", "tar", "tgz", "txz", "gzip", "bzip2", "xz"],
)
def test_an_archive_is_known_too(tmp_path: Path, data: bytes) -> None:
    assert _holds(tmp_path, data)
    with closing(Contents(Limits())) as contents:
        assert _misnamed(contents, zip_of({"a.gif": data, "b.png": _png()})) == {
            "a.gif": True,
            "b.png": False,
        }


def test_an_archive_in_an_archive_that_is_too_long_to_be_looked_at_is_taken_for_one() -> None:
    inner = zip_of({"a.bin": os.urandom(20_000)})
    with closing(Contents(Limits(size_bytes=10_000))) as contents:
        assert _misnamed(contents, zip_of({"a.gif": inner})) == {"a.gif": True}


def test_a_compressed_picture_is_not_misnamed(tmp_path: Path) -> None:
    path = tmp_path / "drawing.svgz"
    path.write_bytes(gzip.compress(b"<svg xmlns='http://www.w3.org/2000/svg'/>"))
    assert not holds_document(str(path))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_wide_text_without_a_mark_and_without_zero_bytes_is_text(
    tmp_path: Path, encoding: str
) -> None:
    data = "他们今天下午在学校上课。大家都来了。".encode(encoding)
    assert b"\0" not in data
    assert _holds(tmp_path, data)


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        ("zh-Hans", "utf-8"),
        ("zh-Hans", "utf-8-sig"),
        ("zh-Hans", "gb18030"),
        ("zh-Hans", "utf-16"),
        ("zh-Hans", "utf-16-le"),
        ("zh-Hant", "big5"),
        ("ja", "cp932"),
        ("ja", "iso2022_jp"),
        ("ko", "cp949"),
        ("de", "cp1252"),
        ("en", "utf-16-be"),
        ("en", "utf-32"),
        ("ru", "koi8-r"),
        ("ru", "cp1251"),
        ("el", "cp1253"),
    ],
)
def test_text_is_known_in_every_encoding(tmp_path: Path, language: str, encoding: str) -> None:
    text = sample_text(language).encode(encoding, "ignore")
    assert _holds(tmp_path, text)
    assert _holds(tmp_path, text * 100)


def test_a_character_that_is_cut_by_the_end_of_the_look_is_none_that_is_broken(
    tmp_path: Path,
) -> None:
    for before in range(4):
        assert _holds(tmp_path, b"a" * before + "文".encode() * 5000)
    assert not _holds(tmp_path, "文".encode()[:2])


@given(st.binary(min_size=300, max_size=3000))
def test_noise_is_no_document(data: bytes) -> None:
    noise = bytes(byte ^ (37 * number % 256) for number, byte in enumerate(data)) + bytes(range(32))
    with closing(Contents(Limits())) as contents:
        assert not any(_misnamed(contents, zip_of({"a.bin": noise})).values())


def test_a_file_that_cannot_be_opened_is_none(tmp_path: Path) -> None:
    assert not holds_document(str(tmp_path / "gone.jpg"))
    assert not holds_document(str(tmp_path))
    assert not holds_document("\0.jpg")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    assert not holds_document(str(tmp_path / "pipe.jpg"))


def _misnamed(contents: Contents, data: bytes, suffix: str = ".zip") -> dict[str, bool]:
    with tempfile.NamedTemporaryFile(suffix=suffix) as file:
        file.write(data)
        file.flush()
        members = contents.read(FileTask(file.name)).members
    return {member.name: member.is_misnamed for member in members or ()}


_DOC = seeds_by_format()["doc"][0]
_FILES = {
    "letter.jpg": b"A letter of some words.",
    "photo.jpg": _png(),
    "letter.png": _DOC,
    "a.txt": b"words",
    "empty.jpg": b"",
    "sub/letter.exe": seeds_by_format()["docx"][0],
}
_FOUND = {"letter.jpg", "letter.png", "sub/letter.exe"}


@pytest.mark.parametrize(
    "data",
    [zip_of(_FILES), tar_of(_FILES), tar_of(_FILES, "w:gz"), tar_of(_FILES, "w:xz")],
    ids=["zip", "tar", "tar.gz", "tar.xz"],
)
def test_documents_in_archives_are_known_likewise(data: bytes) -> None:
    with closing(Contents(Limits())) as contents:
        found = _misnamed(contents, data)
    assert found.keys() == _FILES.keys()
    assert {name for name, is_misnamed in found.items() if is_misnamed} == _FOUND


def test_what_is_attached_is_known_likewise() -> None:
    letter = EmailMessage()
    letter["From"] = "a@b.c"
    letter.set_content("words")
    for name, data in _FILES.items():
        kind = {"maintype": "application", "subtype": "octet-stream"}
        letter.add_attachment(data, filename=name.rpartition("/")[2], **kind)
    with closing(Contents(Limits())) as contents:
        found = _misnamed(contents, bytes(letter), ".eml")
    assert {name for name, is_misnamed in found.items() if is_misnamed} == {
        "letter.jpg", "letter.png", "letter.exe",
    }  # fmt: skip


def test_a_long_compressed_archive_is_not_read_twice_for_it() -> None:
    data = tar_of(_FILES | {"long.txt": bytes(100_000)}, "w:gz")
    with closing(Contents(Limits(size_bytes=100_000))) as contents:
        assert not any(_misnamed(contents, data, ".tgz").values())


def test_of_what_is_locked_or_broken_nobody_knows() -> None:
    broken = zip_of({"a.txt": b"words", "a.jpg": b"words"})
    second = broken.index(b"PK\x03\x04", 4)
    with closing(Contents(Limits())) as contents:
        assert _misnamed(contents, locked_zip("a.jpg", b"words", b"secret")) == {"a.jpg": False}
        assert not any(_misnamed(contents, broken[:second] + b"X" + broken[second + 1 :]).values())
