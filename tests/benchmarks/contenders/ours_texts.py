"""Our fingerprints of texts as read, in one thread."""

from __future__ import annotations

from texts import documents

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.segmentation.pipeline import TextPipeline


class Contender:
    def load_texts(self, corpora: str, language: str, count: int, recipe: str) -> int:
        self._texts = documents(corpora, language)[:count]
        self._pipeline = TextPipeline(recipe_named(recipe))
        self._pipeline.fingerprint_texts(self._texts[:3])  # dictionaries are loaded once
        return len(self._texts)

    def fingerprint(self) -> None:
        # A new pipeline, so that no round lives on what an earlier one has hashed.
        TextPipeline(self._pipeline.recipe).fingerprint_texts(self._texts)
