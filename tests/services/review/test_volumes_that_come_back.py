"""A volume that was away may have another device number; its files are the same nevertheless."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library
from simhash_gui.services.review.acts import apply_plan
from simhash_gui.services.review.disk import Identity
from simhash_gui.services.review.plan import Plan
from simhash_gui.services.review.refusals import Refusal
from simhash_gui.services.review.undo import ActState, review_acts, settle, undo_run
from simhash_gui.store.engine.schema import journal
from simhash_gui.store.engine.types import Act
from simhash_gui.ui.common.trash import QtTrash
from tests.services.review.desk import applied, know, names, plan_for, tree, write

OF_BEFORE = 123_456_789
"""A device number that no volume has."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="replaces no file by a link there")


@pytest.fixture
def linked(library: Library, docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kept copy, and another file with two names."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    write(docs / "kept.txt", b"one content" * 9, 1_000_001)
    first = write(docs / "a" / "first.txt", b"one content" * 9, 1_000_002)
    os.link(first, docs / "a" / "second.txt")
    know(library, {docs: FolderRole.NORMAL})
    return docs


def renumber(library: Library, inodes_by: int = 0, **values: object) -> None:
    """Have the journal know all files by the numbers of before, that of the device at least."""
    with library.write() as connection:
        for number, text in connection.execute(select(journal.c.id, journal.c.facts)).all():
            facts: dict[str, Any] = json.loads(text)
            for name in {"file", "kept", "made"} & facts.keys():
                facts[name][0] = OF_BEFORE
                facts[name][1] += inodes_by
            changed = {"facts": json.dumps(facts), **values}
            connection.execute(update(journal).where(journal.c.id == number).values(changed))


@pytest.mark.parametrize("act", [Act.SET_ASIDE, Act.TRASH, Act.HARDLINK])
def test_a_run_is_undone_whatever_number_its_volume_has_now(
    library: Library, linked: Path, act: Act
) -> None:
    before = tree(linked), names(linked)
    report = apply_plan(library, plan_for(library, "oldest", act=act), QtTrash(), JobControl())
    assert report.run_id is not None
    assert report.done == 2
    renumber(library)

    assert undo_run(library, report.run_id, JobControl()).failed == ()

    assert (tree(linked), names(linked)) == before


@pytest.mark.parametrize("act", [Act.SET_ASIDE, Act.TRASH, Act.HARDLINK])
def test_what_became_of_an_act_is_found_out_whatever_number_its_volume_has_now(
    library: Library, linked: Path, act: Act
) -> None:
    before = tree(linked), names(linked)
    report = apply_plan(library, plan_for(library, "oldest", act=act), QtTrash(), JobControl())
    assert report.run_id is not None
    after = tree(linked)
    unknown = {"target": None} if act is Act.TRASH else {}
    renumber(library, state=ActState.BEGUN, **unknown)

    settle(library)

    assert {each.state for each in review_acts(library, report.run_id)} == {ActState.DONE}
    assert tree(linked) == after
    assert undo_run(library, report.run_id, JobControl()).failed == ()
    assert (tree(linked), names(linked)) == before


@pytest.fixture
def desk(linked: Path) -> Path:
    """As on FAT and exFAT, which have no links."""
    (linked / "a" / "second.txt").unlink()
    return linked


@pytest.mark.parametrize("act", [Act.SET_ASIDE, Act.TRASH, Act.MOVE])
@pytest.mark.parametrize("state", [ActState.DONE, ActState.BEGUN, ActState.UNDOING])
def test_a_run_is_undone_whatever_numbers_a_drive_gives_its_files_when_it_comes_back(
    library: Library, desk: Path, act: Act, state: ActState
) -> None:
    before = tree(desk)
    to = desk.parent / "moved" if act is Act.MOVE else None
    plan = plan_for(library, "oldest", act=act, to=to)
    report = apply_plan(library, plan, QtTrash(), JobControl())
    assert report.run_id is not None
    assert report.done == 1
    renumber(library, inodes_by=1 << 40, state=state)

    assert undo_run(library, report.run_id, JobControl()).failed == ()

    assert {each.state for each in review_acts(library, report.run_id)} == {ActState.UNDONE}
    assert tree(desk) == before


@pytest.mark.parametrize("act", [Act.SET_ASIDE, Act.HARDLINK])
@pytest.mark.parametrize("state", [ActState.BEGUN, ActState.UNDOING])
def test_what_became_of_an_act_is_found_out_when_its_drive_is_back(
    library: Library, linked: Path, act: Act, state: ActState
) -> None:
    before = tree(linked), names(linked)
    report = applied(library, plan_for(library, "oldest", act=act))
    assert report.run_id is not None
    with library.write() as connection:
        connection.execute(update(journal).values(state=state))
    away = linked.rename(linked.parent / "away")

    settle(library)
    told = undo_run(library, report.run_id, JobControl())
    away.rename(linked)

    assert told.undone == 0
    assert {each.reason.partition(":")[0] for each in told.failed} == {str(Refusal.LOST)}
    assert undo_run(library, report.run_id, JobControl()).failed == ()
    assert (tree(linked), names(linked)) == before


def test_what_is_lost_is_told_with_the_place_where_it_went(library: Library, linked: Path) -> None:
    report = applied(library, plan_for(library, "oldest"))
    assert report.run_id is not None
    (act, *_) = review_acts(library, report.run_id)
    assert act.target is not None
    Path(act.target).unlink()

    told = undo_run(library, report.run_id, JobControl()).failed

    assert [each.reason for each in told] == [f"{Refusal.LOST}: {act.target}"]


@pytest.mark.parametrize("state", [ActState.BEGUN, ActState.UNDOING])
def test_a_file_that_never_went_is_found_where_it_was_under_another_number(
    library: Library, desk: Path, state: ActState
) -> None:
    before = tree(desk)
    report = applied(library, plan_for(library, "oldest"))
    assert report.run_id is not None
    assert undo_run(library, report.run_id, JobControl()).failed == ()
    renumber(library, inodes_by=1 << 40, state=state)

    settle(library)

    (act,) = review_acts(library, report.run_id)
    assert act.state is (ActState.PLANNED if state is ActState.BEGUN else ActState.UNDONE)
    assert tree(desk) == before


def test_another_file_of_the_same_size_and_time_does_not_come_back(
    library: Library, desk: Path
) -> None:
    report = applied(library, plan_for(library, "oldest"))
    assert report.run_id is not None
    renumber(library, inodes_by=1 << 40)
    (act,) = review_acts(library, report.run_id)
    assert act.target is not None
    target = Path(act.target)
    modified_s = int(target.stat().st_mtime)
    write(target, bytes(target.stat().st_size), modified_s)

    assert len(undo_run(library, report.run_id, JobControl()).failed) == 1

    assert not (desk / "a" / "first.txt").exists()
    assert target.exists()


def test_a_plan_is_done_whatever_number_its_volume_has_now(library: Library, linked: Path) -> None:
    plan = with_identities(plan_for(library, "oldest"), lambda each: replace(each, device=7))

    assert applied(library, plan).done == 2

    assert sorted(path.name for path in linked.glob("**/*.txt")) == [
        *("first.txt", "kept.txt", "second.txt")
    ]
    assert not (linked / "a" / "first.txt").exists()


@pytest.mark.parametrize("name", ["inode", "size_bytes", "modified_ns"])
def test_another_file_on_another_volume_is_not_the_planned_one(
    library: Library, linked: Path, name: str
) -> None:
    before = tree(linked)

    def another(each: Identity) -> Identity:
        return replace(each, device=7, **{name: getattr(each, name) + 1})

    report = applied(library, with_identities(plan_for(library, "oldest"), another))

    assert report.done == 0
    assert tree(linked) == before


def with_identities(plan: Plan, changed: Callable[[Identity], Identity]) -> Plan:
    acts = [
        replace(
            act,
            identity=act.identity and changed(act.identity),
            keeps_identity=act.keeps_identity and changed(act.keeps_identity),
        )
        for act in plan.acts
    ]
    return replace(plan, acts=tuple(acts))
