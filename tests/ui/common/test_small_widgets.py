"""Labels, buttons, the filter line, empty states, icons."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QFontMetrics, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.common.buttons import ActionButton, IconButton, SwitchButton
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel, in_lines
from simhash_gui.ui.common.laid_out_first import LaidOutFirst
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.library_page import SamplesCard
from simhash_gui.ui.session.page import BodyStack, PageHeader
from simhash_gui.ui.shell.job_bar import ThinProgress
from simhash_gui.ui.theme.icons import icon, icon_path, pixmap, window_icon
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import CONTROL_HEIGHT, FontRole, Token

LEFT = Qt.MouseButton.LeftButton
LONG = "/home/li/Documents/archive/2019/quarter three/minutes of the meeting.txt"


# Labels


def test_a_path_too_long_for_its_label_loses_its_middle(qtbot: QtBot) -> None:
    label = ElidedLabel(LONG)
    qtbot.addWidget(label)

    label.resize(200, 20)
    label.show()

    assert label.text().startswith("/home")
    assert label.text().endswith(".txt")
    assert "…" in label.text()
    assert label.toolTip() == LONG
    assert label.full_text() == LONG


@pytest.mark.parametrize(
    ("width", "shown"),
    [(400, "7 common passages, 3 of them moved"), (160, "7 passages"), (30, "7")],
)
def test_of_shorter_ways_to_say_it_the_longest_that_fits_is_shown_whole(
    qtbot: QtBot, width: int, shown: str
) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(width, 20)

    label.set_full_text("7 common passages, 3 of them moved", ("7 passages", "7"))

    assert label.text() == shown
    assert label.full_text() == "7 common passages, 3 of them moved"


def test_a_path_with_room_is_shown_whole_and_needs_no_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel(LONG)
    qtbot.addWidget(label)

    label.resize(label.sizeHint())
    label.show()

    assert label.text() == LONG
    assert label.toolTip() == ""


def test_a_label_shows_another_text_in_the_same_room(qtbot: QtBot) -> None:
    label = ElidedLabel("a.txt")
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show()

    label.set_full_text(LONG)

    assert "…" in label.text()
    assert label.accessibleName() == LONG


def test_a_wrapped_label_asks_for_the_height_of_its_own_width(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    label = WrappedLabel("word " * 60)
    column = QVBoxLayout(holder)
    column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
    label.setFixedWidth(200)

    holder.show()

    assert label.height() >= label.heightForWidth(200) > 3 * label.fontMetrics().height()


# Buttons


def test_a_button_follows_its_action(qtbot: QtBot) -> None:
    action = QAction("Add folder…")
    action.setShortcut(QKeySequence("Ctrl+O"))
    button = ActionButton(action, "folder-plus", is_primary=True)
    qtbot.addWidget(button)
    button.show()

    action.setText("Add another…")
    action.setEnabled(False)

    assert button.text() == "Add another…"
    assert not button.isEnabled()
    assert "Ctrl+O" in button.toolTip()
    action.setVisible(False)
    assert not button.isVisible()


@pytest.mark.parametrize("kind", [ActionButton, IconButton])
def test_a_click_on_a_button_triggers_its_action(qtbot: QtBot, kind: type) -> None:
    action = QAction("Rescan")
    button = (
        ActionButton(action, "refresh") if kind is ActionButton else IconButton("refresh", action)
    )
    qtbot.addWidget(button)
    button.show()

    with qtbot.waitSignal(action.triggered):
        qtbot.mouseClick(button, LEFT)


def test_an_icon_button_says_what_it_does(qtbot: QtBot) -> None:
    action = QAction("Rescan")
    button = IconButton("refresh", action)
    qtbot.addWidget(button)

    assert button.accessibleName() == "Rescan"
    assert button.toolTip() == "Rescan"
    action.setVisible(False)
    assert button.isHidden()
    assert min(button.minimumSizeHint().toTuple()) >= 24


def test_a_button_whose_action_is_not_visible_never_shows(qtbot: QtBot) -> None:
    action = QAction("Rescan")
    action.setVisible(False)
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    button = ActionButton(action)
    column.addWidget(button)

    holder.show()

    assert not button.isVisible()


def test_the_words_of_an_empty_page_give_way_on_a_small_screen(qtbot: QtBot) -> None:
    empty = EmptyState("compare")
    qtbot.addWidget(empty)
    empty.set_texts("Nothing to compare yet", LONG, "Choose two documents…")
    before = drawn_px(empty)
    try:
        Theme.current().apply(ThemeChoice.LIGHT, 200)
        after = drawn_px(empty)
        empty.resize(600, 500)
        empty.show()
        widths = [label.width() for label in empty.findChildren(WrappedLabel)]
        least = empty.minimumSizeHint().width()
    finally:
        Theme.current().apply(ThemeChoice.LIGHT, 100)

    assert after == 2 * before
    assert least < 600
    assert all(0 < width < 600 for width in widths)


def drawn_px(empty: EmptyState) -> float:
    """How wide its drawing is."""
    widths = [
        label.pixmap().deviceIndependentSize().width() for label in empty.findChildren(QLabel)
    ]
    return max(widths)


def test_a_page_needs_room_only_for_what_it_shows(qtbot: QtBot) -> None:
    stack, low, high = BodyStack(), QWidget(), QWidget()
    qtbot.addWidget(stack)
    for shown, height_px in ((low, 40), (high, 900)):
        column = QVBoxLayout(shown)
        inner = QWidget()
        inner.setMinimumHeight(height_px)
        column.addWidget(inner)
        stack.addWidget(shown)

    assert stack.minimumSizeHint().height() < 100
    stack.setCurrentWidget(high)
    assert stack.minimumSizeHint().height() >= 900


def test_another_page_is_laid_out_in_one_turn_and_painted_in_the_next(qtbot: QtBot) -> None:
    window, page, label = QWidget(), QWidget(), QLabel("documents")
    qtbot.addWidget(window)
    stack = BodyStack(window)
    stack.addWidget(QWidget())
    QVBoxLayout(page).addWidget(label)
    stack.addWidget(page)
    stack.resize(400, 300)
    window.show()
    qtbot.waitExposed(window)
    QApplication.processEvents()
    painted = Painted(label)

    stack.setCurrentIndex(1)
    QApplication.sendPostedEvents()
    assert label.width() > 300
    assert not painted.count

    qtbot.waitUntil(lambda: painted.count > 0, timeout=5000)


def test_what_is_held_while_it_is_laid_out_is_laid_out_again_before_it_is_painted(
    qtbot: QtBot,
) -> None:
    widget, told = QWidget(), list[str]()
    qtbot.addWidget(widget)
    widget.show()

    def lay_out() -> None:
        told.append("laid out" if not widget.updatesEnabled() else "painted")
        if told.count("laid out") == 1:
            painting.hold()

    painting = LaidOutFirst(widget, lay_out, lambda: told.append("marked"))
    painting.held.connect(lambda: told.append("held"))
    painting.hold()
    painting.hold()
    qtbot.waitUntil(widget.updatesEnabled)

    assert told == ["held", "laid out", "held", "laid out", "marked"]


def test_steps_before_a_painting_have_each_its_own_turn(qtbot: QtBot) -> None:
    widget, told = QWidget(), list[str]()
    qtbot.addWidget(widget)
    widget.show()
    painting = LaidOutFirst(widget, *(lambda: told.append("step") for _ in range(3)))
    turns = QTimer(widget)
    turns.timeout.connect(lambda: told.append("turn"))
    painting.hold()
    turns.start(0)
    qtbot.waitUntil(widget.updatesEnabled)

    assert [told[place : place + 2].count("step") for place in range(5)] == [1] * 5


def test_what_is_around_is_painted_with_its_last_part(qtbot: QtBot) -> None:
    window, told = QWidget(), list[bool]()
    part = QWidget(window)
    qtbot.addWidget(window)
    window.show()
    around = LaidOutFirst(window)
    within = LaidOutFirst(part, *(lambda: told.append(window.updatesEnabled()) for _ in range(4)))

    around.hold()
    within.hold()
    qtbot.waitUntil(lambda: window.updatesEnabled() and part.updatesEnabled())

    assert told == [False] * 4


def test_another_language_is_told_to_a_page_when_it_comes_to_the_front(qtbot: QtBot) -> None:
    stack, pages = BodyStack(), [SamplesCard(), SamplesCard()]
    qtbot.addWidget(stack)
    for page in pages:
        stack.addWidget(page)
        page.button.setText("in another language")

    QApplication.sendEvent(stack, QEvent(QEvent.Type.LanguageChange))
    told = [page.button.text() for page in pages]
    stack.setCurrentIndex(1)

    assert told == ["Open the samples", "in another language"]
    assert pages[1].button.text() == "Open the samples"


class Painted(QObject):
    """How often something was painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.Paint
        return False


