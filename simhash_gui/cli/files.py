"""A text from a file or from standard input, with failures told as usage errors."""

from __future__ import annotations

import sys
from pathlib import Path

from simhash_gui.cli.output import UsageError
from simhash_gui.core.recipe import Recipe
from simhash_gui.services.comparing import ReadFailure, Side, load_bytes, load_file

STANDARD_INPUT = "-"


def load_side(path: str | Path, recipe: Recipe) -> Side:
    """The text at ``path`` with its trace; ``-`` reads standard input.

    Raises UsageError where it cannot be read.
    """
    try:
        if str(path) == STANDARD_INPUT:
            return load_bytes(sys.stdin.buffer.read(), STANDARD_INPUT, recipe)
        return load_file(Path(path), recipe)
    except ReadFailure as failure:
        raise UsageError(f"{path}: {failure.reason.value}: {failure.detail}") from failure
