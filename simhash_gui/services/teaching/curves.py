"""How the distance grows with the share of changed words, measured on a page of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

import numpy as np

from simhash_gui.core.fingerprint.recipe import HashFunction, Weighting
from simhash_gui.core.fingerprint.simhash import fingerprint_batch
from simhash_gui.services.teaching.lessons import lesson_recipe, pipeline_of
from simhash_gui.services.teaching.presets import LONG_TEXT, TextLanguage

CURVE_SHARES = tuple(step / 100 for step in range(0, 31, 3))
"""Shares of changed words that the curve is measured at."""
WORDS_AT_ONCE = (1, 2, 4, 8)
"""What votes: single words, or every two, four or eight neighbours."""
_REPEATS = 12
_SHORT_TOKENS = 24


class Change(StrEnum):
    """What happens to a share of the words."""

    SWAP = "swap"
    """Replaced by other words."""
    DROP = "drop"
    INSERT = "insert"
    REORDER = "reorder"


@dataclass(frozen=True, slots=True)
class Setting:
    """What is measured: a change, on a short or a long text, with this many words to a feature."""

    change: Change = Change.SWAP
    is_short: bool = False
    words_at_once: int = 1


@dataclass(frozen=True, slots=True)
class Curve:
    """Distance in bits at each of ``CURVE_SHARES``: mean and standard deviation of the repeats.

    ``words`` counts those of the text before anything is changed.
    """

    means: tuple[float, ...]
    deviations: tuple[float, ...]
    words: int


def measure_curve(language: TextLanguage, setting: Setting, seed: int) -> Curve:
    """Change the text at random places, twelve times for each share, and measure the distance."""
    recipe = lesson_recipe(64, Weighting.COUNT, HashFunction.XXH3_64, setting.words_at_once)
    texts = curve_texts(language, setting, seed)
    words = fingerprint_batch(texts, recipe).words
    distances = np.bitwise_count(words[1:] ^ words[0]).reshape(len(CURVE_SHARES), _REPEATS)
    means, deviations = distances.mean(axis=1), distances.std(axis=1)
    return Curve(tuple(means.tolist()), tuple(deviations.tolist()), len(texts[0]))


def curve_texts(language: TextLanguage, setting: Setting, seed: int) -> list[list[str]]:
    """The tokens of the text as it is, then of every repeat of every share."""
    pipeline = pipeline_of(lesson_recipe(64, Weighting.COUNT, HashFunction.XXH3_64))
    other = TextLanguage.CHINESE if language is TextLanguage.ENGLISH else TextLanguage.ENGLISH
    tokens = list(pipeline.segment(LONG_TEXT[language]).tokens)
    spare = pipeline.segment(LONG_TEXT[other]).tokens
    if setting.is_short:
        tokens = tokens[:_SHORT_TOKENS]
    random = Random(f"{setting.change}:{seed}")
    changed = [
        _changed(tokens, spare, setting.change, share, random)
        for share in CURVE_SHARES
        for _ in range(_REPEATS)
    ]
    return [tokens, *changed]


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
