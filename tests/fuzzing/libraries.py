"""Library files with damage: flipped bytes, lost pages, and values that nobody can have written.

The nth mutant is always the same. What is asked of each, and what is a fault, is here as well.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from typing import Any

from simhash_gui.cli.main import main
from simhash_gui.core.fingerprint.recipe import InvalidRecipeError
from simhash_gui.services.checking.checking import check_text
from simhash_gui.services.comparison.fingerprints import load_document
from simhash_gui.services.comparison.loading import load_text
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.passage_marks import PassageMark, mark_passage
from simhash_gui.services.importing.problems import (
    failed_files,
    failures_by_reason,
    gone_files,
    skipped_files,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentSort,
    all_files,
    document_files,
    document_ids,
    document_rows,
    documents_of_files,
    readers,
)
from simhash_gui.services.library.integrity import Damage, check_library, repair_library
from simhash_gui.services.library.libraries import (
    DocumentNotFoundError,
    LibraryError,
    TextDamagedError,
    document_text,
    existing_library,
    folders,
    library_info,
    library_recipe,
    open_library,
)
from simhash_gui.services.review.verdicts import Verdict, give_verdict
from simhash_gui.store.engine.schema import metadata
from simhash_gui.store.integrity.rebuild import remove_library
from simhash_gui.store.repositories import encoding_overrides

WORDS = (
    "ferry", "island", "lighthouse", "bakery", "bench", "window", "garden", "river", "station",
    "letter", "autumn", "harbour", "bridge", "market", "kitchen", "travel", "evening", "morning",
    "silver", "copper", "wooden", "narrow", "gentle", "sudden", "distant",
)  # fmt: skip
_VALUES = (
    "NULL", "0", "1", "-1", "7.5", "9223372036854775807", "-9223372036854775808", "1e300", "''",
    "'x'", "'present'", "'fingerprinted'", "'{'", "'[]'", "x''", "x'00'", "x'ff'", "zeroblob(128)",
    "zeroblob(100000)", "CAST(x'ff' AS TEXT)", "CAST(x'00' AS TEXT)", "'\U0001f40c'", "'../../x'",
    "randomblob(16)", "'v1:raw:words:1:count:xxh3-64:6:zero'",
)  # fmt: skip
_PAGE_BYTES = 8192
_TABLES = sorted([*metadata.tables, "alembic_version"])
_TOLD = (
    *("documents", "texts", "comparison_data", "files"),
    *("verdicts", "verdict_members", "passage_marks", "encoding_overrides"),
)
"""The tables in which each value follows from a document, or is what a person has decided."""
_TELLS = {
    Damage.PAGES, Damage.VERSION, Damage.SCHEMA, Damage.INDEXES, Damage.REFERENCES, Damage.VALUES,
    Damage.RECIPES, Damage.BLOCKS, Damage.TEXTS, Damage.FINGERPRINTS, Damage.COMPARISON,
    Damage.FILES, Damage.DECISIONS,
}  # fmt: skip
"""Damage that is seen when it is read, by checksums too."""

_KNOWN = (LibraryError, TextDamagedError, DocumentNotFoundError)


def make_seed(folder: Path) -> Path:
    """A library of some versions, copies, short texts and failures, beside its documents."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    rng = random.Random(0)
    for number in range(5):
        words = rng.choices(WORDS, k=150)
        (docs / f"{number} first.txt").write_text(" ".join(words), "utf-8")
        words[40:43] = ["altogether", "another", "thing"]
        (docs / f"{number} second.txt").write_text(" ".join(words), "utf-8")
    (docs / "copy.txt").write_bytes((docs / "0 first.txt").read_bytes())
    (docs / "short.txt").write_text("!", "utf-8")
    (docs / "empty.txt").touch()
    (docs / "会议.txt").write_text("会议讨论了图书馆新馆的开放时间。", "utf-8")
    path = folder / "seed.simhash"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = main(["scan", str(docs), "--library", str(path), "--jobs", "1"])
    assert status == 1, "the empty file fails"
    _decide(path, docs)
    return path


