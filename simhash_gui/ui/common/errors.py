"""Errors in the user's words: what happened, to which file, what to do.

The words of the exception itself are kept as details, to be looked at and copied.
"""

from __future__ import annotations

import errno
import logging
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.comparison.fingerprints import RecipesDifferError
from simhash_gui.services.comparison.loading import ReadFailure
from simhash_gui.services.jobs import WorkersKeepDyingError
from simhash_gui.services.library.libraries import (
    DiskFullError,
    DocumentNotFoundError,
    EngineMissingError,
    LibraryBusyError,
    LibraryChangedError,
    LibraryDamagedError,
    LibraryEmptyError,
    LibraryError,
    LibraryLinkedError,
    LibraryMissingError,
    LibraryNewerError,
    LibraryOverwrittenError,
    LibraryReadOnlyError,
    LibraryTooLargeError,
    LibraryUnreachableError,
    NotALibraryError,
    TextDamagedError,
)
from simhash_gui.services.library.outputs import DocumentInTheWayError, ForeignFileError
from simhash_gui.services.library.paths import Server
from simhash_gui.services.review.plan import NotAPlanError
from simhash_gui.services.review.refusals import SystemReason, system_reason
from simhash_gui.services.review.undo import UnknownRunError
from simhash_gui.services.review.verdicts import InvalidVerdictError, VerdictConflictError
from simhash_gui.services.review.written import DamagedFactsError
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.library_texts import reason_advice
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.workers.resident import ProcessLostError
from simhash_gui.workers.worker import WorkersUnusableError

_log = logging.getLogger(__name__)

_KNOWN = (
    LibraryError,
    OSError,
    DocumentInTheWayError,
    DocumentNotFoundError,
    LibraryChangedError,
    TextDamagedError,
    RecipesDifferError,
    ReadFailure,
    InvalidVerdictError,
    VerdictConflictError,
    NotAPlanError,
    UnknownRunError,
    DamagedFactsError,
    WorkersUnusableError,
    WorkersKeepDyingError,
    ProcessLostError,
    MemoryError,
)

_Kinds: TypeAlias = tuple[type[Exception], ...]


def error_notice(error: Exception) -> Notice:
    """A notice about ``error`` with its details; a bug is logged with its traceback."""
    if isinstance(error, _KNOWN):
        _log.info("told: %s", type(error).__name__)
    else:
        _log.error("told: %s", type(error).__name__, exc_info=error)
    return Notice(NoticeKind.ERROR, lambda: error_sentence(error), details=error_details(error))


def error_sentence(error: Exception) -> str:
    """What happened and what to do about it."""
    if isinstance(error, LibraryError):
        return fmt.sentences(library_error_title(error), library_error_advice(error))
    if isinstance(error, OSError):
        return _system_sentence(error)
    return _other_sentence(error)


def _other_sentence(error: Exception) -> str:
    if isinstance(error, ReadFailure):
        return reason_advice(error.reason)
    for kinds, sentence in (*_sentences_on_libraries(), *_sentences_on_review()):
        if isinstance(error, kinds):
            return sentence
    return QCoreApplication.translate(
        "Errors",
        "Something went wrong inside the program; everything done so far is "
        "kept. The details help to find the cause.",
    )


def _sentences_on_libraries() -> Iterator[tuple[_Kinds, str]]:
    """What is told of documents, and of processes that work on them."""
    yield (
        (ForeignFileError,),
        QCoreApplication.translate(
            "Errors",
            "A file in this folder has the name of a report but is not one: it stays as it is."
            " Choose another folder.",
        ),
    )
    yield (
        (DocumentInTheWayError,),
        QCoreApplication.translate(
            "Errors",
            "A document of the library has this name, and stays as it is. Choose another name.",
        ),
    )
    yield (
        (DocumentNotFoundError,),
        QCoreApplication.translate("Errors", "The library no longer has this document."),
    )
    yield (
        (LibraryChangedError, RecipesDifferError),
        QCoreApplication.translate(
            "Errors", "The library has changed since it was searched. Search again."
        ),
    )
    yield (
        (TextDamagedError,),
        QCoreApplication.translate(
            "Errors", "The stored text of this document is damaged. Rescan its folder."
        ),
    )
    yield (
        (WorkersUnusableError,),
        QCoreApplication.translate(
            "Errors",
            "The processes that read documents cannot be started. Reinstall the "
            "program; everything done so far is kept.",
        ),
    )
    yield (
        (MemoryError, ProcessLostError, WorkersKeepDyingError),
        QCoreApplication.translate(
            "Errors", "There was not enough memory. Close other programs and try again."
        ),
    )


