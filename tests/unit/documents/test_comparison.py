"""Comparison tokens: how a text is cut, and where its tokens stand in it."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest

from simhash_gui.documents.comparison import comparison_tokens

_ONE_BY_ONE = (
    "CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC ITERATION MARK",
    "IDEOGRAPHIC CLOSING MARK", "IDEOGRAPHIC NUMBER ZERO", "HIRAGANA", "KATAKANA", "HENTAIGANA",
)  # fmt: skip
_TEXTS = st.text(
    st.characters(exclude_categories=("Cn",))
    | st.sampled_from("的中国カﾀﾞゟー・〇々A1'_- \n，。éßﬁ½ΣİaB한\u0301\u0308\u0bbe\ufe0f\u200d👍"),
    max_size=60,
)


def _folded(text: str) -> str:
    composed = unicodedata.normalize("NFKC", text)
    return unicodedata.normalize("NFKC", composed.casefold())


def _expected(text: str) -> list[str]:
    """Character by character, by the names and categories of Unicode."""
    tokens: list[str] = []
    in_word = False
    for char in _folded(text):
        one_by_one = unicodedata.name(char, "").startswith(_ONE_BY_ONE) and char.isalnum()
        is_letter, is_mark = char.isalnum(), unicodedata.category(char)[0] == "M"
        if one_by_one or (is_letter and not in_word):
            tokens.append(char)
        elif in_word and (is_letter or is_mark):
            tokens[-1] += char
        in_word = not one_by_one and (is_letter or (in_word and is_mark))
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


@example("a\u0301\u0302b ·\u0301c")
@example("க\u0bbeா")
@settings(max_examples=300)
@given(_TEXTS)
def test_any_text_is_cut_by_the_names_and_categories_of_its_characters(text: str) -> None:
    assert comparison_tokens(text).hashes.tolist() == _hashes(_expected(text))


@settings(max_examples=200)
@given(_TEXTS)
def test_a_token_is_found_in_the_folded_form_of_its_source(text: str) -> None:
    for token, source in zip(_expected(text), _sources(text), strict=True):
        assert token in _folded(source)


@given(_TEXTS)
def test_tokens_come_in_the_order_of_the_source(text: str) -> None:
    found = comparison_tokens(text)

    assert (found.starts < found.ends).all()
    assert (np.diff(found.starts) >= 0).all()
    assert (np.diff(found.ends) >= 0).all()
