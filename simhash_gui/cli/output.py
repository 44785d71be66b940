"""What the command line prints: one JSON document or text on stdout, everything else on stderr.

Fields of the JSON forms that several commands share are added here, never renamed.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from enum import IntEnum, StrEnum
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO

from typing_extensions import override

from simhash_gui.cli.interruption import Interruption
from simhash_gui.services.jobs import JobControl, Progress, Stage
from simhash_gui.services.printable import printable

if TYPE_CHECKING:  # not every command needs what these need
    from simhash_gui.core.types import Fingerprint
    from simhash_gui.services.comparison.evidence import Evidence, Passage
    from simhash_gui.services.library.libraries import Library

_REFRESH_S = 0.25


_SPOOL_BYTES = 1 << 24
_PIECE = 1 << 16


class ExitCode(IntEnum):
    """What the command line returns to the shell; after a signal, 128 and its number."""

    DONE = 0
    DONE_WITH_FAILURES = 1
    REFUSED = 2
    BROKEN = 70
    """An error inside the program, as ``sysexits.h`` numbers it."""
    INTERRUPTED = 130
    READER_GONE = 141


class OutputFormat(StrEnum):
    """``text`` for people, ``json`` for scripts."""

    TEXT = "text"
    JSON = "json"


class OutputError(Exception):
    """The result cannot be written: the reader went away, or the drive is full."""


class ReaderGoneError(OutputError):
    """Whoever read the result wants no more of it, as ``head`` does."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command did not do what it was asked for.

    ``kind`` is a word in lower case with hyphens that stays the same for scripts; ``message`` says
    what happened, ``way_out`` what to do about it.
    """

    kind: str
    message: str
    way_out: str


class UsageError(Exception):
    """The request cannot be carried out as it stands."""

    def __init__(self, message: str, way_out: str, kind: str = "usage") -> None:
        super().__init__(message)
        self.refusal = Refusal(kind, message, way_out)


@dataclass(slots=True)
class Output:
    """Where a command writes."""

    format: OutputFormat
    stdout: TextIO
    stderr: TextIO
    interruption: Interruption = field(default_factory=Interruption)
    """What cancels the jobs of the command."""
    has_begun: bool = field(default=False, init=False)
    """Whether something of a result may be on standard output."""
    notices: list[dict[str, str]] = field(default_factory=list, init=False)
    """What happened beside what was asked for; the last field of a result in JSON, if any."""

    def result(self, document: dict[str, Any], text: Iterator[str]) -> None:
        """Print the one result, as JSON or as lines of text.

        A value of ``document`` may be an iterator: it becomes a list, written item by item, so
        that a million pairs need no memory. JSON is printed when it is complete: what fails on the
        way leaves no half of it. Raises OutputError.
        """
        with _write_errors():
            if self.format is OutputFormat.JSON:
                self._json(document | ({"notices": self.notices} if self.notices else {}))
            else:
                self._print(f"{printable(line)}\n" for line in text)

    def _json(self, document: dict[str, Any]) -> None:
        # What no encoding takes of a name becomes its escape, which JSON knows too.
        with tempfile.SpooledTemporaryFile(
            _SPOOL_BYTES, "w+", encoding="utf-8", errors="backslashreplace"
        ) as whole:
            _write_json(document, whole)
            whole.seek(0)
            self._print(iter(partial(whole.read, _PIECE), ""))

    def _print(self, pieces: Iterable[str]) -> None:
        with self.interruption.answering():
            self.has_begun = True
            self.stdout.writelines(pieces)
            self.stdout.flush()

    def message(self, text: str) -> None:
        """Tell something that is not the result, if there is somebody to tell."""
        with contextlib.suppress(OSError):
            self.stderr.write(printable(text) + "\n")

    def notice(self, kind: str, text: str, path: Path) -> None:
        """Tell what happened beside what was asked for; ``kind`` is as that of a refusal."""
        self.message(text)
        self.notices.append({"kind": kind, "message": text, "path": str(path)})

    def refuse(self, refusal: Refusal) -> None:
        """Tell why there is no result: to people, and in JSON in place of the result."""
        self.message(f"simhash-gui: {refusal.message}; {refusal.way_out}")
        self.error_document(refusal)

    def error_document(self, refusal: Refusal) -> None:
        """In JSON, print why there is no result, unless something is printed already."""
        if self.format is OutputFormat.JSON and not self.has_begun:
            with contextlib.suppress(OutputError):
                self.result({"error": asdict(refusal)}, iter(()))


@contextmanager
def _write_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGoneError from error
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from error


def _write_json(document: dict[str, Any], stream: IO[str]) -> None:
    separator = "{\n"
    for name, value in document.items():
        stream.write(f"{separator} {json.dumps(name)}: ")
        if isinstance(value, Iterator):
            _write_json_list(value, stream)
        else:
            json.dump(value, stream, ensure_ascii=False)
        separator = ",\n"
    stream.write("\n}\n")


def _write_json_list(items: Iterator[Any], stream: IO[str]) -> None:
    separator = "["
    for item in items:
        stream.write(f"{separator}\n  {json.dumps(item, ensure_ascii=False)}")
        separator = ","
    stream.write("[]" if separator == "[" else "\n ]")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with what it counts: ``1 file``, ``2,000 files``; ``many`` where it takes no s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


class ProgressLine:
    """A job's progress on one line of a terminal; silent where stderr is not one."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shows = stream.isatty()
        self._next_s = 0.0
        self._stage: Stage | None = None

    def show(self, progress: Progress) -> None:
        """Overwrite the line, a few times a second at most, and at once for another stage."""
        now_s = time.monotonic()
        if self._shows and (now_s >= self._next_s or progress.stage is not self._stage):
            self._next_s, self._stage = now_s + _REFRESH_S, progress.stage
            self._write(f"\r\x1b[K{describe(progress)}")

    def clear(self) -> None:
        """Leave no trace."""
        if self._shows:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):  # the terminal is gone
            self._stream.write(text)
            self._stream.flush()


