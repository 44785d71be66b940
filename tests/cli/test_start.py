"""A command imports what it needs: help and version are there at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from simhash_gui.cli.main import COMMANDS, command_named

_SLOW = {"sqlalchemy", "jieba", "rjieba", "alembic", "PySide6"}


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
    assert names & (_SLOW | {"numpy"}) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_imports_no_service_that_is_slow(name: str) -> None:
    assert imported(name, "--help") & _SLOW == set()


@pytest.mark.parametrize("names", [(), ("a.txt", "b.html")])
def test_a_scan_leaves_readers_to_its_workers(tmp_path: Path, names: Sequence[str]) -> None:
    (tmp_path / "docs").mkdir()
    for name in names:
        (tmp_path / "docs" / name).write_text(f"<p>The text of {name}.</p>", encoding="utf-8")
    run = "import sys; from simhash_gui.cli.main import main; main(sys.argv[1:])"
    command = ["scan", str(tmp_path / "docs"), "--library", str(tmp_path / "library.simhash")]
    done = subprocess.run(
        [sys.executable, "-c", f"{run}; print(*sys.modules, file=sys.stderr)", *command],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    names = done.stderr.split()

    assert "simhash_gui.services.detection.search" in names
    seldom = ("documents.readers.pdf", "documents.comparison.mail_marks", "documents.containers")
    assert not {f"simhash_gui.{name}" for name in seldom} & set(names)
    assert "sqlalchemy.dialects.postgresql" not in names


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_run_by_the_module_of_its_name(name: str) -> None:
    module = "review" if name in {"plan", "apply", "undo", "journal"} else name
    assert command_named(name).__module__ == f"simhash_gui.cli.{module}"
