"""The study of recipes in tests/benchmarks, on sets of a few documents made here."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.types import Words
from tests.benchmarks.recipe_study import Curve, curve, fingerprints, read_pool, ways

pytestmark = pytest.mark.thorough  # not the program

_TEXTS = {
    "one": "The ferry leaves the harbour at seven in the morning, and it is never late.",
    "two": "The ferry leaves the harbour at eight in the morning, and it is never late.",
    "three": "渡輪早上七點離開港口，從不誤點，船長對此十分自豪。",
    "four": "渡轮早上七点离开港口，从不误点，船长对此十分自豪。",
    "five": "Nothing at all is known of the man who keeps the light on the island.",
}


def _write_set(folder: Path, names: list[str], truth: list[str], closed: bool = True) -> None:
    (folder / "docs").mkdir(parents=True)
    for name in names:
        (folder / "docs" / f"{name}.txt").write_text(_TEXTS[name], encoding="utf-8")
    (folder / "truth.csv").write_text("\n".join(["a,b,label,level", *truth, ""]))
    (folder / "meta.json").write_text(json.dumps({"name": folder.name, "closed_world": closed}))


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    _write_set(tmp_path / "en", ["one", "two", "five"], ["two,one,1,near", "five,one,-1,"])
    _write_set(tmp_path / "zh", ["three", "four"], ["four,three,1,near"])
    _write_set(tmp_path / "part", ["one", "five"], ["five,one,1,part"], closed=False)
    return tmp_path


def test_pairs_are_true_or_strangers_or_left_out(corpora: Path) -> None:
    pool = read_pool(corpora)

    # five, one, two of en; five, one of part; four, three of zh
    assert [text[:5] for text in pool.texts] == [
        _TEXTS[name][:5] for name in ("five", "one", "two", "five", "one", "four", "three")
    ]
    assert {name: pairs.tolist() for name, pairs in pool.true.items()} == {
        "en": [[1, 2]],
        "zh": [[5, 6]],
    }
    not_strangers = np.argwhere(np.triu(~pool.strangers, 1)).tolist()
    assert not_strangers == [[0, 1], [1, 2], [3, 4], [5, 6]]


def test_a_curve_counts_pairs_by_their_distance_over_all_words(corpora: Path) -> None:
    pool = read_pool(corpora)
    words = np.random.default_rng(3).integers(0, 2**64, (2, 7), np.uint64)

    found = curve(pool, words)

    distances = {
        (a, b): sum((int(column[a]) ^ int(column[b])).bit_count() for column in words)
        for a in range(7)
        for b in range(a + 1, 7)
    }
    true = distances[1, 2]
    strangers = [distances[a, b] for a, b in np.argwhere(pool.strangers).tolist()]
    assert found.strangers.tolist() == [sum(d <= k for d in strangers) / 7 for k in range(129)]
    assert found.recalls["en"].tolist() == [float(true <= k) for k in range(129)]


def test_recall_is_told_between_two_distances() -> None:
    found = Curve(np.array([1.0, 4.0, 16.0]), {"a": np.array([0.0, 0.5, 1.0])})

    assert found.recall([0.5, 1, 2, 4, 16, 99]).tolist() == pytest.approx([0, 0, 0.25, 0.5, 1, 1])


def test_every_way_makes_fingerprints_and_folding_makes_both_scripts_one(corpora: Path) -> None:
    pool = read_pool(corpora)

    made: dict[str, Words] = {way.name: fingerprints(pool.texts, way, 2) for way in ways(pool)}

    assert all(words.shape == (2, 7) for words in made.values())
    is_equal = {name: bool((words[:, 5] == words[:, 6]).all()) for name, words in made.items()}
    unfolded = {"words, by count", "words + pairs"}
    assert {name for name, equal in is_equal.items() if not equal} == unfolded
