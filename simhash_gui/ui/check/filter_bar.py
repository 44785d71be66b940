"""What is left out of the count: a box for each filter with its effect in numbers, and more."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.services.checking.findings import CheckSettings, Exclusion, Filter, Findings
from simhash_gui.services.comparison.loading import Limits, ReadFailure, load
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import number, percent
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.choosers import ask_lines
from simhash_gui.ui.theme.tokens import Space

_GAP_PX = Space.S  # beside that of the row, so that a label stands by its own box
_MOST_LINES = 2  # one, in a low window
_BOXES = (Filter.QUOTATIONS, Filter.BIBLIOGRAPHY, Filter.FOOTNOTES, Filter.SHARED, Filter.SHORT)


class FilterBar(QWidget):
    """The settings of a check. What needs a document or a text is behind the last button."""

    changed = Signal()
    template_wanted = Signal()
    own_works_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes = {each: QCheckBox() for each in _BOXES}
        self._in_menu = {each: QAction(self) for each in _BOXES}  # where boxes have no room
        self.settings = CheckSettings()
        self.more = QPushButton()
        self.template, self.phrases, self.own = QAction(self), QAction(self), QAction(self)
        self.take_back = QAction(self)
        self._menu = QMenu(self)
        self.row, self._on, self._most_lines = FlowRow(), 0, _MOST_LINES
        self._lay_out()
        self._connect()
        self.name_filters(None)

    def name_filters(self, findings: Findings | None) -> None:
        """Each filter with the share that it takes away, if it takes any."""
        labels = filter_labels()
        shares = dict.fromkeys(labels, 0.0)
        own = 0.0
        if findings is not None:
            measures = findings.measures
            shares |= {each.filter: measures.ratio(each.overlap) for each in findings.effects}
            own = measures.ratio(measures.overlap - measures.without_own)
        texts = {each: self._with_share(label, shares[each]) for each, label in labels.items()}
        for each, box in self.boxes.items():
            box.setText(texts[each])
            self._in_menu[each].setText(texts[each])
        self.boxes[Filter.SHARED].setToolTip("" if findings is None else self._shared_tip(findings))
        self.template.setText(texts[Filter.TEMPLATE])
        self.phrases.setText(texts[Filter.PHRASES])
        self.own.setText(self._with_share(self.tr("Mark own earlier works…"), own))
        count = len(self.settings.exclusions)
        self.take_back.setText(
            self.tr("Count matches that were left out by hand again ({count})").format(count=count)
        )
        self.take_back.setEnabled(bool(count))
        self.template.setChecked(bool(self.settings.templates))
        self.phrases.setChecked(bool(self.settings.phrases))
        self.own.setChecked(bool(self.settings.own))
        settings = self.settings
        self._on = sum(map(bool, (settings.templates, settings.phrases, settings.own, count)))
        self._fit()

    def _shared_tip(self, findings: Findings) -> str:
        """How many are many."""
        if findings.few_documents >= findings.documents:
            return self.tr("The library has too few documents to tell what many share.")
        pattern = self.tr(
            "Leaves out what more than {count} documents of the library share. What fewer have,"
            " such as two versions of one text, still counts."
        )
        return pattern.format(count=number(findings.few_documents))

    def set_low(self, *, is_low: bool) -> None:
        """Leave the height to the text."""
        self._most_lines = 1 if is_low else _MOST_LINES
        self._fit()

    def _fit(self) -> None:
        """Put the boxes into the menu where they would take too many lines."""
        needed_px = sum(box.sizeHint().width() + _GAP_PX for box in self.boxes.values())
        is_narrow = needed_px > self._most_lines * self.width()
        for each, box in self.boxes.items():
            box.setHidden(is_narrow)
            self._in_menu[each].setVisible(is_narrow)
        self._line.setVisible(is_narrow)
        on = self._on + (len(self.settings.filters & self.boxes.keys()) if is_narrow else 0)
        if is_narrow:
            none, some = self.tr("Filters"), self.tr("Filters ({count} on)")
        else:
            none, some = self.tr("More filters"), self.tr("More filters ({count} on)")
        self.more.setText(some.format(count=on) if on else none)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _with_share(self, label: str, share: float) -> str:
        if round(share, 3) <= 0:
            return label
        return self.tr("{filter} (−{share})").format(filter=label, share=percent(share, 1))

    def set_templates(self, *texts: str) -> None:
        """Leave out what the text has of these."""
        self._set(Filter.TEMPLATE, bool(texts), templates=texts)

    def set_own(self, *paths: Path) -> None:
        """Mark these files and folders as the author's own."""
        self._set(None, False, own=tuple(map(str, paths)))

    def set_phrases(self, text: str) -> None:
        """Leave out these, one a line."""
        phrases = tuple(filter(None, map(str.strip, text.splitlines())))
        self._set(Filter.PHRASES, bool(phrases), phrases=phrases)

    def exclude(self, exclusion: Exclusion) -> None:
        """Leave one match out."""
        self._set(None, False, exclusions=(*self.settings.exclusions, exclusion))

    def include(self, exclusion: Exclusion) -> None:
        """Count again what was left out."""
        left = (each for each in self.settings.exclusions if each != exclusion)
        self._set(None, False, exclusions=tuple(left))

    def show_settings(self, settings: CheckSettings) -> None:
        """Those of another text, which is judged by them already."""
        self.settings = settings
        for each, box in self.boxes.items():
            for switch in (box, self._in_menu[each]):
                with QSignalBlocker(switch):
                    switch.setChecked(each in settings.filters)

    def _lay_out(self) -> None:
        for box in self.boxes.values():
            self.row.add(box, gap=_GAP_PX)
        self.row.add(self.more, gap=_GAP_PX)
        self._menu.addActions(list(self._in_menu.values()))
        self._line = self._menu.addSeparator()
        self._menu.addActions([self.template, self.phrases, self.own])
        self._menu.addSeparator()
        self._menu.addAction(self.take_back)
        set_role(self.more, Role.MENU)
        self.more.setMenu(self._menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.row)

    def _connect(self) -> None:
        for each, box in self.boxes.items():
            box.toggled.connect(partial(self._switch, each))
            self._in_menu[each].setCheckable(True)
            box.toggled.connect(self._in_menu[each].setChecked)
            self._in_menu[each].toggled.connect(box.setChecked)
        for action, ask in (
            (self.template, self._ask_template),
            (self.phrases, self._ask_phrases),
            (self.own, self._ask_own),
        ):
            action.setCheckable(True)
            action.triggered.connect(ask)
        self.take_back.triggered.connect(self._include_all)

    def _include_all(self) -> None:
        self._set(None, False, exclusions=())

    def _switch(self, chosen: Filter, is_on: bool) -> None:
        self._set(chosen, is_on)

    def _set(self, chosen: Filter | None, is_on: bool, **values: tuple[object, ...]) -> None:
        filters = self.settings.filters
        if chosen is not None:
            filters = filters | {chosen} if is_on else filters - {chosen}
        self.settings = replace(self.settings, filters=filters, **values)  # type: ignore[arg-type]
        self.changed.emit()

    def _ask_template(self) -> None:
        if self.settings.templates:
            self.set_templates()
        else:
            self.template.setChecked(False)
            self.template_wanted.emit()

    def _ask_own(self) -> None:
        if self.settings.own:
            self.set_own()
        else:
            self.own.setChecked(False)
            self.own_works_wanted.emit()

    def _ask_phrases(self) -> None:
        before = "\n".join(self.settings.phrases)
        text = ask_lines(self, self.tr("Phrases"), self.tr("One phrase on each line:"), before)
        self.set_phrases(before if text is None else text)


def filter_labels() -> dict[Filter, str]:
    """What each filter is called where it is switched; the last two ask for something more."""
    return {
        Filter.QUOTATIONS: QCoreApplication.translate("FilterBar", "Without quotations"),
        Filter.BIBLIOGRAPHY: QCoreApplication.translate("FilterBar", "Without the bibliography"),
        Filter.FOOTNOTES: QCoreApplication.translate("FilterBar", "Without footnotes"),
        Filter.SHARED: QCoreApplication.translate("FilterBar", "Without what many documents share"),
        Filter.SHORT: QCoreApplication.translate("FilterBar", "Without short passages"),
        Filter.TEMPLATE: QCoreApplication.translate("FilterBar", "Without a template document…"),
        Filter.PHRASES: QCoreApplication.translate("FilterBar", "Without phrases…"),
    }


def text_of(path: Path) -> str:
    """The text of a template. Raises ReadFailure."""
    (side,) = load([path], recipe_named(DEFAULT_RECIPE), Limits())
    if isinstance(side, ReadFailure):
        raise side
    return side.text
