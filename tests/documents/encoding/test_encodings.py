from __future__ import annotations

import random
from dataclasses import replace
from unicodedata import normalize
from unittest.mock import ANY

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simhash_gui.documents.encoding.encodings import CHOICES, Decoded, codec_name, decode
from simhash_gui.documents.records import EncodingSource, FailureReason, ReadFailure
from tests.documents.samples import pieces, sample_text

_WIDE = ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
_EAST_ASIAN = [
    ("zh-Hans", "gb18030"),
    ("zh-Hans", "gb2312"),
    ("zh-Hant", "gb18030"),
    ("zh-Hant", "big5"),
    ("zh-Hant", "big5hkscs"),
    ("ja", "shift_jis"),
    ("ja", "cp932"),
    ("ja", "euc_jp"),
    ("ja", "iso2022_jp"),
    ("ko", "euc_kr"),
    ("ko", "cp949"),
]
_SINGLE_BYTE = [
    ("ru", "koi8-r"),
    ("ru", "cp1251"),
    ("ru", "cp866"),
    ("en", "cp1252"),
    ("de", "cp1252"),
    ("fr", "cp1252"),
    ("pl", "cp1250"),
    ("pl", "iso8859-2"),
    ("el", "cp1253"),
    ("tr", "cp1254"),
    ("tr", "iso8859-9"),
    ("he", "cp1255"),
    ("ar", "cp1256"),
]


def error_rate(language: str, encoding: str, length: int) -> float:
    """Share of the pieces of that many characters that do not come back as they were."""
    text = sample_text(language).encode(encoding, "ignore").decode(encoding)
    originals = pieces(text, length)
    wrong = [piece for piece in originals if not _comes_back(piece, encoding)]
    return len(wrong) / len(originals)


def _comes_back(piece: str, encoding: str) -> bool:
    try:
        return decode(piece.encode(encoding)).text == piece
    except ReadFailure:
        return False


def _refused(data: bytes, override: str | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        decode(data, override)
    return caught.value.reason


@pytest.mark.parametrize("length", [20, 50, 100, 200])
@pytest.mark.parametrize(("language", "encoding"), _EAST_ASIAN)
def test_chinese_japanese_and_korean_are_recognised_from_20_characters(
    language: str, encoding: str, length: int
) -> None:
    assert error_rate(language, encoding, length) == 0


@pytest.mark.parametrize(("length", "most"), [(20, 0.05), (50, 0.02), (100, 0.02), (200, 0.0)])
@pytest.mark.parametrize(("language", "encoding"), _SINGLE_BYTE)
def test_single_byte_encodings_are_recognised_nearly_always(
    language: str, encoding: str, length: int, most: float
) -> None:
    assert error_rate(language, encoding, length) <= most


@pytest.mark.parametrize("length", [20, 100])
@pytest.mark.parametrize("encoding", [*_WIDE, "utf-16", "utf-8", "utf-8-sig"])
@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "ja", "ko", "en", "ru", "de", "ar"])
def test_unicode_is_recognised_with_and_without_a_mark(
    language: str, encoding: str, length: int
) -> None:
    assert error_rate(language, encoding, length) == 0


@pytest.mark.parametrize(
    ("folder", "encoding", "most"),
    [
        ("zh-laws-dev", "gb18030", 0.0),
        ("zh-docs-dev", "gb18030", 0.01),
        ("zh-edits-dev", "gb18030", 0.01),
        ("zh-laws-dev", "utf-16-le", 0.0),
        ("zh-edits-dev", "utf-16-be", 0.0),
        ("zh-manpages", "big5", 0.04),
        ("zh-manpages", "gb18030", 0.04),
    ],
)
def test_real_chinese_is_recognised_from_50_characters(
    shared_corpora, folder: str, encoding: str, most: float
) -> None:
    chooser = random.Random(1)
    wrong = total = 0
    for path in sorted((shared_corpora / folder / "docs").iterdir()):
        text = path.read_bytes().decode("utf-8", "ignore").encode(encoding, "ignore")
        whole = text.decode(encoding)
        start = chooser.randrange(max(1, len(whole) - 50))
        piece = whole[start : start + 50]
        if not piece.isascii():
            total += 1
            wrong += not _comes_back(piece, encoding)
    assert wrong <= total * most


