"""What workers have read, put into the library in batches: documents, texts and files."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from xxhash import xxh3_128

from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.documents.reading import opened
from simhash_gui.documents.records import (
    MEMBER_MARK,
    PLAIN_TEXT,
    EncodingSource,
    FailureReason,
    FileOutcome,
    ReadFailure,
)
from simhash_gui.services.importing.listing import ListedFile
from simhash_gui.services.library.libraries import Library, now_ms
from simhash_gui.store.engine.types import DocumentState, FileState
from simhash_gui.store.repositories import documents, files
from simhash_gui.store.repositories.documents import KnownDocument, NewContent, NewDocument
from simhash_gui.store.repositories.files import NewFile

_DIGEST_STEP_BYTES = 1 << 20
_MOST_ROWS = 500
_LONGEST_WAIT_S = 0.5
_MOST_CHARACTERS_SAID = 1000

_NOT_LOOKED_AT = frozenset(
    {
        FailureReason.TIMEOUT,
        FailureReason.MEMORY,
        FailureReason.CRASHED,
        FailureReason.TOO_LARGE,
    }
)
"""Failures of files that are there, but whose digest is not known."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The outcome of one file and the place in the library that it belongs to.

    ``is_read_again``: the user wants this content read in another way than before (an encoding
    chosen or taken back), so that it replaces the document that is known of it. A file
    read with an encoding of the user's choice, ``wanted_encoding``, does so in any case.

    ``is_kept``: it could not be read this time, but the library has the text of this very content;
    ``is_unchanged``: and has had it at this very place.
    """

    folder_id: int
    listed: ListedFile
    outcome: FileOutcome
    is_read_again: bool = False
    wanted_encoding: str | None = None
    is_kept: bool = False
    is_unchanged: bool = False

    @property
    def was_read(self) -> bool:
        """Whether a text was read: it did not fail, and is not only an archive."""
        return self.outcome.failure is None and self.outcome.digest is not None

    @property
    def has_text(self) -> bool:
        """Whether the file is one of a document."""
        return self.was_read or self.is_kept

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
        """The time of change of the same."""
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

    def settled(self, arrival: Arrival) -> Arrival:
        """The arrival of a file that could not be read as that of a document known already.

        Nothing is lost with a file whose content has been read before; only a wish of the user to
        have it decoded differently is not met. The digest of what a worker process died of is taken
        here, if a document is known that is as long.
        """
        if arrival.outcome.failure is None:
            return arrival
        whole = self._with_digest(arrival)
        if whole.outcome.digest is None:
            return arrival
        self._flush_if_waiting(whole.outcome.digest)
        return self._kept(whole, whole.outcome.digest) or arrival

    def _with_digest(self, arrival: Arrival) -> Arrival:
        outcome = arrival.outcome
        is_file = MEMBER_MARK not in arrival.listed.relative_path
        if outcome.digest is None and outcome.failure in _NOT_LOOKED_AT and is_file:
            with self._library.read() as connection:
                is_possible = documents.has_size(connection, arrival.size_bytes)
            digest = _file_digest(outcome.path, arrival.size_bytes) if is_possible else None
            return replace(arrival, outcome=replace(outcome, digest=digest))
        return arrival

    def _flush_if_waiting(self, digest: bytes) -> None:
        if any(one.was_read and one.outcome.digest == digest for one in self._waiting):
            self.flush()

    def _kept(self, arrival: Arrival, digest: bytes) -> Arrival | None:
        place = arrival.folder_id, arrival.listed.relative_path
        with self._library.read() as connection:
            known = documents.by_digest(connection, [digest]).get(digest)
            if known is None or known.state is DocumentState.FAILED or not known.has_text:
                return None
            if not _is_as_wanted(arrival, known):
                return None
            is_unchanged = files.document_at(connection, *place) == known.id
        return replace(arrival, is_kept=True, is_unchanged=is_unchanged)

    def flush(self) -> None:
        """Write what waits, in one transaction."""
        arrivals, self._waiting = self._waiting, []
        if arrivals:
            _write(self._library, arrivals, self._recipe_id, self._run_id)
        self._written_s = time.monotonic()


def _write(library: Library, arrivals: Sequence[Arrival], recipe_id: str, run_id: int) -> None:
    read = _one_of_each(arrivals)
    wanted = {arrival.outcome.digest or b"" for arrival in arrivals if arrival.has_text}
    with library.write() as connection:
        known = documents.by_digest(connection, wanted)
        fresh = [
            _new_content(arrival.outcome, recipe_id)
            for digest, arrival in read.items()
            if digest not in known or _takes_the_place(arrival, known[digest])
        ]
        ids = {digest: document.id for digest, document in known.items()}
        ids |= documents.put(connection, fresh, COMPARISON_VERSION)
        files.upsert(connection, [_new_file(arrival, ids, run_id) for arrival in arrivals])


def _one_of_each(arrivals: Sequence[Arrival]) -> dict[bytes, Arrival]:
    """One arrival for each content that was read, whatever their order.

    One read as the user said goes first, then the one with the most specific reader.
    """
    chosen: dict[bytes, Arrival] = {}
    for arrival in sorted(arrivals, key=_order):
        if arrival.was_read:
            chosen.setdefault(arrival.outcome.digest or b"", arrival)
    return chosen


def _order(arrival: Arrival) -> tuple[object, ...]:
    place = arrival.listed.relative_path, arrival.folder_id
    return not arrival.is_asked_for, _rank(arrival.outcome.reader), *place


def _rank(reader: str | None) -> tuple[bool, str]:
    """Readers in order, the most specific first: all others before that of plain text."""
    return reader == PLAIN_TEXT, reader or ""


def _takes_the_place(arrival: Arrival, known: KnownDocument) -> bool:
    """Whether a content replaces what is known of it.

    A copy of it that is merely found elsewhere changes something only where its extension leads to
    a more specific reader, and never what the user has chosen. What was lost by damage comes back
    in any case.
    """
    if not known.is_whole:
        return True
    source = arrival.outcome.encoding_source
    as_known = (known.encoding, known.encoding_source)
    is_same = (arrival.outcome.encoding, source and source.value) == as_known
    here, there = _rank(arrival.outcome.reader), _rank(known.reader)
    if arrival.is_read_again:
        return not is_same or here <= there
    if source is EncodingSource.OVERRIDE and not is_same:
        return True
    return here < there and (is_same or known.encoding_source != EncodingSource.OVERRIDE.value)


def _is_as_wanted(arrival: Arrival, known: KnownDocument) -> bool:
    """Whether a stored text is the one that the user wants, who may have chosen an encoding."""
    is_chosen = known.encoding_source == EncodingSource.OVERRIDE.value
    is_decoded_so = arrival.wanted_encoding == (known.encoding if is_chosen else None)
    return is_decoded_so or arrival.outcome.failure is FailureReason.PASSWORD


def _new_content(outcome: FileOutcome, recipe_id: str) -> NewContent:
    document = _new_document(outcome, recipe_id)
    return NewContent(document, outcome.compressed_text, outcome.comparison)


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
    document_id = ids.get(outcome.digest or b"") if arrival.has_text else None
    failure = None if document_id else outcome.failure
    has_note = outcome.members is not None
    return NewFile(
        folder_id=arrival.folder_id,
        relative_path=arrival.listed.relative_path,
        size_bytes=arrival.size_bytes,
        mtime_ns=arrival.mtime_ns,
        state=_state(failure, document_id),
        document_id=document_id,
        reason=failure.value if failure else None,
        detail=(outcome.detail or None) if failure or has_note else None,
        run_id=None if arrival.is_unchanged else run_id,
    )


def _state(failure: FailureReason | None, document_id: int | None) -> FileState:
    if failure is not None:
        return FileState.FAILED
    return FileState.CONTAINER if document_id is None else FileState.PRESENT


def _file_digest(path: str, size_bytes: int) -> bytes | None:
    """The xxh3-128 of a file's bytes, 16 bytes; None where it cannot be read, or has another size.

    Reads a piece at a time, and only regular files.
    """
    digest = xxh3_128()
    left = size_bytes
    try:
        with opened(path) as descriptor:
            while piece := os.read(descriptor, _DIGEST_STEP_BYTES):
                digest.update(piece)
                left -= len(piece)
                if left < 0:
                    return None
    except (ReadFailure, OSError):
        return None
    return None if left else digest.digest()
