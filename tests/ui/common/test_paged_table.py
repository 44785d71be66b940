"""The table with keys and mouse, and with a million rows."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QGuiApplication, QImage, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.common.context_menu import ContextMenuKey
from simhash_gui.ui.common.labels import cut_in_two
from simhash_gui.ui.common.paged_model import NO_ID, Column, PagedTableModel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.table_parts import MARK_PX
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token
from tests.helpers.calls import counted_calls
from tests.helpers.pace import allowed_s
from tests.ui.conftest import WAIT_MS

MILLION = 1_000_000
_CORNER_PX = 8
LEFT = Qt.MouseButton.LeftButton
MIDDLE = Qt.TextElideMode.ElideMiddle


@dataclass(frozen=True)
class Item:
    number: int


COLUMNS = (
    Column(
        "name",
        lambda: "Name",
        lambda i: f"item {i.number}",
        sort_key="name",
        takes_spare_width=True,
        icon=lambda i: ("document", Token.MUTED) if i.number % 2 else None,
    ),
    Column(
        "number",
        lambda: "Number",
        lambda i: f"{i.number:,}",
        sort_key="number",
        is_number=True,
        color=lambda i: Token.DIFFERS if i.number % 3 else Token.TEXT,
    ),
    Column("code", lambda: "Code", lambda i: f"{i.number:016x}", is_fixed_font=True, is_muted=True),
    Column("more", lambda: "More", lambda _i: "more", is_hidden_at_first=True),
)


class PaintedAreas(QObject):
    """The areas of a widget that are painted from now on."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.areas: list[QRect] = []
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.areas += list(event.region())  # type: ignore[call-overload]
        return super().eventFilter(watched, event)


def fetch(numbers: Sequence[int]) -> list[Item]:
    return [Item(number) for number in numbers]


@pytest.fixture
def table(qtbot: QtBot) -> PagedTable:
    model: PagedTableModel[Item] = PagedTableModel(COLUMNS, fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.set_ids(np.arange(100, dtype=np.int64))
    made.setFocus()
    qtbot.waitUntil(made.viewport().updatesEnabled)
    return made


def test_the_focus_frame_goes_round_the_whole_table(
    qtbot: QtBot, theme: Theme, table: PagedTable
) -> None:
    table.setProperty("role", "panel")
    table.setStyleSheet(theme.sheet)
    qtbot.waitUntil(table.hasFocus, timeout=WAIT_MS)
    table.setCurrentIndex(table.paged.index(0, 0))
    for column in (0, 1):
        table.horizontalScrollBar().setValue(column * table.columnWidth(0))
        image = table.grab().toImage()
        accent = theme.color(Token.ACCENT)
        right, bottom = image.width() - 1, image.height() - 1
        across, down = range(_CORNER_PX, right - _CORNER_PX), range(_CORNER_PX, bottom - _CORNER_PX)
        frame = [(x, y) for x in across for y in (0, bottom)]
        frame += [(x, y) for y in down for x in (0, right)]
        assert {image.pixelColor(x, y).name() for x, y in frame} == {accent.name()}


def header_point(table: PagedTable, column: int) -> QPoint:
    header = table.horizontalHeader()
    return QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)


def point_at(table: PagedTable, spot: QPoint) -> None:
    """Move the pointer there, wherever the system's own pointer is."""
    none = Qt.MouseButton.NoButton
    place = QPointF(spot)
    away = QPointF(table.viewport().mapToGlobal(spot))
    no_keys = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, place, away, none, none, no_keys)
    QApplication.sendEvent(table.viewport(), event)


def click_header(qtbot: QtBot, table: PagedTable, column: int) -> None:
    viewport = table.horizontalHeader().viewport()
    qtbot.mouseClick(viewport, LEFT, pos=header_point(table, column))


def test_home_and_end_go_to_the_first_and_the_last_row(table: PagedTable, qtbot: QtBot) -> None:
    qtbot.keyClick(table, Qt.Key.Key_End)
    assert table.current_id() == 99
    qtbot.keyClick(table, Qt.Key.Key_Home)
    assert table.current_id() == 0


def test_shift_end_selects_down_to_the_last_row(table: PagedTable, qtbot: QtBot) -> None:
    table.selectRow(90)

    qtbot.keyClick(table, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)

    assert table.selected_ids() == list(range(90, 100))
    assert table.selected_count() == 10


