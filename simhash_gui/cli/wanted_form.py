"""Whether one JSON document is wanted, asked of arguments that no parser has understood yet.

Imported before anything else, for an interruption too is told in that form; so it imports nothing
that takes time.
"""

from itertools import pairwise


def wants_json(arguments: list[str]) -> bool:
    """Whether ``--format json`` is among arguments that may make no sense, in any spelling."""
    return any(
        _is_format(name) and (value if equals else following) == "json"
        for argument, following in pairwise([*arguments, ""])
        for name, equals, value in [argument.partition("=")]
    )


def _is_format(name: str) -> bool:
    return len(name) > len("--") and "--format".startswith(name)
