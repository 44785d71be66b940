"""The state of the classroom: the tutor that is asked, seeds, first answers, and the lesson's text.

The tutor lives in a process of its own; the laboratory is a job. Nothing is computed in the window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from PySide6.QtCore import QLocale, QObject, Signal

from simhash_gui.services.library.outputs import write_output
from simhash_gui.services.teaching.laboratory import (
    Experiment,
    LabReport,
    library_file_experiment,
    run_lab,
)
from simhash_gui.services.teaching.presets import TextLanguage
from simhash_gui.services.teaching.text_questions import TextKind
from simhash_gui.services.teaching.tutor import PRELOAD, Tutor
from simhash_gui.ui.session.job_runner import Job as WindowJob
from simhash_gui.ui.session.job_runner import JobHandle, JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.workers.resident import Resident
from simhash_gui.workers.start import Job, ProcessLimits

_LIMITS = ProcessLimits(time_s=60.0, memory_bytes=2 << 30)
_TUTOR_MODULE = "simhash_gui.services.teaching.tutor"


@dataclass(frozen=True, slots=True)
class Result:
    """A first answer: which question of which seed, and whether it was right."""

    kind: str
    seed: int
    is_right: bool


class LearnViewModel(QObject):
    """What the stages share."""

    scored = Signal()
    locked = Signal()  # a challenge has begun or ended
    lectured = Signal()  # lecture mode has begun or ended
    failed = Signal(object)  # Exception

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.results: list[Result] = []
        self.is_locked = False
        self._challenge_language: TextLanguage | None = None
        self.is_lecture = False
        self._seed = 1
        self._tutor = Resident(Job(Tutor, _LIMITS, (*PRELOAD, _TUTOR_MODULE)))
        self._lab: JobHandle | None = None
        self._is_over = False
        session.closing.connect(self._end)

    @property
    def language(self) -> TextLanguage:
        """The language of presets and questions: that of the challenge, else of the window."""
        if self._challenge_language is not None:
            return self._challenge_language
        is_chinese = QLocale().language() is QLocale.Language.Chinese
        return TextLanguage.CHINESE if is_chinese else TextLanguage.ENGLISH

    def next_seed(self) -> int:
        """Another question."""
        self._seed += 1
        return self._seed

    def record(self, result: Result) -> None:
        """Keep a first answer."""
        self.results.append(result)
        self.scored.emit()

    def begin_challenge(self, language: TextLanguage) -> None:
        """There is one question, in the language of its file, and nothing to try it out with."""
        self.is_locked, self._challenge_language = True, language
        self.locked.emit()

    def end_challenge(self) -> None:
        """Go back to the language of the window, and to all questions."""
        self.is_locked, self._challenge_language = False, None
        self.locked.emit()

    def set_lecture(self, *, is_lecture: bool) -> None:
        """In a lecture the room answers by hands."""
        self.is_lecture = is_lecture
        self.lectured.emit()

    def start(self) -> None:
        """Have the tutor's process started before it is asked."""
        self.session.reads.submit(self._tutor.start, on_done=lambda _: None, is_waiting=True)

    def _end(self) -> None:
        self._is_over = True
        self._tutor.end()

    def ask(
        self, key: str, method: str, *arguments: object, on_done: Callable[[Any], None]
    ) -> None:
        """Ask the tutor; a newer question with the same key takes the place of an older one."""
        if self._is_over:
            return
        stop = Event()
        self.session.reads.submit(
            partial(self._tutor.call, stop, method, *arguments),
            on_done=on_done,
            on_error=self.failed.emit,
            key=f"learn-{key}",
            is_waiting=True,
            stop=stop,
        )

    def ask_question(self, kind: TextKind, seed: int, on_done: Callable[[Any], None]) -> None:
        """Have the tutor make a question about texts."""
        samples = self.session.paths.samples.parent
        self.ask(
            f"question-{kind}", "question", kind, seed, self.language, samples, on_done=on_done
        )

    def write(self, path: Path, content: bytes, on_done: Callable[[None], None]) -> None:
        """Write a file that was asked for, as a job."""
        library = self.session.library

        def run(_: Any) -> None:
            write_output(library, path, content)

        handle = self.session.jobs.submit(WindowJob(JobKind.EXPORT, run, path.name))
        handle.finished.connect(on_done)

    def run_lab(
        self, experiment: Experiment, on_done: Callable[[LabReport], None], *, on_library: bool
    ) -> JobHandle | None:
        """Run every method, as a job; None while the laboratory is at work."""
        library = self.session.library if on_library else None
        if self._lab is not None and not self._lab.is_over:
            return None

        def run(control: Any) -> LabReport:
            chosen = experiment
            if library is not None:
                chosen = library_file_experiment(library.place, experiment.k, experiment.seed)
            return run_lab(chosen, control)

        self._lab = self.session.jobs.submit(WindowJob(JobKind.LAB, run))
        self._lab.finished.connect(on_done)
        return self._lab