def test_home_in_an_empty_table_does_nothing(table: PagedTable, qtbot: QtBot) -> None:
    table.set_ids(np.empty(0, np.int64))

    qtbot.keyClick(table, Qt.Key.Key_Home)

    assert table.current_id() == NO_ID


def test_arrows_move_row_by_row(table: PagedTable, qtbot: QtBot) -> None:
    table.selectRow(5)

    qtbot.keyClick(table, Qt.Key.Key_Down)

    assert table.selected_ids() == [6]


def test_enter_opens_the_current_row(table: PagedTable, qtbot: QtBot) -> None:
    table.selectRow(7)

    with qtbot.waitSignal(table.opened) as opened:
        qtbot.keyClick(table, Qt.Key.Key_Return)

    assert opened.args == [7]


def test_a_double_click_opens_the_row_under_it(table: PagedTable, qtbot: QtBot) -> None:
    spot = table.visualRect(table.paged.index(3, 0)).center()

    qtbot.mouseClick(table.viewport(), LEFT, pos=spot)
    with qtbot.waitSignal(table.opened) as opened:
        qtbot.mouseDClick(table.viewport(), LEFT, pos=spot)

    assert opened.args == [3]


def test_ids_beyond_two_to_the_thirty_one_are_opened_unharmed(
    table: PagedTable, qtbot: QtBot
) -> None:
    table.set_ids(np.array([2**40], np.int64))
    table.selectRow(0)

    with qtbot.waitSignal(table.opened) as opened:
        qtbot.keyClick(table, Qt.Key.Key_Return)

    assert opened.args == [2**40]


def test_typing_asks_to_find_and_commands_do_not(table: PagedTable, qtbot: QtBot) -> None:
    typed: list[str] = []
    table.typed.connect(typed.append)

    qtbot.keyClicks(table, "re")
    qtbot.keyClick(table, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)

    assert typed == ["r", "e"]


def test_copying_takes_the_shown_columns_of_the_selected_rows(
    table: PagedTable, qtbot: QtBot
) -> None:
    table.selectRow(1000 - 901)

    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "item 99\t99\t0000000000000063"


def test_few_rows_are_copied_at_once_also_while_nothing_is_painted(
    table: PagedTable, qtbot: QtBot
) -> None:
    table.selectRow(1000 - 903)
    table.setUpdatesEnabled(False)

    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "item 97\t97\t0000000000000061"


def test_copying_a_part_of_many_rows_is_told(table: PagedTable, qtbot: QtBot) -> None:
    table.set_ids(np.arange(10_003, dtype=np.int64))
    table.selectAll()

    table.copy_rows(lambda item: f"<{item}>")

    qtbot.waitUntil(
        lambda: len(QGuiApplication.clipboard().text().splitlines()) == 10_000, timeout=WAIT_MS
    )
    assert QToolTip.text() == "Only 10,000 of 10,003 rows are copied"


def test_a_turn_of_the_event_loop_copies_few_rows(table: PagedTable, qtbot: QtBot) -> None:
    table.set_ids(np.arange(1_000, dtype=np.int64))
    table.selectAll()
    copied: list[Item] = []

    with counted_calls() as calls:
        table.copy_rows(lambda item: copied.append(item) or str(item))
        is_begun_at_once = bool(copied)
        qtbot.waitUntil(lambda: len(copied) == 1_000, timeout=WAIT_MS)

    assert not is_begun_at_once
    assert calls["PagedTable._copy_some"] == 63


def test_while_nothing_is_painted_width_is_shared_out_for_the_last_size_only(
    narrow: PagedTable, qtbot: QtBot
) -> None:
    narrow.resize(2_000, 400)
    wide = [narrow.columnWidth(number) for number in range(len(NARROW_COLUMNS))]
    narrow.setUpdatesEnabled(False)
    with counted_calls() as calls:
        for width in (500, 900, 700):
            narrow.resize(width, 400)
        is_fitted_at_once = bool(calls["TableColumns.fit"])
        qtbot.waitUntil(lambda: bool(calls["TableColumns.fit"]))
    held = [narrow.columnWidth(number) for number in range(len(NARROW_COLUMNS))]
    narrow.setUpdatesEnabled(True)
    narrow.columns.fit()

    assert not is_fitted_at_once
    assert calls["TableColumns.fit"] <= 2  # bars come and go by it
    assert held == [narrow.columnWidth(number) for number in range(len(NARROW_COLUMNS))] != wide


