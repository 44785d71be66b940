"""What no reader should have to see: each gives one row with a reason, and the rest goes on."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.services.importing.importing import FailureReason, ImportOptions, read_again
from simhash_gui.services.importing.problems import failed_files, skip_files
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.browsing import list_documents
from simhash_gui.services.library.import_rules import ImportRules, SkipReason, save_rules
from simhash_gui.services.library.libraries import Library, folders
from tests.documents.containers.archives import zip_of
from tests.services.conftest import OTHER, STORY, Import

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such files on Windows")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "good.txt").write_text(STORY, encoding="utf-8")
    return folder


def problems(library: Library) -> dict[str, FailureReason]:
    return {Path(file.path).name: file.reason for file in failed_files(library, None, 0, 100)}


def test_pipes_and_sockets_are_named_and_never_opened(
    folder: Path, library: Library, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(folder / "pipe.txt")
    monkeypatch.chdir(folder)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.txt")

    report = import_now(folder)

    assert problems(library) == {
        "pipe.txt": FailureReason.UNSUPPORTED,
        "socket.txt": FailureReason.UNSUPPORTED,
    }
    assert report.documents == 1
    assert import_now().read == 0


def test_links_that_lead_nowhere_or_in_circles_are_named(
    folder: Path, library: Library, import_now: Import
) -> None:
    (folder / "dangling").symlink_to("nowhere")
    (folder / "circle").symlink_to("circle")
    (folder / "up").symlink_to(folder, target_is_directory=True)
    assert import_now(folder).skipped_by_reason == {SkipReason.LINK: 3}
    save_rules(library, ImportRules(follow_links=True))

    report = import_now()

    assert problems(library) == {
        "dangling": FailureReason.GONE,
        "circle": FailureReason.UNREADABLE,
    }
    assert report.skipped_by_reason == {SkipReason.MET: 1}
    assert report.failed == 2


def test_a_link_that_is_mended_is_no_problem_any_more(
    folder: Path, library: Library, import_now: Import
) -> None:
    target = folder.parent / "target.txt"
    (folder / "link.txt").symlink_to(target)
    save_rules(library, ImportRules(follow_links=True))
    import_now(folder)
    target.write_text(OTHER, encoding="utf-8")

    report = import_now()

    assert (report.failed, report.documents, problems(library)) == (0, 2, {})


@pytest.mark.parametrize(
    "name",
    [
        b"line\nbreak.txt",
        "gpj.\u202etxt.txt".encode(),
        b"caf\xe9.txt",
        b"x" * 251 + b".txt",
        "字".encode() * 83 + b".txt",
        b" leading and trailing ",
        b"back\\slash",
        b"tab\tand\x1a",
        b"-rf",
        b"%s{}$(x)",
    ],
)
def test_every_name_that_a_file_can_have_is_imported(
    folder: Path, library: Library, import_now: Import, name: bytes
) -> None:
    path = os.fsdecode(os.fsencode(folder) + b"/" + name)
    Path(path).write_text(OTHER, encoding="utf-8")

    assert import_now(folder).failed == 0

    assert path in [found for item in list_documents(library) for found in item.paths]
    assert (import_now().read, import_now().unchanged) == (0, 2)


def _deep_folder(folder: Path) -> Iterator[int]:
    """Folders in folders until the path is longer than the system takes."""
    descriptor = os.open(folder, os.O_RDONLY)
    for _ in range(18):
        os.mkdir("x" * 250, dir_fd=descriptor)
        below = os.open("x" * 250, os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    yield descriptor
    os.close(descriptor)


def test_a_path_longer_than_the_system_takes_gives_one_row(
    folder: Path, library: Library, import_now: Import
) -> None:
    for descriptor in _deep_folder(folder):
        os.close(os.open("deep.txt", os.O_WRONLY | os.O_CREAT, dir_fd=descriptor))

    report = import_now(folder)

    assert report.failed_by_reason == {FailureReason.UNREADABLE: 1}
    assert (report.documents, len(problems(library))) == (1, 1)
    assert import_now().failed == 1


def test_a_file_of_several_gigabytes_gives_one_row(
    folder: Path, library: Library, import_now: Import
) -> None:
    with (folder / "huge.txt").open("wb") as file:
        file.truncate(5 * 2**30)

    report = import_now(folder)

    assert problems(library) == {"huge.txt": FailureReason.TOO_LARGE}
    assert report.documents == 1


class Meanwhile(JobControl):
    """Removes a file when reading begins, after it was listed."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        super().report(stage, done, total, failed=failed, current=current)
        if stage is Stage.READING and done == 0:
            self._path.unlink(missing_ok=True)