_VIETNAMESE_TEXT = (
    "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con "
    "người đều được tạo hoá ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình "
    "bằng hữu."
)
_TONES = "\u0300\u0301\u0303\u0309\u0323"


def _with_tones_apart(text: str) -> bytes:
    """As Windows-1258 has it: â, ê, ô, ă, ơ, ư and đ are characters, tones stand by themselves."""
    pieces = []
    for character in text:
        parts = normalize("NFD", character)
        letter = "".join(part for part in parts if part not in _TONES)
        pieces += [normalize("NFC", letter), *(part for part in parts if part in _TONES)]
    return "".join(pieces).encode("cp1258")


@pytest.mark.parametrize("length", [20, 50, 100, 170])
def test_vietnamese_is_recognised_and_its_letters_are_whole(length: int) -> None:
    for start in range(0, len(_VIETNAMESE_TEXT) - length, 7):
        piece = _VIETNAMESE_TEXT[start : start + length]
        found = decode(_with_tones_apart(piece))
        assert (found.text, found.encoding) == (piece, "cp1258")


@pytest.mark.parametrize("how", [{"override": "cp1258"}, {"declared": "windows-1258"}])
def test_vietnamese_letters_are_whole_whoever_tells_the_encoding(how: dict[str, str]) -> None:
    assert decode(_with_tones_apart(_VIETNAMESE_TEXT), **how).text == _VIETNAMESE_TEXT


def test_turkish_in_the_older_encoding_is_recognised_as_its_superset() -> None:
    data = sample_text("tr").encode("iso8859-9", "ignore")
    assert decode(data) == replace(decode(data, "cp1254"), confidence=ANY, source=ANY)


def test_ascii_and_utf8_are_certain() -> None:
    assert decode(b"plain") == Decoded("plain", "ascii", 1.0, EncodingSource.VALID)
    assert decode("naïve".encode()) == Decoded("naïve", "utf-8", 1.0, EncodingSource.VALID)


def test_no_bytes_are_an_empty_ascii_text() -> None:
    assert decode(b"").text == ""


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_is_certain_and_not_part_of_the_text(encoding: str) -> None:
    decoded = decode("标记 mark".encode(encoding))
    assert (decoded.text, decoded.source) == ("标记 mark", EncodingSource.MARK)
    assert decoded.confidence == 1.0


def test_the_mark_of_gb18030_is_known() -> None:
    decoded = decode(b"\x84\x31\x95\x33" + "标记".encode("gb18030"))
    assert (decoded.text, decoded.encoding) == ("标记", "gb18030")


def test_utf8_cut_within_a_character_is_still_utf8() -> None:
    whole = sample_text("zh-Hans").encode()
    decoded = decode(whole[:301])
    assert decoded.encoding == "utf-8"
    assert decoded.text[:99] == sample_text("zh-Hans")[:99]


def test_utf8_with_a_few_damaged_bytes_is_utf8_and_less_sure() -> None:
    data = bytearray(sample_text("zh-Hans").encode())
    data[600] = 0xFF
    decoded = decode(bytes(data))
    assert decoded.encoding == "utf-8"
    assert 0.9 < decoded.confidence < 1
    assert "\ufffd" in decoded.text


def test_utf16_cut_within_a_character_is_still_utf16() -> None:
    text = sample_text("zh-Hans")
    assert decode(text.encode("utf-16-le")[:-1]).text[:-1] == text[:-1]


