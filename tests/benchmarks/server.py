"""What a library on a PostgreSQL server costs beside one in a file, and what a crowd does to it.

    python -m tests.benchmarks.server FOLDER [--documents 5000] [--fingerprints 1000000]
    python -m tests.benchmarks.server FOLDER --minutes 10

The first reads the same made documents into both, checks one manuscript against both, then fills
both with fingerprints as skewed as those of real English documents and looks up 1,000 of them
within 3 bits. Seconds are elapsed: a server works in processes of its own. The second has two
programs import a folder each, over and over as files change, while ten others check texts, and
compares what the library holds then with the same folders read one after the other into a file.
The server is Debian's, on this machine, without waiting for its drive (``fsync=off``).
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from sqlalchemy import select

from simhash_gui.core.types import Words
from simhash_gui.services.checking.checking import check_text
from simhash_gui.services.comparison.loading import load_text
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    Place,
    library_recipe,
    open_library,
)
from simhash_gui.store.engine.schema import documents as document_table
from simhash_gui.store.engine.schema import files, folders
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.search import find_within
from tests.benchmarks.data import Kind, Store
from tests.benchmarks.results import say
from tests.helpers.postgresql import TestServer, running_server
from tests.services.batch.collections import collection
from tests.store.builders import RECIPE, digest, document

_STORE = Store(Path(".benchmarks/data"), Path("../shared/corpora"))
_QUESTIONS, _DISTANCE = 1000, 3
_IMPORTERS, _CHECKERS = 2, 10
_AT_ONCE = 20_000


def main() -> int:
    """Measure, or crowd."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.server", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--fingerprints", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with running_server() as server:
        if options.minutes:
            return _crowd(server, options.folder, 60 * options.minutes)
        _documents(server, options.folder, options.documents)
        _fingerprints(server, options.folder, options.fingerprints)
    return 0


def _places(server: TestServer, folder: Path, name: str) -> Iterator[tuple[str, Place]]:
    path = folder / f"{name}.simhash"
    path.unlink(missing_ok=True)
    yield "file", path
    yield "server", server.database(name)


def _documents(server: TestServer, folder: Path, count: int) -> None:
    texts = collection(1, count, alike=0.2, is_skewed=False)
    docs = folder / "docs"
    _write(docs, texts)
    question = "\n".join(random.Random(2).sample(texts, 20))
    for name, place in _places(server, folder, "documents"):
        with open_library(place) as library:
            took_s = _timed(lambda library=library: _read(library, docs))
            checks = [_timed(lambda library=library: _check(library, question)) for _ in range(5)]
        say(
            f"{name}: {count:,} documents read in {took_s:.1f} s ({count / took_s:,.0f} a second);"
            f" a text of {len(question):,} characters checked in {statistics.median(checks):.2f} s"
        )


def _fingerprints(server: TestServer, folder: Path, count: int) -> None:
    words = np.load(_STORE.words(Kind.SKEWED, count))
    questions = np.load(_STORE.questions(Kind.SKEWED, count))[:_QUESTIONS]
    for name, place in _places(server, folder, "fingerprints"):
        with open_library(place) as library:
            took_s = _timed(lambda library=library: _insert(library, words))
            times = sorted(_look_up(library, questions))
        found = sum(number for _, number in times)
        p50, p95 = (1000 * times[int(part * len(times))][0] for part in (0.5, 0.95))
        say(
            f"{name}: {count:,} fingerprints written in {took_s:.0f} s"
            f" ({count / took_s:,.0f} a second); looked up within {_DISTANCE} bits: half in"
            f" {p50:.1f} ms, 95 of 100 in {p95:.1f} ms, {found:,} found"
        )


def _insert(library: Library, words: Words) -> None:
    for start in range(0, len(words), _AT_ONCE):
        with library.write() as connection:
            documents.insert(
                connection,
                (
                    document(start + place, word=word, digest=digest(start + place))
                    for place, word in enumerate(words[start : start + _AT_ONCE].tolist())
                ),
            )


def _look_up(library: Library, questions: Words) -> Iterator[tuple[float, int]]:
    for word in questions.tolist():
        begun_s = time.perf_counter()
        with library.read() as connection:
            found = find_within(connection, word, _DISTANCE, RECIPE)
        yield time.perf_counter() - begun_s, len(found)


def _read(library: Library, *docs: Path) -> None:
    add_paths(library, list(docs), FolderRole.NORMAL)
    import_folders(library, None, ImportOptions(), JobControl())


def _check(library: Library, text: str) -> None:
    question = load_text(text, "question", library_recipe(library))
    check_text(library, question, DetectionOptions(), JobControl())


def _timed(work: Callable[[], object]) -> float:
    begun_s = time.perf_counter()
    work()
    return time.perf_counter() - begun_s


def _write(folder: Path, texts: Iterable[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{number:06}.txt").write_text(text, "utf-8")


def _crowd(server: TestServer, folder: Path, seconds: float) -> int:
    shares = [folder / f"share{number}" for number in range(_IMPORTERS)]
    for number, share in enumerate(shares):
        _write(share, collection(number, 400))
    place = server.database("crowd")
    open_library(place).close()
    ends: Counter[str] = Counter()
    over = threading.Event()

    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "simhash_gui", *arguments, "--library", place.url]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        words = done.stderr.strip().splitlines()
        ends[f"{arguments[0]}: {done.returncode}" + (f" {words[-1]}" if words else "")] += 1

    def import_share(number: int) -> None:
        changes = random.Random(number)
        while not over.is_set():
            run("scan", str(shares[number]), "--jobs", "1", "--format", "json")
            for _ in range(5):
                path = shares[number] / f"{changes.randrange(450):06}.txt"
                if changes.random() < 0.3:
                    path.unlink(missing_ok=True)
                else:
                    path.write_text(collection(changes.randrange(10**6), 2)[1], "utf-8")

    def check_texts(number: int) -> None:
        source = random.Random(100 + number)
        asked = folder / f"asked{number}.txt"
        while not over.is_set():
            asked.write_text(collection(source.randrange(_IMPORTERS), 40)[-1], "utf-8")
            run("check", str(asked), "--format", "json")

    with ThreadPoolExecutor(_IMPORTERS + _CHECKERS) as threads:
        for number in range(_IMPORTERS):
            threads.submit(import_share, number)
        for number in range(_CHECKERS):
            threads.submit(check_texts, number)
        over.wait(seconds)
        over.set()
    for share in shares:
        run("scan", str(share), "--jobs", "1", "--format", "json")
    for end, count in sorted(ends.items()):
        say(f"{count:,} times {end}")
    with open_library(place) as library:
        after = _content(library)
    path = folder / "one-after-the-other.simhash"
    path.unlink(missing_ok=True)
    with open_library(path) as library:
        for share in shares:
            _read(library, share)
        expected = _content(library)
    say(f"{len(after):,} files; equal to one after the other: {after == expected}")
    return 0 if after == expected else 1


def _content(library: Library) -> set[tuple[object, ...]]:
    """Where each present document is, and its fingerprint."""
    columns = document_table.c
    statement = (
        select(folders.c.path, files.c.relative_path, columns.digest, columns.fingerprint)
        .join_from(files, folders, folders.c.id == files.c.folder_id)
        .join(document_table, columns.id == files.c.document_id)
        .where(files.c.state == "present")
    )
    with library.read() as connection:
        return {tuple(row) for row in connection.execute(statement)}


if __name__ == "__main__":
    raise SystemExit(main())
