from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.pdf import opened, recognises
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import Extracted, FailureReason, Limits, Metadata, ReadFailure
from tests.documents.readers.pdf_files import (
    At,
    deflated,
    drawn,
    lines,
    pdf,
    pdf_of,
    stream,
)

SEEDS = Path(__file__).parent / "seeds"
LEFT = [f"left column number {i} with some words" for i in range(8)]
RIGHT = [f"right column number {i} with other words" for i in range(8)]


def text_of(data: bytes) -> str:
    return read_bytes(data, "a.pdf").text


def reason_of(data: bytes, **rest: object) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.pdf", **rest))  # type: ignore[arg-type]
    assert caught.value.detail.endswith(".")
    return caught.value.reason


def test_lines_come_in_the_order_in_which_they_are_drawn() -> None:
    page = lines("The first line of the page.", "这是第二行文字。", "And the third one.")
    assert text_of(pdf(page)).splitlines() == [piece.text for piece in page]


def test_a_word_broken_at_the_end_of_a_line_is_made_whole() -> None:
    page = lines("A line that ends in the middle of an exam-", "ple is made whole.")
    assert "of an example is" in text_of(pdf(page))


def test_a_hyphen_before_a_capital_stays() -> None:
    page = lines("Some of the people there were called Anne-", "Marie, as it often happens")
    assert "Anne-Marie" in text_of(pdf(page))


def test_a_word_broken_at_the_end_of_a_page_is_made_whole() -> None:
    pages = (lines("A page that ends in the middle of an exam-"), lines("ple goes on there."))
    assert "of an example goes on" in text_of(pdf(*pages))


def test_columns_drawn_one_after_the_other_are_read_so() -> None:
    page = [*lines(*LEFT), *lines(*RIGHT, x=320)]
    assert text_of(pdf(page)).splitlines() == [*LEFT, *RIGHT]


def annotation(kind: str, flags: int, *, y: int, appearance: int) -> str:
    return (
        f"<< /Type /Annot /Subtype /{kind} /F {flags} /Rect [100 {y} 300 {y + 20}]"
        f" /AP << /N {appearance} 0 R >> >>"
    )


def test_what_is_filled_in_and_typed_over_a_page_follows_its_text() -> None:
    annotations = (
        annotation("Widget", 4, y=700, appearance=7),
        annotation("FreeText", 4, y=650, appearance=8),
        annotation("Widget", 2, y=600, appearance=9),
    )
    page = f"/Annots [{' '.join(annotations)} << /Subtype /Link /Rect [0 0 9 9] >> null 5]"
    form = "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources 3 0 R"
    looks = [stream(drawn([At(0, 0, text)]), form) for text in ("Ada", "typed", "hidden")]
    content = stream(drawn([At(50, 700, "Name:"), At(50, 650, "Remark:")]))
    text = text_of(pdf_of([content], page=page, more=looks))
    assert text.split() == ["Name:", "Remark:", "Ada", "typed"]


def test_running_lines_are_told_once_and_page_numbers_not_at_all() -> None:
    pages = [
        [
            At(50, 800, "The running title"),
            *lines(*(f"Line {word} of page {name}" for word in ("a", "b", "c", "d", "e")), y=700),
            At(290, 30, f"- {number} -"),
        ]
        for number, name in enumerate(("one", "two", "three", "four"), start=1)
    ]
    text = text_of(pdf(*pages))
    assert text.count("The running title") == 1
    assert text.endswith("The running title")
    assert "- 1 -" not in text
    assert text.count("Line") == 20


def test_a_sentence_goes_on_over_a_running_head() -> None:
    heads = [At(50, 800, "The running title")]
    pages = [
        heads + lines(*(f"line {number} of page {page}" for number in "abc"), y=700)
        for page in "defg"
    ]
    assert "line c of page d\nline a of page e" in text_of(pdf(*pages))


def test_a_page_that_is_turned_is_read_as_it_is_seen() -> None:
    first, second = "The first line of a page that is turned", "and the second line of it."
    page = [At(100, 50, first, turn="0 1 -1 0"), At(112, 50, second, turn="0 1 -1 0")]
    data = pdf_of([stream(drawn(page))], page="/Rotate 90")
    assert text_of(data).splitlines() == [first, second]


def test_what_the_document_says_of_itself_is_metadata() -> None:
    info = "/Title (A title) /Author <FEFF 5F20 4E09> /CreationDate (D:20240501093000+08'00')"
    extracted = read_bytes(pdf(lines("Text"), info=info, catalog="/Lang (zh-CN)"), "a.pdf")
    assert extracted.metadata == Metadata("A title", "张三", "2024-05-01T09:30:00+08:00", "zh-CN")
    assert (extracted.reader, extracted.encoding) == ("pdf", "")


def test_what_programs_write_when_nobody_named_it_is_no_metadata() -> None:
    info = "/Title (untitled) /Author (anonymous)"
    assert read_bytes(pdf(lines("Text"), info=info), "a.pdf").metadata == Metadata()


