"""Passages that several documents share, and the files that have one, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QObject, Qt

from simhash_gui.services.detection.passage_marks import PassageMark
from simhash_gui.services.detection.shared_passages import PassageRows, SharedPassage
from simhash_gui.services.library.browsing import FileRow, file_rows
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.session.session import Session

_TEXT_SHOWN = 200


class PassageOrder(StrEnum):
    """Columns to sort by."""

    TEXT = "text"
    WORDS = "words"
    DOCUMENTS = "documents"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A passage; ``number`` is its place in the answer of the search."""

    number: int
    passage: SharedPassage


class PassagesModel(PagedTableModel[PassageRow]):
    """Passages by their places."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.passages = PassageRows.of(())
        super().__init__(_columns(), self._fetch_rows, lambda row: row.number, parent)

    def _fetch_rows(self, numbers: Sequence[int]) -> list[PassageRow]:
        return [PassageRow(number, self.passages[number]) for number in numbers]


def ordered_passages(
    passages: PassageRows, by: PassageOrder, *, descending: bool
) -> NDArray[np.int64]:
    """The places of all passages, in order; what is even stays in the order of the search.

    By texts this takes long: not for the window's thread.
    """
    if by is PassageOrder.TEXT:
        texts = [shown_words(one).casefold() for one in passages]
        places = sorted(range(len(texts)), key=texts.__getitem__, reverse=descending)
        return np.array(places, np.int64)
    key = {
        PassageOrder.WORDS: passages.words,
        PassageOrder.DOCUMENTS: passages.document_counts,
        PassageOrder.MARK: passages.is_marked.astype(np.int64),
    }[by]
    return np.argsort(-key if descending else key, kind="stable")


class HoldersModel(PagedTableModel[FileRow]):
    """The files of the documents that have a passage; ``shares`` is how much of it each has."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._session = session
        self.shares: dict[int, float] = {}
        super().__init__(self._columns(), self._fetch_rows, lambda row: row.id, parent)

    def _columns(self) -> tuple[Column[FileRow], ...]:
        return (
            Column(
                "name",
                lambda: QCoreApplication.translate("PassagesPanel", "Name"),
                lambda row: fmt.path(row.name),
                elide=Qt.TextElideMode.ElideMiddle,
                takes_spare_width=True,
                width=26,
            ),
            Column(
                "share",
                lambda: QCoreApplication.translate("PassagesPanel", "Share"),
                lambda row: fmt.percent(self.shares.get(row.id, 0)),
                tip=lambda _row: _share_tip(),
                head_tip=_share_tip,
                is_number=True,
                width=6,
                leaves=2,
            ),
            Column(
                "folder",
                lambda: QCoreApplication.translate("PassagesPanel", "Folder"),
                lambda row: fmt.path(str(Path(row.path).parent)),
                elide=Qt.TextElideMode.ElideMiddle,
                is_muted=True,
                width=20,
                leaves=1,
            ),
        )

    def _fetch_rows(self, ids: Sequence[int]) -> list[FileRow]:
        library = self._session.library
        return [] if library is None else file_rows(library, ids)


def mark_label(mark: PassageMark | None) -> str:
    """What a person said, in a word."""
    if mark is None:
        return ""
    return {
        PassageMark.BOILERPLATE: QCoreApplication.translate("PassagesPanel", "Boilerplate"),
        PassageMark.COPIED: QCoreApplication.translate("PassagesPanel", "Copied"),
        PassageMark.TEMPLATE: QCoreApplication.translate("PassagesPanel", "From a template"),
    }[mark]


def _columns() -> tuple[Column[PassageRow], ...]:
    return (
        Column(
            "documents",
            lambda: QCoreApplication.translate("PassagesPanel", "Documents"),
            lambda row: fmt.number(len(row.passage.documents)),
            sort_key=PassageOrder.DOCUMENTS,
            tip=_documents_tip,
            is_number=True,
            width=9,
            leaves=3,
        ),
        Column(
            "words",
            lambda: QCoreApplication.translate("PassagesPanel", "Words"),
            lambda row: fmt.number(row.passage.words),
            sort_key=PassageOrder.WORDS,
            tip=lambda _row: _words_tip(),
            head_tip=_words_tip,
            is_number=True,
            width=7,
            leaves=2,
        ),
        Column(
            "text",
            lambda: QCoreApplication.translate("PassagesPanel", "Passage"),
            lambda row: shown_words(row.passage),
            sort_key=PassageOrder.TEXT,
            takes_spare_width=True,
            width=24,
        ),
        Column(
            "mark",
            lambda: QCoreApplication.translate("PassagesPanel", "Mark"),
            lambda row: mark_label(row.passage.mark),
            sort_key=PassageOrder.MARK,
            width=14,
            leaves=1,
        ),
    )


def shown_words(passage: SharedPassage) -> str:
    """How a passage begins, in one line."""
    return " ".join(passage.text[:_TEXT_SHOWN].split())


def _documents_tip(row: PassageRow) -> str:
    text = QCoreApplication.translate(
        "PassagesPanel", "{spread} of them unrelated; versions of one text count once"
    )
    return text.format(spread=fmt.number(row.passage.spread))


def _words_tip() -> str:
    return QCoreApplication.translate(
        "PassagesPanel", "Different words; a Chinese or Japanese character counts as half a word"
    )


def _share_tip() -> str:
    return QCoreApplication.translate(
        "PassagesPanel", "About how much of the passage it has, by a sample of the words"
    )
