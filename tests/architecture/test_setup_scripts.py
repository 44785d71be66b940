"""What `make run` does with and without a screen, and what the set-up says when it cannot go on."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
NO_SCREEN = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
SCAN = "scan resources/samples/documents"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="shell scripts, tried on Linux")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout whose program writes down how it was called, with all libraries there."""
    shutil.copytree(REPOSITORY / ".ci", tmp_path / ".ci")
    put(tmp_path / ".ci" / "system-libraries", "exit 0")
    set_program(tmp_path, exit_status=0)
    return tmp_path


def put(program: Path, line: str) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"#!/bin/bash\n{line}\n", encoding="utf-8")
    program.chmod(0o755)


def set_program(checkout: Path, exit_status: int, report: str = "41 documents") -> None:
    line = f'echo "$*" >>{checkout}/calls; echo {report}; exit {exit_status}'
    put(checkout / ".venv" / "bin" / "simhash-gui", line)


def run(script: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [script], env=os.environ | environment, capture_output=True, text=True, check=False
    )


def calls(checkout: Path) -> str:
    return (checkout / "calls").read_text(encoding="utf-8").strip()


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_with_a_screen_the_window_opens_on_the_samples(checkout: Path, variable: str) -> None:
    done = run(checkout / ".ci" / "main-job", **NO_SCREEN | {variable: ":7"})
    assert done.returncode == 0
    assert calls(checkout) == "--samples"


def test_without_a_screen_the_command_line_scans_the_samples_and_says_so(checkout: Path) -> None:
    done = run(checkout / ".ci" / "main-job", **NO_SCREEN)
    assert done.returncode == 0
    assert calls(checkout) == SCAN
    assert "No screen here" in done.stderr
    assert done.stdout == "41 documents\n"


def test_samples_that_fail_on_purpose_do_not_fail_the_run(checkout: Path) -> None:
    set_program(checkout, exit_status=1)
    assert run(checkout / ".ci" / "main-job", **NO_SCREEN).returncode == 0


def test_a_crash_fails_the_run(checkout: Path) -> None:
    set_program(checkout, exit_status=1, report="")
    assert run(checkout / ".ci" / "main-job", **NO_SCREEN).returncode != 0


def test_a_refused_scan_fails_the_run(checkout: Path) -> None:
    set_program(checkout, exit_status=2)
    assert run(checkout / ".ci" / "main-job", **NO_SCREEN).returncode != 0


def test_without_libraries_the_command_line_goes_on(checkout: Path) -> None:
    put(checkout / ".ci" / "system-libraries", "exit 1")
    assert run(checkout / ".ci" / "main-job", **NO_SCREEN).returncode == 0
    assert calls(checkout) == SCAN


def test_without_libraries_the_window_does_not_open(checkout: Path) -> None:
    put(checkout / ".ci" / "system-libraries", "exit 1")
    assert run(checkout / ".ci" / "main-job", DISPLAY=":7").returncode == 1
    assert not (checkout / "calls").exists()


def test_an_old_python_is_refused_with_a_way_out(checkout: Path) -> None:
    old = checkout / "python3.9"
    put(old, '[[ $1 == -V ]] && echo "Python 3.9.2" || exit 1')
    done = run(checkout / ".ci" / "environment", PYTHON=str(old))
    assert done.returncode == 1
    assert "needs Python 3.11 or later" in done.stderr
    assert "Python 3.9.2" in done.stderr
    assert "PYTHON=python3.12" in done.stderr


def test_a_missing_python_is_told(checkout: Path) -> None:
    done = run(checkout / ".ci" / "environment", PYTHON="no-such-python")
    assert done.returncode == 1
    assert "there is no no-such-python here" in done.stderr
