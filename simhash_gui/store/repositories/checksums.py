"""Checksums of what is kept of each document, by which damage is told when it is read.

A fingerprint is summed up with the digest of its document and its recipe, comparison data with the
id of its document: a value that belongs to another document does not fit either. Data is summed up
in parts, as it is read: what goes with the sketches, and each list of hashes. A file is summed up
from its whole path and its content, so that it tells whether its document is the one that was
found there. What is noted of a document, and what a person has decided, is summed up row by row, a
verdict with its members. A row without a checksum is not checked: comparison data of an earlier
version of the program, and files that an upgrade could not vouch for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from operator import index
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_digest, xxh3_64_intdigest

from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.core.types import SCATTER, Words
from simhash_gui.store.engine.types import Ids, escape, to_signed

LISTS = ("sample", "passages", "quoted_passages", "shingles", "shingles_rest")
DETAILS = (
    *("digest", "reader", "encoding", "language", "size_bytes", "character_count"),
    *("imported_at_ms", "encoding_confidence", "encoding_source", "title", "author", "written"),
    "declared_language",
)
"""What is noted of a document, and follows neither from its text nor from its recipe."""
SUMMED_UP: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "documents": DETAILS,
        "encoding_overrides": ("pattern", "encoding", "added_at_ms"),
        "folders": ("path", "role", "added_at_ms"),
        "passage_marks": ("key", "mark", "text", "anchors", "marked_at_ms"),
    }
)
"""The columns of each table whose rows are summed up by ``of_row``, in that order."""
PART_BYTES = 8
CHECKSUM_BYTES = PART_BYTES * (1 + len(LISTS))
_DIGEST_BYTES = 16
_NO_DIGEST = bytes(_DIGEST_BYTES)
_WORD = (1 << 64) - 1
_TOKENS, _SHINGLES = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


def of_fingerprint(digest: bytes, word: int, rest: int, recipe_id: str) -> int:
    """The checksum of a fingerprint, as a signed number."""
    seed = int(word) ^ (int(rest) * int(SCATTER) & _WORD) ^ _of_recipe(recipe_id)
    return to_signed(xxh3_64_intdigest(digest, seed))


def are_damaged(
    digests: Sequence[Any], words: Words, rests: Words, recipe_id: str, stored: Sequence[Any]
) -> NDArray[np.bool_]:
    """Which fingerprints of a recipe, shape (n,), do not fit their checksums."""
    seeds = words ^ (rests * SCATTER) ^ np.uint64(_of_recipe(recipe_id))
    summed = [each if type(each) is bytes else b"" for each in digests]
    own = np.fromiter(map(xxh3_64_intdigest, summed, seeds.tolist()), np.uint64, len(digests))
    is_there = np.fromiter((each is not None for each in stored), np.bool_, len(stored))
    told = np.array([each if type(each) is int else 0 for each in stored], np.int64)
    damaged: NDArray[np.bool_] = is_there & (own != told.view(np.uint64))
    return damaged


def of_data(document_id: int, row: ComparisonData) -> bytes:
    """The checksums of comparison data, part by part."""
    counts = row.token_count, row.shingle_count
    first = of_sketches(
        document_id, *counts, row.marks, row.token_digest, row.sketch, row.token_sketch
    )
    lists = (getattr(row, name) for name in LISTS)
    return first + b"".join(xxh3_64_digest(each, document_id) for each in lists)


def of_sketches(document_id: int, tokens: int, shingles: int, *parts: bytes) -> bytes:
    """The checksum of counts, marks, token digest and both sketches.

    Raises TypeError where values of a damaged row are of another type: a text times a number is one
    as well.
    """
    seed = document_id ^ index(tokens) * _TOKENS ^ index(shingles) * _SHINGLES
    return xxh3_64_digest(b"".join(parts), seed & _WORD)


def part_of(kind: str) -> slice:
    """Where among the checksums of comparison data that of one kind of hashes is."""
    start = PART_BYTES * (1 + LISTS.index(kind))
    return slice(start, start + PART_BYTES)


def of_folder(path: bytes | None) -> int:
    """What the places in a folder are summed up with."""
    return xxh3_64_intdigest(path or b"")


def content_of(digest: bytes) -> int:
    """What of a digest goes into the checksum of a file."""
    return int.from_bytes(digest[:PART_BYTES], "little")


def contents_of(digests: Sequence[Any]) -> Words:
    """The same of many, shape (n,); 0 for what is no digest."""
    whole = [
        each if type(each) is bytes and len(each) == _DIGEST_BYTES else _NO_DIGEST
        for each in digests
    ]
    return np.frombuffer(b"".join(whole), "<u8")[::2].astype(np.uint64)


def of_file(folder: int, relative_path: bytes, digest: bytes) -> int:
    """The checksum of a file, as a signed number; ``folder`` is that of ``of_folder``."""
    return to_signed((xxh3_64_intdigest(relative_path) ^ folder ^ content_of(digest)) or 1)


def of_row(*values: str | bytes | float | None) -> int:
    """The checksum of values in their order, as a signed number; of texts what is stored of them.

    A text may be given as its stored bytes.
    """
    return to_signed(xxh3_64_intdigest(b"".join(map(_part, values))))


def fits(stored: object, checksum: Callable[..., int], *values: Any) -> bool:
    """Whether the values of a row, of whatever types, are those that were summed up."""
    try:
        return stored is None or checksum(*values) == stored
    except (TypeError, ValueError):
        return False


def of_verdict(
    verdict: str | bytes,
    note: str | bytes,
    given_at_ms: int,
    person: str | bytes,
    members: Mapping[bytes, str | bytes],
) -> int:
    """The checksum of a verdict and all that it is about."""
    about = chain.from_iterable(sorted(members.items()))
    return of_row(verdict, note, given_at_ms, person, *about)


def of_act(path: bytes, keeps: bytes) -> str:
    """What an act on files is known by in what the journal has noted of it."""
    return xxh3_64_digest(path + b"\0" + keeps).hex()


def told_contents(
    folder_ids: Ids, relative_paths: Sequence[Any], stored: Ids, folders: Mapping[int, int]
) -> Words:
    """The contents that files say they have, shape (n,); 0 where none was summed up.

    ``stored`` is 0 there, too. Where a place is not the one that was summed up, it is that of no
    document.
    """
    known = np.array(sorted(folders), np.int64)
    seeds = np.array([folders[number] for number in known.tolist()], np.uint64)
    summed = [each or b"" for each in relative_paths]
    places = np.fromiter(map(xxh3_64_intdigest, summed), np.uint64, len(summed))
    places ^= seeds[np.searchsorted(known, folder_ids)]
    return np.where(stored != 0, stored.view(np.uint64) ^ places, np.uint64(0))


def _part(value: str | bytes | float | None) -> bytes:
    if isinstance(value, str):
        value = escape(value).encode()
    if isinstance(value, bytes):
        return b"%d:%b" % (len(value), value)
    return b"-" if value is None else b"%a;" % float(value)


def _of_recipe(recipe_id: str) -> int:
    return xxh3_64_intdigest(recipe_id.encode("utf-8", "surrogatepass"))