def _sentences_on_review() -> Iterator[tuple[_Kinds, str]]:
    """What is told of verdicts and plans."""
    yield (
        (VerdictConflictError,),
        QCoreApplication.translate(
            "Errors", "This contradicts an earlier verdict. Undo that one first."
        ),
    )
    yield (
        (InvalidVerdictError,),
        QCoreApplication.translate(
            "Errors",
            "This file contains no verdicts on documents. Choose a file that was exported here.",
        ),
    )
    yield (
        (DamagedFactsError,),
        QCoreApplication.translate(
            "Errors", "The journal of this run is damaged. Check and repair the library."
        ),
    )
    yield (
        (NotAPlanError, UnknownRunError),
        QCoreApplication.translate(
            "Errors", "The library does not know this plan or run. Make a new plan."
        ),
    )


def error_details(error: BaseException) -> str:
    """The technical side: kind and words of the error and of its causes, and the way it came."""
    lines = [f"{type(part).__name__}: {part}" for part in _with_causes(error)]
    frames = traceback.extract_tb(error.__traceback__)
    lines += [f"  {Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames)]
    return "\n".join(lines)


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def library_error_title(error: LibraryError) -> str:
    """What is wrong with a library."""
    titles: dict[type[LibraryError], str] = {
        LibraryNewerError: QCoreApplication.translate(
            "Errors", "The library “{name}” was created by a newer version of the program."
        ),
        LibraryDamagedError: QCoreApplication.translate(
            "Errors", "The library “{name}” is damaged."
        ),
        LibraryEmptyError: QCoreApplication.translate(
            "Errors", "The file of the library “{name}” is empty."
        ),
        NotALibraryError: QCoreApplication.translate("Errors", "“{name}” is not a library."),
        LibraryBusyError: QCoreApplication.translate(
            "Errors", "Another program is using the library “{name}”."
        ),
        LibraryLinkedError: QCoreApplication.translate(
            "Errors", "The file of the library “{name}” has a second name."
        ),
        LibraryReadOnlyError: QCoreApplication.translate(
            "Errors", "You have no permission to write to the library “{name}”."
        ),
        LibraryMissingError: QCoreApplication.translate(
            "Errors", "The library “{name}” is no longer there."
        ),
        LibraryOverwrittenError: QCoreApplication.translate(
            "Errors", "The library “{name}” was overwritten by another program while it was open."
        ),
        DiskFullError: QCoreApplication.translate(
            "Errors", "The disk of the library “{name}” is full."
        ),
        LibraryTooLargeError: QCoreApplication.translate(
            "Errors", "The library “{name}” cannot grow any further."
        ),
        LibraryUnreachableError: QCoreApplication.translate(
            "Errors", "The library “{name}” cannot be reached."
        ),
    }
    other = QCoreApplication.translate("Errors", "The library “{name}” cannot be used.")
    return titles.get(type(error), other).format(name=error.path.name)


def library_error_advice(error: LibraryError) -> str:
    """What to do about it."""
    advice: dict[type[LibraryError], str] = {
        LibraryNewerError: QCoreApplication.translate(
            "Errors", "It was left unchanged. Install the newer version, or open another library."
        ),
        LibraryDamagedError: QCoreApplication.translate(
            "Errors",
            "It was left unchanged. Check and repair it, or restore a backup of it; your "
            "documents are not affected.",
        ),
        LibraryEmptyError: QCoreApplication.translate(
            "Errors",
            "There is nothing left in it. Start a new library in its place, or restore a backup; "
            "your documents are not affected.",
        ),
        NotALibraryError: QCoreApplication.translate(
            "Errors", "It was left unchanged. Choose a file that this program created."
        ),
        LibraryBusyError: QCoreApplication.translate(
            "Errors", "Close the other window or wait for the other scan, then try again."
        ),
        LibraryLinkedError: QCoreApplication.translate(
            "Errors",
            "Two programs could write to it at once and destroy it. Delete its other names (hard "
            "links), or copy it and open the copy.",
        ),
        LibraryReadOnlyError: QCoreApplication.translate(
            "Errors", "Give yourself permission to write to it and to its folder, then try again."
        ),
        LibraryOverwrittenError: QCoreApplication.translate(
            "Errors", "Nothing more is written to it. Open it again to use what is there now."
        ),
        DiskFullError: QCoreApplication.translate(
            "Errors", "Free some space on it and try again; everything done so far is kept."
        ),
        LibraryTooLargeError: QCoreApplication.translate(
            "Errors",
            "Its disk, or a limit of your account, allows no larger file. Move it to another disk, "
            "or raise the limit; everything done so far is kept.",
        ),
    }
    other = QCoreApplication.translate(
        "Errors", "Check that its drive is connected and its folder exists, then try again."
    )
    return _server_advice(error) or advice.get(type(error), other)


def _server_advice(error: LibraryError) -> str | None:
    """What to do about a library on a server, where that is something else."""
    if isinstance(error, EngineMissingError):
        return QCoreApplication.translate(
            "Errors", "Install the driver: pip install 'simhash-gui[postgresql]'"
        )
    if not isinstance(error.path, Server):
        return None
    advice: dict[type[LibraryError], str] = {
        LibraryMissingError: QCoreApplication.translate(
            "Errors",
            "Its database has no library. Connect again and choose to create one, or check the "
            "address.",
        ),
        LibraryReadOnlyError: QCoreApplication.translate(
            "Errors",
            "You may only read it: look around, search and check. Ask its owner for permission to "
            "write.",
        ),
        LibraryDamagedError: QCoreApplication.translate(
            "Errors", "It was left unchanged. Ask whoever runs the server to restore a backup."
        ),
        LibraryUnreachableError: QCoreApplication.translate(
            "Errors",
            "Check the network, the address and your password file (~/.pgpass), then try again.",
        ),
    }
    return advice.get(type(error))


def _system_sentence(error: OSError) -> str:
    name = error.filename or ""
    if error.errno == errno.ENOSPC:
        return QCoreApplication.translate(
            "Errors",
            "The disk is full. Free some space and try again; everything done so far is kept.",
        )
    if error.errno in {errno.EACCES, errno.EPERM}:
        text = QCoreApplication.translate(
            "Errors", "You have no permission to use {name}. Change its permissions and try again."
        )
        return text.format(name=name)
    if error.errno == errno.ENOENT:
        text = QCoreApplication.translate("Errors", "{name} is no longer there.")
        return text.format(name=name)
    text = QCoreApplication.translate("Errors", "The operation failed: {reason}")
    reason = system_reason_text(system_reason(error))
    return text.format(reason=f"{fmt.path(str(name))}: {reason}" if name else reason)


def system_reason_text(reason: str) -> str:
    """What a system said, from a ``SystemReason``; other words stay as they are."""
    return next((text for each, text in _system_reasons().items() if each == reason), reason)


def failure_detail(detail: str) -> str:
    """What was noted of a file that could not be read, with the reason of the system translated."""
    for each, text in _system_reasons().items():
        if detail == f"The system cannot read it: {each}.":
            pattern = QCoreApplication.translate("Errors", "The system cannot read it: {reason}.")
            return pattern.format(reason=text)
        if detail == f"The system cannot look at it: {each}.":
            pattern = QCoreApplication.translate("Errors", "The system cannot open it: {reason}.")
            return pattern.format(reason=text)
    return detail


def _system_reasons() -> dict[SystemReason, str]:
    return _reasons_of_names() | _reasons_of_drives()


def _reasons_of_names() -> dict[SystemReason, str]:
    return {
        SystemReason.NO_PERMISSION: QCoreApplication.translate("SystemReason", "no permission"),
        SystemReason.GONE: QCoreApplication.translate(
            "SystemReason", "there is no such file or folder"
        ),
        SystemReason.BUSY: QCoreApplication.translate(
            "SystemReason", "another program is using it"
        ),
        SystemReason.LONG_NAME: QCoreApplication.translate(
            "SystemReason", "the name or the path is too long"
        ),
        SystemReason.BAD_NAME: QCoreApplication.translate(
            "SystemReason", "the drive does not take this name"
        ),
        SystemReason.IN_THE_WAY: QCoreApplication.translate(
            "SystemReason", "something else is there"
        ),
        SystemReason.NO_FOLDER: QCoreApplication.translate(
            "SystemReason", "a part of the path is not a folder"
        ),
        SystemReason.A_FOLDER: QCoreApplication.translate("SystemReason", "it is a folder"),
        SystemReason.CIRCLE: QCoreApplication.translate(
            "SystemReason", "symbolic links lead in a circle"
        ),
    }


def _reasons_of_drives() -> dict[SystemReason, str]:
    return {
        SystemReason.FULL: QCoreApplication.translate("SystemReason", "the drive is full"),
        SystemReason.QUOTA: QCoreApplication.translate("SystemReason", "the disk quota is used up"),
        SystemReason.READ_ONLY: QCoreApplication.translate(
            "SystemReason", "the drive is read-only"
        ),
        SystemReason.BROKEN: QCoreApplication.translate(
            "SystemReason", "the drive reports an error when reading or writing"
        ),
        SystemReason.UNREACHABLE: QCoreApplication.translate(
            "SystemReason", "the drive cannot be reached"
        ),
        SystemReason.TOO_LARGE: QCoreApplication.translate(
            "SystemReason", "no larger file is allowed there"
        ),
        SystemReason.TOO_MANY_FILES: QCoreApplication.translate(
            "SystemReason", "too many files are open"
        ),
        SystemReason.TOO_MANY_LINKS: QCoreApplication.translate(
            "SystemReason", "the drive allows no further link to it"
        ),
        SystemReason.NO_MEMORY: QCoreApplication.translate(
            "SystemReason", "there is not enough memory"
        ),
    }
