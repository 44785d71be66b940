"""Normalised text is what the Unicode database says, and knows where it came from."""

import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.normalize import NormalizedText, normalize, normalize_with_offsets
from simhash_gui.core.fingerprint.recipe import CaseRule, Normalization

FULL = Normalization.full()
FOLDED = Normalization(nfkc=True, case=CaseRule.FOLD, white_space=False)
NONE = Normalization.none()
NORMALIZATIONS = [
    Normalization(nfkc, case, white_space)
    for nfkc in (True, False)
    for case in CaseRule
    for white_space in (True, False)
]

# Where normalisation goes wrong: marks that combine, reorder or become letters, Hangul in pieces,
# vowel signs without a class, one character for many, final sigma, odd spaces, no characters.
TRICKY = (
    "aAßſİΣσςŉǅéEe\u0301\u0323\u0345\u0308αΑᾳ=≠\u0338ﬁ㎏①Ａｱｶﾞか\u3099が，、。…～！\u3000中文龍"
    "\uf900ᄒ\u1161\u11ab한가\u1173ㅏ\u09c7\u09be\u0bca\u1025\u102e\u0dd9\u0dcf\U000114b9\U000114ba"
    "\U00016d67\ufdfa\u0130\u2126\u212b\u1e9e½ \u00a0\t\n\r\x1c\x85\u2028\u200b\u034f\ufeff\0"
    "\ud800\udc00\udfff𝒜🦊👨‍👩‍👧"
)
ANY_CHARACTER = st.characters(exclude_categories=())  # lone surrogates, too
TEXTS = st.text(st.sampled_from(TRICKY), max_size=40) | st.text(ANY_CHARACTER, max_size=40)


def by_the_book(text: str) -> str:
    composed = unicodedata.normalize("NFKC", text)
    return unicodedata.normalize("NFKC", composed.casefold())


def spans(normalized: NormalizedText) -> list[tuple[str, int, int]]:
    starts, ends = normalized.starts.tolist(), normalized.ends.tolist()
    return list(zip(normalized.text, starts, ends, strict=True))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Ｈｅｌｌｏ，　世界！", "hello, 世界!"),
        ("ﬁne Straße ½", "fine strasse 1⁄2"),
        ("e\u0301 = É", "é = é"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("…～", "...~"),
        ("  two \t\r\n words\u2028", "two words"),
        ("\u00a0", ""),
        ("", ""),
        ("a\0b", "a\0b"),
        ("龍 is not 龙", "龍 is not 龙"),
    ],
)
def test_width_case_compatibility_and_space_are_made_equal(source: str, expected: str) -> None:
    assert normalize(source, FULL) == expected
    assert normalize_with_offsets(source, FULL).text == expected


@given(TEXTS)
def test_the_whole_equals_nfkc_folding_and_nfkc_again(text: str) -> None:
    assert normalize(text, FOLDED) == by_the_book(text)


@given(TEXTS)
def test_white_space_is_single_and_only_inside(text: str) -> None:
    assert normalize(text, FULL) == " ".join(by_the_book(text).split())


def characters_there_are() -> list[str]:
    """All but most of those that have no meaning yet, or only by private agreement."""
    return [
        character
        for code, character in enumerate(map(chr, range(sys.maxunicode + 1)))
        if unicodedata.category(character) not in {"Cn", "Co"} or code % 97 == 0
    ]


@pytest.mark.parametrize("before", ["", "=", "か"])
def test_every_character_there_is_normalises_by_the_book(before: str) -> None:
    lines = "\n".join(before + character for character in characters_there_are())
    assert normalize(lines, FOLDED) == by_the_book(lines)


def test_every_character_there_is_has_its_offsets() -> None:
    lines = "\n".join("a" + character for character in characters_there_are())
    normalized = normalize_with_offsets(lines, FOLDED)
    assert len(normalized.starts) == len(normalized.ends) == len(normalized.text)


def test_a_text_that_is_normal_already_comes_back_as_it_is() -> None:
    text = "已经正规的文本。plain words"
    assert normalize(text, FULL) == text


