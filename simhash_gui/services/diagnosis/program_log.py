"""The log of one run of the program, and what becomes of errors that nobody caught.

``app`` starts it, once. It takes over the hooks of the interpreter: what reaches them is logged
with its traceback and told by ``unexpected``, which the window replaces by a notice.
"""

from __future__ import annotations

import faulthandler
import logging
import platform
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from simhash_gui import __version__
from simhash_gui.services.diagnosis.log_file import LogFile, PrivateFormatter

if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from threading import ExceptHookArgs

_PROGRAM = "simhash_gui"
_LOGGED_TIMES = 10
"""An error in a function that Qt calls for each repaint would fill the log otherwise."""

_FAULTS_BEGIN = ("Fatal Python error", "Windows fatal exception")
"""What ``faulthandler`` writes first."""

_log = logging.getLogger(__name__)


class ProgramLog:
    """The log of this run.

    ``tell`` takes sentences for the user of a command: that no log can be written, and, unless
    ``unexpected`` is replaced, that an error ended what was going on. Both may be called in any
    thread; ``unexpected`` is called once for each place in the code.
    """

    def __init__(self, path: Path, *, is_verbose: bool, tell: Callable[[str], None]) -> None:
        self.path = path
        self.unexpected: Callable[[BaseException], None] = self._tell_unexpected
        self._is_verbose = is_verbose
        self.tell = tell
        self._file = LogFile(path, self._tell_unwritable)
        self._seen: Counter[tuple[object, ...]] = Counter()

    def start(self, what: str) -> None:
        """Log from here on, and take the hooks; ``what`` names what is being run."""
        handlers: list[logging.Handler] = [self._file]
        if self._is_verbose and sys.stderr is not None:
            handlers.append(logging.StreamHandler())
        for handler in handlers:
            handler.setFormatter(PrivateFormatter(with_names=self._is_verbose))
            logging.getLogger().addHandler(handler)
        logging.getLogger(_PROGRAM).setLevel(logging.DEBUG if self._is_verbose else logging.INFO)
        logging.captureWarnings(capture=True)
        sys.excepthook = self._uncaught
        sys.unraisablehook = self._unraisable
        threading.excepthook = self._uncaught_in_thread
        system = f"{platform.system()} {platform.release()} {platform.machine()}"
        version = platform.python_version()
        _log.info("%s: simhash-gui %s, Python %s, %s", what, __version__, version, system)
        if self._file.problem is None:
            self._catch_faults()

    def _catch_faults(self) -> None:
        """Have faults in compiled code write where they happened; the next run logs it."""
        try:
            crashes = self.path.with_suffix(".crash").open("a+", encoding="utf-8")
            crashes.seek(0)
            earlier = crashes.read().strip()
            if earlier and not earlier.startswith(_FAULTS_BEGIN):
                _log.warning("faults are not recorded: their file is another program's")
                return
            crashes.truncate(0)
        except (OSError, UnicodeDecodeError) as error:
            _log.warning("faults are not recorded: %s", type(error).__name__)
            return
        if earlier:
            _log.error("an earlier run crashed:\n%s", earlier)
        faulthandler.enable(crashes)

    def _uncaught(
        self,
        _kind: type[BaseException],
        error: BaseException,
        _traceback: TracebackType | None,
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            self.tell("interrupted")
        elif self._is_first("uncaught", error):
            self.unexpected(error)

    def _uncaught_in_thread(self, arguments: ExceptHookArgs) -> None:
        error = arguments.exc_value
        if error is not None and self._is_first("uncaught in a thread", error):
            self.unexpected(error)

    def _unraisable(self, arguments: UnraisableHookArgs) -> None:
        if arguments.exc_value is not None:
            self._is_first("ignored by the interpreter", arguments.exc_value)

    def _is_first(self, how: str, error: BaseException) -> bool:
        """Log the error, but not too often; whether it is the first from its place."""
        place = (type(error), *_last_line(error.__traceback__))
        self._seen[place] += 1
        if self._seen[place] <= _LOGGED_TIMES:
            _log.critical("%s: %s", how, type(error).__name__, exc_info=error)
        return self._seen[place] == 1

    def _tell_unexpected(self, error: BaseException) -> None:
        if self._file.problem is None:
            where = f"the log says where: {self.path}"
        else:
            where = "run it again with --log-file FILE to have it logged where"
        self.tell(f"something went wrong inside the program ({type(error).__name__}); {where}")

    def _tell_unwritable(self, error: OSError) -> None:
        self.tell(f"no log can be written to {self.path}: {error.strerror or error}")


def _last_line(traceback: TracebackType | None) -> tuple[object, ...]:
    """File and line that raised."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return () if traceback is None else (traceback.tb_frame.f_code.co_filename, traceback.tb_lineno)
