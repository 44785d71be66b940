"""Which clusters have files of a name, a place or a type, and what people have said of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.text.shingles import distinct_of
from simhash_gui.services.detection.answers.clusters import ClusterTable
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.review.verdicts import Verdict, load_verdicts
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import documents, file_search
from simhash_gui.store.repositories import files as file_store
from simhash_gui.store.repositories import verdicts as verdict_store

Mask: TypeAlias = NDArray[np.bool_]


class FileField(StrEnum):
    """What a text is looked for in."""

    NAME = "name"
    PATH = "path"
    TYPE = "type"


def clusters_with_text(library: Library, table: ClusterTable, field: FileField, text: str) -> Mask:
    """Shape (clusters,): which have a file with a text in its name or path, or of a type."""
    return table.with_files(_FINDERS[field](library, text))


def _with_path(library: Library, text: str) -> Ids:
    with library.read() as connection:
        return file_search.files_with_path(connection, text)


def _of_type(library: Library, text: str) -> Ids:
    with library.read() as connection:
        return file_search.files_of_type(connection, text.removeprefix("."))


def _with_name(library: Library, text: str) -> Ids:
    """Of those with the text in their path, the ones with it in their name."""
    with library.read() as connection:
        paths = file_store.paths(connection, file_search.files_with_path(connection, text))
    wanted = text.casefold()
    found = [number for number, path in paths.items() if wanted in _name(path).casefold()]
    return np.array(found, np.int64)


def _name(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).name


_FINDERS: Mapping[FileField, Callable[[Library, str], Ids]] = MappingProxyType(
    {FileField.NAME: _with_name, FileField.PATH: _with_path, FileField.TYPE: _of_type}
)


def clusters_with_verdict(library: Library, table: ClusterTable, verdict: Verdict | None) -> Mask:
    """Shape (clusters,): where a verdict is the latest on all members; None: where none is."""
    found = np.zeros(table.cluster_count, np.bool_)
    for place, latest in latest_verdicts(library, table).items():
        found[place] = verdict in {None, latest}
    return ~found if verdict is None else found


def latest_verdicts(
    library: Library, table: ClusterTable, among: Collection[int] | None = None
) -> dict[int, Verdict]:
    """The latest verdict on all members of a cluster, by its place; of those with one alone.

    Only clusters with a document that some verdict names are looked at one by one, or those asked.
    """
    verdicts = load_verdicts(library)
    named = {digest for each in verdicts.given for digest in each.members}
    with library.read() as connection:
        ids = np.array(list(documents.ids_by_digest(connection, named).values()), np.int64)
        if among is None:
            among = np.flatnonzero(table.with_documents(ids)).tolist()
        every_member = {place: table.member_document_ids(place) for place in sorted(among)}
        members = {place: own for place, own in every_member.items() if np.isin(own, ids).any()}
        every = distinct_of(np.concatenate([np.empty(0, np.int64), *members.values()]))
        digests = verdict_store.digests(connection, every.tolist())
    found = {}
    for place, own in members.items():
        known = {digests[number] for number in own.tolist() if number in digests}
        latest = verdicts.among(known) if len(known) > 1 else None
        if latest is not None:
            found[place] = latest.verdict
    return found
