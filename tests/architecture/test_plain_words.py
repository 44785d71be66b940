"""Old-fashioned English does not come back into code, documents and commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OLD = re.compile(
    r"\bfor ever\b|\banew\b|\bwhence\b|laid at the door|\btorso\b|still_?born|_bury\b|\bobeys?\b"
    r"|\bgreater files|none any more|told among|\bhitherto\b|\bthereby\b|\bwherein\b|\bwhilst\b",
    re.IGNORECASE,
)
NAMES_OF_OTHERS = re.compile(r"\bwhence: int|whence != io|whence=")
FOLDERS = ("simhash_gui", "tests", "resources/help", "resources/i18n", ".ci", ".github")
ENDINGS = {".py", ".md", ".ts", ".yml", ""}
LEFT_OUT = ("tests/fuzzing/files", "tests/architecture/test_plain_words.py")


def written_files() -> list[Path]:
    """Code, documents and translations; not the texts that tests read."""
    below = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    found = [*below, *ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml"]
    return [
        path
        for path in found
        if path.is_file()
        and path.suffix in {*ENDINGS, ".toml"}
        and not path.relative_to(ROOT).as_posix().startswith(LEFT_OUT)
    ]


def old_words(text: str) -> list[str]:
    """The lines with such a word."""
    lines = (NAMES_OF_OTHERS.sub("", line) for line in text.splitlines())
    return [line.strip() for line in lines if OLD.search(line)]


def test_nobody_writes_as_people_no_longer_do() -> None:
    texts = {path: path.read_text("utf-8") for path in written_files()}

    assert len(texts) > 500
    assert {str(path): words for path, text in texts.items() if (words := old_words(text))} == {}


@pytest.mark.parametrize("line", ["kept for ever", "reads it anew", "def _bury(", "OBEY", "torso"])
def test_such_words_are_found(line: str) -> None:
    assert old_words(line) == [line]


def test_a_name_of_the_standard_library_is_none() -> None:
    assert old_words("def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:") == []
