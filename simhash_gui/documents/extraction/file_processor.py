"""Files to outcomes, in one process: read, extract, compress, fingerprint, prepare comparison.

Runs anywhere; ``file_pool`` runs it in worker processes. Whatever goes wrong with a document
becomes the outcome of that document.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xxhash import xxh3_128_digest

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.documents.comparison.deriving import Derived, derive
from simhash_gui.documents.compression import compress_text
from simhash_gui.documents.contents import Contents
from simhash_gui.documents.readers import read_source, refuse_blank
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import (
    ArchiveMember,
    Extracted,
    FailureReason,
    FileOutcome,
    FileTask,
    Limits,
    ReadFailure,
)
from simhash_gui.documents.segmentation.languages import language_of
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.workers.protocol import WorkProgress

_log = logging.getLogger(__name__)

Extractor: TypeAlias = Callable[[Source], Extracted]
"""Content to text; raises ``ReadFailure``."""

# Texts are fingerprinted together, because numpy likes it so, up to this many characters.
_BATCH_CHARACTERS = 1 << 18


@dataclass(frozen=True, slots=True)
class _Stamp:
    """By which a file is known again; empty when reading did not get that far."""

    size_bytes: int = 0
    mtime_ns: int = 0
    digest: bytes | None = None


@dataclass(frozen=True, slots=True)
class _Document:
    """All about a file but its fingerprint."""

    path: str
    stamp: _Stamp
    result: Extracted | ReadFailure | None
    """None: only an archive."""
    members: tuple[ArchiveMember, ...] | None = None

    @property
    def text(self) -> str:
        return self.result.text if isinstance(self.result, Extracted) else ""

    @property
    def lacked_memory(self) -> bool:
        failure = self.result
        return isinstance(failure, ReadFailure) and failure.reason is FailureReason.MEMORY


class FileProcessor:
    """One recipe and its limits, ready for any number of files: ``Work`` for a worker process."""

    def __init__(
        self,
        recipe_id: str,
        limits: Limits,
        extract: Extractor = read_source,
        *,
        with_tokens: bool = False,
    ) -> None:
        self._pipeline = TextPipeline(Recipe.from_id(recipe_id))
        self._limits = limits
        self._extract = extract
        self._with_tokens = with_tokens
        self._contents = Contents(limits)

    def warm_up(self) -> None:
        """Load dictionaries and tables now, at the expense of no document."""
        derive(["一 a"], self._pipeline)

    def __call__(
        self, tasks: Sequence[FileTask], progress: WorkProgress
    ) -> Iterator[list[FileOutcome]]:
        """The outcomes in the order of the tasks, as soon as a batch of them is complete.

        The digest of each content is noted. Ends after one that lacked memory: what it leaves
        behind could be blamed on the next.
        """
        waiting: list[_Document] = []
        characters = 0
        for position, task in enumerate(tasks):
            progress.one(position)
            waiting.append(self._read(task, progress))
            characters += len(waiting[-1].text)
            is_full = characters >= _BATCH_CHARACTERS or waiting[-1].lacked_memory
            if is_full or position == len(tasks) - 1:
                progress.together(position, keep_clock=len(waiting) == 1)
                outcomes = self._finish(waiting)
                waiting, characters = [], 0
                yield outcomes
                if any(outcome.failure is FailureReason.MEMORY for outcome in outcomes):
                    return

    def close(self) -> None:
        """Close the archive that was read last."""
        self._contents.close()

    def _read(self, task: FileTask, progress: WorkProgress) -> _Document:
        stamp, members = _Stamp(), None
        try:
            content = self._contents.read(task)
            members = content.members
            stamp = _Stamp(content.size_bytes, content.mtime_ns)
            if content.data is None:
                return _Document(task.name, stamp, None, members)
            digest = xxh3_128_digest(content.data)
            progress.note(digest)
            stamp = _Stamp(content.size_bytes, content.mtime_ns, digest)
            extracted = self._extract(self._source(task, content.data))
            if members is None:  # a letter may have attachments only
                refuse_blank(extracted.text)
            return _Document(task.name, stamp, extracted, members)
        except ReadFailure as failure:
            return _Document(task.name, stamp, failure, members)
        except Exception as error:  # noqa: BLE001 - whatever a reader does, it costs one document
            return _Document(task.name, stamp, _failure_of(error), members)

    def _source(self, task: FileTask, data: bytes) -> Source:
        name = os.path.basename(task.name)  # noqa: PTH119 - a Path costs more than decoding
        return Source(data, name, task.override_encoding, task.passwords, self._limits)

    def _finish(self, documents: Sequence[_Document]) -> list[FileOutcome]:
        texts = [document.text for document in documents]
        try:
            # One step after the other, for what a step needs is then at hand in the processor.
            derived = derive(texts, self._pipeline, with_tokens=self._with_tokens)
            compressed = [compress_text(text) for text in texts]
            languages = [language_of(text) for text in texts]
        except Exception as error:  # noqa: BLE001 - as above
            if len(documents) == 1:
                return [_failed(documents[0], _failure_of(error))]
            # The one that fails alone too is to blame.
            return [outcome for document in documents for outcome in self._finish([document])]
        made = zip(documents, derived, compressed, languages, strict=True)
        return [_outcome(*of_one) for of_one in made]


def _outcome(
    document: _Document, derived: Derived, compressed: bytes, language: str
) -> FileOutcome:
    text, stamp = document.result, document.stamp
    if isinstance(text, ReadFailure):
        return _failed(document, text)
    if text is None:
        return FileOutcome(
            document.path, stamp.size_bytes, stamp.mtime_ns, members=document.members
        )
    return FileOutcome(
        path=document.path,
        size_bytes=stamp.size_bytes,
        mtime_ns=stamp.mtime_ns,
        digest=stamp.digest,
        word=derived.word if derived.feature_count else None,
        rest=derived.rest if derived.feature_count else 0,
        feature_count=derived.feature_count,
        character_count=len(text.text),
        language=language,
        encoding=text.encoding,
        encoding_confidence=text.encoding_confidence,
        encoding_source=text.encoding_source,
        reader=text.reader,
        metadata=text.metadata,
        compressed_text=compressed,
        comparison=derived.comparison,
        tokens=derived.tokens,
        members=document.members,
    )


def _failed(document: _Document, failure: ReadFailure) -> FileOutcome:
    return FileOutcome(
        path=document.path,
        size_bytes=document.stamp.size_bytes,
        mtime_ns=document.stamp.mtime_ns,
        digest=document.stamp.digest,
        failure=failure.reason,
        detail=failure.detail,
        members=document.members,
    )


def _failure_of(error: Exception) -> ReadFailure:
    if isinstance(error, MemoryError):
        detail = "The document needs more memory than the limit."
        return ReadFailure(FailureReason.MEMORY, detail)
    _log.warning("a reader failed", exc_info=error)
    detail = f"The reader failed: {type(error).__name__}: {error}"
    return ReadFailure(FailureReason.CRASHED, detail)
