"""What the stages of the classroom ask for; lives in a process of its own, like Compare's desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simhash_gui.core.hamming.distances import block_key_columns
from simhash_gui.core.types import Words
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.services.library.libraries import document_text, existing_library, library_recipe
from simhash_gui.services.library.paths import Place
from simhash_gui.services.teaching.curves import Curve, Setting, measure_curve
from simhash_gui.services.teaching.families import FamilyResult, samples_of
from simhash_gui.services.teaching.lessons import (
    LONGEST_TEXT,
    Lesson,
    TracedLesson,
    TwoTexts,
    compare_lessons,
    trace_lesson,
)
from simhash_gui.services.teaching.presets import TextLanguage
from simhash_gui.services.teaching.text_questions import (
    TextKind,
    changed_pair,
    curve_question,
    family_question,
    same_fingerprint,
    voters,
)
from simhash_gui.store.repositories.documents import load_fingerprints

__all__ = ["PRELOAD"]


@dataclass(frozen=True, slots=True)
class BlockNumbers:
    """One block index of a library: keys in use, and the most documents under one key."""

    distinct_keys: int
    largest_bucket: int


class Tutor:
    """Answers the questions of the stages, one after another or from several threads."""

    def trace(self, lesson: Lesson) -> TracedLesson:
        """Cut and trace a text."""
        return trace_lesson(lesson)

    def compare(self, a: Lesson, b: Lesson) -> TwoTexts:
        """Two texts and every usual measure of how alike they are."""
        return compare_lessons(a, b)

    def curve(self, language: TextLanguage, setting: Setting, seed: int) -> Curve:
        """Distance against the share of changed words, measured."""
        return measure_curve(language, setting, seed)

    def question(self, kind: TextKind, seed: int, language: TextLanguage, samples: Path) -> object:
        """The question of a seed, of the class that belongs to its kind."""
        makers: dict[TextKind, Callable[[], object]] = {
            TextKind.SURPRISE: lambda: changed_pair(kind, seed, language),
            TextKind.SHARE: lambda: changed_pair(kind, seed, language),
            TextKind.ZERO: lambda: same_fingerprint(seed, language),
            TextKind.FEATURES: lambda: voters(seed, language),
            TextKind.CURVE: lambda: curve_question(seed, language),
            TextKind.FAMILIES: lambda: family_question(seed, samples),
        }
        return makers[kind]()

    def document(self, library: Place, document_id: int) -> str:
        """The beginning of a stored text, by which one sees that it goes on.

        Raises DocumentNotFoundError.
        """
        with existing_library(library) as opened:
            return document_text(opened, document_id)[: LONGEST_TEXT + 1]

    def buckets(self, library: Place) -> tuple[int, tuple[BlockNumbers, ...]]:
        """How many fingerprints a library has, and its four block indexes."""
        with existing_library(library) as opened, opened.read() as connection:
            recipe_id = library_recipe(opened).recipe_id
            words = load_fingerprints(connection, recipe_id).words
        return len(words), tuple(_numbers(words, block) for block in range(4))

    def families(self, samples: Path) -> tuple[FamilyResult, ...]:
        """What each family finds among the sample documents, judged by their labels."""
        return samples_of(samples).results()


def _numbers(words: Words, block: int) -> BlockNumbers:
    _, counts = np.unique(block_key_columns(words)[block], return_counts=True)
    return BlockNumbers(len(counts), int(counts.max(initial=0)))
