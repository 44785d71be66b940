"""How many files fit a pattern, and the first of them by name; counted while the user types."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from threading import Event

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.importing.encoding_choices import Matching, ReadableFiles
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.elided_label import ElidedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.read_pool import ReadPool

_KEY = "matched-files"
_PAUSE_MS = 200
_MOST_NAMED = 20


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
            self._reads.forget(_KEY)
            self._timer.start()

    def show_files(self, count: int, paths: Sequence[str]) -> None:
        """Show files that are known already."""
        self.forget()
        self._take(Matching(count, tuple(paths[:_MOST_NAMED])))

    def forget(self) -> None:
        """Wait for no answer any more."""
        self._asked = ""
        self._timer.stop()
        self._reads.forget(_KEY)

    def count_text(self) -> str:
        """What is said of the number of files."""
        return self._count.text()

    def names_text(self) -> str:
        """Which files are named."""
        return self._names.full_text()

    def retranslate(self) -> None:
        """Every text in the language of now."""
        found = self._found
        if found is None:
            self._count.setText(self.tr("Counting the files …"))
        elif found.count:
            fit = QCoreApplication.translate("MatchedFiles", "%Ln files fit:", "", found.count)
            self._count.setText(fit)
        elif not self._asked:
            self._count.clear()
        else:
            self._count.setText(
                self.tr("No file of the library fits. The choice is kept for files that may come.")
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
            _MOST_NAMED,
            stop,
            on_done=self._take,
            key=_KEY,
            stop=stop,
        )

    def _take(self, found: Matching) -> None:
        self._found = found
        self.retranslate()


def _names(found: Matching) -> str:
    names = [fmt.path(PurePosixPath(path).name) for path in found.paths]
    separator = QCoreApplication.translate("MatchedFiles", ", ", "between names of files")
    return separator.join(names) + (" …" if found.count > len(names) else "")
