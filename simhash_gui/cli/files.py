"""Texts from files or from standard input, with failures told as usage errors."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from simhash_gui.cli.output import UsageError
from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.services.comparison.loading import (
    Content,
    FailureReason,
    Limits,
    ReadFailure,
    TracedText,
    Unread,
    load,
)

STANDARD_INPUT = "-"


def load_sides(paths: Sequence[str | Path], recipe: Recipe) -> list[TracedText]:
    """The texts at ``paths`` with their traces; ``-`` reads standard input.

    Raises UsageError where one cannot be read, or where there is no text.
    """
    sides = load([_unread(str(path)) for path in paths], recipe, Limits())
    return [_read(str(path), side) for path, side in zip(paths, sides, strict=True)]


def _unread(path: str) -> Unread:
    if path == STANDARD_INPUT:
        return Content(sys.stdin.buffer.read(), STANDARD_INPUT)
    return Path(path)


def _read(path: str, side: TracedText | ReadFailure) -> TracedText:
    if isinstance(side, ReadFailure):
        raise UsageError(_told(path, side)) from side
    return side


def _told(path: str, failure: ReadFailure) -> str:
    if path == STANDARD_INPUT:
        return f"standard input: {failure.reason.value}: {failure.detail}"
    if failure.reason is FailureReason.GONE:
        return f"{path}: No such file"
    if Path(path).is_dir():
        return f"{path}: this is a folder; name a file"
    return f"{path}: {failure.reason.value}: {failure.detail}"
