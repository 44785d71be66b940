"""What people say of contents: same, revision, template, unrelated, later; and what follows.

A verdict is kept by content, so it survives new searches, other thresholds and recipes, renames and
moves. Contents that are the same form one class, and what is said of one of them is said of all.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import ragged_rows
from simhash_gui.services.library.libraries import Library, now_ms
from simhash_gui.store.engine.types import Ids, Verdict
from simhash_gui.store.repositories import copies as copy_store
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories import verdicts as store
from simhash_gui.store.repositories.verdicts import GivenVerdict

__all__ = [
    "ApartPairs",
    "GivenVerdict",
    "InvalidVerdictError",
    "Verdict",
    "VerdictConflictError",
    "Verdicts",
    "export_verdicts",
    "give_verdict",
    "give_verdict_on_documents",
    "import_verdicts",
    "load_verdicts",
    "named_documents",
    "named_members",
    "restore_verdicts",
    "take_back",
    "verdict_on_documents",
]

_COLUMNS = ("group", "verdict", "note", "digest", "path")
_PERSON = "person"
"""Not in files that were written before it was kept."""
_AT_ONCE = 1 << 20
Flags = NDArray[np.bool_]


class VerdictConflictError(ValueError):
    """A verdict contradicts one that was given before."""


class InvalidVerdictError(ValueError):
    """A verdict that cannot be given: not two contents, or a file that is no list of verdicts."""


@dataclass(frozen=True, slots=True, eq=False)
class ApartPairs:
    """Which documents people hold apart, as sorted keys; ``labels`` are classes of the same.

    ``labels`` has one entry for each document, ``keys`` are label << 32 | verdict for each label
    that a verdict "unrelated" names, ``starts`` where the keys of each label begin; all are empty
    where there is no such verdict. ``given`` are the verdicts that it follows from.
    """

    labels: Ids
    keys: Ids
    starts: Ids
    given: tuple[GivenVerdict, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is held apart."""
        return not len(self.keys)

    def mask(self, left: Ids, right: Ids) -> Flags:
        """Which pairs of positions are held apart."""
        found = np.zeros(len(left), np.bool_)
        if self.is_empty:
            return found
        own, other = self.labels[left], self.labels[right]
        counts = self.starts[own + 1] - self.starts[own]
        for pair, place in ragged_rows(counts, _AT_ONCE):
            verdict = self.keys[self.starts[own[pair]] + place] & 0xFFFF_FFFF
            found[pair[np.isin(other[pair] << 32 | verdict, self.keys)]] = True
        is_other: Flags = own != other
        return found & is_other


