"""``simhash-gui lab``: every known way to search, run on the same fingerprints, side by side."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.services.teaching.laboratory import (
    DEFAULT_SIZE,
    QUERIES,
    Experiment,
    LabReport,
    Obstacle,
    Reading,
    Shortfall,
    library_file_experiment,
    run_lab,
)


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Run every method on made fingerprints, or on those of a library."""
    experiment = _experiment(options)
    with watched_job(output) as control:
        report = run_lab(experiment, control)
    for name in report.dissenters:
        output.message(f"{name}: its answers are not those of the other methods")
    output.result(_document(report, options.seed), _lines(report))
    return ExitCode.DONE_WITH_FAILURES if report.dissenters else ExitCode.DONE


def _experiment(options: argparse.Namespace) -> Experiment:
    if options.library is None:
        return Experiment(options.size or DEFAULT_SIZE, options.distance, options.seed)
    if options.size is not None:
        raise UsageError(
            "--size is for made fingerprints, and --library brings its own", "leave one out"
        )
    return library_file_experiment(options.library, options.distance, options.seed)


def _document(report: LabReport, seed: int) -> dict[str, Any]:
    ratios = [one.compression for one in report.readings if one.compression is not None]
    return {
        "size": report.size,
        "distance": report.k,
        "seed": seed,
        "queries": QUERIES,
        "agree": not report.dissenters,
        "compression": round(ratios[0], 4) if ratios else None,
        "methods": [_fields(reading) for reading in report.readings],
    }


def _fields(reading: Reading) -> dict[str, Any]:
    return {
        "name": reading.name,
        "build_s": _rounded(reading.build_s, 6),
        "bytes": reading.size_bytes,
        "probes": _rounded(reading.probes, 2),
        "candidates": _rounded(reading.candidates, 2),
        "query_us": _rounded(reading.query_us, 2),
        "pairs": reading.pairs,
        "skipped": _reason(reading),
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _reason(reading: Reading) -> str | None:
    if reading.died:
        return "its process passed the limit of time or memory"
    return None if reading.skipped is None else _sentence(reading.skipped)


def _sentence(shortfall: Shortfall) -> str:
    needed, limit = shortfall.needed, shortfall.limit
    match shortfall.obstacle:
        case Obstacle.DISTANCE:
            return f"misses pairs beyond distance {limit:.0f}"
        case Obstacle.MEMORY:
            return f"would take {needed / 1e9:,.1f} GB of memory, the limit is {limit / 1e9:.1f} GB"
        case Obstacle.BUILD_TIME:
            return f"would take about {needed:,.0f} s to build, the limit is {limit:.0f} s"
        case Obstacle.QUERY_TIME:
            return f"would take about {needed:,.1f} s a query, the limit is {limit:.0f} s"
        case Obstacle.PAIRS_TIME:
            return f"all pairs would take about {needed:,.0f} s, the limit is {limit:.0f} s"


def _lines(report: LabReport) -> Iterator[str]:
    yield f"{counted(report.size, 'fingerprint')}, Hamming distance {report.k}"
    yield "method               build s        bytes     probes   candidates    query µs     pairs"
    for reading in report.readings:
        yield (
            f"{reading.name:18} {_cell(reading.build_s, 9, '.3f')} "
            f"{_cell(reading.size_bytes, 12, ',d')} {_cell(reading.probes, 10, ',.1f')} "
            f"{_cell(reading.candidates, 12, ',.1f')} {_cell(reading.query_us, 11, ',.1f')} "
            f"{_cell(reading.pairs, 9, ',d')}"
        )
        if (reason := _reason(reading)) is not None:
            yield f"{'':18} skipped: {reason}"
        if reading.compression is not None:
            yield f"{'':18} compressed to {reading.compression:.1%} of the plain tables"
    if report.dissenters:
        yield f"Not all methods agree: {', '.join(report.dissenters)}"
    else:
        yield "All methods that ran found the same."


def _cell(value: float | None, width: int, style: str) -> str:
    return "-".rjust(width) if value is None else format(value, style).rjust(width)
