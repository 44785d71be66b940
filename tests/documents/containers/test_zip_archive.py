from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile

import pytest

from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.containers.archives import (
    contents,
    locked_zip,
    opened,
    zip_of,
    zip_with_raw_names,
)


def _reason(data: bytes, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        contents(opened(data, limits=limits))
    return caught.value.reason


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_members_come_in_order_whatever_the_method(method: int) -> None:
    files = {"b.txt": b"second " * 99, "dir/a.txt": b"first", "empty": b""}
    assert contents(opened(zip_of(files, method))) == files


def _zip_with_dictionary(size_bytes: int) -> bytes:
    data = bytearray(zip_of({"a.txt": b"words"}, zipfile.ZIP_LZMA))
    struct.pack_into("<I", data, 30 + len("a.txt") + 5, size_bytes)  # APPNOTE 5.8.8
    return bytes(data)


def test_a_dictionary_beyond_all_that_may_come_out_is_a_bomb() -> None:
    data = _zip_with_dictionary(0xFFFFFFFF)
    assert _reason(data, Limits(expanded_bytes=1 << 20)) is FailureReason.BOMB


def test_a_dictionary_may_be_as_long_as_what_may_come_out() -> None:
    data = _zip_with_dictionary(100 << 20)
    assert contents(opened(data, "a", Limits(expanded_bytes=100 << 20))) == {"a.txt": b"words"}


@pytest.mark.parametrize("end", range(30, 45))
def test_an_lzma_member_that_is_cut_off_is_damaged(end: int) -> None:
    data = zip_of({"a.txt": b"words"}, zipfile.ZIP_LZMA)
    moved = bytearray(data)
    at = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", moved, at + 42, len(data) - end)  # the member, near the end
    assert _reason(bytes(moved)) is FailureReason.DAMAGED


def test_a_locked_member_beyond_what_may_come_out_is_a_bomb() -> None:
    data = locked_zip("a.txt", b"words" * 100, b"secret")
    assert _reason(data, Limits(expanded_bytes=499)) is FailureReason.BOMB


def test_sizes_are_those_declared() -> None:
    archive = opened(zip_of({"a": b"12345"}))
    assert archive is not None
    assert [(member.name, member.size_bytes) for member in archive.members] == [("a", 5)]


def test_an_archive_without_members_is_one() -> None:
    assert contents(opened(zip_of({}))) == {}


def test_folders_and_links_are_left_out() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("folder/", b"")
        link = zipfile.ZipInfo("link")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, b"/etc/passwd")
        archive.writestr("a.txt", b"words")
    assert contents(opened(stream.getvalue())) == {"a.txt": b"words"}


@pytest.mark.parametrize(
    "part",
    ["[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF", "META-INF/container.xml"],
)
def test_a_package_is_a_document(part: str) -> None:
    assert opened(zip_of({part: b"x", "word/document.xml": b"<x/>"})) is None


