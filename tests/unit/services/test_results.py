"""Findings as files: exact copies too, in an order that does not change."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from simhash_gui.core.verdicts import PairClass
from simhash_gui.services.detection import DetectionOptions, detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.libraries import Library
from simhash_gui.services.results import named_pairs
from tests.unit.services.conftest import Import

TEXT = " ".join(f"word{number}" for number in range(300))
REVISED = TEXT.replace("word7 ", "another ")


@pytest.fixture
def copies(tmp_path: Path, library: Library, import_now: Import) -> Library:
    folder = tmp_path / "copies"
    folder.mkdir()
    for name, text in {"c": TEXT, "a": TEXT, "d": REVISED, "b": REVISED, "x": "alone"}.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    import_now(folder)
    return library


def test_exact_copies_are_pairs_and_all_pairs_come_by_path(copies: Library) -> None:
    pairs = list(named_pairs(copies, detect(copies, DetectionOptions(), JobControl())))

    names = [(Path(pair.a).stem, Path(pair.b).stem) for pair in pairs]
    assert names == list(combinations("abcd", 2))
    same = {name for name, pair in zip(names, pairs, strict=True) if pair.distance == 0}
    assert {("a", "c"), ("b", "d")} <= same
    identical = [pair for pair in pairs if pair.pair_class is PairClass.IDENTICAL]
    assert [(Path(pair.a).stem, Path(pair.b).stem) for pair in identical] == [
        ("a", "c"),
        ("b", "d"),
    ]
    assert {(pair.jaccard, pair.containment_a, pair.containment_b) for pair in identical} == {
        (1.0, 1.0, 1.0)
    }


def test_all_candidates_are_documents_each_named_once(copies: Library) -> None:
    options = DetectionOptions(distance=32, all_candidates=True)

    pairs = list(named_pairs(copies, detect(copies, options, JobControl())))

    documents = {"a": "text", "c": "text", "b": "revised", "d": "revised", "x": "alone"}
    pairs = [pair for pair in pairs if "x" not in (Path(pair.a).stem, Path(pair.b).stem)]
    assert [{documents[Path(path).stem] for path in (pair.a, pair.b)} for pair in pairs] == [
        {"text", "revised"}
    ]
