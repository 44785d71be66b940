"""The program keeps a log without the text of documents, and is never disturbed by it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("simhash-gui")
LOG = Path(".local/state/simhash-gui/log/simhash-gui.log")
STORY = "The ferry leaves the island at seven, and whoever oversleeps has the day to himself."

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the program in a folder with documents."""
    for name in ("minutes-a.txt", "minutes-b.txt"):
        (tmp_path / "docs").mkdir(exist_ok=True)
        (tmp_path / "docs" / name).write_text(STORY, encoding="utf-8")

    def run(*command: str | Path, status: int = 0) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [*map(str, command)],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == status, done.stderr
        return done

    return run


@pytest.mark.skipif(sys.platform != "linux", reason="where the log is differs")
def test_the_log_is_in_the_state_folder(run: Run, hermetic_home: Path) -> None:
    done = run(PROGRAM, "limits")

    logged = (hermetic_home / LOG).read_text(encoding="utf-8")
    assert done.stderr == ""
    assert "limits: simhash-gui " in logged
    assert "limits: status 0" in logged


def test_no_document_is_named_in_the_log_nor_any_of_its_text(run: Run, tmp_path: Path) -> None:
    run(PROGRAM, "scan", "docs", "--library", "secret.simhash", "--log-file", "a.log")
    run(PROGRAM, "library", "info", "missing.simhash", "--log-file", "a.log", status=2)

    logged = (tmp_path / "a.log").read_text(encoding="utf-8")
    for private in ("ferry", "minutes", "docs", "secret", "missing"):
        assert private not in logged
    assert "LibraryMissingError" in logged


def test_verbose_names_the_files_that_failed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "docs" / "empty.txt").touch()

    done = run(PROGRAM, "scan", "docs", "--log-file", "a.log", "--verbose", status=1)

    logged = (tmp_path / "a.log").read_text(encoding="utf-8")
    for text in (logged, done.stderr):
        assert f"{tmp_path / 'docs' / 'empty.txt'}: empty" in text
        assert "ferry" not in text


def test_verbose_shows_the_log_on_standard_error_and_keeps_the_result_apart(run: Run) -> None:
    quiet = run(PROGRAM, "limits", "--log-file", "a.log")
    verbose = run(PROGRAM, "--verbose", "limits", "--log-file", "a.log")

    assert verbose.stdout == quiet.stdout
    assert "limits: simhash-gui " in verbose.stderr


def test_a_log_that_cannot_be_written_is_told_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    done = run(PROGRAM, "limits", "--log-file", "file/a.log")

    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("simhash-gui: no log can be written to ")


def test_a_command_that_breaks_says_where_the_log_is(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        "from simhash_gui import app\n"
        "from simhash_gui.cli import limits\n"
        "limits.threshold_values = lambda _: 1 / 0\n"
        "sys.exit(app.run(['limits', '--log-file', 'a.log']))\n",
        encoding="utf-8",
    )

    done = run(sys.executable, program, status=70)

    (line,) = done.stderr.splitlines()
    assert line.startswith("simhash-gui: something went wrong inside the program (ZeroDivisionE")
    assert line.endswith(str(tmp_path / "a.log"))
    assert "ZeroDivisionError: division by zero" in (tmp_path / "a.log").read_text("utf-8")
