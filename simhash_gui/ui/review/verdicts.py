"""Verdicts in the window: given by single keys, one cluster after another, and taken back.

A verdict is kept in the library as soon as it is given. "Back" takes back all that the last step
did: the verdict, what it replaced, and the move to the next cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QPushButton, QWidget
from typing_extensions import override

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.browsing import document_rows, file_rows
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.outputs import replacing_output
from simhash_gui.services.review.verdicts import (
    GivenVerdict,
    InvalidVerdictError,
    Verdict,
    export_verdicts,
    give_verdict_on_documents,
    import_verdicts,
    restore_verdicts,
    take_back,
    verdict_on_documents,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import ActionButton
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.review_texts import names_shown, verdict_hint, verdict_label
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

KEYS: Mapping[Verdict, str] = {
    Verdict.SAME: "1",
    Verdict.REVISION: "2",
    Verdict.TEMPLATE: "3",
    Verdict.UNRELATED: "4",
    Verdict.LATER: "5",
}
BACK_KEY, NOTE_KEY = "Backspace", "F2"
_LEAVING = tuple(KEYS)[::-1]
"""Which verdict gives way before which in a narrow bar: the last first, so that no key between
those that stay is missing."""
NOWHERE = -1
"""No cluster."""
_COMING_BACK = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
_NOTE_PX = 120
_VERDICT_KEY = "review-verdict"
_DRAFTS_STATE = "review/drafts"
_PARTED = "parted-documents"


@dataclass(frozen=True, slots=True)
class Step:
    """What was given, if anything, what it replaced, and the cluster it was about.

    ``paths`` are those of documents that it has parted, ``have_copies`` whether any has copies.
    """

    verdict_id: int | None
    replaced: tuple[GivenVerdict, ...] = ()
    medoid_file_id: int = NOWHERE
    paths: tuple[str, ...] = ()
    have_copies: bool = False


class VerdictModel(QObject):
    """Gives verdicts and takes them back, each as a job; knows that of the chosen cluster."""

    changed = Signal()  # what is said of the chosen cluster
    kept = Signal()  # the library has other verdicts now
    went_back = Signal(int)  # to the cluster of this medoid

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._documents: dict[int, int] = {}
        self.medoid = NOWHERE
        """The file that stands for the chosen cluster."""
        self._drafts = session.of_library(_DRAFTS_STATE, dict[str, str]())
        self.shown: GivenVerdict | None = None
        self.steps: list[Step] = []
        session.library_opened.connect(self._leave_library)

    @property
    def may_give(self) -> bool:
        """Whether there are two contents to judge, and a library that may be written to."""
        return self._is_pair and self._session.may_write

    @property
    def is_settled(self) -> bool:
        """Whether the chosen cluster is exact copies alone, of which nothing needs to be said."""
        return len(self._documents) == 1

    @property
    def _is_pair(self) -> bool:
        return len(self._documents) > 1

    def choose(self, medoid_file_id: int, documents: Mapping[int, int]) -> None:
        """The chosen cluster: its documents, by their ids with a file of each."""
        self.medoid, self._documents = medoid_file_id, dict(documents)
        self.shown = None
        library = self._session.library
        if library is not None and self._is_pair:
            self._session.reads.submit(
                verdict_on_documents,
                library,
                list(documents),
                on_done=self._show,
                key=_VERDICT_KEY,
            )
        else:
            self._session.reads.forget(_VERDICT_KEY)
        self.changed.emit()

    @property
    def note(self) -> str:
        """What is written of the chosen cluster, saved with a verdict or not yet."""
        saved = self.shown.note if self.shown is not None else ""
        return saved if self.draft is None else self.draft

    @property
    def draft(self) -> str | None:
        """What is written of the chosen cluster and not saved; kept for each library."""
        return self._drafts.get(str(self.medoid))

    def keep_draft(self, note: str | None) -> None:
        """Keep what is written of the chosen cluster until a verdict is given; None forgets it."""
        self._drafts.pop(str(self.medoid), None)
        if note is not None and note != self.note:
            self._drafts[str(self.medoid)] = note
        self._session.keep_of_library(_DRAFTS_STATE, self._drafts)
        self.changed.emit()

    def give(self, verdict: Verdict, note: str = "") -> None:
        """Say this of the chosen cluster."""
        library = self._session.library
        if library is None or not self.may_give:
            return
        run = partial(_give, library, verdict, self._documents, note, self.medoid)
        handle = self._session.jobs.submit(Job(JobKind.VERDICT, run))
        handle.finished.connect(self._keep)

    def take_back(self, given: Sequence[GivenVerdict]) -> None:
        """Forget some verdicts, whatever they are about."""
        library = self._session.library
        if library is None or not given:
            return
        run = partial(_forget, library, tuple(given))
        handle = self._session.jobs.submit(Job(JobKind.VERDICT, run))
        handle.finished.connect(self._keep)

    def read_file(self, path: Path) -> None:
        """Add the verdicts of a CSV file: all of them, or none."""
        library = self._session.library
        if library is not None:
            run = partial(_import, library, path)
            handle = self._session.jobs.submit(Job(JobKind.VERDICT, run, path.name))
            handle.finished.connect(self._tell_imported)

    def write_file(self, path: Path) -> None:
        """Write all verdicts as CSV."""
        library = self._session.library
        if library is not None:
            run = partial(_export, library, path)
            handle = self._session.jobs.submit(Job(JobKind.EXPORT, run, path.name))
            handle.finished.connect(self._tell_exported)

    def back(self) -> None:
        """Take back all that the last step did."""
        if self.steps:
            self._take_step_back(self.steps[-1])

    def _take_step_back(self, step: Step) -> None:
        """Unless that was done, or its verdict was undone in the list."""
        library = self._session.library
        if library is None or step not in self.steps:
            return
        self.steps.remove(step)
        handle = self._session.jobs.submit(Job(JobKind.VERDICT, partial(_take_back, library, step)))
        handle.finished.connect(partial(self._return_to, step))

    def _show(self, given: GivenVerdict | None) -> None:
        self.shown = given
        self.changed.emit()

    def _keep(self, step: Step) -> None:
        self.steps.append(step)
        if self._drafts.pop(str(step.medoid_file_id), None) is not None:
            self._session.keep_of_library(_DRAFTS_STATE, self._drafts)
        self.kept.emit()
        self.changed.emit()
        if step.paths:
            self._tell_parted(step)
        elif any(each.verdict is Verdict.UNRELATED for each in step.replaced):
            self._tell_joined()

    def _return_to(self, step: Step, new_ids: Mapping[int, int]) -> None:
        self.steps = [
            replace(each, verdict_id=new_ids.get(each.verdict_id or 0, each.verdict_id))
            for each in self.steps
        ]
        self.kept.emit()
        if step.paths:
            self._tell_joined()
        self.went_back.emit(step.medoid_file_id)
        self.changed.emit()

    def _tell_parted(self, step: Step) -> None:
        """Their cluster leaves the list, and copies of each may come for it."""
        self._session.notify(
            Notice(
                NoticeKind.DONE,
                partial(_parted_text, step),
                action_text=_undo_text,
                action=partial(self._take_step_back, step),
                about=_PARTED,
            )
        )

    def _tell_joined(self) -> None:
        """In place of what was told of them."""
        self._session.notify(Notice(NoticeKind.DONE, _joined_text, about=_PARTED))

    def _tell_imported(self, count: int) -> None:
        self.kept.emit()
        self._session.notify(Notice(NoticeKind.DONE, partial(_imported_text, count)))

    def _tell_exported(self, name: str) -> None:
        self._session.notify(Notice(NoticeKind.DONE, partial(_exported_text, name)))

    def _leave_library(self) -> None:
        self.steps.clear()
        self._drafts = self._session.of_library(_DRAFTS_STATE, dict[str, str]())
        self.choose(NOWHERE, {})


def _give(
    library: Library,
    verdict: Verdict,
    documents: Mapping[int, int],
    note: str,
    medoid_file_id: int,
    _control: JobControl,
) -> Step:
    paths = {row.id: row.path for row in file_rows(library, list(documents.values()))}
    named = {document: paths.get(file_id, "") for document, file_id in documents.items()}
    number, replaced = give_verdict_on_documents(library, verdict, named, note)
    step = Step(number, tuple(replaced), medoid_file_id)
    if verdict is not Verdict.UNRELATED:
        return step
    have_copies = any(row.copies > 1 for row in document_rows(library, list(documents)))
    return replace(step, paths=tuple(named.values()), have_copies=have_copies)


def _import(library: Library, path: Path, _control: JobControl) -> int:
    """Raises OSError, InvalidVerdictError and VerdictConflictError."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidVerdictError(f"{path}: not UTF-8") from error
    return import_verdicts(library, text)


