"""A job over stored texts does each of them once, keeps what it has made, and can be stopped."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.documents.comparison.deriving import comparison_data
from simhash_gui.services import jobs
from simhash_gui.services.comparison.loading import load_text
from simhash_gui.services.jobs import JobCancelledError, JobControl, WorkersKeepDyingError
from simhash_gui.services.library.browsing import list_documents
from simhash_gui.services.library.libraries import (
    Library,
    LibraryBusyError,
    LibraryReadOnlyError,
    TextDamagedError,
    document_text,
    existing_library,
    library_recipe,
    open_library,
)
from simhash_gui.services.library.text_jobs import (
    TextJob,
    change_recipe,
    derive_comparison_data,
    lacks_comparison_data,
    run_text_job,
)
from simhash_gui.store.engine.types import DocumentState, Ids
from simhash_gui.store.repositories import comparison_data as stored_data
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.documents import NewContent, NewDocument
from simhash_gui.store.repositories.texts import put
from tests.helpers.logfail import ExpectLog
from tests.services.conftest import STORY, Import
from tests.store.builders import compressed, load_samples, load_sketches
from tests.store.older import first_library, second_library

GIVE_AWAY = """
UPDATE texts SET compressed = (SELECT compressed FROM texts WHERE document_id = 2)
WHERE document_id = 1
"""


def store(library: Library, texts: Sequence[str]) -> Ids:
    with library.write() as connection:
        new = [
            NewContent(
                NewDocument(number.to_bytes(16, "big"), DocumentState.TOO_SHORT, 1, 1),
                compressed(text),
            )
            for number, text in enumerate(texts)
        ]
        return np.sort(np.fromiter(documents.put(connection, new, 1).values(), np.int64))


def lengths(texts: Sequence[str]) -> list[int]:
    return [len(text) for text in texts]


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("number", [1, 64, 65, 700])
def test_every_text_is_done_once(library: Library, number: int, workers: int) -> None:
    ids = store(library, ["x" * length for length in range(number)])
    kept: list[tuple[int, int]] = []

    done = run_text_job(library, ids, TextJob(lengths, kept.extend), workers, JobControl())

    assert done == number
    assert sorted(kept) == list(zip(ids.tolist(), range(number), strict=True))


def test_long_texts_are_done_few_at_a_time(library: Library) -> None:
    ids = store(library, ["x" * (1 << 21)] * 5)
    portions: list[int] = []

    def lengths_of_few(texts: Sequence[str]) -> list[int]:
        portions.append(len(texts))
        return lengths(texts)

    run_text_job(library, ids, TextJob(lengths_of_few, lambda _: None), 0, JobControl())

    assert portions == [2, 2, 1]


def test_documents_that_are_no_more_are_left_out(library: Library) -> None:
    ids = store(library, ["one", "three"])
    gone = np.arange(1000, 1100)
    kept: list[tuple[int, int]] = []

    done = run_text_job(
        library, np.append(ids, gone), TextJob(lengths, kept.extend), 0, JobControl()
    )

    assert done == 2
    assert kept == [(int(ids[0]), 3), (int(ids[1]), 5)]


def test_a_job_without_documents_does_nothing(library: Library) -> None:
    kept: list[tuple[int, int]] = []

    assert (
        run_text_job(
            library, np.array([], np.int64), TextJob(lengths, kept.extend), 0, JobControl()
        )
        == 0
    )
    assert kept == []


@pytest.mark.parametrize("number", [200, 700])
def test_what_was_made_before_a_cancel_is_kept(library: Library, number: int) -> None:
    ids = store(library, ["text"] * number)
    control = JobControl()
    kept: list[tuple[int, int]] = []

    def keep(made: list[tuple[int, int]]) -> None:
        kept.extend(made)
        control.cancel()

    with pytest.raises(JobCancelledError):
        run_text_job(library, ids, TextJob(lengths, keep), 2, control)

    assert len(kept) == 64


def test_who_cancels_a_job_that_waits_for_the_library_is_not_told_why_it_waited(
    library: Library,
) -> None:
    ids = store(library, ["text"] * 70)
    ends = iter([JobCancelledError(), LibraryBusyError(library.place, "another has it")])

    def keep(_made: list[tuple[int, int]]) -> None:
        raise next(ends)

    with pytest.raises(JobCancelledError):
        run_text_job(library, ids, TextJob(lengths, keep), 1, JobControl())


def test_progress_counts_documents(library: Library) -> None:
    ids = store(library, ["text"] * 100)
    control = JobControl()

    run_text_job(library, ids, TextJob(lengths, lambda _: None), 0, control)

    assert (control.snapshot().done, control.snapshot().total) == (100, 100)


@pytest.fixture
def partly_damaged(library: Library) -> Ids:
    """Three documents, of which the second one's text is damaged."""
    ids = store(library, ["one", "two", "three"])
    with library.write() as connection:
        put(connection, [(int(ids[1]), b"damaged")])
    return ids


def test_a_damaged_text_is_reported(library: Library, partly_damaged: Ids) -> None:
    with pytest.raises(TextDamagedError):
        run_text_job(library, partly_damaged, TextJob(lengths, lambda _: None), 0, JobControl())


