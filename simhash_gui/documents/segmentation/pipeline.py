"""A text to its tokens and its fingerprint by one recipe: normalise, segment, fingerprint.

Words are Unicode words (UAX 29, section 4: segments with a letter or digit in them), except that
runs of Han, which Unicode leaves to dictionaries, go to ``han``. What goes by script is cut by
``cutting``, as it is for comparison. N-grams, weights and hashes are core's. Where texts come from
is left to ``reading``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from unicode_segmentation_rs import unicode_words

from simhash_gui.core.fingerprint.features import InverseDocumentFrequency
from simhash_gui.core.fingerprint.normalize import (
    NormalizedText,
    normalize,
    normalize_with_offsets,
)
from simhash_gui.core.fingerprint.recipe import Recipe, Segmentation, Weighting
from simhash_gui.core.fingerprint.simhash import (
    FingerprintBatch,
    HashCache,
    Trace,
    fingerprint_batch,
    trace,
)
from simhash_gui.documents.segmentation.cutting import cut, cut_texts
from simhash_gui.documents.segmentation.han import (
    shared_han_cutter,
    shared_jieba_idf,
    shared_keyword_extractor,
)
from simhash_gui.documents.segmentation.script_folding import (
    code_points,
    fold_code_points,
    fold_script,
)

# The Han that jieba has words of; any other ideograph is a word by itself in UAX 29.
_HAN_RUNS = re.compile("([\u4e00-\u9fd5]+)")
_WORD_CHARACTERS = re.compile(r"[\w\u4e00-\u9fcc]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_BETWEEN_RUNS = "\n"
_SHORT_GAP = 16


@dataclass(frozen=True, slots=True)
class Segmented:
    """The tokens of a text in order; ``weights``, one each, where the segmentation gives them."""

    tokens: list[str]
    weights: list[float] | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A token and the span of the source text that it came from: ``source[start:end]``."""

    text: str
    start: int
    end: int


