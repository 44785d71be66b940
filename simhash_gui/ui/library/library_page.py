"""The Library page: what the library holds, and its four states.

Opening, refused (the library cannot be opened), empty (with the offer of the bundled samples), and
full. The full one is ``library_content``; what it shows and does is in ``view_model``.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.libraries import (
    LibraryDamagedError,
    LibraryEmptyError,
    LibraryError,
    LibraryNewerError,
    NotALibraryError,
)
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.commands import KEYS, Command, PageId, page_label
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.errors import (
    error_details,
    error_sentence,
    library_error_advice,
    library_error_title,
)
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.recipe_texts import recipe_label
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.library_content import LibraryContent
from simhash_gui.ui.library.recipe import RecipeDialog
from simhash_gui.ui.library.view_model import LibraryViewModel
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.page import BodyStack, Page
from simhash_gui.ui.session.session import FailedOpening, Session
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_WIDTH_PX, _MOST_WIDTH_PX = 520, 740
_DRAWING_PX = 32
_DROPPED_FIRST = ("folders", "too short", "set aside", "files", "gone")
"""Parts of the summary that go where there is no room for all; the first goes first."""


class SamplesCard(QFrame):
    """Asks once; whoever declines finds the samples in the menu of libraries."""

    accepted = Signal()
    declined = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.CARD)
        self._drawing = QLabel()
        self._title = WrappedLabel()
        set_role(self._title, Role.SECTION)
        self._words = WrappedLabel()
        set_role(self._words, Role.MUTED)
        self.button = QPushButton()
        self.close_button = IconButton("close")
        self.button.clicked.connect(self.accepted)
        self.close_button.clicked.connect(self.declined)
        self._lay_out()
        Theme.current().changed.connect(self._tint)
        self._tint()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self._title.setText(self.tr("Take a look around first"))
        self._words.setText(
            self.tr(
                "The sample documents are short texts in English and Chinese, including "
                "copies, revisions and edits. They get a library of their own."
            )
        )
        self.button.setText(self.tr("Open the samples"))
        self.close_button.set_label(self.tr("No, thanks"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.close_button)
        head.setAlignment(self.close_button, Qt.AlignmentFlag.AlignTop)
        foot = QHBoxLayout()
        foot.addWidget(self.button)
        foot.addStretch(1)
        texts = QVBoxLayout()
        texts.setSpacing(Space.XS)
        texts.addLayout(head)
        texts.addWidget(self._words)
        texts.addSpacing(Space.S)
        texts.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L, Space.S, Space.S, Space.L)
        row.setSpacing(Space.L)
        row.addWidget(self._drawing)
        row.addLayout(texts, 1)

    @Slot()
    def _tint(self) -> None:
        theme = Theme.current()
        color, side = theme.color(Token.ACCENT), theme.scaled(_DRAWING_PX)
        self.setMaximumWidth(min(theme.scaled(_WIDTH_PX), _MOST_WIDTH_PX))
        self._drawing.setPixmap(pixmap("samples", color, side))


class _State(IntEnum):
    """Order in the stack."""

    OPENING = 0
    REFUSED = 1
    EMPTY = 2
    FULL = 3


class LibraryPage(Page):
    """Folders and problems at the left, documents at the right."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.model = LibraryViewModel(session, self)
        self.content = LibraryContent(session, self.model)
        self.empty = EmptyState("folder-plus")
        self.refused = EmptyState("warning")
        self.card = SamplesCard()
        self.add_action, self.rescan_action = QAction(self), QAction(self)
        self.recipe_action = QAction(self)
        self._lay_out()
        self._connect()
        self.content.restore_state(session.window_state)
        self.retranslate()

    @override
    def title(self) -> str:
        return page_label(PageId.LIBRARY)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.add_action.setText(self.tr("Add folder…"))
        tip = self.tr("Add folder… ({keys})").format(keys=KEYS[Command.ADD_FOLDER])
        self.add_action.setToolTip(tip)
        self.rescan_action.setText(self.tr("Rescan"))
        tip = self.tr("Read what has changed in the folders ({keys})")
        self.rescan_action.setToolTip(tip.format(keys=KEYS[Command.RESCAN]))
        tip = self.tr("How fingerprints are made; choose another recipe")
        self.recipe_action.setToolTip(tip)
        self.empty.set_texts(
            self.tr("No documents yet"),
            self.tr("Add a folder, or drop folders, files or archives anywhere on this window."),
            self.tr("Add folder…"),
        )
        self._show_state()

    @override
    def focus_filter(self) -> None:
        self.content.documents.filter.setFocus()
        self.content.documents.filter.selectAll()

    @override
    def refresh(self) -> None:
        if self.rescan_action.isEnabled():
            self.model.rescan()

    @override
    def clear(self) -> None:
        self.content.clear()

    @override
    def save_state(self) -> None:
        self.content.save_state(self.session.window_state)

    @override
    def shortcuts(self) -> list[tuple[str, str]]:
        remove = QCoreApplication.translate("LibraryPage", "Remove the chosen folder")
        return [("Delete", remove)]

    @Slot()
    def choose_recipe(self) -> RecipeDialog | None:
        """Show the recipes; the chosen one is adopted by a job."""
        overview = self.model.overview
        if overview is None:
            return None
        count = overview.info.documents
        dialog = RecipeDialog(overview.recipe, count, self.model.change_recipe, self.window())
        dialog.open()
        return dialog

    def _lay_out(self) -> None:
        self.header.add_action(self.recipe_action, icon="recipe")
        self.header.add_action(self.rescan_action, icon="refresh")
        self.header.add_action(self.add_action, is_primary=True, icon="folder-plus")
        self.empty.extra.addSpacing(32)
        row = QHBoxLayout()  # an alignment instead would take the height of another width
        row.addStretch(1)
        row.addWidget(self.card, _MOST_WIDTH_PX)  # all of the room, up to its greatest width
        row.addStretch(1)
        self.empty.extra.addLayout(row)
        self.first_focus = self.content.table
        self._stack = BodyStack()
        for state in (QWidget(), self.refused, self.empty, self.content):
            self._stack.addWidget(state)
        self.body.addWidget(self._stack, 1)
        self._show_state()

    def _connect(self) -> None:
        session = self.session
        self.add_action.triggered.connect(session.folder_choice_requested)
        self.empty.acted.connect(session.folder_choice_requested)
        self.rescan_action.triggered.connect(self._rescan)
        self.recipe_action.triggered.connect(self.choose_recipe)
        self.refused.acted.connect(self._get_over_failed_opening)
        self.card.accepted.connect(self._open_samples)
        self.card.declined.connect(self._decline_samples)
        session.folder_choice_requested.connect(self._choose_folder)
        session.library_opened.connect(self._show_state)
        session.library_refused.connect(self._show_state)
        session.settings_changed.connect(self._show_state)
        self.model.overview_changed.connect(self._show_state)

    @Slot()
    def _show_state(self) -> None:
        overview, session = self.model.overview, self.session
        if session.failed_opening is not None and session.library is None:
            state = _State.REFUSED
        elif overview is None or session.library is None:
            state = _State.OPENING
        elif overview.folders or session.jobs.is_busy_with(JobKind.IMPORT):
            state = _State.FULL
        else:
            state = _State.EMPTY
        self._show_failed_opening()
        is_new = self._stack.currentIndex() != state
        self._stack.setCurrentIndex(state)
        self.card.setVisible(not session.settings.samples_offered)
        self.add_action.setEnabled(session.may_write)
        has_folders = overview is not None and bool(overview.folders)
        is_importing = session.jobs.is_busy_with(JobKind.IMPORT)
        self.rescan_action.setEnabled(has_folders and session.may_write and not is_importing)
        self.rescan_action.setVisible(state is _State.FULL)
        self.recipe_action.setVisible(state is _State.FULL)
        is_changing = session.jobs.is_busy_with(JobKind.REFINGERPRINT)
        self.recipe_action.setEnabled(session.may_write and not is_changing)
        if overview is not None:
            text = self.tr("Recipe: {recipe}…").format(recipe=recipe_label(overview.recipe))
            self.recipe_action.setText(text)
        self.add_action.setVisible(state is _State.FULL)
        self._show_summary()
        if is_new and state is not _State.OPENING:
            self.content_shown.emit(self)

    def _show_summary(self) -> None:
        overview = self.model.overview
        if overview is None or not overview.folders:
            self.header.set_summary("")
            return
        info = overview.info
        parts = {
            "documents": QCoreApplication.translate(
                "LibraryPage", "%Ln documents", "", info.documents
            ),
            "files": QCoreApplication.translate("LibraryPage", "%Ln files", "", info.files),
            "folders": QCoreApplication.translate(
                "LibraryPage", "%Ln folders", "", len(overview.folders)
            ),
        }
        if info.too_short:
            parts["too short"] = QCoreApplication.translate(
                "LibraryPage", "%Ln too short", "", info.too_short
            )
        if overview.failed_count:
            parts["failed"] = QCoreApplication.translate(
                "LibraryPage", "%Ln failed", "", overview.failed_count
            )
        if overview.is_cut_off and not self.session.jobs.is_busy_with(JobKind.IMPORT):
            parts["cut off"] = self.tr("not all files read")
        if info.gone_files:
            parts["gone"] = QCoreApplication.translate(
                "LibraryPage", "%Ln gone", "", info.gone_files
            )
        if info.set_aside_files:
            parts["set aside"] = QCoreApplication.translate(
                "LibraryPage", "%Ln set aside", "", info.set_aside_files
            )
        shorter = [
            " · ".join(part for name, part in parts.items() if name not in _DROPPED_FIRST[:dropped])
            for dropped in range(1, len(_DROPPED_FIRST) + 1)
        ]
        self.header.set_summary(" · ".join(parts.values()), shorter)

    def _show_failed_opening(self) -> None:
        failed = self.session.failed_opening
        if failed is None:
            return
        error = failed.error
        button = self.tr("Try again") if _may_pass(error) else self.tr("Open another library…")
        if _may_be_repaired(failed):
            button = self.tr("Check and repair…")
        elif isinstance(error, LibraryEmptyError):
            button = self.tr("Start a new library")
        if isinstance(error, LibraryError):
            title, advice = library_error_title(error), library_error_advice(error)
        else:
            title, advice = self.tr("The library cannot be opened."), error_sentence(error)
        self.refused.set_texts(title, f"{advice}\n{failed.place}", button)
        self.refused.setToolTip(error_details(error))

    @Slot()
    def _get_over_failed_opening(self) -> None:
        failed = self.session.failed_opening
        if failed is not None and _may_pass(failed.error):
            self.session.open_library(failed.place, makes=isinstance(failed.place, Path))
        elif failed is not None and _may_be_repaired(failed):
            self.session.library_check_requested.emit(failed.place)
        elif (
            failed is not None
            and isinstance(failed.error, LibraryEmptyError)
            and isinstance(failed.place, Path)
        ):
            self.session.start_library_anew(failed.place)
        else:
            self.session.library_choice_requested.emit()

    @Slot()
    def _choose_folder(self) -> None:
        if self.session.library is None:
            return
        folder = self.session.choosers.folder(self.window(), self.session.documents_folder)
        if folder is not None:
            self.session.remember_documents_folder(folder.parent)
            self.model.import_paths([folder])

    @Slot()
    def _rescan(self) -> None:
        self.model.rescan()

    @Slot()
    def _open_samples(self) -> None:
        self.session.change_settings(samples_offered=True)
        self.session.open_samples()

    @Slot()
    def _decline_samples(self) -> None:
        self.session.change_settings(samples_offered=True)


def _may_be_repaired(failed: FailedOpening) -> bool:
    return isinstance(failed.error, LibraryDamagedError) and isinstance(failed.place, Path)


def _may_pass(error: Exception) -> bool:
    """Whether the same library may open at another try."""
    lasting = (LibraryNewerError, LibraryDamagedError, LibraryEmptyError, NotALibraryError)
    return not isinstance(error, lasting)
