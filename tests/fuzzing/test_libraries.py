"""A glance at what ``python -m tests.fuzzing.run_libraries`` does at length."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.fuzzing.libraries import fuzz, make_mutant, make_seed


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_seed(tmp_path_factory.mktemp("library"))


@pytest.mark.parametrize("count", [8, pytest.param(300, marks=pytest.mark.thorough)])
def test_no_damage_of_a_library_ends_in_a_traceback_or_in_silence(
    seed: Path, tmp_path: Path, count: int
) -> None:
    ends: Counter[str] = Counter()

    found = list(fuzz(seed, tmp_path, range(count), 4, ends))

    assert [str(fault) for faults in found for fault in faults] == []
    assert sum(ends[f"scan: {status}"] for status in (0, 1, 2)) == count


def test_the_nth_mutant_of_a_library_is_always_the_same(seed: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"

    assert make_mutant(seed, one, 3) == make_mutant(seed, two, 3)
    assert one.read_bytes() == two.read_bytes()
