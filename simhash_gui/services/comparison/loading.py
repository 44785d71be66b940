"""Documents from disk, or from standard input, to texts with their traces: in worker processes.

A document is never parsed in the process of a command or of the window. What reads it is imported
only there, so that a command that reads one file is quick.
"""

# ruff: noqa: PLC0415 - see above; the walls are checked inside functions too

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import TypeAlias

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.core.types import Fingerprint
from simhash_gui.documents.extraction.file_pool import (
    process_limits,
    read_failure,
)
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure, Structure
from simhash_gui.workers.pool import Pool
from simhash_gui.workers.protocol import Done
from simhash_gui.workers.start import Job
from simhash_gui.workers.worker import OneByOne

__all__ = ["PRELOAD", "FailureReason", "Limits", "ReadFailure", "read_failure"]

_NO_STRUCTURE = Structure()


@dataclass(frozen=True, slots=True, eq=False)
class TracedText:
    """One of the compared documents.

    ``digest`` is the xxh3_128 of the bytes that it was read from, empty for text at hand;
    ``hidden`` are the parts of the text that its readers do not see; ``structure`` is what its
    format says beside the text.
    """

    name: str
    path: str
    text: str
    trace: Trace
    digest: bytes = b""
    hidden: tuple[tuple[int, int], ...] = ()
    structure: Structure = _NO_STRUCTURE

    @property
    def fingerprint(self) -> Fingerprint:
        """The end of the trace."""
        return self.trace.fingerprint


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a document that has no path; ``name`` is what it is called."""

    data: bytes
    name: str


Unread: TypeAlias = Path | Content


def load(
    sources: Sequence[Unread], recipe: Recipe, limits: Limits
) -> list[TracedText | ReadFailure]:
    """Each document, or why it cannot be read, in a process of its own.

    Raises WorkersUnusableError.
    """
    job = Job(partial(_make_work, recipe), process_limits(limits), PRELOAD)
    pieces = list(enumerate(sources))
    loaded: dict[int, TracedText | ReadFailure] = {}
    with Pool[tuple[int, Unread], TracedText | ReadFailure](job, len(pieces)) as pool:
        for outcome in pool.map(pieces, chunk_sizes=repeat(1)):
            number, _ = outcome.piece
            if isinstance(outcome, Done):
                loaded[number] = outcome.result
            else:
                loaded[number] = read_failure(outcome.cause, limits, outcome.error)
    return [loaded[number] for number, _ in pieces]


def _make_work(recipe: Recipe) -> OneByOne[tuple[int, Unread], TracedText | ReadFailure]:
    """In the worker process."""
    return OneByOne(partial(_side_or_failure, recipe))


def _side_or_failure(recipe: Recipe, piece: tuple[int, Unread]) -> TracedText | ReadFailure:
    _, source = piece
    try:
        return load_here(source, recipe)
    except ReadFailure as failure:
        return failure


def load_here(source: Unread, recipe: Recipe) -> TracedText:
    """A document, in this process: for worker processes. Raises ReadFailure."""
    from xxhash import xxh3_128_digest

    from simhash_gui.documents.contents import read_file
    from simhash_gui.documents.manuscript.hidden import hidden_spans
    from simhash_gui.documents.manuscript.structure import structure_of
    from simhash_gui.documents.readers import read_bytes, refuse_blank

    if isinstance(source, Path):
        extracted, data = read_file(source)
        name = str(source)
    else:
        extracted, name, data = read_bytes(source.data, source.name), source.name, source.data
        refuse_blank(extracted.text)
    text = extracted.text
    loaded = load_text(text, name, recipe)
    return replace(
        loaded,
        digest=xxh3_128_digest(data),
        hidden=hidden_spans(data, text),
        structure=structure_of(data, text, extracted.reader),
    )


def is_as_read(path: Path, digest: bytes) -> bool:
    """Whether a file still has the bytes of ``digest``, in this process: for worker processes."""
    from contextlib import closing

    from xxhash import xxh3_128_digest

    from simhash_gui.documents.contents import Contents
    from simhash_gui.documents.reading import split_path
    from simhash_gui.documents.records import FileTask

    file, member = split_path(str(path))
    try:
        with closing(Contents(Limits())) as contents:
            data = contents.read(FileTask(file, None, member)).data
    except ReadFailure:
        return False
    return xxh3_128_digest(data or b"") == digest


def load_text(text: str, path: str, recipe: Recipe) -> TracedText:
    """Text at hand; ``path`` only names it."""
    from simhash_gui.documents.segmentation.pipeline import TextPipeline

    return TracedText(Path(path).name, path, text, TextPipeline(recipe).trace_text(text))
