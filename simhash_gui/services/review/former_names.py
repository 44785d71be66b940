"""Files that had several names, of which links replaced some: undo makes them one file again."""

from __future__ import annotations

from collections import defaultdict, deque
from contextlib import suppress
from dataclasses import replace

from simhash_gui.services.library.libraries import Library
from simhash_gui.services.review.disk import Identity, identity_at
from simhash_gui.services.review.plan import LINKS
from simhash_gui.services.review.refusals import RefusedError
from simhash_gui.services.review.written import Facts, facts_of
from simhash_gui.store.engine.types import ActState
from simhash_gui.store.repositories import documents, files, journal
from simhash_gui.store.repositories.journal import JournalAct


class FormerNames:
    """Knows where replaced files still stand, and which acts replaced other names of theirs."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._names: dict[bytes, dict[tuple[int, int], deque[str]]] = {}
        self._done: dict[int, tuple[str, Facts]] | None = None
        self._by_file = defaultdict[Identity, set[int]](set)
        self._by_made = defaultdict[Identity, set[int]](set)

    def another(self, facts: Facts, digest: bytes | None) -> str | None:
        """A name by which a replaced file still stands; None where it has none."""
        file = facts.file
        if file is None or digest is None or not _had_several(facts):
            return None
        names = self._of_content(digest)[file.device, file.inode]
        while names and identity_at(names[0]) != file:
            names.popleft()
        return names[0] if names else None

    def linked(self, act_id: int) -> None:
        """Note that a name is of its former file again."""
        self._done_links().pop(act_id, None)

    def restored(self, act: JournalAct, facts: Facts, digest: bytes | None) -> dict[int, Facts]:
        """Note that a copy stands for a file again; what other acts are to know of it now.

        It may have the same inode as the file had, which was free again.
        """
        former, now = facts.file, identity_at(act.path)
        done = self._done_links()
        done.pop(act.id, None)
        if former is None or now is None or not _is_alike(former, now):
            return {}
        if digest is not None:
            self._of_content(digest)[now.device, now.inode].append(act.path)
        others = [
            number
            for number in self._by_file.get(former, ())
            if number in done and (_had_several(facts) or _had_several(done[number][1]))
        ]
        paths = {act.path, *(done[number][0] for number in others)}
        told = {number: _renewed(done[number][1], now) for number in others}
        for number in self._by_made.get(former, ()):
            if number in done and done[number][0] in paths:
                told[number] = replace(told.get(number, done[number][1]), made=now)
        for number, renewed in told.items():
            self._note(number, done[number][0], renewed)
        return told

    def _of_content(self, digest: bytes) -> dict[tuple[int, int], deque[str]]:
        """The paths of a content by the file that stands there, as they were at the first look."""
        if digest not in self._names:
            with self._library.read() as connection:
                ids = documents.ids_by_digest(connection, [digest])
                rows = files.of_documents(connection, ids.values())
            names = defaultdict[tuple[int, int], deque[str]](deque)
            for path in files.present_paths(each for some in rows.values() for each in some):
                if found := identity_at(path):
                    names[found.device, found.inode].append(path)
            self._names[digest] = names
        return self._names[digest]

    def _done_links(self) -> dict[int, tuple[str, Facts]]:
        """The path and the facts of each link that stands."""
        if self._done is None:
            self._done = {}
            with self._library.read() as connection:
                acts = journal.acts(connection, None, [ActState.DONE])
            for act in acts:
                if act.act in LINKS:
                    with suppress(RefusedError):  # one whose journal is damaged
                        self._note(act.id, act.path, facts_of(act))
        return self._done

    def _note(self, act_id: int, path: str, facts: Facts) -> None:
        self._done_links()[act_id] = path, facts
        for file, known in ((facts.file, self._by_file), (facts.made, self._by_made)):
            if file is not None:
                known[file].add(act_id)


def _had_several(facts: Facts) -> bool:
    return facts.attributes is not None and facts.attributes.links > 1


def _renewed(facts: Facts, file: Identity) -> Facts:
    """The facts of an act on another name of a file that is a new one now."""
    attributes = facts.attributes and replace(facts.attributes, links=2)
    return replace(facts, file=file, attributes=attributes)


def _is_alike(former: Identity, now: Identity) -> bool:
    return (former.size_bytes, former.modified_ns) == (now.size_bytes, now.modified_ns)
