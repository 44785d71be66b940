"""What several documents share, one row for each passage: its documents, its text, its mark.

Rows come from what is stored of the documents; texts are read for the words of a row alone. A
passage of two documents is a row only where it is hidden otherwise: on a template, where less than
half of one's own text is no pair.
"""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from io import BytesIO
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override
from xxhash import xxh3_128

from simhash_gui import __version__
from simhash_gui.core.clustering.shared_passages import (
    PassageArrays,
    find_shared_passages,
    place_of,
)
from simhash_gui.core.text.candidates import HalfHashes, Postings
from simhash_gui.core.text.commonness import CommonLimits
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, is_foreign
from simhash_gui.core.text.overlap import CountedTokens
from simhash_gui.core.text.shingles import Hashes, Shingles, shingles_of
from simhash_gui.core.text.spans import Flags
from simhash_gui.core.text.winnowing import DEFAULT_WINNOWING_LIMITS, Selected, winnow
from simhash_gui.documents.comparison.texts import ComparisonTokens, comparison_tokens
from simhash_gui.services.detection.common_text import counted
from simhash_gui.services.detection.comparison_arrays import joined, none_among, only_among
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import Ids
from simhash_gui.services.detection.passage_marks import (
    MarkedPassage,
    PassageMark,
    key_of,
    mark_of,
    marked_passages,
)
from simhash_gui.services.detection.shuffle import HERE
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, Put, TextDamagedError, keep
from simhash_gui.store.repositories import common_text as stored
from simhash_gui.store.repositories import texts
from simhash_gui.store.repositories.comparison_data import HashKind, load_marks

_LEAST_DOCUMENTS = 3
_LEAST_WORDS = 10
_PAIR_WORDS = 20
"""Of a passage that two documents on a template share and nobody else."""
_TEXTS_KEPT = 256
_ROWS_KEPT = 256
_BYTES_AT_ONCE = 1 << 16
_ROW_VERSION = 4
"""Of what is kept of a row."""
Shares: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SharedPassage:
    """A passage of several documents, as one of them has it.

    ``documents`` are positions in the detection, by their first paths, ``shares`` how much of the
    passage each has, 0 to 1, estimated from a sample of its words; ``spread`` counts them,
    versions of one text once. ``words`` counts different words, a character as half of one.
    ``mark`` is what a person said of it, and ``marked_key`` under which key: it may have grown.
    """

    key: str
    documents: Ids
    shares: Shares
    spread: int
    words: int
    text: str
    mark: PassageMark | None
    marked_key: str | None


@dataclass(frozen=True, slots=True, eq=False)
class PassageRows(Sequence[SharedPassage]):
    """Passages of which each is made when it is asked for.

    To make all of many takes long, and a window would have to wait for the interpreter again and
    again meanwhile. ``words``, ``document_counts`` and ``is_marked`` are of each.
    """

    words: Ids
    document_counts: Ids
    is_marked: Flags
    _lines: list[bytes]

    @classmethod
    def of(cls, rows: Sequence[SharedPassage]) -> PassageRows:
        """The same passages in this form."""
        if isinstance(rows, PassageRows):
            return rows
        count = len(rows)
        return cls(
            np.fromiter((row.words for row in rows), np.int64, count),
            np.fromiter((len(row.documents) for row in rows), np.int64, count),
            np.fromiter((row.mark is not None for row in rows), np.bool_, count),
            [_line_of(row) for row in rows],
        )

    @override
    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, place: int) -> SharedPassage: ...
    @overload
    def __getitem__(self, place: slice) -> list[SharedPassage]: ...
    @override
    def __getitem__(self, place: int | slice) -> SharedPassage | list[SharedPassage]:
        lines = self._lines[place]
        return [_row_of(line) for line in lines] if isinstance(lines, list) else _row_of(lines)

    def with_row(self, place: int, row: SharedPassage) -> PassageRows:
        """With a passage that is marked otherwise."""
        lines, is_marked = list(self._lines), self.is_marked.copy()
        lines[place], is_marked[place] = _line_of(row), row.mark is not None
        return replace(self, is_marked=is_marked, _lines=lines)

    def packed(self) -> bytes:
        """What ``unpacked`` takes."""
        columns = [each.tolist() for each in (self.words, self.document_counts, self.is_marked)]
        return zlib.compress(b"\n".join([json.dumps(columns).encode(), *self._lines]), 1)

    @classmethod
    def unpacked(cls, packed: bytes | bytearray) -> PassageRows:
        """What was packed."""
        stream = BytesIO(zlib.decompress(packed))
        words, counts, is_marked = json.loads(stream.readline())
        lines: list[bytes] = []
        while some := stream.readlines(_BYTES_AT_ONCE):  # all at once would hold the interpreter
            lines += [line.rstrip(b"\n") for line in some]
        numbers = np.array(words, np.int64), np.array(counts, np.int64)
        return cls(*numbers, np.array(is_marked, np.bool_), lines)


