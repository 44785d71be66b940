"""Keep rules as a list that is dragged into order."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem

from simhash_gui.services.review.keep_rules import DEFAULT_RULES, KeepRule, RuleKind
from simhash_gui.services.review.plan import Plan
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.review_texts import rule_label

_RULE_ROLE = Qt.ItemDataRole.UserRole


class RuleList(QListWidget):
    """Keep rules, the first one asked first: dragged into order, ticked to be asked."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, Role.PANEL)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        chosen = list(DEFAULT_RULES)
        kinds = [KeepRule(kind) for kind in RuleKind if not _takes_value(kind)]
        for rule in [*chosen, *(rule for rule in kinds if rule not in chosen)]:
            self.add(rule, is_asked=rule in chosen)

    def add(self, rule: KeepRule, *, is_asked: bool = True, row: int | None = None) -> None:
        """Add a rule, at the end or at a row."""
        item = QListWidgetItem(_rule_text(rule))
        item.setData(_RULE_ROLE, str(rule))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if is_asked else Qt.CheckState.Unchecked)
        self.insertItem(self.count() if row is None else row, item)

    def rules(self) -> list[KeepRule]:
        """The ticked rules in their order."""
        items = [self.item(row) for row in range(self.count())]
        return [
            KeepRule.parse(item.data(_RULE_ROLE))
            for item in items
            if item.checkState() is Qt.CheckState.Checked
        ]

    def move_current(self, step: int) -> None:
        """By keyboard what dragging does."""
        row = self.currentRow()
        if row >= 0 and 0 <= row + step < self.count():
            self.insertItem(row + step, self.takeItem(row))
            self.setCurrentRow(row + step)

    def show_hits(self, plan: Plan | None) -> None:
        """Behind each rule how many files it has put behind another."""
        for row in range(self.count()):
            item = self.item(row)
            name = item.data(_RULE_ROLE)
            text = _rule_text(KeepRule.parse(name))
            hits = 0 if plan is None else plan.hits.get(name, 0)
            item.setText(_with_hits(text, hits) if hits else text)


def _with_hits(rule: str, hits: int) -> str:
    text = QCoreApplication.translate("PlanDialog", "{rule} · decides {count}")
    return text.format(rule=rule, count=fmt.number(hits))


def _takes_value(kind: RuleKind) -> bool:
    return kind in {RuleKind.FOLDER, RuleKind.PATTERN}


def _rule_text(rule: KeepRule) -> str:
    if rule.file:
        text = QCoreApplication.translate("PlanDialog", "Keep {path}")
        return text.format(path=fmt.path(rule.file))
    name = rule_label(rule.kind)
    return f"{name.removesuffix('…')}: {fmt.path(rule.value)}" if rule.value else name
