"""Comparison tokens: how a text is cut, and where its tokens stand in it."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest

from simhash_gui.documents.comparison.texts import (
    comparison_hashes_of,
    comparison_tokens,
    tokens_of,
)
from tests.helpers.examples import examples

_ONE_BY_ONE = (
    "CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC ITERATION MARK",
    "IDEOGRAPHIC CLOSING MARK", "IDEOGRAPHIC NUMBER ZERO", "HIRAGANA", "KATAKANA", "HENTAIGANA",
    "YI SYLLABLE", "TANGUT", "NUSHU", "KHITAN", "OLD CHINESE ITERATION MARK",
)  # fmt: skip
_WITHOUT_SPACES = (
    "THAI ", "LAO ", "KHMER ", "MYANMAR ", "BALINESE ", "JAVANESE ", "AHOM ", "NEW TAI LUE ",
    "TAI LE ", "TAI THAM ", "TAI VIET ",
)  # fmt: skip
_VISIBLE_FORMATS = ("ARABIC ", "SYRIAC ", "KAITHI ", "EGYPTIAN ", "INTERLINEAR ")
_INVISIBLE_MARKS = (
    "VARIATION SELECTOR", "MONGOLIAN FREE VARIATION SELECTOR", "COMBINING GRAPHEME JOINER",
    "KHMER VOWEL INHERENT",
)  # fmt: skip
_SIMPLIFIED = dict(zip("國會議讨論這著後", "国会议讨论这着后", strict=True))
_CHARACTERS = st.characters(
    exclude_categories=("Cn",), exclude_characters="\n\r\v\f\x85\u2028"
) | st.sampled_from(
    "的中國會這カﾀﾞゟー・〇々A1'_- ，。éßﬁ½ΣİaB한ไทยัก็ຫມາຄ្ខษ์ꦏꦴབོད་"
    "\u0301\u0308\u0bbe\ufe0f\u200d\u00ad👍"
)
_TEXTS = st.text(
    # Traditional characters but for those of our own table would want OpenCC as an oracle.
    _CHARACTERS.filter(
        lambda char: char in _SIMPLIFIED or not _is_han(char) or char in "的中国々〇"
    ),
    max_size=60,
)


def _is_han(char: str) -> bool:
    forms = unicodedata.normalize("NFKC", char)
    return any("IDEOGRAPH" in unicodedata.name(form, "") for form in forms)


def _is_invisible(char: str) -> bool:
    name = unicodedata.name(char, "")
    if unicodedata.category(char) == "Cf":
        return name == "ARABIC LETTER MARK" or not name.startswith(_VISIBLE_FORMATS)
    return name.startswith(_INVISIBLE_MARKS)


def _folded(text: str) -> str:
    composed = unicodedata.normalize("NFKC", text)
    folded = unicodedata.normalize("NFKC", composed.casefold())
    return "".join(_SIMPLIFIED.get(char, char) for char in folded if not _is_invisible(char))


def _kind(char: str) -> str:
    """By the names and categories of Unicode."""
    # Python does not know the names of Tangut.
    name = unicodedata.name(char, "TANGUT" if 0x17000 <= ord(char) < 0x18D80 else "")
    category = unicodedata.category(char)
    if category[0] == "M":
        return "mark"
    if not char.isalnum():
        return "divides"
    if name.startswith(_ONE_BY_ONE):
        return "whole"
    return "base" if name.startswith(_WITHOUT_SPACES) and category != "Nd" else "letter"


def _expected(text: str) -> list[str]:
    """Character by character; ``before`` is the kind of the last one that is no mark."""
    tokens: list[str] = []
    before = "divides"
    for char in _folded(text):
        kind = _kind(char)
        if kind == "mark":
            if before in {"letter", "base"}:
                tokens[-1] += char
            continue
        if kind == before == "letter":
            tokens[-1] += char
        elif kind != "divides":
            tokens.append(char)
        before = kind
    return tokens


def _hashes(tokens: list[str]) -> list[int]:
    return [xxh3_64_intdigest(token.encode("utf-8", "surrogatepass")) for token in tokens]


def _sources(text: str) -> list[str]:
    found = comparison_tokens(text)
    return [text[start:end] for start, end in zip(found.starts, found.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我爱北京，天安门。", ["我", "爱", "北", "京", "天", "安", "门"]),
        ("It's the Lighthouse-Keeper", ["it", "s", "the", "lighthouse", "keeper"]),
        ("It’s", ["it", "s"]),
        ("使用Python3编写snake_case", ["使", "用", "python3", "编", "写", "snake", "case"]),
        ("2024年5月", ["2024", "年", "5", "月"]),
        ("ＡＢＣ１２３", ["abc123"]),
        ("ﾀﾞｲｺﾝ・カレー", ["ダ", "イ", "コ", "ン", "カ", "レ", "ー"]),
        ("佐々木〇", ["佐", "々", "木", "〇"]),
        ("𠀀㐀", ["𠀀", "㐀"]),
        ("葛\U000e0100城", ["葛", "城"]),
        ("Straße ﬁn cafe\u0301", ["strasse", "fin", "café"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("½", ["1", "2"]),
        ("臺灣的圖書館 ＡＢＣ", ["台", "湾", "的", "图", "书", "馆", "abc"]),
        ("接著 瞭解 \uf91b", ["接", "着", "了", "解", "乱"]),
        ("o\ufb03ce ﬂow ﬆill ĳs", ["office", "flow", "still", "ijs"]),
        ("ｈａｌｆ ﾊﾝｶｸ Ⅳ ㎏", ["half", "ハ", "ン", "カ", "ク", "iv", "kg"]),
        ("ที่นี่ ๒๕๖๗ปี", ["ที่", "นี่"[:3], "๒๕๖๗", "ปี"]),
        ("ພາສາ", ["ພ", "າ", "ສ", "າ"]),
        ("ភាសាខ្មែរ", ["ភា", "សា", "ខ្", "មែ", "រ"]),
        ("မြန်မာ", ["မြ", "န်", "မာ"]),
        ("ꦧꦱꦗꦮ", ["ꦧ", "ꦱ", "ꦗ", "ꦮ"]),
        ("བོད་སྐད་", ["བོད", "སྐད"]),
        ("ꆈꌠꁱꂷ", ["ꆈ", "ꌠ", "ꁱ", "ꂷ"]),
        ("Tiếng Việt", ["tiếng", "việt"]),
        ("，。！？… \n\t👍", []),
        ("", []),
    ],
)
def test_a_token_is_one_character_of_han_or_kana_or_one_word(text: str, tokens: list[str]) -> None:
    found = comparison_tokens(text)

    assert found.hashes.tolist() == _hashes(tokens)
    assert len(found) == len(tokens)


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("  Ｔｈｅ ferry,\nat 7! ", ["Ｔｈｅ", "ferry", "at", "7"]),
        ("会议：讨论ＯＫ了", ["会", "议", "讨", "论", "ＯＫ", "了"]),
        ("ﬁne cafe\u0301s", ["ﬁne", "cafe\u0301s"]),
        ("ﾀﾞｲ", ["ﾀﾞ", "ｲ"]),
        ("…½㍿", ["½", "½", "㍿", "㍿", "㍿", "㍿"]),
        ("𠀀 x 👍 中", ["𠀀", "x", "中"]),
        ("a hy\u00adphen-\n  ated", ["a", "hy\u00adphen-\n  ated"]),
        ("臺灣 ที่นา", ["臺", "灣", "ที่", "น", "า"]),
        ("\u200bzero\u200bwidth\ufeff", ["zero\u200bwidth"]),
    ],
)
def test_a_token_knows_what_it_was_in_the_source(text: str, sources: list[str]) -> None:
    assert _sources(text) == sources


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The ferry leaves at seven.", "the  FERRY\nleaves—at “seven”"),
        ("会议，讨论（新馆）的安排！", "会议,讨论(新馆)的安排!"),
        ("caf\u00e9 ﬁlm", "cafe\u0301 film"),
        ("简体中文的文档", "簡體中文的文檔"),
        ("a considerable comparison", "a con\u00adsid\u00aderable compar-\r\n\tison"),
        ("Ein Straßenbahnhof", "Ein Stra\u00ad\nßen\u2010 \nbahnhof"),
        ("invisible words", "in\u200bvisible wo\u2060rds\ufeff"),
    ],
)
def test_layout_width_case_and_punctuation_make_no_difference(one: str, other: str) -> None:
    assert comparison_tokens(one).hashes.tolist() == comparison_tokens(other).hashes.tolist()


def test_no_text_gives_empty_arrays_of_the_right_types() -> None:
    found = comparison_tokens("")

    assert (found.hashes.dtype, found.starts.dtype, found.ends.dtype) == (
        np.uint64,
        np.int64,
        np.int64,
    )
    assert found.hashes.shape == found.starts.shape == found.ends.shape == (0,)


def test_half_a_character_is_no_token() -> None:
    assert _sources("a \ud800 b\udc00") == ["a", "b"]


@pytest.mark.parametrize(
    "text",
    ["the well-\nKnown one", "page 12-\n13 of it", "a list:\n-\nitem", "one -\ntwo", "so-\n\nnew"],
)
def test_a_hyphen_at_the_end_of_a_line_that_may_not_divide_a_word_stays(text: str) -> None:
    plain = text.replace("-", " ")

    assert comparison_tokens(text).hashes.tolist() == comparison_tokens(plain).hashes.tolist()


@given(
    st.text("abcdefé", min_size=1), st.text("éfabcd", min_size=1), st.sampled_from("-\u2010\u00ad")
)
def test_a_word_that_is_divided_between_lines_is_one_token(
    one: str, other: str, hyphen: str
) -> None:
    found = comparison_tokens(f"1 {one}{hyphen}\n{other} 2")

    assert found.hashes.tolist() == _hashes(["1", one + other, "2"])
    assert (found.starts[1], found.ends[1]) == (2, len(one) + len(other) + 4)


def test_running_heads_are_in_no_token_and_divide_no_word() -> None:
    body = ["alpha one", "two three", "four di-", "vided five", "six seven", "eight nine", "ten"]
    body += ["eleven", "twelve"]
    pages = [["A Report  7"], body[:3], ["\fA Report  8"], body[3:6], ["\fA Report  9"], body[6:]]

    found = comparison_tokens("\n".join(line for page in pages for line in page))

    assert found.hashes.tolist() == comparison_tokens("\n".join(body)).hashes.tolist()


def test_texts_can_be_hashed_together() -> None:
    texts = ["One text.", "", "第二篇 ½", "a\u00adb", " \u0301 ", "e"]

    assert [hashes.tolist() for hashes in comparison_hashes_of(texts)] == [
        comparison_tokens(text).hashes.tolist() for text in texts
    ]
    assert comparison_hashes_of([]) == []
    (hashes,) = comparison_hashes_of(["One text."])
    assert hashes.tolist() == comparison_tokens("One text.").hashes.tolist()


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("我写Python 3代码", [1, 1, 0, 0, 1, 1]),
        ("カレー ﾀﾞ", [1, 1, 1, 1]),
        ("ที่นี่ ๒๕ မာ", [1, 1, 0, 1]),
        ("한국어 Straße бегу é", [0, 0, 0, 0]),
        ("a\u00adb 中", [0, 1]),
        ("", []),
    ],
)
def test_a_token_of_a_script_without_spaces_is_a_character(text: str, flags: list[int]) -> None:
    assert comparison_tokens(text).is_character.tolist() == [bool(flag) for flag in flags]


@given(st.lists(_TEXTS, max_size=4))
def test_tokens_of_several_texts_are_those_of_each(texts: list[str]) -> None:
    each = [comparison_tokens(text) for text in texts]
    *columns, bounds = tokens_of(texts)

    assert np.diff(bounds).tolist() == [len(found) for found in each]
    assert [column.tolist() for column in columns] == [
        [value for found in each for value in getattr(found, name).tolist()]
        for name in ("hashes", "is_character", "is_number")
    ]


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("Size 72 × 9a6 cm", [0, 1, 1, 0]),
        ("第3章 ３月 ٣ ३", [0, 1, 0, 1, 0, 1, 1]),
        ("no. one", [0, 0]),
    ],
)
def test_a_token_with_a_digit_is_a_number(text: str, flags: list[int]) -> None:
    assert comparison_tokens(text).is_number.tolist() == [bool(flag) for flag in flags]


@given(st.lists(_TEXTS, max_size=4))
def test_together_gives_what_each_gives_alone(texts: list[str]) -> None:
    assert [hashes.tolist() for hashes in comparison_hashes_of(texts)] == [
        _hashes(_expected(text)) for text in texts
    ]


@example("a\u0301\u0302b ·\u0301c")
@example("க\u0bbeா")
@examples(300)
@given(_TEXTS)
def test_any_text_is_cut_by_the_names_and_categories_of_its_characters(text: str) -> None:
    assert comparison_tokens(text).hashes.tolist() == _hashes(_expected(text))


@examples(200)
@given(_TEXTS)
def test_the_span_of_a_token_folded_gives_the_token(text: str) -> None:
    for token, source in zip(_expected(text), _sources(text), strict=True):
        assert token in _expected(source)


@given(_TEXTS)
def test_tokens_come_in_the_order_of_the_source(text: str) -> None:
    found = comparison_tokens(text)

    assert (found.starts < found.ends).all()
    assert (np.diff(found.starts) >= 0).all()
    assert (np.diff(found.ends) >= 0).all()