def shared_passages(
    library: Library,
    detection: Detection,
    control: JobControl,
    keep: Callable[[Library, Put], None] = keep,
) -> PassageRows:
    """All of a detection, the largest times the most widespread first.

    They are kept in the library until one of the documents, pairs or marks is another. Raises
    JobCancelledError.
    """
    marks = marked_passages(library)
    key = _key(detection, marks)
    with library.read() as connection:
        kept = stored.load(connection, key, [np.dtype(np.uint8)])
    if kept is not None:
        return PassageRows.unpacked(kept[0].tobytes())
    reader = _Reader(library, detection, marks)
    rows = PassageRows.of(_passages(reader, detection, control))
    detection.classifier.arrays.unread += reader.lost  # told as what a search could not compare
    if not reader.lost:
        packed = np.frombuffer(rows.packed(), np.uint8)
        keep(library, partial(stored.put, key=key, arrays=[packed]))
    return rows


def _key(detection: Detection, marks: Sequence[MarkedPassage]) -> bytes:
    """A hash of all that the rows depend on; an id never stands for another text."""
    arrays, common, pairs = detection.classifier.arrays, detection.common, detection.pairs
    passages = detection.options.thresholds.passages
    words = sorted((mark.key, mark.mark.value, mark.text) for mark in marks)
    versions = (__version__, COMPARISON_VERSION, _ROW_VERSION, passages, words)
    key = xxh3_128(repr(versions).encode())
    for array in (
        *(arrays.ids, arrays.digests, arrays.mark_digests),
        *(common.groups, common.may_be_on_template),
        *(pairs.left, pairs.right, detection.groups.leader_of),
        *(detection.folding.inverse, detection.file_documents),
    ):
        key.update(np.uint64(len(array)).tobytes())
        key.update(np.ascontiguousarray(array).tobytes())
    return b"l" + key.digest()


def _line_of(row: SharedPassage) -> bytes:
    mark = None if row.mark is None else row.mark.value
    arrays = (row.documents.tolist(), row.shares.tolist())
    values = [row.key, *arrays, row.spread, row.words, row.text, mark, row.marked_key]
    return json.dumps(values).encode()


@lru_cache(maxsize=_ROWS_KEPT)
def _row_of(line: bytes) -> SharedPassage:
    key, documents, shares, spread, words, text, mark, marked_key = json.loads(line)
    arrays = np.array(documents, np.int64), np.array(shares, np.float64)
    judged = None if mark is None else PassageMark(mark)
    return SharedPassage(key, *arrays, spread, words, text, judged, marked_key)


def _passages(reader: _Reader, detection: Detection, control: JobControl) -> list[SharedPassage]:
    by_text = defaultdict[str, list[tuple[SharedPassage, int]]](list)
    for found, least_words in _found(detection, control):
        for passage in range(len(found)):
            control.report(Stage.MEASURING, passage, len(found))
            control.checkpoint()
            row = reader.row(found, passage)
            if row is not None and row.words >= least_words:
                by_text[row.key].append((row, len(found.anchors_of(passage))))
    places = _places_by_path(detection)
    rows = [_as_one_row(some, places, detection.common.groups) for some in by_text.values()]
    rows.sort(
        key=lambda row: (-(row.spread - 1) * row.words, places[row.documents].tolist(), row.text)
    )
    return rows


