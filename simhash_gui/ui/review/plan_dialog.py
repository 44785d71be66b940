"""The plan: rules in an order that is dragged, a preview of what would happen, and the act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.review.acts import RunReport
from simhash_gui.services.review.keep_rules import InvalidKeepRuleError, KeepRule, RuleKind
from simhash_gui.services.review.plan import (
    Act,
    NotAPlanError,
    Plan,
    PlannedAct,
    PlanOptions,
    RefusedFile,
)
from simhash_gui.services.review.plan_files import load_plan, save_plan
from simhash_gui.services.review.refusals import Refusal, SkippedFile
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import QuestionDialog, open_at
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.acting import Acting
from simhash_gui.ui.review.plain_table import (
    ROWS_SHOWN,
    PlainTable,
    UnwrappedDelegate,
    fill_table,
)
from simhash_gui.ui.review.plan_texts import (
    accept_text,
    changes_text,
    checked_text,
    size_tip,
    summary_text,
)
from simhash_gui.ui.review.planned_acts import PlannedActs
from simhash_gui.ui.review.review_texts import act_hint, act_label, refusal_text
from simhash_gui.ui.review.rule_list import RuleList
from simhash_gui.ui.session.choosers import ask_line, choose_file, choose_target
from simhash_gui.ui.session.job_runner import JobHandle
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_SIZE_PX = (1180, 720)
_RULES_PX, _LEAST_RULES_PX, _NARROW_PX = 290, 180, 700
_SIDE_SHARE = 0.36  # of the dialog, at most, for the rules and acts
_LOW_PX, _LOWEST_PX = 400, 330
"""In a dialog that is lower, headings of two lines have no room with large type."""
_DENIED_STATE = "plan/denied"


class _ActBox(QComboBox):
    """Arrows open the list: in passing, the move to a folder would ask for the folder."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}:
            self.showPopup()
        else:
            super().keyPressEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class PlanDialog(QuestionDialog):
    """Proposes at once, again after each change of rules, and acts when it is accepted."""

    scrolls = True

    def __init__(
        self,
        session: Session,
        acting: Acting,
        parent: QWidget | None,
        *,
        kept_folder: str = "",
        emptied_folder: str = "",
    ) -> None:
        super().__init__(parent)
        self.cancel_button.setDefault(True)  # Enter twice on what opens a plan touches no file
        self._session, self._acting = session, acting
        self._emptied_folder = emptied_folder
        self._proposed: Plan | None = None
        self._asked = 0
        self._is_planning = False  # what is shown is an older plan
        self._handle: JobHandle | None = None
        self._rules_title, self._act_title = WrappedLabel(), WrappedLabel()
        self._side_room, self._acts_room, self._row = QWidget(), QWidget(), QHBoxLayout()
        self._rules_head, self._side = QHBoxLayout(), QVBoxLayout(self._side_room)
        self.rules = RuleList(session, kept_folder)
        self.up, self.down = QPushButton("↑"), QPushButton("↓")
        self.add_folder, self.add_pattern = QPushButton(), QPushButton()
        self.act = _ActBox()
        self.hint, self.summary = QLabel(), QLabel()
        self.folder, self.path, self.kept_path = ElidedLabel(), ElidedLabel(), ElidedLabel()
        self.changes = ElidedLabel()
        self.save_button, self.open_button = QPushButton(), QPushButton()
        self.keep_button, self.check_button = QPushButton(), QPushButton()
        self.acts, self.refused = PlannedActs(), PlainTable(0, 0)
        self.refused.setItemDelegateForColumn(0, UnwrappedDelegate(self.refused))
        # the reason is a sentence
        self.refused.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.acts.denied = set(session.of_library(_DENIED_STATE, list[str]()))
        self.tabs = QTabWidget()
        self._staying: Sequence[RefusedFile | SkippedFile] = ()
        self._to: Path | None = None
        self._lay_out()
        self._connect()
        open_at(self, _SIZE_PX)
        self.retranslate()
        self.propose()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Plan for exact copies"))
        self._rules_title.setText(self.tr("Which copy to keep: drag to reorder"))
        self._act_title.setText(self.tr("What happens to the others"))
        self.rules.setAccessibleName(self._rules_title.text())
        self.up.setAccessibleName(self.tr("Move the rule up"))
        self.down.setAccessibleName(self.tr("Move the rule down"))
        self.add_folder.setText(self.tr("Keep a folder's copies…"))
        self.add_pattern.setText(self.tr("Keep by pattern…"))
        self.act.setAccessibleName(self._act_title.text())
        for row, act in enumerate(Act):
            self.act.setItemText(row, act_label(act))
        self.acts.retranslate()
        self.acts.setAccessibleName(self.tr("Actions; untick what is to stay"))
        self.refused.setHorizontalHeaderLabels([self.tr("File"), self.tr("Why it stays")])
        self.keep_button.setText(self.tr("Keep this one instead"))
        self.keep_button.setToolTip(self.tr("Keep the chosen file, and deal with its other copies"))
        self.check_button.setText(self.tr("Dry run"))
        self.check_button.setToolTip(
            self.tr("Compare every file with its kept copy now, and change nothing")
        )
        self.save_button.setText(self.tr("Save plan…"))
        self.open_button.setText(self.tr("Open plan…"))
        self.rules.show_hits(self.plan)
        self._set_side_width()
        self._show_plan()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_side_width()
        is_low = self.height() < Theme.current().scaled(_LOW_PX)
        self._side.setSpacing(Space.XS if is_low else Space.S)
        one_row_px = self.rules.sizeHintForRow(0) + 2 * self.rules.frameWidth()
        self.rules.setMinimumHeight(one_row_px if is_low else 0)
        self.hint.setHidden(self.height() < Theme.current().scaled(_LOWEST_PX))

    def _set_side_width(self) -> None:
        """One width for all acts and texts: what is told of one act moves nothing.

        Where there is no room beside the rules, the files stand below them.
        """
        is_narrow = self.width() < Theme.current().scaled(_NARROW_PX)
        least_px = Theme.current().scaled(_LEAST_RULES_PX if is_narrow else _RULES_PX)
        natural_px = max(
            self.rules.natural_width(),
            *(each.sizeHint().width() for each in (self.add_folder, self.add_pattern, self.act)),
        )
        side_px = max(least_px, min(natural_px, int(self.width() * _SIDE_SHARE)))
        room_px = self.width() - 2 * Space.XL - self._row.spacing()
        acts = self._acts_room.minimumSizeHint(), self.tabs.tabBar().sizeHint()
        is_beside = side_px + max(each.width() for each in acts) + Space.L <= room_px
        ways = QHBoxLayout.Direction
        self._row.setDirection(ways.LeftToRight if is_beside else ways.TopToBottom)
        self._row.update()  # Qt tells nobody of another direction
        self._side_room.setMinimumWidth(side_px if is_beside else 0)
        self._side_room.setMaximumWidth(side_px if is_beside else self._acts_room.maximumWidth())

    def propose(self) -> None:
        """Plan with what is chosen now."""
        act = Act(self.act.currentData())
        self._give_up_planning()
        if act is Act.MOVE and self._to is None:
            self._proposed = None
            self._show_plan()
            return
        self.rules.keep()
        options = PlanOptions(
            self.rules.rules(),
            act,
            self._to if act is Act.MOVE else None,
            emptied_folder=self._emptied_folder,
        )
        number = self._asked
        self._is_planning = True
        self._show_count()
        self._handle = self._acting.plan(options, lambda plan: self._keep(number, plan))
        if self._handle is not None:
            self._handle.failed.connect(lambda _error: self._keep_none(number))
            self._handle.cancelled.connect(lambda: self._keep_none(number))

    def _give_up_planning(self) -> None:
        """What comes from now on of a plan that was asked for before is for nobody."""
        self._asked += 1
        self._is_planning = False
        if self._handle is not None and not self._handle.is_over:
            self._handle.control.cancel()

    @property
    def plan(self) -> Plan | None:
        """What is proposed, without what the person denies."""
        denied = self.acts.denied
        return self._proposed.without(denied) if self._proposed is not None else None

    @override
    def accept(self) -> None:
        if self.plan is not None and self.plan.acts and not self._is_planning:
            self._acting.apply(self.plan)
        super().accept()

    @override
    def done(self, result: int) -> None:
        self._give_up_planning()
        super().done(result)

    def _lay_out(self) -> None:
        for act in Act:
            self.act.addItem(act_label(act), act.value)
        for title in (self._rules_title, self._act_title):
            set_role(title, Role.SECTION)
        self.hint.setWordWrap(True)
        self.summary.setWordWrap(True)
        for caption in (self.hint, self.folder, self.path, self.kept_path, self.changes):
            set_role(caption, Role.CAPTION)
        self._row.setSpacing(Space.L)
        self._fill_side()
        self._row.addWidget(self._side_room)
        self._row.addWidget(self._acts_room, 1)
        self._fill_acts_side()
        self._rules_head.addStrut(self.tabs.tabBar().sizeHint().height())  # on one line
        self.body.addWidget(self.summary)
        self.body.addLayout(self._row, 1)
        self.buttons.insertWidget(0, self.check_button)

    def _fill_side(self) -> None:
        order = QHBoxLayout()
        for button in (self.up, self.down):
            button.setFixedWidth(Theme.current().scaled(38))
            order.addWidget(button)
        order.addStretch(1)
        side = self._side
        side.setContentsMargins(0, 0, 0, 0)
        self._rules_head.addWidget(self._rules_title)
        side.addLayout(self._rules_head)
        side.addWidget(self.rules, 1)
        side.addLayout(order)
        for widget in (self.add_folder, self.add_pattern, self._act_title, self.act, self.hint):
            side.addWidget(widget)

    def _fill_acts_side(self) -> None:
        of_acts = QWidget()
        column = QVBoxLayout(of_acts)
        column.setContentsMargins(0, Space.XS, 0, 0)
        column.setSpacing(Space.XS)
        for label in (self.folder, self.path, self.kept_path, self.changes):
            label.setContentsMargins(Space.S, 0, Space.S, 0)
            column.addWidget(label)
        column.insertWidget(1, self.acts, 1)
        self.tabs.addTab(of_acts, "")
        self.tabs.addTab(self.refused, "")
        files = FlowRow()
        for button in (self.keep_button, self.open_button, self.save_button):
            files.add(button)
        side = QVBoxLayout(self._acts_room)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(Space.S)
        side.addWidget(self.tabs, 1)
        side.addWidget(files)

    def _connect(self) -> None:
        self.rules.itemChanged.connect(lambda _item: self.propose())
        self.rules.model().rowsMoved.connect(lambda *_: self.propose())
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.add_folder.clicked.connect(self._ask_folder)
        self.add_pattern.clicked.connect(self._ask_pattern)
        self.act.activated.connect(self._choose_act)
        self.check_button.clicked.connect(self._check)
        self.save_button.clicked.connect(self._save)
        self.open_button.clicked.connect(self._open)
        self.acts.denied_changed.connect(self._deny)
        self.acts.currentItemChanged.connect(lambda *_: self._follow_row())
        self.refused.currentItemChanged.connect(lambda *_: self._follow_row())
        self.tabs.currentChanged.connect(lambda _: self._follow_row())
        self.keep_button.clicked.connect(self._keep_chosen)
        self._follow_row()

    def _move(self, step: int) -> None:
        self.rules.move_current(step)
        self.propose()

    def _ask_folder(self) -> None:
        folder = self._choose_folder(self.tr("Keep the copies in this folder"))
        if folder is not None:
            self._put_first(KeepRule.parse(f"{RuleKind.FOLDER.value}:{folder}"))

    def _choose_folder(self, title: str) -> Path | None:
        return self._session.choosers.any_folder(self, title, self._session.documents_folder)

    def _ask_pattern(self) -> None:
        """Ask until the pattern is valid, or nothing is given."""
        question = self.tr(
            "Keep copies whose path matches this regular expression, e.g. {example}:"
        )
        question = question.format(example="/Originals/")
        text, asked = "", question
        while text := ask_line(self, self.tr("Keep by pattern"), asked, text) or "":
            try:
                rule = KeepRule.parse(f"{RuleKind.PATTERN.value}:{text}")
            except InvalidKeepRuleError as error:
                wrong = self.tr("Not a valid pattern: {reason}")
                asked = f"{wrong.format(reason=error.__cause__ or error)}\n\n{question}"
                continue
            self._put_first(rule)
            return

    def _put_first(self, rule: KeepRule) -> None:
        self.rules.blockSignals(True)
        self.rules.add(rule, row=0)
        self.rules.blockSignals(False)
        self.propose()

    def _follow_row(self) -> None:
        self.keep_button.setEnabled(bool(self._file_to_keep()))
        path, kept = self.acts.current_paths
        is_shown, acts = bool(kept), self.acts.current_acts
        text = self.tr("File: {path}").format(path=path)
        size = fmt.size(sum(act.size_bytes for act in acts))
        self.path.set_full_text(f"{text} · {size}" if is_shown else "")
        self.changes.set_full_text(changes_text(acts))
        self.changes.setVisible(bool(self.changes.full_text()))
        kept_text = self.tr("Kept: {path}").format(path=kept)
        reason = self.acts.current_reason
        whole = f"{kept_text} · {reason}" if is_shown else ""
        self.kept_path.set_full_text(whole, (kept_text,) if is_shown else ())

    def _keep_chosen(self) -> None:
        is_refused = self.tabs.currentWidget() is self.refused
        (self.refused if is_refused else self.acts).setFocus()  # the button may go grey
        self._put_first(KeepRule.of_file(self._file_to_keep()))

    def _file_to_keep(self) -> str:
        """The chosen file, if keeping it changes the plan: also one that rules leave undecided."""
        if self.tabs.currentWidget() is not self.refused:
            return self.acts.current_file
        row = self.refused.currentRow()
        chosen = self._staying[row] if 0 <= row < len(self._staying) else None
        is_open = chosen is not None and chosen.reason == Refusal.AMBIGUOUS
        return chosen.path if chosen is not None and is_open else ""

    def _choose_act(self) -> None:
        if Act(self.act.currentData()) is Act.MOVE:
            self._to = self._choose_folder(self.tr("Move the files to this folder"))
        self.propose()

    def _keep(self, number: int, plan: Plan) -> None:
        if number == self._asked:
            if self._proposed is None and not plan.acts and plan.refused:
                self.tabs.setCurrentWidget(self.refused)  # the first list is empty
            self._proposed = plan
            self._is_planning = False
            self.rules.blockSignals(True)
            self.rules.show_hits(plan)
            self.rules.blockSignals(False)
            self._show_plan()

    def _keep_none(self, number: int) -> None:
        """Planning was stopped, or failed, which the window tells."""
        if number == self._asked:
            self._is_planning, self._proposed = False, None
            self._show_plan()

    def _show_plan(self) -> None:
        act = Act(self.act.currentData())
        self.hint.setText(act_hint(act))
        self.act.setToolTip(act_hint(act))
        proposed = self._proposed
        if proposed is None:
            self.acts.clear()
        else:
            self.acts.show_acts(proposed.acts)
            self._follow_row()
        self.folder.set_full_text(self.acts.folder_text if proposed is not None else "")
        self.folder.setVisible(bool(self.folder.full_text()))
        self._show_count()
        self._set_side_width()

    def _deny(self) -> None:
        self._session.keep_of_library(_DENIED_STATE, sorted(self.acts.denied))
        self._show_count()

    def _show_count(self) -> None:
        """What is left of the proposal."""
        plan = self.plan
        self.summary.setToolTip("")
        has_acts = bool(plan and plan.acts) and not self._is_planning
        self.accept_button.setText(accept_text(plan, Act(self.act.currentData())))
        self.accept_button.setEnabled(has_acts and self._session.may_write)
        self.check_button.setEnabled(has_acts)
        self.save_button.setEnabled(plan is not None and not self._is_planning)
        if self._is_planning:
            self.summary.setText(self.tr("Planning…"))
            return
        if plan is None:
            is_to_move = Act(self.act.currentData()) is Act.MOVE and self._to is None
            self.summary.setText(
                self.tr("Choose a folder to move to.")
                if is_to_move
                else self.tr("No plan was made. Choose the action again to make one.")
            )
            return
        count = len(plan.acts)
        self.summary.setText(summary_text(plan, len(self._proposed_acts()) - count))
        self.summary.setToolTip(size_tip(plan))
        self._show_refused(plan.refused, count)

    def _show_refused(self, files: Sequence[RefusedFile | SkippedFile], acts: int) -> None:
        """What stays, and how many acts are left."""
        self._staying = files[:ROWS_SHOWN]
        self.tabs.setTabText(0, self.tr("Actions: {count}").format(count=fmt.number(acts)))
        rows = [
            (self.acts.shown_path(each.path), refusal_text(each.reason)) for each in self._staying
        ]
        fill_table(self.refused, rows, len(files))
        for row, each in enumerate(self._staying):
            if (item := self.refused.item(row, 0)) is not None:
                item.setToolTip(fmt.path(each.path))
        self.tabs.setTabText(1, self.tr("Staying: {count}").format(count=fmt.number(len(files))))

    def _check(self) -> None:
        """Do all but act, and say what came of it."""
        plan = self.plan
        if plan is not None:
            self._asked += 1
            self._acting.check(plan, partial(self._show_checked, self._asked, plan))

    def _show_checked(self, number: int, plan: Plan, report: RunReport) -> None:
        if number == self._asked:
            self.summary.setText(checked_text(report))
            self._show_refused([*report.skipped, *plan.refused], report.done)

    def _proposed_acts(self) -> Sequence[PlannedAct]:
        return self._proposed.acts if self._proposed is not None else ()

    def _open(self) -> None:
        path = choose_file(self, self.open_button.text().rstrip("…"))
        if path is not None:
            self.open_plan(path)

    def open_plan(self, path: Path) -> None:
        """Show a plan that was saved, in place of the one that the rules propose."""
        self._session.reads.submit(
            load_plan,
            path,
            key="opened plan",
            on_done=self._show_opened,
            on_error=partial(self._tell, lambda: self.tr("The plan could not be opened")),
        )

    def _show_opened(self, plan: Plan) -> None:
        self._give_up_planning()
        if plan.acts:
            self.act.setCurrentIndex(list(Act).index(plan.acts[0].act))
        self._keep(self._asked, plan)

    def _save(self) -> None:
        path = choose_target(self, self.save_button.text().rstrip("…"), "plan.json")
        library = self._session.library
        if path is not None and self.plan is not None and library is not None:
            self._session.reads.submit(
                save_plan,
                library,
                self.plan,
                path,
                on_done=_nothing,
                on_error=partial(self._tell, lambda: self.tr("The plan could not be saved")),
                is_lasting=True,
            )

    def _tell(self, text: Callable[[], str], error: Exception) -> None:
        if not isinstance(error, OSError | NotAPlanError):
            self._session.reads.failed.emit(error)
            return
        self._session.notify(Notice(NoticeKind.ERROR, text, details=str(error)))


def _nothing(_answer: None) -> None:
    """Nobody waits for the end."""
