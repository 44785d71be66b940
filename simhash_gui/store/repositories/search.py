"""All documents within a Hamming distance of one fingerprint, answered by the library itself.

A document within k bits agrees with the question on at least one 16-bit block but for a few bits
(``core.hamming.distances``), so the four block indexes, probed at the neighbours of each block key,
give all candidates; SQLite counts their differing bits inside the index. Where so many neighbours
would be probed that reading every fingerprint is quicker, that is done.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from simhash_gui.core.hamming.distances import (
    block_key_columns,
    block_radii,
    neighbour_count,
    neighbour_masks,
    require_distance,
)
from simhash_gui.core.types import BLOCKS, block_keys
from simhash_gui.store.engine.statements import (
    driver_cursor,
    int_table,
    is_on_server,
    json_list,
)
from simhash_gui.store.engine.types import Ids, to_signed
from simhash_gui.store.repositories.documents import newest_id

_SAMPLE = 256
_PROBE_COST = 10
"""Seeking one key in an index, in units of looking at one candidate (measured: 1.4 and 0.15 µs)."""

# x OR y less x AND y is x XOR y, which SQLite has no operator for. popcount is Python's bit_count,
# which takes the absolute value: the sign bit is counted apart.
_XOR = "((fingerprint | ?1) - (fingerprint & ?1))"
_DISTANCE = f"popcount({_XOR} & 0x7FFFFFFFFFFFFFFF) + ({_XOR} < 0)"
_DISTANCE_ON_SERVER = "CAST(bit_count(CAST(fingerprint # ?1 AS bit(64))) AS integer)"
_LISTED = "id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
_OF_RECIPE = "recipe_key = (SELECT key FROM recipes WHERE recipe_id = ?3)"


@dataclass(frozen=True, slots=True, eq=False)
class DocumentMatches:
    """Documents within a distance, shape (n,), by distance and then by document id."""

    ids: Ids
    distances: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """How a question is answered: by probing each block within a radius, or by reading all.

    ``radii[b]`` is how many bits of block b may differ, -1 when that block is not needed; None
    stands for reading all. ``candidates`` is how many fingerprints that was estimated to look at,
    None where nothing had to be estimated.
    """

    radii: tuple[int, ...] | None
    candidates: int | None = None


def find_within(
    connection: Connection, word: int, k: int, recipe_id: str, *, rest: int | None = None
) -> DocumentMatches:
    """Documents of the recipe at a distance of at most k (0 to 32) from a fingerprint.

    ``word`` and ``rest`` are those of ``core.types.Fingerprint``. With a rest the distance is that
    of the whole fingerprint; without, that of the words, which is the same up to 64 bits.
    Raises ``InvalidDistanceError``.
    """
    plan = plan_search(connection, word, k, recipe_id)
    distance = _DISTANCE_ON_SERVER if is_on_server(connection) else _DISTANCE
    statement, keys = _statement(word, plan, distance)
    parameters = (to_signed(int(word)), k, recipe_id, *keys)
    found = driver_cursor(connection).execute(statement, parameters).fetchall()
    table = int_table(found, 2)
    ids, distances = table[:, 0], table[:, 1]
    if rest is not None:
        distances = distances + _rest_distances(connection, ids, rest)
        ids, distances = ids[distances <= k], distances[distances <= k]
    order = np.lexsort((ids, distances))
    return DocumentMatches(ids[order], distances[order].astype(np.uint8))


def plan_search(connection: Connection, word: int, k: int, recipe_id: str) -> SearchPlan:
    """Choose the cheapest exact way, from a sample of the library where it matters."""
    require_distance(k)
    radii = block_radii(k)
    if max(radii) == 0:
        return SearchPlan((0,) * BLOCKS)
    sample, total = _sample(connection, recipe_id)
    return _cheapest_plan(word, radii, sample, total)


def probe_statement(radii: Sequence[int], distance: str = _DISTANCE) -> str:
    """The SQL that looks up each block that has a radius, in its own index and no other.

    Takes the signed word, k and the recipe id, then for each of these blocks a JSON array of keys.
    """
    blocks = [block for block in range(BLOCKS) if radii[block] >= 0]
    return " UNION ".join(
        f"SELECT id, {distance} FROM documents INDEXED BY ix_documents_block{block} "
        f"WHERE block{block} IN (SELECT CAST(value AS BIGINT) FROM json_each(?{parameter}))"
        f" AND {_OF_RECIPE} AND {distance} <= ?2"
        for parameter, block in enumerate(blocks, start=4)
    )


def scan_statement(distance: str = _DISTANCE) -> str:
    """The SQL that looks at every fingerprint; takes the signed word, k and the recipe id."""
    return (
        f"SELECT id, {distance} FROM documents"
        f" WHERE fingerprint IS NOT NULL AND {_OF_RECIPE} AND {distance} <= ?2"
    )


def _statement(word: int, plan: SearchPlan, distance: str) -> tuple[str, list[str]]:
    if plan.radii is None:
        return scan_statement(distance), []
    keys = [
        json.dumps((neighbour_masks(radius) ^ np.uint16(key)).tolist())
        for key, radius in zip(block_keys(int(word)), plan.radii, strict=True)
        if radius >= 0
    ]
    return probe_statement(plan.radii, distance), keys


def _cheapest_plan(
    word: int, radii: Sequence[int], sample: NDArray[np.uint64], total: int
) -> SearchPlan:
    """Give the small radii to the crowded blocks, and compare with reading all."""
    shares = _shares(word, radii, sample)
    # Any block may have any of the radii: the widest ones go where they meet the fewest.
    by_crowd = np.argsort(shares[0], kind="stable")
    chosen = [-1] * BLOCKS
    for rank, block in enumerate(by_crowd):
        chosen[block] = radii[rank]
    candidates = round(total * sum(shares[rank, block] for rank, block in enumerate(by_crowd)))
    probes = sum(neighbour_count(radius) for radius in radii)
    if candidates + _PROBE_COST * probes >= total:
        return SearchPlan(None, total)
    return SearchPlan(tuple(chosen), candidates)


def _shares(word: int, radii: Sequence[int], sample: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Share of the sample that block b meets within radius r: shape (radii, blocks)."""
    keys = np.array(block_keys(int(word)), np.uint16)
    differing = np.bitwise_count(block_key_columns(sample) ^ keys[:, None])
    within = [(differing <= radius).sum(axis=1) for radius in radii]
    return np.array(within, np.float64) / max(len(sample), 1)


