from __future__ import annotations

import io

import pytest

from simhash_gui.documents.readers.mail.mail import message, message_spans, messages
from simhash_gui.documents.readers.mail.mbox import recognises

POSTMARK = b"From me@example.org Mon Jan  1 10:00:00 2024\n"
FIRST = b"From: a@b.c\nSubject: One / 1\nDate: x\n\nfirst text\n>From here on quoted\n\n"
SECOND = b"From: a@b.c\nSubject: =?utf-8?B?5LqM?=\n\nFrom now on no divider\n\n"
BOX = POSTMARK + FIRST + POSTMARK + SECOND


def test_every_message_has_a_name_and_is_as_it_was_sent() -> None:
    assert messages(BOX) == [
        ("00001 One 1.eml", FIRST.replace(b">From", b"From")),
        ("00002 二.eml", SECOND),
    ]


def test_a_message_without_a_subject_is_called_by_its_number() -> None:
    assert messages(POSTMARK + b"From: x\n\ntext") == [("00001.eml", b"From: x\n\ntext")]


def test_the_spans_of_a_file_are_where_its_messages_are() -> None:
    spans = list(message_spans(io.BytesIO(BOX)))
    assert [message(BOX[start:end]) for start, end in spans] == [m for _, m in messages(BOX)]
    assert spans[0][0] == 0
    assert spans[-1][1] == len(BOX)


def test_a_divider_needs_an_empty_line_before_and_a_header_after() -> None:
    text = b"From: x\n\nwords\n" + POSTMARK + b"Subject: y\n\n" + POSTMARK + b"no header\n"
    assert len(messages(POSTMARK + text)) == 1


def test_a_box_with_dos_line_ends_is_split_too() -> None:
    assert len(messages(BOX.replace(b"\n", b"\r\n"))) == 2


@pytest.mark.parametrize(
    "data", [b"", b"no box", b"From: a@b.c\n\ntext", b"From 10:00 to 11:00\nno"]
)
def test_nothing_else_is_a_box(data: bytes) -> None:
    assert not recognises(data)
    assert messages(data) == []


def test_a_box_is_recognised_by_its_beginning() -> None:
    assert recognises(BOX)
