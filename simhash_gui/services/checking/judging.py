"""Judges what was found of a text: which matches count, for which source, and in which chapter.

Nothing is searched here: the same check can be judged again by other settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias, get_args

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.passages import common_passages
from simhash_gui.core.text.sources import NOBODY, Shares, SourceSpans, shares_of
from simhash_gui.core.text.spans import Flags, covered_tokens, stretches
from simhash_gui.documents.manuscript import parts
from simhash_gui.documents.manuscript.integrity import Flag, FlagKind, inspect
from simhash_gui.documents.manuscript.quotations import Attribution, attribution, quotations
from simhash_gui.services.checking.checking import Checked, TextMatch
from simhash_gui.services.checking.findings import (
    ANY_SOURCE,
    GROUPS,
    Chapter,
    CheckSettings,
    CopyMeasures,
    Effect,
    Filter,
    Findings,
    Group,
    Source,
    SourcePassage,
    Suspects,
)
from simhash_gui.services.comparison.evidence import ComparedText, Passage, TextSpan
from simhash_gui.services.comparison.loading import TracedText

_FRONT_SHARE = 0.2
_CHARACTERS_A_WORD = 2


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What a text has in itself, whatever it is compared with."""

    attribution: Attribution
    flags: tuple[Flag, ...]
    quotations: Flags
    bibliography: Flags
    footnotes: Flags
    chapters: Sequence[parts.Part]


def marks_of(question: TracedText) -> Marks:
    """Look for them: in a text of some megabytes that takes seconds."""
    text, structure = question.text, question.structure
    inspected = inspect(text)
    unseen = _flags_of(question.hidden, len(text))
    set_off = _flags_of(structure.set_off.notes, len(text))  # they may follow the references
    return Marks(
        attribution(inspected.text, unseen, structure.set_off),
        tuple(sorted([*inspected.flags, *_hidden_flags(question, unseen)])),
        _flags_of(quotations(text, unseen, structure.set_off), len(text)),
        _flags_of(parts.bibliographies(text), len(text)) & ~set_off,
        _flags_of(parts.footnotes(text), len(text)) | set_off,
        parts.chapters(text, structure.headings),
    )


def find(
    question: TracedText,
    checked: Checked,
    settings: CheckSettings | None = None,
    marks: Marks | None = None,
) -> Findings:
    """Judge what was found of a text; ``marks`` where they are known from before."""
    marks = marks or marks_of(question)
    return _Judge(question, checked, settings or CheckSettings(), marks).findings()


