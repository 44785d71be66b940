"""Footnotes of PDFs that are drawn by hand, as several programs draw them."""

from __future__ import annotations

import pytest

from tests.documents.manuscript.test_set_off import seen
from tests.documents.readers.pdf_files import At, lines, pdf

BODY = lines(
    "Nobody has written of these archives before,",
    "although they were opened to readers long ago.",
    "What stands there changes all that was known",
    "of the town, its council and its quarrels.",
)
LINE = At(50, 500, "as Miller has shown")


def notes_of(*pieces: At) -> tuple[list[str], list[str]]:
    """The lines of notes, and the word before each mark."""
    _, notes, before = seen(pdf([*BODY, *pieces]), "draft.pdf")
    return notes, before


@pytest.mark.parametrize(
    "note",
    [
        # a raised mark before small type; a mark as large as the text; type as large as the text
        [At(50, 103, "1", 5), At(54, 100, "See his Essays, p. 4.", 8)],
        [At(50, 100, "1"), At(60, 100, "See his Essays, p. 4.", 8)],
        [At(50, 103, "1", 5), At(54, 100, "See his Essays, p. 4.")],
    ],
)
def test_a_mark_at_the_foot_of_a_page_begins_a_note(note: list[At]) -> None:
    mark = At(145, 504, "1", 6)

    notes, before = notes_of(LINE, mark, At(150, 500, "and others doubt."), *note)

    assert notes == ["1", "See his Essays, p. 4."]
    assert before == ["shown"]


def test_a_note_ends_where_larger_type_or_another_column_begins() -> None:
    note = [At(50, 100, "1 See his Essays,", 8), At(50, 90, "and those of oth-", 8)]
    more = [At(300, 700, "Another column begins"), At(300, 80, "and ends here")]

    notes, before = notes_of(LINE, At(145, 504, "1", 6), *note, *more)

    assert notes == ["1 See his Essays,", "and those of oth"]
    assert before == ["shown"]


def test_raised_characters_are_marks() -> None:
    notes, before = notes_of(At(50, 500, "as Miller² has shown"), At(50, 100, "² See there.", 8))

    assert notes == ["² See there."]
    assert before == ["Miller"]


@pytest.mark.parametrize(
    "pieces",
    [
        # a number of a table of contents; an exponent without a note; a caption; a number on top
        [At(145, 500, "1", 6), At(50, 100, "1 Introduction", 8)],
        [At(145, 504, "2", 6), At(50, 100, "1 Introduction", 8)],
        [At(145, 504, "2", 6), At(50, 100, "Table 2: Areas", 8)],
        [At(145, 504, "1", 6), At(50, 450, "1 Introduction", 8)],
        [At(145, 504, "1", 6), At(50, 100, "1 The first chapter follows.")],
    ],
)
def test_what_does_not_agree_in_all_is_text(pieces: list[At]) -> None:
    assert notes_of(LINE, *pieces) == ([], [])


def test_a_page_without_text_has_no_notes() -> None:
    _, notes, before = seen(pdf(BODY, []), "draft.pdf")

    assert (notes, before) == ([], [])
