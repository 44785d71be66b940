"""Which documents share passages with a text, without an index: one pass over all passages.

For one question to a library that was just opened; who asks many builds an index of the pieces
that ``comparison_data.passage_pieces`` gives. Nearly every stored hash is turned away by a table of
one byte for each value of its lowest bits, which fits the processor's cache; only what is left is
looked up among the asked ones. Memory is that of one piece.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from simhash_gui.store.records import HashLists
from simhash_gui.store.repositories.comparison_data import HASHES_AT_ONCE, passage_pieces

_FEWEST_BITS = 16
_MOST_BITS = 24
_ROOM = 64
"""Slots for each hash that is asked for, so that about one stored hash in 64 passes by chance."""


def sharing_passages(
    connection: Connection,
    version: int,
    asked: NDArray[np.uint32],
    hashes_at_once: int = HASHES_AT_ONCE,
) -> Iterator[tuple[int, int]]:
    """Yield (document id, number of its distinct passages among ``asked``), by ascending id.

    Only documents that share at least one are given, present or not.
    """
    wanted = np.unique(asked)
    table = _table(wanted)
    for piece in passage_pieces(connection, version, hashes_at_once):
        hits = _hits(piece, wanted, table)
        found = np.flatnonzero(hits)
        yield from zip(piece.ids[found].tolist(), hits[found].tolist(), strict=True)


def _table(wanted: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which values of the lowest bits occur among the wanted hashes."""
    bits = min(max((len(wanted) * _ROOM).bit_length(), _FEWEST_BITS), _MOST_BITS)
    table = np.zeros(1 << bits, np.bool_)
    table[wanted & np.uint32(len(table) - 1)] = True
    return table


def _hits(
    piece: HashLists, wanted: NDArray[np.uint32], table: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """How many of the wanted hashes each document of a piece has, shape (n,)."""
    maybe = np.flatnonzero(table[piece.hashes & np.uint32(len(table) - 1)])
    places = maybe[np.isin(piece.hashes[maybe], wanted)]
    owners = np.searchsorted(piece.offsets, places, side="right") - 1
    return np.bincount(owners, minlength=len(piece))
