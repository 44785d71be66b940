"""Which documents of a library are near a fingerprint: two ways with the same answers.

``LibraryLookup`` asks the block indexes of the file and needs nothing beforehand: for one question
on the command line. ``MemoryLookup`` loads all fingerprints first, in less than a second a million,
and then answers in microseconds: for a window, or for a batch. Both are exact for every distance
from 0 to 32. What the documents are called and whether they are still there is for ``checking``.
"""

from __future__ import annotations

import threading
from typing import Protocol

import numpy as np

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.hamming.hamming import InvalidDistanceError
from simhash_gui.core.hamming.search import FingerprintIndex
from simhash_gui.core.types import WORD_BITS, Fingerprint, Words
from simhash_gui.services.comparison.comparing import RecipesDifferError
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.records import DocumentMatches, Ids, StoredFingerprints
from simhash_gui.store.repositories.documents import load_fingerprints
from simhash_gui.store.repositories.info import recipe_counts
from simhash_gui.store.repositories.search import find_within

__all__ = [
    "DocumentMatches",
    "InvalidDistanceError",
    "LibraryLookup",
    "Lookup",
    "MemoryLookup",
    "RecipesDifferError",
]


class Lookup(Protocol):
    """Answers which documents of one recipe are near; may be asked from any thread."""

    def find(self, fingerprint: Fingerprint, distance: int) -> DocumentMatches:
        """Documents within ``distance`` of the fingerprint, by distance and then by document id.

        Raises InvalidDistanceError and RecipesDifferError.
        """
        ...


class LibraryLookup:
    """Answers from the block indexes in the file, as the library is at that moment."""

    def __init__(self, library: Library, recipe: Recipe) -> None:
        self._library = library
        self._recipe = recipe

    def find(self, fingerprint: Fingerprint, distance: int) -> DocumentMatches:
        """See ``Lookup``."""
        _require_recipe(fingerprint, self._recipe)
        rest = fingerprint.rest if _has_rests(self._recipe) else None
        recipe_id = self._recipe.recipe_id
        with self._library.read() as connection:
            return find_within(connection, fingerprint.word, distance, recipe_id, rest=rest)


class MemoryLookup:
    """Answers from memory, as the library was at the last ``refresh``; 64 bytes a fingerprint."""

    def __init__(self, library: Library, recipe: Recipe) -> None:
        self._library = library
        self._recipe = recipe
        self._asking = threading.Lock()
        self._refreshing = threading.Lock()
        self._index, self._ids = self._loaded()

    def __len__(self) -> int:
        return len(self._ids)

    def find(self, fingerprint: Fingerprint, distance: int) -> DocumentMatches:
        """See ``Lookup``."""
        _require_recipe(fingerprint, self._recipe)
        with self._asking:
            matches = self._index.query(fingerprint.word, distance, fingerprint.rest)
            return DocumentMatches(self._ids[matches.positions], matches.distances)

    def refresh(self) -> None:
        """Take in what came into the library since; new documents cost only themselves.

        When documents went, or came back under an old id, everything is loaded anew.
        """
        recipe_id = self._recipe.recipe_id
        with self._refreshing:
            last_id = int(self._ids.max(initial=0))
            with self._library.read() as connection:
                new = load_fingerprints(connection, recipe_id, after_id=last_id)
                expected = recipe_counts(connection).get(recipe_id, 0)
            if len(self) + len(new) != expected:
                index, ids = self._loaded()
                with self._asking:
                    self._index, self._ids = index, ids
            elif len(new):
                self._append(new)

    def _append(self, new: StoredFingerprints) -> None:
        with self._asking:
            self._index.append(*_lanes(new, self._recipe))
            self._ids = np.concatenate((self._ids, new.ids))

    def _loaded(self) -> tuple[FingerprintIndex, Ids]:
        with self._library.read() as connection:
            stored = load_fingerprints(connection, self._recipe.recipe_id)
        return FingerprintIndex(*_lanes(stored, self._recipe)), stored.ids


def _require_recipe(fingerprint: Fingerprint, recipe: Recipe) -> None:
    if fingerprint.recipe_id != recipe.recipe_id:
        raise RecipesDifferError(f"{fingerprint.recipe_id} and {recipe.recipe_id}")


def _lanes(stored: StoredFingerprints, recipe: Recipe) -> tuple[Words, ...]:
    return (stored.words, stored.rests) if _has_rests(recipe) else (stored.words,)


def _has_rests(recipe: Recipe) -> bool:
    return recipe.width > WORD_BITS
