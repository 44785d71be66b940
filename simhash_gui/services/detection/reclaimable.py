"""What a plan can free of exact copies: one file of each content stays, hard links take nothing.

Which names are one file is asked of the disk, where it may be: names of one content with the same
time. A file that is not there counts as it is known. Copies in archives and mailboxes are never
acted on, and never the one that stays: they count for nothing. What no plan can touch stays first:
files of reference folders, of those whose role is damaged, and of folders that may not be written.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.types import Words
from simhash_gui.services.detection.pairs import Ids
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.paths import may_rename_in
from simhash_gui.store.repositories import files as file_store
from simhash_gui.store.repositories import folders as folder_store
from simhash_gui.store.repositories.present_files import PresentFiles

_AT_ONCE = 5_000


def reclaimable_bytes(library: Library, files: PresentFiles) -> Ids:
    """Of each file the bytes that would be free without it, shape (n,).

    Of each content one file is kept, if possible one that must stay, and none of those is counted.
    """
    is_closed, file_numbers = _on_the_disk(library, files)
    must_stay = files.is_reference | is_closed
    rank = np.where(files.is_inside, 2, np.where(must_stay, 0, 1))
    order = np.lexsort((rank, files.document_ids))  # stable, so then by path
    documents = files.document_ids[order]
    is_copy = np.zeros(len(files), np.bool_)
    is_copy[order[1:]] = documents[1:] == documents[:-1]
    freed = np.where(is_copy & (rank == 1), files.sizes_bytes, 0)
    named = order[file_numbers[order] >= 0]
    _, first_names = np.unique(file_numbers[named], return_index=True)
    freed[np.delete(named, first_names)] = 0
    return freed


def _on_the_disk(library: Library, files: PresentFiles) -> tuple[NDArray[np.bool_], Ids]:
    """Of each copy whether its folder may not be touched, and a number that is the same for the
    names of one file; -1 where no other name can be one. A folder is asked once.
    """
    with library.read() as connection:
        kept = folder_store.untouched_paths(connection)
    is_closed, is_alike = np.zeros(len(files), np.bool_), _alike(files)
    by_folder: dict[str, dict[str, int]] = {}
    for place, path in _paths(library, files, _copies(files)):
        before, separator, name = path.rpartition(os.sep)
        by_folder.setdefault(before + separator, {})[name] = place
    for folder, names in by_folder.items():
        is_kept = not kept.isdisjoint(map(str, (Path(folder), *Path(folder).parents)))
        is_there = os.path.isdir(folder)  # noqa: PTH112 - by the thousand
        is_closed[list(names.values())] = is_kept or (is_there and not may_rename_in(folder))
    return is_closed, _file_numbers(by_folder, is_alike)


def _file_numbers(by_folder: Mapping[str, Mapping[str, int]], is_alike: NDArray[np.bool_]) -> Ids:
    """The numbers, of the files alike. What the system lists of a folder tells most names apart;
    only those that may be of one file are asked for one by one, which takes longer.
    """
    numbers = np.full(len(is_alike), -1)
    listed: dict[int, list[tuple[int, str]]] = {}
    for folder, names in by_folder.items():
        alike = {name: place for name, place in names.items() if is_alike[place]}
        for name, number in _listed_numbers(folder, alike):
            listed.setdefault(number, []).append((alike[name], folder + name))
    known: dict[tuple[int, int], int] = {}
    for number, some in listed.items():
        if number and len(some) == 1:
            continue
        for place, path in some:
            with suppress(OSError, ValueError):
                status = os.stat(path)  # noqa: PTH116 - by the thousand
                if status.st_ino:
                    key = status.st_dev, status.st_ino
                    numbers[place] = known.setdefault(key, len(known))
    return numbers


def _listed_numbers(folder: str, wanted: Collection[str]) -> Iterator[tuple[str, int]]:
    """Of those that are in a folder the number that it lists them by; 0 where that says nothing."""
    if not wanted:
        return
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name in wanted:
                    yield entry.name, 0 if entry.is_symlink() else entry.inode()
    except (OSError, ValueError):  # it may be entered, but not listed
        yield from ((name, 0) for name in wanted)


def _copies(files: PresentFiles) -> Ids:
    """Places of the files of contents that have several outside archives and mailboxes."""
    _, inverse = np.unique(files.document_ids, return_inverse=True)
    counts = np.bincount(inverse, ~files.is_inside)
    return np.flatnonzero((counts[inverse] > 1) & ~files.is_inside)


def _alike(files: PresentFiles) -> NDArray[np.bool_]:
    """Whether another file of the same content has the same time."""
    keys: Words = files.document_ids.astype(np.uint64) << np.uint64(32)
    keys ^= files.modified_ns.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    is_alike: NDArray[np.bool_] = counts[inverse] > 1
    return is_alike


def _paths(library: Library, files: PresentFiles, places: Ids) -> Iterator[tuple[int, str]]:
    for start in range(0, len(places), _AT_ONCE):
        some = places[start : start + _AT_ONCE]
        with library.read() as connection:
            known = file_store.paths(connection, files.file_ids[some])
        for place, file_id in zip(some.tolist(), files.file_ids[some].tolist(), strict=True):
            if file_id in known:
                yield place, known[file_id]
