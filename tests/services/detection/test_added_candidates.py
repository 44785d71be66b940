"""Candidates after documents were added are those of a search among all."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.services.detection import groups, near_candidates, text_candidates
from simhash_gui.services.detection.added_candidates import find_or_add_candidates
from simhash_gui.services.detection.candidate_search import find_candidates
from simhash_gui.services.detection.candidates import Corpus, FoundCandidates
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.passage_marks import (
    PassageMark,
    mark_passage,
    marked_hashes,
    marked_passages,
)
from simhash_gui.services.detection.search import corpus_of, load_documents
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, library_recipe
from simhash_gui.services.library.text_jobs import change_recipe
from simhash_gui.services.library.thresholds import Thresholds

FORM = " ".join(f"form{number}" for number in range(40))
PHRASES = [" ".join(f"phrase{each}x{place}" for place in range(14)) for each in range(6)]
SHORT = ["invoice", "march", "copy", "final", "draft", "report", "minutes", "agenda"]
OPTIONS = [
    DetectionOptions(),
    DetectionOptions(partial=True),
    DetectionOptions(distance=9),
    DetectionOptions(distance=9, partial=True),
    DetectionOptions(least_overlap=0.5),
    DetectionOptions(thresholds=replace(Thresholds(), near_edit_share=0.9, near_jaccard=0.8)),
]
NAMES = ("candidates", "inside", "crowds", "common")


def own(chance: random.Random, count: int) -> str:
    return " ".join(f"own{chance.randrange(10**6)}" for _ in range(count))


def text(chance: random.Random, known: list[str]) -> str:
    """A document of its own, a form, a short one, or a version, copy or part of another one."""
    body = f"{own(chance, 40)} {' '.join(chance.sample(PHRASES, chance.randrange(3)))}"
    kind = chance.randrange(8)
    if not known or kind < 2:
        return body
    if kind == 2:
        return f"{FORM} {body}"
    if kind == 3:
        return " ".join(chance.sample(SHORT, chance.randrange(1, 7)))
    words = chance.choice(known).split(" ")
    if kind == 4:
        return f"{', '.join(words)}{chance.choice(['', '!'])}"
    if kind == 5:
        return " ".join([*words[: len(words) // 2], body])
    for _ in range(1 + len(words) // 15):
        words[chance.randrange(len(words))] = own(chance, 1)
    return " ".join(words)


class Folder:
    """A folder of documents, and what is found in the library that it is imported to."""

    def __init__(self, path: Path, library: Library, seed: int) -> None:
        self._path, self._library, self._chance = path, library, random.Random(seed)
        self._texts: list[str] = []
        path.mkdir()

    def add(self, count: int) -> None:
        for _ in range(count):
            self.write(text(self._chance, self._texts))
        self.read()

    def write(self, words: str) -> None:
        (self._path / f"{len(self._texts):04}.txt").write_text(words, encoding="utf-8")
        self._texts.append(words)

    def remove(self, number: int) -> None:
        (self._path / f"{number:04}.txt").unlink()
        self.read()

    def read(self) -> None:
        import_paths(self._library, [self._path], ImportOptions(workers=1), JobControl())

    def added(self, options: DetectionOptions = OPTIONS[0]) -> FoundCandidates:
        """What is found with what was kept of the last search."""
        marked = marked_hashes(marked_passages(self._library))
        return find_or_add_candidates(self.corpus(), options, marked, JobControl())

    def all(self, options: DetectionOptions = OPTIONS[0]) -> FoundCandidates:
        """What a search finds that knows of no other one."""
        with self._library.write() as connection:
            kept = connection.exec_driver_sql("SELECT key, counted FROM common_text").fetchall()
            connection.exec_driver_sql("DELETE FROM common_text")
        marked = marked_hashes(marked_passages(self._library))
        found = find_candidates(self.corpus(), options, marked, JobControl())
        with self._library.write() as connection:
            connection.exec_driver_sql("DELETE FROM common_text")
            for row in kept:
                connection.exec_driver_sql("INSERT INTO common_text VALUES (?, ?)", tuple(row))
        return found

    def corpus(self) -> Corpus:
        recipe = library_recipe(self._library)
        stored, present = load_documents(self._library, recipe)
        arrays = ComparisonArrays(self._library, stored.ids, JobControl())
        return corpus_of(recipe, stored, present, arrays)

    def spoil_sketches(self) -> None:
        """So that nobody who looks at the documents again finds them alike."""
        with self._library.write() as connection:
            sql = "UPDATE comparison_data SET sketch = ?, checksums = NULL WHERE document_id = ?"
            for number in range(1, len(self._texts) + 1):
                connection.exec_driver_sql(sql, (bytes([number]) * 128, number))


@pytest.fixture
def docs(tmp_path: Path, library: Library) -> Folder:
    return Folder(tmp_path / "docs", library, 1)


def contents(found: object) -> object:
    """All arrays and numbers of it, to be compared, but for what tells of the search before."""
    if isinstance(found, np.ndarray):
        return found.tolist()
    if isinstance(found, tuple):
        return [contents(each) for each in found]
    if hasattr(found, "__dataclass_fields__"):
        names = [each.name for each in fields(found)]  # type: ignore[arg-type]
        return [contents(getattr(found, name)) for name in names if name != "before"]
    return found


def pairs_of(found: FoundCandidates) -> list[tuple[int, int]]:
    return list(zip(found.candidates.left.tolist(), found.candidates.right.tolist(), strict=True))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 40))]
)
def test_what_is_found_after_additions_is_what_a_search_among_all_finds(
    seed: int,
    options: DetectionOptions,
    tmp_path: Path,
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(text_candidates, "_FEW_DOCUMENTS", 2 + seed % 5)
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", (2_000_000, 400, 60)[seed % 3])
    monkeypatch.setattr(text_candidates, "_ROWS_A_DOCUMENT", 1)
    docs = Folder(tmp_path / "docs", library, seed)
    if seed % 3 == 0:
        change_recipe(library, recipe_named("characters"), 0, JobControl())
    docs.add(40)
    docs.added(options)
    for _ in range(3):
        docs.add(5)

        found = docs.added(options)

        assert contents(found) == contents(docs.all(options))
        assert len(found.candidates)


@pytest.mark.parametrize("rows", [2_000_000, 300])
def test_what_was_found_before_is_not_looked_for_again(
    docs: Folder, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    """Also where only the rarer ones of the samples can be paid for."""
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", rows)
    monkeypatch.setattr(text_candidates, "_ROWS_A_DOCUMENT", 0)
    docs.add(30)
    before = docs.added()
    docs.spoil_sketches()
    docs.write(own(random.Random(2), 60))
    docs.read()

    assert pairs_of(docs.added()) == pairs_of(before)
    assert docs.added().is_cut == before.is_cut == (rows == 300)
    assert len(docs.all().candidates) < len(before.candidates)


def test_after_a_mark_nothing_is_looked_for_again(docs: Folder, library: Library) -> None:
    docs.add(30)
    before = docs.added()
    docs.spoil_sketches()
    mark_passage(library, PHRASES[0], PassageMark.BOILERPLATE)

    assert pairs_of(docs.added()) == pairs_of(before)


def test_where_narrow_bands_are_too_dear_wide_ones_are_added(
    docs: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_candidates, "_FEW_DOCUMENTS", 1)
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", 40)
    monkeypatch.setattr(text_candidates, "_ROWS_A_DOCUMENT", 0)
    docs.add(30)
    before = docs.added()
    docs.add(1)
    after = docs.added()
    is_same = contents(after) == contents(docs.all())
    docs.spoil_sketches()
    docs.write(own(random.Random(2), 60))
    docs.read()

    assert is_same
    assert before.is_cut
    assert docs.added().is_cut
    assert pairs_of(docs.added()) == pairs_of(after)


def test_narrow_bands_that_are_no_longer_too_dear_are_searched(
    docs: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_candidates, "_FEW_DOCUMENTS", 1)
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", 40)
    monkeypatch.setattr(text_candidates, "_ROWS_A_DOCUMENT", 0)
    docs.add(30)
    docs.added()
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", 10_000)
    docs.add(1)
    found = docs.added()

    assert not found.is_cut
    assert contents(found) == contents(docs.all())


@pytest.mark.parametrize("rows", [(2_000_000, 300), (300, 2_000_000), (300, 200)])
def test_where_others_of_the_samples_can_be_paid_for_these_are_searched_again(
    docs: Folder, monkeypatch: pytest.MonkeyPatch, rows: tuple[int, int]
) -> None:
    monkeypatch.setattr(text_candidates, "_ROWS_A_DOCUMENT", 0)
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", rows[0])
    docs.add(40)
    docs.added()
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", rows[1])
    docs.add(2)

    for _ in range(2):
        found = docs.added()
        assert contents(found) == contents(docs.all())
        docs.add(1)


def many(docs: Folder, _: pytest.MonkeyPatch) -> None:
    docs.add(9)


def gone(docs: Folder, _: pytest.MonkeyPatch) -> None:
    docs.remove(3)


def dear(docs: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", 1)
    monkeypatch.setattr(text_candidates, "_ROWS_A_DOCUMENT", 1)
    docs.add(1)


def farther(docs: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_candidates, "_AFFORDABLE_S", -1.0)
    monkeypatch.setattr(near_candidates, "_AFFORDABLE_S_A_DOCUMENT", 0.0)
    docs.add(1)


def too_many(docs: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_candidates, "PAIR_LIMIT", 3)
    docs.add(1)


def crowded(docs: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "LEAST_FILES", 4)
    monkeypatch.setattr(groups, "PAIRS_A_FILE", 0)
    docs.add(1)


@pytest.mark.parametrize("change", [many, gone, dear, farther, too_many, crowded])
def test_where_old_pairs_may_be_others_all_are_searched(
    docs: Folder,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Folder, pytest.MonkeyPatch], None],
) -> None:
    docs.add(40)
    docs.added()
    change(docs, monkeypatch)

    assert contents(docs.added()) == contents(docs.all())


def test_a_text_that_comes_back_stands_before_its_copies(docs: Folder, library: Library) -> None:
    """Of equal tokens the first document stands for all, and numbers stay when files are gone."""
    change_recipe(library, recipe_named("characters"), 0, JobControl())
    words = own(random.Random(3), 60)
    docs.write(words)
    docs.add(20)
    docs.remove(0)
    docs.write(words.replace(" ", ", "))
    docs.write(words + " more")
    docs.read()
    docs.added()
    docs.write(words)
    docs.read()

    assert contents(docs.added()) == contents(docs.all())
