"""Column types for values that SQLite cannot take as they are, and the states that columns hold.

SQLite integers are signed with 64 bits, and its texts are valid Unicode; fingerprints are unsigned
and file names need not be valid anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import JSON, BigInteger, Text
from sqlalchemy.types import TypeDecorator
from typing_extensions import override

if TYPE_CHECKING:
    from sqlalchemy.engine import Dialect

LAST_MS = 253_402_300_799_999
"""The end of the year 9999 in milliseconds since 1970, the last that Python knows."""

_TWO_63 = 1 << 63
_TWO_64 = 1 << 64
_ESCAPE = "\x1a"
_UNSTORABLE = re.compile(f"[\x00{_ESCAPE}\ud800-\udfff]")
_ESCAPED = re.compile(f"{_ESCAPE}([0-9a-f]{{4}})")

DAMAGED = "damaged"
"""The state of what the library has no possible state of."""

_Member = TypeVar("_Member", bound=StrEnum)

Ids = NDArray[np.int64]
"""Shape (n,): ids of rows, or one number of each row."""


class PassageMark(StrEnum):
    """What a person says of a text that several documents share."""

    BOILERPLATE = "boilerplate"
    """No evidence, in however few documents it is."""
    COPIED = "copied"
    """Evidence, in however many documents it is."""
    TEMPLATE = "template"
    """A whole template: all of it is boilerplate."""


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
    DAMAGED = "damaged"
    """What the library says of it cannot be right. Never stored: shown in place of it."""


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
    """The user wants it left alone forever: it is neither a document nor a problem."""
    DAMAGED = "damaged"
    """What the library says of it cannot be right. Never stored: shown in place of it."""
    LEFT_OUT = "left-out"
    """It was imported once and is still there, but the rules leave it out now, or what it is in."""


class ImportRunState(StrEnum):
    """What became of an import."""

    RUNNING = "running"
    """Under way, or cut off by a crash when its process has ended."""
    INTERRUPTED = "interrupted"
    """It was cut off by a crash, at an unknown time."""
    FINISHED = "finished"
    CANCELLED = "cancelled"
    FAILED = "failed"


class Verdict(StrEnum):
    """What a person says of some contents."""

    SAME = "same"
    """The same document: A same as B and B same as C makes A the same as C."""
    REVISION = "revision"
    """Versions of one document that are all wanted."""
    TEMPLATE = "template"
    """They share only what they were written on."""
    UNRELATED = "unrelated"
    """Not duplicates: they are never put together again."""
    LATER = "later"
    """To be decided another time."""


class Act(StrEnum):
    """What is done to a copy while another one is kept."""

    SET_ASIDE = "set-aside"
    """Moved to a dated folder on the same drive."""
    TRASH = "trash"
    MOVE = "move"
    """Moved below a folder of the user's, with its tree."""
    HARDLINK = "hardlink"
    """Replaced by a second name of the kept copy."""
    REFLINK = "reflink"
    """Replaced by a clone of the kept copy that shares its blocks."""


class ActState(StrEnum):
    """How far an act is. BEGUN and UNDOING are written before the disk is touched."""

    PLANNED = "planned"
    BEGUN = "begun"
    DONE = "done"
    SKIPPED = "skipped"
    UNDOING = "undoing"
    UNDONE = "undone"


class ReviewRunState(StrEnum):
    """What became of a run of acts."""

    RUNNING = "running"
    """Under way, or cut off when its process has ended."""
    INTERRUPTED = "interrupted"
    """It was cut off or cancelled: acts are left that can be finished, or undone."""
    FINISHED = "finished"


class UnsignedRangeError(ValueError):
    """A value that is not within 0 to 2**64 - 1."""


class DamagedValueError(ValueError):
    """A stored value that the program never writes; ``errors`` turns it into a damaged library."""


def to_signed(value: int) -> int:
    """The signed 64-bit integer with the same bits as an unsigned one."""
    if not 0 <= value < _TWO_64:
        raise UnsignedRangeError(f"{value} is not an unsigned 64-bit value")
    return value - _TWO_64 if value >= _TWO_63 else value


