"""Every measure of a comparison with what it means, for people who never heard of it.

One tile per measure: name, value, a bar for shares, and a line of explanation that is always there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.compare.desk import Prepared
from simhash_gui.ui.compare.measures import ShareBar
from simhash_gui.ui.reading.evidence_texts import (
    class_label,
    class_symbol,
    evidence_meaning,
    short_meaning,
    short_text,
)
from simhash_gui.ui.reading.text_evidence import TextEvidence
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_TILE_PX = 212
_MAX_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure as people read it."""

    name: str
    value: str
    meaning: str
    share: float | None = None


class MeasuresPanel(QScrollArea):
    """Tiles in as many columns as there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prepared: Prepared | None = None
        self._evidence: TextEvidence | None = None
        self._is_measuring = False
        self._tiles: list[_Tile] = []
        self._columns = 0
        self._inner = QWidget()
        self._grid = QGridLayout(self._inner)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(Space.S)
        self.setWidget(self._inner)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        Theme.current().changed.connect(self._arrange)
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.setAccessibleName(self.tr("Measures"))
        self._fill()

    def clear(self) -> None:
        """Show nothing until another comparison is known."""
        self._prepared = None
        self._inner.hide()

    def show_prepared(self, prepared: Prepared) -> None:
        """Another comparison; its evidence comes separately, before or after."""
        self._prepared = prepared
        self._fill()

    def show_evidence(self, found: TextEvidence | None, *, is_measuring: bool) -> None:
        """What the texts prove; None while it is measured, or when it cannot be."""
        self._evidence, self._is_measuring = found, is_measuring
        self._fill()

    def text(self) -> str:
        """All tiles, for tests and screen readers."""
        return "\n".join(tile.accessibleName() for tile in self._tiles)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()

    def _fill(self) -> None:
        """Most people never look at them: a hidden panel is filled when it is shown."""
        if self._prepared is None or not self.isVisible():
            return
        self._inner.show()
        missing = "…" if self._is_measuring else fmt.MISSING
        found = measures_of(self._prepared, self._evidence, missing)
        while len(self._tiles) < len(found):
            self._tiles.append(_Tile())
            self._columns = 0
        for tile, measure in zip(self._tiles, found, strict=True):
            tile.show_measure(measure)
        self._arrange()

    def _arrange(self) -> None:
        room = self.viewport().width() + Space.S
        columns = room // (Theme.current().scaled(_TILE_PX) + Space.S)
        columns = min(max(columns, 1), _MAX_COLUMNS)
        if columns == self._columns or not self._tiles:
            return
        for column in range(self._columns):
            self._grid.setColumnStretch(column, 0)
        self._columns = columns
        for number, tile in enumerate(self._tiles):
            self._grid.addWidget(tile, number // columns, number % columns)
        for column in range(columns):
            self._grid.setColumnStretch(column, 1)
        self._grid.setRowStretch(len(self._tiles), 1)


class _Tile(QFrame):
    """One measure."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, Role.PANEL)
        self._name = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._name, Role.MUTED)
        self._value = QLabel()
        self._value.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._value, Role.SECTION)
        self._bar = ShareBar()
        self._meaning = WrappedLabel()
        set_role(self._meaning, Role.CAPTION)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        column.setSpacing(Space.XS)
        for widget in (self._name, self._value, self._bar, self._meaning):
            column.addWidget(widget)
        column.addStretch(1)

    def show_measure(self, measure: Measure) -> None:
        """Another value."""
        self._name.set_full_text(measure.name)
        self._value.setText(measure.value)
        self._bar.show_share(measure.share)
        self._meaning.setText(measure.meaning)
        self.setToolTip(measure.meaning)
        self.setAccessibleName(f"{measure.name}: {measure.value}")
        self.setAccessibleDescription(measure.meaning)


def measures_of(
    prepared: Prepared, found: TextEvidence | None, missing: str = fmt.MISSING
) -> Sequence[Measure]:
    """All measures in the order in which they are read."""
    return [
        _class(found, missing),
        _distance(prepared),
        *_shares(found, missing),
        _cosine(prepared, missing),
    ]


