"""The process beside a copy: forks for each run of tests. Speaks JSON lines with ``copies``."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import time

# Imported once for all forks; nothing of ours, which differs from fork to fork.
import alembic.command
import hypothesis
import numpy as np
import psutil
import pytest
import sqlalchemy
import xxhash
from PySide6 import QtCore, QtGui, QtWidgets

PRELOADED = (
    alembic.command, hypothesis, np, psutil, sqlalchemy, xxhash, QtCore, QtGui,
    QtWidgets,
)  # fmt: skip
_MEMORY_BYTES = 8 << 30
_FILE_BYTES = 5 << 30  # a test of importing makes one of so many bytes, with a hole
_POLL_S = 0.02
_OPTIONS = (
    "-x", "-q", "-m", "", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist",
    "--hypothesis-seed=0", "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip


class Chosen:
    """Pytest plugin: runs these tests alone, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self._rank = {test: rank for rank, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop all others."""
        chosen = [item for item in items if item.nodeid in self._rank]
        items[:] = sorted(chosen, key=lambda item: self._rank[item.nodeid])


def main() -> None:
    """Answer until there is no more to ask."""
    for line in sys.stdin:
        asked = json.loads(line)
        sys.stdout.write(_ending(asked["tests"], asked["limit_s"]) + "\n")
        sys.stdout.flush()


def _ending(tests: list[str], limit_s: float) -> str:
    child = os.fork()
    if child == 0:
        _run_and_exit(tests)
    end_s = time.monotonic() + limit_s
    while True:
        pid, status = os.waitpid(child, os.WNOHANG)
        is_late = time.monotonic() > end_s
        if pid or is_late:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)  # what it has started too
        if pid:
            return "survived" if status == 0 else "killed"
        if is_late:
            os.waitpid(child, 0)
            return "timed out"
        time.sleep(_POLL_S)


def _run_and_exit(tests: list[str]) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_BYTES, _FILE_BYTES))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    status = 1
    try:
        status = int(pytest.main([*_OPTIONS, *files], plugins=[Chosen(tests)]))
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
