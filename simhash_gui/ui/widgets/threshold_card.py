"""The threshold and what it leads to: histogram, figures, and the offer to search farther."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.detection import ClusterTable
from simhash_gui.ui import format as fmt
from simhash_gui.ui.theme import Theme
from simhash_gui.ui.tokens import FontRole, Space
from simhash_gui.ui.viewmodels.clusters import ClustersViewModel
from simhash_gui.ui.widgets.elided_label import ElidedLabel
from simhash_gui.ui.widgets.roles import Role, set_role
from simhash_gui.ui.widgets.threshold_histogram import ThresholdHistogram

_FIGURES = 3


class ThresholdCard(QFrame):
    """Shows and changes the threshold of the view model."""

    wider_search_wanted = Signal()

    def __init__(self, model: ClustersViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        set_role(self, Role.CARD)
        self.histogram = ThresholdHistogram()
        self._numbers = tuple(_number() for _ in range(_FIGURES))
        self._captions = tuple(_caption() for _ in range(_FIGURES))
        self.reset = QPushButton()
        set_role(self.reset, Role.QUIET)
        self._title = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._title, Role.MUTED)
        self.wider = QPushButton()
        policy = self.wider.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.wider.setSizePolicy(policy)
        self._lay_out()
        self._connect()
        self.retranslate()
        self._follow_distance()

    def retranslate(self) -> None:
        """Set every text anew."""
        self._title.set_full_text(self.tr("Pairs by Hamming distance (logarithmic) and threshold"))
        self.reset.setText(self.tr("Reset", "threshold"))
        self.reset.setToolTip(self.tr("Reset the threshold"))
        self.reset.setAccessibleName(self.tr("Reset the threshold"))
        self._captions[-1].setToolTip(self.tr("All members but the largest of each cluster"))
        self._show_figures()
        self._show_offer()

    def figures(self) -> list[str]:
        """Number and caption of each figure, as shown."""
        pairs = zip(self._numbers, self._captions, strict=True)
        return [f"{number.text()} {caption.text()}" for number, caption in pairs]

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(Space.XS)
        left.addWidget(self._title)
        left.addWidget(self.histogram)
        figures = QGridLayout()
        figures.setHorizontalSpacing(Space.S)
        figures.setVerticalSpacing(Space.XS)
        figures.setRowStretch(_FIGURES, 1)
        for line, (number, caption) in enumerate(zip(self._numbers, self._captions, strict=True)):
            figures.addWidget(number, line, 0)
            figures.addWidget(caption, line, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.wider, 1)
        foot.addWidget(self.reset)
        figures.addLayout(foot, _FIGURES + 1, 0, 1, 2)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.S, Space.L, Space.M)
        row.setSpacing(Space.XL)
        row.addLayout(left, 1)
        row.addLayout(figures)
        Theme.current().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        """Room for the longest figure, so that nothing moves while the threshold does."""
        metrics = QFontMetrics(Theme.current().font(FontRole.SECTION))
        for number in self._numbers:
            number.setMinimumWidth(metrics.horizontalAdvance("0,000,000"))

    def _connect(self) -> None:
        model = self._model
        model.findings_changed.connect(self._follow_findings)
        model.distance_changed.connect(self._follow_distance)
        model.table_changed.connect(self._show_figures)
        model.phase_changed.connect(self._show_offer)
        self.histogram.valueChanged.connect(self._slide)
        self.histogram.sliderReleased.connect(model.settle_distance)
        self.reset.clicked.connect(model.reset_distance)
        self.wider.clicked.connect(model.find)

    def _slide(self, distance: int) -> None:
        self._model.set_distance(distance)
        if not self.histogram.isSliderDown():
            self._model.settle_distance()

    def _follow_findings(self) -> None:
        findings = self._model.search.findings
        self.histogram.setMaximum(self._model.farthest_distance)
        if findings is not None:
            self.histogram.show_counts(findings.histogram)
        self._show_offer()

    def _follow_distance(self) -> None:
        self.histogram.setValue(self._model.distance)
        self._show_offer()

    def _show_figures(self) -> None:
        table = self._model.table
        texts = _figure_texts(table) if table is not None else [("", "")] * _FIGURES
        for number, caption, (value, text) in zip(
            self._numbers, self._captions, texts, strict=True
        ):
            number.setText(value)
            caption.setText(text)

    def _show_offer(self) -> None:
        self.reset.setEnabled(not self._model.is_at_default)
        text = self.tr("Search up to distance {distance}")
        self.wider.setText(text.format(distance=fmt.number(self._model.distance)))
        self.wider.setVisible(self._model.is_beyond_search)
        self.wider.setEnabled(not self._model.search.is_running)


def _figure_texts(table: ClusterTable) -> list[tuple[str, str]]:
    return [
        (
            fmt.number(table.cluster_count),
            QCoreApplication.translate("ThresholdCard", "clusters", "", table.cluster_count),
        ),
        (
            fmt.number(table.file_count),
            QCoreApplication.translate("ThresholdCard", "files", "", table.file_count),
        ),
        (
            fmt.size(table.total_wasted_bytes),
            QCoreApplication.translate("ThresholdCard", "wasted"),
        ),
    ]


def _number() -> QLabel:
    label = QLabel()
    set_role(label, Role.SECTION)
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


def _caption() -> QLabel:
    label = QLabel()
    set_role(label, Role.MUTED)
    return label