class TextPipeline:
    """One recipe, made ready; keep it, because it remembers hashes. Not for several threads."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._cache = HashCache(recipe.hash_function)
        self._idf = _idf_for(recipe)

    def segment(self, text: str) -> Segmented:
        """The tokens of a text as read."""
        return self._segmented([text])[0]

    def tokens_with_offsets(self, text: str) -> list[Token]:
        """The same tokens with their places in the text as read."""
        normalized = normalize_with_offsets(text, self.recipe.normalization)
        folded = replace(normalized, text=self._simplified(normalized.text))
        return tokens_with_offsets(folded, self.recipe)

    def fingerprint_texts(self, texts: Sequence[str]) -> FingerprintBatch:
        """The fingerprints of texts as read, shape (len(texts),)."""
        segmented = self._segmented(texts)
        weights = None
        if self.recipe.weighting is Weighting.GIVEN:
            weights = [document.weights or [] for document in segmented]
        tokens = [document.tokens for document in segmented]
        return fingerprint_batch(
            tokens, self.recipe, given_weights=weights, idf=self._idf, cache=self._cache
        )

    def trace_text(self, text: str) -> Trace:
        """The fingerprint of a text as read, with everything that led to it."""
        document = self.segment(text)
        return trace(document.tokens, self.recipe, given_weights=document.weights, idf=self._idf)

    def trace_tokens(self, tokens: Sequence[str]) -> Trace:
        """The same of tokens that were cut before."""
        return trace(tokens, self.recipe, idf=self._idf)

    def _segmented(self, texts: Sequence[str]) -> list[Segmented]:
        normalized = [normalize(text, self.recipe.normalization) for text in texts]
        return segment_texts(normalized, self.recipe)

    def _simplified(self, text: str) -> str:
        return fold_script(text) if self.recipe.normalization.simplified else text


def segment(text: str, recipe: Recipe) -> Segmented:
    """Cut a normalised text."""
    match recipe.segmentation:
        case Segmentation.WORDS:
            return Segmented(words(text))
        case Segmentation.BY_SCRIPT:
            return Segmented(cut(code_points(text)).tokens())
        case Segmentation.WHITESPACE:
            return Segmented(text.split())
        case Segmentation.CHARACTERS:
            return Segmented(list(text))
        case Segmentation.WORD_CHARACTERS:
            return Segmented(_WORD_CHARACTERS.findall(text))
        case Segmentation.KEYWORDS:
            return _keywords(text)


def segment_texts(texts: Sequence[str], recipe: Recipe) -> list[Segmented]:
    """Fold the script of several normalised texts, if the recipe does, and cut them."""
    folds = recipe.normalization.simplified
    if recipe.segmentation is not Segmentation.BY_SCRIPT:
        return [segment(fold_script(text) if folds else text, recipe) for text in texts]
    found, bounds = cut_texts(texts, fold_code_points if folds else lambda codes: codes)
    tokens = found.tokens()
    return [Segmented(tokens[start:end]) for start, end in pairwise(bounds.tolist())]


def tokens_with_offsets(normalized: NormalizedText, recipe: Recipe) -> list[Token]:
    """The same tokens as ``segment`` gives, each with its place in the source of ``normalized``.

    A keyword, which comes by weight and only once, gets the place where it occurs first.
    """
    if recipe.segmentation is Segmentation.BY_SCRIPT:
        return _placed_by_script(normalized)
    in_order = recipe.segmentation is not Segmentation.KEYWORDS
    text, starts, ends = normalized.text, normalized.starts, normalized.ends
    placed: list[Token] = []
    position = 0
    for token in segment(text, recipe).tokens:
        # Nothing that is left out between two tokens contains a token, so the next occurrence of
        # it is the token itself.
        start = text.index(token, position)
        end = start + len(token)
        placed.append(Token(token, int(starts[start]), int(ends[end - 1])))
        position = end if in_order else 0
    return placed


def _placed_by_script(normalized: NormalizedText) -> list[Token]:
    """Here a token may lack invisible characters that stand in the midst of its source."""
    found = cut(code_points(normalized.text))
    starts = normalized.starts[found.places_of(found.firsts)].tolist()
    ends = normalized.ends[found.places_of(found.lasts)].tolist()
    return list(map(Token, found.tokens(), starts, ends))


def words(text: str) -> list[str]:
    """Runs of Han by dictionary, all other scripts by the word boundaries of UAX 29.

    All runs of Han go to the dictionary in one call, apart from each other by a character that it
    has no words with; the short strings between them repeat so much that they are remembered.
    """
    pieces = _HAN_RUNS.split(text)
    if len(pieces) == 1:
        return _unicode_words(text)
    gaps = iter(pieces[2::2])
    tokens = list(_gap_words(pieces[0]))
    for token in shared_han_cutter()(_BETWEEN_RUNS.join(pieces[1::2])):
        if token == _BETWEEN_RUNS:
            tokens.extend(_gap_words(next(gaps)))
        else:
            tokens.append(token)
    tokens.extend(_gap_words(pieces[-1]))
    return tokens


def _gap_words(gap: str) -> Sequence[str]:
    return _remembered_words(gap) if len(gap) < _SHORT_GAP else _unicode_words(gap)


def _unicode_words(text: str) -> list[str]:
    try:
        return unicode_words(text)
    except UnicodeEncodeError:  # half a character, as a paste may hold; it is in no word
        return unicode_words(_SURROGATES.sub("\ufffd", text))


@lru_cache(maxsize=1 << 14)
def _remembered_words(gap: str) -> tuple[str, ...]:
    return tuple(_unicode_words(gap))


def _keywords(text: str) -> Segmented:
    ranked = shared_keyword_extractor()(text)
    return Segmented([word for word, _ in ranked], [weight for _, weight in ranked])


def _idf_for(recipe: Recipe) -> InverseDocumentFrequency | None:
    needed = recipe.weighting in {Weighting.TF_IDF, Weighting.FIVE_LEVELS}
    return shared_jieba_idf() if needed else None
