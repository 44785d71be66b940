"""What a fingerprint means: every choice on the way from a text to its bits.

A recipe is plain data with a stable, readable id; equal recipes have equal ids. This module names
the choices and the well-known combinations of them. It carries none of them out: ``normalize``,
``features`` and ``simhash`` do, and the documents layer segments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from simhash_gui.core.types import MAX_WIDTH, MIN_WIDTH

DEFAULT_RECIPE = "default"
"""The name of the recipe that is used where none is chosen."""

_VERSION = "v1"
_RAW = "raw"
_STEP_NFKC = "nfkc"
_STEP_SIMPLIFIED = "simplified"
_STEP_SPACE = "space"


class InvalidRecipeError(ValueError):
    """A combination of choices without a meaning, or an unknown id."""


class UnknownRecipeError(LookupError):
    """No recipe has this name; the message lists the names there are."""


class CaseRule(StrEnum):
    """How upper and lower case are made equal."""

    NONE = "none"
    LOWER = "lower"
    """``str.lower`` of the whole text, as 1e0ng does."""
    FOLD = "fold"
    """Full Unicode case folding: also ß = ss."""


class Segmentation(StrEnum):
    """What a token is. The documents layer does the cutting."""

    WORDS = "words"
    """Runs of Han by dictionary, every other script by the word boundaries of UAX 29."""
    BY_SCRIPT = "by-script"
    """Characters of scripts written without spaces (Han, kana, Thai …), words of all others."""
    WHITESPACE = "whitespace"
    CHARACTERS = "characters"
    """Every character."""
    WORD_CHARACTERS = "word-characters"
    r"""Every character that ``[\w\u4e00-\u9fcc]`` matches, as 1e0ng does."""
    KEYWORDS = "keywords"
    """The 20 keywords of largest TF-IDF, with their weights."""


class Weighting(StrEnum):
    """How much a feature counts, from how often it occurs in the document."""

    COUNT = "count"
    LOG_COUNT = "log-count"
    """1 + ln count"""
    TF_IDF = "tf-idf"
    """count × inverse document frequency"""
    FIVE_LEVELS = "five-levels"
    """1 to 5: TF-IDF in fifths of the largest in the document, rounded up."""
    GIVEN = "given"
    """As it comes with the tokens."""


class HashFunction(StrEnum):
    """The hash of a feature's UTF-8 bytes. A narrower fingerprint takes its low bits."""

    XXH3_64 = "xxh3-64"
    XXH3_128 = "xxh3-128"
    MD5_FIRST_64 = "md5-first-64"
    """The first 8 bytes of MD5, read big-endian."""
    MD5_LAST_64 = "md5-last-64"
    """The last 8 bytes of MD5, read big-endian."""
    PYTHON_128 = "python-128"
    """The string hash of old Pythons, over code points, carried to 128 bits."""

    @property
    def bits(self) -> int:
        """How many bits it gives."""
        return 128 if self in {HashFunction.XXH3_128, HashFunction.PYTHON_128} else 64


class TieRule(StrEnum):
    """The bit where the votes sum to exactly zero."""

    ZERO = "zero"
    """A bit is set when its sum > 0."""
    ONE = "one"
    """A bit is set when its sum >= 0."""


