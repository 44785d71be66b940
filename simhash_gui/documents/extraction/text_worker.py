"""Stored texts to what is derived from them, as functions that a spawned process can be sent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.documents.comparison.deriving import comparison_data_of
from simhash_gui.documents.segmentation.pipeline import TextPipeline

__all__ = ["comparison_data_of", "fingerprint_texts"]


def fingerprint_texts(recipe_id: str, texts: Sequence[str]) -> list[tuple[int, int, int]]:
    """Word, rest and number of features of each text. Raises ``InvalidRecipeError``."""
    batch = _pipeline(recipe_id).fingerprint_texts(texts)
    columns = (batch.words.tolist(), batch.rests.tolist(), batch.feature_counts.tolist())
    return list(zip(*columns, strict=True))


@lru_cache(maxsize=1)
def _pipeline(recipe_id: str) -> TextPipeline:
    return TextPipeline(Recipe.from_id(recipe_id))
