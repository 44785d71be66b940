"""What the commands that look for pairs have in common: their options, and how pairs are shown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from simhash_gui.cli.options import distance_argument
from simhash_gui.cli.output import UsageError
from simhash_gui.services.detection.candidates import DEFAULT_DISTANCE
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.named_results import NamedPair
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.library.settings import MAX_DISTANCE
from simhash_gui.services.library.thresholds import (
    InvalidThresholdError,
    Thresholds,
    thresholds_with,
)


def add_detection_options(parser: argparse.ArgumentParser) -> None:
    """What pairs are looked for among documents, and what confirms them."""
    _add_distance(
        parser,
        f"only pairs within this Hamming distance, 0 to {MAX_DISTANCE} (default: "
        f"{DEFAULT_DISTANCE} by the default recipe, and pairs whose texts share rare phrases at "
        "any distance)",
    )
    _add_overlap(parser, "pairs")
    parser.add_argument(
        "--partial",
        action="store_true",
        help="also copies of a part: pairs whose texts share a passage, at any distance",
    )
    parser.add_argument(
        "--all-candidates",
        action="store_true",
        help="list every pair within the distance, whether its texts confirm it or not",
    )
    add_threshold_options(parser)


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """What a text is compared with, and what confirms a match."""
    _add_distance(
        parser,
        f"look only at documents within this Hamming distance, 0 to {MAX_DISTANCE} (default: "
        f"{DEFAULT_DISTANCE} by the default recipe, and at those that share a passage)",
    )
    _add_overlap(parser, "documents")
    parser.add_argument(
        "--partial",
        action="store_true",
        help="beside --distance: look at documents that share a passage too, at any distance",
    )
    parser.add_argument(
        "--all-candidates",
        action="store_true",
        help="list every document that was looked at, whether its text confirms it or not",
    )
    add_threshold_options(parser)


def _add_distance(parser: argparse.ArgumentParser, help_text: str) -> None:
    parser.add_argument("--distance", type=distance_argument, metavar="K", help=help_text)


def _add_overlap(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--overlap",
        type=_share_argument,
        metavar="X",
        help=f"list {what} by overlap in place of class: where the texts share at least this part "
        "of the smaller one, 0 to 1",
    )


def add_threshold_options(parser: argparse.ArgumentParser) -> None:
    """``--limit``."""
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a limit between the classes, e.g. near_jaccard=0.5; may be given several "
        "times (simhash-gui limits lists them)",
    )


def detection_options(options: argparse.Namespace) -> DetectionOptions:
    """What the arguments ask for. Raises UsageError."""
    return DetectionOptions(
        distance=options.distance,
        least_overlap=options.overlap,
        partial=options.partial,
        all_candidates=options.all_candidates,
        thresholds=chosen_thresholds(options),
    )


def chosen_thresholds(options: argparse.Namespace) -> Thresholds:
    """The thresholds with what ``--limit`` changes. Raises UsageError."""
    try:
        return thresholds_with(options.limit)
    except InvalidThresholdError as error:
        raise UsageError(f"--limit: {error}") from error


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


def _share_argument(text: str) -> float:
    message = f"{text!r} is no share from 0 to 1"
    try:
        value = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(message) from error
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(message)
    return value
