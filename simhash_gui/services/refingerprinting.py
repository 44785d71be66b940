"""Another recipe for a whole library, from the stored texts; the files are not read again.

Old fingerprints serve until the last new one is there. A job that is cut off keeps what it has
made and goes on from there.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from simhash_gui.core.recipe import Recipe
from simhash_gui.documents.text_worker import fingerprint_texts
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.libraries import Library, library_recipe
from simhash_gui.store import meta, refingerprint
from simhash_gui.store.refingerprint import StagedFingerprint

_TEXTS_AT_ONCE = 64
_FEWEST_FOR_PROCESSES = 500
_Texts = list[tuple[int, str]]


def change_recipe(library: Library, recipe: Recipe, workers: int, control: JobControl) -> int:
    """Fingerprint every document by ``recipe``; return how many were done anew.

    ``workers`` 0 means one for every processor. Raises JobCancelledError; the library then still
    has its old recipe.
    """
    if library_recipe(library) == recipe:
        return 0
    with library.read() as connection:
        total = refingerprint.remaining(connection, recipe.recipe_id)
    done = 0
    for staged in _staged(library, recipe, _worker_count(workers, total), control):
        with library.write() as connection:
            refingerprint.stage(connection, recipe.recipe_id, staged)
        done += len(staged)
        control.report(Stage.FINGERPRINTING, done, total)
        control.checkpoint()
    with library.write() as connection:
        adopted = refingerprint.adopt(connection, recipe.recipe_id)
        meta.set_current_recipe(connection, recipe.recipe_id)
    return adopted


def _worker_count(workers: int, total: int) -> int:
    """0: so few that starting processes would take longer than the work."""
    return 0 if total < _FEWEST_FOR_PROCESSES else workers or os.cpu_count() or 1


def _staged(
    library: Library, recipe: Recipe, workers: int, control: JobControl
) -> Iterator[list[StagedFingerprint]]:
    chunks = _text_chunks(library, recipe, control)
    if workers == 0:
        for chunk in chunks:
            yield _made(chunk, fingerprint_texts(recipe.recipe_id, [text for _, text in chunk]))
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context)
    try:
        yield from _in_processes(pool, recipe, workers, chunks)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_processes(
    pool: ProcessPoolExecutor, recipe: Recipe, workers: int, chunks: Iterator[_Texts]
) -> Iterator[list[StagedFingerprint]]:
    """At most two chunks a worker are in flight; results come in the order of the chunks."""
    waiting: deque[tuple[_Texts, Future[list[tuple[int, int, int]]]]] = deque()
    for chunk in chunks:
        texts = [text for _, text in chunk]
        waiting.append((chunk, pool.submit(fingerprint_texts, recipe.recipe_id, texts)))
        if len(waiting) >= 2 * workers:
            done, future = waiting.popleft()
            yield _made(done, future.result())
    for done, future in waiting:
        yield _made(done, future.result())


def _text_chunks(library: Library, recipe: Recipe, control: JobControl) -> Iterator[_Texts]:
    after_id = 0
    while True:
        control.checkpoint()
        with library.read() as connection:
            chunk = refingerprint.next_texts(
                connection, recipe.recipe_id, _TEXTS_AT_ONCE, after_id=after_id
            )
        if not chunk:
            return
        after_id = chunk[-1][0]
        yield chunk


def _made(chunk: _Texts, fingerprints: list[tuple[int, int, int]]) -> list[StagedFingerprint]:
    return [
        StagedFingerprint(document_id, count, word, rest)
        if count
        else StagedFingerprint(document_id, 0, None)
        for (document_id, _), (word, rest, count) in zip(chunk, fingerprints, strict=True)
    ]
