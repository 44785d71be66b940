"""Documents to choose from: name, folder, language and length."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject, Qt

from simhash_gui.services.library.browsing import DocumentRow, DocumentSort, document_rows
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.library.document_columns import folder_text
from simhash_gui.ui.session.session import Session


class ChooseModel(PagedTableModel[DocumentRow]):
    """The short list of columns that tells documents apart."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._session = session
        super().__init__(_columns(), self._fetch_rows, lambda row: row.document_id, parent)

    def _fetch_rows(self, ids: Sequence[int]) -> list[DocumentRow]:
        library = self._session.library
        return document_rows(library, ids) if library is not None else []


def _columns() -> tuple[Column[DocumentRow], ...]:
    return (
        Column(
            "name",
            lambda: QCoreApplication.translate("ChooseModel", "Name"),
            lambda row: fmt.path(row.name),
            sort_key=DocumentSort.NAME,
            width=36,
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
        ),
        Column(
            "folder",
            lambda: QCoreApplication.translate("ChooseModel", "Folder"),
            lambda row: fmt.path(folder_text(row)),
            tip=lambda row: fmt.path(row.path),
            sort_key=DocumentSort.FOLDER,
            width=30,
            elide=Qt.TextElideMode.ElideMiddle,
            is_muted=True,
        ),
        Column(
            "characters",
            lambda: QCoreApplication.translate("ChooseModel", "Characters"),
            lambda row: fmt.number(row.character_count),
            sort_key=DocumentSort.CHARACTERS,
            is_number=True,
            width=14,
        ),
    )
