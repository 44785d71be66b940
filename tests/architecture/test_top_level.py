"""The top of the repository has what was agreed, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
AGREED = {
    "LICENSE",
    "Makefile",
    "README.md",
    "pyproject.toml",
    "requirements.lock",
    "resources",
    "simhash_gui",
    "tests",
}


def test_the_top_level_has_what_was_agreed() -> None:
    if shutil.which("git") is None:
        pytest.skip("needs git")
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip(f"needs a checkout of git: {listed.stderr.decode()}")
    names = {path.split("/")[0] for path in listed.stdout.decode().split("\0") if path}

    assert {name for name in names if not name.startswith(".")} == AGREED
