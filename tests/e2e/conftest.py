"""What end-to-end tests share."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """For TMPDIR: removed with all that an ended program left, and short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="e2e-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
