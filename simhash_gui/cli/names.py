"""Paths as the user gave them: the folder of the command line joined with the relative path."""

from __future__ import annotations

import os
from collections.abc import Sequence


class GivenNames:
    """Turns the absolute paths of a library into those that the user would type."""

    def __init__(self, given: Sequence[str]) -> None:
        roots = [(os.path.realpath(folder), folder) for folder in given]
        self._roots = sorted(roots, key=lambda root: -len(root[0]))

    def name(self, path: str) -> str:
        """``path`` below the innermost given folder; unchanged when it is below none."""
        for root, given in self._roots:
            if path == root:
                return given
            if path.startswith(f"{root}!/"):  # the given file is an archive
                return given + path[len(root) :]
            if path.startswith(root.rstrip(os.sep) + os.sep):
                return os.path.join(given, os.path.relpath(path, root))  # noqa: PTH118 - as given
        return path
