"""A comparison in one strip: Hamming distance, features, class of the pair, XOR and popcount.

Exact numbers only; a distance is never turned into a percentage. All measures of the texts with
their meanings are in ``measures_panel``.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.compare.desk import FeatureCounts, Prepared
from simhash_gui.ui.reading.evidence_texts import (
    class_label,
    class_symbol,
    evidence_meaning,
    short_text,
)
from simhash_gui.ui.reading.text_evidence import TextEvidence
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_GREATER = 1.5
_DIGITS_A_GROUP = 4


class Measures(QWidget):
    """What can be counted of two documents."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prepared: Prepared | None = None
        self._distance = QLabel()
        self._meaning = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._features = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._features, Role.MUTED)
        self._symbol = QLabel()
        self._class = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._overlap = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._overlap, Role.MUTED)
        self._evidence: TextEvidence | None = None
        self._is_measuring = False
        self._xor = ElidedLabel()
        set_role(self._xor, Role.FIXED)
        self._popcount = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._popcount, Role.MUTED)
        self._lay_out()
        Theme.current().changed.connect(self._style)
        self._style()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        if self._prepared is not None:
            self.show_prepared(self._prepared)
        self.show_evidence(self._evidence, is_measuring=self._is_measuring)

    def show_prepared(self, prepared: Prepared) -> None:
        """Show another comparison."""
        self._prepared = prepared
        distance, bits = prepared.distance, prepared.bits
        self._distance.setText(fmt.number(distance))
        self._meaning.set_full_text(distance_text(distance, bits.width))
        self._distance.setAccessibleName(self._meaning.full_text())
        self._features.set_full_text(features_text(prepared.features))
        self._xor.set_full_text(f"A ⊕ B  {_grouped(bits.padded_hex(prepared.xor))}")
        text = self.tr("popcount {count}")
        self._popcount.set_full_text(text.format(count=fmt.number(distance)))

    def show_evidence(self, found: TextEvidence | None, *, is_measuring: bool) -> None:
        """The class that the texts prove; None while it is measured, or when it cannot be."""
        self._evidence, self._is_measuring = found, is_measuring
        self._symbol.setText(class_symbol(found.evidence.pair_class) if found is not None else "")
        self._class.set_full_text(class_text(found, is_measuring=is_measuring))
        self._overlap.set_full_text(overlap_text(found) if found is not None else "")
        meaning = evidence_meaning(found) if found is not None else ""
        for label in (self._symbol, self._class):
            label.setToolTip(meaning)

    def text(self) -> str:
        """All measures, for tests and screen readers."""
        labels = (
            self._meaning,
            self._features,
            self._xor,
            self._popcount,
            self._class,
            self._overlap,
        )
        return "\n".join([self._distance.text(), *(label.full_text() for label in labels)])

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._xor.setAlignment(right)
        self._popcount.setAlignment(right)
        left_texts, middle_texts, right_texts = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        for column, labels in (
            (left_texts, (self._meaning, self._features)),
            (middle_texts, (self._class, self._overlap)),
            (right_texts, (self._xor, self._popcount)),
        ):
            column.setSpacing(0)
            for label in labels:
                column.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.M)
        row.addWidget(self._distance)
        row.addLayout(left_texts, 4)
        row.addWidget(self._symbol)
        row.addLayout(middle_texts, 4)
        row.addLayout(right_texts, 3)

    def _style(self) -> None:
        font = Theme.current().font(FontRole.TITLE)
        font.setPointSizeF(font.pointSizeF() * _GREATER)
        self._distance.setFont(font)
        self._symbol.setFont(font)


def distance_text(distance: int, width: int) -> str:
    """The Hamming distance in words."""
    text = QCoreApplication.translate(
        "Measures", "%Ln of {width} bits differ (Hamming distance)", "", distance
    )
    return text.format(width=fmt.number(width))


def features_text(counts: FeatureCounts) -> str:
    """How many features are shared, and how many not."""
    text = QCoreApplication.translate(
        "Measures", "Features: {shared} shared, {only_a} only in A, {only_b} only in B"
    )
    return text.format(
        shared=fmt.number(counts.shared),
        only_a=fmt.number(counts.only_a),
        only_b=fmt.number(counts.only_b),
    )


def class_text(found: TextEvidence | None, *, is_measuring: bool) -> str:
    """What kind of pair it is, or why that is not shown."""
    if found is None:
        if is_measuring:
            return QCoreApplication.translate("Measures", "Measuring the texts…")
        return QCoreApplication.translate("Measures", "These texts are too long to be measured.")
    label = class_label(found.evidence.pair_class)
    if not found.evidence.is_short:
        return label
    text = QCoreApplication.translate("Measures", "{class_name} · {remark}")
    return text.format(class_name=label, remark=short_text())


def overlap_text(found: TextEvidence) -> str:
    """How much of the smaller text the other one has."""
    overlap = found.evidence.overlap
    text = QCoreApplication.translate("Measures", "{share} of the shorter text is in the other")
    return text.format(share=fmt.share(max(overlap.containment_a, overlap.containment_b)))


def found_text(prepared: Prepared) -> str:
    """Which look-ups of the search lead to this pair."""
    if prepared.distance > prepared.reach:
        text = QCoreApplication.translate(
            "Measures",
            "Beyond the {reach} bits searched by default: this pair is found by its "
            "texts, not by fingerprints.",
        )
        return text.format(reach=fmt.number(prepared.reach))
    equal = [str(number) for number, is_equal in enumerate(prepared.equal_blocks) if is_equal]
    if not equal:
        return QCoreApplication.translate(
            "Measures",
            "No block is equal: the search finds this pair by probing neighbouring keys.",
        )
    if len(equal) == 1:
        text = QCoreApplication.translate(
            "Measures", "Block {number} is equal: plain block look-up finds this pair."
        )
        return text.format(number=equal[0])
    text = QCoreApplication.translate(
        "Measures", "Blocks {numbers} are equal: plain block look-up finds this pair."
    )
    return text.format(numbers=QLocale().createSeparatedList(equal))


def _grouped(digits: str) -> str:
    """Hexadecimal digits by blocks, from the most significant."""
    starts = range(0, len(digits), _DIGITS_A_GROUP)
    return " ".join(digits[start : start + _DIGITS_A_GROUP] for start in starts)


_HEIGHT_PX = 4


class ShareBar(QWidget):
    """Shows a share from 0 to 1, or nothing; it keeps its height."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        Theme.current().changed.connect(self.update)

    def show_share(self, share: float | None) -> None:
        """Another share; None empties the place of the bar."""
        self._share = share
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(60, _HEIGHT_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._share is None:
            return
        theme, painter = Theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(0, 0, self.width(), _HEIGHT_PX)
        painter.setBrush(theme.color(Token.DIVIDER))
        painter.drawRoundedRect(whole, 2, 2)
        painter.setBrush(theme.color(Token.ACCENT))
        whole.setWidth(whole.width() * self._share)
        painter.drawRoundedRect(whole, 2, 2)
