"""One fingerprint against a library, answered by its block indexes."""

from __future__ import annotations

from dataclasses import dataclass

from simhash_gui.core.types import WORD_BITS, Fingerprint
from simhash_gui.services.libraries import Library
from simhash_gui.services.places import path_of
from simhash_gui.store import files
from simhash_gui.store.search import find_within


@dataclass(frozen=True, slots=True)
class Match:
    """A document near the question; ``paths`` are all its copies, present ones first."""

    document_id: int
    paths: tuple[str, ...]
    distance: int


def find_matches(library: Library, fingerprint: Fingerprint, distance: int) -> list[Match]:
    """Documents of the fingerprint's recipe within ``distance``, nearest first."""
    word, recipe_id = fingerprint.word, fingerprint.recipe_id
    rest = fingerprint.rest if fingerprint.width > WORD_BITS else None
    with library.read() as connection:
        found = find_within(connection, word, distance, recipe_id, rest=rest)
        places = files.of_documents(connection, found.ids)
    return [
        Match(document_id, tuple(path_of(place) for place in places.get(document_id, [])), near)
        for document_id, near in zip(found.ids.tolist(), found.distances.tolist(), strict=True)
        if document_id in places
    ]
