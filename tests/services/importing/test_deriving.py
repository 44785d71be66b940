"""What documents are compared by is made from the stored texts, where it is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.documents.comparison.deriving import comparison_data
from simhash_gui.services.importing.deriving import derive_comparison_data, lacks_comparison_data
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.libraries import (
    Library,
    LibraryReadOnlyError,
    document_text,
    existing_library,
    open_library,
)
from simhash_gui.store.repositories import comparison_data as stored_data
from tests.store.older import first_library, second_library

ALL = [1, 2, 3]


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Library]:
    """A library of the first version, which had nothing to compare documents by."""
    with open_library(first_library(tmp_path / "first.simhash")) as library:
        yield library


def forget(library: Library) -> None:
    with library.write() as connection:
        connection.exec_driver_sql("DELETE FROM comparison_data")


def rows(library: Library) -> list[tuple[object, ...]]:
    with library.read() as connection:
        found = connection.exec_driver_sql("SELECT * FROM comparison_data ORDER BY document_id")
        return [tuple(row) for row in found]


def test_a_library_of_the_first_version_gets_what_it_lacks(first: Library) -> None:
    assert lacks_comparison_data(first) == 3

    assert derive_comparison_data(first, 0, JobControl()) == 3

    assert lacks_comparison_data(first) == 0
    with first.read() as connection:
        sketches = stored_data.load_sketches(connection, COMPARISON_VERSION)
    assert sketches.ids.tolist() == ALL
    assert sketches.token_counts.tolist() == [0, 31, 34]


def test_a_library_of_the_second_version_gets_its_data_anew(tmp_path: Path) -> None:
    with open_library(second_library(tmp_path / "second.simhash")) as library:
        assert derive_comparison_data(library, 0, JobControl()) == 3
        assert lacks_comparison_data(library) == 0


def test_the_data_is_that_of_the_text(first: Library) -> None:
    derive_comparison_data(first, 0, JobControl())

    of_text = comparison_data(document_text(first, 2))
    with first.read() as connection:
        samples = stored_data.load_samples(connection, COMPARISON_VERSION)
        (passages,) = stored_data.passage_pieces(connection, COMPARISON_VERSION)
        sketches = stored_data.load_sketches(connection, COMPARISON_VERSION)
    assert sketches.values[1].tobytes() == of_text.sketch
    assert sketches.token_values[1].tobytes() == of_text.token_sketch
    assert samples.hashes[samples.offsets[1] : samples.offsets[2]].tobytes() == of_text.sample
    assert passages.hashes[passages.offsets[1] : passages.offsets[2]].tobytes() == of_text.passages


def test_what_an_import_stored_is_what_would_be_derived(filled: Library, docs: Path) -> None:
    shutil.rmtree(docs)
    imported = rows(filled)
    forget(filled)

    assert derive_comparison_data(filled, 0, JobControl()) == 3
    assert rows(filled) == imported


def test_there_is_nothing_to_do_for_imported_documents(filled: Library) -> None:
    assert lacks_comparison_data(filled) == 0
    assert derive_comparison_data(filled, 0, JobControl()) == 0


def test_data_of_an_older_version_is_made_anew(filled: Library) -> None:
    before = rows(filled)
    with filled.write() as connection:
        connection.exec_driver_sql(
            "UPDATE comparison_data SET version = version - 1, sketch = zeroblob(128)"
        )

    assert derive_comparison_data(filled, 0, JobControl()) == 3
    assert rows(filled) == before


def test_a_damaged_text_costs_its_document_alone(first: Library) -> None:
    with first.write() as connection:
        connection.exec_driver_sql("UPDATE texts SET compressed = x'00' WHERE document_id = 2")

    assert derive_comparison_data(first, 0, JobControl()) == 2
    assert lacks_comparison_data(first) == 1


def test_a_cancelled_job_goes_on_later(first: Library) -> None:
    control = JobControl()
    control.cancel()
    with pytest.raises(JobCancelledError):
        derive_comparison_data(first, 0, control)

    assert derive_comparison_data(first, 0, JobControl()) == 3


def test_a_library_that_may_only_be_read_says_what_to_do(first: Library) -> None:
    path = first.path
    first.close()

    with (
        existing_library(path) as library,
        pytest.raises(LibraryReadOnlyError, match="open the library for writing once"),
    ):
        derive_comparison_data(library, 0, JobControl())


def test_a_complete_library_needs_no_writing(filled: Library) -> None:
    path = filled.path
    filled.close()

    with existing_library(path) as library:
        assert derive_comparison_data(library, 0, JobControl()) == 0
