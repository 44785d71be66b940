"""The documents table of the Library page with its filter line."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.library.browsing import DocumentRow, DocumentState
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.library_texts import reader_name, state_label
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.theme.tokens import Space

_STATE_WIDTH_CHARACTERS = 10
_TYPE_WIDTH_CHARACTERS = 9


class DocumentsPanel(QWidget):
    """Shows documents and asks; the page acts."""

    text_filtered = Signal(str)
    state_filtered = Signal(object)  # DocumentState, None: all
    type_filtered = Signal(object)  # name of a reader, None: all
    open_wanted = Signal(object)  # document id
    compare_wanted = Signal(object)  # (document id, document id)
    show_wanted = Signal(object)  # document id, in the file manager
    template_wanted = Signal(object, bool)  # document id, whether it is a template from now on
    copy_paths_wanted = Signal(object)  # list of document ids
    copy_fingerprints_wanted = Signal(object)  # list of document ids

    def __init__(self, table: PagedTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._shown = 0
        self._may_write = True
        self.filter = FilterBox()
        self.type = QComboBox()
        self.state = QComboBox()
        self._types: Mapping[str, int] = {}
        self._type: str | None = None
        self._make_actions()
        self._lay_out()
        self._connect()
        self.retranslate()
        self._follow_selection()

    def set_count(self, shown: int) -> None:
        """How many documents are listed."""
        self._shown = shown
        text = QCoreApplication.translate("DocumentsPanel", "%Ln documents", "", shown)
        self.filter.show_count(text)

    def set_reading(self, is_reading: bool) -> None:
        """Whether another list is on its way and takes its time."""
        if is_reading:
            self.filter.show_count(self.tr("Sorting…"))
        else:
            self.set_count(self._shown)

    def set_types(self, types: Mapping[str, int]) -> None:
        """Which types there are, by reader, and how many documents of each."""
        if types != self._types:
            self._types = dict(types)
            self._fill_types()

    def show_filter(self, text: str, state: DocumentState | None, reader: str | None) -> None:
        """Show the filter in force."""
        self._type = reader
        self._fill_types()
        self.filter.show_filter(text)
        self.state.setCurrentIndex(self.state.findData(state.value if state else None))

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.filter.set_labels(self.tr("Filter by name or folder"), self.tr("Clear the filter"))
        self.type.setAccessibleName(self.tr("Type of the documents"))
        self.state.setAccessibleName(self.tr("State of the documents"))
        self.table.setAccessibleName(self.tr("Documents"))
        self.open_action.setText(self.tr("Open"))
        self.compare_action.setText(self.tr("Compare these two"))
        self.show_action.setText(self.tr("Show in file manager"))
        self.template_action.setText(self.tr("Template"))
        self.copy_rows_action.setText(self.tr("Copy rows"))
        self.copy_paths_action.setText(self.tr("Copy paths"))
        self.copy_fingerprints_action.setText(self.tr("Copy fingerprints"))
        self.reset_columns_action.setText(self.tr("Reset columns"))
        self._fill_types()
        self._fill_states()
        self.set_count(self._shown)
        self.table.paged.retranslate()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _make_actions(self) -> None:
        self.open_action = self._action(self._open)
        self.compare_action = self._action(self._compare)
        self.show_action = self._action(self._show)
        self._separate()
        self.template_action = self._action(self._change_template)
        self.template_action.setCheckable(True)
        self._separate()
        self.copy_rows_action = self._action(self.table.copy_rows)
        self.copy_paths_action = self._action(self._copy_paths)
        self.copy_fingerprints_action = self._action(self._copy_fingerprints)
        self._separate()
        self.reset_columns_action = self._action(self.table.reset_columns)

    def _action(self, effect: object) -> QAction:
        action = QAction(self)
        action.triggered.connect(effect)
        self.table.addAction(action)
        return action

    def _separate(self) -> None:
        line = QAction(self)
        line.setSeparator(True)
        self.table.addAction(line)

    def _lay_out(self) -> None:
        self.bar = FlowRow()
        self.bar.add(self.filter, stretch=1, min_px=self.filter.telling_px)
        self.bar.add(self.type)
        self.bar.add(self.state)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)
        for box, width in (
            (self.type, _TYPE_WIDTH_CHARACTERS),
            (self.state, _STATE_WIDTH_CHARACTERS),
        ):
            box.setMinimumContentsLength(width)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )

    def _connect(self) -> None:
        self.filter.filtered.connect(self.text_filtered)
        self.type.activated.connect(self._tell_type)
        self.state.activated.connect(self._tell_state)
        self.table.opened.connect(self.open_wanted)
        self.table.typed.connect(self.filter.begin_with)
        self.table.selection_changed.connect(self._follow_selection)
        self.table.paged.dataChanged.connect(self._follow_rows)

    def _fill_types(self) -> None:
        """A type that is filtered by stays, also when its last document has gone."""
        wanted: dict[str, int] = dict(self._types)
        if self._type is not None:
            wanted.setdefault(self._type, 0)
        with QSignalBlocker(self.type):
            self.type.clear()
            self.type.addItem(self.tr("All types"), None)
            for reader, count in wanted.items():
                self.type.addItem(f"{reader_name(reader)} · {fmt.number(count)}", reader)
            self.type.setCurrentIndex(max(self.type.findData(self._type), 0))
        _widen_list(self.type)

    def _fill_states(self) -> None:
        chosen = self.state.currentData()
        self.state.clear()
        self.state.addItem(self.tr("All states"), None)
        for state in (DocumentState.FINGERPRINTED, DocumentState.TOO_SHORT):
            self.state.addItem(state_label(state), state.value)
        _widen_list(self.state)
        self.state.setCurrentIndex(max(self.state.findData(chosen), 0))

    @Slot(int)
    def _tell_type(self, _position: int) -> None:
        self.type_filtered.emit(self.type.currentData())

    @Slot(int)
    def _tell_state(self, _position: int) -> None:
        chosen = self.state.currentData()
        self.state_filtered.emit(DocumentState(chosen) if chosen else None)

    @Slot()
    def _follow_selection(self) -> None:
        count = self.table.selected_count()
        self.open_action.setEnabled(count == 1)
        self.show_action.setEnabled(count == 1)
        self.compare_action.setEnabled(count == 2)
        self._follow_rows()
        for action in (
            self.copy_rows_action,
            self.copy_paths_action,
            self.copy_fingerprints_action,
        ):
            action.setEnabled(count > 0)

    def set_may_write(self, may_write: bool) -> None:
        """Whether what is said of a document can be kept."""
        self._may_write = may_write
        self._follow_rows()

    @Slot()
    def _follow_rows(self) -> None:
        """Show whether the chosen document is a template."""
        row = self._chosen()
        has_features = row is not None and row.feature_count > 0
        self.template_action.setEnabled(has_features and self._may_write)
        self.template_action.setChecked(row is not None and row.is_template)

    def _chosen(self) -> DocumentRow | None:
        if self.table.selected_count() != 1:
            return None
        model = self.table.paged
        row = model.row_at(model.row_of(self.table.selected_ids()[0]))
        return row if isinstance(row, DocumentRow) else None

    @Slot()
    def _change_template(self) -> None:
        row = self._chosen()
        if row is not None:
            self.template_wanted.emit(row.id, not row.is_template)

    @Slot()
    def _open(self) -> None:
        self.open_wanted.emit(self.table.selected_ids()[0])

    @Slot()
    def _show(self) -> None:
        self.show_wanted.emit(self.table.selected_ids()[0])

    @Slot()
    def _compare(self) -> None:
        first, second = self.table.selected_ids()
        self.compare_wanted.emit((first, second))

    @Slot()
    def _copy_paths(self) -> None:
        self.copy_paths_wanted.emit(self.table.selected_ids())

    @Slot()
    def _copy_fingerprints(self) -> None:
        self.copy_fingerprints_wanted.emit(self.table.selected_ids())


def _widen_list(box: QComboBox) -> None:
    """Let the open list be as wide as its longest line."""
    box.view().setMinimumWidth(box.view().sizeHintForColumn(0) + 2 * Space.M)
