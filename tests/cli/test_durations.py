"""Durations in one figure."""

from __future__ import annotations

import pytest

from simhash_gui.cli.durations import rough_duration


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "less than 1 s"),
        (0.99, "less than 1 s"),
        (12.3, "about 12 s"),
        (89.0, "about 89 s"),
        (90.0, "about 2 min"),
        (3600.0, "about 60 min"),
        (5400.0, "about 2 h"),
        (9e6, "about 2,500 h"),
    ],
)
def test_a_duration_is_told_in_one_figure(seconds: float, text: str) -> None:
    assert rough_duration(seconds) == text
