"""A fresh library for each test, a shared one for property tests, and folders that are locked."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from simhash_gui.store.library import Library

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a library may be made."""
    return tmp_path / "library.simhash"


@pytest.fixture
def library(path: Path) -> Iterator[Library]:
    """An open, empty library."""
    with Library.create(path) as library:
        yield library


@pytest.fixture
def connection(library: Library) -> Iterator[Connection]:
    """One transaction on an empty library, for tests that need no more."""
    with library.write() as connection:
        yield connection


@pytest.fixture(scope="module")
def shared_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """An open library for the many examples of a property test."""
    with Library.create(tmp_path_factory.mktemp("shared") / "library.simhash") as library:
        yield library


@pytest.fixture
def users_folder() -> Iterator[Path]:
    """A folder of an ordinary user, as whom the test then runs: root may write anywhere."""
    if sys.platform == "win32":
        pytest.skip("permissions of folders are another thing on Windows")
    folder = Path(tempfile.mkdtemp(prefix="simhash-gui-test-"))
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)
