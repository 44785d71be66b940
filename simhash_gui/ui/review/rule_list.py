"""Keep rules as a list that is dragged into order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)
from typing_extensions import override

from simhash_gui.services.review.keep_rules import (
    DEFAULT_RULES,
    InvalidKeepRuleError,
    KeepRule,
    RuleKind,
)
from simhash_gui.services.review.plan import Plan
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.review_texts import rule_label
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space

_RULES_STATE = "plan/rules"
_ASKED = {True: "+", False: "-"}
_MANY = 9999
_RULE_ROLE = Qt.ItemDataRole.UserRole


class _WrappedRule(QStyledItemDelegate):
    """Qt measures a text that wraps as if its tick took no room."""

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        tick_px = option.widget.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
        option.rect = option.rect.adjusted(0, 0, -tick_px - Space.L, 0)
        return super().sizeHint(option, index)


class RuleList(QListWidget):
    """Keep rules, the first one asked first: dragged into order, ticked to be asked.

    Order and ticks are kept for each library. ``kept_folder`` comes first, for this time.
    """

    def __init__(self, session: Session, kept_folder: str = "") -> None:
        super().__init__()
        self._session = session
        set_role(self, Role.PANEL)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setWordWrap(True)
        self.setItemDelegate(_WrappedRule(self))
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        kinds = [KeepRule(kind) for kind in RuleKind if not _takes_value(kind)]
        rules = dict.fromkeys(DEFAULT_RULES, True)
        rules = dict(_parsed(session.of_library(_RULES_STATE, list[str]()))) or rules
        for rule, is_asked in (
            rules | {kind: False for kind in kinds if kind not in rules}
        ).items():
            self.add(rule, is_asked=is_asked)
        self._passing = KeepRule(RuleKind.FOLDER, kept_folder) if kept_folder else None
        if self._passing in rules:
            self.takeItem(list(rules).index(self._passing))
            self._passing = None
        if kept_folder:
            self.add(KeepRule(RuleKind.FOLDER, kept_folder), row=0)

    def keep(self) -> None:
        """Keep order and ticks; a folder, file or pattern that is unticked is forgotten."""
        rules = [(KeepRule.parse(item.data(_RULE_ROLE)), _is_asked(item)) for item in self._items()]
        self._session.keep_of_library(
            _RULES_STATE,
            [
                f"{_ASKED[is_asked]}{rule}"
                for rule, is_asked in rules
                if rule != self._passing and (is_asked or not rule.value)
            ],
        )

    def add(self, rule: KeepRule, *, is_asked: bool = True, row: int | None = None) -> None:
        """Add a rule, at the end or at a row."""
        item = QListWidgetItem(_rule_text(rule))
        item.setData(_RULE_ROLE, str(rule))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if is_asked else Qt.CheckState.Unchecked)
        self.insertItem(self.count() if row is None else row, item)

    def rules(self) -> list[KeepRule]:
        """The ticked rules in their order."""
        return [KeepRule.parse(item.data(_RULE_ROLE)) for item in self._items() if _is_asked(item)]

    def natural_width(self) -> int:
        """The width in which a rule without a value stands on one line, with what it decides."""
        rules = [rule_label(kind) for kind in RuleKind if not _takes_value(kind)]
        metrics, style = self.fontMetrics(), self.style()
        text_px = max(metrics.horizontalAdvance(_with_hits(rule, _MANY)) for rule in rules)
        tick_px = style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
        bar_px = self.verticalScrollBar().sizeHint().width()
        return text_px + tick_px + bar_px + 2 * (Space.M + self.frameWidth())

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]

    def move_current(self, step: int) -> None:
        """By keyboard what dragging does."""
        row = self.currentRow()
        if row >= 0 and 0 <= row + step < self.count():
            self.insertItem(row + step, self.takeItem(row))
            self.setCurrentRow(row + step)

    def show_hits(self, plan: Plan | None) -> None:
        """Behind each rule how many files it has put behind another."""
        for item in self._items():
            name = item.data(_RULE_ROLE)
            text = _rule_text(KeepRule.parse(name))
            hits = 0 if plan is None else plan.hits.get(name, 0)
            item.setText(_with_hits(text, hits) if hits else text)


def _with_hits(rule: str, hits: int) -> str:
    text = QCoreApplication.translate("PlanDialog", "{rule} · decides {count}")
    return text.format(rule=rule, count=fmt.number(hits))


def _is_asked(item: QListWidgetItem) -> bool:
    return item.checkState() is Qt.CheckState.Checked


def _parsed(kept: Sequence[str]) -> Iterator[tuple[KeepRule, bool]]:
    """The rules that were kept, and whether they are asked; what is none is left out."""
    for text in kept:
        with suppress(InvalidKeepRuleError):
            yield KeepRule.parse(str(text)[1:]), str(text).startswith(_ASKED[True])


def _takes_value(kind: RuleKind) -> bool:
    return kind in {RuleKind.FOLDER, RuleKind.PATTERN}


def _rule_text(rule: KeepRule) -> str:
    if rule.file:
        text = QCoreApplication.translate("PlanDialog", "Keep {path}")
        return text.format(path=fmt.path(rule.file))
    name = rule_label(rule.kind)
    return f"{name.removesuffix('…')}: {fmt.path(rule.value)}" if rule.value else name