# The filter line


@pytest.fixture
def filter_box(qtbot: QtBot) -> FilterBox:
    made = FilterBox()
    qtbot.addWidget(made)
    made.show()
    return made


def test_typing_is_told_once_after_a_pause(filter_box: FilterBox, qtbot: QtBot) -> None:
    told: list[str] = []
    filter_box.filtered.connect(told.append)

    qtbot.keyClicks(filter_box, "report")
    assert told == []
    qtbot.waitUntil(lambda: told == ["report"], timeout=5000)


def test_enter_does_not_wait_for_the_pause(filter_box: FilterBox, qtbot: QtBot) -> None:
    qtbot.keyClicks(filter_box, "report")

    with qtbot.waitSignal(filter_box.filtered) as told:
        qtbot.keyClick(filter_box, Qt.Key.Key_Return)

    assert told.args == ["report"]


def test_the_same_filter_is_not_told_twice(filter_box: FilterBox, qtbot: QtBot) -> None:
    filter_box.show_filter("report")

    with qtbot.assertNotEmitted(filter_box.filtered):
        qtbot.keyClick(filter_box, Qt.Key.Key_Return)


def test_clearing_is_told_at_once(filter_box: FilterBox, qtbot: QtBot) -> None:
    filter_box.show_filter("report")

    with qtbot.waitSignal(filter_box.filtered) as told:
        filter_box.clear_filter()

    assert told.args == [""]


