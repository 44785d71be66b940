"""Tampering with characters: found, flagged with its place, and read as a reader sees it."""

from __future__ import annotations

import pytest

from simhash_gui.documents.comparison.texts import comparison_tokens
from simhash_gui.documents.manuscript.integrity import FlagKind, inspect

PLAIN = "The committee approved the annual budget without any further debate on the matter."


def tokens(text: str) -> list[int]:
    return comparison_tokens(inspect(text).text).hashes.tolist()


@pytest.mark.parametrize(
    ("old", "new", "kind", "offset", "length"),
    [
        ("committee", "соmmittee", FlagKind.LOOK_ALIKE, 4, 2),
        ("approved", "аррrоvеd", FlagKind.LOOK_ALIKE, 14, 3),
        ("annual", "annu\u200bal", FlagKind.ZERO_WIDTH, 31, 1),
        ("annual", "annu\u2060\ufeffal", FlagKind.ZERO_WIDTH, 31, 2),
        ("annual", "an\u0008nual", FlagKind.CONTROL, 29, 1),
        ("annual", "an\u202enual", FlagKind.CONTROL, 29, 1),
        ("annual", "an\u200anual", FlagKind.THIN_SPACE, 29, 1),
        ("annual", "a n n u a l", FlagKind.LETTER_SPACING, 27, 11),
        ("budget", "b\u0336u\u0336d\u0336get", FlagKind.OVERLAY, 35, 1),
        ("any", "any\U000e0061", FlagKind.ZERO_WIDTH, 52, 1),
        ("annual", "αnnual", None, 0, 0),
    ],
)
def test_what_a_reader_does_not_see_is_flagged_and_read_plain(
    old: str, new: str, kind: FlagKind | None, offset: int, length: int
) -> None:
    text = PLAIN.replace(old, new)

    found = inspect(text)

    assert len(found.text) == len(text)
    if kind is None:
        assert found.flags == ()
        return
    assert (found.flags[0].kind, found.flags[0].offset, found.flags[0].length) == (
        kind,
        offset,
        length,
    )
    assert tokens(text) == tokens(PLAIN)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Это pусский текст о городе", "Это русский текст о городе"),
        ("there is а letter here", "there is a letter here"),
        ("⻓江流经⼤地，一年四季人山人海", "长江流经大地，一年四季人山人海"),
        ("the сору of it", "the copy of it"),
        ("长\u200b江\u200b流", "长\u00ad江\u00ad流"),
        ("长\u00ad江", "长\u00ad江"),
    ],
)
def test_look_alikes_are_read_as_what_they_look_like(text: str, seen: str) -> None:
    found = inspect(text)

    assert found.text == seen
    assert found.flags


@pytest.mark.parametrize(
    "text",
    [
        "Москва is the capital, а это русский.",
        "5 μm and Δt = 3 Ω; α-helix, β-sheet",
        "می‌خواهم",
        "क्‍ष and क्‌ष",
        "👨‍👩‍👧 and ❤️ and 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "葛\U000e0100城市",
        "\ufeffbegins with a mark\n\u200b\nof nothing",
        "สวัสดี\u200bครับ",
        "« voilà\u202f! »",
        "He said \u2018it\u2019s\u2019 10\u2009km",
        "A B C D E F G",
        "שלום \u200fabc",
        "It\x92s from Windows\x1a",
        "тест о том",
        "ＡＢＣ full width",
        "𝑥 = 𝑦",
        "⽂字⼤⼩⼈⼭",
        "",
    ],
)
def test_what_is_at_home_is_not_flagged(text: str) -> None:
    assert inspect(text).flags == ()


def test_mathematical_letters_that_make_words_are_flagged() -> None:
    (flag,) = inspect("Some 𝐩𝐥𝐚𝐢𝐧 words").flags

    assert (flag.kind, flag.offset, flag.length) == (FlagKind.LOOK_ALIKE, 5, 5)
    assert tokens("Some 𝐩𝐥𝐚𝐢𝐧 words") == tokens("Some plain words")


def test_latin_words_of_look_alike_letters_stand_in_honest_cyrillic_texts() -> None:
    text = "Команда cp (от английского слова copy) копирует файлы и каталоги; см. также kill."

    assert inspect(text).flags == ()
    assert inspect(text.replace("копирует", "кoпирует")).flags  # with a Latin o
