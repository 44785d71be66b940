from __future__ import annotations

import struct
import zlib
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from simhash_gui.documents.readers.zip_package import has_member, is_zip, open_package
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.readers.office_files import zipped

LIMITS = Limits(expanded_bytes=1_000_000, archive_members=50)


def reason_of(data: bytes, name: str = "a.xml", limits: Limits = LIMITS) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        open_package(data, limits).read(name)
    return caught.value.reason


def patched(data: bytes, directory_offset: int, value: int) -> bytes:
    """With a 32-bit field of the only directory entry replaced."""
    entry = data.index(b"PK\x01\x02")
    changed = bytearray(data)
    struct.pack_into("<I", changed, entry + directory_offset, value)
    return bytes(changed)


def test_members_come_out_as_they_went_in() -> None:
    data = zipped({"a.xml": "文" * 1000, "folder/b.xml": b"\x00\x01"}, stored=["folder/b.xml"])
    package = open_package(data, LIMITS)
    assert package.names == ("a.xml", "folder/b.xml")
    assert package.read("a.xml") == ("文" * 1000).encode()
    assert package.read("folder/b.xml") == b"\x00\x01"


def test_folders_are_no_members() -> None:
    assert open_package(zipped({"folder/": "", "a.xml": "x"}), LIMITS).names == ("a.xml",)


@pytest.mark.parametrize("name", ["WORD/Document.XML", "/word/document.xml", "word\\document.xml"])
def test_names_are_taken_without_regard_to_case_and_slashes(name: str) -> None:
    package = open_package(zipped({"word/document.xml": "x"}), LIMITS)
    assert name in package
    assert package.read(name) == b"x"


def test_a_missing_part_is_damage() -> None:
    assert reason_of(zipped({"b.xml": "x"})) is FailureReason.DAMAGED


def test_more_members_than_the_limit_are_a_bomb() -> None:
    data = zipped({f"{number}.xml": "" for number in range(51)})
    assert reason_of(data) is FailureReason.BOMB


def test_what_all_members_declare_is_added_up_before_anything_is_inflated() -> None:
    data = zipped({"a.xml": bytes(600_000), "b.xml": bytes(600_000)})
    with pytest.raises(ReadFailure) as caught:
        open_package(data, LIMITS)
    assert caught.value.reason is FailureReason.BOMB
    assert "1,000,000" in caught.value.detail


def test_reading_the_same_member_again_and_again_counts() -> None:
    package = open_package(zipped({"a.xml": bytes(400_000)}), LIMITS)
    package.read("a.xml")
    package.read("a.xml")
    with pytest.raises(ReadFailure) as caught:
        package.read("a.xml")
    assert caught.value.reason is FailureReason.BOMB


def test_a_member_that_inflates_to_more_than_it_declares_is_a_bomb() -> None:
    data = patched(zipped({"a.xml": bytes(900_000)}), 24, 10)
    assert reason_of(data) is FailureReason.BOMB


def test_a_member_that_declares_more_than_deflate_can_hold_is_a_bomb() -> None:
    data = patched(zipped({"a.xml": "x"}), 24, 900_000)
    assert reason_of(data) is FailureReason.BOMB


def test_a_member_that_inflates_to_less_than_it_declares_is_damaged() -> None:
    data = patched(zipped({"a.xml": "x" * 100}), 24, 200)
    assert reason_of(data) is FailureReason.DAMAGED


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED])
def test_a_wrong_checksum_is_damage(method: int) -> None:
    file = BytesIO()
    with ZipFile(file, "w", method) as archive:
        archive.writestr("a.xml", "text")
    assert reason_of(patched(file.getvalue(), 16, 1)) is FailureReason.DAMAGED


def test_broken_deflate_is_damage() -> None:
    data = zipped({"a.xml": "text " * 50})
    start = data.index(b"a.xml") + len("a.xml")
    assert reason_of(data[:start] + b"\xff" * 5 + data[start + 5 :]) is FailureReason.DAMAGED


def test_a_member_that_is_not_where_the_directory_says_is_damage() -> None:
    assert reason_of(patched(zipped({"a.xml": "x"}), 42, 3)) is FailureReason.DAMAGED


def test_an_encrypted_member_needs_a_password() -> None:
    data = bytearray(zipped({"a.xml": "x"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert reason_of(bytes(data)) is FailureReason.PASSWORD


def test_a_method_that_documents_do_not_use_is_unsupported() -> None:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_BZIP2) as archive:
        archive.writestr("a.xml", "text")
    assert reason_of(file.getvalue()) is FailureReason.UNSUPPORTED


def test_truncated_anywhere_it_is_damaged() -> None:
    data = zipped({"a.xml": zlib.compress(b"x" * 10), "b.xml": "text " * 100})
    reasons = {reason_of(data[: len(data) * tenth // 10]) for tenth in range(1, 10)}
    assert reasons == {FailureReason.DAMAGED}


def test_a_package_knows_its_members_without_being_opened() -> None:
    data = zipped({"[Content_Types].xml": "x", "word/document.xml": "y"})
    assert is_zip(data)
    assert has_member(data, b"[Content_Types].xml")
    assert has_member(data, b"word/")
    assert not has_member(data, b"ppt/")
    assert not has_member(b"word/", b"word/")


def test_a_truncated_package_is_known_by_what_is_left() -> None:
    data = zipped({"[Content_Types].xml": "x" * 50, "word/document.xml": "y" * 50})
    assert has_member(data[: data.index(b"PK\x01\x02")], b"word/")


def test_members_of_documents_in_an_archive_are_not_members_of_the_archive() -> None:
    inner = zipped({"[Content_Types].xml": "x", "word/document.xml": "y"})
    outer = zipped({"inner.docx": inner}, stored=["inner.docx"])
    assert not has_member(outer, b"word/")
    assert not has_member(outer[:-30], b"word/")
