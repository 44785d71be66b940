"""Comparison data of the documents of a search as arrays, lined up with their positions.

Sketches are in memory, sampled hashes and passages are read as they are wanted. What the library
does not hold yet is derived and stored first; where it may not be written to, it is made from the
texts for this one time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.text.candidates import HalfHashes, Postings
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, ComparisonData
from simhash_gui.core.text.shingles import Lookup, is_among
from simhash_gui.core.text.sketches import SKETCH_BYTES, Estimates, Sketches, estimate
from simhash_gui.core.types import SCATTER, Words
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, Put, TextDamagedError, keep
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import comparison_data as stored
from simhash_gui.store.repositories import texts
from simhash_gui.store.repositories.comparison_data import HashKind, HashLists, StoredSketches


@dataclass(frozen=True, slots=True, eq=False)
class Sketched:
    """Sketches of documents, of their shingles and of their tokens, and what they do not tell.

    ``has_marks``: quotations or signatures are marked; ``may_be_on_template``: enough of a document
    stands in many. Both have the shape (n,), None where it is not known.
    """

    sketches: Sketches
    token_sketches: Sketches
    has_marks: NDArray[np.bool_] | None = None
    may_be_on_template: NDArray[np.bool_] | None = None


ReadKeys: TypeAlias = "Callable[[ComparisonArrays, HashKind], Iterator[Postings]]"
"""See ``ComparisonArrays.keys``."""


class ComparisonArrays:
    """Comparison data of the documents at positions 0 to n - 1.

    ``sketches`` are of shingles, ``token_sketches`` of tokens, which are counted there.
    ``digests`` has the shape (n,). A document without a token, or without a
    readable text, has the token count 0 and a digest of its own: it equals no other.
    ``mark_digests``, shape (n,), tell marks apart, 0 where there are none; ``has_hidden`` says
    which documents have shingles that are not stored. The ids of those without a readable text are
    in ``unread``; in ``damaged`` those whose data, or fingerprint, does not fit its checksum: that
    is not used, and nothing is kept in the library. Without ``has_sketches`` sketches stay in the
    library, for who seldom asks for some: with a million documents they are 256 MB.
    """

    def __init__(  # noqa: PLR0913 - which documents of which library, and what is done how
        self,
        library: Library,
        document_ids: Ids,
        control: JobControl,
        keep: Callable[[Library, Put], None] = keep,
        read_keys: ReadKeys | None = None,
        *,
        has_sketches: bool = True,
    ) -> None:
        self.library = library
        self._keep = keep
        self._read_keys = read_keys
        self.ids = document_ids
        self._made: dict[int, ComparisonData] = {}
        self._held: dict[HashKind, list[HashLists]] = {}
        self._sound: set[HashKind] = set()
        self.unread: list[int] = []
        self.damaged: set[int] = set()
        count = len(document_ids)
        self.digests: Words = ~(document_ids.astype(np.uint64) * SCATTER)
        self.sketches, self.token_sketches = (_no_sketches(count, has_sketches) for _ in range(2))
        self._has_sketches = has_sketches
        self.mark_digests: Words = np.zeros(count, np.uint64)
        self.has_hidden = np.zeros(count, np.bool_)
        self._load(control)

    @property
    def token_counts(self) -> Ids:
        """The comparison tokens of each document, shape (n,)."""
        return self.token_sketches.counts

    @property
    def has_marks(self) -> NDArray[np.bool_]:
        """Whether something in each document is marked as quoted, signature or footer."""
        is_marked: NDArray[np.bool_] = self.mark_digests != 0
        return is_marked

    def keep(self, put: Put) -> None:
        """Write down in the library what can be worked out again, unless something is damaged."""
        if not self.damaged:
            self._keep(self.library, put)

    def without_sketches(self, library: Library) -> Self:
        """The same with sketches left in the library."""
        lean = copy(self)
        lean.library, lean._keep, lean._has_sketches = library, keep, False
        lean._read_keys = None
        nothing = np.empty((0, SKETCH_BYTES), np.uint8)
        lean.sketches = Sketches(nothing, self.sketches.counts)
        lean.token_sketches = Sketches(nothing, self.token_sketches.counts)
        return lean

    def estimates(self, left: Ids, right: Ids) -> Estimates:
        """The overlaps of pairs of positions, as their sketches tell."""
        if self._has_sketches:
            return estimate(self.sketches, left, right)
        places, inverse = np.unique(np.concatenate((left, right)), return_inverse=True)
        some = Sketches(self._read_sketches(places), self.sketches.counts[places])
        return estimate(some, inverse[: len(left)], inverse[len(left) :])

    def _read_sketches(self, places: Ids) -> NDArray[np.uint8]:
        values = np.zeros((len(places), SKETCH_BYTES), np.uint8)
        with self.library.read() as connection:
            found = stored.sketches_of(connection, COMPARISON_VERSION, self.ids[places])
        for row, place in enumerate(places.tolist()):
            made = self._made.get(place)
            sketch = found.get(int(self.ids[place])) if made is None else made.sketch
            if sketch is not None:
                values[row] = np.frombuffer(sketch, np.uint8)
        return values

    def hashes(self, kind: HashKind) -> Iterator[Postings]:
        """The hashes of one kind of all documents, by document, some millions at a time."""
        for (lists,) in self._lists_of_each([kind]):
            yield self._placed(lists)
        yield from self._made_postings(lambda data: getattr(data, kind.value))

    @contextmanager
    def held(self, kinds: Sequence[HashKind]) -> Iterator[None]:
        """Have what is stored of some kinds in memory meanwhile, to be asked for repeatedly.

        Where ``keys`` come from elsewhere this does nothing.
        """
        if self._read_keys is not None:
            yield
            return
        of_each = zip(*self._lists_of_each(kinds), strict=True)
        self._held |= dict(zip(kinds, map(list, of_each), strict=False))  # nothing is stored: none
        try:
            yield
        finally:
            self._held.clear()

    def hashes_of(self, kinds: Sequence[HashKind], places: Ids) -> Postings:
        """The hashes of some kinds of the documents at some positions."""
        some = self.ids[places]
        with self.library.read() as connection:
            asked = [
                stored.hashes_of(connection, COMPARISON_VERSION, kind, some, self.damaged)
                for kind in kinds
            ]
        pieces = [self._placed(lists) for lists in asked]
        for kind in kinds:
            made = self._made_postings(attrgetter(kind.value))
            pieces += [piece for piece in made if np.isin(piece.owners[:1], places).all()]
        return joined(iter(pieces))

    def among(self, asked: Mapping[HashKind, HalfHashes]) -> Iterator[tuple[HashKind, Postings]]:
        """The postings of some hashes of each kind, which ascend, in one pass over all documents.

        From where ``keys`` come; where they come from the library, of several kinds by turns.
        """
        lookups = {kind: Lookup(hashes) for kind, hashes in asked.items()}
        if self._read_keys is not None:
            for kind, lookup in lookups.items():
                for piece in self._read_keys(self, kind):
                    yield kind, _chosen(piece, lookup)
            return
        for every in self._lists_of_each(list(lookups)):
            for (kind, lookup), lists in zip(lookups.items(), every, strict=True):
                yield kind, self._placed_among(lists, lookup)
        for kind, lookup in lookups.items():
            for piece in self._made_postings(attrgetter(kind.value)):
                yield kind, _chosen(piece, lookup)

    def _lists_of_each(self, kinds: Sequence[HashKind]) -> Iterator[Sequence[HashLists]]:
        if self._held.keys() >= set(kinds):
            yield from zip(*(self._held[kind] for kind in kinds), strict=True)
            return
        are_sound = self._sound.issuperset(kinds)
        with self.library.read() as connection:
            yield from stored.hash_pieces_of_each(
                connection, COMPARISON_VERSION, kinds, damaged=self.damaged, are_sound=are_sound
            )
        if not self.damaged:
            self._sound.update(kinds)

    def keys(self, kind: HashKind) -> Iterator[Postings]:
        """As ``hashes``, from wherever keys of candidates are kept; those of a document together.

        In no order of documents.
        """
        return self.hashes(kind) if self._read_keys is None else self._read_keys(self, kind)

    def _load(self, control: JobControl) -> None:
        is_stored = np.zeros(len(self.ids), np.bool_)
        with self.library.read() as connection:
            for rows in stored.sketch_pieces(connection, COMPARISON_VERSION, self.damaged):
                control.checkpoint()
                is_stored[self._take(rows)] = True
        is_stored[self._places(np.array(sorted(self.damaged), np.int64))[0]] = True
        missing = np.flatnonzero(~is_stored)
        for done, place in enumerate(missing.tolist()):
            control.report(Stage.FINGERPRINTING, done, len(missing))
            control.checkpoint()
            self._make(place)

    def _take(self, rows: StoredSketches) -> Ids:
        """Put some rows in their places, and say which these are."""
        places, is_wanted = self._places(rows.ids)
        self.token_counts[places] = rows.token_counts[is_wanted]
        self.sketches.counts[places] = rows.shingle_counts[is_wanted]
        if self._has_sketches:
            self.sketches.values[places] = rows.values[is_wanted]
            self.token_sketches.values[places] = rows.token_values[is_wanted]
        self.mark_digests[places] = rows.mark_digests[is_wanted]
        self.has_hidden[places] = rows.has_hidden[is_wanted]
        has_tokens = rows.token_counts[is_wanted] > 0
        self.digests[places[has_tokens]] = rows.token_digests[is_wanted][has_tokens]
        return places

    def _make(self, place: int) -> None:
        document_id = int(self.ids[place])
        with self.library.read() as connection:
            try:
                text = texts.get(connection, document_id)
            except TextDamagedError:
                text = None
        if text is None:
            self.unread.append(document_id)
            return
        from simhash_gui.documents.comparison.deriving import (  # noqa: PLC0415 - seldom wanted
            comparison_data,
        )

        data = self._made[place] = comparison_data(text)
        self.token_counts[place] = data.token_count
        self.sketches.counts[place] = data.shingle_count
        if self._has_sketches:
            self.sketches.values[place] = np.frombuffer(data.sketch, np.uint8)
            self.token_sketches.values[place] = np.frombuffer(data.token_sketch, np.uint8)
        self.mark_digests[place] = stored.mark_digest(data.marks)
        self.has_hidden[place] = stored.has_hidden(data.marks)
        if data.token_count:
            self.digests[place] = int.from_bytes(data.token_digest, "little")

    def _places(self, ids: Ids) -> tuple[Ids, NDArray[np.bool_]]:
        """Which rows belong to documents of the search, and the positions of those."""
        is_wanted = is_among(ids, self.ids)
        return np.searchsorted(self.ids, ids[is_wanted]), is_wanted

    def _placed(self, lists: HashLists) -> Postings:
        places, is_wanted = self._places(lists.ids)
        sizes = np.diff(lists.offsets)
        hashes = lists.hashes
        if not is_wanted.all():
            hashes, sizes = hashes[np.repeat(is_wanted, sizes)], sizes[is_wanted]
        return Postings(hashes, np.repeat(places, sizes))

    def _placed_among(self, lists: HashLists, lookup: Lookup) -> Postings:
        """Without a number for each of the many hashes that are not asked for."""
        places = np.flatnonzero(lookup.has(lists.hashes))
        owners = np.searchsorted(lists.offsets, places, side="right") - 1
        numbers = np.full(len(lists.ids), -1)
        of_search, is_wanted = self._places(lists.ids)
        numbers[is_wanted] = of_search
        positions = numbers[owners]
        chosen = positions >= 0
        return Postings(lists.hashes[places[chosen]], positions[chosen])

    def _made_postings(self, choose: Callable[[ComparisonData], bytes]) -> Iterator[Postings]:
        for place, data in self._made.items():
            hashes: HalfHashes = np.frombuffer(choose(data), "<u4").astype(np.uint32)
            yield Postings(hashes, np.full(len(hashes), place))


@dataclass(frozen=True, slots=True, eq=False)
class KeyReader:
    """Reads the keys of some kinds, under other numbers of their documents: an ``AskedReader``.

    ``owner_of``, shape (n,), is the number of each position, -1 where its keys are left out;
    ``without``, ascending, are hashes that are left out.
    """

    arrays: ComparisonArrays
    kinds: Sequence[HashKind]
    owner_of: Ids
    control: JobControl
    without: HalfHashes = field(default_factory=lambda: np.empty(0, np.uint32))

    def __call__(self) -> Iterator[Postings]:
        """All postings in pieces. Raises JobCancelledError."""
        return self._numbered(piece for kind in self.kinds for piece in self.arrays.keys(kind))

    def of(self, is_asked: NDArray[np.bool_]) -> Iterator[Postings]:
        """Those of some numbers, shape (m,)."""
        places = np.flatnonzero(self.owner_of >= 0)
        places = places[is_asked[self.owner_of[places]]]
        return self._numbered(iter([self.arrays.hashes_of(self.kinds, places)]))

    def among(self, hashes: HalfHashes) -> Iterator[Postings]:
        """Those of some hashes, which ascend. Raises JobCancelledError."""
        found = self.arrays.among(dict.fromkeys(self.kinds, hashes))
        return self._numbered(piece for _, piece in found)

    def _numbered(self, pieces: Iterator[Postings]) -> Iterator[Postings]:
        lookup = Lookup(self.without) if len(self.without) else None
        for piece in pieces:
            self.control.checkpoint()
            owners = self.owner_of[piece.owners]
            chosen = owners >= 0
            if lookup is not None:
                chosen &= ~lookup.has(piece.hashes)
            if chosen.all():
                yield Postings(piece.hashes, owners)
            else:
                yield Postings(piece.hashes[chosen], owners[chosen])


def only_among(read: Iterator[Postings], hashes: HalfHashes) -> Iterator[Postings]:
    """The postings of some hashes, which ascend."""
    lookup = Lookup(hashes)
    for piece in read:
        yield _chosen(piece, lookup)


def none_among(read: Iterator[Postings], hashes: HalfHashes) -> Iterator[Postings]:
    """The postings of all but some hashes, which ascend."""
    lookup = Lookup(hashes)
    for piece in read:
        kept = ~lookup.has(piece.hashes)
        yield Postings(piece.hashes[kept], piece.owners[kept])


def _chosen(piece: Postings, lookup: Lookup) -> Postings:
    kept = lookup.has(piece.hashes)
    return Postings(piece.hashes[kept], piece.owners[kept])


def joined(pieces: Iterator[Postings]) -> Postings:
    """All postings in one."""
    every = list(pieces)
    return Postings(
        np.concatenate([np.empty(0, np.uint32), *(piece.hashes for piece in every)]),
        np.concatenate([np.empty(0, np.int64), *(piece.owners for piece in every)]),
    )


def _no_sketches(count: int, has_values: bool) -> Sketches:
    values = np.zeros((count * has_values, SKETCH_BYTES), np.uint8)
    return Sketches(values, np.zeros(count, np.int64))
