"""Texts as a terminal shows them, the same in the window."""

from __future__ import annotations


def printable(text: str) -> str:
    """``text`` with escapes for what a terminal cannot show, or would act on."""
    escaped = "".join(
        character if character.isprintable() else _escape(character) for character in text
    )
    return escaped.encode("utf-8", "backslashreplace").decode("utf-8")


def _escape(character: str) -> str:
    return ascii(character)[1:-1]
