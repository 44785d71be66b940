"""What can be compared: a document of the library, or a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FromLibrary:
    """A document of the open library."""

    document_id: int


@dataclass(frozen=True, slots=True)
class FromDisk:
    """A file that need not be in the library."""

    path: Path


Source = FromLibrary | FromDisk


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a source; another ``number`` means that it was read again."""

    number: int
    source: Source


@dataclass(frozen=True, slots=True)
class LoadedSide:
    """What is told of a document as soon as it is read."""

    name: str
    path: str
