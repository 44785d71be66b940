"""Libraries of real files, made without reading documents, and what stands on the disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import xxhash
from typing_extensions import override

from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import FolderRole, Library
from simhash_gui.services.review.acts import RunReport, apply_plan
from simhash_gui.services.review.keep_rules import KeepRule
from simhash_gui.services.review.plan import Plan, PlanOptions, make_plan
from simhash_gui.services.review.trash import NoTrash
from simhash_gui.store.engine.types import Act
from simhash_gui.store.repositories import documents, files
from tests.store.builders import document, file, folder

Entry = tuple[str, int, int, bytes]


class Interrupting(JobControl):
    """Does something before the second act."""

    def __init__(self, interrupt: Callable[[JobControl], object]) -> None:
        super().__init__()
        self._interrupt = interrupt

    @override
    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        super().report(stage, done, total, failed=failed, current=current)
        if stage is Stage.ACTING and done == 1:
            self._interrupt(self)


def write(path: Path, content: bytes, modified_s: int = 1_000_000) -> Path:
    """A file with a time of change of its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.utime(path, (modified_s, modified_s))
    return path


def know(library: Library, roots: Mapping[Path, FolderRole]) -> None:
    """Have a library know all plain files below some folders, as an import would."""
    with library.write() as connection:
        for root, role in roots.items():
            folder_id = folder(connection, str(root), role)
            found = [] if role is FolderRole.EXCLUDED else list(_plain_files(root))
            digests = {path: xxhash.xxh3_128_digest(path.read_bytes()) for path in found}
            documents.insert(
                connection,
                [
                    document(
                        int.from_bytes(each[:7], "big"),
                        digest=each,
                        character_count=10,
                        reader="text",
                    )
                    for each in set(digests.values())
                ],
            )
            known = documents.by_digest(connection, list(digests.values()))
            files.upsert(
                connection,
                [
                    file(
                        folder_id,
                        path.relative_to(root).as_posix(),
                        size_bytes=path.stat().st_size,
                        mtime_ns=path.stat().st_mtime_ns,
                        document_id=known[digests[path]].id,
                    )
                    for path in found
                ],
            )


def _plain_files(root: Path) -> Iterable[Path]:
    for here, _, names in os.walk(root, followlinks=False):
        for name in names:
            path = Path(here) / name
            if stat.S_ISREG(path.lstat().st_mode):
                yield path


def plan_for(
    library: Library, *rules: str, act: Act = Act.SET_ASIDE, to: Path | None = None
) -> Plan:
    """A plan by rules in words."""
    parsed = [KeepRule.parse(rule) for rule in rules]
    return make_plan(library, PlanOptions(parsed, act, to), JobControl())


def applied(library: Library, plan: Plan) -> RunReport:
    """A plan done, where there is no trash."""
    return apply_plan(library, plan, NoTrash(), JobControl())


def tree(*roots: Path) -> dict[str, Entry]:
    """All that stands below some folders: kind and mode, time of change, and bytes or link."""
    found: dict[str, Entry] = {}
    for root in roots:
        for here, folders, names in os.walk(root, followlinks=False):
            for path in [Path(here), *(Path(here) / name for name in [*folders, *names])]:
                found[str(path)] = _entry(path)
    return found


def _entry(path: Path) -> Entry:
    seen = path.lstat()
    if stat.S_ISLNK(seen.st_mode):
        return ("link", 0, 0, os.fsencode(path.readlink()))
    if stat.S_ISDIR(seen.st_mode):
        return ("folder", stat.S_IMODE(seen.st_mode), seen.st_mtime_ns, b"")
    return ("file", stat.S_IMODE(seen.st_mode), seen.st_mtime_ns, path.read_bytes())


def names(*roots: Path) -> set[frozenset[str]]:
    """All plain files below some folders, each as the set of its names there."""
    found: dict[tuple[int, int], set[str]] = {}
    for path, entry in tree(*roots).items():
        if entry[0] == "file":
            seen = os.lstat(path)
            found.setdefault((seen.st_dev, seen.st_ino), set()).add(path)
    return {frozenset(each) for each in found.values()}


def contents(*roots: Path) -> set[bytes]:
    """The bytes of all plain files below some folders."""
    return {entry[3] for entry in tree(*roots).values() if entry[0] == "file"}