def test_the_signs_of_the_filter_grow_with_the_text(filter_box: FilterBox) -> None:
    before = filter_box.sign.pixmap().deviceIndependentSize().width()
    try:
        Theme.current().apply(ThemeChoice.LIGHT, 200)
        after = filter_box.sign.pixmap().deviceIndependentSize().width()
        button = filter_box.clear_button.iconSize().width()
        margin = filter_box.textMargins().left()
    finally:
        Theme.current().apply(ThemeChoice.LIGHT, 100)

    assert (after, button) == (2 * before, 2 * before)
    assert margin >= after


def test_clearing_does_not_cover_what_stands_at_the_end(filter_box: FilterBox) -> None:
    star = filter_box.add_button(QAction(icon("star"), "Keep", filter_box))
    filter_box.show()
    filter_box.setText("report")

    assert not filter_box.clear_button.geometry().intersects(star.geometry())
    assert star.x() > filter_box.clear_button.x()


def test_what_stands_at_the_end_grows_with_the_text(filter_box: FilterBox) -> None:
    star = filter_box.add_button(QAction(icon("star"), "Keep", filter_box))
    filter_box.show()
    try:
        Theme.current().apply(ThemeChoice.LIGHT, 200)
        size = star.iconSize().width(), star.width()
    finally:
        Theme.current().apply(ThemeChoice.LIGHT, 100)

    assert size >= (32, 32)


def test_the_count_stands_in_the_line_where_there_is_room(filter_box: FilterBox) -> None:
    filter_box.resize(600, 36)
    margin = filter_box.textMargins().right()

    filter_box.show_count("54 documents")
    assert filter_box.count.isVisible()
    assert filter_box.count.geometry().right() < filter_box.clear_button.x()
    assert filter_box.textMargins().right() >= margin + filter_box.count.width()

    filter_box.resize(180, 36)
    assert not filter_box.count.isVisible()
    assert filter_box.textMargins().right() == margin


def test_a_key_typed_elsewhere_begins_the_filter(filter_box: FilterBox, qtbot: QtBot) -> None:
    filter_box.begin_with("r")
    qtbot.keyClicks(filter_box, "e")

    assert filter_box.text() == "re"


