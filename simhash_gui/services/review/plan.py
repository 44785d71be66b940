"""A plan: which copies go, which is kept for each, and why. Nothing on the disk is touched.

A plan is an object that can be read, edited, saved and opened again. It rests on what the library
knows and on what the disk says of names, sizes and inodes; bytes are compared when it is applied.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import FolderRole, Library, folders
from simhash_gui.services.review.disk import Identity, require_plain, require_writable
from simhash_gui.services.review.keep_rules import DEFAULT_RULES, Copy, KeepRule, Ranking, ranked
from simhash_gui.services.review.protection import Protection
from simhash_gui.services.review.refusals import Refusal, RefusedError
from simhash_gui.services.review.verdicts import Verdicts, load_verdicts
from simhash_gui.store.engine.types import Act
from simhash_gui.store.repositories import copies as copy_store
from simhash_gui.store.repositories.copies import CopyRow

__all__ = [
    "Act",
    "NotAPlanError",
    "Plan",
    "PlanOptions",
    "PlannedAct",
    "RefusedFile",
    "make_plan",
]

_DIGEST_BYTES = 16
NAMES_OUTSIDE = "other names outside the library, which undo does not join again"
"""A change of ``PlannedAct``, with their number: from then on the file is not theirs."""
LINKS_LEFT = "symbolic links to it, which lead nowhere until undo"
"""A change of ``PlannedAct``, with the number of those in the folders of the library."""
LINKS = frozenset({Act.HARDLINK, Act.REFLINK})
"""Acts after which something stands at the same path."""


class NotAPlanError(ValueError):
    """A file that is no plan, or a plan that cannot be made as it was asked for."""


@dataclass(frozen=True, slots=True)
class PlannedAct:
    """What is to become of one file.

    ``reason`` says why the other one is kept. ``size_bytes`` is what the act frees: nothing where a
    further hard link stays. ``identity`` and ``keeps_identity`` are the files that were meant; None
    in a plan that a person has written. ``to`` is where ``move`` puts it, ``changes`` what else
    becomes different.
    """

    path: str
    keeps: str
    act: Act
    reason: str
    size_bytes: int
    identity: Identity | None = None
    keeps_identity: Identity | None = None
    to: str | None = None
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A file that is left as it is, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Acts, and the files that rules would have marked but must not.

    ``free_bytes`` is what is free now on the volume of each library folder, ``hits`` how many files
    each keep rule has put behind another.
    """

    acts: tuple[PlannedAct, ...]
    refused: tuple[RefusedFile, ...] = ()
    free_bytes: Mapping[str, int] = field(default_factory=dict)
    hits: Mapping[str, int] = field(default_factory=dict)

    @property
    def size_bytes(self) -> int:
        """What all acts free."""
        return sum(act.size_bytes for act in self.acts)

    @property
    def links_left(self) -> int:
        """How many symbolic links lead nowhere when all acts are done."""
        changes = (change.partition(": ") for act in self.acts for change in act.changes)
        told = (number for name, _, number in changes if name == LINKS_LEFT)
        return sum(int(number) for number in told if number.isdecimal())

    def without(self, paths: Collection[str]) -> Plan:
        """The plan without what a person denies: these files stay."""
        denied = [act for act in self.acts if act.path in paths]
        if not denied:
            return self
        linked = {_key(act.identity) for act in denied if act.identity is not None}
        acts = [
            replace(act, size_bytes=0) if _key(act.identity) in linked else act
            for act in self.acts
            if act.path not in paths
        ]
        stay = [RefusedFile(act.path, Refusal.DENIED.value) for act in denied]
        return replace(self, acts=tuple(acts), refused=(*self.refused, *stay))


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """What is asked for.

    ``marked``: only these paths may go, and all others are kept. ``emptied_folder``: the same of
    all files below a folder.
    """

    rules: Sequence[KeepRule] = DEFAULT_RULES
    act: Act = Act.SET_ASIDE
    to: Path | None = None
    marked: Collection[str] | None = None
    emptied_folder: str = ""


def make_plan(library: Library, options: PlanOptions, control: JobControl) -> Plan:
    """Plan what the rules say. Raises NotAPlanError and JobCancelledError."""
    if (options.act is Act.MOVE) is (options.to is None):
        raise NotAPlanError("a folder to move to belongs to the act move, and to it alone")
    protection = Protection.of_library(library, control)
    roles = {str(row.path): row.role for row in folders(library)}
    maker = _Maker(options, protection, load_verdicts(library), roles)
    with library.read() as connection:
        for number, rows in enumerate(copy_store.all_copies(connection)):
            if number % 100 == 0:
                control.report(Stage.LISTING, number)
                control.checkpoint()
            maker.add(rows)
    plan = maker.plan()
    if not plan.acts or options.act in LINKS:
        return plan
    normal = [path for path, role in roles.items() if role is FolderRole.NORMAL]
    links = Counter(_links(normal, control).values())
    acts = [
        replace(act, changes=(*act.changes, f"{LINKS_LEFT}: {links[act.path]}"))
        if act.path in links
        else act
        for act in plan.acts
    ]
    return replace(plan, acts=tuple(acts))


