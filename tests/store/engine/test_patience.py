"""Another program holds the file of a library: how long is waited for it, and how often."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from simhash_gui.store.engine.errors import LibraryBusyError
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import meta
from tests.helpers.pace import allowed_s

WHOLE_S = 2.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "held.simhash"
    Library.create(made).close()
    return made


@pytest.fixture
def library(path: Path) -> Iterator[Library]:
    with Library.open(path, busy_timeout_s=WHOLE_S) as opened:
        yield opened


@pytest.fixture
def other(library: Library) -> Iterator[sqlite3.Connection]:
    """Another program that holds the file until it rolls back."""
    path = library.path
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as program:
        program.execute("BEGIN EXCLUSIVE")
        yield program


def write(library: Library, value: str = "written") -> None:
    with library.write() as connection:
        meta.write(connection, "note", value)


def seconds_of_a_refused_write(library: Library) -> float:
    begun_s = time.monotonic()
    with pytest.raises(LibraryBusyError):
        write(library)
    return time.monotonic() - begun_s


def test_many_writes_wait_for_one_that_holds_the_file_no_longer_than_one_does(
    library: Library, other: sqlite3.Connection
) -> None:
    first_s = seconds_of_a_refused_write(library)

    later_s = [seconds_of_a_refused_write(library) for _ in range(10)]

    assert first_s >= WHOLE_S
    assert sum(later_s) < WHOLE_S + allowed_s(2.0)


def test_what_waits_is_written_when_the_file_is_free_again(
    library: Library, other: sqlite3.Connection
) -> None:
    told: list[bool] = []

    def look(is_held: bool) -> None:
        told.append(is_held)
        if told == [True] * 3:
            other.execute("ROLLBACK")

    with library.watched_by(look):
        write(library)

    assert told == [True, True, True, False]
    with library.read() as connection:
        assert meta.read(connection, "note") == "written"


def test_whoever_looks_can_end_the_waiting_and_what_follows_does_not_wait_again(
    library: Library, other: sqlite3.Connection
) -> None:
    def look(is_held: bool) -> None:
        if is_held:
            raise InterruptedError

    begun_s = time.monotonic()
    with library.watched_by(look), pytest.raises(InterruptedError):
        write(library)
    refused_s = seconds_of_a_refused_write(library)

    assert time.monotonic() - begun_s < allowed_s(0.5)
    assert refused_s < allowed_s(0.3)


def test_the_waiting_of_other_threads_is_not_looked_at(
    library: Library, other: sqlite3.Connection
) -> None:
    told: list[bool] = []
    thread = threading.Thread(target=seconds_of_a_refused_write, args=(library,))

    with library.watched_by(told.append):
        thread.start()
        thread.join()

    assert told == []


def test_a_program_that_was_gone_meanwhile_is_waited_for_as_if_it_were_the_first(
    library: Library, other: sqlite3.Connection
) -> None:
    seconds_of_a_refused_write(library)
    other.execute("ROLLBACK")

    write(library)
    other.execute("BEGIN EXCLUSIVE")

    assert seconds_of_a_refused_write(library) >= WHOLE_S
