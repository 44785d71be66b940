from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from xxhash import xxh3_128_digest

from simhash_gui.core.fingerprint.recipe import InvalidRecipeError, recipe_named
from simhash_gui.documents.extraction.file_pool import FilePool
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.documents.records import FailureReason, FileOutcome, FileTask, Limits
from tests.documents import misbehaving
from tests.documents.containers.archives import tar_of
from tests.documents.processed import process_files

_RECIPE_ID = recipe_named("default").recipe_id
_QUICK = Limits(time_s=0.6)
_FRUGAL = Limits(memory_bytes=200 * 2**20)


def _tasks(folder: Path, contents: list[str]) -> list[FileTask]:
    paths = [folder / f"{number}.txt" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(content, "utf-8")
    return [FileTask(str(path)) for path in paths]


def _pool(limits: Limits | None = None, workers: int = 1) -> FilePool:
    return FilePool(_RECIPE_ID, limits, workers=workers, extract=misbehaving.extract)


def _failures(outcomes: list[FileOutcome]) -> dict[str, FailureReason]:
    return {Path(o.path).stem: o.failure for o in outcomes if o.failure is not None}


def test_a_pool_gives_what_one_process_gives(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, [f"words of document {number}" for number in range(150)])
    tasks.append(FileTask(str(tmp_path / "nothing")))
    with FilePool(_RECIPE_ID, workers=2) as pool:
        outcomes = sorted(pool.outcomes(tasks), key=lambda outcome: outcome.path)
    expected = process_files(tasks, _RECIPE_ID)
    assert outcomes == sorted(expected, key=lambda outcome: outcome.path)


def test_what_workers_are_forked_from_has_loaded_the_readers() -> None:
    modules = "; ".join(f"import {name}" for name in PRELOAD)
    said = subprocess.check_output(
        [sys.executable, "-c", f"{modules}; import sys; print(*sys.modules)"], text=True
    ).split()
    assert {"simhash_gui.documents.readers.pdf", "numpy"} <= set(said)
    assert not any(name.startswith(("PySide6", "sqlalchemy")) for name in said)


def test_an_unknown_recipe_is_refused_before_a_process_starts() -> None:
    with pytest.raises(InvalidRecipeError):
        FilePool("v0:unknown")


@pytest.mark.parametrize("order", ["segfault", "deadly"])
def test_a_crash_costs_one_document(tmp_path: Path, order: str) -> None:
    contents = ["words"] * 5 + [f"{order} now"] + ["words"] * 20
    tasks = _tasks(tmp_path, contents)
    with _pool() as pool:
        outcomes = list(pool.outcomes(tasks))
    assert sorted(o.path for o in outcomes) == sorted(task.path for task in tasks)
    assert _failures(outcomes) == {"5": FailureReason.CRASHED}


def test_several_crashes_cost_as_many_documents(tmp_path: Path) -> None:
    contents = ["exit", "words", "deadly", "deadly", "words", "exit", "words", "exit"]
    with _pool(workers=2) as pool:
        outcomes = list(pool.outcomes(_tasks(tmp_path, contents)))
    assert set(_failures(outcomes)) == {"0", "2", "3", "5", "7"}
    assert len(outcomes) == len(contents)


def test_a_crashed_document_keeps_size_time_and_digest_for_the_next_import(tmp_path: Path) -> None:
    [task] = _tasks(tmp_path, ["exit now"])
    with _pool() as pool:
        [outcome] = pool.outcomes([task])
    assert (outcome.size_bytes, outcome.digest) == (8, xxh3_128_digest(b"exit now"))
    assert outcome.mtime_ns == Path(task.path).stat().st_mtime_ns
    assert outcome.detail == "The program that reads it crashed."


def test_a_document_that_takes_itself_away_has_neither_size_nor_time(tmp_path: Path) -> None:
    [task] = _tasks(tmp_path, [f"{tmp_path / '0.txt'} goes"])
    with _pool() as pool:
        [outcome] = pool.outcomes([task])
    assert (outcome.failure, outcome.size_bytes) == (FailureReason.CRASHED, 0)


@pytest.mark.parametrize("order", ["sleep", "spin"])
def test_a_document_that_takes_too_long_is_given_up(tmp_path: Path, order: str) -> None:
    tasks = _tasks(tmp_path, ["words", f"{order} long", "words"])
    with _pool(_QUICK) as pool:
        outcomes = list(pool.outcomes(tasks))
    assert len(outcomes) == 3
    assert _failures(outcomes) == {"1": FailureReason.TIMEOUT}
    [late] = [outcome for outcome in outcomes if outcome.failure]
    assert late.detail == "It took longer than the limit of 0.6 s."


@pytest.mark.parametrize("order", ["eat", "ask", "swell"])
def test_a_document_that_needs_too_much_memory_is_given_up(tmp_path: Path, order: str) -> None:
    tasks = _tasks(tmp_path, ["words", f"{order} it", "words"])
    with _pool(_FRUGAL) as pool:
        outcomes = list(pool.outcomes(tasks))
    assert len(outcomes) == 3
    assert _failures(outcomes) == {"1": FailureReason.MEMORY}


def test_memory_that_is_left_behind_is_not_blamed_on_the_next(tmp_path: Path) -> None:
    contents = (["leave it"] + ["words"] * 3) + (["leave it"] + ["words"] * 7) + ["leave it"]
    with _pool(_FRUGAL) as pool:
        outcomes = list(pool.outcomes(_tasks(tmp_path, contents)))
    assert _failures(outcomes) == {}
    assert len(outcomes) == len(contents)


@pytest.mark.parametrize("order", ["exit now", "sleep long"])
def test_a_member_of_an_archive_costs_itself_alone(tmp_path: Path, order: str) -> None:
    members = {f"{number}.txt": b"words" for number in range(40)} | {"7.txt": order.encode()}
    path = tmp_path / "a.tgz"
    path.write_bytes(tar_of(members, "w:gz"))
    with _pool(_QUICK) as pool:
        outcomes = list(pool.outcomes(FileTask(str(path), member=(name,)) for name in members))
    failed = [outcome for outcome in outcomes if outcome.failure is not None]
    assert [outcome.path for outcome in failed] == [f"{path}!/7.txt"]
    assert (failed[0].size_bytes, failed[0].mtime_ns) == (0, 0)
    assert failed[0].digest == xxh3_128_digest(order.encode())
    assert len(outcomes) == 40
