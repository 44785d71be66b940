"""The threshold and what it leads to: histogram, figures, and the offer to search further."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.detection.answers.live_figures import Figures
from simhash_gui.services.detection.detection import OVERLAP_STEP, OVERLAPS
from simhash_gui.ui.clusters.cluster_texts import reclaimable_meaning
from simhash_gui.ui.clusters.findings import SearchResult
from simhash_gui.ui.clusters.threshold_histogram import ThresholdHistogram
from simhash_gui.ui.clusters.threshold_painter import HistogramCounts, Scale, least_overlap
from simhash_gui.ui.clusters.view_model import ClustersViewModel
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.library_texts import not_compared_text
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space

_FIGURES = 5
_NARROW_PX = 620
_TIGHT_PX = 440
_MARGINS = (Space.M, Space.XS, Space.S, Space.S)


class ThresholdCard(QFrame):
    """Shows and changes the threshold of the view model."""

    plan_wanted = Signal()  # for exact copies

    def __init__(self, model: ClustersViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        set_role(self, Role.CARD)
        self.histogram = ThresholdHistogram()
        self.overlaps = ThresholdHistogram(Scale.OVERLAP)
        self._histograms = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._numbers = tuple(_number() for _ in range(_FIGURES))
        self._captions = tuple(_caption() for _ in range(_FIGURES))
        self.reset = QPushButton()
        set_role(self.reset, Role.QUIET)
        self.fold = IconButton("chevron-up")
        self.is_fold_chosen = False  # by the person
        self._is_tight = False
        self.line = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._title = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._title, Role.MUTED)
        self._remark = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._remark, Role.CAPTION)
        self._body = QWidget()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._body)
        self._left, self._right = QVBoxLayout(), QGridLayout()
        self.plan, self.wider = QPushButton(), QPushButton()
        self._next_step = QStackedWidget()
        self._next_step.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for button in (self.plan, self.wider):
            self._next_step.addWidget(button)
        self._lay_out()
        self._connect()
        self.line.hide()
        self.retranslate()
        self._follow_distance()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self._title.set_full_text(
            self.tr("Pairs by Hamming distance and by overlap (logarithmic scale)"),
            [
                self.tr("Pairs by distance and by overlap (logarithmic scale)"),
                self.tr("Pairs by distance and overlap"),
            ],
        )
        self._title.explain(
            self.tr(
                "Hamming distance: how many bits of two fingerprints differ, few where the texts "
                "are alike. Overlap is measured in the texts."
            )
        )
        self.plan.setText(self.tr("Plan for exact copies…"))
        self.plan.setToolTip(self.tr("Choose which copy is kept and what is done with the others"))
        self.reset.setText(self.tr("Reset", "threshold"))
        self.reset.setToolTip(self.tr("Reset the threshold"))
        self.reset.setAccessibleName(self.tr("Reset the threshold"))
        self._captions[-2].setToolTip(reclaimable_meaning())
        self.line.explain(reclaimable_meaning())
        self._captions[-1].setToolTip(self.tr("All members of each cluster except the largest"))
        self.fold.set_label(
            self.tr("Show the histogram") if self.is_folded else self.tr("Hide the histogram")
        )
        self._show_figures()
        self._show_remark()
        self._show_offer()

    @property
    def is_folded(self) -> bool:
        """Whether only one line is shown."""
        return self._body.isHidden()

    def set_folded(self, is_folded: bool) -> None:
        """Show one line with the figures, or all."""
        if is_folded is self.is_folded:
            return
        self._body.setVisible(not is_folded)
        self.line.setVisible(is_folded)
        self._title.setVisible(not is_folded)
        self.fold.set_icon_name("chevron-down" if is_folded else "chevron-up")
        self.retranslate()

    def remark(self) -> str:
        """What there is to say of the search, or nothing."""
        return self._remark.full_text()

    def figures(self) -> list[str]:
        """Number and caption of each figure, as shown."""
        pairs = zip(self._numbers, self._captions, strict=True)
        return [f"{number.text()} {caption.text()}" for number, caption in pairs]

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @override
    def minimumSizeHint(self) -> QSize:
        """Where there is no room for them beside the histograms, the figures are below."""
        widest = max(part.minimumSize().width() for part in (self._left, self._right))
        return QSize(widest + self._around_px(), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """One below the other where there is no room beside it, and then fewer words."""
        super().resizeEvent(event)
        scaled = Theme.current().scaled
        self._histograms.setDirection(_way(is_narrow=self.width() < scaled(_NARROW_PX)))
        parts_px = sum(part.minimumSize().width() for part in (self._left, self._right))
        room = self.width() - self._around_px() - self._row.spacing()
        self._row.setDirection(_way(is_narrow=room < parts_px))
        is_tight = self.width() < scaled(_TIGHT_PX)
        if is_tight is not self._is_tight:
            self._is_tight = is_tight
            self._show_figures()

    def _around_px(self) -> int:
        return sum(_MARGINS[::2]) + self.width() - self.contentsRect().width()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(self._title, 1)
        head.addWidget(self.line, 1)
        head.addWidget(self.fold)
        self.line.hide()
        left, figures = self._left, self._right
        left.setSpacing(Space.XS)
        self._histograms.setSpacing(Space.M)
        self._histograms.addWidget(self.histogram, 7)
        self._histograms.addWidget(self.overlaps, 6)
        left.addLayout(self._histograms)
        left.addWidget(self._remark)
        figures.setHorizontalSpacing(Space.S)
        figures.setVerticalSpacing(Space.XS)
        figures.setRowStretch(_FIGURES + 1, 1)
        for line, (number, caption) in enumerate(zip(self._numbers, self._captions, strict=True)):
            figures.addWidget(number, line, 0)
            figures.addWidget(caption, line, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.reset)
        foot.addWidget(self._next_step, 1)
        figures.addLayout(foot, _FIGURES, 0, 1, 2)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(Space.XL)
        column = QVBoxLayout(self)
        column.setContentsMargins(*_MARGINS)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._body)
        self._row.addLayout(left, 1)
        self._row.addLayout(figures)
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
        model.figures_changed.connect(self._show_figures)
        model.phase_changed.connect(self._show_offer)
        self.histogram.valueChanged.connect(self._slide)
        self.histogram.sliderReleased.connect(model.settle_distance)
        self.overlaps.valueChanged.connect(self._slide_overlap)
        self.plan.clicked.connect(self.plan_wanted)
        self.reset.clicked.connect(self.histogram.setFocus)  # not on to the filter, by going grey
        self.reset.clicked.connect(model.reset_distance)
        self.wider.clicked.connect(model.widen)
        self.fold.clicked.connect(self._toggle_fold)

    def _toggle_fold(self) -> None:
        self.is_fold_chosen = True
        self.set_folded(not self.is_folded)

    def _slide(self, value: int) -> None:
        self._model.set_distance(None if value == self.histogram.any_value else value)
        if not self.histogram.isSliderDown():
            self._model.settle_distance()

    def _slide_overlap(self, value: int) -> None:
        is_any = value == self.overlaps.any_value
        self._model.set_overlap(None if is_any else least_overlap(value) / 100)

    def _follow_findings(self) -> None:
        model, findings = self._model, self._model.search.findings
        with QSignalBlocker(self.histogram):
            self.histogram.setMaximum(model.max_distance + int(findings is not None))
        with QSignalBlocker(self.overlaps):
            self.overlaps.setMaximum(OVERLAPS)
        if findings is not None:
            self.overlaps.show_counts(_overlap_counts(findings))
            self.histogram.show_counts(_counts(findings, model.max_distance))
        self._follow_distance()
        self._show_remark()

    def _follow_distance(self) -> None:
        """Without a stop for any distance the end of the slider stands for it."""
        distance = self._model.distance
        self.histogram.show_value(self._end() if distance is None else distance)
        least = self._model.least_overlap
        place = OVERLAPS if least is None else round((1 - least) / OVERLAP_STEP)
        self.overlaps.show_value(place)
        self._show_offer()

    def _end(self) -> int:
        any_value = self.histogram.any_value
        return self.histogram.searched_distance if any_value is None else any_value

    def _show_remark(self) -> None:
        findings = self._model.search.findings
        text = remark_text(findings) if findings is not None else ""
        self._remark.set_full_text(text)
        self._remark.setVisible(bool(text))

    def _show_figures(self) -> None:
        figures = self._model.figures
        texts = (
            _figure_texts(figures, is_tight=self._is_tight)
            if figures is not None
            else [("", "")] * _FIGURES
        )
        for number, caption, (value, text) in zip(
            self._numbers, self._captions, texts, strict=True
        ):
            number.setText(value)
            caption.setText(text)
        sizes = (figures.reclaimable_bytes, figures.version_bytes) if figures is not None else ()
        for number, size_bytes in zip(self._numbers[-2:], sizes, strict=False):
            number.setToolTip(fmt.exact_size(size_bytes))
        distance = self._model.distance
        if distance is None:
            threshold = self.tr("Threshold: any distance")
        else:
            threshold = self.tr("Threshold: distance {distance}").format(
                distance=fmt.number(distance)
            )
        parts = [threshold]
        if self._model.least_overlap is not None:
            text = self.tr("overlap from {overlap}")
            parts.append(text.format(overlap=fmt.share(self._model.least_overlap)))
        parts = [*parts, *self.figures()] if figures else []
        ways = [" · ".join(parts[:count]) for count in range(len(parts), 0, -1)]
        self.line.set_full_text(ways[0] if ways else "", ways[1:])

    def _show_offer(self) -> None:
        self.reset.setEnabled(not self._model.is_at_default)
        text = self.tr("Search up to distance {distance}")
        self.wider.setText(text.format(distance=fmt.number(self._model.distance or 0)))
        is_beyond = self._model.is_beyond_search
        self._next_step.setCurrentWidget(self.wider if is_beyond else self.plan)
        self.wider.setEnabled(not self._model.search.is_running)


def _counts(findings: SearchResult, last: int) -> HistogramCounts:
    upto = findings.reach + 1
    beyond = int(findings.confirmed[upto:].sum()), int(findings.unconfirmed[upto:].sum())
    return HistogramCounts(findings.confirmed[:upto], findings.unconfirmed[:upto], beyond, last)


def _overlap_counts(findings: SearchResult) -> HistogramCounts:
    confirmed, unconfirmed = findings.overlaps
    beyond = int(confirmed[-1]), int(unconfirmed[-1])
    last = OVERLAPS - 1
    return HistogramCounts(confirmed[:-1], unconfirmed[:-1], beyond, last, Scale.OVERLAP)


def remark_text(findings: SearchResult) -> str:
    """What a search has left out, and what it has not listed one by one."""
    parts = []
    grouped = int(np.count_nonzero(findings.detection.groups.leader_of >= 0))
    if grouped:
        parts.append(
            QCoreApplication.translate(
                "ThresholdCard",
                "%Ln documents are nearly all alike: they were compared with one of them, and "
                "their pairs are only counted.",
                "",
                grouped,
            )
        )
    if findings.detection.is_lowered:
        text = QCoreApplication.translate(
            "ThresholdCard",
            "Fingerprints were compared only up to distance {distance}: going "
            "further would take too long in a library of this size.",
        )
        parts.append(text.format(distance=fmt.number(findings.reach)))
    if findings.detection.is_cut or findings.detection.groups.unlooked:
        parts.append(
            QCoreApplication.translate(
                "ThresholdCard",
                "The texts have so much in common that not every pair could be examined.",
            )
        )
    return fmt.sentences(*parts, not_compared_text(findings.missed))


def _figure_texts(figures: Figures, *, is_tight: bool) -> list[tuple[str, str]]:
    reclaimable = QCoreApplication.translate(
        "ThresholdCard", "reclaimable at most, from exact copies"
    )
    if is_tight:
        reclaimable = QCoreApplication.translate("ThresholdCard", "reclaimable at most")
    return [
        (
            fmt.number(figures.clusters),
            QCoreApplication.translate("ThresholdCard", "clusters", "", figures.clusters),
        ),
        (
            fmt.number(figures.documents),
            QCoreApplication.translate("ThresholdCard", "documents", "", figures.documents),
        ),
        (
            fmt.number(figures.files),
            QCoreApplication.translate("ThresholdCard", "files", "", figures.files),
        ),
        (
            fmt.size(figures.reclaimable_bytes),
            reclaimable,
        ),
        (
            fmt.size(figures.version_bytes),
            QCoreApplication.translate("ThresholdCard", "in other versions"),
        ),
    ]


def _way(*, is_narrow: bool) -> QBoxLayout.Direction:
    directions = QBoxLayout.Direction
    return directions.TopToBottom if is_narrow else directions.LeftToRight


def _number() -> QLabel:
    label = QLabel()
    set_role(label, Role.SECTION)
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


def _caption() -> QLabel:
    label = QLabel()
    set_role(label, Role.MUTED)
    return label
