"""Which lines and words of two texts are marked, and how they are aligned."""

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from simhash_gui.ui.reading.difference_places import LineMark
from simhash_gui.ui.reading.shown_text import MAX_LINE_CHARACTERS, shown_text
from simhash_gui.ui.reading.text_differences import (
    MAX_LINES,
    Side,
    TextDifferences,
    find_differences,
)
from simhash_gui.ui.reading.word_differences import Span, compare_words, cut

TEXTS = st.lists(
    st.sampled_from(
        [
            *("", "a b c", "a x c", "一二三四", "一五三四", "end", "colour grey", "color grey"),
            *("end of a longer line with little of it", "colour q r s t u v w x"),
        ]
    ),
    max_size=12,
)


def marked_text(found: TextDifferences, side: Side) -> list[str]:
    """The characters under the spans of one side."""
    lines, spans = found.lines(side), found.marked(side).spans
    return [lines[line][span.start : span.end] for line in sorted(spans) for span in spans[line]]


def test_equal_texts_have_no_marks() -> None:
    found = find_differences("one\ntwo", "one\ntwo")

    assert not found.by_words
    assert found.a.marks == found.b.marks == {}


def test_a_changed_word_is_marked_in_both_texts_and_nothing_else() -> None:
    found = find_differences("first\nthe old report\nlast", "first\nthe new report\nlast")

    assert found.a.marks == found.b.marks == {1: LineMark.CHANGED}
    assert found.a.spans == {1: (Span(4, 7),)}
    assert marked_text(found, Side.B) == ["new"]


def test_han_is_compared_character_by_character() -> None:
    found = find_differences("本报告于九月修订", "本报告于十月修订")

    assert marked_text(found, Side.A) == ["九"]
    assert marked_text(found, Side.B) == ["十"]


def test_a_line_that_only_one_text_has_is_marked_as_such() -> None:
    found = find_differences("one\nthree", "one\ntwo\nthree")

    assert found.a.marks == {}
    assert found.b.marks == {1: LineMark.ONLY_HERE}


def test_lines_with_little_in_common_are_marked_whole() -> None:
    found = find_differences("abc def ghi", "uvw xyz")

    assert found.a.marks == found.b.marks == {0: LineMark.ONLY_HERE}
    assert found.a.spans == {}


def test_changed_paragraphs_are_found_beside_each_other_without_any_equal_line() -> None:
    found = find_differences(
        "Bayes relates two events.\n\nThe theorem is valid; it is used often.",
        "Preface.\nBayes relates two odds.\nThe theorem is valid: it is used often.",
    )

    assert found.aligned_line(0, Side.A) == 1
    assert found.aligned_line(2, Side.A) == 2
    assert marked_text(found, Side.A) == ["events", ";"]
    assert marked_text(found, Side.B) == ["odds", ":"]
    assert found.b.marks[0] is LineMark.ONLY_HERE


def test_an_empty_line_does_not_pass_for_a_common_passage() -> None:
    found = find_differences("one two three\n\nfour five six", "four five seven\n\nend of all")

    assert found.aligned_line(2, Side.A) == 0


def test_changed_lines_one_after_the_other_are_separate_places() -> None:
    found = find_differences("red one\nred two", "tan one\ntan two")

    assert len(found.by_words) == 2


def test_where_lines_are_broken_makes_no_difference() -> None:
    found = find_differences("one two three four", "one two\n\nthree   four")

    assert not found.by_words
    assert not found.are_equal
    assert found.a.marks == found.b.marks == {}


def test_all_ends_of_lines_are_known() -> None:
    assert shown_text("a\r\nb\nc\rd\u2029e").lines == ("a", "b", "c", "d", "e")


def test_a_very_long_line_is_cut_to_be_shown() -> None:
    lines = shown_text("x" * (2 * MAX_LINE_CHARACTERS + 1)).lines

    assert [len(line) for line in lines] == [MAX_LINE_CHARACTERS, MAX_LINE_CHARACTERS, 1]


def test_texts_of_too_many_lines_are_shown_unmarked() -> None:
    many = "\n".join(f"a{number}" for number in range(MAX_LINES + 1))
    found = find_differences(many, many.replace("a", "b"))

    assert not found.is_complete
    assert found.a.marks == {}
    assert not found.by_words


def test_long_texts_that_differ_in_one_place_are_marked() -> None:
    lines = [f"line {number}" for number in range(2 * MAX_LINES)]
    changed = [*lines]
    changed[MAX_LINES] = "something new"
    found = find_differences("\n".join(lines), "\n".join(changed))

    assert set(found.a.marks) == {MAX_LINES}


def test_an_equal_line_is_aligned_with_itself_after_an_insertion() -> None:
    found = find_differences("a\nb\nc", "a\nnew\nnewer\nb\nc")

    assert found.aligned_line(2, Side.A) == 4
    assert found.aligned_line(4, Side.B) == 2


