"""Which files a choice of encoding by pattern would be for, asked before it is made."""

from pathlib import Path
from threading import Event

import pytest

from simhash_gui.services.importing.encoding_choices import Matching, ReadableFiles, matching_count
from simhash_gui.services.library.libraries import Library
from tests.documents.containers.archives import zip_of
from tests.services.conftest import Import


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
