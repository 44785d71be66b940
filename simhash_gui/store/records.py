"""What goes into the library and what comes out of it: frozen rows, and arrays for the many.

Times are milliseconds since 1970 in UTC (``..._at_ms``), as handed in by the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.types import Words

Ids = NDArray[np.int64]
"""Shape (n,): ids of rows."""


class FolderRole(StrEnum):
    """What the user wants of a folder."""

    NORMAL = "normal"
    REFERENCE = "reference"
    """Never touched, always kept."""
    EXCLUDED = "excluded"
    """Not read."""


class DocumentState(StrEnum):
    """What became of a content."""

    FINGERPRINTED = "fingerprinted"
    TOO_SHORT = "too-short"
    """Read, but without enough features for a fingerprint."""
    FAILED = "failed"
    """No text could be read from it."""


class FileState(StrEnum):
    """What became of a file."""

    PRESENT = "present"
    GONE = "gone"
    """It was there once; its document is kept until the user drops it."""
    FAILED = "failed"
    """It is there, but it or its content could not be read."""
    CONTAINER = "container"
    """An archive: its members are files of their own, such as ``a.zip!/inner.docx``."""
    SKIPPED = "skipped"
    """The user wants it left alone for ever: it is neither a document nor a problem."""
    LEFT_OUT = "left-out"
    """It was imported once and is still there, but the rules leave it out now, or what it is in."""


class RunState(StrEnum):
    """What became of an import or another long job."""

    RUNNING = "running"
    """Under way, or cut off by a crash when its process is no more."""
    INTERRUPTED = "interrupted"
    """It was cut off by a crash; nobody knows when."""
    FINISHED = "finished"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A content that was read, under the 128-bit digest of its bytes.

    ``word`` and ``rest`` are those of ``core.types.Fingerprint``: given exactly when the state is
    ``FINGERPRINTED`` (ValueError otherwise), together with ``recipe_id``. The last four are what
    the document says of itself, ``written`` being its date in its own words.
    """

    digest: bytes
    state: DocumentState
    imported_at_ms: int
    size_bytes: int
    recipe_id: str | None = None
    word: int | None = None
    rest: int | None = None
    character_count: int | None = None
    feature_count: int | None = None
    language: str | None = None
    encoding: str | None = None
    reader: str | None = None
    reason: str | None = None
    detail: str | None = None
    encoding_confidence: float | None = None
    encoding_source: str | None = None
    title: str | None = None
    author: str | None = None
    written: str | None = None
    declared_language: str | None = None

    def __post_init__(self) -> None:
        has_fingerprint = self.word is not None and self.recipe_id is not None
        if has_fingerprint is not (self.state is DocumentState.FINGERPRINTED):
            raise ValueError(f"a {self.state} document and word {self.word} do not go together")


@dataclass(frozen=True, slots=True, eq=False)
class StoredFingerprints:
    """Fingerprints of one recipe as parallel arrays of shape (n,), by ascending document id."""

    ids: Ids
    words: Words
    rests: Words

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, eq=False)
class DocumentMatches:
    """Documents within a distance, shape (n,), by distance and then by document id."""

    ids: Ids
    distances: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """What a document is compared by in bulk.

    ``sketch`` and ``token_sketch`` have ``core.sketches.SKETCH_BYTES`` each, ``token_digest`` 8
    bytes; ``sample`` and ``passages`` are little-endian arrays of uint32, ascending by the hashes
    they were made from.
    """

    token_count: int
    shingle_count: int
    token_digest: bytes
    sketch: bytes
    token_sketch: bytes
    sample: bytes
    passages: bytes


@dataclass(frozen=True, slots=True, eq=False)
class StoredSketches:
    """Sketches as parallel arrays, by ascending document id.

    ``ids``, ``token_counts`` and ``shingle_counts`` have the shape (n,), ``token_digests`` too;
    ``values`` has (n, 128), of shingles, and ``token_values`` as many, of tokens.
    """

    ids: Ids
    token_counts: Ids
    shingle_counts: Ids
    token_digests: Words
    values: NDArray[np.uint8]
    token_values: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, eq=False)
class HashLists:
    """Lists of hashes laid end to end: document ``ids[i]`` has ``hashes[offsets[i]:offsets[i+1]]``.

    Shapes: (n,), (n + 1,) and (``offsets[-1]``,); by ascending document id.
    """

    ids: Ids
    offsets: Ids
    hashes: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A line of the documents table.

    ``name``, ``folder`` and ``relative_path`` are those of the first file that is there, or else
    of the first that is known; None when there is none. ``copies`` counts those that are there.
    A file that is gone or skipped is not there.
    """

    id: int
    digest: bytes
    name: str | None
    folder: str | None
    relative_path: str | None
    copies: int
    state: DocumentState
    reason: str | None
    detail: str | None
    reader: str | None
    encoding: str | None
    language: str | None
    size_bytes: int
    character_count: int | None
    feature_count: int | None
    recipe_id: str | None
    word: int | None
    rest: int | None
    imported_at_ms: int
    encoding_confidence: float | None
    encoding_source: str | None
    title: str | None
    author: str | None
    written: str | None
    declared_language: str | None


@dataclass(frozen=True, slots=True)
class FolderRow:
    """A folder of the library; ``path`` is absolute and normalised."""

    id: int
    path: str
    role: FolderRole
    added_at_ms: int


@dataclass(frozen=True, slots=True)
class EncodingOverride:
    """An encoding that the user chose; ``store.encoding_overrides`` says what a pattern is."""

    id: int
    pattern: str
    encoding: str
    added_at_ms: int


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file as it was found. ``relative_path`` uses ``/`` on every system."""

    folder_id: int
    relative_path: str
    size_bytes: int
    mtime_ns: int
    state: FileState
    document_id: int | None = None
    reason: str | None = None
    detail: str | None = None
    run_id: int | None = None


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file of the library and the folder it is in."""

    id: int
    folder_id: int
    folder: str
    relative_path: str
    name: str
    size_bytes: int
    mtime_ns: int
    document_id: int | None
    state: FileState
    reason: str | None
    detail: str | None
    run_id: int | None = None
    """The run that met it like this."""


@dataclass(frozen=True, slots=True)
class FailedPlace:
    """A file that failed, there or gone, and the run in which it did."""

    relative_path: str
    reason: str | None
    run_id: int | None


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the library knows of a file, to tell whether it must be read again.

    ``comes_back_as`` is what one that is gone, skipped or left out was before; of all others, their
    state.
    """

    id: int
    size_bytes: int
    mtime_ns: int
    document_id: int | None
    state: FileState
    comes_back_as: FileState


@dataclass(frozen=True, slots=True)
class ProblemGroup:
    """How many files failed for one reason."""

    reason: str
    files: int


@dataclass(frozen=True, slots=True)
class RunRow:
    """An import or another long job: what was asked (``request``) and what came of it."""

    id: int
    kind: str
    state: RunState
    started_at_ms: int
    finished_at_ms: int | None
    request: Mapping[str, Any] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LibraryInfo:
    """Counts and sizes; ``recipes`` counts fingerprinted documents by recipe id."""

    revision: str
    file_bytes: int
    documents: Mapping[DocumentState, int]
    files: Mapping[FileState, int]
    folders: int
    texts: int
    recipes: Mapping[str, int]

    @property
    def document_count(self) -> int:
        """All documents, whatever their state."""
        return sum(self.documents.values())

    @property
    def file_count(self) -> int:
        """All files, whatever their state."""
        return sum(self.files.values())
