"""Labelled document sets as they lie on the disk: documents, truth, and what is known of them.

``docs/*.txt``; ``truth.csv`` with a, b, label (1 positive, 0 negative, -1 left out), level;
``meta.json`` with ``closed_world``: whether every pair that is not listed is a negative, and often
with ``name`` and ``kind``, which begins with ``partial`` where pairs are copies of a part;
``spans.csv`` in sets of partial copies, with susp, this_offset, this_length in characters.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.services.evaluation.scoring import Pair, pair_of

_POSITIVE, _LEFT_OUT = "1", "-1"
_PARTIAL = "partial"
_LABELS = frozenset({_POSITIVE, "0", _LEFT_OUT})


class NotASetError(Exception):
    """A folder that does not hold a labelled set; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """A set. ``levels`` are the positive pairs, each with its level.

    ``judged`` are the pairs that count when not every pair is judged, None when all do. ``spans``
    are the copied characters of each suspicious document, None where the set has no spans.
    ``is_partial``: the pairs are copies of a part, as the kind of the set or its spans tell.
    """

    name: str
    folder: Path
    names: frozenset[str]
    levels: dict[Pair, str]
    left_out: frozenset[Pair]
    judged: frozenset[Pair] | None
    spans: dict[str, list[tuple[int, int]]] | None
    is_partial: bool = False

    @property
    def documents(self) -> Path:
        """The folder of the documents, ``NAME.txt`` each."""
        return self.folder / "docs"

    def counted(self, pairs: frozenset[Pair]) -> frozenset[Pair]:
        """Those of some pairs that are scored."""
        judged = pairs if self.judged is None else pairs & self.judged
        return judged - self.left_out


def read_set(folder: Path) -> LabelledSet:
    """Read all but the documents. Raises NotASetError."""
    names = _names(folder)
    meta = _meta(folder)
    levels, labels = _truth(folder, names)
    spans = _spans(folder, names)
    return LabelledSet(
        name=meta.name,
        folder=folder,
        names=names,
        levels=levels,
        left_out=frozenset(pair for pair, label in labels.items() if label == _LEFT_OUT),
        judged=None if meta.is_closed else frozenset(labels),
        spans=spans,
        is_partial=meta.kind.startswith(_PARTIAL) or spans is not None,
    )


def _names(folder: Path) -> frozenset[str]:
    if not folder.exists():
        raise NotASetError(f"{folder}: No such folder")
    if not folder.is_dir():
        raise NotASetError(f"{folder}: this is a file; name the folder of a set")
    names = frozenset(path.stem for path in (folder / "docs").glob("*.txt"))
    if not names:
        raise NotASetError(f"{folder}: there are no documents docs/*.txt")
    return names


@dataclass(frozen=True, slots=True)
class _Meta:
    name: str
    kind: str
    is_closed: bool


def _meta(folder: Path) -> _Meta:
    path = folder / "meta.json"
    try:
        meta = json.loads(path.read_text(encoding="utf-8"))
        name, kind = meta.get("name", folder.name), meta.get("kind", "")
        return _Meta(str(name), str(kind), bool(meta["closed_world"]))
    except OSError as error:
        raise NotASetError(f"{path}: {error.strerror or error}") from error
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise NotASetError(f"{path}: not a JSON object with closed_world") from error


def _truth(folder: Path, names: frozenset[str]) -> tuple[dict[Pair, str], dict[Pair, str]]:
    path = folder / "truth.csv"
    levels: dict[Pair, str] = {}
    labels: dict[Pair, str] = {}
    for row in _rows(path, {"a", "b", "label"}):
        pair = pair_of(row["a"], row["b"])
        _require_known(path, names, *pair)
        if row["label"] not in _LABELS:
            raise NotASetError(f"{path}: a label is 1, 0 or -1, not {row['label']}")
        labels[pair] = row["label"]
        if row["label"] == _POSITIVE:
            levels[pair] = row.get("level") or ""
    return levels, labels


def _spans(folder: Path, names: frozenset[str]) -> dict[str, list[tuple[int, int]]] | None:
    path = folder / "spans.csv"
    if not path.exists():
        return None
    spans = defaultdict(list)
    for row in _rows(path, {"susp", "this_offset", "this_length"}):
        _require_known(path, names, row["susp"])
        try:
            start, length = int(row["this_offset"]), int(row["this_length"])
        except ValueError:
            raise NotASetError(f"{path}: an offset or a length is not a number") from None
        spans[row["susp"]].append((start, start + length))
    return dict(spans)


def _rows(path: Path, columns: set[str]) -> Iterator[dict[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            if not columns <= set(reader.fieldnames or ()):
                raise NotASetError(f"{path}: needs the columns {', '.join(sorted(columns))}")
            for row in reader:
                yield {key: value or "" for key, value in row.items() if key is not None}
    except OSError as error:
        raise NotASetError(f"{path}: {error.strerror or error}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise NotASetError(f"{path}: not a CSV file in UTF-8") from error


def _require_known(path: Path, names: frozenset[str], *wanted: str) -> None:
    for name in wanted:
        if name not in names:
            raise NotASetError(f"{path}: there is no document {name}")