def to_unsigned(value: int) -> int:
    """The unsigned 64-bit integer with the same bits as a signed one."""
    return value + _TWO_64 if value < 0 else value


def escape(text: str) -> str:
    """A text that SQLite can keep; ``unescape`` gives the first one back, whatever it was.

    File names that are not valid UTF-8 reach Python with lone surrogates (PEP 383), which UTF-8
    has no form for; PostgreSQL keeps no NUL. Each is written as the control character SUB, which
    hardly a name holds, and four hexadecimal digits; SUB itself likewise. All other texts stay as
    they are, so that they can be searched and sorted.
    """
    return _UNSTORABLE.sub(lambda match: f"{_ESCAPE}{ord(match[0]):04x}", text)


def unescape(text: object) -> str:
    """Undo ``escape``. Raises DamagedValueError where there is no text: SQLite keeps any value."""
    if not isinstance(text, str):
        raise DamagedValueError(f"{text!r} is not a text")
    if _ESCAPE not in text:
        return text
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


class U64(TypeDecorator[int]):
    """Unsigned 64-bit integers, kept as the signed ones with the same bits.

    Equality and bit operations in SQL are not affected; order is: values from 2**63 sort first.
    Raises ``UnsignedRangeError`` for others.
    """

    impl = BigInteger
    cache_ok = True

    @override
    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:
        """Unsigned to signed."""
        return None if value is None else to_signed(int(value))

    @override
    def process_result_value(self, value: Any | None, dialect: Dialect) -> int | None:
        """Signed to unsigned. Raises DamagedValueError where there is no integer."""
        if value is None:
            return None
        if not isinstance(value, int):
            raise DamagedValueError(f"{value!r} is not an integer")
        return to_unsigned(value)


class AnyText(TypeDecorator[str]):
    """Texts with anything in them, lone surrogates included: file names and what quotes them."""

    impl = Text
    cache_ok = True

    @override
    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Escape what SQLite cannot keep."""
        return None if value is None else escape(value)

    @override
    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:
        """Undo the escapes. Raises DamagedValueError where there is no text."""
        return None if value is None else unescape(value)


class Moment(TypeDecorator[int]):
    """Milliseconds since 1970. Raises DamagedValueError for what is no time before LAST_MS."""

    impl = BigInteger
    cache_ok = True

    @override
    def process_result_value(self, value: Any | None, dialect: Dialect) -> int | None:
        """The same, if it is one."""
        if value is not None and not (isinstance(value, int) and 0 <= value <= LAST_MS):
            raise DamagedValueError(f"{value!r} is not a time")
        return value


class ObjectText(AnyText):
    """The text of a JSON object. Raises DamagedValueError where something else is stored."""

    cache_ok = True

    @override
    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:
        """The text, if it is one."""
        text = super().process_result_value(value, dialect)
        _json_object(text)
        return text


class EnumText(TypeDecorator[_Member]):
    """A ``StrEnum`` kept as its value, so that the file can be read without this program."""

    impl = Text
    cache_ok = True

    def __init__(self, members: type[_Member]) -> None:
        super().__init__()
        self.members = members

    @override
    def process_bind_param(self, value: _Member | None, dialect: Dialect) -> str | None:
        """The member's value."""
        return None if value is None else self.members(value).value

    @override
    def process_result_value(self, value: Any | None, dialect: Dialect) -> _Member | None:
        """The member with this value.

        Where there is none, ``damaged``, or else it raises DamagedValueError.
        """
        try:
            return None if value is None else self.members(value)
        except ValueError as error:
            if DAMAGED in [*self.members]:
                return self.members(DAMAGED)
            raise DamagedValueError(str(error)) from error


class JsonObject(TypeDecorator[dict[str, Any]]):
    """A JSON object. Raises DamagedValueError where something else is stored."""

    impl = JSON
    cache_ok = True

    @override
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """In place of that of SQLAlchemy, which raises whatever comes of a value that is none."""
        return _json_object


def _json_object(value: object) -> dict[str, Any] | None:
    if value is None:
        return None
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError) as error:
        raise DamagedValueError(f"{value!r} is not JSON") from error
    if not isinstance(found, dict):
        raise DamagedValueError(f"{value!r} is not a JSON object")
    return found
