"""Files to outcomes in worker processes, so that no document can take the program down.

What a pool does with crashes, hangs and want of memory is in ``workers``; here a failure gets the
words that a document's failure has. Light to import, for commands that read one file and have
another process do it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.documents.records import FailureReason, FileOutcome, FileTask, Limits, ReadFailure
from simhash_gui.workers.pool import Pool
from simhash_gui.workers.protocol import Cause, Done, Failed
from simhash_gui.workers.start import Job, ProcessLimits

if TYPE_CHECKING:
    from simhash_gui.documents.extraction.file_processor import Extractor, FileProcessor


class FilePool(Pool[FileTask, FileOutcome]):
    """Worker processes for one recipe, started when needed.

    ``workers`` is the number of cores unless given; ``extract`` is for tests. ``with_tokens``:
    outcomes have those, if the recipe does. Raises ``InvalidRecipeError``.
    """

    def __init__(
        self,
        recipe_id: str,
        limits: Limits | None = None,
        *,
        workers: int | None = None,
        extract: Extractor | None = None,
        with_tokens: bool = False,
    ) -> None:
        Recipe.from_id(recipe_id)
        self._limits = limits or Limits()
        make = partial(_make_processor, recipe_id, self._limits, extract, with_tokens)
        super().__init__(
            Job(make, process_limits(self._limits), PRELOAD), workers or os.cpu_count() or 1
        )

    def outcomes(
        self, tasks: Iterable[FileTask], should_stop: Callable[[], bool] = lambda: False
    ) -> Iterator[FileOutcome]:
        """One outcome for each task, see ``map``."""
        for outcome in self.map(tasks, should_stop):
            yield outcome.result if isinstance(outcome, Done) else self._failed(outcome)

    def _failed(self, lost: Failed[FileTask]) -> FileOutcome:
        failure = read_failure(lost.cause, self._limits, lost.error)
        size_bytes, mtime_ns = (0, 0) if lost.piece.member else _size_and_mtime(lost.piece.path)
        return FileOutcome(
            lost.piece.name,
            size_bytes,
            mtime_ns,
            digest=lost.note,
            failure=failure.reason,
            detail=failure.detail,
        )


def _make_processor(
    recipe_id: str, limits: Limits, extract: Extractor | None, with_tokens: bool
) -> FileProcessor:
    """In a worker process; with dictionaries and tables loaded at the expense of no document."""
    # Imported there alone: the program itself reads nothing.
    from simhash_gui.documents.extraction.file_processor import FileProcessor  # noqa: PLC0415
    from simhash_gui.documents.readers import read_source  # noqa: PLC0415

    processor = FileProcessor(recipe_id, limits, extract or read_source, with_tokens=with_tokens)
    processor.warm_up()
    return processor


def _size_and_mtime(path: str) -> tuple[int, int]:
    """So that the next import sees whether the file is still the same; zeros when it has gone."""
    try:
        status = os.stat(path)  # noqa: PTH116 - the path may not be valid in every Path
    except (OSError, ValueError):
        return 0, 0
    return status.st_size, status.st_mtime_ns


def process_limits(limits: Limits) -> ProcessLimits:
    """The limits of the process that reads documents."""
    return ProcessLimits(limits.time_s, limits.memory_bytes)


def read_failure(cause: Cause, limits: Limits, error: str = "") -> ReadFailure:
    """Why a document could not be read, when its process failed or had to be ended.

    ``error`` is the exception in words, where there was one.
    """
    if cause is Cause.TIMEOUT:
        detail = f"It took longer than the limit of {limits.time_s:g} s."
        return ReadFailure(FailureReason.TIMEOUT, detail)
    if cause is Cause.MEMORY:
        megabytes = limits.memory_bytes / 2**20
        detail = f"It needs more memory than the limit of {megabytes:,.0f} MB."
        return ReadFailure(FailureReason.MEMORY, detail)
    detail = f"The reader failed: {error}" if error else "The program that reads it crashed."
    return ReadFailure(FailureReason.CRASHED, detail)