@pytest.mark.parametrize(
    ("written", "date"),
    [("D:2024", "2024"), ("D:20240501", "2024-05-01"), ("May 2024", "May 2024"),
     ("D:20240501093000Z", "2024-05-01T09:30:00Z"), ("D:20240501093000", "2024-05-01T09:30:00")],
)  # fmt: skip
def test_dates_are_told_in_the_usual_way(written: str, date: str) -> None:
    assert read_bytes(pdf(lines("x"), info=f"/CreationDate ({written})"), "a").metadata.date == date


def test_a_document_without_text_says_so() -> None:
    picture = b"q 100 0 0 100 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q"
    assert reason_of(pdf_of([stream(picture)] * 3)) is FailureReason.NO_TEXT


def test_nothing_but_a_stamp_on_every_scanned_page_is_no_text() -> None:
    assert reason_of(pdf(*[[At(290, 30, str(i))] for i in (1, 2, 3)])) is FailureReason.NO_TEXT


@pytest.mark.parametrize("passwords", [(), ("wrong",)])
def test_a_locked_document_asks_for_a_password(passwords: tuple[str, ...]) -> None:
    data = (SEEDS / "locked.pdf").read_bytes()
    assert reason_of(data, passwords=passwords) is FailureReason.PASSWORD


def test_the_right_one_of_several_passwords_opens_it() -> None:
    source = Source((SEEDS / "locked.pdf").read_bytes(), "a.pdf", passwords=("wrong", "sesame"))
    assert read_source(source).text == "Behind the door."


@pytest.mark.parametrize("tenth", range(1, 10))
def test_a_document_that_is_cut_off_is_damaged(tenth: int) -> None:
    data = pdf(*[lines(*LEFT)] * 5)
    assert reason_of(data[: len(data) * tenth // 10]) is FailureReason.DAMAGED


def test_a_document_without_a_structure_is_damaged() -> None:
    assert reason_of(b"%PDF-1.7\nnothing here\n%%EOF") is FailureReason.DAMAGED


def test_a_page_that_is_not_there_is_damage() -> None:
    data = pdf(lines("one"), lines("two")).replace(
        b"7 0 obj\n<< /Type /Page ", b"7 0 obj\n<< /Type /Gone "
    )
    data = data.replace(b"5 0 R 7 0 R", b"5 0 R 9 0 R")
    assert reason_of(data) is FailureReason.DAMAGED


def test_a_stream_that_inflates_beyond_the_limit_is_stopped() -> None:
    data = pdf_of([deflated(b" " * 30_000_000)])
    assert reason_of(data, limits=Limits(expanded_bytes=10_000_000)) is FailureReason.BOMB


def test_a_stream_that_is_deflated_twice_is_stopped_as_well() -> None:
    data = pdf_of([deflated(b" " * 30_000_000, times=2)])
    assert reason_of(data, limits=Limits(expanded_bytes=10_000_000)) is FailureReason.BOMB


def test_nobody_opens_what_inflates_beyond_the_limit() -> None:
    data = pdf_of([deflated(b" " * 30_000_000)])
    source = Source(data, "a.pdf", limits=Limits(expanded_bytes=10_000_000))
    with pytest.raises(ReadFailure) as caught, opened(source):
        pytest.fail("it was opened")
    assert caught.value.reason is FailureReason.BOMB


def test_an_honest_stream_is_no_bomb() -> None:
    data = pdf_of([deflated(drawn(lines("Honest words.")) * 2)])
    assert read_source(Source(data, "a.pdf", limits=Limits(expanded_bytes=20_000))).text


def test_a_million_pages_are_refused() -> None:
    assert reason_of(pdf_of([stream(b"")], count=1_000_000)) is FailureReason.BOMB


def test_a_text_beyond_the_limit_is_refused() -> None:
    data = pdf(*[lines(*LEFT)] * 4)
    assert reason_of(data, limits=Limits(expanded_bytes=10_000)) is FailureReason.BOMB


def test_a_page_of_any_size_is_read() -> None:
    data = pdf(lines("Words")).replace(b"[0 0 595 842]", b"[0 0 9e9 9e9]")
    assert text_of(data) == "Words"


@pytest.mark.parametrize("name", ["a.txt", "a", "a.docx", "a.html"])
def test_the_content_tells_the_format(name: str) -> None:
    assert reader_for(pdf(lines("x")), name).name == "pdf"


def test_junk_before_the_beginning_is_allowed() -> None:
    assert recognises(b"junk\n" + pdf(lines("x")))


@pytest.mark.parametrize("data", [b"", b"%PDF", b"A %PDF-1.7 file begins so.", b"see %PDF-"])
def test_text_about_pdf_is_none(data: bytes) -> None:
    assert not recognises(data)


def test_mutants_are_read_or_refused() -> None:
    whole = pdf(lines(*LEFT), lines(*RIGHT), info="/Title (x)")
    chance = random.Random(5)
    for _ in range(150):
        mutant = bytearray(whole)
        for _ in range(chance.randint(1, 12)):
            mutant[chance.randrange(len(mutant))] = chance.randrange(256)
        with suppress(ReadFailure):
            assert isinstance(read_bytes(bytes(mutant), "a.pdf"), Extracted)
