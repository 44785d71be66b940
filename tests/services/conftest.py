"""A library in a temporary folder, and documents to put into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, ImportReport, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library, open_library

STORY = (
    "The ferry leaves the island at seven, and whoever oversleeps has the whole day to himself: "
    "the path around the lighthouse, the bakery that opens when the baker feels like it, and the "
    "stone bench from which one can see three countries when the air is clear."
)
REVISED = STORY.replace("seven", "eight")
OTHER = "会议讨论了图书馆新馆的开放时间、志愿者排班以及读者意见箱的处理办法，并决定下周公布结果。"

Import = Callable[..., ImportReport]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_library(tmp_path / "test.simhash") as library:
        yield library


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Three documents in four files: a story, a copy of it, its revision, something else."""
    folder = tmp_path / "docs"
    (folder / "sub").mkdir(parents=True)
    (folder / "story.txt").write_text(STORY, encoding="utf-8")
    (folder / "sub" / "copy of story.txt").write_text(STORY, encoding="utf-8")
    (folder / "revised.txt").write_text(REVISED, encoding="utf-8")
    (folder / "会议.md").write_text(OTHER, encoding="utf-8")
    return folder


@pytest.fixture
def import_now(library: Library) -> Import:
    """Adds folders, if given, and imports with one worker."""

    def import_now(*folders: Path, control: JobControl | None = None) -> ImportReport:
        add_paths(library, folders, FolderRole.NORMAL)
        return import_folders(library, None, ImportOptions(workers=1), control or JobControl())

    return import_now


@pytest.fixture
def filled(library: Library, docs: Path, import_now: Import) -> Library:
    """The library with the three documents in it."""
    import_now(docs)
    return library
