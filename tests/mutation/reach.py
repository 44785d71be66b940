"""Runs tests and writes which lines each of them reaches.

``python -m tests.mutation.reach ANSWER TESTS…``, in the root of a copy.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest


class Noting:
    """Pytest plugin: tells coverage which test is running, and notes how long each takes."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self._measured = measured
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Count what its fixtures do as well."""
        self._measured.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out what fails or is skipped without any change."""
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.failed.add(report.nodeid)


def main(answer: Path, tests: list[str]) -> None:
    """Run the tests and write the answer."""
    measured = coverage.Coverage(data_file=None, source=["simhash_gui"], config_file=False)
    noting = Noting(measured)
    measured.start()
    pytest.main(["-q", "-p", "no:xdist", *tests], plugins=[noting])
    measured.stop()
    data = measured.get_data()
    lines = {
        str(Path(path).relative_to(Path.cwd())): {
            line: [test for test in found if test and test not in noting.failed]
            for line, found in data.contexts_by_lineno(path).items()
        }
        for path in data.measured_files()
    }
    seconds = {test: s for test, s in noting.seconds.items() if test not in noting.failed}
    answer.write_text(json.dumps({"lines": lines, "seconds": seconds}), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
