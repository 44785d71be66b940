"""The Check page: a text, the sources that the library has of it, and the report.

A document comes from disk, is dropped on the page, or stands on the clipboard. Sources come in as
they are found. What counts can be changed afterwards: the search is not repeated for that.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QSplitter,
    QToolTip,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.checking.findings import CheckSettings, Exclusion, Findings, Group
from simhash_gui.services.checking.report_texts import ReportOptions
from simhash_gui.services.comparison.evidence import Passage
from simhash_gui.services.comparison.loading import Content, ReadFailure
from simhash_gui.services.library.libraries import document_text
from simhash_gui.services.library.paths import place_name
from simhash_gui.ui.check.answer import Answer
from simhash_gui.ui.check.batches import Batches, report_language
from simhash_gui.ui.check.check_texts import (
    ABOUT_CHECK,
    as_checked_notice,
    group_text,
    measuring_text,
    nothing_notice,
    place_text,
    reasons,
    tip_of,
    unread_notice,
    waiting_text,
)
from simhash_gui.ui.check.coloured_text import ColouredText, LeftOut, PassageStrip, Place
from simhash_gui.ui.check.filter_bar import FilterBar, text_of
from simhash_gui.ui.check.report_dialog import ReportDialog
from simhash_gui.ui.check.sources_list import SourcesList
from simhash_gui.ui.check.view_model import CheckModel
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.commands import PageId, page_label
from simhash_gui.ui.common.empty_state import BusyState, EmptyState
from simhash_gui.ui.common.errors import error_notice
from simhash_gui.ui.common.format import number, sentences
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.session.choosers import (
    FileChooser,
    TargetChooser,
    ask_choice,
    choose_file,
    choose_target,
)
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.page import BodyStack, Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_TIP_KEY, _TEMPLATE_KEY = "check-tip", "check-template"
_BOTH_KEY = "Ctrl+Return"
_LOW_PX = 420  # at the normal text size


class CheckPage(Page):
    """Checks a document or a folder, and shows what was found."""

    def __init__(
        self,
        session: Session,
        parent: QWidget | None = None,
        *,
        ask_file: FileChooser = choose_file,
        ask_target: TargetChooser = choose_target,
    ) -> None:
        super().__init__(session, parent)
        self.ask_file, self.ask_target = ask_file, ask_target
        self.filters = FilterBar()
        self.model = CheckModel(session, self, self.filters.settings)
        self.groups = QComboBox()
        self.empty, self.busy = EmptyState("desk"), BusyState()
        self.sources = SourcesList()
        self.text = ColouredText()
        self.answer = Answer()
        self.place = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._stack = BodyStack()
        self.batches = Batches(session, self, self.filters)
        self._was_batch_shown = False
        self._answered: Path | Content | None = None
        """The text that was answered last."""
        self._open, self._paste, self._folder = QAction(self), QAction(self), QAction(self)
        self._report, self._next, self._previous = QAction(self), QAction(self), QAction(self)
        self._both, self._back, self._halt = QAction(self), QAction(self), QAction(self)
        self.both = IconButton("compare", self._both)
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        self.retranslate()

    @property
    def findings(self) -> Findings | None:
        """What was found so far."""
        return self.model.findings

    @override
    def title(self) -> str:
        return page_label(PageId.CHECK)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self._open.setText(self.tr("Check a document…"))
        self._paste.setText(self.tr("Check the clipboard"))
        self._folder.setText(self.tr("Check a folder…"))
        self.batches.view.retranslate()
        self._report.setText(self.tr("Write the report…"))
        self._next.setText(self.tr("Next passage"))
        self._previous.setText(self.tr("Previous passage"))
        self._back.setText(self.tr("Back to the folder"))
        self._both.setText(self.tr("Side by side"))
        self._both.setToolTip(self.tr("Open this passage and its source in Compare"))
        self.sources.retranslate()
        self.text.setAccessibleName(self.tr("Checked text"))
        self.groups.setAccessibleName(self.tr("Group of matches"))
        self._name_groups()
        self._show_again()

    @override
    def clear(self) -> None:
        if self._stack.currentWidget() is self.busy:
            self._cancel()
            return
        self._show()
        self.sources.clearSelection()
        self.groups.setCurrentIndex(0)
        self._filter_text()

    @override
    def shortcuts(self) -> list[tuple[str, str]]:
        return [
            ("Ctrl+V", self.tr("Check the clipboard")),
            ("Alt+PgDown", self.tr("Next passage")),
            ("Alt+PgUp", self.tr("Previous passage")),
            (_BOTH_KEY, self.tr("Side by side; also Enter on a source")),
        ]

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._take(event.mimeData())

    def check(self, source: Path | Content, settings: CheckSettings | None = None) -> None:
        """Check a document, or text at hand."""
        self._was_batch_shown |= self._stack.currentWidget() is self.batches.view
        self.session.notices_withdrawn.emit(ABOUT_CHECK)
        self.model.check(source, settings)

    @override
    def activated(self) -> None:
        self.model.prepare()
        self.model.look_at_file()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        came_forward = event.type() is QEvent.Type.ActivationChange and self.isActiveWindow()
        if came_forward and self.isVisible():
            self.model.look_at_file()

    def choose(self) -> None:
        """Ask for a document."""
        path = self.ask_file(self, self.tr("Check a document"))
        if path is not None:
            self.check(path)

    def check_clipboard(self) -> None:
        """Check the text, or the file, on the clipboard."""
        self._take(QGuiApplication.clipboard().mimeData())

    def ask_report(self) -> None:
        """Ask what the report shall show, and write it."""
        dialog = ReportDialog(self, report_language())
        dialog.agreed.connect(self.write_report)
        dialog.open()

    def write_report(self, options: ReportOptions | None = None, suffix: str = ".html") -> None:
        """Ask where to, and write the report."""
        judged = self.model.judged
        if judged is not None:
            options = options or ReportOptions(language=report_language())
            stem = "" if options.anonymise else f"{Path(judged.name).stem}-"
            name = f"{stem}report{suffix}"
            path = self.ask_target(self, self.tr("Write the report"), name)
            if path is not None:
                self.model.write_report(options, path)

    def exclude(self, place: Place) -> None:
        """Leave one match out of the count, with a reason that the report gives."""
        findings = self.findings
        if findings is None:
            return
        reason = ask_choice(self, self.tr("Leave this match out"), self.tr("Reason:"), reasons())
        if reason and reason.strip():
            path = findings.sources[place.source].path
            self.filters.exclude(Exclusion(path, place.passage.passage.a, reason.strip()))

    def _lay_out(self) -> None:
        self.header.add_action(self._back, icon="chevron-left")
        self.header.add_action(self._halt)
        self.header.add_action(self._report, icon="export")
        self.header.add_action(self._folder, icon="folder")
        self.header.add_action(self._paste, icon="copy")
        self.header.add_action(self._open, is_primary=True, icon="open")
        row = self.filters.row
        row.add(self.groups)
        steps = QWidget()  # in one line, wherever that is
        in_steps = QHBoxLayout(steps)
        in_steps.setContentsMargins(0, 0, 0, 0)
        in_steps.setSpacing(Space.S)
        in_steps.addWidget(IconButton("chevron-up", self._previous))
        in_steps.addWidget(IconButton("chevron-down", self._next))
        in_steps.addWidget(self.both)
        row.add(steps)
        row.add(self.place)
        beside = QWidget()
        line = QHBoxLayout(beside)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(Space.XS)
        line.addWidget(self.text, 1)
        line.addWidget(PassageStrip(self.text))
        panes = QSplitter(Qt.Orientation.Horizontal)
        panes.addWidget(beside)
        panes.addWidget(self.sources)
        panes.setStretchFactor(0, 3)
        panes.setStretchFactor(1, 2)
        result = QWidget()
        column = QVBoxLayout(result)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(self.answer)
        column.addWidget(self.filters)
        column.addWidget(panes, 1)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(result)
        self._stack.addWidget(self.batches.view)
        self._stack.addWidget(self.busy)
        self.body.addWidget(self._stack, 1)
        self._next.setShortcut("Alt+PgDown")
        self._previous.setShortcut("Alt+PgUp")
        self._both.setShortcut(_BOTH_KEY)
        result.addActions([self._next, self._previous, self._both])  # for their keys

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_low = self.height() < Theme.current().scaled(_LOW_PX)
        self.filters.set_low(is_low=is_low)
        self.both.show_words(are_wanted=not is_low)

    def _connect(self) -> None:
        self._open.triggered.connect(self.choose)
        self._paste.triggered.connect(self.check_clipboard)
        paste = QShortcut(QKeySequence(QKeySequence.StandardKey.Paste), self)
        paste.activated.connect(self.check_clipboard)
        self._folder.triggered.connect(partial(self.batches.ask, None))
        self.batches.shown.connect(self._show_batch)
        self._back.triggered.connect(self._show_batch)
        self.batches.view.document_wanted.connect(self._check_of_folder)
        self.batches.view.pair_wanted.connect(self.session.file_compare_requested)
        self._report.triggered.connect(self.ask_report)
        self._next.triggered.connect(partial(self.text.step, 1))
        self._previous.triggered.connect(partial(self.text.step, -1))
        self._both.triggered.connect(self._open_both)
        self.empty.acted.connect(self.choose)
        self.busy.cancelled.connect(self._cancel)
        self._halt.triggered.connect(self._pause)
        self.answer.documents_wanted.connect(self.session.folder_choice_requested)
        self.answer.check_wanted.connect(self._check_again)
        self.answer.chapter_wanted.connect(self.text.go_to_offset)
        self.text.passage_clicked.connect(self._open_passage)
        self.text.menu_wanted.connect(self._show_menu)
        self.text.left_out_menu_wanted.connect(self._show_left_out_menu)
        self.text.stepped.connect(self._tell_place)
        self.text.tip_of = self._ask_tip
        self.sources.itemSelectionChanged.connect(self._show_source)
        self.sources.itemActivated.connect(self._compare_item)
        self.groups.currentIndexChanged.connect(self._filter_text)
        self.filters.changed.connect(self._judge)
        self.filters.template_wanted.connect(self._choose_template)
        self.filters.own_works_wanted.connect(self._choose_own_works)
        self.model.source_changed.connect(self._follow_source)
        self.model.refused.connect(self._tell_refused)
        self.session.documents_changed.connect(self._tell_outdated)
        self.model.judged_changed.connect(self._show_answer)
        self.model.file_looked_at.connect(self._show_numbers)
        self.model.progressed.connect(self._tell_step)
        Theme.current().changed.connect(self._show_again)
        Theme.current().changed.connect(self._fit)

    def _take(self, data: QMimeData) -> None:
        """Check what was dropped or pasted, or tell why not; an address elsewhere is no text."""
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if paths and paths[0].is_dir():
            self.batches.ask(paths[0])
        elif paths:
            self.check(paths[0])
        elif data.text().strip() and not data.hasUrls():
            text = data.text().encode("utf-8", "replace")
            self.check(Content(text, self.tr("clipboard.txt")))
        else:
            self.session.notify(nothing_notice(self.choose))

    def _follow_source(self) -> None:
        """Another text has filters of its own."""
        self.filters.show_settings(self.model.settings)
        self._show()

    def _check_of_folder(self, path: Path) -> None:
        """Check a document by the filters that its folder was checked by."""
        answer = self.batches.view.answer
        self.check(path, None if answer is None else answer.request.settings)

    def _tell_refused(self, source: Path | Content, error: Exception) -> None:
        """The page shows again what it showed before."""
        self._show_former()
        if isinstance(error, ReadFailure):
            self.session.notify(unread_notice(source.name, error, self.choose))
        else:
            self.session.notify(error_notice(error))

    def _cancel(self) -> None:
        self.model.cancel()
        self._show_former()

    def _show_former(self) -> None:
        if self._was_batch_shown:
            self._show_batch()

    def _pause(self) -> None:
        self.model.pause(is_wanted=not self.model.is_paused)
        self._show_progress()

    def _judge(self) -> None:
        self.model.judge(self.filters.settings)

    def _show_answer(self, is_first: bool) -> None:
        self._was_batch_shown = False
        if is_first:
            if self.model.source != self._answered:
                self._choose_all()
            self._answered = self.model.source
            self._follow_source()
        else:
            self._show_findings()

    def _choose_all(self) -> None:
        """All sources and groups, whatever was chosen of the text before."""
        self.sources.choose_none()
        self.groups.blockSignals(True)
        self.groups.setCurrentIndex(0)
        self.groups.blockSignals(False)

    def _show(self) -> None:
        """Everything."""
        judged = self.model.judged
        self._tell_step()
        self.empty.set_texts(
            self.tr("Where does this text come from?"),
            self._what_to_do(),
            self.tr("Check a document…"),
        )
        if judged is None:
            is_waiting = self.model.source is not None
            self._stack.setCurrentWidget(self.busy if is_waiting else self.empty)
        else:
            self._stack.setCurrentIndex(1)
        self.first_focus = self.sources
        self._back.setVisible(self.batches.has_answer)
        self._report.setVisible(judged is not None)
        self._open.setVisible(self.model.source is not None)
        self._show_findings()

    def _what_to_do(self) -> str:
        """On an empty page; a text is checked against one library."""
        library = self.session.library
        told = self.tr("Drop a document here, paste text, or choose a file.")
        if library is None:
            return told
        against = self.tr("It is checked against the library “{name}”.")
        return sentences(told, against.format(name=place_name(library.place)))

    def _show_again(self) -> None:
        """The same in another language or other colours."""
        is_batch = self._stack.currentWidget() is self.batches.view
        self._show()
        if is_batch:
            self._show_batch()

    def _show_batch(self) -> None:
        """The folder that was checked, until a document is, or Escape."""
        self._stack.setCurrentWidget(self.batches.view)
        self.first_focus = self.batches.view.documents
        for action in (self._back, self._report, self._halt):
            action.setVisible(False)
        self._open.setVisible(True)
        self.header.set_summary("")

    def _show_findings(self) -> None:
        judged = self.model.judged
        self.filters.name_filters(self.findings)
        if judged is None:
            self._show_progress()
            return
        self._name_groups()
        self._both.setEnabled(bool(judged.findings.sources))
        self._show_numbers()
        self.text.show_findings(judged.findings)
        self.sources.show_findings(judged.findings)
        self._filter_text()

    def _show_numbers(self) -> None:
        """What stands above the text."""
        judged = self.model.judged
        if judged is not None:
            is_complete = judged.is_complete
            self.answer.show_findings(judged.findings, self.model.changes, is_complete=is_complete)
            self._show_progress()
            self._tell_state()

    def _tell_step(self) -> None:
        source = self.model.source
        name = "" if source is None else source.name
        self.busy.set_text(waiting_text(self.model.progress, name), self.tr("Cancel"))

    def _show_progress(self) -> None:
        """How far the text on show was looked up; it can be held as long as it is under way."""
        judged, is_paused = self.model.judged, self.model.is_paused
        is_under_way = judged is not None and not judged.is_complete
        self._halt.setVisible(is_under_way)
        self._halt.setText(self.tr("Resume") if is_paused else self.tr("Pause"))
        told = measuring_text(self.model.progress, is_paused=is_paused) if is_under_way else ""
        self.answer.show_progress(told)
        self._report.setEnabled(not is_under_way)  # it would tell of a part as if of all
        why = self.tr("A report can be written when all documents have been compared")
        self._report.setToolTip(why if is_under_way else "")
        self.header.set_summary("" if judged is None else judged.name)

    def _tell_state(self) -> None:
        """What has become of the library, or is about to."""
        if self.session.jobs.is_busy_with(JobKind.IMPORT):
            self.answer.tell_growing_library()
        elif self.model.is_outdated or self.model.is_file_changed:
            self.answer.tell_changed(
                is_library=self.model.is_outdated, is_file=self.model.is_file_changed
            )

    def _tell_outdated(self) -> None:
        self.model.note_changed_library()
        if self.model.judged is not None:
            self._tell_state()

    def _check_again(self) -> None:
        if self.model.source is not None:
            self.check(self.model.source)

    def _name_groups(self) -> None:
        place = max(0, self.groups.currentIndex())
        self.groups.blockSignals(True)
        self.groups.clear()
        for group in (None, *Group):
            self.groups.addItem(group_text(group, self.findings), group)
        self.groups.setCurrentIndex(place)
        self.groups.blockSignals(False)

    def _filter_text(self) -> None:
        """Colour what is chosen in the list and in the box of groups."""
        self.place.set_full_text("")
        group = self.groups.currentData()
        self.text.show_only(self.sources.chosen, Group(group) if group else None)

    def _show_source(self) -> None:
        """Colour the source that is chosen, and go to the first of its passages."""
        self._filter_text()
        if self.sources.chosen is not None:
            self.text.step_to_first()

    def _open_both(self) -> None:
        """Open the passage at the cursor, or else the source that is chosen, or the first one."""
        place = self.text.place_at(self.text.textCursor().position())
        if place is not None:
            self._open_passage(place)
        else:
            self._compare(self.sources.chosen or 0)

    def _open_passage(self, place: Place) -> None:
        self._compare(place.source, place.passage.passage)

    def _compare_item(self, item: QTreeWidgetItem) -> None:
        self._compare(self.sources.indexOfTopLevelItem(item))

    def _compare(self, source: int, passage: Passage | None = None) -> None:
        """Open both sides in Compare, at a passage."""
        findings = self.findings
        if findings is not None:
            document = findings.sources[source].match.document_id
            self.model.give_file(partial(self._open_beside, document, passage))

    def _open_beside(self, document: int, passage: Passage | None, path: Path) -> None:
        """Say it where the text that was checked is no longer that of its file."""
        source = self.model.source
        self.session.file_compare_requested.emit((path, document), passage)
        if source is not None and self.model.is_file_changed:
            self.session.notify(as_checked_notice(source.name))

    def _show_menu(self, place: Place, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Side by side"), partial(self._open_passage, place))
        menu.addAction(self.tr("Leave this match out…"), partial(self.exclude, place))
        menu.popup(where)

    def _show_left_out_menu(self, left_out: LeftOut, where: QPoint) -> None:
        """Why it was left out, and the way back."""
        span = left_out.passage.passage.a
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for each in self.filters.settings.exclusions:
            if each.path == left_out.path and each.covers(span):
                menu.addSection(each.reason)
                again = partial(self.filters.include, each)
                menu.addAction(self.tr("Count this match again"), again)
        menu.popup(where)

    def _tell_place(self, place: int, count: int) -> None:
        self.place.set_full_text(place_text(place, count), (f"{number(place)}/{number(count)}",))

    def _ask_tip(self, place: Place, where: QPoint) -> None:
        """Show what the source has in place of a passage."""
        library, findings = self.session.library, self.findings
        if library is None or findings is None:
            return
        source = findings.sources[place.source]

        def show(text: str) -> None:
            QToolTip.showText(where, tip_of(source, place, text), self.text)

        self.session.reads.submit(
            document_text,
            library,
            source.match.document_id,
            on_done=show,
            on_error=lambda _: None,
            key=_TIP_KEY,
        )

    def _choose_template(self) -> None:
        path = self.ask_file(self, self.tr("Template document"))
        if path is not None:
            done = self.filters.set_templates
            self.session.reads.submit(text_of, path, on_done=done, key=_TEMPLATE_KEY)

    def _choose_own_works(self) -> None:
        path = self.ask_file(self, self.tr("An earlier work of the author"))
        if path is not None:
            self.filters.set_own(path)
