"""Compare: two documents bit by bit, with the votes behind each bit, and their texts.

What to compare comes from the Clusters page, from the library or from disk.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.comparison.evidence import Passage, Spans
from simhash_gui.services.comparison.loading import ReadFailure
from simhash_gui.services.library.browsing import contents_of, documents_with
from simhash_gui.services.library.libraries import (
    DocumentNotFoundError,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.commands import PageId, page_label
from simhash_gui.ui.common.empty_state import BusyState, EmptyState
from simhash_gui.ui.common.errors import error_notice
from simhash_gui.ui.common.library_texts import reason_label
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.compare.compare_body import CompareBody
from simhash_gui.ui.compare.desk import FromDisk, FromLibrary, Source
from simhash_gui.ui.compare.document_slot import DocumentSlot, dropped_files
from simhash_gui.ui.compare.measures import class_text
from simhash_gui.ui.compare.view_model import CompareViewModel
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.session.choose_document import ChooseDocumentDialog
from simhash_gui.ui.session.choosers import FileChooser, choose_file
from simhash_gui.ui.session.page import BodyStack, Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_PAIRS_STATE = "compare/pairs"
_MOST_PAIRS = 20  # of as many libraries, the last ones
_PAIR_KEY = "compare-last-pair"
_KEEP_KEY = "compare-keep-pair"
_LOW_PX, _LOW_TYPE_PX = 410, 260  # and this much more at the normal text size


class ComparePage(Page):
    """The page that compares two documents side by side."""

    def __init__(
        self,
        session: Session,
        parent: QWidget | None = None,
        *,
        ask_file: FileChooser = choose_file,
    ) -> None:
        super().__init__(session, parent)
        self.model = CompareViewModel(session, self)
        self.dialog: ChooseDocumentDialog | None = None
        self._ask_file = ask_file
        self._begin_at: tuple[tuple[Source, Source], Passage | Spans] | None = None
        self._choose = QAction(self)
        self.slots = {side: DocumentSlot(side.name, self._choose) for side in Side}
        self.comparison = CompareBody()
        self.empty = EmptyState("compare")
        self.busy = BusyState()
        self.swap_action = QAction(self)
        self._stack = BodyStack()
        self._lay_out()
        self._connect()
        self.comparison.restore_state(session.window_state)
        self.retranslate()
        self._show_sides()
        self._show_comparison()

    @override
    def title(self) -> str:
        return page_label(PageId.COMPARE)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.swap_action.setText(self.tr("Swap A and B"))
        self._choose.setText(self.tr("Choose documents…"))
        self._show_empty_texts()
        self._summarise()

    @override
    def clear(self) -> bool:
        tools, bits = self.comparison.texts.tools, self.comparison.bits
        if tools.isVisible():
            tools.leave()
            return True
        was_pinned = bits.isVisible() and bits.pinned is not None
        bits.pin(None)
        return was_pinned

    @override
    def activated(self) -> None:
        self.model.expect_questions()
        self._bring_back_pair()

    @override
    def refresh(self) -> None:
        for side in Side:
            source = self.model.source(side)
            if source is not None:
                self.model.choose(side, source)

    @override
    def focus_filter(self) -> None:
        self.comparison.find_words()

    @override
    def shortcuts(self) -> list[tuple[str, str]]:
        return [
            ("Left", self.tr("On the bits: move by bit; with Ctrl: by block")),
            ("Home", self.tr("On the bits: the most significant bit; End: the least significant")),
            ("D", self.tr("On the bits: next difference; with Shift: previous one")),
            ("Return", self.tr("On the bits: pin the bit and list its features")),
            ("Alt+PgDown", self.tr("Next common passage; Alt+PgUp: previous one")),
            ("Alt+Down", self.tr("Next place where the texts differ")),
            ("Alt+Up", self.tr("Previous place where the texts differ")),
            ("Ctrl+F", self.tr("Find in both texts")),
            ("F3", self.tr("Next place of these words; Shift+F3: previous one")),
            ("Ctrl+Shift+C", self.tr("Copy with the source")),
            ("Esc", self.tr("Back to the page that the pair was opened from")),
        ]

    @override
    def save_state(self) -> None:
        self.comparison.save_state(self.session.window_state)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        """Leave the height of a low window to the texts: one line says what is compared."""
        is_low = self._is_low() and self._stack.currentWidget() is self.comparison
        self.header.setHidden(is_low)
        top, bottom = (Space.S, Space.XS) if is_low else (0, Space.L)
        self.body.setContentsMargins(Space.XL, top, Space.XL, bottom)
        self.body.setSpacing(Space.S if is_low else Space.M)
        for slot in self.slots.values():
            slot.set_low(is_low=is_low)

    def choose_from_library(self, side: Side) -> ChooseDocumentDialog:
        """Ask for one document of the library."""
        dialog = ChooseDocumentDialog(self.session, 1, self)
        dialog.accepted.connect(partial(self._take_one, dialog, side))
        return self._open(dialog)

    def choose_two(self) -> ChooseDocumentDialog:
        """Ask for both documents at once; a single one goes to the side that is free."""
        dialog = ChooseDocumentDialog(self.session, 2, self, to_compare=True)
        dialog.accepted.connect(partial(self._take_two, dialog))
        return self._open(dialog)

    def choose_from_disk(self, side: Side) -> None:
        """Ask for a file."""
        title = self.tr("Compare a file from disk")
        path = self._ask_file(self, title)
        if path is not None:
            self.model.choose(side, FromDisk(path))

    def _lay_out(self) -> None:
        self.header.add_action(self._choose, icon="documents")
        heads = QHBoxLayout()
        heads.setSpacing(Space.S)
        heads.addWidget(self.slots[Side.A], 1)
        heads.addWidget(IconButton("swap", self.swap_action))
        heads.addWidget(self.slots[Side.B], 1)
        self.body.addLayout(heads)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.busy)
        self._stack.addWidget(self.comparison)
        self.body.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self.session.compare_requested.connect(self._open_pair)
        self.session.file_compare_requested.connect(self._open_file_and_other)
        self.session.library_opened.connect(self._follow_library)
        self.model.sides_changed.connect(self._show_sides)
        self.model.comparison_changed.connect(self._remember_pair)
        self.model.comparison_changed.connect(self._show_comparison)
        self.model.differences_changed.connect(self._show_differences)
        self.model.evidence_changed.connect(self._show_evidence)
        self.model.explained.connect(self.comparison.show_explanation)
        self.model.failed.connect(self._tell_failure)
        self.comparison.bit_wanted.connect(self.model.explain)
        self.comparison.bits.walked.connect(self._bring_into_view)
        self.empty.acted.connect(self._fill_empty)
        self._choose.triggered.connect(self.choose_two)
        Theme.current().changed.connect(self._fit_height)
        self.swap_action.triggered.connect(self.model.swap)
        for side, slot in self.slots.items():
            slot.library_wanted.connect(partial(self.choose_from_library, side))
            slot.disk_wanted.connect(partial(self.choose_from_disk, side))
            slot.dropped.connect(partial(self._take_file, side))
        self.setAcceptDrops(True)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """One file or two; what else is dragged is the window's."""
        if 1 <= len(dropped_files(event.mimeData())) <= len(Side):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        paths = dropped_files(event.mimeData())
        sides = Side if len(paths) == len(Side) else [self._free_side()]
        for side, path in zip(sides, paths, strict=False):  # no path, if one has gone meanwhile
            self._take_file(side, path)

    def _follow_library(self) -> None:
        self._show_empty_texts()
        self.session.reads.forget(_PAIR_KEY)
        if self.isVisible():
            self._bring_back_pair()

    def _remember_pair(self) -> None:
        """Two documents of the library are brought back the next time it is open.

        By their contents: a library that was made again has others under the same ids.
        """
        sources = [self.model.source(side) for side in Side]
        ids = [source.document_id for source in sources if isinstance(source, FromLibrary)]
        library = self.session.library
        if library is not None and self.model.prepared is not None and len(ids) == len(Side):
            keep = partial(self._keep_pair, str(library.place))
            self.session.reads.submit(contents_of, library, ids, on_done=keep, key=_KEEP_KEY)

    def _keep_pair(self, place: str, contents: Sequence[str]) -> None:
        pairs = self._remembered_pairs()
        pairs.pop(place, None)
        kept = [*pairs.items(), (place, contents)][-_MOST_PAIRS:]
        self.session.window_state.setValue(_PAIRS_STATE, json.dumps(dict(kept)))

    def _remembered_pairs(self) -> dict[str, Sequence[str]]:
        """By the path of the library; nothing where the state is damaged."""
        try:
            pairs = json.loads(str(self.session.window_state.value(_PAIRS_STATE, "{}")))
        except (ValueError, RecursionError):
            return {}
        return pairs if isinstance(pairs, dict) else {}

    def _bring_back_pair(self) -> None:
        library = self.session.library
        if library is None or any(self.model.source(side) is not None for side in Side):
            return
        match self._remembered_pairs().get(str(library.place)):
            case [str(a), str(b)]:
                self.session.reads.submit(
                    documents_with,
                    library,
                    (a, b),
                    on_done=self._open_again,
                    on_error=lambda _damaged: None,
                    key=_PAIR_KEY,
                )

    def _open_again(self, found: Sequence[int]) -> None:
        is_free = not any(self.model.source(side) is not None for side in Side)
        if is_free and len(found) == len(Side):
            self.model.open_documents(*found)

    def _bring_into_view(self, bit: int) -> None:
        self.area.show_part(self.comparison.bits, self.comparison.bits.bit_rect(bit))

    def _open(self, dialog: ChooseDocumentDialog) -> ChooseDocumentDialog:
        dialog.open()
        self.dialog = dialog
        return dialog

    def _open_pair(self, pair: tuple[int, int]) -> None:
        self.model.open_documents(*pair)

    def _open_file_and_other(
        self, pair: tuple[Path, Path | int], begin: Passage | Spans | None = None
    ) -> None:
        path, other = pair
        chosen = FromDisk(other) if isinstance(other, Path) else FromLibrary(other)
        self._begin_at = None if begin is None else ((FromDisk(path), chosen), begin)
        self.comparison.show_texts()
        self.model.choose(Side.A, FromDisk(path))
        self.model.choose(Side.B, chosen)

    def _take_one(self, dialog: ChooseDocumentDialog, side: Side) -> None:
        self.model.choose(side, FromLibrary(dialog.chosen_ids[0]))

    def _take_two(self, dialog: ChooseDocumentDialog) -> None:
        chosen = dialog.chosen_ids
        if len(chosen) == len(Side):
            self.model.open_documents(*chosen)
        else:
            self.model.choose(self._free_side(), FromLibrary(chosen[0]))

    def _take_file(self, side: Side, path: Path) -> None:
        self.model.choose(side, FromDisk(path))

    def _free_side(self) -> Side:
        return next((side for side in Side if self.model.source(side) is None), Side.A)

    def _fill_empty(self) -> None:
        if self.model.source(Side.A) is None and self.model.source(Side.B) is None:
            self.choose_two()
        else:
            self.choose_from_library(self._free_side())

    def _show_sides(self) -> None:
        loaded_sides = {side: self.model.loaded(side) for side in Side}
        names = {side: each.name for side, each in loaded_sides.items() if each is not None}
        self.comparison.texts.tools.set_names(names)
        for side, slot in self.slots.items():
            loaded = loaded_sides[side]
            if loaded is not None:
                slot.show_document(loaded.name, loaded.path)
            elif self.model.source(side) is not None:
                slot.show_loading(self.model.path(side))
            else:
                slot.show_nothing()
        self._show_empty_texts()
        self._show_comparison()

    def _show_comparison(self) -> None:
        prepared = self.model.prepared
        if prepared is not None:
            if self.comparison.bits.data is not prepared.bits:
                self.comparison.show_prepared(prepared)
            self._stack.setCurrentWidget(self.comparison)
        elif all(self.model.loaded(side) is not None for side in Side):
            self._show_beginnings()
            self._stack.setCurrentWidget(self.comparison)
        elif self.model.is_loading:
            self.busy.set_text(self._busy_text())
            self._stack.setCurrentWidget(self.busy)
        else:
            self._stack.setCurrentWidget(self.empty)
        self.swap_action.setEnabled(prepared is not None)
        self._fit_height()
        self._summarise()

    def _show_beginnings(self) -> None:
        """The first screen of both texts, until it is known where they differ."""
        loaded = {side: self.model.loaded(side) for side in Side}
        texts = {side: found.beginning for side, found in loaded.items() if found is not None}
        self.comparison.show_beginnings(texts)

    def _busy_text(self) -> str:
        """What is being waited for."""
        left = [side.name for side in Side if self.model.loaded(side) is None]
        return self.tr("Reading {documents}…").format(documents=fmt.listed(left))

    def _show_differences(self) -> None:
        self.comparison.show_differences(self.model.differences)
        self._show_evidence()

    def _show_evidence(self) -> None:
        self.comparison.show_evidence(self.model.evidence, is_measuring=self.model.is_measuring)
        if self.model.evidence is not None and self._begin_at is not None:
            (pair, begin), self._begin_at = self._begin_at, None
            if pair == tuple(self.model.source(side) for side in Side):
                self.comparison.texts.open_at(begin)
        self._summarise()

    def _show_empty_texts(self) -> None:
        chosen = [side for side in Side if self.model.source(side) is not None]
        self._choose.setVisible(bool(chosen))
        if not chosen:
            self.empty.set_texts(
                self.tr("Nothing to compare yet"),
                self.tr(
                    "Choose two documents to see what they have in common, and where they differ."
                ),
                self.tr("Choose two documents…"),
            )
        else:
            self.empty.set_texts(
                self.tr("One document is missing"),
                self.tr("Choose the document to compare it with."),
                self.tr("Choose document {letter}…").format(letter=chosen[0].other.name),
            )

    def _summarise(self) -> None:
        """The class of the pair, as soon as it is known."""
        found = self.model.evidence
        self.header.set_summary("" if found is None else class_text(found, is_measuring=False))

    def _is_low(self) -> bool:
        """Whether the texts need the height of the title and of what is told elsewhere as well."""
        return self.height() < _LOW_PX + Theme.current().scaled(_LOW_TYPE_PX)

    def _tell_failure(self, source: Source, error: Exception) -> None:
        self.session.notify(failure_notice(source, error))


def failure_notice(source: Source, error: Exception) -> Notice:
    """Why a document that was chosen is not shown."""
    if isinstance(error, ReadFailure) and isinstance(source, FromDisk):
        name, reason = source.path.name, error.reason

        def unread_text() -> str:
            text = QCoreApplication.translate(
                "ComparePage", "“{name}” cannot be compared: {reason}"
            )
            return text.format(name=name, reason=reason_label(reason))

        return Notice(NoticeKind.WARNING, unread_text, details=error.detail)
    if isinstance(error, DocumentNotFoundError):
        return Notice(NoticeKind.WARNING, _lost_text)
    return error_notice(error)


def _lost_text() -> str:
    return QCoreApplication.translate(
        "ComparePage", "This document is no longer in the library. Scan its folder again."
    )
