"""A comparison in one line: what the texts share, class of the pair, Hamming distance.

Features, XOR and popcount (``details``) stand with the bits, where the person unfolds them.

Exact numbers only; a distance is never turned into a percentage. All measures of the texts with
their meanings are in ``measures_panel``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.comparison.evidence import PairClass
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.flow_row import FlowRow
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

_DIGITS_A_GROUP = 4


class MeasuresView(QWidget):
    """The answer in one line: what the texts share, the class, the distance; more on request."""

    fold_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prepared: Prepared | None = None
        self._evidence: TextEvidence | None = None
        self._is_measuring = False
        self._symbol = QLabel()
        self._answer = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._answer, Role.SECTION)
        self._distance = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._distance, Role.MUTED)
        self.fold = IconButton("chevron-down")
        self.fold.clicked.connect(self.fold_wanted)
        self.details = FlowRow(Space.M)
        self._features = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._found = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._xor = ElidedLabel()
        set_role(self._xor, Role.FIXED)
        self._popcount = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        for label in (self._features, self._found, self._popcount):
            set_role(label, Role.MUTED)
        self._lay_out()
        Theme.current().changed.connect(self._style)
        self._style()
        self.set_folded(True)

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.fold.set_label(
            self.tr("Show bits and votes") if self.is_folded else self.tr("Hide bits and votes")
        )
        if self._prepared is not None:
            self.show_prepared(self._prepared)
        self.show_evidence(self._evidence, is_measuring=self._is_measuring)

    @property
    def is_folded(self) -> bool:
        """Whether only the answer is shown."""
        return self._is_folded

    def set_folded(self, is_folded: bool) -> None:
        """Show the answer alone, or with what was counted."""
        self._is_folded = is_folded
        self.fold.set_icon_name("chevron-down" if is_folded else "chevron-up")
        self.retranslate()

    def clear(self) -> None:
        """Say that a comparison is under way."""
        self._prepared = None
        for label in (self._distance, self._features, self._found, self._xor, self._popcount):
            label.set_full_text("")
        self.show_evidence(None, is_measuring=True)

    def show_prepared(self, prepared: Prepared) -> None:
        """Show another comparison."""
        self._prepared = prepared
        distance, bits = prepared.distance, prepared.bits
        self._distance.set_full_text(distance_text(distance, bits.width))
        self._features.set_full_text(features_text(prepared.features))
        self._found.set_full_text(found_text(prepared))
        self._xor.set_full_text(f"A ⊕ B  {_grouped(bits.padded_hex(prepared.xor))}")
        text = self.tr("popcount {count}")
        self._popcount.set_full_text(text.format(count=fmt.number(distance)))

    def show_evidence(self, found: TextEvidence | None, *, is_measuring: bool) -> None:
        """The class that the texts prove; None while it is measured, or when it cannot be."""
        self._evidence, self._is_measuring = found, is_measuring
        self._symbol.setText(class_symbol(found.evidence.pair_class) if found is not None else "")
        self._symbol.setVisible(found is not None)
        tip = f"{evidence_meaning(found)}\n{counted_text()}" if found is not None else ""
        self._symbol.setToolTip(tip)
        answer, *shorter = answer_ways(found, is_measuring=is_measuring)
        self._answer.set_full_text(answer, shorter)
        self._answer.explain(tip)

    def answer(self) -> str:
        """The line that leads."""
        return self._answer.full_text()

    def text(self) -> str:
        """All measures, for tests and screen readers."""
        found, prepared = self._evidence, self._prepared
        labels = (self._distance, self._features, self._xor, self._popcount)
        return "\n".join(
            [
                fmt.number(prepared.distance) if prepared is not None else "",
                *(label.full_text() for label in labels),
                class_text(found, is_measuring=self._is_measuring),
                overlap_text(found) if found is not None else "",
                self._found.full_text(),
            ]
        )

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout(self)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(Space.M)
        head.addWidget(self._symbol)
        head.addWidget(self._answer, 1)
        head.addWidget(self._distance)
        head.addWidget(self.fold)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for label in (self._distance, self._xor, self._popcount):
            label.setAlignment(right)
        for labels, stretch in (
            ((self._features, self._found), 5),
            ((self._xor, self._popcount), 3),
        ):
            part = QWidget()
            column = QVBoxLayout(part)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            for label in labels:
                column.addWidget(label)
            self.details.add(part, stretch=stretch, min_px=partial(_widest_px, labels))

    def _style(self) -> None:
        self._symbol.setFont(Theme.current().font(FontRole.TITLE))


def _widest_px(labels: Sequence[QWidget]) -> int:
    return max(label.sizeHint().width() for label in labels)


def distance_text(distance: int, width: int) -> str:
    """The Hamming distance in words."""
    text = QCoreApplication.translate("MeasuresView", "%Ln of {width} bits differ", "", distance)
    return text.format(width=fmt.number(width))


def features_text(counts: FeatureCounts) -> str:
    """How many features are shared, and how many not."""
    text = QCoreApplication.translate(
        "MeasuresView", "Features: {shared} shared, {only_a} only in A, {only_b} only in B"
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
            return QCoreApplication.translate("MeasuresView", "Measuring the texts…")
        return QCoreApplication.translate(
            "MeasuresView", "These texts are too long to be measured."
        )
    label = class_label(found.evidence.pair_class)
    if not found.evidence.is_short:
        return label
    text = QCoreApplication.translate("MeasuresView", "{class_name} · {remark}")
    return text.format(class_name=label, remark=short_text())


def overlap_text(found: TextEvidence) -> str:
    """How much of one text the other one has: of that which has more of itself there."""
    overlap = found.evidence.overlap
    in_b, in_a = overlap.containment_a, overlap.containment_b
    if not (in_b or in_a) and found.evidence.pair_class is PairClass.UNRELATED:
        return QCoreApplication.translate("MeasuresView", "No text in common")
    text = QCoreApplication.translate("MeasuresView", "{share} of {one} also appears in {other}")
    if in_a == in_b:
        text = QCoreApplication.translate(
            "MeasuresView", "{share} of each text also appears in the other"
        )
    one, other = ("A", "B") if in_b > in_a else ("B", "A")
    return text.format(share=_shared(found), one=one, other=other)


def counted_text() -> str:
    """Of what that is a share, for the Check page has another number for the same pair."""
    return QCoreApplication.translate(
        "MeasuresView",
        "The share counts runs of four words, in Chinese of four characters. It is that of the text"
        " which has more of itself in the other, as a rule the shorter one. The Check page counts"
        " the characters that lie in passages, of all characters of the checked text.",
    )


def _shared(found: TextEvidence) -> str:
    overlap = found.evidence.overlap
    return fmt.share(max(overlap.containment_a, overlap.containment_b))


def answer_ways(found: TextEvidence | None, *, is_measuring: bool) -> list[str]:
    """What a reader wants to know first: how much is in common, and what that makes the pair.

    Then the same in shorter words.
    """
    if found is None:
        return [class_text(found, is_measuring=is_measuring)]
    if found.evidence.pair_class is PairClass.IDENTICAL:
        return _same_ways(found)
    text = QCoreApplication.translate("MeasuresView", "{overlap} · {class_name}")
    label = class_label(found.evidence.pair_class)
    share = _shared(found)
    shorter = QCoreApplication.translate("MeasuresView", "{share} shared").format(share=share)
    return [
        text.format(overlap=way, class_name=label) for way in (overlap_text(found), shorter, share)
    ]


def _same_ways(found: TextEvidence) -> list[str]:
    """The same words: are there other differences?"""
    differences = found.differences
    if differences.is_complete and differences.are_equal:
        return [QCoreApplication.translate("MeasuresView", "Identical texts")]
    same = QCoreApplication.translate("MeasuresView", "Same words")
    count = len(differences.by_words)
    if not count:
        white = QCoreApplication.translate("MeasuresView", "Same words, other white space")
        return [white, same]
    text = QCoreApplication.translate(
        "MeasuresView", "Same words, %Ln differences in punctuation or case", "", count
    )
    return [text, same]


def found_text(prepared: Prepared) -> str:
    """Which look-ups of the search lead to this pair."""
    if prepared.distance > prepared.reach:
        text = QCoreApplication.translate(
            "MeasuresView",
            "Beyond the {reach} bits searched by default: this pair is found by its "
            "texts, not by fingerprints.",
        )
        return text.format(reach=fmt.number(prepared.reach))
    equal = [str(number) for number, is_equal in enumerate(prepared.equal_blocks) if is_equal]
    if not equal:
        return QCoreApplication.translate(
            "MeasuresView",
            "No block is equal: the search finds this pair by probing neighbouring keys.",
        )
    if len(equal) == 1:
        text = QCoreApplication.translate(
            "MeasuresView", "Block {number} is equal: plain block look-up finds this pair."
        )
        return text.format(number=equal[0])
    text = QCoreApplication.translate(
        "MeasuresView", "Blocks {numbers} are equal: plain block look-up finds this pair."
    )
    return text.format(numbers=fmt.listed(equal))


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
