"""What is noted with an archive: by what its members were chosen, and what the rules left out.

An archive that has not changed is not opened again, and yet what is left out of it counts at every
import.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from simhash_gui.services.library.import_rules import SkipReason

_MARK = "; left out:"


def noted(stamp: str, left_out: Mapping[SkipReason, int]) -> str:
    """Both in one line, e.g. ``chosen by 12ab; left out: hidden=2 no-document=1``."""
    counts = " ".join(f"{reason.value}={count}" for reason, count in sorted(left_out.items()))
    return f"{stamp}{_MARK} {counts}" if counts else stamp


def stamp_in(note: str) -> str:
    """By what the members were chosen."""
    return note.partition(_MARK)[0]


def left_out_in(note: str) -> Counter[SkipReason]:
    """How many members were left out; reasons of another version are none of ours."""
    pairs = (part.partition("=") for part in note.partition(_MARK)[2].split())
    known = set(SkipReason)
    return Counter(
        {
            SkipReason(reason): int(count)
            for reason, _, count in pairs
            if reason in known and count.isdigit()
        }
    )
