"""Files processed in the process of the test."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from simhash_gui.documents.extraction.file_processor import FileProcessor
from simhash_gui.documents.records import FileOutcome, FileTask, Limits
from simhash_gui.workers.pool import map_here


def process_files(
    tasks: Sequence[FileTask], recipe_id: str, limits: Limits | None = None
) -> list[FileOutcome]:
    """The outcomes of some files in order, in this process: no limits of time and memory.

    Raises ``InvalidRecipeError``; everything else is an outcome.
    """
    with closing(FileProcessor(recipe_id, limits or Limits())) as processor:
        return [done.result for done in map_here(processor, tasks)]
