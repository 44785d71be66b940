"""A text that is checked: read, looked up, judged by the settings, and reported.

A ``CheckDesk`` lives in a process of its own, which a ``RemoteCheckDesk`` asks: what Python
computes in the window's process makes the window wait. The documents that a text is measured
against come in several answers, those that are most likely its sources first. Nothing here needs
Qt: a report is printed by whoever is given for that.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from threading import Event, Lock
from typing import Any

from simhash_gui.services.checking.batch import CheckedDocument, Row
from simhash_gui.services.checking.checking import Search, check_text
from simhash_gui.services.checking.findings import CheckSettings, Findings
from simhash_gui.services.checking.judging import find, marks_of
from simhash_gui.services.checking.markup import PdfWriter, write_sections
from simhash_gui.services.checking.report import sections, subject_of, write_report
from simhash_gui.services.checking.report_texts import ReportOptions
from simhash_gui.services.checking.tenders import Bid, Likeness, likenesses
from simhash_gui.services.comparison.loading import (
    PRELOAD,
    Content,
    Limits,
    TracedText,
    is_as_read,
    load_here,
    read_failure,
)
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, existing_library, library_recipe
from simhash_gui.services.library.outputs import require_no_document
from simhash_gui.services.library.paths import Place
from simhash_gui.workers.protocol import Cause
from simhash_gui.workers.resident import ProcessLostError, Resident
from simhash_gui.workers.start import Job, ProcessLimits

_LIMITS = Limits(memory_bytes=4 << 30)
_FEW_WORDS = "Where does this text come from, and how much of it? 这篇文章出自何处？"


class CheckLostError(Exception):
    """The process that knew of the check has ended: check the text again."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What was found so far; ``done`` of ``candidates`` documents have been measured.

    ``digest`` is that of the bytes that the text was read from.
    """

    name: str
    findings: Findings
    done: int
    candidates: int
    digest: bytes = b""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to be measured."""
        return self.done == self.candidates


@dataclass(frozen=True, slots=True)
class OneOfMany:
    """What is asked of each document of a batch; a bid is kept to be compared with others."""

    options: DetectionOptions
    settings: CheckSettings
    report: Path
    report_options: ReportOptions
    is_bid: bool = False


