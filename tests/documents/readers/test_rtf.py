from __future__ import annotations

import time
from contextlib import suppress

import pytest

from simhash_gui.documents.readers import read_bytes, reader_for
from simhash_gui.documents.records import EncodingSource, FailureReason, Metadata, ReadFailure
from tests.helpers.pace import allowed_s

FONTS = (
    rb"{\fonttbl{\f0\froman\fcharset0 Times New Roman;}{\f1\fnil\fcharset134 SimSun;}"
    rb"{\f2\fnil\fcharset128 MS Mincho;}{\f3\fswiss\fcharset204{\*\fname Arial;}Arial Cyr;}}"
)
LINK = rb"{\field{\*\fldinst LINK x}{\fldrslt link}}"
BOX = (
    rb"{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt in the box\par}}"
    rb"{\shprslt{\*\do{\dptxbxtext in the box}}}}"
)
ODD_WORDS = (
    b"u", b"uc", b"uc-1", b"f", b"f999999", b"fcharset", b"deff", b"u999999999", b"u-999999999",
    b"ansicpg", b"bin", b"bin-5", b"v0", b"ud", b"*", b"creatim\\yr0",
)  # fmt: skip


def text_of(body: bytes, head: bytes = rb"\ansi\ansicpg1252\deff0") -> str:
    return read_bytes(b"{\\rtf1" + head + FONTS + body + b"}", "a.rtf").text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"\pard One\par\pard\par Two\line three\par", "One\nTwo\nthree"),
        (rb"a\b b\b0 c {\i d} e", "abc d e"),
        (rb"a\tab b\~c\_d\-e\emdash\lquote x\rquote", "a\tb\u00a0c\u2011d\u00ade—‘x’"),
        (rb"\{braces\} and \\ backslash", "{braces} and \\ backslash"),
        (b"one\\\ntwo\\\r\nthree\nfour", "one\ntwo\nthreefour"),
        (rb"caf\'e9 \'93quoted\'94", "café “quoted”"),
        (rb"\u20013?\u25991? text", "中文 text"),
        (rb"\u-28639?\u-3846?", chr(0x9021) + chr(0xF0FA)),
        (rb"\uc2\u20013\'d6\'d0\u25991\'ce\'c4\uc0\u20013 x", "中文中x"),
        (rb"{\uc0\u20013\u25991}?", "中文?"),
        (rb"{\uc0\u20013?\u25991?}", "中?文?"),
        (rb"{\uc2\u20013??\u25991??}x", "中文x"),
        (rb"\u55357?\u56832?", "\U0001f600"),
        (rb"{\f1 \'d6\'d0\'ce\'c4} \'e9 {\f2 \'93\'fa\'96\'7b} {\f3 \'cf\'f0}", "中文 é 日本 Пр"),
        (rb"\f1 \'d6\'d0\plain\f0 \'e9", "中é"),
        (rb"a{\*\unknown hidden}b{\unknown shown}c", "abshownc"),
        (rb"a{\pict\pngblip 89504e47 0d0a}b{\object{\*\objdata 0102}{\result r}}c", "abc"),
        (b"a{\\pict\\bin5 }{}\\\\x}b", "ab"),
        (LINK, "link"),
        (rb"{\listtext\f0 1.\tab}item{\*\pn{\pntxtb -}}", "1.\titem"),
        (rb"a{\deleted\revauthdel1 gone\par}b{\deleted0 kept}", "abkept"),
        (BOX + rb"before\par after", "before\nafter"),
        (rb"{\xe index}{\tc contents}x{\*\bkmkstart m}", "x"),
        (rb"", ""),
    ],
)  # fmt: skip
def test_the_body_comes_out_in_reading_order(body: bytes, text: str) -> None:
    assert text_of(body) == text


def test_rows_are_lines_with_a_tab_between_cells() -> None:
    row = rb"\trowd\cellx1\cellx2\cellx3\pard\intbl a\cell\cell c\cell\trowd\row"
    inner = rb"\itap2 x\nestcell y\nestcell{\*\nesttableprops\nestrow}{\nonesttables\par}"
    nested = rb"\trowd\intbl" + inner + rb"b\cell\row"
    assert text_of(b"before\\par" + row + nested + b" after") == "before\na\t\tc\nx\ty\tb\nafter"


def test_headers_notes_and_footers_follow_the_body() -> None:
    page = rb"{\field{\*\fldinst PAGE}{\fldrslt 3}}"
    body = (
        rb"{\header Head\par}{\headerl Head\par}{\footer Foot " + page + rb"\par}"
        rb"text{\super\chftn{\footnote{\super\chftn} note one}} goes on"
        rb"{\footnote\ftnalt note two}{\*\annotation remark}\par"
    )
    assert text_of(body) == "text goes on\nHead\nHead\nFoot 3\nnote one\nnote two"


