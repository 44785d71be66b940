"""Whatever stands on the disk and whoever else is at work there, no content is ever lost.

Real files, hard and symbolic links, reference and excluded folders, random rules, verdicts and
plans, edited plans, and another program that changes files between the acts and in the middle of
them. Only the disk is asked what has become of it.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typing_extensions import override

from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import FolderRole, Library, open_library
from simhash_gui.services.review.acts import apply_plan
from simhash_gui.services.review.keep_rules import KeepRule
from simhash_gui.services.review.plan import Plan, PlanOptions, make_plan
from simhash_gui.services.review.plan_files import load_plan, save_plan
from simhash_gui.services.review.undo import ActState, review_acts, undo_run
from simhash_gui.services.review.verdicts import Verdict, VerdictConflictError, give_verdict
from simhash_gui.store.engine.types import Act
from simhash_gui.ui.common.trash import QtTrash
from tests.services.review.desk import know, names, tree, write

FEW = 40
MANY, AT_ONCE = 10_000, 250
RULES = ("reference", "newest", "oldest", "longest-text", "richest-format", "shortest-path")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs links of all kinds")


class Desk:
    """One random library on the disk."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.folder = folder
        self.normal = [folder / "docs", folder / "more docs"]
        self.reference, self.excluded = folder / "ref", folder / "docs" / "out"
        self.aside, self.trash = folder / "moved", folder / "data"
        for each in (*self.normal, self.reference, self.excluded, self.trash):
            each.mkdir(parents=True, exist_ok=True)
        self._fill()

    @property
    def roots(self) -> dict[Path, FolderRole]:
        return {
            **dict.fromkeys(self.normal, FolderRole.NORMAL),
            self.reference: FolderRole.REFERENCE,
            self.excluded: FolderRole.EXCLUDED,
        }

    def _fill(self) -> None:
        dice = self.dice
        some = [
            bytes([65 + number]) * dice.randrange(1, 40) for number in range(dice.randrange(1, 5))
        ]
        made: list[Path] = []
        for number in range(dice.randrange(2, 14)):
            root = dice.choice([*self.normal, *self.normal, self.reference, self.excluded])
            path = root / dice.choice(["", "a", "a/b", "c"]) / f"{number}.txt"
            what = dice.random()
            if what < 0.2 and made:
                path.parent.mkdir(parents=True, exist_ok=True)
                os.link(dice.choice(made), path)
            elif what < 0.3 and made:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.symlink_to(dice.choice([dice.choice(made), dice.choice(made).parent]))
                continue
            else:
                write(path, dice.choice(some), 1_000_000 + dice.randrange(4))
                path.chmod(dice.choice([0o644, 0o600, 0o444]))
            made.append(path)

    def everything(self) -> dict[str, tuple[str, int, int, bytes]]:
        return tree(*self.normal, self.reference)

    def names(self) -> set[frozenset[str]]:
        """Which names are of one file."""
        return names(*self.normal, self.reference)

    def protected(self) -> dict[str, tuple[str, int, int, bytes]]:
        """All that is in protected folders, with what their symbolic links lead to."""
        found = tree(self.reference, self.excluded)
        for path, entry in list(found.items()):
            if entry[0] == "link" and Path(path).is_file():
                found[f"{path} →"] = ("file", 0, 0, Path(path).read_bytes())
        return found

    def live(self) -> dict[bytes, set[tuple[int, int]]]:
        """The plain files of each content, where people would look for them, as inodes."""
        found: dict[bytes, set[tuple[int, int]]] = {}
        for path, entry in self.everything().items():
            if entry[0] == "file" and "/Set aside " not in path:
                seen = os.lstat(path)
                found.setdefault(entry[3], set()).add((seen.st_dev, seen.st_ino))
        return found

    def anywhere(self) -> set[bytes]:
        return {entry[3] for entry in tree(self.folder).values() if entry[0] == "file"}

    def plan(self, library: Library) -> Plan:
        dice = self.dice
        rules = dice.sample(RULES, dice.randrange(1, 4)) + dice.choice(
            [[], [f"folder:{self.normal[0]}"], ["pattern:[135]\\.txt"], ["shortest-path"]]
        )
        act = dice.choice([*Act, Act.SET_ASIDE])
        options = PlanOptions(
            [KeepRule.parse(rule) for rule in rules], act, self.aside if act is Act.MOVE else None
        )
        if dice.random() < 0.3:
            paths = [path for path, entry in self.everything().items() if entry[0] == "file"]
            options = replace(options, marked=dice.sample(paths, dice.randrange(len(paths) + 1)))
        plan = make_plan(library, options, JobControl())
        file = self.folder / "plan.json"
        save_plan(library, plan, file)
        assert load_plan(file).acts == plan.acts
        return self._edited(plan) if dice.random() < 0.5 else plan

    def _edited(self, plan: Plan) -> Plan:
        """What a careless or a clever person makes of a plan."""
        dice = self.dice
        paths = [path for path, entry in self.everything().items() if entry[0] != "folder"]
        acts = list(plan.acts) * dice.randrange(1, 3)
        for act in plan.acts:
            plain = replace(act, identity=None, keeps_identity=None)
            acts += [replace(plain, path=act.keeps, keeps=act.path)]
            acts += [
                replace(plain, path=dice.choice(paths)),
                replace(plain, keeps=dice.choice(paths)),
            ]
        dice.shuffle(acts)
        return replace(plan, acts=tuple(acts))

    def give_verdicts(self, library: Library) -> None:
        paths = [path for path, entry in self.everything().items() if entry[0] == "file"]
        for _ in range(self.dice.randrange(3)):
            chosen = self.dice.sample(paths, min(2, len(paths)))
            try:
                give_verdict(library, self.dice.choice(list(Verdict)), chosen)
            except (ValueError, VerdictConflictError):
                continue


