"""What a library lacks for a search is made from its texts for this one time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import delete, update

from simhash_gui.core.text.shingles import distinct_of
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays, joined
from simhash_gui.services.detection.pairs import Ids
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, library_recipe
from simhash_gui.store.engine.schema import comparison_data
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.comparison_data import HashKind
from tests.helpers.calls import counted_calls
from tests.services.conftest import Import

_IS_FIRST = comparison_data.c.document_id == 1
TEXTS = {f"{number}.txt": f"letter {number} " * (20 + number) for number in range(3)}


def imported(tmp_path: Path, library: Library, import_now: Import) -> Ids:
    """The documents of the texts."""
    folder = tmp_path / "letters"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    import_now(folder)
    with library.read() as connection:
        return documents.load_fingerprints(connection, library_recipe(library).recipe_id).ids


def test_what_is_missing_is_made_alike_and_its_progress_told(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    ids = imported(tmp_path, library, import_now)
    kept = ComparisonArrays(library, ids, JobControl())
    with library.write() as connection:
        connection.execute(delete(comparison_data))
    control = JobControl()

    made = ComparisonArrays(library, ids, control)

    assert np.array_equal(made.digests, kept.digests)
    assert np.array_equal(made.sketches.values, kept.sketches.values)
    assert np.array_equal(made.token_counts, kept.token_counts)
    assert (control.snapshot().done, control.snapshot().total) == (2, 3)
    assert made.unread == []


@pytest.mark.parametrize("is_stored", [True, False])
def test_sketches_may_stay_in_the_library(
    tmp_path: Path, library: Library, import_now: Import, is_stored: bool
) -> None:
    ids = imported(tmp_path, library, import_now)
    full = ComparisonArrays(library, ids, JobControl())
    if not is_stored:
        with library.write() as connection:
            connection.execute(delete(comparison_data))

    lean = ComparisonArrays(library, ids, JobControl(), has_sketches=False)

    assert lean.sketches.values.size == lean.token_sketches.values.size == 0
    assert np.array_equal(lean.token_counts, full.token_counts)
    assert np.array_equal(lean.digests, full.digests)
    left, right = np.array([0, 0, 1]), np.array([1, 2, 2])
    own, expected = lean.estimates(left, right), full.estimates(left, right)
    assert np.array_equal(own.jaccard, expected.jaccard)
    assert np.array_equal(own.containment_a, expected.containment_a)


@pytest.mark.parametrize("is_damaged", [True, False])
def test_lists_that_have_fitted_their_checksums_are_not_summed_up_again(
    tmp_path: Path, library: Library, import_now: Import, is_damaged: bool
) -> None:
    ids = imported(tmp_path, library, import_now)
    if is_damaged:
        with library.write() as connection:
            broken = {"shingles": b"0" * 8}
            connection.execute(update(comparison_data).values(broken).where(_IS_FIRST))
    arrays = ComparisonArrays(library, ids, JobControl())

    def read() -> tuple[list[int], int]:
        with counted_calls() as calls:
            pieces = list(arrays.hashes(HashKind.SHINGLES))
        return [hash_ for piece in pieces for hash_ in piece.hashes.tolist()], calls["_whole"]

    first, again = read(), read()

    assert first == (again[0], 1)
    assert again[1] == (1 if is_damaged else 0)
    assert arrays.damaged == ({int(ids[0])} if is_damaged else set())


@pytest.mark.parametrize("is_stored", [True, False])
def test_postings_of_some_hashes_come_of_several_kinds_at_once(
    tmp_path: Path, library: Library, import_now: Import, is_stored: bool
) -> None:
    ids = imported(tmp_path, library, import_now)
    if not is_stored:
        with library.write() as connection:
            connection.execute(delete(comparison_data))
    arrays = ComparisonArrays(library, ids[1:], JobControl())
    kinds = (HashKind.SHINGLES, HashKind.SHINGLES_REST)
    every = {kind: joined(arrays.hashes(kind)) for kind in kinds}
    asked = {kind: distinct_of(of_kind.hashes)[::2] for kind, of_kind in every.items()}

    found: dict[HashKind, list[tuple[int, int]]] = {kind: [] for kind in kinds}
    for kind, piece in arrays.among(asked):
        found[kind] += zip(piece.hashes.tolist(), piece.owners.tolist(), strict=True)

    for kind, of_kind in every.items():
        postings = zip(of_kind.hashes.tolist(), of_kind.owners.tolist(), strict=True)
        wanted = set(asked[kind].tolist())
        assert sorted(found[kind]) == sorted(each for each in postings if each[0] in wanted)
    assert any(found.values())
