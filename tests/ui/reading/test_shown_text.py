"""Lines of a text, and the way from its characters to them and back."""

from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.ui.reading.shown_text import MAX_LINE_CHARACTERS, Place, shown_text

TEXTS = st.text(st.sampled_from("ab\n\r\u2028𠮷 "), max_size=30)


def test_lines_begin_where_they_stand_in_the_text() -> None:
    shown = shown_text("ab\r\nc\n\nd")

    assert shown.lines == ("ab", "c", "", "d")
    assert list(shown.starts) == [0, 4, 6, 7]


def test_a_very_long_line_is_shown_in_parts() -> None:
    shown = shown_text("x" * (MAX_LINE_CHARACTERS + 5))

    assert [len(line) for line in shown.lines] == [MAX_LINE_CHARACTERS, 5]
    assert shown.place_of(MAX_LINE_CHARACTERS + 2) == Place(1, 2)


def test_a_line_end_counts_as_the_end_of_its_line() -> None:
    assert shown_text("ab\r\nc").place_of(3) == Place(0, 2)


def test_a_part_of_the_text_is_told_line_by_line() -> None:
    assert list(shown_text("one\n\ntwo").pieces(1, 7)) == [(0, 1, 3), (2, 0, 2)]


@given(TEXTS)
def test_every_character_that_is_shown_can_be_found_again(text: str) -> None:
    shown = shown_text(text)
    places = [Place(n, c) for n, line in enumerate(shown.lines) for c in range(len(line))]

    assert [shown.place_of(shown.offset_of(place)) for place in places] == places
    assert [text[shown.offset_of(p)] for p in places] == [
        shown.lines[p.line][p.column] for p in places
    ]


def test_a_very_long_line_is_cut_between_words() -> None:
    words = [f"word{number}" for number in range(400)]
    shown = shown_text(" ".join(words))

    assert len(shown.lines) > 1
    assert "".join(shown.lines).split() == words
    assert all(line.endswith(" ") for line in shown.lines[:-1])
    assert all(len(line) <= MAX_LINE_CHARACTERS for line in shown.lines)