ZERO_TEXTS = [
    ("The archive keeps letters of merchants, and nobody has read them all. ", "ascii"),
    ("Les archives conservent des lettres de négociants du siècle passé. ", "cp1252"),
    ("Архив хранит много редких рукописей, среди них письма купцов. ", "koi8-r"),
    ("档案馆收藏了许多珍贵的手稿，其中包括商人书信和账簿。", "gb18030"),
    ("資料館には多くの貴重な手稿があります。それらは商人の手紙です。", "cp932"),
    ("档案馆收藏了许多珍贵的手稿，其中包括商人书信和账簿。", "utf-8"),
]


@pytest.mark.parametrize("count", [1, 2, 3, 500])
@pytest.mark.parametrize(("text", "encoding"), ZERO_TEXTS)
def test_zero_bytes_after_the_end_are_none_of_the_text(
    text: str, encoding: str, count: int
) -> None:
    decoded = decode((text * 4).encode(encoding) + bytes(count))

    assert (decoded.text, decoded.encoding) == (text * 4, encoding)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-16", "utf-8-sig"])
@pytest.mark.parametrize("text", [text for text, _ in ZERO_TEXTS])
def test_nor_are_they_in_a_wide_encoding_or_after_a_mark(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding) + bytes(400)).text == text


@pytest.mark.parametrize(("text", "encoding"), ZERO_TEXTS)
def test_a_stray_zero_byte_makes_no_utf16_of_a_text(text: str, encoding: str) -> None:
    for odd in ("", "x"):
        decoded = decode(b"\x00".join([(odd + text * 3).encode(encoding)] * 3))
        assert decoded.encoding == encoding
        assert decoded.text == " ".join([odd + text * 3] * 3)


@pytest.mark.parametrize("end", ["\r\n", "\n\n", "\t\t"])
def test_wide_columns_and_a_stray_zero_byte_make_no_utf16(end: str) -> None:
    text = "".join(f"{word:<40}{word:>30}{end}" for word in ("oats", "wheat", "rye") * 30)

    decoded = decode(text[:500].encode() + b"\x00" + text.encode())

    assert (decoded.text, decoded.encoding) == (f"{text[:500]} {text}", "ascii")


@pytest.mark.parametrize("data", [bytes(2), bytes(4), bytes(1000), b"word " + bytes(100) + b"word"])
def test_mostly_zero_bytes_are_no_text(data: bytes) -> None:
    with pytest.raises(ReadFailure) as caught:
        decode(data)
    assert caught.value.reason is FailureReason.NOT_TEXT


@pytest.mark.parametrize("damaged_at", [10, 500, 1200])
def test_gb18030_with_a_damaged_byte_is_still_gb18030(damaged_at: int) -> None:
    data = bytearray(sample_text("zh-Hans").encode("gb18030"))
    data[damaged_at] = 0xFF
    assert decode(bytes(data)).encoding == "gb18030"


def test_a_few_chinese_words_in_english_are_chinese() -> None:
    text = "The word 图书馆 means library.\n" * 3
    assert decode(text.encode("gb18030")).text == text


def test_a_single_sign_in_english_is_windows_1252() -> None:
    text = "Copyright © 2024 by the authors. All rights reserved."
    assert decode(text.encode("cp1252")).text == text


def test_a_coloured_log_is_ascii() -> None:
    assert decode(b"\x1b[31merror\x1b[0m at line 3\n").encoding == "ascii"


def test_an_escape_that_leads_nowhere_is_ascii() -> None:
    assert decode(b"\x1b$B~~ and so on").encoding == "ascii"


def test_bytes_that_fit_nothing_ask_for_an_encoding() -> None:
    assert _refused(b"\x81\x20\x8d\x20\x8f\x20\x90\x20\x9d\x20" * 3) is FailureReason.DECODING


def test_an_override_is_followed_even_where_another_encoding_is_likelier() -> None:
    data = "错".encode("gb18030")
    decoded = decode(data, "latin-1")
    assert decoded == Decoded("´í", "iso8859-1", 1.0, EncodingSource.OVERRIDE)


def test_an_override_of_gbk_reads_all_of_gb18030() -> None:
    decoded = decode("𠀀与𠀁".encode("gb18030"), "GBK")
    assert (decoded.text, decoded.encoding) == ("𠀀与𠀁", "gb18030")


