from __future__ import annotations

import io
import tarfile

import pytest

from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.containers.archives import contents, opened, tar_of

_FILES = {"b.txt": b"second " * 99, "dir/a.txt": b"first", "empty": b""}
_MODES = ["w", "w:gz", "w:bz2", "w:xz"]


def _reason(data: bytes, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        contents(opened(data, limits=limits))
    return caught.value.reason


@pytest.mark.parametrize("mode", _MODES)
def test_members_come_in_order_however_compressed(mode: str) -> None:
    assert contents(opened(tar_of(_FILES, mode))) == _FILES


@pytest.mark.parametrize("layout", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_every_layout_is_read_with_long_names(layout: int) -> None:
    name = "/".join(["a folder with a name"] * 8) + "/会议.txt"
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=layout) as archive:
        info = tarfile.TarInfo(name)
        info.size = 5
        archive.addfile(info, io.BytesIO(b"words"))
    assert contents(opened(stream.getvalue())) == {name: b"words"}


@pytest.mark.parametrize("mode", _MODES)
def test_members_can_be_read_in_any_order(mode: str) -> None:
    archive = opened(tar_of(_FILES, mode))
    assert archive is not None
    for name in ("dir/a.txt", "b.txt", "empty", "b.txt"):
        assert archive.open(name).read() == _FILES[name]


def test_links_devices_and_folders_are_left_out() -> None:
    kinds = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE)
    extra = []
    for kind in kinds:
        info = tarfile.TarInfo(f"kind{kind!r}")
        info.type, info.linkname = kind, "/etc/passwd"
        extra.append(info)
    assert contents(opened(tar_of({"a": b"words"}, extra=extra))) == {"a": b"words"}


def test_names_in_another_encoding_are_decoded() -> None:
    stream = io.BytesIO()
    with tarfile.open(
        fileobj=stream, mode="w", encoding="gb18030", format=tarfile.GNU_FORMAT
    ) as archive:
        for name in ("会议/资料.txt", "会议/纪要.txt"):
            archive.addfile(tarfile.TarInfo(name))
    assert list(contents(opened(stream.getvalue()))) == ["会议/资料.txt", "会议/纪要.txt"]


def test_names_lead_nowhere_and_differ() -> None:
    data = tar_of([("../../x", b"1"), ("/x", b"2"), ("./x", b"3")])
    assert contents(opened(data)) == {"x": b"1", "x (2)": b"2", "x (3)": b"3"}


@pytest.mark.parametrize("mode", _MODES)
@pytest.mark.parametrize("tenth", range(1, 10))
def test_a_cut_off_archive_is_damaged(mode: str, tenth: int) -> None:
    text = b" ".join(b"%d" % (number * 7919) for number in range(3000))
    data = tar_of({str(number): text for number in range(3)}, mode)[:-1024]
    assert _reason(data[: len(data) * tenth // 10]) is FailureReason.DAMAGED


def test_a_compressed_archive_that_inflates_without_end_is_a_bomb() -> None:
    data = tar_of({"a": bytes(10_000_000)}, "w:gz")
    assert _reason(data, Limits(expanded_bytes=100_000)) is FailureReason.BOMB


def test_a_sparse_member_that_would_be_huge_is_a_bomb() -> None:
    info = tarfile.TarInfo("sparse")
    info.pax_headers = {
        "GNU.sparse.major": "1",
        "GNU.sparse.minor": "0",
        "GNU.sparse.realsize": str(10**12),
        "GNU.sparse.name": "sparse",
    }
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        content = b"1\n0\n0\n".ljust(512, b"\0")
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    assert _reason(stream.getvalue()) is FailureReason.BOMB


def test_too_many_members_are_told() -> None:
    data = tar_of({str(number): b"" for number in range(11)})
    assert _reason(data, Limits(archive_members=10)) is FailureReason.BOMB


def test_a_text_is_no_archive() -> None:
    assert opened(b"some words " * 100) is None
    assert opened(bytes(1024)) is None


def test_a_member_that_is_not_there_is_gone() -> None:
    archive = opened(tar_of({"a": b"x"}))
    assert archive is not None
    with pytest.raises(ReadFailure) as caught:
        archive.open("b")
    assert caught.value.reason is FailureReason.GONE
