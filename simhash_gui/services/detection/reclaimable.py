"""What exact copies take on the disk: one file of each content stays, and hard links take nothing.

Which names are one file is asked of the disk, where it may be: names of one content with the same
time. A file that is not there counts as it is known. Copies in archives and mailboxes are never
acted on, and never the one that stays: they count for nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

from simhash_gui.core.types import Words
from simhash_gui.services.detection.pairs import Ids
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.repositories import files as file_store
from simhash_gui.store.repositories.present_files import PresentFiles

_AT_ONCE = 5_000


def reclaimable_bytes(library: Library, files: PresentFiles) -> Ids:
    """Of each file the bytes that would be free without it, shape (n,).

    Of each content one file is kept, in a reference folder if one is there, and none of those.
    """
    rank = np.where(files.is_inside, 2, np.where(files.is_reference, 0, 1))
    order = np.lexsort((rank, files.document_ids))  # stable, so then by path
    documents = files.document_ids[order]
    is_copy = np.zeros(len(files), np.bool_)
    is_copy[order[1:]] = documents[1:] == documents[:-1]
    freed = np.where(is_copy & (rank == 1), files.sizes_bytes, 0)
    freed[_further_names(library, files, order)] = 0
    return freed


def _further_names(library: Library, files: PresentFiles, order: Ids) -> Ids:
    """Places of files that are one and the same as an earlier one in the order."""
    suspects = _alike(files, order)
    seen: set[tuple[int, int]] = set()
    found = []
    for place, path in _paths(library, files, suspects):
        try:
            status = os.stat(path)  # noqa: PTH116 - a hundred thousand of them
        except (OSError, ValueError):
            continue
        key = (status.st_dev, status.st_ino)
        if key in seen and status.st_ino:
            found.append(place)
        seen.add(key)
    return np.array(found, np.int64)


def _alike(files: PresentFiles, order: Ids) -> Ids:
    """Those of a content and a time that another one has too, in the order."""
    keys: Words = files.document_ids.astype(np.uint64) << np.uint64(32)
    keys ^= files.modified_ns.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return order[(counts[inverse] > 1)[order]]


def _paths(library: Library, files: PresentFiles, places: Ids) -> Iterator[tuple[int, str]]:
    for start in range(0, len(places), _AT_ONCE):
        some = places[start : start + _AT_ONCE]
        with library.read() as connection:
            known = file_store.paths(connection, files.file_ids[some])
        for place, file_id in zip(some.tolist(), files.file_ids[some].tolist(), strict=True):
            if file_id in known:
                yield place, known[file_id]