class CheckDesk:
    """One text at a time. Safe to use from several threads. ``library`` is the path of one.

    Documents are measured for ``first_s`` before the first answer and for ``step_s`` before each
    other one, but for as long as judging took the last time; at least one is.
    """

    def __init__(self, library: Place, first_s: float = 0.1, step_s: float = 1.0) -> None:
        self._path = library
        self._first_s, self._step_s = first_s, step_s
        self._turn = Lock()
        self._check: _Check | None = None
        self._read: tuple[Path | Content, TracedText] | None = None
        self._looked_up: tuple[Path | Content, TracedText, Search] | None = None
        self._bids: dict[str, TracedText] = {}

    def prepare(self) -> None:
        """Look up a few words, so that what every check needs has been loaded."""
        with self._turn:
            content = Content(_FEW_WORDS.encode(), "few-words.txt")
            question = load_here(content, library_recipe(self._library))
            Search(self._library, question, DetectionOptions())

    def read(self, source: Path | Content) -> int:
        """Read the text that is asked about next: its characters. Raises ReadFailure."""
        with self._turn:
            question = load_here(source, library_recipe(self._library))
            self._read = source, question
        return len(question.text)

    def search(self, source: Path | Content, options: DetectionOptions) -> int:
        """Look the text up that is begun with next: how many documents have to be measured.

        Raises ReadFailure.
        """
        with self._turn:
            question = self._question(source)
            search = Search(self._library, question, options)
            self._looked_up = source, question, search
        return search.candidates

    def begin(
        self, source: Path | Content, options: DetectionOptions, settings: CheckSettings
    ) -> Judged:
        """Measure the likeliest sources of a text.

        Raises ReadFailure, and still knows of the text before.
        """
        with self._turn:
            self._check = self._begun(source, options)
            self._check.measure(self._first_s)
            return self._check.judged(settings)

    def go_on(self, settings: CheckSettings) -> Judged:
        """Measure some more. Raises CheckLostError, as ``judge`` and ``report`` do."""
        with self._turn:
            self._present.measure(max(self._step_s, self._present.judging_s))
            return self._present.judged(settings)

    def judge(self, settings: CheckSettings) -> Judged:
        """What was found, by other settings."""
        with self._turn:
            return self._present.judged(settings)

    def report(
        self,
        settings: CheckSettings,
        options: ReportOptions,
        path: Path,
        is_outdated: bool = False,
    ) -> Iterator[str]:
        """The sections of a report that is to be at ``path``. Raises DocumentInTheWayError.

        ``is_outdated``: the library has changed since the check.
        """
        require_no_document(self._library, path)
        with self._turn:
            question, findings = self._present.question, self._present.judged(settings).findings
            subject = subject_of(self._library, question, findings, settings)
            made = self._present.made
        return sections(replace(subject, made=made, is_outdated=is_outdated), options)

    def is_as_read(self, path: Path, digest: bytes) -> bool:
        """Whether a document on disk still has the bytes of ``digest``."""
        with self._turn:
            return is_as_read(path, digest)

    def check(self, path: Path, asked: OneOfMany) -> Row:
        """Check one of many documents and write its report. Raises ReadFailure and OSError."""
        with self._turn:
            document = self._checked(path, asked)
            subject = subject_of(
                self._library, document.question, document.findings, asked.settings
            )
        write_report(subject, asked.report_options, asked.report, None)
        if asked.is_bid:
            self._bids[document.question.path] = document.question
        return Row.of(document, {}, is_bid=asked.is_bid)

    def likenesses(self, rows: Sequence[Row], calls: Sequence[str]) -> list[Likeness]:
        """What bids share; the texts of those that another process has checked are read again.

        Raises ReadFailure.
        """
        for row in rows:
            if row.path not in self._bids:
                with self._turn:
                    recipe = library_recipe(self._library)
                    self._bids[row.path] = load_here(Path(row.path), recipe)
        return likenesses([Bid(self._bids[row.path], row) for row in rows], calls)

    def _checked(self, path: Path, asked: OneOfMany) -> CheckedDocument:
        question = self._question(path)
        checked = check_text(self._library, question, asked.options, JobControl())
        return CheckedDocument(question, find(question, checked, asked.settings))

    def _begun(self, source: Path | Content, options: DetectionOptions) -> _Check:
        """With the text that was looked up, unless the process that did has ended since."""
        known, self._looked_up = self._looked_up, None
        if known is not None and known[0] == source:
            return _Check(*known[1:])
        question = self._question(source)
        return _Check(question, Search(self._library, question, options))

    def _question(self, source: Path | Content) -> TracedText:
        """The text that was read, unless the process that read it has ended since."""
        read, self._read = self._read, None
        if read is not None and read[0] == source:
            return read[1]
        return load_here(source, library_recipe(self._library))

    @property
    def _present(self) -> _Check:
        if self._check is None:
            raise CheckLostError
        return self._check

    @cached_property
    def _library(self) -> Library:
        return existing_library(self._path)


class _Check:
    """A text, when it was looked up, and how far it was measured.

    ``judging_s``: how long the last judgement took.
    """

    def __init__(self, question: TracedText, search: Search) -> None:
        self.question, self._marks = question, marks_of(question)
        self._search, self.made = search, datetime.now().astimezone()
        self._steps = search.measured(JobControl())
        self._is_complete = False
        self._done = 0
        self.judging_s = 0.0

    def measure(self, seconds: float) -> None:
        """Go on for about so long, with one document at least."""
        end_s = time.monotonic() + seconds
        while not self._is_complete:
            self._is_complete = next(self._steps, self) is self
            self._done += 1
            if time.monotonic() >= end_s:
                break

    def judged(self, settings: CheckSettings) -> Judged:
        start_s = time.monotonic()
        checked = self._search.checked()
        count = checked.candidates
        done = count if self._is_complete else min(self._done, count - 1)
        findings = find(self.question, checked, settings, self._marks)
        self.judging_s = time.monotonic() - start_s
        return Judged(self.question.name, findings, done, count, self.question.digest)


