"""Two names of one file that links replaced are two names of one file again after undo."""

from __future__ import annotations

import os
from itertools import permutations
from pathlib import Path

import pytest

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library
from simhash_gui.services.review.undo import review_acts, undo_run
from simhash_gui.store.engine.types import Act
from tests.services.review.desk import applied, know, names, plan_for, tree, write

pytestmark = pytest.mark.skipif(os.name == "nt", reason="replaces no file by a link there")


@pytest.fixture
def linked(library: Library, docs: Path) -> Path:
    """A kept copy, and another file with three names."""
    write(docs / "kept.txt", b"one content" * 9, 1_000_001)
    first = write(docs / "a" / "first.txt", b"one content" * 9, 1_000_002)
    for name in ("second.txt", "third.txt"):
        os.link(first, docs / "a" / name)
    know(library, {docs: FolderRole.NORMAL})
    return docs


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_names_that_are_taken_back_one_by_one_are_of_one_file_again(
    library: Library, linked: Path, order: tuple[int, ...]
) -> None:
    before = tree(linked), names(linked)
    report = applied(library, plan_for(library, "oldest", act=Act.HARDLINK))
    assert report.run_id is not None
    paths = [act.path for act in review_acts(library, report.run_id)]
    assert len(names(linked)) == 1

    for number in order:
        assert undo_run(library, report.run_id, JobControl(), [paths[number]]).undone == 1

    assert (tree(linked), names(linked)) == before


def test_a_name_goes_back_to_the_file_that_was_never_replaced(
    library: Library, linked: Path
) -> None:
    before = tree(linked), names(linked)
    stays = linked / "a" / "second.txt"
    inode = stays.stat().st_ino
    plan = plan_for(library, "oldest", act=Act.HARDLINK).without([str(stays)])

    report = applied(library, plan)
    assert report.run_id is not None
    undo_run(library, report.run_id, JobControl())

    assert (tree(linked), names(linked)) == before
    assert (linked / "a" / "first.txt").stat().st_ino == inode


def test_a_name_whose_file_was_written_to_gets_its_own_bytes_back(
    library: Library, linked: Path
) -> None:
    stays = linked / "a" / "second.txt"
    plan = plan_for(library, "oldest", act=Act.HARDLINK).without([str(stays)])
    report = applied(library, plan)
    stays.write_bytes(b"written to since")

    assert report.run_id is not None
    undo_run(library, report.run_id, JobControl())

    assert (linked / "a" / "first.txt").read_bytes() == b"one content" * 9
    assert stays.read_bytes() == b"written to since"


def test_runs_upon_runs_are_taken_back_to_the_files_of_before(
    library: Library, linked: Path
) -> None:
    states, runs = [], list[int]()
    for rules in ("oldest", "newest"):
        states.append((tree(linked), names(linked)))
        newer = write(linked.parent / rules / "newer.txt", b"one content" * 9, 1_000_009)
        know(library, {newer.parent: FolderRole.NORMAL})
        report = applied(library, plan_for(library, rules, act=Act.HARDLINK))
        assert report.run_id is not None
        runs.append(report.run_id)

    for run_id, state in zip(reversed(runs), reversed(states), strict=True):
        assert undo_run(library, run_id, JobControl()).failed == ()
        assert (tree(linked), names(linked)) == state
