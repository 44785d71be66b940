"""Runs that are paused, stopped or disturbed between two acts: the disk and the journal count."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    LibraryBusyError,
    open_library,
)
from simhash_gui.services.review.acts import apply_plan, finish_run
from simhash_gui.services.review.plan import Plan
from simhash_gui.services.review.refusals import Refusal, RefusedError
from simhash_gui.services.review.trash import NoTrash
from simhash_gui.services.review.undo import (
    ActState,
    ReviewRunState,
    review_acts,
    review_runs,
    settle,
    undo_run,
)
from simhash_gui.store.engine.schema import journal
from simhash_gui.store.engine.types import Act
from tests.helpers.postgresql import TestServer
from tests.services.review.desk import (
    Interrupting,
    applied,
    contents,
    know,
    plan_for,
    tree,
    write,
)

CONTENTS = 3


@pytest.fixture
def plan(library: Library, docs: Path) -> Plan:
    """Three contents with a copy of each, in a folder of its own."""
    return planned(library, docs)


def planned(library: Library, docs: Path) -> Plan:
    for number in range(CONTENTS):
        for name, seconds in (("kept", 1), (f"copies/{number}", 2)):
            write(docs / name / f"{number}.txt", b"%d" % number * 50, 1_000_000 + seconds)
    know(library, {docs: FolderRole.NORMAL})
    plan = plan_for(library, "oldest")
    # Documents have their ids in the order in which worker processes read them.
    return replace(plan, acts=tuple(sorted(plan.acts, key=lambda act: act.path)))


def copies(docs: Path) -> int:
    return len([path for path in docs.glob("copies/*/*.txt") if path.is_file()])


def test_a_run_waits_while_it_is_paused(library: Library, docs: Path, plan: Plan) -> None:
    paused = threading.Event()

    def pause(control: JobControl) -> None:
        control.pause()
        paused.set()

    control = Interrupting(pause)
    run = threading.Thread(target=apply_plan, args=(library, plan, NoTrash(), control))
    run.start()
    assert paused.wait(20)
    assert copies(docs) == CONTENTS - 1
    assert run.is_alive()
    control.resume()
    run.join(20)

    assert copies(docs) == 0


def test_a_run_that_is_stopped_can_be_finished_or_undone(
    library: Library, docs: Path, plan: Plan
) -> None:
    before = tree(docs)
    with pytest.raises(JobCancelledError):
        apply_plan(library, plan, NoTrash(), Interrupting(JobControl.cancel))

    (run,) = review_runs(library)
    assert run.state is ReviewRunState.INTERRUPTED
    assert copies(docs) == CONTENTS - 1
    assert finish_run(library, run.id, NoTrash(), JobControl()).done == CONTENTS - 1
    assert copies(docs) == 0
    assert undo_run(library, run.id, JobControl()).failed == ()
    assert tree(docs) == before


def test_a_run_under_way_is_not_taken_for_one_that_was_cut_off(
    library: Library, docs: Path, plan: Plan
) -> None:
    """The window looks for such runs in a thread of its own."""
    seen: list[object] = []

    def look(_control: JobControl) -> None:
        seen.extend([settle(library), review_runs(library)[0].state])

    report = apply_plan(library, plan, NoTrash(), Interrupting(look))

    assert seen == [[], ReviewRunState.RUNNING]
    assert report.done == CONTENTS
    assert {act.state for act in review_acts(library)} == {ActState.DONE}


def test_of_two_people_on_a_server_one_at_a_time_works_on_files(
    server: TestServer, docs: Path
) -> None:
    database = server.database("reviewed")
    with open_library(database) as first, open_library(database) as second:
        plan = planned(first, docs)
        seen: list[object] = []

        def look(_control: JobControl) -> None:
            seen.extend([settle(second), review_runs(second)[0].state])
            for act in (
                lambda: apply_plan(second, plan, NoTrash(), JobControl()),
                lambda: undo_run(second, 1, JobControl()),
                lambda: finish_run(second, 1, NoTrash(), JobControl()),
            ):
                with pytest.raises(LibraryBusyError, match="works on its files"):
                    act()

        report = apply_plan(first, plan, NoTrash(), Interrupting(look))

        assert seen == [[], ReviewRunState.RUNNING]
        assert (report.done, len(review_runs(second))) == (CONTENTS, 1)
        assert undo_run(second, 1, JobControl()).undone == CONTENTS
    assert copies(docs) == CONTENTS


def test_what_an_undone_run_had_not_done_yet_says_so(
    library: Library, docs: Path, plan: Plan
) -> None:
    with pytest.raises(JobCancelledError):
        apply_plan(library, plan, NoTrash(), Interrupting(JobControl.cancel))
    (run,) = review_runs(library)

    undo_run(library, run.id, JobControl())

    told = [act.detail for act in review_acts(library, run.id) if act.state is ActState.SKIPPED]
    assert told == [Refusal.RUN_UNDONE] * (CONTENTS - 1)


@pytest.mark.skipif(os.name == "nt", reason="renames of open files are refused there")
def test_a_folder_that_vanishes_in_the_middle_costs_its_files_alone(
    library: Library, docs: Path, plan: Plan
) -> None:
    away = docs.parent / "away"
    every = contents(docs)

    report = apply_plan(
        library,
        plan,
        NoTrash(),
        Interrupting(lambda _control: (docs / "copies" / "1").rename(away)),
    )

    assert [Path(each.path).name for each in report.skipped] == ["1.txt"]
    assert report.done == CONTENTS - 1
    assert (away / "1.txt").exists()
    assert every <= contents(docs)


@pytest.mark.skipif(os.name == "nt", reason="modes mean nothing there")
def test_a_kept_copy_that_is_lost_in_the_middle_saves_its_copy(
    library: Library, docs: Path, plan: Plan
) -> None:
    def spoil(_control: JobControl) -> None:
        (docs / "kept" / "1.txt").unlink()
        (docs / "kept" / "2.txt").write_bytes(b"3" * 50)

    report = apply_plan(library, plan, NoTrash(), Interrupting(spoil))

    assert report.done == 1
    assert copies(docs) == CONTENTS - 1


def test_rules_take_time_in_proportion_to_the_copies(library: Library, docs: Path) -> None:
    """Ten thousand copies are compared with the kept one, not with each other."""
    for number in range(300):
        write(docs / f"{number:03}.txt", b"one content", 1_000_000 + number)
    know(library, {docs: FolderRole.NORMAL})

    plan = plan_for(library, "oldest")

    assert len(plan.acts) == 299
    assert {act.keeps for act in plan.acts} == {str(docs / "000.txt")}
    assert applied(library, plan).done == 299


@pytest.mark.skipif(os.name == "nt", reason="replaces no file by a link there")
@pytest.mark.parametrize("state", [ActState.BEGUN, ActState.UNDOING])
def test_a_file_that_a_damaged_journal_names_is_not_removed_as_if_it_were_a_temporary_one(
    library: Library, docs: Path, state: ActState
) -> None:
    for name, seconds in (("kept.txt", 1), ("copy.txt", 2)):
        write(docs / name, b"one content" * 9, 1_000_000 + seconds)
    know(library, {docs: FolderRole.NORMAL})
    report = applied(library, plan_for(library, "oldest", act=Act.HARDLINK))
    assert (report.run_id, report.done) == (1, 1)
    other = write(docs / "set aside" / "other.txt", b"the last copy")
    with library.write() as connection:
        connection.execute(update(journal).values(state=state, target=str(other)))
    before = tree(docs)

    settle(library)

    assert tree(docs) == before
    (act,) = review_acts(library)
    assert (act.state, act.detail) == (ActState.SKIPPED, str(RefusedError(Refusal.JOURNAL)))
