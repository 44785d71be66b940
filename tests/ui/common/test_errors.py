"""Errors as sentences: what happened, to which file, what to do."""

import errno
import logging
import pickle
from pathlib import Path

import pytest

from simhash_gui.services.comparison.fingerprints import RecipesDifferError
from simhash_gui.services.comparison.loading import FailureReason, ReadFailure
from simhash_gui.services.jobs import WorkersKeepDyingError
from simhash_gui.services.library import libraries
from simhash_gui.services.library.libraries import (
    DocumentNotFoundError,
    LibraryChangedError,
    TextDamagedError,
)
from simhash_gui.services.review.plan import NotAPlanError
from simhash_gui.services.review.undo import UnknownRunError
from simhash_gui.services.review.verdicts import InvalidVerdictError, VerdictConflictError
from simhash_gui.services.review.written import DamagedFactsError
from simhash_gui.ui.common.errors import error_details, error_notice, error_sentence
from simhash_gui.ui.common.notices import NoticeKind
from simhash_gui.workers.protocol import Cause
from simhash_gui.workers.resident import ProcessLostError
from simhash_gui.workers.worker import WorkersUnusableError
from tests.helpers.logfail import ExpectLog

PATH = Path("/archive/letters.simhash")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (libraries.LibraryNewerError, "created by a newer version"),
        (libraries.LibraryDamagedError, "is damaged"),
        (libraries.NotALibraryError, "is not a library"),
        (libraries.LibraryBusyError, "Another program is using"),
        (libraries.LibraryOverwrittenError, "was overwritten by another program"),
        (libraries.LibraryReadOnlyError, "no permission to write to the library"),
        (libraries.LibraryMissingError, "is no longer there"),
        (libraries.DiskFullError, "is full"),
        (libraries.LibraryTooLargeError, "cannot grow any further"),
        (libraries.LibraryUnreachableError, "cannot be reached"),
        (libraries.LibraryOlderError, "cannot be used"),
    ],
)
def test_every_trouble_with_a_library_names_it_and_says_what_to_do(
    kind: type[libraries.LibraryError], words: str
) -> None:
    sentence = error_sentence(kind(PATH, "internal words"))

    assert words in sentence
    assert "“letters.simhash”" in sentence
    assert "internal words" not in sentence
    assert sentence.count(".") >= 3


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left"), "The disk is full."),
        (PermissionError(errno.EACCES, "denied", "/etc/x"), "no permission to use /etc/x"),
        (FileNotFoundError(errno.ENOENT, "gone", "/a/b.txt"), "/a/b.txt is no longer there."),
        (OSError(errno.EIO, "Input/output error"), "operation failed: the drive reports an error"),
        (MemoryError(), "not enough memory"),
        (DocumentNotFoundError("document 7"), "no longer has this document"),
        (LibraryChangedError("internal words"), "changed since it was searched. Search again."),
        (RecipesDifferError("v1 and v2"), "changed since it was searched. Search again."),
        (ReadFailure(FailureReason.EMPTY, "internal words"), "There is nothing to do."),
        (VerdictConflictError("internal words"), "Undo that one first."),
        (InvalidVerdictError("internal words"), "Choose a file that was exported here."),
        (NotAPlanError("internal words"), "Make a new plan."),
        (UnknownRunError("run 7"), "Make a new plan."),
        (DamagedFactsError("internal words"), "Check and repair the library."),
        (WorkersKeepDyingError("internal words"), "not enough memory"),
        (ProcessLostError(Cause.DIED), "not enough memory"),
        (ZeroDivisionError("division"), "Something went wrong inside the program"),
    ],
)
def test_other_errors_are_told_without_their_technical_words(error: Exception, words: str) -> None:
    assert words in error_sentence(error)
    assert "internal words" not in error_sentence(error)


def test_what_a_worker_process_raises_is_told_as_if_it_were_raised_here() -> None:
    error = libraries.LibraryUnreachableError(PATH, "internal words")

    told = pickle.loads(pickle.dumps(error))  # as it comes through the pipe

    assert (type(told), told.path, str(told)) == (type(error), PATH, "internal words")
    assert error_sentence(told) == error_sentence(error)


def test_a_damaged_text_is_told_as_such() -> None:
    error = TextDamagedError.__new__(TextDamagedError)

    assert "is damaged" in error_sentence(error)


def test_details_hold_what_a_developer_needs_and_the_sentence_does_not(
    expect_log: ExpectLog,
) -> None:
    try:
        try:
            int("seven")
        except ValueError as cause:
            raise RuntimeError("no number") from cause
    except RuntimeError as error:
        with expect_log(logging.ERROR, "told: RuntimeError"):
            notice = error_notice(error)
        details = error_details(error)

    assert notice.kind is NoticeKind.ERROR
    assert notice.details == details
    assert details.splitlines()[:2] == [
        "RuntimeError: no number",
        "ValueError: invalid literal for int() with base 10: 'seven'",
    ]
    assert "test_errors.py:" in details
    assert "RuntimeError" not in notice.text()


def test_processes_that_cannot_be_started_are_told_with_what_to_do() -> None:
    notice = error_notice(WorkersUnusableError("worker processes end before they begin"))

    assert notice.kind is NoticeKind.ERROR
    assert "Reinstall the program" in notice.text()
