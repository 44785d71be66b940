"""A library file checked from its pages to its fingerprints, and repaired.

A repair never writes to the damaged file: what can be read, with its header restored if need be,
goes to a new one, in which what follows from the texts is derived again and the rest is marked to
be read by the next import. The new file then takes the place of the old one, which is kept beside
it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.documents.records import EncodingSource, FailureReason
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.text_checks import TextCheck, TextState, check_texts
from simhash_gui.store.engine.errors import LibraryDamagedError, LibraryOlderError
from simhash_gui.store.engine.lease import acquire
from simhash_gui.store.integrity.damage import Damage, Finding, Known, find_damage
from simhash_gui.store.integrity.derived import put_derived, unread_files
from simhash_gui.store.integrity.rebuild import (
    rebuild,
    remove_library,
    replace_by,
    with_right_header,
)

__all__ = ["Damage", "Finding", "LibraryCheck", "Repair", "check_library", "repair_library"]

_log = logging.getLogger(__name__)

_KNOWN = Known(
    recipe_named(DEFAULT_RECIPE).recipe_id,
    {
        "files.reason": tuple(FailureReason),
        "documents.reason": tuple(FailureReason),
        "documents.encoding_source": tuple(EncodingSource),
    },
)
_TEXT_WORDS = {
    TextState.MISSING: "the text is missing",
    TextState.UNREADABLE: "the text cannot be read",
    TextState.FOREIGN: "the text is another one: neither fingerprint nor data are made of it",
    TextState.OUT_OF_REACH: "the text is in a shard that cannot be read",
    TextState.NOT_CHECKED: "the process that checked the text ended",
}
_LOST = (TextState.MISSING, TextState.UNREADABLE, TextState.FOREIGN)


@dataclass(frozen=True, slots=True)
class LibraryCheck:
    """What was found of a library file."""

    path: Path
    findings: tuple[Finding, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


@dataclass(frozen=True, slots=True)
class Repair:
    """What a repair came to.

    ``before`` and ``after`` are checks of the damaged and of the repaired file. ``backup`` is where
    the damaged one is now, None where nothing was repaired. ``derived`` counts documents of
    which something was made again from the text, ``to_read`` those whose files the next import
    reads.
    """

    before: LibraryCheck
    after: LibraryCheck
    backup: Path | None = None
    derived: int = 0
    to_read: int = 0


def check_library(path: Path, workers: int, control: JobControl) -> LibraryCheck:
    """Look for damage of every kind; nothing is changed, and the file may be in use.

    ``workers`` 0 means one process for every processor. Raises JobCancelledError,
    WorkersUnusableError, and LibraryError for a file that is no library of this version.
    """
    control.report(Stage.CHECKING, 0)
    found = find_damage(path, _KNOWN, control.checkpoint)
    try:
        found += _text_findings(path, workers, control)
    except LibraryDamagedError:
        if not found:  # the schema itself, which makes sense to nobody
            raise
        _log.info("no document can be read")  # told as damaged pages
    return LibraryCheck(path, tuple(found))


def repair_library(path: Path, workers: int, control: JobControl) -> Repair:
    """Check a library and mend what can be mended.

    Nobody may have it open for writing, this process included. When cancelled, everything is as it
    was. Raises as ``check_library``, LibraryBusyError, and LibraryDamagedError where nothing of the
    file can be read. Of a link, what it leads to is repaired.
    """
    path = Path(os.path.realpath(path))
    rebuilt = path.with_name(f"{path.name}-repaired")
    lease = acquire(path)
    try:
        with with_right_header(path, control.checkpoint) as (readable, in_header):
            try:
                found = check_library(readable, workers, control).findings
            except LibraryOlderError:
                if not in_header:
                    raise
                # What else is wrong shows when it is upgraded, which it now can be.
                backup = replace_by(path, readable)
                return Repair(LibraryCheck(path, tuple(in_header)), LibraryCheck(path, ()), backup)
            before = LibraryCheck(path, (*in_header, *found))
            if before.is_sound:
                return Repair(before, before)
            return _repaired(before, readable, rebuilt, workers, control)
    except LibraryDamagedError as error:  # it may name the rebuilt file, which is gone
        raise LibraryDamagedError(path, f"{path}: nothing of it can be read") from error
    finally:
        remove_library(rebuilt)
        lease.release()


def _repaired(
    before: LibraryCheck, readable: Path, rebuilt: Path, workers: int, control: JobControl
) -> Repair:
    rebuild(readable, rebuilt, _KNOWN, control.checkpoint)
    checks = dict(check_texts(rebuilt, workers, control))
    fingerprints = {n: each.fingerprint for n, each in checks.items() if each.fingerprint}
    comparisons = {n: each.comparison for n, each in checks.items() if each.comparison}
    without_text = [number for number, each in checks.items() if each.text in _LOST]
    put_derived(rebuilt, fingerprints.items(), comparisons.items(), without_text)
    after = LibraryCheck(before.path, check_library(rebuilt, workers, control).findings)
    to_read = unread_files(rebuilt)
    control.checkpoint()
    derived = len(fingerprints | comparisons)
    if not derived and before == after and unread_files(readable) == to_read:
        return Repair(before, after, None, 0, to_read)
    backup = replace_by(before.path, rebuilt)
    found = len(before.findings), len(after.findings)
    _log.info("library repaired: %d kinds of damage before, %d after", *found)
    return Repair(before, after, backup, derived, to_read)


def _text_findings(path: Path, workers: int, control: JobControl) -> Iterator[Finding]:
    found: dict[tuple[Damage, str], list[tuple[int, str]]] = {}
    for number, check in check_texts(path, workers, control):
        for damage, table, words in _told(check):
            found.setdefault((damage, table), []).append((number, words))
    for (damage, table), documents in sorted(found.items()):
        number, words = min(documents)
        yield Finding(damage, table, len(documents), f"document {number}: {words}")


def _told(check: TextCheck) -> Iterator[tuple[Damage, str, str]]:
    """Kind, table and words of what is wrong with a document."""
    if check.text in _TEXT_WORDS:
        yield Damage.TEXTS, "texts", _TEXT_WORDS[check.text]
    if check.fingerprint is not None:
        words = "the fingerprint is not that of the text, or the digest not that of its checksum"
        yield Damage.FINGERPRINTS, "documents", words
    if check.comparison is not None:
        yield Damage.COMPARISON, "comparison_data", "the data is not that of the text"
