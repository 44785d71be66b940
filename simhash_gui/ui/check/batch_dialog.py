"""What to check of a folder, against what, and where the reports go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common.dialogs import QuestionDialog, open_at
from simhash_gui.ui.common.format import sentences
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.choosers import choose_any_folder, choose_file
from simhash_gui.ui.theme.tokens import Space

PathChooser = Callable[[QWidget, str], Path | None]
_SIZE_PX = (620, 380)
_REPORTS = "reports"


class BatchDialog(QuestionDialog):
    """The folder, the way to check it, the call for tenders, and the folder of the reports."""

    agreed = Signal(object, object, object, bool)  # folder, target, call or None, among themselves

    def __init__(
        self,
        parent: QWidget | None,
        *,
        ask_folder: PathChooser = choose_any_folder,
        ask_file: PathChooser = choose_file,
    ) -> None:
        super().__init__(parent)
        self._ask_folder, self._ask_file = ask_folder, ask_file
        self.against, self.among = QRadioButton(), QRadioButton()
        self.against.setChecked(True)
        self.folder, self.call, self.target = QLineEdit(), QLineEdit(), QLineEdit()
        self._note = WrappedLabel()
        self._are_filters_on = False
        set_role(self._note, Role.MUTED)
        self._labels = {each: QLabel() for each in (self.folder, self.call, self.target)}
        self.choosers = {each: QPushButton() for each in self._labels}
        self._lay_out()
        self._connect()
        self.retranslate()
        self._follow()
        open_at(self, _SIZE_PX)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Check a folder"))
        self.accept_button.setText(self.tr("Check"))
        self.against.setText(self.tr("Against the library"))
        self.among.setText(self.tr("Its documents against each other"))
        texts = {
            self.folder: self.tr("Folder of documents"),
            self.call: self.tr("Call for tenders"),
            self.target: self.tr("Folder for the reports"),
        }
        for field, text in texts.items():
            self._labels[field].setText(text)
            field.setAccessibleName(text)
            self.choosers[field].setText(self.tr("Choose…"))
            name = self.tr("Choose: {what}").format(what=text)
            self.choosers[field].setAccessibleName(name)
        self.call.setPlaceholderText(self.tr("none"))
        note = self.tr(
            "With a call for tenders its text is left out, and the documents are compared as"
            " bids: the same mistakes, properties and names. To continue a cancelled check,"
            " start it again with the same folders."
        )
        filters = self.tr("The filters that are on in the check on show hold for each document.")
        self._note.setText(sentences(note, filters if self._are_filters_on else ""))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(Space.S)
        grid.setColumnStretch(1, 1)
        for row, (field, label) in enumerate(self._labels.items()):
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            grid.addWidget(self.choosers[field], row, 2)
        for widget in (self.against, self.among):
            self.body.addWidget(widget)
        self.body.addLayout(grid)
        self.body.addWidget(self._note)
        self.body.addStretch(1)

    def _connect(self) -> None:
        self.choosers[self.folder].clicked.connect(self._choose_folder)
        self.choosers[self.target].clicked.connect(partial(self._choose, self.target))
        self.choosers[self.call].clicked.connect(self._choose_call)
        for field in self._labels:
            field.textChanged.connect(self._follow)
        self.among.toggled.connect(self._follow)
        self.accepted.connect(self._agree)

    def tell_filters(self, *, are_on: bool) -> None:
        """Say that the filters of the page hold, where some are on."""
        self._are_filters_on = are_on
        self.retranslate()

    def propose(self, folder: Path) -> None:
        """A folder, with one beside it for the reports."""
        self.folder.setText(str(folder))
        if not self.target.text():
            self.target.setText(str(folder.with_name(f"{folder.name}-{_REPORTS}")))

    def _choose_folder(self) -> None:
        path = self._ask_folder(self, self._labels[self.folder].text())
        if path is not None:
            self.propose(path)

    def _choose(self, field: QLineEdit) -> None:
        path = self._ask_folder(self, self._labels[field].text())
        if path is not None:
            field.setText(str(path))

    def _choose_call(self) -> None:
        path = self._ask_file(self, self._labels[self.call].text())
        self.call.setText("" if path is None else str(path))

    def _follow(self) -> None:
        is_among = self.among.isChecked()
        for widget in (self.call, self.choosers[self.call]):
            widget.setEnabled(is_among)
        is_complete = Path(self.folder.text()).is_dir() and bool(self.folder.text())
        self.accept_button.setEnabled(is_complete and bool(self.target.text().strip()))

    def _agree(self) -> None:
        is_among = self.among.isChecked()
        call = Path(self.call.text()) if is_among and self.call.text() else None
        self.agreed.emit(Path(self.folder.text()), Path(self.target.text()), call, is_among)
