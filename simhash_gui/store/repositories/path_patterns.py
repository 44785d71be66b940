"""Patterns for paths, as people write them.

``*``, ``?`` and ``[...]`` stay within one name, ``**`` goes across; ``**/`` stands for any number
of folders, none included. Matching looks at letters only, case included, and at all of a path; a
pattern that cannot be read as one stands for itself.
"""

from __future__ import annotations

import re

_PIECES = re.compile(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]/]*\]|.", re.DOTALL)
_WILD = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_SPECIAL_IN_CLASS = re.compile(r"([\\\[&~|]|-(?=-))")


def compiled(pattern: str) -> re.Pattern[str]:
    """A regular expression whose ``fullmatch`` tells whether a path fits the pattern."""
    try:
        return re.compile("".join(map(_expression, _PIECES.findall(pattern))), re.DOTALL)
    except re.error:  # a range that runs backwards
        return re.compile(re.escape(pattern))


def _expression(piece: str) -> str:
    if piece in _WILD:
        return _WILD[piece]
    if len(piece) > 1:
        return _class(piece[1:-1])
    return re.escape(piece)


def _class(content: str) -> str:
    """``[...]`` and ``[!...]``, of which neither fits a separator."""
    is_negated = content.startswith("!")
    members = _SPECIAL_IN_CLASS.sub(r"\\\1", content[is_negated:])
    if members.startswith("^"):
        members = f"\\{members}"
    return f"(?!/)[{'^' if is_negated else ''}{members}]"
