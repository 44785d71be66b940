"""The columns of the documents table."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt

from simhash_gui.services.library.browsing import DocumentRow, DocumentSort, DocumentState, FileRow
from simhash_gui.services.printable import readable_folder
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.library_texts import (
    language_name,
    language_short_name,
    reader_name,
    state_label,
)
from simhash_gui.ui.common.paged_model import Column
from simhash_gui.ui.theme.tokens import Token

_NS_PER_S = 1_000_000_000
_STATE_MARKS = {
    DocumentState.DAMAGED: ("warning", Token.WARN),
    DocumentState.FAILED: ("warning", Token.WARN),
    DocumentState.TOO_SHORT: ("info", Token.MUTED),
}


def document_columns() -> tuple[Column[DocumentRow], ...]:
    """Columns from left to right."""
    return (*_place_columns(), *_file_columns(), *_content_columns(), *_import_columns())


def _place_columns() -> tuple[Column[DocumentRow], ...]:
    return (
        Column(
            "name",
            lambda: QCoreApplication.translate("DocumentColumns", "Name"),
            _name_text,
            sort_key=DocumentSort.NAME,
            tip=_place_tip,
            color=lambda row: Token.TEXT if row.copies else Token.MUTED,
            elide=Qt.TextElideMode.ElideMiddle,
            icon=_name_icon,
            takes_spare_width=True,
            width=30,
        ),
        Column(
            "folder",
            lambda: QCoreApplication.translate("DocumentColumns", "Folder"),
            lambda row: fmt.path(folder_text(row)),
            tip=lambda row: fmt.path(str(Path(row.path).parent)) if row.path else fmt.MISSING,
            sort_key=DocumentSort.FOLDER,
            elide=Qt.TextElideMode.ElideMiddle,
            is_muted=True,
            width=17,
            leaves=5,
        ),
    )


def _file_columns() -> tuple[Column[DocumentRow], ...]:
    return (
        Column(
            "type",
            lambda: QCoreApplication.translate("DocumentColumns", "Type"),
            lambda row: row.suffix.lstrip(".").upper() or fmt.MISSING,
            tip=lambda row: reader_name(row.reader),
            sort_key=DocumentSort.TYPE,
            is_muted=True,
            width=5,
            leaves=7,
        ),
        Column(
            "size",
            lambda: QCoreApplication.translate("DocumentColumns", "Size"),
            lambda row: fmt.size(row.size_bytes),
            sort_key=DocumentSort.SIZE,
            is_number=True,
            tip=lambda row: fmt.exact_size(row.size_bytes),
            width=12,  # 1,023 bytes
            leaves=8,
        ),
        Column(
            "modified",
            lambda: QCoreApplication.translate("DocumentColumns", "Modified"),
            lambda row: fmt.day(_modified(row)) if row.modified_ns else fmt.MISSING,
            tip=lambda row: fmt.exact_date(_modified(row)) if row.modified_ns else fmt.MISSING,
            sort_key=DocumentSort.MODIFIED,
            is_number=True,
            is_muted=True,
            width=13,
            leaves=6,
        ),
    )


def _modified(row: DocumentRow) -> datetime:
    return datetime.fromtimestamp(row.modified_ns / _NS_PER_S, UTC)


def _content_columns() -> tuple[Column[DocumentRow], ...]:
    return (
        Column(
            "language",
            lambda: QCoreApplication.translate("DocumentColumns", "Language"),
            lambda row: language_short_name(row.language),
            tip=lambda row: language_name(row.language),
            sort_key=DocumentSort.LANGUAGE,
            width=10,
            leaves=2,
            leaves_for_whole_names=True,
        ),
        Column(
            "characters",
            lambda: QCoreApplication.translate("DocumentColumns", "Characters"),
            lambda row: fmt.number(row.character_count),
            sort_key=DocumentSort.CHARACTERS,
            is_number=True,
            width=10,
            leaves=1,
            leaves_for_whole_names=True,
        ),
        Column(
            "features",
            lambda: QCoreApplication.translate("DocumentColumns", "Features"),
            lambda row: fmt.number(row.feature_count),
            sort_key=DocumentSort.FEATURES,
            is_number=True,
            width=9,
            is_hidden_at_first=True,
        ),
    )


def _import_columns() -> tuple[Column[DocumentRow], ...]:
    return (
        Column(
            "copies",
            lambda: QCoreApplication.translate("DocumentColumns", "Files"),
            _copies_text,
            sort_key=DocumentSort.COPIES,
            tip=_place_tip,
            is_number=True,
            color=lambda row: Token.TEXT if row.copies > 1 else Token.MUTED,
            width=5,
            leaves=4,
        ),
        Column(
            "imported",
            lambda: QCoreApplication.translate("DocumentColumns", "Imported"),
            lambda row: fmt.day(row.imported_at),
            sort_key=DocumentSort.IMPORTED,
            tip=lambda row: fmt.exact_date(row.imported_at),
            is_muted=True,
            width=13,
            is_hidden_at_first=True,
        ),
        Column(
            "fingerprint",
            lambda: QCoreApplication.translate("DocumentColumns", "Fingerprint"),
            _fingerprint_text,
            sort_key=DocumentSort.FINGERPRINT,
            is_fixed_font=True,
            tip=_fingerprint_tip,
            color=_fingerprint_color,
            width=16,
            leaves=3,
            leaves_for_whole_names=True,
        ),
    )


def _name_text(row: DocumentRow) -> str:
    name = fmt.path(row.name)
    if not row.is_template:
        return name
    return QCoreApplication.translate("DocumentColumns", "{name} · Template").format(name=name)


def _name_icon(row: DocumentRow) -> tuple[str, Token]:
    usual = ("template", Token.ACCENT) if row.is_template else ("document", Token.MUTED)
    return _STATE_MARKS.get(row.state, usual)


def _place_tip(row: DocumentRow) -> str:
    """The full path, or that the document has no file any more."""
    if row.copies:
        return fmt.path(row.path)
    gone = QCoreApplication.translate(
        "DocumentColumns", "{path}: no longer there, or left out by the rules"
    )
    return gone.format(path=fmt.path(row.path or row.name))


def _copies_text(row: DocumentRow) -> str:
    if row.copies:
        return fmt.number(row.copies)
    return QCoreApplication.translate("DocumentColumns", "none")


def folder_text(row: DocumentRow | FileRow) -> str:
    """The folder of the library and what lies between it and the file."""
    root = os.path.basename(row.folder) or row.folder  # noqa: PTH119 - for each row painted
    between, _, _ = row.relative_path.rpartition("/")
    return f"{root}/{readable_folder(between)}" if between else root


def _fingerprint_text(row: DocumentRow) -> str:
    """The digits, or in words why there are none."""
    if row.fingerprint is not None:
        return row.fingerprint.hex
    return state_label(row.state)


def _fingerprint_tip(row: DocumentRow) -> str:
    if row.fingerprint is None:
        return _fingerprint_text(row)
    keys = " · ".join(f"{key:04x}" for key in row.fingerprint.block_keys)
    text = QCoreApplication.translate("DocumentColumns", "Block keys {keys}")
    return text.format(keys=keys)


def _fingerprint_color(row: DocumentRow) -> Token:
    if row.fingerprint is not None:
        return Token.TEXT
    return Token.WARN if row.state in {DocumentState.FAILED, DocumentState.DAMAGED} else Token.MUTED
