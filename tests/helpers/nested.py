"""Runs pytest inside a test, on a few lines of test code, with chosen plugins of this folder.

In a process of its own, since the plugins look at the whole process.
"""

import textwrap
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

IMPORTS = "import logging, os, subprocess, sys, threading, time\nfrom pathlib import Path\n"


@dataclass(frozen=True, slots=True)
class NestedPytest:
    """Call it with test code; it returns what pytest made of it."""

    pytester: pytest.Pytester
    switches: tuple[str, ...] = ()

    def using(self, *switches: str) -> "NestedPytest":
        """Return the same with these switches on pytest's command line."""
        return replace(self, switches=switches)

    def __call__(self, code: str) -> pytest.RunResult:
        self.pytester.makepyfile(IMPORTS + textwrap.dedent(code))
        return self.pytester.runpytest_subprocess(
            "-pno:randomly", "-pno:cacheprovider", "-pno:hypothesispytest", *self.switches, "."
        )


@pytest.fixture
def nested_pytest(
    pytester: pytest.Pytester, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> NestedPytest:
    """Return a runner of pytest that finds this repository's plugins."""
    monkeypatch.setenv("PYTHONPATH", str(repository))
    return NestedPytest(pytester)
