"""A search in a process of its own finds what a search here finds, and stops when it is told to."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import cluster_table
from simhash_gui.services.detection.pairs import DetectedPairs, DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.detection.search_process import detect_apart
from simhash_gui.services.jobs import JobCancelledError, JobControl, Stage
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.repositories.comparison_data import load_marks
from simhash_gui.store.repositories.present_files import document_ids

PARTIAL = DetectionOptions(partial=True)


def assert_same_pairs(found: DetectedPairs, expected: DetectedPairs) -> None:
    for field in fields(found):
        own, other = getattr(found, field.name), getattr(expected, field.name)
        np.testing.assert_array_equal(own, other)


@pytest.mark.parametrize("options", [DetectionOptions(), PARTIAL])
def test_it_finds_the_same(filled: Library, options: DetectionOptions) -> None:
    apart = detect_apart(filled, options, JobControl())
    here = detect(filled, options, JobControl())

    assert_same_pairs(apart.pairs, here.pairs)
    own, other = (cluster_table(each, None, Linkage.MEDOID) for each in (apart, here))
    np.testing.assert_array_equal(own.medoid_file_ids, other.medoid_file_ids)
    np.testing.assert_array_equal(own.min_overlaps, other.min_overlaps)


def test_what_is_known_takes_no_room_again(filled: Library) -> None:
    known = detect_apart(filled, DetectionOptions(), JobControl())

    again = detect_apart(filled, DetectionOptions(), JobControl(), known=known)
    every = detect_apart(
        filled, DetectionOptions(32, all_candidates=True), JobControl(), known=known
    )

    assert_same_pairs(again.pairs, known.pairs)
    for found in (again, every):
        assert np.shares_memory(found.words, known.words)
        assert np.shares_memory(found.files.sizes_bytes, known.files.sizes_bytes)
    assert np.shares_memory(again.pairs.left, known.pairs.left)
    assert_same_pairs(every.pairs, detect(filled, every.options, JobControl()).pairs)


def test_overlaps_are_estimated_from_what_the_library_holds(filled: Library) -> None:
    apart = detect_apart(filled, DetectionOptions(), JobControl())
    here = detect(filled, DetectionOptions(), JobControl())
    left, right = np.triu_indices(here.document_count, 1)

    own, other = apart.evidence_of(left, right), here.evidence_of(left, right)

    np.testing.assert_array_equal(own.overlaps, other.overlaps)
    np.testing.assert_array_equal(own.classes, other.classes)


def test_what_was_measured_is_kept_in_the_library(filled: Library) -> None:
    detect_apart(filled, PARTIAL, JobControl())
    with filled.write() as connection:
        connection.exec_driver_sql("DELETE FROM common_text")

    here = detect(filled, PARTIAL, JobControl())

    assert here.classifier.kept.hits > 0


def test_tokens_that_an_import_kept_are_forgotten_afterwards(filled: Library) -> None:
    with filled.read() as connection:
        _, digests = load_marks(connection, COMPARISON_VERSION, document_ids(connection))
    assert all(map(filled.recent_tokens.get, digests.values()))

    detect_apart(filled, PARTIAL, JobControl())

    assert not any(map(filled.recent_tokens.get, digests.values()))


def test_exact_measures_can_be_asked_of_it(filled: Library) -> None:
    apart = detect_apart(filled, PARTIAL, JobControl())

    assert apart.exact(apart.pairs, JobControl()).is_exact.all()


def test_what_serves_measuring_alone_is_read_again_when_it_is_asked_for(filled: Library) -> None:
    apart = detect_apart(filled, PARTIAL, JobControl())
    here = detect(filled, PARTIAL, JobControl())
    nothing = np.zeros_like(apart.pairs.is_exact)

    measured = apart.exact(replace(apart.pairs, is_exact=nothing), JobControl())

    assert apart.common.states.size == 0
    assert_same_pairs(measured, here.exact(here.pairs, JobControl()))


def test_it_ends_when_it_is_cancelled(filled: Library) -> None:
    control = JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        detect_apart(filled, DetectionOptions(), control)


def test_it_says_how_far_it_is(filled: Library) -> None:
    control = JobControl()

    detect_apart(filled, PARTIAL, control)

    assert control.snapshot().stage in {Stage.SEARCHING, Stage.MEASURING}


def test_an_error_of_the_search_is_raised_here(filled: Library) -> None:
    with pytest.raises(ValueError, match="distance"):
        detect_apart(filled, DetectionOptions(distance=99), JobControl())
