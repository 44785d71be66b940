"""Ask for the password of locked files. What is typed is handed on, and kept nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.elided_label import ElidedLabel
from simhash_gui.ui.common.question import QuestionDialog
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.common.wrapped_label import WrappedLabel
from simhash_gui.ui.theme.theme import Theme

_WIDTH_PX = 440


class PasswordDialog(QuestionDialog):
    """One password for one locked file or for many; ``unlock`` gets it."""

    def __init__(
        self,
        paths: Sequence[str],
        count: int,
        unlock: Callable[[str], None],
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self._count = count
        self._unlock = unlock
        self._what = ElidedLabel(fmt.path(Path(paths[0]).name) if count == 1 and paths else "")
        set_role(self._what, Role.SECTION)
        self._label = QLabel()
        self.password = QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.textChanged.connect(self._follow_text)
        self._promise = WrappedLabel()
        set_role(self._promise, Role.MUTED)
        for widget in (self._what, self._label, self.password, self._promise):
            self.body.addWidget(widget)
        self.body.addStretch(1)
        self.setMinimumWidth(Theme.current().scaled(_WIDTH_PX))
        self.retranslate()
        self._follow_text()
        self.accepted.connect(self._hand_on)
        self.password.setFocus()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Locked files"))
        if self._count != 1:
            self._what.set_full_text(
                QCoreApplication.translate("PasswordDialog", "%Ln locked files", "", self._count)
            )
        self._label.setText(self.tr("Password"))
        self.password.setAccessibleName(self.tr("Password"))
        self._promise.setText(
            self.tr(
                "The password is tried on these files now and on locked files of later imports,"
                " until the program is closed. It is never stored."
            )
        )
        self.accept_button.setText(self.tr("Unlock"))

    @Slot()
    def _follow_text(self) -> None:
        self.accept_button.setEnabled(bool(self.password.text()))

    @Slot()
    def _hand_on(self) -> None:
        password = self.password.text()
        self.password.clear()
        self._unlock(password)
