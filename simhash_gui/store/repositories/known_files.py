"""All that is known of the files of one folder, in 42 bytes a file, and of its archives.

An import of a large folder holds this from beginning to end, to tell new and changed files from
those it need not read; a dictionary of paths would take ten times the room. Of a million members of
archives nothing more is kept than two numbers for each archive that one is in. Paths are told apart
by Python's keyed 64-bit hash: among a million files the chance that any two share one is 3 in 100
million, and as the key changes with each start of the program, the next import corrects a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, and_, or_, select

from simhash_gui.store.engine.schema import files
from simhash_gui.store.engine.statements import driver_cursor, int_table
from simhash_gui.store.engine.types import FileState, Ids, unescape

_STATES = tuple(FileState)
_NO_DOCUMENT = 0
_INDEX_OF_STATE = " ".join(f"WHEN '{state}' THEN {index}" for index, state in enumerate(_STATES))
_COMES_BACK_AS = """CASE
    WHEN state NOT IN ('gone', 'skipped', 'left-out') THEN state
    WHEN reason IS NOT NULL THEN 'failed'
    WHEN document_id IS NULL THEN 'container'
    ELSE 'present' END"""
_LOAD = f"""
SELECT relative_path, id, size_bytes, mtime_ns, coalesce(document_id, 0),
    CASE state {_INDEX_OF_STATE} ELSE {_STATES.index(FileState.FAILED)} END,
    CASE {_COMES_BACK_AS} {_INDEX_OF_STATE} ELSE {_STATES.index(FileState.FAILED)} END