def test_an_override_drops_the_mark() -> None:
    assert decode("a".encode("utf-8-sig"), "utf-8").text == "a"


def test_an_override_bears_with_a_damaged_byte() -> None:
    data = sample_text("zh-Hans").encode("gb18030") + b"\xff"
    assert decode(data, "gb18030").text[:-1] == sample_text("zh-Hans")


@pytest.mark.parametrize("override", ["no-such-encoding", "hex", "", "\x00"])
def test_an_override_that_is_no_text_encoding_is_refused(override: str) -> None:
    assert _refused(b"abc", override) is FailureReason.DECODING


def test_an_override_that_does_not_fit_is_refused() -> None:
    data = sample_text("zh-Hans").encode("gb18030")
    assert _refused(data, "utf-8") is FailureReason.DECODING


def test_an_override_cannot_bring_half_characters_in() -> None:
    assert decode(rb"\ud800 a", "unicode_escape").text == "\ufffd a"


@pytest.mark.parametrize("encoding", CHOICES)
def test_every_choice_is_a_text_encoding(encoding: str) -> None:
    assert codec_name(encoding) is not None


@pytest.mark.parametrize(
    ("declared", "text", "encoded_as"),
    [
        ("GB2312", "汉字𠀀", "gb18030"),
        ("x-gbk", "汉字", "gb18030"),
        ("big5", "漢字嘅", "big5hkscs"),
        ("iso-8859-1", "“quoted” – 5 €", "cp1252"),
        ("windows-1251", "да", "cp1251"),
        ("Shift_JIS", "①漢字", "cp932"),
    ],
)
def test_a_declared_encoding_is_followed_in_its_widest_sense(
    declared: str, text: str, encoded_as: str
) -> None:
    decoded = decode(text.encode(encoded_as), declared=declared)
    assert (decoded.text, decoded.source) == (text, EncodingSource.DECLARED)


@pytest.mark.parametrize("declared", ["utf-8", "no-such-encoding", "utf-16", "euc_kr"])
def test_a_declaration_that_cannot_be_true_is_ignored(declared: str) -> None:
    text = sample_text("zh-Hans")
    assert decode(text.encode("gb18030"), declared=declared).text == text


def test_utf8_goes_before_what_is_declared() -> None:
    text = sample_text("fr")
    assert decode(text.encode(), declared="gbk").text == text


@pytest.mark.parametrize("declared", ["us-ascii", "iso-8859-1", "no-such-encoding", "utf-8"])
def test_a_few_characters_of_utf8_survive_a_declaration_that_does_not_fit(declared: str) -> None:
    assert decode("naïve".encode(), declared=declared).text == "naïve"


def test_two_characters_that_are_utf8_by_accident_follow_the_declaration() -> None:
    assert decode("联通".encode("gbk"), declared="gbk").text == "联通"


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        b"\x7fELF" + bytes(100),
        b"%PDF-1.4 and so on",
        b"PK\x03\x04" + b"word/document.xml",
        bytes(300),
        bytes(range(256)) * 4,
        random.Random(3).randbytes(2000),
    ],
)
def test_binary_content_is_refused(data: bytes) -> None:
    assert _refused(data) is FailureReason.NOT_TEXT


@example(b"\x00")
@example(b"\xff\xfe\x00\xd8")
@example(b"\x00\x00\xfe\xff\x00\x11\x00\x00")
@given(st.one_of(st.binary(max_size=300), st.text(max_size=80).map(lambda text: text.encode())))
def test_any_bytes_give_a_text_that_can_be_stored_or_a_named_failure(data: bytes) -> None:
    try:
        decoded = decode(data)
    except ReadFailure as failure:
        reason = failure.reason
    else:
        decoded.text.encode()
        assert 0 <= decoded.confidence <= 1
        return
    assert reason in {FailureReason.NOT_TEXT, FailureReason.DECODING}
