"""Which files are there and which documents they hold, as arrays.

For what looks at a whole library: clusters (``load``), files that moved (``among``, ``met_since``),
and the documents that a search covers (``document_ids``).
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, select

from simhash_gui.core.types import Words
from simhash_gui.store.engine.schema import files, folders
from simhash_gui.store.engine.statements import driver_cursor, fetch_ids, int_table, json_list
from simhash_gui.store.engine.types import FileState, FolderRole, Ids, unescape
from simhash_gui.store.repositories import checksums


def _quoted(members: Iterable[str]) -> str:
    return ", ".join(f"'{member}'" for member in members)


_IS_SEARCHED = f"role IN ({_quoted((FolderRole.NORMAL, FolderRole.REFERENCE))})"
_ALL = f"""
SELECT files.id, document_id, size_bytes, mtime_ns, role = 'reference',
    instr(relative_path, '!/') > 0 AND EXISTS (
        SELECT 1 FROM files AS around
        WHERE around.folder_id = files.folder_id AND around.state = 'container'
        AND around.relative_path = substr(
            files.relative_path, 1, instr(files.relative_path, '!/') - 1)),
    folder_id, coalesce(files.checksum, 0), CAST(relative_path AS BLOB)
FROM files JOIN folders ON folders.id = folder_id
WHERE state = 'present' AND document_id IS NOT NULL AND {_IS_SEARCHED}
ORDER BY path, relative_path
"""
_PLACED = "SELECT id, document_id, coalesce(run_id, 0) FROM files WHERE document_id IS NOT NULL"
_LISTED = "id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
_AMONG = f"{_PLACED} AND state = 'present' AND {_LISTED} ORDER BY id"
_SINCE = f"{_PLACED} AND (state = 'present' AND run_id > ? OR {_LISTED}) ORDER BY id"


_ROWS_AT_ONCE = 1 << 10
_FOLDERS = "SELECT id, CAST(path AS BLOB) FROM folders"
_SUMMED_UP = """
SELECT documents.id, digest, folder_id, CAST(relative_path AS BLOB), files.checksum
FROM files JOIN documents ON documents.id = document_id JOIN folders ON folders.id = folder_id
WHERE files.state = 'present' AND files.checksum IS NOT NULL
    AND document_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""
_ROOTS = "SELECT id, path FROM folders"
_PATHS = "SELECT id, folder_id, relative_path FROM files WHERE state = 'present'"
_WITHOUT_FINGERPRINT = f"""
SELECT CAST(documents.state AS BLOB), fingerprint IS NOT NULL, documents.id IS NOT NULL
FROM (
    SELECT DISTINCT document_id FROM files JOIN folders ON folders.id = folder_id
    WHERE state = 'present' AND document_id IS NOT NULL AND {_IS_SEARCHED}) AS searched
LEFT JOIN documents NOT INDEXED ON documents.id = document_id
LEFT JOIN recipes ON recipes.key = recipe_key
WHERE fingerprint IS NULL OR recipe_id IS DISTINCT FROM ?
"""
_STRAYS = f"""
SELECT count(CASE WHEN state NOT IN ({_quoted(FileState)}) THEN 1 END),
    count(CASE WHEN role IS NULL OR role NOT IN ({_quoted(FolderRole)}) THEN 1 END)
FROM files LEFT JOIN folders ON folders.id = folder_id
"""


@dataclass(frozen=True, slots=True, eq=False)
class PresentFiles:
    """Parallel arrays of shape (n,), by path, so that no import changes their order.

    ``is_reference``: the file is in a reference folder. ``is_inside``: it is in an archive or a
    mailbox. ``contents`` are those that were found there, see ``checksums.told_contents``.
    """

    file_ids: Ids
    document_ids: Ids
    sizes_bytes: Ids
    modified_ns: Ids
    is_reference: NDArray[np.bool_]
    is_inside: NDArray[np.bool_]
    contents: Words

    def __len__(self) -> int:
        return len(self.file_ids)

    def take(self, selection: NDArray[np.bool_]) -> PresentFiles:
        """The files that a mask of shape (n,) selects."""
        return PresentFiles(
            self.file_ids[selection],
            self.document_ids[selection],
            self.sizes_bytes[selection],
            self.modified_ns[selection],
            self.is_reference[selection],
            self.is_inside[selection],
            self.contents[selection],
        )


def load(connection: Connection) -> PresentFiles:
    """The present files of documents, without those of excluded folders."""
    seeds = _seeds(connection)
    cursor = driver_cursor(connection).execute(_ALL)
    tables, told = [np.empty((8, 0), np.int64)], [np.empty(0, np.uint64)]
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        *counted, paths = zip(*rows, strict=True)
        tables.append(table := int_table(counted, len(rows)))
        told.append(checksums.told_contents(table[6], paths, table[7], seeds))
    *columns, is_reference, is_inside, _, _ = np.concatenate(tables, axis=1)
    flags = is_reference.astype(np.bool_), is_inside.astype(np.bool_)
    ids, documents, sizes, times = columns
    return PresentFiles(ids, documents, sizes, times, *flags, np.concatenate(told))


def _seeds(connection: Connection) -> dict[int, int]:
    """What the places in each folder are summed up with, by its id."""
    found = driver_cursor(connection).execute(_FOLDERS).fetchall()
    return {number: checksums.of_folder(path) for number, path in found}


