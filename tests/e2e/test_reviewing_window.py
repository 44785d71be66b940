"""The window on a real display, by keys alone; where there is a virtual X server to show it on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = " ".join(f"word{number}" for number in range(60))
NAMES = ["report.txt", "z/report 2.txt", "z/report copy.txt"]


@pytest.mark.skipif(
    not all(map(shutil.which, ("xvfb-run", "xauth"))), reason="there is no virtual X server here"
)
def test_documents_are_reviewed_acted_on_undone_and_exported_by_keys(tmp_path: Path) -> None:
    (tmp_path / "docs" / "z").mkdir(parents=True)
    for name, text in zip(NAMES, (TEXT, f"{TEXT} and more", TEXT), strict=True):
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")

    done = subprocess.run(
        ["xvfb-run", "-a", sys.executable, "-m", "tests.e2e.reviewing_window", tmp_path],
        env={**os.environ, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=240,
    )

    if "could not load the Qt platform plugin" in done.stderr.lower():
        pytest.skip("the libraries of Qt's xcb platform are missing here")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found == {
        "platform": "xcb",
        "before": NAMES,
        "verdicts": ["revision"],
        "after": NAMES[:2],
        "undone": NAMES,
        "exported": True,
    }