def _as_one_row(
    some: Sequence[tuple[SharedPassage, int]], places: Ids, groups: Ids
) -> SharedPassage:
    """One row of those with one text, each with the number of its anchors.

    Where some documents have the whole text and others pieces of it, each piece is found for
    itself, and each has grown to the whole.
    """
    if len(some) == 1:
        return some[0][0]
    some = sorted(some, key=lambda each: (places[each[0].documents].tolist(), each[0].text))
    held = defaultdict[int, float](float)
    for row, anchors in some:
        for number, share in zip(row.documents.tolist(), row.shares.tolist(), strict=True):
            held[number] += share * anchors
    documents = np.array(sorted(held, key=places.__getitem__), np.int64)
    marked = next((row for row, _ in some if row.mark is not None), some[0][0])
    every = sum(anchors for _, anchors in some)
    return replace(
        marked,
        documents=documents,
        shares=np.round([held[number] / every for number in documents.tolist()], 2),
        spread=len(np.unique(groups[documents])),
    )


def _places_by_path(detection: Detection) -> Ids:
    """The place of the first file of each document, whatever the order of import was."""
    places = np.full(detection.document_count, len(detection.files))
    every = np.arange(len(detection.files))
    np.minimum.at(places, detection.file_documents, every)
    return places


def _found(detection: Detection, control: JobControl) -> Iterator[tuple[PassageArrays, int]]:
    """Passages of several documents, then those of two that are no pair; and their least words."""
    common, arrays = detection.common, detection.classifier.arrays
    groups = common.groups

    def passages() -> Iterator[Postings]:
        yield from arrays.hashes(HashKind.PASSAGES)

    limits = CommonLimits(1, _LEAST_DOCUMENTS - 1)
    count = int(arrays.sketches.counts.sum()) // 4
    spread = counted(HERE.count(passages, groups, count, limits), control)
    control.checkpoint()
    several = joined(only_among(passages(), spread.template))
    yield find_shared_passages(several, groups, _LEAST_DOCUMENTS), _LEAST_WORDS
    of_two = joined(none_among(only_among(passages(), spread.frequent), spread.template))
    may = common.may_be_on_template[of_two.owners]
    of_two = Postings(of_two.hashes[may], of_two.owners[may])
    yield _unlisted(find_shared_passages(of_two, groups, 2, 2), detection), _PAIR_WORDS


def _unlisted(found: PassageArrays, detection: Detection) -> PassageArrays:
    """The passages whose documents are no listed pair."""
    numbers = detection.folding.inverse
    firsts = detection.folding.members[detection.folding.offsets[:-1]]
    leaders = detection.groups.leader_of
    stands_for = np.where(leaders < 0, firsts[numbers], leaders)
    listed = set((detection.pairs.left << 32 | detection.pairs.right).tolist())
    kept = [
        passage
        for passage in range(len(found))
        if not _are_listed(stands_for[found.documents_of(passage)], leaders, listed)
    ]
    return found.take(np.array(kept, np.int64))


def _are_listed(documents: Ids, leaders: Ids, listed: set[int]) -> bool:
    """Whether two are a pair. Leaders stand for the documents of their groups, which are pairs."""
    documents, counts = np.unique_counts(documents)
    if (counts[leaders[documents] >= 0] > 1).any():
        return True
    pairs = (int(a) << 32 | int(b) for place, b in enumerate(documents) for a in documents[:place])
    return any(pair in listed for pair in pairs)


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    source: str
    tokens: ComparisonTokens
    shingles: Shingles
    selected: Selected


