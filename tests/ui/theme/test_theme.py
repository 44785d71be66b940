"""Colours and fonts: contrast in both themes, the live switch, sizes that never get too small."""

from collections.abc import Callable

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QImage, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QRadioButton,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QTableWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.theme.icons import icon
from simhash_gui.ui.theme.theme import Theme, heading_weight
from simhash_gui.ui.theme.tokens import CJK_FAMILIES, FontRole, Token, colors, mix, passage_color
from tests.helpers.calls import counted_calls

TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
PROJECTOR_CONTRAST = 7.0


def luminance(color: QColor) -> float:
    """Relative luminance, WCAG 2.2."""
    channels = [color.redF(), color.greenF(), color.blueF()]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    """Contrast ratio, WCAG 2.2: 1 to 21."""
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    "ground", [Token.WINDOW, Token.SURFACE, Token.RAISED, Token.RAIL, Token.HOVER, Token.SELECTION]
)
@pytest.mark.parametrize("text", [Token.TEXT, Token.MUTED, Token.WARN])
def test_text_can_be_read_on_every_ground(dark: bool, ground: Token, text: Token) -> None:
    tones = colors(dark)

    assert contrast(tones[text], tones[ground]) >= (
        TEXT_CONTRAST if text is not Token.WARN else MARK_CONTRAST
    )


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ground", [Token.WINDOW, Token.SURFACE, Token.RAISED, Token.RAIL])
@pytest.mark.parametrize(
    "text",
    [Token.TEXT, Token.MUTED, Token.ACCENT, Token.DIFFERS, Token.AGREES, Token.WARN, Token.DANGER],
)
def test_high_contrast_is_read_from_the_back_of_a_room(
    dark: bool, ground: Token, text: Token
) -> None:
    tones = colors(dark, high_contrast=True)

    assert contrast(tones[text], tones[ground]) >= PROJECTOR_CONTRAST
    assert contrast(tones[Token.OUTLINE], tones[ground]) >= TEXT_CONTRAST


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ground", [Token.ACCENT, Token.ACCENT_HOVER, Token.ACCENT_PRESSED])
def test_the_words_of_a_primary_button_can_be_read_in_every_state(
    dark: bool, ground: Token
) -> None:
    tones = colors(dark)

    assert contrast(tones[Token.ON_ACCENT], tones[ground]) >= TEXT_CONTRAST


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    "mark", [Token.ACCENT, Token.DIFFERS, Token.AGREES, Token.WARN, Token.DANGER]
)
def test_marks_can_be_told_from_the_surface(dark: bool, mark: Token) -> None:
    tones = colors(dark)

    assert contrast(tones[mark], tones[Token.SURFACE]) >= MARK_CONTRAST


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ground", [Token.WINDOW, Token.SURFACE, Token.RAISED])
def test_what_cannot_be_used_now_can_still_be_made_out(dark: bool, ground: Token) -> None:
    tones = colors(dark)

    assert contrast(tones[Token.DISABLED], tones[ground]) >= MARK_CONTRAST


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("number", range(7))
def test_text_can_be_read_on_the_colour_of_every_source(dark: bool, number: int) -> None:
    text = colors(dark)[Token.TEXT]

    assert contrast(text, passage_color(number, dark)) >= TEXT_CONTRAST


@pytest.mark.parametrize("kind", [QTreeWidget, QListWidget])
def test_every_list_shows_by_a_frame_that_it_has_the_keyboard(
    qtbot: QtBot, theme: Theme, kind: type[QTreeWidget | QListWidget]
) -> None:
    shown = kind()
    qtbot.addWidget(shown)
    shown.setStyleSheet(theme.sheet)
    shown.resize(200, 100)
    shown.show()
    shown.setFocus()
    qtbot.waitUntil(shown.hasFocus)

    edge = shown.grab().toImage().pixelColor(100, 0)

    assert edge.name() == theme.color(Token.ACCENT).name()


def test_the_colours_of_sources_come_round_again() -> None:
    assert passage_color(0, dark=False) == passage_color(7, dark=False)


def test_mixing_half_of_white_into_black_gives_grey() -> None:
    grey = mix(QColor("#000000"), QColor("#FFFFFF"), 0.5)

    assert grey.red() == grey.green() == grey.blue()
    assert grey.red() in {127, 128}


class Follower(QObject):
    """Follows, and says so."""

    def __init__(self, name: str, told: list[str]) -> None:
        super().__init__()
        self._name, self._told = name, told

    def follow(self) -> None:
        self._told.append(self._name)


class SlowFollower(QObject):
    """Needs so long to follow that its window is to be painted meanwhile; counts its paintings."""

    def __init__(self, qtbot: QtBot, window: QWidget) -> None:
        super().__init__(window)
        self._qtbot = qtbot
        self.was_asked, self.painted = False, 0
        window.installEventFilter(self)

    def follow(self) -> None:
        self._qtbot.waitUntil(lambda: self.was_asked)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.was_asked |= event.type() is QEvent.Type.UpdateRequest
        self.painted += event.type() is QEvent.Type.Paint
        return super().eventFilter(watched, event)


