"""What a search has found is there for the next time, as far as the documents still are."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import cluster_table
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.last_findings import keep_findings, last_findings
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.detection.shared_passages import shared_passages
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.text_jobs import change_recipe
from tests.services.conftest import Import


def assert_same(found: Detection, expected: Detection) -> None:
    for field in fields(found.pairs):
        own, other = getattr(found.pairs, field.name), getattr(expected.pairs, field.name)
        np.testing.assert_array_equal(own, other)
    own_table, table = (cluster_table(each, None, Linkage.MEDOID) for each in (found, expected))
    np.testing.assert_array_equal(own_table.medoid_file_ids, table.medoid_file_ids)
    np.testing.assert_array_equal(own_table.min_overlaps, table.min_overlaps)


@pytest.mark.parametrize(
    "options",
    [DetectionOptions(), DetectionOptions(partial=True), DetectionOptions(9, all_candidates=True)],
)
def test_the_last_search_is_there_again(filled: Library, options: DetectionOptions) -> None:
    searched = detect(filled, options, JobControl())
    passages = shared_passages(filled, searched, JobControl())
    keep_findings(filled, searched, passages)

    kept = last_findings(filled)

    assert kept is not None
    assert_same(kept.detection, searched)
    assert kept.detection.options == options
    assert kept.detection.searched_distance == searched.searched_distance
    assert datetime.now(UTC) - kept.found_at < timedelta(minutes=5)
    assert [each.text for each in kept.passages] == [each.text for each in passages]


def test_more_than_a_million_pairs_are_there_again(filled: Library) -> None:
    searched = detect(filled, DetectionOptions(), JobControl())
    times = (1 << 20) // len(searched.found) + 1
    many = searched.found.take(np.repeat(np.arange(len(searched.found)), times))
    keep_findings(filled, replace(searched, pairs=many))

    kept = last_findings(filled)

    assert kept is not None
    assert len(kept.detection.pairs) == len(many) > 1 << 20
    np.testing.assert_array_equal(kept.detection.pairs.right, many.right)


def test_documents_that_have_gone_are_left_out(
    filled: Library, docs: Path, import_now: Import
) -> None:
    keep_findings(filled, detect(filled, DetectionOptions(), JobControl()))
    (docs / "revised.txt").unlink()
    (docs / "new.txt").write_text("Whoever comes later is not in it. " * 20, encoding="utf-8")
    import_now()

    kept = last_findings(filled)

    assert kept is not None
    assert kept.detection.document_count == 2
    assert not len(kept.detection.pairs)


def test_what_another_recipe_has_found_is_not_shown(filled: Library) -> None:
    keep_findings(filled, detect(filled, DetectionOptions(), JobControl()))
    change_recipe(filled, recipe_named("1e0ng"), 1, JobControl())

    assert last_findings(filled) is None


def test_nothing_was_found_before_the_first_search(filled: Library) -> None:
    assert last_findings(filled) is None
