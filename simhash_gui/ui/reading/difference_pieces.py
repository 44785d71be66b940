"""The differences of two texts on their way from one process to another, in small pieces.

While Python unpickles, nothing else in its process runs; so the lines of long texts travel a few
at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from simhash_gui.ui.reading.shown_text import ShownText
from simhash_gui.ui.reading.text_differences import Side, TextDifferences

_PIECE_CHARACTERS = 100_000
_PIECE_LINES = 2_000


@dataclass(frozen=True, slots=True)
class LinesPiece:
    """Some lines of one text, in order."""

    side: Side
    lines: tuple[str, ...]


Piece = LinesPiece | TextDifferences


def cut_differences(differences: TextDifferences) -> Iterator[Piece]:
    """All lines piece by piece, then everything else."""
    for side in Side:
        yield from _cut_lines(differences.text(side), side)
    yield replace(
        differences,
        a_text=ShownText((), differences.a_text.starts),
        b_text=ShownText((), differences.b_text.starts),
    )


def put_together(pieces: Iterable[Piece]) -> TextDifferences:
    """What ``cut_differences`` cut."""
    lines: dict[Side, list[str]] = {side: [] for side in Side}
    rest: TextDifferences | None = None
    for piece in pieces:
        if isinstance(piece, LinesPiece):
            lines[piece.side] += piece.lines
        else:
            rest = piece
    if rest is None:
        raise ValueError("the last piece is missing")
    return replace(
        rest,
        a_text=ShownText(tuple(lines[Side.A]), rest.a_text.starts),
        b_text=ShownText(tuple(lines[Side.B]), rest.b_text.starts),
    )


def _cut_lines(text: ShownText, side: Side) -> Iterator[LinesPiece]:
    first, size = 0, 0
    for place, line in enumerate(text.lines):
        size += len(line)
        if size > _PIECE_CHARACTERS or place - first >= _PIECE_LINES:
            yield LinesPiece(side, text.lines[first : place + 1])
            first, size = place + 1, 0
    yield LinesPiece(side, text.lines[first:])