def _export(library: Library, path: Path, _control: JobControl) -> str:
    with replacing_output(library, path) as part:
        part.write_text(export_verdicts(library), encoding="utf-8", newline="")
    return path.name


def _imported_text(count: int) -> str:
    return QCoreApplication.translate("VerdictModel", "%Ln verdicts were new", "", count)


def _exported_text(name: str) -> str:
    return QCoreApplication.translate("VerdictModel", "{name} written").format(name=name)


def _parted_text(step: Step) -> str:
    names = names_shown(step.paths)
    others = len(step.paths) - 1
    if len(names) == len(step.paths):
        told = fmt.listed(names)
    else:
        text = QCoreApplication.translate(
            "VerdictModel", "{name} and %Ln other documents", "", others
        )
        told = text.format(name=names[0])
    text = QCoreApplication.translate(
        "VerdictModel", "{names}: unrelated, no longer in one cluster."
    ).format(names=told)
    copies = QCoreApplication.translate("VerdictModel", "Exact copies stay listed.")
    return fmt.sentences(text, copies) if step.have_copies else text


def _joined_text() -> str:
    return QCoreApplication.translate(
        "VerdictModel",
        "The verdict “unrelated” is undone: the documents may be in one cluster again.",
    )


def _undo_text() -> str:
    return QCoreApplication.translate("VerdictModel", "Undo")


