"""What two texts have in common, measured from the texts themselves, and where it stands in them.

The fingerprint suggests a pair, this proves it. The measures and the class are core's, the tokens
those of ``documents.comparison``; here passages become places in the texts as they were read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.classes import (
    DEFAULT_THRESHOLDS,
    WHOLE_CLASSES,
    PairClass,
    Thresholds,
    classify,
)
from simhash_gui.core.text.gaps import completed
from simhash_gui.core.text.lcs import edit_share
from simhash_gui.core.text.overlap import Copied, CountedTokens, Overlap, copied_of
from simhash_gui.core.text.passages import (
    EqualRun,
    EqualRuns,
    Passages,
    passages_and_runs,
    with_short_runs,
)
from simhash_gui.core.text.shingles import Hashes, Shingles, shingles_of
from simhash_gui.core.text.spans import character_spans
from simhash_gui.documents.comparison.texts import ComparisonTokens, comparison_tokens

__all__ = [
    "DEFAULT_THRESHOLDS",
    "ComparedText",
    "Evidence",
    "Overlap",
    "PairClass",
    "Passage",
    "TextSpan",
    "Thresholds",
    "evidence",
    "evidence_between",
]

_MOST_CELLS = 1 << 32
"""Of the matrix of the edit share: about three seconds, two texts of 65,000 tokens throughout."""


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A part of a text, in characters: ``text[start:end]``."""

    start: int
    end: int