def _sample(connection: Connection, recipe_id: str) -> tuple[NDArray[np.uint64], int]:
    """Words of documents at even distances, and about how many documents there are."""
    total = newest_id(connection)
    ids = np.unique(np.linspace(1, max(total, 1), _SAMPLE).astype(np.int64))
    found = driver_cursor(connection).execute(
        f"SELECT fingerprint FROM documents WHERE {_LISTED} "
        "AND fingerprint IS NOT NULL "
        "AND recipe_key = (SELECT key FROM recipes WHERE recipe_id = ?)",
        (json_list(ids), recipe_id),
    )
    return int_table(found, 1)[:, 0].view(np.uint64), total


def _rest_distances(connection: Connection, ids: Ids, rest: int) -> NDArray[np.int64]:
    """How many bits below the word differ, for each of the documents."""
    found = driver_cursor(connection).execute(
        f"SELECT id, fingerprint_rest FROM documents WHERE {_LISTED}",
        (json_list(ids),),
    )
    rests = dict(found.fetchall())
    stored = int_table(((rests[document_id],) for document_id in ids.tolist()), 1)[:, 0]
    differing: NDArray[np.uint8] = np.bitwise_count(stored.view(np.uint64) ^ np.uint64(rest))
    return differing.astype(np.int64)
