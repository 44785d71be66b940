from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from simhash_gui.documents import reading
from simhash_gui.documents.contents import read_file
from simhash_gui.documents.reading import read_content
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure, SystemReason

_POSIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="there are no such files on Windows")


def _reason(path: Path | str, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_content(str(path), limits or Limits())
    assert caught.value.detail.endswith(".")
    return caught.value.reason


def test_a_file_gives_its_bytes_size_and_time(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"some words")
    os.utime(file, ns=(1, 1_700_000_000_123_456_700))
    content = read_content(str(file), Limits())
    assert (content.data, content.size_bytes) == (b"some words", 10)
    assert content.mtime_ns == file.stat().st_mtime_ns


def test_a_file_gives_its_text(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("# 标题\n", "utf-8")
    assert read_file(file)[0].text == "标题"


def test_the_encoding_can_be_chosen(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes("да".encode("cp1251"))
    assert read_file(file, "cp1251")[0].text == "да"


def test_a_link_to_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"words")
    (tmp_path / "link").symlink_to("a.txt")
    assert read_content(str(tmp_path / "link"), Limits()).data == b"words"


@_POSIX_ONLY
def test_a_name_that_is_no_utf8_is_read(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\xfe\n.txt"
    try:
        Path(os.fsdecode(name)).write_bytes(b"words")
    except OSError:
        pytest.skip("this file system wants UTF-8")
    assert read_content(os.fsdecode(name), Limits()).data == b"words"


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert _reason(tmp_path / "empty") is FailureReason.EMPTY


def test_what_is_not_there_is_gone(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"words")
    assert _reason(tmp_path / "nothing") is FailureReason.GONE
    assert _reason(tmp_path / "file" / "below") is FailureReason.GONE


def test_a_file_at_the_size_limit_is_read_and_one_above_it_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_content(str(tmp_path / "a"), Limits(size_bytes=5)).data == b"12345"
    monkeypatch.setattr(reading.os, "open", None)
    assert _reason(tmp_path / "a", Limits(size_bytes=4)) is FailureReason.TOO_LARGE


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_forbidden_file_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"words")
    (tmp_path / "a").chmod(0)
    assert _reason(tmp_path / "a") is FailureReason.UNREADABLE


@_POSIX_ONLY
def test_a_loop_of_links_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(ReadFailure) as caught:
        read_content(str(tmp_path / "a"), Limits())
    assert caught.value.reason is FailureReason.UNREADABLE
    assert caught.value.detail == f"The system cannot read it: {SystemReason.CIRCLE}."


@_POSIX_ONLY
@pytest.mark.parametrize("path", ["/" + "x" * 300, "/" + "x/" * 3000])
def test_a_name_too_long_for_the_system_is_unreadable(path: str) -> None:
    assert _reason(path) is FailureReason.UNREADABLE


@pytest.mark.parametrize("path", ["a\x00b", "\ud800"])
def test_a_name_that_no_file_can_have_is_unreadable(path: str) -> None:
    assert _reason(path) is FailureReason.UNREADABLE


def _make_pipe(path: Path) -> None:
    os.mkfifo(path)


def _make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


@_POSIX_ONLY
@pytest.mark.parametrize("make", [_make_pipe, _make_socket, Path.mkdir])
def test_what_is_no_file_is_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    make(Path("x"))
    monkeypatch.setattr(reading.os, "open", None)
    assert _reason("x") is FailureReason.UNSUPPORTED


@_POSIX_ONLY
def test_it_is_told_what_stands_there_instead_of_a_file(tmp_path: Path) -> None:
    _make_pipe(tmp_path / "x")
    with pytest.raises(ReadFailure, match="This is a pipe, not a regular file"):
        read_content(str(tmp_path / "x"), Limits())


@_POSIX_ONLY
def test_a_device_is_never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading.os, "open", None)
    assert _reason("/dev/zero") is FailureReason.UNSUPPORTED


@_POSIX_ONLY
def test_a_pipe_that_takes_the_place_of_a_file_does_not_hang(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, stat = tmp_path / "x", os.stat
    file.write_bytes(b"words")

    def stat_then_swap(path: str) -> os.stat_result:
        status = stat(path)
        file.unlink()
        os.mkfifo(file)
        return status

    monkeypatch.setattr(reading.os, "stat", stat_then_swap)
    assert _reason(file) is FailureReason.UNSUPPORTED


@pytest.mark.parametrize("change", [b"words and more", b"wor", b"other"])
def test_a_file_that_changes_while_it_is_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: bytes
) -> None:
    file, read = tmp_path / "x", os.read
    file.write_bytes(b"words")
    os.utime(file, ns=(1, 1))

    def read_then_change(descriptor: int, size: int) -> bytes:
        data = read(descriptor, size)
        file.write_bytes(change)
        return data

    monkeypatch.setattr(reading.os, "read", read_then_change)
    assert _reason(file) is FailureReason.CHANGED


def test_a_file_that_arrives_in_pieces_is_put_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x").write_bytes(b"some words")
    read = os.read
    monkeypatch.setattr(reading.os, "read", lambda descriptor, _size: read(descriptor, 3))
    assert read_content(str(tmp_path / "x"), Limits()).data == b"some words"


def test_a_failing_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_bytes(b"words")

    def fail(_descriptor: int, _size: int) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(reading.os, "read", fail)
    assert _reason(tmp_path / "x") is FailureReason.UNREADABLE


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"words")
    opened: list[int] = []
    for _ in range(3):
        read_content(str(tmp_path / "x"), Limits())
        probe = os.open(tmp_path / "x", os.O_RDONLY)
        opened.append(probe)
        os.close(probe)
    assert len(set(opened)) == 1
