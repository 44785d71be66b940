"""Which files are read again although they have not changed.

Some of those that failed (``worth_another_try``), and archives of which other members are to be
chosen now. With an archive is noted by what its members were chosen (a stamp), and what the rules
left out: an archive that has not changed is not opened, and yet that counts at every import.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simhash_gui.documents.records import MEMBER_MARK, FailureReason, Limits
from simhash_gui.services.library.import_rules import FolderRules, SkipReason
from simhash_gui.store.repositories.encoding_overrides import EncodingChoices
from simhash_gui.store.repositories.import_runs import ImportRun
from simhash_gui.store.repositories.known_files import FailedPlace

LIMITS_KEY = "limits"
"""Where the request of an import run holds its limits, as ``limits_of`` gives them."""

_LEFT_OUT_MARK = "; left out:"

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
    """Limits as they are kept with an import run."""
    return asdict(limits)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What may make a difference now: limits, encodings chosen, and whether there are passwords.

    ``root`` is the folder that the paths are relative to.
    """

    root: Path
    limits: Limits
    choices: EncodingChoices
    has_passwords: bool

    def chosen_at_ms(self, relative_path: str) -> int:
        """When the user chose an encoding for a file; 0 for none."""
        choice = self.choices.best(f"{self.root.as_posix()}/{relative_path}")
        return choice.added_at_ms if choice else 0


def worth_another_try(
    failed: Iterable[FailedPlace], earlier: Mapping[int, ImportRun], now: Circumstances
) -> list[str]:
    """The paths of those that may end differently this time.

    ``earlier`` holds runs by their ids. Where it is not known what the limits were, the file is
    read. Passwords are kept nowhere, so each one that is given is a new one.
    """
    return [
        place.relative_path
        for place in failed
        if place.reason and _may_end_differently(place, earlier.get(place.run_id or 0), now)
    ]


def _may_end_differently(place: FailedPlace, then: ImportRun | None, now: Circumstances) -> bool:
    if place.reason is None or place.reason not in [*FailureReason]:
        return True  # damaged: what it was is not known
    reason = FailureReason(place.reason)
    if reason is FailureReason.PASSWORD:
        return now.has_passwords
    if reason in _OF_ENCODING:
        return now.chosen_at_ms(place.relative_path) > (then.started_at_ms if then else 0)
    limits = then.request.get(LIMITS_KEY, {}) if then else {}
    is_raised = any(
        limits.get(name, 0) < getattr(now.limits, name) for name in _DECIDED_BY.get(reason, ())
    )
    return reason in _MAY_PASS or is_raised


def with_archives(paths: Iterable[str]) -> frozenset[str]:
    """The paths, and those of the archives that they lead into."""
    found: set[str] = set()
    for path in paths:
        parts = path.split(MEMBER_MARK)
        found.update(MEMBER_MARK.join(parts[:length]) for length in range(1, len(parts) + 1))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Rereading:
    """Decides for one folder; ``paths`` are read whether they have changed or not."""

    rules: FolderRules
    limits: Limits
    paths: Collection[str]

    def is_due(self, path: str, note: str | None) -> bool:
        """Whether a file is read again; ``note`` is what was noted with an archive."""
        is_chosen_otherwise = note is not None and stamp_in(note) != self.stamp(path)
        return path in self.paths or is_chosen_otherwise

    def stamp(self, path: str) -> str:
        """What is noted with an archive: by what its members were chosen."""
        return self.rules.stamp(path, self.limits)


def noted(stamp: str, left_out: Mapping[SkipReason, int]) -> str:
    """Both in one line, e.g. ``chosen by 12ab; left out: hidden=2 no-document=1``."""
    counts = " ".join(f"{reason.value}={count}" for reason, count in sorted(left_out.items()))
    return f"{stamp}{_LEFT_OUT_MARK} {counts}" if counts else stamp


def stamp_in(note: str) -> str:
    """By what the members were chosen."""
    return note.partition(_LEFT_OUT_MARK)[0]


def left_out_in(note: str) -> Counter[SkipReason]:
    """How many members were left out; reasons of another version are passed over."""
    pairs = (part.partition("=") for part in note.partition(_LEFT_OUT_MARK)[2].split())
    known = set(SkipReason)
    return Counter(
        {
            SkipReason(reason): int(count)
            for reason, _, count in pairs
            if reason in known and count.isdigit()
        }
    )