def test_bytes_are_in_the_code_page_of_the_document() -> None:
    data = rb"{\rtf1\ansi\ansicpg936 " + "简体中文".encode("gbk") + rb" \'d6\'d0}"
    extracted = read_bytes(data, "a.rtf")
    assert extracted.text == "简体中文 中"
    assert extracted.encoding == "gbk"
    assert extracted.encoding_source is EncodingSource.DECLARED


@pytest.mark.parametrize(
    ("head", "byte", "text"),
    [
        (rb"\ansicpg1251", rb"\'cf", "П"),
        (rb"\ansicpg950", rb"\'a4\'a4", "中"),
        (rb"\ansicpg65001", rb"\'e4\'b8\'ad", "中"),
        (rb"\ansicpg99999", rb"\'e9", "é"),
    ],
)
def test_code_pages_are_followed(head: bytes, byte: bytes, text: str) -> None:
    assert read_bytes(b"{\\rtf1" + head + b" " + byte + b"}", "a.rtf").text == text


def test_the_encoding_of_the_user_goes_before_all_others() -> None:
    data = b"{\\rtf1\\ansicpg1252" + FONTS + rb"\f0 \'d6\'d0}"
    extracted = read_bytes(data, "a.rtf", "gbk")
    assert extracted.text == "中"
    assert extracted.encoding_source is EncodingSource.OVERRIDE


def test_metadata_are_of_the_info_group() -> None:
    info = (
        rb"{\info{\title Plain}{\upr{\title old}{\*\ud{\title \u39064?\u30446?}}}"
        rb"{\author A. Writer}"
        rb"{\operator x}{\creatim\yr2024\mo5\dy1\hr9}{\revtim\yr2025\mo1\dy1}{\*\company Firm}}"
    )
    extracted = read_bytes(b"{\\rtf1" + info + b"text}", "a.rtf")
    assert extracted.text == "text"
    assert extracted.metadata == Metadata("题目", "A. Writer", "2024-05-01", None)


def test_it_is_known_by_its_content() -> None:
    assert reader_for(b"\r\n{\\rtf1 x}", "a.doc").name == "rtf"
    assert reader_for(b"text {\\rtf1 x}", "a.doc").name != "rtf"
    assert read_bytes(b"just text", "a.rtf").text == "just text"


def reason_of(data: bytes, encoding: str | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_bytes(data, "a.rtf", encoding)
    return caught.value.reason


def test_truncated_anywhere_it_is_damaged() -> None:
    data = b"{\\rtf1" + FONTS + rb"{\b bold} \u20013?\par " * 50 + b"}"
    reasons = {reason_of(data[: len(data) * tenth // 10]) for tenth in range(1, 10)}
    assert reasons == {FailureReason.DAMAGED}


def test_binary_data_that_reach_beyond_the_end_are_damage() -> None:
    assert reason_of(rb"{\rtf1 a{\bin999999999 x}}") is FailureReason.DAMAGED


def test_an_unknown_encoding_is_told() -> None:
    assert reason_of(b"{\\rtf1 x}", "martian") is FailureReason.DECODING


def test_what_follows_the_last_brace_does_not_count() -> None:
    assert read_bytes(b"{\\rtf1 x}}}garbage", "a.rtf").text == "x"


def test_half_a_million_nested_groups_are_taken_as_they_come() -> None:
    depth = 500_000
    data = b"{\\rtf1 " + b"{" * depth + b"deep" + b"}" * depth + b"}"
    assert read_bytes(data, "a.rtf").text == "deep"


@pytest.mark.parametrize("word", ODD_WORDS)
def test_odd_words_do_no_harm(word: bytes) -> None:
    with suppress(ReadFailure):
        assert text_of(b"a{\\" + word + b" }b").startswith("a")


@pytest.mark.parametrize(
    "body",
    [
        rb"{\fonttbl" + rb"\f1\fcharset1" * 20_000 + b"}",
        rb"{\fonttbl\f1\fcharset1" + b"a" * 500_000 + b"}",
        rb"{\field{\*\fldinst{HYPERLINK " * 20_000 + b"}" * 60_000,
        rb"{\pict" + rb"\bin1 x" * 100_000 + b"}",
    ],
)
def test_what_is_made_to_hold_up_the_library_does_not(body: bytes) -> None:
    started = time.process_time()
    assert text_of(body + b"text").endswith("text")
    assert time.process_time() - started < allowed_s(10)
