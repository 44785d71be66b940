"""How long something will take, for people."""

from __future__ import annotations


def rough_duration(seconds: float) -> str:
    """How long in one figure: ``less than 1 s``, ``about 12 s``, ``about 4 min``, ``about 2 h``."""
    if seconds < 1:
        return "less than 1 s"
    for unit, length_s in (("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length_s:
            return f"about {seconds / length_s:,.0f} {unit}"
    return f"about {seconds:.0f} s"
