"""Questions with seeds: the same seed asks the same, and the answer is built, never chosen.

The facts of a question come from the seed, its answer from the production code: traces, block keys,
XOR. Answers are spread so that a guess is hardly ever right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import pi
from random import Random
from typing import TypeAlias

from simhash_gui.core.fingerprint.recipe import (
    HashFunction,
    Normalization,
    Recipe,
    Segmentation,
    Weighting,
)
from simhash_gui.core.fingerprint.simhash import Trace, trace
from simhash_gui.core.types import BLOCK_BITS, BLOCKS, WORD_BITS, block_keys
from simhash_gui.services.teaching.presets import WORDS, TextLanguage
from simhash_gui.services.teaching.worked_examples import block_plan

Answer: TypeAlias = int | frozenset[int]
"""A number, or the places of what is marked."""

_SMALL_WIDTH = 8
_XOR_WIDTH = 16
_MOST_WEIGHT = 5
PLANES = 12
ROWS = 6
_MOST_DISTANCE = 11
_GIVEN_SEED, _GIVEN_DISTANCE = 1, 3
_CLEAR = 0.07
"""Radians (4 degrees) between a line and an arrow, so that one sees on which side it is."""


class Kind(StrEnum):
    """What is asked for."""

    SUM = "sum"
    """The sum of the votes on one bit."""
    BITS = "bits"
    """The bits of the fingerprint that are one."""
    FLIPS = "flips"
    """The bits that flip when the last token goes."""
    PLANES = "planes"
    """How many of twelve lines separate two arrows."""
    XOR = "xor"
    """The bits that differ between two fingerprints."""
    BLOCKS = "blocks"
    """The blocks that no differing bit is in, 0 the most significant."""
    CANDIDATES = "candidates"
    """The rows that share a block key with the query."""
    PROBES = "probes"
    """How many keys four tables are asked for within a distance."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question and its answer. Which facts are there goes by the kind.

    ``trace`` is of the tokens and ``other`` of the changed ones (FLIPS, XOR). ``values`` are
    fingerprints of 64 bits, the query first (BLOCKS, CANDIDATES), ``angles`` the two arrows and
    then the lines, in radians (PLANES). ``bit`` is the one that SUM asks about, ``k``
    the distance of PROBES.
    """

    kind: Kind
    seed: int
    answer: Answer
    trace: Trace | None = None
    other: Trace | None = None
    bit: int = 0
    k: int = 0
    values: tuple[int, ...] = ()
    angles: tuple[float, ...] = ()

    def is_right(self, answer: Answer) -> bool:
        """Whether an answer is what the engine says."""
        return self.answer == answer


def make_question(kind: Kind, seed: int, language: TextLanguage) -> Question:
    """The question of a seed: facts are drawn until the answer is worth asking for.

    The language is that of the words, where a question has words.
    """
    random = Random(f"{kind}:{seed}")
    while True:
        question = _MAKERS[kind](random, seed, WORDS[language])
        if question is not None:
            return question


def small_recipe(width: int) -> Recipe:
    """Words with weights by hand, hashed by XXH3."""
    return Recipe(
        Normalization.none(),
        Segmentation.WHITESPACE,
        (1,),
        Weighting.GIVEN,
        HashFunction.XXH3_64,
        width,
    )


def one_bits(value: int) -> frozenset[int]:
    """The places of the one bits, 0 the least significant."""
    return frozenset(bit for bit in range(value.bit_length()) if value >> bit & 1)


def equal_blocks(a: int, b: int) -> frozenset[int]:
    """The blocks in which two words agree."""
    pairs = zip(block_keys(a), block_keys(b), strict=True)
    return frozenset(block for block, (one, other) in enumerate(pairs) if one == other)


def separates(line: float, a: float, b: float) -> bool:
    """Whether a line through the origin has two arrows on different sides; all in radians."""
    return ((a - line) % (2 * pi) < pi) is not ((b - line) % (2 * pi) < pi)


def _traced(
    random: Random, width: int, count: int, pool: Sequence[str]
) -> tuple[list[str], list[int], Trace]:
    words = random.sample(pool, count)
    weights = [random.randint(1, _MOST_WEIGHT) for _ in words]
    return words, weights, trace(words, small_recipe(width), given_weights=weights)


def _sum(random: Random, seed: int, pool: Sequence[str]) -> Question:
    _, _, traced = _traced(random, 6, 4, pool)
    bit = random.randrange(6)
    return Question(Kind.SUM, seed, int(traced.sums[bit]), traced, bit=bit)


def _bits(random: Random, seed: int, pool: Sequence[str]) -> Question | None:
    _, _, traced = _traced(random, _SMALL_WIDTH, 3, pool)
    answer = one_bits(traced.fingerprint.value)
    return Question(Kind.BITS, seed, answer, traced) if answer else None


def _flips(random: Random, seed: int, pool: Sequence[str]) -> Question | None:
    words, weights, traced = _traced(random, _SMALL_WIDTH, 4, pool)
    other = trace(words[:-1], small_recipe(_SMALL_WIDTH), given_weights=weights[:-1])
    flipped = one_bits(traced.fingerprint.value ^ other.fingerprint.value)
    return Question(Kind.FLIPS, seed, flipped, traced, other) if len(flipped) > 1 else None


def _planes(random: Random, seed: int, _pool: Sequence[str]) -> Question:
    a, turn = random.uniform(0, 2 * pi), random.uniform(3 * _CLEAR, pi)
    lines: list[float] = []
    while len(lines) < PLANES:
        line = random.uniform(0, pi)
        if all(_CLEAR < (arrow - line) % pi < pi - _CLEAR for arrow in (a, a + turn)):
            lines.append(line)
    count = sum(separates(line, a, a + turn) for line in lines)
    return Question(Kind.PLANES, seed, count, angles=(a, a + turn, *sorted(lines)))


def _xor(random: Random, seed: int, pool: Sequence[str]) -> Question | None:
    words, weights, traced = _traced(random, _XOR_WIDTH, 6, pool)
    changed = [*words[:-1], random.choice(pool)]
    other = trace(changed, small_recipe(_XOR_WIDTH), given_weights=weights)
    differing = one_bits(traced.fingerprint.value ^ other.fingerprint.value)
    return Question(Kind.XOR, seed, differing, traced, other) if len(differing) > 1 else None


def _blocks(random: Random, seed: int, _pool: Sequence[str]) -> Question:
    """Seeds 1 and 2 ask what the page explains: three bits leave a block, four may leave none."""
    a = random.getrandbits(WORD_BITS)
    mask = _mask(random, random.randint(2, 5))
    if seed <= _GIVEN_SEED + 1:
        blocks = random.sample(range(BLOCKS), BLOCKS - 1 + (seed > _GIVEN_SEED))
        mask = sum(1 << random.randrange(BLOCK_BITS) + BLOCK_BITS * block for block in blocks)
    b = a ^ mask
    return Question(Kind.BLOCKS, seed, equal_blocks(a, b), values=(a, b))


def _candidates(random: Random, seed: int, _pool: Sequence[str]) -> Question | None:
    query = random.getrandbits(WORD_BITS)
    rows = [_row(random, query) for _ in range(ROWS)]
    found = frozenset(place for place, row in enumerate(rows) if equal_blocks(query, row))
    return Question(Kind.CANDIDATES, seed, found, values=(query, *rows)) if found else None


def _row(random: Random, query: int) -> int:
    """A stored fingerprint: in half of the cases one bit or two differ in every block."""
    if random.random() < 0.5:
        return query ^ _mask(random, random.randint(1, 6))
    flips = (random.randrange(BLOCK_BITS) + BLOCK_BITS * block for block in range(BLOCKS))
    return query ^ sum(1 << bit for bit in flips)


def _probes(random: Random, seed: int, _pool: Sequence[str]) -> Question:
    """Seed 1 asks what the page explains: distance 3."""
    k = _GIVEN_DISTANCE if seed == _GIVEN_SEED else random.randint(0, _MOST_DISTANCE)
    return Question(Kind.PROBES, seed, block_plan(k)[1], k=k)


def _mask(random: Random, count: int) -> int:
    return sum(1 << bit for bit in random.sample(range(WORD_BITS), count))


_MAKERS = {
    Kind.SUM: _sum,
    Kind.BITS: _bits,
    Kind.FLIPS: _flips,
    Kind.PLANES: _planes,
    Kind.XOR: _xor,
    Kind.BLOCKS: _blocks,
    Kind.CANDIDATES: _candidates,
    Kind.PROBES: _probes,
}