@dataclass(frozen=True, slots=True)
class Normalization:
    """What is made equal before the text is cut into tokens.

    ``nfkc`` unites the ways to write a character, and its full- and half-width forms.
    ``white_space`` turns every run of white space into one space and strips both ends.
    ``simplified`` makes traditional Chinese characters simplified ones, of which the documents
    layer has the table.
    """

    nfkc: bool
    case: CaseRule
    white_space: bool
    simplified: bool = False

    @classmethod
    def none(cls) -> Self:
        """The text as it was read."""
        return cls(nfkc=False, case=CaseRule.NONE, white_space=False)

    @classmethod
    def full(cls) -> Self:
        """NFKC, case folding, simplified characters and single spaces."""
        return cls(nfkc=True, case=CaseRule.FOLD, white_space=True, simplified=True)

    @property
    def step_names(self) -> str:
        """The part of the recipe id, e.g. ``nfkc+fold+simplified+space`` or ``raw``."""
        steps = [_STEP_NFKC] if self.nfkc else []
        if self.case is not CaseRule.NONE:
            steps.append(self.case.value)
        if self.simplified:
            steps.append(_STEP_SIMPLIFIED)
        if self.white_space:
            steps.append(_STEP_SPACE)
        return "+".join(steps) or _RAW

    @classmethod
    def from_step_names(cls, names: str) -> Self:
        """Read what ``step_names`` wrote; ``Recipe.from_id`` refuses what it could not write."""
        steps = names.split("+")
        cases = [rule for rule in (CaseRule.LOWER, CaseRule.FOLD) if rule.value in steps]
        return cls(
            nfkc=_STEP_NFKC in steps,
            case=cases[0] if cases else CaseRule.NONE,
            white_space=_STEP_SPACE in steps,
            simplified=_STEP_SIMPLIFIED in steps,
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """All choices of a fingerprint. Raises ``InvalidRecipeError`` where they do not fit together.

    ``ngram_sizes`` ascend: (1,) is single tokens, (2,) neighbouring pairs, (1, 2) both.
    """

    normalization: Normalization
    segmentation: Segmentation
    ngram_sizes: tuple[int, ...]
    weighting: Weighting
    hash_function: HashFunction
    width: int = 64
    tie_rule: TieRule = TieRule.ZERO

    def __post_init__(self) -> None:
        if not MIN_WIDTH <= self.width <= MAX_WIDTH:
            raise InvalidRecipeError(f"width {self.width} is not within 6 to 128 bits")
        if self.width > self.hash_function.bits:
            raise InvalidRecipeError(
                f"{self.hash_function} has {self.hash_function.bits} bits, not {self.width}"
            )
        self._check_ngram_sizes()

    def _check_ngram_sizes(self) -> None:
        sizes = self.ngram_sizes
        if not sizes or sizes[0] < 1 or list(sizes) != sorted(set(sizes)):
            raise InvalidRecipeError(f"n-gram sizes {sizes} do not ascend from 1 or more")
        if self.weighting is Weighting.GIVEN and sizes != (1,):
            raise InvalidRecipeError("given weights belong to single tokens, not to n-grams")
        if self.segmentation is Segmentation.KEYWORDS and self.weighting is not Weighting.GIVEN:
            raise InvalidRecipeError("keywords come with their weights: weighting must be given")

    @property
    def recipe_id(self) -> str:
        """Stable and readable, e.g. ``v1:nfkc+fold+space:words:1+2:log-count:xxh3-64:64:zero``."""
        parts = (
            _VERSION,
            self.normalization.step_names,
            self.segmentation.value,
            "+".join(map(str, self.ngram_sizes)),
            self.weighting.value,
            self.hash_function.value,
            str(self.width),
            self.tie_rule.value,
        )
        return ":".join(parts)

    @classmethod
    def from_id(cls, recipe_id: str) -> Self:
        """The recipe that has this id; raises ``InvalidRecipeError`` when none has."""
        try:
            recipe = cls._parse(recipe_id)
        except ValueError as error:
            raise InvalidRecipeError(f"{recipe_id!r} is not a recipe id: {error}") from error
        if recipe.recipe_id != recipe_id:
            raise InvalidRecipeError(f"{recipe_id!r} is not a recipe id of {_VERSION}")
        return recipe

    @classmethod
    def _parse(cls, recipe_id: str) -> Self:
        _, steps, segmentation, sizes, weighting, hash_function, width, tie = recipe_id.split(":")
        return cls(
            Normalization.from_step_names(steps),
            Segmentation(segmentation),
            tuple(int(size) for size in sizes.split("+")),
            Weighting(weighting),
            HashFunction(hash_function),
            int(width),
            TieRule(tie),
        )


def named_recipes() -> Mapping[str, Recipe]:
    """Our own recipes, then those of well-known programs, reproduced to the bit."""
    return MappingProxyType(_own_recipes() | _peer_recipes())


def recipe_named(name: str) -> Recipe:
    """The recipe of this name; raises ``UnknownRecipeError``."""
    recipes = named_recipes()
    if name not in recipes:
        raise UnknownRecipeError(f"no recipe is named {name!r}; there are: {', '.join(recipes)}")
    return recipes[name]


def _own_recipes() -> dict[str, Recipe]:
    full, words, xxh3 = Normalization.full(), Segmentation.WORDS, HashFunction.XXH3_64
    by_script, wide = Segmentation.BY_SCRIPT, HashFunction.XXH3_128
    return {
        DEFAULT_RECIPE: Recipe(full, by_script, (1, 2), Weighting.LOG_COUNT, xxh3),
        "words": Recipe(full, words, (1,), Weighting.COUNT, xxh3),
        "word-pairs": Recipe(full, words, (2,), Weighting.COUNT, xxh3),
        "characters": Recipe(full, Segmentation.CHARACTERS, (3,), Weighting.COUNT, xxh3),
        "tf-idf": Recipe(full, words, (1,), Weighting.TF_IDF, xxh3),
        "wide": Recipe(full, by_script, (1, 2), Weighting.LOG_COUNT, wide, width=128),
    }


def _peer_recipes() -> dict[str, Recipe]:
    raw, single, spaces = Normalization.none(), (1,), Segmentation.WHITESPACE
    lower = Normalization(nfkc=False, case=CaseRule.LOWER, white_space=False)
    return {
        "1e0ng": Recipe(
            lower, Segmentation.WORD_CHARACTERS, (4,), Weighting.COUNT, HashFunction.MD5_LAST_64
        ),
        "md5-words": Recipe(raw, spaces, single, Weighting.COUNT, HashFunction.MD5_FIRST_64),
        "python-hash-128": Recipe(
            raw, spaces, single, Weighting.COUNT, HashFunction.PYTHON_128, 128, TieRule.ONE
        ),
        "keywords": Recipe(
            raw, Segmentation.KEYWORDS, single, Weighting.GIVEN, HashFunction.XXH3_64
        ),
    }