def test_a_cut_off_package_is_left_to_the_readers() -> None:
    package = zip_of({"[Content_Types].xml": b"x" * 500, "word/document.xml": b"<x/>"})
    assert opened(package[: len(package) // 2]) is None


def test_an_archive_of_packages_is_an_archive() -> None:
    assert opened(zip_of({"a/[Content_Types].xml": b"x"})) is not None


@pytest.mark.parametrize("tenth", range(1, 10))
def test_a_cut_off_archive_is_damaged(tenth: int) -> None:
    data = zip_of({f"{number}.txt": b"words " * number for number in range(1, 9)})
    assert _reason(data[: len(data) * tenth // 10]) is FailureReason.DAMAGED


def test_broken_content_is_damage_of_that_member_alone() -> None:
    data = bytearray(zip_of({"a": b"good words" * 50, "b": b"bad words" * 50}, zipfile.ZIP_STORED))
    at = data.index(b"bad words")
    data[at : at + 3] = b"xxx"
    archive = opened(bytes(data))
    assert archive is not None
    assert archive.open("a").read() == b"good words" * 50
    with pytest.raises(ReadFailure) as caught, archive.open("b") as stream:
        stream.read()
    assert caught.value.reason is FailureReason.DAMAGED


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "utf-8", "cp932"])
def test_names_without_a_told_encoding_are_decoded(encoding: str) -> None:
    names = ["會議/資料一.txt", "會議/資料二.txt"] if encoding != "cp932" else ["資料/議事録.txt"]
    data = zip_with_raw_names([(name.encode(encoding), b"words") for name in names])
    assert list(contents(opened(data))) == names


def test_names_of_dos_are_decoded() -> None:
    data = zip_with_raw_names([("Größe.txt".encode("cp437"), b"words")])
    assert list(contents(opened(data))) == ["Größe.txt"]


def test_names_told_to_be_utf8_stay() -> None:
    assert list(contents(opened(zip_of({"会议 ☃.txt": b"words"})))) == ["会议 ☃.txt"]


def test_names_lead_nowhere_and_differ() -> None:
    data = zip_of([("/etc/passwd", b"1"), ("../../x", b"2"), ("x", b"3"), ("a!/b", b"4")])
    assert contents(opened(data)) == {
        "etc/passwd": b"1",
        "x": b"2",
        "x (2)": b"3",
        "a!_/b": b"4",
    }


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_of_one_name_are_all_read() -> None:
    data = zip_of([("a.txt", b"1"), ("a.txt", b"2"), ("a.txt", b"3")])
    assert contents(opened(data)) == {"a.txt": b"1", "a (2).txt": b"2", "a (3).txt": b"3"}


def test_an_archive_that_declares_too_much_is_a_bomb() -> None:
    data = zip_of({"a": bytes(10_000_000)})
    assert _reason(data, Limits(expanded_bytes=1_000_000)) is FailureReason.BOMB


def test_a_large_archive_of_real_text_is_no_bomb() -> None:
    text = " ".join(str(number * 7919) for number in range(20_000)).encode()
    assert contents(opened(zip_of({"a": text}), limits=Limits(expanded_bytes=1000)))["a"] == text


def test_a_member_longer_than_declared_is_a_bomb() -> None:
    data = bytearray(zip_of({"a": b"words " * 100_000}))
    declared = struct.pack("<I", 600_000)
    while declared in data:
        at = data.index(declared)
        data[at : at + 4] = struct.pack("<I", 60)
    assert _reason(bytes(data)) is FailureReason.BOMB


def test_too_many_members_are_told_before_the_directory_is_read() -> None:
    data = zip_of({str(number): b"" for number in range(11)})
    assert _reason(data, Limits(archive_members=10)) is FailureReason.BOMB
    assert len(contents(opened(data, limits=Limits(archive_members=11)))) == 11


def test_a_member_that_is_not_there_is_gone() -> None:
    archive = opened(zip_of({"a": b"x"}))
    assert archive is not None
    with pytest.raises(ReadFailure) as caught:
        archive.open("b")
    assert caught.value.reason is FailureReason.GONE


def test_an_unknown_method_is_told() -> None:
    data = bytearray(zip_of({"a": b"words " * 100}))
    local, directory = data.index(b"PK\x03\x04"), data.index(b"PK\x01\x02")
    data[local + 8 : local + 10] = data[directory + 10 : directory + 12] = struct.pack("<H", 9)
    assert _reason(bytes(data)) is FailureReason.UNSUPPORTED


# "locked words " four times in a.txt, deflated and locked with the password "secret" by pyzipper
# 0.3.6: AE-2 with keys of 128, 192 and 256 bits.
_AES = {
    128: "504b030414000100630001b8745d00000000260000003400000005000b00612e747874019907000200414501"
    "080074b283f6bcce3b96dd574c0d57e5db04fa30d6f9a6d4a3c358145e95f826b3e5c7f86a38f246504b0102140314"
    "000100630001b8745d00000000260000003400000005000b000000000000000000800100000000612e747874019907"
    "0002004145010800504b050600000000010001003e000000540000000000",
    192: "504b030414000100630001b8745d000000002a0000003400000005000b00612e747874019907000200414502"
    "080077383d37aaf78650575930d214ab4e1a8c82d083fa051b8b42c9b0222ec1dea57e56e0c4d2494782d17f504b01"
    "02140314000100630001b8745d000000002a0000003400000005000b000000000000000000800100000000612e7478"
    "7401990700020041450208"
    "00504b050600000000010001003e000000580000000000",
    256: "504b030414000100630001b8745d000000002e0000003400000005000b00612e747874019907000200414503"
    "08008e4b898623cf9e1d2b088684edbb47b65136c2ad827c142722e0317e852189c086fd5d9ced820e48c0f7784745"
    "3c504b0102140314000100630001b8745d000000002e0000003400000005000b000000000000000000800100000000"
    "612e7478740199070002004145030800504b050600000000010001003e0000005c0000000000",
}


@pytest.mark.parametrize("bits", _AES)
def test_a_member_locked_with_aes_needs_its_password(bits: int) -> None:
    data = bytes.fromhex(_AES[bits])
    assert _reason(data) is FailureReason.PASSWORD
    found = contents(opened(data, passwords=("wrong", "secret")))
    assert found == {"a.txt": b"locked words " * 4}


def test_a_broken_member_locked_with_aes_is_not_opened() -> None:
    data = bytearray(bytes.fromhex(_AES[256]))
    data[data.index(b"a.txt") + 40] ^= 1
    with pytest.raises(ReadFailure):
        contents(opened(bytes(data), passwords=("secret",)))


def test_a_member_that_does_not_tell_how_it_is_locked_is_damaged() -> None:
    data = bytes.fromhex(_AES[128]).replace(b"\x01\x99", b"\x02\x99")
    with pytest.raises(ReadFailure) as caught:
        contents(opened(data, passwords=("secret",)))
    assert caught.value.reason is FailureReason.DAMAGED


def test_a_member_too_short_for_the_salt_of_its_lock_is_damaged() -> None:
    whole = bytes.fromhex(_AES[256])
    at, end = whole.index(b"PK\x01\x02"), whole.index(b"PK\x05\x06")
    head = whole[: whole.index(b"a.txt") + 5 + 11] + b"salt"
    entry, last = bytearray(whole[at:end]), bytearray(whole[end:])
    entry[42:46] = (len(entry) + len(last)).to_bytes(4, "little")  # it stands in the comment
    last[16:20], last[20:22] = bytes(4), len(head).to_bytes(2, "little")
    data = b"PK\x03\x04" + bytes(entry + last + head)
    with pytest.raises(ReadFailure) as caught:
        contents(opened(data, passwords=("secret",)))
    assert caught.value.reason is FailureReason.DAMAGED


def test_a_locked_member_that_declares_a_gigabyte_costs_no_room() -> None:
    data = bytearray(bytes.fromhex(_AES[256]))
    size_at = data.index(b"PK\x01\x02") + 20
    data[size_at : size_at + 4] = (1 << 30).to_bytes(4, "little")
    tracemalloc.start()
    with pytest.raises(ReadFailure):
        contents(opened(bytes(data), passwords=("secret",)))
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()


def test_a_locked_member_needs_one_of_the_passwords() -> None:
    data = locked_zip("a.txt", b"locked words", "密码".encode("gb18030"))
    assert _reason(data) is FailureReason.PASSWORD
    with pytest.raises(ReadFailure) as caught:
        contents(opened(data, passwords=("wrong", "")))
    assert caught.value.reason is FailureReason.PASSWORD
    assert contents(opened(data, passwords=("wrong", "密码"))) == {"a.txt": b"locked words"}


def test_no_wrong_password_ever_gives_a_text() -> None:
    data = locked_zip("a.txt", b"locked words", b"right")
    wrong = tuple(str(number) for number in range(2000))
    with pytest.raises(ReadFailure):
        contents(opened(data, passwords=wrong))
    assert contents(opened(data, passwords=(*wrong, "right"))) == {"a.txt": b"locked words"}