def test_a_damaged_text_can_be_left_out(library: Library, partly_damaged: Ids) -> None:
    kept: list[tuple[int, int]] = []
    job = TextJob(lengths, kept.extend, skips_damaged=True)

    assert run_text_job(library, partly_damaged, job, 0, JobControl()) == 2
    assert kept == [(int(partly_damaged[0]), 3), (int(partly_damaged[2]), 5)]


def die_of_a_bad_one(texts: Sequence[str]) -> list[int]:
    if "bad" in texts:
        os._exit(1)
    return lengths(texts)


def test_a_text_that_its_process_dies_of_is_left_out(
    library: Library, expect_log: ExpectLog
) -> None:
    ids = store(library, ["good"] * 300 + ["bad"] + ["good"] * 300)
    kept: list[tuple[int, int]] = []

    with expect_log(logging.WARNING, "a text was left out"):
        done = run_text_job(library, ids, TextJob(die_of_a_bad_one, kept.extend), 2, JobControl())

    assert done == 600
    assert {number for number, _ in kept} == set(ids.tolist()) - {int(ids[300])}


def test_processes_that_die_again_and_again_are_given_up(
    library: Library, expect_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_MAX_LOST", 2)
    ids = store(library, ["bad"] * 600)

    with (
        expect_log(logging.WARNING, "a text was left out"),
        pytest.raises(WorkersKeepDyingError),
    ):
        run_text_job(library, ids, TextJob(die_of_a_bad_one, lambda _: None), 2, JobControl())


def test_a_damaged_text_among_many_is_reported(library: Library, expect_log: ExpectLog) -> None:
    ids = store(library, ["text"] * 600)
    with library.write() as connection:
        put(connection, [(int(ids[300]), b"damaged")])

    with expect_log(logging.WARNING, "TextDamagedError"), pytest.raises(TextDamagedError):
        run_text_job(library, ids, TextJob(lengths, lambda _: None), 2, JobControl())


@pytest.mark.parametrize("name", ["1e0ng", "wide", "keywords"])
def test_every_fingerprint_is_made_anew_from_the_stored_text(
    filled: Library, docs: Path, name: str
) -> None:
    shutil.rmtree(docs)
    recipe = recipe_named(name)

    count = change_recipe(filled, recipe, 0, JobControl())

    assert count == 3
    assert library_recipe(filled) == recipe
    for number, document in enumerate(list_documents(filled), start=1):
        text = document_text(filled, number)
        assert document.document.fingerprint == load_text(text, "x", recipe).fingerprint


def test_no_fingerprint_is_made_of_another_documents_text(filled: Library) -> None:
    with filled.write() as connection:
        connection.exec_driver_sql(GIVE_AWAY)
    before = library_recipe(filled)

    with pytest.raises(TextDamagedError, match="another document"):
        change_recipe(filled, recipe_named("wide"), 0, JobControl())

    assert library_recipe(filled) == before


def test_a_damaged_token_digest_keeps_no_text_from_another_recipe(filled: Library) -> None:
    with filled.write() as connection:
        connection.exec_driver_sql("UPDATE comparison_data SET token_digest = zeroblob(8)")

    assert change_recipe(filled, recipe_named("wide"), 0, JobControl()) == 3


def test_the_same_recipe_again_does_nothing(filled: Library) -> None:
    assert change_recipe(filled, library_recipe(filled), 0, JobControl()) == 0


def test_a_cancelled_change_leaves_the_old_recipe(filled: Library) -> None:
    before, control = library_recipe(filled), JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        change_recipe(filled, recipe_named("words"), 0, control)

    assert library_recipe(filled) == before
    assert {item.document.recipe_id for item in list_documents(filled)} == {before.recipe_id}


def test_many_documents_are_spread_over_processes(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(520):
        (folder / f"{number}.txt").write_text(f"{STORY} {number * 7919}", encoding="utf-8")
    import_now(folder)
    recipe = recipe_named("words")

    assert change_recipe(library, recipe, 2, JobControl()) == 520

    documents = list(list_documents(library))
    expected = [
        load_text(document_text(library, number), "x", recipe).fingerprint
        for number in (1, 260, 520)
    ]
    assert [documents[number - 1].document.fingerprint for number in (1, 260, 520)] == expected


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
        sketches = load_sketches(connection, COMPARISON_VERSION)
    assert sketches.ids.tolist() == ALL
    assert sketches.token_counts.tolist() == [0, 31, 34]


def test_a_library_of_the_second_version_gets_its_data_again(tmp_path: Path) -> None:
    with open_library(second_library(tmp_path / "second.simhash")) as library:
        assert derive_comparison_data(library, 0, JobControl()) == 3
        assert lacks_comparison_data(library) == 0


def test_the_data_is_that_of_the_text(first: Library) -> None:
    derive_comparison_data(first, 0, JobControl())

    of_text = comparison_data(document_text(first, 2))
    with first.read() as connection:
        samples = load_samples(connection, COMPARISON_VERSION)
        (passages,) = stored_data.hash_pieces(
            connection, COMPARISON_VERSION, stored_data.HashKind.PASSAGES
        )
        sketches = load_sketches(connection, COMPARISON_VERSION)
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


def test_data_of_an_older_version_is_made_again(filled: Library) -> None:
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
