"""Where log records go: a rotating file that never disturbs the program and holds no document text.

Program code logs numbers, kinds and states; names of files at level DEBUG only. The words of an
exception are not ours to choose, so what they quote is left out here.
"""

from __future__ import annotations

import errno
import logging
import logging.handlers
import os
import re
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path

from typing_extensions import override

MOST_BYTES = 1 << 20
"""A log file that grows beyond this is put aside, see OLDER_FILES."""
OLDER_FILES = 3

_LINE = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"
_DATE_BYTES = len("2026-01-01 ")
_DATE = re.compile(rb"\d{4}-\d\d-\d\d ")
_QUOTED = re.compile(
    r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|(?<!\S)(?:/|[A-Za-z]:\\)\S+"""
)
_NAMES_A_FILE = re.compile(r"\w*(?:Error|Exception|Warning): \[(?:Errno|WinError) -?\d+\]")
_LONGEST_WORDS = 300


class PrivateFormatter(logging.Formatter):
    """Leaves out what exceptions quote: it may be the text of a document, or the name of a file.

    The message of a record stays as it is, and so does the way through the code. ``with_names``
    lets the system's errors name their files.
    """

    def __init__(self, *, with_names: bool = False) -> None:
        super().__init__(_LINE)
        self._with_names = with_names

    @override
    def format(self, record: logging.LogRecord) -> str:
        first, *rest = super().format(record).split("\n")
        return "\n".join([first, *map(self._cleaned, rest)])

    def _cleaned(self, line: str) -> str:
        is_way_through_code = line.startswith((" ", "Traceback "))
        if is_way_through_code or (self._with_names and _NAMES_A_FILE.match(line)):
            return line
        return without_quotes(line)


def without_quotes(text: str) -> str:
    """``text`` without what it quotes, and without paths; cut where it is long."""
    return _QUOTED.sub("…", text)[:_LONGEST_WORDS]


class LogFile(logging.handlers.RotatingFileHandler):
    """Appends to a file that only the user can read.

    After the first failure (no permission, full disk) nothing more is written, and ``failed`` is
    called with the error, once.
    """

    def __init__(self, path: Path, failed: Callable[[OSError], None]) -> None:
        self.problem: OSError | None = None
        self._failed = failed
        self._is_ours = False
        super().__init__(
            path, maxBytes=MOST_BYTES, backupCount=OLDER_FILES, encoding="utf-8", delay=True
        )

    @override
    def emit(self, record: logging.LogRecord) -> None:
        if self.problem is None:
            super().emit(record)

    @override
    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exception()
        if isinstance(error, OSError):
            self._give_up(error)

    @override
    def close(self) -> None:
        try:
            super().close()
        except OSError as error:
            self._give_up(error)

    @override
    def doRollover(self) -> None:
        """Go on in the same file where it cannot be renamed: Windows refuses it of an open one."""
        try:
            super().doRollover()
        except OSError:
            self.stream = self._open()

    @override
    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not self._is_ours:
            _require_log(path)
            self._is_ours = True
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, mode=0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace")

    def _give_up(self, error: OSError) -> None:
        if self.problem is None:
            self.problem = error
            self._failed(error)


def _require_log(path: Path) -> None:
    """Keep a library or a document that was named by mistake. Raises OSError."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        beginning = file.read(_DATE_BYTES)
    if beginning and not _DATE.fullmatch(beginning):
        raise OSError(errno.EEXIST, "it is another file, and no log")
