"""Labels that are propagated in files are those of union-find."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simhash_gui.core.clustering.linkage import connected_labels
from simhash_gui.services.batch.batch import BatchEngine, review_library, run_batch, write_keys
from simhash_gui.services.batch.components import FileShuffle, connected_in_files
from simhash_gui.services.detection.measuring import measure_pairs
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.engine.errors import LibraryUnreachableError
from tests.services.batch.collections import (
    answer,
    collection,
    first_difference,
    graph,
    in_shards,
)


@pytest.mark.parametrize("shape", ["chain", "skewed", "random"])
@pytest.mark.parametrize(("count", "at_once"), [(1, 4), (2, 1), (500, 7), (5000, 1000)])
def test_labels_are_those_of_union_find(
    shape: str, count: int, at_once: int, tmp_path: Path
) -> None:
    count, left, right = graph(shape, count)

    labels = connected_in_files(count, [(left, right)], tmp_path, at_once)

    assert labels.tolist() == connected_labels(count, left, right).tolist()
    assert not list(tmp_path.iterdir())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60), st.integers(1, 40))
def test_random_pairs_are_connected_alike(
    tmp_path: Path, pairs: list[tuple[int, int]], at_once: int
) -> None:
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T

    labels = connected_in_files(
        31, [(left[:9], right[:9]), (left[9:], right[9:])], tmp_path, at_once
    )

    assert labels.tolist() == connected_labels(31, left, right).tolist()


def test_a_chain_in_order_ends_in_few_rounds(tmp_path: Path) -> None:
    """Propagation from neighbour to neighbour would take 20,000 rounds."""
    chain = np.arange(20_000)

    labels = connected_in_files(20_000, [(chain[:-1], chain[1:])], tmp_path, 3000)

    assert not labels.any()


def test_too_many_pairs_for_memory_are_connected_in_files(tmp_path: Path) -> None:
    count, left, right = graph("random", 400)

    labels = FileShuffle(tmp_path / "scratch", most_in_memory=0).connected(count, left, right)

    assert labels.tolist() == connected_labels(count, left, right).tolist()
    assert not list((tmp_path / "scratch").iterdir())


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "scratch").touch()
    one = np.zeros(1, np.int64)

    with pytest.raises(LibraryUnreachableError, match="scratch"):
        FileShuffle(tmp_path / "scratch", most_in_memory=0).connected(2, one, one + 1)


def test_a_batch_in_files_gives_the_same_clusters(tmp_path: Path) -> None:
    _, parts = in_shards(tmp_path, collection(33, 60), 2)
    options = DetectionOptions(partial=True)
    found = []
    for name, most in (("memory", 1 << 30), ("files", 0)):
        engine = BatchEngine(
            write_keys, lambda keys, most=most: FileShuffle(keys.scratch, most), measure_pairs
        )
        with review_library(tmp_path / name) as review:
            batch = run_batch(review, parts, options, JobControl(), workers=1, engine=engine)
            found.append(answer(review, batch.detection))

    assert found[0].clusters
    assert first_difference(*found) is None
