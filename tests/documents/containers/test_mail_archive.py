from __future__ import annotations

import os
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest

from simhash_gui.documents.contents import Contents, read_file
from simhash_gui.documents.records import FailureReason, FileTask, Limits, ReadFailure
from tests.documents.containers.archives import contents, opened, zip_of


def letter(subject: str, text: str, attached: dict[str, bytes] | None = None) -> bytes:
    message = EmailMessage()
    message["From"] = "ada@example.org"
    message["To"] = "eve@example.org"
    message["Date"] = "Fri, 20 Nov 2026 22:00:00 +0000"
    message["Subject"] = subject
    message.set_content(text)
    for name, data in (attached or {}).items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def mailbox(*letters: bytes) -> bytes:
    postmark = b"From ada@example.org Fri Nov 20 22:00:00 2026\n"
    return b"".join(postmark + one + b"\n\n" for one in letters)


def test_a_mailbox_holds_its_messages() -> None:
    data = mailbox(letter("First", "one"), letter("会议", "From here on\n\nFrom there"))
    found = contents(opened(data, "mail"))
    assert list(found) == ["00001 First.eml", "00002 会议.eml"]
    assert b"one" in found["00001 First.eml"]
    assert not found["00002 会议.eml"].startswith(b"From ada")


def test_too_many_messages_are_told() -> None:
    data = mailbox(*[letter("x", "y")] * 4)
    with pytest.raises(ReadFailure) as caught:
        opened(data, "mail", Limits(archive_members=3))
    assert caught.value.reason is FailureReason.BOMB


def test_a_message_is_a_document_with_what_is_attached(tmp_path: Path) -> None:
    inner = zip_of({"deep.txt": b"deep words"})
    data = letter("Papers", "Please find attached.", {"a.txt": b"words", "../b.zip": inner})
    path = tmp_path / "a.eml"
    path.write_bytes(data)
    contents = Contents(Limits())
    found = contents.read(FileTask(str(path)))
    assert found.data == data
    assert found.members is not None
    assert [member.name for member in found.members] == ["a.txt", "b.zip"]
    assert contents.read(FileTask(str(path), member=("a.txt",))).data == b"words"
    deep = FileTask(str(path), member=("b.zip", "deep.txt"))
    assert contents.read(deep).data == b"deep words"
    contents.close()


def test_a_message_with_nothing_attached_is_a_document(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(letter("Hello", "No papers."))
    found = Contents(Limits()).read(FileTask(str(path)))
    assert (found.data, found.members) == (path.read_bytes(), None)


def test_attachments_of_a_message_in_a_mailbox_are_reached(tmp_path: Path) -> None:
    path = tmp_path / "mail"
    path.write_bytes(mailbox(letter("Papers", "Here.", {"a.txt": b"words"})))
    contents = Contents(Limits())
    task = FileTask(str(path), member=("00001 Papers.eml", "a.txt"))
    assert contents.read(task).data == b"words"
    contents.close()


def test_a_message_below_the_depth_limit_is_read_without_what_is_attached(tmp_path: Path) -> None:
    path = tmp_path / "mail"
    path.write_bytes(mailbox(letter("Papers", "Here.", {"a.txt": b"words"})))
    contents = Contents(Limits(archive_depth=1))
    found = contents.read(FileTask(str(path), member=("00001 Papers.eml",)))
    assert found.data is not None
    assert found.members is None
    contents.close()


@pytest.mark.parametrize("name", ["a.txt", "a.eml"])
def test_words_are_no_mailbox(name: str) -> None:
    assert opened(b"From the first day on it rained.\n" * 30, "a.txt") is None


def test_a_name_that_is_gone_is_told() -> None:
    box = opened(mailbox(letter("x", "y")), "mail")
    assert box is not None
    with pytest.raises(ReadFailure) as caught:
        box.open("other")
    assert caught.value.reason is FailureReason.GONE


_SMALL = Limits(size_bytes=20_000)


def _too_large(path: Path, *member: str) -> bool:
    with closing(Contents(_SMALL)) as contents, pytest.raises(ReadFailure) as caught:
        contents.read(FileTask(str(path), member=member))
    return caught.value.reason is FailureReason.TOO_LARGE


def test_a_short_message_is_read_however_long_what_is_attached_is(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    attached = {"fits.bin": os.urandom(3_000), "too long.bin": os.urandom(22_000)}
    path.write_bytes(letter("Photo", "Please find attached.", attached))
    assert path.stat().st_size > 1.5 * _SMALL.size_bytes
    assert read_file(path, limits=_SMALL)[0].text == "Photo\n\nPlease find attached."
    with closing(Contents(_SMALL)) as contents:
        found = contents.read(FileTask(str(path), member=("fits.bin",)))
    assert found.data == attached["fits.bin"]
    assert _too_large(path, "too long.bin")

    archive = tmp_path / "a.zip"
    archive.write_bytes(zip_of({"a.eml": path.read_bytes(), "a.txt": b"words " * 4_000}))
    with closing(Contents(_SMALL)) as contents:
        found = contents.read(FileTask(str(archive), member=("a.eml",)))
    assert found.data == path.read_bytes()
    assert _too_large(archive, "a.txt")


def test_a_message_with_a_text_beyond_the_limit_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(letter("Long", "words\n" * 4_000))
    assert path.stat().st_size < 2 * _SMALL.size_bytes
    with pytest.raises(ReadFailure) as caught:
        read_file(path, limits=_SMALL)
    assert caught.value.reason is FailureReason.TOO_LARGE
    path.write_bytes(letter("Long", "words", {"a.bin": os.urandom(40_000)}))
    assert _too_large(path)
