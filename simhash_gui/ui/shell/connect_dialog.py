"""Asks for the address of a library on a server."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QWidget
from typing_extensions import override

from simhash_gui.services.library.paths import Server, ServerAddressError, server_address
from simhash_gui.ui.common.dialogs import QuestionDialog, open_at
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role

_SIZE_PX = (560, 300)
_SCHEME = "postgresql://"
_EXAMPLE = f"{_SCHEME}anna@db.example/news"


class ConnectDialog(QuestionDialog):
    """An address, and whether a library may be created there. Passwords stay out of it."""

    chosen = Signal(object, bool)  # Server, whether to create a library there

    def __init__(self, parent: QWidget | None, address: str = "") -> None:
        super().__init__(parent)
        self.label, self.address = QLabel(), QLineEdit(address)
        self.label.setBuddy(self.address)
        self.address.setPlaceholderText(_EXAMPLE)
        self.makes = QCheckBox()
        self.problem, self.help = WrappedLabel(), WrappedLabel()
        set_role(self.help, Role.MUTED)
        for widget in (self.label, self.address, self.problem, self.help, self.makes):
            self.body.addWidget(widget)
        self.body.addStretch(1)
        self.address.textChanged.connect(self._judge)
        open_at(self, _SIZE_PX)
        self.retranslate()
        self.address.setFocus()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Connect to a library"))
        self.label.setText(self.tr("Address of the database"))
        self.help.setText(
            self.tr(
                "A library on a PostgreSQL server is shared by all who connect to it. Keep the "
                "password in a password file (~/.pgpass) or in PGPASSWORD, not in the address."
            )
        )
        self.makes.setText(self.tr("Create a library if this database has none"))
        self.accept_button.setText(self.tr("Connect"))
        self._judge()

    @override
    def accept(self) -> None:
        server = self._server()
        if server is not None:
            super().accept()
            self.chosen.emit(server, self.makes.isChecked())

    @Slot()
    def _judge(self) -> None:
        self.problem.setText(self._problem())
        self.accept_button.setEnabled(self._server() is not None)

    def _server(self) -> Server | None:
        try:
            return server_address(self.address.text().strip())
        except ServerAddressError:
            return None

    def _problem(self) -> str:
        """Why an address will not do; nothing while its beginning is being typed."""
        written = self.address.text().strip()
        try:
            if server_address(written) is None and not _SCHEME.startswith(written):
                return self.tr("An address begins with {scheme}").format(scheme=_SCHEME)
        except ServerAddressError:
            user = written.removeprefix(_SCHEME).rpartition("@")[0]
            if ":" in user or "password=" in written.casefold():
                return self.tr("Leave the password out: others could read it.")
            return self.tr("Name the database too: {example}").format(example=_EXAMPLE)
        return ""
