"""The acts of a plan as a list: one row for each content, its files below it, ticked to be done."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from simhash_gui.services.review.plan import PlannedAct
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.review.review_texts import reason_text
from simhash_gui.ui.theme.theme import Theme

_ROWS_SHOWN = 2_000
_NAME_PX = 180
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
        self.setColumnWidth(0, Theme.current().scaled(_NAME_PX))
        self.header().setResizeContentsPrecision(0)  # what is in view; there can be thousands
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemExpanded.connect(self._fill)
        self.itemChanged.connect(self._follow_tick)

    @property
    def current_file(self) -> str:
        """The path of the row that is looked at; empty where it stands for several files."""
        item = self.currentItem()
        acts = _acts_of(item) if item is not None else []
        return acts[0].path if len(acts) == 1 else ""

    def show_acts(self, acts: Sequence[PlannedAct]) -> None:
        """List other acts; those of one content follow each other."""
        self.blockSignals(True)
        self.clear()
        groups = [list(group) for _, group in groupby(acts, lambda act: act.keeps)]
        for group in groups[:_ROWS_SHOWN]:
            item = _item(group, self.denied)
            self.addTopLevelItem(item)
            if len(group) > 1:
                item.addChild(QTreeWidgetItem())  # what is below is made when it is looked at
        self._tell_more(self.invisibleRootItem(), len(groups))
        self.blockSignals(False)

    def _fill(self, item: QTreeWidgetItem) -> None:
        acts = _acts_of(item)
        if len(acts) < 2 or any(map(_acts_of, _children(item))):
            return
        self.blockSignals(True)
        item.takeChildren()
        item.addChildren([_item([act], self.denied) for act in acts[:_ROWS_SHOWN]])
        self._tell_more(item, len(acts))
        self.blockSignals(False)

    @staticmethod
    def _tell_more(item: QTreeWidgetItem, count: int) -> None:
        """That not all rows are shown; what is ticked above counts for them too."""
        if count > _ROWS_SHOWN:
            text = QCoreApplication.translate("PlannedActs", "and {count} more")
            more = QTreeWidgetItem([text.format(count=fmt.number(count - _ROWS_SHOWN))])
            more.setFlags(Qt.ItemFlag.NoItemFlags)
            item.addChild(more)

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


def _item(acts: list[PlannedAct], denied: Collection[str]) -> QTreeWidgetItem:
    item = QTreeWidgetItem(_texts(acts))
    item.setData(0, _ACTS_ROLE, acts)
    for column in range(3):
        item.setToolTip(column, item.text(column))
    _tick(item, denied)
    return item


def _tick(item: QTreeWidgetItem, denied: Collection[str]) -> None:
    acts = _acts_of(item)
    if acts:
        count = sum(act.path not in denied for act in acts)
        is_some = 0 < count < len(acts)
        item.setCheckState(0, Qt.CheckState.PartiallyChecked if is_some else _TICKED[count > 0])


def _texts(acts: Sequence[PlannedAct]) -> list[str]:
    first = acts[0]
    name = fmt.path(first.path)
    if len(acts) > 1:
        text = QCoreApplication.translate("PlannedActs", "{count} files: {name}, …")
        name = text.format(count=fmt.number(len(acts)), name=name)
    return [
        name,
        " · ".join(_distinct(reason_text(act.reason) for act in acts)),
        fmt.path(first.keeps),
    ]


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))
