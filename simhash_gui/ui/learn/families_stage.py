"""Other families of methods on the same texts: what each finds and misses among the samples."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem
from typing_extensions import override

from simhash_gui.services.teaching.families import FamilyResult
from simhash_gui.services.teaching.text_questions import FamilyQuestion, TextKind
from simhash_gui.ui.common.format import decimal
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.parts import (
    elide_in_the_middle,
    fit_rows,
    fit_to_type,
    name_item,
    number_item,
    read_only,
    refit,
)
from simhash_gui.ui.learn.stage import LessonStage, StageId
from simhash_gui.ui.learn.text_tasks import Blank, Numbers, NumberTask
from simhash_gui.ui.learn.view_model import LearnViewModel

_EXAMPLE = 4
"""The column of a pair that a method misses."""


class FamiliesStage(LessonStage):
    """A table of families: found, missed, strangers."""

    id = StageId.FAMILIES

    def __init__(self, model: LearnViewModel) -> None:
        self.pairs = QTableWidget(0, 3)
        elide_in_the_middle(self.pairs)
        self.task = NumberTask(
            model,
            TextKind.FAMILIES,
            Numbers(
                self._ask,
                [
                    Blank(lambda: self.tr("copies or versions found"), 0),
                    Blank(lambda: self.tr("strangers found"), 0),
                ],
                lambda asked: asked.answer,
                self._why,
            ),
            self.pairs,
            self._show_pairs,
        )
        read_only(self.pairs, self.task)
        super().__init__(model, [Gate(model, self.task)])
        self.table, self.note = QTableWidget(0, 5), WrappedLabel()
        self._results: tuple[FamilyResult, ...] = ()
        read_only(self.table)
        elide_in_the_middle(self.table)
        self.table.setWordWrap(False)
        fit_to_type(self.explore, self._fit, is_wrapped=True)
        self.column.addWidget(self.table)
        self.column.addWidget(self.note)

    @override
    def title(self) -> str:
        return self.tr("Other methods")

    @override
    def entered(self) -> None:
        super().entered()
        samples = self.model.session.paths.samples
        self.model.ask("families", "families", samples.parent, on_done=self._take)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr("SimHash is one of several methods. Each sees something else in a text.")
        )
        self.pairs.setAccessibleName(self.tr("Pairs"))
        self._name_columns()
        self.explore_title.setText(self.tr("All methods on all samples"))
        self.table.setAccessibleName(self.explore_title.text())
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Method"),
                self.tr("Found"),
                self.tr("Missed"),
                self.tr("Others"),
                self.tr("Missed, for instance"),
            ]
        )
        self.note.setText(
            self.tr(
                "Others: found, but in truth only partly alike or unrelated. Here a threshold of "
                "12 bits is enough; among more documents strangers come as near, so a looser "
                "threshold only makes candidates, and the texts decide."
            )
        )
        self._show()

    def _ask(self, asked: FamilyQuestion) -> str:
        text = self.tr("{family}: how many of these pairs does it find, and how many strangers?")
        return text.format(family=rule_label(asked.measure, asked.threshold))

    def _why(self, asked: FamilyQuestion) -> str:
        found, strangers = asked.answer
        text = self.tr(
            "{found} of {true} copies or versions and {strangers} of {others} strangers. The "
            "strangers listed are the nearest of all samples: they share everyday words. A looser "
            "threshold finds more of both."
        )
        true = sum(pair.is_true for pair in asked.pairs)
        others = len(asked.pairs) - true
        return text.format(found=found, true=true, strangers=strangers, others=others)

    def _name_columns(self) -> None:
        asked: FamilyQuestion | None = self.task.asked
        is_distance = asked is None or asked.measure == "distance"
        measured = self.tr("Distance") if is_distance else self.tr("Likeness")
        self.pairs.setHorizontalHeaderLabels([measured, self.tr("In truth"), self.tr("Documents")])

    def _show_pairs(self, asked: FamilyQuestion) -> None:
        self._name_columns()
        self.pairs.setRowCount(len(asked.pairs))
        digits = 0 if asked.measure == "distance" else 2
        for row, pair in enumerate(asked.pairs):
            self.pairs.setItem(row, 0, number_item(decimal(pair.value, digits)))
            truth = self.tr("copy or version") if pair.is_true else self.tr("strangers")
            self.pairs.setItem(row, 1, QTableWidgetItem(truth))
            self.pairs.setItem(row, 2, name_item(f"{pair.a} · {pair.b}"))
        refit(self.pairs)

    def _take(self, results: tuple[FamilyResult, ...]) -> None:
        self._results = results
        self._show()

    def _show(self) -> None:
        self.table.setRowCount(len(self._results))
        for row, result in enumerate(self._results):
            self.table.setItem(row, 0, QTableWidgetItem(family_label(result.name)))
            for column, value in enumerate((result.found, result.missed, result.strangers), 1):
                self.table.setItem(row, column, number_item(str(value)))
            self.table.setItem(row, _EXAMPLE, name_item(result.example_missed))
        self._fit()

    def _fit(self) -> None:
        """In a narrow page examples leave, then the names of methods are wrapped."""
        table, room = self.table, self.explore.width() - 2 * self.table.frameWidth()
        table.showColumn(_EXAMPLE)
        table.resizeColumnsToContents()
        widths = [table.columnWidth(column) for column in range(_EXAMPLE)]
        least = table.horizontalHeader().sectionSizeHint(_EXAMPLE)
        table.setColumnHidden(_EXAMPLE, sum(widths) + least > room)
        table.setWordWrap(sum(widths) > room)
        table.setColumnWidth(0, min(widths[0], room - sum(widths[1:])))
        fit_rows(table)


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


def rule_label(measure: str, threshold: float) -> str:
    """What a family calls a pair, at a threshold."""
    text = {
        "distance": QCoreApplication.translate("Family", "SimHash, within {threshold} bits"),
        "shingles": QCoreApplication.translate("Family", "Shingles, Jaccard {threshold} or more"),
        "minhash": QCoreApplication.translate("Family", "MinHash, estimated {threshold} or more"),
        "cosine": QCoreApplication.translate("Family", "Vector cosine {threshold} or more"),
    }[measure]
    digits = 0 if measure == "distance" else 2
    return text.format(threshold=decimal(threshold, digits))
