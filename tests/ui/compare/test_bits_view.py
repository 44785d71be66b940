"""Walking over the bits with pointer and keys, pinning, copying, and what is said aloud."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.compare.bits import BitsData
from simhash_gui.ui.compare.bits_view import BitsView
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token
from tests.helpers.calls import counted_calls

A = 0x9F3A_04C1_7BE0_51D8
DIFFERENCES = (40, 9, 3)
B = A ^ (1 << 40) ^ (1 << 9) ^ (1 << 3)


def data(a: int = A, b: int = B, width: int = 64) -> BitsData:
    return BitsData(a, b, width, np.ones(width), np.ones(width))


@pytest.fixture
def view(qtbot: QtBot) -> BitsView:
    made = BitsView()
    qtbot.addWidget(made)
    made.resize(1000, made.heightForWidth(1000))
    made.show_bits(data())
    made.resize(1000, made.heightForWidth(1000))
    made.show()
    made.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(made.hasFocus)
    return made


def centre(view: BitsView, bit: int) -> QPoint:
    return view.bit_rect(bit).center()


def press(view: BitsView, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> int | None:
    held = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        held |= modifier
    QTest.keyClick(view, key, held)
    return view.current


def test_letters_are_measured_once_for_every_width(view: BitsView) -> None:
    with counted_calls() as calls:
        heights = [view.heightForWidth(width) for width in range(600, 1000, 50)]

    assert min(heights) > 0
    assert not calls["Theme.font"]


def test_cells_are_painted_once_while_one_moves_over_them(view: BitsView) -> None:
    view.grab()
    with counted_calls() as calls:
        press(view, Qt.Key.Key_Right)
        view.grab()
        view.pin(3)
        view.grab()

    assert calls["BitsPainter.paint"] >= 2
    assert not calls["BitsPainter._cell"]
    assert not calls["BitsPainter._key"]


def test_captions_follow_the_language(view: BitsView, translator: Translator) -> None:
    english = view.grab().toImage()
    translator.apply(Language.CHINESE)
    view.retranslate()
    chinese = view.grab().toImage()
    translator.apply(Language.ENGLISH)
    view.retranslate()

    assert chinese != english
    assert view.grab().toImage() == english


def test_other_colours_and_other_bits_paint_cells_again(view: BitsView, theme: Theme) -> None:
    light = color_at(view, centre(view, 9))
    theme.apply(ThemeChoice.DARK)
    dark = color_at(view, centre(view, 9))
    view.show_bits(data(b=A))
    equal = color_at(view, centre(view, 9))

    assert len({light, dark, equal}) == 3


def test_focus_begins_at_the_first_difference(view: BitsView) -> None:
    assert view.current == 40


def test_arrows_move_by_one_bit(view: BitsView) -> None:
    assert press(view, Qt.Key.Key_Right) == 39
    assert press(view, Qt.Key.Key_Left) == 40


def test_home_and_end_lead_to_the_most_and_the_least_significant_bit(view: BitsView) -> None:
    assert press(view, Qt.Key.Key_Home) == 63
    assert press(view, Qt.Key.Key_Left) == 63
    assert press(view, Qt.Key.Key_End) == 0
    assert press(view, Qt.Key.Key_Right) == 0


def test_control_and_arrows_move_by_blocks(view: BitsView) -> None:
    control = Qt.KeyboardModifier.ControlModifier

    assert press(view, Qt.Key.Key_Left, control) == 47
    assert press(view, Qt.Key.Key_Left, control) == 63
    assert press(view, Qt.Key.Key_Right, control) == 47
    press(view, Qt.Key.Key_End)
    assert press(view, Qt.Key.Key_Right, control) == 0


def test_d_goes_round_the_differences_in_both_directions(view: BitsView) -> None:
    forward = [press(view, Qt.Key.Key_D) for _ in DIFFERENCES]
    back = press(view, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)

    assert forward == [9, 3, 40]
    assert back == 3


def test_up_and_down_move_by_lines_where_the_bits_stand_on_several(view: BitsView) -> None:
    view.resize(560, view.heightForWidth(560))

    assert press(view, Qt.Key.Key_Down) == 40 - 32
    assert press(view, Qt.Key.Key_Up) == 40


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_key_pins_the_bit_and_lets_go_of_it_again(view: BitsView, key: Qt.Key) -> None:
    press(view, key)
    assert view.pinned == 40

    press(view, key)
    assert view.pinned is None


def test_escape_lets_go_of_the_pinned_bit(view: BitsView) -> None:
    view.pin(9)
    press(view, Qt.Key.Key_Escape)

    assert view.pinned is None


def test_a_click_pins_the_bit_under_the_pointer(view: BitsView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.pinned_changed) as pinned:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre(view, 9))

    assert pinned.args == [9]


def test_the_pointer_looks_at_bits_and_leaves_the_pinned_one(view: BitsView) -> None:
    view.pin(40)
    QTest.mouseMove(view, centre(view, 3))
    looked_at = view.current
    QTest.mouseMove(view, QPoint(view.width() - 1, 1))

    assert looked_at == 3
    assert view.current == 40


def test_other_fingerprints_forget_what_was_pinned(view: BitsView) -> None:
    view.pin(40)
    view.show_bits(data(b=A))

    assert view.pinned is None
    assert view.current == 63


def test_the_first_difference_is_looked_at_without_focus_or_pointer(qtbot: QtBot) -> None:
    view = BitsView()
    qtbot.addWidget(view)

    view.show_bits(data())

    assert view.current == DIFFERENCES[0]


@pytest.mark.parametrize(
    ("bit", "words"),
    [
        (40, "Bit 40: A zero, B one, different"),
        (63, "Bit 63: A one, B one, equal"),
        (5, "Bit 5: A zero, B zero, equal"),
    ],
)
def test_a_bit_is_described_in_words(view: BitsView, bit: int, words: str) -> None:
    view.pin(bit)

    assert view.accessibleDescription() == words


def test_walking_is_announced_to_screen_readers(view: BitsView) -> None:
    QAccessible.setActive(True)
    try:
        press(view, Qt.Key.Key_Right)
    finally:
        QAccessible.setActive(False)

    assert view.accessibleDescription().startswith("Bit 39")


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (0, "9f3a04c17be051d8"),
        (1, "9f3a05c17be053d0"),
        (2, "0000010000000208"),
        (3, "40, 9, 3"),
    ],
)
def test_the_context_menu_copies(view: BitsView, entry: int, text: str) -> None:
    view.copy_menu(data()).actions()[entry].trigger()

    assert QGuiApplication.clipboard().text() == text


def test_control_c_copies_both_fingerprints(view: BitsView) -> None:
    press(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "9f3a04c17be051d8\n9f3a05c17be053d0"


@pytest.mark.parametrize("width", [6, 20, 64, 100, 128])
@pytest.mark.parametrize("percent", [100, 200])
def test_any_width_fits_into_its_height_at_any_scale(
    qtbot: QtBot, theme: Theme, width: int, percent: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    made = BitsView()
    qtbot.addWidget(made)
    made.show_bits(data(1, 2**width - 1, width))

    for view_px in (300, 700, 1200):
        made.resize(view_px, made.heightForWidth(view_px))
        places = [made.bit_rect(bit) for bit in range(width)]
        assert all(made.rect().contains(place) for place in places)


def picture(view: BitsView) -> QImage:
    return view.grab().toImage()


def color_at(view: BitsView, place: QPoint) -> str:
    return picture(view).pixelColor(place * view.devicePixelRatio()).name()


def upper(view: BitsView, bit: int) -> QPoint:
    area = view.bit_rect(bit)
    return QPoint(area.center().x(), area.top() + area.width() // 2)


def test_one_bits_are_filled_and_zero_bits_are_not(view: BitsView, theme: Theme) -> None:
    view.clearFocus()

    assert color_at(view, upper(view, 63)) == theme.color(Token.ACCENT).name()
    assert color_at(view, upper(view, 62)) == theme.color(Token.SURFACE).name()


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_a_difference_has_a_mark_between_its_cells(
    view: BitsView, theme: Theme, choice: ThemeChoice
) -> None:
    theme.apply(choice)
    view.clearFocus()

    assert color_at(view, centre(view, 9)) == theme.color(Token.DIFFERS).name()
    assert color_at(view, centre(view, 10)) != theme.color(Token.DIFFERS).name()


def test_a_thin_margin_fades_the_cell(qtbot: QtBot, theme: Theme) -> None:
    firm = np.ones(64)
    firm[63] = 0.0
    made = BitsView()
    qtbot.addWidget(made)
    made.show_bits(BitsData(A, A, 64, firm, np.ones(64)))
    made.resize(1000, made.heightForWidth(1000))
    above = picture(made).pixelColor(upper(made, 63))
    area = made.bit_rect(63)
    below = picture(made).pixelColor(area.center().x(), area.bottom() - area.width() // 2)

    assert above.lightnessF() > below.lightnessF()


def test_without_fingerprints_nothing_is_painted_and_keys_do_nothing(qtbot: QtBot) -> None:
    made = BitsView()
    qtbot.addWidget(made)
    made.show()
    press(made, Qt.Key.Key_Home)

    assert made.current is None
    assert made.heightForWidth(800) == 0


def test_the_language_can_change_while_it_is_shown(view: BitsView) -> None:
    view.pin(40)
    QCoreApplication.sendEvent(view, QEvent(QEvent.Type.LanguageChange))

    assert view.accessibleDescription() == "Bit 40: A zero, B one, different"


def test_a_right_click_opens_the_menu(view: BitsView) -> None:
    place = centre(view, 9)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.mapToGlobal(place))
    QCoreApplication.sendEvent(view, event)
    menu = QApplication.activePopupWidget()

    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "Copy fingerprint A"
    menu.close()


def test_a_click_between_the_bits_pins_nothing(view: BitsView, qtbot: QtBot) -> None:
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(view.width() - 1, 1))

    assert view.pinned is None


def test_a_view_without_a_difference_begins_at_the_most_significant_bit(qtbot: QtBot) -> None:
    made = BitsView()
    qtbot.addWidget(made)
    made.show_bits(data(b=A))
    made.show()
    made.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(made.hasFocus)

    assert press(made, Qt.Key.Key_D) == 63
    made.clearFocus()
    assert made.current == 63
