"""What people say of contents: a verdict and the digests that it is about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from simhash_gui.store.engine.schema import documents, files, folders, verdict_members, verdicts
from simhash_gui.store.engine.statements import json_list, listed
from simhash_gui.store.engine.types import FileState, Verdict
from simhash_gui.store.repositories import checksums, meta


@dataclass(frozen=True, slots=True)
class GivenVerdict:
    """A verdict that holds among all its members: digests with the last known path of each."""

    id: int
    verdict: Verdict
    note: str
    given_at_ms: int
    members: Mapping[bytes, str]
    person: str = ""
    """Who gave it, as the system or the server calls them; empty where that is not known."""


def add(connection: Connection, given: GivenVerdict) -> int:
    """Keep a verdict under a new id, which is returned."""
    values = {
        "verdict": given.verdict,
        "note": given.note,
        "given_at_ms": given.given_at_ms,
        "person": given.person,
        "checksum": _checksum(given),
    }
    number = connection.execute(
        insert(verdicts).values(values).returning(verdicts.c.id)
    ).scalar_one()
    rows = [
        {"verdict_id": number, "digest": digest, "path": path}
        for digest, path in given.members.items()
    ]
    connection.execute(insert(verdict_members), rows)
    meta.count_verdicts(connection, 1)
    return int(number)


def remove(connection: Connection, ids: Collection[int]) -> None:
    """Take verdicts back."""
    removed = connection.execute(delete(verdicts).where(verdicts.c.id.in_(ids))).rowcount
    meta.count_verdicts(connection, -removed)


def load_all(connection: Connection) -> tuple[list[GivenVerdict], int]:
    """All verdicts, the latest last, but for those that are not what was given; how many these are.

    Verdicts of which nothing, or nothing but members, is left are counted, too.
    """
    members: dict[int, dict[bytes, str]] = {}
    columns = verdict_members.c
    for number, digest, path in connection.execute(
        select(columns.verdict_id, columns.digest, columns.path).order_by(columns.id)
    ):
        members.setdefault(number, {})[digest] = path
    rows = connection.execute(select(verdicts).order_by(verdicts.c.given_at_ms, verdicts.c.id))
    found, damaged = list[GivenVerdict](), 0
    for number, verdict, note, given_at_ms, person, checksum in rows:
        about = members.pop(number, {})
        if checksums.fits(
            checksum, checksums.of_verdict, verdict, note, given_at_ms, person, about
        ):
            found.append(GivenVerdict(number, verdict, note, given_at_ms, about, person))
        else:
            damaged += 1
    lost = max(meta.verdict_count(connection) - len(found) - damaged, 0)
    return found, max(damaged + lost, len(members))


def _checksum(given: GivenVerdict) -> int:
    return checksums.of_verdict(
        given.verdict, given.note, given.given_at_ms, given.person, given.members
    )


def digests(connection: Connection, ids: Iterable[int] | None = None) -> dict[int, bytes]:
    """The digests of some documents, or of all, by their ids."""
    statement = select(documents.c.id, documents.c.digest)
    if ids is None:
        return {row.id: row.digest for row in connection.execute(statement)}
    found = connection.execute(statement.where(listed(documents.c.id)), {"ids": json_list(ids)})
    return {row.id: row.digest for row in found}


def paths_of(connection: Connection) -> dict[bytes, list[str]]:
    """The present paths of each digest that verdicts name and the library still has."""
    statement = (
        select(documents.c.digest, folders.c.path, files.c.relative_path)
        .join_from(files, documents, files.c.document_id == documents.c.id)
        .join(folders, folders.c.id == files.c.folder_id)
        .where(files.c.state == FileState.PRESENT)
        .where(documents.c.digest.in_(select(verdict_members.c.digest)))
        .order_by(files.c.id)
    )
    paths: dict[bytes, list[str]] = {}
    for digest, folder, relative in connection.execute(statement):
        paths.setdefault(digest, []).append(f"{folder}/{relative}")
    return paths
