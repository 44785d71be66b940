"""Which files are listed as pairs, and which as groups: arrays, before anything has a name.

Pairs of a ``Detection`` are of texts, and a text may stand in many files. Files that are all alike
(they hold one text, or are in one of the detection's groups) are listed once as a group; those of
one text only where all pairs of files would outnumber the files by more than ``PAIRS_A_FILE`` to 1.
Below that, every pair is listed. A text of a group stands in pairs with others by its first file.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from simhash_gui.core.ragged import ragged_rows
from simhash_gui.core.text.spans import Flags
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.groups import LEAST_FILES, PAIRS_A_FILE
from simhash_gui.services.detection.pairs import DetectedPairs, Ids

_Rows: TypeAlias = tuple[Ids, Ids, Ids]
"""Files of the left document, files of the right one, and places of their pairs."""


class GroupKind(StrEnum):
    """What the members of a group have in common."""

    TEXT = "text"
    """All of it."""
    TEMPLATE = "template"
    """Enough that each is a version of the first member, with which all were compared."""


@dataclass(frozen=True, slots=True, eq=False)
class FileGroup:
    """Files that are all alike, as numbers in ``Detection.files``, by path.

    Of a template the files of the document that all were compared with come first.
    """

    kind: GroupKind
    files: Ids

    @property
    def pair_count(self) -> int:
        """How many pairs of files it implies."""
        return len(self.files) * (len(self.files) - 1) // 2


@dataclass(frozen=True, slots=True, eq=False)
class FilePairs:
    """Pairs of files by path, a before b, as numbers in ``Detection.files``; shapes (p,).

    ``places`` are those of their evidence in ``evidence``, of which ``left`` and ``right`` are
    positions in the detection; a is of the right one where ``is_turned``.
    """

    a: Ids
    b: Ids
    places: Ids
    is_turned: Flags
    evidence: DetectedPairs

    def __len__(self) -> int:
        return len(self.a)


class FileLists:
    """Groups and pairs of the files of a detection."""

    def __init__(self, detection: Detection, rank: Ids, distance: int | None = None) -> None:
        """Pairs within ``distance``, or all; copies of a text are pairs at any distance.

        ``rank`` says which place each file has by its path.
        """
        self._detection = detection
        self._rank = rank
        pairs = detection.pairs
        inside = detection.groups.is_inside(pairs.left, pairs.right)
        within = np.ones(len(pairs), np.bool_) if distance is None else pairs.distance <= distance
        self._pairs = pairs.take(~inside & within)
        self._order, self._begins = _by_text(detection, rank)
        self.groups = self._groups()
        self._is_grouped = np.zeros(len(detection.files), np.bool_)
        for group in self.groups:
            self._is_grouped[group.files] = True

    @property
    def implied_count(self) -> int:
        """How many pairs of files the groups imply."""
        return sum(group.pair_count for group in self.groups)

    def pairs(self) -> FilePairs:
        """All that no group implies, by path."""
        left, right, places = self._across()
        own, other, copies = self._copies()
        places = np.concatenate((places, copies + len(self._pairs)))
        one, two = np.concatenate((left, own)), np.concatenate((right, other))
        documents = self._detection.file_documents
        is_listed = ~self._detection.apart.mask(documents[one], documents[two])
        one, two, places = one[is_listed], two[is_listed], places[is_listed]
        is_turned = self._rank[one] > self._rank[two]
        a, b = np.where(is_turned, two, one), np.where(is_turned, one, two)
        order = np.lexsort((self._rank[b], self._rank[a]))
        return FilePairs(a[order], b[order], places[order], is_turned[order], self._evidence())

    def _groups(self) -> tuple[FileGroup, ...]:
        detection = self._detection
        leaders = detection.groups.leader_of
        numbers = detection.folding.inverse
        files = self._order
        positions = detection.file_documents[files]
        texts = len(detection.folding)
        key = np.where(leaders[positions] >= 0, texts + leaders[positions], numbers[positions])
        sizes = np.bincount(key)
        found = [
            FileGroup(
                GroupKind.TEXT if one < texts else GroupKind.TEMPLATE,
                self._in_order(files[key == one], one - texts),
            )
            for one in np.flatnonzero(sizes).tolist()
            if sizes[one] >= LEAST_FILES or one >= texts
        ]
        found.sort(key=lambda group: (-len(group.files), int(self._rank[group.files[0]])))
        count = sum(group.pair_count for group in found) + self._listed_count(found)
        if count > PAIRS_A_FILE * len(files):
            return tuple(found)
        return tuple(group for group in found if group.kind is GroupKind.TEMPLATE)

    def _in_order(self, files: Ids, leader: int) -> Ids:
        numbers, positions = self._detection.folding.inverse, self._detection.file_documents[files]
        is_led = np.zeros(len(files), np.bool_)
        if leader >= 0:
            is_led = numbers[positions] != numbers[leader]
        return files[np.lexsort((self._rank[files], is_led))]

    def _listed_count(self, groups: list[FileGroup]) -> int:
        """Pairs of files outside of groups."""
        sizes = np.diff(self._begins)
        numbers = self._detection.folding.inverse
        across = sizes[numbers[self._pairs.left]] * sizes[numbers[self._pairs.right]]
        is_text = np.ones(len(sizes), np.bool_)
        for group in groups:
            is_text[numbers[self._detection.file_documents[group.files]]] = False
        own = sizes[is_text]
        return int(across.sum() + (own * (own - 1) // 2).sum())

    def _listed(self) -> tuple[Ids, Ids]:
        """Files by text, of texts of a group the first only, and where each text begins."""
        is_first = np.zeros(len(self._order), np.bool_)
        begins = self._begins[:-1]
        is_first[begins[np.diff(self._begins) > 0]] = True
        kept = is_first | ~self._is_grouped[self._order]
        before = np.concatenate(([0], np.cumsum(kept)))
        return self._order[kept], before[self._begins]

    def _across(self) -> _Rows:
        files, begins = self._listed()
        numbers, sizes = self._detection.folding.inverse, np.diff(begins)
        left, right = numbers[self._pairs.left], numbers[self._pairs.right]
        rows = [(np.empty(0, np.int64),) * 3]
        for owner, place in ragged_rows(sizes[left] * sizes[right]):
            row, column = np.divmod(place, sizes[right][owner])
            own, other = begins[left][owner] + row, begins[right][owner] + column
            rows.append((files[own], files[other], owner))
        return _joined(rows)

    def _copies(self) -> _Rows:
        """Files of one text, and the number of the text."""
        files, begins = self._listed()
        text = np.repeat(np.arange(len(begins) - 1), np.diff(begins))
        ends = begins[1:][text]
        rows = [(np.empty(0, np.int64),) * 3]
        for owner, place in ragged_rows(ends - np.arange(len(files)) - 1):
            rows.append((files[owner], files[owner + 1 + place], text[owner]))
        return _joined(rows)

    def _evidence(self) -> DetectedPairs:
        """Of the pairs, and then of the copies of each text."""
        folding = self._detection.folding
        firsts = folding.members[folding.offsets[:-1]]
        nearest = np.zeros(len(firsts), np.uint8)
        copies = DetectedPairs.identical(firsts, firsts, nearest)
        return DetectedPairs.concatenate([self._pairs, copies])


def _by_text(detection: Detection, rank: Ids) -> tuple[Ids, Ids]:
    """Numbers of files by their texts and by path, and where each text begins.

    Where all candidates were asked for, each document is named once.
    """
    documents = detection.file_documents
    files = np.argsort(rank)
    if detection.options.all_candidates:
        files = files[np.unique(documents[files], return_index=True)[1]]
    text = detection.folding.inverse[documents[files]]
    order = np.lexsort((rank[files], text))
    sizes = np.bincount(text, minlength=len(detection.folding))
    return files[order], np.concatenate(([0], np.cumsum(sizes)))


def _joined(rows: list[_Rows]) -> _Rows:
    a, b, places = (np.concatenate(column) for column in zip(*rows, strict=True))
    return a, b, places
