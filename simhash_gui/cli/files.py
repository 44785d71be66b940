"""A text from a file or from standard input, with failures told as usage errors."""

from __future__ import annotations

import sys
from pathlib import Path

from simhash_gui.cli.output import UsageError
from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.services.comparison.comparing import (
    FailureReason,
    ReadFailure,
    Side,
    load_bytes,
    load_file,
)

STANDARD_INPUT = "-"


def load_side(path: str | Path, recipe: Recipe) -> Side:
    """The text at ``path`` with its trace; ``-`` reads standard input.

    Raises UsageError where it cannot be read, or where there is none.
    """
    try:
        if str(path) == STANDARD_INPUT:
            return load_bytes(sys.stdin.buffer.read(), STANDARD_INPUT, recipe)
        return load_file(Path(path), recipe)
    except ReadFailure as failure:
        raise UsageError(_told(str(path), failure)) from failure


def _told(path: str, failure: ReadFailure) -> str:
    if path == STANDARD_INPUT:
        return f"standard input: {failure.reason.value}: {failure.detail}"
    if failure.reason is FailureReason.GONE:
        return f"{path}: No such file"
    if Path(path).is_dir():
        return f"{path}: this is a folder; name a file"
    return f"{path}: {failure.reason.value}: {failure.detail}"
