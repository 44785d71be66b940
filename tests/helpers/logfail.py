"""Pytest plugin: a test fails on any log record of level WARNING or above that it did not expect.

A test that provokes a warning says so, which checks it:

    with expect_log(logging.WARNING, "cannot read .*", logger="simhash_gui.documents"):
        ...

The idea is qutebrowser's. Records of worker processes are not seen here: they have their own root
logger and reach a test only through what the parent makes of them.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import pytest
from typing_extensions import override


@dataclass(slots=True)
class Expectation:
    """One kind of record that may appear, and those of it that did."""

    level: int
    message: re.Pattern[str]
    logger: str
    records: list[logging.LogRecord] = field(default_factory=list)

    def covers(self, record: logging.LogRecord) -> bool:
        """Tell whether `record` is of this level, from this logger or below, with this message."""
        below = self.logger == "" or f"{record.name}.".startswith(f"{self.logger}.")
        return (
            below
            and record.levelno == self.level
            and self.message.search(record.getMessage()) is not None
        )


class LogFailHandler(logging.Handler):
    """Sorts the records of one test into expected and unexpected ones."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.unexpected: list[logging.LogRecord] = []
        self._expectations: list[Expectation] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        for expectation in self._expectations:
            if expectation.covers(record):
                expectation.records.append(record)
                return
        self.unexpected.append(record)

    @contextmanager
    def expect(
        self, level: int, message: str = "", *, logger: str = ""
    ) -> Iterator[list[logging.LogRecord]]:
        """Allow, inside the block, records like this; fail at its end when there was none."""
        expectation = Expectation(level, re.compile(message), logger)
        self._expectations.append(expectation)
        try:
            yield expectation.records
        finally:
            self._expectations.remove(expectation)
        if not expectation.records:
            pytest.fail(
                f"no {logging.getLevelName(level)} record matched {message!r}"
                f" from logger {logger or 'root'!r}"
            )


class ExpectLog(Protocol):
    """Signature of the fixture `expect_log`: level, pattern searched in the message, logger."""

    def __call__(
        self, level: int, message: str = "", *, logger: str = ""
    ) -> AbstractContextManager[list[logging.LogRecord]]: ...


@pytest.fixture(autouse=True)
def _log_fail_handler() -> Iterator[LogFailHandler]:
    handler = LogFailHandler()
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield handler
    finally:
        root.removeHandler(handler)
    if handler.unexpected:
        lines = (
            f"{record.levelname} {record.name}: {record.getMessage()}"
            for record in handler.unexpected
        )
        pytest.fail("unexpected log records:\n" + "\n".join(lines), pytrace=False)


@pytest.fixture
def expect_log(_log_fail_handler: LogFailHandler) -> ExpectLog:
    """Return a context manager that allows, and demands, records of one kind."""
    return _log_fail_handler.expect
