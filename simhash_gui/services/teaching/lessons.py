"""A text of the classroom, traced, and two of them compared: every number is the production code's.

Texts are cut by ``documents.segmentation``, traced by ``core.fingerprint``, compared by
``core.text``. Only stop words and weights by hand are added, both before the trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import md5
from math import acos, dist, pi
from operator import eq
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.features import joint_of, ngram_sizes_for
from simhash_gui.core.fingerprint.recipe import (
    HashFunction,
    Normalization,
    Recipe,
    Segmentation,
    TieRule,
    Weighting,
)
from simhash_gui.core.fingerprint.simhash import Trace, trace
from simhash_gui.core.fingerprint.votes import bit_matrix
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.comparison.evidence import evidence
from simhash_gui.services.comparison.fingerprints import weight_cosine
from simhash_gui.services.teaching.presets import STOP_WORDS

LONGEST_TEXT = 20_000
"""Characters of a text in the classroom: a longer one is cut, which the window says."""

Span: TypeAlias = tuple[str, int, int]
"""A token and where it stands in the text: start and end in code points."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A text and how it is to be traced.

    ``hand_weights``, in the order of the distinct tokens, count where the weighting is GIVEN; what
    is missing counts as 1.
    """

    text: str
    recipe: Recipe
    hand_weights: tuple[int, ...] = ()
    without_stop_words: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TracedLesson:
    """The trace, the first 64 bits of the MD5 of the text, and where each token stands in it."""

    lesson: Lesson
    trace: Trace
    md5: int
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TwoTexts:
    """Two traced texts, and what the usual measures say of them; ``edit`` may be too long."""

    a: TracedLesson
    b: TracedLesson
    distance: int
    cosine: float
    euclidean: float
    jaccard: float
    edit: float | None
    overlap: float

    @property
    def expected_bits(self) -> float:
        """How many of the bits differ on average at this angle (Charikar 2002)."""
        return self.a.trace.fingerprint.width * acos(self.cosine) / pi


def lesson_recipe(
    width: int, weighting: Weighting, hash_function: HashFunction, words_at_once: int = 1
) -> Recipe:
    """Words by dictionary, all made equal first: the recipe ``words`` with other choices.

    XXH3 gives 128 bits where 64 are not enough. Raises InvalidRecipeError, as for MD5 of 128 bits.
    """
    if hash_function is HashFunction.XXH3_64 and width > hash_function.bits:
        hash_function = HashFunction.XXH3_128
    full, cut = Normalization.full(), Segmentation.WORDS
    return Recipe(full, cut, (words_at_once,), weighting, hash_function, width)


COUNTED = lesson_recipe(64, Weighting.COUNT, HashFunction.XXH3_64)
"""What the classroom uses where nothing is said: 64 bits, words counted, hashed by XXH3."""


def trace_lesson(lesson: Lesson) -> TracedLesson:
    """Cut and trace a text."""
    cutting = pipeline_of(lesson.recipe)
    if lesson.recipe.segmentation is not Segmentation.KEYWORDS:  # which come with their weights
        cutting = pipeline_of(replace(lesson.recipe, weighting=Weighting.COUNT))
    tokens = cutting.tokens_with_offsets(lesson.text)
    if lesson.without_stop_words:
        tokens = [token for token in tokens if token.text not in STOP_WORDS]
    spans = tuple((token.text, token.start, token.end) for token in tokens)
    digest = md5(lesson.text.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    traced = _traced([token.text for token in tokens], lesson)
    return TracedLesson(lesson, traced, int.from_bytes(digest[:8], "big"), spans)


def compare_lessons(a: Lesson, b: Lesson) -> TwoTexts:
    """Two texts and every usual measure of how alike they are."""
    first, second = trace_lesson(a), trace_lesson(b)
    proof = evidence(a.text, b.text)
    weights = [_weights(first.trace), _weights(second.trace)]
    every = sorted(weights[0].keys() | weights[1].keys())
    points = [[side.get(feature, 0.0) for feature in every] for side in weights]
    return TwoTexts(
        first,
        second,
        distance=bits_between(first.trace, second.trace),
        cosine=weight_cosine(first.trace, second.trace),
        euclidean=dist(*points),
        jaccard=proof.overlap.jaccard,
        edit=proof.edit_share,
        overlap=max(proof.overlap.containment_a, proof.overlap.containment_b),
    )


def bits_between(a: Trace, b: Trace) -> int:
    """Hamming distance of two fingerprints."""
    return (a.fingerprint.value ^ b.fingerprint.value).bit_count()


def differing_spans(a: Sequence[Span], b: Sequence[Span]) -> tuple[list[Span], list[Span]]:
    """The tokens of each side that have no counterpart in the same order on the other.

    Where texts are equally long, and as many tokens are equal place by place, these are the
    counterparts: a word that comes again further on then hides none of those between.
    """
    first, second = ([token for token, _, _ in side] for side in (a, b))
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    aligned = sum(block.size for block in matcher.get_matching_blocks())
    if len(a) == len(b) and sum(map(eq, first, second)) >= aligned:
        pairs = [(left, right) for left, right in zip(a, b, strict=True) if left[0] != right[0]]
        return [left for left, _ in pairs], [right for _, right in pairs]
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    return (
        [span for _, start, end, _, _ in changes for span in a[start:end]],
        [span for _, _, _, start, end in changes for span in b[start:end]],
    )


def flipped_by(two: TwoTexts, bit: int) -> list[tuple[str, float]]:
    """The features whose vote on a bit changed, with the change, largest first."""
    votes = [
        dict(zip(side.trace.features, side.trace.votes()[:, bit].tolist(), strict=True))
        for side in (two.a, two.b)
    ]
    changes = {
        feature: votes[1].get(feature, 0.0) - votes[0].get(feature, 0.0)
        for feature in votes[0].keys() | votes[1].keys()
    }
    changed = [(feature, change) for feature, change in changes.items() if change]
    return sorted(changed, key=lambda item: (-abs(item[1]), item[0]))


def won_bits(traced: Trace, feature: str | None) -> frozenset[int]:
    """The bits that came out as a feature voted; none where the text does not have it."""
    if feature not in traced.features:
        return frozenset()
    votes = traced.votes()[traced.features.index(feature)]
    bits = zip(votes.tolist(), traced.bits.tolist(), strict=True)
    return frozenset(place for place, (vote, bit) in enumerate(bits) if (vote > 0) == bool(bit))


def places_of(traced: TracedLesson, feature: str | None) -> list[tuple[int, int]]:
    """Where a feature stands in the text: start and end of each of its runs of tokens."""
    recipe, spans = traced.lesson.recipe, traced.spans
    joint, tokens = joint_of(recipe), [token for token, _, _ in spans]
    return [
        (spans[first][1], spans[first + size - 1][2])
        for size in ngram_sizes_for(len(spans), recipe)
        for first in range(len(spans) - size + 1)
        if joint.join(tokens[first : first + size]) == feature
    ]


def exchange_moves(traced: Trace) -> NDArray[np.float64]:
    """By how much a sum moves at most where a feature is replaced once, for each feature.

    Another takes its place that weighs as much as it did, or as one that occurs once.
    """
    once = traced.weights / traced.counts
    if Recipe.from_id(traced.fingerprint.recipe_id).weighting is not Weighting.LOG_COUNT:
        return 2 * once
    fewer = np.where(traced.counts > 1, 1 + np.log(np.maximum(traced.counts - 1, 1)), 0.0)
    return traced.weights - fewer + 1.0


def fragile_bits(traced: Trace) -> frozenset[int]:
    """The bits that one such exchange may flip: of a feature that voted for what the bit is."""
    is_one, moves = traced.bits > 0, exchange_moves(traced)
    if not len(moves):
        return frozenset()
    heaviest = np.argsort(-moves)
    has_won = (bit_matrix(traced.hashes, traced.fingerprint.width) == is_one)[heaviest]
    most = np.where(has_won.any(axis=0), moves[heaviest][has_won.argmax(axis=0)], 0.0)
    moved = traced.sums - np.where(is_one, 1.0, -1.0) * most
    is_tie_one = Recipe.from_id(traced.fingerprint.recipe_id).tie_rule is TieRule.ONE
    becomes_one = moved >= 0 if is_tie_one else moved > 0
    return frozenset(np.flatnonzero(becomes_one != is_one).tolist())


@lru_cache(maxsize=32)
def pipeline_of(recipe: Recipe) -> TextPipeline:
    """The pipeline of a recipe, made once."""
    return TextPipeline(recipe)


def _traced(tokens: list[str], lesson: Lesson) -> Trace:
    if lesson.recipe.segmentation is Segmentation.KEYWORDS:
        return pipeline_of(lesson.recipe).trace_text(lesson.text)
    if lesson.recipe.weighting is not Weighting.GIVEN:
        return pipeline_of(lesson.recipe).trace_tokens(tokens)
    distinct = list(dict.fromkeys(tokens))
    by_hand = dict(zip(distinct, lesson.hand_weights, strict=False))
    given = [by_hand.get(token, 1) for token in distinct]
    return trace(distinct, lesson.recipe, given_weights=given)


def _weights(traced: Trace) -> dict[str, float]:
    return dict(zip(traced.features, traced.weights.tolist(), strict=True))