def test_a_hidden_table_shares_out_no_width_until_it_is_shown(
    table: PagedTable, qtbot: QtBot
) -> None:
    table.hide()
    with counted_calls() as hidden:
        table.resize(table.width() + 200, table.height())
        table.paged.retranslate()
        table.reset_columns()
    with counted_calls() as shown:
        table.show()

    assert not hidden["TableColumns._share_spare"]
    assert shown["TableColumns._share_spare"]


def test_a_row_is_looked_up_once_however_many_cells_it_has(table: PagedTable) -> None:
    rows_in_view = table.viewport().height() // table.rowHeight(0) + 1
    table.paged.tell_changed()

    with counted_calls() as calls:
        table.viewport().repaint()

    assert 0 < calls["PagedTableModel.row_at"] <= rows_in_view


def test_rows_that_say_the_same_as_before_are_not_laid_out_again(
    qtbot: QtBot, table: PagedTable
) -> None:
    table.viewport().repaint()
    with counted_calls() as again:
        table.viewport().repaint()
    with counted_calls() as without_the_first:
        table.set_ids(np.arange(1, 101, dtype=np.int64))  # as if the first had gone
        qtbot.waitUntil(lambda: bool(without_the_first["RowPainter.paint"]))

    assert again["RowPainter.paint"]
    assert not again["RowPainter._paint_cell"]
    assert without_the_first["RowPainter._paint_cell"] <= len(COLUMNS)  # the one that came in view


def test_the_pictures_of_new_rows_are_made_a_few_a_turn_before_they_are_painted(
    qtbot: QtBot, table: PagedTable
) -> None:
    turns: list[int] = []
    table.set_ids(np.arange(200, 300, dtype=np.int64))
    rows_in_view = table.viewport().height() // table.rowHeight(0) + 1
    is_held = not table.viewport().updatesEnabled()

    while not table.viewport().updatesEnabled():
        with counted_calls() as calls:
            QApplication.processEvents()
        turns.append(calls["RowPainter._paint_cells"])
    with counted_calls() as painting:
        table.viewport().repaint()

    assert is_held
    assert sum(turns) == rows_in_view
    assert max(turns) == 8
    assert not painting["RowPainter._paint_cells"]


