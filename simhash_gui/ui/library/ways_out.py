"""The ways out of problems as the user takes them: ask what has to be asked, then act.

What is done is in ``problems``; the buttons are those of ``problem_files``. A password that is
typed is handed on, and kept nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from typing_extensions import override

from simhash_gui.services.importing.encodings import ReadableFiles
from simhash_gui.services.library.libraries import FolderRow
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.commands import SettingsPart
from simhash_gui.ui.common.dialogs import QuestionDialog
from simhash_gui.ui.common.file_manager import way_to
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.encoding import EncodingDialog
from simhash_gui.ui.library.problem_kinds import Aside, Scope, WayOut
from simhash_gui.ui.library.problems import ProblemActions
from simhash_gui.ui.session.session import Session
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


_MAX_NAMED = 5


class WaysOut(QObject):
    """Lives with a widget, over whose window it asks."""

    def __init__(self, session: Session, actions: ProblemActions, widget: QWidget) -> None:
        super().__init__(widget)
        self._session = session
        self._actions = actions
        self._widget = widget

    @Slot(object, object)
    def take(self, way: WayOut, scope: Scope) -> None:
        """Start a way out for the files of a scope."""
        ways: dict[WayOut, Callable[[Scope], object]] = {
            WayOut.ENCODING: self.ask_for_encoding,
            WayOut.PASSWORD: self._ask_for_password,
            WayOut.LIMITS: self._show_limits,
            WayOut.RETRY: self._actions.retry,
            WayOut.SKIP: self._actions.skip,
            WayOut.INCLUDE: self._actions.include_again,
            WayOut.FORGET: self._drop,
            WayOut.UNDO: self._show_journal,
            WayOut.FOLDER: self._show_folders,
            WayOut.REMOVE: self._remove,
        }
        ways[way](scope)

    @Slot(object, str)
    def ask_for_encoding(self, scope: Scope, present: str = "") -> None:
        """Let the user choose; ``present`` is the encoding in force."""
        library = self._session.library
        if library is None:
            return
        choose, files = self._actions.choose_encoding, ReadableFiles(library)
        window, reads = self._widget.window(), self._session.reads
        EncodingDialog(scope, files, reads, choose, window, present=present).open()

    @Slot(str)
    def show_folder(self, path: str) -> None:
        """Show a file in its folder; of a file in an archive, the archive."""
        self._session.reads.submit(way_to, path, on_done=lambda show: show())

    def _ask_for_password(self, scope: Scope) -> None:
        unlock = partial(self._actions.unlock, scope)
        PasswordDialog(scope.paths, scope.count, unlock, self._widget.window()).open()

    def _show_limits(self, _scope: Scope) -> None:
        self._session.settings_requested.emit(SettingsPart.LIMITS)

    def _show_folders(self, scope: Scope) -> None:
        for path in scope.paths[:1]:
            self.show_folder(path)

    def _remove(self, scope: Scope) -> None:
        folders = scope.folders
        is_agreed = self._session.choosers.confirm(
            self._widget.window(),
            QCoreApplication.translate(
                "WaysOut", "Remove %Ln folders from the library?", "", len(folders)
            ),
            removal_text(folders),
            self.tr("Remove"),
        )
        if is_agreed:
            self._actions.remove_folders([folder.id for folder in folders])

    def _show_journal(self, _scope: Scope) -> None:
        self._session.journal_requested.emit()

    def _drop(self, scope: Scope) -> None:
        set_aside = scope.kind is Aside.TAKEN
        question = self.tr("Forget the files that are gone?")
        untouched = ""
        if set_aside:
            question = self.tr("Forget the files that were set aside?")
            untouched = self.tr(
                "Files on the disk are not changed, and the journal can still bring them back."
            )
        forgotten = self.tr(
            "The library forgets where they were, and texts and fingerprints that no "
            "other file has. This cannot be undone. A file that comes back is read "
            "again."
        )
        is_agreed = self._session.choosers.confirm(
            self._widget.window(),
            question,
            fmt.sentences(forgotten, untouched),
            self.tr("Forget permanently"),
        )
        if is_agreed:
            self._actions.forget_gone(set_aside=set_aside)


def removal_text(folders: Sequence[FolderRow]) -> str:
    """What is forgotten with folders, and what is not touched."""
    named = "\n".join(fmt.path(str(folder.path)) for folder in folders[:_MAX_NAMED])
    more = "\n…" if len(folders) > _MAX_NAMED else ""
    count = sum(_count_of_files(folder) for folder in folders)
    forgotten = QCoreApplication.translate(
        "WaysOut",
        "The library forgets the %Ln files that were in it, and texts and "
        "fingerprints that no other file has. This cannot be undone.",
        "",
        count,
    )
    kept = QCoreApplication.translate(
        "WaysOut",
        "Files on the disk are not changed. When they are back, add the folder again to read them.",
    )
    return f"{named}{more}\n\n{forgotten}\n\n{kept}"


def _count_of_files(folder: FolderRow) -> int:
    """Without the row that says that the folder itself is out of reach."""
    return max(folder.file_count - 1, 0)
