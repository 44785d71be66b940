"""One contender in a process of its own, called from here; see ``contenders/serving.py``.

Contenders of one comparison live side by side and take turns, so that whatever else the machine
does disturbs all of them alike.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from simhash_gui.workers.sorting import processor_name, sort_quickly

CONTENDERS = Path(__file__).with_name("contenders")
_PATH = (str(CONTENDERS), str(Path(__file__).resolve().parents[2]))
# No script, for worker processes would import that again: ours is light, and a contender is not.
_SERVE = "import serving; from {0} import Contender; serving.serve(Contender())"
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
)


class ContenderFailedError(Exception):
    """A contender ended instead of answering; what it said is in the message."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How long a call took and what came of it."""

    wall_s: float
    cpu_s: float
    peak_bytes: int
    result: Any


def _environment() -> dict[str, str]:
    """What all contenders get alike, also how the program has numpy sort."""
    environment = os.environ | _ONE_THREAD | {"PYTHONPATH": os.pathsep.join(_PATH)}
    sort_quickly(environment, processor_name())
    return environment


class Child:
    """A contender's process; ``call`` runs one of its methods. Use as a context."""

    def __init__(self, python: Path, script: str) -> None:
        self._script = script
        self._has_failed = False
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - a pipe fills
        self._process = subprocess.Popen(
            [str(python), "-c", _SERVE.format(Path(script).stem)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
            env=_environment(),
        )

    def call(self, method: str, **arguments: Any) -> Answer:
        """Call a method. Raises ContenderFailedError."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"call": method, "with": arguments}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._failure(method) from None
        line = self._process.stdout.readline()
        if not line:
            raise self._failure(method)
        return Answer(**json.loads(line))

    @property
    def has_failed(self) -> bool:
        """Whether it has ended instead of answering."""
        return self._has_failed

    def kill(self) -> None:
        """End it at once, also from another thread."""
        self._process.kill()

    def _failure(self, method: str) -> ContenderFailedError:
        self._has_failed = True
        self._process.communicate()
        self._errors.seek(0)
        last = self._errors.read().strip().splitlines()[-1:] or [
            f"ended with {self._process.returncode}"
        ]
        return ContenderFailedError(f"{self._script} {method}: {last[0]}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._process.kill()
        self._process.communicate()
        self._errors.close()
