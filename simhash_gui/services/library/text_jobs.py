"""What is made again from stored texts: fingerprints by another recipe, data to compare by.

The files are not read again. The work is done in worker processes, watched, and kept as it comes: a
job that is cut off goes on from what it has kept. New documents bring what they are compared by
along; it is missing in libraries of earlier versions of the program.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import repeat
from typing import Generic, TypeAlias, TypeVar

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, ComparisonData
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.jobs import JobControl, Stage, refuse_to_lose
from simhash_gui.services.library.libraries import (
    Library,
    LibraryReadOnlyError,
    Place,
    library_recipe,
    opened_again,
    require_own_texts,
    written_afterwards,
)
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import comparison_data, meta, refingerprint, texts
from simhash_gui.store.repositories.refingerprint import StagedFingerprint
from simhash_gui.workers.pool import Pool, map_here
from simhash_gui.workers.protocol import Done, Failed, WorkProgress
from simhash_gui.workers.start import Job, ProcessLimits
from simhash_gui.workers.worker import Work

_log = logging.getLogger(__name__)

_TEXTS_AT_ONCE = 64
CHARACTERS_AT_ONCE = 1 << 22
_FEWEST_FOR_PROCESSES = 500
# Far more than the longest text needs: results depend on the texts, not on the machine.
_LIMITS = ProcessLimits(time_s=1800.0, memory_bytes=4 << 30)

_Made = TypeVar("_Made")
_Outcome: TypeAlias = Done[int, _Made | None] | Failed[int]
_Fingerprint: TypeAlias = tuple[int, int, int]
"""Word, rest and number of features."""


def change_recipe(library: Library, recipe: Recipe, workers: int, control: JobControl) -> int:
    """Fingerprint every document by ``recipe``; return how many that was.

    ``workers`` 0 means one for every processor. Raises JobCancelledError; the library then still
    has its old recipe.
    """
    if library_recipe(library) == recipe:
        return 0
    with library.read() as connection:
        outdated = refingerprint.outdated_ids(connection, recipe.recipe_id)

    def stage(made: list[tuple[int, _Fingerprint]]) -> None:
        with library.write() as connection:
            staged = [_staged(document_id, one) for document_id, one in made]
            refingerprint.stage(connection, recipe.recipe_id, staged)

    _log.info("recipe changes to %s: %d documents", recipe.recipe_id, len(outdated))
    job = TextJob(Fingerprinting(recipe), stage, checks_texts=True)
    run_text_job(library, outdated, job, workers, control)
    with library.write() as connection:
        adopted = refingerprint.adopt(connection, recipe.recipe_id)
        meta.set_current_recipe(connection, recipe.recipe_id)
    _log.info("recipe changed")
    return adopted


def lacks_comparison_data(library: Library) -> int:
    """How many documents ``derive_comparison_data`` has to do; quick when there are none."""
    with library.read() as connection:
        return len(comparison_data.missing_ids(connection, COMPARISON_VERSION))


def derive_comparison_data(library: Library, workers: int, control: JobControl) -> int:
    """Make what is missing of the documents that are there; return of how many.

    ``workers`` 0 means one for every processor. A document whose stored text is damaged is left
    out. Raises JobCancelledError and, where something is missing in a library that is open for
    reading only, LibraryReadOnlyError.
    """
    with library.read() as connection:
        missing = comparison_data.missing_ids(connection, COMPARISON_VERSION)
    if len(missing) == 0:
        return 0
    if library.is_read_only:
        raise LibraryReadOnlyError(
            library.place,
            f"{library.place}: data to compare {len(missing)} documents by is missing;"
            " open the library for writing once to have it made",
        )

    def put(made: list[tuple[int, ComparisonData]]) -> None:
        with library.write() as connection:
            comparison_data.put(connection, COMPARISON_VERSION, made)

    from simhash_gui.documents.comparison.deriving import (  # noqa: PLC0415 - seldom wanted
        comparison_data_of,
    )

    job = TextJob(comparison_data_of, put, skips_damaged=True)
    return run_text_job(library, missing, job, workers, control)


@dataclass(frozen=True, slots=True)
class TextJob(Generic[_Made]):
    """What is to be made of each text.

    ``make`` is a function that a process can be sent; it gives one result for each text, in their
    order. ``keep`` writes results with the ids of their documents, in a transaction of its own.
    ``skips_damaged``: do without the texts that cannot be read, rather than without all.
    ``checks_texts``: a text that is another document's is a damaged one, too.
    """

    make: Callable[[Sequence[str]], Sequence[_Made]]
    keep: Callable[[list[tuple[int, _Made]]], None]
    skips_damaged: bool = False
    checks_texts: bool = False


def run_text_job(
    library: Library, ids: Ids, job: TextJob[_Made], workers: int, control: JobControl
) -> int:
    """Do the job for the documents with these ids, ascending; return for how many it was done.

    ``workers`` 0 means one for every processor. Left out are documents without a text, and those
    whose text a process dies of. Raises JobCancelledError, TextDamagedError where a stored text
    cannot be read, WorkersUnusableError and WorkersKeepDyingError.
    """
    control.report(Stage.FINGERPRINTING, 0, len(ids))
    control.checkpoint()
    made: list[tuple[int, _Made]] = []
    done = lost = 0
    with written_afterwards(lambda: _keep(job, made)):
        for outcome in _outcomes(library, ids, job, workers, control):
            if isinstance(outcome, Failed):
                lost += 1
                refuse_to_lose(outcome, lost)
                _log.warning("a text was left out, because its process failed")
            elif outcome.result is not None:
                made.append((outcome.piece, outcome.result))
                done += 1
            if len(made) == _TEXTS_AT_ONCE:
                _keep(job, made)
                control.report(Stage.FINGERPRINTING, done, len(ids))
                control.checkpoint()
    control.report(Stage.FINGERPRINTING, done, len(ids))
    control.checkpoint()
    return done


def _keep(job: TextJob[_Made], made: list[tuple[int, _Made]]) -> None:
    if made:
        job.keep(made.copy())
        made.clear()


def _outcomes(
    library: Library, ids: Ids, job: TextJob[_Made], workers: int, control: JobControl
) -> Iterator[_Outcome[_Made]]:
    how = job.make, job.skips_damaged, job.checks_texts
    here = _TextWork(library, *how)
    elsewhere = partial(_make_work, library.place, *how)
    return outcomes(ids, here, elsewhere, workers, control)


def outcomes(
    ids: Ids | Sequence[int],
    here: Work[int, _Made],
    elsewhere: Callable[[], Work[int, _Made]],
    workers: int,
    control: JobControl,
) -> Iterator[Done[int, _Made] | Failed[int]]:
    """What comes of the documents with these ids: of few in this process, of many in workers.

    ``workers`` 0 means one for every processor; ``elsewhere`` makes their work. Raises
    WorkersUnusableError, and in this process what the work raises.
    """
    pieces, sizes = map(int, ids), repeat(_TEXTS_AT_ONCE)
    if len(ids) < _FEWEST_FOR_PROCESSES:
        yield from map_here(here, pieces, sizes)
        return
    count = workers or os.cpu_count() or 1
    with Pool[int, _Made](Job(elsewhere, _LIMITS, PRELOAD), count) as pool:
        yield from pool.map(pieces, lambda: control.is_cancelled, sizes)


@dataclass(frozen=True, slots=True)
class _TextWork(Generic[_Made]):
    """Makes something of the texts of documents, as many together as there is room for."""

    library: Library
    make: Callable[[Sequence[str]], Sequence[_Made]]
    skips_damaged: bool
    checks_texts: bool

    def __call__(self, ids: Sequence[int], _: WorkProgress) -> Iterator[Sequence[_Made | None]]:
        """One result for each document, None for those without a text."""
        while ids:
            with self.library.read() as connection:
                found = texts.get_first(
                    connection, ids, CHARACTERS_AT_ONCE, skip_damaged=self.skips_damaged
                )
            if self.checks_texts:
                require_own_texts(self.library, dict(found))
            last = ids.index(found[-1][0]) + 1 if found else len(ids)
            made = self.make([text for _, text in found])
            results = dict(zip((number for number, _ in found), made, strict=True))
            yield [results.get(number) for number in ids[:last]]
            ids = ids[last:]


def _make_work(
    place: Place,
    make: Callable[[Sequence[str]], Sequence[_Made]],
    skips_damaged: bool,
    checks_texts: bool,
) -> _TextWork[_Made]:
    """In a worker process, which has the library open until it ends."""
    return _TextWork(opened_again(place), make, skips_damaged, checks_texts)


@dataclass(frozen=True)
class Fingerprinting:
    """Fingerprints texts by a recipe; can be sent to a process."""

    recipe: Recipe

    def __call__(self, texts: Sequence[str]) -> list[_Fingerprint]:
        """Word, rest and number of features of each text."""
        batch = self._pipeline.fingerprint_texts(texts)
        columns = (batch.words.tolist(), batch.rests.tolist(), batch.feature_counts.tolist())
        return list(zip(*columns, strict=True))

    @cached_property
    def _pipeline(self) -> TextPipeline:
        return TextPipeline(self.recipe)


def _staged(document_id: int, fingerprint: _Fingerprint) -> StagedFingerprint:
    word, rest, count = fingerprint
    if count == 0:
        return StagedFingerprint(document_id, 0, None)
    return StagedFingerprint(document_id, count, word, rest)
