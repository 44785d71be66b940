"""Passages that several documents share: each once, with its documents, and what a person says.

A mark is kept in the library by content. It counts from the next search on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.detection.detection import FEWEST_DOCUMENTS, Detection
from simhash_gui.services.detection.passage_marks import (
    PassageMark,
    mark_passage,
    unmark_passage,
)
from simhash_gui.services.detection.shared_passages import PassageRows, SharedPassage
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.ui.clusters.passages_model import (
    HoldersModel,
    PassageOrder,
    PassagesModel,
    ordered_passages,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import Segmented
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.paged_table import PagedTable, select_only
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.reading.shown_text import shown_text
from simhash_gui.ui.reading.text_pane import TextPane
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.page import BodyStack
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space

_SHARES = (560, 560)
_HALVES = (300, 200)
_ORDER_KEY = "passages-order"


class MarkChoice(Enum):
    """What a person says of a passage."""

    NONE = "none"
    BOILERPLATE = "boilerplate"
    COPIED = "copied"


def few_documents_text() -> str:
    """Why counts have decided nothing in a small library, and what has."""
    text = QCoreApplication.translate(
        "PassagesPanel",
        "With fewer than {count} unrelated documents, counting does not tell what is common. "
        "Only marked passages and template documents were taken as common.",
    )
    return text.format(count=fmt.number(FEWEST_DOCUMENTS))


class PassagesPanel(QWidget):
    """The passages at the left; at the right the chosen one's documents, text and mark."""

    partial_wanted = Signal()  # a search that looks for passages
    pairs_wanted = Signal()  # the documents that share a passage with only one other

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._detection: Detection | None = None
        self._order, self._is_descending = PassageOrder.WORDS, True
        self._model, self._holders = PassagesModel(self), HoldersModel(session, self)
        self.table, self.holders = PagedTable(self._model), PagedTable(self._holders)
        self.table.setSelectionMode(PagedTable.SelectionMode.SingleSelection)
        self.marks = Segmented(MarkChoice)
        self.remark = WrappedLabel()
        set_role(self.remark, Role.CAPTION)
        self.text = TextPane(has_signs=False)
        self._title = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._title, Role.SECTION)
        self.empty, self._stack = EmptyState("documents"), BodyStack()
        self.empty.acted.connect(self._act_on_empty)
        self._lay_out()
        self.table.selection_changed.connect(self._show_chosen)
        self.table.sort_requested.connect(self._sort)
        self.table.set_sort(self._order, self._is_descending)
        self.holders.opened.connect(self._compare)
        self.marks.chosen.connect(self._mark)
        self.retranslate()
        self._show_chosen()

    @property
    def count(self) -> int:
        """How many passages are listed."""
        return len(self._model.ids)

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.table.setAccessibleName(self.tr("Shared passages"))
        self._show_empty_text()
        self.holders.setAccessibleName(self.tr("Documents with this passage"))
        self.text.setAccessibleName(self.tr("Text of the passage"))
        labels = {
            MarkChoice.NONE: self.tr("Not marked"),
            MarkChoice.BOILERPLATE: self.tr("Boilerplate"),
            MarkChoice.COPIED: self.tr("Copied"),
        }
        tips = {
            MarkChoice.NONE: self.tr("The number of documents decides what this passage proves"),
            MarkChoice.BOILERPLATE: self.tr(
                "This passage is no evidence of copying, however few documents have it"
            ),
            MarkChoice.COPIED: self.tr(
                "This passage is evidence of copying, however many documents have it"
            ),
        }
        self.marks.set_labels(labels, tips)
        self.marks.setAccessibleName(self.tr("What this passage is"))
        self._show_title()
        self._show_remark()

    def show_found(self, detection: Detection | None, passages: Sequence[SharedPassage]) -> None:
        """Show the passages of a search."""
        if detection is not self._detection:
            self._detection = detection
            self._model.passages = PassageRows.of(passages)
            self._show_empty_text()
            self._show_remark()
            if self._order is PassageOrder.TEXT:  # rows at once, until that order is known
                self._show(np.arange(len(passages)))
            self._list()

    def _show_empty_text(self) -> None:
        """What to do next instead of a list without rows."""
        text = self.tr(
            "No passage is in three documents or more. What only two documents share is listed by"
            " pairs."
        )
        way = self.tr("Show the pairs")
        if not self._is_searched:
            text = self.tr("To look for shared passages, switch on “Include partial copies”.")
            way = QCoreApplication.translate("ClustersPage", "Include partial copies")
        self.empty.set_texts(self.tr("Shared passages"), text, way)

    @property
    def _is_searched(self) -> bool:
        """Whether passages were looked for."""
        return self._detection is not None and self._detection.options.partial

    def _act_on_empty(self) -> None:
        (self.pairs_wanted if self._is_searched else self.partial_wanted).emit()

    def chosen(self) -> SharedPassage | None:
        """The passage that is selected."""
        selected = self.table.selected_ids()
        return self._model.passages[selected[0]] if selected else None

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self._model.retranslate()
            self._holders.retranslate()
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.marks)
        self.details_split = QSplitter(Qt.Orientation.Vertical)
        self.details_split.setChildrenCollapsible(False)
        self.details_split.addWidget(self.text)
        self.details_split.addWidget(self.holders)
        self.details_split.setSizes(list(_HALVES))
        details = QWidget()
        column = QVBoxLayout(details)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addLayout(head)
        column.addWidget(self.details_split, 1)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.table)
        self.split.addWidget(details)
        self.split.setSizes(list(_SHARES))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(Space.S)
        whole.addWidget(self.remark)
        whole.addWidget(self._stack, 1)
        for shown in (self.empty, self.split):
            self._stack.addWidget(shown)

    def _show_remark(self) -> None:
        """Of what was searched for alone: else it takes the room of the way to do that."""
        detection = self._detection
        is_small = self._is_searched and detection is not None and detection.has_few_documents
        self.remark.setText(few_documents_text() if is_small else "")
        self.remark.setVisible(is_small)

    def _list(self) -> None:
        """In the order that was chosen; by texts as soon as they have been compared."""
        self._session.reads.forget(_ORDER_KEY)
        order = partial(
            ordered_passages, self._model.passages, self._order, descending=self._is_descending
        )
        if self._order is PassageOrder.TEXT:
            self._session.reads.submit(order, on_done=self._show, key=_ORDER_KEY)
        else:
            self._show(order())

    def _show(self, places: NDArray[np.int64]) -> None:
        self.table.set_ids(places)
        self._stack.setCurrentWidget(self.split if self.count else self.empty)
        if self.count and not self.table.selected_count():
            select_only(self.table, 0)

    def _sort(self, order: object, is_descending: bool) -> None:
        self._order, self._is_descending = PassageOrder(str(order)), is_descending
        self.table.set_sort(self._order, is_descending)
        self._list()

    def _show_chosen(self) -> None:
        passage = self.chosen()
        self.marks.setEnabled(passage is not None and self._session.may_write)
        self.text.show_lines(shown_text(passage.text).lines if passage is not None else ())
        ids = np.empty(0, np.int64)
        if passage is not None and self._detection is not None:
            detection = self._detection
            shares = np.zeros(detection.document_count)
            shares[passage.documents] = passage.shares
            of_files = shares[detection.file_documents]
            ids = detection.files.file_ids[of_files > 0]
            self._holders.shares = dict(
                zip(ids.tolist(), of_files[of_files > 0].tolist(), strict=True)
            )
        self.holders.set_ids(ids)
        self._show_mark()
        self._show_title()

    def _show_mark(self) -> None:
        passage = self.chosen()
        mark = passage.mark if passage is not None else None
        choice = MarkChoice.NONE if mark is None else MarkChoice.BOILERPLATE
        self.marks.choose(MarkChoice.COPIED if mark is PassageMark.COPIED else choice)

    def _show_title(self) -> None:
        passage = self.chosen()
        if passage is None:
            self._title.set_full_text(self.tr("No passage chosen"))
            return
        count = len(passage.documents)
        text = QCoreApplication.translate("PassagesPanel", "In %Ln documents", "", count)
        files = self._holders.rowCount()
        told = QCoreApplication.translate("PassagesPanel", "%Ln files", "", files)
        self._title.set_full_text(text if files == count else f"{text} · {told}", [text])

    def _mark(self, choice: object) -> None:
        """Keep it in the library, as a job; the row shows it as soon as it is kept."""
        passage, library = self.chosen(), self._session.library
        if passage is None or library is None:
            return
        mark = None if choice is MarkChoice.NONE else PassageMark(MarkChoice(choice).value)
        run = partial(_keep_mark, library, passage, mark)
        handle = self._session.jobs.submit(Job(JobKind.MARK, run))
        number = self.table.selected_ids()[0]
        handle.finished.connect(partial(self._follow_mark, self._detection, number, mark))
        handle.failed.connect(lambda _error: self._show_mark())

    def _follow_mark(
        self, detection: Detection | None, number: int, mark: PassageMark | None, key: str | None
    ) -> None:
        """Show the mark, unless another search has come in between."""
        if self._detection is detection:
            known = self._model.passages
            changed = replace(known[number], mark=mark, marked_key=key)
            self._model.passages = known.with_row(number, changed)
            self._model.forget_rows()
        self._show_mark()
        self._session.notify(Notice(NoticeKind.DONE, _kept_text))

    def _compare(self, file_id: object) -> None:
        """Compare a document with the first one that has the passage."""
        detection, passage = self._detection, self.chosen()
        if detection is None or passage is None:
            return
        place = np.flatnonzero(detection.files.file_ids == int(str(file_id)))[0]
        position = int(detection.file_documents[place])
        others = [other for other in passage.documents.tolist() if other != position]
        ids = detection.document_ids
        self._session.compare_requested.emit((int(ids[others[0]]), int(ids[position])))


def _keep_mark(
    library: Library, passage: SharedPassage, mark: PassageMark | None, _control: JobControl
) -> str | None:
    """Keep or remove a mark; the key it is kept under."""
    if passage.marked_key is not None:
        unmark_passage(library, passage.marked_key)
    return None if mark is None else mark_passage(library, passage.text, mark).key


def _kept_text() -> str:
    return QCoreApplication.translate("PassagesPanel", "Kept. The next search will use this mark.")
