"""Why a file is left as it is: one word for scripts and the window, and a sentence for people."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum

from simhash_gui.documents.records import SystemReason, system_reason
from simhash_gui.store.repositories.journal import CALLED_OFF

__all__ = [
    "Refusal",
    "RefusedError",
    "SkippedFile",
    "SystemReason",
    "refused_by_system",
    "system_reason",
]


class Refusal(StrEnum):
    """Why nothing was done to a file."""

    NOT_IN_LIBRARY = "not a file of this library"
    IN_REFERENCE = "in a reference folder"
    IN_EXCLUDED = "in an excluded folder"
    SAME_AS_PROTECTED = "the same file as one in a reference or excluded folder"
    PROTECTED = "in a reference or excluded folder, or the same file as one that is"
    """Where it cannot be known which; in plans and journals of earlier versions, of all three."""
    IN_ARCHIVE = "inside an archive or a mailbox"
    IN_TRASH = "in a trash, which may be emptied"
    IN_ASIDE = "in a folder of files that were set aside, which may be deleted"
    NOT_REGULAR = "not a plain file"
    THROUGH_LINK = "reached through a symbolic link"
    GONE = "not there any more"
    CHANGED = "changed since it was planned"
    NOT_AS_READ = "changed since it was imported; scan its folder again"
    KEPT_GONE = "the kept copy is not there, or cannot be read"
    KEPT_MAY_GO = "the kept copy may soon be gone"
    KEPT_CHANGED = "the kept copy is another file than planned"
    KEPT_PROTECTED = "the kept copy is protected, and a hard link would be a second name of it"
    SAME_FILE = "the same file as the kept copy, by another name: nothing would be freed"
    DIFFERENT = "its bytes are not those of the kept copy"
    NO_DIGEST = "its digest is missing from the library"
    LAST_COPY = "the last copy of its content"
    BY_VERDICT = "by your verdict the same as"
    AMBIGUOUS = "the rules do not say which copy to keep"
    NO_TRASH = "this drive has no trash, or is full, or its trash does not take this name"
    OTHER_VOLUME = "on another drive"
    NO_LINKS = "this drive cannot do it"
    OCCUPIED = "something else is there"
    LOST = "it is neither where it was nor where it went"
    JOURNAL = "what the journal says of it is damaged; check and repair the library"
    DENIED = "denied by a person"
    SYSTEM = "the system refuses"
    RUN_UNDONE = CALLED_OFF


_FORMER = {
    refusal.value.replace("drive", "volume"): refusal.value
    for refusal in (Refusal.NO_TRASH, Refusal.OTHER_VOLUME, Refusal.NO_LINKS)
}


def in_words_of_now(reason: str) -> str:
    """A reason as plans and journals keep it, where it was written in words of earlier versions."""
    former = next((each for each in _FORMER if reason.startswith(each)), None)
    return reason if former is None else _FORMER[former] + reason.removeprefix(former)


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that was left as it was, and why."""

    path: str
    reason: str


class RefusedError(Exception):
    """A file is left as it is; ``detail`` is what the system said, or a path."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        self.refusal = refusal
        self.detail = detail
        super().__init__(f"{refusal.value}: {detail}" if detail else refusal.value)


def refused_by_system(error: OSError) -> RefusedError:
    """What the system did not do, as a ``SystemReason`` where there is one."""
    if isinstance(error, FileExistsError) and error.filename:
        return RefusedError(Refusal.OCCUPIED, os.fsdecode(error.filename))
    return RefusedError(Refusal.SYSTEM, system_reason(error))
