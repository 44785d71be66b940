"""The folder for temporary files is full: a sentence that says so, however full it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("simhash-gui")

Mount = Callable[[int], Path]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Mounts a drive of so many KiB in memory."""
    if os.name == "nt" or os.geteuid() != 0:
        pytest.skip("only root may mount a small drive")
    folder = tmp_path / "drive"
    folder.mkdir()

    def mount(size_kib: int) -> Path:
        subprocess.run(["umount", folder], capture_output=True, check=False)
        command = ["mount", "-t", "tmpfs", "-o", f"size={size_kib}k", "tmpfs", folder]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            pytest.skip(f"not even root may mount a drive here: {done.stderr}")
        return folder

    yield mount
    subprocess.run(["umount", folder], capture_output=True, check=False)


def test_a_full_temporary_folder_is_told_at_every_size(mount: Mount, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(40):
        words = " ".join(str(word) for word in range(number, number + 400))
        (docs / f"{number}.txt").write_text(words, encoding="utf-8")

    for size_kib in (12, 16, 40, 48, 320):
        drive = mount(size_kib)
        done = subprocess.run(
            [PROGRAM, "scan", docs, "--jobs", "1", "--format", "json"],
            env={**os.environ, "TMPDIR": str(drive)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

        assert done.returncode == 2, (size_kib, done.stderr)
        error = json.loads(done.stdout)["error"]
        assert error["kind"] == "disk-full", (size_kib, error)
        assert "TMPDIR" in error["way_out"]
        assert [path.name for path in drive.iterdir() if path.name.startswith("simhash")] == []
