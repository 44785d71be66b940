"""Prose in thirteen languages, written for these tests, and pieces of it."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent / "texts"
_MOST_PIECES = 60


def sample_text(language: str) -> str:
    """A few hundred characters of it."""
    return (_FOLDER / f"{language}.txt").read_text("utf-8")


def pieces(text: str, length: int) -> list[str]:
    """Up to sixty pieces of that many characters, spread over the text."""
    step = max(1, (len(text) - length) // _MOST_PIECES)
    return [text[start : start + length] for start in range(0, max(1, len(text) - length), step)]
