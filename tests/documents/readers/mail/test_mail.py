from __future__ import annotations

from base64 import b64encode
from email.message import EmailMessage

import pytest

from simhash_gui.documents.readers import read_bytes, reader_for
from simhash_gui.documents.readers.mail.mail import attachments, recognises
from simhash_gui.documents.records import FailureReason, Metadata, ReadFailure
from tests.fuzzing.seeds import seeds_by_format

HEAD = b"From: a@b.c\r\nTo: d@e.f\r\nDate: Mon, 1 Jan 2024 10:00:00 +0800\r\nSubject: Hello\r\n"


def letter(subject: str = "A subject") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "张三 <zhang@example.org>"
    message["To"] = "b@example.org"
    message["Date"] = "Mon, 1 Jan 2024 10:00:00 +0800"
    message["Subject"] = subject
    return message


def text_of(message: EmailMessage | bytes) -> str:
    data = message if isinstance(message, bytes) else message.as_bytes()
    return read_bytes(data, "a.eml").text


def test_the_subject_and_the_text_are_the_document() -> None:
    message = letter("会议通知")
    message.set_content("第一行\n第二行\n")
    extracted = read_bytes(message.as_bytes(), "a.eml")
    assert extracted.text == "会议通知\n\n第一行\n第二行"
    assert extracted.metadata == Metadata(
        "会议通知", "张三 <zhang@example.org>", "Mon, 01 Jan 2024 10:00:00 +0800"
    )


def test_the_plain_text_goes_before_its_alternative() -> None:
    message = letter()
    message.set_content("plain words")
    message.add_alternative("<p>rich words</p>", subtype="html")
    assert text_of(message) == "A subject\n\nplain words"


def test_a_plain_text_that_says_next_to_nothing_gives_way_to_its_alternative() -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@b.example", "News"
    message.set_content("Please open this letter in a browser.")
    story = "The ferry waits for nobody, and the island has no other. " * 20
    message.add_alternative(f"<p>{story}</p>", subtype="html")
    assert read_bytes(message.as_bytes(), "a.eml").text == f"News\n\n{story.strip()}"
    message.get_payload(0).set_content(story[:500])  # type: ignore[union-attr]
    assert read_bytes(message.as_bytes(), "a.eml").text == f"News\n\n{story[:500].strip()}"


def test_files_that_come_with_an_alternative_are_not_lost() -> None:
    rich = EmailMessage()
    rich.set_content("<p>See the plan.</p>", subtype="html")
    rich.add_related(b"x", maintype="image", subtype="png", cid="<1>")
    rich.add_attachment(b"the plan", maintype="text", subtype="plain", filename="plan.txt")
    message = EmailMessage()
    message["From"], message["Subject"] = "a@b.example", "Plan"
    message.set_content("See the plan.")
    message.make_alternative()
    message.attach(rich)
    assert read_bytes(message.as_bytes(), "a.eml").text == "Plan\n\nSee the plan."
    assert attachments(message.as_bytes()) == [("plan.txt", b"the plan")]


def test_an_empty_plain_text_gives_way_to_its_alternative() -> None:
    message = letter()
    message.set_content(" \n")
    message.add_alternative("<p>rich <b>words</b></p>", subtype="html")
    assert text_of(message) == "A subject\n\nrich words"


def test_a_page_with_pictures_is_an_alternative_too() -> None:
    message = letter()
    message.set_content("<p>with a picture</p>", subtype="html")
    message.add_related(b"\x89PNG", "image", "png", cid="<picture>")
    assert text_of(message) == "A subject\n\nwith a picture"
    assert attachments(message.as_bytes()) == []


def test_what_is_attached_is_no_text() -> None:
    message = letter()
    message.set_content("see there")
    message.add_attachment("attached words", filename="notes.txt")
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="附件.pdf")
    assert text_of(message) == "A subject\n\nsee there"
    found = attachments(message.as_bytes())
    assert [(name, content.strip()) for name, content in found] == [
        ("notes.txt", b"attached words"),
        ("附件.pdf", b"%PDF"),
    ]


def test_a_letter_within_a_letter_is_attached_whole() -> None:
    inner = letter("The inner one")
    inner.set_content("inner words")
    outer = letter("The outer one")
    outer.set_content("outer words")
    outer.add_attachment(inner)
    ((name, content),) = attachments(outer.as_bytes())
    assert name.endswith(".eml")
    assert text_of(content) == "The inner one\n\ninner words"
    assert text_of(outer) == "The outer one\n\nouter words"


def test_an_attachment_without_a_name_gets_one() -> None:
    message = letter()
    message.set_content("see there")
    message.add_attachment(b"PK", maintype="application", subtype="zip")
    assert [name for name, _ in attachments(message.as_bytes())] == ["attachment 1"]


def test_names_of_attachments_are_decoded() -> None:
    name = b64encode("附件".encode("gb2312")).decode()
    data = (
        HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\ntext\r\n--x\r\n"
        b'Content-Type: application/pdf; name="=?gb2312?B?' + name.encode() + b'?=.pdf"\r\n\r\n'
        b"abc\r\n--x--\r\n"
    )
    assert attachments(data) == [("附件.pdf", b"abc")]


