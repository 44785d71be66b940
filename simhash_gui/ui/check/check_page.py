"""The Check page: a text, the sources that the library has of it, and the report.

A document comes from disk, is dropped on the page, or stands on the clipboard. Sources come in as
they are found. What counts can be changed afterwards: the search is not repeated for that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtCore import QCoreApplication, QLocale, QModelIndex, QPoint, Qt
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QInputDialog,
    QMenu,
    QSplitter,
    QStackedWidget,
    QToolTip,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.services.checking.changes import Changes, History, changes, summary_of
from simhash_gui.services.checking.findings import CheckSettings, Exclusion, Findings, Group, Source
from simhash_gui.services.checking.report import ReportOptions
from simhash_gui.services.checking.report_texts import Language
from simhash_gui.services.comparison.loading import Content, Limits, ReadFailure, load
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.library.libraries import Library, document_text
from simhash_gui.ui.check.check_desk import Judged, RemoteCheckDesk
from simhash_gui.ui.check.coloured_text import ColouredText, PassageStrip, Place
from simhash_gui.ui.check.filter_bar import FilterBar
from simhash_gui.ui.check.sources_list import SourcesList
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.commands import PageId, page_label
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.errors import error_notice
from simhash_gui.ui.common.format import number, percent
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.library_texts import reason_label
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.pdf import RemotePrinter
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.choosers import choose_file, choose_target
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_KEY, _TIP_KEY, _TEMPLATE_KEY = "check", "check-tip", "check-template"
_TIP_CHARACTERS = 600

FileChooser = Callable[[QWidget, str], Path | None]
TargetChooser = Callable[[QWidget, str, str], Path | None]


class CheckPage(Page):
    """The editor's desk."""

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
        self._desk: RemoteCheckDesk | None = None
        self._source: Path | Content | None = None
        self._stop = Event()
        self._is_asking = False
        self._judged_by: CheckSettings | None = None
        self.judged: Judged | None = None
        self.changes: Changes | None = None
        self.filters = FilterBar()
        self.groups = QComboBox()
        self.empty = EmptyState("desk")
        self.sources = SourcesList()
        self.text = ColouredText()
        self.numbers, self.details, self.since = WrappedLabel(), WrappedLabel(), WrappedLabel()
        self._stack = QStackedWidget()
        self._open, self._paste = QAction(self), QAction(self)
        self._report, self._next, self._previous = QAction(self), QAction(self), QAction(self)
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        self.retranslate()

    @property
    def findings(self) -> Findings | None:
        """What was found so far."""
        return None if self.judged is None else self.judged.findings

    @property
    def is_settled(self) -> bool:
        """Whether nothing is asked of the desk, and the present settings hold."""
        return not self._is_asking and self._judged_by == self.filters.settings

    @override
    def title(self) -> str:
        return page_label(PageId.CHECK)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self._open.setText(self.tr("Check a document…"))
        self._paste.setText(self.tr("Check the clipboard"))
        self._report.setText(self.tr("Write the report…"))
        self._next.setText(self.tr("Next passage"))
        self._previous.setText(self.tr("Previous passage"))
        self.sources.retranslate()
        self.text.setAccessibleName(self.tr("Checked text"))
        self.groups.setAccessibleName(self.tr("Group of matches"))
        self._name_groups()
        self._show()

    @override
    def clear(self) -> None:
        self.sources.setCurrentIndex(QModelIndex())
        self.groups.setCurrentIndex(0)
        self._filter_text()

    @override
    def shortcuts(self) -> list[tuple[str, str]]:
        return [
            ("Ctrl+V", self.tr("Check the clipboard")),
            ("Alt+PgDown", self.tr("Next passage")),
            ("Alt+PgUp", self.tr("Previous passage")),
        ]

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if paths:
            self.check(paths[0])
        elif event.mimeData().text().strip():
            self._check_text(event.mimeData().text())

    def check(self, source: Path | Content) -> None:
        """Check a document, or text at hand."""
        if self.session.library is None:
            return
        self._forget()
        self._source = source
        desk = self._at_hand(self.session.library)
        self.filters.forget_exclusions()
        options = DetectionOptions(thresholds=self.session.settings.thresholds)
        self._ask(desk.begin, source, options, self.filters.settings, self._stop)
        self._show()

    @override
    def activated(self) -> None:
        library = self.session.library
        if library is not None and self._desk is None:
            desk = self._at_hand(library)
            # a check tells what keeps the desk from working
            ignored = partial(_ignore, self)
            self.session.reads.submit(desk.prepare, on_done=ignored, on_error=ignored)

    def _at_hand(self, library: Library) -> RemoteCheckDesk:
        if self._desk is None:
            self._desk = RemoteCheckDesk(library.path, RemotePrinter().print)
        return self._desk

    def choose(self) -> None:
        """Ask for a document."""
        path = self.ask_file(self, self.tr("Check a document"))
        if path is not None:
            self.check(path)

    def check_clipboard(self) -> None:
        """Check the text, or the file, on the clipboard."""
        data = QGuiApplication.clipboard().mimeData()
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if paths:
            self.check(paths[0])
        elif data.text().strip():
            self._check_text(data.text())

    def write_report(self) -> None:
        """Ask where to, and write the report."""
        if self._desk is None or self.judged is None:
            return
        path = self.ask_target(self, self.tr("Write the report"), "report.html")
        if path is None:
            return
        chinese = QLocale().language() == QLocale.Language.Chinese
        language = Language.CHINESE if chinese else Language.ENGLISH
        self.session.reads.submit(
            self._desk.report,
            self.filters.settings,
            ReportOptions(language=language),
            path,
            on_done=self._tell_report,
        )

    def exclude(self, place: Place) -> None:
        """Leave one match out of the count, with a reason that the report gives."""
        findings = self.findings
        if findings is None:
            return
        reasons = [
            self.tr("quoted with permission"),
            self.tr("common wording"),
            self.tr("template"),
            self.tr("valid collaboration"),
        ]
        reason, is_given = QInputDialog.getItem(
            self, self.tr("Leave this match out"), self.tr("Reason:"), reasons, 0, True
        )
        if is_given and reason.strip():
            path = findings.sources[place.source].path
            self.filters.exclude(Exclusion(path, place.passage.passage.a, reason.strip()))

    def _lay_out(self) -> None:
        self.header.add_action(self._report, icon="export")
        self.header.add_action(self._paste, icon="copy")
        self.header.add_action(self._open, is_primary=True, icon="open")
        set_role(self.numbers, Role.TITLE)
        set_role(self.details, Role.MUTED)
        row = self.filters.row
        row.add(self.groups)
        row.add(IconButton("chevron-up", self._previous))
        row.add(IconButton("chevron-down", self._next))
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
        for widget in (self.numbers, self.details, self.since, self.filters):
            column.addWidget(widget)
        column.addWidget(panes, 1)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(result)
        self.body.addWidget(self._stack, 1)
        self._next.setShortcut("Alt+PgDown")
        self._previous.setShortcut("Alt+PgUp")

    def _connect(self) -> None:
        self._open.triggered.connect(self.choose)
        self._paste.triggered.connect(self.check_clipboard)
        paste = QShortcut(QKeySequence(QKeySequence.StandardKey.Paste), self)
        paste.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        paste.activated.connect(self.check_clipboard)
        self._report.triggered.connect(self.write_report)
        self._next.triggered.connect(partial(self.text.step, 1))
        self._previous.triggered.connect(partial(self.text.step, -1))
        self.empty.acted.connect(self.choose)
        self.text.passage_clicked.connect(self._open_passage)
        self.text.menu_wanted.connect(self._show_menu)
        self.text.tip_of = self._ask_tip
        self.sources.currentItemChanged.connect(self._filter_text)
        self.sources.itemActivated.connect(self._compare_item)
        self.groups.currentIndexChanged.connect(self._filter_text)
        self.filters.changed.connect(self._go_on)
        self.filters.template_wanted.connect(self._choose_template)
        self.filters.own_works_wanted.connect(self._choose_own_works)
        self.session.library_opened.connect(self._change_library)
        self.session.closing.connect(self._end)
        Theme.current().changed.connect(self._show)

    def _check_text(self, text: str) -> None:
        self.check(Content(text.encode("utf-8", "replace"), self.tr("clipboard.txt")))

    def _ask(self, function: Callable[..., Judged], *arguments: object) -> None:
        """Have the desk answer; one question at a time."""
        self._is_asking = True
        self._judged_by = self.filters.settings
        self.session.reads.submit(
            function,
            *arguments,
            on_done=self._keep,
            on_error=self._refuse,
            key=_KEY,
            stop=self._stop,
        )

    def _keep(self, judged: Judged) -> None:
        is_first = self.judged is None
        self.judged, self._is_asking = judged, False
        self._go_on()
        if judged.is_complete and self._judged_by == CheckSettings() and self.changes is None:
            self._note_changes(judged)
        if is_first:
            self._show()
        else:
            self._show_findings()

    def _go_on(self) -> None:
        """Ask for what is not known yet: by other settings, or of more documents."""
        if self.judged is None or self._desk is None or self._is_asking:
            return
        if not self.judged.is_complete:
            self._ask(self._desk.go_on, self.filters.settings, self._stop)
        elif self._judged_by != self.filters.settings:
            self._ask(self._desk.judge, self.filters.settings, self._stop)

    def _note_changes(self, judged: Judged) -> None:
        """Compare with the last check of this file, and keep this one."""
        if not isinstance(self._source, Path):
            return
        history = History(self.session.paths.data / "checks.json")
        now, before = summary_of(judged.findings), history.last(self._source)
        if before is not None:
            self.changes = changes(before, now)
        try:
            history.keep(self._source, now)
        except OSError as error:
            self.session.notify(error_notice(error))

    def _refuse(self, error: Exception) -> None:
        source = self._source
        self._forget()
        self._show()
        if isinstance(error, ReadFailure) and source is not None:
            name = source.name
            reason = error.reason

            def text() -> str:
                pattern = QCoreApplication.translate(
                    "CheckPage", "“{name}” cannot be checked: {reason}"
                )
                return pattern.format(name=name, reason=reason_label(reason))

            self.session.notify(Notice(NoticeKind.WARNING, text, details=error.detail))
        else:
            self.session.notify(error_notice(error))

    def _forget(self) -> None:
        """Ask for nothing any longer, and show nothing."""
        self.session.reads.forget(_KEY)
        self._stop = Event()
        self._source = self.judged = self._judged_by = self.changes = None
        self._is_asking = False

    def _change_library(self) -> None:
        self._end()
        self._forget()
        self._show()

    def _end(self) -> None:
        if self._desk is not None:
            self._desk.end()
            self._desk = None

    def _show(self) -> None:
        """Everything."""
        if self._source is not None and self.judged is None:
            self.empty.set_texts(self.tr("Checking…"), self.tr("Sources are being looked up."), "")
        else:
            self.empty.set_texts(
                self.tr("Where does this text come from?"),
                self.tr("Drop a document here, or choose one, to see what the library has of it."),
                self.tr("Check a document…"),
            )
        self._stack.setCurrentIndex(0 if self.judged is None else 1)
        self._report.setEnabled(self.judged is not None)
        self._show_findings()

    def _show_findings(self) -> None:
        judged = self.judged
        self.filters.name_filters(self.findings)
        if judged is None:
            self.header.set_summary("")
            return
        state = "" if judged.is_complete else self.tr("{done} of {count} documents measured")
        counts = state.format(done=number(judged.done), count=number(judged.candidates))
        self.header.set_summary(" · ".join(filter(None, (judged.name, counts))))
        self._show_measures(judged.findings)
        self.text.show_findings(judged.findings)
        self.sources.show_findings(judged.findings)
        self._filter_text()

    def _show_measures(self, findings: Findings) -> None:
        measures = findings.measures
        self.numbers.setText(
            self.tr("{total} in all · {single} in one source").format(
                total=percent(measures.ratio(measures.overlap), 1),
                single=percent(measures.ratio(measures.greatest_single), 1),
            )
        )
        flags = self.tr("no tampering with characters")
        if findings.flags:
            pattern = self.tr("tampering was found at {count} places")
            flags = pattern.format(count=number(len(findings.flags)))
        self.details.setText(
            self.tr(
                "{plain} neither quoted nor cited · {identical} identical, {edited} edited ·"
                " {characters} characters · {flags}"
            ).format(
                plain=percent(measures.ratio(measures.without_quoted), 1),
                identical=percent(measures.ratio(measures.identical), 1),
                edited=percent(measures.ratio(measures.edited), 1),
                characters=number(measures.characters),
                flags=flags,
            )
        )
        since = self.changes
        self.since.setVisible(since is not None)
        if since is not None:
            self.since.setText(
                self.tr(
                    "Since the last check: {before} → {now}, {gone} sources gone, {new} new"
                ).format(
                    before=percent(since.before.total, 1),
                    now=percent(since.now.total, 1),
                    gone=number(len(since.gone)),
                    new=number(len(since.new)),
                )
            )

    def _name_groups(self) -> None:
        labels = {
            None: self.tr("All groups"),
            Group.UNMARKED: self.tr("Not cited or quoted"),
            Group.NO_QUOTATION_MARKS: self.tr("Quotation marks missing"),
            Group.NO_CITATION: self.tr("Citation missing"),
            Group.MARKED: self.tr("Cited and quoted"),
        }
        place = max(0, self.groups.currentIndex())
        self.groups.blockSignals(True)
        self.groups.clear()
        for group, label in labels.items():
            self.groups.addItem(label, group)
        self.groups.setCurrentIndex(place)
        self.groups.blockSignals(False)

    def _filter_text(self) -> None:
        """Colour what is chosen in the list and in the box of groups."""
        group = self.groups.currentData()
        self.text.show_only(self.sources.chosen, Group(group) if group else None)

    def _open_passage(self, place: Place) -> None:
        self._compare(place.source)

    def _compare_item(self, item: QTreeWidgetItem) -> None:
        self._compare(self.sources.indexOfTopLevelItem(item))

    def _compare(self, source: int) -> None:
        """Open both sides in Compare."""
        findings = self.findings
        if findings is None or self._source is None:
            return
        path = self._source if isinstance(self._source, Path) else self._kept(self._source)
        document = findings.sources[source].match.document_id
        self.session.file_compare_requested.emit((path, document))

    def _kept(self, content: Content) -> Path:
        """A file of text at hand, which Compare can open; there is one at a time."""
        path = self.session.paths.data / "clipboard.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.data)
        return path

    def _show_menu(self, place: Place, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open in Compare"), partial(self._open_passage, place))
        menu.addAction(self.tr("Leave this match out…"), partial(self.exclude, place))
        menu.popup(where)

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
            on_error=partial(_ignore, self),
            key=_TIP_KEY,
        )

    def _choose_template(self) -> None:
        path = self.ask_file(self, self.tr("Template document"))
        if path is not None:
            self.session.reads.submit(
                _template_text,
                path,
                on_done=self.filters.set_templates,
                key=_TEMPLATE_KEY,
            )

    def _choose_own_works(self) -> None:
        path = self.ask_file(self, self.tr("An earlier work of the author"))
        if path is not None:
            self.filters.set_own(path)

    def _tell_report(self, path: Path) -> None:
        def text() -> str:
            pattern = QCoreApplication.translate("CheckPage", "The report is in {path}")
            return pattern.format(path=path)

        self.session.notify(Notice(NoticeKind.DONE, text))


def _ignore(_page: QWidget, _answer: object) -> None:
    """Nobody has to be told."""


def tip_of(source: Source, place: Place, text: str) -> str:
    """What a source has in place of a passage; ``text`` is that of the source."""
    span = place.passage.passage.b
    excerpt = text[span.start : min(span.end, span.start + _TIP_CHARACTERS)]
    more = "…" if span.end - span.start > _TIP_CHARACTERS else ""
    return f"[{place.source + 1}] {Path(source.path).name}\n{excerpt}{more}"


def _template_text(path: Path) -> str:
    """The text of a document. Raises ReadFailure."""
    (side,) = load([path], recipe_named(DEFAULT_RECIPE), Limits())
    if isinstance(side, ReadFailure):
        raise side
    return side.text
