"""Pairs of folders: what is in both, what only as another version, what in one alone."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest

from simhash_gui.services.detection.answers import folder_pairs as folder_pairs_module
from simhash_gui.services.detection.answers import folder_trees
from simhash_gui.services.detection.answers.folder_pairs import FolderSort, folder_pairs
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from tests.services.conftest import Import


def words(name: str) -> str:
    return " ".join(f"{name}{number}" for number in range(80))


def test_counts_are_those_of_a_look_at_every_pair(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    dice = random.Random(5)
    inside: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for number in range(60):
        folder = tmp_path / "docs" / dice.choice("abcd")
        folder.mkdir(parents=True, exist_ok=True)
        text, version = dice.choice("pqrstuvwx"), dice.randrange(2)
        (folder / f"{number}.txt").write_text(words(text) + " changed" * version, encoding="utf-8")
        inside[str(folder)].add((text, version))
    import_now(tmp_path / "docs")

    pairs = folder_pairs(library, detect(library, DetectionOptions(), JobControl(), workers=1))

    assert len(pairs) == 6
    for place in pairs.order(FolderSort.SHARED, descending=True).tolist():
        a, b = inside[pairs.names[pairs.a[place]]], inside[pairs.names[pairs.b[place]]]
        shared = a & b
        near = {each for each in a - b if (each[0], 1 - each[1]) in b}
        other = {each for each in b - a if (each[0], 1 - each[1]) in a}
        assert pairs.shared[place] == len(shared)
        assert pairs.near[place] == len(near)
        assert pairs.only_a[place] == len(a - b - near)
        assert pairs.only_b[place] == len(b - a - other)


def test_without_common_documents_there_are_no_pairs(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.txt").write_text(words(name), encoding="utf-8")
        import_now(tmp_path / name)

    found = folder_pairs(library, detect(library, DetectionOptions(), JobControl(), workers=1))

    assert len(found) == 0


def test_pairs_are_put_in_order_by_every_column(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    for name, texts in {"B": "pqr", "a": "pq", "c": "prs"}.items():
        for text in texts:
            (tmp_path / "docs" / name).mkdir(parents=True, exist_ok=True)
            (tmp_path / "docs" / name / f"{text}.txt").write_text(words(text), encoding="utf-8")
    import_now(tmp_path / "docs")
    pairs = folder_pairs(library, detect(library, DetectionOptions(), JobControl(), workers=1))
    names = [Path(name).name.casefold() for name in pairs.names]
    values = {
        FolderSort.A: [names[place] for place in pairs.a],
        FolderSort.B: [names[place] for place in pairs.b],
        FolderSort.SHARED: pairs.shared.tolist(),
        FolderSort.NEAR: pairs.near.tolist(),
        FolderSort.ONLY_A: pairs.only_a.tolist(),
        FolderSort.ONLY_B: pairs.only_b.tolist(),
    }

    assert len(pairs) == 3
    for sort in FolderSort:
        for is_descending in (False, True):
            order = pairs.order(sort, descending=is_descending).tolist()
            found = [values[sort][place] for place in order]
            assert found == sorted(values[sort], reverse=is_descending), sort


def test_trees_are_compared_as_a_look_at_every_file_does(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    """Two trees of like folders: what is in both, wherever it is below them."""
    dice = random.Random(11)
    inside: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for number in range(120):
        tree, inner = dice.choice(["a", "b", "b/old"]), dice.choice(["x", "x/y", "z", ""])
        text, version = dice.choice("pqrstuvwxkl"), dice.randrange(2)
        folder = tmp_path / "docs" / tree / inner
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.txt").write_text(words(text) + " changed" * version, encoding="utf-8")
        for around in (folder, *folder.parents):
            inside[str(around)].add((text, version))
    import_now(tmp_path / "docs")

    pairs = folder_pairs(library, detect(library, DetectionOptions(), JobControl(), workers=1))

    seen = set()
    for place in pairs.is_tree.nonzero()[0].tolist():
        names = pairs.names[pairs.a[place]], pairs.names[pairs.b[place]]
        seen.add(frozenset(Path(name).relative_to(tmp_path / "docs").as_posix() for name in names))
        a, b = inside[names[0]], inside[names[1]]
        near = {each for each in a - b if (each[0], 1 - each[1]) in b}
        other = {each for each in b - a if (each[0], 1 - each[1]) in a}
        assert pairs.shared[place] == len(a & b)
        assert pairs.near[place] == len(near)
        assert pairs.only_a[place] == len(a - b - near)
        assert pairs.only_b[place] == len(b - a - other)
    assert {frozenset(("a", "b")), frozenset(("a/x", "b/x"))} <= seen
    assert not any({"b", "b/old"} == each for each in seen)
    keys = set(zip(pairs.a.tolist(), pairs.b.tolist(), strict=True))
    assert len(keys) == len(pairs)


def test_a_tree_that_is_wholly_in_another_is_one_pair_of_them(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    for name in ("archive/2019/may", "archive/2019/june", "archive/2020/may"):
        for tree in ("disk", "copy") if "2019" in name else ("disk",):
            folder = tmp_path / tree / name
            folder.mkdir(parents=True)
            (folder / "a.txt").write_text(words(name.replace("/", "")), encoding="utf-8")
    import_now(tmp_path / "disk")
    import_now(tmp_path / "copy")

    pairs = folder_pairs(library, detect(library, DetectionOptions(), JobControl(), workers=1))

    (tree,) = pairs.is_tree.nonzero()[0].tolist()
    assert [pairs.names[each[tree]] for each in (pairs.a, pairs.b)] == [
        str(tmp_path / each / "archive" / "2019") for each in ("copy", "disk")
    ]
    counts = (pairs.shared, pairs.near, pairs.only_a, pairs.only_b)
    assert [each[tree] for each in counts] == [2, 0, 0, 0]
    assert len(pairs) == 3


def test_what_was_not_compared_is_counted(
    library: Library, tmp_path: Path, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("a/x", "a/y", "b/x", "b/y", "c/x", "c/y"):
        folder = tmp_path / "docs" / place
        folder.mkdir(parents=True)
        (folder / "one.txt").write_text(words(folder.name), encoding="utf-8")
    import_now(tmp_path / "docs")
    detection = detect(library, DetectionOptions(), JobControl(), workers=1)
    everything = folder_pairs(library, detection)
    assert (everything.trees_left_out, everything.widespread) == (0, 0)
    trees = int(everything.is_tree.sum())
    assert trees == 3

    monkeypatch.setattr(folder_trees, "_MOST_TREES", 1)
    assert folder_pairs(library, detection).trees_left_out == 2
    monkeypatch.setattr(folder_pairs_module, "_MOST_FOLDERS", 2)
    assert folder_pairs(library, detection).widespread == 2