FROM files WHERE folder_id = ?
"""
_MARK = "!/"
_MEMBERS = """
SELECT relative_path, id FROM files WHERE folder_id = ? AND instr(relative_path, '!/') > 0
"""
_DETAILS = """
SELECT relative_path, id, detail FROM files
WHERE folder_id = ? AND state IN ('container', 'present', 'gone', 'left-out') AND reason IS NULL
    AND detail IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the library knows of a file, to tell whether it must be read again.

    ``comes_back_as`` is what one that is gone, skipped or left out was before; of all others, their
    state.
    """

    id: int
    size_bytes: int
    mtime_ns: int
    document_id: int | None
    state: FileState
    comes_back_as: FileState


@dataclass(frozen=True, slots=True)
class FailedPlace:
    """A file that failed, there or gone, and the import run in which it did."""

    relative_path: str
    reason: str | None
    run_id: int | None


class KnownFiles:
    """The files of a folder by relative path. Made by ``load``."""

    def __init__(self, table: NDArray[np.int64]) -> None:
        """Shape (n, 7): hash, id, size, mtime, document id or 0, indexes of both states."""
        columns = table[np.argsort(table[:, 0], kind="stable")].T
        self._hashes, self._ids, self._sizes, self._mtimes, self._documents = (
            np.ascontiguousarray(column) for column in columns[:5]
        )
        self._states, self._comes_back_as = (column.astype(np.uint8) for column in columns[5:])

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> Ids:
        """The file ids by position, shape (n,)."""
        return self._ids

    def position(self, relative_path: str) -> int | None:
        """Where in ``ids`` a file stands, or None for a file that is not known.

        A scan ticks off positions as it meets files; what is left is gone.
        """
        if not len(self):
            return None
        wanted = hash(relative_path)
        position = int(np.searchsorted(self._hashes, wanted))
        is_known = position < len(self) and self._hashes[position] == wanted
        return position if is_known else None

    def get(self, relative_path: str) -> KnownFile | None:
        """What is known of a file, or None."""
        position = self.position(relative_path)
        return None if position is None else self.at(position)

    def at(self, position: int) -> KnownFile:
        """What is known of the file at a position."""
        document_id = int(self._documents[position])
        return KnownFile(
            id=int(self._ids[position]),
            size_bytes=int(self._sizes[position]),
            mtime_ns=int(self._mtimes[position]),
            document_id=None if document_id == _NO_DOCUMENT else document_id,
            state=_STATES[self._states[position]],
            comes_back_as=_STATES[self._comes_back_as[position]],
        )

    def in_state(self, state: FileState) -> NDArray[np.bool_]:
        """Which positions are in a state, shape (n,)."""
        matches: NDArray[np.bool_] = self._states == _STATES.index(state)
        return matches

    def unseen(self) -> NDArray[np.bool_]:
        """Which positions failed before anything could be seen of them, shape (n,)."""
        is_blank: NDArray[np.bool_] = (self._sizes == 0) & (self._mtimes == 0)
        return is_blank & self.in_state(FileState.FAILED)

    def held(self, ids: Ids, document_ids: Ids) -> NDArray[np.bool_]:
        """Of parallel ids, shape (n,), which files were present with these very documents."""
        is_present = self.in_state(FileState.PRESENT)
        by_id = np.argsort(self._ids, kind="stable")
        places = np.searchsorted(self._ids, ids, sorter=by_id)
        is_inside = places < len(self)
        rows = by_id[places[is_inside]]
        matches = np.zeros(len(ids), np.bool_)
        matches[is_inside] = (
            (self._ids[rows] == ids[is_inside])
            & (self._documents[rows] == document_ids[is_inside])
            & is_present[rows]
        )
        return matches


class Members:
    """The members of every archive of a folder, at any depth. Made by ``load_members``."""

    def __init__(self, table: NDArray[np.int64], details: Mapping[int, tuple[int, str]]) -> None:
        """``table``, shape (n, 2): hash of the archive's path, id of a member.

        ``details``: of an archive by the hash of its path, its id and what was noted with it.
        """
        ordered = table[np.argsort(table[:, 0], kind="stable")]
        self._hashes = np.ascontiguousarray(ordered[:, 0])
        self._ids = np.ascontiguousarray(ordered[:, 1])
        self._details = {key: detail for key, (_, detail) in details.items()}
        self._details_by_id = dict(details.values())

    def below(self, relative_path: str) -> Ids:
        """Ids of all files inside the archive at this path; none when there is no such archive."""
        if not len(self._ids):
            return self._ids
        wanted = hash(relative_path)
        first = int(np.searchsorted(self._hashes, wanted, "left"))
        last = int(np.searchsorted(self._hashes, wanted, "right"))
        return self._ids[first:last]

    def detail(self, relative_path: str) -> str | None:
        """What was noted with the archive when its members were chosen."""
        return self._details.get(hash(relative_path))

    def detail_of(self, file_id: int) -> str | None:
        """The same by the id of the archive."""
        return self._details_by_id.get(file_id)


def load(connection: Connection, folder_id: int) -> KnownFiles:
    """Everything the library knows of the files of a folder."""
    return KnownFiles(int_table(_rows(connection, folder_id), 7))


def _rows(connection: Connection, folder_id: int) -> Iterator[tuple[int, ...]]:
    for path, *numbers in driver_cursor(connection).execute(_LOAD, (folder_id,)):
        yield hash(unescape(path)), *numbers


def load_members(connection: Connection, folder_id: int) -> Members:
    """The members of the archives of a folder."""
    cursor = driver_cursor(connection)
    details = {
        hash(unescape(path)): (int(number), str(detail))
        for path, number, detail in cursor.execute(_DETAILS, (folder_id,)).fetchall()
    }
    rows = ((unescape(path), number) for path, number in cursor.execute(_MEMBERS, (folder_id,)))
    pairs = chain.from_iterable(_pairs(path, key) for path, key in rows)
    return Members(int_table(pairs, 2), details)


def failed_places(connection: Connection, folder_id: int) -> list[FailedPlace]:
    """The files of a folder that failed, also those that are gone or left out since."""
    away = (FileState.GONE, FileState.LEFT_OUT)
    is_away = and_(files.c.state.in_(away), files.c.reason.is_not(None))
    statement = select(files.c.relative_path, files.c.reason, files.c.run_id).where(
        files.c.folder_id == folder_id, or_(files.c.state == FileState.FAILED, is_away)
    )
    return [FailedPlace(*row) for row in connection.execute(statement.order_by(files.c.id))]


def _pairs(path: str, file_id: int) -> Iterator[tuple[int, int]]:
    """One for each archive that the file may be in: what looks like one may be a folder."""
    at = path.find(_MARK)
    while at >= 0:
        yield hash(path[:at]), file_id
        at = path.find(_MARK, at + len(_MARK))
