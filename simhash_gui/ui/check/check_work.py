"""What the Check page has done for it off the UI thread: read, check, judge, write the report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from simhash_gui.services.checking.checking import Checked, check_text
from simhash_gui.services.checking.findings import CheckSettings, Findings, find
from simhash_gui.services.checking.report import ReportOptions, subject_of, write_report
from simhash_gui.services.comparison.loading import Content, Limits, ReadFailure, TracedText, load
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, library_recipe
from simhash_gui.ui.common.pdf import print_sections


@dataclass(frozen=True, slots=True, eq=False)
class CheckedFile:
    """A text and what the library has of it; ``path`` is None for text at hand."""

    path: Path | None
    question: TracedText
    checked: Checked


def check_source(
    library: Library, source: Path | Content, options: DetectionOptions, control: JobControl
) -> CheckedFile:
    """Read a document and check it. Raises ReadFailure and JobCancelledError."""
    (question,) = load([source], library_recipe(library), Limits())
    if isinstance(question, ReadFailure):
        raise question
    checked = check_text(library, question, options, control)
    return CheckedFile(source if isinstance(source, Path) else None, question, checked)


def judge(done: CheckedFile, settings: CheckSettings) -> Findings:
    """What it means by these settings."""
    return find(done.question, done.checked, settings)


def report(
    library: Library,
    done: CheckedFile,
    settings: CheckSettings,
    options: ReportOptions,
    path: Path,
) -> Path:
    """Write the report. Raises OSError."""
    findings = judge(done, settings)
    subject = subject_of(library, done.question, findings, settings)
    write_report(subject, options, path, print_sections)
    return path
