"""Every reader against thousands of broken files: ``python -m tests.fuzzing.run``.

Mutants go through the very worker processes that an import uses, with tight limits; what is in
those that are archives follows, up to a bound. Each must come back as one outcome: a text that can
be stored, or a named failure. What crashed a reader, or had to be killed, is counted apart and
kept under ``.benchmarks/fuzzing`` to be looked at; the exit status is 1 when there is such a one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.extraction.file_pool import FilePool
from simhash_gui.documents.records import FailureReason, FileOutcome, FileTask, Limits
from tests.benchmarks.results import say
from tests.fuzzing.mutations import mutant
from tests.fuzzing.seeds import PASSWORD, seeds_by_format

LIMITS = Limits(time_s=30.0, memory_bytes=1 << 30, expanded_bytes=64 << 20)
_MOST_MEMBERS = 20
_TELL_EVERY = 2_500
_BAD = (FailureReason.CRASHED, FailureReason.TIMEOUT, FailureReason.MEMORY)


class LostOutcomeError(AssertionError):
    """A mutant came back as no outcome, as two, or as a text that cannot be stored."""


@dataclass(slots=True)
class Tally:
    """What became of the mutants of a format, and of what was in them."""

    format_name: str
    mutants: int = 0
    members: int = 0
    elapsed_s: float = 0.0
    ends: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)
    """A line for each that took a reader down."""

    def __str__(self) -> str:
        ends = ", ".join(f"{end} {count:,}" for end, count in self.ends.most_common())
        rate = self.mutants / self.elapsed_s if self.elapsed_s else 0
        return f"{self.format_name:8} {self.mutants:7,} {self.members:8,} {rate:6,.0f}/s   {ends}"


HEADING = "format   mutants  members   speed   what became of them"


@dataclass(frozen=True, slots=True)
class Mutants:
    """Which mutants of a format: numbers ``first`` to before ``end``."""

    format_name: str
    seeds: Sequence[bytes]
    first: int
    end: int


class _Feed:
    """Tasks for the pool: members of what has just been opened, else the next mutant.

    A mutant is written when it is asked for and deleted when all that it brought is done.
    """

    def __init__(self, mutants: Mutants, folder: Path) -> None:
        self._mutants = mutants
        self._folder = folder
        self._next = mutants.first
        self._waiting: deque[FileTask] = deque()
        self.under_way: dict[str, FileTask] = {}
        self._tasks_of: Counter[str] = Counter()
        self._members_of: Counter[str] = Counter()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> FileTask:
        if not self._waiting and self._next < self._mutants.end:
            self._waiting.append(self._written(self._next))
            self._next += 1
        if not self._waiting:
            raise StopIteration
        return self._waiting.popleft()

    def _written(self, number: int) -> FileTask:
        path = self._folder / f"{number}.{self._mutants.format_name}"
        path.write_bytes(mutant(self._mutants.seeds, self._mutants.format_name, number))
        task = FileTask(str(path), passwords=(PASSWORD,))
        self._begin(task)
        return task

    def _begin(self, task: FileTask) -> None:
        self.under_way[task.name] = task
        self._tasks_of[task.path] += 1

    def follow(self, task: FileTask, outcome: FileOutcome) -> None:
        """Have the members of an archive read, some of them."""
        left = _MOST_MEMBERS - self._members_of[task.path]
        for member in (outcome.members or ())[:left]:
            inner = FileTask(task.path, None, (*task.member, member.name), task.passwords)
            self._members_of[task.path] += 1
            self._begin(inner)
            self._waiting.append(inner)

    def done(self, task: FileTask) -> None:
        """Drop the file when nothing in it is waiting."""
        self._tasks_of[task.path] -= 1
        if not self._tasks_of[task.path]:
            del self._tasks_of[task.path], self._members_of[task.path]
            Path(task.path).unlink()


def main(arguments: Sequence[str]) -> int:
    """Fuzz the chosen formats, or all."""
    options = _parser().parse_args(arguments)
    found = seeds_by_format()
    bad = 0
    say(HEADING)
    with FilePool(recipe_named("words").recipe_id, LIMITS, workers=options.workers) as pool:
        for name in options.format or sorted(found):
            mutants = Mutants(name, found[name], options.first, options.first + options.mutants)
            tally = Tally(name)
            for _ in fuzz(pool, mutants, tally, options.keep):
                if tally.mutants % _TELL_EVERY == 0:
                    say(f"  … {name} {tally.mutants:,}")
            say(str(tally))
            bad += len(tally.bad)
    return int(bad > 0)


def fuzz(pool: FilePool, mutants: Mutants, tally: Tally, keep: Path | None) -> Iterator[None]:
    """Put mutants through the pool and count; yields after each. Raises LostOutcomeError."""
    started_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        feed = _Feed(mutants, Path(folder))
        for outcome in pool.outcomes(feed):
            task = feed.under_way.pop(outcome.path, None)
            if task is None:
                raise LostOutcomeError(f"an outcome too many: {outcome.path}")
            feed.follow(task, outcome)
            _count(tally, task, outcome, keep)
            feed.done(task)
            tally.elapsed_s = time.monotonic() - started_s
            if not task.member:
                yield
        if feed.under_way:
            raise LostOutcomeError(f"no outcome of {sorted(feed.under_way)}")


def _count(tally: Tally, task: FileTask, outcome: FileOutcome, keep: Path | None) -> None:
    _check_storable(outcome)
    tally.mutants += not task.member
    tally.members += bool(task.member)
    tally.ends[_end_of(outcome)] += 1
    if outcome.failure in _BAD:
        name = task.name.rpartition("/")[2] if not task.member else task.name[-60:]
        tally.bad.append(f"{name}: {outcome.failure}: {outcome.detail}")
        say(f"  {tally.bad[-1]}")
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / Path(task.path).name).write_bytes(Path(task.path).read_bytes())


def _check_storable(outcome: FileOutcome) -> None:
    """All that goes into the database must be text that can be encoded."""
    about = outcome.metadata
    texts = (outcome.text(), about.title, about.author, about.date, about.language, outcome.detail)
    try:
        "\n".join(filter(None, texts)).encode()
    except UnicodeEncodeError as error:
        raise LostOutcomeError(f"{outcome.path}: a text that cannot be stored") from error


def _end_of(outcome: FileOutcome) -> str:
    if outcome.failure is not None:
        return outcome.failure.value
    return "read" if outcome.digest is not None else "opened"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.run", description=__doc__)
    parser.add_argument("--format", action="append", help="an extension; may be repeated")
    parser.add_argument("--mutants", type=int, default=10_000, help="of each format")
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=Path(".benchmarks/fuzzing"))
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