class Meddling(JobControl):
    """Does something between two acts, as another program would."""

    def __init__(self, meddle: Callable[[], None]) -> None:
        super().__init__()
        self._meddle = meddle

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
        if stage in {Stage.ACTING, Stage.UNDOING}:
            self._meddle()


class OtherProgram:
    """Changes files at random, and remembers the contents that it has touched."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk, self.dice = desk, random.Random(seed)
        self.touched: set[bytes] = set()
        self.paths: set[str] = set()

    def meddle(self) -> None:
        try:
            paths = [
                path
                for root in self.desk.normal
                for path in map(str, root.rglob("*.txt"))
                if "/Set aside " not in path and not path.startswith(str(self.desk.excluded))
            ]
        except OSError:  # a folder has gone while it was listed
            return
        if not paths or self.dice.random() < 0.4:
            return
        path = Path(self.dice.choice(sorted(paths)))
        try:
            content = path.read_bytes()
            seen = path.stat()
            self.touched.add(content)  # before: the file may be moved away in the middle
            new = b"new " + content
            match self.dice.randrange(4):
                case 0:
                    path.write_bytes(new)
                case 1:  # as editors save
                    other = path.with_name("saving.tmp")
                    other.write_bytes(new)
                    other.replace(path)
                case 2:  # the same size and time
                    path.write_bytes(
                        content[::-1] + b"" if len(set(content)) > 1 else b"?" * len(content)
                    )
                    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
                case _:
                    path.rename(path.with_name("renamed " + path.name))
        except OSError:
            return
        self.paths |= {str(path), str(path.with_name("renamed " + path.name))}


def review(folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plan, apply and undo, twice over, alone."""
    desk = Desk(folder, seed)
    monkeypatch.setenv("XDG_DATA_HOME", str(desk.trash))
    with open_library(folder / "library.simhash") as library:
        know(library, desk.roots)
        desk.give_verdicts(library)
        states = [(desk.everything(), desk.live(), desk.names())]
        protected = desk.protected()
        for _ in range(desk.dice.randrange(1, 3)):
            report = apply_plan(library, desk.plan(library), QtTrash(), JobControl())
            before, live, _ = states[-1]
            after = desk.everything()
            assert desk.protected() == protected
            assert set(desk.live()) == set(live), "the last copy of a content is gone"
            done = {
                act.path
                for act in review_acts(library, report.run_id)
                if act.state is ActState.DONE
            }
            changed = {
                path
                for path, entry in before.items()
                if entry[0] == "file"
                and (path not in after or not _is_same_file(library, report.run_id, path))
            }
            assert changed == done, "the journal and the disk do not agree"
            assert report.done >= len(done)
            states.append((after, desk.live(), desk.names()))
        for run_id in range(len(states) - 1, 0, -1):
            assert undo_run(library, run_id, JobControl()).failed == ()
            assert desk.everything() == states[run_id - 1][0]
            assert desk.names() == states[run_id - 1][2], "what was one file is several now"
            assert desk.protected() == protected


def _is_same_file(library: Library, run_id: int | None, path: str) -> bool:
    """Whether no act of a run has put a link there."""
    return not any(
        act.path == path and act.state is ActState.DONE for act in review_acts(library, run_id)
    )


def review_beside_another(folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same while another program changes files between acts, and some in the middle."""
    desk = Desk(folder, seed)
    other = OtherProgram(desk, seed)
    monkeypatch.setenv("XDG_DATA_HOME", str(desk.trash))
    with open_library(folder / "library.simhash") as library:
        know(library, desk.roots)
        live, protected = desk.live(), tree(desk.reference, desk.excluded)
        plan = desk.plan(library)
        control = Meddling(other.meddle)
        stop, thread = threading.Event(), None
        if seed % 3 == 0:
            thread = threading.Thread(target=_meddle_on, args=(other, stop))
            thread.start()
        try:
            report = apply_plan(library, plan, QtTrash(), control)
        finally:
            stop.set()
            if thread is not None:
                thread.join()
        assert _files(tree(desk.reference, desk.excluded)) >= _files(protected) - other.touched
        untouched = set(live) - other.touched
        assert untouched <= set(desk.live()), "the last copy of a content is gone"
        assert untouched <= desk.anywhere()
        assert report.run_id is not None
        undo_run(library, report.run_id, Meddling(other.meddle))
        assert set(live) - other.touched <= set(desk.live())


def _files(found: dict[str, tuple[str, int, int, bytes]]) -> set[bytes]:
    return {entry[3] for entry in found.values() if entry[0] == "file"}


def _meddle_on(other: OtherProgram, stop: threading.Event) -> None:
    while not stop.is_set():
        other.meddle()


@pytest.mark.parametrize("seed", range(FEW))
def test_no_review_loses_anything(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    review(tmp_path, seed, monkeypatch)


@pytest.mark.parametrize("seed", range(FEW))
def test_no_review_loses_anything_beside_another_program(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    review_beside_another(tmp_path, seed, monkeypatch)


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(FEW, MANY // 2 + FEW, AT_ONCE))
def test_ten_thousand_reviews_lose_nothing(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    for seed in range(first, first + AT_ONCE):
        for each in (review, review_beside_another):
            each(tmp_path_factory.mktemp("review"), seed, monkeypatch)