def _forget(library: Library, given: Sequence[GivenVerdict], _control: JobControl) -> Step:
    take_back(library, [each.id for each in given])
    return Step(None, tuple(given))


def _take_back(library: Library, step: Step, _control: JobControl) -> dict[int, int]:
    """The new ids of what it had replaced, by the old ones."""
    if step.verdict_id is not None:
        take_back(library, [step.verdict_id])
    return restore_verdicts(library, step.replaced)


class VerdictBar(FlowRow):
    """What is said of the chosen cluster, and the keys to say it.

    In a low page it keeps to one line; what has no room there is in the menu at its end.
    """

    note_left = Signal()  # by Enter or Escape

    def __init__(self, model: VerdictModel, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._model, self._is_writing = model, False
        self._is_one_line, self._is_out = False, False
        self._draft_before: str | None = None
        self._noted = NOWHERE
        self.actions_by_verdict = {verdict: QAction(self) for verdict in Verdict}
        self.back_action, self.note_action = QAction(self), QAction(self)
        self.note = QLineEdit()
        self.note.setMinimumWidth(Theme.current().scaled(_NOTE_PX))
        self._said = QLabel()
        self._said.setTextFormat(Qt.TextFormat.PlainText)  # a note is not to be read as HTML
        set_role(self._said, Role.MUTED)
        self.more, self._menu = QPushButton(), QMenu(self)
        self.more.setMenu(self._menu)
        set_role(self.more, Role.MENU)
        self.more.hide()
        for verdict, action in self.actions_by_verdict.items():
            action.setShortcut(QKeySequence(KEYS[verdict]))
            action.setShortcutVisibleInContextMenu(False)  # its text begins with it
            action.triggered.connect(partial(self._give, verdict))
        self.back_action.setShortcut(QKeySequence(BACK_KEY))
        self.back_action.triggered.connect(model.back)
        self._parts: dict[QAction, QWidget] = {
            **{action: ActionButton(action) for action in self.actions_by_verdict.values()},
            self.back_action: ActionButton(self.back_action, "reset"),
            self.note_action: self.note,
        }
        for part in (*self._parts.values(), self.more):
            self.add(part, gap=Space.XS)
        self.add(self._said, gap=Space.S)
        self.note_action.setShortcut(QKeySequence(NOTE_KEY))
        self.note_action.triggered.connect(self._begin_note)
        self.note.returnPressed.connect(self._keep_note)
        self.note.textEdited.connect(model.keep_draft)
        for action in self.all_actions():
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        model.changed.connect(self._follow)
        self.retranslate()

    def all_actions(self) -> list[QAction]:
        """For the page to take, so that their keys work anywhere on it."""
        return [*self.actions_by_verdict.values(), self.back_action, self.note_action]

    def set_height(self, *, one_line: bool, none: bool) -> None:
        """Leave the height to the list: the menu of the page has all of it, and the keys work."""
        self._is_one_line, self._is_out = one_line, none
        self._fit()

    def leave_note(self) -> bool:
        """Drop what was typed since the note was entered; whether one was being written."""
        is_writing = self.note.hasFocus()
        if is_writing:
            self.note_left.emit()
            self._model.keep_draft(self._draft_before)
        return is_writing

    def said(self) -> str:
        """What is said of the chosen cluster, in words."""
        return self._said.text()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        for verdict, action in self.actions_by_verdict.items():
            action.setText(f"{KEYS[verdict]}  {verdict_label(verdict)}")
            action.setToolTip(verdict_hint(verdict))
        self.back_action.setText(self.tr("Back"))
        self.back_action.setToolTip(self.tr("Undo the last verdict, and go back to its cluster"))
        self.note_action.setText(self.tr("Write a note"))
        self.note.setPlaceholderText(self.tr("Note"))
        self.note.setAccessibleName(self.tr("Note on the verdict"))
        self.note.setToolTip(self.tr("Saved with the verdict; press Enter to save it"))
        self.more.setText(self.tr("More"))
        self._follow()

    def _give(self, verdict: Verdict) -> None:
        self._model.give(verdict, self.note.text().strip())

    def _begin_note(self) -> None:
        self._is_writing = True
        self._fit()
        self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.note.selectAll()

    def _keep_note(self) -> None:
        """With the verdict that is there; else it waits for one."""
        if self._model.shown is not None:
            self._give(self._model.shown.verdict)
        self.note_left.emit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self._fit()
        return super().event(event)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A note that was only there to be written gives way again when it is left."""
        if watched is self.note and isinstance(event, QFocusEvent):
            is_coming_back = event.reason() in _COMING_BACK
            if event.lostFocus():
                self._is_writing = is_coming_back and self._is_writing
                self._follow()
                self._fit()
            elif event.gotFocus() and not is_coming_back:
                self._draft_before = self._model.draft
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Put into the menu what has no room, where this is to be one line."""
        leaving = [self.back_action, *(self.actions_by_verdict[each] for each in _LEAVING)]
        is_written = self._is_writing or self._model.draft is not None
        leaving.insert(len(leaving) if is_written else 0, self.note_action)
        staying = dict(self._parts)
        if self._is_one_line and not self._fits(staying.values()):
            while leaving and not self._fits((*staying.values(), self.more)):
                del staying[leaving.pop(0)]
        left_out = [action for action in self._parts if action not in staying]
        for action, part in self._parts.items():
            part.setHidden(action in left_out)
        self._said.setHidden(
            self._is_one_line and not self._fits((*staying.values(), self.more, self._said))
        )
        self.more.setVisible(bool(left_out))
        if self._menu.actions() != left_out:
            self._menu.clear()
            self._menu.addActions(left_out)
        self.setHidden(self._is_out and not self._is_writing)

    def _fits(self, parts: Iterable[QWidget]) -> bool:
        return self.line_px(parts) <= self.width()

    def _follow(self) -> None:
        for action in self.actions_by_verdict.values():
            action.setEnabled(self._model.may_give)
        self.back_action.setEnabled(bool(self._model.steps))
        self.note_action.setEnabled(self._model.may_give)
        self.note.setEnabled(self._model.may_give)
        shown = self._model.shown
        is_free = not self.note.hasFocus() or self._noted != self._model.medoid
        if is_free and self.note.text() != self._model.note:
            self.note.setText(self._model.note)
            self.note.setCursorPosition(0)  # a long one is read from its beginning
        self._noted = self._model.medoid
        # not while it is written: the line may break
        is_draft = self._model.draft is not None and not self.note.hasFocus()
        if shown is None:
            settled = self.tr("Exact copies need no verdict") if self._model.is_settled else ""
            waiting = self.tr("The note is saved with the verdict that you give")
            self._said.setText(waiting if is_draft else settled)
            return
        note = f" ({shown.note})" if shown.note else ""
        text = self.tr("Verdict: {verdict}").format(verdict=verdict_label(shown.verdict))
        unsaved = self.tr("Press Enter to save the note")
        self._said.setText(f"{text}{note} · {unsaved}" if is_draft else f"{text}{note}")
