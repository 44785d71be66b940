"""How cost grows with the number of fingerprints: the lines of the plot, and their exponents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.benchmarks.results import OURS, Figure

_FITTED_FROM = 100_000
"""Below, what is done once for every search weighs more than what is done for each fingerprint."""


@dataclass(frozen=True, slots=True)
class Series:
    """Points (n, value) of one line, by n."""

    name: str
    is_ours: bool
    points: tuple[tuple[int, float], ...]

    @property
    def exponent(self) -> float | None:
        """The slope of log(value) over log(n), by least squares; None for one point."""
        logs = [(math.log(n), math.log(value)) for n, value in self.points if n >= _FITTED_FROM]
        if len(logs) < 2:
            return None
        mean_x, mean_y = (sum(side) / len(logs) for side in zip(*logs, strict=True))
        covariance = sum((x - mean_x) * (y - mean_y) for x, y in logs)
        return covariance / sum((x - mean_x) ** 2 for x, _ in logs)


@dataclass(frozen=True, slots=True)
class Panel:
    """One diagram."""

    title: str
    unit: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """Which figures make a line; several contenders: the fastest of them at each n."""

    name: str
    contender: str
    kind: str
    k: int


def panels(figures: Sequence[Figure]) -> list[Panel]:
    """Those diagrams that there are figures for, in processor time."""
    ours = f"{OURS}, 1 thread"
    wanted = [
        (
            "All pairs within 3 bits",
            "s",
            "all pairs",
            [
                _Line("simhash-gui", ours, "uniform", 3),
                _Line("simhash-gui, skewed", ours, "skewed", 3),
                _Line("simhash-cpp", "simhash-cpp", "uniform", 3),
                _Line("simhash-cpp, skewed", "simhash-cpp", "skewed", 3),
                _Line("duckdb", "duckdb", "uniform", 3),
                _Line("faiss", "faiss", "uniform", 3),
            ],
        ),
        (
            "All pairs within k bits, simhash-gui",
            "s",
            "all pairs",
            [_Line(f"k = {k}", ours, "uniform", k) for k in (3, 6, 10, 12)],
        ),
        (
            "One query within 3 bits, in the file",
            "µs",
            "one query of a library, p50",
            [
                _Line("simhash-gui", f"{OURS}, one connection", "uniform", 3),
                _Line("simhash-gui, skewed", f"{OURS}, one connection", "skewed", 3),
                _Line("bare, one column", "bare SQLite, single", "uniform", 3),
                _Line("bare, skewed", "bare SQLite, single", "skewed", 3),
            ],
        ),
    ]
    made = (
        Panel(title, unit, tuple(_series(figures, job, line) for line in lines))
        for title, unit, job, lines in wanted
    )
    filled = (
        Panel(panel.title, panel.unit, tuple(one for one in panel.series if one.points))
        for panel in made
    )
    return [panel for panel in filled if panel.series]


def sentences(figures: Sequence[Figure]) -> str:
    """What each line of the plot says, one sentence a line."""
    return "\n".join(
        f"{panel.title}, {series.name}: ten times as many take {10**exponent:,.1f} times as long "
        f"(n^{exponent:.2f}), {_likeness(exponent)}."
        for panel in panels(figures)
        for series in panel.series
        if (exponent := series.exponent) is not None
    )


def _likeness(exponent: float) -> str:
    for least, likeness in _LIKENESSES:
        if exponent >= least:
            return likeness
    return "hardly at all"


_LIKENESSES = (
    (1.8, "as fast as the number of pairs"),
    (1.15, "faster than the number of fingerprints, for buckets fill or keys need more tables"),
    (0.85, "as fast as the number of fingerprints"),
    (0.15, "slower than the number of fingerprints"),
)


def _series(figures: Iterable[Figure], job: str, line: _Line) -> Series:
    least: dict[int, float] = {}
    for figure in figures:
        case = figure.case
        if figure.note:  # it was told that there is no result
            continue
        if (case.job, case.kind, case.k) == (job, line.kind, line.k) and (
            figure.contender == line.contender
            if line.contender.startswith(OURS)
            else figure.contender.startswith(line.contender)
        ):
            least[case.n] = min(figure.cpu, least.get(case.n, math.inf))
    return Series(line.name, line.contender.startswith(OURS), tuple(sorted(least.items())))
