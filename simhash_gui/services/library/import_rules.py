"""What of a folder is imported: the user's choice, kept with the library.

``ImportRules`` is the choice; ``FolderRules`` applies it to one folder, together with the
``.simhashignore`` files in it. Patterns are those of gitignore: ``*.log``, ``drafts/``,
``/top.txt``, ``old/**/*.doc``; ``pathspec`` translates them. It takes what is in a folder for
matched when the folder is; git asks for every folder on the way by itself, so that ``*``, ``!*/``,
``!*.txt`` leaves the texts of all folders, and so does ``IgnoreFile``. Nothing here looks at the
disk but for those files, and for the first bytes of what has the extension of a picture or the
like.
"""

from __future__ import annotations

import json
import posixpath
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from pathspec import GitIgnoreSpec
from xxhash import xxh3_64_hexdigest

from simhash_gui.documents.reading import read_content
from simhash_gui.documents.records import (
    MEMBER_MARK,
    NON_DOCUMENT_EXTENSIONS,
    ArchiveMember,
    Limits,
    ReadFailure,
)
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.paths import is_below_aside
from simhash_gui.store.repositories import meta

IGNORE_FILE = ".simhashignore"
_LONGEST_IGNORE_FILE = Limits(size_bytes=1 << 20)

_CHOICE_VERSION = 4
"""Of how members are chosen by the same rules; since 4, ignore files mean what they mean to git."""
_HIDDEN = ("/.", "/~$")
OWN_EXTENSIONS = frozenset({".simhash", ".simhash-wal", ".simhash-shm", ".simhash-lock"})
_ARCHIVES = frozenset(
    ".zip .tar .gz .tgz .bz2 .tbz .tbz2 .xz .txz .mbox".split()  # noqa: SIM905 - as above
)
_FOLDER_MARK = "ps_d"
"""The group of ``pathspec`` for the slash after a folder that a pattern has matched."""
_ALL_INSIDE = "/**"


class InvalidRuleError(ValueError):
    """A pattern that means nothing; the message names it."""

    def __init__(self, pattern: str) -> None:
        super().__init__(f"{pattern!r} is not a pattern for file names")
        self.pattern = pattern


class SkipReason(StrEnum):
    """Why a file was left out."""

    HIDDEN = "hidden"
    """Its name begins with a dot, or as the note of Word or Excel that a document is open."""
    NO_DOCUMENT = "no-document"
    """A picture, a sound, a program, by its extension, and not a document by its first bytes."""
    TYPE = "type"
    """Not of the chosen file types, by its extension."""
    NOT_INCLUDED = "not-included"
    EXCLUDED = "excluded"
    IGNORED = "ignored"
    """By a ``.simhashignore``, or a folder of files that were set aside."""
    TOO_SMALL = "too-small"
    TOO_LARGE = "too-large"
    LINK = "link"
    """A link, and links are not followed."""
    MET = "met"
    """A link to something that is imported anyway, or back to where it is."""
    BY_USER = "by-user"
    """The user wants it skipped forever."""


@dataclass(frozen=True, slots=True)
class ImportRules:
    """What the user wants imported. ``include`` and ``types`` empty: everything.

    ``types`` are extensions with the dot. Archives are always looked into unless they are excluded;
    what is in them has to meet the rules.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    hidden: bool = False
    min_size_bytes: int = 0
    max_size_bytes: int | None = None
    types: tuple[str, ...] = ()
    follow_links: bool = False

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        """Rules from parsed JSON; what another version wrote and this does not know is left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: _frozen(value) for name, value in values.items() if name in known})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def load_rules(library: Library) -> ImportRules:
    """The rules of a library; those that leave everything in where none were ever chosen."""
    with library.read() as connection:
        values = meta.import_rules(connection)
    return ImportRules.from_json(values or {})


def save_rules(library: Library, rules: ImportRules) -> None:
    """Keep the rules for the next imports. Raises InvalidRuleError."""
    _spec(rules.include)
    _spec(rules.exclude)
    with library.write() as connection:
        meta.set_import_rules(connection, asdict(rules))


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
            yield from _compiled([line]).patterns
        except ValueError:
            continue


