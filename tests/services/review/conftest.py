"""A library and folders to review."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.services.library.libraries import Library, open_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_library(tmp_path / "test.simhash") as library:
        yield library


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder
