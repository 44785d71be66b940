"""The acts of a plan as a list: one row for each content, its files below it, ticked to be done."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby, islice
from operator import attrgetter

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem
from typing_extensions import override

from simhash_gui.services.review.plan import PlannedAct
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.review.plain_table import ROWS_SHOWN, tell_more
from simhash_gui.ui.review.review_texts import common_folder, path_below, reason_text
from simhash_gui.ui.theme.theme import Theme

_LEAST_PX = 140
_KEPT_SHARE = 0.4  # of what the reason leaves; the file has a tick and an arrow before it
_FILE, _KEPT, _REASON = range(3)
_ACTS_ROLE = Qt.ItemDataRole.UserRole
_TICKED = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}


class PlannedActs(QTreeWidget):
    """Ten thousand copies of one file are one row. What is unticked is denied."""

    denied_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.denied: set[str] = set()
        """Paths that stay, whatever rules propose."""
        self.setColumnCount(3)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUniformRowHeights(True)
        self._folder = ""
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(Theme.current().scaled(_LEAST_PX))
        header.setSectionResizeMode(_FILE, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(_REASON, Theme.current().scaled(_LEAST_PX))
        self.itemExpanded.connect(self._fill)
        self.itemChanged.connect(self._follow_tick)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave most of the width to the file: the rest is told of a chosen row."""
        super().resizeEvent(event)
        room, least_px = self.viewport().width(), Theme.current().scaled(_LEAST_PX)
        self.setColumnHidden(_REASON, room < 3 * least_px)
        self.setColumnHidden(_KEPT, room < 4 * least_px)
        self.header().resizeSection(_KEPT, int((room - least_px) * _KEPT_SHARE))

    def retranslate(self) -> None:
        """Name the columns."""
        self.setHeaderLabels([self.tr("File"), self.tr("Kept copy"), self.tr("Why it is kept")])

    @property
    def folder_text(self) -> str:
        """The folder that all paths are below; empty where there is none."""
        if not self._folder:
            return ""
        return self.tr("All files are below {folder}").format(folder=fmt.path(self._folder))

    def shown_path(self, path: str) -> str:
        """A path as the list shows it: below the folder of all, or whole."""
        return path_below(path, self._folder)

    @property
    def current_acts(self) -> list[PlannedAct]:
        """What the row stands for that is looked at."""
        item = self.currentItem()
        return _acts_of(item) if item is not None else []

    @property
    def current_paths(self) -> tuple[str, str]:
        """The file of the row that is looked at, and the kept copy, whole; empty for no row."""
        acts = self.current_acts
        if not acts:
            return "", ""
        return fmt.series(fmt.path(act.path) for act in acts[:2]), fmt.path(acts[0].keeps)

    @property
    def current_reason(self) -> str:
        """Why that copy is kept; empty for no row."""
        return _reasons_text(self.current_acts)

    @property
    def current_file(self) -> str:
        """The path of the row that is looked at; empty where it stands for several files."""
        acts = self.current_acts
        return acts[0].path if len(acts) == 1 else ""

    def show_acts(self, acts: Sequence[PlannedAct]) -> None:
        """List other acts; those of one content follow each other.

        The content that is looked at stays so, whichever of its files is kept now.
        """
        seen = _paths_of(self.current_acts)
        self.blockSignals(True)
        self.clear()
        groups = groupby(acts, attrgetter("keeps"))
        shown = [list(group) for _, group in islice(groups, ROWS_SHOWN)]
        paths = [path for group in shown for act in group for path in (act.path, act.keeps)]
        self._folder = common_folder(paths)
        again = None
        for group in shown:
            item = _item(group, self.denied, self._folder)
            again = item if seen and seen & _paths_of(group) else again
            self.addTopLevelItem(item)
            if len(group) > 1:
                item.addChild(QTreeWidgetItem())  # what is below is made when it is looked at
        tell_more(self.invisibleRootItem(), len(shown) + sum(1 for _ in groups))
        self.blockSignals(False)
        if again is not None:
            self.setCurrentItem(again)

    def _fill(self, item: QTreeWidgetItem) -> None:
        acts = _acts_of(item)
        if len(acts) < 2 or any(map(_acts_of, _children(item))):
            return
        self.blockSignals(True)
        item.takeChildren()
        item.addChildren([_item([act], self.denied, self._folder) for act in acts[:ROWS_SHOWN]])
        tell_more(item, len(acts))
        self.blockSignals(False)

    def _follow_tick(self, item: QTreeWidgetItem) -> None:
        acts, state = _acts_of(item), item.checkState(0)
        if not acts or state is Qt.CheckState.PartiallyChecked:
            return
        paths = {act.path for act in acts}
        self.denied = self.denied - paths if state is Qt.CheckState.Checked else self.denied | paths
        self.blockSignals(True)
        above = item.parent()
        for each in (*_children(item), *([] if above is None else [above])):
            _tick(each, self.denied)
        self.blockSignals(False)
        self.viewport().update()
        self.denied_changed.emit()


def _children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    below = (item.child(row) for row in range(item.childCount()))
    return [each for each in below if each is not None]


def _acts_of(item: QTreeWidgetItem) -> list[PlannedAct]:
    return item.data(0, _ACTS_ROLE) or []


def _paths_of(acts: Sequence[PlannedAct]) -> set[str]:
    return {path for act in acts for path in (act.path, act.keeps)}


def _item(acts: list[PlannedAct], denied: Collection[str], folder: str) -> QTreeWidgetItem:
    item = QTreeWidgetItem(_texts(acts, folder))
    item.setData(0, _ACTS_ROLE, acts)
    item.setToolTip(_FILE, fmt.path(acts[0].path))
    item.setToolTip(_KEPT, fmt.path(acts[0].keeps))
    item.setToolTip(_REASON, item.text(_REASON))
    _tick(item, denied)
    return item


def _tick(item: QTreeWidgetItem, denied: Collection[str]) -> None:
    acts = _acts_of(item)
    if acts:
        count = sum(act.path not in denied for act in acts)
        is_some = 0 < count < len(acts)
        item.setCheckState(0, Qt.CheckState.PartiallyChecked if is_some else _TICKED[count > 0])


def _texts(acts: Sequence[PlannedAct], folder: str) -> list[str]:
    first = acts[0]
    name = path_below(first.path, folder)
    if len(acts) > 1:
        text = QCoreApplication.translate("PlannedActs", "{count} files: {name}, …")
        name = text.format(count=fmt.number(len(acts)), name=name)
    return [name, path_below(first.keeps, folder), _reasons_text(acts)]


def _reasons_text(acts: Sequence[PlannedAct]) -> str:
    reasons = dict.fromkeys(map(attrgetter("reason"), acts))
    return " · ".join(dict.fromkeys(map(reason_text, reasons)))
