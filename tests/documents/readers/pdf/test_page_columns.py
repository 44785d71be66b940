from __future__ import annotations

from simhash_gui.documents.readers.pdf.page_columns import rows_in_reading_order
from simhash_gui.documents.readers.pdf.page_line import Line


def line(text: str, left: float, bottom: float, width: float = 200) -> Line:
    return Line(text, left, left + width, bottom, 12.0)


def column(name: str, left: float, top: float = 700, count: int = 6) -> list[Line]:
    return [line(f"{name} line {i}", left, top - 14 * i) for i in range(count)]


def texts(lines: list[Line]) -> list[str]:
    return ["|".join(part.text for part in row) for row in rows_in_reading_order(lines)]


def names(lines: list[Line]) -> list[str]:
    """The first words, each run of them once."""
    found = [text.split()[0] for text in texts(lines)]
    return [name for i, name in enumerate(found) if i == 0 or found[i - 1] != name]


def interleaved(*columns: list[Line]) -> list[Line]:
    return [part for row in zip(*columns, strict=True) for part in row]


def test_a_page_without_lines_has_no_rows() -> None:
    assert rows_in_reading_order([]) == []


def test_three_columns_drawn_across_are_read_one_after_the_other() -> None:
    columns = (column("a", 0), column("b", 220), column("c", 440))
    assert names(interleaved(*columns)) == ["a", "b", "c"]


def test_columns_above_and_below_a_line_across_are_read_apart() -> None:
    upper = interleaved(column("a", 0, 700), column("b", 220, 700))
    lower = interleaved(column("c", 0, 500), column("d", 220, 500))
    across = line("across the page", 0, 550, 420)
    assert names([*upper, across, *lower]) == ["a", "b", "across", "c", "d"]


def test_a_table_of_short_cells_stays_a_table() -> None:
    cells = [line(f"cell {i}", 220 * (i % 2), 700 - 14 * (i // 2), 40) for i in range(12)]
    cells += [line("a sentence below the table", 0, 500, 420)]
    assert texts(cells)[:2] == ["cell 0|cell 1", "cell 2|cell 3"]


def test_paragraphs_in_cells_beside_each_other_keep_the_order_of_the_file() -> None:
    rows = [
        part
        for top in (700, 600)
        for part in (*column(f"left{top}", 0, top, 5), *column(f"right{top}", 220, top, 5))
    ]
    assert names(rows) == ["left700", "right700", "left600", "right600"]


def test_columns_of_a_script_from_right_to_left_keep_the_order_of_the_file() -> None:
    right = [line(f"שורה ימנית {i}", 220, 700 - 14 * i) for i in range(6)]
    left = [line(f"שורה שמאלית {i}", 0, 700 - 14 * i) for i in range(6)]
    assert texts([*right, *left])[0] == "שורה ימנית 0"


def test_blocks_drawn_out_of_order_are_read_from_the_top() -> None:
    blocks = [column("third", 0, 300), column("first", 0, 700), column("second", 0, 500)]
    assert names([part for block in blocks for part in block]) == ["first", "second", "third"]


def test_lines_of_a_cell_stay_in_it() -> None:
    cells = [
        line("name", 0, 700, 40), line("first", 100, 700, 40), line("second", 100, 686, 40),
        line("第三", 200, 700, 40), line("第四", 200, 686, 40),
        line("next", 0, 660, 40), line("row", 100, 660, 40), line("a sentence", 0, 630),
    ]  # fmt: skip
    assert texts(cells) == ["name|first second|第三第四", "next|row", "a sentence"]


def test_parts_of_one_line_are_put_together_and_cells_are_not() -> None:
    parts = [line("one", 0, 700, 20), line("two", 36, 700, 20), line("three", 150, 700, 20)]
    assert texts(parts) == ["one two|three"]


def test_a_small_bullet_does_not_make_its_line_a_small_one() -> None:
    bullet = Line("•", 40, 45, 702, 8.0)
    [[joined]] = rows_in_reading_order([bullet, line("words", 58, 700)])
    assert (joined.text, joined.height) == ("• words", 12.0)
