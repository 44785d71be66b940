"""``simhash-gui limits``: where one class of pairs ends and the next begins."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from simhash_gui.cli.detecting import chosen_thresholds
from simhash_gui.cli.output import ExitCode, Output
from simhash_gui.services.library.thresholds import MEANINGS, threshold_values


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """List every limit with its value, as ``--limit`` changes it."""
    values = threshold_values(chosen_thresholds(options))
    output.result({"limits": values}, _lines(values))
    return ExitCode.DONE


def _lines(values: Mapping[str, float]) -> Iterator[str]:
    for name, value in values.items():
        yield f"{name:22} {value:6g}  {MEANINGS[name]}"
