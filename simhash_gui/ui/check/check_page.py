"""The Check page: a text, the sources that the library has of it, and the report.

A document comes from disk, is dropped on the page, or stands on the clipboard. What counts can be
changed afterwards: the search is not repeated for that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QSize, Qt
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QHeaderView,
    QSplitter,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.checking.findings import CheckSettings, Filter, Findings
from simhash_gui.services.checking.report import ReportOptions
from simhash_gui.services.checking.report_texts import Language
from simhash_gui.services.comparison.loading import Content, ReadFailure
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.ui.check.check_work import CheckedFile, check_source, judge, report
from simhash_gui.ui.check.coloured_text import ColouredText
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.commands import PageId, page_label
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.errors import error_notice
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import number, percent
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.library_texts import reason_label
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.choosers import choose_file, choose_target
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import ROW_HEIGHT, Space

_KEY = "check"
_FILTERS = (Filter.QUOTATIONS, Filter.BIBLIOGRAPHY, Filter.FOOTNOTES, Filter.SHARED, Filter.SHORT)

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
        self._ask_file, self._ask_target = ask_file, ask_target
        self._control: JobControl | None = None
        self._done: CheckedFile | None = None
        self.findings: Findings | None = None
        self.filters = {each: QCheckBox() for each in _FILTERS}
        self.empty = EmptyState("desk")
        self.sources = QTreeWidget()
        self.text = ColouredText()
        self.numbers = WrappedLabel()
        self.details = WrappedLabel()
        self._stack = QStackedWidget()
        self._open, self._paste = QAction(self), QAction(self)
        self._report, self._next, self._previous = QAction(self), QAction(self), QAction(self)
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        self.retranslate()

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
        self.sources.setHeaderLabels(
            ["", self.tr("Source"), self.tr("As best source"), self.tr("In full")]
        )
        self.sources.setAccessibleName(self.tr("Sources"))
        self.text.setAccessibleName(self.tr("Checked text"))
        self._show_empty()
        self._show_findings()

    @override
    def clear(self) -> None:
        self.sources.clearSelection()
        self.text.show_only(None)

    @override
    def shortcuts(self) -> list[tuple[str, str]]:
        return [
            ("Alt+PgDown", self.tr("Next passage")),
            ("Alt+PgUp", self.tr("Previous passage")),
        ]

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if paths:
            self.check(paths[0])

    def check(self, source: Path | Content) -> None:
        """Check a document, or text at hand."""
        library = self.session.library
        if library is None:
            return
        if self._control is not None:
            self._control.cancel()
        self._control = JobControl()
        self._done = self.findings = None
        options = DetectionOptions(thresholds=self.session.settings.thresholds)
        self.session.reads.submit(
            check_source,
            library,
            source,
            options,
            self._control,
            on_done=self._keep,
            on_error=partial(self._refuse, source),
            key=_KEY,
        )
        self._show_empty()
        self._show_findings()

    @property
    def settings(self) -> CheckSettings:
        """What counts, by the filters."""
        chosen = frozenset(each for each, box in self.filters.items() if box.isChecked())
        return CheckSettings(chosen)

    def _lay_out(self) -> None:
        self.header.add_action(self._report, icon="export")
        self.header.add_action(self._paste, icon="copy")
        self.header.add_action(self._open, is_primary=True, icon="open")
        set_role(self.numbers, Role.TITLE)
        set_role(self.details, Role.MUTED)
        row = FlowRow()
        for box in self.filters.values():
            row.add(box)
        row.add(IconButton("chevron-up", self._previous))
        row.add(IconButton("chevron-down", self._next))
        self.sources.setRootIsDecorated(False)
        self.sources.setUniformRowHeights(True)
        self.sources.setColumnCount(4)
        header = self.sources.header()
        header.setStretchLastSection(False)
        for section in range(4):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        panes = QSplitter(Qt.Orientation.Horizontal)
        panes.addWidget(self.text)
        panes.addWidget(self.sources)
        panes.setStretchFactor(0, 3)
        panes.setStretchFactor(1, 2)
        result = QWidget()
        column = QVBoxLayout(result)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(self.numbers)
        column.addWidget(self.details)
        column.addWidget(row)
        column.addWidget(panes, 1)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(result)
        self.body.addWidget(self._stack, 1)
        self._next.setShortcut("Alt+PgDown")
        self._previous.setShortcut("Alt+PgUp")

    def _connect(self) -> None:
        self._open.triggered.connect(self.choose)
        self._paste.triggered.connect(self.check_clipboard)
        self._report.triggered.connect(self.write_report)
        self._next.triggered.connect(partial(self.text.step, 1))
        self._previous.triggered.connect(partial(self.text.step, -1))
        self.empty.acted.connect(self.choose)
        self.text.source_clicked.connect(self._choose_source)
        self.sources.currentItemChanged.connect(self._show_chosen)
        self.sources.itemActivated.connect(self._compare)
        for box in self.filters.values():
            box.toggled.connect(self._judge)
        self.session.library_opened.connect(self._forget)
        Theme.current().changed.connect(self._show_findings)

    def choose(self) -> None:
        """Ask for a document."""
        path = self._ask_file(self, self.tr("Check a document"))
        if path is not None:
            self.check(path)

    def check_clipboard(self) -> None:
        """Check the text on the clipboard."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self.check(Content(text.encode("utf-8", "replace"), self.tr("clipboard.txt")))

    def write_report(self) -> None:
        """Ask where to, and write the report."""
        library = self.session.library
        if self._done is None or library is None:
            return
        path = self._ask_target(self, self.tr("Write the report"), "report.html")
        if path is None:
            return
        chinese = QLocale().language() == QLocale.Language.Chinese
        language = Language.CHINESE if chinese else Language.ENGLISH
        self.session.reads.submit(
            report,
            library,
            self._done,
            self.settings,
            ReportOptions(language=language),
            path,
            on_done=self._tell_report,
        )

    def _keep(self, done: CheckedFile) -> None:
        self._done = done
        self._judge()

    def _judge(self) -> None:
        if self._done is not None:
            self.findings = judge(self._done, self.settings)
            self._show_empty()
            self._show_findings()

    def _refuse(self, source: Path | Content, error: Exception) -> None:
        self._control = None
        self._show_empty()
        if isinstance(error, ReadFailure):
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
        self.session.reads.forget(_KEY)
        self._control = self._done = self.findings = None
        self._show_empty()
        self._show_findings()

    def _show_empty(self) -> None:
        is_busy = self._control is not None and self._done is None
        if is_busy:
            self.empty.set_texts(self.tr("Checking…"), self.tr("Sources are being looked up."), "")
        else:
            self.empty.set_texts(
                self.tr("Where does this text come from?"),
                self.tr("Drop a document here, or choose one, to see what the library has of it."),
                self.tr("Check a document…"),
            )
        self._stack.setCurrentIndex(0 if self.findings is None else 1)
        self._report.setEnabled(self.findings is not None)

    def _show_findings(self) -> None:
        findings = self.findings
        self.header.set_summary("")
        self._name_filters()
        if findings is None:
            return
        self._show_measures(findings)
        if self._done is not None:
            self.header.set_summary(self._done.question.name)
        self.text.show_findings(findings)
        self._show_sources(findings)

    def _name_filters(self) -> None:
        """Each filter with the share that it takes away."""
        labels = {
            Filter.QUOTATIONS: self.tr("Without quotations"),
            Filter.BIBLIOGRAPHY: self.tr("Without the bibliography"),
            Filter.FOOTNOTES: self.tr("Without footnotes"),
            Filter.SHARED: self.tr("Without what many documents share"),
            Filter.SHORT: self.tr("Without short passages"),
        }
        shares = dict.fromkeys(self.filters, 0.0)
        if self.findings is not None:
            ratio = self.findings.measures.ratio
            shares |= {each.filter: ratio(each.overlap) for each in self.findings.effects}
        for each, box in self.filters.items():
            text = self.tr("{filter} (−{share})")
            box.setText(text.format(filter=labels[each], share=percent(shares[each])))

    def _show_measures(self, findings: Findings) -> None:
        measures = findings.measures
        self.numbers.setText(
            self.tr("{total} in all · {single} in one source").format(
                total=percent(measures.ratio(measures.overlap), 1),
                single=percent(measures.ratio(measures.greatest_single), 1),
            )
        )
        flags = (
            self.tr("tampering was found at {count} places").format(
                count=number(len(findings.flags))
            )
            if findings.flags
            else self.tr("no tampering with characters")
        )
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

    def _show_sources(self, findings: Findings) -> None:
        self.sources.clear()
        for place, source in enumerate(findings.sources):
            name = Path(source.path).name
            shares = [percent(findings.measures.ratio(e), 1) for e in (source.best, source.full)]
            item = QTreeWidgetItem([str(place + 1), name, *shares])
            item.setBackground(0, Theme.current().passage(place))
            item.setToolTip(1, source.path)
            item.setSizeHint(0, QSize(0, Theme.current().scaled(ROW_HEIGHT)))
            for column in (2, 3):
                item.setTextAlignment(
                    column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                )
            self.sources.addTopLevelItem(item)

    def _choose_source(self, source: int) -> None:
        item = self.sources.topLevelItem(source)
        if item is not None:
            self.sources.setCurrentItem(item)

    def _show_chosen(self, item: QTreeWidgetItem | None) -> None:
        self.text.show_only(self.sources.indexOfTopLevelItem(item) if item is not None else None)

    def _compare(self, item: QTreeWidgetItem) -> None:
        """Open both sides in Compare."""
        if self._done is None or self._done.path is None or self.findings is None:
            return
        source = self.findings.sources[self.sources.indexOfTopLevelItem(item)]
        self.session.file_compare_requested.emit((self._done.path, source.match.document_id))

    def _tell_report(self, path: Path) -> None:
        def text() -> str:
            pattern = QCoreApplication.translate("CheckPage", "The report is in {path}")
            return pattern.format(path=path)

        self.session.notify(Notice(NoticeKind.DONE, text))
