"""What numpy is told before it sorts, and that it does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from simhash_gui.workers.sorting import processor_name, sort_quickly

_LINUX = """processor\t: 0
vendor_id\t: {vendor}
cpu family\t: {family}
model\t\t: 17
model name\t: some processor
stepping\t: 1
"""
_SORT = """
import os
from simhash_gui.workers.sorting import sort_quickly
sort_quickly(os.environ, "AMD64 Family 25 Model 97 Stepping 2, AuthenticAMD")
import numpy as np
from numpy._core._multiarray_umath import __cpu_features__ as features
made = np.random.default_rng(1).integers(0, 1 << 62, 100_000)
print(features.get("X86_V4", False), np.sort(made).tolist() == sorted(made.tolist()))
"""


@pytest.mark.parametrize(
    ("processor", "is_slow"),
    [
        (_LINUX.format(vendor="AuthenticAMD", family=25), True),
        (_LINUX.format(vendor="AuthenticAMD", family=26), False),
        (_LINUX.format(vendor="GenuineIntel", family=6), False),
        (_LINUX.format(vendor="GenuineIntel", family=25), False),
        ("AMD64 Family 25 Model 97 Stepping 2, AuthenticAMD", True),
        ("AMD64 Family 26 Model 68 Stepping 0, AuthenticAMD", False),
        ("Intel64 Family 6 Model 154 Stepping 3, GenuineIntel", False),
        ("arm64", False),
        ("", False),
    ],
)
def test_zen_4_sorts_without_what_is_slow_there(processor: str, is_slow: bool) -> None:
    environment: dict[str, str] = {}
    sort_quickly(environment, processor)

    assert list(environment) == ["NPY_DISABLE_CPU_FEATURES"] * is_slow


@pytest.mark.parametrize("name", ["NPY_DISABLE_CPU_FEATURES", "NPY_ENABLE_CPU_FEATURES"])
def test_who_has_chosen_is_left_alone(name: str) -> None:
    environment = {name: "X86_V3"}
    sort_quickly(environment, _LINUX.format(vendor="AuthenticAMD", family=25))

    assert environment == {name: "X86_V3"}


def test_numpy_obeys_and_the_order_is_the_same() -> None:
    environment = {name: value for name, value in os.environ.items() if "NPY_" not in name}
    said = subprocess.check_output([sys.executable, "-c", _SORT], env=environment, text=True)

    assert said.split() == ["False", "True"]


def test_the_system_names_the_processor() -> None:
    assert processor_name() or sys.platform == "darwin"
