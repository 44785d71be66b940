"""Another recipe for a whole library, from the stored texts; the files are not read again.

Old fingerprints serve until the last new one is there. A job that is cut off keeps what it has
made and goes on from there.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, library_recipe
from simhash_gui.services.library.text_jobs import TextJob, run
from simhash_gui.store.repositories import meta, refingerprint
from simhash_gui.store.repositories.refingerprint import StagedFingerprint

_log = logging.getLogger(__name__)

_Fingerprint = tuple[int, int, int]
"""Word, rest and number of features."""


def change_recipe(library: Library, recipe: Recipe, workers: int, control: JobControl) -> int:
    """Fingerprint every document by ``recipe``; return how many were done again.

    ``workers`` 0 means one for every processor. Raises JobCancelledError; the library then still
    has its old recipe.
    """
    if library_recipe(library) == recipe:
        return 0
    with library.read() as connection:
        outdated = refingerprint.outdated_ids(connection, recipe.recipe_id)

    def stage(made: list[tuple[int, _Fingerprint]]) -> None:
        with library.write() as connection:
            staged = [_staged(document_id, one) for document_id, one in made]
            refingerprint.stage(connection, recipe.recipe_id, staged)

    _log.info("recipe changes to %s: %d documents", recipe.recipe_id, len(outdated))
    job = TextJob(_Fingerprinting(recipe), stage)
    run(library, outdated, job, workers, control)
    with library.write() as connection:
        adopted = refingerprint.adopt(connection, recipe.recipe_id)
        meta.set_current_recipe(connection, recipe.recipe_id)
    _log.info("recipe changed")
    return adopted


@dataclass(frozen=True)
class _Fingerprinting:
    """Fingerprints texts by a recipe; can be sent to a process."""

    recipe: Recipe

    def __call__(self, texts: Sequence[str]) -> list[_Fingerprint]:
        batch = self._pipeline.fingerprint_texts(texts)
        columns = (batch.words.tolist(), batch.rests.tolist(), batch.feature_counts.tolist())
        return list(zip(*columns, strict=True))

    @cached_property
    def _pipeline(self) -> TextPipeline:
        return TextPipeline(self.recipe)


def _staged(document_id: int, fingerprint: _Fingerprint) -> StagedFingerprint:
    word, rest, count = fingerprint
    if count == 0:
        return StagedFingerprint(document_id, 0, None)
    return StagedFingerprint(document_id, count, word, rest)
