"""Files that have moved: their content stands at another place now, which was not so before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simhash_gui.services.importing.reading_queue import FolderImport
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import import_runs, present_files
from simhash_gui.store.repositories.present_files import PlacedFiles

IMPORT_KIND = "import"
"""The kind of those runs that note what is gone."""


def moved_files(
    library: Library, folders: Sequence[FolderImport], missing: Ids, run_id: int
) -> Ids:
    """Those of the missing files that have moved to a place that was met since the last import.

    Each new place takes one of them, so that of two copies of which one was moved and one deleted
    one has moved.
    """
    if not len(missing):
        return missing
    returned = [number for folder in folders for number in folder.changes.returned_ids]
    with library.read() as connection:
        lost = present_files.among(connection, missing)
        since = import_runs.last_finished(connection, IMPORT_KIND)
        found = present_files.met_since(connection, since, returned)
    return paired(lost, _new_places(found, folders, run_id))


def _new_places(found: PlacedFiles, folders: Sequence[FolderImport], run_id: int) -> PlacedFiles:
    """Without those that held the same before this run, and were only read again.

    Nor is one that an import met which was cut off, and that has vanished since, a place any more.
    """
    is_old = np.zeros(len(found), np.bool_)
    is_away = np.zeros(len(found), np.bool_)
    for folder in folders:
        is_old |= folder.changes.known.held(found.file_ids, found.document_ids)
        is_away |= np.isin(found.file_ids, folder.changes.missing_ids())
    return found.take(~(is_old & (found.run_ids == run_id) | is_away))


def paired(lost: PlacedFiles, found: PlacedFiles) -> Ids:
    """Of the lost files of each document as many as were found of it, the oldest first."""
    documents, numbers = np.unique(found.document_ids, return_counts=True)
    if not len(documents):
        return lost.file_ids[:0]
    order = np.argsort(lost.document_ids, kind="stable")
    wanted = lost.document_ids[order]
    rank = np.arange(len(wanted)) - np.searchsorted(wanted, wanted, "left")
    places = np.minimum(np.searchsorted(documents, wanted), len(documents) - 1)
    room = np.where(documents[places] == wanted, numbers[places], 0)
    moved: Ids = lost.file_ids[order][rank < room]
    return moved
