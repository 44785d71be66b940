"""The beginning of a file as it looks in one encoding or another."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from simhash_gui.services.importing.encoding_preview import beginning_of

CHINESE = "会议讨论了第三季度的工作计划，决定在十月底以前完成码头的维修。"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "minutes.txt"


def test_the_encoding_is_recognised_when_none_is_given(file: Path) -> None:
    file.write_bytes(CHINESE.encode("gb18030"))

    beginning = beginning_of(str(file), None)

    assert beginning is not None
    assert (beginning.text, beginning.encoding, beginning.misfits) == (CHINESE, "gb18030", 0)


def test_a_wrong_encoding_shows_what_does_not_fit(file: Path) -> None:
    file.write_bytes(CHINESE.encode("gb18030"))

    beginning = beginning_of(str(file), "utf-8")

    assert beginning is not None
    assert beginning.misfits > 0
    assert beginning.text.count("\ufffd") == beginning.misfits


@pytest.mark.parametrize("encoding", [None, "utf-8"])
def test_a_character_cut_in_two_at_the_end_does_not_count_as_a_misfit(
    file: Path, encoding: str | None
) -> None:
    file.write_bytes(b"x\n" + (CHINESE * 10 + "\n").encode() * 100)

    beginning = beginning_of(str(file), encoding)

    assert beginning is not None
    assert beginning.misfits == 0
    assert beginning.text.startswith(f"x\n{CHINESE}")


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" * 9])
def test_there_is_nothing_to_show_of_what_is_no_text(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    assert beginning_of(str(file), None) is None


def test_there_is_nothing_to_show_of_a_file_that_is_not_there(file: Path) -> None:
    assert beginning_of(str(file), None) is None


def test_there_is_nothing_to_show_of_a_file_in_an_archive(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    with ZipFile(archive, "w") as packed:
        packed.writestr("minutes.txt", CHINESE)

    assert beginning_of(f"{archive}!/minutes.txt", None) is None