def test_whoever_follows_later_has_a_turn_of_the_event_loop_to_itself(theme: Theme) -> None:
    told: list[str] = []
    followers = [Follower(name, told) for name in "abc"]
    QApplication.processEvents()
    for follower in followers:
        theme.follow_later(follower.follow)
    shiboken6.delete(followers[1])

    turns = []
    while len(told) < 2:
        QApplication.processEvents()
        turns.append([*told])

    assert turns == [["a"], ["a"], ["a", "c"]]


def test_what_is_on_show_follows_first_and_is_painted_when_all_of_it_has(
    qtbot: QtBot, theme: Theme
) -> None:
    told: list[str] = []
    window, (first, second, hidden) = QWidget(), [Follower(name, told) for name in "abc"]
    qtbot.addWidget(window)
    QApplication.processEvents()
    theme.follow_later(hidden.follow)
    for follower in (first, second):
        theme.follow_on_show(follower.follow, window)

    turns = []
    while len(told) < 3:
        QApplication.processEvents()
        turns.append((told[-1], window.updatesEnabled()))

    assert turns == [("a", False), ("b", True), ("c", True)]


def test_a_window_is_painted_that_was_to_be_painted_while_its_parts_followed(
    qtbot: QtBot, theme: Theme
) -> None:
    window = QWidget()
    label = QLabel("on show", window)
    follower = SlowFollower(qtbot, window)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: follower.painted > 0)
    follower.was_asked, follower.painted = False, 0

    label.update()
    theme.follow_on_show(follower.follow, window)

    qtbot.waitUntil(lambda: follower.painted > 0)


def test_switching_to_dark_changes_palette_and_tells_everybody(theme: Theme, qtbot: QtBot) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.apply(ThemeChoice.DARK)

    palette = QApplication.palette()
    assert theme.is_dark
    assert palette.color(QPalette.ColorRole.Window) == theme.color(Token.WINDOW)
    assert luminance(palette.color(QPalette.ColorRole.Window)) < 0.05


def test_the_system_decides_unless_the_user_has(theme: Theme) -> None:
    theme.apply(ThemeChoice.SYSTEM)

    is_system_dark = QApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    assert theme.is_dark is is_system_dark


@pytest.mark.parametrize(
    ("choice", "is_dark"), [(ThemeChoice.SYSTEM, True), (ThemeChoice.LIGHT, False)]
)
def test_a_change_of_the_system_is_followed_unless_the_user_has_chosen(
    theme: Theme, choice: ThemeChoice, is_dark: bool
) -> None:
    theme.apply(choice)

    theme.follow_system(Qt.ColorScheme.Dark)

    assert theme.is_dark is is_dark
    theme.follow_system(Qt.ColorScheme.Light)
    assert not theme.is_dark


@pytest.mark.parametrize("percent", [75, 100, 200])
@pytest.mark.parametrize("role", list(FontRole))
def test_no_text_is_ever_smaller_than_nine_points(
    theme: Theme, role: FontRole, percent: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)

    assert theme.font(role).pointSizeF() >= 9


def test_two_hundred_per_cent_doubles_the_body(theme: Theme) -> None:
    before = theme.font(FontRole.BODY).pointSizeF()

    theme.apply(ThemeChoice.LIGHT, 200)

    assert theme.font(FontRole.BODY).pointSizeF() == pytest.approx(2 * before)
    assert QApplication.font().pointSizeF() == pytest.approx(2 * before)


def test_a_title_is_larger_than_a_section_and_that_than_the_body(theme: Theme) -> None:
    sizes = [
        theme.font(role).pointSizeF()
        for role in (FontRole.TITLE, FontRole.SECTION, FontRole.BODY, FontRole.CAPTION)
    ]

    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("role", list(FontRole))
def test_chinese_is_found_by_the_same_families_in_every_font(theme: Theme, role: FontRole) -> None:
    assert theme.font(role).families()[1:] == [
        "Noto Sans CJK SC",
        "PingFang SC",
        "Microsoft YaHei",
        "WenQuanYi Micro Hei",
    ]


def test_a_colour_that_is_changed_by_its_user_stays_the_same_for_others(theme: Theme) -> None:
    theme.color(Token.ACCENT).setAlphaF(0.1)

    assert theme.color(Token.ACCENT).alphaF() == 1


def test_an_icon_beside_words_has_room_behind_it(theme: Theme) -> None:
    size = QSize(16 + 4, 16)

    drawing = icon("check", Token.TEXT, 4).pixmap(size).toImage()

    ratio = drawing.devicePixelRatio()
    assert drawing.size() == size * ratio
    room = range(round(16 * ratio), drawing.width())
    assert {drawing.pixelColor(x, y).alpha() for x in room for y in range(drawing.height())} == {0}


def test_headings_are_bold_unless_only_a_chinese_face_of_one_weight_is_there() -> None:
    assert heading_weight() is QFont.Weight.DemiBold  # in English, whatever faces there are


