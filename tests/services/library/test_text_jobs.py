"""A job over stored texts does each of them once, keeps what it has made, and can be stopped."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence

import numpy as np
import pytest

from simhash_gui.services.jobs import JobCancelledError, JobControl, WorkersKeepDyingError
from simhash_gui.services.library import text_jobs
from simhash_gui.services.library.libraries import Library, TextDamagedError
from simhash_gui.services.library.text_jobs import TextJob, run
from simhash_gui.store.engine.types import DocumentState, Ids
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.documents import NewContent, NewDocument
from simhash_gui.store.repositories.texts import put
from tests.helpers.logfail import ExpectLog
from tests.store.builders import compressed


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

    done = run(library, ids, TextJob(lengths, kept.extend), workers, JobControl())

    assert done == number
    assert sorted(kept) == list(zip(ids.tolist(), range(number), strict=True))


def test_long_texts_are_done_few_at_a_time(library: Library) -> None:
    ids = store(library, ["x" * (1 << 21)] * 5)
    portions: list[int] = []

    def lengths_of_few(texts: Sequence[str]) -> list[int]:
        portions.append(len(texts))
        return lengths(texts)

    run(library, ids, TextJob(lengths_of_few, lambda _: None), 0, JobControl())

    assert portions == [2, 2, 1]


def test_documents_that_are_no_more_are_left_out(library: Library) -> None:
    ids = store(library, ["one", "three"])
    gone = np.arange(1000, 1100)
    kept: list[tuple[int, int]] = []

    done = run(library, np.append(ids, gone), TextJob(lengths, kept.extend), 0, JobControl())

    assert done == 2
    assert kept == [(int(ids[0]), 3), (int(ids[1]), 5)]


def test_a_job_without_documents_does_nothing(library: Library) -> None:
    kept: list[tuple[int, int]] = []

    assert run(library, np.array([], np.int64), TextJob(lengths, kept.extend), 0, JobControl()) == 0
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
        run(library, ids, TextJob(lengths, keep), 2, control)

    assert len(kept) == 64


def test_progress_counts_documents(library: Library) -> None:
    ids = store(library, ["text"] * 100)
    control = JobControl()

    run(library, ids, TextJob(lengths, lambda _: None), 0, control)

    assert (control.snapshot().done, control.snapshot().total) == (100, 100)


@pytest.fixture
def partly_damaged(library: Library) -> Ids:
    """Three documents, of which the second one's text is damaged."""
    ids = store(library, ["one", "two", "three"])
    with library.write() as connection:
        put(connection, [(int(ids[1]), b"damaged")])
    return ids


def test_a_damaged_text_is_told(library: Library, partly_damaged: Ids) -> None:
    with pytest.raises(TextDamagedError):
        run(library, partly_damaged, TextJob(lengths, lambda _: None), 0, JobControl())


def test_a_damaged_text_can_be_left_out(library: Library, partly_damaged: Ids) -> None:
    kept: list[tuple[int, int]] = []
    job = TextJob(lengths, kept.extend, skips_damaged=True)

    assert run(library, partly_damaged, job, 0, JobControl()) == 2
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
        done = run(library, ids, TextJob(die_of_a_bad_one, kept.extend), 2, JobControl())

    assert done == 600
    assert {number for number, _ in kept} == set(ids.tolist()) - {int(ids[300])}


def test_processes_that_die_again_and_again_are_given_up(
    library: Library, expect_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_jobs, "_MAX_LOST", 2)
    ids = store(library, ["bad"] * 600)

    with (
        expect_log(logging.WARNING, "a text was left out"),
        pytest.raises(WorkersKeepDyingError),
    ):
        run(library, ids, TextJob(die_of_a_bad_one, lambda _: None), 2, JobControl())


def test_a_damaged_text_among_many_is_told(library: Library, expect_log: ExpectLog) -> None:
    ids = store(library, ["text"] * 600)
    with library.write() as connection:
        put(connection, [(int(ids[300]), b"damaged")])

    with expect_log(logging.WARNING, "TextDamagedError"), pytest.raises(TextDamagedError):
        run(library, ids, TextJob(lengths, lambda _: None), 2, JobControl())