Spans: TypeAlias = tuple[TextSpan | None, TextSpan | None]
"""Where the same thing stands in both texts; None where a text does not have it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A common passage: where it stands in either text, and how many tokens of both are equal.

    ``runs`` are the stretches in which both texts have the same tokens, in order.
    """

    a: TextSpan
    b: TextSpan
    equal_tokens: int
    runs: tuple[tuple[TextSpan, TextSpan], ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was measured of a pair of texts, and the class that follows from it.

    ``is_short``: one of the texts has few tokens, so that a fingerprint tells little about it and
    shared shingles count for less. ``edit_share``, 0 to 1, is None where ``evidence`` finds that
    texts which differ throughout are too long for it, and where ``evidence_between`` did not need
    it for the class. ``passages`` come by where they begin in a; ``covered_a`` is the share of a's
    tokens, 0 to 1, that stand equal in a passage. ``numbers_only_a`` are the numbers, sizes and
    codes with a digit of a that b does not have as often; only ``evidence`` looks for them, in
    texts that are alike as wholes.
    """

    pair_class: PairClass
    is_short: bool
    overlap: Overlap
    edit_share: float | None
    passages: tuple[Passage, ...]
    covered_a: float
    covered_b: float
    numbers_only_a: tuple[str, ...] = ()
    numbers_only_b: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ComparedText:
    """A text made ready to be measured against others."""

    tokens: ComparisonTokens
    shingles: Shingles

    @classmethod
    def of(cls, text: str) -> Self:
        """The tokens and shingles of a text as it was read."""
        tokens = comparison_tokens(text)
        characters, numbers = tokens.is_character, tokens.is_number
        return cls(tokens, shingles_of(tokens.hashes, is_character=characters, is_number=numbers))


def evidence(text_a: str, text_b: str, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> Evidence:
    """Measure everything about two texts. Boilerplate is not recognised: that takes a library.

    Texts without a token, which have only punctuation, are identical or have nothing in common.
    """
    a, b = ComparedText.of(text_a), ComparedText.of(text_b)
    found = evidence_between(a, b, thresholds)
    if not len(a.tokens) and not len(b.tokens) and text_a != text_b:
        nothing = Overlap(0.0, 0.0, 0.0)
        return replace(found, pair_class=PairClass.UNRELATED, overlap=nothing, edit_share=0.0)
    if found.pair_class in WHOLE_CLASSES:
        only_a, only_b = differing_numbers(text_a, text_b)
        found = replace(found, numbers_only_a=only_a, numbers_only_b=only_b)
    if found.edit_share is not None:
        return found
    share = edit_share(a.tokens.hashes, b.tokens.hashes, most_cells=_MOST_CELLS)
    return replace(found, edit_share=share)


def differing_numbers(text_a: str, text_b: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The numbers, sizes and codes of either text that the other does not have as often."""
    a, b = comparison_tokens(text_a), comparison_tokens(text_b)
    return _numbers_only_in(text_a, a, b), _numbers_only_in(text_b, b, a)


def _numbers_only_in(
    text: str, tokens: ComparisonTokens, other: ComparisonTokens
) -> tuple[str, ...]:
    """The tokens with a digit that the other does not have, or not as often; in their order."""
    left = Counter(other.hashes[other.is_number].tolist())
    found = []
    for place in np.flatnonzero(tokens.is_number).tolist():
        number = int(tokens.hashes[place])
        if not left[number]:
            found.append(text[int(tokens.starts[place]) : int(tokens.ends[place])])
        left[number] = max(0, left[number] - 1)
    return tuple(found)


def evidence_between(
    text_a: ComparedText,
    text_b: ComparedText,
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
    common: Hashes | None = None,
) -> Evidence:
    """Measure what the class needs, and the passages.

    ``common``, ascending, are shingles that are boilerplate.
    """
    tokens_a, tokens_b = text_a.tokens, text_b.tokens
    a, b = text_a.shingles, text_b.shingles
    found = classify(a, b, thresholds, common)
    passages, runs = found.passages or _passages(a, b, found.pair_class, thresholds)
    copied = found.copied or _copied(passages, a, b)
    passages, runs = completed(passages, runs, a, b)
    return Evidence(
        pair_class=found.pair_class,
        is_short=found.is_short,
        overlap=found.overlap,
        edit_share=found.edit_share,
        passages=_in_characters(passages, runs, tokens_a, tokens_b),
        covered_a=copied.share_a,
        covered_b=copied.share_b,
    )


def _passages(
    a: Shingles, b: Shingles, pair_class: PairClass, thresholds: Thresholds
) -> tuple[Passages, list[EqualRuns]]:
    """Identical texts are one passage, also where they are too short for one or repeat themselves.

    Texts without a token have none.
    """
    if pair_class is not PairClass.IDENTICAL:
        return passages_and_runs(a, b, thresholds.passages)
    ends = np.full(min(1, len(a.tokens)), len(a.tokens), np.int64)
    starts = np.zeros_like(ends)
    whole: list[EqualRuns] = [(EqualRun(0, 0, length),) for length in ends.tolist()]
    return Passages(starts, ends, starts, ends, ends), whole


def _copied(passages: Passages, a: Shingles, b: Shingles) -> Copied:
    return copied_of(passages, CountedTokens.all_of(a), CountedTokens.all_of(b))


def _in_characters(
    passages: Passages, runs: list[EqualRuns], a: ComparisonTokens, b: ComparisonTokens
) -> tuple[Passage, ...]:
    spans_a = _joined(passages.a_start, passages.a_end, a)
    spans_b = _joined(passages.b_start, passages.b_end, b)
    columns = (*spans_a, *spans_b, passages.matched)
    rows = zip(np.stack(columns, axis=1).tolist(), runs, strict=True)
    return tuple(
        Passage(
            TextSpan(a_start, a_end),
            TextSpan(b_start, b_end),
            equal_tokens,
            _runs_in_characters(with_short_runs(own, a.hashes, b.hashes), a, b),
        )
        for (a_start, a_end, b_start, b_end, equal_tokens), own in rows
    )


def _joined(starts: Indexes, ends: Indexes, tokens: ComparisonTokens) -> tuple[Indexes, Indexes]:
    """Passages in characters; where the next one follows without a token between, up to it."""
    first, last = character_spans(starts, ends, tokens.starts, tokens.ends)
    is_followed = np.isin(ends, starts)
    last = last.copy()
    last[is_followed] = tokens.starts[ends[is_followed]]
    return first, last


def _runs_in_characters(
    runs: EqualRuns, a: ComparisonTokens, b: ComparisonTokens
) -> tuple[tuple[TextSpan, TextSpan], ...]:
    table = np.array(runs, np.int64).reshape(-1, 3)
    a_spans = character_spans(table[:, 0], table[:, 0] + table[:, 2], a.starts, a.ends)
    b_spans = character_spans(table[:, 1], table[:, 1] + table[:, 2], b.starts, b.ends)
    columns = np.stack((*a_spans, *b_spans), axis=1).tolist()
    return tuple((TextSpan(*row[:2]), TextSpan(*row[2:])) for row in columns)
