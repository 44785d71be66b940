"""The sources of a text, the one with most first, each with its two shares."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.checking.findings import Findings
from simhash_gui.ui.check.check_texts import distance_tip, source_text
from simhash_gui.ui.common.format import MISSING, fine_share, number
from simhash_gui.ui.common.labels import in_lines, in_two_lines
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.reading.evidence_texts import both_texts_way
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import ROW_HEIGHT, FontRole, Space, Token

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_NAME, _FULL, _COUNTED, _LONGEST = range(1, 5)
_NUMBERS = (_FULL, _COUNTED, _LONGEST)
_WHOLE_NAME_CHARACTERS, _NAME_CHARACTERS, _FEW_CHARACTERS, _LEAST_CHARACTERS = 40, 24, 18, 14
"""What a name has room for; below each, another column of numbers leaves; the last is kept."""
_PATH = Qt.ItemDataRole.UserRole
_SWATCH_PX = _ARROW_PX = 16
_NAME_LINES = 4


class _Header(QHeaderView):
    """With an arrow before the name of the column that the list is ordered by, as in tables.

    Qt's own would cover a name that stands on the right.
    """

    @override
    def sectionSizeFromContents(self, section: int) -> QSize:
        size = super().sectionSizeFromContents(section)
        return size + QSize(_arrow_px(), 0) if section == _FULL else size

    @override
    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        painter.save()
        super().paintSection(painter, rect, section)
        painter.restore()
        if section == _FULL:
            theme, name = Theme.current(), self.model().headerData(section, self.orientation())
            arrow = pixmap("chevron-down", theme.color(Token.TEXT), theme.scaled(_ARROW_PX))
            right = rect.right() - Space.S - self.fontMetrics().size(0, name).width()
            top = rect.center().y() - theme.scaled(_ARROW_PX) // 2
            painter.drawPixmap(right - _arrow_px(), top, arrow)


def _arrow_px() -> int:
    return Theme.current().scaled(_ARROW_PX) + Space.XS


class SourcesList(QTreeWidget):
    """Number, name, full share, share of it that counts in the total, longest passage.

    The first has the greatest full share, as the arrow of its column says.

    The source that is chosen tells the rest below it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed_again = False
        self._chosen_path: str | None = None
        set_role(self, Role.PANEL)
        self.setObjectName("sources")
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setExpandsOnDoubleClick(False)
        self.setItemsExpandable(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setColumnCount(5)
        self.setHeader(_Header(Qt.Orientation.Horizontal, self))
        header = self.header()
        header.setStretchLastSection(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for section in range(5):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.name_font = Theme.current().font(FontRole.BODY)
        """Of all names, see ``_fit_rows``."""
        self.setItemDelegateForColumn(_NAME, _Names(self))
        self._fitting = QTimer(self)  # names are measured when all columns have their widths
        self._fitting.setSingleShot(True)
        self._fitting.timeout.connect(self._fit_rows)
        header.sectionResized.connect(self._fit_soon)
        self.itemSelectionChanged.connect(self._keep_chosen)
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        shares = [self.tr("In full"), self.tr("Counted in total"), self.tr("Longest")]
        self.setHeaderLabels(["", self.tr("Source"), *map(in_two_lines, shares)])
        for column in _NUMBERS:
            self.headerItem().setTextAlignment(column, _RIGHT)
        tips = [
            self.tr(
                "All of the text that the source has, also what counts for another one; the source"
                " with most stands first"
            ),
            self.tr(
                "Each character counts for one source, the one that has most of the text: these"
                " shares add up to the total"
            ),
            self.tr("Characters of the longest passage"),
        ]
        for column, tip in zip(_NUMBERS, tips, strict=True):
            self.headerItem().setToolTip(column, tip)
        self.setAccessibleName(self.tr("Sources"))
        self._fit_columns()

    def show_findings(self, findings: Findings) -> None:
        """Other sources; the one that was chosen is so again as soon as it is found again."""
        self.blockSignals(True)
        side = Theme.current().scaled(_SWATCH_PX)
        self.setIconSize(QSize(side, side))
        self.clear()
        for place, source in enumerate(findings.sources):
            item = self._item(place, findings)
            self.addTopLevelItem(item)
            self.setFirstColumnSpanned(0, self.indexFromItem(item), True)
            if source.path == self._chosen_path:
                self.setCurrentItem(item)
        self.blockSignals(False)
        self._fit_columns()
        self._fit_rows()
        self._unfold()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()
        self._fit_soon()

    @override
    def minimumSizeHint(self) -> QSize:
        """Some of each name, more where there is room, and its full share."""
        frame_px = self.width() - self.viewport().width()
        beside = self.parentWidget()
        shared_px = beside.width() * 2 // 5 if beside else 0
        few_px = min(self._least_px(_FEW_CHARACTERS) + frame_px, shared_px)
        width = max(self._least_px(_LEAST_CHARACTERS) + frame_px, few_px)
        return QSize(width, super().minimumSizeHint().height())

    def _least_px(self, name_characters: int) -> int:
        """Width of the columns that stay, with so many characters of a name."""
        name_px = self.fontMetrics().averageCharWidth() * name_characters
        return (
            self._needed_px(0)
            + max(name_px, self._needed_px(_NAME, is_head=True))
            + (self._needed_px(_NUMBERS[0]))
        )

    def _fit_columns(self) -> None:
        """Show as many columns of numbers as leave room for names."""
        room = self.viewport().width()
        for column, characters in (
            (_COUNTED, _NAME_CHARACTERS),
            (_LONGEST, _WHOLE_NAME_CHARACTERS),
        ):
            room -= self._needed_px(column)
            self.setColumnHidden(column, room < self._least_px(characters))

    def lines_of(self, name: str) -> list[str]:
        """A name in as many lines as it needs."""
        return self._lines_in(self.name_font, name)

    def _lines_in(self, font: QFont, name: str) -> list[str]:
        room = self.columnWidth(_NAME) - 2 * Space.S
        return in_lines(name, QFontMetrics(font), room, _NAME_LINES)

    def _fit_soon(self) -> None:
        self._fitting.start(0)

    def _fit_rows(self) -> None:
        """As high as the lines of the names; all are smaller where one needs more than two."""
        items = list(filter(None, map(self.topLevelItem, range(self.topLevelItemCount()))))
        names = [item.text(_NAME) for item in items]
        body, caption = map(Theme.current().font, (FontRole.BODY, FontRole.CAPTION))
        most = max((len(self._lines_in(body, name)) for name in names), default=1)
        self.name_font = body if most <= _NAME_LINES // 2 else caption
        least = Theme.current().scaled(ROW_HEIGHT)
        line_px = QFontMetrics(self.name_font).lineSpacing()
        for item, name in zip(items, names, strict=True):
            needed = len(self.lines_of(name)) * line_px + Space.M
            item.setSizeHint(_NAME, QSize(0, max(least, needed)))

    def _needed_px(self, column: int, *, is_head: bool = False) -> int:
        """Also of a column that is hidden; of its name alone with ``is_head``."""
        head = self.header().fontMetrics().size(0, self.headerItem().text(column)).width()
        if column == _FULL:
            head += _arrow_px()
        return max(0 if is_head else self.sizeHintForColumn(column), head + 2 * Space.S)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The first arrow down chooses the first source, at which the keyboard stands already."""
        first = None if self.selectedItems() else self.topLevelItem(0)
        if first is not None and event.key() == Qt.Key.Key_Down:
            self.setCurrentItem(first)
            first.setSelected(True)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_again = self.itemAt(event.position().toPoint()) in self.selectedItems()
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the source that is chosen shows all of them again."""
        super().mouseReleaseEvent(event)
        if self._pressed_again:
            self.clearSelection()
        self._pressed_again = False

    @property
    def chosen(self) -> int | None:
        """The source that is chosen, from 0."""
        return next(map(self.indexOfTopLevelItem, self.selectedItems()), None)

    @Slot()
    def _keep_chosen(self) -> None:
        chosen = self.selectedItems()
        self._chosen_path = chosen[0].data(_NAME, _PATH) if chosen else None
        self._unfold()

    def choose_none(self) -> None:
        """Without telling of it."""
        self.blockSignals(True)
        self.clearSelection()
        self.blockSignals(False)
        self._keep_chosen()

    def _unfold(self) -> None:
        self.collapseAll()
        for item in self.selectedItems():
            item.setExpanded(True)

    def _item(self, place: int, findings: Findings) -> QTreeWidgetItem:
        source, ratio = findings.sources[place], findings.measures.ratio
        name = Path(source.path).name
        if source.is_own:
            name = self.tr("{name} (own work)").format(name=name)
        counted = fine_share(ratio(source.best)) if source.best else MISSING
        shares = [fine_share(ratio(source.full)), counted]
        item = QTreeWidgetItem([str(place + 1), name, *shares, number(source.longest)])
        item.setIcon(0, _swatch(Theme.current().passage(place)))
        item.setData(_NAME, _PATH, source.path)
        click = self.tr("A click shows its passages alone, another click all of them again.")
        item.setToolTip(_NAME, "\n".join((source.path, click, both_texts_way())))
        more = QTreeWidgetItem(item, [source_text(source)])
        more.setToolTip(0, distance_tip())
        more.setFlags(Qt.ItemFlag.NoItemFlags)
        more.setForeground(0, Theme.current().color(Token.MUTED))
        for column in _NUMBERS:
            item.setToolTip(column, source_text(source))
        if not source.best:
            others = self.tr("Other sources have all of this as well, and it counts for those.")
            item.setToolTip(_COUNTED, f"{others}\n{source_text(source)}")
        for column in _NUMBERS:
            item.setTextAlignment(column, _RIGHT)
        return item


class _Names(QStyledItemDelegate):
    """Names in the lines that the list gives them."""

    def __init__(self, sources: SourcesList) -> None:
        super().__init__(sources)
        self._sources = sources

    @override
    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.font = self._sources.name_font
        option.fontMetrics = QFontMetrics(option.font)
        option.text = "\u2028".join(self._sources.lines_of(option.text))


def _swatch(color: QColor) -> QIcon:
    """The colour of a source, which a chosen row keeps."""
    side = Theme.current().scaled(_SWATCH_PX)
    pixmap = QPixmap(side, side)
    pixmap.fill(color)
    swatch = QIcon(pixmap)
    swatch.addPixmap(pixmap, QIcon.Mode.Selected)
    return swatch