def _class(found: TextEvidence | None, missing: str) -> Measure:
    name = QCoreApplication.translate("MeasuresPanel", "Pair class")
    if found is None:
        meaning = QCoreApplication.translate(
            "MeasuresPanel", "What the texts show; fingerprints only find candidates."
        )
        return Measure(name, missing, meaning)
    pair_class = found.evidence.pair_class
    value = f"{class_symbol(pair_class)} {class_label(pair_class)}"
    meaning = evidence_meaning(found)
    if found.evidence.is_short:
        meaning = f"{meaning}\n{short_text()}. {short_meaning()}"
    return Measure(name, value, meaning)


def _distance(prepared: Prepared) -> Measure:
    value = QCoreApplication.translate("MeasuresPanel", "{distance} of {width} bits")
    return Measure(
        QCoreApplication.translate("MeasuresPanel", "Hamming distance"),
        value.format(
            distance=fmt.number(prepared.distance),
            width=fmt.number(prepared.bits.width),
        ),
        QCoreApplication.translate(
            "MeasuresPanel",
            "How many bits of the fingerprints differ. A small distance makes a "
            "candidate; the texts decide.",
        ),
    )


def _cosine(prepared: Prepared, missing: str) -> Measure:
    return _share_measure(
        QCoreApplication.translate("MeasuresPanel", "Cosine of weights"),
        QCoreApplication.translate(
            "MeasuresPanel",
            "How similar the weighted features of both are; fingerprints estimate this.",
        ),
        prepared.cosine,
        missing,
    )


def _shares(found: TextEvidence | None, missing: str) -> list[Measure]:
    overlap = found.evidence.overlap if found is not None else None
    return [
        _share_measure(
            QCoreApplication.translate("MeasuresPanel", "Shared shingles (Jaccard)"),
            QCoreApplication.translate(
                "MeasuresPanel",
                "Of all runs of four words or characters in either text, the share that "
                "is in both.",
            ),
            overlap.jaccard if overlap is not None else None,
            missing,
        ),
        _share_measure(
            QCoreApplication.translate("MeasuresPanel", "A found in B (containment)"),
            QCoreApplication.translate(
                "MeasuresPanel",
                "The share of A's runs of four words or characters that B also has.",
            ),
            overlap.containment_a if overlap is not None else None,
            missing,
        ),
        _share_measure(
            QCoreApplication.translate("MeasuresPanel", "B found in A (containment)"),
            QCoreApplication.translate(
                "MeasuresPanel",
                "The share of B's runs of four words or characters that A also has.",
            ),
            overlap.containment_b if overlap is not None else None,
            missing,
        ),
        _longest(found, missing),
        _edit_share(found, missing),
        _covered(found, missing),
    ]


def _share_measure(name: str, meaning: str, share: float | None, missing: str) -> Measure:
    return Measure(name, missing if share is None else fmt.share(share), meaning, share)


def _edit_share(found: TextEvidence | None, missing: str) -> Measure:
    name = QCoreApplication.translate("MeasuresPanel", "Unchanged in order (edit share)")
    share = found.evidence.edit_share if found is not None else None
    if found is not None and share is None:
        meaning = QCoreApplication.translate(
            "MeasuresPanel",
            "The share of words or characters that stay. Not measured: these texts "
            "are too long and too different.",
        )
    else:
        meaning = QCoreApplication.translate(
            "MeasuresPanel",
            "The share of words or characters that stay when one text is edited into the other.",
        )
    return _share_measure(name, meaning, share, missing)


def _longest(found: TextEvidence | None, missing: str) -> Measure:
    value = missing
    if found is not None:
        value = QCoreApplication.translate("MeasuresPanel", "%Ln tokens", "", found.longest_tokens)
    return Measure(
        QCoreApplication.translate("MeasuresPanel", "Longest common passage"),
        value,
        QCoreApplication.translate(
            "MeasuresPanel",
            "The most tokens (words or characters) that any one passage has in "
            "common, with small changes allowed in between.",
        ),
    )


def _covered(found: TextEvidence | None, missing: str) -> Measure:
    value, share = missing, None
    if found is not None:
        a, b = found.evidence.covered_a, found.evidence.covered_b
        text = QCoreApplication.translate("MeasuresPanel", "{a} of A, {b} of B")
        value, share = text.format(a=fmt.share(a), b=fmt.share(b)), max(a, b)
    return Measure(
        QCoreApplication.translate("MeasuresPanel", "Covered by passages"),
        value,
        QCoreApplication.translate(
            "MeasuresPanel",
            "The share of each text's words or characters that stand word for word in a coloured"
            " passage. Check counts all characters instead, with punctuation and spaces.",
        ),
        share,
    )
