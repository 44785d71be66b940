"""Ctrl-C while the program is still importing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs signals")

MOMENTS = [
    "simhash_gui.cli.arguments.parser",
    "simhash_gui.workers.start",
    "simhash_gui.services.diagnosis.program_log",
    "numpy._core._multiarray_umath",
    "simhash_gui.core.fingerprint.recipe",
    "sqlalchemy.sql.elements",
    "simhash_gui.store.library",
    "simhash_gui.cli.scan",
]
"""The signal comes when this has been imported."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_interruption_while_it_starts_is_one_sentence(
    tmp_path: Path, short_folder: Path, moment: str
) -> None:
    (tmp_path / "a.txt").write_text("a few words", encoding="utf-8")
    process = subprocess.Popen(
        [
            sys.executable,
            "-X",
            "importtime",
            "-m",
            "simhash_gui",
            "scan",
            "a.txt",
            "--format",
            "json",
        ],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(short_folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stderr is not None
    lines = iter(process.stderr.readline, "")
    assert any(line.rstrip().endswith(f" {moment}") for line in lines)

    process.send_signal(signal.SIGINT)
    said, complaint = process.communicate(timeout=60)

    told = [line for line in complaint.splitlines() if not line.startswith("import time:")]
    assert process.returncode == 130
    assert json.loads(said)["error"]["kind"] == "interrupted"
    assert len(told) == 1
    assert told[0].startswith("simhash-gui: interrupted; ")
    assert "run it again" in told[0]
