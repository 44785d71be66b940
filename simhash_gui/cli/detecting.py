"""What the commands that look for pairs have in common: their options, and how pairs are shown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from simhash_gui.cli.output import ExitCode, Output, counted
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.left_out import LeftOut, LeftOutReason
from simhash_gui.services.detection.named_results import NamedPair
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.library.thresholds import (
    Thresholds,
    thresholds_with,
)

_REPAIR = "simhash-gui library check FILE --repair"
_READ_AGAIN = f"{_REPAIR}, then scan the folders again"
_WORDS: Mapping[LeftOutReason, str] = MappingProxyType(
    {
        LeftOutReason.TEXT_MISSING: "the stored text is missing",
        LeftOutReason.TEXT_UNREADABLE: "the stored text cannot be read",
        LeftOutReason.NOT_MEASURED: "the process that compared the texts ended",
        LeftOutReason.OTHER_RECIPE: "the fingerprint is of another recipe, or an unknown one",
        LeftOutReason.STATE_UNKNOWN: "the state is not known",
        LeftOutReason.DOCUMENT_MISSING: "the document of the file is missing",
        LeftOutReason.FOLDER_UNKNOWN: "the folder is missing, or its role is not known",
    }
)
_WAYS_OUT: Mapping[LeftOutReason, str] = MappingProxyType(
    {
        LeftOutReason.TEXT_MISSING: _READ_AGAIN,
        LeftOutReason.TEXT_UNREADABLE: _READ_AGAIN,
        LeftOutReason.NOT_MEASURED: "free memory, and search again",
        LeftOutReason.OTHER_RECIPE: _REPAIR,
        LeftOutReason.STATE_UNKNOWN: _READ_AGAIN,
        LeftOutReason.DOCUMENT_MISSING: _READ_AGAIN,
        LeftOutReason.FOLDER_UNKNOWN: _READ_AGAIN,
        LeftOutReason.DISTANCE_LOWERED: "--distance K sets how far fingerprints are compared",
        LeftOutReason.TOO_MUCH_IN_COMMON: "search fewer documents at a time",
    }
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


def left_out_fields(left_out: Sequence[LeftOut]) -> dict[str, Any]:
    """Whether everything was looked at, and what was not."""
    return {
        "complete": not left_out,
        "left_out": [
            {
                "what": each.what,
                "why": each.why.value,
                "how_many": each.how_many,
                "way_out": _WAYS_OUT[each.why],
            }
            for each in left_out
        ],
    }


def tell_damage(left_out: Sequence[LeftOut], output: Output) -> ExitCode:
    """Say what could not be compared because the library is damaged; the exit status of that."""
    damage = [each for each in left_out if each.is_damage]
    for each in damage:
        number = counted(each.how_many or 0, each.what.removesuffix("s"))
        output.message(f"not compared: {number}: {_WORDS[each.why]}; {_WAYS_OUT[each.why]}")
    return ExitCode.DONE_WITH_FAILURES if damage else ExitCode.DONE


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
