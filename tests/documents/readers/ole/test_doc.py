from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.readers.office_files import docx, paragraph

SEEDS = Path(__file__).parents[1] / "seeds"
# Made with LibreOffice from a DOCX of our own: a deleted and a hidden word, a note and an endnote,
# a table with empty cells, a text box, a link, and a page number in the footer.
RICH = (SEEDS / "rich.doc").read_bytes()
RICH_TEXT = """\
Running head 页眉
Opening paragraph 开头段落。
kept inserted end
with a noteand an endnote
a1\tc1
b2
After the table.
anchorafter anchor
link text
In the box 框内
 Foot note 脚注
 End note 尾注
Foot page"""
LOCKED = (SEEDS / "locked.doc").read_bytes()
"""The password is ``secret``."""
IDENTIFIER = b"\xec\xa5\x01\x01"


def with_version(version: int) -> bytes:
    """The same document, said to be of another version of Word."""
    start = RICH.index(IDENTIFIER)
    return RICH[: start + 2] + version.to_bytes(2, "little") + RICH[start + 4 :]


WORD_95 = with_version(0x68)


def reason_of(
    data: bytes, passwords: tuple[str, ...] = (), limits: Limits | None = None
) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.doc", passwords=passwords, limits=limits or Limits()))
    return caught.value.reason


def test_all_kinds_of_text_come_out_in_order() -> None:
    extracted = read_bytes(RICH, "a.doc")
    assert extracted.text.rstrip() == RICH_TEXT
    assert extracted.reader == "doc"


def test_it_is_known_by_its_content() -> None:
    assert reader_for(RICH, "a.txt").name == "doc"


@pytest.mark.parametrize(
    ("data", "reader"),
    [
        (b"{\\rtf1 text}", "rtf"),
        (b"<html><body>text</body></html>", "html"),
        (b"\xef\xbb\xbf <P class=a>text", "html"),
        (docx(paragraph("text")), "docx"),
        (b"text", "text"),
    ],
)
def test_what_is_only_called_doc_is_read_as_what_it_is(data: bytes, reader: str) -> None:
    extracted = read_bytes(data, "a.doc")
    assert extracted.text == "text"
    assert extracted.reader == reader


def test_a_locked_document_opens_with_its_password() -> None:
    source = Source(LOCKED, "a.doc", passwords=("wrong", "secret"))
    assert read_source(source).text == "A locked document 上锁的文件。"


def test_a_locked_document_asks_for_a_password_or_another_one() -> None:
    assert reason_of(LOCKED) is FailureReason.PASSWORD
    assert reason_of(LOCKED, ("wrong",)) is FailureReason.PASSWORD


def test_truncated_anywhere_it_is_damaged() -> None:
    reasons = {reason_of(RICH[: len(RICH) * tenth // 10]) for tenth in range(1, 10)}
    assert reasons == {FailureReason.DAMAGED}


@pytest.mark.parametrize("offset", [0x4C, 0x50, 0x1A2, 0x1A6, 0x9A + 8 * 12, 0x9A + 8 * 13 + 4])
def test_a_header_that_points_nowhere_is_damage(offset: int) -> None:
    start = RICH.index(IDENTIFIER)
    data = bytearray(RICH)
    data[start + offset : start + offset + 4] = b"\xff\xff\xff\x7f"
    assert reason_of(bytes(data)) is FailureReason.DAMAGED


def test_a_main_stream_without_its_identifier_is_damage() -> None:
    assert reason_of(RICH.replace(IDENTIFIER, b"\0\0\0\0")) is FailureReason.DAMAGED


def test_another_office_document_is_unsupported() -> None:
    workbook = (SEEDS / "two_sheets.xls").read_bytes()
    without_workbook = workbook.replace(
        "Workbook".encode("utf-16-le"), "Xorkbook".encode("utf-16-le")
    )
    assert reason_of(without_workbook) is FailureReason.UNSUPPORTED


def test_word_95_needs_a_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert reason_of(WORD_95) is FailureReason.MISSING_PROGRAM


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a program in the place of antiword."""
    program = folder / "antiword"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_word_95_is_read_by_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = "cat > /dev/null; printf 'Old 旧文\\n\\n[pic]\\nend   \\n'"
    install(tmp_path, monkeypatch, script)
    assert read_bytes(WORD_95, "a.doc").text == "Old 旧文\nend"


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_a_program_that_fails_is_damage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(tmp_path, monkeypatch, "cat > /dev/null; exit 1")
    assert reason_of(WORD_95) is FailureReason.DAMAGED


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_a_program_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(tmp_path, monkeypatch, "exec tail -f /dev/null")
    assert reason_of(WORD_95, limits=Limits(time_s=0.2)) is FailureReason.TIMEOUT
