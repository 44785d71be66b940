"""Which document a worker died of, and which ones have to be done again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from simhash_gui.documents.extraction.progress import Phase, Step
from simhash_gui.documents.records import FileTask

Chunk: TypeAlias = Sequence[FileTask]


@dataclass(frozen=True, slots=True)
class Blame:
    """What a dead worker leaves behind; ``culprit`` is None when nobody can be named yet."""

    culprit: FileTask | None
    again: tuple[Chunk, ...]
    """Innocent or not yet tried; none of these is empty."""


def blame(chunks: Sequence[Chunk], done: int, step: Step) -> Blame:
    """Who is to blame when a worker with these ``chunks`` died at ``step`` of the first one.

    ``done`` documents of it have arrived. A document that is being read is caught in the act. Of
    several that were being fingerprinted together each is tried again by itself: the guilty one
    is then alone.
    """
    if not chunks:
        return Blame(None, ())
    first, waiting = chunks[0], chunks[1:]
    suspects, untried = first[done : step.position + 1], first[step.position + 1 :]
    if step.phase is Phase.IDLE or not suspects:
        return Blame(None, _not_empty(first[done:], *waiting))
    if step.phase is Phase.READING:
        return Blame(suspects[-1], _not_empty(suspects[:-1], untried, *waiting))
    if len(suspects) == 1:
        return Blame(suspects[0], _not_empty(untried, *waiting))
    return Blame(None, _not_empty(*([task] for task in suspects), untried, *waiting))


def _not_empty(*chunks: Chunk) -> tuple[Chunk, ...]:
    return tuple(chunk for chunk in chunks if chunk)
