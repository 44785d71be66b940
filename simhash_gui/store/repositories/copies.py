"""Exact copies: the present files of contents that have several, and what is known of a path."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from simhash_gui.store.engine.statements import chunks, driver_cursor
from simhash_gui.store.engine.types import FileState, escape, unescape
from simhash_gui.store.repositories import folders

_COPIES = """
SELECT documents.id, digest, folders.path, relative_path, files.size_bytes,
    coalesce(character_count, 0), coalesce(reader, ''),
    min(folders.path || '/' || relative_path) OVER (PARTITION BY documents.id) AS first_path
FROM files JOIN folders ON folders.id = folder_id JOIN documents ON documents.id = document_id
WHERE files.state = 'present' AND role != 'excluded' AND document_id IN (
    SELECT document_id FROM files WHERE state = 'present' AND document_id IS NOT NULL
    GROUP BY document_id HAVING count(*) > 1
    UNION SELECT documents.id FROM verdict_members JOIN documents USING (digest)
    JOIN verdicts ON verdicts.id = verdict_id AND verdict = 'same')
ORDER BY first_path, documents.id, folders.path, relative_path
"""
_AT = """
SELECT wanted.key, files.id, files.state, digest
FROM json_each(?) AS wanted
JOIN files ON folder_id = CAST(wanted.value ->> 0 AS BIGINT)
    AND relative_path = wanted.value ->> 1
LEFT JOIN documents ON documents.id = document_id
"""
_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class CopyRow:
    """A present file of a content that has several."""

    document_id: int
    digest: bytes
    path: str
    folder: str
    size_bytes: int
    characters: int
    reader: str


@dataclass(frozen=True, slots=True)
class KnownFilePlace:
    """What the library knows of a path."""

    file_id: int
    state: FileState
    digest: bytes | None


def all_copies(connection: Connection) -> Iterator[list[CopyRow]]:
    """The files of each content that has several, all by path; excluded folders are left out.

    Also the one file of a content that a person has called the same as another.
    """
    rows = map(_row, driver_cursor(connection).execute(_COPIES))
    for _, group in groupby(rows, lambda row: row.document_id):
        yield list(group)


def at_paths(connection: Connection, paths: Iterable[str]) -> dict[str, KnownFilePlace]:
    """What the library knows of absolute paths; unknown ones are left out."""
    ids = {str(folder.path): folder.id for folder in folders.list_all(connection)}
    found: dict[str, KnownFilePlace] = {}
    for some in chunks(paths, _AT_ONCE):
        places = [(path, place) for path in some for place in _places(path, ids)]
        wanted = json.dumps([place for _, place in places])
        rows = driver_cursor(connection).execute(_AT, (wanted,))
        for key, file_id, state, digest in rows:
            known = KnownFilePlace(file_id, FileState(state), digest)
            best = found.setdefault(places[key][0], known)
            if known.state is FileState.PRESENT and best.state is not FileState.PRESENT:
                found[places[key][0]] = known
    return found


def _places(path: str, ids: dict[str, int]) -> Iterator[tuple[int, str]]:
    """The folders that a path may be known by, each with the path in it."""
    whole = Path(path)
    for parent in whole.parents:
        folder_id = ids.get(str(parent))
        if folder_id is not None:
            yield folder_id, escape(whole.relative_to(parent).as_posix())


def _row(values: tuple[Any, ...]) -> CopyRow:
    document_id, digest, folder, relative, *rest, _ = values
    root = unescape(folder)
    path = str(Path(root) / unescape(relative))
    return CopyRow(document_id, bytes(digest or b""), path, root, *rest)
