"""The features that moved the votes at one bit, as a sortable table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject

from simhash_gui.services.comparison.comparing import Contribution
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.compare.bit_votes import BitVotes


class ContributionSort(StrEnum):
    """The columns."""

    FEATURE = "feature"
    VOTE_A = "vote-a"
    VOTE_B = "vote-b"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class ContributionRow:
    """A contribution with its number in the explanation."""

    number: int
    entry: Contribution


_SORT_KEYS: dict[ContributionSort, Callable[[ContributionRow], Any]] = {
    ContributionSort.FEATURE: lambda row: row.entry.feature,
    ContributionSort.VOTE_A: lambda row: row.entry.vote_a,
    ContributionSort.VOTE_B: lambda row: row.entry.vote_b,
    ContributionSort.CHANGE: lambda row: abs(row.entry.change),
}


class ContributionsModel(PagedTableModel[ContributionRow]):
    """The features whose vote changed most from A to B."""

    def __init__(self, parent: QObject | None = None) -> None:
        self._rows: tuple[ContributionRow, ...] = ()
        self.sort_key = ContributionSort.CHANGE
        self.is_descending = True
        super().__init__(_columns(), self._fetch_rows, lambda row: row.number, parent)

    def show_explanation(self, explanation: BitVotes | None) -> None:
        """Show another bit's features, or none."""
        changed = explanation.changes if explanation is not None else ()
        self._rows = tuple(ContributionRow(number, entry) for number, entry in enumerate(changed))
        self._arrange()

    def sort_by(self, key: ContributionSort, descending: bool) -> None:
        """Another order; the change sorts by its size."""
        self.sort_key, self.is_descending = key, descending
        self._arrange()

    def _arrange(self) -> None:
        ordered = sorted(self._rows, key=_SORT_KEYS[self.sort_key], reverse=self.is_descending)
        self.set_ids(np.array([row.number for row in ordered], np.int64))

    def _fetch_rows(self, numbers: Sequence[int]) -> list[ContributionRow]:
        return [self._rows[number] for number in numbers]


def _columns() -> tuple[Column[ContributionRow], ...]:
    return (
        Column(
            "feature",
            lambda: QCoreApplication.translate("ContributionsModel", "Feature"),
            lambda row: row.entry.feature,
            sort_key=ContributionSort.FEATURE,
            width=28,
            takes_spare_width=True,
        ),
        _number_column(
            "vote_a",
            lambda: QCoreApplication.translate("ContributionsModel", "Vote in A"),
            lambda entry: entry.vote_a,
            ContributionSort.VOTE_A,
        ),
        _number_column(
            "vote_b",
            lambda: QCoreApplication.translate("ContributionsModel", "Vote in B"),
            lambda entry: entry.vote_b,
            ContributionSort.VOTE_B,
        ),
        _number_column(
            "change",
            lambda: QCoreApplication.translate("ContributionsModel", "Change"),
            lambda entry: entry.change,
            ContributionSort.CHANGE,
        ),
    )


def _number_column(
    name: str,
    header: Callable[[], str],
    value: Callable[[Contribution], float],
    sort_key: ContributionSort,
) -> Column[ContributionRow]:
    return Column(
        name,
        header,
        lambda row: _vote_text(value(row.entry)),
        sort_key=sort_key,
        is_number=True,
        tip=lambda row: fmt.signed(value(row.entry), 6),
        width=14,
    )


def _vote_text(vote: float) -> str:
    """A vote with its sign; a dash where the document has no such feature."""
    return fmt.signed(vote, 2) if vote else fmt.MISSING