# Pages without content


def test_an_empty_page_has_one_button(qtbot: QtBot) -> None:
    state = EmptyState("folder")
    qtbot.addWidget(state)
    state.set_texts("No documents yet", "Add a folder.", "Add folder…")
    state.show()

    with qtbot.waitSignal(state.acted):
        qtbot.mouseClick(state.button, LEFT)

    assert state.text() == "No documents yet\nAdd a folder."
    state.set_icon_name("warning")
    state.set_texts("Nothing", "At all.", "")
    assert not state.button.isVisible()


def test_the_card_of_the_samples_says_everything_again_in_another_language(qtbot: QtBot) -> None:
    card = SamplesCard()
    qtbot.addWidget(card)
    card.button.setText("")

    card.changeEvent(QEvent(QEvent.Type.LanguageChange))

    assert card.button.text() == "Open the samples"


def test_a_page_header_hides_a_summary_that_says_nothing(qtbot: QtBot) -> None:
    header = PageHeader()
    qtbot.addWidget(header)
    header.set_title("Library")
    header.add_widget(QWidget())
    header.show()
    short = header.sizeHint().height()

    header.set_summary("54 documents")

    assert header.title() == "Library"
    assert header.summary() == "54 documents"
    qtbot.waitUntil(lambda: header.sizeHint().height() > short)


def test_a_page_header_shortens_its_summary_and_then_wraps(qtbot: QtBot) -> None:
    header, button = PageHeader(), QWidget()
    qtbot.addWidget(header)
    header.set_title("Library")
    button.setMinimumSize(200, 30)
    header.add_widget(button)
    header.set_summary("54 documents · 60 files · 1 failed", ("54 documents · 1 failed",))
    header.show()
    summary = header.findChild(ElidedLabel)
    assert summary is not None

    header.resize(summary.shortest_px() + 200 + 80, 200)
    qtbot.waitUntil(lambda: summary.text() == "54 documents · 1 failed")
    header.resize(summary.shortest_px() + 60, 200)
    qtbot.waitUntil(lambda: button.y() > summary.y())

    assert summary.text() == "54 documents · 1 failed"


@pytest.mark.parametrize(("share", "shown"), [(0.5, 0.5), (1.7, 1.0), (-1.0, 0.0), (None, None)])
def test_a_line_of_progress_stays_between_its_ends(
    qtbot: QtBot, share: float | None, shown: float | None
) -> None:
    line = ThinProgress()
    qtbot.addWidget(line)

    line.set_share(share)

    assert line.share == shown
    assert not line.grab().isNull()


# Icons


@pytest.mark.parametrize(
    "path", sorted(icon_path("any").parent.glob("*.svg")), ids=lambda p: p.stem
)
def test_every_icon_can_be_drawn(path: object, theme: Theme) -> None:
    name = path.stem  # type: ignore[attr-defined]

    picture = pixmap(name, theme.color(Token.TEXT), 24).toImage()

    corners = {picture.pixelColor(x, y).alpha() for x in range(24) for y in range(24)}
    assert max(corners) > 0


def test_icons_take_the_colour_they_are_asked_for() -> None:
    picture = pixmap("close", QColor("#FF0000"), 24).toImage()

    assert picture.pixelColor(12, 12).red() == 255
    assert picture.pixelColor(12, 12).green() == 0


def test_icons_have_a_size_for_large_type(theme: Theme) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)

    assert (40, 40) in {size.toTuple() for size in icon("close").availableSizes()}


def test_the_program_has_a_mark_in_many_sizes() -> None:
    assert {16, 256} <= {size.width() for size in window_icon().availableSizes()}


def test_a_role_can_be_changed_after_the_widget_was_shown(qtbot: QtBot) -> None:
    button = ActionButton(QAction("Go"))
    qtbot.addWidget(button)
    button.show()

    set_role(button, Role.PRIMARY)

    assert button.property("role") == "primary"


@pytest.mark.parametrize("percent", [100, 200])
def test_a_switch_is_never_lower_than_its_words(qtbot: QtBot, theme: Theme, percent: int) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    button = SwitchButton()
    qtbot.addWidget(button)
    button.setText("Wrap 换行")

    assert button.minimumSizeHint().height() >= max(button.fontMetrics().height(), CONTROL_HEIGHT)


