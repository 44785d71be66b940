"""Texts as a terminal shows them, the same in the window; paths as people read them."""

from __future__ import annotations

import re

_MEMBER = re.compile(r"(\.[A-Za-z]\w{1,7})!/")


def printable(text: str) -> str:
    """``text`` with escapes for what a terminal cannot show, or would act on."""
    escaped = "".join(
        character if character.isprintable() else _escape(character) for character in text
    )
    return escaped.encode("utf-8", "backslashreplace").decode("utf-8")


def _escape(character: str) -> str:
    return ascii(character)[1:-1]


def readable_path(path: str) -> str:
    """A path for people: ``a.zip › b.txt`` for the member ``a.zip!/b.txt`` of an archive.

    Only behind an ending, for the name of a folder may have an exclamation mark at its end. What is
    to be given to a command, or to a program, keeps its written form.
    """
    return _MEMBER.sub(r"\1 › ", path) if "!/" in path else path


def readable_folder(path: str) -> str:
    """The same of a folder, which may be an archive: ``a.zip`` for ``a.zip!``."""
    return readable_path(f"{path}/").removesuffix("/").removesuffix(" › ") if path else path
