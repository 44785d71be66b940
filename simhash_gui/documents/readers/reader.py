"""What a format is to the rest: a name, how it is recognised, and how its text is got out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from simhash_gui.documents.encoding.encodings import Decoded
from simhash_gui.documents.records import EncodingSource, Extracted, Limits, Metadata


@dataclass(frozen=True, slots=True)
class Source:
    """A whole document in memory."""

    data: bytes
    name: str
    """The file name; only its extension counts, after the content."""
    override_encoding: str | None = None
    passwords: tuple[str, ...] = ()
    """To be tried on a locked document."""
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Reader:
    """A format. ``read`` raises ``ReadFailure``."""

    name: str
    extensions: frozenset[str]
    """Lower case, with the dot."""
    recognises: Callable[[bytes], bool]
    """Whether the content can be nothing else; looks at the first bytes only."""
    read: Callable[[Source], Extracted]


def extracted_from(
    decoded: Decoded, reader_name: str, text: str, metadata: Metadata | None = None
) -> Extracted:
    """What a reader of an encoded format returns."""
    return Extracted(
        text=text,
        reader=reader_name,
        encoding=decoded.encoding,
        encoding_confidence=decoded.confidence,
        encoding_source=decoded.source,
        metadata=metadata or Metadata(),
    )


def extracted_of(reader_name: str, text: str, metadata: Metadata | None = None) -> Extracted:
    """What a reader returns whose format says how its characters are written, so nobody chose."""
    return Extracted(
        text=text,
        reader=reader_name,
        encoding="",
        encoding_confidence=1.0,
        encoding_source=EncodingSource.DECLARED,
        metadata=metadata or Metadata(),
    )
