"""Measurements, and how they are written: JSON for programs, tables for people."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

OURS = "simhash-gui"


@dataclass(frozen=True, slots=True)
class Case:
    """What was asked of every contender alike."""

    job: str
    kind: str
    n: int
    k: int | None = None

    def __str__(self) -> str:
        distance = "" if self.k is None else f", k = {self.k}"
        return f"{self.job}: {self.kind}, n = {self.n:,}{distance}"


@dataclass(frozen=True, slots=True)
class Figure:
    """What one contender needed: medians, and the least of all rounds.

    ``unit`` says of what: s, µs, 1/s, or F1, which is not a time at all. ``cpu`` is the same in
    processor time, which the load of a shared machine disturbs less.
    """

    case: Case
    contender: str
    unit: str
    median: float
    least: float
    cpu: float
    rounds: int
    peak_bytes: int = 0
    note: str = ""


def figure(
    case: Case, contender: str, samples: Sequence[tuple[float, float]], **more: Any
) -> Figure:
    """Sum up (wall, cpu) samples."""
    walls, cpus = zip(*samples, strict=True)
    median, cpu = statistics.median(walls), statistics.median(cpus)
    return Figure(
        case, contender, more.pop("unit", "s"), median, min(walls), cpu, len(walls), **more
    )


def ratio(other: Figure, mine: Figure, *, cpu: bool = False) -> float:
    """How many times as fast mine is; above 1 is faster."""
    a, b = (other.cpu, mine.cpu) if cpu else (other.median, mine.median)
    return b / a if mine.unit == "1/s" else a / b


def table(figures: Iterable[Figure]) -> str:
    """One block for each case, ours first as the measure of the others."""
    blocks = []
    for case, group in groupby(figures, key=lambda figure: figure.case):
        rows = list(group)
        mine = next((row for row in rows if row.contender.startswith(OURS)), None)
        blocks.append("\n".join([str(case), _HEAD, *(_line(row, mine) for row in rows)]))
    return "\n\n".join(blocks) + "\n"


_HEAD = (
    f"  {'contender':<44}{'median':>12}{'least':>12}{'cpu':>12}   unit"
    f"{'ours ×':>9}{'by cpu ×':>10}{'peak MB':>9}  note"
)


def _line(row: Figure, mine: Figure | None) -> str:
    compared = f"{'':>9}{'':>10}"
    if mine is not None and row is not mine and row.unit != "F1":
        compared = f"{ratio(row, mine):9.2f}{ratio(row, mine, cpu=True):10.2f}"
    peak = f"{row.peak_bytes / 1e6:9,.0f}" if row.peak_bytes else f"{'':>9}"
    return (
        f"  {row.contender:<44}{row.median:12,.4g}{row.least:12,.4g}{row.cpu:12,.4g}"
        f"{row.unit:>7}{compared}{peak}  {row.note}".rstrip()
    )


def say(text: str) -> None:
    """Show a line, or a block, as soon as it is known."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def write(folder: Path, figures: Sequence[Figure], skipped: Sequence[str]) -> None:
    """Write ``results.json`` and ``results.txt``."""
    folder.mkdir(parents=True, exist_ok=True)
    document = {
        "machine": _machine(),
        "skipped": list(skipped),
        "figures": [asdict(figure) for figure in figures],
    }
    text = json.dumps(document, indent=1, ensure_ascii=False)
    (folder / "results.json").write_text(text + "\n", "utf-8")
    missing = "".join(f"skipped: {reason}\n" for reason in skipped)
    (folder / "results.txt").write_text(table(figures) + missing, "utf-8")


def read(folder: Path) -> list[Figure]:
    """The figures of an earlier run; none when there was none."""
    path = folder / "results.json"
    if not path.exists():
        return []
    stored = json.loads(path.read_text("utf-8"))["figures"]
    return [Figure(**(one | {"case": Case(**one["case"])})) for one in stored]


def _machine() -> dict[str, Any]:
    return {
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "load": [round(load, 1) for load in os.getloadavg()] if hasattr(os, "getloadavg") else [],
    }
