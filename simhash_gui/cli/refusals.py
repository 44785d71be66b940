"""Errors that end a command with a sentence and status 2, because the user can do something.

Imported when an error has come, so that no command imports what only raises them elsewhere.
"""

from __future__ import annotations

from simhash_gui.core.fingerprint.recipe import UnknownRecipeError
from simhash_gui.services.detection.pair_search import TooManyPairsError
from simhash_gui.services.jobs import WorkersKeepDyingError
from simhash_gui.services.library.libraries import LibraryError
from simhash_gui.workers.worker import WorkersUnusableError

REFUSALS = (
    UnknownRecipeError,
    TooManyPairsError,
    WorkersKeepDyingError,
    WorkersUnusableError,
    LibraryError,
)
