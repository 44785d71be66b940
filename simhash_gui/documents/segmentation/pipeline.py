"""A text to its fingerprint by one recipe: normalise, segment, and the steps of core.

Where texts come from is left to ``reading`` and ``worker``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simhash_gui.core.fingerprint.features import InverseDocumentFrequency
from simhash_gui.core.fingerprint.normalize import normalize, normalize_with_offsets
from simhash_gui.core.fingerprint.recipe import Recipe, Weighting
from simhash_gui.core.fingerprint.simhash import (
    FingerprintBatch,
    HashCache,
    Trace,
    fingerprint_batch,
    trace,
)
from simhash_gui.documents.segmentation.keywords import shared_jieba_idf
from simhash_gui.documents.segmentation.languages import language_of
from simhash_gui.documents.segmentation.script_folding import fold_script
from simhash_gui.documents.segmentation.segmenters import (
    Segmented,
    Token,
    segment_texts,
    tokens_with_offsets,
)

__all__ = ["TextPipeline", "language_of"]


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

    def _segmented(self, texts: Sequence[str]) -> list[Segmented]:
        normalized = [normalize(text, self.recipe.normalization) for text in texts]
        return segment_texts(normalized, self.recipe)

    def _simplified(self, text: str) -> str:
        return fold_script(text) if self.recipe.normalization.simplified else text


def _idf_for(recipe: Recipe) -> InverseDocumentFrequency | None:
    needed = recipe.weighting in {Weighting.TF_IDF, Weighting.FIVE_LEVELS}
    return shared_jieba_idf() if needed else None
