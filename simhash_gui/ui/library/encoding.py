"""Choose the encoding of files, of a folder or of a pattern, with a preview of the result.

Files that match a pattern are counted while the user types.
"""

from __future__ import annotations

import glob
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path, PurePosixPath
from threading import Event

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.importing.encodings import (
    ENCODINGS,
    Beginning,
    Matching,
    ReadableFiles,
    beginning_of,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import QuestionDialog, open_at
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.library_texts import encoding_name
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.problem_kinds import Scope
from simhash_gui.ui.library.problems import EncodingWish
from simhash_gui.ui.session.read_pool import ReadPool
from simhash_gui.ui.theme.tokens import Space

_FILES_KEY = "matched-files"
_PAUSE_MS = 200
_MAX_NAMED = 20


class MatchedFiles(QWidget):
    """``ask`` counts off the UI thread; only the answer to the last question is shown."""

    def __init__(
        self, files: ReadableFiles, reads: ReadPool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._files = files
        self._reads = reads
        self._asked = ""
        self._found: Matching | None = Matching(0)
        self._count = QLabel()
        self._names = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._count, Role.MUTED)
        set_role(self._names, Role.CAPTION)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._read)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._count)
        column.addWidget(self._names)

    def ask(self, pattern: str) -> None:
        """Count what fits; soon, so that typing is not held up."""
        if pattern != self._asked:
            self._asked = pattern
            self._reads.forget(_FILES_KEY)
            self._timer.start()

    def show_files(self, count: int, paths: Sequence[str]) -> None:
        """Show files that are known already."""
        self.forget()
        self._take(Matching(count, tuple(paths[:_MAX_NAMED])))

    def forget(self) -> None:
        """Drop the pending answer."""
        self._asked = ""
        self._timer.stop()
        self._reads.forget(_FILES_KEY)

    def count_text(self) -> str:
        """The line that says how many files match."""
        return self._count.text()

    def names_text(self) -> str:
        """Which files are named."""
        return self._names.full_text()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        found = self._found
        if found is None:
            self._count.setText(self.tr("Counting files…"))
        elif found.count:
            fit = QCoreApplication.translate("MatchedFiles", "%Ln files match:", "", found.count)
            self._count.setText(fit)
        elif not self._asked:
            self._count.clear()
        else:
            self._count.setText(
                self.tr(
                    "No file in the library matches. The choice is kept for files imported later."
                )
            )
        self._names.set_full_text("" if found is None else _names(found))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @Slot()
    def _read(self) -> None:
        self._found = None
        self.retranslate()
        stop = Event()
        self._reads.submit(
            self._files.matching,
            self._asked,
            _MAX_NAMED,
            stop,
            on_done=self._take,
            key=_FILES_KEY,
            stop=stop,
        )

    def _take(self, found: Matching) -> None:
        self._found = found
        self.retranslate()


def _names(found: Matching) -> str:
    names = [fmt.path(PurePosixPath(path).name) for path in found.paths]
    separator = QCoreApplication.translate("MatchedFiles", ", ", "between names of files")
    return separator.join(names) + (" …" if found.count > len(names) else "")


_SIZE_PX = (640, 640)
_KEY = "encoding-preview"


class Reach(Enum):
    """What a choice is for."""

    FILES = 0
    FOLDER = 1
    PATTERN = 2


