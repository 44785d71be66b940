"""One fingerprint against a library: which documents are near, and where they are."""

from __future__ import annotations

from dataclasses import dataclass

from simhash_gui.core.types import Fingerprint
from simhash_gui.services.libraries import Library
from simhash_gui.services.lookup import Lookup
from simhash_gui.services.places import present_paths
from simhash_gui.store import files


@dataclass(frozen=True, slots=True)
class Match:
    """A document near the question; ``paths`` are all its copies that are there."""

    document_id: int
    paths: tuple[str, ...]
    distance: int


def find_matches(
    library: Library, lookup: Lookup, fingerprint: Fingerprint, distance: int
) -> list[Match]:
    """Documents within ``distance``, nearest first. Raises RecipesDifferError."""
    found = lookup.find(fingerprint, distance)
    with library.read() as connection:
        places = files.of_documents(connection, found.ids)
    matches = (
        Match(document_id, present_paths(places.get(document_id, [])), near)
        for document_id, near in zip(found.ids.tolist(), found.distances.tolist(), strict=True)
    )
    return [match for match in matches if match.paths]
