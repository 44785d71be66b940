from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, ReadFailure

SEEDS = Path(__file__).parents[1] / "seeds"
# Made with xlwt.
TWO_SHEETS = (SEEDS / "two_sheets.xls").read_bytes()
# Made with LibreOffice; the password is ``secret``.
LOCKED = (SEEDS / "locked.xls").read_bytes()


def reason_of(data: bytes, passwords: tuple[str, ...] = ()) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.xls", passwords=passwords))
    return caught.value.reason


def test_sheets_come_in_order_with_readable_values() -> None:
    lines = [
        "编号\tname\tamount",
        "1\tapple\t2.5",
        "2\t梨\t1200",
        "2024-05-01\tTRUE",
        "2024-05-01 12:30:00\t18:00:00",
        "second sheet",
    ]
    assert read_bytes(TWO_SHEETS, "a.xls").text == "\n".join(lines)


def test_it_is_known_by_its_content() -> None:
    assert reader_for(TWO_SHEETS, "a.doc").name == "xls"
    assert read_bytes(b"<html><table><tr><td>a<td>b</table></html>", "a.xls").text == "a\tb"
    assert read_bytes("甲\t乙\r\n1\t2\r\n".encode(), "a.xls").text == "甲\t乙\n1\t2"


@pytest.mark.parametrize("name", ["a.xls", "a.xlsx"])
@pytest.mark.parametrize(
    ("page", "reader"),
    [
        ("<table border=1><tr><td>名<td>数</table>".encode("gb18030"), "html"),
        ("\n<META charset=utf-16><table><tr><td>名<td>数</table>".encode("utf-16"), "html"),
        ("名\t数\r\n".encode("gb18030"), "csv"),
        (b"<not>\t\xe6\x95\xb0", "csv"),
    ],
)
def test_what_programs_on_the_web_call_a_workbook_is_read_as_what_it_is(
    name: str, page: bytes, reader: str
) -> None:
    extracted = read_bytes(page, name, "gb18030" if b"border" in page else None)

    assert extracted.reader == reader
    assert extracted.text in {"名\t数", "<not>\t数"}


def test_a_locked_workbook_opens_with_its_password() -> None:
    assert read_source(Source(LOCKED, "a.xls", passwords=("x", "secret"))).text.endswith("12\t2.5")


def test_a_locked_workbook_asks_for_a_password() -> None:
    assert reason_of(LOCKED) is FailureReason.PASSWORD
    assert reason_of(LOCKED, ("wrong",)) is FailureReason.PASSWORD


def test_truncated_anywhere_it_is_damaged() -> None:
    reasons = {reason_of(TWO_SHEETS[: len(TWO_SHEETS) * tenth // 10]) for tenth in range(1, 10)}
    assert reasons == {FailureReason.DAMAGED}


def test_another_office_document_is_unsupported() -> None:
    assert reason_of(renamed(TWO_SHEETS)) is FailureReason.UNSUPPORTED


def renamed(data: bytes) -> bytes:
    return data.replace("Workbook".encode("utf-16-le"), "Xorkbook".encode("utf-16-le"))
