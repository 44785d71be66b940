"""What a check means for an editor: sources with two numbers, measures, groups, filters, chapters.

All is counted in characters of the checked text, white space among them, and by its whole length,
whatever is filtered out. ``judging`` finds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.spans import Flags
from simhash_gui.documents.manuscript.integrity import Flag
from simhash_gui.documents.manuscript.quotations import Attribution
from simhash_gui.services.checking.checking import TextMatch
from simhash_gui.services.comparison.evidence import Passage, TextSpan
from simhash_gui.services.detection.answers.left_out import LeftOut

ANY_SOURCE = ""
"""The path of an exclusion that is about all sources."""


class Group(StrEnum):
    """How the text tells that a match is somebody else's."""

    UNMARKED = "not-cited-or-quoted"
    NO_QUOTATION_MARKS = "quotation-marks-missing"
    NO_CITATION = "citation-missing"
    MARKED = "cited-and-quoted"


class Filter(StrEnum):
    """What can be left out of the count; it stays visible."""

    QUOTATIONS = "quotations"
    BIBLIOGRAPHY = "bibliography"
    FOOTNOTES = "footnotes"
    SHARED = "shared"
    TEMPLATE = "template"
    PHRASES = "phrases"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A match that a person left out: the source, where it is in the text, and why."""

    path: str
    span: TextSpan
    reason: str

    def covers(self, match: TextSpan) -> bool:
        """Whether a match lies between its ends."""
        return self.span.start <= match.start and match.end <= self.span.end


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """How a check is judged.

    ``filters`` are those that are on. ``least_words``: SHORT leaves out passages of fewer words, a
    Chinese character being half a one. ``templates`` and ``phrases`` are texts. ``own`` are
    patterns of paths: the author's earlier works. ``lengths``: the total is given for passages of
    so many words and more.
    """

    filters: frozenset[Filter] = frozenset()
    least_words: float = 8
    templates: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    lengths: tuple[float, float] = (5, 25)


@dataclass(frozen=True, slots=True)
class SourcePassage:
    """A passage of a source; ``reason`` says why a person left it out, None if nobody did."""

    passage: Passage
    words: float
    group: Group
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A document of the library that has some of the text; counts are in characters.

    ``best`` is what counts for this source alone, ``full`` what it has, whoever else has it too;
    ``longest`` is the most that counts of one passage. ``places`` are the passages that are listed
    and counted, from the beginning of the text on: none lies in another one, and each has
    ``least_tokens`` equal tokens. ``pieces`` have fewer, and are only found between passages: they
    count in the shares alone.
    """

    match: TextMatch
    best: int
    full: int
    longest: int
    passages: tuple[SourcePassage, ...]
    is_own: bool
    least_tokens: int
    places: tuple[SourcePassage, ...] = field(init=False, compare=False)
    pieces: tuple[SourcePassage, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        large = [e for e in self.passages if e.passage.equal_tokens >= self.least_tokens]
        small = [e for e in self.passages if e.passage.equal_tokens < self.least_tokens]
        if not large:  # the whole of a short text
            large, small = small, large
        object.__setattr__(self, "places", _outermost(large))
        object.__setattr__(self, "pieces", tuple(small))

    @property
    def path(self) -> str:
        """The first of its places."""
        return self.match.paths[0]

    @property
    def listed(self) -> tuple[SourcePassage, ...]:
        """The places, then the pieces: all but what lies in a longer passage."""
        return *self.places, *self.pieces


def _outermost(passages: Iterable[SourcePassage]) -> tuple[SourcePassage, ...]:
    """The passages that lie in no other one, from the beginning of the text on.

    What a source has more than once is found once more for each place inside a longer passage.
    """
    found: list[SourcePassage] = []
    for each in sorted(passages, key=_longest_from_its_start):
        if not found or each.passage.a.end > found[-1].passage.a.end:
            found.append(each)
    return tuple(found)


def _longest_from_its_start(each: SourcePassage) -> tuple[int, int]:
    return each.passage.a.start, -each.passage.a.end


@dataclass(frozen=True, slots=True)
class CopyMeasures:
    """In characters of the text. ``identical`` and ``edited`` add up to ``overlap``.

    ``left_out``: what was found as well, and does not count by a filter or by a person.
    ``without_quoted``: what is neither quoted nor cited; ``without_own``: what no earlier work of
    the author has; ``greatest_single``: the most that one source has; ``front``: in the first fifth
    of the text. ``by_length``: for passages of at least so many words.
    """

    characters: int
    overlap: int
    left_out: int
    without_quoted: int
    without_own: int
    greatest_single: int
    identical: int
    edited: int
    front: int
    by_length: tuple[tuple[float, int], ...]

    def ratio(self, characters: int) -> float:
        """The share of the whole text, 0 to 1."""
        return characters / max(1, self.characters)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a filter covers, and what of the overlap it takes off by itself, in characters."""

    filter: Filter
    is_on: bool
    characters: int
    overlap: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter with its own figures; ``source`` is the number of the one with the most of it."""

    title: str
    span: TextSpan
    overlap: int
    without_quoted: int
    source: int | None
    greatest_single: int

    @property
    def ratio(self) -> float:
        """The share of the chapter, 0 to 1."""
        return self.overlap / max(1, self.span.end - self.span.start)


@dataclass(frozen=True, slots=True)
class Suspects:
    """The chapters with overlap: how many of all, and the greatest and the least overlap."""

    chapters: int
    suspected: int
    greatest: int
    least: int


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """All that is told of a check. Sources are ranked; ``owners``, shape (n,), counts into them.

    ``is_left_out``, shape (n,): characters that filters, or a person, took out of the count.
    ``still_counted``: characters that a person left out, but another match has them as well.
    ``not_compared`` says what damage kept from being compared. Of the library's ``documents``, more
    than ``few_documents`` are many.
    """

    text: str
    measures: CopyMeasures
    matches: tuple[Source, ...]
    """All that was found, as it was listed: also what does not count, or is the text itself."""
    sources: tuple[Source, ...]
    """Those that count for something, the one with most first."""
    itself: tuple[str, ...]
    """Where the library has the very file of the text."""
    groups: tuple[tuple[Group, int, int], ...]
    """Group, matches, characters."""
    effects: tuple[Effect, ...]
    flags: tuple[Flag, ...]
    chapters: tuple[Chapter, ...]
    suspects: Suspects
    attribution: Attribution
    owners: Indexes
    is_equal: Flags
    is_left_out: Flags
    still_counted: int
    not_compared: tuple[LeftOut, ...]
    documents: int
    few_documents: int

    @property
    def tampered(self) -> int:
        """The flags that honest authors do not leave."""
        return sum(flag.is_tampering for flag in self.flags)


GROUPS = {
    (False, False): Group.UNMARKED,
    (False, True): Group.NO_QUOTATION_MARKS,
    (True, False): Group.NO_CITATION,
    (True, True): Group.MARKED,
}
"""By whether it is quoted, and cited."""


def source_mark(source: int) -> str:
    """What stands before passages of a source, numbered from 0; authors cite with other marks."""
    return f"→{source + 1}"
