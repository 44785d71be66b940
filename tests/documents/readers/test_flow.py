from __future__ import annotations

from simhash_gui.documents.readers.flow import TextFlow, joined, joined_once


def test_paragraphs_are_lines_and_empty_ones_leave_no_trace() -> None:
    flow = TextFlow()
    flow.end_paragraph()
    flow.add("one ")
    flow.add("line")
    flow.end_paragraph()
    flow.end_paragraph()
    flow.add("")
    flow.add("two")
    assert flow.text() == "one line\ntwo"


def test_cells_are_parted_by_a_tab_and_empty_ones_leave_no_trace() -> None:
    flow = TextFlow()
    flow.add("before")
    for row in (["a", "", "c"], ["", "", ""], ["", "b", ""]):
        flow.begin_row()
        for cell in row:
            flow.begin_cell()
            flow.add(cell)
            flow.end_paragraph()
        flow.end_row()
    flow.add("after")
    assert flow.text() == "before\na\tc\nb\nafter"


def test_a_table_in_a_cell_does_not_end_the_row_around_it() -> None:
    flow = TextFlow()
    flow.begin_row()
    flow.begin_cell()
    flow.add("outer")
    flow.begin_row()
    flow.begin_cell()
    flow.add("inner")
    flow.end_row()
    flow.begin_cell()
    flow.add("last")
    flow.end_row()
    assert flow.text() == "outer\ninner\tlast"


def test_a_box_follows_its_paragraph() -> None:
    flow = TextFlow()
    flow.add("first ")
    flow.add_box("box")
    flow.add("half")
    flow.end_paragraph()
    flow.add("next")
    flow.add_box("last box")
    assert flow.text() == "first half\nbox\nnext\nlast box"


def test_an_end_without_a_beginning_does_no_harm() -> None:
    flow = TextFlow()
    flow.end_row()
    flow.begin_cell()
    flow.add("x")
    assert flow.text() == "x"


def test_texts_are_joined_without_the_empty_ones() -> None:
    assert joined(["a", "", "b", "a"]) == "a\nb\na"


def test_repeated_texts_are_joined_once() -> None:
    assert joined_once(["a", " ", "b", "a"]) == "a\nb"
