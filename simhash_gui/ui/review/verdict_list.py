"""All verdicts: filtered by kind and by name or note, and undone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.libraries import Library
from simhash_gui.services.review.verdicts import (
    GivenVerdict,
    Verdict,
    Verdicts,
    load_verdicts,
    named_members,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.library_texts import not_compared_text
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.plain_table import (
    ROWS_SHOWN,
    PlainTable,
    UnwrappedDelegate,
    fill_table,
)
from simhash_gui.ui.review.review_texts import names_shown, verdict_label
from simhash_gui.ui.review.verdicts import VerdictModel
from simhash_gui.ui.session.choosers import FileChooser, TargetChooser, choose_file, choose_target
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_SIZE_PX = (860, 560)
_KEY = "review-verdict-list"
_DOCUMENTS, _NOTE, _DATE = 1, 2, 3
_LEAST_NOTE_PX = 90
_PATHS_SHOWN = 20

_Listed: TypeAlias = list[tuple[GivenVerdict, list[str], str]]
"""Each verdict, the latest first, with its paths and all that the filter looks at."""


class _VerdictTable(PlainTable):
    """Names of documents are whole where there is room: notes get less, then dates leave.

    The tip of the verdict tells the date.
    """

    def __init__(self) -> None:
        super().__init__(75, 0, _LEAST_NOTE_PX, 90, lines=2)
        self.setItemDelegateForColumn(_DOCUMENTS, UnwrappedDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def fit(self) -> None:
        """Share out the width again."""
        least_px = 0 if self.isColumnHidden(_NOTE) else Theme.current().scaled(_LEAST_NOTE_PX)
        names_px = self.sizeHintForColumn(_DOCUMENTS) + Space.S
        spare_px = self.viewport().width() - self.columnWidth(0) - names_px
        self.showColumn(_DATE)
        date_px = self.columnWidth(_DATE)
        is_tight = spare_px < least_px + date_px
        self.setColumnHidden(_DATE, is_tight)
        if least_px:
            left_px = spare_px - (0 if is_tight else date_px)
            self.setColumnWidth(_NOTE, max(least_px, left_px))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class VerdictListDialog(PanelDialog):
    """Follows the verdicts while it is open."""

    def __init__(
        self,
        session: Session,
        model: VerdictModel,
        parent: QWidget | None,
        *,
        ask_file: FileChooser = choose_file,
        ask_target: TargetChooser = choose_target,
    ) -> None:
        super().__init__(parent)
        self._ask_file, self._ask_target = ask_file, ask_target
        self._session, self._model = session, model
        self._listed: _Listed = []
        self._verdicts = Verdicts(())
        self._is_read = False
        self._shown: list[GivenVerdict] = []
        self.kind, self.filter = QComboBox(), FilterBox()
        for verdict in (None, *Verdict):
            self.kind.addItem("", verdict)
        self.count = QLabel()
        set_role(self.count, Role.MUTED)
        self.table = _VerdictTable()
        self.take_back_button = QPushButton()
        self.import_button, self.export_button = QPushButton(), QPushButton()
        self._lay_out()
        self.import_button.clicked.connect(self._import)
        self.export_button.clicked.connect(self._export)
        self.kind.activated.connect(self._show)
        self.filter.filtered.connect(self._show)
        self.table.itemSelectionChanged.connect(self._follow_selection)
        self.take_back_button.clicked.connect(self._take_back)
        model.kept.connect(self.read)
        open_at(self, _SIZE_PX)
        self.retranslate()
        self.read()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.kind)
        row.addWidget(self.filter, 1)
        row.addWidget(self.count)
        self.body.addLayout(row)
        self.damage, self.nothing = WrappedLabel(), WrappedLabel()
        set_role(self.nothing, Role.MUTED)
        self.body.addWidget(self.damage)
        self.body.addWidget(self.nothing)
        self.body.addWidget(self.table, 1)
        for place, button in enumerate(
            (self.take_back_button, self.import_button, self.export_button)
        ):
            self.buttons.insertWidget(place, button)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Verdicts"))
        self.kind.setAccessibleName(self.tr("Which verdicts"))
        self.kind.setItemText(0, self.tr("All verdicts"))
        for row, verdict in enumerate(Verdict, start=1):
            self.kind.setItemText(row, verdict_label(verdict))
        self.filter.set_labels(self.tr("Part of a path or a note"), self.tr("Clear the filter"))
        self.table.setAccessibleName(self.tr("Verdicts"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Verdict"),
                self.tr("Documents"),
                self.tr("Note"),
                self.tr("Date"),
            ]
        )
        self.take_back_button.setText(self.tr("Undo"))
        self.import_button.setText(self.tr("Import CSV…"))
        self.export_button.setText(self.tr("Export CSV…"))
        self._show()

    def read(self) -> None:
        """Read the verdicts again."""
        library = self._session.library
        if library is not None:
            self._session.reads.submit(_read, library, on_done=self._keep, key=_KEY)

    def _keep(self, read: tuple[_Listed, Verdicts]) -> None:
        self._listed, self._verdicts = read
        self._is_read = True
        self._show()

    def _show(self) -> None:
        kind, wanted = self.kind.currentData(), self.filter.text().strip().casefold()
        matching = [
            (given, paths)
            for given, paths, text in self._listed
            if kind in {None, given.verdict} and wanted in text
        ]
        self.count.setText(_count_text(len(matching)))
        self.nothing.setText(
            self.tr("No verdict matches.")
            if self._listed
            else self.tr("No verdicts yet: press 1 to 5 on the Clusters page to give one.")
        )
        is_damaged = self._verdicts.damaged > 0
        is_empty = not matching and (bool(self._listed) or not is_damaged)
        self.nothing.setVisible(self._is_read and is_empty)
        self.damage.setText(_damage_text(self._verdicts))
        self.damage.setVisible(is_damaged)
        shown = matching[:ROWS_SHOWN]
        self._shown = [given for given, _ in shown]
        fill_table(self.table, [_row(given, paths) for given, paths in shown], len(matching))
        for row, (given, paths) in enumerate(shown):
            tips = {0: f"{verdict_label(given.verdict)}\n{_when(given)}", 1: _paths_text(paths)}
            for column, tip in tips.items():
                place = self.table.model().index(row, column)
                self.table.model().setData(place, tip, Qt.ItemDataRole.ToolTipRole)
        has_notes = any(given.note for given, _, _ in self._listed)
        self.table.setColumnHidden(_NOTE, not has_notes)
        self.table.fit()
        self._follow_selection()

    def _import(self) -> None:
        path = self._ask_file(self, self.import_button.text().rstrip("…"))
        if path is not None:
            self._model.read_file(path)

    def _export(self) -> None:
        path = self._ask_target(self, self.export_button.text().rstrip("…"), "verdicts.csv")
        if path is not None:
            self._model.write_file(path)

    def _chosen(self) -> list[GivenVerdict]:
        rows = sorted({index.row() for index in self.table.selectedIndexes()})
        return [self._shown[row] for row in rows if row < len(self._shown)]

    def _follow_selection(self) -> None:
        self.take_back_button.setEnabled(bool(self._chosen()) and self._session.may_write)

    def _take_back(self) -> None:
        self._model.take_back(self._chosen())


def _read(library: Library) -> tuple[_Listed, Verdicts]:
    verdicts = load_verdicts(library)
    given = verdicts.given
    listed: _Listed = []
    for each, members in zip(given, named_members(library, given), strict=True):
        paths = [path for _, path in members]
        listed.append((each, paths, "\n".join((each.note, each.person, *paths)).casefold()))
    return listed[::-1], verdicts


def _count_text(count: int) -> str:
    return QCoreApplication.translate("VerdictListDialog", "%Ln verdicts", "", count)


def _damage_text(verdicts: Verdicts) -> str:
    if not verdicts.damaged:
        return ""
    from simhash_gui.services.detection.answers.left_out import (  # noqa: PLC0415 - takes 0.1 s
        verdicts_left_out,
    )

    return not_compared_text([*verdicts_left_out(verdicts)])


def _row(given: GivenVerdict, paths: list[str]) -> list[str]:
    documents = "\n".join(names_shown(paths))
    return [verdict_label(given.verdict), documents, given.note, _when(given)]


def _when(given: GivenVerdict) -> str:
    moment = datetime.fromtimestamp(given.given_at_ms / 1000, UTC)
    return f"{fmt.day(moment)}\n{' · '.join(filter(None, (fmt.time(moment), given.person)))}"


def _paths_text(paths: list[str]) -> str:
    shown = [*map(fmt.path, paths[:_PATHS_SHOWN])]
    left = len(paths) - len(shown)
    return "\n".join([*shown, fmt.more(left)] if left else shown)
