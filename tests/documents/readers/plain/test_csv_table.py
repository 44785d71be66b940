from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.readers.plain.csv_table import table_text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a,b\nc,d\n", "a\tb\nc\td"),
        ("姓名;城市\r\n王;北京\r\n", "姓名\t城市\n王\t北京"),
        ("a\tb, c\nd\te, f", "a\tb, c\nd\te, f"),
        ("a|b|c\n1|2|3", "a\tb\tc\n1\t2\t3"),
        ('"a, b","say ""hi"""\nc,d', 'a, b\tsay "hi"\nc\td'),
        ('"two\nlines",x\ny,z', "two\nlines\tx\ny\tz"),
        ("a, , c\n,,\nb,,", "a\tc\nb"),
        ("sep=;\na,b;c\nd;e", "a,b\tc\nd\te"),
        ("name,price\nx;y,1\nz;w,2", "name\tprice\nx;y\t1\nz;w\t2"),
        ("no table at all", "no table at all"),
        ("", ""),
    ],
)
def test_rows_are_lines_with_a_tab_between_cells(text: str, lines: str) -> None:
    assert table_text(text) == lines


def test_a_quote_without_its_fellow_leaves_the_text_as_it_is() -> None:
    text = 'a,b\n"' + "x" * 200_000
    assert table_text(text) == text


def test_the_encoding_is_found_as_for_any_text() -> None:
    rows = "编号,名称,说明\n" + "1,苹果,这是一种常见的水果\n" * 10
    extracted = read_bytes(rows.encode("gb18030"), "a.csv")
    assert extracted.encoding == "gb18030"
    assert extracted.text.startswith("编号\t名称\t说明\n1\t苹果")
    assert extracted.reader == "csv"