class Verdicts:
    """All verdicts of a library, and what follows from them.

    ``damaged`` others are not what was given; nothing follows from these.
    """

    def __init__(self, given: Sequence[GivenVerdict], damaged: int = 0) -> None:
        self.given = tuple(given)
        self.damaged = damaged
        self._parents: dict[bytes, bytes] = {}
        for each in given:
            if each.verdict is Verdict.SAME:
                first, *others = each.members
                for other in others:
                    self._join(first, other)
        self._labels: dict[bytes, int] = {}
        self._sizes: Counter[int] = Counter()
        for each in given:
            for digest in each.members:
                label = self._labels.setdefault(self._root(digest), len(self._labels))
                self._labels.setdefault(digest, label)
        self._about: dict[bytes, list[int]] = {}
        for number, each in enumerate(given):
            for root in {self._root(digest) for digest in each.members}:
                self._about.setdefault(root, []).append(number)
            if each.verdict is Verdict.SAME:
                self._sizes.update({self._labels[digest] for digest in each.members})

    def same_as(self, digest: bytes) -> int | None:
        """The number of the class of contents that are the same as this one; None for no such."""
        label = self._labels.get(self._root(digest)) if digest in self._labels else None
        return label if label is not None and self._sizes[label] else None

    def between(self, first: bytes, second: bytes) -> GivenVerdict | None:
        """What is said of two contents, or follows; the latest where there are several."""
        if first == second:
            return None
        own, other = self._root(first), self._root(second)
        for each in reversed(self.given):
            roots = {self._root(digest) for digest in each.members}
            if each.verdict is Verdict.SAME:
                if own == other == next(iter(roots)):
                    return each
            elif own in roots and other in roots and own != other:
                return each
        return None

    def among(self, digests: Iterable[bytes]) -> GivenVerdict | None:
        """The latest verdict that covers all of some contents, or follows for all of them."""
        wanted = {self._root(digest) for digest in digests}
        about = [set(self._about.get(root, ())) for root in wanted]
        common = set.intersection(*about) if about else set()
        return self.given[max(common)] if common else None

    @property
    def holding_apart(self) -> tuple[GivenVerdict, ...]:
        """Those that decide what is held apart; none where nothing is."""
        if all(each.verdict is not Verdict.UNRELATED for each in self.given):
            return ()
        kinds = (Verdict.UNRELATED, Verdict.SAME)
        return tuple(each for each in self.given if each.verdict in kinds)

    def apart(self, ids: Mapping[bytes, int], document_ids: Ids) -> ApartPairs:
        """Which of some documents, by ascending id, are held apart; ``ids`` by digest."""
        keys = {
            self._labels[self._root(digest)] << 32 | number
            for number, each in enumerate(self.given)
            if each.verdict is Verdict.UNRELATED
            for digest in each.members
        }
        if not keys:
            nothing = np.empty(0, np.int64)
            return ApartPairs(nothing, nothing, nothing, self.holding_apart)
        labels = np.arange(len(document_ids)) + len(self._labels)
        known = [digest for digest in self._labels if digest in ids]
        wanted = np.array([ids[digest] for digest in known], np.int64)
        own = np.array([self._labels[self._root(digest)] for digest in known], np.int64)
        places = np.searchsorted(document_ids, wanted)
        is_there = np.isin(wanted, document_ids)
        labels[places[is_there]] = own[is_there]
        ordered = np.array(sorted(keys), np.int64)
        ends = np.arange(len(document_ids) + len(self._labels) + 2)
        starts = np.searchsorted(ordered >> 32, ends)
        return ApartPairs(labels, ordered, starts, self.holding_apart)

    def conflict_with(self, verdict: Verdict, members: Iterable[bytes]) -> GivenVerdict | None:
        """The verdict that a new one would contradict."""
        new = GivenVerdict(0, verdict, "", 0, dict.fromkeys(members, ""))
        together = Verdicts([*self.given, new])
        for each in together.given:
            if each.verdict is Verdict.UNRELATED:
                roots = [together._root(digest) for digest in each.members]
                if len(set(roots)) < len(roots):
                    return each if each is not new else self._same_within(members)
        return None

    def _same_within(self, members: Iterable[bytes]) -> GivenVerdict | None:
        roots = Counter(self._root(digest) for digest in members)
        twice = {root for root, count in roots.items() if count > 1}
        for each in self.given:
            if each.verdict is Verdict.SAME and self._root(next(iter(each.members))) in twice:
                return each
        return None

    def _root(self, digest: bytes) -> bytes:
        root = digest
        while (parent := self._parents.get(root, root)) != root:
            root = parent
        while (parent := self._parents.get(digest, digest)) != root:
            self._parents[digest], digest = root, parent
        return root

    def _join(self, first: bytes, second: bytes) -> None:
        self._parents[self._root(second)] = self._root(first)


def load_verdicts(library: Library) -> Verdicts:
    """All verdicts of a library."""
    with library.read() as connection:
        found, damaged = store.load_all(connection)
    return Verdicts([each for each in found if each.members], damaged)


def give_verdict(
    library: Library, verdict: Verdict | None, paths: Sequence[str], note: str = ""
) -> int | None:
    """Say something of the contents at some paths; None takes back what was said of them.

    Replaces what was said of the same contents, or of some of them alone. Raises
    InvalidVerdictError where the library does not know a path or there is only one content, and
    VerdictConflictError.
    """
    with library.read() as connection:
        known = copy_store.at_paths(connection, paths)
    members: dict[bytes, str] = {}
    for path in paths:
        digest = known[path].digest if path in known else None
        if digest is None:
            raise InvalidVerdictError(f"{path}: not a document of this library")
        members.setdefault(digest, path)
    return _give(library, verdict, members, note)[0]


def give_verdict_on_documents(
    library: Library, verdict: Verdict | None, paths: Mapping[int, str], note: str = ""
) -> tuple[int | None, list[GivenVerdict]]:
    """The same of documents, by their ids with a path of each; also what it has replaced."""
    with library.read() as connection:
        digests = store.digests(connection, paths)
    members = {digests[number]: path for number, path in paths.items() if number in digests}
    return _give(library, verdict, members, note)


def verdict_on_documents(library: Library, ids: Sequence[int]) -> GivenVerdict | None:
    """What is said of all of some documents, or follows for all of them."""
    with library.read() as connection:
        digests = store.digests(connection, ids)
    return load_verdicts(library).among(digests.values())


def _give(
    library: Library, verdict: Verdict | None, members: Mapping[bytes, str], note: str
) -> tuple[int | None, list[GivenVerdict]]:
    if len(members) < 2:
        raise InvalidVerdictError("a verdict is about two contents or more, and these are one")
    verdicts = load_verdicts(library)
    replaced = [each for each in verdicts.given if set(each.members) <= set(members)]
    staying = Verdicts([each for each in verdicts.given if each not in replaced])
    if verdict is not None:
        _require_no_conflict(library, staying, verdict, members)
    person = library.person
    with library.write(is_synced=True) as connection:
        store.remove(connection, [each.id for each in replaced])
        number = None
        if verdict is not None:
            given = GivenVerdict(0, verdict, note, _now_ms(verdicts), members, person)
            number = store.add(connection, given)
    return number, replaced