@pytest.mark.parametrize("charset", ["gb2312", "gb18030", "big5", "iso-2022-jp", "koi8-r", "utf-8"])
def test_the_declared_charset_decodes_text_and_subject(charset: str) -> None:
    text = {"koi8-r": "привет", "iso-2022-jp": "日本語"}.get(charset, "中文")
    message = letter()
    del message["Subject"]
    data = message.as_bytes().rstrip(b"\n") + (
        f"\nSubject: =?{charset}?B?".encode()
        + b64encode(text.encode(charset))
        + f"?=\nContent-Type: text/plain; charset={charset}\n\n".encode()
        + text.encode(charset)
    )
    assert text_of(data) == f"{text}\n\n{text}"


def test_characters_beyond_gb2312_in_a_letter_that_declares_it_are_read() -> None:
    data = HEAD + b"Content-Type: text/plain; charset=gb2312\r\n\r\n" + "朱镕基".encode("gbk")
    assert text_of(data).endswith("朱镕基")


@pytest.mark.parametrize(("charset", "encoded"), [("utf-7", b"+Ti1lhw-"), ("hz", b"~{VPND~}")])
def test_charsets_that_look_like_ascii_are_decoded_as_declared(
    charset: str, encoded: bytes
) -> None:
    data = HEAD + f"Content-Type: text/plain; charset={charset}\r\n\r\n".encode() + encoded
    assert text_of(data).endswith("中文")


def test_bare_bytes_in_a_header_are_read_as_utf_8() -> None:
    data = HEAD.replace(b"Hello", "直接写的主题".encode()) + b"\r\ntext"
    assert read_bytes(data, "a.eml").metadata.title == "直接写的主题"


def test_an_override_goes_before_the_declared_charset() -> None:
    data = HEAD + b"Content-Type: text/plain; charset=gb2312\r\n\r\n" + "да".encode("cp1251")
    assert read_bytes(data, "a.eml", "cp1251").text.endswith("да")


def test_lines_broken_only_to_fit_are_put_together() -> None:
    head = HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n"
    assert text_of(head + b"one \r\ntwo\r\n> quoted \r\nthree").endswith(
        "one two\n> quoted \nthree"
    )


def test_an_encrypted_letter_says_so() -> None:
    data = HEAD + b"Content-Type: multipart/encrypted; boundary=x\r\n\r\n--x\r\n\r\nx\r\n--x--"
    with pytest.raises(ReadFailure) as caught:
        read_bytes(data, "a.eml")
    assert caught.value.reason is FailureReason.UNSUPPORTED
    assert attachments(data) == []


def test_a_letter_without_text_is_its_subject() -> None:
    assert text_of(HEAD + b"\r\n") == "Hello"
    assert text_of(b"X: y\n\n") == ""


def test_parts_nested_too_deeply_are_refused() -> None:
    parts = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(3000)
    )
    with pytest.raises(ReadFailure) as caught:
        read_bytes(HEAD + parts, "a.eml")
    assert caught.value.reason is FailureReason.NESTED


def test_a_letter_is_recognised_by_the_first_part_of_its_headers() -> None:
    received = b"Received: from somewhere\r\n\tby somewhere else\r\n" * 400
    assert recognises(HEAD + received + b"\r\ntext")
    assert recognises((HEAD + received)[:1024])


@pytest.mark.parametrize("name", ["a.txt", "a", "a.html"])
def test_the_content_tells_the_format(name: str) -> None:
    assert reader_for(HEAD + b"\r\ntext", name).name == "mail"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"From: me\n\nA memo, not a letter.",
        b"Dear all,\n\nFrom: a\nDate: b\nSubject: c",
        b"PEP: 9\nTitle: Sample\nAuthor: Barry\n\ntext",
        b"From: a\nDate: b\nsome prose without a colon\nSubject: c\n\n",
        b"\x89PNG\r\n\x1a\n",
    ],
)
def test_other_beginnings_are_no_letter(data: bytes) -> None:
    assert not recognises(data)


def test_a_letter_that_is_cut_off_keeps_what_is_there() -> None:
    message = letter()
    message.set_content("plain words " * 100)
    message.add_attachment(b"x" * 1000, maintype="application", subtype="pdf", filename="a.pdf")
    data = message.as_bytes()
    whole = text_of(message)
    for tenth in range(1, 10):
        part = read_bytes(data[: len(data) * tenth // 10], "a.eml").text
        assert part.strip()[:10] in whole


def test_wherever_base64_is_cut_off_a_beginning_of_the_attachment_is_left() -> None:
    message = letter()
    message.set_content("words")
    document = seeds_by_format()["docx"][0]
    message.add_attachment(document, "application", "octet-stream", filename="a.docx")
    data = message.as_bytes()
    start = data.index(b"UEsDB")
    for end in (*range(start + 40, start + 60), *range(start + 60, len(data) - 60, 10)):
        [(name, content)] = attachments(data[:end])
        assert name == "a.docx"
        assert document.startswith(content)
        assert len(content) > (end - start) * 3 // 4 * 0.95
        assert reader_for(content, name).name == "docx"
        with pytest.raises(ReadFailure) as caught:
            read_bytes(content, name)
        assert caught.value.reason is FailureReason.DAMAGED


def test_a_text_in_base64_that_is_cut_off_is_read_as_far_as_it_goes() -> None:
    encoded = b64encode(b"Words that were sent, and some more of them.")
    head = HEAD + b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    texts = [text_of(head + encoded[:end]) for end in range(24, 28)]
    assert texts == ["Hello\n\nWords that were se", "Hello\n\nWords that were se", *texts[2:]]
    assert all(text.startswith("Hello\n\nWords that were se") for text in texts)
