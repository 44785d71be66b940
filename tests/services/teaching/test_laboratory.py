"""The laboratory runs every method on the same fingerprints and compares what they find."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.methods.compare_all import CompareAll
from simhash_gui.core.methods.made_words import made_queries, made_words
from simhash_gui.core.methods.method import AFFORDABLE, Answers, Cost, Method
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.teaching import laboratory
from simhash_gui.services.teaching.laboratory import (
    ALL_METHODS,
    Experiment,
    Obstacle,
    Reading,
    library_file_experiment,
    measure,
    planned,
    run_lab,
)
from simhash_gui.services.teaching.sqlite_indexes import METHOD as SQLITE
from tests.core.made_words import brute_pairs


def test_every_method_finds_the_same_pairs() -> None:
    experiment = Experiment(size=80, k=3, seed=5)
    report = run_lab(experiment, JobControl())
    assert [reading.name for reading in report.readings] == [one.name for one in ALL_METHODS]
    assert report.dissenters == ()
    expected = len(brute_pairs(experiment.fingerprints(), 3))
    assert {reading.pairs for reading in report.readings} == {expected}
    assert all(reading.skipped is None and reading.query_us for reading in report.readings)


def test_a_method_that_would_not_fit_is_not_run() -> None:
    report = run_lab(Experiment(size=200, k=7), JobControl())
    beforehand = {one.name: one.skipped for one in planned(200, 7) if one.skipped}
    assert beforehand == {one.name: one.skipped for one in report.readings if one.skipped}
    skipped = {one.name: one.skipped.obstacle for one in report.readings if one.skipped}
    assert skipped["block-tables"] is Obstacle.DISTANCE
    assert skipped["stored-variants"] is Obstacle.MEMORY
    assert {one.name for one in report.readings if one.pairs is not None} == {
        "compare-all", "bit-lists", "block-neighbours", "sqlite-indexes",
    }  # fmt: skip


def test_the_fingerprints_of_a_library_are_tried(filled: Library) -> None:
    path = filled.path
    filled.close()
    experiment = library_file_experiment(path, 3, 1)
    report = run_lab(experiment, JobControl())
    assert report.size == len(experiment.fingerprints()) > 1
    assert report.dissenters == ()
    pairs = len(brute_pairs(experiment.fingerprints(), 3))
    assert {one.pairs for one in report.readings} == {pairs}


def test_the_lab_can_be_cancelled() -> None:
    control = JobControl()
    control.cancel()
    with pytest.raises(JobCancelledError):
        run_lab(Experiment(size=100), control)


class Forgetful(CompareAll):
    """Loses the last answer."""

    def query(self, words: np.ndarray) -> Answers:
        found = super().query(words)
        return replace(found, query=found.query[:-1], place=found.place[:-1])


def test_a_method_that_misses_something_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def cost(_count: int, _k: int) -> Cost:
        return Cost(0, 0, 0, 0)

    experiment = Experiment(size=60)
    sound = [measure(method, experiment) for method in ALL_METHODS[:1] + ALL_METHODS[4:6]]
    broken = measure(Method("broken", Forgetful, cost), experiment)
    assert laboratory.dissenters([*sound, broken]) == ("broken",)
    wrong_pairs = replace(sound[0], name="other", pairs_found="0")
    assert laboratory.dissenters([*sound, wrong_pairs]) == ("other",)
    assert laboratory.dissenters([Reading("never")]) == ()


def test_where_all_pairs_would_take_too_long_queries_are_still_measured() -> None:
    reading = measure(ALL_METHODS[0], Experiment(size=50), replace(AFFORDABLE, pairs_s=0))
    assert reading.skipped is not None
    assert reading.skipped.obstacle is Obstacle.PAIRS_TIME
    assert reading.pairs is None
    assert reading.candidates == 50


@pytest.mark.parametrize("k", [0, 3, 5, 20])
def test_sqlite_finds_what_comparing_all_finds(k: int) -> None:
    words = made_words(200, 3)
    queries = made_queries(words, 30, k, 1)
    index = SQLITE.build(words, k)
    found, expected = index.query(queries), CompareAll(words, k).query(queries)
    folder = Path(index._library.path).parent  # type: ignore[attr-defined]
    assert index.size_bytes > words.nbytes
    index.close()
    assert found.query.tolist() == expected.query.tolist()
    assert found.place.tolist() == expected.place.tolist()
    assert found.candidates >= len(expected.place)
    assert not folder.exists()
