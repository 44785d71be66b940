"""Choose the recipe of a library, with what each recipe is good for in plain words.

Nothing happens before the button is pressed; the job itself is the view model's business.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import Recipe, named_recipes
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.recipe_texts import (
    feature_text,
    is_own,
    recipe_label,
    recipe_name,
    recipe_texts,
    weight_text,
)
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import ROW_HEIGHT, FontRole, Space, Token

_SIZE_PX = (760, 520)
_LIST_PX, _DETAILS_PX = 250, 300
_FEWEST_ROWS = 3
_NO_LIMIT_PX = 16_777_215  # as Qt has it
_NAME = Qt.ItemDataRole.UserRole


class RecipeDialog(PanelDialog):
    """All recipes at the left, the chosen one explained at the right, in a narrow window below."""

    def __init__(
        self,
        current: Recipe,
        document_count: int,
        change: Callable[[Recipe], None],
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self._current = current
        self._count = document_count
        self._change = change
        self.recipes = QListWidget()
        self.change_button = QPushButton()
        self._intro, self._promise = WrappedLabel(), WrappedLabel()
        self._details = RecipeDetails()
        self._middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self._fill()
        self.retranslate()
        self._stand()
        self.recipes.currentItemChanged.connect(self._show_chosen)
        self.change_button.clicked.connect(self._start)
        open_at(self, _SIZE_PX)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Fingerprint recipe"))
        self.recipes.setAccessibleName(self.tr("Recipes"))
        self._intro.setText(
            self.tr(
                "A recipe defines which parts of a text go into its fingerprint, and how "
                "much each counts."
            )
        )
        self._promise.setText(
            self.tr(
                "A change never needs your original files: the library keeps their "
                "texts. The old fingerprints stay in use until all new ones are ready; "
                "you can pause or cancel at any time and continue later."
            )
        )
        for row in range(self.recipes.count()):
            item = self.recipes.item(row)
            item.setText(self._item_text(item.data(_NAME)))
        self._show_chosen()

    def chosen(self) -> Recipe:
        """The recipe that is explained."""
        if self.recipes.currentRow() < 0:
            return self._current
        return named_recipes().get(self.recipes.currentItem().data(_NAME), self._current)

    def text(self) -> str:
        """The explanation of the chosen recipe."""
        return self._details.text()

    def promise(self) -> str:
        """What a change means for the user."""
        return self._promise.text()

    def _lay_out(self) -> None:
        set_role(self.recipes, Role.PANEL)
        set_role(self._promise, Role.MUTED)
        set_role(self.change_button, Role.PRIMARY)
        self._middle.setSpacing(Space.M)
        self._middle.addWidget(self.recipes)
        self._middle.addWidget(_scrollable(self._details), 1)
        self.body.addWidget(self._intro)
        self.body.addLayout(self._middle, 1)
        self.body.addWidget(self._promise)
        self.buttons.insertWidget(1, self.change_button)
        self.close_button.setDefault(False)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stand()

    def _stand(self) -> None:
        """What is explained, and what a change means, go below the list where it is narrow."""
        scaled, room = Theme.current().scaled, self.width() - 2 * Space.XL - Space.M
        list_px = min(scaled(_LIST_PX), max(room * 2 // 5, 1))
        is_beside = room - list_px >= scaled(_DETAILS_PX)
        if is_beside:
            self.recipes.setFixedWidth(list_px)
        else:
            rows_px = _FEWEST_ROWS * _row_px() + 2 * Space.S
            self.recipes.setFixedHeight(max(rows_px, self.height() // 4))
        if is_beside is (self._middle.direction() is QBoxLayout.Direction.LeftToRight):
            return
        direction = QBoxLayout.Direction
        self._middle.setDirection(direction.LeftToRight if is_beside else direction.TopToBottom)
        if is_beside:
            self.recipes.setMinimumHeight(0)
            self.recipes.setMaximumHeight(_NO_LIMIT_PX)
            self.body.addWidget(self._promise)
        else:
            self.recipes.setMinimumWidth(0)
            self.recipes.setMaximumWidth(_NO_LIMIT_PX)
            self._details.add(self._promise)

    def _fill(self) -> None:
        """Our own recipes, then those of other programs under a heading."""
        own = [name for name in named_recipes() if is_own(name)]
        peers = [name for name in named_recipes() if not is_own(name)]
        for name in (*own, None, *peers):
            item = QListWidgetItem(self._item_text(name))
            item.setData(_NAME, name)
            item.setSizeHint(QSize(0, _row_px()))
            if name is None:
                _style_heading(item)
            self.recipes.addItem(item)
            if name is not None and name == recipe_name(self._current):
                self.recipes.setCurrentItem(item)

    def _item_text(self, name: str | None) -> str:
        if name is None:
            return self.tr("As in other programs")
        label = recipe_texts(name).label
        if name == recipe_name(self._current):
            return self.tr("{recipe} (in use)").format(recipe=label)
        return label

    @Slot()
    def _show_chosen(self) -> None:
        chosen = self.chosen()
        is_current = chosen == self._current
        self._details.show_recipe(chosen)
        self.change_button.setEnabled(not is_current)
        self.change_button.setText(self.tr("In use") if is_current else self._change_text())

    def _change_text(self) -> str:
        if not self._count:
            return self.tr("Use this recipe")
        return QCoreApplication.translate(
            "RecipeDialog", "Recompute %Ln fingerprints", "", self._count
        )

    @Slot()
    def _start(self) -> None:
        self._change(self.chosen())
        self.accept()


def _scrollable(details: QWidget) -> QScrollArea:
    """For large text on small screens."""
    area = QScrollArea()
    area.setWidget(details)
    area.setWidgetResizable(True)
    policies = Qt.FocusPolicy  # keys scroll it where there is anything to scroll
    area.setFocusPolicy(policies.NoFocus)
    area.verticalScrollBar().rangeChanged.connect(
        lambda _least, most: area.setFocusPolicy(policies.TabFocus if most else policies.NoFocus)
    )
    area.viewport().setAutoFillBackground(False)
    return area


def _row_px() -> int:
    """High enough for a name; all of them fit on a small screen with large type."""
    metrics = QFontMetrics(Theme.current().font(FontRole.BODY))
    return max(ROW_HEIGHT, metrics.height() + Space.S)


def _style_heading(item: QListWidgetItem) -> None:
    """A line that cannot be chosen, with room above it."""
    theme = Theme.current()
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    item.setFont(theme.font(FontRole.CAPTION))
    item.setForeground(theme.color(Token.MUTED))
    item.setSizeHint(QSize(0, _row_px() + Space.M))
    item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)


class RecipeDetails(QFrame):
    """One recipe explained."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, Role.PANEL)
        self._name = QLabel()
        set_role(self._name, Role.SECTION)
        self._paragraphs = [WrappedLabel() for _ in range(3)]
        self._heads = [QLabel() for _ in range(4)]
        self._values = [QLabel() for _ in range(4)]
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        column.setSpacing(Space.M)
        column.addWidget(self._name)
        for paragraph in self._paragraphs:
            column.addWidget(paragraph)
        column.addStretch(1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.M)
        grid.setVerticalSpacing(Space.XS)
        grid.setColumnStretch(1, 1)
        for row, (head, value) in enumerate(zip(self._heads, self._values, strict=True)):
            set_role(head, Role.MUTED)
            value.setTextFormat(Qt.TextFormat.PlainText)
            value.setWordWrap(True)
            grid.addWidget(head, row, 0)
            grid.addWidget(value, row, 1)
        column.addLayout(grid)
        self._column = column

    def add(self, widget: QWidget) -> None:
        """Show something below the facts."""
        self._column.addWidget(widget)

    def show_recipe(self, recipe: Recipe) -> None:
        """Explain another recipe."""
        texts = recipe_texts(recipe_name(recipe) or "")
        self.setToolTip(recipe.recipe_id)
        self._name.setText(recipe_label(recipe))
        sentences = (
            texts.looks_at,
            self.tr("Good for: {what}").format(what=texts.good_for) if texts.good_for else "",
            self.tr("Weak at: {what}").format(what=texts.weak_at) if texts.weak_at else "",
        )
        for label, sentence in zip(self._paragraphs, sentences, strict=True):
            label.setText(sentence)
            label.setVisible(bool(sentence))
        facts = {
            self.tr("Features"): feature_text(recipe),
            self.tr("Weights"): weight_text(recipe),
            self.tr("Hash"): recipe.hash_function.value,
            self.tr("Bits"): fmt.number(recipe.width),
        }
        for head, value, (name, fact) in zip(self._heads, self._values, facts.items(), strict=True):
            head.setText(name)
            value.setText(fact)

    def text(self) -> str:
        """Every word of it."""
        labels = [self._name, *self._paragraphs, *self._values]
        return "\n".join(label.text() for label in labels if label.text())
