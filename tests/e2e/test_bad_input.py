"""One import of a folder of everything that can be wrong with files: the rest goes on."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typing_extensions import override

from simhash_gui.documents.reading import read_content
from simhash_gui.documents.records import ReadFailure
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import (
    FailureReason,
    ImportOptions,
    ImportReport,
    Limits,
    import_folders,
)
from simhash_gui.services.importing.listing import Unlisted, list_folder
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.browsing import list_documents
from simhash_gui.services.library.import_rules import ImportRules, save_rules
from simhash_gui.services.library.libraries import FolderRole, Library, open_library
from tests.documents.bad_documents import BAD_DOCUMENTS
from tests.fuzzing.mutations import mutant
from tests.fuzzing.seeds import FILES, PASSWORD, seeds_by_format

pytestmark = pytest.mark.skipif(
    os.name == "nt" or sys.platform == "darwin", reason="most of these cannot be made there"
)

PROGRAM = Path(sys.executable).with_name("simhash-gui")
WORDS = "The bench under the lime tree was painted green again, as it is every third spring."
LIMITS = Limits(expanded_bytes=64 << 20)
VANISHING = "vanishing.txt"
LARGE_BYTES = 5 << 30
_NOBODY = 65534

READ = [
    "good.txt",
    "two\nlines.txt",
    "\u202etxt.right to left.txt",
    "x" * 251 + ".txt",
    os.fsdecode(b"\xff\xfe no utf-8 \x80.txt"),
    "wrong extension.pdf",
    "corner.xlsx",
    "good.zip!/inner.txt",
]
"""Odd, but to be read."""

FAILED = {
    "empty.txt": FailureReason.EMPTY,
    "pipe.txt": FailureReason.UNSUPPORTED,
    "socket.txt": FailureReason.UNSUPPORTED,
    "device.txt": FailureReason.UNSUPPORTED,
    "loop.txt": FailureReason.UNREADABLE,
    "large.txt": FailureReason.TOO_LARGE,
    VANISHING: FailureReason.GONE,
    "half.docx": FailureReason.DAMAGED,
    "half.zip": FailureReason.DAMAGED,
    "locked.docx": FailureReason.PASSWORD,
    "locked.zip!/secret.txt": FailureReason.PASSWORD,
    "locked.zip!/秘密.md": FailureReason.PASSWORD,
    "laughs.docx": FailureReason.DAMAGED,
    "inflating.zip": FailureReason.BOMB,
    "nested.zip!/a.zip!/a.zip!/a.zip": FailureReason.NESTED,
    "picture.txt": FailureReason.NOT_TEXT,
}
"""One row each, with this reason."""


@pytest.fixture
def docs(tmp_path: Path) -> Iterator[Path]:
    """A folder with all of them, and folders nested beyond what a path can name."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for number, name in enumerate(name for name in READ if "!/" not in name):
        (folder / name).write_text(f"{WORDS} {number}", "utf-8")
    for name in BAD_DOCUMENTS.keys() & {"corner.xlsx", *FAILED}:
        (folder / name).write_bytes(BAD_DOCUMENTS[name]())
    (folder / "nested.zip").write_bytes(BAD_DOCUMENTS["nested.zip"]())
    _copy_seeds(folder)
    _make_what_is_no_file(folder)
    (folder / "empty.txt").touch()
    (folder / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (folder / VANISHING).write_text(WORDS, "utf-8")
    with (folder / "large.txt").open("wb") as sparse:
        sparse.truncate(LARGE_BYTES)
    _make_deep_folders(folder)
    yield folder
    _remove_deep_folders(folder)


def _copy_seeds(folder: Path) -> None:
    for name in ("locked.docx", "locked.zip"):
        shutil.copy(FILES / name, folder)
    for whole, half in (("english.docx", "half.docx"), ("mixed.zip", "half.zip")):
        data = (FILES / whole).read_bytes()
        (folder / half).write_bytes(data[: len(data) // 2])
    shutil.make_archive(str(folder / "good"), "zip", _folder_of_one_file(folder.parent))


def _folder_of_one_file(parent: Path) -> Path:
    folder = parent / "to be packed"
    folder.mkdir()
    (folder / "inner.txt").write_text(f"{WORDS} In an archive.", "utf-8")
    return folder


def _make_what_is_no_file(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    (folder / "device.txt").symlink_to("/dev/zero")
    (folder / "loop.txt").symlink_to("loop.txt")
    (folder / "round in circles").symlink_to(folder)
    with socket.socket(socket.AF_UNIX) as server:
        before = Path.cwd()
        os.chdir(folder)  # the name of a socket must be short
        server.bind("socket.txt")
        os.chdir(before)


def _make_deep_folders(folder: Path) -> None:
    """Twenty folders with names of 250 letters in each other, and a file in the innermost."""
    before = Path.cwd()
    os.chdir(folder)
    for _ in range(20):
        Path("d" * 250).mkdir()
        os.chdir("d" * 250)
    Path("deep.txt").write_text(WORDS, "utf-8")
    os.chdir(before)


def _remove_deep_folders(folder: Path) -> None:
    """From the inside, because what is left of a test must have a name to be removed by."""
    before = Path.cwd()
    os.chdir(folder)
    depth = 0
    while Path("d" * 250).is_dir():
        os.chdir("d" * 250)
        depth += 1
    Path("deep.txt").unlink()
    for _ in range(depth):
        os.chdir("..")
        Path("d" * 250).rmdir()
    os.chdir(before)


class _Vandal(JobControl):
    """Removes a file between the listing and the reading."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    @override
    def report(self, stage: Stage, done: int, *rest: int | None, **more: object) -> None:
        if stage is Stage.READING:
            self._file.unlink(missing_ok=True)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Follows links, and lets files of any size through to the reader."""
    with open_library(tmp_path / "library" / "test.simhash") as library:
        save_rules(library, ImportRules(follow_links=True))
        yield library


def _import(library: Library, control: JobControl, *passwords: str) -> ImportReport:
    options = ImportOptions(workers=2, limits=LIMITS, passwords=passwords)
    return import_folders(library, None, options, control)


def test_each_bad_file_gives_one_row_and_the_rest_is_read(
    docs: Path, library: Library, tmp_path: Path
) -> None:
    unplugged = tmp_path / "unplugged"
    unplugged.mkdir()
    add_paths(library, [docs, unplugged], FolderRole.NORMAL)
    unplugged.rmdir()

    report = _import(library, _Vandal(docs / VANISHING))

    failed = [(os.path.relpath(file.path, docs), file.reason) for file in report.failures]
    expected = {**FAILED, "../unplugged": FailureReason.GONE}
    deep = [entry for entry in failed if entry[0].startswith("d" * 250)]
    assert dict(failed) == {**expected, **dict(deep)}
    assert len(failed) == len(expected) + 1
    assert [reason for _, reason in deep] == [FailureReason.UNREADABLE]
    assert all(file.detail for file in report.failures if file.path != str(unplugged))
    assert _paths(library, docs) == sorted(READ)


@contextmanager
def _without_rights() -> Iterator[None]:
    """As somebody to whom nothing belongs, where the tests are run by root."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


def test_what_may_not_be_opened_is_told_and_the_rest_goes_on() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "shut").mkdir()
        for file in ("open.txt", "shut.txt", "shut/inner.txt"):
            (folder / file).write_text(WORDS, "utf-8")
        folder.chmod(0o755)
        (folder / "shut.txt").chmod(0)
        (folder / "shut").chmod(0)

        with _without_rights():
            opened, shut_file, shut_folder = list_folder(folder)
            content = read_content(str(folder / "open.txt"), Limits())
            with pytest.raises(ReadFailure) as refused:
                read_content(str(folder / "shut.txt"), Limits())
        (folder / "shut").chmod(0o755)

    assert (opened.relative_path, shut_file.relative_path) == ("open.txt", "shut.txt")
    assert content.data.decode() == WORDS
    assert refused.value.reason is FailureReason.UNREADABLE
    assert isinstance(shut_folder, Unlisted)
    assert isinstance(shut_folder.error, PermissionError)


def test_a_password_unlocks_and_is_written_nowhere(
    docs: Path, library: Library, tmp_path: Path, hermetic_home: Path
) -> None:
    add_paths(library, [docs], FolderRole.NORMAL)
    _import(library, _Vandal(docs / VANISHING))

    _import(library, JobControl(), "wrong", PASSWORD)

    unlocked = {"locked.docx", "locked.zip!/secret.txt", "locked.zip!/秘密.md"}
    assert unlocked <= set(_paths(library, docs))
    written = [
        path
        for root in (tmp_path / "library", hermetic_home)
        for path in root.rglob("*")
        if path.is_file()
    ]
    assert any(path.name == "test.simhash" for path in written)
    assert [path for path in written if PASSWORD.encode() in path.read_bytes()] == []


def _paths(library: Library, root: Path) -> list[str]:
    found = (path for document in list_documents(library) for path in document.paths)
    return sorted(os.path.relpath(path, root) for path in found)


def test_an_installation_without_worker_processes_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("some words", encoding="utf-8")
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys\n"
        "if __name__ != '__main__':\n"
        "    os._exit(3)\n"
        "from simhash_gui.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n",
        encoding="utf-8",
    )

    done = subprocess.run(
        [sys.executable, program, "scan", tmp_path / "a.txt", "--jobs", "1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 2
    (told,) = [line for line in done.stderr.splitlines() if "install" in line]
    assert told.endswith("; install the program again")
    assert told.count("install") == 1
    assert "Traceback" not in done.stderr


def test_no_traceback_is_shown_for_a_folder_of_mutants(tmp_path: Path) -> None:
    folder = tmp_path / "mutants"
    folder.mkdir()
    for name, seeds in seeds_by_format().items():
        for number in range(12):
            (folder / f"{number}.{name}").write_bytes(mutant(seeds, name, number))

    done = subprocess.run(
        [PROGRAM, "scan", folder],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )

    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stdout + done.stderr
    assert "crashed" not in done.stdout + done.stderr
