"""The tabs of the Clusters page beside the clusters: relations, and passages that many share."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simhash_gui.services.detection.passage_marks import PassageMark, marked_passages
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.clusters.cluster_texts import Tab
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.passages_panel import MarkChoice
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.paged_table import PagedTable, select_only
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from tests.helpers.calls import counted_calls
from tests.ui.clusters.desk import MakePage, click_header, named, settle, shown_columns
from tests.ui.conftest import RAIL_PX, cut_heads
from tests.ui.filled_library import HALVES, Doc, put, words

FOOTER = words("footer", 0, 40)
ADVICE = words("advice", 0, 30)
DOCUMENTS = (
    Doc("whole.txt", 0, words("tale", 0, 300)),
    Doc("part.txt", HALVES, words("tale", 20, 60)),
    *(
        Doc(f"letter {number}.txt", number << 20, f"{words(f'letter{number}x')} {FOOTER}")
        for number in range(6)
    ),
    *(
        Doc(f"note {number}.txt", number << 40, f"{words(f'note{number}x')} {ADVICE}")
        for number in range(3)
    ),
)


@pytest.fixture
def found(qtbot: QtBot, make_page: MakePage, open_session: Session) -> ClustersPage:
    """The page after a search that looks for copies of a part."""
    assert open_session.library is not None
    put(open_session.library, DOCUMENTS)
    page = make_page()
    page.activated()
    settle(qtbot, page)
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    return page


def test_a_contained_document_is_a_relation_that_can_be_compared(
    qtbot: QtBot, found: ClustersPage
) -> None:
    found.show_tab(Tab.CONTAINED)
    table = found.relations.table
    first = named(table, "class").index("⊃ A contains B")

    with qtbot.waitSignal(found.session.compare_requested) as asked:
        select_only(table, first)
        found.relations.compare_action.trigger()

    assert (named(table, "a")[first], named(table, "b")[first]) == ("whole.txt", "part.txt")
    assert len(asked.args[0]) == 2
    assert found.tabs.button(Tab.CONTAINED).text().startswith("Contained · ")


def test_relations_are_sorted_by_the_column_that_is_clicked(
    qtbot: QtBot, found: ClustersPage
) -> None:
    found.show_tab(Tab.CONTAINED)
    table = found.relations.table

    for name in ("overlap", "distance"):
        click_header(qtbot, found, table, name)
        one_way = [int(text.strip("%<> ")) for text in named(table, name)]
        click_header(qtbot, found, table, name)
        other_way = [int(text.strip("%<> ")) for text in named(table, name)]
        assert sorted(one_way) in (one_way, other_way)
        assert other_way == one_way[::-1]


@pytest.mark.parametrize("name", ["a", "b"])
def test_relations_are_sorted_by_the_names_of_their_documents(
    qtbot: QtBot, found: ClustersPage, name: str
) -> None:
    found.show_tab(Tab.CONTAINED)
    table = found.relations.table
    before = sorted(named(table, name))
    assert len(set(before)) > 1

    click_header(qtbot, found, table, name)
    settle(qtbot, found)
    one_way = named(table, name)
    click_header(qtbot, found, table, name)
    settle(qtbot, found)

    assert before in (one_way, named(table, name))
    assert named(table, name) == sorted(one_way, reverse=named(table, name) != before)


def test_columns_of_relations_say_what_they_count_and_a_row_is_opened_as_its_tip_says(
    qtbot: QtBot, found: ClustersPage
) -> None:
    found.show_tab(Tab.CONTAINED)
    table = found.relations.table
    model, tip = table.model(), Qt.ItemDataRole.ToolTipRole
    places = {each.name: place for place, each in enumerate(table.paged.columns)}
    for name in ("overlap", "distance"):
        assert model.headerData(places[name], Qt.Orientation.Horizontal, tip)
    assert "Enter or a double click" in model.index(0, places["a"]).data(tip)
    row = table.visualRect(model.index(0, places["a"])).center()

    with qtbot.waitSignal(found.session.compare_requested) as by_click:
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=row)
        qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=row)
    with qtbot.waitSignal(found.session.compare_requested) as by_key:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert by_click.args == by_key.args


def test_what_many_share_is_one_row_with_all_its_documents(
    qtbot: QtBot, found: ClustersPage
) -> None:
    found.show_tab(Tab.PASSAGES)
    panel = found.passages

    assert named(panel.table, "documents") == ["6", "3"]
    assert named(panel.table, "words") == ["40", "30"]
    model, tip = panel.table.model(), Qt.ItemDataRole.ToolTipRole
    place = [column.name for column in panel.table.model().columns].index("words")
    tips = model.headerData(place, Qt.Orientation.Horizontal, tip), model.index(0, place).data(tip)
    assert [text.startswith("Different words") for text in tips] == [True, True]
    assert named(panel.table, "text")[0] == FOOTER[:200].strip()
    assert named(panel.holders, "name") == [f"letter {number}.txt" for number in range(6)]
    assert named(panel.holders, "share") == 6 * ["100%"]
    panel.table.sort_requested.emit("documents", False)
    assert named(panel.table, "documents") == ["3", "6"]


def test_passages_are_sorted_by_what_the_clicked_column_shows(
    qtbot: QtBot, found: ClustersPage
) -> None:
    found.show_tab(Tab.PASSAGES)
    table = found.passages.table
    longest_first = [FOOTER[:200].strip(), ADVICE[:200].strip()]
    assert named(table, "text") == longest_first

    click_header(qtbot, found, table, "text")
    assert named(table, "text") == sorted(longest_first)
    click_header(qtbot, found, table, "text")
    assert named(table, "text") == longest_first
    for name in ("documents", "words"):
        click_header(qtbot, found, table, name)
        numbers = [int(text) for text in named(table, name)]
        click_header(qtbot, found, table, name)
        assert [int(text) for text in named(table, name)] == numbers[::-1] == sorted(numbers)


def test_texts_of_passages_are_put_in_order_beside_the_window(
    qtbot: QtBot, found: ClustersPage
) -> None:
    found.show_tab(Tab.PASSAGES)
    panel = found.passages
    passage = panel.chosen()
    assert passage is not None
    many = [replace(passage, text=f"{999 - number} boats") for number in range(900)]
    panel.show_found(None, many)
    settle(qtbot, found)

    with counted_calls() as calls:
        click_header(qtbot, found, panel.table, "text")

    assert calls["shown_words"] < len(many)  # but for the rows on show
    assert named(panel.table, "text") == sorted(each.text for each in many)
    panel.show_found(found.model.search.findings.detection, many[::-1])
    assert panel.count == len(many)
    settle(qtbot, found)
    assert named(panel.table, "text") == sorted(each.text for each in many)


def test_copies_of_the_documents_with_a_passage_are_counted(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    assert open_session.library is not None
    copy = Doc("letter copy.txt", 0, DOCUMENTS[2].text)
    put(open_session.library, (*DOCUMENTS, copy))
    page = make_page()
    page.activated()
    settle(qtbot, page)
    page.partial.click()
    settle(qtbot, page)
    page.show_tab(Tab.PASSAGES)
    panel = page.passages

    titles = []
    for row in range(2):
        select_only(panel.table, row)
        settle(qtbot, page)
        titles.append(panel.findChildren(ElidedLabel)[0].full_text())

    assert len(named(panel.holders, "name")) == 3
    assert titles == ["In 6 documents · 7 files", "In 3 documents"]


def test_of_a_small_library_the_tab_says_that_counts_tell_little(found: ClustersPage) -> None:
    found.show_tab(Tab.PASSAGES)

    assert found.passages.remark.isVisible()
    assert "fewer than 20 unrelated documents" in found.passages.remark.text()


def test_a_mark_survives_another_search_and_can_be_taken_back(
    qtbot: QtBot, found: ClustersPage
) -> None:
    library, panel = found.session.library, found.passages
    assert library is not None
    found.show_tab(Tab.PASSAGES)
    qtbot.mouseClick(panel.marks.button(MarkChoice.COPIED), Qt.MouseButton.LeftButton)
    settle(qtbot, found)
    assert named(panel.table, "mark") == ["Copied", ""]

    found.refresh()
    settle(qtbot, found)

    assert named(panel.table, "mark") == ["Copied", ""]
    assert panel.marks.button(MarkChoice.COPIED).isChecked()
    assert [one.mark for one in marked_passages(library)] == [PassageMark.COPIED]
    qtbot.mouseClick(panel.marks.button(MarkChoice.NONE), Qt.MouseButton.LeftButton)
    settle(qtbot, found)
    assert named(panel.table, "mark") == ["", ""]
    assert marked_passages(library) == []


def test_a_document_is_compared_with_another_that_has_the_passage(
    qtbot: QtBot, found: ClustersPage
) -> None:
    found.show_tab(Tab.PASSAGES)
    holders = found.passages.holders

    with qtbot.waitSignal(found.session.compare_requested) as asked:
        holders.opened.emit(int(holders.paged.ids[2]))

    assert len(set(asked.args[0])) == 2


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_no_tab_scrolls_sideways_or_cuts_a_head_with_large_type(
    qtbot: QtBot,
    found: ClustersPage,
    theme: Theme,
    translator: Translator,
    language: Language,
) -> None:
    translator.apply(language)
    theme.apply(ThemeChoice.LIGHT, 200)
    found.resize(900 - RAIL_PX, 700)
    tables = {
        Tab.CONTAINED: [found.relations.table],
        Tab.PASSAGES: [found.passages.table, found.passages.holders],
        Tab.FOLDERS: [found.folders.table],
    }

    def is_whole(table: PagedTable) -> bool:
        return table.horizontalScrollBar().maximum() == 0 and cut_heads(table) == []

    for tab, shown in tables.items():
        found.show_tab(tab)
        settle(qtbot, found)
        qtbot.waitUntil(lambda shown=shown: all(map(is_whole, shown)))  # type: ignore[misc]


def test_with_usual_type_passages_have_their_numbers(qtbot: QtBot, found: ClustersPage) -> None:
    found.resize(1280 - 2 * RAIL_PX, 700)
    found.show_tab(Tab.PASSAGES)
    settle(qtbot, found)

    assert {"documents", "words", "text"} <= shown_columns(found.passages.table).keys()


@pytest.mark.parametrize("tab", [Tab.CONTAINED, Tab.PASSAGES])
def test_without_partial_copies_a_tab_shows_one_sentence_and_one_button(
    qtbot: QtBot, page: ClustersPage, tab: Tab
) -> None:
    page.show_tab(tab)
    panel = {Tab.CONTAINED: page.relations, Tab.PASSAGES: page.passages}[tab]
    assert "Include partial copies" in panel.empty.text()
    assert not panel.table.isVisible()

    qtbot.mouseClick(panel.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    assert page.partial.isChecked()
    assert "switch on" not in panel.empty.text()
    assert panel.empty.isVisible() is not panel.table.isVisible()


def test_where_a_search_found_nothing_in_common_each_tab_has_a_way_on(
    qtbot: QtBot, page: ClustersPage
) -> None:
    page.show_tab(Tab.PASSAGES)
    qtbot.mouseClick(page.passages.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert "listed by pairs" in page.passages.empty.text()

    qtbot.mouseClick(page.passages.empty.button, Qt.MouseButton.LeftButton)

    assert page.relations.table.isVisible()


def test_where_no_document_has_a_part_of_another_more_can_be_added(
    qtbot: QtBot, make_page: MakePage, open_session: Session
) -> None:
    assert open_session.library is not None
    text = words("version")
    put(open_session.library, [Doc("a.txt", 1, text), Doc("b.txt", 1, f"{text} more")])
    page = make_page()
    page.activated()
    settle(qtbot, page)
    page.show_tab(Tab.CONTAINED)
    qtbot.mouseClick(page.relations.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)

    with qtbot.waitSignal(page.session.folder_choice_requested):
        qtbot.mouseClick(page.relations.empty.button, Qt.MouseButton.LeftButton)


def test_after_a_search_for_partial_copies_the_tabs_show_what_was_found(
    found: ClustersPage,
) -> None:
    for tab, panel in ((Tab.CONTAINED, found.relations), (Tab.PASSAGES, found.passages)):
        found.show_tab(tab)
        assert panel.table.isVisible()
        assert not panel.empty.isVisible()
