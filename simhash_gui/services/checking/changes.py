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

from xxhash import xxh3_64_hexdigest

from simhash_gui.services.checking.findings import CheckSettings, Filter, Findings
from simhash_gui.services.library.whole_files import replacing

_MOST_KEPT = 1_000


class NoSummaryError(ValueError):
    """A file that holds no earlier check."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One check: when, the total share, and the full share of each source by its path, 0 to 1.

    ``counting`` is what ``counting_fields`` says of it; None where nothing is known.
    """

    made: str
    total: float
    sources: Mapping[str, float]
    counting: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """From one check to the next; ``changed`` are (path, share before, share now)."""

    before: Summary
    now: Summary
    gone: tuple[str, ...]
    new: tuple[str, ...]
    changed: tuple[tuple[str, float, float], ...]

    @property
    def is_same_counting(self) -> bool | None:
        """Whether both counted by the same filters; None where that is not known."""
        before, now = self.before.counting, self.now.counting
        return None if before is None or now is None else before == now


def counting_fields(settings: CheckSettings) -> dict[str, Any]:
    """By what a check counts, in values that JSON keeps: two alike have shares to be compared."""
    texts = json.dumps([settings.templates, settings.phrases], ensure_ascii=False)
    return {
        "filters": sorted(each.value for each in settings.filters),
        "least_words": float(settings.least_words) if Filter.SHORT in settings.filters else None,
        "texts": xxh3_64_hexdigest(texts.encode("utf-8", "surrogatepass")),
        "own": list(settings.own),
        "left_out_by_hand": len(settings.exclusions),
    }


def summary_of(findings: Findings, settings: CheckSettings) -> Summary:
    """The check that was just made, as it was counted."""
    ratio = findings.measures.ratio
    sources = {source.path: ratio(source.full) for source in findings.sources}
    return Summary(_now(), ratio(findings.measures.overlap), sources, counting_fields(settings))


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
        total = float(answer["measures"]["total_ratio"])
        counting = answer.get("counting")
        is_known = isinstance(counting, dict) and isinstance(counting.get("filters"), list)
        return Summary("", total, sources, counting if is_known else None)
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