def inked(widget: QWidget, ground: QPoint) -> list[int]:
    """The columns of its picture in which something stands beside the ground at a point."""
    picture = widget.grab().toImage()
    assert picture.devicePixelRatio() == 1
    color = picture.pixelColor(ground)
    rows = range(4, picture.height() - 4)
    return [
        x
        for x in range(4, picture.width() - 4)
        if any(picture.pixelColor(x, y) != color for y in rows)
    ]


def test_a_switch_has_a_border_and_a_tick_when_it_is_on(qtbot: QtBot, theme: Theme) -> None:
    button = SwitchButton()
    qtbot.addWidget(button)
    button.setText("Wrap")
    button.show()
    edges, boxes = [], []
    for is_on in (False, True):
        button.setChecked(is_on)
        edges.append(button.grab().toImage().pixelColor(0, button.height() // 2).name())
        boxes.append(button.icon().pixmap(button.iconSize()).toImage())

    assert edges == [theme.color(Token.OUTLINE).name(), theme.color(Token.ACCENT).name()]
    assert boxes[0] != boxes[1]


@pytest.mark.parametrize("percent", [100, 200])
def test_a_switch_has_as_much_room_behind_its_words_as_before_its_box(
    qtbot: QtBot, theme: Theme, percent: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    button = SwitchButton()
    qtbot.addWidget(button)
    button.setText("Wrap 换行")
    button.show()
    for is_on in (False, True):
        button.setChecked(is_on)
        ink = inked(button, QPoint(button.width() // 2, 3))
        assert abs(ink[0] - (button.width() - 1 - ink[-1])) <= 2


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_boxes_grow_with_the_type(
    qtbot: QtBot, theme: Theme, kind: type[QCheckBox | QRadioButton]
) -> None:
    sides = []
    for percent in (100, 200):
        theme.apply(ThemeChoice.LIGHT, percent)
        button = kind()
        qtbot.addWidget(button)
        button.show()
        column = inked(button, button.rect().topRight())
        sides.append(column[-1] - column[0])

    assert sides[0] > 8
    assert sides[1] >= 1.6 * sides[0]


def test_the_arrow_of_a_choice_grows_with_the_type(qtbot: QtBot, theme: Theme) -> None:
    sides = []
    for percent in (100, 200):
        theme.apply(ThemeChoice.LIGHT, percent)
        box = QComboBox()
        qtbot.addWidget(box)
        box.resize(160, 60)
        box.show()
        column = inked(box, box.rect().center())
        sides.append(column[-1] - column[0])

    assert sides[1] >= 1.6 * sides[0] > 0


def test_an_icon_stands_eight_pixels_before_its_words(qtbot: QtBot) -> None:
    button = ActionButton(QAction("HHH"), "search")
    qtbot.addWidget(button)
    button.show()
    columns = inked(button, QPoint(5, button.height() // 2))
    gaps = [after - before - 1 for before, after in pairwise(columns)]

    assert 8 <= max(gaps) <= 12  # the drawing does not fill its square, nor a letter its own


@pytest.mark.parametrize(
    ("name", "longest", "most", "lines"),
    [
        ("knife-sharpening.txt", "knife-sharpening", 2, ["knife-", "sharpening.txt"]),
        (
            "knife-sharpening-new-order.txt",
            "knife-sharpenin",
            4,
            ["knife-", "sharpening-new-", "order.txt"],
        ),
        (
            "knife-sharpening-new-order.txt",
            "knife-sharpenin",
            2,
            ["knife-sharpenin", "g-new-…er.txt"],
        ),
        ("sharpening.txt", "sharpe", 4, ["sharpe", "ning.t", "xt"]),
    ],
)
def test_a_name_is_broken_within_a_word_only_where_it_must_be(
    name: str, longest: str, most: int, lines: list[str]
) -> None:
    metrics = QFontMetrics(Theme.current().font(FontRole.FIXED))

    assert in_lines(name, metrics, metrics.horizontalAdvance(longest), most) == lines
