"""Results of stages as files, each with a marker that says what it was made of.

A stage is done when its marker is there, names the inputs and options that are asked for now, and
fits the file. All else is as if it were not there: it is made again.
"""

from __future__ import annotations

import io
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128_hexdigest

from simhash_gui.services.library.whole_files import replacing
from simhash_gui.store.engine.errors import known_file_error

Arrays = Mapping[str, NDArray[Any]]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StageFiles:
    """The stage files of one folder."""

    folder: Path

    def load(self, name: str, inputs: str) -> dict[str, NDArray[Any]] | None:
        """What was kept of the same ``inputs``; None where it is missing, stale or damaged."""
        try:
            marker = json.loads(self._marker(name).read_text())
            content = self._file(name).read_bytes()
        except (OSError, ValueError) as error:
            _log.info("stage %s is to be done: %s", name, error)
            return None
        if marker != _marker_of(inputs, content):
            _log.info("stage %s is done again: it was made of something else, or damaged", name)
            return None
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return dict(arrays.items())

    def keep(self, name: str, inputs: str, arrays: Arrays) -> int:
        """Write a stage, then its marker; its size in bytes. Raises LibraryError: no room, say."""
        buffer = io.BytesIO()
        np.savez(buffer, allow_pickle=False, **dict(arrays))
        content = buffer.getvalue()
        marker = json.dumps(_marker_of(inputs, content)).encode()
        _write(self._file(name), content)
        _write(self._marker(name), marker)
        return len(content)

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.npz"

    def _marker(self, name: str) -> Path:
        return self.folder / f"{name}.done"


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as part, part.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise known_file_error(error, path) from error


def _marker_of(inputs: str, content: bytes) -> dict[str, str | int]:
    return {"inputs": inputs, "bytes": len(content), "digest": xxh3_128_hexdigest(content)}
