"""Our library: ready fingerprints into it, and questions to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from serving import latencies

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.store.engine.types import DocumentState
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.documents import NewDocument
from simhash_gui.store.repositories.refingerprint import bulk_load
from simhash_gui.store.repositories.search import find_within

_CHUNK = 50_000


class Contender:
    def __init__(self) -> None:
        self._recipe = recipe_named("default")

    def prepare(self, path: str, library: str) -> None:
        self._words, self._path = np.load(path), Path(library)
        octets = np.random.default_rng(1).bytes(16 * len(self._words))
        self._digests = [octets[i : i + 16] for i in range(0, len(octets), 16)]

    def remove(self) -> None:
        for part in self._path.parent.glob(f"{self._path.name}*"):
            part.unlink()

    def import_ready(self) -> int:
        """From an empty file to a closed library with its indexes."""
        with (
            Library.create(self._path) as library,
            library.write() as connection,
            bulk_load(connection, len(self._words)),
        ):
            for start in range(0, len(self._words), _CHUNK):
                documents.insert(connection, self._chunk(start))
        return self._path.stat().st_size

    def _chunk(self, start: int) -> Iterator[NewDocument]:
        """Some rows by their digests, as the index of these takes them quickest."""
        digests = self._digests[start : start + _CHUNK]
        words = self._words[start : start + _CHUNK].tolist()
        state, recipe_id = DocumentState.FINGERPRINTED, self._recipe.recipe_id
        for digest, word in sorted(zip(digests, words, strict=True)):
            yield NewDocument(digest, state, 0, 0, recipe_id, word)

    def open(self, library: str, questions: str, most: int, k: int) -> None:
        self._library, self._k = Library.open(Path(library), read_only=True), k
        self._questions = np.load(questions)[:most].tolist()

    def close(self) -> None:
        self._library.close()

    def ask_connection(self) -> dict[str, float]:
        """The search itself, in one connection."""
        recipe_id, k = self._recipe.recipe_id, self._k
        with self._library.read() as connection:
            return latencies(
                lambda word: len(find_within(connection, word, k, recipe_id)), self._questions
            )

    def ask_apart(self) -> dict[str, float]:
        """As the program asks: a connection from the pool for each question."""
        return latencies(self._count_apart, self._questions)

    def _count_apart(self, word: int) -> int:
        with self._library.read() as connection:
            return len(find_within(connection, word, self._k, self._recipe.recipe_id))
