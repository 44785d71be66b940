"""The program's own way beside the others: SQLite through the four block indexes.

The fingerprints are stored as documents of a temporary library, and every question goes the way of
``simhash-gui check``: the block keys, or their neighbours, in the four indexes, then the distance.
"""

from __future__ import annotations

from contextlib import ExitStack

import numpy as np
from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.core.hamming.distances import (
    BlockKeys,
    block_key_columns,
    block_radii,
    neighbour_count,
    neighbour_masks,
)
from simhash_gui.core.methods.lookup import answers_of
from simhash_gui.core.methods.method import Answers, Cost, Index, Method
from simhash_gui.core.types import BLOCK_BITS, BLOCKS, Words
from simhash_gui.services.library.libraries import own_files, temporary_library
from simhash_gui.store.engine.types import DocumentState
from simhash_gui.store.repositories.documents import NewDocument, insert
from simhash_gui.store.repositories.search import SearchPlan, find_within, plan_search

_DIGEST_BYTES = 16
_INSERT_S = 2.5e-5
_QUERY_S = 2e-4
_PROBE_S = 2e-6
_CANDIDATE_S = 3e-7


class SqliteIndexes(Index):
    """A temporary library that holds the fingerprints; document id - 1 is the place."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k
        self._recipe_id = recipe_named(DEFAULT_RECIPE).recipe_id
        self._in_block = [
            np.bincount(keys, minlength=1 << BLOCK_BITS) for keys in block_key_columns(words)
        ]
        with ExitStack() as opening:
            self._library = opening.enter_context(temporary_library())
            with self._library.write() as connection:
                insert(connection, map(self._document, range(len(words)), words.tolist()))
            self._open = opening.pop_all()

    def _document(self, place: int, word: int) -> NewDocument:
        digest = place.to_bytes(_DIGEST_BYTES, "big")
        state = DocumentState.FINGERPRINTED
        return NewDocument(digest, state, 0, 0, self._recipe_id, word, 0)

    @property
    def size_bytes(self) -> int:
        """The file on the disk, with its log."""
        return sum(path.stat().st_size for path in own_files(self._library) if path.exists())

    def query(self, words: Words) -> Answers:
        """Ask the library for one after another."""
        found, probes, candidates = [], 0, 0
        with self._library.read() as connection:
            for number, word in enumerate(words.tolist()):
                plan = plan_search(connection, word, self.k, self._recipe_id)
                ids = find_within(connection, word, self.k, self._recipe_id).ids
                found.append((np.full(len(ids), number), ids - 1))
                probed, met = self._looked_at(plan, block_key_columns(words[number : number + 1]))
                probes, candidates = probes + probed, candidates + met
        return answers_of(found, probes, candidates)

    def _looked_at(self, plan: SearchPlan, keys: BlockKeys) -> tuple[int, int]:
        """How many keys a plan looks up, and how many entries it meets there."""
        if plan.radii is None:
            return 0, len(self.words)
        probes = candidates = 0
        for radius, counts, key in zip(plan.radii, self._in_block, keys[:, 0], strict=True):
            near = neighbour_masks(radius) ^ key
            probes += len(near)
            candidates += int(counts[near].sum())
        return probes, candidates

    @override
    def close(self) -> None:
        self._open.close()


def _cost(count: int, k: int) -> Cost:
    probes = sum(neighbour_count(radius) for radius in block_radii(k))
    candidates = min(count, probes * count / (1 << BLOCK_BITS))
    query_s = _QUERY_S + min(probes * _PROBE_S, count * _CANDIDATE_S) + candidates * _CANDIDATE_S
    # In memory are only the fingerprints and the counts of the blocks.
    size_bytes = 8.0 * count + BLOCKS * 8 * (1 << BLOCK_BITS)
    return Cost(size_bytes, count * _INSERT_S, query_s, count * query_s)


METHOD = Method("sqlite-indexes", SqliteIndexes, _cost)
