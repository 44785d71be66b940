"""What every benchmark gets: where data and peers are, how much to measure, where figures go."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.data import Kind, Store
from tests.benchmarks.environments import PEERS, PeerUnavailableError, interpreter_of
from tests.benchmarks.processes import Answer, Child, ContenderFailedError
from tests.benchmarks.results import Case, Figure, figure, say, table, write


class WrongResultError(Exception):
    """Two contenders that are both exact found different things."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured. Rounds of a race end early when they have taken ``patience_s``."""

    kinds: tuple[Kind, ...]
    sizes: tuple[int, ...]
    distances: tuple[int, ...]
    rounds: int
    patience_s: float
    with_peers: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A method of a contender and its arguments."""

    method: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Contender:
    """A script of ``contenders``: what it is to load, what is timed, what tells the result.

    ``peer`` names its environment; ours has none.
    """

    name: str
    script: str
    setup: tuple[Call, ...]
    timed: Call
    peer: str | None = None
    between: tuple[Call, ...] = ()
    """Called before each round, untimed."""
    summary: str | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement, by the clock and in processor time."""

    case: Case
    wall: float
    cpu: float
    unit: str = "s"
    peak_bytes: int = 0
    """Where a contender told it for this alone; otherwise that of the whole call counts."""


Measure = Callable[[Answer], Sequence[Sample]]


@dataclass(slots=True)
class Bench:
    """Runs races, and collects figures and what had to be skipped."""

    folder: Path
    store: Store
    effort: Effort
    figures: list[Figure] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def race(
        self, contenders: Sequence[Contender], measure: Measure, patience_s: float | None = None
    ) -> None:
        """Let the contenders take turns, round by round.

        Raises WrongResultError when their summaries differ.
        """
        with self._started(contenders) as children:
            answers = self._rounds(children, patience_s or self.effort.patience_s)
            found = {
                one.name: _found(one, child, answers[one.name][0])
                for one, child in children
                if not child.has_failed
            }
        if len({str(result) for result in found.values() if result is not None}) > 1:
            raise WrongResultError(str(found))
        figures = [made for one in contenders for made in _figures(one, answers, measure)]
        figures.sort(key=lambda made: str(made.case))  # stable: contenders stay in their order
        self.add(figures)

    def add(self, figures: Sequence[Figure]) -> None:
        """Keep figures and show them."""
        measured = {one.case for one in figures}
        self.figures = [one for one in self.figures if one.case not in measured] + list(figures)
        say(table(figures))
        write(self.folder, self.figures, self.skipped)

    def skip(self, reason: str) -> None:
        """Note, once, what could not be measured."""
        if reason not in self.skipped:
            self.skipped.append(reason)
            say(f"skipped: {reason}\n")

    @contextmanager
    def _started(self, contenders: Sequence[Contender]) -> Iterator[list[tuple[Contender, Child]]]:
        """Processes of those contenders that can be had, with what they load."""
        with ExitStack() as stack:
            children = []
            for one in contenders:
                if one.peer and not self.effort.with_peers:
                    continue
                try:
                    child = stack.enter_context(Child(self._python(one), one.script))
                    for call in one.setup:
                        child.call(call.method, **call.arguments)
                except (PeerUnavailableError, ContenderFailedError) as error:
                    self.skip(f"{one.name}: {error}")
                else:
                    children.append((one, child))
            yield children

    def _python(self, contender: Contender) -> Path:
        if contender.peer is None:
            return Path(sys.executable)
        return interpreter_of(PEERS[contender.peer], self.folder / "venvs")

    def _rounds(
        self, children: Sequence[tuple[Contender, Child]], patience_s: float
    ) -> dict[str, list[Answer]]:
        answers: dict[str, list[Answer]] = {one.name: [] for one, _ in children}
        started_s = time.monotonic()
        for _ in range(self.effort.rounds):
            for one, child in children:
                answers[one.name] += self._turn(one, child)
            if time.monotonic() - started_s > min(patience_s, self.effort.patience_s):
                break
        return answers

    def _turn(self, contender: Contender, child: Child) -> list[Answer]:
        """One answer, or none when the contender gives up."""
        if child.has_failed:
            return []
        try:
            for call in contender.between:
                child.call(call.method, **call.arguments)
            return [child.call(contender.timed.method, **contender.timed.arguments)]
        except ContenderFailedError as error:
            self.skip(f"{contender.name}: {error}")
            return []


def _found(contender: Contender, child: Child, answer: Answer) -> Any:
    """What must be the same for all: a summary, or how many matches questions had."""
    if contender.summary:
        return child.call(contender.summary).result
    return answer.result.get("found") if isinstance(answer.result, dict) else None


def _figures(
    contender: Contender, answers: Mapping[str, Sequence[Answer]], measure: Measure
) -> list[Figure]:
    """One figure for each thing measured, over all rounds."""
    rounds = answers.get(contender.name, ())
    peak = max((answer.peak_bytes for answer in rounds), default=0)
    by_place = zip(*(measure(answer) for answer in rounds), strict=True)
    return [
        figure(
            samples[0].case,
            contender.name,
            [(sample.wall, sample.cpu) for sample in samples],
            unit=samples[0].unit,
            peak_bytes=max(sample.peak_bytes for sample in samples) or peak,
            note=_told(rounds[0]),
        )
        for samples in by_place
    ]


def _told(answer: Answer) -> str:
    """What a contender said instead of a result, such as that there are too many pairs."""
    return str(answer.result.get("told", "")) if isinstance(answer.result, dict) else ""


def wall_time(case: Case) -> Measure:
    """Measure the seconds that the timed call took."""
    return lambda answer: [Sample(case, answer.wall_s, answer.cpu_s)]


def rate(case: Case, count: int) -> Measure:
    """Measure how many of ``count`` things were done in a second."""
    return lambda answer: [Sample(case, count / answer.wall_s, count / answer.cpu_s, "1/s")]
