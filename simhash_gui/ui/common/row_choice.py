"""Choosing a row of a table by program.

``QTableView.selectRow`` acts as if the user had clicked: while Ctrl or Shift happens to be held
down, it toggles or extends the selection instead.
"""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QTableView


def select_only(table: QTableView, row: int) -> None:
    """Make ``row`` the current and the only selected one, whatever keys are held."""
    flags = QItemSelectionModel.SelectionFlag
    index = table.model().index(row, 0)
    table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
