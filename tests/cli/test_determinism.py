"""The same documents and options give the same answer, however many processes and however slow."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from simhash_gui.cli.main import main
from simhash_gui.services.detection import measuring, pair_search
from simhash_gui.services.detection.pair_measurer import Measures, PairMeasurer

WORDS = [a + b + c for a in "bdgklmnprst" for b in "aeiou" for c in ("n", "rt", "lk", "sh")]
FOUND = ("pairs", "clusters", "groups", "shared_passages", "left_out", "candidates")
Answers = Callable[[Path, Path, int], list[str]]
_TIMES = re.compile(r'"elapsed_s": [0-9.]+')


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Sixty documents in twelve families of versions."""
    folder, chance = tmp_path / "docs", random.Random(5)
    folder.mkdir()
    for family in range(12):
        words = chance.choices(WORDS, k=160)
        for version in range(5):
            words[chance.randrange(160)] = chance.choice(WORDS)
            (folder / f"{family}-{version}.txt").write_text(" ".join(words), encoding="utf-8")
    return folder


def searched(library: Path, docs: Path, jobs: int) -> list[str]:
    """What a library says of the documents, when it is new and when nothing has changed."""
    search = ["scan", str(docs), "--jobs", str(jobs), "--partial", "--library", str(library)]
    return [said(*search, "--format", "json") for _ in range(2)]


def exported(library: Path, docs: Path, jobs: int) -> list[str]:
    """What is exported by one that was never searched, and then is not searched again."""
    said("scan", str(docs), "--jobs", str(jobs), "--no-search", "--library", str(library))
    written = []
    for what, form in (
        ("pairs", "csv"),
        ("pairs", "json"),
        ("clusters", "csv"),
        ("clusters", "json"),
    ):
        path = library.with_name(f"{what}.{form}")
        said("export", what, str(path), "--library", str(library), "--partial")
        written.append(path.read_text(encoding="utf-8"))
    return written


def said(*arguments: str) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        assert main(list(arguments)) == 0
    return _TIMES.sub('"elapsed_s": 0', output.getvalue())


@pytest.mark.parametrize("answers", [searched, exported])
def test_one_process_two_and_a_slow_machine_answer_alike(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: Answers
) -> None:
    library = tmp_path / "made.simhash"
    alone = answers(library, docs, 1)
    library.unlink()

    monkeypatch.setattr(measuring, "effort_tokens", lambda *_: 1 << 40)
    shared_out = answers(library, docs, 2)
    monkeypatch.undo()
    library.unlink()

    slow_down(monkeypatch)
    slowly = answers(library, docs, 1)

    assert all("0-1.txt" in each for each in alone)
    assert shared_out == alone
    assert slowly == alone


def test_the_way_in_which_numpy_sorts_changes_nothing(docs: Path) -> None:
    """What it compares with depends on the processor, and so where equal things end up."""
    command = [sys.executable, "-m", "simhash_gui", "scan", str(docs), "--partial"]
    answers = set()
    for without in ("AVX512_SPR", "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"):
        environment = os.environ | {"NPY_DISABLE_CPU_FEATURES": without}
        said = subprocess.check_output([*command, "--format", "json"], env=environment, text=True)
        answers.add(_TIMES.sub('"elapsed_s": 0', said))

    assert len(answers) == 1


def test_a_library_that_was_not_changed_answers_as_it_did(docs: Path, tmp_path: Path) -> None:
    first, second = map(json.loads, searched(tmp_path / "made.simhash", docs, 1))

    assert second["complete"] is True
    assert {part: second[part] for part in FOUND} == {part: first[part] for part in FOUND}


def slow_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the machine seem a billion times as slow, and measuring be slow indeed."""
    monkeypatch.setattr(pair_search, "calibrated", lambda costs: costs.scaled(1e9))
    monkeypatch.setattr(pair_search, "_WORTH_CALIBRATING_S", 0.0)
    measure = PairMeasurer.measure

    def slowly(self: PairMeasurer, left_ids: object, right_ids: object) -> Measures:
        time.sleep(0.05)
        return measure(self, left_ids, right_ids)  # type: ignore[arg-type]

    monkeypatch.setattr(PairMeasurer, "measure", slowly)
