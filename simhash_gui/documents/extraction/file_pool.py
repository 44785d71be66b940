"""Files to outcomes in worker processes, so that no document can take the program down.

What a pool does with crashes, hangs and want of memory is in ``workers``; here failures get the
words that a document's failure has.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.documents.extraction.limits import PRELOAD, failure_of, process_limits
from simhash_gui.documents.records import FileOutcome, FileTask, Limits
from simhash_gui.workers.pool import Pool
from simhash_gui.workers.protocol import Done, Failed
from simhash_gui.workers.start import Job

if TYPE_CHECKING:
    from simhash_gui.documents.extraction.file_processor import Extractor, FileProcessor


@dataclass(frozen=True, slots=True)
class MakeProcessor:
    """Makes a ``FileProcessor`` in the worker process."""

    recipe_id: str
    limits: Limits
    extract: Extractor | None = None
    """None: by the readers there are."""

    def __call__(self) -> FileProcessor:
        """Make it, with dictionaries and tables loaded at the expense of no document."""
        # Not in the program itself, which reads nothing.
        from simhash_gui.documents.extraction.file_processor import FileProcessor  # noqa: PLC0415
        from simhash_gui.documents.readers import read_source  # noqa: PLC0415

        processor = FileProcessor(self.recipe_id, self.limits, self.extract or read_source)
        processor.warm_up()
        return processor


class FilePool:
    """Worker processes for one recipe, started when needed. Use as a context, or call ``close``.

    For one thread at a time. ``workers`` is the number of cores unless given. Raises
    ``InvalidRecipeError``.
    """

    def __init__(
        self,
        recipe_id: str,
        limits: Limits | None = None,
        *,
        workers: int | None = None,
        extract: Extractor | None = None,
    ) -> None:
        Recipe.from_id(recipe_id)
        self._limits = limits or Limits()
        make = MakeProcessor(recipe_id, self._limits, extract)
        job = Job(make, process_limits(self._limits), PRELOAD)
        self._pool: Pool[FileTask, FileOutcome] = Pool(job, workers or os.cpu_count() or 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all workers, within a second."""
        self._pool.close()

    def outcomes(
        self, tasks: Iterable[FileTask], should_stop: Callable[[], bool] = lambda: False
    ) -> Iterator[FileOutcome]:
        """One outcome for each task, in the order in which they are ready.

        ``tasks`` and ``should_stop`` are as for ``Pool.map``. Raises ``WorkersUnusableError``.
        """
        for outcome in self._pool.map(tasks, should_stop):
            yield outcome.result if isinstance(outcome, Done) else self._failed(outcome)

    def _failed(self, lost: Failed[FileTask]) -> FileOutcome:
        task, failure = lost.piece, failure_of(lost, self._limits)
        size_bytes, mtime_ns = (0, 0) if task.member else _size_and_mtime(task.path)
        return FileOutcome(
            task.name,
            size_bytes,
            mtime_ns,
            digest=lost.note,
            failure=failure.reason,
            detail=failure.detail,
        )


def _size_and_mtime(path: str) -> tuple[int, int]:
    """So that the next import sees whether the file is still the same; zeros when it has gone."""
    try:
        status = os.stat(path)  # noqa: PTH116 - the path may not be valid in every Path
    except (OSError, ValueError):
        return 0, 0
    return status.st_size, status.st_mtime_ns