class _Judge:
    """The text as it is seen, what is marked in it, and its matches."""

    def __init__(
        self, question: TracedText, checked: Checked, settings: CheckSettings, marks: Marks
    ) -> None:
        self.text = question.text
        self.settings = settings
        self.checked = checked
        self.marks = marks
        self.attribution = marks.attribution
        self.matches = checked.matches
        self.itself = tuple(
            path
            for each in checked.matches
            if each.document_id == checked.itself
            for path in each.paths
        )
        self.sums = np.concatenate(([0], np.cumsum(checked.text.tokens.is_character)))
        self.passages = [tuple(self._judged(each)) for each in self.matches]
        self.masks = {each: self._mask(each) for each in _BY_PLACE}

    def findings(self) -> Findings:
        on, nothing = self.settings.filters, np.zeros(len(self.text), np.bool_)
        left_out = np.logical_or.reduce([nothing, *(self.masks[e] for e in self.masks if e in on)])
        least = self.settings.least_words if Filter.SHORT in on else 0
        spans = self._spans(least)
        shares = shares_of(spans, ~left_out)
        ranked = [number for number in shares.order.tolist() if shares.full[number]]
        sums = np.concatenate(([0], np.cumsum(~left_out)))
        matches = tuple(
            self._source(number, shares, int((sums[each.ends] - sums[each.starts]).max(initial=0)))
            for number, each in enumerate(spans)
        )
        sources = tuple(matches[number] for number in ranked)
        rank = np.full(len(self.matches) + 1, NOBODY, np.int64)
        rank[ranked] = np.arange(len(ranked))
        owners = rank[shares.owners]
        found = owners != NOBODY
        excluded = self._excluded()
        chapters = tuple(self._chapters(found, least, ~left_out, ranked))
        return Findings(
            self.text,
            self._measures(matches, shares, found, ~left_out, least),
            matches,
            sources,
            self.itself,
            tuple(self._groups(found, sources)),
            tuple(self._effects(on)),
            self.marks.flags,
            chapters,
            _suspects(chapters),
            self.attribution,
            owners,
            shares.is_equal,
            left_out | (excluded & ~found),
            _count(excluded & found),
            self.checked.left_out,
            self.checked.documents,
            self.checked.few_documents,
        )

    def _excluded(self) -> Flags:
        """What a person left out."""
        spans = (
            (each.passage.a.start, each.passage.a.end)
            for passages in self.passages
            for each in passages
            if each.reason is not None
        )
        return _flags_of(spans, len(self.text))

    def _judged(self, match: TextMatch) -> Iterator[SourcePassage]:
        exclusions = [
            each for each in self.settings.exclusions if each.path in (ANY_SOURCE, *match.paths)
        ]
        starts, ends = self.checked.text.tokens.starts, self.checked.text.tokens.ends
        for passage in match.evidence.passages:
            first = int(np.searchsorted(starts, passage.a.start))
            last = int(np.searchsorted(ends, passage.a.end, side="right"))
            share = float(self.sums[last] - self.sums[first]) / max(1, last - first)
            words = passage.equal_tokens * (1 - share / _CHARACTERS_A_WORD)
            reason = next((e.reason for e in exclusions if e.covers(passage.a)), None)
            yield SourcePassage(passage, words, self._group(passage.a), reason)

    def _group(self, span: TextSpan) -> Group:
        """By most of the characters of a match."""
        place, half = slice(span.start, span.end), (span.end - span.start) / 2
        is_quoted = np.count_nonzero(self.attribution.quoted[place]) > half
        is_cited = np.count_nonzero(self.attribution.cited[place]) > half
        return GROUPS[bool(is_quoted), bool(is_cited)]

    def _spans(self, least_words: float) -> list[SourceSpans]:
        """Of each match what counts: nothing of the text itself."""
        return [
            _source_spans(
                each.passage
                for each in passages
                if each.reason is None
                and each.words >= least_words
                and match.document_id != self.checked.itself
            )
            for match, passages in zip(self.matches, self.passages, strict=True)
        ]

    def _source(self, number: int, shares: Shares, longest: int) -> Source:
        match, passages = self.matches[number], self.passages[number]
        own = any(fnmatchcase(path, each) for path in match.paths for each in self._own_patterns())
        best, full = int(shares.best[number]), int(shares.full[number])
        return Source(match, best, full, longest, passages, own, self.checked.least_tokens)

    def _own_patterns(self) -> Iterator[str]:
        """A folder or a file stands for itself and what is in it."""
        for pattern in self.settings.own:
            yield pattern
            yield f"{pattern.rstrip('/')}/*"

    def _measures(
        self,
        matches: Sequence[Source],
        shares: Shares,
        found: Flags,
        counted: Flags,
        least: float,
    ) -> CopyMeasures:
        marked = self.attribution.quoted | self.attribution.cited
        is_own = np.zeros(len(self.text), np.bool_)
        for source, spans in zip(matches, self._spans(least), strict=True):
            if source.is_own:
                is_own |= covered_tokens(spans.starts, spans.ends, len(self.text))
        identical = int(np.count_nonzero(shares.is_equal))
        by_length = tuple(
            (words, _count(self._union(max(words, least)) & counted))
            for words in self.settings.lengths
        )
        return CopyMeasures(
            characters=len(self.text),
            overlap=_count(found),
            left_out=_count(self._everything() & ~found),
            without_quoted=_count(found & ~marked),
            without_own=_count(found & ~is_own),
            greatest_single=int(shares.full.max(initial=0)),
            identical=identical,
            edited=_count(found) - identical,
            front=_count(found[: int(len(found) * _FRONT_SHARE)]),
            by_length=by_length,
        )

    def _union(self, least_words: float) -> Flags:
        """What any source has in passages of so many words."""
        nothing = np.empty(0, np.int64)
        spans = self._spans(least_words)
        starts = np.concatenate([nothing, *(each.starts for each in spans)])
        ends = np.concatenate([nothing, *(each.ends for each in spans)])
        return covered_tokens(starts, ends, len(self.text))

    def _everything(self) -> Flags:
        """What any source has, also what filters or a person leave out."""
        spans = (
            (each.passage.a.start, each.passage.a.end)
            for match, passages in zip(self.matches, self.passages, strict=True)
            if match.document_id != self.checked.itself
            for each in passages
        )
        return _flags_of(spans, len(self.text))

    def _groups(self, found: Flags, sources: Sequence[Source]) -> Iterator[tuple[Group, int, int]]:
        quoted, cited = self.attribution.quoted, self.attribution.cited
        for (is_quoted, is_cited), group in GROUPS.items():
            characters = _count(found & (quoted == is_quoted) & (cited == is_cited))
            matches = sum(
                each.group is group and each.reason is None and _is_in(each.passage.a, found)
                for source in sources
                for each in source.places
            )
            yield group, matches, characters

    def _effects(self, on: frozenset[Filter]) -> Iterator[Effect]:
        everything = self._union(0)
        for each, mask in self.masks.items():
            yield Effect(each, each in on, _count(mask), _count(mask & everything))
        short = everything & ~self._union(self.settings.least_words)
        yield Effect(Filter.SHORT, Filter.SHORT in on, _count(short), _count(short))

    def _mask(self, chosen: _ByPlace) -> Flags:
        """The characters that a filter leaves out."""
        length, settings = len(self.text), self.settings
        match chosen:
            case Filter.QUOTATIONS:
                return self.marks.quotations
            case Filter.BIBLIOGRAPHY:
                return self.marks.bibliography
            case Filter.FOOTNOTES:
                return self.marks.footnotes
            case Filter.TEMPLATE:
                return _flags_of(self._in_texts(settings.templates), length)
            case Filter.PHRASES:
                return _flags_of(self._phrases(settings.phrases), length)
            case Filter.SHARED:
                return self._in_characters(*stretches(self.checked.is_shared))

    def _in_texts(self, others: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Where the text has passages of others."""
        own = self.checked.text
        for other in others:
            template = ComparedText.of(inspect(other).text)
            found = common_passages(own.shingles, template.shingles)
            starts, ends = own.tokens.starts[found.a_start], own.tokens.ends[found.a_end - 1]
            yield from zip(starts.tolist(), ends.tolist(), strict=True)

    def _phrases(self, phrases: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Where the text has the words of a phrase, in their order."""
        tokens = self.checked.text.tokens
        for phrase in phrases:
            wanted = ComparedText.of(phrase).tokens.hashes
            count = len(tokens) - len(wanted) + 1
            if not len(wanted) or count < 1:
                continue
            fits = np.ones(count, np.bool_)
            for place, value in enumerate(wanted):
                fits &= tokens.hashes[place : place + count] == value
            for first in np.flatnonzero(fits).tolist():
                yield int(tokens.starts[first]), int(tokens.ends[first + len(wanted) - 1])

    def _in_characters(self, starts: Indexes, ends: Indexes) -> Flags:
        tokens = self.checked.text.tokens
        return covered_tokens(tokens.starts[starts], tokens.ends[ends - 1], len(self.text))

    def _chapters(
        self, found: Flags, least: float, counted: Flags, ranked: Sequence[int]
    ) -> Iterator[Chapter]:
        marked = self.attribution.quoted | self.attribution.cited
        chapters = self.marks.chapters
        most = [(0, -1)] * len(chapters)
        spans = self._spans(least)
        for rank, number in enumerate(ranked):
            has = covered_tokens(spans[number].starts, spans[number].ends, len(self.text)) & counted
            for place, part in enumerate(chapters):
                most[place] = max(most[place], (_count(has[part.start : part.end]), -rank - 1))
        for part, (greatest, source) in zip(chapters, most, strict=True):
            inside = slice(part.start, part.end)
            overlap = _count(found[inside])
            yield Chapter(
                part.title,
                TextSpan(part.start, part.end),
                overlap,
                _count(found[inside] & ~marked[inside]),
                -source - 1 if greatest else None,
                greatest,
            )


_ByPlace: TypeAlias = Literal[
    Filter.QUOTATIONS,
    Filter.BIBLIOGRAPHY,
    Filter.FOOTNOTES,
    Filter.SHARED,
    Filter.TEMPLATE,
    Filter.PHRASES,
]
_BY_PLACE: tuple[_ByPlace, ...] = get_args(_ByPlace)
"""Filters that leave out characters, and not whole passages."""


def _suspects(chapters: Sequence[Chapter]) -> Suspects:
    overlaps = [chapter.overlap for chapter in chapters if chapter.overlap]
    return Suspects(
        len(chapters), len(overlaps), max(overlaps, default=0), min(overlaps, default=0)
    )


def _source_spans(passages: Iterable[Passage]) -> SourceSpans:
    chosen = list(passages)
    spans = np.array([(each.a.start, each.a.end) for each in chosen], np.int64).reshape(-1, 2)
    runs = np.array(
        [(run.start, run.end) for each in chosen for run, _ in each.runs], np.int64
    ).reshape(-1, 2)
    return SourceSpans(spans[:, 0], spans[:, 1], runs[:, 0], runs[:, 1])


def _hidden_flags(question: TracedText, unseen: Flags) -> Iterator[Flag]:
    """Hidden text, and quotation marks in it, which would make filters pass over what is copied."""
    for start, end in question.hidden:
        yield Flag(start, end - start, FlagKind.HIDDEN_TEXT)
    for place in np.flatnonzero(unseen).tolist():
        if question.text[place] in _QUOTATION_MARKS:
            yield Flag(place, 1, FlagKind.HIDDEN_QUOTATION_MARK)


_QUOTATION_MARKS = frozenset('"＂“”„«»‘’「」『』《》〈〉')


def _flags_of(spans: Iterable[tuple[int, int]], length: int) -> Flags:
    table = np.array(list(spans), np.int64).reshape(-1, 2)
    return covered_tokens(table[:, 0], table[:, 1], length)


def _is_in(span: TextSpan, flags: Flags) -> bool:
    return bool(flags[span.start : span.end].any())


def _count(flags: Flags) -> int:
    return int(np.count_nonzero(flags))
