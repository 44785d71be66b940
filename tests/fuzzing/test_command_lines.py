"""Whatever the arguments are: a documented status, no traceback, one JSON document where asked."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.cli.main import main, parse
from simhash_gui.cli.wanted_form import wants_json
from tests.documents.containers.archives import zip_of
from tests.fuzzing.command_lines import FILES, command_line

TEXT = (
    "The ferry leaves the island at seven, and whoever oversleeps has the whole day to himself: "
    "the path around the lighthouse, the bakery, and the bench with a view of three countries."
)
_FRESH_EVERY = 25
_PART, _ALL = 125, 5000


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    arguments: Sequence[str]
    status: object
    stdout: str
    stderr: str

    @property
    def fault(self) -> str | None:
        """What is wrong with it."""
        if self.status not in (0, 1, 2):
            return f"status {self.status}"
        if "Traceback" in self.stderr:
            return "a traceback"
        if self.status == 2 and not self.stderr.strip():
            return "nothing is said"
        return self._fault_of_json() if wants_json(self.arguments) else None

    def _fault_of_json(self) -> str | None:
        try:
            document = json.loads(self.stdout)
        except ValueError:
            # After -- it is the name of a file.
            return None if "--" in self.arguments else "not one JSON document"
        is_refused = self.status == 2
        return None if is_refused is ("error" in document) else "an error by half"


def made_folder(folder: Path) -> Path:
    """What ``FILES`` names, as far as it is there."""
    docs, labelled = folder / "docs", folder / "a set"
    docs.mkdir(parents=True)
    (docs / "a.txt").write_text(TEXT, encoding="utf-8")
    (docs / "copy.txt").write_text(TEXT, encoding="utf-8")
    (docs / "empty.txt").touch()
    (docs / "b.zip").write_bytes(zip_of({"in.txt": f"{TEXT} And more.".encode()}))
    (labelled / "docs").mkdir(parents=True)
    for name in ("one", "two"):
        (labelled / "docs" / f"{name}.txt").write_text(f"{TEXT} {name}", encoding="utf-8")
    (labelled / "truth.csv").write_text("a,b,label,level\none,two,1,near\n", encoding="utf-8")
    (labelled / "meta.json").write_text('{"closed_world": true}', encoding="utf-8")
    np.save(folder / "words.npy", np.arange(9, dtype=np.uint64))
    (folder / "header.npy").write_bytes((folder / "words.npy").read_bytes()[:90])
    (folder / "passwords.txt").write_text("secret\n", encoding="utf-8")
    (folder / "zero.simhash").touch()
    if os.name != "nt":
        (folder / "link.txt").symlink_to("link.txt")
    ended(["scan", str(docs), "--library", str(folder / "kept.simhash"), "--jobs", "1"])
    arguments = ["--library", str(folder / "kept.simhash"), "--output", str(folder / "plan.json")]
    ended(["plan", "--keep", "shortest-path", *arguments])
    kept = (folder / "kept.simhash").read_bytes()
    (folder / "half.simhash").write_bytes(kept[: len(kept) // 2])
    return folder


def ended(arguments: Sequence[str]) -> Ended:
    """Run a command in this process, with a text on standard input."""
    stdout, stderr = io.StringIO(), io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(TEXT.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            opens_window = parse(arguments).name is None  # "--log-file check" names a file
            status: object = 0 if opens_window else main(arguments)
    except SystemExit as exit_:
        status = exit_.code
    except Exception as error:  # noqa: BLE001 - counted, with the arguments
        status = repr(error)
    finally:
        sys.stdin = sys.__stdin__
    return Ended(arguments, status, stdout.getvalue(), stderr.getvalue())


@pytest.mark.parametrize(
    "first",
    [0, *(pytest.param(first, marks=pytest.mark.thorough) for first in range(_PART, _ALL, _PART))],
)
def test_every_command_line_ends_as_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    original = made_folder(tmp_path / "original")
    folder = tmp_path / "used"
    statuses: Counter[object] = Counter()
    faults = []

    for number in range(first, first + _PART):
        if number % _FRESH_EVERY == 0:
            monkeypatch.chdir(tmp_path)
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(original, folder, symlinks=True)
            monkeypatch.chdir(folder)
        end = ended(command_line(number))
        statuses[end.status] += 1
        if end.fault:
            faults.append((end.fault, end.arguments, end.stdout[-200:], end.stderr[-300:]))

    assert faults == []
    assert min(statuses[status] for status in (0, 2)) > _PART / 10


def test_all_files_that_commands_are_given_are_made(tmp_path: Path) -> None:
    folder = made_folder(tmp_path / "made")

    there = {name for name in FILES if os.path.lexists(folder / name)}
    assert there >= {*FILES} - {"missing", "link.txt"}


def test_the_nth_command_line_is_always_the_same_and_they_differ() -> None:
    assert command_line(7) == command_line(7)
    assert len({tuple(command_line(number)) for number in range(100)}) > 90
