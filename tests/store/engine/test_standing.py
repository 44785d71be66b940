"""The file of an open library is deleted, replaced, overwritten, or only touched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.store.engine.errors import LibraryOverwrittenError, NotALibraryError
from simhash_gui.store.engine.place import Presence
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import meta
from tests.store.builders import document, stored


def make(path: Path, *documents: int) -> bytes:
    """A library that holds these documents, and its bytes."""
    with Library.create(path) as library, library.write() as connection:
        for number in documents:
            stored(connection, document(number))
    return path.read_bytes()


@pytest.fixture
def other(tmp_path: Path) -> bytes:
    return make(tmp_path / "other.simhash", 1, 2, 3)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An open library whose last change is still in its log."""
    make(tmp_path / "open.simhash", 1)
    with Library.open(tmp_path / "open.simhash") as opened:
        with opened.write() as connection:
            meta.write(connection, "note", "not in the file yet")
        yield opened


def note_of(library: Library) -> str | None:
    with library.read() as connection:
        return meta.read(connection, "note")


def test_another_library_that_was_written_over_it_is_told(library: Library, other: bytes) -> None:
    library.path.write_bytes(other)

    assert library.presence() is Presence.OVERWRITTEN
    with pytest.raises(LibraryOverwrittenError), library.read():
        pass
    with pytest.raises(LibraryOverwrittenError), library.write():
        pass


def test_nothing_of_what_was_open_comes_into_what_was_written_over_it(
    library: Library, other: bytes
) -> None:
    library.path.write_bytes(other)

    library.close()

    assert library.path.read_bytes() == other
    assert [path.name for path in library.path.parent.glob("open.simhash*")] == ["open.simhash"]
    with Library.open(library.path) as again:
        assert note_of(again) is None


def test_what_is_no_library_is_told_as_what_it_is(library: Library) -> None:
    library.path.write_bytes(b"no library " * 10_000)

    with pytest.raises(NotALibraryError):
        library.presence()


def test_a_file_that_was_only_touched_is_still_the_same(library: Library) -> None:
    os.utime(library.path, ns=(1, 1))

    assert library.presence() is Presence.IN_PLACE
    assert note_of(library) == "not in the file yet"


def test_a_commit_that_folds_the_log_into_the_file_is_of_this_process(library: Library) -> None:
    before = library.path.stat().st_mtime_ns
    for number in range(3):
        with library.write() as connection:
            meta.write(connection, f"note {number}", "x" * 20_000_000)

    assert library.path.stat().st_mtime_ns != before
    assert library.presence() is Presence.IN_PLACE


def test_the_changes_of_the_one_who_writes_are_no_fault_to_those_who_only_read(
    library: Library,
) -> None:
    with Library.open(library.path, read_only=True) as reader:
        with library.write() as connection:
            meta.write(connection, "note", "x" * 40_000_000)

        assert reader.presence() is Presence.IN_PLACE
        assert note_of(reader) is not None
