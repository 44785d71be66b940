"""Temporary folders of processes that were killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simhash_gui.workers.owned_folders import held, hold, remove_abandoned

HOLDER = """
import sys
from pathlib import Path
from simhash_gui.workers.owned_folders import hold
assert hold(Path(sys.argv[1])) is not None
print("ready", flush=True)
sys.stdin.read()
"""


def make(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    (folder / "text").write_text("a text", encoding="utf-8")
    return folder


def age(folder: Path) -> None:
    os.utime(folder, (1_000_000_000, 1_000_000_000))


@pytest.mark.parametrize("name", ["simhash-gui-abc", "pymp-abc"])
def test_a_folder_is_removed_when_its_process_was_killed(tmp_path: Path, name: str) -> None:
    folder = make(tmp_path, name)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        age(folder)
        assert remove_abandoned(tmp_path) == 0
        holder.kill()

    assert remove_abandoned(tmp_path) == 1
    assert not folder.exists()


def test_a_folder_without_a_mark_is_left_alone(tmp_path: Path) -> None:
    folder = make(tmp_path, "simhash-gui-mine")
    age(folder)

    assert remove_abandoned(tmp_path) == 0
    assert folder.exists()


def test_a_folder_of_another_name_is_left_alone(tmp_path: Path) -> None:
    folder = make(tmp_path, "documents")
    with held(folder):
        pass
    age(folder)

    assert remove_abandoned(tmp_path) == 0
    assert folder.exists()


def test_a_folder_that_has_just_been_made_is_left_alone(tmp_path: Path) -> None:
    folder = make(tmp_path, "simhash-gui-new")
    with held(folder):
        pass

    assert remove_abandoned(tmp_path) == 0
    assert folder.exists()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    folder = make(tmp_path, "documents")
    with held(folder):
        pass
    age(folder)
    (tmp_path / "simhash-gui-link").symlink_to(folder, target_is_directory=True)

    assert remove_abandoned(tmp_path) == 0
    assert folder.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such locks")
def test_a_folder_is_held_once(tmp_path: Path) -> None:
    with held(tmp_path):
        assert hold(tmp_path) is None
