"""What workers bring back, put into the library in batches: documents, texts and files."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simhash_gui.documents.comparison_data import COMPARISON_VERSION
from simhash_gui.documents.records import ComparisonData, EncodingSource, FileOutcome
from simhash_gui.services.libraries import Library, now_ms
from simhash_gui.services.listing import ListedFile
from simhash_gui.store import contents, documents, files
from simhash_gui.store.contents import NewContent
from simhash_gui.store.documents import KnownDocument
from simhash_gui.store.records import (
    ComparisonRow,
    DocumentState,
    FileState,
    NewDocument,
    NewFile,
)

_MOST_ROWS = 500
_LONGEST_WAIT_S = 0.5
_MOST_CHARACTERS_SAID = 1000


@dataclass(frozen=True, slots=True)
class Arrival:
    """The outcome of one file and the place in the library that it belongs to.

    ``is_read_again``: the user wants this content read in another way than before (an encoding
    chosen or taken back), so that it takes the place of the document that is known of it. A file
    read with an encoding of the user's choice does so in any case.
    """

    folder_id: int
    listed: ListedFile
    outcome: FileOutcome
    is_read_again: bool = False

    @property
    def has_text(self) -> bool:
        """Whether the file has become a document: it did not fail, and is not only an archive."""
        return self.outcome.failure is None and self.outcome.digest is not None

    @property
    def is_asked_for(self) -> bool:
        """Whether the user has a say in how the file was read."""
        return self.is_read_again or self.outcome.encoding_source is EncodingSource.OVERRIDE

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
    read = _one_of_each(arrivals)
    with library.write() as connection:
        known = documents.by_digest(connection, read)
        fresh = [
            _new_content(arrival.outcome, recipe_id)
            for digest, arrival in read.items()
            if digest not in known or _takes_the_place(arrival, known[digest])
        ]
        ids = {digest: document.id for digest, document in known.items()}
        ids |= contents.put(connection, fresh, COMPARISON_VERSION)
        files.upsert(connection, [_new_file(arrival, ids, run_id) for arrival in arrivals])


def _one_of_each(arrivals: Sequence[Arrival]) -> dict[bytes, Arrival]:
    """One arrival for each content that has a text; one read as the user said goes first."""
    chosen: dict[bytes, Arrival] = {}
    for arrival in arrivals:
        digest = arrival.outcome.digest
        if arrival.has_text and digest is not None:
            other = chosen.get(digest)
            if other is None or arrival.is_asked_for >= other.is_asked_for:
                chosen[digest] = arrival
    return chosen


def _takes_the_place(arrival: Arrival, known: KnownDocument) -> bool:
    """Whether a content is to be read otherwise than before.

    A copy of it that is merely found elsewhere, with an extension that suggests another reader or
    encoding, changes nothing.
    """
    source = arrival.outcome.encoding_source
    as_known = (known.encoding, known.encoding_source)
    is_same = (arrival.outcome.encoding, source and source.value) == as_known
    return arrival.is_read_again or (source is EncodingSource.OVERRIDE and not is_same)


def _new_content(outcome: FileOutcome, recipe_id: str) -> NewContent:
    comparison = comparison_row(outcome.comparison) if outcome.comparison else None
    return NewContent(_new_document(outcome, recipe_id), outcome.compressed_text, comparison)


def comparison_row(data: ComparisonData) -> ComparisonRow:
    """What the library keeps of the data that a document is compared by."""
    return ComparisonRow(
        token_count=data.token_count,
        shingle_count=data.shingle_count,
        token_digest=data.token_digest,
        sketch=data.sketch,
        token_sketch=data.token_sketch,
        sample=data.sample,
        passages=data.passages,
    )


def _new_document(outcome: FileOutcome, recipe_id: str) -> NewDocument:
    is_short = outcome.too_short
    source = outcome.encoding_source
    said = outcome.metadata
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
        encoding_confidence=outcome.encoding_confidence if source else None,
        encoding_source=source.value if source else None,
        title=_shortened(said.title),
        author=_shortened(said.author),
        written=_shortened(said.date),
        declared_language=_shortened(said.language),
    )


def _shortened(said: str | None) -> str | None:
    """What a document says of itself may be as long as it likes."""
    return None if said is None else said[:_MOST_CHARACTERS_SAID]


def _new_file(arrival: Arrival, ids: Mapping[bytes, int], run_id: int) -> NewFile:
    outcome = arrival.outcome
    return NewFile(
        folder_id=arrival.folder_id,
        relative_path=arrival.listed.relative_path,
        size_bytes=arrival.size_bytes,
        mtime_ns=arrival.mtime_ns,
        state=_state(outcome),
        document_id=ids[outcome.digest or b""] if arrival.has_text else None,
        reason=outcome.failure.value if outcome.failure else None,
        detail=outcome.detail or None,
        run_id=run_id,
    )


def _state(outcome: FileOutcome) -> FileState:
    if outcome.failure is not None:
        return FileState.FAILED
    is_only_archive = outcome.members is not None and outcome.digest is None
    return FileState.CONTAINER if is_only_archive else FileState.PRESENT
