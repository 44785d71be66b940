"""What the last search of each kind has proved, kept in the library for who asks again.

It follows from the documents that are present, from their comparison data, from what people have
marked and from the options: a key covers all of these. When one of them changes, the search is made
again, with the measures and counts that were kept of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128

from simhash_gui import __version__
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.services.detection.candidates import Corpus
from simhash_gui.services.detection.common_text import COUNTS_VERSION
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.groups import Groups
from simhash_gui.services.detection.kept_measures import MEASURES_VERSION
from simhash_gui.services.detection.pairs import CLASSES, DetectedPairs, DetectionOptions
from simhash_gui.services.detection.passage_marks import MarkedHashes
from simhash_gui.store.repositories import common_text as stored

SEARCH_VERSION = 2
"""Raised whenever the same library would give other pairs."""

_MOST_PAIRS = 1 << 20
"""More take more room, also in memory, than they save time."""
_OF_PAIRS = ("<i8", "<i8", "u1", *("<f4",) * 5, "u1", "?", "?")
SEARCH_TYPES = [np.dtype(code) for code in ("<i8", "<i8", "<i8", *_OF_PAIRS)]


@dataclass(frozen=True, slots=True, eq=False)
class ProvedSearch:
    """The pairs and groups of a search, how far it went, and how many candidates it looked at.

    ``versions``, shape (n,): documents that are versions of one text have one number.
    """

    distance: int
    is_lowered: bool
    is_cut: bool
    looked_at: int
    versions: Indexes
    groups: Groups
    pairs: DetectedPairs


def search_key(corpus: Corpus, options: DetectionOptions, marked: MarkedHashes) -> bytes:
    """A hash of all that the result depends on; its length tells the kinds of searches apart."""
    arrays = corpus.arrays
    versions = (__version__, COMPARISON_VERSION, COUNTS_VERSION, MEASURES_VERSION, SEARCH_VERSION)
    recipe = corpus.recipe.recipe_id
    key = xxh3_128(repr((versions, CLASSES, recipe, astuple(options))).encode())
    rests = np.empty(0, np.uint64) if corpus.rests is None else corpus.rests
    data = (arrays.ids, arrays.digests, arrays.mark_digests, corpus.words, rests, corpus.files)
    for array in (*data, *astuple(marked)):
        key.update(np.uint64(len(array)).tobytes())
        key.update(np.ascontiguousarray(array).tobytes())
    return b"s" * (2 if options.wants_whole_only else 3) + key.digest()


def load_search(arrays: ComparisonArrays, key: bytes) -> ProvedSearch | None:
    """What was kept under the key."""
    with arrays.library.read() as connection:
        found = stored.load(connection, key, SEARCH_TYPES)
    return None if found is None else unpack_search(found)


def unpack_search(packed: Sequence[NDArray[Any]]) -> ProvedSearch:
    """What was packed."""
    head, versions, leader_of, *columns = [
        array.astype(array.dtype.newbyteorder("="), copy=False) for array in packed
    ]
    distance, is_lowered, is_cut, looked_at, unlooked = head.tolist()
    return ProvedSearch(
        distance,
        bool(is_lowered),
        bool(is_cut),
        looked_at,
        versions,
        Groups(leader_of, unlooked),
        DetectedPairs(*columns),
    )


def keep_search(arrays: ComparisonArrays, key: bytes, found: ProvedSearch) -> None:
    """Keep it in place of the last one of this kind, unless it is too large."""
    if len(found.pairs) <= _MOST_PAIRS:
        arrays.keep(partial(stored.put, key=key, arrays=pack_search(found)))


def pack_search(found: ProvedSearch) -> list[NDArray[Any]]:
    """Arrays of ``SEARCH_TYPES``."""
    pairs, groups = found.pairs, found.groups
    head = (found.distance, found.is_lowered, found.is_cut, found.looked_at, groups.unlooked)
    columns = [getattr(pairs, field.name) for field in fields(pairs)]
    every = (np.array(head, np.int64), found.versions, groups.leader_of, *columns)
    with_types = zip(every, SEARCH_TYPES, strict=True)
    return [array.astype(of_type, copy=False) for array, of_type in with_types]
