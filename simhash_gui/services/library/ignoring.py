"""What a ``.simhashignore`` says of a path, as git would say it of a ``.gitignore``.

``pathspec`` translates the patterns. It takes what is in a folder for matched when the folder is;
git asks for every folder on the way by itself, so that ``*``, ``!*/``, ``!*.txt`` leaves the texts
of all folders.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from pathspec import GitIgnoreSpec

_FOLDER_MARK = "ps_d"
"""The group of ``pathspec`` for the slash after a folder that a pattern has matched."""
_ALL_INSIDE = "/**"


def spec_of(patterns: Sequence[str]) -> GitIgnoreSpec:
    """Patterns made ready. Raises ValueError for those that mean nothing."""
    with warnings.catch_warnings():  # of ``[[]``, which Python may read otherwise one day
        warnings.simplefilter("ignore", FutureWarning)
        return GitIgnoreSpec.from_lines(patterns)


class IgnoreFile:
    """The good patterns of one file; bad lines are left out."""

    def __init__(self, text: str) -> None:
        self._patterns = list(_good_patterns(text.splitlines()))

    def verdict(self, path: str) -> bool | None:
        """Whether a path is to be ignored; None when no pattern says anything about it.

        It is relative to the folder of the file; that of a folder ends in a slash. Of folders above
        nothing is said, they are asked for first.
        """
        for pattern in reversed(self._patterns):
            if pattern.include is not None and _matches_itself(pattern, path):
                return bool(pattern.include)
        return None


def _matches_itself(pattern: Any, path: str) -> bool:
    """Whether a pattern matches a path, not only a folder that it is in."""
    for found in pattern.regex.finditer(path):
        mark_end = found.end(_FOLDER_MARK) if _FOLDER_MARK in pattern.regex.groupindex else -1
        is_whole = mark_end in (-1, len(path))
        is_only_around = pattern.pattern.rstrip().endswith(_ALL_INSIDE) and found.end() == len(path)
        if is_whole and not is_only_around:
            return True
    return False


def _good_patterns(lines: Sequence[str]) -> Iterator[Any]:
    for line in lines:
        try:
            yield from spec_of([line]).patterns
        except ValueError:
            continue


def folders_on_the_way(path: str, start: str) -> Iterator[str]:
    """Each folder between ``start``, with which the path begins, and what is at its end."""
    end = path.find("/", len(start))
    while 0 <= end < len(path) - 1:
        yield path[: end + 1]
        end = path.find("/", end + 1)