class _Reader:
    """Finds the words of passages in the texts of their documents, of which it keeps some."""

    def __init__(
        self, library: Library, detection: Detection, marks: Sequence[MarkedPassage]
    ) -> None:
        self._library = library
        self._ids = detection.document_ids
        self._places = _places_by_path(detection)
        self._gap_tokens = detection.options.thresholds.passages.gap_tokens
        self._marks = marks
        self.lost: list[int] = []
        self._kept: OrderedDict[int, _Text | None] = OrderedDict()

    def row(self, found: PassageArrays, passage: int) -> SharedPassage | None:
        """The row of a passage; None where its text cannot be read."""
        anchors, documents = found.anchors_of(passage), found.documents_of(passage)
        places, held = self._places[documents], found.held_of(passage)
        fullest = documents[np.lexsort((places, -held))]
        text = self._text(int(fullest[0]))
        if text is None:
            return None
        other = next(filter(None, map(self._text, fullest[1:3].tolist())), None)
        place = self._place(text, anchors)
        if place is None:
            return None
        if other is not None:
            place = _grown(text, other, place)
        tokens = text.tokens
        mark = mark_of(anchors, self._marks)
        by_path = np.argsort(places)
        return SharedPassage(
            key=key_of(tokens.hashes[place]),
            documents=documents[by_path],
            shares=np.round(held[by_path] / len(anchors), 2),
            spread=int(found.spread[passage]),
            words=int(CountedTokens.all_of(text.shingles).different_words(place)),
            text=text.source[int(tokens.starts[place.start]) : int(tokens.ends[place.stop - 1])],
            mark=None if mark is None else mark.mark,
            marked_key=None if mark is None else mark.key,
        )

    def _place(self, text: _Text, anchors: HalfHashes) -> slice | None:
        """From the first token of the first anchor to the last one of the last anchor."""
        halves = text.selected.hashes.astype(np.uint32)
        place = place_of(anchors, halves, text.selected.positions, self._gap_tokens)
        if place is None:
            return None
        end = place.stop + DEFAULT_WINNOWING_LIMITS.noise_tokens
        return slice(place.start, min(end, len(text.tokens)))

    def _text(self, position: int) -> _Text | None:
        if position not in self._kept:
            self._kept[position] = self._read(int(self._ids[position]))
            if len(self._kept) > _TEXTS_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(position)
        return self._kept[position]

    def _read(self, document_id: int) -> _Text | None:
        try:
            with self._library.read() as connection:
                source = texts.get(connection, document_id)
                _, digests = load_marks(connection, COMPARISON_VERSION, [document_id])
        except TextDamagedError:
            source, digests = None, {}
        tokens = comparison_tokens(source or "")
        if not len(tokens) or is_foreign(tokens.hashes, digests.get(document_id)):
            self.lost.append(document_id)
            return None
        shingles = shingles_of(tokens.hashes, is_character=tokens.is_character)
        return _Text(source or "", tokens, shingles, winnow(tokens.hashes))


def _grown(text: _Text, other: _Text, place: slice) -> slice:
    """The place, and what stands before and after it in both texts alike."""
    own, theirs = text.tokens.hashes, other.tokens.hashes
    width = DEFAULT_WINNOWING_LIMITS.noise_tokens
    first = _run_place(theirs, own[place.start : place.start + width])
    last = _run_place(theirs, own[max(0, place.stop - width) : place.stop])
    start, stop = place.start, place.stop
    if first is not None:
        start -= _equal_count(own[:start][::-1], theirs[:first][::-1])
    if last is not None:
        stop += _equal_count(own[stop:], theirs[last + width :])
    return slice(start, stop)


def _run_place(tokens: Hashes, run: Hashes) -> int | None:
    """Where a run of tokens first stands in others."""
    for place in np.flatnonzero(tokens[: len(tokens) - len(run) + 1] == run[0]).tolist():
        if np.array_equal(tokens[place : place + len(run)], run):
            return int(place)
    return None


def _equal_count(a: Hashes, b: Hashes) -> int:
    """How many values are equal from the beginning on."""
    length = min(len(a), len(b))
    differing = np.flatnonzero(a[:length] != b[:length])
    return int(differing[0]) if len(differing) else length
