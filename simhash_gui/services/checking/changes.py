"""What changed since the last check of a manuscript: its total, and which sources came or went.

The last check of each file is kept in one JSON file beside the libraries, by path. What a command
wrote with ``--format json`` can be compared with as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any

from simhash_gui.services.checking.findings import Findings
from simhash_gui.services.library.whole_files import replacing

_MOST_KEPT = 1_000


class NoSummaryError(ValueError):
    """A file that holds no earlier check."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One check: when, the total share, and the full share of each source by its path, 0 to 1."""

    made: str
    total: float
    sources: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Changes:
    """From one check to the next; ``changed`` are (path, share before, share now)."""

    before: Summary
    now: Summary
    gone: tuple[str, ...]
    new: tuple[str, ...]
    changed: tuple[tuple[str, float, float], ...]


def summary_of(findings: Findings) -> Summary:
    """The check that was just made."""
    ratio = findings.measures.ratio
    sources = {source.path: ratio(source.full) for source in findings.sources}
    return Summary(_now(), ratio(findings.measures.overlap), sources)


def summary_of_all(findings: Findings) -> Summary:
    """The same as if nothing had been left out."""
    ratio = findings.measures.ratio
    spans = {
        source.path: [(each.passage.a.start, each.passage.a.end) for each in source.passages]
        for source in findings.matches
        if source.path not in findings.itself
    }
    sources = {path: ratio(_covered(own)) for path, own in spans.items() if own}
    return Summary(_now(), ratio(_covered(chain.from_iterable(spans.values()))), sources)


def _covered(spans: Iterable[tuple[int, int]]) -> int:
    """How many characters are in one or more of them."""
    covered = last = 0
    for start, end in sorted(spans):
        covered += max(0, end - max(start, last))
        last = max(last, end)
    return covered


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="minutes")


def changes(before: Summary, now: Summary) -> Changes:
    """What is gone, what is new, and whose share is another one."""
    return Changes(
        before,
        now,
        tuple(sorted(before.sources.keys() - now.sources.keys())),
        tuple(sorted(now.sources.keys() - before.sources.keys())),
        tuple(
            (path, before.sources[path], share)
            for path, share in now.sources.items()
            if path in before.sources and before.sources[path] != share
        ),
    )


def read_summary(path: Path) -> Summary:
    """The answer of an earlier command. Raises OSError and NoSummaryError."""
    try:
        answer = json.loads(path.read_bytes())
        sources = {each["path"]: float(each["full_share"]) for each in answer["sources"]}
        return Summary("", float(answer["measures"]["total_ratio"]), sources)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise NoSummaryError(str(path)) from error


class History:
    """The last check of each file against a library, in a JSON file; a damaged one holds none.

    ``lock`` is held while the file is read and then replaced.
    """

    def __init__(self, path: Path, library: str, lock: Lock | None = None) -> None:
        self._path = path
        self._library = library
        self.lock = lock or Lock()

    def last(self, checked: Path) -> Summary | None:
        """The last check of a file."""
        try:
            return Summary(**self._kept()[self._key(checked)])
        except (LookupError, TypeError):
            return None

    def keep(self, checked: Path, summary: Summary) -> None:
        """Keep a check in place of the last one. Raises OSError."""
        kept = self._kept()
        kept.pop(self._key(checked), None)
        kept[self._key(checked)] = asdict(summary)
        for old in list(kept)[:-_MOST_KEPT]:
            del kept[old]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(self._path) as part:
            part.write_text(json.dumps(kept, ensure_ascii=False), "utf-8")

    def _key(self, checked: Path) -> str:
        return f"{self._library}\n{checked.resolve()}"

    def _kept(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return kept if isinstance(kept, dict) else {}


def note_changes(history: History, checked: Path, findings: Findings) -> Changes | None:
    """Keep a check, and tell what changed since the last one, if there is one. Raises OSError."""
    now = summary_of_all(findings)
    with history.lock:
        before = history.last(checked)
        history.keep(checked, now)
    return None if before is None else changes(before, now)
