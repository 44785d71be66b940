"""What the texts of a comparison prove: measures, class and passages, ready to be shown.

``measure`` is the work, wherever it is done; its answer is small enough to travel. Together with
the lines that are shown already it makes a ``TextEvidence``. Texts beyond a bound are not measured.

A comparison by lines takes moved text for deleted and inserted text. Inside common passages its
marks are therefore replaced by those of both sides of the passage compared word by word; where the
texts were too long to compare by lines, or are not versions of each other, inside all passages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from simhash_gui.services.comparison.evidence import (
    DEFAULT_THRESHOLDS,
    Evidence,
    PairClass,
    TextSpan,
    Thresholds,
    evidence,
)
from simhash_gui.ui.reading.difference_places import (
    DifferingPlaces,
    LineMark,
    MarkedLines,
    differing_places,
)
from simhash_gui.ui.reading.shared_passages import (
    LinkedPassage,
    LinkedPassages,
    NumberedPassages,
    number_passages,
)
from simhash_gui.ui.reading.shown_text import Place, ShownText
from simhash_gui.ui.reading.text_differences import (
    MAX_TOKENS,
    MAX_TOKENS_IN_ALL,
    Side,
    TextDifferences,
)
from simhash_gui.ui.reading.word_differences import LineWords, Span, Words, compare_words, cut

_MOSTLY_APART = 0.5

_Pieces = Sequence[tuple[int, int, int]]  # line, first column, column after the last
_Found = dict[Side, list[tuple[_Pieces, tuple[LineWords, ...]]]]


def mark_inside_passages(
    differences: TextDifferences, shared: LinkedPassages, *, are_versions: bool
) -> TextDifferences:
    """The same differences with the marks inside passages that lines alone cannot tell.

    Where the texts are no versions of each other, no words are marked outside passages: there
    everything differs. Character by character all of it is.
    """
    if not are_versions:
        differences = replace(
            differences, a=_by_characters_only(differences.a), b=_by_characters_only(differences.b)
        )
    found: _Found = {Side.A: [], Side.B: []}
    tokens_left = MAX_TOKENS_IN_ALL
    passages = [_to_its_signs(passage, differences) for passage in shared.passages]
    is_told_by_lines = differences.is_complete and are_versions
    for passage in passages:
        pieces = {side: _pieces(differences.text(side), passage, side) for side in Side}
        if is_told_by_lines and not _has_whole_lines(differences, pieces):
            continue
        words = {side: _words(differences.text(side), pieces[side]) for side in Side}
        counts = [len(words[side].tokens) for side in Side]
        if max(counts) <= MAX_TOKENS and sum(counts) <= tokens_left:
            tokens_left -= sum(counts)
            compared = compare_words(words[Side.A], words[Side.B])
            found[Side.A].append((pieces[Side.A], compared.a))
            found[Side.B].append((pieces[Side.B], compared.b))
    a, b = (
        _remarked(differences.marked(side), differences.text(side), found[side]) for side in Side
    )
    texts = differences.a_text, differences.b_text
    spans = [(passage.a, passage.b) for passage in passages]
    by_words, by_characters = differing_places(texts, (a, b), spans)
    return replace(
        differences,
        a=a,
        b=b,
        by_words=by_words,
        by_characters=by_characters,
    )


def _to_its_signs(passage: LinkedPassage, differences: TextDifferences) -> LinkedPassage:
    """A passage with the same signs around its first and its last word: it is of words alone."""
    texts = differences.a_text, differences.b_text
    ends = [_ends(text, passage.span(side)) for text, side in zip(texts, Side, strict=True)]
    before, behind = (
        [text.lines[place.line] for text, place in zip(texts, places, strict=True)]
        for places in zip(*ends, strict=True)
    )
    less = _same_signs(
        *(line[: first.column][::-1] for line, (first, _) in zip(before, ends, strict=True))
    )
    more = _same_signs(*(line[last.column :] for line, (_, last) in zip(behind, ends, strict=True)))
    a, b = (
        TextSpan(text.offset_of(first) - less, text.offset_of(last) + more)
        for text, (first, last) in zip(texts, ends, strict=True)
    )
    return replace(passage, a=a, b=b)


def _ends(text: ShownText, span: TextSpan) -> tuple[Place, Place]:
    """Where the first word of a span begins, and where the last one ends."""
    pieces = list(text.pieces(span.start, span.end))
    letters = _letters(text, pieces), _letters(text, pieces[::-1], step=-1)
    first, last = (next(found, None) for found in letters)
    if first is None or last is None:
        return text.place_of(span.start), text.place_of(span.end)
    return first, Place(last.line, last.column + 1)


def _letters(text: ShownText, pieces: _Pieces, step: int = 1) -> Iterator[Place]:
    for line, start, end in pieces:
        for column in range(start, end)[::step]:
            if text.lines[line][column].isalnum():
                yield Place(line, column)


def _same_signs(a: str, b: str) -> int:
    """How many characters two strings begin with that are the same and no part of a word."""
    for count, (one, other) in enumerate(zip(a, b, strict=False)):
        if one != other or one.isalnum():
            return count
    return min(len(a), len(b))


def _by_characters_only(marked: MarkedLines) -> MarkedLines:
    return replace(marked, spans=dict.fromkeys(marked.marks, ()))


def _pieces(text: ShownText, passage: LinkedPassage, side: Side) -> _Pieces:
    span: TextSpan = passage.span(side)
    return list(text.pieces(span.start, span.end))


def _has_whole_lines(differences: TextDifferences, pieces: dict[Side, _Pieces]) -> bool:
    """Whether lines of a passage are marked as a whole, as they are where text was moved."""
    return any(
        line in differences.marked(side).marks and line not in differences.marked(side).spans
        for side in Side
        for line, _, _ in pieces[side]
    )


def _words(text: ShownText, pieces: _Pieces) -> Words:
    return cut([text.lines[line][start:end] for line, start, end in pieces])


def _remarked(
    marked: MarkedLines, text: ShownText, found: Iterable[tuple[_Pieces, tuple[LineWords, ...]]]
) -> MarkedLines:
    """Marks without those inside the pieces, and with what was found there."""
    inside: defaultdict[int, list[Span]] = defaultdict(list)
    words_inside: defaultdict[int, list[Span]] = defaultdict(list)
    letters_inside: defaultdict[int, list[Span]] = defaultdict(list)
    for pieces, lines in found:
        for (line, start, end), words in zip(pieces, lines, strict=True):
            inside[line].append(Span(start, end))
            whole = (Span(0, end - start),)
            for kept, spans in (
                (words_inside, whole if words.spans is None else words.spans),
                (letters_inside, whole if words.spans is None else words.characters),
            ):
                kept[line] += (Span(start + span.start, start + span.end) for span in spans)
    remarked = MarkedLines(dict(marked.marks), dict(marked.spans), dict(marked.characters))
    for line, cleared in inside.items():
        for by_line in (remarked.marks, remarked.spans, remarked.characters):
            by_line.pop(line, None)
        visible, letters = (
            _visible(text.lines[line], _outside(_marked_spans(before, text, line), cleared) + more)
            for before, more in (
                (marked, words_inside[line]),
                (marked.by_characters(), letters_inside[line]),
            )
        )
        if visible or letters:
            remarked.marks[line] = LineMark.CHANGED
            remarked.spans[line], remarked.characters[line] = visible, letters
    return remarked


def _visible(line: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    return tuple(sorted(span for span in spans if line[span.start : span.end].strip()))


def _marked_spans(marked: MarkedLines, text: ShownText, line: int) -> list[Span]:
    if line not in marked.marks:
        return []
    return list(marked.spans.get(line, (Span(0, len(text.lines[line])),)))


def _outside(spans: Sequence[Span], cleared: Sequence[Span]) -> list[Span]:
    """What is left of spans when others are taken out."""
    left = list(spans)
    for hole in cleared:
        left = [
            part
            for span in left
            for part in (
                Span(span.start, min(span.end, hole.start)),
                Span(max(span.start, hole.end), span.end),
            )
            if part.start < part.end
        ]
    return left


MAX_CHARACTERS = 50_000_000
VERSION_CLASSES = (PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE)


class TextsTooLongError(Exception):
    """Measuring these texts would take too much time and memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The evidence, without all but the longest passages, and the marks with what was moved.

    ``thresholds`` are those that the class follows from.
    """

    evidence: Evidence
    thresholds: Thresholds
    longest_tokens: int
    passages: NumberedPassages
    a: MarkedLines
    b: MarkedLines
    by_words: DifferingPlaces
    by_characters: DifferingPlaces


@dataclass(frozen=True, slots=True, eq=False)
class TextEvidence:
    """The evidence, its passages by line, and the differences with what was moved told apart.

    ``longest_tokens``: the equal tokens of the longest common passage; 0 when there is none.
    ``thresholds`` are those that the class follows from.
    """

    evidence: Evidence
    thresholds: Thresholds
    longest_tokens: int
    passages: LinkedPassages
    differences: TextDifferences

    @classmethod
    def of(cls, measured: Measured, differences: TextDifferences) -> TextEvidence:
        """What was measured, with the lines of both texts."""
        return cls(
            measured.evidence,
            measured.thresholds,
            measured.longest_tokens,
            LinkedPassages.of(measured.passages, differences.a_text, differences.b_text),
            replace(
                differences,
                a=measured.a,
                b=measured.b,
                by_words=measured.by_words,
                by_characters=measured.by_characters,
            ),
        )

    @property
    def is_mostly_common(self) -> bool:
        """Whether what differs is little enough to be what one looks for."""
        return self.evidence.pair_class in VERSION_CLASSES

    @property
    def shares_only_passages(self) -> bool:
        """Whether most of both texts is in one of them only."""
        overlap = self.evidence.overlap
        most = max(overlap.containment_a, overlap.containment_b)
        return not self.is_mostly_common and most < _MOSTLY_APART


def measure(
    a: str, b: str, differences: TextDifferences, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> Measured:
    """Measure two texts (off the UI thread). Raises TextsTooLongError."""
    total = len(a) + len(b)
    if total > MAX_CHARACTERS:
        raise TextsTooLongError(f"{total} characters")
    found = evidence(a, b, thresholds)
    numbered = number_passages(found.passages)
    marked = mark_inside_passages(
        differences,
        LinkedPassages.of(numbered, differences.a_text, differences.b_text),
        are_versions=found.pair_class in VERSION_CLASSES,
    )
    longest = max((passage.equal_tokens for passage in found.passages), default=0)
    return Measured(
        replace(found, passages=()),
        thresholds,
        longest,
        numbered,
        marked.a,
        marked.b,
        marked.by_words,
        marked.by_characters,
    )
