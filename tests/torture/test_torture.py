"""A glance at what ``python -m tests.torture.run`` does at length."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simhash_gui.store.engine.errors import DiskFullError
from simhash_gui.store.library import Library
from tests.store.builders import faults
from tests.torture.small_drives import resize, small_drive

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs fork and small drives")


def test_a_library_that_is_made_on_a_full_drive_is_whole_or_not_there(tmp_path: Path) -> None:
    """What is only in the log of a new file is lost when the file is given its name."""
    refused = 0
    for size_kib in range(16, 400, 16):
        with small_drive(tmp_path / "drive", size_kib) as drive:
            if drive is None:
                pytest.skip("only root may mount a small drive")
            path = drive / "library.simhash"
            try:
                Library.create(path).close()
            except DiskFullError:
                refused += 1
                assert not path.exists()
                continue
            resize(drive, 1000)
            with Library.open(path) as library:
                assert faults(library) == []
    assert refused


@pytest.mark.thorough
@pytest.mark.parametrize("trial", ["kills", "writes", "writers", "clock", "presses"])
def test_a_disturbed_library_ends_as_an_undisturbed_one(trial: str) -> None:
    few = ["--kills", "8", "--every", "40"]  # of the windows, the first one
    command = [sys.executable, "-m", "tests.torture.run", "--trial", trial, *few]

    subprocess.run(command, check=True)