def _links(roots: Iterable[str], control: JobControl) -> dict[str, str]:
    """The symbolic links below some folders, and where each leads.

    Links in folders that are protected need none of this: where they lead is protected as well.
    """
    found, waiting = dict[str, str](), list(roots)
    while waiting:
        control.checkpoint()
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_symlink():
                    found[entry.path] = os.path.realpath(entry.path)
                elif entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
    return found


class _Maker:
    """Collects acts and refusals, one content after another."""

    def __init__(
        self,
        options: PlanOptions,
        protection: Protection,
        verdicts: Verdicts,
        roles: Mapping[str, FolderRole],
    ) -> None:
        self._options = options
        self._roles = dict(roles)
        self._protection = protection
        self._verdicts = verdicts
        self._acts: list[tuple[PlannedAct, int]] = []
        self._refused: list[RefusedFile] = []
        self._same: dict[int, list[Copy]] = {}
        self._hits: Counter[str] = Counter()
        self._folder_names: dict[str, str] = {}
        self._roots: set[str] = set()
        self._names: Counter[tuple[int, int]] = Counter()

    def add(self, rows: Sequence[CopyRow]) -> None:
        """The files of one content."""
        found = [copy for row in rows if (copy := self._copy(row))]
        if not found:
            return
        if len(rows[0].digest) != _DIGEST_BYTES:
            self._refuse(found, Refusal.NO_DIGEST)
            return
        self._names = Counter(_key(copy.identity) for copy in found)
        kept = self._kept(found)
        if kept is not None:
            label = self._verdicts.same_as(rows[0].digest)
            if label is not None:
                self._same.setdefault(label, []).append(kept)

    def plan(self) -> Plan:
        """All that was collected."""
        for group in self._same.values():
            self._refuse_versions(group)
        free = {}
        for root in sorted(self._roots):
            try:
                free[root] = shutil.disk_usage(root).free
            except OSError:
                continue
        names = Counter(_key(act.identity) for act, _ in self._acts)
        acts, counted = [], set()
        for act, links in self._acts:
            key = _key(act.identity)
            frees = names[key] == links and key not in counted
            counted.add(key)
            acts.append(act if frees else replace(act, size_bytes=0))
        refused = tuple(each for each in self._refused if self._is_asked_of(each.path))
        return Plan(tuple(acts), refused, free, dict(self._hits))

    def _is_asked_of(self, path: str) -> bool:
        """Whether a file is among those that the plan is to act on."""
        options = self._options
        if options.emptied_folder:
            return Path(options.emptied_folder) in Path(path).parents
        return options.marked is None or path in options.marked

    def _copy(self, row: CopyRow) -> Copy | None:
        """The file as it stands on the disk; None, and told, where it is not what is known."""
        try:
            found = require_plain(row.path)
        except RefusedError as refusal:
            self._refused.append(RefusedFile(row.path, str(refusal)))
            return None
        if found.st_size != row.size_bytes:
            self._refused.append(RefusedFile(row.path, Refusal.NOT_AS_READ.value))
            return None
        role = self._role(os.path.dirname(row.path))  # noqa: PTH120
        if role is FolderRole.EXCLUDED:
            return None
        self._roots.add(row.folder)
        identity = Identity.of(found)
        is_protected = role is not FolderRole.NORMAL or self._protection.covers(row.path, identity)
        return Copy(
            row.path,
            row.folder,
            role,
            identity,
            found.st_nlink,
            stat.S_IMODE(found.st_mode),
            row.characters,
            row.reader,
            is_protected,
        )

    def _role(self, folder: str) -> FolderRole:
        """That of the innermost folder of the library around, whichever one the file came with."""
        role = self._roles.get(folder)
        if role is None:
            above = os.path.dirname(folder)  # noqa: PTH120
            role = FolderRole.NORMAL if above == folder else self._role(above)
            self._roles[folder] = role
        return role

    def _kept(self, found: Sequence[Copy]) -> Copy | None:
        """Decide among the copies of one content; the one that is kept."""
        marked = self._options.marked
        if self._options.emptied_folder:
            folder = Path(self._options.emptied_folder)
            marked = {copy.path for copy in found if folder in Path(copy.path).parents}
        if marked is not None:
            return self._kept_beside(found, marked)
        ranking = ranked(found, self._options.rules)
        kept = ranking.best[0]
        others, same = list[Copy](), list[Copy]()
        for copy in found:
            (same if copy.identity.is_file_of(kept.identity) else others).append(copy)
        is_one = all(copy.identity.is_file_of(kept.identity) for copy in ranking.best)
        if not is_one and not all(copy.is_protected for copy in ranking.best):
            if not all(copy.is_protected for copy in found):
                self._refuse([copy for copy in found if not copy.is_protected], Refusal.AMBIGUOUS)
            return None
        self._refuse([copy for copy in same if copy is not kept], Refusal.SAME_FILE, kept.path)
        self._decide(others, kept, ranking)
        return kept

    def _kept_beside(self, found: Sequence[Copy], marked: Collection[str]) -> Copy | None:
        wanted = [copy for copy in found if copy.path in marked]
        gone = {(copy.identity.device, copy.identity.inode) for copy in wanted}
        staying = [
            copy
            for copy in found
            if copy.path not in marked and (copy.identity.device, copy.identity.inode) not in gone
        ]
        if not wanted:
            return None
        if not staying:
            self._refuse(wanted, Refusal.LAST_COPY)
            return None
        ranking = ranked(staying, self._options.rules)
        self._decide(wanted, ranking.best[0], None)
        return ranking.best[0]

    def _decide(self, others: Sequence[Copy], kept: Copy, ranking: Ranking | None) -> None:
        for copy in others:
            try:
                self._require_free(copy, kept)
            except RefusedError as refusal:
                self._refuse([copy], refusal.refusal, refusal.detail)
                continue
            is_far = copy.identity.device != kept.identity.device
            if is_far and self._options.act in LINKS:
                self._refuse([copy], Refusal.OTHER_VOLUME)
                continue
            rule = None if ranking is None else ranking.behind.get(copy.path)
            reason = "marked" if ranking is None else f"kept: {rule or 'reference'}"
            self._hits[str(rule)] += rule is not None
            act = PlannedAct(
                copy.path,
                kept.path,
                self._options.act,
                reason,
                copy.identity.size_bytes,
                copy.identity,
                kept.identity,
                self._destination(copy),
                tuple(self._changes(copy, kept)),
            )
            self._acts.append((act, copy.links))

    def _require_free(self, copy: Copy, kept: Copy) -> None:
        """Raise RefusedError where nothing may be done to a file."""
        if copy.is_protected:
            self._protection.require_free(copy.path, copy.identity)  # says better why
            raise RefusedError(Refusal.PROTECTED)
        if kept.is_protected and self._options.act is Act.HARDLINK:
            raise RefusedError(Refusal.KEPT_PROTECTED, kept.path)
        require_writable(os.path.dirname(copy.path))  # noqa: PTH120

    def _changes(self, copy: Copy, kept: Copy) -> Iterator[str]:
        """What becomes different of a file that is replaced by a link or clone of the kept copy."""
        if self._options.act is Act.HARDLINK:
            yield from _attributes_changed(copy, kept)
        outside = copy.links - self._names[_key(copy.identity)]
        if self._options.act in LINKS and outside > 0:
            yield f"{NAMES_OUTSIDE}: {outside}"

    def _destination(self, copy: Copy) -> str | None:
        """Below the folder to move to, with the tree of the library folder it is in."""
        if self._options.to is None:
            return None
        name = self._folder_names.get(copy.folder)
        if name is None:
            name, number = Path(copy.folder).name or "files", 2
            while name in self._folder_names.values():
                name, number = f"{Path(copy.folder).name} ({number})", number + 1
            self._folder_names[copy.folder] = name
        return str(
            Path(os.path.realpath(self._options.to))
            / name
            / Path(copy.path).relative_to(copy.folder)
        )

    def _refuse_versions(self, group: Sequence[Copy]) -> None:
        """Versions that a person calls the same: identical bytes alone can be compared."""
        if len(group) < 2:
            return
        best = ranked(group, self._options.rules).best[0]
        verdict = str(RefusedError(Refusal.BY_VERDICT, best.path))
        for copy in group:
            if copy is not best and not copy.is_protected:
                self._refuse([copy], Refusal.LAST_COPY, verdict)

    def _refuse(self, copies: Sequence[Copy], refusal: Refusal, detail: str = "") -> None:
        reason = str(RefusedError(refusal, detail))
        self._refused.extend(RefusedFile(copy.path, reason) for copy in copies)


def _key(identity: Identity | None) -> tuple[int, int]:
    return (0, 0) if identity is None else (identity.device, identity.inode)


def _attributes_changed(copy: Copy, kept: Copy) -> Iterator[str]:
    own, other = copy.identity.modified_ns, kept.identity.modified_ns
    if own != other:
        yield f"modified: {_time(own)} → {_time(other)}"
    if copy.mode != kept.mode:
        yield f"mode: {copy.mode:03o} → {kept.mode:03o}"


def _time(modified_ns: int) -> str:
    return datetime.fromtimestamp(modified_ns / 1e9).astimezone().isoformat(" ", "seconds")
