"""Words for jobs, settings and stages: what the frame of the window says.

Words for what is in a library are in ``library_texts``, which needs the database layer.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.jobs import Progress, Stage
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.session.job_runner import JobKind

_TELLING_COUNT = 20


def job_label(kind: JobKind) -> str:
    """What a job is doing, as the head of the job bar."""
    labels = {
        JobKind.OPEN: QCoreApplication.translate("JobKind", "Opening library"),
        JobKind.FOLDERS: QCoreApplication.translate("JobKind", "Updating folders"),
        JobKind.IMPORT: QCoreApplication.translate("JobKind", "Importing"),
        JobKind.REFINGERPRINT: QCoreApplication.translate("JobKind", "Changing the recipe"),
        JobKind.DETECT: QCoreApplication.translate("JobKind", "Finding near-duplicates"),
        JobKind.EXPORT: QCoreApplication.translate("JobKind", "Exporting"),
        JobKind.MARK: QCoreApplication.translate("JobKind", "Marking a passage"),
        JobKind.VERDICT: QCoreApplication.translate("JobKind", "Saving a verdict"),
        JobKind.PLAN: QCoreApplication.translate("JobKind", "Planning"),
        JobKind.ACT: QCoreApplication.translate("JobKind", "Acting on files"),
        JobKind.UNDO: QCoreApplication.translate("JobKind", "Undoing"),
        JobKind.CHECK: QCoreApplication.translate("JobKind", "Checking the library"),
        JobKind.CHECK_FOLDER: QCoreApplication.translate("JobKind", "Checking a folder"),
        JobKind.REPAIR: QCoreApplication.translate("JobKind", "Repairing the library"),
        JobKind.LAB: QCoreApplication.translate("JobKind", "Running the laboratory"),
    }
    return labels[kind]


def stage_label(stage: Stage) -> str:
    """The part of a job that is under way."""
    labels = {
        Stage.WAITING: QCoreApplication.translate("Stage", "Preparing"),
        Stage.LISTING: QCoreApplication.translate("Stage", "Listing files"),
        Stage.READING: QCoreApplication.translate("Stage", "Reading files"),
        Stage.FINGERPRINTING: QCoreApplication.translate("Stage", "Computing fingerprints"),
        Stage.SEARCHING: QCoreApplication.translate("Stage", "Searching for near-duplicate pairs"),
        Stage.MEASURING: QCoreApplication.translate("Stage", "Comparing texts"),
        Stage.CLUSTERING: QCoreApplication.translate("Stage", "Building clusters"),
        Stage.WRITING: QCoreApplication.translate("Stage", "Writing"),
        Stage.ACTING: QCoreApplication.translate("Stage", "Acting on files"),
        Stage.UNDOING: QCoreApplication.translate("Stage", "Undoing"),
        Stage.COMPARING: QCoreApplication.translate("Stage", "Comparing files byte for byte"),
        Stage.CHECKING: QCoreApplication.translate("Stage", "Comparing with the stored texts"),
        Stage.HELD: QCoreApplication.translate(
            "Stage", "Waiting for another program that is using the library"
        ),
    }
    return labels[stage]


def progress_text(progress: Progress) -> str:
    """Counts, rate and time left in one line: ``12,402 of 88,310 · 640/s · 1 min 59 s left``."""
    parts = [_count_text(progress)]
    if progress.rate_per_s is not None:
        parts.append(fmt.rate(progress.rate_per_s))
    if progress.remaining_s is not None and _is_foreseeable(progress):
        left = QCoreApplication.translate("Progress", "{duration} left")
        parts.append(left.format(duration=fmt.duration(progress.remaining_s)))
    return " · ".join(part for part in parts if part)


def _is_foreseeable(progress: Progress) -> bool:
    """Whether enough is done to say how long the rest takes: the first few may be slow ones."""
    done, total = progress.done, progress.total or 0
    return done < total and (done >= _TELLING_COUNT or done * _TELLING_COUNT >= total)


def _count_text(progress: Progress) -> str:
    if progress.total is not None:
        text = QCoreApplication.translate("Progress", "{done} of {total}")
        return text.format(done=fmt.number(progress.done), total=fmt.number(progress.total))
    return fmt.number(progress.done) if progress.done else ""


def language_label(language: Language) -> str:
    """Languages name themselves, so that everybody finds their own."""
    labels = {
        Language.SYSTEM: QCoreApplication.translate("Language", "Follow the system"),
        Language.ENGLISH: "English",
        Language.CHINESE: "简体中文",
    }
    return labels[language]


def theme_label(theme: ThemeChoice) -> str:
    """A choice of colours."""
    labels = {
        ThemeChoice.SYSTEM: QCoreApplication.translate("ThemeChoice", "Follow the system"),
        ThemeChoice.LIGHT: QCoreApplication.translate("ThemeChoice", "Light"),
        ThemeChoice.DARK: QCoreApplication.translate("ThemeChoice", "Dark"),
    }
    return labels[theme]
