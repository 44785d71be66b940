"""Macros of a document's own that stand for some words: ``\\newcommand{\\eg}{for example}``.

Only those without arguments, and only short ones; how much may come of all together is limited,
for macros in macros could grow without end.
"""

from __future__ import annotations

LONGEST = 200
"""Characters of a definition, and of what it stands for."""

_MOST = 10_000
_MOST_CHARACTERS = 1_000_000
_SPACE_IF_NEEDED = "\\xspace"


class Macros:
    """What is known so far. Definitions hold from where they stand to the end of the document."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._definitions_left = _MOST
        self._characters_left = _MOST_CHARACTERS

    def wants(self, definition: str) -> bool:
        """Whether this one is to be defined: it is short, without arguments, not one too many."""
        self._definitions_left -= 1
        return self._definitions_left >= 0 and len(definition) <= LONGEST and "#" not in definition

    def define(self, name: str, text: str, definition: str) -> None:
        """Have a name stand for a text; what was written says whether a space is to follow."""
        space = " " if definition.rstrip().endswith(_SPACE_IF_NEEDED) else ""
        self._texts[name] = f"{text}{space}" if len(text) <= LONGEST else ""

    def text(self, name: str, *, before_space: bool) -> str:
        """What a name stands for, nothing when that is not known.

        The spaces after a name are none; a macro may put one in their place, ``before_space``.
        """
        text = self._texts.get(name, "")
        self._characters_left -= len(text)
        if self._characters_left < 0:
            return ""
        return text if before_space else text.removesuffix(" ")