class FolderRules:
    """The rules for what is in one folder. Raises InvalidRuleError when made of bad patterns."""

    def __init__(self, root: Path, rules: ImportRules) -> None:
        self.rules = rules
        self._root = root
        self._include = _spec(rules.include)
        self._exclude = _spec(rules.exclude)
        self._types = frozenset(extension.lower() for extension in rules.types)
        self._ignored: dict[str, IgnoreFile] = {}
        self._ignore_texts: dict[str, str] = {}

    def enter(self, folder: str) -> None:
        """Take notice of the ``.simhashignore`` in a folder; of bad lines in it the good remain."""
        path = str(self._root / folder / IGNORE_FILE)
        try:
            text = read_content(path, _LONGEST_IGNORE_FILE).data.decode("utf-8", "replace")
        except ReadFailure:
            return  # a pipe of that name, or not for us to read
        self._ignore_texts[folder] = text
        self._ignored[folder] = IgnoreFile(text)

    def skips_folder(self, relative_path: str) -> SkipReason | None:
        """Why a folder is left out with all that is in it, or None."""
        left_out = self._hidden(relative_path) or self._excluded(f"{relative_path}/")
        return left_out or (SkipReason.IGNORED if is_below_aside(f"/{relative_path}/") else None)

    def skips_file(self, relative_path: str, size_bytes: int) -> SkipReason | None:
        """Why a file on the disk is left out, or None.

        One whose extension is that of a picture or the like is opened and its first bytes are
        looked at, unless something else is against it.
        """
        extension = _extension(relative_path)
        if extension in OWN_EXTENSIONS:
            return SkipReason.NO_DOCUMENT
        left_out = self._left_out(relative_path, extension, size_bytes)
        if left_out or extension not in NON_DOCUMENT_EXTENSIONS:
            return left_out
        from simhash_gui.documents.misnamed import (  # noqa: PLC0415 - all readers, for few files
            holds_document,
        )

        is_document = size_bytes and holds_document(str(self._root / relative_path))
        return None if is_document else SkipReason.NO_DOCUMENT

    def skips_member(self, relative_path: str, member: ArchiveMember) -> SkipReason | None:
        """Why a file in an archive (``a.zip!/b.txt``) is left out, or None."""
        extension = _extension(relative_path)
        left_out = self._left_out(relative_path, extension, member.size_bytes)
        if left_out or member.is_misnamed or extension not in NON_DOCUMENT_EXTENSIONS:
            return left_out
        return SkipReason.NO_DOCUMENT

    def _left_out(self, relative_path: str, extension: str, size_bytes: int) -> SkipReason | None:
        """Why it is left out by its name and size."""
        left_out = self._hidden(relative_path) or self._excluded(relative_path)
        if left_out or extension in _ARCHIVES:
            return left_out
        return self._not_chosen(relative_path, extension) or self._size(size_bytes)

    def _hidden(self, relative_path: str) -> SkipReason | None:
        """By the last part, or, in an archive, by any part that is in there."""
        if self.rules.hidden:
            return None
        inside = relative_path.partition(MEMBER_MARK)[2]
        names = f"/{inside or relative_path.rpartition('/')[2]}"
        return SkipReason.HIDDEN if any(sign in names for sign in _HIDDEN) else None

    def _excluded(self, relative_path: str) -> SkipReason | None:
        if self._exclude and self._exclude.match_file(relative_path):
            return SkipReason.EXCLUDED
        if self._ignored and self._is_ignored(relative_path):
            return SkipReason.IGNORED
        return None

    def _is_ignored(self, relative_path: str) -> bool:
        """As git does it; the folders on the disk that it is in have been asked for before."""
        archive, mark, inside = relative_path.partition(MEMBER_MARK)
        start = f"{archive}{mark}" if inside else relative_path
        folders = _folders_on_the_way(relative_path, start)
        return any(map(self._is_ignored_itself, (*folders, relative_path)))

    def _is_ignored_itself(self, path: str) -> bool:
        """What stands nearest to the file has the last word."""
        for folder, rest in _folders_above(path):
            verdict = self._ignored[folder].verdict(rest) if folder in self._ignored else None
            if verdict is not None:
                return verdict
        return False

    def _not_chosen(self, relative_path: str, extension: str) -> SkipReason | None:
        if self._types and extension not in self._types:
            return SkipReason.TYPE
        if self._include and not self._include.match_file(relative_path):
            return SkipReason.NOT_INCLUDED
        return None

    def _size(self, size_bytes: int) -> SkipReason | None:
        if size_bytes < self.rules.min_size_bytes:
            return SkipReason.TOO_SMALL
        most = self.rules.max_size_bytes
        return SkipReason.TOO_LARGE if most is not None and size_bytes > most else None

    def stamp(self, relative_path: str, limits: Limits) -> str:
        """By what the members of an archive at this path are chosen; another one: choose again."""
        ignored = [self._ignore_texts.get(folder) for folder, _ in _folders_above(relative_path)]
        depths = (limits.expanded_bytes, limits.archive_depth, limits.archive_members)
        chosen_by = json.dumps([asdict(self.rules), ignored, depths, _CHOICE_VERSION])
        return f"chosen by {xxh3_64_hexdigest(chosen_by.encode())}"


def _extension(relative_path: str) -> str:
    return posixpath.splitext(relative_path)[1].lower()  # a Path costs ten times as much


def _spec(patterns: Sequence[str]) -> GitIgnoreSpec | None:
    """None when there are no patterns. Raises InvalidRuleError."""
    for pattern in patterns:
        try:
            _compiled([pattern])
        except ValueError as error:
            raise InvalidRuleError(pattern) from error
    return _compiled(patterns) if patterns else None


def _folders_above(relative_path: str) -> Iterator[tuple[str, str]]:
    """Each folder that something is in, the innermost first, and the path from there."""
    folder = relative_path.rstrip("/").rpartition("/")[0]
    while folder:
        yield folder, relative_path[len(folder) + 1 :]
        folder = folder.rpartition("/")[0]
    yield "", relative_path


def _compiled(patterns: Sequence[str]) -> GitIgnoreSpec:
    """Patterns made ready. Raises ValueError for those that mean nothing."""
    with warnings.catch_warnings():  # of ``[[]``, which Python may read otherwise one day
        warnings.simplefilter("ignore", FutureWarning)
        return GitIgnoreSpec.from_lines(patterns)


def _folders_on_the_way(path: str, start: str) -> Iterator[str]:
    """Each folder between ``start``, with which the path begins, and what is at its end."""
    end = path.find("/", len(start))
    while 0 <= end < len(path) - 1:
        yield path[: end + 1]
        end = path.find("/", end + 1)
