"""Two desks: one in this process for short documents, one in another process for all else.

Whatever is computed here, even in a thread, makes the window wait for its turn; and a reader that
falls over a damaged file would take the window with it. Starting a process takes a second, though,
which short texts are not worth.
"""

from __future__ import annotations

from collections.abc import Collection
from threading import Event, Lock
from typing import Any

from simhash_gui.services.comparison.bit_votes import BitVotes
from simhash_gui.services.comparison.comparing import FailureReason, ReadFailure
from simhash_gui.services.comparison.evidence import Thresholds
from simhash_gui.services.library.browsing import document_rows
from simhash_gui.services.library.libraries import Library
from simhash_gui.ui.compare.desk import Desk, FromDisk, LoadedSide, Prepared, Reading, Source
from simhash_gui.ui.reading.text_differences import TextDifferences, put_together
from simhash_gui.ui.reading.text_evidence import Measured
from simhash_gui.ui.session.own_process import OwnProcess, ProcessDiedError, StoppedError

MOST_HERE = 40_000
"""Characters, or bytes of a file, that are read and compared in the process of the window."""
_READ_HERE = {".txt", ".md", ""}


class Desks:
    """Asks the right one. All methods but ``end`` wait for the answer: call them off the UI thread.

    Each raises what ``Desk`` raises, and StoppedError soon after ``stop`` is set; the process is
    then ended, since nobody knows how long it would go on.
    """

    def __init__(self, library: Library | None) -> None:
        self._library = library
        self._here = Desk(library)
        self._process: OwnProcess | None = None
        self._lock = Lock()
        self._lengths: dict[Reading, bool] = {}
        self._is_over = False

    def load(self, reading: Reading, kept: Collection[Reading], stop: Event) -> LoadedSide:
        """Read a source."""
        if not self._is_long(reading):
            return self._here.load(reading, kept)
        try:
            side: LoadedSide = self._ask(stop, "load", reading, frozenset(kept))
        except ProcessDiedError as error:
            raise ReadFailure(FailureReason.CRASHED, str(error)) from error
        return side

    def prepare(self, a: Reading, b: Reading, stop: Event) -> Prepared:
        """Compare the fingerprints."""
        if not self._are_long(a, b):
            return self._here.prepare(a, b)
        prepared: Prepared = self._ask(stop, "prepare", a, b)
        return prepared

    def differences(self, a: Reading, b: Reading, stop: Event) -> TextDifferences:
        """Compare the texts by lines and words."""
        if not self._are_long(a, b):
            return self._here.differences(a, b)
        return put_together(self._ask(stop, "difference_pieces", a, b))

    def measure(self, a: Reading, b: Reading, thresholds: Thresholds, stop: Event) -> Measured:
        """What the texts prove."""
        if not self._are_long(a, b):
            return self._here.measure(a, b, thresholds)
        measured: Measured = self._ask(stop, "measure", a, b, thresholds)
        return measured

    def votes(self, a: Reading, b: Reading, bit: int) -> BitVotes:
        """The votes at a bit."""
        if not self._are_long(a, b):
            return self._here.votes(a, b, bit)
        votes: BitVotes = self._ask(Event(), "votes", a, b, bit)
        return votes

    def end(self) -> None:
        """End the process, if there is one; whoever waits for it gets ProcessDiedError."""
        with self._lock:
            self._is_over = True
            process, self._process = self._process, None
        if process is not None:
            process.end()

    def _ask(self, stop: Event, name: str, *arguments: object) -> Any:
        while True:
            process = self._running()
            try:
                return process.call(stop, name, *arguments)
            except StoppedError:
                self._give_up(process)
                raise
            except ProcessDiedError:
                if stop.is_set():
                    raise StoppedError from None
                if self._give_up(process):
                    raise  # it was not ended for the sake of another question, but died of this one

    def _running(self) -> OwnProcess:
        with self._lock:
            if self._is_over:
                raise StoppedError
            if self._process is None:
                path = self._library.path if self._library is not None else None
                self._process = OwnProcess(Desk, path)
            return self._process

    def _give_up(self, process: OwnProcess) -> bool:
        """End a process, unless that was done already; whether it was not."""
        with self._lock:
            is_first = process is self._process
            if is_first:
                self._process = None
        if is_first:
            process.end()
        return is_first

    def _are_long(self, a: Reading, b: Reading) -> bool:
        return self._is_long(a) or self._is_long(b)

    def _is_long(self, reading: Reading) -> bool:
        if reading not in self._lengths:
            self._lengths[reading] = is_long(self._library, reading.source)
        return self._lengths[reading]


def is_long(library: Library | None, source: Source) -> bool:
    """Whether a source is to be read in a process of its own: long, or not just a text."""
    if isinstance(source, FromDisk):
        try:
            size = source.path.stat().st_size
        except OSError:
            return False
        return size > MOST_HERE or source.path.suffix.lower() not in _READ_HERE
    rows = document_rows(library, [source.document_id]) if library is not None else []
    return any(row.character_count > MOST_HERE for row in rows)
