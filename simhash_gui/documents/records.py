"""What goes in and out of the documents layer: tasks, limits, texts, outcomes, named failures.

Plain data that crosses process borders. Reading, decoding and fingerprinting live in the modules
beside this one.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from typing_extensions import override

from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.core.text.token_bytes import TokenBytes
from simhash_gui.documents.compression import decompress_text

_log = logging.getLogger(__name__)

_Reduced: TypeAlias = tuple[type, tuple[Any, ...]]

MEMBER_MARK = "!/"
"""Between an archive and a member, in a written path."""

PLAIN_TEXT = "text"
"""The name of the reader that takes what no other one does."""

NON_DOCUMENT_EXTENSIONS = frozenset(
    """
    .avif .bmp .gif .heic .ico .jpeg .jpg .png .psd .svgz .tif .tiff .webp
    .aac .flac .m4a .mp3 .ogg .wav .wma .avi .flv .m4v .mkv .mov .mp4 .mpeg .mpg .ogv .webm .wmv
    .otf .ttc .ttf .woff .woff2
    .a .apk .bin .class .deb .dll .dmg .dylib .exe .iso .jar .lib .msi .o .obj .pyc .rpm .so .wasm
    .7z .rar .zst
    .dat .db .qm .sqlite .sqlite3
    """.split()  # noqa: SIM905 - a list of quoted strings would hide what it says
)
"""Unless the first bytes of a file say otherwise."""


class SystemReason(StrEnum):
    """What a system says when it does not do something: the same words on every system.

    What the system itself says is in its own language, and goes to the log.
    """

    NO_PERMISSION = "no permission"
    GONE = "there is no such file or folder"
    FULL = "the drive is full"
    QUOTA = "the disk quota is used up"
    READ_ONLY = "the drive is read-only"
    BUSY = "another program is using it"
    LONG_NAME = "the name or the path is too long"
    BAD_NAME = "the drive does not take this name"
    BROKEN = "the drive reports an error when reading or writing"
    UNREACHABLE = "the drive cannot be reached"
    TOO_LARGE = "no larger file is allowed there"
    IN_THE_WAY = "something else is there"
    NO_FOLDER = "a part of the path is not a folder"
    A_FOLDER = "it is a folder"
    CIRCLE = "symbolic links lead in a circle"
    TOO_MANY_FILES = "too many files are open"
    TOO_MANY_LINKS = "the drive allows no further link to it"
    NO_MEMORY = "there is not enough memory"


_SYSTEM_REASONS = {
    SystemReason.NO_PERMISSION: ("EACCES", "EPERM"),
    SystemReason.GONE: ("ENOENT",),
    SystemReason.FULL: ("ENOSPC",),
    SystemReason.QUOTA: ("EDQUOT",),
    SystemReason.READ_ONLY: ("EROFS",),
    SystemReason.BUSY: ("EBUSY", "ETXTBSY", "EAGAIN", "EDEADLK"),
    SystemReason.LONG_NAME: ("ENAMETOOLONG",),
    SystemReason.BAD_NAME: ("EILSEQ",),
    SystemReason.BROKEN: ("EIO",),
    SystemReason.UNREACHABLE: (
        *("ENODEV", "ENXIO", "ESTALE", "ETIMEDOUT", "ENOTCONN"),
        *("EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH", "ECONNRESET"),
    ),
    SystemReason.TOO_LARGE: ("EFBIG",),
    SystemReason.IN_THE_WAY: ("EEXIST", "ENOTEMPTY"),
    SystemReason.NO_FOLDER: ("ENOTDIR",),
    SystemReason.A_FOLDER: ("EISDIR",),
    SystemReason.CIRCLE: ("ELOOP",),
    SystemReason.TOO_MANY_FILES: ("EMFILE", "ENFILE"),
    SystemReason.TOO_MANY_LINKS: ("EMLINK",),
    SystemReason.NO_MEMORY: ("ENOMEM",),
}
_BY_ERRNO = {
    getattr(errno, name): reason
    for reason, names in _SYSTEM_REASONS.items()
    for name in names
    if hasattr(errno, name)  # not every system has all
}


def system_reason(error: OSError) -> str:
    """Why the system did not do something: a ``SystemReason``, or its own words where none fits."""
    known = _BY_ERRNO.get(error.errno or 0)
    if known is None:
        return error.strerror or str(error)
    _log.info("the system says: %s", error.strerror)
    return known.value


class FailureReason(StrEnum):
    """Why a document has no text. Each has its own remedy."""

    EMPTY = "empty"
    """Not a single byte, or not a single visible character."""
    UNREADABLE = "unreadable"
    """The system refuses: no permission, a symlink loop, a failing disk, a path too long."""
    GONE = "gone"
    """No longer there."""
    NOT_TEXT = "not-text"
    """A picture, a program, an archive, or a document format without a reader."""
    TOO_LARGE = "too-large"
    """Above the size limit; the limit is a setting."""
    UNSUPPORTED = "unsupported"
    """Not a plain file (a pipe, a device), or mark-up that no reader understands."""
    DECODING = "decoding"
    """No encoding fits, or not the one that was asked for. Choose another one."""
    TIMEOUT = "timeout"
    """Above the time limit; the limit is a setting."""
    MEMORY = "memory"
    """Above the memory limit; the limit is a setting."""
    CRASHED = "crashed"
    """The reader crashed on this document."""
    CHANGED = "changed"
    """Somebody wrote to it while it was read. Read it again."""
    PASSWORD = "password"
    """Locked: it needs a password, or another one."""
    NO_TEXT = "no-text"
    """A document without a text layer, e.g. scanned pages. Recognise its characters first."""
    DAMAGED = "damaged"
    """Truncated or broken. Fetch it again from where it came from."""
    BOMB = "bomb"
    """It would inflate beyond the limit; the limit is a setting."""
    NESTED = "nested"
    """An archive in an archive, deeper than the limit; the limit is a setting."""
    MISSING_PROGRAM = "missing-program"
    """The program that reads this format is not installed."""


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
    """Where the encoding comes from, which decides how far to trust it."""

    OVERRIDE = "override"
    """The user."""
    MARK = "mark"
    """A byte order mark."""
    VALID = "valid"
    """The bytes are ASCII or UTF-8, which other encodings are only by accident."""
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

    @override
    def __reduce__(self) -> _Reduced:
        return _reduced(self, self.__slots__)


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
class SetOff:
    """What a format sets off, in characters of the text.

    Spans of quotations and of notes, and the offsets behind which a mark refers to a note.
    """

    quotations: tuple[tuple[int, int], ...] = ()
    notes: tuple[tuple[int, int], ...] = ()
    references: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document; ``references`` are offsets in ``text`` of marks that refer to notes.

    ``rank`` is that of a heading, 0 for other text.
    """

    text: str
    rank: int = 0
    is_quoted: bool = False
    is_note: bool = False
    references: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Structure:
    """What a format says beside the text.

    ``headings`` and ``pages`` are offsets of where each begins in the text, in characters.

    ``headings`` are those of the highest rank that there are two of, and above. ``properties`` are
    names with values as the format has them.
    """

    headings: tuple[int, ...] = ()
    pages: tuple[int, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    set_off: SetOff = SetOff()

    def page_at(self, offset: int) -> int | None:
        """The number of the page, from 1, that a character stands on; None where none is known."""
        return sum(start <= offset for start in self.pages) or None


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one document may cost."""

    size_bytes: int = 64 * 2**20
    time_s: float = 60.0
    memory_bytes: int = 2 * 2**30
    """Resident memory of the worker while it works on the document."""
    expanded_bytes: int = 512 * 2**20
    """What compressed content may inflate to, in all."""
    archive_depth: int = 3
    """Archives in archives."""
    archive_members: int = 100_000
    """In one archive."""


@dataclass(frozen=True, slots=True)
class FileTask:
    """A file to read, or a member of an archive.

    ``path`` is as ``os.fsdecode`` gives it, so any name can be written. ``member`` is the way from
    there through archives in archives; ``passwords`` are those of the session, to be tried.
    """

    path: str
    override_encoding: str | None = None
    member: tuple[str, ...] = ()
    passwords: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """E.g. ``folder/archive.zip!/inner.docx``."""
        return MEMBER_MARK.join((self.path, *self.member))


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A file inside an archive; the size is what the archive says of it.

    ``is_misnamed``: it begins as a document, whatever its extension says, see ``misnamed``.
    """

    name: str
    size_bytes: int
    is_misnamed: bool = False


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """The result of one file: a text with its fingerprint, or ``failure`` and its ``detail``.

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
    comparison: ComparisonData | None = None
    """None when there is no text."""
    tokens: TokenBytes | None = None
    """Those that it is compared by, where they were asked for."""
    members: tuple[ArchiveMember, ...] | None = None
    """Not None: an archive; each member is to be read by a task of its own."""

    @override
    def __reduce__(self) -> _Reduced:
        return _reduced(self, self.__slots__)

    @property
    def too_short(self) -> bool:
        """There is a text, but nothing in it to make a fingerprint of."""
        return self.failure is None and self.feature_count == 0

    def text(self) -> str:
        """The text as read; empty after a failure."""
        return decompress_text(self.compressed_text) if self.compressed_text else ""


def _reduced(record: object, names: Sequence[str]) -> _Reduced:
    """What pickle restores a record from, in half the time that dataclasses take."""
    return type(record), tuple(getattr(record, name) for name in names)
