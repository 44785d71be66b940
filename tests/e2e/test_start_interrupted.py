"""Ctrl-C at any moment from the first line of the program to its last.

What comes before the first line cannot be helped: Python reading its own settings and the packages
installed beside the program, and the script by which an installation starts it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs signals")

SCRIPT = [str(Path(sys.executable).with_name("simhash-gui"))]
MODULE = [sys.executable, "-m", "simhash_gui"]
SCAN = ["scan", "a.txt", "--jobs", "1", "--format", "json"]
FIRST = 4
SPREAD = 12

# Python runs this at its start. It counts the events that Python tells hooks of, such as imports
# and opened files, from the first import but those that make the program ready for Ctrl-C, and
# presses at one of them. Workers are told nothing.
SITECUSTOMIZE = """
import _signal, _thread, atexit, os, sys

wanted = int(os.environ.pop("PRESS_AT", -1))
seen = None
ready = {
    "simhash_gui", "simhash_gui.__main__", "simhash_gui.cli", "simhash_gui.cli.start_interruption",
    "simhash_gui.cli.wanted_form", "_signal", "os", "sys", "itertools",
}
main_thread = _thread.get_ident()

def count(event, arguments):
    global seen
    if _thread.get_ident() != main_thread:
        return
    if seen is None and event == "import" and "simhash_gui" in sys.modules:
        seen = None if arguments[0] in ready else 0
    if seen is not None:
        seen += 1
        if seen == wanted:
            _signal.raise_signal(_signal.SIGINT)

if wanted >= 0:
    sys.addaudithook(count)
if wanted == 0:
    atexit.register(lambda: os.write(2, b"events: %d" % seen))
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("a few words", encoding="utf-8")
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(SITECUSTOMIZE, encoding="utf-8")
    return tmp_path


def run(command: list[str], moment: int, place: Path, temporary: Path) -> tuple[int, str, str]:
    """Status, output and messages of a scan during which Ctrl-C comes at an event."""
    done = subprocess.run(
        [*command, *SCAN],
        cwd=place,
        env={
            **os.environ,
            "TMPDIR": str(temporary),
            "PRESS_AT": str(moment),
            "PYTHONPATH": str(place / "hook"),
        },
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", [SCRIPT, MODULE], ids=["script", "module"])
def test_ctrl_c_is_one_sentence_and_one_document_at_any_moment(
    place: Path, short_folder: Path, command: list[str]
) -> None:
    _, _, said = run(command, 0, place, short_folder)
    events = int(said.rpartition("events: ")[2])
    wrong = {}

    for moment in [*range(1, FIRST), *range(FIRST, events, events // SPREAD)]:
        status, printed, said = run(command, moment, place, short_folder)
        document = json.loads(printed)
        if status == 130:
            is_right = document.get("error", {}).get("kind") == "interrupted"
            is_right &= said.startswith("simhash-gui: interrupted") and said.count("\n") == 1
        else:
            is_right = status == 0 and "pairs" in document and not said
        if not is_right:
            wrong[moment] = status, printed, said

    assert wrong == {}
