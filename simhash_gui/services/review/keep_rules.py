"""Keep rules: which of several copies is kept. They are asked in order until one copy is left."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.services.review.disk import Identity

_FORMATS = (
    *("docx", "opendocument", "doc", "rtf", "pptx", "xlsx", "xls", "epub", "tex"),
    *("html", "mhtml", "markdown", "mail", "pdf", "xml", "json", "csv", "subtitles", "text"),
)
"""From the richest to the poorest; what is not named comes last."""


class RuleKind(StrEnum):
    """What a rule looks at."""

    REFERENCE = "reference"
    FOLDER = "folder"
    NEWEST = "newest"
    OLDEST = "oldest"
    LONGEST_TEXT = "longest-text"
    RICHEST_FORMAT = "richest-format"
    SHORTEST_PATH = "shortest-path"
    PATTERN = "pattern"


_WITH_VALUE = frozenset({RuleKind.FOLDER, RuleKind.PATTERN})


class InvalidKeepRuleError(ValueError):
    """A rule that makes no sense."""


@dataclass(frozen=True, slots=True)
class KeepRule:
    """A rule; ``value`` is the folder or the pattern, and empty for the other kinds."""

    kind: RuleKind
    value: str = ""

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.value}" if self.value else self.kind.value

    @classmethod
    def of_file(cls, path: str) -> KeepRule:
        """Keep this file and no other."""
        return cls(RuleKind.PATTERN, f"^{re.escape(path)}$")

    @property
    def file(self) -> str:
        """The file that alone is kept; empty where the rule is about others too."""
        path = re.sub(r"\\(.)", r"\1", self.value[1:-1], flags=re.DOTALL)
        return path if self == KeepRule.of_file(path) else ""

    @classmethod
    def parse(cls, text: str) -> KeepRule:
        """From ``newest`` or ``folder:PATH``. Raises InvalidKeepRuleError."""
        name, _, value = text.partition(":")
        try:
            kind = RuleKind(name)
        except ValueError:
            known = ", ".join(f"{each}:…" if each in _WITH_VALUE else each for each in RuleKind)
            raise InvalidKeepRuleError(f"{text!r} is no keep rule: {known}") from None
        if (kind in _WITH_VALUE) is not bool(value):
            wanted = "needs a value after a colon" if kind in _WITH_VALUE else "takes no value"
            raise InvalidKeepRuleError(f"{text!r}: {kind.value} {wanted}")
        if kind is RuleKind.FOLDER:
            value = os.path.realpath(value)
        if kind is RuleKind.PATTERN:
            try:
                re.compile(value)
            except re.error as error:
                raise InvalidKeepRuleError(f"{text!r}: not a valid pattern: {error}") from error
        return cls(kind, value)


DEFAULT_RULES = (
    KeepRule(RuleKind.REFERENCE),
    KeepRule(RuleKind.OLDEST),
    KeepRule(RuleKind.SHORTEST_PATH),
)


@dataclass(frozen=True, slots=True)
class Copy:
    """A plain file on the disk with the content of a document."""

    path: str
    folder: str
    role: FolderRole
    identity: Identity
    links: int
    mode: int
    characters: int
    reader: str
    is_protected: bool


_Score = Callable[[Copy, str], float]

_SCORES: Mapping[RuleKind, _Score] = MappingProxyType(
    {
        RuleKind.REFERENCE: lambda copy, _: copy.role is FolderRole.REFERENCE,
        RuleKind.FOLDER: lambda copy, value: Path(value) in Path(copy.path).parents,
        RuleKind.NEWEST: lambda copy, _: copy.identity.modified_ns,
        RuleKind.OLDEST: lambda copy, _: -copy.identity.modified_ns,
        RuleKind.LONGEST_TEXT: lambda copy, _: copy.characters,
        RuleKind.RICHEST_FORMAT: lambda copy, _: -_rank(copy.reader),
        RuleKind.SHORTEST_PATH: lambda copy, _: -len(copy.path),
        RuleKind.PATTERN: lambda copy, value: re.search(value, copy.path) is not None,
    }
)


def _rank(reader: str) -> int:
    return _FORMATS.index(reader) if reader in _FORMATS else len(_FORMATS)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What rules say of some copies.

    ``best`` are those that no rule has put behind another: one, or the rules do not say which.
    ``behind`` has the rule that put each of the others behind.
    """

    best: tuple[Copy, ...]
    behind: Mapping[str, KeepRule]


def ranked(copies: Sequence[Copy], rules: Sequence[KeepRule]) -> Ranking:
    """Ask the rules in order, each of the copies that are still even."""
    best = list(copies)
    behind: dict[str, KeepRule] = {}
    for rule in rules:
        scores = [_SCORES[rule.kind](copy, rule.value) for copy in best]
        highest = max(scores)
        for copy, score in zip(best, scores, strict=True):
            if score < highest:
                behind[copy.path] = rule
        best = [copy for copy in best if copy.path not in behind]
    return Ranking(tuple(best), behind)
