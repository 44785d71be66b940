from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from simhash_gui.documents.contents import Content, Contents, read_file
from simhash_gui.documents.reading import split_path
from simhash_gui.documents.records import FailureReason, FileTask, Limits, ReadFailure
from tests.documents.containers.archives import tar_of, zip_of

_INNER = zip_of({"deep.txt": b"deep words"})
_DOCX = zip_of({"[Content_Types].xml": b"x", "word/document.xml": b"<x/>"})


@pytest.fixture
def contents() -> Iterator[Contents]:
    contents = Contents(Limits())
    yield contents
    contents.close()


def _write(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


def _names(content: Content) -> list[str]:
    assert content.members is not None
    return [member.name for member in content.members]


def _reason(contents: Contents, task: FileTask) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        contents.read(task)
    return caught.value.reason


def test_a_document_gives_its_bytes(tmp_path: Path, contents: Contents) -> None:
    path = _write(tmp_path / "a.txt", b"words")
    found = contents.read(FileTask(path))
    assert (found.data, found.size_bytes, found.members) == (b"words", 5, None)
    assert found.mtime_ns == Path(path).stat().st_mtime_ns


def test_an_archive_gives_its_members_and_no_bytes(tmp_path: Path, contents: Contents) -> None:
    path = _write(tmp_path / "no extension", zip_of({"a.txt": b"1", "b/c.txt": b"22"}))
    found = contents.read(FileTask(path))
    assert (found.data, _names(found)) == (None, ["a.txt", "b/c.txt"])
    assert found.size_bytes == Path(path).stat().st_size


def test_a_member_gives_its_bytes_and_the_time_of_its_file(
    tmp_path: Path, contents: Contents
) -> None:
    path = _write(tmp_path / "a.zip", zip_of({"a.txt": b"words"}))
    found = contents.read(FileTask(path, member=("a.txt",)))
    assert (found.data, found.size_bytes, found.members) == (b"words", 5, None)
    assert found.mtime_ns == Path(path).stat().st_mtime_ns


def test_a_package_is_a_document_wherever_it_stands(tmp_path: Path, contents: Contents) -> None:
    path = _write(tmp_path / "a.zip", zip_of({"letter.docx": _DOCX}))
    assert contents.read(FileTask(_write(tmp_path / "b.docx", _DOCX))).data == _DOCX
    assert contents.read(FileTask(path, member=("letter.docx",))).data == _DOCX


def test_archives_in_archives_are_opened(tmp_path: Path, contents: Contents) -> None:
    data = tar_of({"x.zip": _INNER, "y.gz": gzip.compress(b"compressed")}, "w:gz")
    path = _write(tmp_path / "a.tgz", data)
    assert _names(contents.read(FileTask(path))) == ["x.zip", "y.gz"]
    assert _names(contents.read(FileTask(path, member=("x.zip",)))) == ["deep.txt"]
    assert contents.read(FileTask(path, member=("x.zip", "deep.txt"))).data == b"deep words"
    assert contents.read(FileTask(path, member=("y.gz", "y"))).data == b"compressed"
    assert contents.read(FileTask(path, member=("x.zip", "deep.txt"))).data == b"deep words"


def test_nesting_ends_at_the_limit_but_documents_there_are_read(tmp_path: Path) -> None:
    data = b"innermost"
    for number in range(4):
        data = zip_of({f"{number}": data, "letter.docx": _DOCX})
    path = _write(tmp_path / "a.zip", data)
    contents = Contents(Limits(archive_depth=3))
    assert _names(contents.read(FileTask(path, member=("3", "2")))) == ["1", "letter.docx"]
    assert _reason(contents, FileTask(path, member=("3", "2", "1"))) is FailureReason.NESTED
    assert contents.read(FileTask(path, member=("3", "2", "letter.docx"))).data == _DOCX
    contents.close()


def test_a_changed_archive_is_opened_anew(tmp_path: Path, contents: Contents) -> None:
    path = _write(tmp_path / "a.zip", zip_of({"a": b"old"}))
    assert contents.read(FileTask(path, member=("a",))).data == b"old"
    _write(tmp_path / "new", zip_of({"a": b"new"}))
    os.utime(tmp_path / "new", ns=(1, 1))
    (tmp_path / "new").replace(path)
    assert contents.read(FileTask(path, member=("a",))).data == b"new"


def test_what_is_no_archive_any_more_is_told(tmp_path: Path, contents: Contents) -> None:
    path = _write(tmp_path / "a.zip", b"words")
    assert _reason(contents, FileTask(path, member=("a",))) is FailureReason.CHANGED
    assert _reason(contents, FileTask(path + "x", member=("a",))) is FailureReason.GONE


def test_an_empty_member_is_told(tmp_path: Path, contents: Contents) -> None:
    path = _write(tmp_path / "a.zip", zip_of({"a": b""}))
    assert _reason(contents, FileTask(path, member=("a",))) is FailureReason.EMPTY


def test_the_size_limit_is_for_documents_not_for_archives(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.zip", zip_of({"small": b"12345", "large": b"123456"}))
    contents = Contents(Limits(size_bytes=5))
    assert _names(contents.read(FileTask(path))) == ["small", "large"]
    assert contents.read(FileTask(path, member=("small",))).data == b"12345"
    large = FileTask(path, member=("large",))
    assert _reason(contents, large) is FailureReason.TOO_LARGE
    plain = FileTask(_write(tmp_path / "b.txt", b"123456"))
    assert _reason(contents, plain) is FailureReason.TOO_LARGE
    contents.close()


@pytest.mark.parametrize(
    ("name", "data", "member"),
    [
        ("a.zip", zip_of({"small.txt": b"1", "large.txt": b"x" * 50_000}), "large.txt"),
        ("a.tgz", tar_of({"small.txt": b"1", "large.txt": b"x" * 50_000}, "w:gz"), "large.txt"),
        ("large.txt.gz", gzip.compress(b"x" * 50_000, mtime=0), "large.txt"),
        ("a.zip", zip_of({"a.docx": _DOCX.ljust(50_000, b"x")}), "a.docx"),
    ],
)
def test_of_a_member_beyond_the_limit_its_own_size_is_told(
    tmp_path: Path, name: str, data: bytes, member: str
) -> None:
    path = _write(tmp_path / name, data)
    with (
        closing(Contents(Limits(size_bytes=100))) as contents,
        pytest.raises(ReadFailure) as caught,
    ):
        contents.read(FileTask(path, member=(member,)))
    assert caught.value.reason is FailureReason.TOO_LARGE
    assert caught.value.detail == "50,000 bytes are more than the limit of 100."


def test_a_file_of_several_gigabytes_is_told_at_once(tmp_path: Path, contents: Contents) -> None:
    with (tmp_path / "sparse.txt").open("wb") as file:
        file.truncate(5 * 2**30)
    assert _reason(contents, FileTask(str(tmp_path / "sparse.txt"))) is FailureReason.TOO_LARGE


def test_members_of_a_compressed_archive_are_read_in_one_go(
    tmp_path: Path, contents: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewound: list[int] = []
    rewind = gzip._GzipReader._rewind  # type: ignore[attr-defined]

    def counting(reader: object) -> None:
        rewound.append(1)
        rewind(reader)

    monkeypatch.setattr(gzip._GzipReader, "_rewind", counting)  # type: ignore[attr-defined]
    names = [f"{number}.txt" for number in range(200)]
    path = _write(tmp_path / "a.tgz", tar_of({name: name.encode() for name in names}, "w:gz"))
    contents.read(FileTask(path))
    for name in names:
        contents.read(FileTask(path, member=(name,)))
    assert len(rewound) <= 3  # after the first look, after the listing


def test_nothing_stays_open_after_a_close(tmp_path: Path) -> None:
    data = tar_of({"x.zip": zip_of({"y.tgz": tar_of({"a": b"1"}, "w:gz")})}, "w:xz")
    path = _write(tmp_path / "a.tar.xz", data)
    before = _open_files()
    contents = Contents(Limits())
    assert contents.read(FileTask(path, member=("x.zip", "y.tgz", "a"))).data == b"1"
    contents.close()
    assert _open_files() == before


def _open_files() -> set[tuple[str, int]]:
    return {(file.path, file.fd) for file in psutil.Process().open_files()}


def test_a_path_is_split_where_the_disk_says(tmp_path: Path) -> None:
    folder = tmp_path / "odd!"
    folder.mkdir()
    archive = _write(folder / "a.zip", b"x")
    assert split_path(archive) == (archive, ())
    assert split_path(f"{archive}!/b!/c.txt") == (archive, ("b", "c.txt"))
    assert split_path(f"{archive} › b › c.txt") == (archive, ("b", "c.txt"))
    assert split_path("nowhere › x") == ("nowhere › x", ())
    assert split_path("nowhere!/x") == ("nowhere!/x", ())


def test_a_member_is_read_by_its_path(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.zip", zip_of({"x.zip": _INNER}))
    assert read_file(Path(f"{path}!/x.zip!/deep.txt"))[0].text == "deep words"
    with pytest.raises(ReadFailure) as caught:
        read_file(Path(path))
    assert caught.value.reason is FailureReason.UNSUPPORTED
