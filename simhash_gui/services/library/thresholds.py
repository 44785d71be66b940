"""The thresholds between pair classes as a user sees and changes them: by name, as numbers.

What each means is in core's ``Thresholds`` and ``PassageThresholds``; the settings keep only what
was changed. On the command line they are called limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields, replace
from types import MappingProxyType
from typing import Any

from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS, Thresholds
from simhash_gui.core.text.passages import InvalidThresholdError, PassageThresholds

__all__ = [
    "MEANINGS",
    "InvalidThresholdError",
    "Thresholds",
    "is_share",
    "threshold_changes",
    "threshold_range",
    "threshold_values",
    "thresholds_kept",
    "thresholds_with",
]

_PASSAGES = frozenset(field.name for field in fields(PassageThresholds))
_MAY_BE_ZERO = _PASSAGES | {"near_length_ratio", "least_containment"}
_LEAST_SHARE = 0.01
_MOST = 1_000_000


MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "near_jaccard": "near-duplicates share at least this part of all their shingles",
        "near_edit_share": "or this part of their tokens (words, characters), in the same order",
        "near_length_ratio": "the first only if the shorter has this part of the longer's length",
        "contained": "what is no near-duplicate is contained if this part of it is in the other",
        "copied_share": "partly copied if passages take this part of one of the texts",
        "least_copied_words": "and one has this many different words (a character is half a word)",
        "copied_words": "or if one passage has this many different words, whatever its share",
        "short_tokens": "texts of fewer tokens are short, and judged by text alone",
        "short_edit_share": "short near-duplicates have this part of their tokens in order",
        "short_copied_share": "short texts are partly copied from this share on",
        "least_containment": "with less than this part of shared shingles order is not looked at",
        "rare_documents": "what stands in more unrelated documents than this is not rare",
        "template_documents": "what stands in more than this many is of a template, no evidence",
        "cluster_likeness": "members of a cluster have this part in common with its medoid",
        "gap_tokens": "common runs at most this many tokens apart are one passage",
        "least_tokens": "a passage has at least this many equal tokens, more in long texts",
        "near_tokens": "a passage so near to another may be as short as chance allows there",
    }
)
"""What each threshold says, in a few words."""


def threshold_values(thresholds: Thresholds = DEFAULT_THRESHOLDS) -> dict[str, float]:
    """Every threshold by its name."""
    values: dict[str, float] = asdict(thresholds)
    passages: dict[str, float] = asdict(thresholds.passages)
    return {name: value for name, value in values.items() if name != "passages"} | passages


def is_share(name: str) -> bool:
    """Whether a threshold is a share from 0 to 1; all others are whole numbers."""
    return isinstance(threshold_values()[name], float)


def threshold_range(name: str) -> tuple[float, float]:
    """The least and the greatest value that the settings take.

    Narrower than what ``Thresholds`` takes: a share of 0 where it decides a class would put every
    pair into that class.
    """
    if is_share(name):
        return (0.0 if name in _MAY_BE_ZERO else _LEAST_SHARE), 1.0
    return (0 if name in _MAY_BE_ZERO else 1), _MOST


def threshold_changes(values: Mapping[str, float]) -> tuple[str, ...]:
    """Those that are not the defaults, for ``thresholds_kept``."""
    defaults = threshold_values()
    return tuple(f"{name}={value}" for name, value in values.items() if value != defaults[name])


def thresholds_kept(assignments: Iterable[str]) -> Thresholds:
    """The defaults with changes from the settings; a change that makes no sense is left out."""
    changes: dict[str, float] = {}
    for assignment in assignments:
        try:
            values = threshold_values(thresholds_with([assignment]))
        except InvalidThresholdError:
            continue
        name = assignment.partition("=")[0].strip().replace("-", "_")
        least, greatest = threshold_range(name)
        if least <= values[name] <= greatest:
            changes[name] = values[name]
    return thresholds_from(changes)


def thresholds_from(changes: Mapping[str, float]) -> Thresholds:
    """The defaults with some changes. Raises InvalidThresholdError, also for unknown names."""
    known = threshold_values()
    whole: dict[str, Any] = {}
    passages: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in known:
            raise InvalidThresholdError(f"there is no limit {name}: {', '.join(known)}")
        number = _of_its_kind(name, value, known[name])
        if name in _PASSAGES:
            passages[name] = number
        else:
            whole[name] = number
    thresholds = DEFAULT_THRESHOLDS
    return replace(thresholds, **whole, passages=replace(thresholds.passages, **passages))


def thresholds_with(assignments: Iterable[str]) -> Thresholds:
    """The defaults with changes such as ``near_jaccard=0.5``. Raises InvalidThresholdError."""
    changes = {}
    for assignment in assignments:
        name, _, value = assignment.partition("=")
        try:
            changes[name.strip().replace("-", "_")] = float(value)
        except ValueError:
            raise InvalidThresholdError(f"{assignment}: not of the form NAME=NUMBER") from None
    return thresholds_from(changes)


def _of_its_kind(name: str, value: float, default: float) -> float:
    """A number of tokens or documents is whole."""
    if not isinstance(default, int):
        return float(value)
    if not float(value).is_integer():
        raise InvalidThresholdError(f"{name} is a whole number, not {value}")
    return int(value)
