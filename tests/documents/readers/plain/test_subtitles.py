from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes, reader_for

SRT = """1
00:00:01,000 --> 00:00:02,500
<i>First</i> line
second line

2
00:00:03,000 --> 00:00:04,000 X1:100 X2:200
{\\an8}三 <font color="red">四</font>

3
00:00:05,000 --> 00:00:06,000
42
I <3 you --> always
"""
VTT = """WEBVTT - a title
Kind: captions
Language: zh-Hans

STYLE
::cue { color: red }

NOTE a remark
over two lines

name
00:01.000 --> 00:02.000 align:start position:0%
<v Ann>Hello &amp; <c.x>welcome</c></v>

00:03.000 --> 00:04.000
再见
"""
ROLLING = """WEBVTT

00:00:00.000 --> 00:00:02.000
one<00:00:01.000><c> two</c>

00:00:02.000 --> 00:00:02.010
one two

00:00:02.010 --> 00:00:04.000
one two
three<00:00:03.000><c> four</c>
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_what_is_said_is_the_text_of_srt(line_end: str) -> None:
    data = SRT.replace("\n", line_end).encode("utf-8-sig")
    text = "First line\nsecond line\n三 四\n42\nI <3 you --> always"
    assert read_bytes(data, "a.srt").text == text


def test_what_is_said_is_the_text_of_vtt() -> None:
    extracted = read_bytes(VTT.encode(), "a.vtt")
    assert extracted.text == "Hello & welcome\n再见"
    assert (extracted.metadata.language, extracted.reader) == ("zh-Hans", "subtitles")


def test_automatic_captions_are_said_once() -> None:
    assert read_bytes(ROLLING.encode(), "a.vtt").text == "one two\nthree four"


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "big5"])
def test_other_encodings_are_read(encoding: str) -> None:
    simplified = "这些字幕用另一种编码写成，要足够长才能认出来。"
    traditional = "這些字幕用另一種編碼寫成，要足夠長才能認出來。"
    words = traditional if encoding == "big5" else simplified
    data = f"1\n00:00:01,000 --> 00:00:02,000\n{words}\n".encode(encoding)
    assert read_bytes(data, "a.srt").text == words


@pytest.mark.parametrize("tenth", range(2, 10))
def test_what_is_cut_off_is_read_as_far_as_it_goes(tenth: int) -> None:
    whole = read_bytes(SRT.encode(), "a.srt").text
    part = read_bytes(SRT.encode()[: len(SRT.encode()) * tenth // 10], "a.srt").text
    assert whole.startswith(part.split("\n")[0][:5])


def test_a_file_of_nothing_but_a_mark_has_no_text() -> None:
    assert read_bytes(b"\xef\xbb\xbf", "a.srt").text == ""


@pytest.mark.parametrize("data", [SRT.encode(), VTT.encode(), SRT.encode("utf-16")])
def test_the_content_tells_the_format(data: bytes) -> None:
    assert reader_for(data, "a.txt").name == "subtitles"


@pytest.mark.parametrize("data", [b"1\ntext", b"WEBVTTX", b"1\n2024 --> 2025"])
def test_other_text_is_none(data: bytes) -> None:
    assert reader_for(data, "a.txt").name == "text"