@pytest.mark.parametrize("ratio", [1, 1.5, 2])
def test_a_row_from_a_picture_looks_as_if_it_were_just_painted(
    qtbot: QtBot, theme: Theme, ratio: float
) -> None:
    words = ["item"]
    columns = (replace(COLUMNS[0], text=lambda i: f"{words[0]} {i.number}"), *COLUMNS[1:])

    def made() -> PagedTable:
        other = PagedTable(PagedTableModel(columns, fetch, lambda i: i.number))
        other.paged.setParent(other)
        qtbot.addWidget(other)
        other.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        other.resize(900, 600)
        other.show()
        return other

    def picture(of: PagedTable) -> QImage:
        QApplication.processEvents()
        image = QImage(of.viewport().size() * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        of.viewport().render(image)
        return image

    ids = np.arange(100, dtype=np.int64)
    kept, seen = made(), set[bytes]()
    kept.set_ids(ids)

    def sees_what_a_new_table_shows() -> bool:
        new = made()
        new.set_ids(kept.paged.ids)
        new.setColumnWidth(2, kept.columnWidth(2))
        if (current := kept.currentIndex().row()) >= 0:
            new.selectRow(current)
        new.verticalScrollBar().setValue(kept.verticalScrollBar().value())
        shown = picture(kept)
        seen.add(bytes(shown.constBits()))
        return shown == picture(new)

    assert sees_what_a_new_table_shows()
    kept.selectRow(3)
    assert sees_what_a_new_table_shows()
    kept.setColumnWidth(2, kept.columnWidth(2) + 40)
    assert sees_what_a_new_table_shows()
    words[0] = "thing"
    kept.paged.tell_changed()
    assert sees_what_a_new_table_shows()
    kept.verticalScrollBar().setValue(705)
    assert sees_what_a_new_table_shows()
    kept.set_ids(ids[::-1].copy())
    assert sees_what_a_new_table_shows()
    theme.apply(ThemeChoice.DARK)
    assert sees_what_a_new_table_shows()
    assert len(seen) == 7


def test_a_click_on_a_header_asks_for_its_order(table: PagedTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(table.sort_requested) as asked:
        click_header(qtbot, table, 0)

    assert asked.args == ["name", False]


def test_numbers_are_first_sorted_from_the_greatest(table: PagedTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(table.sort_requested) as asked:
        click_header(qtbot, table, 1)

    assert asked.args == ["number", True]


def test_a_second_click_asks_for_the_other_direction(table: PagedTable, qtbot: QtBot) -> None:
    table.set_sort("name", False)

    with qtbot.waitSignal(table.sort_requested) as asked:
        click_header(qtbot, table, 0)

    assert asked.args == ["name", True]


def test_a_column_without_an_order_asks_for_none(table: PagedTable, qtbot: QtBot) -> None:
    asked: list[object] = []
    table.sort_requested.connect(lambda *args: asked.append(args))

    click_header(qtbot, table, 2)

    assert asked == []


def test_selection_and_current_row_stay_with_their_rows_when_the_order_changes(
    table: PagedTable,
) -> None:
    table.selectRow(10)

    table.set_ids(np.arange(99, -1, -1, dtype=np.int64))

    assert table.selected_ids() == [10]
    assert table.current_id() == 10
    assert table.currentIndex().row() == 89


def test_another_order_shows_the_top_unless_the_person_has_chosen_a_row_in_view(
    table: PagedTable, qtbot: QtBot
) -> None:
    turned = np.arange(99, -1, -1, dtype=np.int64)
    bar = table.verticalScrollBar()
    table.selectRow(0)
    bar.setValue(bar.maximum())
    table.set_sort("number", True)
    table.set_ids(turned)
    assert (bar.value(), table.selected_ids()) == (0, [])

    spot = table.visualRect(table.paged.index(3, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=spot)
    table.set_sort("number", False)
    table.set_ids(turned[::-1])
    assert table.selected_ids() == [96]
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()).center())

    bar.setValue(0)
    table.set_sort("number", True)
    table.set_ids(turned)
    assert (bar.value(), table.selected_ids()) == (0, [96])


def test_a_selected_row_that_is_gone_leaves_the_selection(table: PagedTable) -> None:
    table.selectRow(10)

    table.set_ids(np.arange(10, dtype=np.int64))

    assert table.selected_ids() == []
    assert table.current_id() == NO_ID


def test_a_row_can_be_selected_by_its_id(table: PagedTable) -> None:
    assert table.select_id(42)
    assert table.selected_ids() == [42]
    assert not table.select_id(4242)


def test_one_column_takes_the_width_that_the_others_leave(table: PagedTable) -> None:
    header = table.horizontalHeader()

    table.resize(1200, 600)

    assert header.length() == table.viewport().width()


def test_column_widths_come_back_and_those_of_another_table_are_refused(
    table: PagedTable, qtbot: QtBot
) -> None:
    table.setColumnWidth(1, 222)
    kept = table.save_columns()
    table.reset_columns()
    assert table.columnWidth(1) != 222

    assert table.restore_columns(kept)
    assert table.columnWidth(1) == 222
    assert not table.restore_columns(b"no state at all")
    assert not table.restore_columns(b"")


def test_column_widths_are_kept_in_units_of_the_type(table: PagedTable, theme: Theme) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    kept, wide = table.save_columns(), table.columnWidth(1)
    theme.apply(ThemeChoice.LIGHT, 100)

    assert table.restore_columns(kept)

    assert abs(table.columnWidth(1) - wide / 2) <= 0.02 * wide


def test_a_column_is_no_wider_than_its_name_in_the_language_of_now(qtbot: QtBot) -> None:
    names = ["Files"]
    columns: tuple[Column[Item], ...] = (
        Column("name", lambda: "Name", lambda i: f"{i.number}", takes_spare_width=True, width=10),
        Column("files", lambda: names[-1], lambda i: f"{i.number}", is_number=True, width=4),
        Column("dragged", lambda: names[-1], lambda i: f"{i.number}", width=4),
    )
    model: PagedTableModel[Item] = PagedTableModel(columns, fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    short = made.columnWidth(1)
    made.setColumnWidth(2, 300)

    names.append("Number of the files")
    model.retranslate()
    assert made.columnWidth(1) > short
    names.append("Files")
    model.retranslate()

    assert made.columnWidth(1) == short
    assert made.columnWidth(2) == 300


def test_shift_and_f10_open_the_context_menu_of_the_row(table: PagedTable, qtbot: QtBot) -> None:
    seen: list[object] = []
    table.addAction("Open")
    table.selectRow(3)
    ContextMenuKey(table)

    def close_menu() -> None:
        seen.append(QApplication.activePopupWidget())
        for menu in table.findChildren(QMenu) or [QApplication.activePopupWidget()]:
            if menu is not None:
                menu.close()

    QTimer.singleShot(50, close_menu)
    qtbot.keyClick(table, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: bool(seen))

    assert isinstance(seen[0], QMenu)


def test_a_hidden_column_is_brought_back_from_the_header_menu(
    table: PagedTable, qtbot: QtBot
) -> None:
    assert table.isColumnHidden(3)
    header = table.horizontalHeader()

    header.customContextMenuRequested.emit(header_point(table, 1))
    menu = header.findChild(QMenu)
    assert menu is not None
    actions = {action.text(): action for action in menu.actions()}
    actions["More"].trigger()
    menu.close()

    assert not table.isColumnHidden(3)
    assert not actions["Name"].isEnabled()


def test_columns_that_were_moved_go_home_on_reset(table: PagedTable) -> None:
    table.horizontalHeader().moveSection(0, 2)

    table.reset_columns()

    assert [table.horizontalHeader().visualIndex(n) for n in range(4)] == [0, 1, 2, 3]


def test_rows_grow_with_the_font(table: PagedTable, theme: Theme) -> None:
    before = table.rowHeight(0)

    theme.apply(ThemeChoice.LIGHT, 200)

    assert table.rowHeight(0) > before


def test_what_is_selected_or_under_the_pointer_is_painted_so(
    table: PagedTable, theme: Theme, qtbot: QtBot
) -> None:
    table.set_sort("number", True)
    table.selectRow(2)
    point_at(table, table.visualRect(table.paged.index(5, 2)).center())

    picture = table.viewport().grab().toImage()

    def ground(row: int) -> object:
        return picture.pixelColor(
            table.visualRect(table.paged.index(row, 1)).topLeft() + QPoint(2, 2)
        )

    assert ground(2) == theme.color(Token.SELECTION)
    assert ground(5) == theme.color(Token.HOVER)
    assert ground(8) == theme.color(Token.SURFACE)


def test_the_pointer_has_only_the_row_that_it_leaves_and_the_one_it_reaches_painted(
    table: PagedTable, qtbot: QtBot
) -> None:
    def middle(row: int) -> QPoint:
        return table.visualRect(table.paged.index(row, 0)).center()

    qtbot.waitUntil(table.hasFocus, timeout=WAIT_MS)
    for row in (2, 3, 4):  # the window's own first paintings are over by then
        point_at(table, middle(row))
        QApplication.processEvents()
    seen = PaintedAreas(table.viewport())
    point_at(table, middle(7))
    QApplication.processEvents()
    painted = {table.rowAt(area.center().y()) for area in seen.areas}
    assert {4, 7} <= painted <= {4, 5, 6, 7}  # Qt may join the two to one area


def test_a_million_rows_are_shown_without_a_hitch(table: PagedTable, qtbot: QtBot) -> None:
    ids = np.arange(MILLION, dtype=np.int64)
    table.set_ids(ids[:10])

    began_s = time.perf_counter()
    table.set_ids(ids)
    table.grab()
    took_s = time.perf_counter() - began_s

    assert table.paged.rowCount() == MILLION
    assert took_s < allowed_s(0.5)


def test_jumping_about_in_a_million_rows_paints_each_time_in_a_moment(table: PagedTable) -> None:
    table.set_ids(np.arange(MILLION, dtype=np.int64))
    bar = table.verticalScrollBar()
    took_s = []

    for step in range(20):
        began_s = time.perf_counter()
        bar.setValue(bar.maximum() * step // 20)
        table.viewport().grab()
        took_s.append(time.perf_counter() - began_s)

    assert sorted(took_s)[10] < allowed_s(0.25)


def test_a_table_without_rows_says_why(qtbot: QtBot, table: PagedTable) -> None:
    before = table.grab().toImage()
    table.set_empty_text("Nothing fits.")
    assert table.empty_text() == ""
    assert table.grab().toImage() == before

    table.set_ids(np.empty(0, np.int64))
    qtbot.waitUntil(table.viewport().updatesEnabled)
    said = table.grab().toImage()
    table.set_empty_text("")

    assert table.grab().toImage() != said


NARROW_COLUMNS = (
    Column("name", lambda: "Name", lambda i: f"item {i.number}", takes_spare_width=True, width=30),
    Column("size", lambda: "Size", lambda i: f"{i.number:,}", sort_key="size", width=12, leaves=2),
    Column("code", lambda: "Code", lambda i: f"{i.number:016x}", width=20, leaves=1),
    Column("type", lambda: "Type", lambda _i: "TXT", width=10),
)


def shown(table: PagedTable) -> list[str]:
    return [c.name for n, c in enumerate(table.paged.columns) if not table.isColumnHidden(n)]


def in_width(table: PagedTable, characters: int) -> list[str]:
    """What is shown in a table so many characters wide."""
    one = QFontMetrics(table.font()).averageCharWidth()
    table.resize(characters * one + 2 * table.frameWidth() + 4 * 16, 400)
    return shown(table)


@pytest.fixture
def narrow(qtbot: QtBot) -> PagedTable:
    """Needs 72 characters for all of its columns."""
    model: PagedTableModel[Item] = PagedTableModel(NARROW_COLUMNS, fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.show()
    made.set_ids(np.arange(3, dtype=np.int64))
    return made


def test_columns_leave_before_names_are_cut_and_come_back_with_the_room(narrow: PagedTable) -> None:
    everything = ["name", "size", "code", "type"]

    assert in_width(narrow, 73) == everything
    assert in_width(narrow, 60) == ["name", "size", "type"]
    assert narrow.horizontalHeader().length() == narrow.viewport().width()
    assert in_width(narrow, 42) == ["name", "type"]
    assert in_width(narrow, 73) == everything


def test_a_column_that_tells_least_leaves_before_a_longer_name_is_cut(qtbot: QtBot) -> None:
    columns: tuple[Column[Item], ...] = (
        Column("name", lambda: "Name", lambda _i: "n" * 30, takes_spare_width=True, width=20),
        Column("size", lambda: "Size", lambda i: f"{i.number}", width=10, leaves=2),
        Column(
            "code", lambda: "Code", lambda _i: "", width=10, leaves=1, leaves_for_whole_names=True
        ),
    )
    model: PagedTableModel[Item] = PagedTableModel(columns, fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.show()
    assert in_width(made, 46) == ["name", "size", "code"]

    made.set_ids(np.arange(3, dtype=np.int64))

    assert shown(made) == ["name", "size"]
    assert in_width(made, 70) == ["name", "size", "code"]


def test_words_that_would_be_elided_get_width_that_names_do_not_need(qtbot: QtBot) -> None:
    kind = "Cyrillic script"
    columns: tuple[Column[Item], ...] = (
        Column("name", lambda: "Name", lambda i: f"{i.number}", takes_spare_width=True, width=10),
        Column("type", lambda: "Type", lambda _i: kind, width=5),
    )
    model: PagedTableModel[Item] = PagedTableModel(columns, fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.resize(900, 300)
    made.show()

    made.set_ids(np.arange(3, dtype=np.int64))

    assert made.columnWidth(1) >= QFontMetrics(made.font()).horizontalAdvance(kind)


def test_words_leave_the_width_that_they_do_not_need_to_names_that_would_be_cut(
    qtbot: QtBot,
) -> None:
    columns: tuple[Column[Item], ...] = (
        Column("type", lambda: "Type", lambda _i: "short", width=22),
        Column("name", lambda: "Name", lambda _i: "n" * 20, takes_spare_width=True, width=10),
    )
    model: PagedTableModel[Item] = PagedTableModel(columns, fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.show()
    in_width(made, 40)

    made.set_ids(np.arange(3, dtype=np.int64))

    assert made.columnWidth(1) >= QFontMetrics(made.font()).horizontalAdvance("n" * 20)
    assert made.horizontalHeader().length() == made.viewport().width()
    wide, saved = made.columnWidth(0), made.save_columns()
    made.resize(1200, 400)
    assert made.columnWidth(0) > wide
    assert made.restore_columns(saved)


def test_in_a_very_narrow_table_names_are_elided_and_nothing_scrolls_sideways(
    narrow: PagedTable,
) -> None:
    assert in_width(narrow, 30) == ["name", "type"]
    assert narrow.horizontalHeader().length() == narrow.viewport().width()


def test_a_column_that_the_person_sorts_by_stays(narrow: PagedTable) -> None:
    narrow.set_sort("size", descending=True)
    assert in_width(narrow, 42) == ["name", "type"]  # of the first order other columns tell more

    narrow.sort_requested.connect(narrow.set_sort)
    in_width(narrow, 73)
    narrow.horizontalHeader().sectionClicked.emit(1)

    assert in_width(narrow, 42) == ["name", "size", "type"]


def test_a_column_that_was_asked_for_stays(narrow: PagedTable) -> None:
    in_width(narrow, 42)
    header = narrow.horizontalHeader()

    header.customContextMenuRequested.emit(QPoint(20, 5))
    menu = header.findChild(QMenu)
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "Code").trigger()
    menu.close()

    assert shown(narrow) == ["name", "code", "type"]


def test_columns_that_have_left_are_copied_and_kept_with_the_others(narrow: PagedTable) -> None:
    in_width(narrow, 42)
    narrow.selectRow(1)
    narrow.copy_rows()
    assert QGuiApplication.clipboard().text() == f"item 1\t1\t{1:016x}\tTXT"

    saved = narrow.save_columns()
    assert shown(narrow) == ["name", "type"]
    assert narrow.restore_columns(saved)

    assert in_width(narrow, 73) == ["name", "size", "code", "type"]


LONG_PATH = "archive/" + "a-folder-of-a-folder/" * 3 + "last"
PATH_COLUMNS = (
    Column("name", lambda: "Name", lambda i: f"item {i.number}", takes_spare_width=True, width=20),
    Column("path", lambda: "Folder", lambda _i: LONG_PATH, elide=MIDDLE, width=14),
    Column("size", lambda: "Size", lambda i: f"{i.number}", is_number=True, width=10),
)


@pytest.fixture
def paths_table(qtbot: QtBot) -> PagedTable:
    """Short names beside long paths."""
    model: PagedTableModel[Item] = PagedTableModel(PATH_COLUMNS, fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.resize(1200, 400)
    made.show()
    made.set_ids(np.arange(3, dtype=np.int64))
    return made


def test_a_path_gets_the_width_that_names_do_not_need(paths_table: PagedTable) -> None:
    needed = QFontMetrics(paths_table.font()).horizontalAdvance(LONG_PATH)

    assert paths_table.columnWidth(1) >= needed
    assert paths_table.horizontalHeader().length() == paths_table.viewport().width()


@pytest.mark.parametrize("is_marked", [False, True])
def test_a_path_gets_room_for_a_mark_where_a_row_has_one(qtbot: QtBot, is_marked: bool) -> None:
    icon = ("shield", Token.ACCENT) if is_marked else None
    columns = (PATH_COLUMNS[0], replace(PATH_COLUMNS[1], icon=lambda _i: icon), PATH_COLUMNS[2])
    model: PagedTableModel[Item] = PagedTableModel(columns, fetch, lambda i: i.number)
    table = PagedTable(model)
    qtbot.addWidget(table)
    table.resize(1200, 400)
    table.show()
    table.set_ids(np.arange(3, dtype=np.int64))

    needed = QFontMetrics(table.font()).horizontalAdvance(LONG_PATH) + 2 * Space.S
    mark_px = Theme.current().scaled(MARK_PX) + Space.XS if is_marked else 0
    assert table.columnWidth(1) == needed + mark_px


def test_names_are_not_cut_for_a_path(paths_table: PagedTable) -> None:
    metrics = QFontMetrics(paths_table.font())
    one = metrics.averageCharWidth()

    paths_table.resize(50 * one + 100, 400)

    assert paths_table.columnWidth(0) >= 20 * one + 2 * Space.S  # though it needs less
    assert paths_table.columnWidth(1) > 18 * one
    assert paths_table.horizontalHeader().length() == paths_table.viewport().width()


def test_the_width_that_a_path_was_lent_is_not_kept(paths_table: PagedTable) -> None:
    kept = paths_table.save_columns()
    paths_table.resize(600, 400)
    wide = paths_table.columnWidth(1)

    assert paths_table.restore_columns(kept)

    assert paths_table.columnWidth(1) == wide


def test_a_path_column_that_was_dragged_keeps_its_width(paths_table: PagedTable) -> None:
    paths_table.horizontalHeader().resizeSection(1, 90)

    paths_table.set_ids(np.arange(5, dtype=np.int64))
    paths_table.resize(1300, 400)

    assert paths_table.columnWidth(1) == 90


def test_of_two_columns_the_one_with_the_longer_text_is_wider(qtbot: QtBot) -> None:
    columns: tuple[Column[Item], ...] = (
        Column("a", lambda: "A", lambda _i: "short", takes_spare_width=True, width=10),
        Column("b", lambda: "B", lambda _i: LONG_PATH, takes_spare_width=True, width=10),
    )
    model: PagedTableModel[Item] = PagedTableModel(columns, fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.resize(QFontMetrics(made.font()).horizontalAdvance(LONG_PATH) + 160, 300)
    made.show()
    made.set_ids(np.arange(3, dtype=np.int64))

    assert made.columnWidth(1) >= QFontMetrics(made.font()).horizontalAdvance(LONG_PATH)
    assert made.horizontalHeader().length() == made.viewport().width()


def named_table(qtbot: QtBot, name: str) -> PagedTable:
    column = Column(
        "name", lambda: "Name", lambda _item: name, takes_spare_width=True, elide=MIDDLE
    )
    model: PagedTableModel[Item] = PagedTableModel((column,), fetch, lambda i: i.number)
    made = PagedTable(model)
    model.setParent(made)
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    made.set_ids(np.arange(100, dtype=np.int64))
    return made


@pytest.mark.parametrize("percent", [100, 200])
def test_a_name_that_would_be_cut_below_its_room_stands_in_two_lines(
    qtbot: QtBot, theme: Theme, percent: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    table = named_table(qtbot, "minutes of the harbour.txt")
    one_line_px = table.rowHeight(0)

    table.resize(theme.scaled(160), 400)
    assert table.rowHeight(0) == max(30, 2 * table.fontMetrics().height() + 12) > one_line_px
    table.resize(theme.scaled(250), 400)
    assert table.rowHeight(0) == one_line_px


def test_the_row_at_the_top_stays_there_when_names_need_two_lines(qtbot: QtBot) -> None:
    table = named_table(qtbot, "minutes of the harbour.txt")
    qtbot.waitUntil(lambda: table.verticalScrollBar().maximum() > 0)
    table.verticalScrollBar().setValue(70 * table.rowHeight(0))

    table.resize(160, 400)
    assert table.rowAt(0) == 70
    table.resize(900, 400)
    assert table.rowAt(0) == 70


@pytest.mark.parametrize(
    ("name", "fitting", "first"),
    [
        ("garden-report-2023-v2.txt", "garden-report-20", "garden-report-"),
        ("gardenreport2023version2.txt", "gardenreport2023", "gardenreport2023"),
        ("knife-sharpening.txt", "knife-sharpenin", "knife-"),
        ("a-gardenreportofmanyyears.txt", "a-gardenreporto", "a-gardenreporto"),
        ("图书室工作报告定稿二〇二三.txt", "图书室工作报告", "图书室工作报告"),
    ],
)
def test_a_name_is_cut_in_two_where_a_part_of_it_ends(
    table: PagedTable, name: str, fitting: str, first: str
) -> None:
    metrics = table.fontMetrics()

    above, below = cut_in_two(name, metrics, metrics.horizontalAdvance(fitting))

    assert above == first
    assert above + below == name
