"""Words of the review: verdicts, acts, rules, and why a file stays as it is."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.review.keep_rules import InvalidKeepRuleError, KeepRule, RuleKind
from simhash_gui.services.review.plan import Act
from simhash_gui.services.review.refusals import Refusal, in_words_of_now
from simhash_gui.services.review.undo import ActState, ReviewRunState
from simhash_gui.services.review.verdicts import Verdict
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.errors import system_reason_text


def common_folder(paths: Sequence[str]) -> str:
    """The folder that all paths are in; empty where it is the root, or there is none."""
    if not paths:
        return ""
    try:
        # what stands between two texts in order begins as both do
        folder = os.path.commonpath([*map(os.path.dirname, (min(paths), max(paths)))])
    except ValueError:  # on several drives, relative, or none at all
        return ""
    return "" if Path(folder) == Path(folder).parent else folder


def path_below(path: str, folder: str) -> str:
    """A path to show, without the folder that all are in."""
    return fmt.path(path.removeprefix(f"{folder}{os.sep}") if folder else path)


def names_shown(paths: Sequence[str]) -> list[str]:
    """Two names, which differ by their folders where it must be, or one and how many more."""
    names = [fmt.path(Path(path).name) for path in paths[:2]]
    if len({*names}) < len(names):
        folder = common_folder(paths)
        names = [path_below(path, folder) for path in paths[:2]]
    if len(paths) > len(names):
        names[1:] = [fmt.more(len(paths) - 1)]
    return names


def verdict_label(verdict: Verdict) -> str:
    """What is said of some documents."""
    labels = {
        Verdict.SAME: QCoreApplication.translate("Verdict", "Same"),
        Verdict.REVISION: QCoreApplication.translate("Verdict", "Revision"),
        Verdict.TEMPLATE: QCoreApplication.translate("Verdict", "Shared template"),
        Verdict.UNRELATED: QCoreApplication.translate("Verdict", "Unrelated"),
        Verdict.LATER: QCoreApplication.translate("Verdict", "Later"),
    }
    return labels[verdict]


def verdict_hint(verdict: Verdict) -> str:
    """What that means for these documents."""
    hints = {
        Verdict.SAME: QCoreApplication.translate(
            "Verdict", "The same document; what is the same as one of them is the same as all"
        ),
        Verdict.REVISION: QCoreApplication.translate(
            "Verdict", "Versions of one document that are all wanted"
        ),
        Verdict.TEMPLATE: QCoreApplication.translate(
            "Verdict", "They share only the template that they were written on"
        ),
        Verdict.UNRELATED: QCoreApplication.translate(
            "Verdict", "Not duplicates: they are never listed together again"
        ),
        Verdict.LATER: QCoreApplication.translate("Verdict", "To be decided later"),
    }
    return hints[verdict]


def act_label(act: Act) -> str:
    """What is done to a file."""
    labels = {
        Act.SET_ASIDE: QCoreApplication.translate("Act", "Set aside"),
        Act.TRASH: QCoreApplication.translate("Act", "Move to trash"),
        Act.MOVE: QCoreApplication.translate("Act", "Move to a folder"),
        Act.HARDLINK: QCoreApplication.translate("Act", "Replace by hard link"),
        Act.REFLINK: QCoreApplication.translate("Act", "Replace by clone"),
    }
    return labels[act]


def act_hint(act: Act) -> str:
    """The same in a sentence."""
    hints = {
        Act.SET_ASIDE: QCoreApplication.translate(
            "Act", "Into “Set aside …” on the same drive, which no import reads"
        ),
        Act.TRASH: QCoreApplication.translate(
            "Act", "To the system's trash; not possible where there is none"
        ),
        Act.MOVE: QCoreApplication.translate(
            "Act", "Into a folder of your choice, subfolders kept"
        ),
        Act.HARDLINK: QCoreApplication.translate(
            "Act", "The name stays and leads to the kept copy, with its time and permissions"
        ),
        Act.REFLINK: QCoreApplication.translate(
            "Act", "The file stays as it is and shares its blocks with the kept copy"
        ),
    }
    return hints[act]


def done_text(act: Act | None, count: int) -> str:
    """What was done to how many files; None where a run did several things."""
    match act:
        case Act.SET_ASIDE:
            return QCoreApplication.translate("Act", "%Ln files set aside", "", count)
        case Act.TRASH:
            return QCoreApplication.translate("Act", "%Ln files moved to the trash", "", count)
        case Act.MOVE:
            return QCoreApplication.translate("Act", "%Ln files moved", "", count)
        case Act.HARDLINK:
            return QCoreApplication.translate("Act", "%Ln files replaced by hard links", "", count)
        case Act.REFLINK:
            return QCoreApplication.translate("Act", "%Ln files replaced by clones", "", count)
    return QCoreApplication.translate("Act", "%Ln files done", "", count)


def act_state_label(state: ActState) -> str:
    """How far an act is."""
    labels = {
        ActState.PLANNED: QCoreApplication.translate("ActState", "not done"),
        ActState.BEGUN: QCoreApplication.translate("ActState", "interrupted"),
        ActState.DONE: QCoreApplication.translate("ActState", "done"),
        ActState.SKIPPED: QCoreApplication.translate("ActState", "skipped"),
        ActState.UNDOING: QCoreApplication.translate("ActState", "interrupted"),
        ActState.UNDONE: QCoreApplication.translate("ActState", "undone"),
    }
    return labels[state]


def run_state_label(state: ReviewRunState) -> str:
    """What became of a run; nothing of a finished one, for the counts of its acts tell all."""
    labels = {
        ReviewRunState.RUNNING: QCoreApplication.translate("ReviewRunState", "running"),
        ReviewRunState.INTERRUPTED: QCoreApplication.translate("ReviewRunState", "interrupted"),
        ReviewRunState.FINISHED: "",
    }
    return labels[state]


def rule_label(kind: RuleKind) -> str:
    """Which copy a rule keeps."""
    labels = {
        RuleKind.REFERENCE: QCoreApplication.translate("RuleKind", "In a reference folder"),
        RuleKind.FOLDER: QCoreApplication.translate("RuleKind", "In this folder…"),
        RuleKind.NEWEST: QCoreApplication.translate("RuleKind", "Newest"),
        RuleKind.OLDEST: QCoreApplication.translate("RuleKind", "Oldest"),
        RuleKind.LONGEST_TEXT: QCoreApplication.translate("RuleKind", "Longest text"),
        RuleKind.RICHEST_FORMAT: QCoreApplication.translate("RuleKind", "Richest format"),
        RuleKind.SHORTEST_PATH: QCoreApplication.translate("RuleKind", "Shortest path"),
        RuleKind.PATTERN: QCoreApplication.translate("RuleKind", "Path matches this pattern…"),
    }
    return labels[kind]


def reason_text(reason: str) -> str:
    """Why the other copy is kept, from the reason of an act."""
    rule = reason.removeprefix("kept: ")
    if reason == "marked":
        return QCoreApplication.translate("Reason", "Outside the folder")
    try:
        kept = KeepRule.parse(rule)
    except InvalidKeepRuleError:  # a person has written it
        return reason
    if kept.file:
        return QCoreApplication.translate("Reason", "Chosen by you")
    name = rule_label(kept.kind).removesuffix("…")
    value = f": {fmt.path(kept.value)}" if kept.value else ""
    return f"{name}{value}"


def refusal_text(reason: str) -> str:
    """Why a file stays as it is; ``reason`` is a refusal and perhaps a detail, or another one."""
    reason = in_words_of_now(reason)
    for refusal in sorted(Refusal, key=len, reverse=True):
        if reason.startswith(refusal.value):
            label = _refusal_label(refusal)
            detail = reason.removeprefix(refusal.value).removeprefix(": ")
            text = QCoreApplication.translate("Refusal", "{reason}: {detail}")
            return text.format(reason=label, detail=refusal_text(detail)) if detail else label
    return fmt.path(system_reason_text(reason))


def _refusal_label(refusal: Refusal) -> str:
    return (_labels_of_the_file() | _labels_of_copies() | _labels_of_the_drive())[refusal]


def _labels_of_the_file() -> dict[Refusal, str]:
    return {
        Refusal.NOT_IN_LIBRARY: QCoreApplication.translate("Refusal", "not a file of this library"),
        Refusal.IN_REFERENCE: QCoreApplication.translate("Refusal", "in a reference folder"),
        Refusal.IN_EXCLUDED: QCoreApplication.translate("Refusal", "in an excluded folder"),
        Refusal.SAME_AS_PROTECTED: QCoreApplication.translate(
            "Refusal", "the same file as one in a reference or excluded folder"
        ),
        Refusal.PROTECTED: QCoreApplication.translate(
            "Refusal", "in a reference or excluded folder, or the same file as one there"
        ),
        Refusal.IN_ARCHIVE: QCoreApplication.translate(
            "Refusal", "inside an archive or a mailbox, which a plan never changes or removes"
        ),
        Refusal.IN_TRASH: QCoreApplication.translate("Refusal", "in a trash, which may be emptied"),
        Refusal.IN_ASIDE: QCoreApplication.translate(
            "Refusal", "in a folder of files that were set aside, which may be deleted"
        ),
        Refusal.NOT_REGULAR: QCoreApplication.translate("Refusal", "not a plain file"),
        Refusal.THROUGH_LINK: QCoreApplication.translate(
            "Refusal", "reached through a symbolic link"
        ),
        Refusal.GONE: QCoreApplication.translate("Refusal", "no longer there"),
        Refusal.CHANGED: QCoreApplication.translate("Refusal", "changed since it was planned"),
        Refusal.NOT_AS_READ: QCoreApplication.translate(
            "Refusal", "changed since it was imported: rescan its folder"
        ),
    }


def _labels_of_copies() -> dict[Refusal, str]:
    return {
        Refusal.KEPT_GONE: QCoreApplication.translate(
            "Refusal", "the kept copy is not there, or cannot be read"
        ),
        Refusal.KEPT_MAY_GO: QCoreApplication.translate(
            "Refusal", "the kept copy may soon be gone"
        ),
        Refusal.KEPT_CHANGED: QCoreApplication.translate(
            "Refusal", "the kept copy is another file than planned"
        ),
        Refusal.KEPT_PROTECTED: QCoreApplication.translate(
            "Refusal",
            "the kept copy is in a reference folder, and a hard link would be a second name of it",
        ),
        Refusal.SAME_FILE: QCoreApplication.translate(
            "Refusal",
            "another name (hard link) of the kept copy: removing it would free nothing",
        ),
        Refusal.DIFFERENT: QCoreApplication.translate(
            "Refusal", "its bytes are not those of the kept copy"
        ),
        Refusal.NO_DIGEST: QCoreApplication.translate(
            "Refusal", "its digest is missing from the library"
        ),
        Refusal.LAST_COPY: QCoreApplication.translate("Refusal", "the last copy of its content"),
        Refusal.BY_VERDICT: QCoreApplication.translate("Refusal", "by your verdict the same as"),
        Refusal.AMBIGUOUS: QCoreApplication.translate(
            "Refusal", "the rules do not say which copy to keep"
        ),
    }


def _labels_of_the_drive() -> dict[Refusal, str]:
    return {
        Refusal.NO_TRASH: QCoreApplication.translate(
            "Refusal",
            "this drive has no trash, or is full, or its trash does not take this name",
        ),
        Refusal.OTHER_VOLUME: QCoreApplication.translate("Refusal", "on another drive"),
        Refusal.NO_LINKS: QCoreApplication.translate("Refusal", "this drive cannot do it"),
        Refusal.OCCUPIED: QCoreApplication.translate("Refusal", "something else is there"),
        Refusal.JOURNAL: QCoreApplication.translate(
            "Refusal", "what the journal says of it is damaged; check and repair the library"
        ),
        Refusal.LOST: QCoreApplication.translate(
            "Refusal", "it is neither where it was nor where it went"
        ),
        Refusal.DENIED: QCoreApplication.translate("Refusal", "unticked by you"),
        Refusal.SYSTEM: QCoreApplication.translate("Refusal", "the system refuses"),
        Refusal.RUN_UNDONE: QCoreApplication.translate(
            "Refusal", "the run was undone before this was done"
        ),
    }
