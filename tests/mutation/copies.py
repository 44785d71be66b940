"""Copies of the checkout in which mutants stand, and the runs of tests against them.

Each copy has one process that has imported pytest and all libraries, and is forked for every run,
which saves most of what a start of pytest costs.
"""

from __future__ import annotations

import enum
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path


class Ending(enum.StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Reached:
    """Which tests reach which lines, by path, and how long each takes."""

    tests_of_line: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the checkout with a process beside it; ``temporary`` is emptied after each run."""

    root: Path
    temporary: Path
    process: subprocess.Popen[str]

    @staticmethod
    def made(checkout: Path, root: Path, temporary: Path) -> Copy:
        """Copy what git knows of, as it is on the disk."""
        shutil.rmtree(root, ignore_errors=True)
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=checkout, capture_output=True, check=True).stdout
        for name in filter(None, os.fsdecode(names).split("\0")):
            if (checkout / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(checkout / name, root / name)
        temporary.mkdir()
        return Copy(root, temporary, _started(root, temporary))

    def ending(self, path: str, code: str, tests: Sequence[str], limit_s: float) -> Ending:
        """Run tests with other code in a file."""
        file = self.root / path
        original, times = file.read_bytes(), file.stat()
        file.write_text(code, encoding="utf-8")
        try:
            return Ending(self._ask({"tests": tests, "limit_s": limit_s}))
        finally:
            file.write_bytes(original)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))  # what is compiled is valid
            shutil.rmtree(self.temporary)
            self.temporary.mkdir()

    def _ask(self, question: object) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


def _started(root: Path, temporary: Path) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "1",  # nothing compiled of a mutant may stay
        "TMPDIR": str(temporary),
        "QT_QPA_PLATFORM": "offscreen",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "tests.mutation.forked"],
        cwd=root, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def reached_lines(copy: Copy, tests: Sequence[Sequence[str]]) -> Reached:
    """Run the tests of all rooms once and note what they reach; those that fail are left out."""
    answer = copy.root / "reached.json"
    environment = {**os.environ, "PYTHONPATH": str(copy.root), "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-m", "tests.mutation.reach", answer, *chain.from_iterable(tests)],
        cwd=copy.root, env=environment, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    told = json.loads(answer.read_text(encoding="utf-8"))
    lines: dict[str, dict[int, set[str]]] = defaultdict(dict)
    for path, tests_of_line in told["lines"].items():
        lines[path] = {int(line): set(found) for line, found in tests_of_line.items()}
    return Reached(lines, told["seconds"])