class EncodingDialog(QuestionDialog):
    """``choose`` gets the wish; the preview shows the first of the files.

    ``files`` are those that a choice may be for: how many it is for is shown before it is made.
    """

    def __init__(  # noqa: PLR0913 - one by name
        self,
        scope: Scope,
        files: ReadableFiles,
        reads: ReadPool,
        choose: Callable[[EncodingWish], None],
        parent: QWidget | None,
        *,
        present: str = "",
    ) -> None:
        super().__init__(parent)
        self._scope = scope
        self._reads = reads
        self._choose = choose
        self._present = present
        self._path = scope.paths[0] if scope.paths else ""
        self._beginning: Beginning | None = None
        self._is_read = False
        self.encoding = QComboBox()
        self.reaches = {reach: QRadioButton() for reach in Reach}
        self.pattern = QLineEdit(self._pattern_of_its_kind())
        self.matched = MatchedFiles(files, reads)
        self.preview = QPlainTextEdit()
        self._name = ElidedLabel(fmt.path(self._path))
        self._encoding_label, self._reach_label, self._preview_label = QLabel(), QLabel(), QLabel()
        self._hint, self._fit = WrappedLabel(), WrappedLabel()
        self._lay_out()
        self._fill()
        self.retranslate()
        self._connect()
        open_at(self, _SIZE_PX)
        self.encoding.setFocus()
        self._read()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Choose the encoding"))
        self._encoding_label.setText(self.tr("Encoding"))
        self.encoding.setAccessibleName(self.tr("Encoding"))
        self._reach_label.setText(self.tr("Files to read in this encoding"))
        self._preview_label.setText(self.tr("The beginning of the file"))
        self.preview.setAccessibleName(self.tr("The beginning of the file"))
        self.reaches[Reach.FILES].setText(self._files_text())
        folder = self.tr("Everything in the folder “{name}”")
        self.reaches[Reach.FOLDER].setText(folder.format(name=self._folder_name()))
        self.reaches[Reach.PATTERN].setText(self.tr("Everything whose path matches this pattern:"))
        self.pattern.setAccessibleName(self.tr("Path pattern"))
        self._hint.setText(
            self.tr(
                "* matches any part of a name, ** any folders in between. A name alone, "
                "such as *.txt, applies to every folder."
            )
        )
        self.accept_button.setText(self.tr("Read again"))
        self._name_encodings()
        self._show_fit()

    def reach(self) -> Reach:
        """What the choice is for."""
        return next(reach for reach, button in self.reaches.items() if button.isChecked())

    def wish(self) -> EncodingWish:
        """The choice as it stands."""
        encoding = self.encoding.currentData()
        reach = self.reach()
        if reach is Reach.FILES:
            kind = self._scope.kind
            return EncodingWish(encoding, self._scope.file_ids, kind)
        return EncodingWish(encoding, None, pattern=self._chosen_pattern())

    def fit_text(self) -> str:
        """The line that says how well the encoding fits."""
        return self._fit.text()

    def _lay_out(self) -> None:
        set_role(self._name, Role.SECTION)
        for label in (self._encoding_label, self._reach_label, self._preview_label):
            set_role(label, Role.MUTED)
        set_role(self._hint, Role.CAPTION)
        set_role(self._fit, Role.MUTED)
        self.preview.setReadOnly(True)
        self.encoding.setMaxVisibleItems(16)
        group = QButtonGroup(self)
        self.body.addWidget(self._name)
        self.body.addWidget(self._encoding_label)
        self.body.addWidget(self.encoding)
        self.body.addWidget(self._preview_label)
        self.body.addWidget(self.preview, 1)
        self.body.addWidget(self._fit)
        self.body.addWidget(self._reach_label)
        self.body.setSpacing(Space.S)
        for button in self.reaches.values():
            group.addButton(button)
            self.body.addWidget(button)
        self.body.addWidget(self.pattern)
        self.body.addWidget(self._hint)
        self.body.addWidget(self.matched)
        self.reaches[Reach.FILES].setChecked(True)

    def _connect(self) -> None:
        self.encoding.currentIndexChanged.connect(self._read)
        self.pattern.textChanged.connect(self._follow_reach)
        for button in self.reaches.values():
            button.toggled.connect(self._follow_reach)
        self.accepted.connect(lambda: self._choose(self.wish()))
        self.finished.connect(lambda: self._reads.forget(_KEY))
        self.finished.connect(self.matched.forget)
        self._follow_reach()

    def _fill(self) -> None:
        self.encoding.addItem("", None)
        for encoding in ENCODINGS:
            self.encoding.addItem("", encoding)
        self.encoding.setCurrentIndex(max(self.encoding.findData(self._present), 0))

    def _name_encodings(self) -> None:
        self.encoding.setItemText(0, self.tr("Recognise automatically"))
        for place, encoding in enumerate(ENCODINGS, 1):
            self.encoding.setItemText(place, encoding_name(encoding))

    def _files_text(self) -> str:
        if self._scope.count == 1:
            return self.tr("This file")
        return QCoreApplication.translate(
            "EncodingDialog", "These %Ln files", "", self._scope.count
        )

    def _folder_name(self) -> str:
        folder = Path(self._folder_pattern("")).name
        return fmt.path(folder or self._folder_pattern("")).replace("&", "&&")

    def _folder_pattern(self, ending: str) -> str:
        """The folder of the file, of a file in an archive the archive, with ``ending`` below."""
        archive, _mark, inside = self._path.rpartition("!/")
        folder = f"{archive}!" if inside and archive else Path(self._path).parent.as_posix()
        return f"{folder}/{ending}" if ending else folder.removesuffix("!")

    def _pattern_of_its_kind(self) -> str:
        """The files beside this one with the same ending."""
        folder = self._folder_pattern("*").removesuffix("*")
        return f"{glob.escape(folder)}*{glob.escape(Path(self._path).suffix)}"

    def _chosen_pattern(self) -> str:
        is_folder = self.reach() is Reach.FOLDER
        return self._folder_pattern("**") if is_folder else self.pattern.text().strip()

    @Slot()
    def _follow_reach(self) -> None:
        is_pattern = self.reach() is Reach.PATTERN
        pattern = self._chosen_pattern()
        self.pattern.setEnabled(is_pattern)
        self.accept_button.setEnabled(not is_pattern or bool(pattern))
        if self.reach() is Reach.FILES:
            self.matched.show_files(self._scope.count, self._scope.paths)
        elif pattern:
            self.matched.ask(pattern)
        else:
            self.matched.show_files(0, ())

    @Slot()
    def _read(self) -> None:
        self._reads.submit(
            beginning_of,
            self._path,
            self.encoding.currentData(),
            on_done=self._take,
            key=_KEY,
        )

    def _take(self, beginning: Beginning | None) -> None:
        self._is_read = True
        self._beginning = beginning
        self.preview.setPlainText("" if beginning is None else beginning.text)
        self._show_fit()

    def _show_fit(self) -> None:
        if not self._is_read:
            return
        found = self._beginning
        if found is None and self.encoding.currentData() is None:
            text = self.tr("The encoding was not recognised. Choose one to see the result.")
        elif found is None:
            text = self.tr(
                "There is no preview of this file. Choose an encoding, then look at the document."
            )
        elif found.misfits:
            text = QCoreApplication.translate(
                "EncodingDialog",
                "%Ln characters are not valid in this encoding (shown as �).",
                "",
                found.misfits,
            )
        else:
            text = self.tr("Every character is valid in {encoding}. Does the text look right?")
            text = text.format(encoding=encoding_name(found.encoding))
        self._fit.setText(text)