def _now_ms(verdicts: Verdicts) -> int:
    """The time, and after all that were given: the latest counts, whatever the clock has done."""
    return max([now_ms(), *(each.given_at_ms + 1 for each in verdicts.given[-1:])])


def _require_no_conflict(
    library: Library, verdicts: Verdicts, verdict: Verdict, members: Mapping[bytes, str]
) -> None:
    conflict = verdicts.conflict_with(verdict, members)
    if conflict is not None:
        paths = ", ".join(path for _, path in named_members(library, [conflict])[0])
        raise VerdictConflictError(
            f"{verdict.value} contradicts the verdict {conflict.verdict.value} on {paths}"
        )


def take_back(library: Library, ids: Sequence[int]) -> None:
    """Forget verdicts."""
    with library.write(is_synced=True) as connection:
        store.remove(connection, ids)


def restore_verdicts(library: Library, given: Iterable[GivenVerdict]) -> dict[int, int]:
    """Give verdicts again that were replaced or taken back; their new ids by the old ones."""
    with library.write(is_synced=True) as connection:
        return {each.id: store.add(connection, each) for each in given}


def named_documents(library: Library, verdicts: Verdicts) -> dict[bytes, int]:
    """The ids of the documents that verdicts name, by digest."""
    named = {digest for each in verdicts.given for digest in each.members}
    with library.read() as connection:
        return documents.ids_by_digest(connection, named)


def named_members(library: Library, given: Iterable[GivenVerdict]) -> list[list[tuple[bytes, str]]]:
    """The members of verdicts, each where it was judged, or else where it is now or was last."""
    with library.read() as connection:
        present = store.paths_of(connection)

    def place(digest: bytes, path: str) -> str:
        now = present.get(digest, [])
        return path if path in now or not now else now[0]

    return [
        [(digest, place(digest, path)) for digest, path in each.members.items()] for each in given
    ]


def export_verdicts(library: Library) -> str:
    """All verdicts as CSV: a row for each member, those of one verdict with one group number."""
    given = load_verdicts(library).given
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([*_COLUMNS, _PERSON])
    for number, members in enumerate(named_members(library, given), start=1):
        each = given[number - 1]
        for digest, path in members:
            texts = [_plain(each.note), digest.hex(), _plain(path), _plain(each.person)]
            writer.writerow([number, each.verdict.value, *texts])
    return text.getvalue()


def _plain(text: str) -> str:
    """Keep spreadsheets from running a text that looks like a formula; as UTF-8 can have it."""
    text = text.encode(errors="backslashreplace").decode()
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "'")) else text


def import_verdicts(library: Library, text: str) -> int:
    """Add the verdicts of a CSV file; return how many were new. All of them, or none.

    Raises InvalidVerdictError and VerdictConflictError.
    """
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    try:
        if not set(_COLUMNS) <= set(rows.fieldnames or ()):
            raise InvalidVerdictError(f"the first line must name the columns {', '.join(_COLUMNS)}")
        new = [_imported(list(group)) for _, group in groupby(rows, lambda row: row["group"])]
    except csv.Error as error:
        raise InvalidVerdictError(f"line {rows.line_num}: {error}") from error
    given = list(load_verdicts(library).given)
    known = {(each.verdict, frozenset(each.members)) for each in given}
    added = [each for each in new if (each.verdict, frozenset(each.members)) not in known]
    for each in added:
        _require_no_conflict(library, Verdicts(given), each.verdict, each.members)
        given.append(each)
    with library.write(is_synced=True) as connection:
        for each in added:
            store.add(connection, each)
    return len(added)


def _imported(rows: Sequence[Mapping[str, str]]) -> GivenVerdict:
    try:
        members = {bytes.fromhex(row["digest"]): _unquoted(row["path"]) for row in rows}
        verdict = Verdict(rows[0]["verdict"])
    except (ValueError, TypeError, AttributeError) as error:
        raise InvalidVerdictError(f"group {rows[0]['group']}: {error}") from error
    if len(members) < 2 or any(len(digest) != 16 for digest in members):
        raise InvalidVerdictError(f"group {rows[0]['group']}: not two digests or more")
    note, person = (_unquoted(rows[0].get(column) or "") for column in ("note", _PERSON))
    return GivenVerdict(0, verdict, note, now_ms(), members, person)


def _unquoted(text: str) -> str:
    return text.removeprefix("'")
