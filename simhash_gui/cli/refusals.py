"""Errors that end a command with status 2, because the user can do something: what is said of each.

Imported when an error has come, so that no command imports what only raises them elsewhere.
"""

from __future__ import annotations

from simhash_gui.cli.output import Refusal, UsageError
from simhash_gui.core.fingerprint.recipe import InvalidRecipeError, UnknownRecipeError
from simhash_gui.services.batch.batch import NotAShardError
from simhash_gui.services.batch.spark import SparkMissingError, SparkUnusableError
from simhash_gui.services.detection.pair_files import NotFingerprintsError
from simhash_gui.services.detection.pair_search import TooManyPairsError
from simhash_gui.services.evaluation.labelled_sets import NotASetError
from simhash_gui.services.importing.encodings import UnknownEncodingError
from simhash_gui.services.jobs import WorkersKeepDyingError
from simhash_gui.services.library.import_rules import InvalidRuleError
from simhash_gui.services.library.libraries import (
    DiskFullError,
    EngineMissingError,
    LibraryBusyError,
    LibraryChangedError,
    LibraryDamagedError,
    LibraryEmptyError,
    LibraryError,
    LibraryExistsError,
    LibraryLinkedError,
    LibraryMissingError,
    LibraryNewerError,
    LibraryOlderError,
    LibraryOverwrittenError,
    LibraryReadOnlyError,
    LibraryTooLargeError,
    LibraryUnreachableError,
    NotALibraryError,
    TextDamagedError,
)
from simhash_gui.services.library.outputs import DocumentInTheWayError
from simhash_gui.services.library.thresholds import InvalidThresholdError
from simhash_gui.services.review.keep_rules import InvalidKeepRuleError
from simhash_gui.services.review.plan import NotAPlanError
from simhash_gui.services.review.undo import UnknownRunError
from simhash_gui.services.review.verdicts import InvalidVerdictError, VerdictConflictError
from simhash_gui.services.review.written import DamagedFactsError
from simhash_gui.workers.worker import WorkersUnusableError

_MAKE_ROOM = "free some space on it; TMPDIR names another folder for temporary files"
_FEWER_PAIRS = "--distance K sets it; scan without it lists documents that are all alike once"
_GET_SPARK = (
    "pip install 'simhash-gui[spark]', and Java 17 (Debian: apt install openjdk-17-jre-headless);"
    " --engine local needs neither"
)
_MEND_SPARK = (
    "start master and workers, with simhash-gui[spark] in the same folder of every machine;"
    " --engine local needs none"
)
WAYS_OUT: tuple[tuple[type[Exception], str, str], ...] = (
    (UnknownRecipeError, "unknown-recipe", "choose one of these"),
    (InvalidRecipeError, "invalid-recipe", "--trace prints the id of each recipe"),
    (InvalidThresholdError, "invalid-limit", "simhash-gui limits lists them"),
    (InvalidRuleError, "invalid-rule", "change the option, or see simhash-gui scan --help"),
    (UnknownEncodingError, "unknown-encoding", "use a name such as gb18030, big5 or utf-8"),
    (NotAShardError, "not-a-shard", "name libraries that scan has made, all by one recipe"),
    (SparkMissingError, "spark-missing", _GET_SPARK),
    (SparkUnusableError, "spark-unusable", _MEND_SPARK),
    (DocumentInTheWayError, "output-unwritable", "choose another place for the output"),
    (NotASetError, "not-a-set", "see simhash-gui evaluate --help for what a set consists of"),
    (NotFingerprintsError, "not-fingerprints", "write it with numpy.save as an array of uint64"),
    (InvalidKeepRuleError, "invalid-keep-rule", "see simhash-gui plan --help"),
    (NotAPlanError, "not-a-plan", "make one with simhash-gui plan"),
    (DamagedFactsError, "library-damaged", "simhash-gui library check FILE --repair"),
    (UnknownRunError, "unknown-run", "simhash-gui journal lists them"),
    (InvalidVerdictError, "invalid-verdict", "name documents that scan has imported"),
    (VerdictConflictError, "verdict-conflict", "take that one back first: simhash-gui verdict"),
    (LibraryChangedError, "library-changed", "search again"),
    (TooManyPairsError, "too-many-pairs", _FEWER_PAIRS),
    (WorkersKeepDyingError, "workers-keep-dying", "free memory, or use fewer with --jobs N"),
    (WorkersUnusableError, "workers-unusable", "install the program again"),
    (TextDamagedError, "text-damaged", "scan the folder of this document again"),
    (LibraryMissingError, "library-missing", "check the name, or make one with simhash-gui scan"),
    (LibraryExistsError, "library-exists", "choose another name"),
    (
        NotALibraryError,
        "not-a-library",
        "choose a library that simhash-gui scan has made, or another name for a new one",
    ),
    (LibraryDamagedError, "library-damaged", "simhash-gui library check FILE --repair"),
    (
        LibraryEmptyError,
        "library-empty",
        "restore a backup, or delete it and simhash-gui scan makes a new one",
    ),
    (LibraryNewerError, "library-newer", "install that version, or choose another library"),
    (LibraryOlderError, "library-older", "run simhash-gui scan once with this library"),
    (LibraryOverwrittenError, "library-overwritten", "run it again to use what is there now"),
    (LibraryBusyError, "library-busy", "wait for the other program, or close it"),
    (
        LibraryLinkedError,
        "library-linked",
        "delete its other names (hard links), or copy it and use the copy",
    ),
    (LibraryReadOnlyError, "library-read-only", "give yourself permission, or copy the library"),
    (DiskFullError, "disk-full", _MAKE_ROOM),
    (
        LibraryTooLargeError,
        "library-too-large",
        "raise the limit (ulimit -f shows it), or put the library on another drive",
    ),
    (
        LibraryUnreachableError,
        "library-unreachable",
        "check its drive, or its server and your password file, and try again",
    ),
    (EngineMissingError, "engine-missing", "pip install 'simhash-gui[postgresql]'"),
    (LibraryError, "library-unusable", "choose another library"),
    (OSError, "system-error", f"try again when this works; if the drive is full, {_MAKE_ROOM}"),
    (MemoryError, "out-of-memory", "close other programs, or use fewer processes with --jobs N"),
)
"""Kinds of errors with their word for scripts and what to do; the first that fits is told."""


def refusal_of(error: Exception) -> Refusal | None:
    """What to tell of an error; None of a bug."""
    if isinstance(error, UsageError):
        return error.refusal
    for kind_of_error, kind, way_out in WAYS_OUT:
        if isinstance(error, kind_of_error):
            return Refusal(kind, _message(error), way_out)
    return None


def _message(error: Exception) -> str:
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return f"{error.filename}: {reason}" if error.filename else reason
    return str(error.args[0]) if error.args else "there is not enough memory"
