"""Other families of methods on the same texts: what each finds and misses among the samples."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem
from typing_extensions import override

from simhash_gui.services.teaching.tutor import FamilyResult
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.number_task import Blank, NumberTask
from simhash_gui.ui.learn.parts import fit_rows, number_item, read_only
from simhash_gui.ui.learn.stage import Stage, StageId
from simhash_gui.ui.learn.view_model import LearnViewModel


class FamiliesStage(Stage):
    """A table of families: found, missed, strangers."""

    id = StageId.FAMILIES

    def __init__(self, model: LearnViewModel) -> None:
        self.task = NumberTask(
            "families",
            lambda: self.tr(
                "The samples have {count} labelled pairs of copies and versions. How many does "
                "SimHash find within 3 bits?"
            ).format(count=self.labelled or "…"),
            [Blank(lambda: self.tr("pairs"), 1)],
            lambda measured: self.tr(
                "{pairs}: short documents with several changes lie farther apart than 3 bits. "
                "Comparing the texts themselves finds what fingerprints only suggest."
            ).format(pairs=measured[0]),
        )
        self.labelled = 0
        super().__init__(model, [Gate(model, self.task)])
        self.table, self.note = QTableWidget(0, 5), WrappedLabel()
        self._results: tuple[FamilyResult, ...] = ()
        read_only(self.table)
        self.column.addWidget(self.table)
        self.column.addWidget(self.note)

    @override
    def title(self) -> str:
        return self.tr("Other families")

    @override
    def entered(self) -> None:
        samples = self.model.session.paths.samples
        self.model.ask("families", "families", samples.parent, on_done=self._take)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr("SimHash is one of several families. Each sees something else in a text.")
        )
        self.table.setAccessibleName(self.tr("Families of methods"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Family"),
                self.tr("Found"),
                self.tr("Missed"),
                self.tr("Not labelled"),
                self.tr("Missed, for instance"),
            ]
        )
        self.note.setText(
            self.tr("Not labelled: pairs that the list of true pairs calls partial or unrelated.")
        )
        self._show()

    def _take(self, results: tuple[FamilyResult, ...]) -> None:
        self._results = results
        self.labelled = results[0].found + results[0].missed
        self.task.set_measured(results[0].found)
        self._show()

    def _show(self) -> None:
        self.table.setRowCount(len(self._results))
        for row, result in enumerate(self._results):
            self.table.setItem(row, 0, QTableWidgetItem(family_label(result.name)))
            for column, value in enumerate((result.found, result.missed, result.strangers), 1):
                self.table.setItem(row, column, number_item(str(value)))
            self.table.setItem(row, 4, QTableWidgetItem(result.example_missed))
        self.table.resizeColumnsToContents()
        fit_rows(self.table)


def family_label(name: str) -> str:
    """What a family is called in the window, with its threshold."""
    return {
        "simhash-3": QCoreApplication.translate("Family", "SimHash, within 3 bits"),
        "simhash-12": QCoreApplication.translate("Family", "SimHash, within 12 bits"),
        "sentences": QCoreApplication.translate("Family", "One of the three longest sentences"),
        "shingles": QCoreApplication.translate("Family", "Shingles, Jaccard 0.5"),
        "minhash": QCoreApplication.translate("Family", "MinHash, estimated 0.5"),
        "cosine": QCoreApplication.translate("Family", "Vector cosine 0.9"),
    }[name]
