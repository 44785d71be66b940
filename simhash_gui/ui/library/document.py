"""One document: what is known of it, where its copies are, and its text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.importing.importing import FailureReason
from simhash_gui.services.library.browsing import (
    DocumentRow,
    DocumentState,
    EncodingSource,
    FileRow,
    FileState,
    document_files,
    documents_of_files,
)
from simhash_gui.services.library.libraries import Library, document_text
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.library_texts import (
    certainty_text,
    encoding_name,
    language_name,
    reader_name,
    state_label,
)
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.common.spaced_text import SpacedText
from simhash_gui.ui.library.problem_kinds import Scope
from simhash_gui.ui.session.read_pool import ReadPool
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_FACTS = 8
_KEYS = ("document-paths", "document-text", "document-row")
_SIZE_PX = (760, 620)
_NARROW_PX = 440
_PLACES_SHOWN = 1_000
_MAX_CHARACTERS = 200_000
_PATHS_SHARE = (90, 400)


class DocumentDialog(PanelDialog):
    """Reads places and text in the pool; what is in the row shows at once.

    ``encoding_wanted`` asks for another encoding of its files.
    """

    scrolls = True
    encoding_wanted = Signal(object, str)  # Scope, the encoding in force

    def __init__(
        self, row: DocumentRow, library: Library, reads: ReadPool, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._row = row
        self._library, self._reads = library, reads
        self._places: Sequence[FileRow] = ()
        self._character_count = 0
        self._name = ElidedLabel(fmt.path(row.name))
        set_role(self._name, Role.TITLE)
        self._state = QLabel()
        self._state.setWordWrap(True)
        set_role(self._state, Role.MUTED)
        self._grid = QGridLayout()
        self._labels = [QLabel() for _ in range(_FACTS)]
        self._values = [ElidedLabel(mode=Qt.TextElideMode.ElideRight) for _ in range(_FACTS)]
        self.encoding_button = QPushButton()
        self.encoding_button.setAutoDefault(False)
        self.encoding_button.clicked.connect(self._ask_for_encoding)
        self.paths = QListWidget()
        set_role(self.paths, Role.PANEL)
        self.paths.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.paths.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = SpacedText()
        self.text.setReadOnly(True)
        self._text_head = QLabel()
        self._paths_head = QLabel()
        self._lay_out()
        open_at(self, _SIZE_PX)
        self.retranslate()
        self._read()
        self.finished.connect(self._forget_reads)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        row = self._row
        self.setWindowTitle(fmt.path(row.name))
        self._state.setText(_state_text(row))
        self._state.setVisible(bool(self._state.text()))
        facts = self.facts()
        for label, value, (head, text) in zip(self._labels, self._values, facts, strict=True):
            label.setText(head)
            value.set_full_text(text)
            label.setVisible(bool(text))
            value.setVisible(bool(text))
        self.encoding_button.setText(self.tr("Choose another encoding…"))
        self.encoding_button.setVisible(bool(row.encoding))
        self.encoding_button.setEnabled(self._may_choose_encoding)
        self._show_heads()

    def facts(self) -> list[tuple[str, str]]:
        """What is known of the document; facts without a text are not shown."""
        row = self._row
        return [
            (self.tr("Fingerprint"), _fingerprint_text(row)),
            (self.tr("Read as"), reader_name(row.reader)),
            (self.tr("Encoding"), _encoding_text(row)),
            (self.tr("Language"), _language_text(row)),
            (self.tr("Characters"), fmt.number(row.character_count)),
            (self.tr("Title"), row.title),
            (self.tr("Author"), row.author),
            (self.tr("Date"), row.written),
        ]

    @Slot()
    def reload(self) -> None:
        """Read again what its files hold: they may have another encoding by now."""
        ids = [place.id for place in self._places]
        self._reads.submit(
            documents_of_files, self._library, ids, on_done=self._take_row, key=_KEYS[2]
        )

    def _lay_out(self) -> None:
        grid = self._grid
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.XS)
        grid.setColumnStretch(1, 1)
        for row, (label, value) in enumerate(zip(self._labels, self._values, strict=True)):
            set_role(label, Role.MUTED)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label, row, 0)
            grid.addWidget(value, row, 1)
        set_role(self._values[0], Role.FIXED)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(_headed(self._paths_head, self.paths))
        split.addWidget(_headed(self._text_head, self.text))
        split.setSizes([Theme.current().scaled(px) for px in _PATHS_SHARE])
        split.setStretchFactor(1, 1)
        self.body.addWidget(self._name)
        self.body.addWidget(self._state)
        self.body.addLayout(grid)
        self.body.addWidget(split, 1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The button is beside the encoding, or below the facts where these need the width."""
        super().resizeEvent(event)
        is_narrow = self.width() < Theme.current().scaled(_NARROW_PX)
        place = (_FACTS, 0, 1, 3) if is_narrow else (1, 2, 2, 1)
        side = Qt.AlignmentFlag.AlignLeft if is_narrow else Qt.AlignmentFlag.AlignVCenter
        self._grid.removeWidget(self.encoding_button)
        self._grid.addWidget(self.encoding_button, *place, side)

    def _read(self) -> None:
        library, number = self._library, self._row.id
        self._reads.submit(document_files, library, number, on_done=self._take_places, key=_KEYS[0])
        if self._row.state is not DocumentState.FAILED:
            self._reads.submit(
                document_text, library, number, on_done=self._take_text, key=_KEYS[1]
            )

    def _take_row(self, rows: Sequence[DocumentRow]) -> None:
        if rows:
            self._row = rows[0]
            self.retranslate()
            self._read()

    @property
    def _may_choose_encoding(self) -> bool:
        return bool(self._places) and not self._library.is_read_only

    def _take_places(self, places: Sequence[FileRow]) -> None:
        self._places = places
        self.paths.clear()
        for place in places[:_PLACES_SHOWN]:
            item = QListWidgetItem(_place_text(place), self.paths)
            item.setToolTip(fmt.path(place.path))
        if len(places) > _PLACES_SHOWN:
            item = QListWidgetItem(fmt.more(len(places) - _PLACES_SHOWN), self.paths)
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.encoding_button.setEnabled(self._may_choose_encoding)
        self._show_heads()

    def _take_text(self, text: str) -> None:
        self._character_count = len(text)
        self.text.setPlainText(text[:_MAX_CHARACTERS])
        self._show_heads()

    @Slot()
    def _forget_reads(self) -> None:
        for key in _KEYS:
            self._reads.forget(key)

    @Slot()
    def _ask_for_encoding(self) -> None:
        ids = tuple(place.id for place in self._places)
        paths = tuple(place.path for place in self._places)
        scope = Scope(FailureReason.DECODING, ids, paths, len(ids))
        chosen = self._row.encoding if self._row.encoding_source == EncodingSource.OVERRIDE else ""
        self.encoding_wanted.emit(scope, chosen)

    def _show_heads(self) -> None:
        places = QCoreApplication.translate(
            "DocumentDialog", "Found in %Ln places", "", len(self._places)
        )
        self._paths_head.setText(places if self._places else self.tr("Found in"))
        self.paths.setAccessibleName(self.tr("Found in"))
        self.text.setAccessibleName(self.tr("Text as the program reads it"))
        if self._character_count > _MAX_CHARACTERS:
            beginning = self.tr("Text as the program reads it (the first {count} characters)")
            self._text_head.setText(beginning.format(count=fmt.number(_MAX_CHARACTERS)))
        else:
            self._text_head.setText(self.tr("Text as the program reads it"))


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


