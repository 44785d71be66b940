"""Learn: ten stages from the first surprise to the laboratory, for a class or a student alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)
from typing_extensions import override

from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.services.comparison.trace_report import trace_csv, trace_fields
from simhash_gui.services.teaching.challenges import (
    Challenge,
    NotAChallengeError,
    challenge_file,
    load_challenge,
    results_file,
)
from simhash_gui.services.teaching.lessons import TracedLesson
from simhash_gui.services.teaching.questions import Kind
from simhash_gui.ui.common.commands import KEYS, Command, PageId, command_label, page_label
from simhash_gui.ui.common.errors import error_notice
from simhash_gui.ui.common.file_manager import show_in_folder
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import sentences
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.class_tools import GlossaryDialog, picture_of, sheet_pdf
from simhash_gui.ui.learn.curve_stage import CurveStage
from simhash_gui.ui.learn.families_stage import FamiliesStage
from simhash_gui.ui.learn.gate import Gate, HandsField, Phase, check_text
from simhash_gui.ui.learn.laboratory_stage import LaboratoryStage
from simhash_gui.ui.learn.myths_stage import MythsStage
from simhash_gui.ui.learn.neighbours_stages import BucketsStage, PigeonholeStage
from simhash_gui.ui.learn.planes_stage import PlanesStage
from simhash_gui.ui.learn.stage import LessonStage
from simhash_gui.ui.learn.stepper import ON_KEY, Stepper
from simhash_gui.ui.learn.steps_stage import StepsStage
from simhash_gui.ui.learn.surprise_stage import SurpriseStage
from simhash_gui.ui.learn.two_texts_stage import TwoTextsStage
from simhash_gui.ui.learn.view_model import LearnViewModel
from simhash_gui.ui.learn.vote_table import VoteTable
from simhash_gui.ui.session.choosers import choose_file, choose_target
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.dress import Dress
from simhash_gui.ui.theme.theme import Theme

LECTURE_PERCENT = 175
_Contents = Callable[[str], bytes]
"""What a file of a suffix holds."""
_STAGES: tuple[Callable[[LearnViewModel], LessonStage], ...] = (
    SurpriseStage,
    StepsStage,
    PlanesStage,
    TwoTextsStage,
    CurveStage,
    MythsStage,
    PigeonholeStage,
    BucketsStage,
    LaboratoryStage,
    FamiliesStage,
)
_FEWEST_CHARACTERS = 12
"""Of the name of a stage: its list shrinks to these where a line of its own is too narrow."""
_WRITABLE = (QLineEdit, QPlainTextEdit, QSpinBox)


def _made_stages(model: LearnViewModel) -> Iterator[LessonStage]:
    return (stage(model) for stage in _STAGES)


class LearnPage(Page):
    """The page of the classroom."""

    def __init__(
        self,
        session: Session,
        parent: QWidget | None = None,
        *,
        ask_target: Callable[..., Path | None] = choose_target,
        ask_file: Callable[..., Path | None] = choose_file,
        stages: Sequence[LessonStage] = (),
    ) -> None:
        super().__init__(session, parent)
        self._ask_target, self._ask_file = ask_target, ask_file
        self._untranslated: list[LessonStage] = []
        self.stages = tuple(stages or _made_stages(LearnViewModel(session)))
        self.model = self.stages[0].model
        self.model.setParent(self)
        self.chooser, self._number = QComboBox(), 0
        self._row, self.back_button, self.on_button = FlowRow(), QPushButton(), QPushButton()
        self.position = WrappedLabel()
        self.dialog: GlossaryDialog | None = None
        self.lecture_action, self.glossary_action = QAction(self), QAction(self)
        self.advance_action = QAction(self)
        self.check_action = QAction(self)
        self._checked_soon = QTimer(self)
        self.full_screen_action = QAction(self)
        self.more = QPushButton()
        self.sheet_action, self.picture_action, self.trace_action = (
            QAction(self),
            QAction(self),
            QAction(self),
        )
        self.open_action, self.save_action, self.results_action = (
            QAction(self),
            QAction(self),
            QAction(self),
        )
        self._lay_out()
        self._connect()
        self.retranslate()
        self.show_stage(0)

    @override
    @classmethod
    def made_in_turns(cls, session: Session) -> Iterator[Page | None]:
        stages: list[LessonStage] = []
        for stage in _made_stages(LearnViewModel(session)):
            stages.append(stage)
            yield None
        yield cls(session, stages=stages)

    @override
    def title(self) -> str:
        return page_label(PageId.LEARN)

    @override
    def dress(self) -> None:
        bars = self.area.verticalScrollBar(), self.area.horizontalScrollBar()
        for part in (self.header, self._row, self.position, *bars):
            Dress(part)
        for stage in self.stages:
            Dress(stage, is_due=stage is self.stage)

    @property
    def traced(self) -> TracedLesson | None:
        """What the five steps were last shown for."""
        return next(stage.traced for stage in self.stages if isinstance(stage, StepsStage))

    @property
    def stage(self) -> LessonStage:
        """The stage in front."""
        return self.stages[self._number]

    def show_stage(self, number: int) -> None:
        """Bring a stage to the front, 0 first; the keyboard goes with it."""
        held = QApplication.focusWidget()
        self._number = number = max(0, min(len(self.stages) - 1, number))
        self._translate_stage()
        for place, stage in enumerate(self.stages):
            # Not in a stack of widgets: it is as high as its highest page, on show or not.
            stage.setVisible(place == number)
        self.chooser.setCurrentIndex(number)
        self.back_button.setEnabled(number > 0)
        self.on_button.setEnabled(number < len(self.stages) - 1)
        if held is not None and not (held.isVisible() and held.isEnabled()):
            self.chooser.setFocus()
        self._show_position()
        self._show_what_leads()
        if self.isVisible():
            self.stage.entered()
        self.area.verticalScrollBar().setValue(0)

    def open_challenge(self, path: Path) -> None:
        """Show one question, locked. Raises NotAChallengeError and OSError."""
        challenge = load_challenge(path)
        for number, stage in enumerate(self.stages):
            for gate in stage.gates:
                if (stage.id, gate.task.kind) == (challenge.stage, challenge.kind):
                    self.model.begin_challenge(challenge.language)
                    self.show_stage(number)
                    gate.ask(challenge.seed)
                    for other in stage.gates:
                        other.setVisible(other is gate)
                    self.open_action.setText(self.tr("Leave the challenge"))
                    return
        raise NotAChallengeError(f"{path}: this version has no such question")

    def set_lecture(self, is_lecture: bool) -> None:
        """Large type, high contrast and the space bar for a projector, or back to the settings."""
        self.model.set_lecture(is_lecture=is_lecture)
        self.advance_action.setEnabled(is_lecture)
        self.session.notices_held.emit(is_lecture)
        Theme.current().lecture(LECTURE_PERCENT if is_lecture else 0)
        if not is_lecture:
            self.session.full_screen_requested.emit(False)
        self._name_lecture()
        self._show_position()
        if is_lecture:  # which keys there are stands at the top
            self.area.verticalScrollBar().setValue(0)

    def advance(self) -> None:
        """In a lecture: hands, answer, next question, of the gate that is under way."""
        gate = self.current_gate()
        gate.advance()
        # What has just appeared has its place only once it was laid out.
        QTimer.singleShot(0, gate, partial(self._bring_into_view, gate))

    def _bring_into_view(self, gate: Gate) -> None:
        """The whole question with its picture, or what fits of it: from its top, or to its end."""
        place = self._place_of(gate)
        if gate.phase is Phase.REVEALED and place.height() > self.area.viewport().height():
            self.area.show_part(gate.verdict, gate.verdict.rect())
        else:
            self._scroll_to(place)

    def _scroll_to(self, place: QRect) -> None:
        """A part of what is in view or beyond it: as far as it takes, but to its top at most."""
        bar = self.area.verticalScrollBar()
        beyond_px = max(0, place.bottom() - self.area.viewport().rect().bottom())
        bar.setValue(bar.value() + min(place.top(), beyond_px))

    def _place_of(self, widget: QWidget) -> QRect:
        return QRect(widget.mapTo(self.area.viewport(), QPoint()), widget.size())

    def _show_verdict(self, verdict: QWidget) -> None:
        QTimer.singleShot(0, verdict, lambda: self.area.show_part(verdict, verdict.rect()))

    def _show_step(self, stepper: Stepper) -> None:
        """What a step changes, or what fits of it: from its top."""
        QTimer.singleShot(0, stepper, partial(self._bring_step_into_view, stepper))

    def _bring_step_into_view(self, stepper: Stepper) -> None:
        self._scroll_to(self._place_of(stepper).united(self._place_of(stepper.upto)))

    def current_gate(self) -> Gate:
        """The first gate whose question is open, else the last one."""
        gates = [gate for gate in self.stage.gates if not gate.isHidden()]
        return next((gate for gate in gates if gate.phase is not Phase.REVEALED), gates[-1])

    @override
    def event(self, event: QEvent) -> bool:
        """Leave the space bar to what can be marked, in a lecture too."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            event.setAccepted(_takes_marks(QApplication.focusWidget()))
            return True
        return super().event(event)

    @override
    def activated(self) -> None:
        self.model.start()
        self.stage.entered()

    @override
    def deactivated(self) -> None:
        self.lecture_action.setChecked(False)

    @override
    def clear(self) -> None:
        self.lecture_action.setChecked(False)

    @override
    def shortcuts(self) -> list[tuple[str, str]]:
        return [
            ("Alt+Right", self.tr("Next stage; Alt+Left: previous stage")),
            ("Ctrl+L", self.tr("Lecture mode")),
            ("Space", self.tr("In a lecture: hands, answer, next question")),
            (ON_KEY, self.tr("Next step; comma: step back; P: play or pause")),
            ("Left", self.tr("On bits: move; with Space: mark")),
            ("Up", self.tr("On the votes: highlight a word; Left: a bit, with its sum")),
        ]

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self._untranslated = list(self.stages)
        self._translate_stage()
        for number, stage in enumerate(self.stages):
            self.chooser.setItemText(number, f"{number + 1}  {stage.title()}")
        self.chooser.setAccessibleName(self.tr("Stage"))
        self.back_button.setText(self.tr("Previous stage"))
        self.on_button.setText(self.tr("Next stage"))
        self._name_lecture()
        self.check_action.setText(check_text())
        self.glossary_action.setText(self.tr("Glossary"))
        self.more.setText(self.tr("For class"))
        self.sheet_action.setText(self.tr("Print the unplugged sheet (PDF)…"))
        self.picture_action.setText(self.tr("Export picture (SVG, PNG)…"))
        self.trace_action.setText(self.tr("Export trace (CSV, JSON)…"))
        key = KEYS[Command.FULL_SCREEN]
        self.full_screen_action.setText(f"{command_label(Command.FULL_SCREEN)}\t{key}")
        self.open_action.setText(
            self.tr("Leave the challenge") if self.model.is_locked else self.tr("Open challenge…")
        )
        self.save_action.setText(self.tr("Save this question as a challenge…"))
        self.results_action.setText(self.tr("Save my results…"))
        self._show_position()

    def _translate_stage(self) -> None:
        """The one in front; each other one when it comes there."""
        if self.stage in self._untranslated:
            self._untranslated.remove(self.stage)
            self.stage.retranslate()

    def _lay_out(self) -> None:
        self.lecture_action.setCheckable(True)
        self.lecture_action.setShortcut(QKeySequence("Ctrl+L"))
        self.lecture_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.advance_action.setShortcut(QKeySequence(Qt.Key.Key_Space))
        self.advance_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.advance_action.setEnabled(False)
        self.addActions([self.lecture_action, self.advance_action])
        self.header.add_action(self.glossary_action)
        self.header.add_action(self.lecture_action)
        menu = QMenu(self.more)
        menu.addActions([self.sheet_action, self.picture_action, self.trace_action])
        menu.addSeparator()
        menu.addAction(self.full_screen_action)
        menu.addSeparator()
        menu.addActions([self.open_action, self.save_action, self.results_action])
        menu.aboutToShow.connect(lambda: self.trace_action.setEnabled(self.traced is not None))
        self.more.setMenu(menu)
        self.header.add_widget(self.more)
        self.check_action.setVisible(False)
        self.header.add_action(self.check_action, is_primary=True)
        self.chooser.addItems([""] * len(self.stages))
        self.chooser.setMinimumContentsLength(_FEWEST_CHARACTERS)
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._row.add(self.back_button)
        self._row.add(self.chooser, min_px=lambda: self.chooser.sizeHint().width())
        self._row.add(self.on_button)
        set_role(self.position, Role.MUTED)
        self.body.addWidget(self._row)
        self.body.addWidget(self.position)
        for stage in self.stages:
            self.body.addWidget(stage, 1)
        for box in self.findChildren(QCheckBox):
            # Clicked in a lecture, it leaves the space bar to that; by keyboard, space marks it.
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.first_focus = self.chooser

    def _connect(self) -> None:
        self.chooser.activated.connect(self.show_stage)
        self.back_button.clicked.connect(partial(self._go, -1))
        self.on_button.clicked.connect(partial(self._go, 1))
        for step, key in ((-1, "Alt+Left"), (1, "Alt+Right")):
            action = QAction(self)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(partial(self._go, step))
            self.addAction(action)
        self._checked_soon.setSingleShot(True)
        self._checked_soon.timeout.connect(self._offer_check)
        bar = self.area.verticalScrollBar()
        for signal in (bar.valueChanged, bar.rangeChanged):
            signal.connect(lambda: self._checked_soon.start(0))
        self.check_action.triggered.connect(self._check)
        self.lecture_action.toggled.connect(self.set_lecture)
        self.advance_action.triggered.connect(self._advance_or_type)
        self.full_screen_action.triggered.connect(self._toggle_full_screen)
        self.glossary_action.triggered.connect(self._show_glossary)
        self.sheet_action.triggered.connect(self._export_sheet)
        self.picture_action.triggered.connect(self._export_picture)
        self.trace_action.triggered.connect(self._export_trace)
        self.open_action.triggered.connect(self._open_or_leave)
        self.save_action.triggered.connect(self._save_challenge)
        self.results_action.triggered.connect(self._save_results)
        self.model.failed.connect(self._tell)
        self.model.locked.connect(self._show_position)
        for table in self.findChildren(VoteTable):
            table.walked.connect(partial(self.area.show_part, table))
        for stepper in self.findChildren(Stepper):
            stepper.moved.connect(partial(self._show_step, stepper))
        for stage in self.stages:
            for gate in stage.gates:
                gate.phase_shown.connect(self._show_what_leads)
                gate.check_button.clicked.connect(partial(self._show_verdict, gate.verdict))

    def _show_what_leads(self) -> None:
        """One button: that of the first answer to be checked, or the way on."""
        answered = self._answered_gate()
        for gate in self.stage.gates:
            set_role(gate.check_button, Role.PRIMARY if gate is answered else Role.PLAIN)
        set_role(self.on_button, Role.PLAIN if answered else Role.PRIMARY)
        self._checked_soon.start(0)

    def _answered_gate(self) -> Gate | None:
        return next((gate for gate in self.stage.gates if gate.check_button.isEnabled()), None)

    def _offer_check(self) -> None:
        """Have the button of an answer in the header while its own is out of sight.

        Not before its question was seen, where others come before it; a lecture has the space bar.
        """
        gate, port = self._answered_gate(), self.area.viewport()
        self.check_action.setVisible(
            gate is not None
            and not self.model.is_lecture
            and not port.rect().contains(self._place_of(gate.check_button))
            and (
                gate is self.stage.gates[0]
                or self._place_of(gate.question).bottom() <= port.rect().bottom()
            )
        )

    def _check(self) -> None:
        gate = self._answered_gate()
        if gate is not None:
            gate.next_button.setFocus()  # the one in the header may go
            gate.check_button.click()

    def _go(self, step: int) -> None:
        self.show_stage(self._number + step)

    def _advance_or_type(self) -> None:
        focus = QApplication.focusWidget()
        if isinstance(focus, HandsField) or not isinstance(focus, _WRITABLE):
            self.advance()

    def _toggle_full_screen(self) -> None:
        self.session.full_screen_requested.emit(not self.window().isFullScreen())

    def _name_lecture(self) -> None:
        is_on = self.model.is_lecture
        self.lecture_action.setText(
            self.tr("End the lecture") if is_on else self.tr("Lecture mode")
        )

    def _show_position(self) -> None:
        number = self._number + 1
        text = self.tr("Stage {number} of {count}.").format(number=number, count=len(self.stages))
        if self.model.is_locked:
            locked = self.tr("A challenge: one question. Leave it from the menu “For class”.")
            text = sentences(text, locked)
        if self.model.is_lecture:
            keys = self.tr(
                "Space: hands, answer, next question. F11: full screen. Esc ends the lecture."
            )
            text = sentences(text, keys)
        self.position.setText(text)

    def _show_glossary(self) -> None:
        self.dialog = GlossaryDialog(self.window())
        self.dialog.open()

    def _export_sheet(self) -> None:
        flips = next(
            gate.task
            for stage in self.stages
            for gate in stage.gates
            if gate.task.kind == Kind.FLIPS
        )
        title = self.tr("Print the unplugged sheet")
        self._write(title, "sheet.pdf", lambda _: sheet_pdf(flips.seed, self.model.language))

    def _export_picture(self) -> None:
        make = partial(picture_of, self.stage)
        self._write(self.tr("Export picture"), "picture.png", make, ".svg")

    def _export_trace(self) -> None:
        if self.traced is not None:
            make = partial(_trace_file, self.traced.trace)
            self._write(self.tr("Export trace"), "trace.csv", make, ".json")

    def _open_or_leave(self) -> None:
        if self.model.is_locked:
            self.model.end_challenge()
            self.open_action.setText(self.tr("Open challenge…"))
            return
        path = self._ask_file(self.window(), self.tr("Open challenge"), "*.json")
        if path is None:
            return
        try:
            self.open_challenge(path)
        except NotAChallengeError as error:
            text = self.tr("This file is not a challenge.")
            notice = Notice(NoticeKind.WARNING, lambda: text, details=str(error))
            self.session.notify(notice)
        except OSError as error:
            self._tell(error)

    def _save_challenge(self) -> None:
        task = self.current_gate().task
        challenge = Challenge(self.stage.id, task.kind, task.seed, self.model.language)
        title = self.tr("Save this question as a challenge")
        self._write(title, "challenge.json", lambda _: challenge_file(challenge))

    def _save_results(self) -> None:
        answers = [(one.kind, one.seed, one.is_right) for one in self.model.results]
        self._write(self.tr("Save my results"), "results.json", lambda _: results_file(answers))

    def _write(self, title: str, name: str, make: _Contents, other_suffix: str = "") -> None:
        path = self._ask_target(self.window(), title, name, other_suffix)
        if path is not None:
            self.model.write(path, make(path.suffix), partial(self._tell_written, path))

    def _tell_written(self, path: Path, _: None) -> None:
        self.session.notify(
            Notice(
                NoticeKind.DONE,
                lambda: self.tr("{name} written").format(name=path.name),
                action_text=lambda: self.tr("Open folder"),
                action=partial(show_in_folder, path),
            )
        )

    def _tell(self, error: Exception) -> None:
        self.session.notify(error_notice(error))


def _trace_file(trace: Trace, suffix: str) -> bytes:
    """A trace as JSON, or as CSV with the mark by which spreadsheets know UTF-8."""
    if suffix.lower() == ".json":
        return (json.dumps(trace_fields(trace), ensure_ascii=False, indent=1) + "\n").encode()
    return trace_csv(trace).encode("utf-8-sig")


def _takes_marks(widget: QWidget | None) -> bool:
    """Whether the space bar marks something here."""
    if isinstance(widget, QListWidget):
        is_checkable = Qt.ItemFlag.ItemIsUserCheckable
        return widget.currentRow() >= 0 and bool(widget.currentItem().flags() & is_checkable)
    return isinstance(widget, QCheckBox) or (isinstance(widget, BitRow) and widget.takes_marks)
