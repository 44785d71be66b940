from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes, reader_for
from simhash_gui.documents.records import FailureReason, Metadata, ReadFailure

HEAD = (
    b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/\r\n"
    b"Subject: =?utf-8?Q?The=20subject?=\r\nDate: Mon, 1 Jan 2024 10:00:00 +0800\r\n"
    b'MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n'
    b'\tboundary="x"\r\n\r\n\r\n'
)
PAGE = (
    b"--x\r\nContent-Type: text/html; charset=gb2312\r\nContent-Transfer-Encoding: quoted-printable"
    b"\r\nContent-Location: https://example.org/\r\n\r\n"
    b'<html lang=3D"zh"><head><title>=B1=EA=CC=E2</title></head><body><p>=D6=D0=\r\n=CE=C4</p>'
    b"</body></html>\r\n"
)
STYLE = b"--x\r\nContent-Type: text/css\r\nContent-Location: cid:css\r\n\r\np { color: red }\r\n"
FRAME = b"--x\r\nContent-Type: text/html\r\nContent-Location: cid:frame\r\n\r\n<p>frame</p>\r\n"
WHOLE = HEAD + PAGE + STYLE + FRAME + b"--x--\r\n"


def test_the_page_is_the_document() -> None:
    extracted = read_bytes(WHOLE, "a.mht")
    assert (extracted.text, extracted.reader) == ("中文", "mhtml")
    assert extracted.metadata == Metadata("标题", None, "Mon, 1 Jan 2024 10:00:00 +0800", "zh")


def test_a_page_without_a_title_has_the_subject() -> None:
    data = WHOLE.replace(b"<title>=B1=EA=CC=E2</title>", b"")
    assert read_bytes(data, "a.mht").metadata.title == "The subject"


@pytest.mark.parametrize("name", ["a.txt", "a.eml", "a.html"])
def test_the_content_tells_the_format(name: str) -> None:
    assert reader_for(WHOLE, name).name == "mhtml"


def test_a_letter_with_pictures_is_a_letter() -> None:
    letter = WHOLE.replace(b"From: <Saved by Blink>", b"From: a@b.c\r\nTo: d@e.f", 1)
    assert reader_for(letter, "a.mht").name == "mail"


def test_a_page_that_is_missing_is_damage() -> None:
    with pytest.raises(ReadFailure) as caught:
        read_bytes(HEAD + STYLE, "a.mht")
    assert caught.value.reason is FailureReason.DAMAGED


@pytest.mark.parametrize("tenth", range(1, 10))
def test_what_is_cut_off_is_damaged_or_read_as_far_as_it_goes(tenth: int) -> None:
    try:
        text = read_bytes(
            WHOLE[: len(HEAD) + len(PAGE + STYLE + FRAME) * tenth // 10], "a.mht"
        ).text
    except ReadFailure as failure:
        assert failure.reason is FailureReason.DAMAGED  # noqa: PT017 - either end is right
    else:
        assert "中文".startswith(text[:2])