def test_a_file_that_vanishes_before_it_is_read_gives_one_row(
    folder: Path, library: Library, import_now: Import
) -> None:
    (folder / "brief.txt").write_text(OTHER, encoding="utf-8")

    report = import_now(folder, control=Meanwhile(folder / "brief.txt"))

    assert problems(library) == {"brief.txt": FailureReason.GONE}
    assert report.documents == 1
    assert (import_now().failed, problems(library)) == (0, {})


def test_a_folder_that_cannot_be_listed_gives_one_row_and_keeps_what_is_in_it(
    folder: Path, library: Library, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "kept.txt").write_text(OTHER, encoding="utf-8")
    import_now(folder)
    scandir = os.scandir

    def refusing(path: Path) -> object:
        if Path(path).name == "sub":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr("simhash_gui.services.importing.listing.os.scandir", refusing)
    report = import_now()
    monkeypatch.undo()

    assert (report.documents, report.gone) == (2, 0)
    assert report.failed_by_reason == {FailureReason.UNREADABLE: 1}
    assert problems(library) == {"sub": FailureReason.UNREADABLE}
    assert (import_now().documents, problems(library)) == (2, {})


def test_a_place_that_the_user_skips_is_no_problem_any_more(
    folder: Path, library: Library, import_now: Import
) -> None:
    (folder / "dangling").symlink_to("nowhere")
    save_rules(library, ImportRules(follow_links=True))
    import_now(folder)
    (problem,) = failed_files(library, None, 0, 100)

    skip_files(library, [problem.id])

    assert (import_now().failed, problems(library)) == (0, {})


def test_a_folder_of_the_library_that_is_gone_is_one_problem_and_keeps_its_documents(
    folder: Path, library: Library, import_now: Import, tmp_path: Path
) -> None:
    import_now(folder)
    folder.rename(tmp_path / "unplugged")

    report = import_now()

    assert (report.documents, report.gone, report.failed_now) == (1, 0, 1)
    (problem,) = failed_files(library, FailureReason.GONE, 0, 10)
    assert problem.path == str(folder)
    assert [row.failed_count for row in folders(library)] == [1]
    (tmp_path / "unplugged").rename(folder)
    again = read_again(library, [problem.id], ImportOptions(workers=1), JobControl())
    assert (again.documents, again.failed_now, again.failed, again.gone) == (1, 0, 0, 0)
    assert problems(library) == {}


class Unplugged(JobControl):
    """Renames a folder as soon as reading begins."""

    def __init__(self, folder: Path, to: Path) -> None:
        super().__init__()
        self._folder, self._to = folder, to

    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        super().report(stage, done, total, failed=failed, current=current)
        if stage is Stage.READING and self._folder.exists():
            self._folder.rename(self._to)


@pytest.mark.parametrize("vanishing", ["", "sub"])
def test_a_folder_that_vanishes_during_an_import_is_one_problem(
    folder: Path, library: Library, import_now: Import, tmp_path: Path, vanishing: str
) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "0.txt").write_text(OTHER, encoding="utf-8")
    import_now(folder)
    for number in range(30):
        (folder / "sub" / f"{number}.txt").write_text(f"{OTHER} {number}", encoding="utf-8")
    aside = tmp_path / "unplugged"

    report = import_now(control=Unplugged(folder / vanishing, aside))

    assert (report.failed_now, report.documents, report.gone) == (1, 2, 0)
    assert problems(library) == {(folder / vanishing).name: FailureReason.GONE}
    aside.rename(folder / vanishing)
    assert (import_now().documents, problems(library)) == (31, {})


def test_an_archive_that_vanishes_while_its_members_are_read_is_opened_again(
    folder: Path, library: Library, import_now: Import, tmp_path: Path
) -> None:
    (folder / "a.zip").write_bytes(zip_of({f"{n}.txt": f"{OTHER} {n}".encode() for n in range(9)}))
    aside = tmp_path / "unplugged"

    import_now(folder, control=UnpluggedAfter(folder, aside))
    aside.rename(folder)
    report = import_now()

    assert (report.documents, report.failed) == (10, 0)


class UnpluggedAfter(Unplugged):
    """Renames a folder as soon as something has been read."""

    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        if done:
            super().report(stage, done, total, failed=failed, current=current)
