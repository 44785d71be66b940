"""The installed program from outside: what scripts rely on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(sys.executable).with_name("simhash-gui")
ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "resources" / "samples" / "documents"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the program in an empty folder and expects an exit status."""

    def run(
        *arguments: str | Path, status: int = 0, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        return done

    return run


def as_json(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    document = json.loads(done.stdout)
    assert isinstance(document, dict)
    return document


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


PARAGRAPH = (
    "The harbour master keeps a ledger of every ship that comes in with the tide, its cargo, its"
    " captain and the hour at which the ropes were made fast to the northern quay."
)


def test_scan_names_pairs_clusters_and_exact_copies(run: Run, tmp_path: Path) -> None:
    write(
        tmp_path / "docs",
        a=PARAGRAPH,
        copy=PARAGRAPH,
        other="Something else entirely, in few words.",
    )

    answer = as_json(run("scan", "docs", "--format", "json"))

    assert (answer["files"], answer["documents"], answer["failed"]) == (3, 2, [])
    (pair,) = answer["pairs"]
    assert (pair["a"], pair["b"], pair["distance"]) == ("docs/a.txt", "docs/copy.txt", 0)
    assert (pair["class"], pair["jaccard"]) == ("identical", 1.0)
    (cluster,) = answer["clusters"]
    assert [member["path"] for member in cluster["members"]] == ["docs/a.txt", "docs/copy.txt"]
    assert (cluster["min_distance"], cluster["max_distance"]) == (0, 0)


def test_a_failed_document_gives_a_row_and_status_one(run: Run, tmp_path: Path) -> None:
    folder = write(tmp_path / "docs", good=PARAGRAPH)
    (folder / "empty.txt").touch()

    answer = as_json(run("scan", "docs", "--format", "json", status=1))

    assert [(row["path"], row["reason"]) for row in answer["failed"]] == [
        ("docs/empty.txt", "empty")
    ]
    assert answer["documents"] == 1


def test_the_samples_can_be_scanned_and_read_by_people(run: Run) -> None:
    done = run("scan", SAMPLES, status=1)

    assert "cluster 1" in done.stdout
    assert "failed:" in done.stdout


def test_a_reader_that_goes_away_gets_no_traceback(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "docs", a=PARAGRAPH)
    run("scan", "docs", "--library", "lib.simhash")
    piped = f"{PROGRAM} library list lib.simhash --format json | true"
    closed = f"{PROGRAM} library info lib.simhash >&-"

    done = subprocess.run(
        f"{piped}; {closed}",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_a_reader_that_is_gone_already_is_told_by_the_status(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "docs", a=PARAGRAPH)
    run("scan", "docs", "--library", "lib.simhash")
    nobody_reads, end = os.pipe()
    os.close(nobody_reads)
    try:
        done = subprocess.run(
            [PROGRAM, "library", "list", "lib.simhash", "--format", "json"],
            cwd=tmp_path,
            stdout=end,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(end)

    assert (done.returncode, done.stderr) == (141, b"")
