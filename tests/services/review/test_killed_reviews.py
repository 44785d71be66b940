"""Runs that are killed at any moment: the journal and the disk agree, and nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library, open_library
from simhash_gui.services.review.acts import finish_run
from simhash_gui.services.review.disk import IGNORE_ALL
from simhash_gui.services.review.keep_rules import KeepRule
from simhash_gui.services.review.plan import PlanOptions, make_plan
from simhash_gui.services.review.plan_files import save_plan
from simhash_gui.services.review.undo import (
    ActState,
    JournalAct,
    ReviewRunState,
    review_acts,
    review_runs,
    settle,
    undo_run,
)
from simhash_gui.store.engine.types import Act
from simhash_gui.ui.common.trash import QtTrash
from tests.services.review.desk import Entry, contents, know, names, tree, write

FEW, AT_ONCE, MANY = 4, 20, 200
COPIES, CONTENTS = 12, 5
ACTS = (Act.SET_ASIDE, Act.TRASH, Act.MOVE, Act.HARDLINK)
PROGRAM = Path(__file__).with_name("killed_desk.py")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")


def killed(what: str, library: Path, argument: object, after_s: float) -> bool:
    """Run until it is killed, so long after its start; whether it was still running."""
    command = [sys.executable, PROGRAM, what, library, str(argument)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"ready\n"
        time.sleep(after_s)
        running.send_signal(signal.SIGKILL)
        return running.wait(timeout=60) == -signal.SIGKILL


def made_desk(folder: Path, library: Library) -> Path:
    docs = folder / "docs"
    for number in range(CONTENTS):
        for copy in range(COPIES):
            write(docs / str(copy % 3) / f"{number}-{copy}.txt", b"%d" % number * 400, 1000 + copy)
        os.link(docs / "0" / f"{number}-0.txt", docs / "0" / f"{number}-0 again.txt")
    know(library, {docs: FolderRole.NORMAL})
    return docs


def agrees(act: JournalAct, docs: Path, before: dict[str, Entry]) -> bool:
    """Whether the disk is as the journal says."""
    path = Path(act.path)
    if act.state in {ActState.PLANNED, ActState.SKIPPED, ActState.UNDONE}:
        return path.read_bytes() == before[act.path][3]
    assert act.state is ActState.DONE
    if act.act is Act.HARDLINK:
        return path.samefile(act.keeps)
    assert act.target is not None
    return not path.exists() and Path(act.target).read_bytes() == before[act.path][3]


@pytest.mark.parametrize(
    ("seed", "kills"),
    [
        (0, FEW),
        *(
            pytest.param(seed, AT_ONCE, marks=pytest.mark.thorough)
            for seed in range(1, MANY // AT_ONCE + 1)
        ),
    ],
)
def test_kills_lose_nothing_and_nothing_is_done_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, kills: int
) -> None:
    dice = random.Random(seed)
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    path, plan_file = tmp_path / "l.simhash", tmp_path / "plan.json"
    with open_library(path) as library:
        docs = made_desk(tmp_path, library)
    before, names_before = tree(docs), names(docs)
    every = contents(docs)
    longest_s = 0.2
    for number in range(kills):
        act = ACTS[number % len(ACTS)]
        options = PlanOptions(
            [KeepRule.parse("newest")], act, tmp_path / "moved" if act is Act.MOVE else None
        )
        with open_library(path) as library:
            save_plan(library, make_plan(library, options, JobControl()), plan_file)
        was_killed = killed("apply", path, plan_file, dice.uniform(0, longest_s))
        with open_library(path) as library:
            settle(library)
            runs = review_runs(library)
            if not runs:  # killed before anything was written down
                continue
            run = runs[0]
            acts = review_acts(library, run.id)
            assert run.state is not ReviewRunState.RUNNING
            assert all(agrees(each, docs, before) for each in acts), act
            assert contents(docs) - {IGNORE_ALL} == every
            is_finished = dice.random() < 0.5
            if is_finished and run.state is ReviewRunState.INTERRUPTED:
                finish_run(library, run.id, QtTrash(), JobControl())
        if not was_killed:
            longest_s *= 0.8
        killed("undo", path, run.id, dice.uniform(0, longest_s))
        with open_library(path) as library:
            settle(library)
            assert all(agrees(each, docs, before) for each in review_acts(library, run.id)), act
            assert contents(docs) - {IGNORE_ALL} == every
            assert undo_run(library, run.id, JobControl()).failed == ()
        assert names(docs) == names_before, act
        now = tree(docs)
        assert _without_times_of_folders(now) == _without_times_of_folders(before), act


def _without_times_of_folders(found: dict[str, Entry]) -> dict[str, Entry]:
    """A kill in the middle of an act may leave the new time of a folder."""
    return {
        path: entry if entry[0] == "file" else (*entry[:2], 0, entry[3])
        for path, entry in found.items()
    }
