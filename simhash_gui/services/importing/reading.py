"""The third step of an import: read what is to be read in worker processes, and take it in."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from simhash_gui.documents.extraction.file_pool import FilePool
from simhash_gui.documents.records import MEMBER_MARK, FailureReason, FileOutcome
from simhash_gui.services.importing.folder_import import FolderImport, ImportOptions
from simhash_gui.services.importing.intake import Arrival, Intake
from simhash_gui.services.importing.listing import Unlisted
from simhash_gui.services.importing.reading_queue import ReadingQueue, ReadSettings, unfinished
from simhash_gui.services.importing.report import Tally
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import (
    Library,
    library_recipe,
    written_afterwards,
)
from simhash_gui.store.repositories import encoding_overrides

_log = logging.getLogger(__name__)

_OUT_OF_REACH = frozenset({FailureReason.GONE, FailureReason.UNREADABLE})

_FEW_FILES = 200_000
"""Of so many at most the tokens are kept for the search that follows."""

Note: TypeAlias = tuple[int, str, str | None]
"""Folder and relative path of an archive, and by what its members were chosen."""


@dataclass(slots=True)
class ImportTask:
    """One import under way."""

    library: Library
    options: ImportOptions
    control: JobControl
    tally: Tally
    spools: ExitStack
    folders: list[FolderImport] = field(default_factory=list)


def read_files(task: ImportTask, *, is_read_again: bool) -> Sequence[Note]:
    """Read and write what is to be read; ``is_read_again``: the user wants it read in another way.

    Returns what is to be noted with archives that something is missing from, once that is noted;
    until then they are unfinished. Raises JobCancelledError and WorkersUnusableError; what was read
    until then is written.
    """
    options, control = task.options, task.control
    with task.library.read() as connection:
        choices = encoding_overrides.load(connection)
    queue = ReadingQueue(task.folders, ReadSettings(options, choices, is_read_again))
    control.report(Stage.READING, 0, queue.total)
    control.checkpoint()
    if queue.total == 0:
        return []
    recipe_id = library_recipe(task.library).recipe_id
    intake = Intake(task.library, recipe_id, task.tally.run_id)
    reader = _Reader(task, queue, intake)
    workers = options.workers or os.cpu_count() or 1
    few = queue.total <= _FEW_FILES
    with (
        written_afterwards(intake.flush),
        FilePool(recipe_id, options.limits, workers=workers, with_tokens=few) as pool,
    ):
        for outcome in pool.outcomes(queue, lambda: control.is_cancelled):
            reader.take(outcome)
    control.checkpoint()
    return reader.late


class _Reader:
    """Passes outcomes on to the library, and counts them.

    Folders may vanish, or be locked, while what is in them is being read: that is one problem, not
    many, and what is known of their files stays as it was.
    """

    def __init__(self, task: ImportTask, queue: ReadingQueue, intake: Intake) -> None:
        self._task = task
        self._queue = queue
        self._intake = intake
        self._folders = {folder.row.id: folder for folder in task.folders}
        self.late: list[Note] = []

    def take(self, outcome: FileOutcome) -> None:
        if outcome.failure is not None:
            _log.debug("%s: %s", outcome.path, outcome.failure.value)
        if outcome.comparison and outcome.tokens:
            recent = self._task.library.recent_tokens
            recent.keep(outcome.comparison.token_digest, outcome.tokens)
        for arrival in self._queue.arrivals(outcome):
            if self._is_lost(arrival):
                self._task.tally.out_of_reach += 1
            else:
                self._take_in(self._intake.settled(arrival))
            self._report(outcome.path)

    def _take_in(self, arrival: Arrival) -> None:
        if self._queue.misses_members(arrival):
            path, note = arrival.listed.relative_path, arrival.outcome.detail or None
            self.late.append((arrival.folder_id, path, note))
            arrival = unfinished(arrival)
        self._intake.add(arrival)
        self._task.tally.add(arrival)

    def _is_lost(self, arrival: Arrival) -> bool:
        """Whether only a folder around it cannot be entered; that is noted the first time.

        So is an archive of which members are missing now: the next import is to open it again.
        """
        folder, path = self._folders[arrival.folder_id], arrival.listed.relative_path
        if arrival.outcome.members is not None:
            return folder.is_hidden_by_failure(path)
        if arrival.outcome.failure not in _OUT_OF_REACH:
            return False
        if folder.is_hidden_by_failure(path):
            return True
        lost = lost_folder(folder.row.path, path)
        if lost is not None:
            folder.note_unlisted(lost)
        return lost is not None

    def _report(self, path: str) -> None:
        tally, control = self._task.tally, self._task.control
        failed = tally.failed.total() - tally.failed[FailureReason.EMPTY]  # nothing is wrong there
        control.report(Stage.READING, tally.done, self._queue.total, failed=failed, current=path)
        control.checkpoint()


def lost_folder(root: Path, relative_path: str) -> Unlisted | None:
    """The outermost folder on the way from ``root`` to a file that cannot be entered, if any."""
    parts = relative_path.partition(MEMBER_MARK)[0].split("/")
    for length in range(len(parts)):
        place = "/".join(parts[:length])
        try:
            os.stat(f"{root / place}{os.sep}.")  # noqa: PTH116 - a Path would drop the dot
        except OSError as error:
            return Unlisted(place, error)
    return None
