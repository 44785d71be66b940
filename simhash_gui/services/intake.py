"""What workers bring back, put into the library in batches: documents, texts and files."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from simhash_gui.documents.records import FileOutcome
from simhash_gui.services.libraries import Library, now_ms
from simhash_gui.services.listing import ListedFile
from simhash_gui.store import documents, files, texts
from simhash_gui.store.documents import KnownDocument
from simhash_gui.store.records import DocumentState, FileState, NewDocument, NewFile

_MOST_ROWS = 500
_LONGEST_WAIT_S = 0.5


@dataclass(frozen=True, slots=True)
class Arrival:
    """The outcome of one file and the place in the library that it belongs to."""

    folder_id: int
    listed: ListedFile
    outcome: FileOutcome

    @property
    def size_bytes(self) -> int:
        """The size of what was read, or, where nothing was, of what was listed."""
        return self.outcome.size_bytes if self.outcome.mtime_ns else self.listed.size_bytes

    @property
    def mtime_ns(self) -> int:
        """Likewise the time of change."""
        return self.outcome.mtime_ns or self.listed.modified_ns


class Intake:
    """Collects arrivals and writes them, some hundred a transaction; ``flush`` writes the rest."""

    def __init__(self, library: Library, recipe_id: str, run_id: int) -> None:
        self._library = library
        self._recipe_id = recipe_id
        self._run_id = run_id
        self._waiting: list[Arrival] = []
        self._written_s = time.monotonic()

    def add(self, arrival: Arrival) -> None:
        """Take an arrival in; write when many wait or the last writing is a while ago."""
        self._waiting.append(arrival)
        is_due = time.monotonic() - self._written_s >= _LONGEST_WAIT_S
        if len(self._waiting) >= _MOST_ROWS or is_due:
            self.flush()

    def flush(self) -> None:
        """Write what waits, in one transaction."""
        arrivals, self._waiting = self._waiting, []
        if arrivals:
            _write(self._library, arrivals, self._recipe_id, self._run_id)
        self._written_s = time.monotonic()


def _write(library: Library, arrivals: Sequence[Arrival], recipe_id: str, run_id: int) -> None:
    read = {
        arrival.outcome.digest: arrival.outcome
        for arrival in arrivals
        if arrival.outcome.failure is None and arrival.outcome.digest is not None
    }
    with library.write() as connection:
        known = documents.by_digest(connection, read)
        new = [outcome for digest, outcome in read.items() if digest not in known]
        documents.insert(connection, [_new_document(outcome, recipe_id) for outcome in new])
        known |= documents.by_digest(connection, [outcome.digest or b"" for outcome in new])
        texts.put(
            connection,
            [(known[outcome.digest or b""].id, outcome.compressed_text) for outcome in new],
        )
        files.upsert(connection, [_new_file(arrival, known, run_id) for arrival in arrivals])


def _new_document(outcome: FileOutcome, recipe_id: str) -> NewDocument:
    is_short = outcome.too_short
    return NewDocument(
        digest=outcome.digest or b"",
        state=DocumentState.TOO_SHORT if is_short else DocumentState.FINGERPRINTED,
        imported_at_ms=now_ms(),
        size_bytes=outcome.size_bytes,
        recipe_id=recipe_id,
        word=outcome.word,
        rest=outcome.rest,
        character_count=outcome.character_count,
        feature_count=outcome.feature_count,
        language=outcome.language,
        encoding=outcome.encoding,
        reader=outcome.reader,
    )


def _new_file(arrival: Arrival, known: dict[bytes, KnownDocument], run_id: int) -> NewFile:
    outcome = arrival.outcome
    document = None if outcome.failure else known[outcome.digest or b""]
    return NewFile(
        folder_id=arrival.folder_id,
        relative_path=arrival.listed.relative_path,
        size_bytes=arrival.size_bytes,
        mtime_ns=arrival.mtime_ns,
        state=FileState.FAILED if outcome.failure else FileState.PRESENT,
        document_id=document.id if document else None,
        reason=outcome.failure.value if outcome.failure else None,
        detail=outcome.detail or None,
        run_id=run_id,
    )