@pytest.mark.parametrize("text", ["", "Ａ  b\0\ud800 é", "ΑΣ ΑΣΑ"])
def test_without_any_step_the_text_stays_as_it_was(text: str) -> None:
    assert normalize(text, NONE) == text
    assert spans(normalize_with_offsets(text, NONE)) == [
        (char, at, at + 1) for at, char in enumerate(text)
    ]


def test_lower_case_alone_is_that_of_the_whole_text() -> None:
    lower = Normalization(nfkc=False, case=CaseRule.LOWER, white_space=False)
    assert normalize("ΟΔΟΣ İ Ａ ß", lower) == "οδος i̇ ａ ß"


@pytest.mark.parametrize("normalization", NORMALIZATIONS)
@given(text=TEXTS)
def test_offsets_change_nothing_in_the_text(text: str, normalization: Normalization) -> None:
    normalized = normalize_with_offsets(text, normalization)
    assert normalized.text == normalize(text, normalization)
    assert len(normalized.starts) == len(normalized.ends) == len(normalized.text)


@pytest.mark.parametrize("normalization", NORMALIZATIONS)
@given(text=TEXTS)
def test_spans_ascend_and_lie_within_the_source(text: str, normalization: Normalization) -> None:
    normalized = normalize_with_offsets(text, normalization)
    bounds = np.concatenate([[0], normalized.starts, [len(text)]])
    assert (np.diff(bounds) >= 0).all()
    assert (normalized.starts < normalized.ends).all()
    assert (np.diff(np.concatenate([normalized.ends, [len(text)]])) >= 0).all()


@given(TEXTS)
def test_each_span_by_itself_gives_the_characters_that_point_to_it(text: str) -> None:
    by_span: dict[tuple[int, int], str] = {}
    for char, start, end in spans(normalize_with_offsets(text, FOLDED)):
        by_span[start, end] = by_span.get((start, end), "") + char
    assert by_span == {(start, end): by_the_book(text[start:end]) for start, end in by_span}


def test_every_pair_that_can_combine_shares_a_span() -> None:
    pairs = [
        "".join(chr(int(code, 16)) for code in decomposition.split())
        for decomposition in map(unicodedata.decomposition, map(chr, range(sys.maxunicode + 1)))
        if decomposition[:1] != "<" and len(decomposition.split()) == 2
    ]
    text = " ".join(pairs)
    normalized = normalize_with_offsets(text, FOLDED)
    assert len(pairs) > 1000
    assert normalized.text == by_the_book(text)
    assert len(normalized.starts) == len(normalized.text)


def test_one_source_character_may_become_several() -> None:
    assert spans(normalize_with_offsets("aﬃx", FULL)) == [
        ("a", 0, 1), ("f", 1, 2), ("f", 1, 2), ("i", 1, 2), ("x", 2, 3),
    ]  # fmt: skip


def test_several_source_characters_may_become_one() -> None:
    assert spans(normalize_with_offsets("xe\u0323\u0302y", FULL)) == [
        ("x", 0, 1), ("ệ", 1, 4), ("y", 4, 5),
    ]  # fmt: skip


def test_hangul_in_pieces_is_put_together() -> None:
    assert spans(normalize_with_offsets("\u1112\u1161\u11ab글", FULL)) == [
        ("한", 0, 3), ("글", 3, 4),
    ]  # fmt: skip


def test_a_run_of_white_space_is_one_space_over_the_whole_run() -> None:
    assert spans(normalize_with_offsets(" \ta \u3000\nb  ", FULL)) == [
        ("a", 2, 3), (" ", 3, 6), ("b", 6, 7),
    ]  # fmt: skip


def test_a_combining_mark_at_the_very_start_stands_for_itself() -> None:
    assert spans(normalize_with_offsets("\u0301a", FULL)) == [("\u0301", 0, 1), ("a", 1, 2)]


def test_marks_that_change_nothing_keep_their_own_spans() -> None:
    assert spans(normalize_with_offsets("नि", FULL)) == [("न", 0, 1), ("ि", 1, 2)]


@pytest.mark.parametrize("text", ["", " ", "\n\u3000\t"])
def test_nothing_but_white_space_has_no_spans(text: str) -> None:
    assert spans(normalize_with_offsets(text, FULL)) == []