@pytest.mark.parametrize("role", [FontRole.TITLE, FontRole.SECTION])
def test_no_chinese_heading_mixes_weights(theme: Theme, role: FontRole) -> None:
    if not any(map(QFontDatabase.hasFamily, CJK_FAMILIES)):
        pytest.skip("none of the Chinese faces that headings are set in is here")
    QLocale.setDefault(QLocale("zh_CN"))
    heading = theme.font(role)
    plain = QFont(heading)
    plain.setWeight(QFont.Weight.Normal)

    is_heavier = {text: ink(heading, text) > 1.05 * ink(plain, text) for text in ("簇组", "Ag")}

    assert is_heavier["簇组"] == is_heavier["Ag"]


def ink(font: QFont, text: str) -> int:
    """How much is dark of what is drawn."""
    drawn = QImage(300, 100, QImage.Format.Format_Grayscale8)
    drawn.fill(Qt.GlobalColor.white)
    painter = QPainter(drawn)
    painter.setFont(font)
    painter.drawText(10, 70, text)
    painter.end()
    return sum(255 - value for value in drawn.constBits())


def test_a_font_is_made_once_and_given_as_a_copy(theme: Theme) -> None:
    first = theme.font(FontRole.SECTION)
    first.setPointSizeF(99)

    with counted_calls() as calls:
        again = theme.font(FontRole.SECTION)

    assert again.pointSizeF() != 99
    assert not calls["_points"]


def test_fonts_are_made_again_at_another_scale(theme: Theme) -> None:
    points = theme.font(FontRole.BODY).pointSizeF()

    theme.apply(ThemeChoice.LIGHT, 200)

    assert theme.font(FontRole.BODY).pointSizeF() == 2 * points


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_placeholders_can_be_read(qtbot: QtBot, theme: Theme, choice: ThemeChoice) -> None:
    theme.apply(choice)
    line = QLineEdit()
    qtbot.addWidget(line)
    line.show()
    palette = line.palette()

    written, ground = palette.placeholderText().color(), line.grab().toImage().pixelColor(20, 4)
    assert written.alpha() == 255
    assert contrast(written, ground) >= TEXT_CONTRAST


@pytest.mark.parametrize("percent", [100, 200])
def test_the_knob_of_a_slider_is_round_and_grows_with_the_type(
    qtbot: QtBot, theme: Theme, percent: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    slider = QSlider(Qt.Orientation.Horizontal)
    qtbot.addWidget(slider)
    slider.setStyleSheet(theme.sheet)
    slider.show()
    slider.resize(300, slider.sizeHint().height())

    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    style, part = slider.style(), QStyle.SubControl.SC_SliderHandle
    knob = style.subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider)

    assert knob.width() == knob.height() == theme.scaled(16) + 4


def marked_menu(*, has_sign: bool) -> QWidget:
    menu = QMenu()
    action = menu.addAction("Protected")
    action.setCheckable(True)
    action.setChecked(has_sign)
    return menu


def folded_tree(*, has_sign: bool) -> QWidget:
    tree = QTreeWidget()
    item = QTreeWidgetItem(tree, ["letters"])
    if has_sign:
        item.addChild(QTreeWidgetItem())
    return tree


def sorted_table(*, has_sign: bool) -> QWidget:
    table = QTableWidget(0, 2)
    table.setHorizontalHeaderLabels(["A", "B"])
    table.horizontalHeader().setDefaultSectionSize(150)
    table.horizontalHeader().setSortIndicatorShown(True)
    table.horizontalHeader().setSortIndicator(0 if has_sign else -1, Qt.SortOrder.AscendingOrder)
    return table


@pytest.mark.parametrize("make", [marked_menu, folded_tree, sorted_table])
def test_signs_that_qt_draws_grow_with_the_type(
    qtbot: QtBot, theme: Theme, make: Callable[..., QWidget]
) -> None:
    heights = []
    for percent in (100, 200):
        theme.apply(ThemeChoice.LIGHT, percent)
        bare, signed = (grabbed(qtbot, make(has_sign=is_signed)) for is_signed in (False, True))
        heights.append(differing_rows(bare, signed))

    assert heights[0] > 3
    assert heights[1] >= 1.8 * heights[0]


def grabbed(qtbot: QtBot, widget: QWidget) -> QImage:
    qtbot.addWidget(widget)
    widget.setStyleSheet(Theme.current().sheet)
    widget.resize(400, 80)
    widget.show()
    return widget.grab(QRect(0, 0, 400, 80)).toImage()


def differing_rows(one: QImage, other: QImage) -> int:
    """How high the part is in which two pictures differ."""
    places = [QPoint(x, y) for y in range(one.height()) for x in range(one.width())]
    rows = {place.y() for place in places if one.pixel(place) != other.pixel(place)}
    return max(rows) - min(rows) + 1 if rows else 0


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_boxes_are_not_squeezed_where_the_room_is_low(
    qtbot: QtBot, theme: Theme, kind: type[QCheckBox | QRadioButton]
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    box, low = kind("Box"), QWidget()
    qtbot.addWidget(low)
    low.setStyleSheet(theme.sheet)
    QVBoxLayout(low).addWidget(box)
    low.show()

    low.resize(200, 1)

    assert box.height() >= theme.scaled(16) + 2
