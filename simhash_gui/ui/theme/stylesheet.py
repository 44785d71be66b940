"""The application's style sheet, generated from tokens and fonts.

Only standard widgets are styled here, by class, role (``common.roles``) or object name.
Sizes are logical pixels; text sizes are points from the theme.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

from PySide6.QtGui import QColor, QFont, QFontMetrics

from simhash_gui.ui.theme.tokens import CONTROL_HEIGHT, RADIUS, FontRole, Token


def style_sheet(
    colors: Mapping[Token, QColor], fonts: Mapping[FontRole, QFont], chevron: Path, sign_px: int
) -> str:
    """The whole style sheet; ``chevron`` is the arrow of a combo box, in the theme's colour.

    Ticks and arrows to other sides stand beside it. All are ``sign_px`` wide and high.
    """
    values: dict[str, object] = {
        token.name.lower(): color.name() for token, color in colors.items()
    }
    values |= {f"{role.value}_pt": f"{font.pointSizeF():g}pt" for role, font in fonts.items()}
    values |= {
        "control": _control_px(fonts[FontRole.BODY]),
        "radius": RADIUS,
        "sign": sign_px,
        "row": sign_px + 6,
        "branch": sign_px + 4,
        "box": max(24, sign_px + 2),
        "round": sign_px // 2 + 1,
        "half": sign_px // 2,
        "knob": sign_px // 2 + 2,
        "slider": sign_px + 8,
        "dot": sign_px - 2 * (sign_px // 4),
        "ring": sign_px // 4 + 1,
        "chevron": chevron.as_posix(),
        **{
            sign: chevron.with_name(chevron.name.replace("combo", sign)).as_posix()
            for sign in ("tick", "mark", "fold", "back", "rise")
        },
        "fixed_family": ", ".join(f'"{family}"' for family in fonts[FontRole.FIXED].families()),
    }
    return "\n".join(part.substitute(values) for part in _PARTS)


def _control_px(font: QFont) -> int:
    """Minimum height of the text in a control, to which Qt adds padding and border."""
    return max(CONTROL_HEIGHT - 10, QFontMetrics(font).height())


_LABELS = Template("""
QLabel[role="title"] { font-size: $title_pt; font-weight: 600; }
QLabel[role="section"] { font-size: $section_pt; font-weight: 600; }
QLabel[role="caption"] { font-size: $caption_pt; color: $muted; }
QLabel[role="muted"] { color: $muted; }
*[role="fixed"] { font-family: $fixed_family; }
QLabel[role="key"] {
  font-family: $fixed_family; color: $text; background: $surface;
  border: 1px solid $divider; border-radius: 4px; padding: 2px 6px;
}
QToolTip { color: $text; background: $raised; border: 1px solid $divider; padding: 4px 6px; }
""")

_FRAMES = Template("""
QFrame[role="card"] {
  background: $raised; border: 1px solid $divider; border-radius: 8px;
}
QFrame[role="panel"] {
  background: $surface; border: 1px solid $divider; border-radius: 8px;
}
#rail { background: $rail; border: none; border-right: 1px solid $divider; }
#job-bar, #notice { background: $raised; border: none; border-top: 1px solid $divider; }
QSplitter::handle { background: transparent; }
QSplitter::handle:horizontal { width: 12px; }
QSplitter::handle:vertical { height: 12px; }
""")

_BUTTONS = Template("""
QPushButton {
  min-height: ${control}px; padding: 4px 12px; color: $text; background: $raised;
  border: 1px solid $outline; border-radius: ${radius}px; outline: none;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $selection; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { color: $disabled; border-color: $divider; background: $window; }
QPushButton[role="primary"] {
  color: $on_accent; background: $accent; border-color: $accent; font-weight: 600;
}
QPushButton[role="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[role="primary"]:pressed { background: $accent_pressed; border-color: $accent_pressed; }
QPushButton[role="primary"]:focus { border: 2px solid $text; padding: 3px 11px; }
QPushButton[role="primary"]:disabled {
  color: $muted; background: $divider; border-color: $divider;
}
QPushButton[role="quiet"] { border-color: transparent; background: transparent; }
QPushButton[role="quiet"]:hover { background: $hover; }
QPushButton[role="quiet"]:focus { border-color: $accent; }
QPushButton[role="link"] {
  border: 1px solid transparent; background: transparent; color: $accent; padding: 4px 6px;
}
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus { border-color: $accent; }
QPushButton[role="danger"] { color: $danger; }
QPushButton::menu-indicator { width: 0; }
QPushButton[role="menu"]::menu-indicator {
  image: url("$chevron"); width: ${sign}px; height: ${sign}px;
  subcontrol-origin: padding; subcontrol-position: center right; right: 6px;
}
QToolButton {
  border: 1px solid transparent; border-radius: ${radius}px; padding: 3px; background: transparent;
}
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $selection; }
QToolButton:focus { border-color: $accent; }
QToolButton[role="switch"] { border-color: $outline; padding: 3px 5px; }
QToolButton[role="switch"]:checked { border-color: $accent; }
QToolButton[role="switch"]:focus { border-color: $text; }
QToolButton::menu-indicator { image: none; }
""")

_TABS = Template("""
QTabWidget::pane {
  background: $surface; border: 1px solid $divider; border-radius: ${radius}px;
}
QTabBar { qproperty-drawBase: 0; }
QTabBar::scroller { width: ${row}px; }
QTabBar QToolButton::left-arrow { image: url("$back"); width: ${sign}px; height: ${sign}px; }
QTabBar QToolButton::right-arrow { image: url("$fold"); width: ${sign}px; height: ${sign}px; }
QTabBar::tab {
  min-height: ${control}px; padding: 4px 12px; color: $muted; background: transparent;
  border: 1px solid transparent; border-bottom: 2px solid transparent;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $accent; border-color: $accent; }
""")

_INPUTS = Template("""
QLineEdit, QComboBox, QSpinBox, QPlainTextEdit, QTextEdit {
  color: $text; background: $surface; border: 1px solid $outline; border-radius: ${radius}px;
  placeholder-text-color: $muted; selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit, QComboBox, QSpinBox { min-height: ${control}px; padding: 4px 8px; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
  border-color: $accent;
}
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled { color: $disabled; background: $window; }
QSpinBox { padding-right: 0; }
QSpinBox::up-button, QSpinBox::down-button { width: 8px; border: none; }
QSpinBox::up-arrow, QSpinBox::down-arrow { width: 0; height: 0; }
QComboBox { padding-right: ${slider}px; }
QComboBox:hover { background: $hover; }
QComboBox::drop-down { border: none; width: ${slider}px; }
QComboBox::down-arrow { image: url("$chevron"); width: ${sign}px; height: ${sign}px; }
QComboBox QAbstractItemView, #terms {
  background: $raised; border: 1px solid $divider; padding: 4px; outline: 0;
  selection-background-color: $selection; selection-color: $text;
}
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 8px; }
QPlainTextEdit, QTextEdit { padding: 4px; }
QCheckBox, QRadioButton { min-height: ${box}px; spacing: 8px; }
QCheckBox::indicator, QListWidget::indicator, QTreeWidget::indicator, QRadioButton::indicator {
  width: ${sign}px; height: ${sign}px; background: $surface; border: 1px solid $muted;
}
QCheckBox::indicator, QListWidget::indicator, QTreeWidget::indicator { border-radius: 4px; }
QTreeWidget::indicator:indeterminate { border: 5px solid $accent; }
QRadioButton::indicator { border-radius: ${round}px; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid $accent; }
QCheckBox::indicator:checked, QListWidget::indicator:checked, QTreeWidget::indicator:checked {
  background: $accent; border-color: $accent; image: url("$tick");
}
QCheckBox::indicator:checked:focus { border: 2px solid $text; }
QRadioButton::indicator:checked {
  width: ${dot}px; height: ${dot}px; border: ${ring}px solid $accent;
}
QSlider:horizontal { min-height: ${slider}px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $divider; }
QSlider::sub-page:horizontal { border-radius: 2px; background: $accent; }
QSlider::handle:horizontal {
  width: ${sign}px; height: ${sign}px; margin: -${half}px 0; border-radius: ${knob}px;
  background: $raised; border: 2px solid $accent;
}
QSlider::handle:horizontal:hover { background: $selection; }
QSlider::handle:horizontal:focus { background: $accent; }
QProgressBar {
  border: none; border-radius: 2px; background: $divider; max-height: 4px; min-height: 4px;
}
QProgressBar::chunk { border-radius: 2px; background: $accent; }
""")

_VIEWS = Template("""
QAbstractItemView {
  background: $surface; alternate-background-color: $surface; color: $text; border: none;
  outline: 0; selection-background-color: $selection; selection-color: $text;
}
QTableView, QListView, QTreeView { gridline-color: $divider; }
QListWidget, QTreeView { border: 1px solid transparent; }
QListWidget:focus, QTreeView:focus { border-color: $accent; }
QTableView[role="panel"], QListView[role="panel"], QTreeView[role="panel"] {
  border: 1px solid $divider; border-radius: 8px; padding: 3px;
}
QTableView[role="panel"]:focus, QListView[role="panel"]:focus, QTreeView[role="panel"]:focus {
  border-color: $accent;
}
QTreeView { qproperty-indentation: $branch; }
#sources { qproperty-indentation: 0; }
QTreeView::branch { padding: 2px; }
QTreeView::branch:closed:has-children { image: url("$fold"); }
QTreeView::branch:open:has-children { image: url("$chevron"); }
#sources::branch { image: none; }
QListWidget::item, QTreeView::item, #terms::item { min-height: ${row}px; }
#terms { padding: 0; }
#terms::item { padding: 2px 8px; }
QListWidget[role="panel"] { padding: 4px; }
QListWidget[role="panel"]::item { padding: 4px; }
#sources::item { padding: 0 5px; }
QTableView[showGrid="true"]::item, PlainTable::item { padding: 0 5px; }
QListWidget[role="fixed"]::item { min-height: ${row}px; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section {
  background: $surface; color: $muted; border: none; border-bottom: 1px solid $divider;
  padding: 6px 8px;
}
QHeaderView::section:hover { color: $text; background: $hover; }
QHeaderView::up-arrow { image: url("$rise"); width: ${sign}px; height: ${sign}px; }
QHeaderView::down-arrow { image: url("$chevron"); width: ${sign}px; height: ${sign}px; }
QTableCornerButton::section { background: $surface; border: none; }
QAbstractScrollArea::corner { background: transparent; }
QScrollArea { background: transparent; border: none; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QScrollBar:vertical { width: 12px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 12px; background: transparent; margin: 0; }
QScrollBar::handle { background: $outline; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
""")

_MENUS = Template("""
QMenu { background: $raised; border: 1px solid $outline; padding: 4px; }
QMenu::item { color: $text; min-height: 20px; padding: 4px 24px 4px 12px; border-radius: 4px; }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $muted; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: ${sign}px; height: ${sign}px; }
QMenu::indicator:checked { image: url("$mark"); }
QMenu::right-arrow { image: url("$fold"); width: ${sign}px; height: ${sign}px; }
QMenu::separator { height: 1px; background: $divider; margin: 4px 8px; }
QDialog, QMessageBox { background: $window; }
QDialogButtonBox, QMessageBox { button-layout: 3; }
""")

_LIGHT_HEADINGS = Template("""
QMainWindow[lightHeadings="true"] QLabel[role="title"],
QMainWindow[lightHeadings="true"] QLabel[role="section"],
QMainWindow[lightHeadings="true"] QPushButton[role="primary"] { font-weight: 400; }
""")

_PARTS = (_LABELS, _FRAMES, _BUTTONS, _TABS, _INPUTS, _VIEWS, _MENUS, _LIGHT_HEADINGS)
