"""Questions about texts, with seeds: the tutor's process, which has the dictionaries, makes them.

Seed 1 asks about an example that was written for the page, where there is one. What is right is
measured by the production code, and spread so that no one answer is right often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import cos, pi
from pathlib import Path
from random import Random

from simhash_gui.services.teaching.curves import (
    WORDS_AT_ONCE,
    Change,
    Curve,
    Setting,
    measure_curve,
)
from simhash_gui.services.teaching.families import samples_of
from simhash_gui.services.teaching.lessons import (
    COUNTED,
    Lesson,
    Span,
    TracedLesson,
    bits_between,
    trace_lesson,
)
from simhash_gui.services.teaching.presets import (
    LONG_TEXT,
    PRESETS,
    SENTENCES,
    TextLanguage,
    Topic,
    sentences_of,
)

GIVEN_SEED = 1
_SENTENCES_SHOWN = 3
_ZERO_ROWS = 6
_LEAST_WORDS, _MOST_WORDS = 8, 40
_PAIRS_SHOWN, _TRUE_PAIRS = 12, (2, 10)
_GIVEN_DISTANCE = 3
_LEAST_BITS, _BITS_ASKED = 2, 37
_STRIDE = 17
_MEASURES = ("distance", "shingles", "minhash", "cosine")


class TextKind(StrEnum):
    """What is asked about texts."""

    SURPRISE = "surprise"
    """In how many bits MD5 and SimHash of two texts differ."""
    CURVE = "curve"
    """How the distance grows with the share of changed words."""
    SHARE = "myth-share"
    """The distance of two texts of which the share of common words is told."""
    ZERO = "myth-zero"
    """Which texts have the same fingerprint as another."""
    FEATURES = "myth-features"
    """How many features vote on one bit."""
    FAMILIES = "families"
    """What a family finds and misses with a threshold."""


@dataclass(frozen=True, slots=True, eq=False)
class ChangedPair:
    """Two texts (SURPRISE, SHARE): so many of the words of the longer one are in both."""

    seed: int
    a: TracedLesson
    b: TracedLesson

    @property
    def words(self) -> int:
        """Words of the longer text."""
        return max(len(side.trace.tokens) for side in (self.a, self.b))

    @property
    def common(self) -> int:
        """Words that both have, each as often as both have it."""
        return (Counter(self.a.trace.tokens) & Counter(self.b.trace.tokens)).total()

    @property
    def distance(self) -> int:
        """Bits in which the fingerprints differ."""
        return bits_between(self.a.trace, self.b.trace)

    @property
    def md5_distance(self) -> int:
        """Bits in which the first 64 of the MD5 differ."""
        return (self.a.md5 ^ self.b.md5).bit_count()


@dataclass(frozen=True, slots=True, eq=False)
class SameFingerprint:
    """A text, and others whose distances from it are asked for (ZERO)."""

    seed: int
    a: TracedLesson
    others: tuple[TracedLesson, ...]

    @property
    def distances(self) -> tuple[int, ...]:
        """Of each of the others."""
        return tuple(bits_between(self.a.trace, other.trace) for other in self.others)

    @property
    def answer(self) -> frozenset[int]:
        """The places of those at distance 0."""
        return frozenset(place for place, bits in enumerate(self.distances) if not bits)


@dataclass(frozen=True, slots=True, eq=False)
class Voters:
    """A text whose different words vote on one bit (FEATURES)."""

    seed: int
    traced: TracedLesson
    bit: int

    @property
    def answer(self) -> int:
        """How many features have a vote there that counts."""
        return int((self.traced.trace.votes()[:, self.bit] != 0).sum())


@dataclass(frozen=True, slots=True, eq=False)
class CurveQuestion:
    """What is done to the words, and what that was measured to do (CURVE)."""

    seed: int
    setting: Setting
    curve: Curve


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two sample documents, what a family measures of them, and whether they are one text."""

    a: str
    b: str
    value: float
    is_true: bool


@dataclass(frozen=True, slots=True, eq=False)
class FamilyQuestion:
    """Pairs, and a threshold at which a family calls a pair found (FAMILIES)."""

    seed: int
    measure: str
    threshold: float
    pairs: tuple[JudgedPair, ...]

    def finds(self, pair: JudgedPair) -> bool:
        """Distances are found up to the threshold, likenesses from it on."""
        if self.measure == "distance":
            return pair.value <= self.threshold
        return pair.value >= self.threshold

    @property
    def answer(self) -> tuple[int, int]:
        """True pairs that are found, and strangers that are."""
        found = [pair.is_true for pair in self.pairs if self.finds(pair)]
        return found.count(True), found.count(False)


def changed_pair(kind: TextKind, seed: int, language: TextLanguage) -> ChangedPair:
    """A text of two or three sentences, and the same with some of its words replaced."""
    if seed == GIVEN_SEED and kind is TextKind.SHARE:
        preset = PRESETS[language][Topic.UNRELATED]
        return ChangedPair(seed, _traced(preset.a), _traced(preset.b))
    random = Random(f"{kind}:{seed}")
    # Seeds walk through all distances, so that no number is right more often than others.
    wanted = _LEAST_BITS + seed * _STRIDE % _BITS_ASKED
    while True:
        pair = _drawn_pair(seed, language, wanted, random)
        if pair is not None and pair.distance == wanted:
            return pair