@given(TEXTS, TEXTS)
def test_stretches_cover_both_texts_without_gaps(a: list[str], b: list[str]) -> None:
    found = find_differences("\n".join(a), "\n".join(b))

    for side in Side:
        bounds = [stretch.bounds(side) for stretch in found.stretches]
        covered = [line for start, end in bounds for line in range(start, end)]
        assert covered == list(range(len(found.lines(side))))


@given(TEXTS, TEXTS)
@example(["end", "end of a longer line with little of it"], ["一二三四", "color grey", "一二三四"])
def test_what_is_not_marked_is_the_same_on_both_sides(a: list[str], b: list[str]) -> None:
    found = find_differences("\n".join(a), "\n".join(b))

    assert unmarked(found, Side.A) == unmarked(found, Side.B)
    by_letters = replace(found, a=found.a.by_characters(), b=found.b.by_characters())
    assert unmarked(by_letters, Side.A) == unmarked(by_letters, Side.B)


def unmarked(found: TextDifferences, side: Side) -> str:
    """All characters outside marks, without white space."""
    marked, kept = found.marked(side), []
    for number, line in enumerate(found.lines(side)):
        whole = (Span(0, len(line)),) if number in marked.marks else ()
        covered = {place for span in marked.spans.get(number, whole) for place in range(*span)}
        kept.extend(letter for place, letter in enumerate(line) if place not in covered)
    return "".join("".join(kept).split())


@given(TEXTS, TEXTS)
def test_spans_stay_inside_their_lines(a: list[str], b: list[str]) -> None:
    found = find_differences("\n".join(a), "\n".join(b))

    for side in Side:
        for line, spans in found.marked(side).spans.items():
            for span in spans:
                assert 0 <= span.start < span.end <= len(found.lines(side)[line])


def test_words_that_are_spelt_alike_are_marked_to_the_letter() -> None:
    found = find_differences("The colour of tea is grey.", "The color of teas is blue.")
    by_letters = replace(found, a=found.a.by_characters(), b=found.b.by_characters())

    assert marked_text(found, Side.A) == ["colour", "tea", "grey"]
    assert marked_text(by_letters, Side.A) == ["u", "grey"]
    assert marked_text(by_letters, Side.B) == ["s", "blue"]


def test_no_more_is_marked_than_the_longest_common_words_leave() -> None:
    chosen = random.Random(7)
    words = [
        "the",
        "a",
        "of",
        "and",
        "to",
        "report",
        "on",
        "board",
        "shall",
        "be",
        "sent",
        "by",
        "Friday",
        "12",
        "May",
        ",",
        ";",
        ".",
        "“",
        "”",
    ]
    for _ in range(60):
        a = chosen.choices(words, k=chosen.randint(8, 60))
        b = list(a)
        for _ in range(chosen.randint(1, 6)):
            place = chosen.randrange(len(b))
            other = chosen.choice(words)
            b[place : place + chosen.randint(0, 1)] = [other] * chosen.randint(0, 2)
        texts = "keep this " * 9 + " ".join(a), "keep this " * 9 + " ".join(b)

        found = compare_words(cut([texts[0]]), cut([texts[1]]))

        marked = sum(
            len(text[span.start : span.end].replace(" ", ""))
            for text, (line,) in zip(texts, (found.a, found.b), strict=True)
            for span in line.spans or ()
        )
        least = len("".join(a + b)) - 2 * _most_in_common(a, b)
        assert least <= marked <= 1.5 * least + 8


def test_two_words_that_changed_places_are_all_that_differs() -> None:
    texts = (
        "The committee shall publish a list of the members within a month of the vote",
        "A committee shall publish the list of the members within a month of a vote",
    )

    found = compare_words(*(cut([text]) for text in texts))

    told = [
        [text[span.start : span.end] for span in line.spans or ()]
        for text, (line,) in zip(texts, (found.a, found.b), strict=True)
    ]
    assert told == [["The", "a", "the"], ["A", "the", "a"]]


def _most_in_common(a: Sequence[str], b: Sequence[str]) -> int:
    """Letters of the longest common subsequence of words, by the textbook."""
    rows = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            same = rows[i][j] + len(one) if one == other else 0
            rows[i + 1][j + 1] = max(same, rows[i][j + 1], rows[i + 1][j])
    return rows[-1][-1]


def test_of_a_paragraph_that_has_moved_only_that_is_marked() -> None:
    paragraphs = [f"This is paragraph {number} of a long text." for number in range(60)]
    moved = [*paragraphs[:10], *paragraphs[11:50], paragraphs[10], *paragraphs[50:]]

    found = find_differences("\n\n".join(paragraphs), "\n\n".join(moved))

    assert {found.a_text.lines[line] for line in found.a.marks} == {paragraphs[10]}
    assert {found.b_text.lines[line] for line in found.b.marks} == {paragraphs[10]}
