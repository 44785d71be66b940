"""Walking folders without opening, following or missing anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.services.importing.listing import (
    ListedFile,
    SkippedFile,
    SkipReason,
    Unlisted,
    list_folder,
)


def touch(path: Path, text: str = "x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def listed(root: Path, *excluded: Path) -> list[str]:
    found = list_folder(root, excluded)
    return [entry.relative_path for entry in found if isinstance(entry, ListedFile)]


def test_files_are_named_folder_by_folder_in_order_of_name(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "z/1.md", "c/d/e.html", "c/2.txt"):
        touch(tmp_path / name)

    assert listed(tmp_path) == ["a.txt", "b.txt", "c/2.txt", "c/d/e.html", "z/1.md"]


def test_size_and_time_are_those_of_the_file(tmp_path: Path) -> None:
    path = touch(tmp_path / "a.txt", "12345")
    os.utime(path, ns=(1, 1_700_000_000_123_456_789))

    assert list(list_folder(tmp_path)) == [ListedFile("a.txt", 5, 1_700_000_000_123_456_789)]


def test_hidden_files_and_folders_are_left_out(tmp_path: Path) -> None:
    for name in (".hidden.txt", ".git/config.txt", "seen.txt"):
        touch(tmp_path / name)

    assert listed(tmp_path) == ["seen.txt"]


def test_an_excluded_folder_is_left_out_with_all_below_it(tmp_path: Path) -> None:
    for name in ("keep/a.txt", "drop/b.txt", "drop/deep/c.txt"):
        touch(tmp_path / name)

    assert listed(tmp_path, tmp_path / "drop") == ["keep/a.txt"]


def test_a_picture_is_reported_as_skipped(tmp_path: Path) -> None:
    touch(tmp_path / "photo.JPG", "\0\1 as in a picture")

    assert list(list_folder(tmp_path)) == [SkippedFile("photo.JPG", SkipReason.NO_DOCUMENT)]


def test_links_are_not_followed_so_that_a_loop_ends(tmp_path: Path) -> None:
    touch(tmp_path / "a.txt")
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "link.txt").symlink_to(tmp_path / "a.txt")

    assert listed(tmp_path) == ["a.txt"]


def test_a_pipe_is_listed_but_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")

    assert listed(tmp_path) == ["pipe.txt"]


def test_a_name_that_is_not_utf8_keeps_its_bytes(tmp_path: Path) -> None:
    raw = b"caf\xe9\n.txt"
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + raw))).write_text("x", encoding="utf-8")

    (name,) = listed(tmp_path)

    assert os.fsencode(name) == raw


def test_a_folder_that_is_gone_is_told_with_its_error(tmp_path: Path) -> None:
    (found,) = list_folder(tmp_path / "gone")

    assert isinstance(found, Unlisted)
    assert isinstance(found.error, FileNotFoundError)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may list every folder")
def test_a_folder_without_permission_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    touch(tmp_path / "open/a.txt")
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(0)
    try:
        found = list(list_folder(tmp_path))
    finally:
        locked.chmod(0o700)

    assert [type(entry) for entry in found] == [Unlisted, ListedFile]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a system with Unix permissions")
def test_a_file_that_cannot_be_looked_at_is_reported_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch(tmp_path / "shut/a.txt")
    touch(tmp_path / "open/b.txt")
    scandir = os.scandir

    class Shut:
        """A folder that can be listed but not entered, as root cannot make one for itself."""

        def __init__(self, path: Path) -> None:
            self._found = scandir(path)

        def __enter__(self) -> Shut:
            return self

        def __exit__(self, *_: object) -> None:
            self._found.close()

        def __iter__(self) -> Iterator[object]:
            return (Refusing(entry) for entry in self._found)

    class Refusing:
        def __init__(self, entry: os.DirEntry[str]) -> None:
            self.name, self.path, self.is_dir, self.is_symlink = (
                entry.name,
                entry.path,
                entry.is_dir,
                entry.is_symlink,
            )

        def stat(self, *, follow_symlinks: bool) -> os.stat_result:  # noqa: ARG002
            raise PermissionError(13, "Permission denied")

    shut = tmp_path / "shut"
    monkeypatch.setattr(os, "scandir", lambda path: Shut(path) if path == shut else scandir(path))

    found = list(list_folder(tmp_path))

    assert [type(entry) for entry in found] == [ListedFile, Unlisted]
    assert [entry.relative_path for entry in found] == ["open/b.txt", "shut/a.txt"]


def test_an_excluded_file_is_left_out(tmp_path: Path) -> None:
    for name in ("a.txt", "library"):
        touch(tmp_path / name)

    assert listed(tmp_path, tmp_path / "library") == ["a.txt"]
