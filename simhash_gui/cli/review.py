"""``simhash-gui plan``, ``apply``, ``undo`` and ``journal``: acts on copies that can be undone."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from simhash_gui.cli.arguments.parser import Command
from simhash_gui.cli.detecting import tell_damage
from simhash_gui.cli.files import require_writable, write_errors
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, opened, watched_job
from simhash_gui.services.detection.answers.left_out import decisions_left_out
from simhash_gui.services.library.libraries import (
    Library,
    existing_library,
    open_existing,
)
from simhash_gui.services.library.outputs import require_no_document
from simhash_gui.services.review.acts import RunReport, apply_plan, finish_run
from simhash_gui.services.review.keep_rules import DEFAULT_RULES, KeepRule
from simhash_gui.services.review.plan import Act, NotAPlanError, Plan, PlanOptions, make_plan
from simhash_gui.services.review.plan_files import load_plan, save_plan
from simhash_gui.services.review.refusals import SkippedFile
from simhash_gui.services.review.trash import NoTrash, Trash
from simhash_gui.services.review.undo import (
    JournalAct,
    ReviewRun,
    UnknownRunError,
    review_acts,
    review_runs,
    settle,
    undo_run,
)

_HOW_TO_MOVE = "say where the files go: --act move --to FOLDER"


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """One of the four."""
    commands: dict[str, Command] = {
        "plan": _plan,
        "apply": _apply,
        "undo": _undo,
        "journal": _journal,
    }
    return commands[options.name](options, output)


def _plan(options: argparse.Namespace, output: Output) -> ExitCode:
    """Write OUTPUT; nothing else on the disk is touched."""
    require_writable(options.output)
    act = Act(options.act)
    if (act is Act.MOVE) is (options.to is None):
        raise UsageError("--to FOLDER belongs to --act move, and to it alone", _HOW_TO_MOVE)
    to = None if options.to is None else Path(os.path.realpath(options.to))
    rules = [KeepRule.parse(text) for text in options.keep] or DEFAULT_RULES
    emptied = "" if options.empty is None else os.path.realpath(options.empty)
    wanted = PlanOptions(rules, act, to, emptied_folder=emptied)
    with existing_library(options.library) as library, watched_job(output, library) as control:
        require_no_document(library, options.output)
        made = make_plan(library, wanted, control)
        status = tell_damage([*decisions_left_out(library)], output)
        with write_errors(options.output):
            save_plan(library, made, options.output)
    result = {
        "output": str(options.output),
        "acts": len(made.acts),
        "refused": len(made.refused),
        "bytes": made.size_bytes,
        "hits": dict(made.hits),
    }
    output.result(result, _plan_lines(made, options.output))
    return status


def _plan_lines(made: Plan, path: Path) -> Iterator[str]:
    for act in made.acts:
        yield f"{act.act.value}: {act.path}"
        yield f"  {act.reason}: {act.keeps}"
        yield from (f"  {change}" for change in act.changes)
    yield from (f"refused: {each.path}: {each.reason}" for each in made.refused)
    files = counted(len(made.acts), "file")
    yield f"{files}, {made.size_bytes:,} bytes; {len(made.refused):,} refused; {path} written"


def _apply(options: argparse.Namespace, output: Output) -> ExitCode:
    """Do what PLAN says, or what is left of a run."""
    if (options.plan is None) is (options.finish is None):
        raise UsageError("neither a plan nor a run to finish", "name a plan, or --finish RUN")
    if options.plan is None:
        return _finish(options, output)
    wanted = _loaded(options.plan)
    open_wanted = existing_library if options.dry_run else open_existing
    with (
        opened(open_wanted(options.library), output) as library,
        watched_job(output, library) as control,
    ):
        if not options.dry_run:
            _settle(library, output)
        report = apply_plan(library, wanted, _trash(options), control, dry_run=options.dry_run)
    if report.unsure:
        text = (
            "whether the trash takes a file, or the drive links or clones one, shows when it acts"
        )
        output.message(f"{counted(report.unsure, 'file')}: {text}")
    return _tell_run(report, output)


def _finish(options: argparse.Namespace, output: Output) -> ExitCode:
    with (
        opened(open_existing(options.library), output) as library,
        watched_job(output, library) as control,
    ):
        _settle(library, output)
        if not any(run.id == options.finish for run in review_runs(library)):
            raise UnknownRunError(f"the journal has no run {options.finish}")
        report = finish_run(library, options.finish, _trash(options), control)
    return _tell_run(report, output)


def _trash(options: argparse.Namespace) -> Trash:
    trash: Trash | None = options.trash
    return NoTrash() if trash is None else trash


def _loaded(path: Path) -> Plan:
    if path.is_dir():
        raise NotAPlanError(f"{path}: this is a folder")
    return load_plan(path)


def _settle(library: Library, output: Output) -> None:
    """Say of which runs it had to be found out what they did."""
    for run in settle(library):
        output.message(
            f"run {run.id} was cut off: simhash-gui apply --finish {run.id} finishes it,"
            f" simhash-gui undo {run.id} takes it back"
        )


def _tell_run(report: RunReport, output: Output) -> ExitCode:
    result = {
        "run": report.run_id,
        "done": report.done,
        "skipped": [asdict(each) for each in report.skipped],
        "bytes": report.size_bytes,
    }
    is_dry = report.run_id is None
    name, done = ("dry run", "would be done") if is_dry else (f"run {report.run_id}", "done")
    last = (
        f"{name}: {counted(report.done, 'file')} {done}, {len(report.skipped):,} skipped,"
        f" {report.size_bytes:,} bytes"
    )
    output.result(result, _skipped_lines("skipped", report.skipped, last))
    return ExitCode.DONE_WITH_FAILURES if report.skipped else ExitCode.DONE


def _skipped_lines(word: str, files: tuple[SkippedFile, ...], last: str) -> Iterator[str]:
    yield from (f"{word}: {each.path}: {each.reason}" for each in files)
    yield last


def _undo(options: argparse.Namespace, output: Output) -> ExitCode:
    """Take back what a run did, or what it did to some files."""
    paths = None if not options.paths else {os.path.abspath(path) for path in options.paths}  # noqa: PTH100 - no links resolved
    with (
        opened(open_existing(options.library), output) as library,
        watched_job(output, library) as control,
    ):
        report = undo_run(library, options.run, control, paths)
    result = {"undone": report.undone, "failed": [asdict(each) for each in report.failed]}
    last = f"run {options.run}: {counted(report.undone, 'file')} back, {len(report.failed):,} not"
    output.result(result, _skipped_lines("failed", report.failed, last))
    return ExitCode.DONE_WITH_FAILURES if report.failed else ExitCode.DONE


def _journal(options: argparse.Namespace, output: Output) -> ExitCode:
    """List all runs with their acts."""
    with existing_library(options.library) as library:
        runs = review_runs(library)
        if options.run is not None:
            runs = [run for run in runs if run.id == options.run]
            if not runs:
                raise UnknownRunError(f"the journal has no run {options.run}")
        document: dict[str, Any] = {"runs": (_run_fields(library, run) for run in runs)}
        output.result(document, _journal_lines(library, runs))
    return ExitCode.DONE


def _run_fields(library: Library, run: ReviewRun) -> dict[str, Any]:
    return {
        "run": run.id,
        "state": run.state.value,
        "person": run.person,
        "started": _time(run.started_at_ms),
        "finished": None if run.finished_at_ms is None else _time(run.finished_at_ms),
        "counts": {state.value: count for state, count in run.outcomes.items()},
        "bytes": run.done_bytes,
        "acts": [_act_fields(act) for act in review_acts(library, run.id)],
    }


def _act_fields(act: JournalAct) -> dict[str, Any]:
    return {
        "path": act.path,
        "keeps": act.keeps,
        "act": act.act.value,
        "reason": act.reason,
        "bytes": act.size_bytes,
        "state": act.outcome.value,
        "detail": act.detail,
        "target": act.target,
    }


def _journal_lines(library: Library, runs: list[ReviewRun]) -> Iterator[str]:
    for run in runs:
        counts = ", ".join(f"{count:,} {state.value}" for state, count in run.outcomes.items())
        yield f"run {run.id}: {_time(run.started_at_ms)}, {run.state.value}: {counts or 'no act'}"
        for act in review_acts(library, run.id):
            yield f"  {act.outcome.value}: {act.act.value}: {act.path}"
            if act.target is not None:
                yield f"    → {act.target}"
            if act.detail is not None:
                yield f"    {act.detail}"


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds")
