"""Files to outcomes, in one process: read, extract, compress, fingerprint.

Runs anywhere; ``worker_process`` runs it in a spawned process, ``pool`` supervises those. Whatever
goes wrong with a document becomes the outcome of that document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TypeAlias

from xxhash import xxh3_128_digest

from simhash_gui.core.recipe import Recipe
from simhash_gui.documents.compression import compress_text
from simhash_gui.documents.pipeline import TextPipeline, language_of
from simhash_gui.documents.progress import Progress
from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.reading import read_content
from simhash_gui.documents.records import (
    Extracted,
    FailureReason,
    FileOutcome,
    FileTask,
    Limits,
    ReadFailure,
)

Extractor: TypeAlias = Callable[[bytes, str, str | None], Extracted]
"""Content, file name and the user's encoding to text; raises ``ReadFailure``."""

# Texts are fingerprinted together, because numpy likes it so, up to this many characters.
_BATCH_CHARACTERS = 1 << 18


@dataclass(frozen=True, slots=True)
class _Prepared:
    """An outcome that lacks only its fingerprint, and the text to make it of."""

    outcome: FileOutcome
    text: str = ""


class FileProcessor:
    """One recipe and its limits, ready for any number of files."""

    def __init__(
        self,
        recipe_id: str,
        limits: Limits,
        progress: Progress | None = None,
        extract: Extractor = read_bytes,
    ) -> None:
        self._pipeline = TextPipeline(Recipe.from_id(recipe_id))
        self._limits = limits
        self._progress = progress or Progress()
        self._extract = extract

    def batches(self, tasks: Sequence[FileTask]) -> Iterator[list[FileOutcome]]:
        """The outcomes in the order of the tasks, as soon as a batch of them is complete."""
        prepared: list[_Prepared] = []
        characters = 0
        for position, task in enumerate(tasks):
            self._progress.reading(position)
            prepared.append(self._prepare(task))
            characters += prepared[-1].outcome.character_count
            if characters >= _BATCH_CHARACTERS or position == len(tasks) - 1:
                self._progress.fingerprinting(position, alone=len(prepared) == 1)
                outcomes = self._finish(prepared)
                prepared, characters = [], 0
                self._progress.idle()
                yield outcomes

    def _prepare(self, task: FileTask) -> _Prepared:
        outcome = FileOutcome(task.path)
        try:
            content = read_content(task.path, self._limits)
            outcome = replace(
                outcome,
                size_bytes=content.size_bytes,
                mtime_ns=content.mtime_ns,
                digest=xxh3_128_digest(content.data),
            )
            name = PurePath(task.path).name
            return _described(outcome, self._extract(content.data, name, task.override_encoding))
        except ReadFailure as failure:
            return _Prepared(_failed(outcome, failure.reason, failure.detail))
        except MemoryError:
            return _Prepared(_out_of_memory(outcome))
        except Exception as error:  # noqa: BLE001 - whatever a reader does, it costs one document
            detail = f"The reader failed: {type(error).__name__}: {error}"
            return _Prepared(_failed(outcome, FailureReason.CRASHED, detail))

    def _finish(self, prepared: Sequence[_Prepared]) -> list[FileOutcome]:
        texts = [document.text for document in prepared if document.outcome.failure is None]
        try:
            fingerprints = self._pipeline.fingerprint_texts(texts)
        except MemoryError:
            return self._finish_singly(prepared)
        counts = iter(fingerprints.feature_counts.tolist())
        words, rests = iter(fingerprints.words.tolist()), iter(fingerprints.rests.tolist())
        return [
            document.outcome
            if document.outcome.failure is not None
            else _fingerprinted(document.outcome, next(words), next(rests), next(counts))
            for document in prepared
        ]

    def _finish_singly(self, prepared: Sequence[_Prepared]) -> list[FileOutcome]:
        """After a batch did not fit the memory: the one that does not fit alone is to blame."""
        if len(prepared) == 1:
            return [_out_of_memory(prepared[0].outcome)]
        return [outcome for document in prepared for outcome in self._finish([document])]


def process_files(
    tasks: Sequence[FileTask], recipe_id: str, limits: Limits | None = None
) -> list[FileOutcome]:
    """The outcomes of some files in order, in this process: no limits of time and memory.

    Raises ``InvalidRecipeError``; everything else is an outcome.
    """
    processor = FileProcessor(recipe_id, limits or Limits())
    return [outcome for batch in processor.batches(tasks) for outcome in batch]


def _described(outcome: FileOutcome, extracted: Extracted) -> _Prepared:
    described = replace(
        outcome,
        character_count=len(extracted.text),
        language=language_of(extracted.text),
        encoding=extracted.encoding,
        encoding_confidence=extracted.encoding_confidence,
        encoding_source=extracted.encoding_source,
        reader=extracted.reader,
        metadata=extracted.metadata,
        compressed_text=compress_text(extracted.text),
    )
    return _Prepared(described, extracted.text)


def _fingerprinted(outcome: FileOutcome, word: int, rest: int, feature_count: int) -> FileOutcome:
    if not feature_count:
        return outcome
    return replace(outcome, word=word, rest=rest, feature_count=feature_count)


def _failed(outcome: FileOutcome, reason: FailureReason, detail: str) -> FileOutcome:
    return replace(outcome, failure=reason, detail=detail)


def _out_of_memory(outcome: FileOutcome) -> FileOutcome:
    return _failed(outcome, FailureReason.MEMORY, "The document needs more memory than the limit.")