class RemoteCheckDesk:
    """Asks a ``CheckDesk`` in another process. All methods but ``end`` wait: not for the UI thread.

    Each raises what ``CheckDesk`` raises, StoppedError soon after ``stop`` is set, and
    ProcessLostError. ``write_pdf`` prints the sections of a report, and waits as well.
    """

    def __init__(self, library: Place, write_pdf: PdfWriter | None = None) -> None:
        self._write_pdf = write_pdf
        job = Job(
            partial(CheckDesk, library),
            ProcessLimits(_LIMITS.time_s, _LIMITS.memory_bytes),
            (*PRELOAD, __name__),
        )
        self._resident = Resident(job)

    def prepare(self) -> None:
        """Start the process, and have it load what every check needs."""
        self._resident.call(Event(), "prepare")

    def begin(
        self,
        source: Path | Content,
        options: DetectionOptions,
        settings: CheckSettings,
        control: JobControl,
    ) -> Judged:
        """Read a text within limits of time and memory, and look it up, which may take its time.

        Each step is reported with what is known by then: the characters, and then the documents
        to be measured.
        """
        stop = control.stop
        control.report(Stage.READING, 0)
        characters: int = self._read(stop, "read", source, time_s=_LIMITS.time_s)
        control.report(Stage.SEARCHING, 0, characters)
        candidates: int = self._read(stop, "search", source, options)
        control.report(Stage.MEASURING, 0, candidates)
        judged: Judged = self._read(stop, "begin", source, options, settings)
        return judged

    def check(self, path: Path, asked: OneOfMany, stop: Event) -> Row:
        """Check one of many documents within limits of time and memory."""
        self._read(stop, "read", path, time_s=_LIMITS.time_s)
        row: Row = self._read(stop, "check", path, asked)
        return row

    def likenesses(self, rows: Sequence[Row], calls: Sequence[str], stop: Event) -> list[Likeness]:
        """What bids share."""
        found: list[Likeness] = self._resident.call(stop, "likenesses", rows, calls)
        return found

    def _read(self, stop: Event, name: str, *arguments: object, time_s: float | None = None) -> Any:
        """A call about a document: what ends the process is the document's fault."""
        try:
            return self._resident.call(stop, name, *arguments, time_s=time_s)
        except ProcessLostError as error:
            raise read_failure(error.cause, _LIMITS) from error
        except MemoryError as error:
            raise read_failure(Cause.MEMORY, _LIMITS) from error

    def go_on(self, settings: CheckSettings, stop: Event) -> Judged:
        """Measure some more."""
        judged: Judged = self._resident.call(stop, "go_on", settings)
        return judged

    def judge(self, settings: CheckSettings, stop: Event) -> Judged:
        """What was found, by other settings."""
        judged: Judged = self._resident.call(stop, "judge", settings)
        return judged

    def report(
        self,
        settings: CheckSettings,
        options: ReportOptions,
        path: Path,
        is_outdated: bool = False,
    ) -> Path:
        """Write a report. Raises OSError and DocumentInTheWayError."""
        parts: list[str] = self._resident.call(
            Event(), "report", settings, options, path, is_outdated
        )
        write_sections(parts, options.language, path, self._write_pdf)
        return path

    def is_as_read(self, path: Path, digest: bytes) -> bool:
        """Whether a document on disk still has the bytes of ``digest``."""
        is_same: bool = self._resident.call(Event(), "is_as_read", path, digest)
        return is_same

    def end(self) -> None:
        """End the process, if there is one; whoever waits for it gets StoppedError."""
        self._resident.end()
