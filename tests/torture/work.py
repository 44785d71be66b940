"""The kinds of work on a library that are disturbed, and what they come to."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.integrity import check_library, repair_library
from simhash_gui.services.library.libraries import (
    DiskFullError,
    FolderRole,
    LibraryBusyError,
    LibraryError,
    open_library,
)
from simhash_gui.services.library.text_jobs import change_recipe
from simhash_gui.store.engine.upgrade import Migrations
from simhash_gui.store.library import Library
from tests.fuzzing.libraries import WORDS
from tests.store.older import second_library

DOCUMENTS = 60
_PLACES = """
SELECT relative_path, files.state, hex(digest), fingerprint, block0, block1, block2, block3,
recipe_id FROM files LEFT JOIN documents ON documents.id = document_id
LEFT JOIN recipes ON recipes.key = recipe_key ORDER BY 1
"""


class Status(IntEnum):
    """How a process ended."""

    DONE = 0
    BROKEN = 1
    DISK_FULL = 3
    BUSY = 4
    REFUSED = 5
    """Another error that is told in words."""

    @classmethod
    def of(cls, error: BaseException) -> Status:
        """That of an error."""
        if isinstance(error, DiskFullError):
            return cls.DISK_FULL
        if isinstance(error, LibraryBusyError):
            return cls.BUSY
        return cls.REFUSED if isinstance(error, LibraryError) else cls.BROKEN


@dataclass(frozen=True, slots=True)
class Work:
    """``prepare`` makes the library that it starts from, if there is one; ``run`` may be asked
    for again and again."""

    name: str
    prepare: Callable[[Path, Path], object]
    run: Callable[[Path, Path | None], object]
    reads_files: bool = False


def make_documents(folder: Path) -> None:
    """Some versions of texts, and copies."""
    folder.mkdir()
    dice = random.Random(1)
    for number in range(DOCUMENTS):
        words = dice.choices(WORDS, k=200)
        (folder / f"{number}.txt").write_text(" ".join(words), encoding="utf-8")
        if number % 3 == 0:
            (folder / f"{number} again.txt").write_text(" ".join(words), encoding="utf-8")


def state_of(library: Path) -> str:
    """All that a library holds but for times and ids, and what is wrong with it."""
    findings = check_library(library, 1, JobControl()).findings
    with closing(sqlite3.connect(library)) as connection:
        places = connection.execute(_PLACES).fetchall()
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema ORDER BY 1")]
        (runs,) = connection.execute("SELECT count(*) FROM runs WHERE state = 'running'").fetchone()
    beside = [path.name for path in library.parent.glob(f"{library.name}*") if path != library]
    found = [str(finding) for finding in findings]
    return json.dumps([places, names, runs, beside, found], indent=0)


def _nothing(_start: Path, _docs: Path) -> None:
    pass


def _import(library: Path, docs: Path | None) -> None:
    assert docs is not None
    with open_library(library) as opened:
        add_paths(opened, [docs], FolderRole.NORMAL)
        import_folders(opened, None, ImportOptions(workers=1), JobControl())


def _import_start(start: Path, docs: Path) -> None:
    _import(start, docs)


def _change_recipe(library: Path, _docs: Path | None) -> None:
    with open_library(library) as opened:
        change_recipe(opened, recipe_named("words"), 1, JobControl())


def _damaged(start: Path, docs: Path) -> None:
    _import(start, docs)
    with closing(sqlite3.connect(start)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE documents SET block1 = block1 + 1 WHERE id % 2")
        connection.execute("UPDATE documents SET fingerprint = fingerprint + 1 WHERE id % 3 = 0")
        connection.execute("DELETE FROM comparison_data WHERE document_id % 5 = 0")
        connection.execute("DROP INDEX ix_documents_block2")


def _repair(library: Path, _docs: Path | None) -> None:
    repair_library(library, 1, JobControl())


def _older(start: Path, _docs: Path) -> None:
    second_library(start)


def _upgrade(library: Path, _docs: Path | None) -> None:
    Library.open(library, migrations=Migrations()).close()


WORKS = (
    Work("import", _nothing, _import, reads_files=True),
    Work("change of the recipe", _import_start, _change_recipe),
    Work("repair", _damaged, _repair),
    Work("migration", _older, _upgrade),
)
