"""What the commands that look for pairs have in common: their options, and how pairs are shown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.named_results import NamedPair
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


def remarks(detection: Detection) -> Iterator[str]:
    """What was not done because it would have cost too much."""
    if detection.is_lowered:
        yield (
            f"fingerprints were compared up to distance {detection.searched_distance} only, for"
            " more would take too long here: --distance K insists"
        )
    if detection.is_cut:
        yield "so many texts have so much in common that some pairs were not looked at"


def share(value: float) -> str:
    """E.g. ``87 %``; never 100 where something is missing."""
    return f"{int(value * 100)} %"