def same_fingerprint(seed: int, language: TextLanguage) -> SameFingerprint:
    """Three short sentences, and six texts made of them: some say the same to a sum of votes."""
    random = Random(f"{TextKind.ZERO}:{seed}")
    pool = SENTENCES[language]
    while True:
        chosen = random.sample(pool, _SENTENCES_SHOWN)
        others = [_remade(chosen, pool, random) for _ in range(_ZERO_ROWS)]
        texts = [_joined(sentences, language) for sentences in (chosen, *others)]
        asked = SameFingerprint(seed, _traced(texts[0]), tuple(map(_traced, texts[1:])))
        if len(set(texts)) == len(texts) and 0 < len(asked.answer) < _ZERO_ROWS:
            return asked


def voters(seed: int, language: TextLanguage) -> Voters:
    """A run of words out of a text; some words come more than once."""
    random = Random(f"{TextKind.FEATURES}:{seed}")
    whole = _traced(LONG_TEXT[language])
    count = random.randint(_LEAST_WORDS, _MOST_WORDS)
    start = random.randrange(len(whole.spans) - count)
    text = whole.lesson.text[whole.spans[start][1] : whole.spans[start + count - 1][2]]
    return Voters(seed, _traced(text), random.randrange(COUNTED.width))


def curve_question(seed: int, language: TextLanguage) -> CurveQuestion:
    """Long text, words replaced, one at a time; other seeds choose all three themselves."""
    random = Random(f"{TextKind.CURVE}:{seed}")
    setting = Setting(
        random.choice(tuple(Change)), random.random() < 0.5, random.choice(WORDS_AT_ONCE)
    )
    if seed == GIVEN_SEED:
        setting = Setting()
    return CurveQuestion(seed, setting, measure_curve(language, setting, seed))


def family_question(seed: int, folder: Path) -> FamilyQuestion:
    """Twelve pairs of the samples, shuffled; the threshold is what one of them was measured at."""
    random, samples = Random(f"{TextKind.FAMILIES}:{seed}"), samples_of(folder)
    measure, true_count = random.choice(_MEASURES), random.randint(*_TRUE_PAIRS)
    if seed == GIVEN_SEED:
        measure = "distance"
    true, _ = samples.pairs()
    sign = 1 if measure == "distance" else -1
    near = sorted(samples.strangers(), key=lambda pair: sign * samples.measures[measure](*pair))
    near = near[: len(true)]
    chosen = [(pair, True) for pair in random.sample(true, true_count)]
    chosen += [(pair, False) for pair in random.sample(near, _PAIRS_SHOWN - true_count)]
    random.shuffle(chosen)
    pairs = tuple(
        JudgedPair(
            samples.names[a], samples.names[b], round(samples.measures[measure](a, b), 2), is_true
        )
        for (a, b), is_true in chosen
    )
    # Likeness of zero would find every pair there is.
    values = {pair.value for pair in pairs if pair.value or measure == "distance"}
    threshold = random.choice(sorted(values))
    if seed == GIVEN_SEED:
        threshold = _GIVEN_DISTANCE
    return FamilyQuestion(seed, measure, threshold, pairs)


def _traced(text: str) -> TracedLesson:
    return trace_lesson(Lesson(text, COUNTED))


def _drawn_pair(
    seed: int, language: TextLanguage, wanted: int, random: Random
) -> ChangedPair | None:
    """A text with about as many words replaced as make ``wanted`` bits differ."""
    sentences, whole = sentences_of(LONG_TEXT[language]), _traced(LONG_TEXT[language])
    start = random.randrange(len(sentences) - 1)
    a = _traced(_joined(sentences[start : start + random.randint(2, 3)], language))
    angle = min(wanted / COUNTED.width * pi * random.uniform(0.8, 1.5), pi / 2)
    count = max(1, round((1 - cos(angle)) * len(a.spans)))
    spare = sorted(_words(whole) - _words(a))
    b = _traced(_replaced(a, random.sample(range(len(a.spans)), count), spare, random))
    pair = ChangedPair(seed, a, b)
    # Another word may change how its neighbours are cut: such pairs are not used.
    is_fair = len(a.spans) == len(b.spans) and pair.words - pair.common == count
    return pair if is_fair else None


def _words(traced: TracedLesson) -> set[str]:
    return {token for token, _, _ in traced.spans}


def _joined(sentences: Sequence[str], language: TextLanguage) -> str:
    return (" " if language is TextLanguage.ENGLISH else "").join(sentences)


def _replaced(a: TracedLesson, places: Sequence[int], spare: Sequence[str], random: Random) -> str:
    """The text with other words at these places."""
    parts, end = [], 0
    span: Span
    for place, span in enumerate(a.spans):
        if place in places:
            parts += [a.lesson.text[end : span[1]], random.choice(spare)]
            end = span[2]
    return "".join([*parts, a.lesson.text[end:]])


def _remade(chosen: Sequence[str], pool: Sequence[str], random: Random) -> list[str]:
    """The sentences in another order, all twice, one twice, one left out, or one replaced."""
    made = random.sample(chosen, len(chosen))
    way = random.choice(("order", "all twice", "one twice", "one gone", "one other"))
    if way == "all twice":
        return [*made, *random.sample(chosen, len(chosen))]
    if way == "one twice":
        return [*made, random.choice(chosen)]
    if way == "one gone":
        return made[1:]
    if way == "one other":
        return [random.choice([one for one in pool if one not in chosen]), *made[1:]]
    return made