def of_other_contents(connection: Connection, ids: Ids | Iterable[int]) -> set[int]:
    """Those of the documents of which a present file says that another content was found there."""
    seeds = _seeds(connection)
    found = driver_cursor(connection).execute(_SUMMED_UP, (json_list(ids),)).fetchall()
    if not found:
        return set()
    numbers, digests, folder_ids, paths, stored = zip(*found, strict=True)
    places, sums = int_table((folder_ids, stored), len(found))
    told = checksums.told_contents(places, paths, sums, seeds)
    is_other = told != checksums.contents_of(digests)
    return set(np.array(numbers)[is_other].tolist())


def parents(connection: Connection, ids: Ids) -> tuple[tuple[str, ...], Ids]:
    """The folders that some files are directly in, sorted, and the place of that of each file.

    The folder of a file that is gone by now is called "".
    """
    roots = {number: unescape(path) for number, path in driver_cursor(connection).execute(_ROOTS)}
    known: dict[str, int] = {"": 0}
    numbers, labels = array("q"), array("q")
    for number, root, relative in driver_cursor(connection).execute(_PATHS):
        inside, _, _ = relative.rpartition("/")
        name = f"{roots[root]}/{unescape(inside)}" if inside else roots[root]
        numbers.append(number)
        labels.append(known.setdefault(name, len(known)))
    order = np.argsort(np.frombuffer(numbers, np.int64))
    every = np.frombuffer(numbers, np.int64)[order]
    is_there = np.isin(ids, every)
    found = np.zeros(len(ids), np.int64)
    labelled = np.frombuffer(labels, np.int64)[order]
    found[is_there] = labelled[np.searchsorted(every, ids[is_there])]
    used = np.flatnonzero(np.bincount(found, minlength=len(known)))
    names = np.array(list(known), np.object_)[used]
    order = np.argsort(names)
    rank = np.empty(len(known), np.int64)
    rank[used[order]] = np.arange(len(used))
    return tuple(names[order].tolist()), rank[found]


@dataclass(frozen=True, slots=True, eq=False)
class PlacedFiles:
    """Parallel arrays of shape (n,), by ascending file id; ``run_ids`` is 0 where none is known."""

    file_ids: Ids
    document_ids: Ids
    run_ids: Ids

    def __len__(self) -> int:
        return len(self.file_ids)

    def take(self, selection: NDArray[np.bool_]) -> PlacedFiles:
        """The files that a mask of shape (n,) selects."""
        return PlacedFiles(
            self.file_ids[selection], self.document_ids[selection], self.run_ids[selection]
        )


def among(connection: Connection, ids: Ids | Iterable[int]) -> PlacedFiles:
    """Those of the files that are present and hold a document."""
    return _fetch(connection, _AMONG, (json_list(ids),))


def met_since(connection: Connection, run_id: int, others: Ids | Iterable[int]) -> PlacedFiles:
    """Present files of documents that were read after a run, and ``others``, that are back."""
    return _fetch(connection, _SINCE, (run_id, json_list(others)))


def _fetch(connection: Connection, statement: str, values: tuple[object, ...]) -> PlacedFiles:
    columns = int_table(driver_cursor(connection).execute(statement, values), 3).T
    return PlacedFiles(*(np.ascontiguousarray(column) for column in columns))


def document_ids(
    connection: Connection,
    roles: Collection[FolderRole] = (FolderRole.NORMAL, FolderRole.REFERENCE),
) -> Ids:
    """Documents, ascending, of which a file is present in a folder with one of these roles."""
    statement = select_documents(roles).distinct().order_by(files.c.document_id)
    return fetch_ids(connection, statement)


def select_documents(
    roles: Collection[FolderRole] = (FolderRole.NORMAL, FolderRole.REFERENCE),
) -> Select[tuple[int | None]]:
    """The same in a statement: each as often as it is present, in no order."""
    of_roles = select(folders.c.id).where(folders.c.role.in_(roles))
    return (
        select(files.c.document_id)
        .where(files.c.document_id.is_not(None), files.c.state == FileState.PRESENT)
        .where(files.c.folder_id.in_(of_roles))
    )


@dataclass(frozen=True, slots=True)
class Unfingerprinted:
    """A document without a fingerprint of a recipe; ``state`` is whatever the row says.

    ``has_fingerprint``: it has one of another recipe. ``is_known``: there is such a document.
    """

    state: object
    has_fingerprint: bool
    is_known: bool


@dataclass(frozen=True, slots=True)
class StrayCounts:
    """Files that no search looks at, because it cannot be known what they are."""

    of_unknown_state: int
    of_unknown_folder: int


def without_fingerprint(connection: Connection, recipe_id: str) -> list[Unfingerprinted]:
    """The documents of present files that have no fingerprint of this recipe."""
    found = driver_cursor(connection).execute(_WITHOUT_FINGERPRINT, (recipe_id,)).fetchall()
    return [
        Unfingerprinted(_decoded(state), bool(has_fingerprint), bool(is_known))
        for state, has_fingerprint, is_known in found
    ]


def stray_counts(connection: Connection) -> StrayCounts:
    """How many files have a state that is not known, or a folder that is not, or not its role."""
    return StrayCounts(*driver_cursor(connection).execute(_STRAYS).fetchone())


def _decoded(value: object) -> object:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
