"""What the stages of the classroom ask for; lives in a process of its own, like Compare's desk.

Every number is the production code's: texts are cut by ``documents.segmentation``, traced by
``core.fingerprint``, compared by ``core.text``. Only stop words and weights by hand are added, both
before the trace.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from hashlib import md5
from itertools import combinations
from math import acos, dist, pi
from pathlib import Path
from random import Random

import numpy as np

from simhash_gui.core.fingerprint.recipe import (
    DEFAULT_RECIPE,
    HashFunction,
    Normalization,
    Recipe,
    Segmentation,
    Weighting,
    recipe_named,
)
from simhash_gui.core.fingerprint.simhash import Trace, fingerprint_batch, trace
from simhash_gui.core.hamming.distances import block_key_columns
from simhash_gui.core.text.sketches import Sketches, estimate, sketch_of
from simhash_gui.core.types import Words
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.comparison.evidence import ComparedText, evidence, evidence_between
from simhash_gui.services.comparison.fingerprints import weight_cosine
from simhash_gui.services.library.libraries import document_text, existing_library, library_recipe
from simhash_gui.services.teaching.presets import LONG_TEXT, STOP_WORDS, Language
from simhash_gui.store.repositories.documents import load_fingerprints

__all__ = ["PRELOAD"]

CURVE_SHARES = tuple(step / 100 for step in range(0, 31, 3))
"""Shares of changed words that the curve is measured at."""
_REPEATS = 12
_SHORT_TOKENS = 24
_LONGEST_SENTENCES = 3
_LONGEST_TEXT = 20_000


class Change(StrEnum):
    """What happens to a share of the words."""

    SWAP = "swap"
    """Replaced by other words."""
    DROP = "drop"
    INSERT = "insert"
    REORDER = "reorder"


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
    """The trace, the MD5 of the text, and where each token stands in the text (start, end)."""

    lesson: Lesson
    trace: Trace
    md5: int
    spans: tuple[tuple[str, int, int], ...]


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


@dataclass(frozen=True, slots=True)
class Curve:
    """Distance in bits at each of ``CURVE_SHARES``: mean and standard deviation of the repeats."""

    means: tuple[float, ...]
    deviations: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BlockNumbers:
    """One block index of a library: keys in use, and the most documents under one key."""

    distinct_keys: int
    largest_bucket: int


@dataclass(frozen=True, slots=True)
class FamilyResult:
    """What a family of methods finds among the samples: of the labelled pairs, and besides."""

    name: str
    found: int
    missed: int
    strangers: int
    example_missed: str


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


def lesson_recipe(width: int, weighting: Weighting, hash_function: HashFunction) -> Recipe:
    """Words by dictionary, all made equal first: the recipe ``words`` with other choices.

    XXH3 gives 128 bits where 64 are not enough. Raises InvalidRecipeError, as for MD5 of 128 bits.
    """
    if hash_function is HashFunction.XXH3_64 and width > hash_function.bits:
        hash_function = HashFunction.XXH3_128
    full = Normalization.full()
    return Recipe(full, Segmentation.WORDS, (1,), weighting, hash_function, width)


class Tutor:
    """Answers the questions of the stages, one after another or from several threads."""

    def trace(self, lesson: Lesson) -> TracedLesson:
        """Cut and trace a text."""
        tokens = _pipeline(_cutting(lesson.recipe)).tokens_with_offsets(lesson.text)
        if lesson.without_stop_words:
            tokens = [token for token in tokens if token.text not in STOP_WORDS]
        spans = tuple((token.text, token.start, token.end) for token in tokens)
        digest = md5(lesson.text.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
        traced = self._traced([token.text for token in tokens], lesson)
        return TracedLesson(lesson, traced, int.from_bytes(digest[:8], "big"), spans)

    def _traced(self, tokens: list[str], lesson: Lesson) -> Trace:
        if lesson.recipe.weighting is Weighting.GIVEN:
            by_hand = dict(zip(dict.fromkeys(tokens), lesson.hand_weights, strict=False))
            distinct = list(dict.fromkeys(tokens))
            given = [by_hand.get(token, 1) for token in distinct]
            return trace(distinct, lesson.recipe, given_weights=given)
        return _pipeline(lesson.recipe).trace_tokens(tokens)

    def compare(self, a: Lesson, b: Lesson) -> TwoTexts:
        """Two texts and every usual measure of how alike they are."""
        first, second = self.trace(a), self.trace(b)
        proof = evidence(a.text, b.text)
        weights = [_weights(first.trace), _weights(second.trace)]
        every = sorted(weights[0].keys() | weights[1].keys())
        points = [[side.get(feature, 0.0) for feature in every] for side in weights]
        xor = first.trace.fingerprint.value ^ second.trace.fingerprint.value
        return TwoTexts(
            first,
            second,
            distance=xor.bit_count(),
            cosine=weight_cosine(first.trace, second.trace),
            euclidean=dist(*points),
            jaccard=proof.overlap.jaccard,
            edit=proof.edit_share,
            overlap=max(proof.overlap.containment_a, proof.overlap.containment_b),
        )

    def curve(self, language: Language, change: Change, seed: int, is_short: bool) -> Curve:
        """Distance against the share of changed words, measured."""
        recipe = lesson_recipe(64, Weighting.COUNT, HashFunction.XXH3_64)
        tokens = _pipeline(recipe).segment(LONG_TEXT[language]).tokens
        other = Language.CHINESE if language is Language.ENGLISH else Language.ENGLISH
        spare = _pipeline(recipe).segment(LONG_TEXT[other]).tokens
        if is_short:
            tokens = tokens[:_SHORT_TOKENS]
        random = Random(f"{change}:{seed}")
        changed = [
            _changed(tokens, spare, change, share, random)
            for share in CURVE_SHARES
            for _ in range(_REPEATS)
        ]
        words = fingerprint_batch([tokens, *changed], recipe).words
        distances = np.bitwise_count(words[1:] ^ words[0]).reshape(len(CURVE_SHARES), _REPEATS)
        return Curve(tuple(distances.mean(axis=1).tolist()), tuple(distances.std(axis=1).tolist()))

    def document(self, library: Path, document_id: int) -> str:
        """The beginning of a stored text. Raises DocumentNotFoundError."""
        with existing_library(library) as opened:
            return document_text(opened, document_id)[:_LONGEST_TEXT]

    def buckets(self, library: Path) -> tuple[int, tuple[BlockNumbers, ...]]:
        """How many fingerprints a library has, and its four block indexes."""
        with existing_library(library) as opened, opened.read() as connection:
            recipe_id = library_recipe(opened).recipe_id
            words = load_fingerprints(connection, recipe_id).words
        return len(words), tuple(_numbers(words, block) for block in range(4))

    def families(self, samples: Path) -> tuple[FamilyResult, ...]:
        """What each family finds among the sample documents, judged by their labels."""
        return _Families(samples).results()


def _cutting(recipe: Recipe) -> Recipe:
    """The same cutting with counted tokens: what weights and hashes are is no matter to it."""
    return replace(recipe, weighting=Weighting.COUNT)


@lru_cache(maxsize=32)
def _pipeline(recipe: Recipe) -> TextPipeline:
    return TextPipeline(recipe)


def _weights(traced: Trace) -> dict[str, float]:
    return dict(zip(traced.features, traced.weights.tolist(), strict=True))


def _numbers(words: Words, block: int) -> BlockNumbers:
    _, counts = np.unique(block_key_columns(words)[block], return_counts=True)
    return BlockNumbers(len(counts), int(counts.max(initial=0)))


def _changed(
    tokens: Sequence[str], spare: Sequence[str], change: Change, share: float, random: Random
) -> list[str]:
    """Tokens of which a share is changed, at random places."""
    places = random.sample(range(len(tokens)), round(share * len(tokens)))
    result = list(tokens)
    if change is Change.SWAP:
        for place in places:
            result[place] = random.choice(spare)
    elif change is Change.INSERT:
        for place in sorted(places, reverse=True):
            result.insert(place, random.choice(spare))
    elif change is Change.REORDER:
        moved = [tokens[place] for place in places]
        random.shuffle(moved)
        for place, token in zip(places, moved, strict=True):
            result[place] = token
    else:
        gone = set(places)
        result = [token for place, token in enumerate(tokens) if place not in gone]
    return result


class _Families:
    """The sample documents by every family of methods, each with its usual threshold."""

    def __init__(self, samples: Path) -> None:
        self._labelled, self._names = _labelled(samples / "truth.csv")
        self._texts = [_decoded(samples / "documents" / name) for name in self._names]

    def results(self) -> tuple[FamilyResult, ...]:
        families: dict[str, Callable[[int, int], bool]] = {
            "simhash-3": lambda a, b: self._distance(a, b) <= 3,
            "simhash-12": lambda a, b: self._distance(a, b) <= 12,
            "sentences": lambda a, b: bool(self._sentences[a] & self._sentences[b]),
            "shingles": lambda a, b: self._jaccard(a, b) >= 0.5,
            "minhash": lambda a, b: bool(self._estimated[a, b] >= 0.5),
            "cosine": lambda a, b: weight_cosine(self._traces[a], self._traces[b]) >= 0.9,
        }
        return tuple(self._judged(name, finds) for name, finds in families.items())

    def _judged(self, name: str, finds: Callable[[int, int], bool]) -> FamilyResult:
        found, missed, strangers = 0, [], 0
        for a, b in combinations(range(len(self._names)), 2):
            is_labelled = frozenset((self._names[a], self._names[b])) in self._labelled
            if finds(a, b):
                found, strangers = found + is_labelled, strangers + (not is_labelled)
            elif is_labelled:
                missed.append(f"{self._names[a]} · {self._names[b]}")
        return FamilyResult(name, found, len(missed), strangers, missed[0] if missed else "")

    @cached_property
    def _traces(self) -> list[Trace]:
        recipe = recipe_named(DEFAULT_RECIPE)
        return [_pipeline(recipe).trace_text(text) for text in self._texts]

    @cached_property
    def _sentences(self) -> list[frozenset[str]]:
        cuts = [text.replace("。", ".\n").replace(". ", ".\n").split("\n") for text in self._texts]
        return [
            frozenset(sorted(map(str.strip, cut), key=len)[-_LONGEST_SENTENCES:]) for cut in cuts
        ]

    @cached_property
    def _compared(self) -> list[ComparedText]:
        return [ComparedText.of(text) for text in self._texts]

    @cached_property
    def _estimated(self) -> np.ndarray:
        distinct = [compared.shingles.distinct for compared in self._compared]
        values = np.array([sketch_of(hashes) for hashes in distinct])
        sketches = Sketches(values, np.array([len(hashes) for hashes in distinct]))
        count = len(distinct)
        left, right = np.divmod(np.arange(count * count), count)
        return estimate(sketches, left, right).jaccard.reshape(count, count)

    def _jaccard(self, a: int, b: int) -> float:
        return evidence_between(self._compared[a], self._compared[b]).overlap.jaccard

    def _distance(self, a: int, b: int) -> int:
        one, other = self._traces[a].fingerprint, self._traces[b].fingerprint
        return (one.value ^ other.value).bit_count()


def _decoded(path: Path) -> str:
    """Through the readers, as an import would."""
    from simhash_gui.documents.contents import read_file  # noqa: PLC0415 - only this stage reads

    return read_file(path)[0].text


def _labelled(truth: Path) -> tuple[set[frozenset[str]], list[str]]:
    """Pairs that a person called copies or versions of one text, and all documents of the list."""
    wanted = {"exact-copy", "near-duplicate", "revision"}
    with truth.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = {row[side] for row in rows for side in ("a", "b")}
    pairs = {frozenset((row["a"], row["b"])) for row in rows if row["relation"] in wanted}
    return pairs, sorted(names)
