"""Whether what a library keeps of its documents is what follows from their stored texts.

Derived by the code that reads documents, in worker processes; where something differs, what should
be there comes back with the finding. Where both fingerprint and tokens are those of another text,
it is the text that is wrong: two witnesses of what was read outweigh one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from simhash_gui.core.fingerprint.recipe import InvalidRecipeError, Recipe
from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.documents.comparison.deriving import comparison_data_of
from simhash_gui.services.jobs import JobControl, Stage, refuse_to_lose
from simhash_gui.services.library.text_jobs import CHARACTERS_AT_ONCE, Fingerprinting, outcomes
from simhash_gui.store.integrity.derived import (
    DerivedFingerprint,
    StoredDocument,
    StoredDocuments,
)
from simhash_gui.store.repositories.texts import TextDamagedError, decompress
from simhash_gui.workers.protocol import Failed, WorkProgress

_Read = tuple[StoredDocument, str]


class TextState(Enum):
    """What became of the text of a document."""

    READ = auto()
    MISSING = auto()
    UNREADABLE = auto()
    FOREIGN = auto()
    """It can be read, and neither the fingerprint nor the token digest is made of it."""
    OUT_OF_REACH = auto()
    """It is in a shard that cannot be read."""
    NOT_CHECKED = auto()
    """The process that was to work on it ended."""


@dataclass(frozen=True, slots=True)
class TextCheck:
    """What was found of a document: what it should have, where it has something else."""

    text: TextState = TextState.READ
    fingerprint: DerivedFingerprint | None = None
    comparison: ComparisonData | None = None

    @property
    def is_sound(self) -> bool:
        """Whether all is as it should be."""
        return self == _SOUND


_SOUND = TextCheck()


def check_texts(path: Path, workers: int, control: JobControl) -> Iterator[tuple[int, TextCheck]]:
    """Every document with which something is wrong, by id, in any order.

    ``path`` leads to a library that need not be sound. ``workers`` 0 means one for every processor.
    Comparison data of another version is none: it is derived when it is needed. Raises
    JobCancelledError, WorkersUnusableError, WorkersKeepDyingError and LibraryError.
    """
    with closing(StoredDocuments(path)) as stored:
        ids = stored.ids()
        done = outcomes(ids, _Work(stored), _WorkAt(path), workers, control)
        lost = 0
        for number, outcome in enumerate(done):
            control.report(Stage.CHECKING, number, len(ids))
            control.checkpoint()
            if isinstance(outcome, Failed):
                lost += 1
                refuse_to_lose(outcome, lost)
                yield outcome.piece, TextCheck(TextState.NOT_CHECKED)
            elif not outcome.result.is_sound:
                yield outcome.piece, outcome.result
    control.checkpoint()


@dataclass(frozen=True, slots=True)
class _WorkAt:
    """Makes the work in a worker process, which has the file open until it ends."""

    path: Path

    def __call__(self) -> _Work:
        return _Work(StoredDocuments(self.path))


@dataclass(frozen=True, slots=True)
class _Work:
    """Checks documents, as many together as there is room for."""

    stored: StoredDocuments
    fingerprinting: dict[str, Fingerprinting | None] = field(default_factory=dict)
    """By the ids of recipes; None of those that do not exist."""

    def __call__(self, ids: Sequence[int], _: WorkProgress) -> Iterator[Sequence[TextCheck]]:
        """One result for each document, in their order."""
        batch: list[StoredDocument] = []
        texts: dict[int, str] = {}
        characters = 0
        for document in self.stored.rows(ids):
            batch.append(document)
            text = _text(document)
            if text is not None:
                texts[document.id] = text
                characters += len(text)
            if characters >= CHARACTERS_AT_ONCE:
                yield self._checked(batch, texts)
                batch, texts, characters = [], {}, 0
        yield self._checked(batch, texts)

    def _checked(
        self, documents: Sequence[StoredDocument], texts: dict[int, str]
    ) -> list[TextCheck]:
        read = [(document, texts[document.id]) for document in documents if document.id in texts]
        fingerprints = self._differing_fingerprints(read)
        comparisons = _differing_comparisons(read)
        return [
            TextCheck(TextState.FOREIGN)
            if document.id in fingerprints and _is_of_other_tokens(document, comparisons)
            else TextCheck(
                _state(document, is_read=document.id in texts),
                fingerprints.get(document.id),
                comparisons.get(document.id),
            )
            for document in documents
        ]

    def _differing_fingerprints(self, read: Sequence[_Read]) -> dict[int, DerivedFingerprint]:
        """Of documents whose recipe is known; the recipe of others is damage of its own."""
        found: dict[int, DerivedFingerprint] = {}
        for recipe_id in {document.recipe_id for document, _ in read}:
            make = self._fingerprinting_by(recipe_id)
            if make is None:
                continue
            some = [(document, text) for document, text in read if document.recipe_id == recipe_id]
            made = make([text for _, text in some])
            for (document, _), (word, rest, count) in zip(some, made, strict=True):
                derived = DerivedFingerprint(word, rest, count)
                if count == 0:
                    derived = DerivedFingerprint(None, None, 0)
                if not document.has(derived):
                    found[document.id] = derived
        return found

    def _fingerprinting_by(self, recipe_id: str | None) -> Fingerprinting | None:
        if recipe_id is None:
            return None
        if recipe_id not in self.fingerprinting:
            try:
                self.fingerprinting[recipe_id] = Fingerprinting(Recipe.from_id(recipe_id))
            except InvalidRecipeError:
                self.fingerprinting[recipe_id] = None
        return self.fingerprinting[recipe_id]


def _text(document: StoredDocument) -> str | None:
    try:
        return None if document.compressed is None else decompress(document.compressed)
    except TextDamagedError:
        return None


def _state(document: StoredDocument, *, is_read: bool) -> TextState:
    if is_read:
        return TextState.READ
    if document.is_out_of_reach:
        return TextState.OUT_OF_REACH
    return TextState.MISSING if document.compressed is None else TextState.UNREADABLE


def _is_of_other_tokens(document: StoredDocument, made: Mapping[int, ComparisonData]) -> bool:
    """Whether the text, of which other data was ``made``, has not the tokens of the stored data."""
    stored, of_text = document.comparison, made.get(document.id)
    return bool(stored and of_text and stored.token_digest != of_text.token_digest)


def _differing_comparisons(read: Sequence[_Read]) -> dict[int, ComparisonData]:
    some = [(document, text) for document, text in read if document.comparison is not None]
    made = comparison_data_of([text for _, text in some])
    return {
        document.id: data
        for (document, _), data in zip(some, made, strict=True)
        if document.comparison != data or not document.has_right_data_checksums
    }