def _encoding_text(row: DocumentRow) -> str:
    """The encoding and what makes it so; nothing for formats that have one of their own."""
    if not row.encoding:
        return ""
    parts = (encoding_name(row.encoding), certainty_text(row))
    return " · ".join(part for part in parts if part)


def _language_text(row: DocumentRow) -> str:
    """What the text looks like, and what the document says of itself."""
    name = language_name(row.language)
    if not row.declared_language:
        return name
    text = QCoreApplication.translate("DocumentDialog", "{name} (the document says: {code})")
    return text.format(name=name, code=row.declared_language)


def _place_text(place: FileRow) -> str:
    if place.state is FileState.PRESENT:
        return fmt.path(place.path)
    if place.state is FileState.LEFT_OUT:
        text = QCoreApplication.translate("DocumentDialog", "{path} – left out by the rules")
    elif place.state is FileState.DAMAGED:
        text = QCoreApplication.translate("DocumentDialog", "{path} – damaged entry")
    else:
        text = QCoreApplication.translate("DocumentDialog", "{path} – gone")
    return text.format(path=fmt.path(place.path))


def _state_text(row: DocumentRow) -> str:
    """What to know of a document; empty for most."""
    parts = [] if row.state is DocumentState.FINGERPRINTED else [state_label(row.state)]
    if row.is_template:
        parts.append(
            QCoreApplication.translate(
                "DocumentDialog", "Template: text found in it is no evidence of copying."
            )
        )
    return fmt.sentences(*parts)
