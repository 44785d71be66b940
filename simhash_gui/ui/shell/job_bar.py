"""The job under way at the foot of the window: stage, counts, rate, time left, pause, cancel.

Shown only while a job takes longer than a moment. Numbers keep their place: the room for them only
grows during a job.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.jobs import JobState, Progress, Stage
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.job_runner import JobHandle, JobRunner
from simhash_gui.ui.session.texts import job_label, progress_text, stage_label
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_HEIGHT_PX = 3


class ThinProgress(QWidget):
    """``set_share`` takes 0 to 1, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        Theme.current().changed.connect(self.update)

    def set_share(self, share: float | None) -> None:
        """How much is done."""
        bounded = None if share is None else min(max(share, 0.0), 1.0)
        if bounded != self._share:
            self._share = bounded
            self.setAccessibleName("" if bounded is None else fmt.percent(bounded))
            self.update()

    @property
    def share(self) -> float | None:
        """What is shown."""
        return self._share

    @override
    def sizeHint(self) -> QSize:
        return QSize(_HEIGHT_PX, _HEIGHT_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = Theme.current()
        ground = Token.SELECTION if self._share is None else Token.DIVIDER
        painter.fillRect(self.rect(), theme.color(ground))
        if self._share is not None:
            done = QRectF(0, 0, self.width() * self._share, self.height())
            painter.fillRect(done, theme.color(Token.ACCENT))


_SHOW_AFTER_MS = 300


class JobBar(QFrame):
    """Watches a ``JobRunner``."""

    def __init__(self, jobs: JobRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("job-bar")
        self._jobs = jobs
        self._progress = Progress()
        self._make_widgets()
        self._lay_out()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(_SHOW_AFTER_MS)
        self._delay.timeout.connect(self._show_if_busy)
        jobs.started.connect(self._begin)
        jobs.progressed.connect(self._show_progress)
        jobs.state_changed.connect(self._follow_state)
        self.hide()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.cancel_button.set_label(self.tr("Cancel; what is done is kept"))
        self._follow_state()

    def text(self) -> str:
        """Every word on show, line by line."""
        texts = (self._what.text(), self._numbers.text(), self._failed.text())
        return "\n".join([*texts, self._detail.full_text()])

    @property
    def share(self) -> float | None:
        """How far the line is filled."""
        return self._bar.share

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _make_widgets(self) -> None:
        self._bar = ThinProgress()
        self._what = QLabel()
        set_role(self._what, Role.SECTION)
        self._numbers = QLabel()
        self._detail = ElidedLabel()
        set_role(self._detail, Role.CAPTION)
        self._failed = QLabel()
        self.pause_button = IconButton("pause")
        self.cancel_button = IconButton("close")
        self.pause_button.clicked.connect(self._toggle_pause)
        self.cancel_button.clicked.connect(self._jobs.cancel)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(Space.L)
        first.addWidget(self._what)
        first.addWidget(self._numbers)
        first.addWidget(self._failed)
        first.addStretch(1)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addLayout(first)
        texts.addWidget(self._detail)
        row = QHBoxLayout()
        row.setContentsMargins(Space.XL, Space.S, Space.L, Space.S)
        row.setSpacing(Space.XS)
        row.addLayout(texts, 1)
        row.addWidget(self.pause_button)
        row.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addLayout(row)

    @Slot(object)
    def _begin(self, _handle: JobHandle) -> None:
        self._progress = Progress()
        self._numbers.setMinimumWidth(0)
        self._numbers.clear()
        self._failed.clear()
        self._bar.set_share(None)
        if not self.isVisible():
            self._delay.start()

    @Slot(object, object)
    def _show_progress(self, _handle: JobHandle, progress: Progress) -> None:
        self._progress = progress
        self._follow_state()

    @Slot()
    def _follow_state(self) -> None:
        handle = self._jobs.current
        if handle is None:
            self._delay.stop()
            self.hide()
            return
        self._show_state(handle)
        self._show_numbers()

    def _show_state(self, handle: JobHandle) -> None:
        state, label = handle.state, job_label(handle.job.kind)
        texts = {
            JobState.PAUSED: self.tr("{job}: paused").format(job=label),
            JobState.CANCELLING: self.tr("{job}: stopping…").format(job=label),
        }
        self._what.setText(texts.get(state, label))
        is_paused = state is JobState.PAUSED
        self.pause_button.set_icon_name("play" if is_paused else "pause")
        self.pause_button.set_label(self.tr("Resume") if is_paused else self.tr("Pause"))
        self.pause_button.setEnabled(state is not JobState.CANCELLING)
        self.cancel_button.setEnabled(state is not JobState.CANCELLING)

    def _show_numbers(self) -> None:
        progress = self._progress
        self._set_steady(self._numbers, progress_text(progress))
        parts = [stage_label(progress.stage), fmt.path(progress.current), self._queue_text()]
        self._detail.set_full_text(" · ".join(part for part in parts if part))
        self._failed.setText(self._failed_text(progress) if progress.failed else "")
        self._bar.set_share(progress.done / progress.total if progress.total else None)

    def _set_steady(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setMinimumWidth(max(label.minimumWidth(), label.sizeHint().width()))

    def _failed_text(self, progress: Progress) -> str:
        count = progress.failed
        if progress.stage in {Stage.ACTING, Stage.UNDOING}:  # in the words of notice and journal
            return QCoreApplication.translate("JobBar", "%Ln skipped", "", count)
        return QCoreApplication.translate("JobBar", "%Ln failed", "", count)

    def _queue_text(self) -> str:
        waiting = len(self._jobs.waiting)
        if not waiting:
            return ""
        return QCoreApplication.translate("JobBar", "%Ln more jobs waiting", "", waiting)

    @Slot()
    def _show_if_busy(self) -> None:
        self.setVisible(self._jobs.current is not None)

    @Slot()
    def _toggle_pause(self) -> None:
        handle = self._jobs.current
        if handle is not None and handle.control.is_paused:
            self._jobs.resume()
        else:
            self._jobs.pause()
