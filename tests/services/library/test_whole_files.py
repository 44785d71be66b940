"""A file is there whole, or as it was before."""

import os
import sys
import threading
from pathlib import Path

import pytest

from simhash_gui.services.library.whole_files import replacing


def test_the_new_content_replaces_the_old(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old", encoding="utf-8")

    with replacing(target) as part:
        part.write_text("new", encoding="utf-8")
        assert target.read_text(encoding="utf-8") == "old"

    assert target.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_leaves_the_old_content_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old", encoding="utf-8")

    def write_half() -> None:
        with replacing(target) as part:
            part.write_text("ne", encoding="utf-8")
            raise ValueError("half way")

    with pytest.raises(ValueError, match="half way"):
        write_half()

    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_what_cannot_be_written_is_told_by_its_own_name(tmp_path: Path) -> None:
    target = tmp_path / "no folder" / "a.txt"
    with pytest.raises(OSError) as told, replacing(target) as part:  # noqa: PT011 - of any number
        part.write_text("new", encoding="utf-8")

    assert (told.value.filename, told.value.filename2) == (str(target), None)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission on Windows")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link, goal = tmp_path / "link", tmp_path / "there" / "report"
    link.symlink_to(goal)
    with replacing(link) as part:
        part.write_text("new")

    assert link.is_symlink()
    assert goal.read_text() == "new"


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    with replacing(pipe) as part:
        part.write_text("through")
    reader.join()

    assert read == ["through"]
    assert pipe.is_fifo()
