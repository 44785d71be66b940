"""The groups of the problems panel, the ways out that each of them has, and the words for both.

A group is a reason why files have no text, or one of three further lists: files that are gone,
files that the user has set aside, and files that the user wants always skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.importing.importing import FailureReason, SkipReason
from simhash_gui.services.importing.problems import (
    failed_files,
    failures_by_reason,
    gone_files,
    set_aside_files,
    skipped_files,
    skipped_ids,
)
from simhash_gui.services.library.libraries import FolderRow, Library, LibraryInfo, folders
from simhash_gui.ui.common.library_texts import reason_advice, reason_label


class Aside(StrEnum):
    """Lists of files that are no failures."""

    GONE = "gone-files"
    TAKEN = "set-aside-files"
    SKIPPED = "skipped-files"


ProblemKind = FailureReason | Aside


class WayOut(StrEnum):
    """What can be done about the files of a group."""

    ENCODING = "encoding"
    PASSWORD = "password"
    LIMITS = "limits"
    RETRY = "retry"
    SKIP = "skip"
    INCLUDE = "include"
    FORGET = "forget"
    UNDO = "undo"
    FOLDER = "folder"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class ProblemCount:
    """How many files there are of a kind."""

    kind: ProblemKind
    count: int


@dataclass(frozen=True, slots=True)
class TroubledFile:
    """A file of a group; ``detail`` is what the reader said.

    ``folder`` where it is no file but a folder of the library that is out of reach.
    ``document_id`` where its text is kept, though the file is not there.
    """

    file_id: int
    path: str
    detail: str = ""
    folder: FolderRow | None = None
    document_id: int | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """The files that a way out is for: certain ones, or (``file_ids`` None) all of a kind.

    ``paths`` are those of them that are on show, ``folders`` the folders of the library among
    them.
    """

    kind: ProblemKind
    file_ids: tuple[int, ...] | None
    paths: tuple[str, ...]
    count: int
    folders: tuple[FolderRow, ...] = ()


_WAYS_BESIDE = {
    Aside.GONE: (WayOut.FORGET,),
    Aside.TAKEN: (WayOut.UNDO, WayOut.FORGET),
    Aside.SKIPPED: (WayOut.INCLUDE,),
}
_LIMITED = frozenset(
    {
        FailureReason.TOO_LARGE,
        FailureReason.TIMEOUT,
        FailureReason.MEMORY,
        FailureReason.BOMB,
        FailureReason.NESTED,
    }
)
_OUT_OF_REACH = frozenset({FailureReason.GONE, FailureReason.UNREADABLE})
_MAYBE_OTHERWISE_ENCODED = frozenset({FailureReason.DECODING, FailureReason.NOT_TEXT})


def is_failure(kind: ProblemKind) -> bool:
    """Whether something went wrong: of an empty file there is nothing to be read."""
    return isinstance(kind, FailureReason) and kind is not FailureReason.EMPTY


def ways_out(kind: ProblemKind) -> tuple[WayOut, ...]:
    """The ways out of a kind, the most likely one first; one is for folders alone."""
    if isinstance(kind, Aside):
        return *_WAYS_BESIDE[kind], WayOut.FOLDER
    always = (WayOut.RETRY, WayOut.SKIP, WayOut.FOLDER)
    if kind in _MAYBE_OTHERWISE_ENCODED:
        return WayOut.ENCODING, *always
    if kind is FailureReason.PASSWORD:
        return WayOut.PASSWORD, *always
    if kind in _OUT_OF_REACH:
        return *always, WayOut.REMOVE
    return (WayOut.LIMITS, *always) if kind in _LIMITED else always


def problem_counts(library: Library, info: LibraryInfo) -> tuple[ProblemCount, ...]:
    """All groups that have a file: failures first, the most frequent of them first; empty files
    after them.
    """
    failed = [ProblemCount(*group) for group in failures_by_reason(library).items()]
    ordered = sorted(
        failed, key=lambda group: (not is_failure(group.kind), -group.count, group.kind)
    )
    beside = [
        ProblemCount(Aside.GONE, info.gone_files),
        ProblemCount(Aside.TAKEN, info.set_aside_files),
        ProblemCount(Aside.SKIPPED, len(skipped_ids(library))),
    ]
    return (*ordered, *(group for group in beside if group.count))


def troubled_files(
    library: Library, kind: ProblemKind, offset: int, limit: int
) -> Sequence[TroubledFile]:
    """A page of the files of a kind."""
    if isinstance(kind, FailureReason):
        failed = failed_files(library, kind, offset, limit)
        known = _folders_by_path(library) if kind in _OUT_OF_REACH else {}
        return [
            TroubledFile(file.id, file.path, file.detail or "", known.get(file.path))
            for file in failed
        ]
    lists = {
        Aside.GONE: gone_files,
        Aside.TAKEN: set_aside_files,
        Aside.SKIPPED: skipped_files,
    }
    listed = lists[kind](library, offset, limit)
    return [TroubledFile(file.id, file.path, document_id=file.document_id) for file in listed]


def _folders_by_path(library: Library) -> dict[str, FolderRow]:
    return {str(folder.path): folder for folder in folders(library)}


def kind_label(kind: ProblemKind) -> str:
    """A group by name."""
    if isinstance(kind, FailureReason):
        return reason_label(kind)
    labels = {
        Aside.GONE: QCoreApplication.translate("ProblemKind", "Gone"),
        Aside.TAKEN: QCoreApplication.translate("ProblemKind", "Set aside by you"),
        Aside.SKIPPED: QCoreApplication.translate("ProblemKind", "Always skipped"),
    }
    return labels[kind]


def kind_advice(kind: ProblemKind) -> str:
    """What the user can do about a group."""
    if isinstance(kind, FailureReason):
        return reason_advice(kind)
    advice = {
        Aside.GONE: QCoreApplication.translate(
            "ProblemKind",
            "These files are no longer in their folders. Their texts stay in the "
            "library until you forget the files.",
        ),
        Aside.TAKEN: QCoreApplication.translate(
            "ProblemKind",
            "You set these copies aside, moved them or put them in the trash. Nothing is wrong "
            "with them; the journal brings them back.",
        ),
        Aside.SKIPPED: QCoreApplication.translate(
            "ProblemKind",
            "You chose to always skip these files. Include them again if you need them.",
        ),
    }
    return advice[kind]


def way_out_label(way: WayOut) -> str:
    """A button."""
    labels = {
        WayOut.ENCODING: QCoreApplication.translate("WayOut", "Choose encoding…"),
        WayOut.PASSWORD: QCoreApplication.translate("WayOut", "Enter password…"),
        WayOut.LIMITS: QCoreApplication.translate("WayOut", "Change limits…"),
        WayOut.RETRY: QCoreApplication.translate("WayOut", "Try again"),
        WayOut.SKIP: QCoreApplication.translate("WayOut", "Always skip"),
        WayOut.INCLUDE: QCoreApplication.translate("WayOut", "Include again"),
        WayOut.FORGET: QCoreApplication.translate("WayOut", "Forget permanently…"),
        WayOut.UNDO: QCoreApplication.translate("WayOut", "Journal and undo…"),
        WayOut.FOLDER: QCoreApplication.translate("WayOut", "Open folder"),
        WayOut.REMOVE: QCoreApplication.translate("WayOut", "Remove folder…"),
    }
    return labels[way]


def way_out_hint(way: WayOut) -> str:
    """What a button does, in a sentence."""
    hints = {
        WayOut.ENCODING: QCoreApplication.translate(
            "WayOut", "Choose how the characters of these files are encoded, and see the result"
        ),
        WayOut.PASSWORD: QCoreApplication.translate(
            "WayOut", "Remembered until the program is closed, never stored"
        ),
        WayOut.LIMITS: QCoreApplication.translate(
            "WayOut", "Allow more time, memory or size for one document"
        ),
        WayOut.RETRY: QCoreApplication.translate("WayOut", "Read these files again now"),
        WayOut.SKIP: QCoreApplication.translate(
            "WayOut", "Skip these files from now on; can be undone"
        ),
        WayOut.INCLUDE: QCoreApplication.translate("WayOut", "Read these files after all"),
        WayOut.FORGET: QCoreApplication.translate(
            "WayOut", "Forget these files, and texts that no other file has; cannot be undone"
        ),
        WayOut.UNDO: QCoreApplication.translate(
            "WayOut", "See when they were set aside, and bring them back"
        ),
        WayOut.FOLDER: QCoreApplication.translate(
            "WayOut", "Show the folder; for a file in an archive, that of the archive"
        ),
        WayOut.REMOVE: QCoreApplication.translate(
            "WayOut", "Remove a folder that cannot be reached from the library; asks first"
        ),
    }
    return hints[way]


def skip_label(reason: SkipReason) -> str:
    """Why files were left out of an import."""
    labels = {
        SkipReason.HIDDEN: QCoreApplication.translate("SkipReason", "Hidden"),
        SkipReason.NO_DOCUMENT: QCoreApplication.translate("SkipReason", "Images, audio, programs"),
        SkipReason.TYPE: QCoreApplication.translate("SkipReason", "Not of a chosen type"),
        SkipReason.NOT_INCLUDED: QCoreApplication.translate(
            "SkipReason", "Matches no include pattern"
        ),
        SkipReason.EXCLUDED: QCoreApplication.translate("SkipReason", "Matches an exclude pattern"),
        SkipReason.IGNORED: QCoreApplication.translate(
            "SkipReason", "Set aside, or listed in .simhashignore; a folder counts as one"
        ),
        SkipReason.TOO_SMALL: QCoreApplication.translate("SkipReason", "Too small"),
        SkipReason.TOO_LARGE: QCoreApplication.translate("SkipReason", "Too large"),
        SkipReason.LINK: QCoreApplication.translate("SkipReason", "Links"),
        SkipReason.MET: QCoreApplication.translate(
            "SkipReason", "Links to what is already imported"
        ),
        SkipReason.BY_USER: QCoreApplication.translate(
            "SkipReason", "Always skipped, as you chose"
        ),
    }
    return labels[reason]
