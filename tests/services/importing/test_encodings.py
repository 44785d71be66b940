"""The beginning of a file as it looks in one encoding or another."""

from pathlib import Path
from threading import Event
from zipfile import ZipFile

import pytest

from simhash_gui.services.importing.encodings import (
    Matching,
    ReadableFiles,
    beginning_of,
    matching_count,
)
from simhash_gui.services.library.libraries import Library
from tests.documents.containers.archives import zip_of
from tests.services.conftest import Import

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


@pytest.fixture
def folder(tmp_path: Path, import_now: Import) -> Path:
    """An imported folder with two texts, one of them in a folder below, and an archive."""
    made = tmp_path / "box"
    (made / "sub").mkdir(parents=True)
    (made / "a.txt").write_text("The harbour was dredged twice this year. " * 3)
    (made / "sub" / "b.txt").write_text("The lamp was lit in October, as planned. " * 3)
    (made / "c.zip").write_bytes(zip_of({"d.txt": b"Nothing was said of the tram. " * 3}))
    import_now(made)
    return made


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("*.txt", ["a.txt", "c.zip!/d.txt", "sub/b.txt"]),
        ("{folder}/*.txt", ["a.txt"]),
        ("{folder}/**", ["a.txt", "c.zip!/d.txt", "sub/b.txt"]),
        ("{folder}/c.zip", ["c.zip!/d.txt"]),
        ("box/*.txt", []),
        ("[", []),
    ],
)
def test_what_matches_is_counted_and_named_by_path(
    library: Library, folder: Path, pattern: str, names: list[str]
) -> None:
    wanted = pattern.format(folder=folder.as_posix())

    found = ReadableFiles(library).matching(wanted, 9, Event())

    assert found == Matching(len(names), tuple(f"{folder.as_posix()}/{name}" for name in names))
    assert matching_count(library, wanted) == len(names)


def test_only_the_first_few_are_named(library: Library, folder: Path) -> None:
    found = ReadableFiles(library).matching("*", 1, Event())

    assert (found.count, len(found.paths)) == (3, 1)


def test_nobody_waits_for_an_answer_that_nobody_wants(library: Library, folder: Path) -> None:
    stop = Event()
    stop.set()

    assert ReadableFiles(library).matching("*", 9, stop) == Matching(0)
