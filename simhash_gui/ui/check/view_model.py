"""State behind the Check page: the text that is checked, and what the desk has told of it.

The desk is asked one question at a time: first for the likeliest sources, then for more until all
documents are measured, and again whenever other settings hold. A text that cannot be checked leaves
the check that stood there before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock

from PySide6.QtCore import QObject, QTimer, Signal

from simhash_gui.services.checking.changes import Changes, History, note_changes
from simhash_gui.services.checking.findings import CheckSettings, Findings
from simhash_gui.services.checking.report_texts import ReportOptions
from simhash_gui.services.comparison.loading import Content
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobControl, Progress, Stage
from simhash_gui.services.library.paths import Place
from simhash_gui.ui.check.check_desk import CheckLostError, Judged, RemoteCheckDesk
from simhash_gui.ui.check.check_texts import report_notice
from simhash_gui.ui.common.errors import error_notice
from simhash_gui.ui.common.pdf import RemotePrinter
from simhash_gui.ui.session.session import Session

_KEY, _LOOK_KEY, _FILE_KEY = "check", "check-look", "check-file"
_POLL_MS = 100


@dataclass(frozen=True, slots=True, eq=False)
class _Former:
    """The check that stood there before another text was to be checked."""

    source: Path | Content
    judged: Judged
    changes: Changes | None
    settings: CheckSettings
    is_noted: bool
    is_outdated: bool


class CheckModel(QObject):
    """One text at a time. ``is_outdated``: the library has changed since it was checked.

    ``is_file_changed``: the file that it was read from has.
    """

    source_changed = Signal()  # another text is checked, or none
    refused = Signal(object, object)  # a text that was to be checked, and the error
    judged_changed = Signal(bool)  # more is known of it; whether it is the first answer
    progressed = Signal()  # before the first answer
    file_looked_at = Signal()  # ``is_file_changed`` is another

    def __init__(self, session: Session, parent: QObject, settings: CheckSettings) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._desk: RemoteCheckDesk | None = None
        self._control = JobControl()
        self._is_asking = self._is_noted = False
        self._noting = Lock()
        self._judged_by: CheckSettings | None = None
        self.source: Path | Content | None = None
        self.judged: Judged | None = None
        self.changes: Changes | None = None
        self.is_outdated = self.is_file_changed = False
        self._former: _Former | None = None
        self._known: dict[Path | Content | None, tuple[bytes, CheckSettings]] = {}
        self._watch = QTimer(self)
        self._watch.setInterval(_POLL_MS)
        self._watch.timeout.connect(self.progressed)
        session.library_opened.connect(self._change_library)
        session.closing.connect(self._end)

    @property
    def findings(self) -> Findings | None:
        """What was found so far."""
        return None if self.judged is None else self.judged.findings

    @property
    def is_done(self) -> bool:
        """Whether all documents are measured, and judged by the present settings."""
        is_complete = self.judged is not None and self.judged.is_complete
        return is_complete and not self._is_asking and self._judged_by == self._settings

    @property
    def progress(self) -> Progress:
        """What is known before the first answer, and how many documents have been measured."""
        return self._control.snapshot()

    @property
    def is_paused(self) -> bool:
        """Whether no more documents are measured for now."""
        return self._control.is_paused

    def prepare(self) -> None:
        """Have the desk load what every check needs; a check tells what keeps it from that."""
        if self._desk is None and self._session.library is not None:
            ignored = partial(_ignore, self)
            prepare = self._at_hand(self._session.library.place).prepare
            self._session.reads.submit(prepare, on_done=ignored, on_error=ignored)

    @property
    def settings(self) -> CheckSettings:
        """What counts in this text."""
        return self._settings

    def check(self, source: Path | Content, settings: CheckSettings | None = None) -> None:
        """Check a document, or text at hand, by the settings of a folder where it is of one.

        A text is checked by the filters of its last check again, another one without any. What a
        person left out of it is left out again where it has not changed.
        """
        former = self._present()
        self._keep_settings()
        if settings is None:
            present = self._settings if source == self.source else CheckSettings()
            _, settings = self._known.get(source, (b"", present))
        self._forget()
        self._settings = replace(settings, exclusions=())
        self.source, self._former = source, former
        if self._session.library is None:
            self._is_asking = True  # the one that is being opened
            return
        self._begin(source)
        self.source_changed.emit()

    def note_changed_library(self) -> None:
        """What is known of a text was said of the library as it was before."""
        self.is_outdated = self.source is not None

    def look_at_file(self) -> None:
        """See whether the file still has what was checked."""
        if isinstance(self.source, Path) and self.judged is not None and self._desk is not None:
            self._session.reads.submit(
                self._desk.is_as_read,
                self.source,
                self.judged.digest,
                on_done=self._note_file,
                on_error=self._tell_error,
                key=_LOOK_KEY,
            )

    def give_file(self, give: Callable[[Path], None]) -> None:
        """Find a file with the text that was checked: a copy where the file has changed since.

        Text at hand has one, too. There is one copy at a time.
        """
        if self.source is None or self.judged is None or self._desk is None:
            return
        self._session.reads.submit(
            _file_of,
            self._desk,
            self.source,
            self.judged,
            self._session.paths.data,
            on_done=partial(self._give_file, give),
            on_error=self._tell_error,
            key=_FILE_KEY,
        )

    def _give_file(self, give: Callable[[Path], None], found: tuple[Path, bool]) -> None:
        path, is_as_read = found
        self._note_file(is_as_read)
        give(path)

    def _note_file(self, is_as_read: bool) -> None:
        if self.is_file_changed is is_as_read:
            self.is_file_changed = not is_as_read
            self.file_looked_at.emit()

    def pause(self, *, is_wanted: bool) -> None:
        """Measure no more documents after the ones under way, or go on with them."""
        if is_wanted:
            self._control.pause()
        else:
            self._control.resume()
            self._go_on()

    def cancel(self) -> None:
        """Give up the text that nothing is known of yet: what stood there before is put back."""
        if self.source is not None and self.judged is None:
            self._leave()
            self.source_changed.emit()

    def judge(self, settings: CheckSettings) -> None:
        """Have it judged by other settings."""
        self._settings = settings
        self._go_on()

    def write_report(self, options: ReportOptions, path: Path) -> None:
        """Write a report, and tell where it is."""
        if self._desk is not None and self.judged is not None:
            self._session.reads.submit(
                self._desk.report,
                self._settings,
                options,
                path,
                self.is_outdated,
                on_done=self._tell_report,
            )

    def _keep_settings(self) -> None:
        """What counts in this text is known until another library is opened."""
        if self.source is not None and self.judged is not None:
            self._known.pop(self.source, None)
            if self._settings != CheckSettings():
                self._known[self.source] = self.judged.digest, self._settings

    def _present(self) -> _Former | None:
        """What would be put back: a text that is not yet known of leaves what is to be."""
        if self.source is None or self.judged is None:
            return self._former
        return _Former(
            self.source,
            self.judged,
            self.changes,
            self._settings,
            self._is_noted,
            self.is_outdated,
        )

    def _begin(self, source: Path | Content) -> None:
        if self._session.library is not None:
            options = DetectionOptions(thresholds=self._session.settings.thresholds)
            begin = self._at_hand(self._session.library.place).begin
            self._watch.start()
            self._ask(begin, source, options, self._settings, self._control)

    def _at_hand(self, library: Place) -> RemoteCheckDesk:
        if self._desk is None:
            self._desk = RemoteCheckDesk(library, RemotePrinter().print)
        return self._desk

    def _ask(self, function: Callable[..., Judged], *arguments: object) -> None:
        self._is_asking = True
        self._judged_by = self._settings
        self._session.reads.submit(
            function,
            *arguments,
            on_done=self._keep,
            on_error=self._refuse,
            key=_KEY,
            stop=self._control.stop,
        )

    def _keep(self, judged: Judged) -> None:
        is_first = self.judged is None
        self.judged, self._is_asking, self._former = judged, False, None
        known = self._known.get(self.source)
        if is_first and known is not None and known[0] == judged.digest:
            self._settings = replace(self._settings, exclusions=known[1].exclusions)
        self._watch.stop()
        self._control.report(Stage.MEASURING, judged.done, judged.candidates)
        self._go_on()
        if judged.is_complete and not self._is_noted:
            self._note_changes(judged)
        self.judged_changed.emit(is_first)

    def _go_on(self) -> None:
        """Ask for what is not known yet: by other settings, or of more documents."""
        if self.judged is None or self._desk is None or self._is_asking:
            return
        if not (self.judged.is_complete or self.is_paused):
            self._ask(self._desk.go_on, self._settings, self._control.stop)
        elif self._judged_by != self._settings:
            self._ask(self._desk.judge, self._settings, self._control.stop)

    def _note_changes(self, judged: Judged) -> None:
        """Compare with the last check of this file, and keep this one."""
        self._is_noted = True
        library = self._session.library
        if isinstance(self.source, Path) and library is not None:
            path = self._session.paths.data / "checks.json"
            kept = History(path, str(library.place), self._noting)
            self._session.reads.submit(
                note_changes,
                kept,
                self.source,
                judged.findings,
                on_done=partial(self._keep_changes, self._control),
                on_error=self._tell_error,
                is_lasting=True,
            )

    def _keep_changes(self, asked: JobControl, found: Changes | None) -> None:
        if asked is self._control and found is not None:
            self.changes = found
            self.judged_changed.emit(False)

    def _tell_error(self, error: Exception) -> None:
        self._session.notify(error_notice(error))

    def _refuse(self, error: Exception) -> None:
        source = self.source
        if source is not None and isinstance(error, CheckLostError):
            self._begin(source)
            return
        self._leave()
        self.source_changed.emit()
        self.refused.emit(source, error)

    def _leave(self) -> None:
        """What was known before this text is known again."""
        former, is_outdated = self._former, self.is_outdated
        self._forget()
        if former is not None:
            self._put_back(former)
            self.is_outdated |= is_outdated

    def _put_back(self, former: _Former) -> None:
        """Show it again, and see whether the desk still knows of it."""
        self.source, self.judged, self.changes = former.source, former.judged, former.changes
        self._is_noted, self.is_outdated = former.is_noted, former.is_outdated
        self._settings = former.settings
        self.look_at_file()
        if self._desk is not None:
            self._ask(self._desk.judge, self._settings, self._control.stop)

    def _tell_report(self, path: Path) -> None:
        self._session.notify(report_notice(path))

    def _forget(self) -> None:
        """Ask for nothing any longer, and know nothing."""
        for key in (_KEY, _LOOK_KEY, _FILE_KEY):
            self._session.reads.forget(key)
        self._watch.stop()
        self._control = JobControl()
        self.source = self.judged = self._judged_by = self.changes = self._former = None
        self._is_asking = self._is_noted = self.is_outdated = self.is_file_changed = False

    def _change_library(self) -> None:
        """Ask the new library what the one before has not answered."""
        if self._desk is not None:  # it waits for its process
            self._session.reads.submit(self._desk.end, on_done=_nothing)
            self._desk = None
        unanswered = self.source if self._is_asking else None
        self._forget()
        self._known.clear()
        self.source_changed.emit()
        if unanswered is not None:
            self.check(unanswered, self._settings)

    def _end(self) -> None:
        if self._desk is not None:
            self._desk.end()
            self._desk = None


def _file_of(
    desk: RemoteCheckDesk, source: Path | Content, judged: Judged, folder: Path
) -> tuple[Path, bool]:
    """A file with the text that was checked, and whether its own still has that."""
    if isinstance(source, Path) and desk.is_as_read(source, judged.digest):
        return source, True
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(source, Content):
        path = folder / "clipboard.txt"
        path.write_bytes(source.data)
        return path, True
    path = folder / "as-checked.txt"
    path.write_bytes(judged.findings.text.encode("utf-8", "replace"))
    return path, False


def _nothing(_result: object) -> None:
    """The answer is not needed."""


def _ignore(_model: QObject, _answer: object) -> None:
    """Nobody has to be told."""
