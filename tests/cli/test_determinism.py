"""The same documents and options give the same answer, however many processes and however slow."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from simhash_gui.cli.main import main
from simhash_gui.services.detection import measuring, pair_search
from simhash_gui.services.detection.measuring import Measures, PairMeasurer

WORDS = [a + b + c for a in "bdgklmnprst" for b in "aeiou" for c in ("n", "rt", "lk", "sh")]
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


def answer(docs: Path, jobs: int, capsys: pytest.CaptureFixture[str]) -> str:
    arguments = ["scan", str(docs), "--jobs", str(jobs), "--partial", "--format", "json"]
    assert main(arguments) == 0
    return _TIMES.sub("", capsys.readouterr().out)


def test_one_process_two_and_a_slow_machine_answer_alike(
    docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = answer(docs, 1, capsys)

    monkeypatch.setattr(measuring, "effort_tokens", lambda *_: 1 << 40)
    shared_out = answer(docs, 2, capsys)
    monkeypatch.undo()

    slow_down(monkeypatch)
    slowly = answer(docs, 1, capsys)

    assert '"complete": true' in alone
    assert shared_out == alone
    assert slowly == alone


def slow_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the machine seem a billion times as slow, and measuring be slow indeed."""
    monkeypatch.setattr(pair_search, "calibrated", lambda costs: costs.scaled(1e9))
    monkeypatch.setattr(pair_search, "_WORTH_CALIBRATING_S", 0.0)
    measure = PairMeasurer.measure

    def slowly(self: PairMeasurer, left_ids: object, right_ids: object) -> Measures:
        time.sleep(0.05)
        return measure(self, left_ids, right_ids)  # type: ignore[arg-type]

    monkeypatch.setattr(PairMeasurer, "measure", slowly)
