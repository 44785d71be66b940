"""Passages in the lines of both texts: numbers, order, what was moved, what was edited inside."""

import pytest

from simhash_gui.services.comparison.evidence import PairClass, Passage, TextSpan
from simhash_gui.ui.reading import shared_passages
from simhash_gui.ui.reading.difference_places import LineMark
from simhash_gui.ui.reading.shared_passages import PassagePiece, TextAlignment, share_passages
from simhash_gui.ui.reading.shown_text import Place, shown_text
from simhash_gui.ui.reading.text_differences import Side, find_differences
from tests.ui.texts_in_common import joined, measured, paragraph

FIRST, SECOND, THIRD = (paragraph(name, 40) for name in ("stone", "river", "cloud"))
ORDERED, MOVED = joined(FIRST, SECOND, THIRD), joined(SECOND, THIRD, FIRST)


def test_passages_are_numbered_in_the_order_of_a() -> None:
    shared = measured(ORDERED, MOVED).passages

    assert [passage.number for passage in shared.passages] == [1, 2]
    assert shared.passages[0].a.start < shared.passages[1].a.start


def test_the_shorter_part_of_two_that_changed_places_is_the_one_that_was_moved() -> None:
    shared = measured(ORDERED, MOVED).passages

    assert [passage.is_moved for passage in shared.passages] == [True, False]
    assert shared.moved_count == 1


def test_a_passage_is_found_at_each_of_its_characters_and_nowhere_else() -> None:
    shared = measured(joined("alone here", FIRST), joined("other words", FIRST)).passages

    assert shared.side(Side.A).at(Place(2, 0)) == 0
    assert shared.side(Side.A).at(Place(2, len(FIRST) - 1)) == 0
    assert shared.side(Side.A).at(Place(0, 3)) is None


def test_a_passage_of_several_lines_has_a_piece_in_each_and_begins_once() -> None:
    text = joined(FIRST, SECOND)
    side = measured(text, text).passages.side(Side.B)

    assert [side.pieces(line) for line in range(3)] == [
        (PassagePiece(0, len(FIRST), 0),),
        (),
        (PassagePiece(0, len(SECOND), 0),),
    ]
    assert [bool(side.beginnings(line)) for line in range(3)] == [True, False, False]


def test_of_passages_over_one_another_the_smaller_one_is_meant() -> None:
    text = shown_text("0123456789")
    found = [
        Passage(TextSpan(0, 10), TextSpan(0, 10), 9),
        Passage(TextSpan(3, 5), TextSpan(6, 8), 6),
    ]
    side = share_passages(found, text, text).side(Side.A)

    assert (side.at(Place(0, 4)), side.at(Place(0, 6))) == (1, 0)


def test_only_the_longest_passages_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_passages, "MAX_PASSAGES", 2)
    text = shown_text("x" * 30)
    found = [
        Passage(TextSpan(n, n + 1), TextSpan(n, n + 1), tokens)
        for n, tokens in enumerate([3, 9, 5])
    ]
    shared = share_passages(found, text, text)

    assert [passage.equal_tokens for passage in shared.passages] == [9, 5]
    assert shared.left_out == 1


def test_a_paragraph_that_was_moved_is_not_marked_as_new() -> None:
    assert find_differences(ORDERED, MOVED).b.marks  # by lines alone it would be
    differences = measured(ORDERED, MOVED).differences

    assert differences.a.marks == differences.b.marks == {}


def test_a_word_changed_in_a_paragraph_that_was_moved_is_marked_alone() -> None:
    changed = joined(SECOND, THIRD, FIRST.replace("stone20", "pebble"))
    differences = measured(ORDERED, changed).differences

    assert differences.b.marks == {4: LineMark.CHANGED}
    assert [changed.split("\n")[4][s.start : s.end] for s in differences.b.spans[4]] == ["pebble"]


def test_what_stands_before_a_moved_passage_in_its_line_stays_marked() -> None:
    mixed = joined(SECOND, THIRD, f"something quite new {FIRST}")
    differences = measured(ORDERED, mixed).differences
    spans = differences.b.spans[4]

    assert "".join(mixed.split("\n")[4][s.start : s.end] for s in spans).strip() == (
        "something quite new"
    )


def test_outside_passages_of_texts_that_are_no_versions_nothing_is_marked() -> None:
    own, other = (joined(*(paragraph(f"{name}{n}x", 60) for n in range(4))) for name in "uv")
    changed = FIRST.replace("stone20", "pebble")
    found = measured(joined(own, FIRST), joined(other, changed))

    assert found.evidence.pair_class is PairClass.PARTLY_COPIED
    assert [line for line, spans in found.differences.a.spans.items() if spans] == [8]
    assert [line for line, spans in found.differences.b.spans.items() if spans] == [8]


def test_inside_a_moved_passage_the_other_text_shows_the_same_passage() -> None:
    found = measured(ORDERED, MOVED)
    alignment = TextAlignment.of(found.differences, found.passages)

    assert alignment.opposite(Place(0, 0), Side.A) == Place(4, 0)
    assert alignment.opposite(Place(2, 0), Side.A) == Place(0, 0)
    assert alignment.opposite(Place(4, 0), Side.B) == Place(0, 0)


def test_texts_too_long_to_compare_by_lines_are_aligned_by_passages() -> None:
    a = joined(*(f"only in a {number}" for number in range(3_100)), FIRST, SECOND)
    b = joined(*(f"b alone {number}" for number in range(3_200)), FIRST, SECOND)
    found = measured(a, b)
    alignment = TextAlignment.of(found.differences, found.passages)
    place = found.differences.a_text.place_of(a.index(SECOND))

    assert not found.differences.is_complete
    assert alignment.opposite(place, Side.A) == found.differences.b_text.place_of(b.index(SECOND))
    assert 1_500 < alignment.opposite(Place(3_100, 0), Side.A).line < 4_700


def test_without_passages_equal_lines_stand_side_by_side() -> None:
    differences = find_differences("one\ntwo\nthree", "zero\none\ntwo\nthree")

    assert TextAlignment.of(differences, None).opposite(Place(1, 1), Side.A) == Place(2, 1)
