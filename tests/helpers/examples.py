"""How many examples a property is tried on: the profile multiplies what a test asks for."""

from hypothesis import settings

NORMAL = 50


def examples(count: int) -> settings:
    """Return settings for so many examples at the desk and in CI; more in the thorough profile."""
    return settings(max_examples=count * settings().max_examples // NORMAL)
