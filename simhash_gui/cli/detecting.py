"""What the commands that look for pairs have in common: their options, and how pairs are shown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from simhash_gui.cli.output import ExitCode, Output, counted
from simhash_gui.services.detection.answers.left_out import LeftOut
from simhash_gui.services.detection.answers.named_results import NamedPair, share_text
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.library.thresholds import (
    Thresholds,
    thresholds_with,
)


def detection_options(options: argparse.Namespace) -> DetectionOptions:
    """What the arguments ask for. Raises InvalidThresholdError."""
    return DetectionOptions(
        distance=options.distance,
        least_overlap=options.overlap,
        partial=options.partial,
        all_candidates=options.all_candidates,
        thresholds=chosen_thresholds(options),
    )


def chosen_thresholds(options: argparse.Namespace) -> Thresholds:
    """The thresholds with what ``--limit`` changes. Raises InvalidThresholdError."""
    return thresholds_with(options.limit)


def pair_measures(pair: NamedPair) -> dict[str, Any]:
    """The fields of a pair that its texts prove."""
    return {
        "jaccard": pair.jaccard,
        "containment_a": pair.containment_a,
        "containment_b": pair.containment_b,
        "edit_share": pair.edit_share,
        "class": pair.pair_class.value,
        "short": pair.is_short,
    }


def tell_damage(left_out: Sequence[LeftOut], output: Output) -> ExitCode:
    """Say what could not be compared because the library is damaged; the exit status of that."""
    damage = [each for each in left_out if each.is_damage]
    for each in damage:
        what = "damaged" if each.is_decision else "not compared"
        output.message(f"{what}: {_told(each)}")
    return ExitCode.DONE_WITH_FAILURES if damage else ExitCode.DONE


def not_looked_at(left_out: Sequence[LeftOut]) -> Iterator[str]:
    """What was not done because it would have cost too much."""
    for each in left_out:
        if not each.is_damage:
            yield f"incomplete: {_told(each)}"


def _told(each: LeftOut) -> str:
    """E.g. ``3 documents: the stored text is missing; scan the folders again``."""
    number = each.what
    if each.how_many is not None:
        number = counted(each.how_many, each.what.removesuffix("s"))
    return f"{number}: {each.reason}; {each.way_out}"


def share(value: float) -> str:
    """E.g. ``87 %``, as the window rounds it."""
    return share_text(value, " %")