def _decide(path: Path, docs: Path) -> None:
    """What a person may say of the documents."""
    with open_library(path) as library:
        for number, verdict in enumerate((Verdict.UNRELATED, Verdict.SAME, Verdict.REVISION)):
            pair = [str(docs / f"{number} {which}.txt") for which in ("first", "second")]
            give_verdict(library, verdict, pair, f"number {number}")
        for number, mark in enumerate((PassageMark.COPIED, PassageMark.BOILERPLATE)):
            mark_passage(library, (docs / f"{number} first.txt").read_text("utf-8")[:300], mark)
        with library.write() as connection:
            for pattern, encoding in (("**/会议.txt", "utf-8"), ("**/none.txt", "gb18030")):
                encoding_overrides.put(connection, pattern, encoding, 5)


def make_mutant(seed: Path, path: Path, number: int) -> str:
    """Write the mutant of that number to ``path``, and say what was done to it."""
    path.write_bytes(seed.read_bytes())
    rng = random.Random(f"library {number}")
    if rng.random() < 0.5:  # what was measured before hides much damage
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DELETE FROM pairs")
    change = rng.choice(
        (_flip, _flip, _lose_pages, _cut, _swap_pages, _move_texts, *[_alter] * 7, *[_swap] * 3)
    )
    return change(path, rng)


def _flip(path: Path, rng: random.Random) -> str:
    data = bytearray(path.read_bytes())
    places = [rng.randrange(len(data)) for _ in range(rng.choice((1, 1, 2, 5, 50)))]
    for place in places:
        data[place] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    return f"bits flipped at {places[:5]}"


