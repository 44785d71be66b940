"""The encodings that the user has chosen: for a file, a folder or a pattern of paths.

A pattern is the absolute path of a file, a folder followed by ``/**``, or a path with wildcards:
``*``, ``?`` and ``[...]`` stay within one name, ``**`` goes across, ``**/`` stands for any number
of folders, none included. Matching looks at letters only, case included, and at the whole path; a
pattern that cannot be read as one stands for itself.

Of several patterns that fit a path the most specific counts: a file before a folder before other
patterns, of these the longer before the shorter, and finally the one chosen last. A file or folder
is first taken literally, because names may hold wildcards too. What fits an archive is chosen for
all that is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, select

from simhash_gui.store.engine.schema import encoding_overrides
from simhash_gui.store.engine.statements import insert_into
from simhash_gui.store.engine.types import DamagedValueError
from simhash_gui.store.repositories.checksums import fits, of_row

_ALL_BELOW = "/**"
_ARCHIVE_MARK = "!"
"""At the end of an archive's name in the path of what is in it."""
_PIECES = re.compile(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]/]*\]|.", re.DOTALL)
_WILD = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_SPECIAL_IN_CLASS = re.compile(r"([\\\[&~|]|-(?=-))")


@dataclass(frozen=True, slots=True)
class EncodingOverride:
    """An encoding that the user chose."""

    id: int
    pattern: str
    encoding: str
    added_at_ms: int


@dataclass(frozen=True, slots=True)
class EncodingChoices:
    """All choices, ready to be asked for many paths. Made by ``load``."""

    by_pattern: Mapping[str, EncodingOverride]
    patterns: Sequence[tuple[re.Pattern[str], EncodingOverride]]
    """The most specific first."""

    def __bool__(self) -> bool:
        return bool(self.by_pattern)

    def encoding_for(self, path: str) -> str | None:
        """The encoding that the user wants a file read in, or None."""
        found = self.best(path)
        return found.encoding if found else None

    def best(self, path: str) -> EncodingOverride | None:
        """The choice that counts for a file, or None."""
        if not self.by_pattern:
            return None
        literal = (self.by_pattern.get(pattern) for pattern in _literal_patterns(path))
        places = [path, *_archives_around(path)]
        fitting = (
            choice for pattern, choice in self.patterns if any(map(pattern.fullmatch, places))
        )
        return next(filter(None, literal), None) or next(fitting, None)


def only(pattern: str) -> EncodingChoices:
    """One choice alone, to ask what it fits."""
    choice = EncodingOverride(0, pattern, "", 0)
    return EncodingChoices({pattern: choice}, [(compiled(pattern), choice)])


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


def _literal_patterns(path: str) -> Iterator[str]:
    """The path itself, then the archives and folders that it is in, the innermost first."""
    yield path
    folder = path.rpartition("/")[0]
    while folder:
        yield folder + _ALL_BELOW
        if folder.endswith(_ARCHIVE_MARK):
            yield folder.removesuffix(_ARCHIVE_MARK)
        folder = folder.rpartition("/")[0]


def _archives_around(path: str) -> Iterator[str]:
    """The archives that something is in, e.g. ``/a.zip`` of ``/a.zip!/b.txt``, innermost first."""
    archive = path.rpartition(f"{_ARCHIVE_MARK}/")[0]
    while archive:
        yield archive
        archive = archive.rpartition(f"{_ARCHIVE_MARK}/")[0]


def put(connection: Connection, pattern: str, encoding: str, added_at_ms: int) -> EncodingOverride:
    """Choose an encoding, in place of the one chosen for the same pattern."""
    checksum = of_row(pattern, encoding, added_at_ms)
    changed = {"encoding": encoding, "added_at_ms": added_at_ms, "checksum": checksum}
    values = {"pattern": pattern, **changed}
    statement = insert_into(connection, encoding_overrides).values(values)
    connection.execute(statement.on_conflict_do_update(index_elements=["pattern"], set_=changed))
    found = connection.execute(_columns().where(encoding_overrides.c.pattern == pattern))
    return _override(found.one())


def delete_pattern(connection: Connection, pattern: str) -> bool:
    """Take a choice back; whether there was one."""
    statement = delete(encoding_overrides).where(encoding_overrides.c.pattern == pattern)
    return connection.execute(statement).rowcount > 0


def list_all(connection: Connection) -> list[EncodingOverride]:
    """All choices by pattern. Raises DamagedValueError where one is not what was chosen."""
    rows = connection.execute(_columns().order_by(encoding_overrides.c.pattern))
    return [_override(row) for row in rows]


def load(connection: Connection) -> EncodingChoices:
    """All choices, for asking. Raises DamagedValueError where one is not what was chosen."""
    choices = list_all(connection)
    ordered = sorted(
        choices, key=lambda one: (len(one.pattern), one.added_at_ms, one.id), reverse=True
    )
    return EncodingChoices(
        {choice.pattern: choice for choice in choices},
        [(compiled(choice.pattern), choice) for choice in ordered],
    )


def _columns() -> Select[Any]:
    return select(
        encoding_overrides.c.id,
        encoding_overrides.c.pattern,
        encoding_overrides.c.encoding,
        encoding_overrides.c.added_at_ms,
        encoding_overrides.c.checksum,
    )


def _override(row: Row[Any]) -> EncodingOverride:
    if not fits(row.checksum, of_row, row.pattern, row.encoding, row.added_at_ms):
        raise DamagedValueError(f"an encoding is not what was chosen: {row.pattern}")
    return EncodingOverride(row.id, row.pattern, row.encoding, row.added_at_ms)
