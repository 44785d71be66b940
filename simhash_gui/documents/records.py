"""What goes in and out of the documents layer: tasks, limits, texts, outcomes, named failures.

Plain data that crosses process borders. Reading, decoding and fingerprinting live in the modules
beside this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from typing_extensions import override

from simhash_gui.documents.compression import decompress_text


class FailureReason(StrEnum):
    """Why a document has no text. Each one has a way out of its own."""

    EMPTY = "empty"
    """Not a single byte."""
    UNREADABLE = "unreadable"
    """The system refuses: no permission, a symlink loop, a failing disk, a path too long."""
    GONE = "gone"
    """Not there any more."""
    NOT_TEXT = "not-text"
    """A picture, a program, an archive, or a document format without a reader."""
    TOO_LARGE = "too-large"
    """Above the size limit; the limit is a setting."""
    UNSUPPORTED = "unsupported"
    """No plain file (a pipe, a device), or mark-up that no reader understands."""
    DECODING = "decoding"
    """No encoding fits, or not the one that was asked for. Choose another one."""
    TIMEOUT = "timeout"
    """Above the time limit; the limit is a setting."""
    MEMORY = "memory"
    """Above the memory limit; the limit is a setting."""
    CRASHED = "crashed"
    """The reader fell over this document."""
    CHANGED = "changed"
    """Somebody wrote to it while it was read. Read it again."""


class ReadFailure(Exception):  # noqa: N818 - an expected end, not a bug
    """A document could not be read; ``detail`` is a sentence for people."""

    def __init__(self, reason: FailureReason, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail

    @override
    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


class EncodingSource(StrEnum):
    """What told the encoding, which is most of how far to trust it."""

    OVERRIDE = "override"
    """The user."""
    MARK = "mark"
    """A byte order mark."""
    VALID = "valid"
    """The bytes are ASCII or UTF-8, which other text is only by a rare accident."""
    DECLARED = "declared"
    """The document itself, e.g. ``<meta charset>``."""
    PATTERN = "pattern"
    """UTF-16 or UTF-32 without a mark, by where the zero bytes and common characters are."""
    STATISTICS = "statistics"
    """Which characters come out, and which of them follow each other."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a document says of itself; None where it says nothing."""

    title: str | None = None
    author: str | None = None
    date: str | None = None
    """As written; nobody agrees on a format."""
    language: str | None = None
    """As declared, e.g. ``zh-CN``; often wrong, so never used for the fingerprint."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text of a document, as read: no normalisation, line ends as they were."""

    text: str
    reader: str
    encoding: str
    encoding_confidence: float
    """0 to 1."""
    encoding_source: EncodingSource
    metadata: Metadata = Metadata()


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may cost before it is given up."""

    size_bytes: int = 64 * 2**20
    time_s: float = 60.0
    memory_bytes: int = 2 * 2**30
    """Resident memory of the worker while it works on the document."""


@dataclass(frozen=True, slots=True)
class FileTask:
    """A file to read. ``path`` is as ``os.fsdecode`` gives it, so any name can be written."""

    path: str
    override_encoding: str | None = None


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What came of one file: a text with its fingerprint, or ``failure`` and its ``detail``.

    ``size_bytes`` and ``mtime_ns`` are 0 and ``digest`` is None when reading did not get that far.
    """

    path: str
    size_bytes: int = 0
    mtime_ns: int = 0
    digest: bytes | None = None
    """16 bytes: xxh3_128 of the file's bytes."""
    failure: FailureReason | None = None
    detail: str = ""
    word: int | None = None
    """The indexed 64 bits; None when there are no features (too short) or no text."""
    rest: int | None = None
    """The bits below ``word``; 0 for widths up to 64."""
    feature_count: int = 0
    """Distinct features."""
    character_count: int = 0
    """Code points of the text as read."""
    language: str = "und"
    """A guess, see ``languages``."""
    encoding: str = ""
    encoding_confidence: float = 0.0
    encoding_source: EncodingSource | None = None
    reader: str = ""
    metadata: Metadata = Metadata()
    compressed_text: bytes = b""
    """zlib over UTF-8 of the text as read."""

    @property
    def too_short(self) -> bool:
        """There is a text, but nothing in it to make a fingerprint of."""
        return self.failure is None and self.feature_count == 0

    def text(self) -> str:
        """The text as read; empty after a failure."""
        return decompress_text(self.compressed_text) if self.compressed_text else ""
