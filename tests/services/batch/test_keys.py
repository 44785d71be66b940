"""The keys of each shard are written once, by themselves, and read as the library has them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.services.batch.batch import LOCAL, review_library, run_batch
from simhash_gui.services.batch.keys import FOLDERS, KeyFiles, KeyOrder, write_keys
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import library_recipe, open_library
from simhash_gui.store.engine.errors import LibraryUnreachableError
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.comparison_data import HashKind
from simhash_gui.store.repositories.shard_rows import KEY_KINDS
from tests.services.batch.collections import collection, in_shards


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three shards of which two have a content in common."""
    texts = collection(31, 12)
    return in_shards(tmp_path_factory.mktemp("shards"), [*texts[:3], texts[1], *texts[3:]], 3)[1]


def orders_of(parts: list[Path]) -> list[KeyOrder]:
    return [KeyOrder(part, "as it is") for part in parts]


def postings(arrays: ComparisonArrays, kind: HashKind) -> list[tuple[int, int]]:
    return sorted(
        pair
        for piece in arrays.keys(kind)
        for pair in zip(piece.owners.tolist(), piece.hashes.tolist(), strict=True)
    )


def found_in(out: Path, parts: list[Path], files: KeyFiles) -> None:
    """The keys of a search from files are those that the review library has."""
    with review_library(out) as review:
        run_batch(review, parts, DetectionOptions(), JobControl(), workers=1)
        with review.read() as connection:
            ids = documents.load_fingerprints(connection, library_recipe(review).recipe_id).ids
        here, there = (
            ComparisonArrays(review, ids, JobControl(), read_keys=read)
            for read in (None, files.read)
        )
        for kind in KEY_KINDS:
            assert postings(there, kind) == postings(here, kind) != []


def test_keys_are_those_of_the_library(parts: list[Path], tmp_path: Path) -> None:
    orders = orders_of(parts)
    write_keys(orders, tmp_path / "keys", JobControl())

    found_in(tmp_path / "out", parts, KeyFiles(tmp_path / "keys", orders))


def test_documents_that_a_shard_has_no_keys_of_are_read_from_the_library(
    parts: list[Path], tmp_path: Path
) -> None:
    parts = [Path(shutil.copy(part, tmp_path)) for part in parts]
    with open_library(parts[1]) as library, library.write() as connection:
        connection.exec_driver_sql("DELETE FROM comparison_data WHERE document_id % 2 = 0")
    orders = orders_of(parts)
    write_keys(orders, tmp_path / "keys", JobControl())

    found_in(tmp_path / "out", parts, KeyFiles(tmp_path / "keys", orders))


def test_only_what_is_missing_is_written(parts: list[Path], tmp_path: Path) -> None:
    orders = orders_of(parts)
    first = write_keys(orders[:2], tmp_path, JobControl())
    changed = [KeyOrder(parts[0], "another state"), *orders[1:]]

    again = write_keys(changed, tmp_path, JobControl())

    assert (first, again) == ([True, True], [True, False, True])


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("damage", ["cut", "flipped", "gone"])
def test_a_damaged_file_is_written_again(
    name: str, damage: str, parts: list[Path], tmp_path: Path
) -> None:
    orders = orders_of(parts)
    write_keys(orders, tmp_path, JobControl())
    (path,) = (tmp_path / name).glob("share1-*.parquet")
    content = path.read_bytes()
    acts: dict[str, Callable[[], object]] = {
        "cut": lambda: path.write_bytes(content[:-9]),
        "flipped": lambda: path.write_bytes(content[:60] + b"\xff\x00" + content[62:]),
        "gone": path.unlink,
    }
    acts[damage]()

    again = write_keys(orders, tmp_path, JobControl())

    assert again == [False, True, False]
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", [None, b"", b"{}", b'{"inputs": 3}', b"\xff"])
def test_a_damaged_marker_counts_as_none(
    content: bytes | None, parts: list[Path], tmp_path: Path
) -> None:
    orders = orders_of(parts)
    write_keys(orders, tmp_path, JobControl())
    (marker,) = tmp_path.glob("share2-*.done")
    marker.unlink() if content is None else marker.write_bytes(content)

    assert write_keys(orders, tmp_path, JobControl()) == [False, False, True]


def test_keys_that_cannot_be_written_are_told(parts: list[Path], tmp_path: Path) -> None:
    (tmp_path / "keys").touch()

    with pytest.raises(LibraryUnreachableError, match="keys"):
        LOCAL.write_keys(orders_of(parts), tmp_path / "keys", JobControl())


def test_positions_without_documents(parts: list[Path], tmp_path: Path) -> None:
    orders = orders_of(parts)
    write_keys(orders, tmp_path / "keys", JobControl())
    with review_library(tmp_path / "out") as review:
        arrays = ComparisonArrays(review, np.empty(0, np.int64), JobControl())

        placed = KeyFiles(tmp_path / "keys", orders).placed(arrays)

    assert all((places == -1).all() for places in placed.places)
