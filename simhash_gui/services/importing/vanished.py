"""Folders that vanish, or are locked, while what is in them is being read: one problem, not many.

What is known of their files stays as it was, as with a folder that cannot be listed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from simhash_gui.documents.records import MEMBER_MARK, FailureReason
from simhash_gui.services.importing.changes import FolderChanges
from simhash_gui.services.importing.intake import Arrival
from simhash_gui.services.importing.listing import Unlisted
from simhash_gui.services.importing.reading_queue import FolderImport

_OUT_OF_REACH = frozenset({FailureReason.GONE, FailureReason.UNREADABLE})


class Vanished:
    """Sorts out what could not be read only because a folder around it cannot be entered."""

    def __init__(self, folders: Sequence[FolderImport]) -> None:
        self._folders = {folder.row.id: folder for folder in folders}

    def takes(self, arrival: Arrival) -> bool:
        """Whether an arrival is to be left out; its folder is noted the first time.

        So is an archive of which members are missing now: the next import is to open it again.
        """
        folder = self._folders[arrival.folder_id]
        path, changes = arrival.listed.relative_path, folder.changes
        if arrival.outcome.members is not None:
            return changes.is_hidden_by_failure(path)
        if arrival.outcome.failure not in _OUT_OF_REACH:
            return False
        return changes.is_hidden_by_failure(path) or _note_lost(folder, changes, path)


def _note_lost(folder: FolderImport, changes: FolderChanges, path: str) -> bool:
    lost = lost_folder(folder.row.path, path)
    if lost is not None:
        changes.note_unlisted(lost)
    return lost is not None


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
