"""Each seed asks the same, an oracle of its own answers as the engine does, guesses fail."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from math import comb, cos, sin

import pytest
import xxhash

from simhash_gui.services.teaching.presets import TextLanguage
from simhash_gui.services.teaching.questions import Answer, Kind, Question, make_question
from tests.oracles import simhash

KINDS = pytest.mark.parametrize("kind", Kind, ids=str)
LANGUAGES = pytest.mark.parametrize("language", TextLanguage, ids=str)
SEEDS = 1000


@cache
def questions(kind: Kind, language: TextLanguage) -> list[Question]:
    return [make_question(kind, seed, language) for seed in range(SEEDS)]


def votes(question: Question, *, without_last: bool = False) -> list[tuple[int, float]]:
    assert question.trace is not None
    width = question.trace.fingerprint.width
    tokens = question.trace.tokens[: -1 if without_last else None]
    hashes = (xxhash.xxh3_64_intdigest(token.encode()) % (1 << width) for token in tokens)
    return list(zip(hashes, question.trace.weights.tolist(), strict=False))


def bits(text: str) -> frozenset[int]:
    return frozenset(place for place, bit in enumerate(reversed(text)) if bit == "1")


def binary(value: int, width: int = 64) -> str:
    return format(value, f"0{width}b")


def sum_by_hand(question: Question) -> Answer:
    return int(sum(w if h >> question.bit & 1 else -w for h, w in votes(question)))


def bits_by_hand(question: Question) -> Answer:
    return bits(binary(simhash(votes(question), 8), 8))


def flips_by_hand(question: Question) -> Answer:
    before, after = simhash(votes(question), 8), simhash(votes(question, without_last=True), 8)
    return frozenset(bit for bit in range(8) if before // 2**bit % 2 != after // 2**bit % 2)


def planes_by_hand(question: Question) -> Answer:
    a, b, *lines = question.angles
    count = 0
    for line in lines:
        normal = (-sin(line), cos(line))
        sides = [cos(one) * normal[0] + sin(one) * normal[1] > 0 for one in (a, b)]
        count += sides[0] != sides[1]
    return count


def xor_by_hand(question: Question) -> Answer:
    assert question.trace is not None
    assert question.other is not None
    a, b = (binary(one.fingerprint.value, 16) for one in (question.trace, question.other))
    return frozenset(15 - place for place in range(16) if a[place] != b[place])


def blocks_by_hand(question: Question) -> Answer:
    a, b = map(binary, question.values)
    return frozenset(block for block in range(4) if a[16 * block :][:16] == b[16 * block :][:16])


def candidates_by_hand(question: Question) -> Answer:
    query, *rows = map(binary, question.values)
    cuts = [slice(16 * block, 16 * block + 16) for block in range(4)]
    return frozenset(
        place for place, row in enumerate(rows) if any(row[cut] == query[cut] for cut in cuts)
    )


def probes_by_hand(question: Question) -> Answer:
    """The fewest keys of four blocks such that k differing bits always leave one block met."""
    near = [sum(comb(16, ones) for ones in range(radius + 1)) for radius in range(-1, 12)]
    radii = combinations_with_replacement(range(-1, 12), 4)
    return min(
        sum(near[radius + 1] for radius in chosen)
        for chosen in radii
        if sum(radius + 1 for radius in chosen) > question.k
    )


ORACLES: dict[Kind, Callable[[Question], Answer]] = {
    Kind.SUM: sum_by_hand,
    Kind.BITS: bits_by_hand,
    Kind.FLIPS: flips_by_hand,
    Kind.PLANES: planes_by_hand,
    Kind.XOR: xor_by_hand,
    Kind.BLOCKS: blocks_by_hand,
    Kind.CANDIDATES: candidates_by_hand,
    Kind.PROBES: probes_by_hand,
}


@KINDS
@LANGUAGES
def test_an_oracle_answers_a_thousand_seeds_as_the_engine_does(
    kind: Kind, language: TextLanguage
) -> None:
    wrong = [one.seed for one in questions(kind, language) if not one.is_right(ORACLES[kind](one))]
    assert wrong == []


@KINDS
@LANGUAGES
def test_not_even_the_most_frequent_answer_is_right_in_15_of_100(
    kind: Kind, language: TextLanguage
) -> None:
    answers = Counter(question.answer for question in questions(kind, language))
    (_, most), *_ = answers.most_common(1)
    assert most / SEEDS < 0.15


@KINDS
def test_a_seed_asks_the_same_again(kind: Kind) -> None:
    first, again = (make_question(kind, 7, TextLanguage.CHINESE) for _ in range(2))
    assert (first.answer, first.values, first.angles) == (again.answer, again.values, again.angles)
    assert not first.is_right(10_000)