def _lose_pages(path: Path, rng: random.Random) -> str:
    data = bytearray(path.read_bytes())
    pages = [rng.randrange(len(data) // _PAGE_BYTES) for _ in range(rng.choice((1, 1, 3)))]
    for page in pages:
        filling = rng.choice((bytes(_PAGE_BYTES), rng.randbytes(_PAGE_BYTES)))
        data[page * _PAGE_BYTES : (page + 1) * _PAGE_BYTES] = filling
    path.write_bytes(data)
    return f"pages {pages} lost"


def _cut(path: Path, rng: random.Random) -> str:
    data = path.read_bytes()
    length = rng.choice((rng.randrange(len(data)), len(data) - rng.randrange(1, 3 * _PAGE_BYTES)))
    path.write_bytes(data[:length])
    return f"cut to {length} of {len(data)} bytes"


def _swap_pages(path: Path, rng: random.Random) -> str:
    data = bytearray(path.read_bytes())
    one, two = (slice(p * _PAGE_BYTES, (p + 1) * _PAGE_BYTES) for p in _two_pages(data, rng))
    data[one], data[two] = data[two], data[one]
    path.write_bytes(data)
    return f"pages at {one.start} and {two.start} exchanged"


def _two_pages(data: bytearray, rng: random.Random) -> list[int]:
    return rng.sample(range(1, len(data) // _PAGE_BYTES), 2)


def _move_texts(path: Path, rng: random.Random) -> str:
    """Whole texts, to where others stood."""
    with closing(sqlite3.connect(path)) as connection, connection:
        texts = dict(connection.execute("SELECT document_id, compressed FROM texts"))
        one, other = rng.sample(sorted(texts), 2)
        moved = [(texts[other], one)]
        if rng.random() < 0.5:
            moved.append((texts[one], other))
        connection.executemany("UPDATE texts SET compressed = ? WHERE document_id = ?", moved)
    return f"the text of document {other} given to {one}, {len(moved)} moved"


def _swap(path: Path, rng: random.Random) -> str:
    """Exchange the values of one column between two rows, past all constraints."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        table = rng.choice(_TOLD)
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column = rng.choice(columns)
        found = connection.execute(f"SELECT rowid, {column} FROM {table} ORDER BY rowid").fetchall()
        (one, first), (other, second) = rng.sample(found, 2)
        set_value = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"
        moves = [(-1, one), (first, other), (second, -1 if first == one else one)]
        connection.executemany(set_value, moves)
    return f"{column} of rows {one} and {other} of {table} exchanged"


def _alter(path: Path, rng: random.Random) -> str:
    """By SQL, past all constraints."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        script = _script(connection, rng)
        with contextlib.suppress(sqlite3.Error):
            connection.executescript(script)
        connection.commit()
    return script


def _script(connection: sqlite3.Connection, rng: random.Random) -> str:
    table = rng.choice(_TABLES)
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    column = rng.choice(columns)
    where = rng.choice(("", "WHERE rowid % 2", f"WHERE rowid = {rng.randrange(1, 15)}"))
    which = rng.random()
    if which < 0.7:
        return f"UPDATE OR IGNORE {table} SET {column} = {_value(column, table, rng)} {where}"
    if which < 0.85:
        return f"DELETE FROM {table} {where}"
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql <> ''")
    if which < 0.92:
        return f"DROP INDEX {rng.choice(names.fetchall())[0]}"
    return rng.choice((f"DROP TABLE {table}", f"ALTER TABLE {table} DROP COLUMN {column}"))


def _value(column: str, table: str, rng: random.Random) -> str:
    if rng.random() < 0.2:
        return f"(SELECT {column} FROM {table} ORDER BY random() LIMIT 1)".replace(
            "random()", f"rowid % {rng.randrange(2, 9)}"
        )
    return rng.choice(_VALUES)


@dataclass(slots=True)
class Answers:
    """What a library answered: statuses, and what went wrong.

    Of searches the rows too, and which of them said that something is missing.
    """

    statuses: dict[str, object] = field(default_factory=dict)
    rows: dict[str, Any] = field(default_factory=dict)
    incomplete: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def ask(path: Path, docs: Path, folder: Path) -> Answers:
    """Ask a library everything; nothing of it is changed but by ``scan``, which comes last."""
    answers = Answers()
    for what in ("pairs", "clusters"):
        out = folder / f"{what}.json"
        out.unlink(missing_ok=True)
        _run(answers, f"export {what}", ["export", what, str(out), "--library", str(path)])
        if out.exists():
            answers.rows[f"export {what}"] = json.loads(out.read_text("utf-8"))
    _run(answers, "info", ["library", "info", str(path)])
    _run(answers, "list", ["library", "list", str(path)])
    for name, read in _READS.items():
        _read(answers, name, read, path)
    _run(answers, "scan", ["scan", str(docs), "--library", str(path), "--jobs", "1"])
    return answers


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong with a mutant."""

    number: int
    change: str
    what: str

    def __str__(self) -> str:
        return f"{self.number}: {self.change}: {self.what}"


def fuzz(
    seed: Path, folder: Path, numbers: Iterable[int], repair_every: int, ends: Counter[str]
) -> Iterator[list[Fault]]:
    """The faults of each mutant; each nth is repaired as well. Counts statuses in ``ends``.

    While a mutant's faults are looked at, it is still ``whole.simhash`` in ``folder``.
    """
    whole, asked = folder / "whole.simhash", folder / "asked.simhash"
    docs = seed.parent / "docs"
    copyfile(seed, asked)
    sound = ask(asked, docs, folder)
    assert not sound.faults, sound.faults
    for number in numbers:
        change = make_mutant(seed, whole, number)
        remove_library(asked)
        copyfile(whole, asked)
        answers = ask(asked, docs, folder)
        found = [*answers.faults, *silent_faults(answers, sound, whole)]
        if number % repair_every == 0:
            remove_library(asked)
            copyfile(whole, asked)
            found += repair_faults(asked, docs, sound)
        ends.update(f"{name}: {status}" for name, status in answers.statuses.items())
        for backup in folder.glob("asked.*.backup"):
            backup.unlink()
        yield [Fault(number, change, what) for what in found]


def silent_faults(answers: Answers, sound: Answers, path: Path) -> Iterator[str]:
    """Searches that say that all is well, and list something else than the sound library does.

    Where a checksum, or what else tells without deriving anything from the texts, would have told.
    """
    wrong = [name for name, rows in answers.rows.items() if rows != sound.rows[name]]
    silent = [name for name in wrong if name not in answers.incomplete]
    if silent:
        found = {finding.damage for finding in check_library(path, 1, JobControl()).findings}
        if found & _TELLS:
            yield f"{silent} say nothing of {sorted(found)}"


def repair_faults(path: Path, docs: Path, sound: Answers) -> Iterator[str]:
    """What is wrong with a repair: it must end, and leave nothing but lost texts.

    Where only texts were damaged, the next scan brings back all that the sound library has.
    """
    try:
        repair = repair_library(path, 1, JobControl())
    except LibraryError:
        return
    except Exception as error:  # noqa: BLE001 - counted as a fault
        yield f"repair: {error!r}"
        return
    left = {finding.damage for finding in repair.after.findings} - {Damage.TEXTS}
    if left:
        yield f"a repair leaves {sorted(left)}"
    try:
        with open_library(path) as library:
            library_info(library)
    except LibraryError as error:
        yield f"a repaired library does not open: {error}"
    if {finding.damage for finding in repair.before.findings} == {Damage.TEXTS}:
        again = Answers()
        _run(again, "scan", ["scan", str(docs), "--library", str(path), "--jobs", "1"])
        if again.rows != {"scan": sound.rows["scan"]} or again.incomplete:
            yield "a repair and a scan do not bring back what a damaged text has cost"


def _run(answers: Answers, name: str, arguments: list[str]) -> None:
    stdout, stderr = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        try:
            status: object = main([*arguments, "--format", "json"])
        except Exception as error:  # noqa: BLE001 - counted as a fault
            status = repr(error)
    answers.statuses[name] = status
    if status not in (0, 1, 2):
        answers.faults.append(f"{name}: {status}")
        return
    document = json.loads(stdout.getvalue())
    if ("error" in document) is not (status == 2):
        answers.faults.append(f"{name}: status {status} and {sorted(document)}")
    if not document.get("complete", True):
        answers.incomplete.add(name)
    if name == "scan" and status != 2:
        answers.rows[name] = {part: document[part] for part in ("pairs", "clusters")}


def _read(answers: Answers, name: str, read: Callable[[Path], object], path: Path) -> None:
    try:
        answers.rows[name], is_complete = read(path), True
        if name == "check":
            answers.rows[name], is_complete = answers.rows[name]
        if not is_complete:
            answers.incomplete.add(name)
        answers.statuses[name] = 0
    except _KNOWN:
        answers.statuses[name] = 2
    except Exception as error:  # noqa: BLE001 - counted as a fault
        answers.faults.append(f"{name}: {error!r}")


def _check(path: Path) -> object:
    with existing_library(path) as library:
        text = load_text(" ".join(WORDS), "x", library_recipe(library))
        checked = check_text(library, text, DetectionOptions(all_candidates=True), JobControl())
        return [(match.paths, match.distance) for match in checked.matches], not checked.left_out


def _pages(path: Path) -> None:
    """What the tables and panels of the window read."""
    with existing_library(path) as library:
        folders(library)
        library_info(library)
        readers(library)
        for sort in DocumentSort:
            ids = document_ids(library, DocumentFilter(text="first"), sort, descending=True)
            ids = document_ids(library, DocumentFilter(), sort, descending=False)
        rows = document_rows(library, ids.tolist())
        for row in rows:
            assert row.imported_at
            document_files(library, row.id)
        documents_of_files(library, [file.id for file, _ in all_files(library)])
        for reason in failures_by_reason(library):
            failed_files(library, reason, 0, 50)
        gone_files(library, 0, 50)
        skipped_files(library, 0, 50)


def _texts(path: Path) -> None:
    """What is read of single documents."""
    with existing_library(path) as library:
        for number in range(1, 15):
            for read in (document_text, load_document):
                with contextlib.suppress(*_KNOWN, InvalidRecipeError):
                    read(library, number)


_READS: dict[str, Callable[[Path], object]] = {"check": _check, "pages": _pages, "texts": _texts}
