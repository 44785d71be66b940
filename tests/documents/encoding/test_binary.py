from __future__ import annotations

import random

import pytest

from simhash_gui.documents.encoding.binary import (
    count_control_characters,
    count_controls,
    refuse_binary_content,
    refuse_binary_signature,
)
from simhash_gui.documents.records import FailureReason, ReadFailure


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"PK\x03\x04\x14\x00", "a ZIP archive or an office document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG picture"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture"),
        (b"GIF89a\x01\x00\x01\x00", "a GIF picture"),
        (b"\x7fELF\x02\x01", "a program"),
        (b"\x1f\x8b\x08\x00", "a gzip archive"),
        (b"SQLite format 3\x00", "a database"),
        (b"RIFF\x24\x00\x00\x00WAVE", "a sound, film or picture"),
    ],
)
def test_known_kinds_of_files_are_refused_by_name(head: bytes, what: str) -> None:
    with pytest.raises(ReadFailure, match=what) as caught:
        refuse_binary_signature(head + b" and more")
    assert caught.value.reason is FailureReason.NOT_TEXT


@pytest.mark.parametrize(
    "text", [b"RIFF is a format", b"GIF89a or GIF87a?", b"ID3 tags", b"", b"P"]
)
def test_a_text_may_begin_with_the_letters_of_a_signature(text: bytes) -> None:
    refuse_binary_signature(text)


def test_white_space_escapes_and_backspaces_are_no_controls() -> None:
    assert count_controls(b"a\tb\r\nc\x0c\x1b[1mN\x08N\x1a") == 0


def test_zero_bytes_and_delete_are_controls() -> None:
    assert count_controls(b"a\x00b\x01c\x7f") == 3
    assert count_control_characters("a\x00b\x01c\x7f中") == 3


def test_a_single_stray_control_is_borne_with() -> None:
    refuse_binary_content(1, 10)


def test_random_bytes_are_refused() -> None:
    data = random.Random(7).randbytes(200)
    with pytest.raises(ReadFailure, match="binary data"):
        refuse_binary_content(count_controls(data), len(data))
