"""Large type on a small screen: pages scroll instead of being cut, dialogs stay on the screen."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QStackedWidget,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from simhash_gui.core.fingerprint.recipe import HashFunction, Weighting, recipe_named
from simhash_gui.core.types import Linkage
from simhash_gui.services.comparison.loading import Content
from simhash_gui.services.importing.importing import FailureReason
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.services.review.verdicts import Verdict
from simhash_gui.services.teaching.lessons import Lesson, lesson_recipe, trace_lesson
from simhash_gui.ui.check.check_page import CheckPage
from simhash_gui.ui.clusters.cluster_texts import Tab
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.commands import SettingsPart
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role
from simhash_gui.ui.common.stepper import Stepper
from simhash_gui.ui.compare.compare_body import Tab as CompareTab
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.learn.families_stage import FamiliesStage
from simhash_gui.ui.learn.laboratory_stage import LaboratoryStage
from simhash_gui.ui.learn.learn_page import LearnPage
from simhash_gui.ui.learn.neighbours_stages import BucketsStage, PigeonholeStage
from simhash_gui.ui.learn.stage import LessonStage
from simhash_gui.ui.learn.surprise_stage import SurpriseStage
from simhash_gui.ui.learn.two_texts_stage import TwoTextsStage
from simhash_gui.ui.learn.view_model import Result
from simhash_gui.ui.learn.vote_table import VoteArea, VoteTable
from simhash_gui.ui.library.document import DocumentDialog
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.library.problem_files import ProblemFilesPanel
from simhash_gui.ui.library.recipe import RecipeDialog
from simhash_gui.ui.review.plan_dialog import PlanDialog
from simhash_gui.ui.session.choose_document import ChooseDocumentDialog
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.settings.dialog import SettingsDialog
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.shell.menus import AboutDialog, ShortcutsDialog
from simhash_gui.ui.theme.theme import Theme
from tests.ui.archive import LETTER
from tests.ui.conftest import RAIL_PX, cut_heads

SMALL_PX = (700, 480)
RAIL_PX_AT_200, NOTICE_PX_AT_200 = 76, 91
BESIDE_FOLDERS_PX_AT_200 = 364


@pytest.fixture(autouse=True)
def large_type(theme: Theme) -> Iterator[None]:
    theme.apply(ThemeChoice.LIGHT, 200)
    yield
    theme.apply(ThemeChoice.LIGHT, 100)


@pytest.mark.parametrize("kind", [LibraryPage, ClustersPage, ComparePage])
def test_a_page_that_does_not_fit_scrolls(
    qtbot: QtBot, archive_session: Session, kind: type[Page]
) -> None:
    page = kind(archive_session)
    qtbot.addWidget(page)
    page.resize(*SMALL_PX)
    page.show()
    page.activated()
    qtbot.waitUntil(
        lambda: archive_session.jobs.is_idle and archive_session.reads.is_idle, timeout=20_000
    )
    content, seen = page.area.content, page.area.viewport()

    def is_settled() -> bool:
        is_high_enough = content.height() >= content.minimumSizeHint().height()
        bars = page.area.verticalScrollBar(), page.area.horizontalScrollBar()
        beyond = content.height() - seen.height(), content.width() - seen.width()
        can_reach_all = [bar.maximum() for bar in bars] == [max(px, 0) for px in beyond]
        head = page.header.findChildren(QWidget)
        return is_high_enough and can_reach_all and all(map(is_as_high_as_it_needs, head))

    assert page.size().toTuple() == SMALL_PX
    qtbot.waitUntil(is_settled)


@pytest.mark.parametrize("kind", [LibraryPage, ClustersPage, ComparePage, CheckPage])
def test_every_action_of_the_header_or_of_an_empty_page_is_on_the_screen(
    qtbot: QtBot, archive_session: Session, kind: type[Page]
) -> None:
    page = kind(archive_session)
    qtbot.addWidget(page)
    page.resize(900 - RAIL_PX, 500)
    page.show()
    page.activated()
    qtbot.waitUntil(
        lambda: archive_session.jobs.is_idle and archive_session.reads.is_idle, timeout=20_000
    )
    buttons: list[QPushButton] = page.header.findChildren(QPushButton)
    buttons = [*buttons, *(empty.button for empty in page.findChildren(EmptyState))]
    buttons = [button for button in buttons if button.isVisible()]

    def are_on_the_screen() -> bool:
        places = [QRect(each.mapTo(page, QPoint()), each.size()) for each in buttons]
        return all(page.rect().contains(place) for place in places)

    qtbot.waitUntil(are_on_the_screen)
    page.area.horizontalScrollBar().setValue(page.area.horizontalScrollBar().maximum())

    assert buttons
    assert are_on_the_screen()


@pytest.mark.parametrize("kind", [LibraryPage, ClustersPage, ComparePage])
def test_no_page_scrolls_sideways_where_the_screen_is_1280_wide(
    qtbot: QtBot, archive_session: Session, kind: type[Page]
) -> None:
    page = kind(archive_session)
    qtbot.addWidget(page)
    page.resize(1280 - 2 * RAIL_PX, 700)
    page.show()
    page.activated()
    qtbot.waitUntil(
        lambda: archive_session.jobs.is_idle and archive_session.reads.is_idle, timeout=20_000
    )

    qtbot.waitUntil(lambda: page.area.horizontalScrollBar().maximum() == 0)
    boxes = [box for box in page.findChildren(FilterBox) if box.isVisible()]
    assert all(box.width() >= box.telling_px() for box in boxes)


def is_as_high_as_it_needs(widget: QWidget) -> bool:
    return not widget.isVisible() or widget.height() >= widget.minimumSizeHint().height()


@pytest.mark.parametrize("name", ["settings", "about", "shortcuts"])
def test_a_dialog_is_not_larger_than_the_screen(qtbot: QtBot, session: Session, name: str) -> None:
    dialogs: dict[str, QDialog] = {
        "settings": SettingsDialog(session, None),
        "about": AboutDialog(None),
        "shortcuts": ShortcutsDialog("Page", [("Space", "Keep quiet")], None),
    }
    for made in dialogs.values():
        qtbot.addWidget(made)
    dialog = dialogs[name]
    room = dialog.screen().availableSize()

    assert dialog.width() <= room.width()
    assert dialog.height() <= room.height()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
@pytest.mark.parametrize("tab", Tab)
def test_no_tab_of_the_clusters_scrolls_in_a_low_window(
    qtbot: QtBot,
    archive_session: Session,
    translator: Translator,
    tab: Tab,
    language: Language,
) -> None:
    page = ClustersPage(archive_session)
    qtbot.addWidget(page)
    translator.apply(language)
    page.resize(900 - RAIL_PX_AT_200, 640 - NOTICE_PX_AT_200)
    page.show()
    page.activated()
    qtbot.waitUntil(
        lambda: archive_session.jobs.is_idle and archive_session.reads.is_idle, timeout=20_000
    )
    bars = page.area.verticalScrollBar(), page.area.horizontalScrollBar()

    page.show_tab(tab)

    qtbot.waitUntil(lambda: [bar.maximum() for bar in bars] == [0, 0])
    tables = [table for table in page.findChildren(PagedTable) if table.isVisible()]
    qtbot.waitUntil(lambda: all(table.updatesEnabled() for table in tables))
    assert all(table.horizontalScrollBar().maximum() == 0 for table in tables)


@pytest.mark.parametrize(
    ("kind", "name", "width_px"),
    [
        (LibraryPage, "Files with this problem", 360),
        (ClustersPage, "Contained and copied documents", 776),
        (ClustersPage, "Pairs of folders", 776),
        (ComparePage, "Point at a bit to list its features.", 776),
    ],
)
def test_no_table_scrolls_sideways_in_a_narrow_window(
    qtbot: QtBot, session: Session, kind: type[Page], name: str, width_px: int
) -> None:
    page = kind(session)
    tables = page.findChildren(PagedTable)
    table = next(each for each in tables if each.accessibleName() == name)
    table.setParent(None)
    qtbot.addWidget(table)
    qtbot.addWidget(page)

    table.resize(width_px, 300)
    table.show()

    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() == 0)


@pytest.fixture
def low_clusters(qtbot: QtBot, archive_session: Session) -> ClustersPage:
    """The page in the least window."""
    page = ClustersPage(archive_session)
    qtbot.addWidget(page)
    page.resize(824, 640)
    page.show()
    page.activated()
    return page


def test_the_linkage_is_in_a_menu_in_a_low_window(qtbot: QtBot, low_clusters: ClustersPage) -> None:
    page = low_clusters
    qtbot.waitUntil(page.linkage.menu_button.isVisible, timeout=20_000)
    single = page.linkage.menu_button.menu().actions()[1]

    single.trigger()

    assert page.model.linkage is Linkage.SINGLE
    assert page.linkage.menu_button.text() == single.text() == "Single linkage"
    assert single.isChecked()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_verdicts_stay_in_one_line_of_a_low_window_and_the_rest_is_behind_it(
    qtbot: QtBot, low_clusters: ClustersPage, translator: Translator, language: Language
) -> None:
    page, bar = low_clusters, low_clusters.reviewing.bar
    translator.apply(language)
    qtbot.waitUntil(bar.more.isVisible, timeout=20_000)

    shown = [button for button in bar.findChildren(QPushButton) if button.isVisible()]
    places = [QRect(each.mapTo(page, QPoint()), each.size()) for each in shown]
    assert all(page.rect().contains(place) for place in places)
    assert len({place.center().y() for place in places}) == 1
    verdicts = [bar.actions_by_verdict[verdict].text() for verdict in Verdict]
    left = [text for text in verdicts if text in {button.text() for button in shown}]
    assert left == verdicts[: len(left)]  # keys go on behind "More" where they end
    assert len(left) >= 2
    behind = bar.more.menu().actions()
    assert bar.note_action in behind
    assert bar.back_action in behind
    words = {button.text() for button in shown} | {action.text() for action in behind}
    assert {action.text() for action in bar.all_actions()} <= words


def test_verdicts_leave_the_height_of_the_lowest_window_to_the_list(
    qtbot: QtBot, low_clusters: ClustersPage
) -> None:
    page, bar = low_clusters, low_clusters.reviewing.bar
    qtbot.waitUntil(lambda: page.reviewing.verdicts.may_give, timeout=20_000)

    page.resize(824, 640 - NOTICE_PX_AT_200)

    assert not bar.isVisible()
    assert set(bar.all_actions()) <= set(page.reviewing.button.menu().actions())
    bar.note_action.trigger()
    assert bar.note.isVisible()
    QTest.keyClick(bar.note, Qt.Key.Key_Return)
    assert not bar.isVisible()


def test_verdicts_are_beside_each_other_again_where_there_is_room(
    qtbot: QtBot, low_clusters: ClustersPage
) -> None:
    page, bar = low_clusters, low_clusters.reviewing.bar
    qtbot.waitUntil(bar.more.isVisible, timeout=20_000)

    page.resize(1500, 640)

    qtbot.waitUntil(lambda: not bar.more.isVisible())
    assert bar.note.isVisible()
    assert bar.line_count() == 1


def test_a_note_on_a_verdict_can_be_written_in_a_low_window(
    qtbot: QtBot, low_clusters: ClustersPage
) -> None:
    page = low_clusters
    bar = page.reviewing.bar
    qtbot.waitUntil(lambda: page.reviewing.verdicts.may_give, timeout=20_000)
    assert not bar.note.isVisible()

    bar.note_action.trigger()
    assert bar.note.isVisible()
    assert bar.line_count() == 1
    assert bar.note_action not in bar.more.menu().actions()

    QTest.keyClick(bar.note, Qt.Key.Key_Return)
    assert not bar.note.isVisible()
    assert bar.more.isVisible()


def test_the_beginning_of_a_text_gives_way_to_the_members_where_the_window_is_low(
    qtbot: QtBot, archive_session: Session
) -> None:
    page = ClustersPage(archive_session)
    qtbot.addWidget(page)
    page.resize(1200, 1400)
    page.show()
    page.show_tab(Tab.CLUSTERS)
    page.activated()
    qtbot.waitUntil(page.details.preview.isVisible, timeout=20_000)

    page.resize(1200, 640)
    qtbot.waitUntil(lambda: not page.details.preview.isVisible())
    assert page.details.members.isVisible()

    page.resize(1200, 1400)
    qtbot.waitUntil(page.details.preview.isVisible)


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_an_unfolded_threshold_does_not_scroll_sideways_in_a_narrow_window(
    qtbot: QtBot, low_clusters: ClustersPage, translator: Translator, language: Language
) -> None:
    page = low_clusters
    translator.apply(language)
    qtbot.waitUntil(lambda: page.model.figures is not None, timeout=20_000)

    page.threshold.fold.click()

    assert not page.threshold.is_folded
    assert fits_in_width(page)
    labels = [label for label in page.threshold.findChildren(ElidedLabel) if label.isVisible()]
    assert labels
    assert all("…" not in label.text() for label in labels)
    Theme.current().apply(ThemeChoice.LIGHT, 100)
    page.resize(900 - RAIL_PX, 640)
    assert fits_in_width(page)


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_files_with_a_problem_have_room_beside_the_folders_of_a_narrow_window(
    qtbot: QtBot, theme: Theme, translator: Translator, language: Language
) -> None:
    translator.apply(language)
    panel = ProblemFilesPanel()
    qtbot.addWidget(panel)
    panel.setStyleSheet(theme.sheet)
    panel.open_group(FailureReason.PASSWORD, 2)

    panel.show()

    assert panel.minimumSizeHint().width() <= BESIDE_FOLDERS_PX_AT_200


def fits_in_width(page: Page) -> bool:
    """Whether nothing of the page asks for more width than is seen."""
    QApplication.processEvents()
    return page.area.content.minimumSizeHint().width() <= page.area.viewport().width()


@pytest.mark.parametrize(
    ("bits", "width_px"), [(8, 470), (8, 764), (64, 470), (64, 730), (64, 764), (128, 470)]
)
def test_votes_do_not_scroll_sideways_in_a_narrow_window(
    qtbot: QtBot, theme: Theme, bits: int, width_px: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, 180)  # letters as wide as those of a window at 200 %
    text = "The old ferry carries apples, letters and schoolchildren to the market town."
    table = VoteTable()
    table.setAccessibleName("Votes")
    area = VoteArea(table)
    qtbot.addWidget(area)
    area.resize(width_px, 400)
    area.show()
    recipe = lesson_recipe(bits, Weighting.COUNT, HashFunction.XXH3_64)

    table.show_trace(trace_lesson(Lesson(text, recipe)).trace)

    qtbot.waitUntil(lambda: area.horizontalScrollBar().maximum() == 0)


def test_names_of_clusters_and_members_are_cut_alike_where_neither_has_its_room(
    qtbot: QtBot, archive_session: Session
) -> None:
    page = ClustersPage(archive_session)
    qtbot.addWidget(page)
    page.resize(900 - RAIL_PX_AT_200, 640)
    page.show()
    page.activated()
    qtbot.waitUntil(
        lambda: archive_session.jobs.is_idle and archive_session.reads.is_idle, timeout=20_000
    )
    lists, members = page.clusters, page.details.members

    def names_px() -> tuple[int, int]:
        return lists.columnWidth(1), members.columnWidth(0)

    qtbot.waitUntil(lambda: min(names_px()) > 0.6 * max(names_px()), timeout=2_000)


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
@pytest.mark.parametrize("window_px", [900, 1280])
def test_what_a_search_confirmed_is_not_cut_in_a_narrow_window(
    qtbot: QtBot,
    archive_session: Session,
    translator: Translator,
    window_px: int,
    language: Language,
) -> None:
    translator.apply(language)
    page = ClustersPage(archive_session)
    qtbot.addWidget(page)
    page.resize(window_px - RAIL_PX_AT_200, 640)
    page.show()
    page.activated()
    qtbot.waitUntil(lambda: bool(page.header.summary()), timeout=20_000)

    def is_whole() -> bool:
        labels = page.header.findChildren(ElidedLabel)
        return all(label.text() and "…" not in label.text() for label in labels)

    qtbot.waitUntil(is_whole)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (BucketsStage, "Stored fingerprints"),
        (LaboratoryStage, "Cost of each method"),
        (FamiliesStage, "All methods on all samples"),
    ],
)
def test_no_table_of_a_lesson_scrolls_sideways_in_a_narrow_window(
    qtbot: QtBot, session: Session, kind: type[LessonStage], name: str
) -> None:
    page = LearnPage(session)
    qtbot.addWidget(page)
    page.resize(900 - RAIL_PX_AT_200, 640)
    page.show()
    page.activated()
    (number,) = (n for n, each in enumerate(page.stages) if isinstance(each, kind))
    page.show_stage(number)
    stage = page.stages[number]
    stage.open_up()

    (table,) = (each for each in stage.findChildren(QTableWidget) if each.accessibleName() == name)
    if isinstance(stage, LaboratoryStage):
        stage.run()
        qtbot.waitUntil(lambda: stage.report is not None, timeout=60_000)

    qtbot.waitUntil(lambda: table.isVisible() and table.rowCount() > 0, timeout=60_000)
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() == 0, timeout=2_000)


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_no_table_of_a_lesson_scrolls_sideways_in_the_least_window(
    qtbot: QtBot,
    archive_session: Session,
    theme: Theme,
    translator: Translator,
    language: Language,
) -> None:
    theme.apply(ThemeChoice.LIGHT, 180)  # letters as wide as those of a window at 200 %
    translator.apply(language)
    page = LearnPage(archive_session)
    qtbot.addWidget(page)
    page.resize(*LEAST_PX)
    page.show()
    page.activated()
    for number, stage in enumerate(page.stages):
        page.show_stage(number)
        stage.open_up()
        settle(qtbot, archive_session)
        if isinstance(stage, TwoTextsStage):
            for _ in range(8):
                stage.stepper.on_button.click()
        tables = [table for table in stage.findChildren(QTableWidget) if table.isVisible()]
        areas = [*tables, *(area for area in stage.findChildren(VoteArea) if area.isVisible())]

        qtbot.waitUntil(
            lambda areas=areas: all(a.horizontalScrollBar().maximum() == 0 for a in areas),
            timeout=2_000,
        )
        assert [head for table in tables for head in cut_heads(table)] == []


LEAST_PX = (640 - RAIL_PX_AT_200, 440)
MakePage = Callable[[type[Page], Session], Page]


@pytest.fixture(params=product([150, 200], [Language.ENGLISH, Language.CHINESE]))
def least_page(
    qtbot: QtBot, theme: Theme, translator: Translator, request: pytest.FixtureRequest
) -> MakePage:
    """Makes a page as it is in the least window, with large type, in either language."""
    percent, language = request.param
    theme.apply(ThemeChoice.LIGHT, percent)
    translator.apply(language)

    def make(kind: type[Page], session: Session) -> Page:
        page = kind(session)
        qtbot.addWidget(page)
        page.resize(*LEAST_PX)
        page.show()
        page.activated()
        settle(qtbot, session)
        return page

    return make


def settle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=20_000)


@pytest.mark.parametrize("kind", [LibraryPage, ClustersPage, ComparePage, CheckPage])
def test_no_empty_page_scrolls_sideways_in_the_least_window(
    open_session: Session,
    least_page: MakePage,
    kind: type[Page],
) -> None:
    page = least_page(kind, open_session)

    assert fits_in_width(page)


def test_documents_are_below_their_folders_in_the_least_window(
    qtbot: QtBot,
    archive_session: Session,
    least_page: MakePage,
) -> None:
    page = least_page(LibraryPage, archive_session)
    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(page.content.isVisible)

    page.content.show_problems()
    settle(qtbot, archive_session)

    assert fits_in_width(page)
    page.resize(1280, 700)
    folders, documents = page.content.folders, page.content.documents
    qtbot.waitUntil(lambda: top_of(documents) == top_of(folders))
    assert folders.width() < documents.width()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_members_are_below_the_clusters_in_the_least_window(
    qtbot: QtBot, archive_session: Session, translator: Translator, language: Language
) -> None:
    translator.apply(language)
    page = ClustersPage(archive_session)
    qtbot.addWidget(page)
    page.resize(*LEAST_PX)
    page.show()
    page.activated()
    qtbot.waitUntil(page.clusters.isVisible)
    page.resize(1900, 700)
    qtbot.waitUntil(lambda: page.clusters.width() < page.width() // 2)
    widths = page.clusters.width(), page.details.width()

    page.resize(*LEAST_PX)

    qtbot.waitUntil(lambda: top_of(page.details) > top_of(page.clusters))
    assert page.clusters.width() == page.details.width()
    assert fits_in_width(page)
    page.save_state()
    page.resize(1900, 700)
    qtbot.waitUntil(lambda: (page.clusters.width(), page.details.width()) == widths)


def test_the_drawing_of_an_empty_page_gives_way_to_its_button(qtbot: QtBot) -> None:
    room, empty = QStackedWidget(), EmptyState("clusters")
    qtbot.addWidget(room)
    room.addWidget(empty)
    empty.set_texts("Nothing yet", "There is a way to something.", "Take it")
    room.resize(500, 500)
    room.show()
    (drawing, *_) = empty.findChildren(QLabel)
    qtbot.waitUntil(drawing.isVisible)
    least = empty.minimumSizeHint()

    room.resize(500, least.height())

    qtbot.waitUntil(drawing.isHidden)
    assert empty.minimumSizeHint() == least
    assert empty.height() == least.height()
    qtbot.waitUntil(lambda: empty.rect().contains(empty.button.geometry()))
    room.resize(500, 500)
    qtbot.waitUntil(drawing.isVisible)


@pytest.mark.parametrize("tab", [Tab.CONTAINED, Tab.PASSAGES])
def test_the_button_of_an_empty_tab_is_in_sight_in_the_least_window(
    qtbot: QtBot, archive_session: Session, least_page: MakePage, tab: Tab
) -> None:
    page = least_page(ClustersPage, archive_session)
    assert isinstance(page, ClustersPage)

    page.resize(LEAST_PX[0], 480)  # no job and no notice below it
    page.show_tab(tab)
    settle(qtbot, archive_session)

    (empty,) = (each for each in page.findChildren(EmptyState) if each.isVisible())
    seen = page.area.viewport()

    def is_in_sight() -> bool:
        button = empty.button
        return seen.rect().contains(QRect(button.mapTo(seen, QPoint()), button.size()))

    qtbot.waitUntil(is_in_sight, timeout=5_000)


def top_of(widget: QWidget) -> int:
    return widget.mapToGlobal(QPoint()).y()


@pytest.mark.parametrize("tab", Tab)
def test_no_tab_of_the_clusters_scrolls_sideways_in_the_least_window(
    qtbot: QtBot,
    archive_session: Session,
    least_page: MakePage,
    tab: Tab,
) -> None:
    page = least_page(ClustersPage, archive_session)
    assert isinstance(page, ClustersPage)

    page.show_tab(tab)
    page.threshold.set_folded(False)
    settle(qtbot, archive_session)

    assert fits_in_width(page)
    tables = [table for table in page.findChildren(PagedTable) if table.isVisible()]
    qtbot.waitUntil(lambda: all(not bar(table).maximum() for table in tables), timeout=2_000)


def bar(table: PagedTable) -> QScrollBar:
    return table.horizontalScrollBar()


@pytest.mark.parametrize("tab", CompareTab)
def test_no_comparison_scrolls_sideways_in_the_least_window(
    qtbot: QtBot,
    archive_session: Session,
    least_page: MakePage,
    tab: CompareTab,
) -> None:
    page = least_page(ComparePage, archive_session)
    assert isinstance(page, ComparePage)
    archive_session.compare_requested.emit((1, 2))
    settle(qtbot, archive_session)
    qtbot.waitUntil(page.comparison.isVisible)

    page.comparison.tabs.button(tab).click()

    assert fits_in_width(page)
    tables = [table for table in page.findChildren(PagedTable) if table.isVisible()]
    qtbot.waitUntil(lambda: all(not bar(table).maximum() for table in tables), timeout=2_000)


def test_no_check_scrolls_sideways_in_the_least_window(
    qtbot: QtBot,
    archive_session: Session,
    least_page: MakePage,
) -> None:
    page = least_page(CheckPage, archive_session)
    assert isinstance(page, CheckPage)

    page.check(Content(LETTER.encode() * 3, "manuscript.txt"))
    settle(qtbot, archive_session)
    qtbot.waitUntil(lambda: page.findings is not None)

    qtbot.waitUntil(lambda: fits_in_width(page))  # the page is laid out in some turns


def test_no_stage_scrolls_sideways_in_the_least_window(
    session: Session, least_page: MakePage
) -> None:
    page = least_page(LearnPage, session)
    assert isinstance(page, LearnPage)
    gate = page.stages[0].gates[0]
    gate.model.record(Result(gate.task.kind, gate.task.seed, is_right=True))

    for number in range(len(page.stages)):
        page.show_stage(number)
        for each in page.stages[number].gates:
            each.ask(each.task.seed)
        assert fits_in_width(page)


def test_numbers_stand_beside_what_they_count_in_the_least_window(
    qtbot: QtBot, session: Session, least_page: MakePage
) -> None:
    page = least_page(LearnPage, session)
    assert isinstance(page, LearnPage)

    for number, kind in ((0, SurpriseStage), (9, FamiliesStage)):
        page.show_stage(number)
        stage = page.stage
        assert isinstance(stage, kind)
        for label, field in zip(stage.task.labels, stage.task.fields, strict=True):
            qtbot.waitUntil(
                lambda label=label, field=field: abs(middle_of(label) - middle_of(field)) <= 1,
                timeout=2_000,
            )


def middle_of(widget: QWidget) -> int:
    return widget.mapToGlobal(widget.rect().center()).y()


def test_bars_of_the_laboratory_have_room_in_the_least_window(
    qtbot: QtBot, session: Session
) -> None:
    page = LearnPage(session)
    qtbot.addWidget(page)
    page.resize(*LEAST_PX)
    page.show()
    page.show_stage(8)
    stage = page.stage
    assert isinstance(stage, LaboratoryStage)
    stage.open_up()
    stage.run()
    qtbot.waitUntil(lambda: stage.report is not None, timeout=60_000)
    qtbot.waitUntil(lambda: stage.chart.width() == stage.explore.width(), timeout=2_000)
    narrow = stage.chart.height()

    page.resize(1900, 900)

    qtbot.waitUntil(lambda: stage.chart.height() < narrow, timeout=2_000)


def test_the_button_that_leads_is_in_sight_in_the_least_window(
    qtbot: QtBot, session: Session, least_page: MakePage
) -> None:
    page = least_page(LearnPage, session)
    assert isinstance(page, LearnPage)
    (number,) = (n for n, each in enumerate(page.stages) if isinstance(each, PigeonholeStage))

    def leads(button: QPushButton) -> bool:
        place = QRect(button.mapTo(page, QPoint()), button.size())
        return button.isVisible() and page.rect().contains(place)

    page.show_stage(number)
    first, second = page.stage.gates
    in_header = page.header.findChildren(QPushButton)
    (check,) = (each for each in in_header if each.property("role") == Role.PRIMARY)
    qtbot.waitUntil(lambda: leads(check), timeout=2_000)
    assert check.text() == first.check_button.text()
    page.area.ensureWidgetVisible(first.check_button)
    qtbot.waitUntil(lambda: not check.isVisible(), timeout=2_000)
    page.area.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: leads(check), timeout=2_000)

    QTest.mouseClick(check, Qt.MouseButton.LeftButton)

    assert first.verdict.text()
    qtbot.waitUntil(lambda: not first.verdict.visibleRegion().isEmpty(), timeout=2_000)
    assert not second.verdict.text()
    page.area.verticalScrollBar().setValue(0)  # nobody has read the second question yet
    qtbot.waitUntil(lambda: not check.isVisible(), timeout=2_000)


def test_the_rules_of_imports_keep_their_button_in_sight(qtbot: QtBot, session: Session) -> None:
    dialog = SettingsDialog(session, None, SettingsPart.IMPORT)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.resize(640, 480)
    button = dialog.rules.save_button

    def is_in_sight() -> bool:
        whole = button.rect().size() == button.visibleRegion().boundingRect().size()
        return whole and dialog.height() == 480

    qtbot.waitUntil(is_in_sight, timeout=2_000)


def test_documents_are_chosen_in_a_window_that_fits_the_least_one(
    qtbot: QtBot, open_session: Session
) -> None:
    dialog = ChooseDocumentDialog(open_session, 2)
    qtbot.addWidget(dialog)

    assert dialog.minimumSizeHint().width() <= 640


@pytest.fixture(params=[Language.ENGLISH, Language.CHINESE])
def recipe_dialog(
    qtbot: QtBot, theme: Theme, translator: Translator, request: pytest.FixtureRequest
) -> RecipeDialog:
    theme.apply(ThemeChoice.LIGHT, 180)  # letters as wide as those of a window at 200 %
    translator.apply(request.param)
    made = RecipeDialog(recipe_named("default"), 1_000, lambda _: None, None)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    return made


def test_recipes_and_what_each_is_are_seen_whole_on_a_small_screen(
    qtbot: QtBot, recipe_dialog: RecipeDialog
) -> None:
    dialog = recipe_dialog
    dialog.resize(1270, 680)  # of 1280 x 720, without the frame of the window
    areas = [dialog.recipes, *dialog.findChildren(QScrollArea)]

    for row in range(dialog.recipes.count()):
        dialog.recipes.setCurrentRow(row)
        qtbot.waitUntil(
            lambda: [each.verticalScrollBar().maximum() for each in areas] == [0, 0], timeout=2_000
        )


def test_what_a_recipe_is_stands_below_the_list_in_the_least_window(
    qtbot: QtBot, recipe_dialog: RecipeDialog
) -> None:
    dialog = recipe_dialog
    (explained,) = dialog.findChildren(QScrollArea)

    dialog.resize(640, 480)

    qtbot.waitUntil(lambda: top_of(explained) > top_of(dialog.recipes), timeout=2_000)
    assert dialog.size().toTuple() == (640, 480)
    qtbot.waitUntil(lambda: explained.horizontalScrollBar().maximum() == 0, timeout=2_000)
    least_px = 4 * dialog.fontMetrics().height()
    qtbot.waitUntil(lambda: explained.height() > least_px, timeout=2_000)
    assert are_whole([dialog.change_button, dialog.close_button], dialog)
    bar = explained.verticalScrollBar()
    explained.setFocus()
    QTest.keyClick(explained, Qt.Key.Key_End)
    QTest.keyClick(explained, Qt.Key.Key_Down)
    assert bar.value() > 0
    dialog.resize(1270, 680)
    qtbot.waitUntil(lambda: top_of(explained) == top_of(dialog.recipes), timeout=2_000)


@pytest.mark.parametrize("percent", [100, 125, 150])
def test_what_stands_above_the_folders_has_its_room(
    qtbot: QtBot, archive_session: Session, theme: Theme, percent: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    page = LibraryPage(archive_session)
    qtbot.addWidget(page)
    page.resize(840, 600)
    page.show()
    page.activated()
    settle(qtbot, archive_session)
    folders = page.content.folders
    button = folders.role_button

    folders.list.setCurrentIndex(folders.model.index(1, 0))

    qtbot.waitUntil(lambda: button.isVisible() and button.width() >= button.sizeHint().width())


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_a_plan_and_a_document_keep_their_buttons_in_sight_in_the_least_window(
    qtbot: QtBot, archive_session: Session, translator: Translator, language: Language
) -> None:
    translator.apply(language)
    clusters, library = ClustersPage(archive_session), LibraryPage(archive_session)
    for page in (clusters, library):
        qtbot.addWidget(page)
        page.show()
        page.activated()
    settle(qtbot, archive_session)
    clusters.reviewing.open_plan()
    library.content.open_document(1)
    opened = [*clusters.findChildren(PlanDialog), *library.findChildren(DocumentDialog)]
    assert len(opened) == 2

    for dialog in opened:
        dialog.resize(640, 480)

        row = dialog.buttons
        buttons = [row.itemAt(place).widget() for place in range(row.count())]
        shown = [each for each in buttons if each is not None]
        assert dialog.size().toTuple() == (640, 480)
        qtbot.waitUntil(lambda shown=shown, dialog=dialog: are_whole(shown, dialog), timeout=2_000)
        (body, *_) = dialog.findChildren(QScrollArea)
        side = body.horizontalScrollBar()
        qtbot.waitUntil(lambda side=side: side.maximum() == 0, timeout=2_000)


def are_whole(widgets: list[QWidget], window: QWidget) -> bool:
    places = [QRect(each.mapTo(window, QPoint()), each.size()) for each in widgets]
    return all(window.rect().contains(place) for place in places)


@pytest.mark.parametrize("percent", [100, 200])
def test_arrows_of_places_are_whole_where_words_have_the_least_room(
    qtbot: QtBot, theme: Theme, percent: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    room = QWidget()
    stepper = Stepper(room)
    qtbot.addWidget(room)
    room.setStyleSheet(theme.sheet)
    stepper.tell("Difference 12 of 12", "12", can_step=True)
    room.show()

    stepper.resize(stepper.minimumSizeHint())

    arrows = stepper.findChildren(IconButton)
    assert arrows
    assert all(arrow.width() > arrow.iconSize().width() for arrow in arrows)
