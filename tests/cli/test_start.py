"""A command imports what it needs: help and version are there at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

_SLOW = {"numpy", "sqlalchemy", "jieba", "rjieba", "alembic", "PySide6"}


def imported(*arguments: str) -> set[str]:
    """Top-level names of what a command imports, by the interpreter's own report."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "simhash_gui", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    report = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in report}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_nothing_slow(option: str) -> None:
    names = imported(option)

    assert "argparse" in names
    assert names & _SLOW == set()
