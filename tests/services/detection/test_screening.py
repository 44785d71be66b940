"""What sketches reject is no near-duplicate, by an LCS worked out the slow way; and it is much."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS, Screening
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays, Sketched
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.screening import Candidates, screened
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.repositories.present_files import document_ids
from tests.services.conftest import Import

WORDS = [f"word{number}" for number in range(900)]
SHARES = (0.25, 0.45, 0.6, 0.7, 0.8, 0.95)


def altered(words: list[str], kept: float, chance: random.Random) -> list[str]:
    """About such a share of the words stays, single ones all over the text, the rest is new."""
    return [word if chance.random() < kept else f"new{chance.randrange(10**9)}" for word in words]


def share_in_order(a: list[str], b: list[str]) -> float:
    row = [0] * (len(b) + 1)
    for word in a:
        before, row = row, [0]
        for place, other in enumerate(b):
            row.append(before[place] + 1 if word == other else max(row[place], before[place + 1]))
    return 2 * row[-1] / (len(a) + len(b))


@pytest.fixture(scope="module")
def texts() -> list[list[str]]:
    """One text, and texts that share more and more of it, eight of each kind."""
    chance = random.Random(7)
    original = chance.choices(WORDS, k=400)
    return [original] + [altered(original, kept, chance) for kept in SHARES for _ in range(8)]


def test_only_what_has_too_little_in_common_is_rejected(
    tmp_path: Path, library: Library, import_now: Import, texts: list[list[str]]
) -> None:
    for number, words in enumerate(texts):
        path = tmp_path / "docs" / f"{number:02}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(" ".join(words), encoding="utf-8")
    import_now(tmp_path / "docs")
    with library.read() as connection:
        ids = document_ids(connection)
    comparables = ComparisonArrays(library, ids, JobControl())
    others = np.arange(1, len(texts))
    nothing = np.zeros(len(others))
    candidates = Candidates(
        nothing.astype(np.int64), others, nothing.astype(np.uint8), nothing.astype(np.bool_)
    )

    outcome = screened(
        candidates, Sketched(comparables.sketches, comparables.token_sketches), DetectionOptions()
    ).outcome

    shares = np.array([share_in_order(texts[0], other) for other in texts[1:]])
    is_near = shares >= DEFAULT_THRESHOLDS.near_edit_share
    assert is_near.sum() >= 16
    assert (outcome[is_near] != Screening.REJECTED).all()
    assert (outcome[shares < DEFAULT_THRESHOLDS.near_edit_share - 0.2] == Screening.REJECTED).all()
