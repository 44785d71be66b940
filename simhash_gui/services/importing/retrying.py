"""Which files that failed are read again although they have not changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from simhash_gui.documents.records import FailureReason, Limits
from simhash_gui.store.repositories.encoding_overrides import EncodingChoices
from simhash_gui.store.repositories.import_runs import ImportRun
from simhash_gui.store.repositories.known_files import FailedPlace

LIMITS_KEY = "limits"
"""Where the request of a run holds its limits, as ``limits_of`` gives them."""

_MAY_PASS = frozenset(
    {
        FailureReason.UNREADABLE,
        FailureReason.GONE,
        FailureReason.CHANGED,
        FailureReason.CRASHED,
        FailureReason.MISSING_PROGRAM,
    }
)
"""Failures that may go away by themselves: a permission given, a drive plugged in, a program
installed."""

_DECIDED_BY: Mapping[FailureReason, tuple[str, ...]] = {
    FailureReason.TOO_LARGE: ("size_bytes",),
    FailureReason.TIMEOUT: ("time_s",),
    FailureReason.MEMORY: ("memory_bytes",),
    FailureReason.BOMB: ("expanded_bytes", "archive_members"),
    FailureReason.NESTED: ("archive_depth",),
}
"""The limits that a failure is of; it stands until one of them is raised, or until the user wants
the file read again: what took too long once would hold up every import."""


_OF_ENCODING = frozenset({FailureReason.DECODING, FailureReason.NOT_TEXT})
"""Failures that stand until an encoding is chosen."""


def limits_of(limits: Limits) -> dict[str, Any]:
    """Limits as they are kept with a run."""
    return asdict(limits)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What may make a difference now: limits, encodings chosen, and whether there are passwords.

    ``root`` is the folder that the paths are relative to.
    """

    root: str
    limits: Limits
    choices: EncodingChoices
    has_passwords: bool

    def chosen_at_ms(self, relative_path: str) -> int:
        """When the user chose an encoding for a file; 0 for none."""
        choice = self.choices.best(f"{self.root.replace(os.sep, '/')}/{relative_path}")
        return choice.added_at_ms if choice else 0


def worth_another_try(
    failed: Iterable[FailedPlace], earlier: Mapping[int, ImportRun], now: Circumstances
) -> list[str]:
    """The paths of those that may end otherwise this time.

    ``earlier`` holds runs by their ids. Where it is not known what the limits were, the file is
    read. Passwords are kept nowhere, so each one that is given is a new one.
    """
    return [
        place.relative_path
        for place in failed
        if place.reason and _may_end_otherwise(place, earlier.get(place.run_id or 0), now)
    ]


def _may_end_otherwise(place: FailedPlace, then: ImportRun | None, now: Circumstances) -> bool:
    reason = FailureReason(place.reason or "")
    if reason is FailureReason.PASSWORD:
        return now.has_passwords
    if reason in _OF_ENCODING:
        return now.chosen_at_ms(place.relative_path) > (then.started_at_ms if then else 0)
    limits = then.request.get(LIMITS_KEY, {}) if then else {}
    is_raised = any(
        limits.get(name, 0) < getattr(now.limits, name) for name in _DECIDED_BY.get(reason, ())
    )
    return reason in _MAY_PASS or is_raised
