"""The pages of the window, one in front: imported off the UI thread, made one at a time.

Another language is told to the page in front at once, to each other one when the window has time,
or before it comes to the front.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.roles import headings, style_again
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session

if TYPE_CHECKING:
    from simhash_gui.ui.session.page import Page


def load_pages() -> Mapping[PageId, type[Page]]:
    """The page classes. Importing takes a while (database, numpy): call it in the read pool."""
    from simhash_gui.ui.check.check_page import CheckPage  # noqa: PLC0415 - see above
    from simhash_gui.ui.clusters.clusters_page import ClustersPage  # noqa: PLC0415 - see above
    from simhash_gui.ui.compare.compare_page import ComparePage  # noqa: PLC0415
    from simhash_gui.ui.learn.learn_page import LearnPage  # noqa: PLC0415
    from simhash_gui.ui.library.library_page import LibraryPage  # noqa: PLC0415

    return MappingProxyType(
        {
            PageId.LIBRARY: LibraryPage,
            PageId.CLUSTERS: ClustersPage,
            PageId.COMPARE: ComparePage,
            PageId.CHECK: CheckPage,
            PageId.LEARN: LearnPage,
        }
    )


PageLoader = Callable[[], Mapping[PageId, type[Page]]]


class PageStack(QStackedWidget):
    """A page can be asked for before it is made; it comes to the front as soon as it is."""

    brought = Signal(object)  # Page that has come to the front
    content_shown = Signal(object)  # Page that shows what was opened
    ready = Signal()  # once, when every page is made

    def __init__(self, session: Session, loader: PageLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = loader
        self._pages: dict[PageId, Page] = {}
        self._unmade: dict[PageId, type[Page]] = {}
        self._untranslated: list[Page] = []
        self._wanted = PageId.LIBRARY
        self.addWidget(QWidget())

    def begin(self) -> None:
        """Import the pages in the read pool, then make them."""
        self._session.reads.submit(self._loader, on_done=self._take, is_lasting=True)

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
    def event(self, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.LanguageChange:
            return super().event(event)
        self._untranslated = list(self._pages.values())
        if self.page is not None:
            self._translate(self.page)
        QTimer.singleShot(0, self, self._translate_next)
        return True

    @Slot()
    def _translate_next(self) -> None:
        """One page per turn of the event loop, too."""
        if self._untranslated:
            self._translate(self._untranslated[0])
            QTimer.singleShot(0, self, self._translate_next)

    def _translate(self, page: Page) -> None:
        if page in self._untranslated:
            self._untranslated.remove(page)
            style_again(headings(page))
            QCoreApplication.sendEvent(page, QEvent(QEvent.Type.LanguageChange))

    @Slot(object)
    def _take(self, classes: Mapping[PageId, type[Page]]) -> None:
        self._unmade = {page: classes[page] for page in PageId if page in classes}
        self._make(self._wanted)
        QTimer.singleShot(0, self, self._make_next)

    @Slot()
    def _make_next(self) -> None:
        """One page per turn of the event loop, so that none of them delays the user."""
        if self._unmade:
            self._make(next(iter(self._unmade)))
            QTimer.singleShot(0, self, self._make_next)
        else:
            self.ready.emit()

    def _make(self, wanted: PageId) -> None:
        page_class = self._unmade.pop(wanted, None)
        if page_class is None:
            return
        page = self._pages[wanted] = page_class(self._session)
        page.content_shown.connect(self.content_shown)
        self.addWidget(page)
        page.dress()
        if wanted is self._wanted:
            self._bring(page)

    def _bring(self, page: Page) -> None:
        self._translate(page)
        self.setCurrentWidget(page)
        page.activated()
        self.brought.emit(page)
