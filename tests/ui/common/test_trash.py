"""Files go to the trash of the system also where the folder that it is in is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simhash_gui.ui.common.trash import QtTrash

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have one trash")


def test_a_missing_folder_for_data_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "no" / "such" / "folder"))
    file = tmp_path / "letter.txt"
    file.write_text("mine")

    target = QtTrash().put(str(file))

    assert target is not None
    assert Path(target).is_relative_to(tmp_path)
    assert (Path(target).read_text(), file.exists()) == ("mine", False)


def test_why_there_can_be_no_folder_for_data_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in the way").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "in the way" / "data"))
    file = tmp_path / "letter.txt"
    file.write_text("mine")

    with pytest.raises(NotADirectoryError):
        QtTrash().put(str(file))

    assert file.read_text() == "mine"


ASK = """
import os, sys
from simhash_gui.ui.common.trash import QtTrash
if os.getuid() == 0:
    os.setuid(65534)  # root may write anywhere
print([QtTrash().may_take(path) for path in sys.argv[1:]])
"""


def test_a_drive_that_can_have_no_trash_is_foreseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "letter.txt").write_text("mine")
    paths = (str(tmp_path / "letter.txt"), "/proc/version", str(tmp_path / "gone.txt"))

    asked = subprocess.run(
        [sys.executable, "-c", ASK, *paths], capture_output=True, text=True, check=True
    )

    assert asked.stdout.split("\n")[0] == "[True, False, True]"
