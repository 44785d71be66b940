"""One document: what is known of it, where its copies are, and its text."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.browsing import (
    DocumentRow,
    DocumentState,
)
from simhash_gui.services.libraries import Library, document_paths, document_text
from simhash_gui.ui import format as fmt
from simhash_gui.ui.dialogs.panel import PanelDialog
from simhash_gui.ui.library_texts import language_name, state_label
from simhash_gui.ui.read_pool import ReadPool
from simhash_gui.ui.tokens import Space
from simhash_gui.ui.widgets.elided_label import ElidedLabel
from simhash_gui.ui.widgets.roles import Role, set_role

_SIZE_PX = (760, 620)
_MOST_CHARACTERS = 200_000
_PATHS_SHARE = (90, 400)


class DocumentDialog(PanelDialog):
    """Reads paths and text in the pool; what is in the row shows at once."""

    def __init__(
        self, row: DocumentRow, library: Library, reads: ReadPool, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._row = row
        self._character_count = 0
        self._name = ElidedLabel(fmt.path(row.name))
        set_role(self._name, Role.TITLE)
        self._state = QLabel()
        self._state.setWordWrap(True)
        set_role(self._state, Role.MUTED)
        self._labels = [QLabel() for _ in range(4)]
        self._values = [QLabel() for _ in range(4)]
        self.paths = QListWidget()
        set_role(self.paths, Role.PANEL)
        self.paths.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self._text_head = QLabel()
        self._paths_head = QLabel()
        self._lay_out()
        self.resize(*_SIZE_PX)
        self.retranslate()
        self._read(library, reads)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        row = self._row
        self.setWindowTitle(fmt.path(row.name))
        self._state.setText(_state_text(row))
        self._state.setVisible(bool(self._state.text()))
        heads = (
            self.tr("Fingerprint"),
            self.tr("Language"),
            self.tr("Characters"),
            self.tr("Encoding"),
        )
        values = (
            _fingerprint_text(row),
            language_name(row.language),
            fmt.number(row.character_count),
            row.encoding or fmt.MISSING,
        )
        for label, head in zip(self._labels, heads, strict=True):
            label.setText(head)
        for label, value in zip(self._values, values, strict=True):
            label.setText(value)
        self._show_heads()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(Space.L)
        form.setVerticalSpacing(Space.XS)
        for label, value in zip(self._labels, self._values, strict=True):
            set_role(label, Role.MUTED)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            form.addRow(label, value)
        set_role(self._values[0], Role.FIXED)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(_headed(self._paths_head, self.paths))
        split.addWidget(_headed(self._text_head, self.text))
        split.setSizes([*_PATHS_SHARE])
        self.body.addWidget(self._name)
        self.body.addWidget(self._state)
        self.body.addLayout(form)
        self.body.addWidget(split, 1)

    def _read(self, library: Library, reads: ReadPool) -> None:
        number = self._row.document_id
        reads.submit(
            document_paths, library, number, on_done=self._take_paths, key="document-paths"
        )
        if self._row.state is not DocumentState.FAILED:
            reads.submit(
                document_text, library, number, on_done=self._take_text, key="document-text"
            )
        self.finished.connect(lambda: reads.forget("document-paths"))
        self.finished.connect(lambda: reads.forget("document-text"))

    def _take_paths(self, paths: list[str]) -> None:
        self.paths.addItems([fmt.path(str(path)) for path in paths])
        self._show_heads()

    def _take_text(self, text: str) -> None:
        self._character_count = len(text)
        self.text.setPlainText(text[:_MOST_CHARACTERS])
        self._show_heads()

    def _show_heads(self) -> None:
        places = QCoreApplication.translate(
            "DocumentDialog", "Found in %Ln places", "", self.paths.count()
        )
        self._paths_head.setText(places if self.paths.count() else self.tr("Found in"))
        self.paths.setAccessibleName(self.tr("Found in"))
        self.text.setAccessibleName(self.tr("Text"))
        if self._character_count > _MOST_CHARACTERS:
            beginning = self.tr("Text (the first {count} characters)")
            self._text_head.setText(beginning.format(count=fmt.number(_MOST_CHARACTERS)))
        else:
            self._text_head.setText(self.tr("Text"))


def _headed(head: QLabel, widget: QWidget) -> QWidget:
    set_role(head, Role.SECTION)
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(Space.XS)
    column.addWidget(head)
    column.addWidget(widget, 1)
    return box


def _fingerprint_text(row: DocumentRow) -> str:
    return row.fingerprint.hex if row.fingerprint is not None else fmt.MISSING


def _state_text(row: DocumentRow) -> str:
    """Nothing for a document that is as it should be."""
    return "" if row.state is DocumentState.FINGERPRINTED else state_label(row.state)
