"""The places where two texts differ are those that a reader counts, and the arrows go to each."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.ui.reading.difference_places import (
    DifferingPlaces,
    Extent,
    LineMark,
    MarkedLines,
    differing_places,
)
from simhash_gui.ui.reading.evidence_texts import difference_ways
from simhash_gui.ui.reading.shown_text import ShownText
from simhash_gui.ui.reading.text_differences import Side, find_differences
from simhash_gui.ui.reading.text_evidence import TextEvidence, measure

BOAT = "The boat leaves the island at seven, and who oversleeps has the day off."
BELL = "A bell is rung twice before the gates of the old harbour close for the night."
LAMP = "Nobody has seen the keeper of the lamp since the storm of last September."
WORDS = st.lists(st.sampled_from(["a", "b", "cat", "cats", "。", "一", "二", "\n"]), max_size=30)


def told(text: ShownText, extent: Extent) -> str:
    """The characters of an extent."""
    start, end = map(text.offset_of, extent)
    return "\n".join(text.lines)[start:end]


def pairs(a: str, b: str, *, by_characters: bool) -> list[tuple[str, str]]:
    """What is opposite each other, place by place."""
    found = find_differences(a, b)
    places = found.places(by_characters=by_characters)
    return [(told(found.a_text, place.a), told(found.b_text, place.b)) for place in places]


@pytest.mark.parametrize(
    ("a", "b", "words", "characters"),
    [
        ("本报告于九月修订。", "本报告于十月修订。", 1, 1),
        ("本报告于九月一日修订。", "本报告在十月二日修订！", 3, 3),  # 于九/在十 一/二 。/！
        ("春眠不觉晓。", "春眠不觉晓，处处闻啼鸟。", 1, 1),
        ("甲乙丙丁", "乙丙", 2, 2),  # before and behind
        ("The colour of tea is grey.", "The color of teas is blue.", 3, 3),
        ("It organises travellers.", "It organizes travelers.", 1, 2),
        ("one two three", "one three", 1, 1),
        ("The end.", "An old end!", 2, 2),
        ("rearrangement", "rearanqement", 1, 2),  # an r too few, and another letter
        ("first\nold\nlast", "first\nnew\nlast", 1, 1),
        ("one two\nthree four", "one 2\nthree 4", 2, 2),
        ("a\nz", "a\n\nnew\n\nnewer\n\nz", 1, 1),
        (f"{BOAT}\n\n{BELL}", f"> {BOAT}\n>\n> {BELL}", 0, 2),  # as mail quotes
        (f"> {BOAT}\n{BELL}", f"> > {BOAT}\n> {LAMP}", 1, 2),
        (f"{BOAT}", f"{BOAT} > {BELL}", 1, 1),
    ],
)
def test_places_are_as_many_as_one_counts_by_hand(
    a: str, b: str, words: int, characters: int
) -> None:
    assert len(pairs(a, b, by_characters=False)) == words
    assert len(pairs(a, b, by_characters=True)) == characters
    assert len(pairs(b, a, by_characters=True)) == characters


def test_texts_of_which_one_quotes_the_other_are_said_to_differ_in_that() -> None:
    found = find_differences(f"{BOAT}\n{BELL}", f"> {BOAT}\n> {BELL}")

    ways = [difference_ways(found, -1, by_characters=each)[0] for each in (False, True)]

    assert ways == ["Only the signs “>” of quoted lines differ.", "2 differences"]


def test_a_place_has_what_stands_opposite_in_both_texts() -> None:
    a, b = "The colour of tea is grey.", "The color of teas is blue."

    assert pairs(a, b, by_characters=False) == [
        ("colour", "color"),
        ("tea", "teas"),
        ("grey", "blue"),
    ]
    assert pairs(a, b, by_characters=True) == [("u", ""), ("", "s"), ("grey", "blue")]


def test_where_text_is_missing_a_place_is_behind_what_comes_before() -> None:
    found = find_differences("one two three\nfour", "one three\nfour")
    (place,) = found.by_words

    assert place.b == Extent((0, 3), (0, 3))


def test_missing_text_is_behind_the_last_character_also_many_lines_on() -> None:
    lines = ["one", "", "two", "  ", ""]
    found = find_differences("\n".join([*lines, "new", "end"]), "\n".join([*lines, "end"]))
    (place,) = found.by_words

    assert place.b == Extent((2, 3), (2, 3))


class Line(str):
    """A line that knows how often it was counted."""

    __slots__ = ("counted",)

    def split(self, *arguments: object) -> list[str]:  # type: ignore[override]
        self.counted = getattr(self, "counted", 0) + 1
        return str(self).split(*arguments)  # type: ignore[arg-type]


def test_lines_without_a_mark_are_counted_once() -> None:
    """By words and to the letter together: a long text has hundreds of thousands."""
    lines = tuple(Line(f"line {number}") for number in range(50))
    text = ShownText(lines, [number * 8 for number in range(50)])
    marked = MarkedLines({25: LineMark.ONLY_HERE}), MarkedLines()

    by_words, by_characters = differing_places((text, text), marked)

    assert len(by_words) == len(by_characters) == 1
    assert {line.counted for line in lines[1:24] + lines[27:-1]} == {2}  # here A and B are one text


@given(WORDS, WORDS)
def test_all_that_is_marked_is_in_places_and_the_rest_is_the_same(
    a: Sequence[str], b: Sequence[str]
) -> None:
    found = find_differences(" ".join(a), " ".join(b))

    for by_characters in (False, True):
        places = found.places(by_characters=by_characters)
        assert left(found.a_text, places, Side.A) == left(found.b_text, places, Side.B)
        assert all(told(found.a_text, place.a) or told(found.b_text, place.b) for place in places)


def left(text: ShownText, places: DifferingPlaces, side: Side) -> str:
    """The text without its places, and without white space."""
    letters = list("\n".join(text.lines))
    for place in places:
        start, end = map(text.offset_of, place[side.value])
        letters[start:end] = "\0" * (end - start)
    return "".join("".join(letters).replace("\0", "").split())


def test_moved_text_makes_no_place_and_what_differs_in_it_makes_one() -> None:
    a, b = "\n".join((BOAT, BELL, LAMP)), "\n".join((LAMP, BOAT.replace("seven", "six"), BELL))
    found = TextEvidence.of(measure(a, b, lines := find_differences(a, b)), lines)

    texts = found.differences.a_text, found.differences.b_text
    places = found.differences.by_words
    assert [tuple(map(told, texts, place)) for place in places] == [("seven", "six")]


def test_texts_that_share_a_passage_differ_everywhere_else_to_the_letter() -> None:
    """By words nothing is marked outside passages."""
    a, b = (
        "\n".join((BELL * 4, LAMP, BOAT)),
        "\n".join((LAMP.replace("lamp", "lights"), "完全不同。" * 30)),
    )
    found = TextEvidence.of(measure(a, b, lines := find_differences(a, b)), lines).differences

    assert found.marks_passages_only
    assert [told(found.a_text, place.a) for place in found.by_words] == ["lamp"]
    assert [told(found.a_text, place.a)[:6] for place in found.by_characters] == [
        "A bell",
        "lamp",
        "The bo",
    ]


def test_texts_of_which_one_passage_is_alike_are_never_said_to_have_no_difference() -> None:
    """Where the label is narrow, too."""
    a, b = "\n".join((BELL * 4, LAMP, BOAT)), "\n".join((LAMP, "完全不同。" * 30))
    found = TextEvidence.of(measure(a, b, lines := find_differences(a, b)), lines).differences

    longer, shorter, _ = difference_ways(found, -1, by_characters=False)
    assert "passages" in longer
    assert "passages" in shorter
