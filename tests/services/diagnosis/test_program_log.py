"""What nobody caught is logged with its way through the code, and told in one sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

_START = """
import sys, threading
from pathlib import Path
from simhash_gui.services.diagnosis.program_log import ProgramLog

def tell(sentence):
    print("told:", sentence)

log = ProgramLog(Path(sys.argv[1]), is_verbose=len(sys.argv) > 2, tell=tell)
log.start("a test")

def fail():
    raise KeyError("the minutes of the meeting")
"""


def ran(code: str, log: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program of its own, for the hooks are those of the interpreter."""
    return subprocess.run(
        [sys.executable, "-c", _START + code, str(log), *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "program.log"


def test_the_first_line_says_what_runs_where(log: Path) -> None:
    ran("", log)

    assert " INFO " in log.read_text(encoding="utf-8")
    assert "a test: simhash-gui " in log.read_text(encoding="utf-8")


def test_an_uncaught_error_is_told_in_a_sentence_and_logged_with_its_lines(log: Path) -> None:
    done = ran("fail()", log)

    assert done.returncode == 1
    assert done.stdout.startswith("told: something went wrong inside the program (KeyError); ")
    assert str(log) in done.stdout
    assert done.stderr == ""
    logged = log.read_text(encoding="utf-8")
    assert "CRITICAL" in logged
    assert "in fail" in logged
    assert "minutes" not in logged


def test_on_demand_the_log_is_shown_on_standard_error_too(log: Path) -> None:
    done = ran("fail()", log, "--verbose")

    assert "in fail" in done.stderr


def test_an_error_in_a_thread_is_told_too(log: Path) -> None:
    done = ran("threading.Thread(target=fail).start()", log)

    assert done.stdout.startswith("told: something went wrong")
    assert "uncaught in a thread: KeyError" in log.read_text(encoding="utf-8")


def test_an_error_that_the_interpreter_ignores_is_logged(log: Path) -> None:
    done = ran(
        "class Dying:\n    def __del__(self):\n        fail()\ndying = Dying()\ndel dying\n", log
    )

    assert done.stdout + done.stderr == ""
    assert "ignored by the interpreter: KeyError" in log.read_text(encoding="utf-8")


def test_an_error_that_comes_again_and_again_is_told_once_and_logged_a_few_times(
    log: Path,
) -> None:
    done = ran(
        "for _ in range(50):\n"
        "    thread = threading.Thread(target=fail)\n"
        "    thread.start()\n"
        "    thread.join()\n",
        log,
    )

    assert done.stdout.count("told:") == 1
    assert log.read_text(encoding="utf-8").count("CRITICAL") == 10


def test_ctrl_c_is_no_error(log: Path) -> None:
    done = ran("raise KeyboardInterrupt", log)

    assert (done.stdout, done.stderr) == ("told: interrupted\n", "")
    assert "CRITICAL" not in log.read_text(encoding="utf-8")


def test_a_log_that_cannot_be_written_is_told_once_and_disturbs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    done = ran("print('done')\nfail()", tmp_path / "file" / "program.log")

    first, second, third = done.stdout.splitlines()
    assert first.startswith("told: no log can be written to ")
    assert second == "done"
    assert third.endswith("run it again with --log-file FILE to have it logged where")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_fault_in_compiled_code_is_logged_by_the_next_run(log: Path) -> None:
    done = ran("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", log)
    assert done.returncode == -signal.SIGSEGV
    assert "crashed" not in log.read_text(encoding="utf-8")

    ran("", log)
    ran("", log)

    logged = log.read_text(encoding="utf-8")
    assert logged.count("an earlier run crashed:\nFatal Python error: Segmentation fault") == 1


def test_the_faults_of_another_program_stay_as_they_are(log: Path) -> None:
    others = log.with_suffix(".crash")
    others.write_text("minutes of the crash of 1929\n", encoding="utf-8")

    ran("", log)

    assert others.read_text(encoding="utf-8") == "minutes of the crash of 1929\n"
    assert "faults are not recorded" in log.read_text(encoding="utf-8")
