"""Which place of one text stands opposite a place of the other, for panes that scroll together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.comparison.evidence import Span
from simhash_gui.ui.reading.shared_passages import SharedPassage, SharedPassages
from simhash_gui.ui.reading.shown_text import Place
from simhash_gui.ui.reading.text_differences import Side, TextDifferences

_MIN_TOKENS = 12
_Offsets = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TextAlignment:
    """Aligns two texts along equal lines, and along passages where lines do not tell.

    Inside a passage the other text shows the same passage. Elsewhere equal lines stand side by
    side; texts too long for that are aligned by the passages that are in order.
    """

    differences: TextDifferences
    shared: SharedPassages | None
    anchors: dict[Side, _Offsets]

    @classmethod
    def of(cls, differences: TextDifferences, shared: SharedPassages | None) -> TextAlignment:
        """Prepare the alignment of two texts."""
        passages = shared.passages if shared is not None else ()
        spans = [(passage.a, passage.b) for passage in passages if not passage.is_moved]
        anchors = {
            Side.A: _anchors([a for a, _ in spans], _length(differences, Side.A)),
            Side.B: _anchors([b for _, b in spans], _length(differences, Side.B)),
        }
        return cls(differences, shared, anchors)

    def opposite(self, place: Place, side: Side) -> Place:
        """The place of the other text opposite ``place`` of ``side``."""
        by_lines = self._by_lines(place, side) if self.differences.is_complete else None
        passage = self._passage_at(place, side)
        if passage is not None and not self._is_within(by_lines, passage, side.other):
            return self._within(passage, place, side)
        if by_lines is not None:
            return by_lines
        offset = self.differences.text(side).offset_of(place)
        mapped = np.interp(offset, self.anchors[side], self.anchors[side.other])
        return self.differences.text(side.other).place_of(int(mapped))

    def _passage_at(self, place: Place, side: Side) -> SharedPassage | None:
        index = self.shared.side(side).at(place) if self.shared is not None else None
        if self.shared is None or index is None:
            return None
        passage = self.shared.passages[index]
        return passage if passage.equal_tokens >= _MIN_TOKENS else None

    def _is_within(self, place: Place | None, passage: SharedPassage, side: Side) -> bool:
        """Whether lines lead into the passage already; they then tell its place exactly."""
        if place is None:
            return False
        span = passage.span(side)
        text = self.differences.text(side)
        return text.place_of(span.start).line <= place.line <= text.place_of(span.end).line

    def _within(self, passage: SharedPassage, place: Place, side: Side) -> Place:
        own, other = passage.span(side), passage.span(side.other)
        offset = self.differences.text(side).offset_of(place) - own.start
        share = offset / max(own.end - own.start, 1)
        mapped = other.start + int(share * (other.end - other.start))
        return self.differences.text(side.other).place_of(mapped)

    def _by_lines(self, place: Place, side: Side) -> Place:
        line = self.differences.aligned_line(place.line, side)
        own = self.differences.lines(side)[place.line]
        other = self.differences.lines(side.other)
        length = len(other[line]) if line < len(other) else 0
        return Place(line, int(place.column / max(len(own), 1) * length))


def _length(differences: TextDifferences, side: Side) -> int:
    text = differences.text(side)
    return text.starts[-1] + len(text.lines[-1])


def _anchors(spans: list[Span], length: int) -> _Offsets:
    """Characters that stand opposite each other, ascending: ends of texts and of passages."""
    inner = [offset for span in spans for offset in (span.start, span.end)]
    anchors: _Offsets = np.maximum.accumulate(np.array([0, *inner, length], np.int64))
    return anchors
