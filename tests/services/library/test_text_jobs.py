"""A job over stored texts does each of them once, keeps what it has made, and can be stopped."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.libraries import Library, TextDamagedError
from simhash_gui.services.library.text_jobs import TextJob, run
from simhash_gui.store.engine.types import DocumentState, Ids
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.documents import NewContent, NewDocument
from simhash_gui.store.repositories.texts import put
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
    assert kept == list(zip(ids.tolist(), range(number), strict=True))


def test_long_texts_are_done_few_at_a_time(library: Library) -> None:
    ids = store(library, ["x" * (1 << 21)] * 5)
    portions: list[int] = []

    run(library, ids, TextJob(lengths, lambda made: portions.append(len(made))), 0, JobControl())

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


@pytest.mark.parametrize(("number", "kept_at_least"), [(200, 64), (700, 64)])
def test_what_was_made_before_a_cancel_is_kept(
    library: Library, number: int, kept_at_least: int
) -> None:
    ids = store(library, ["text"] * number)
    control = JobControl()
    kept: list[tuple[int, int]] = []

    def keep(made: list[tuple[int, int]]) -> None:
        kept.extend(made)
        control.cancel()

    with pytest.raises(JobCancelledError):
        run(library, ids, TextJob(lengths, keep), 2, control)

    assert len(kept) == kept_at_least


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
