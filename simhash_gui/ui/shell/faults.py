"""What helps with faults: Qt's messages in the log, notices of errors that nobody caught and of
fonts that are missing, and diagnostics to copy.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtGui import QFontMetrics, QGuiApplication

from simhash_gui.services.diagnosis.log_file import without_quotes
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.session.session import Session

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

_NO_FONT = (
    "no font is installed, so the window shows boxes in place of letters; "
    "install one, such as the package fonts-dejavu-core"
)

_log = logging.getLogger(__name__)
_qt_log = logging.getLogger(f"{__name__}.qt")


def log_qt_messages() -> None:
    """Write what Qt says to the log instead of standard error."""
    qInstallMessageHandler(log_qt_message)


def log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
    """One message of Qt; it may quote names of files and, at worst, what is shown."""
    text = without_quotes(message or "")
    _qt_log.log(_LEVELS[kind], "%s: %s", context.category or "default", text)


class UnexpectedErrors(QObject):
    """Shows a notice, with details, of an error that nobody caught, whichever thread it came in."""

    _came = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._came.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def tell(self, error: BaseException) -> None:
        """Have the notice shown."""
        self._came.emit(error)

    @Slot(object)
    def _show(self, error: Exception) -> None:
        from simhash_gui.ui.common.errors import error_notice  # noqa: PLC0415 - not before first paint

        self._session.notify(error_notice(error))


def can_show(character: str) -> bool:
    """Whether any font has a character."""
    return QFontMetrics(QGuiApplication.font()).inFontUcs4(ord(character))


def tell_missing_fonts(
    session: Session, tell: Callable[[str], None], can_show: Callable[[str], bool] = can_show
) -> None:
    """Say that letters, or Chinese characters, are shown as boxes.

    ``tell`` takes a sentence for a terminal: without letters a notice could not be read.
    """
    if not can_show("A"):
        _log.warning("%s", _NO_FONT)
        tell(_NO_FONT)
    elif not can_show("的"):
        _log.warning("no font has Chinese characters")
        session.notify(Notice(NoticeKind.WARNING, _no_chinese_font_text))


def copy_diagnostics(session: Session) -> None:
    """Put versions, settings, counts and the end of the log on the clipboard, and say so."""
    from simhash_gui.services.diagnosis.report import diagnostics  # noqa: PLC0415 - when wanted

    def copy(text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        session.notify(Notice(NoticeKind.DONE, _copied_text, details=text))

    window = f"Qt {qVersion()} ({QGuiApplication.platformName()})"
    log_file = session.paths.log_file
    session.reads.submit(
        diagnostics, session.library, session.settings, log_file, window, on_done=copy
    )


def _copied_text() -> str:
    return QCoreApplication.translate(
        "Diagnostics",
        "Diagnostics copied to the clipboard. They contain no text or name of a document.",
    )


def _no_chinese_font_text() -> str:
    """Never translated: in Chinese it would be boxes itself."""
    return (
        "No font on this system has Chinese characters, so boxes are shown instead. "
        "Install one, such as the package fonts-noto-cjk, and start again."
    )
