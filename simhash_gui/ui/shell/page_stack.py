"""The pages of the window, one in front: imported off the UI thread, made in turns.

The page in front comes first, and can be worked with before the others are imported. What is asked
of a page that is not made yet waits for it.

Another language is told to the page in front before it is painted again, to each other one when the
window has time, or before it comes to the front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, QTimer, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.laid_out_first import LaidOutFirst
from simhash_gui.ui.common.roles import headings, style_again
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme, heading_weight

if TYPE_CHECKING:
    from simhash_gui.ui.session.page import Page


def load_page(page: PageId) -> type[Page]:
    """The class of a page. Importing takes a while (database, numpy): call it in the read pool."""
    if page is PageId.CLUSTERS:
        from simhash_gui.ui.clusters.clusters_page import ClustersPage  # noqa: PLC0415 - see above

        return ClustersPage
    if page is PageId.COMPARE:
        from simhash_gui.ui.compare.compare_page import ComparePage  # noqa: PLC0415 - see above

        return ComparePage
    if page is PageId.CHECK:
        from simhash_gui.ui.check.check_page import CheckPage  # noqa: PLC0415 - see above

        return CheckPage
    if page is PageId.LEARN:
        from simhash_gui.ui.learn.learn_page import LearnPage  # noqa: PLC0415 - see above

        return LearnPage
    from simhash_gui.ui.library.library_page import LibraryPage  # noqa: PLC0415 - see above

    return LibraryPage


PageLoader = Callable[[PageId], type[Page]]


class PageStack(QStackedWidget):
    """A page can be asked for before it is made; it comes to the front as soon as it is."""

    brought = Signal(object)  # Page that has come to the front
    content_shown = Signal(object)  # Page that shows what was opened
    ready = Signal()  # once, when the page in front can be worked with
    complete = Signal()  # once, when every page is made

    def __init__(self, session: Session, loader: PageLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = loader
        self._pages: dict[PageId, Page] = {}
        self._unmade = [*PageId]
        self._asked: list[tuple[PageId, SignalInstance, tuple[object, ...]]] = []
        self._untranslated: list[Page] = []
        self._unweighed: list[Page] = []
        self._weight = heading_weight()
        self._wanted = PageId.LIBRARY
        self._window_size = QSize()
        self.addWidget(QWidget())
        self._painting = LaidOutFirst(self, self._weigh_front, self._translate_front)
        self.currentChanged.connect(self._painting.hold)
        for page, asks in _asked_of_pages(session):
            asks.connect(partial(self._keep_for, page, asks))

    def begin(self) -> None:
        """Import the pages in the read pool, and make them, one after the other."""
        self._load_next()

    @property
    def wanted(self) -> PageId:
        """The page that is, or will be, in front."""
        return self._wanted

    @property
    def page(self) -> Page | None:
        """The page in front; None before it is made."""
        return self._pages.get(self._wanted)

    def page_of(self, page: PageId) -> Page | None:
        """A page by name, once it is made."""
        return self._pages.get(page)

    def show_page(self, wanted: PageId) -> None:
        """Bring a page to the front."""
        before = self.page
        if wanted is self._wanted and before is not None:
            return
        if before is not None:
            before.deactivated()
        self._wanted = wanted
        if self.page is not None:
            self._bring(self.page)

    def end(self) -> None:
        """Let the pages keep their state; nothing is made any more."""
        self._unmade.clear()
        if self.page is not None:
            self.page.deactivated()
        for page in self._pages.values():
            page.save_state()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where the window keeps its size, a notice or the job bar came or went beside the page."""
        size = self.window().size()
        if self._window_size == size:
            self._painting.hold()
        self._window_size = size
        super().resizeEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.LanguageChange:
            return super().event(event)
        self._painting.hold()
        self._untranslated = list(self._pages.values())
        if heading_weight() is not self._weight:
            self._weight = heading_weight()
            self._unweighed = list(self._pages.values())
        if not self.isVisible():
            self._translate_front()
        for _ in self._unweighed:
            Theme.current().follow_later(self._weigh_next)
        for _ in self._untranslated:
            Theme.current().follow_later(self._translate_next)
        return True

    def _weigh_next(self) -> None:
        if self._unweighed:
            self._weigh(self._unweighed[0])

    def _weigh(self, page: Page) -> None:
        if page in self._unweighed:
            self._unweighed.remove(page)
            style_again(headings(page))

    def _weigh_front(self) -> None:
        if self.page is not None:
            self._weigh(self.page)

    def _translate_front(self) -> None:
        if self.page is not None:
            self._translate(self.page)

    def _translate_next(self) -> None:
        if self._untranslated:
            self._translate(self._untranslated[0])

    def _translate(self, page: Page) -> None:
        self._weigh(page)
        if page in self._untranslated:
            self._untranslated.remove(page)
            QCoreApplication.sendEvent(page, QEvent(QEvent.Type.LanguageChange))

    def _keep_for(self, page: PageId, asks: SignalInstance, *what: object) -> None:
        if page not in self._pages:
            self._asked.append((page, asks, what))

    def _load_next(self) -> None:
        """The page in front comes first, then those of which something was asked."""
        if self._unmade:
            first = (self._wanted, *(page for page, _, _ in self._asked), *self._unmade)
            page = next(each for each in first if each in self._unmade)
            make = partial(self._make, page)
            self._session.reads.submit(self._loader, page, on_done=make, is_lasting=True)
        else:
            self.complete.emit()

    def _make(self, name: PageId, page_class: type[Page]) -> None:
        self._go_on(name, page_class.made_in_turns(self._session))

    def _go_on(self, name: PageId, making: Iterator[Page | None]) -> None:
        """A part in each turn of the event loop, so that none of them delays the user."""
        if name in self._unmade:  # else the window closes
            page = next(making)
            go_on = partial(self._go_on, name, making)
            QTimer.singleShot(0, self, go_on if page is None else partial(self._dress, name, page))

    def _dress(self, name: PageId, page: Page) -> None:
        if name in self._unmade:
            self.addWidget(page)
            page.dress()
            QTimer.singleShot(0, self, partial(self._add, name, page))

    def _add(self, name: PageId, page: Page) -> None:
        if name not in self._unmade:
            return
        self._unmade.remove(name)
        self._pages[name] = page
        page.content_shown.connect(self.content_shown)
        if name is self._wanted:
            self._bring(page)
        asked = [each for each in self._asked if each[0] is name]
        self._asked = [each for each in self._asked if each[0] is not name]
        for _, asks, what in asked:
            asks.emit(*what)
        if len(self._pages) == 1:
            self.ready.emit()
        QTimer.singleShot(0, self, self._load_next)

    def _bring(self, page: Page) -> None:
        self._translate(page)
        self.setCurrentWidget(page)
        page.activated()
        self.brought.emit(page)


def _asked_of_pages(session: Session) -> tuple[tuple[PageId, SignalInstance], ...]:
    return (
        (PageId.LIBRARY, session.folder_choice_requested),
        (PageId.LIBRARY, session.folders_offered),
        (PageId.LIBRARY, session.rescan_requested),
        (PageId.CLUSTERS, session.journal_requested),
        (PageId.COMPARE, session.compare_requested),
        (PageId.COMPARE, session.file_compare_requested),
    )
