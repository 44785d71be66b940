"""Findings as files: exact copies too, in an order that does not change."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.types import Linkage
from simhash_gui.services.detection import classes
from simhash_gui.services.detection.answers.clusters import cluster_table
from simhash_gui.services.detection.answers.named_results import measured, named_clusters
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from tests.services.conftest import Import
from tests.services.listed import named_pairs

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


@pytest.mark.parametrize("options", [{"distance": 0}, {"all_candidates": True}])
def test_partial_copies_include_identical_texts_at_any_distance(
    tmp_path: Path, library: Library, import_now: Import, options: dict[str, Any]
) -> None:
    # given one text by its tokens, whose fingerprints differ for the divided words
    folder = tmp_path / "printed"
    folder.mkdir()
    (folder / "plain.txt").write_text(TEXT, encoding="utf-8")
    divided = TEXT.replace("word", "wo-\nrd")
    (folder / "printed.txt").write_text(divided, encoding="utf-8")
    import_now(folder)

    detection = detect(library, DetectionOptions(partial=True, **options), JobControl())

    (pair,) = named_pairs(library, detection)
    assert pair.distance > 12
    assert (pair.pair_class, pair.edit_share) == (PairClass.IDENTICAL, 1.0)


def test_clusters_of_what_was_measured_show_the_figures_of_pairs(
    tmp_path: Path, library: Library, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classes, "_FEW_ESTIMATED", 0)
    folder = tmp_path / "versions"
    folder.mkdir()
    for number in range(6):
        text = " ".join(TEXT.split()[number * 10 :])
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    import_now(folder)
    control = JobControl()

    detection = measured(detect(library, DetectionOptions(), control), control)

    (cluster,) = named_clusters(library, cluster_table(detection, None, Linkage.SINGLE))
    pairs = list(named_pairs(library, detection))
    overlaps = [max(pair.containment_a, pair.containment_b) for pair in pairs]
    assert detection.pairs.is_exact.all()
    assert cluster.min_overlap == min(overlaps)
    distances = [pair.distance for pair in pairs]
    assert (cluster.min_distance, cluster.max_distance) == (min(distances), max(distances))


def test_members_carry_what_was_measured_with_the_medoid(
    tmp_path: Path, library: Library, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a chain of which only neighbours are versions of each other, none of them measured
    monkeypatch.setattr(classes, "_FEW_ESTIMATED", 0)
    folder = tmp_path / "chain"
    folder.mkdir()
    words = " ".join(f"word{number}" for number in range(2_000)).split()
    for number in range(7):
        text = " ".join(words[number * 120 : number * 120 + 800])
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    (folder / "0 copy.txt").write_text(" ".join(words[:800]), encoding="utf-8")
    import_now(folder)
    detection = detect(library, DetectionOptions(), JobControl())
    table = cluster_table(detection, None, Linkage.SINGLE)
    assert not detection.pairs.is_exact.all()

    (cluster,) = named_clusters(library, table)

    listed = {
        frozenset([Path(pair.a).stem, Path(pair.b).stem]): pair
        for pair in named_pairs(library, detection)
    }
    medoid, *others = cluster.members
    names = [Path(member.path).stem for member in cluster.members]
    assert (medoid.overlap, medoid.pair_class) == (1.0, PairClass.IDENTICAL)
    assert len(others) == 7
    for member, name in zip(others, names[1:], strict=True):
        pair = listed.get(frozenset([names[0], name]))
        if pair is None:
            assert (member.overlap, member.pair_class, member.is_chained) == (None, None, True)
        else:
            assert member.overlap == max(pair.containment_a, pair.containment_b)
            assert (member.pair_class, member.is_chained) == (PairClass.NEAR_DUPLICATE, False)
    assert {member.is_chained for member in others} == {True, False}


def test_pairs_that_order_proved_carry_what_proved_them(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_text("请周五之前交报告初稿", encoding="utf-8")
    (folder / "b.txt").write_text("请周五之前发报告初稿", encoding="utf-8")
    import_now(folder)

    (pair,) = named_pairs(library, detect(library, DetectionOptions(), JobControl()))

    assert (pair.is_short, pair.edit_share) == (True, pytest.approx(0.9))


@pytest.mark.parametrize("first", ["a.txt", "b.txt"])
@pytest.mark.parametrize("whole", ["a.txt", "b.txt"])
def test_which_text_contains_the_other_goes_by_path_whichever_came_first(
    tmp_path: Path,
    library: Library,
    import_now: Import,
    first: str,
    whole: str,
) -> None:
    folder = tmp_path / "chapters"
    folder.mkdir()
    for name in sorted(["a.txt", "b.txt"], key=lambda name: name != first):
        text = TEXT if name == whole else " ".join(TEXT.split()[:100])
        (folder / name).write_text(text, encoding="utf-8")
        import_now(folder)

    options = DetectionOptions(partial=True)
    (pair,) = named_pairs(library, detect(library, options, JobControl()))

    assert (Path(pair.a).name, Path(pair.b).name) == ("a.txt", "b.txt")
    assert pair.pair_class is (PairClass.CONTAINS if whole == "a.txt" else PairClass.IS_CONTAINED)
    shares = {"a.txt": pair.containment_a, "b.txt": pair.containment_b}
    assert shares[whole] < min(shares[name] for name in shares if name != whole) == 1.0


def test_all_candidates_are_documents_each_named_once(copies: Library) -> None:
    options = DetectionOptions(distance=32, all_candidates=True)

    pairs = list(named_pairs(copies, detect(copies, options, JobControl())))

    documents = {"a": "text", "c": "text", "b": "revised", "d": "revised", "x": "alone"}
    pairs = [pair for pair in pairs if "x" not in (Path(pair.a).stem, Path(pair.b).stem)]
    assert [{documents[Path(path).stem] for path in (pair.a, pair.b)} for pair in pairs] == [
        {"text", "revised"}
    ]
