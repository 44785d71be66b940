"""What the command line prints: one JSON document or text on stdout, everything else on stderr."""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any, TextIO

from typing_extensions import override

from simhash_gui.cli.interruption import Interruption
from simhash_gui.services.jobs import JobControl, Progress, Stage

_REFRESH_S = 0.25


class ExitCode(IntEnum):
    """What the command line returns to the shell."""

    DONE = 0
    DONE_WITH_FAILURES = 1
    REFUSED = 2
    INTERRUPTED = 130


class OutputFormat(StrEnum):
    """``text`` for people, ``json`` for scripts."""

    TEXT = "text"
    JSON = "json"


class OutputError(Exception):
    """The result cannot be written: the reader went away, or the drive is full."""


class UsageError(Exception):
    """The request cannot be carried out as it stands; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command writes."""

    format: OutputFormat
    stdout: TextIO
    stderr: TextIO
    interruption: Interruption = field(default_factory=Interruption)
    """What cancels the jobs of the command."""

    def result(self, document: dict[str, Any], text: Iterator[str]) -> None:
        """Print the one result, as JSON or as lines of text.

        A value of ``document`` may be an iterator: it becomes a list, written item by item, so
        that a million pairs need no memory. Raises OutputError.
        """
        try:
            if self.format is OutputFormat.JSON:
                _write_json(document, self.stdout)
            else:
                self.stdout.writelines(f"{printable(line)}\n" for line in text)
            self.stdout.flush()
        except OSError as error:
            raise OutputError(error.strerror or str(error)) from error

    def message(self, text: str) -> None:
        """Tell something that is not the result."""
        self.stderr.write(printable(text) + "\n")


def _write_json(document: dict[str, Any], stream: TextIO) -> None:
    separator = "{\n"
    for name, value in document.items():
        stream.write(f"{separator} {json.dumps(name)}: ")
        if isinstance(value, Iterator):
            _write_json_list(value, stream)
        else:
            json.dump(value, stream, ensure_ascii=False)
        separator = ",\n"
    stream.write("\n}\n")


def _write_json_list(items: Iterator[Any], stream: TextIO) -> None:
    separator = "["
    for item in items:
        stream.write(f"{separator}\n  {json.dumps(item, ensure_ascii=False)}")
        separator = ","
    stream.write("[]" if separator == "[" else "\n ]")


def printable(text: str) -> str:
    """``text`` with escapes for what a terminal cannot show, or would obey."""
    escaped = "".join(
        character if character.isprintable() else _escape(character) for character in text
    )
    return escaped.encode("utf-8", "backslashreplace").decode("utf-8")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with what it counts: ``1 file``, ``2,000 files``; ``many`` where it takes no s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def _escape(character: str) -> str:
    return ascii(character)[1:-1]


class ProgressLine:
    """A job's progress on one line of a terminal; silent where stderr is not one."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shows = stream.isatty()
        self._next_s = 0.0

    def show(self, progress: Progress) -> None:
        """Overwrite the line, a few times a second at most."""
        now_s = time.monotonic()
        if self._shows and now_s >= self._next_s:
            self._next_s = now_s + _REFRESH_S
            self._stream.write(f"\r\x1b[K{describe(progress)}")
            self._stream.flush()

    def clear(self) -> None:
        """Leave no trace."""
        if self._shows:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def describe(progress: Progress) -> str:
    """E.g. ``reading 12,402 of 88,310 · 640/s · 119 s left · 3 failed``."""
    of_total = f" of {progress.total:,}" if progress.total is not None else ""
    parts = [f"{progress.stage.value} {progress.done:,}{of_total}"]
    if progress.rate_per_s:
        parts.append(f"{progress.rate_per_s:,.0f}/s")
    if progress.remaining_s is not None:
        parts.append(f"{progress.remaining_s:,.0f} s left")
    if progress.failed:
        parts.append(f"{progress.failed:,} failed")
    return " · ".join(parts)


class WatchedJob(JobControl):
    """A job control that draws its progress while the job runs in this thread.

    A signal cancels the job.
    """

    def __init__(self, line: ProgressLine, interruption: Interruption) -> None:
        super().__init__()
        self._line = line
        self._interruption = interruption

    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        """Overwrite the snapshot and draw it."""
        super().report(stage, done, total, failed=failed, current=current)
        self._line.show(self.snapshot())

    @override
    def checkpoint(self) -> None:
        if self._interruption.is_job_unwanted:
            self.cancel()
        super().checkpoint()

    @property
    @override
    def is_cancelled(self) -> bool:
        return super().is_cancelled or self._interruption.is_job_unwanted


@contextmanager
def watched_job(output: Output) -> Iterator[JobControl]:
    """A control for a job of this command; its line is gone when the job ends."""
    line = ProgressLine(output.stderr)
    try:
        with output.interruption.cancelling_job():
            yield WatchedJob(line, output.interruption)
    finally:
        line.clear()


def standard_output(output_format: OutputFormat) -> Output:
    """The process's own streams, able to print every name that a file can have.

    A stream that was closed before the start takes everything and shows nothing.
    """
    return Output(output_format, _usable(sys.stdout), _usable(sys.stderr))


def _usable(stream: TextIO | None) -> TextIO:
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return stream


def give_up_stdout() -> None:
    """Send what is still in the buffer nowhere, or Python would complain of it at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