def describe(progress: Progress) -> str:
    """E.g. ``reading 12,402 of 88,310 · 640/s · 119 s left · 3 failed``."""
    if progress.stage is Stage.HELD:
        return "waiting for another program that uses the library"
    of_total = f" of {progress.total:,}" if progress.total is not None else ""
    is_counted = progress.done or of_total
    parts = [progress.stage.value + (f" {progress.done:,}{of_total}" if is_counted else "")]
    if progress.rate_per_s:
        parts.append(f"{progress.rate_per_s:,.0f}/s")
    if progress.remaining_s is not None:
        parts.append(f"{progress.remaining_s:,.0f} s left")
    if progress.failed:
        is_review = progress.stage in {Stage.ACTING, Stage.UNDOING}
        parts.append(f"{progress.failed:,} {'skipped' if is_review else 'failed'}")
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
    def wait_for_others(self, is_held: bool) -> None:
        super().wait_for_others(is_held)
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
def watched_job(output: Output, library: Library | None = None) -> Iterator[JobControl]:
    """A control for a job of this command; its line is gone when the job ends.

    Where it writes to ``library``, its waiting for other programs is shown and can be cancelled.
    """
    line = ProgressLine(output.stderr)
    control = WatchedJob(line, output.interruption)
    try:
        with ExitStack() as watching, output.interruption.cancelling_job():
            if library is not None:
                watching.enter_context(library.watched_by(control.wait_for_others))
            yield control
    finally:
        line.clear()


def opened(library: Library, output: Output) -> Library:
    """The library, after telling what opening it has kept beside it."""
    copy = library.backup
    if copy is not None:
        text = f"{library.place}: upgraded; a copy of it as it was is kept: {copy}"
        output.notice("library-upgraded", text, copy)
    for log in library.kept_logs:
        text = (
            f"{library.place}: the log of a library that was moved away or deleted had stayed here,"
            f" and may have its last writes; it is kept: {log.path}; as FILE{log.ending} beside the"
            " moved FILE it gives them back"
        )
        output.notice("log-kept", text, log.path)
    return library


def standard_output(output_format: OutputFormat) -> Output:
    """The process's own streams, able to print every name that a file can have.

    One that was closed before the start refuses results; messages just are not shown.
    """
    stdout = _usable(sys.stdout or _Closed())
    return Output(output_format, _buffered(stdout), _usable(sys.stderr))


class _Closed(io.StringIO):
    """Standard output of a program that was started without one."""

    @override
    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def _usable(stream: TextIO | None) -> TextIO:
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        # A terminal shows its own encoding; what goes elsewhere is the same on every machine.
        encoding = stream.encoding if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace")
    return stream


def _buffered(stream: TextIO) -> TextIO:
    """With PYTHONUNBUFFERED, Python loses what is left of a write that a signal has cut short."""
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(stream.buffer, io.RawIOBase):
        return stream
    stream.flush()
    return open(stream.fileno(), "w", encoding=stream.encoding, errors=stream.errors, closefd=False)


def give_up_stdout() -> None:
    """Send what is still in the buffer nowhere, or Python would complain of it at the end."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def block_keys(fingerprint: Fingerprint) -> list[str]:
    """Four times four hexadecimal digits, most significant block first."""
    return [f"{key:04x}" for key in fingerprint.block_keys]


def fingerprint_fields(fingerprint: Fingerprint) -> dict[str, Any]:
    """A fingerprint with its block keys."""
    return {"fingerprint": fingerprint.hex, "block_keys": block_keys(fingerprint)}


def evidence_fields(proof: Evidence) -> dict[str, Any]:
    """What two texts have in common, with the places of common passages in characters."""
    return {
        "jaccard": proof.overlap.jaccard,
        "containment_a": proof.overlap.containment_a,
        "containment_b": proof.overlap.containment_b,
        "edit_share": proof.edit_share,
        "class": proof.pair_class.value,
        "short": proof.is_short,
        "passages": [passage_fields(passage) for passage in proof.passages],
    }


def passage_fields(passage: Passage) -> dict[str, Any]:
    """Where a passage stands in both texts."""
    return {
        "a": [passage.a.start, passage.a.end],
        "b": [passage.b.start, passage.b.end],
    }
